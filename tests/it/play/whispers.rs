//! Who remembers what a player said aside or aloud, by the words of the message.

use std::collections::BTreeSet;

use game::knowledge::Perceiver;
use serde_json::json;

use crate::support::{Agent, Table, says};

const PRESENT: [&str; 3] = ["marta", "bram", "odalind"];
/// Turns at one table; its memories are kept that long.
const TURNS: usize = 8;

/// A tavern with Marta, Bram and Odalind.
async fn tavern() -> Table {
    let table = Table::of("fighter", 3).await;
    let npc = |name: &str| json!({"name": name, "slug": "commoner", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [npc("Marta"), npc("Bram"), npc("Odalind")]})).await;
    table
}

/// The people who remember something with this word.
async fn who_knows(table: &Table, word: &str) -> BTreeSet<String> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let known = game.memories.iter().filter(|it| it.text.to_lowercase().contains(word));
    let names = known.flat_map(|it| &it.witnesses).filter_map(|it| match it {
        Perceiver::Npc(id) => Some(id.to_string()),
        Perceiver::Hero(_) => None,
    });
    names.collect()
}

#[tokio::test]
async fn a_message_is_remembered_by_those_it_is_for_though_the_story_takes_it_up() {
    let cases: Vec<(&str, &str)> =
        include_str!("../../whispers/reported.txt").lines().filter_map(|line| line.split_once(" | ")).collect();
    // “Come closer” is not understood.
    let cases: Vec<_> = cases.into_iter().filter(|(_, words)| !words.contains("come closer")).collect();
    assert!(cases.len() > 150);
    let mut wrong = Vec::new();
    for some in cases.chunks(TURNS) {
        let table = tavern().await;
        for (n, (who, words)) in some.iter().enumerate() {
            let word = format!("heron{n}");
            let answer = match words.starts_with('@') {
                true => "“Is that so?”".to_owned(),
                false => format!("Marta looks up from the cup. “The {word}? In the barn?” she says."),
            };
            let n_answers = words.matches('@').count().max(1);
            table.play(&words.replace("heron", &word), vec![says(answer); n_answers]).await;
            let expected: BTreeSet<String> = match *who {
                "all" => PRESENT.iter().map(|it| (*it).to_owned()).collect(),
                "nobody" => BTreeSet::new(),
                names => names.split(' ').map(str::to_lowercase).collect(),
            };
            let known = who_knows(&table, &word).await;
            if known != expected {
                wrong.push(format!("{who} | {words} -> {known:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

#[tokio::test]
async fn a_companion_does_not_learn_what_was_whispered_to_somebody_else() {
    let table = tavern().await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": "Counts."});
    table.claude().helper_will([says(profile.to_string())]);
    table.update(json!({"companions_to_add": [{"slug": "scout", "name": "Odo"}]})).await;
    let retelling = "You whisper it into her ear: the heron is in the barn. Marta goes pale. “The heron?” she breathes. Rain falls.";
    table.play("I whisper to Marta that the heron is in the barn.", [says(retelling)]).await;
    assert_eq!(who_knows(&table, "heron").await, BTreeSet::from(["marta".to_owned()]));
    assert!(who_knows(&table, "rain falls").await.contains("odo"), "what else is told is the companion's, too");
    let answer = "Marta stiffens. “The bell is cracked!” she says aloud.";
    table.play("I whisper to Marta: “What of the bell?”", [says(answer)]).await;
    assert_eq!(who_knows(&table, "bell is cracked").await.len(), 4, "what is said aloud in answer is for all");
    table.play("I whisper to Odo that the lantern is out.", [says("“The lantern?” says Odo.")]).await;
    assert_eq!(who_knows(&table, "lantern").await, BTreeSet::from(["odo".to_owned()]));
}

#[tokio::test]
async fn the_open_half_of_a_message_is_heard_by_all() {
    let table = tavern().await;
    let words = "I say loudly “Good evening, pilgrims!” and then whisper to Marta: “The heron is in the barn.”";
    table.play(words, [says("She nods.")]).await;
    assert_eq!(who_knows(&table, "pilgrims").await.len(), PRESENT.len());
    assert_eq!(who_knows(&table, "heron").await, BTreeSet::from(["marta".to_owned()]));
    table.play("@Bram what do you know?", [says("“Little.”")]).await;
    let asked = table.claude().asked_of(Agent::Npc).into_iter().chain(table.claude().asked_of(Agent::Puppeteer));
    let prompt = asked.last().expect("a request").messages()[0].to_string();
    assert!(prompt.contains("pilgrims") && !prompt.contains("heron"), "{prompt}");
}
