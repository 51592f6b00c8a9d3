//! An answer fits the words and comes from the addressee.

use super::*;
use crate::phrases::lore;

/// A beginning, by its number, after a first look around.
fn begun(which: usize) -> Fake {
    let mut table = soak::begin(which, 1);
    table.play("look around");
    table
}

#[test]
fn somebody_who_is_asked_about_the_trouble_tells_of_just_that() {
    for (which, who, quest) in [
        (0, "Tam Weir", "answer the light on the far bank"),
        (1, "Granny Pell", "silence the knocking under thornwick"),
        (3, "Nell Carrow", "bring back what rings under the sea"),
    ] {
        for subject in lore::of(quest).iter().filter(|subject| !subject.said.is_empty()) {
            let mut table = begun(which);
            let told = table.play(&format!("I ask {who} about {}", subject.name));
            let about = |line: &&str| subject.words.iter().any(|word| line.to_lowercase().contains(word));
            let first = who.split(' ').next().unwrap();
            assert!(told.contains(first) && told.contains('“'), "{}: {told}", subject.name);
            assert!(
                subject.said.iter().any(|line| told.contains(deeds_core(line))) || about(&told.as_str()),
                "{}: {told}",
                subject.name
            );
        }
    }
}

/// The last sentence of a saying.
fn deeds_core(line: &str) -> &str {
    line.trim_matches(['“', '”', '.', '!', '?']).rsplit(". ").next().unwrap_or_default()
}

#[test]
fn what_the_trouble_is_about_can_be_looked_at_and_meddled_with() {
    let mut table = begun(1);
    assert!(table.play("I knock back").contains("the answer comes"), "{:?}", table.history.last());
    let mut table = begun(3);
    assert!(table.play("look at the tide").contains("ribbed sand"), "{:?}", table.history.last());
    assert!(table.play("take the silver").contains("tub"), "{:?}", table.history.last());
}

#[test]
fn what_nobody_understands_is_answered_with_what_they_would() {
    let mut table = begun(0);
    let told = table.play("I ask Tam Weir about the emperor's moustache");
    let named = lore::of("answer the light on the far bank").iter().any(|subject| told.contains(subject.name));
    assert!(named, "{told}");
}

#[test]
fn whoever_looks_for_a_sign_finds_no_apple() {
    for words in ["look for footprints", "search for blood and clues", "I look for the emperor"] {
        let mut table = begun(0);
        table.dice = [18].into();
        let told = table.play(words);
        assert!(table.state()["items_gained"].is_null(), "{words}: {told}");
    }
}

#[test]
fn a_place_that_is_named_is_gone_to_or_told_the_way_to() {
    let mut table = begun(0);
    let told = table.play("climb up to the Lamp House");
    assert!(told.contains("Lamp House") || told.contains("Far Landing"), "{told}");
    let told = table.play("go to the emperor");
    assert!(told.contains("emperor"), "{told}");
}
