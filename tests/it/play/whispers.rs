//! Tests of who hears and remembers whispered and spoken words of a message.

use std::collections::BTreeSet;

use game::knowledge::Perceiver;
use serde_json::{Value, json};

use crate::support::{Agent, Table, Turn, says};

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

/// Those who should hear of the heron, `None` for everybody, and the message.
fn cases(file: &'static str) -> Vec<(Option<Vec<&'static str>>, &'static str)> {
    let who = |who: &'static str| match who {
        "all" => None,
        "nobody" => Some(Vec::new()),
        names => Some(names.split(' ').collect()),
    };
    file.lines().filter_map(|line| line.split_once(" | ")).map(|(names, words)| (who(names), words)).collect()
}

/// The messages that others remember than should, if the utility model answers rightly when it is asked.
async fn misremembered(cases: &[(Option<Vec<&str>>, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    for some in cases.chunks(TURNS) {
        let table = tavern().await;
        for (n, (who, words)) in some.iter().enumerate() {
            let word = format!("heron{n}");
            let words = words.replace("heron", &word);
            table.claude().will_say_who_hears(&words, who.as_deref());
            let answer = match words.starts_with('@') {
                true => "“Is that so?”".to_owned(),
                false => format!("Marta looks up from the cup. “The {word}? In the barn?” she says."),
            };
            let n_answers = words.matches('@').count().max(1);
            table.play(&words, vec![says(answer); n_answers]).await;
            let expected: BTreeSet<String> = match who {
                None => PRESENT.iter().map(|it| (*it).to_owned()).collect(),
                Some(names) => names.iter().map(|name| name.to_lowercase()).collect(),
            };
            let known = who_knows(&table, &word).await;
            if known != expected {
                wrong.push(format!("{who:?} | {words} -> {known:?}"));
            }
        }
    }
    wrong
}

#[tokio::test]
async fn a_message_is_remembered_by_those_it_is_for_though_the_story_takes_it_up() {
    // “Come closer” is not understood.
    let cases = cases(include_str!("../../whispers/reported.txt"));
    let cases: Vec<_> = cases.into_iter().filter(|(_, words)| !words.contains("come closer")).collect();
    assert!(cases.len() > 150);
    let wrong = misremembered(&cases).await;
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

#[tokio::test]
async fn unusual_private_words_are_remembered_by_those_whom_the_utility_model_names() {
    let cases = cases(include_str!("../../whispers/cues.txt"));
    let wrong = misremembered(&cases).await;
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

fn names(who: &[&str]) -> BTreeSet<String> {
    who.iter().map(|name| (*name).to_owned()).collect()
}

async fn interpretation(table: &Table, turn: &Turn) -> Value {
    table.get(&format!("/turns/{}/debug", turn.0["id"].as_str().unwrap())).await.good()["interpretation"].take()
}

fn n_asked(table: &Table) -> usize {
    table.claude().asked_of(Agent::WhoHears).len()
}

#[tokio::test]
async fn private_words_that_no_phrase_knows_reach_only_the_prompt_of_the_one_they_are_for() {
    let table = tavern().await;
    let words = "I motion Marta behind the stove and say my piece: the heron is hollow.";
    table.claude().will_say_who_hears(words, Some(&["Marta"]));
    let turn = table.play(words, [says("She follows you. “Hollow?” she says. Rain falls.")]).await;
    let asked = table.claude().asked_of(Agent::WhoHears);
    let shown = asked.last().expect("a question").last_text();
    assert!(asked.len() == 1 && shown.contains("2. Bram") && shown.ends_with(&format!("{words}\n[/words]")), "{shown}");
    assert_eq!(who_knows(&table, "heron").await, names(&["marta"]));
    let seen = interpretation(&table, &turn).await;
    assert_eq!((&seen["whisperedTo"], &seen["off"]), (&json!(["Marta"]), &Value::Null));
    for (name, knows) in [("Bram", false), ("Marta", true)] {
        table.play(&format!("@{name} what do you know?"), [says("“Little.”")]).await;
        let asked = table.claude().asked_of(Agent::Puppeteer);
        let prompt = asked.last().expect("a request").messages()[0].to_string();
        assert_eq!(prompt.contains("heron"), knows, "{prompt}");
    }
    let call = "@Bram I bend to the collar of your coat: the wren is hollow.";
    table.claude().will_say_who_hears(call, Some(&["Bram"]));
    table.play(call, [says("“Oh.”")]).await;
    assert_eq!(who_knows(&table, "wren").await, names(&["bram"]));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn without_an_answer_private_words_reach_those_they_name_and_loud_ones_everybody() {
    let table = tavern().await;
    let words = "I shout for more ale! Then I huddle with Marta and Bram and say that the heron is hollow.";
    let turn = table.play(words, [says("Mugs are filled.")]).await;
    assert_eq!(who_knows(&table, "heron").await, names(&["marta", "bram"]));
    assert_eq!(who_knows(&table, "more ale").await, names(&PRESENT));
    let seen = interpretation(&table, &turn).await;
    assert_eq!(seen["whisperedTo"], json!(["Marta", "Bram"]));
    assert!(seen["off"].as_str().unwrap().contains("not what was asked for"), "{seen}");
    let late = says(json!({"is_whispered": false, "whispered_to": []}).to_string());
    table.claude().reader_will(Agent::WhoHears, late.after(std::time::Duration::from_secs(6)));
    let since = std::time::Instant::now();
    let turn = table.play("I sidle up to Odalind and say that the wren is hollow.", [says("“Is it?”")]).await;
    assert!(since.elapsed() < std::time::Duration::from_secs(6));
    assert_eq!(who_knows(&table, "wren").await, names(&["odalind"]));
    assert_eq!(interpretation(&table, &turn).await["off"], "the model took too long");
}

#[tokio::test]
async fn nobody_is_asked_who_hears_plain_words() {
    let table = tavern().await;
    for words in [
        "I tell Marta that the heron is hollow.",
        "I whisper to Marta that the heron is hollow.",
        "I shout across the counter: the heron is hollow!",
        "@Marta is the heron hollow?",
        "I pick up my mug and sit down.",
        "I write in my diary that the heron is hollow.",
    ] {
        let turn = table.play(words, [says("Rain falls.")]).await;
        assert_eq!((n_asked(&table), interpretation(&table, &turn).await), (0, Value::Null), "{words}");
    }
    let alone = Table::of("fighter", 3).await;
    let npc = json!({"name": "Marta", "slug": "commoner", "disposition": "neutral"});
    alone.update(json!({"npcs_to_create": [npc]})).await;
    alone.play("I huddle with Marta and say that the heron is hollow.", [says("“Is it?”")]).await;
    assert_eq!((n_asked(&alone), who_knows(&alone, "heron").await), (0, names(&["marta"])));
}

#[tokio::test]
async fn what_is_said_where_somebody_went_apart_is_theirs_until_they_come_back() {
    let table = tavern().await;
    let step = "I step into the pantry with Marta.";
    table.claude().will_say_who_hears(step, Some(&["Marta"]));
    table.play(step, [says("Flour and quiet. “The stork is dead,” says Marta.")]).await;
    assert_eq!(who_knows(&table, "stork").await, names(&["marta"]), "what is said there is theirs");
    let words = "I tell her that the heron is hollow.";
    table.claude().will_say_who_hears(words, Some(&["Marta"]));
    table.play(words, [says("“Hollow?” says Marta.")]).await;
    let shown = table.claude().asked_of(Agent::WhoHears).pop().expect("a question").last_text().to_owned();
    assert!(shown.contains(&format!("player: {step}\ntold: Flour and quiet.")), "{shown}");
    assert_eq!(who_knows(&table, "heron").await, names(&["marta"]));
    table.play("I say that the wren is hollow.", [says("She nods.")]).await;
    assert_eq!((n_asked(&table), who_knows(&table, "wren").await), (3, names(&["marta"])), "no answer");
    table.play("I go back to the taproom and say that the crane is hollow.", [says("Heads turn.")]).await;
    table.play("I say that the egret is hollow.", [says("Heads turn.")]).await;
    assert_eq!(n_asked(&table), 3);
    for word in ["crane", "egret"] {
        assert_eq!(who_knows(&table, word).await, names(&PRESENT), "{word}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn words_for_somebody_who_is_not_there_reach_nobody() {
    let cases = cases(include_str!("../../whispers/strangers.txt"));
    let mut wrong = Vec::new();
    for some in cases.chunks(TURNS) {
        let table = Table::of("fighter", 3).await;
        let npc = json!({"name": "Marta", "slug": "commoner", "disposition": "neutral"});
        table.update(json!({"npcs_to_create": [npc]})).await;
        for (n, (who, words)) in some.iter().enumerate() {
            let word = format!("heron{n}");
            table.play(&words.replace("heron", &word), [says("Rain falls.")]).await;
            let known = who_knows(&table, &word).await;
            if known.is_empty() != who.as_ref().is_some_and(Vec::is_empty) {
                wrong.push(format!("{who:?} | {words} -> {known:?}"));
            }
        }
    }
    assert!(wrong.is_empty() && cases.len() > 30, "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

#[tokio::test]
async fn the_only_person_there_may_be_the_one_whom_a_whisper_describes() {
    let table = Table::of("fighter", 3).await;
    let npc = json!({"name": "Marta", "slug": "commoner", "disposition": "neutral"});
    table.update(json!({"npcs_to_create": [npc]})).await;
    for (word, who) in [("heron", &["Marta"][..]), ("wren", &[])] {
        let words = format!("I whisper to the innkeeper that the {word} is hollow.");
        table.claude().will_say_who_hears(&words, Some(who));
        table.play(&words, [says("Rain falls.")]).await;
        assert_eq!(who_knows(&table, word).await.len(), who.len(), "{word}");
    }
    assert_eq!(n_asked(&table), 2);
}

#[tokio::test]
async fn a_whisper_to_somebody_whom_no_name_tells_is_asked_about() {
    let table = tavern().await;
    let words = "I whisper to the innkeeper that the heron is hollow.";
    table.claude().will_say_who_hears(words, Some(&["Odalind"]));
    table.play(words, [says("She nods.")]).await;
    assert_eq!(who_knows(&table, "heron").await, names(&["odalind"]));
    table.play("I whisper to the innkeeper that the wren is hollow.", [says("She nods.")]).await;
    assert!(who_knows(&table, "wren").await.is_empty(), "nobody says who that is");
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

#[tokio::test]
async fn nobody_remembers_words_of_a_hero_who_cannot_speak() {
    let table = tavern().await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": "Counts."});
    table.claude().helper_will([says(profile.to_string())]);
    table.update(json!({"companions_to_add": [{"slug": "scout", "name": "Odo"}]})).await;
    table.update(json!({"conditions_added": ["paralyzed"]})).await;
    table.play("I tell Marta that the heron is hollow.", [says("No sound leaves your lips.")]).await;
    assert!(who_knows(&table, "heron").await.is_empty());
    assert_eq!(who_knows(&table, "no sound").await, names(&["odo"]));
    table.update(json!({"conditions_removed": ["paralyzed"]})).await;
    table.play("I tell Marta that the heron is hollow.", [says("“Is it?”")]).await;
    assert_eq!(who_knows(&table, "heron").await, names(&["marta", "bram", "odalind", "odo"]));
}

#[tokio::test]
async fn a_whisper_is_remembered_by_one_who_leaves_in_the_same_turn() {
    let table = tavern().await;
    let leaves = says("She hurries out.").and_updates(json!({"npcs_to_dismiss": ["marta"]}));
    table.play("I whisper to Marta that the heron is hollow.", [leaves]).await;
    assert_eq!(who_knows(&table, "heron").await, names(&["marta"]));
}
