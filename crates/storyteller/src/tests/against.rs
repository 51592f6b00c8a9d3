//! Sentences that refuse, put off, feign or tell of rests and spells, and those that name the level of a slot. `against.json` has
//! the sentences, those the words were made for and, as "aside", others of the same kinds.

use language::slot_level;
use serde::Deserialize;

use super::*;
use crate::intent::{self, Act};

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

/// A turn of a hurt hero who has spells and a potion.
fn played(words: &str) -> (Fake, String) {
    let mut table = Fake::after_a_turn();
    table.spells = "spell slots 1: 2 of 2; knows cure wounds";
    table.pack.push("potion of healing".into());
    table.hp = 4;
    let told = table.play(words);
    (table, told)
}

/// Whether a turn took an hour or used something up. This table has no tool for spells: what is read of them is examined.
fn changes(table: &Fake) -> bool {
    let state = table.state();
    let fields = ["items_lost", "hp_delta", "slots_used"];
    let is_rest = !table.called("apply_state_commands").is_empty() || state["minutes_passed"].as_u64() >= Some(60);
    is_rest || fields.iter().any(|field| !state[field].is_null())
}

/// Whether a rest, a spell or a drink is read from words.
fn is_read(words: &str) -> bool {
    let done = intent::moods(&intent::plain(words)).done;
    let deeds = intent::understand(&done, &["cure wounds".to_owned()]);
    let is_it = |deed: &intent::Deed| matches!(deed.act, Act::Cast | Act::Drink | Act::Rest | Act::Sleep);
    !done.is_empty() && deeds.iter().any(is_it)
}

#[track_caller]
fn do_nothing(sentences: &[String]) {
    let does = |words: &&String| is_read(words) || changes(&played(words).0);
    let tells = |words: &String| format!("{words}: {}", played(words).1);
    let wrong: Vec<String> = sentences.iter().filter(does).map(tells).collect();
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
    for words in ["I rest", "We rest for an hour", "Sleep until morning", "I rest my weary legs", "I drink the potion"]
    {
        let (table, told) = played(words);
        assert!(is_read(words) && changes(&table), "{words}: {told} {:?}", table.calls);
    }
    for words in ["I cast cure wounds", "Cure wounds on Marta", "I cast cure wounds if possible"] {
        assert!(is_read(words), "{words}");
    }
}
