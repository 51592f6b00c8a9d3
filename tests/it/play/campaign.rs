//! A test of prompt caching: how much of the prompts of two hundred turns the provider has already cached.

use serde_json::json;

use super::kept::{Place, in_each_place};
use crate::support::{Chance, Reply, ScriptedClaude, calls, says};

in_each_place! {
    nine_tenths_of_what_is_sent_over_two_hundred_turns_stand_in_an_unchanged_prefix,
}

const N_TURNS: u32 = 200;

const SENTENCES: [&str; 8] = [
    "Rain drums on the shutters, and somewhere below a door that should be locked is banging.",
    "“You came back,” says Marta, and puts down the jug without looking at you.",
    "The lamp throws your shadow long over the wet stones; another shadow, smaller, waits beside it.",
    "You smell iron, river mud, and the sweetness of something that has been dead since spring.",
    "Nobody in the square speaks, but two of them have moved to stand between you and the well.",
    "A bell rings under the water: once, and again, and a third time that you feel in your teeth.",
    "The rope holds. The ledge does not, and for a breath there is nothing under your boots at all.",
    "On the far bank the light goes out, as if whoever kept it had only waited to be seen.",
];

fn telling(chance: &mut Chance) -> String {
    let n = 3 + chance.below(4);
    (0..n).map(|_| chance.one_of(&SENTENCES)).collect::<Vec<_>>().join(" ")
}

/// A turn as they are mostly: dice or memory first, and the telling with what it changed.
fn turn(n: u32, chance: &mut Chance) -> Vec<Reply> {
    let mut replies = Vec::new();
    match chance.below(4) {
        0 => replies.push(calls("query_session_memory", json!({"query_type": "all"}))),
        1 | 2 => replies.push(calls("roll_dice", json!({"dice": "1d20+4", "reason": "Perception", "dc": 13}))),
        _ => {}
    }
    let mut changes = json!({
        "scene_update": format!("{} ({n})", chance.one_of(&SENTENCES)), "notable_event": format!("In turn {n} a door gave way"),
        "minutes_passed": 10,
    });
    if chance.once_in(4) {
        changes["important_event"] = json!(format!("Promise {n} was made at the well"));
    }
    if chance.once_in(6) {
        changes["items_gained"] = json!([format!("Key number {n}")]);
    }
    if chance.once_in(5) {
        changes["hp_delta"] = json!(chance.below(5) as i64 - 2);
    }
    if chance.once_in(10) {
        changes["npcs_met"] = json!([format!("Person {n}")]);
    }
    replies.push(says(telling(chance)).and_updates(changes));
    replies
}

/// Of all bytes of tools, system and messages sent: how many stand in an unchanged prefix, in percent.
fn unchanged(claude: &ScriptedClaude) -> f64 {
    let of = |asked: &crate::support::Asked| {
        ["tools", "system", "messages"].map(|part| asked.body[part].to_string()).concat().into_bytes()
    };
    let requests: Vec<Vec<u8>> = claude.asked().iter().map(of).collect();
    let same = |two: &[Vec<u8>]| two[0].iter().zip(&two[1]).take_while(|(a, b)| a == b).count();
    let cached: usize = requests.windows(2).map(same).sum();
    let sent: usize = requests.iter().map(Vec::len).sum();
    100.0 * cached as f64 / sent as f64
}

async fn nine_tenths_of_what_is_sent_over_two_hundred_turns_stand_in_an_unchanged_prefix(place: Place) {
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 1});
    let table = place.table(json!({ "character": hero })).await;
    let mut chance = Chance(7);
    for n in 1..=N_TURNS {
        let replies = turn(n, &mut chance);
        table.play(&format!("I look for another way in, and try door number {n}."), replies).await;
    }
    let percent = unchanged(table.claude());
    println!("{percent:.2} % of the bytes of {} requests stand in an unchanged prefix", table.claude().asked().len());
    assert!(percent >= 90.0, "{percent:.2} %");
    table.app.check_fold(&table.id).await;
    let last = table.get("/turns?before=201&limit=1").await.good();
    assert_eq!(last["items"][0]["seq"], N_TURNS);
}
