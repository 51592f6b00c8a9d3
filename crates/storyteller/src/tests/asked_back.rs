//! A yes or no is known by what was said before it, and by no sentence.

use super::*;

/// A table that has just asked whether the key is to be thrown away, in other words than any of ours.
fn asked(words: &str) -> Fake {
    let mut table = Fake::after_a_turn();
    table.pack.push("iron toll-gate key".into());
    let told = table.play(words);
    assert!(table.state()["items_lost"].is_null() && told.contains("key"), "{told}");
    table.history.last_mut().unwrap().1 = "Seriously?".into();
    table
}

#[test]
fn a_question_is_known_whatever_its_words() {
    for words in ["throw the iron away", "throw away my iron key if that helps"] {
        let mut table = asked(words);
        let told = table.play("yes");
        assert_eq!(table.state()["items_lost"], json!(["iron toll-gate key"]), "{words}: {told}");
    }
}

#[test]
fn the_words_of_a_question_ask_nothing() {
    let mut table = Fake::after_a_turn();
    table.pack.push("iron toll-gate key".into());
    let asked = table.play("throw the iron away");
    table.history.last_mut().unwrap().0 = "look at the window".into();
    let told = table.play("yes");
    assert!(table.state()["items_lost"].is_null(), "{asked}\n{told}");
}

#[test]
fn only_what_was_asked_about_is_done_at_a_yes() {
    let mut table = Fake::after_a_turn();
    table.pack.push("iron toll-gate key".into());
    let told = table.play("drop the rope and throw the iron away");
    assert_eq!(table.state()["items_lost"], json!(["rope"]), "{told}");
    table.pack.push("rope".into());
    let told = table.play("yes");
    assert_eq!(table.state()["items_lost"], json!(["iron toll-gate key"]), "{told}");
}

#[test]
fn a_no_says_what_is_left_undone_and_answers_the_question() {
    let mut table = asked("throw the iron away");
    let told = table.play("no");
    assert!(table.state()["items_lost"].is_null() && told.contains("iron"), "{told}");
    table.play("yes");
    assert!(table.state()["items_lost"].is_null());
}

#[test]
fn what_was_only_asked_and_remembered_is_not_done_at_a_yes() {
    for words in ["did I drop my rope?", "should I drop my rope?", "when did I drop the rope?"] {
        let mut table = Fake::after_a_turn();
        table.play(words);
        let told = table.play("yes");
        assert!(table.state()["items_lost"].is_null(), "{words}: {told}");
    }
}

#[test]
fn only_a_limit_that_names_the_deed_takes_a_yes_back() {
    for words in ["yes, but hurry", "yes, no problem", "Yes, but be quick!"] {
        let mut table = asked("throw the iron away");
        let told = table.play(words);
        assert_eq!(table.state()["items_lost"], json!(["iron toll-gate key"]), "{words}: {told}");
    }
    for words in
        ["yes, but not the iron", "yes, but don't throw it", "yes, but not now", "yes, unless it is worth a lot"]
    {
        let mut table = asked("throw the iron away");
        let told = table.play(words);
        assert!(table.state()["items_lost"].is_null(), "{words}: {told}");
    }
}
