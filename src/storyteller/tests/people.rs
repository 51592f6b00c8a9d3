//! People: who they are to the hero, and what they remember.

use super::*;

#[test]
fn a_kindness_is_remembered_and_a_theft_is_too() {
    let mut table = Fake::after_a_turn();
    table.important.push("tam weir caught bram stealing at the lantern and eel".into());
    table.met.push("tam weir".into());
    table.history.iter_mut().for_each(|(_, told)| *told = told.replace("Tam", "Somebody"));
    let told = table.play("ask Tam about the boat");
    assert_eq!(table.calls[0].0, "query_session_memory", "whoever was not seen for a while is looked up");
    assert!(
        told.contains("civil") || told.contains("apology") || told.contains("amends") || told.contains("put right"),
        "{told}"
    );
    table.play("I'm sorry, Tam");
    assert!(table.important.last().unwrap().contains("made peace with tam weir"));
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
    asked.system = [SystemBlock { text: "Answer with one JSON object.".into(), cache_control: None }].into();
    let profile: Value = serde_json::from_str(&reply_to(asked).text()).unwrap();
    assert_eq!((profile["name"].as_str(), profile["notes"].as_str()), (Some("Odo"), Some("A friend.")));
    assert!(!profile["motivations"].as_array().unwrap().is_empty());
}
