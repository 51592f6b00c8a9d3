//! What was put to the player is known by facts, and by no sentence; only narrations from before such facts are read.

use super::*;

/// A table that was told what could be done.
fn offered() -> Fake {
    let mut table = Fake::after_a_turn();
    table.play("what can I do?");
    table
}

fn without_what_was_put(table: &mut Fake) {
    table.known.retain(|fact| !fact.is_put_to_players());
}

#[test]
fn what_was_offered_is_known_whatever_its_words() {
    let mut table = offered();
    let n_offers = table.known.iter().filter(|fact| matches!(fact, StoryFact::Offered { .. })).count();
    assert!(n_offers > 1, "{:?}", table.known);
    table.history.last_mut().unwrap().1 = "Well?".into();
    let told = table.play("the last one");
    assert!(!table.state()["location_changed"].is_null(), "the last thing offered is a way: {told}");
}

#[test]
fn what_another_turn_offered_is_not_what_the_last_one_did() {
    let mut table = offered();
    table.history.push(("look at the rain".into(), "It rains.".into()));
    let told = table.play("the last one");
    assert!(table.state()["location_changed"].is_null(), "{told}");
}

#[test]
fn tellings_of_an_old_session_are_read_for_what_they_offer_and_ask() {
    let mut table = offered();
    without_what_was_put(&mut table);
    table.play("the last one");
    assert!(!table.state()["location_changed"].is_null());

    let mut table = Fake::new();
    table.play("talk to Marta");
    assert!(table.known.iter().any(|fact| matches!(fact, StoryFact::Waits { about, .. } if !about.is_empty())));
    without_what_was_put(&mut table);
    table.play("yes");
    assert_eq!(table.quests, ["answer the light on the far bank"]);
}

#[test]
fn a_light_burns_as_long_as_the_sheet_says_so() {
    for is_old in [false, true] {
        let mut table = Fake::after_a_turn();
        table.play("light the torch");
        assert_eq!(table.conditions, ["carrying a lit torch"]);
        assert!(table.known.contains(&StoryFact::Lit { thing: "torch".into() }));
        if is_old {
            table.known.retain(|fact| !matches!(fact, StoryFact::Lit { .. }));
        }
        table.pack.push("torch".into());
        table.play("light the torch");
        assert!(table.state()["items_lost"].is_null(), "one light at a time");
        table.play("put out the torch");
        assert!(table.conditions.is_empty(), "{:?}", table.conditions);
    }
}
