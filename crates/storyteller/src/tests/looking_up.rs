//! Questions for the rules: they cost no time, and are answered in the rules' own words.

use super::*;

#[test]
fn a_question_for_the_rules_is_answered_in_their_words_and_changes_nothing() {
    let mut table = Fake::after_a_turn();
    for words in
        ["what are the rules for grappling?", "grappling rules", "how does grappling work", "look up grappling"]
    {
        let told = table.play(words);
        assert_eq!(table.called("query_rules")[0]["query"], "grappling", "{words}");
        assert!(told.contains("Grappling") && !told.contains("wanted"), "{words}: {told}");
        assert!(table.called("roll_dice").is_empty() && table.state().is_null(), "{words}");
    }
    assert!(
        table.history[1].1.contains("“You hold on to somebody. That is harder than it looks."),
        "{:?}",
        table.history[1]
    );
}

#[test]
fn a_condition_is_read_by_its_record_and_an_own_gift_on_the_sheet() {
    let mut table = Fake::after_a_turn();
    let told = table.play("what does prone mean?");
    assert_eq!(table.called("query_srd"), [&json!({"type": "condition", "slug": "prone"})]);
    assert!(told.contains("“You lie on the floor of it all.”"), "{told}");
    let told = table.play("how does my second wind work?");
    let asked = json!({"section": "features", "ability_name": "second wind"});
    assert_eq!(table.called("query_character_ability"), [&asked]);
    assert!(told.contains("“You draw on the last of your breath.”"), "{told}");
    let told = table.play("what does my longsword do?");
    assert!(told.contains("1d20+5") && told.contains("1d8+3"), "{told}");
    assert!(table.play("what are my features?").contains("second wind"));
}

#[test]
fn what_the_rules_do_not_know_is_said_in_the_story_with_what_comes_near() {
    let mut table = Fake::after_a_turn();
    assert!(table.play("how does stelth work?").contains("Stealth"));
    assert!(table.play("look up the spell magic missle").contains("Magic Missile"));
    let told = table.play("what does my flying carpet do?");
    assert!(told.contains("flying carpet") && table.calls.is_empty(), "{told}");
}

#[test]
fn what_is_here_is_looked_at_and_not_looked_up() {
    let mut table = Fake::after_a_turn();
    table.play("what does the window do?");
    assert!(table.calls.is_empty());
    let mut table = with_foe();
    table.play("what is a wolf?");
    assert!(table.calls.is_empty(), "one stands here to be seen");
    table.play("what are the rules for grappling?");
    assert!(table.called("roll_dice").is_empty(), "a question costs no time in a fight");
}
