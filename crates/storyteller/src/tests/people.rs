//! People: who they are to the hero, and what they remember.

use super::*;

#[test]
fn a_kindness_is_remembered_and_a_theft_is_too() {
    let mut table = Fake::after_a_turn();
    table.known.push(StoryFact::CaughtStealing { by: "Tam Weir".into(), place: "the Lantern and Eel".into() });
    table.met.push("tam weir".into());
    let told = table.play("ask Tam about the boat");
    assert!(table.called("query_session_memory").is_empty(), "the facts say it");
    assert!(is_cold(&told), "{told}");
    table.play("I'm sorry, Tam");
    assert!(table.important.last().unwrap().contains("made peace with tam weir"));
    assert_eq!(table.known.last(), Some(&StoryFact::Peace { whom: "Tam Weir".into() }));
}

fn is_cold(told: &str) -> bool {
    ["civil", "apology", "amends", "put right"].iter().any(|word| told.contains(word))
}

/// A session from before facts were noted: what happened is looked up once.
#[test]
fn what_an_old_session_has_only_as_sentences_counts_and_is_noted() {
    let mut table = Fake::after_a_turn();
    table.known.clear();
    table.important.push("tam weir caught bram stealing at the lantern and eel".into());
    table.met.push("tam weir".into());
    table.recent = (0..6).map(|n| format!("Bram counted to {n}.")).collect();
    let told = table.play("ask Tam about the boat");
    assert_eq!(table.calls[0].0, "query_session_memory");
    assert!(is_cold(&told), "{told}");
    table.play("I'm sorry, Tam");
    let caught = StoryFact::CaughtStealing { by: "tam weir".into(), place: "the lantern and eel".into() };
    assert!(table.known.contains(&caught), "{:?}", table.known);
    table.play("ask Tam about the boat");
    assert!(table.called("query_session_memory").is_empty(), "it is noted");
}

#[test]
fn asking_about_the_past_asks_the_memory_and_repeats_what_it_answered() {
    let mut table = Fake::after_a_turn();
    table.important.push("marta lent bram her father's lantern".into());
    let told = table.play("What do I know about Marta?");
    assert_eq!(table.calls[0].0, "query_session_memory");
    assert!(told.contains("Marta lent you her father's lantern"), "{told}");
}

#[test]
fn someone_who_matters_is_written_down_once() {
    let mut table = Fake::new();
    table.play("talk to Marta");
    assert_eq!(table.called("create_supporting_npc").len(), 1);
    assert_eq!(table.called("create_supporting_npc")[0]["name"], "Marta");
    table.play("talk to Marta");
    assert!(table.called("create_supporting_npc").is_empty());
    assert!(table.quests.is_empty(), "what is asked is not yet promised");
    table.play("yes");
    assert_eq!(table.quests, ["answer the light on the far bank"]);
}

#[test]
fn a_profile_is_json_of_the_name() {
    let mut asked =
        request(vec![Message::user_text("name: Odo\nrole: ally\nlocation: the ford\ncircumstances: A friend.")], &[]);
    asked.output_config = Some(OutputConfig::json_schema(json!({"type": "object"})));
    let profile: Value = serde_json::from_str(&reply_to(asked).text()).unwrap();
    assert_eq!((profile["name"].as_str(), profile["notes"].as_str()), (Some("Odo"), Some("A friend.")));
    assert!(!profile["motivations"].as_array().unwrap().is_empty());
}

#[test]
fn whoever_is_not_here_is_said_to_be_elsewhere_and_nobody_answers_for_them() {
    let mut table = Fake::after_a_turn();
    table.play("go to the market");
    assert_ne!(table.location, "The Lantern and Eel");
    for words in [
        "ask Marta about the light",
        "talk to Marta",
        "is Marta here?",
        "where is Marta?",
        "I ask for Marta",
        "have you seen Marta?",
    ] {
        let told = table.play(words);
        assert!(told.contains("Lantern and Eel"), "{words}: {told}");
        assert!(!told.contains('“'), "{words}: {told}");
    }
}

#[test]
fn whoever_is_here_may_be_spoken_to_without_a_name() {
    for words in ["talk to the person here", "talk to whoever is here", "I speak with someone"] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains("Will you") || told.contains("yes") || told.contains('“'), "{words}: {told}");
        assert!(!told.contains("couldn't tell you"), "{words}: {told}");
    }
    let told = Fake::after_a_turn().play("what is the matter here?");
    assert!(told.contains('“') && !told.contains("nothing of the kind"), "somebody says: {told}");
}

#[test]
fn a_report_that_it_is_done_goes_to_the_one_who_waits_for_it() {
    let mut table = Fake::new();
    table.play("talk to Marta");
    table.play("yes");
    let told = table.play("tell them it is done");
    assert!(told.contains("warden's yellow lamp") && !table.quests.is_empty(), "not without the proof: {told}");
    table.pack.push("warden's yellow lamp".into());
    table.play("tell them it is done");
    assert!(table.quests.is_empty(), "{:?}", table.history.last());
}
