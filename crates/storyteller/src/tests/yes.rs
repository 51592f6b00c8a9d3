//! Yes, no, and what they answer.

use super::*;

#[test]
fn a_yes_with_words_behind_it_takes_on_what_was_asked() {
    for words in
        ["yes, I will go", "Yes I will", "sure, I can do that for you", "Alright then, I'll do it!", "of course"]
    {
        let mut table = Fake::new();
        table.play("talk to Marta");
        let told = table.play(words);
        assert_eq!(table.quests, ["answer the light on the far bank"], "{words}: {told}");
        assert_eq!(table.location, "The Lantern and Eel", "{words}: nobody has left yet");
    }
}

#[test]
fn a_yes_to_several_things_asks_which_and_does_none() {
    let mut table = Fake::after_a_turn();
    table.play("what can I do?");
    let listed = table.history.last().unwrap().1.clone();
    let told = table.play("yes");
    let state = table.state();
    assert!(state["items_gained"].is_null() && state["location_changed"].is_null(), "{listed}\n{told}");
    assert!(told.contains(" or ") || !listed.contains(" or "), "{told}");
}

#[test]
fn one_of_several_is_chosen_by_its_number() {
    let mut table = Fake::after_a_turn();
    table.play("what can I do?");
    let listed = table.history.last().unwrap().1.clone();
    let told = table.play("the last one");
    assert!(!table.state()["location_changed"].is_null(), "the last thing listed is a way: {listed}\n{told}");
}

#[test]
fn a_no_leaves_everything_as_it_was() {
    let mut table = Fake::new();
    table.play("talk to Marta");
    table.play("no, I'd rather not");
    assert!(table.quests.is_empty() && table.state().is_null());
}

#[test]
fn a_no_may_be_taken_back() {
    for no in ["no", "no, not me", "No. Find somebody else.", "not today"] {
        let mut table = Fake::new();
        table.play("talk to Marta");
        let told = table.play(no);
        assert!(table.quests.is_empty() && table.state().is_null(), "{no}: {told}");
        table.play("actually yes");
        assert_eq!(table.quests, ["answer the light on the far bank"], "after {no:?}");
    }
}
