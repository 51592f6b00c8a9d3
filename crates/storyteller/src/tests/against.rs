//! Sentences that refuse, put off, feign or tell of rests and spells, and those that name the level of a slot. `against.json` has
//! the sentences, those the words were made for and, as "aside", others of the same kinds.

use language::slot_level;
use serde::Deserialize;

use super::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentences {
    rests: Vec<String>,
    #[serde(rename = "rests aside")]
    rests_aside: Vec<String>,
    spells: Vec<String>,
    #[serde(rename = "spells aside")]
    spells_aside: Vec<String>,
    slots: Vec<(String, u8)>,
    #[serde(rename = "slots aside")]
    slots_aside: Vec<(String, u8)>,
}

fn sentences() -> Sentences {
    serde_json::from_str(include_str!("against.json")).unwrap()
}

/// What a sentence did to a hurt hero who has spells and a potion, where that should be nothing.
fn does_something(words: &str) -> Option<String> {
    let mut table = Fake::after_a_turn();
    table.spells = "spell slots 1: 2 of 2; knows cure wounds";
    table.pack.push("potion of healing".into());
    table.hp = 4;
    let told = table.play(words);
    let state = table.state();
    let changes = ["items_lost", "minutes_passed", "hp_delta", "slots_used", "location_changed"];
    let is_changed = changes.iter().any(|field| !state[field].is_null());
    let is_called = !table.called("apply_state_commands").is_empty() || !table.called("roll_dice").is_empty();
    (is_changed || is_called).then(|| format!("{words}: {told} {:?}", table.calls))
}

#[track_caller]
fn do_nothing(sentences: &[String]) {
    let wrong: Vec<String> = sentences.iter().filter_map(|words| does_something(words)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), sentences.len(), wrong.join("\n"));
}

#[track_caller]
fn name_slots(sentences: &[(String, u8)]) {
    let level = |text: &str| slot_level::find(&text.to_lowercase()).map(|it| it.level);
    let is_wrong = |(text, wanted): &&(String, u8)| level(text) != Some(*wanted);
    let wrong: Vec<&(String, u8)> = sentences.iter().filter(is_wrong).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:?}", wrong.len(), sentences.len());
}

#[test]
fn a_rest_that_is_refused_or_put_off_takes_no_time() {
    do_nothing(&sentences().rests);
}

#[test]
fn other_rests_that_are_refused_or_put_off_take_no_time() {
    do_nothing(&sentences().rests_aside);
}

#[test]
fn a_spell_or_drink_that_is_feigned_or_put_off_is_not_spent() {
    do_nothing(&sentences().spells);
}

#[test]
fn other_spells_and_drinks_that_are_feigned_or_put_off_are_not_spent() {
    do_nothing(&sentences().spells_aside);
}

#[test]
fn the_level_of_a_slot_is_read() {
    name_slots(&sentences().slots);
}

#[test]
fn the_level_of_a_slot_is_read_in_other_words() {
    name_slots(&sentences().slots_aside);
}

#[test]
fn what_is_done_now_is_still_done() {
    for words in ["I rest", "We rest for an hour", "Sleep until morning", "I cast cure wounds", "I drink the potion"] {
        assert!(does_something(words).is_some(), "{words}");
    }
}
