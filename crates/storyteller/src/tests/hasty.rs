//! Hasty people, who write small and without marks: what they type means what it says.

use super::*;

#[test]
fn whoever_stabs_uses_a_blade_however_often_they_say_so() {
    for words in [
        "stab it again and again til it dies",
        "stab it until its dead",
        "slash at it over and over",
        "hack the wolf to bits",
        "hit it as hard as i can",
    ] {
        let mut table = with_foe();
        table.spells = "spell slots 1: 2 of 2; cantrips fire bolt; knows magic missile";
        table.abilities = "str 8 -1, dex 12 +1, con 14 +2, int 18 +4, wis 8 -1, cha 10 +0";
        let told = table.play(words);
        assert_eq!(table.called("take_action")[0]["action"], "attack", "{words}: {told}");
        assert_eq!(table.called("take_action")[0]["with"], "longsword", "{words}: {told}");
    }
}

#[test]
fn whoever_asks_for_help_hears_first_who_waits_for_them() {
    for words in ["help", "what can i do", "what now", "im stuck", "what should i do"] {
        let mut table = Fake::new();
        let first = table.play(words);
        assert!(first.contains("Marta"), "{words}: {first}");
        assert!(first.contains("ask Marta about the trouble"), "{words}: {first}");
        assert_eq!(first.matches("ould ").count().min(1), 1, "{words}: {first}");
        // Once it has been asked, the answer is what is due.
        table.play("ask marta about the trouble");
        let told = table.play(words);
        assert!(told.contains("say yes to Marta"), "{words}: {told}");
        assert!(told.contains("answer the light on the far bank"), "{words}: {told}");
        // And what was offered does what it says.
        table.play("say yes to marta");
        assert_eq!(table.quests, ["answer the light on the far bank"], "{words}");
    }
}

#[test]
fn a_bare_answer_is_for_whoever_asked_last() {
    for words in ["yes", "ok sure", "deal", "yep", "sure thing"] {
        let mut table = Fake::new();
        table.play("ask marta about the trouble");
        // A question between changes nothing of that.
        table.play("whats the pay");
        let told = table.play(words);
        assert_eq!(table.quests, ["answer the light on the far bank"], "{words}: {told}");
        // Of two who asked, the one who asked last.
        let mut table = Fake::new();
        table.play("ask marta about the trouble");
        let errand = table.play("ask tam for work");
        let told = table.play(words);
        assert_eq!(table.quests.len(), 1, "{words}: {errand}\n{told}");
        assert_ne!(table.quests[0], "answer the light on the far bank", "{words}: {errand}\n{told}");
    }
    let mut table = Fake::new();
    table.play("ask marta about the trouble");
    table.play("ask tam for work");
    let told = table.play("no thanks");
    assert!(table.quests.is_empty() && told.contains("Tam"), "{told}");
    table.play("yes");
    assert_eq!(table.quests.len(), 1, "a no to one of them is no no to the other");
}

#[test]
fn an_enemy_is_nobody_who_only_stands_about() {
    for words in ["attack the nearest enemy", "kill the closest monster", "hit the enemy", "shoot the bad guys"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        assert!(table.important.is_empty() && table.called("roll_dice").is_empty(), "{words}: {told}");
        assert!(told.contains("Marta") && told.contains("Tam"), "who is here instead: {told}");
        assert!(!table.fights(), "{words}: {told}");
    }
    let mut table = Fake::after_a_turn();
    table.creatures.push(("oar".into(), "drowned oarsman".into(), 4));
    table.calm.push("oar".into());
    let told = table.play("attack the nearest enemy");
    assert_eq!(table.called("start_combat").len(), 1, "whoever belongs to the trouble is one: {told}");
}

#[test]
fn silly_things_are_told_and_cost_no_dice() {
    for (words, thing) in [
        ("lick the laid table", "table"),
        ("sing to the door", "door"),
        ("kiss the window", "window"),
        ("hug the overturned chair", "chair"),
        ("talk to the wall", "wall"),
        ("throw my boot at the moon", "boot"),
        ("eat my own hat", "hat"),
        ("bark at the moon", ""),
        ("do a cartwheel", ""),
        ("poke tam", "Tam"),
        ("sing a rude song to the chair and dance until everyone laughs", ""),
    ] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        assert!(told.contains(thing), "{words}: {told}");
        assert!(table.called("roll_dice").is_empty(), "{words}: {told}");
        for no in ["there is no", "no trace", "can't find", "not among your things", "until"] {
            assert!(!told.contains(no), "{words}: {told}");
        }
    }
}

#[test]
fn what_is_not_here_to_be_taken_is_said_by_its_name() {
    let told = Fake::after_a_turn().play("take the trumpet and the anvil");
    assert!(told.contains("trumpet") && told.contains("anvil"), "{told}");
}

#[test]
fn a_name_is_known_however_it_is_typed() {
    use crate::world::{Spot, World};
    let mut n = 0;
    for seed in 0..40 {
        let mut table = soak::begin(0, seed);
        table.play("look");
        let world = World::of(&table.table());
        let shrine = world.name(Spot::Shrine).to_owned();
        if !shrine.contains('\'') {
            continue;
        }
        table.location = world.name(Spot::Market).to_owned();
        table.places.push(table.location.clone());
        let hasty = shrine.to_lowercase().replace('\'', "");
        let told = table.play(&format!("go to {hasty}"));
        assert!(crate::world::same(&table.location, &shrine), "{hasty}: {told}");
        n += 1;
    }
    assert!(n > 0, "no shrine has such a name");
}

#[test]
fn whoever_was_spoken_of_is_known_by_that() {
    use crate::world::{Spot, World};
    let mut table = Fake::after_a_turn();
    let world = World::of(&table.table());
    let person = world.people(world.name(Spot::Market)).remove(0);
    let there = crate::world::in_text(world.name(Spot::Market));
    table.history.push(("ask tam".into(), format!("“Go and see {},” says Tam.", person.name)));
    let first = person.first_name().to_lowercase();
    for words in [format!("so whos {first}"), format!("who is {first}?")] {
        let told = table.play(&words);
        assert!(told.contains(&person.name) && told.contains(&there), "{words}: {told}");
    }
}

#[test]
fn whoever_says_wait_before_a_question_waits_for_nothing() {
    let mut table = Fake::after_a_turn();
    let told = table.play("wait who was the ferryman");
    assert_ne!(table.state()["minutes_passed"], 20, "{told}");
}

#[test]
fn what_is_asked_of_somebody_is_answered_and_not_who_they_are() {
    for (words, not) in [
        ("tam what did you see that night", "There isn't much to tell"),
        ("did he have enemies?", "one wish"),
        ("marta, what would you do if you were me?", "one wish"),
        ("can tam come with me?", "can't miss"),
        ("what's the name of the ferryman", "grey cloak"),
        ("is there anyone else who might know something", "can't find"),
    ] {
        let mut table = Fake::after_a_turn();
        table.play("ask marta about the trouble");
        let told = table.play(words);
        assert!(!told.contains(not), "{words}: {told}");
        for own in ["Nobody ever asks", "I stayed when others left", "Born here, and", "I only ever wanted"] {
            assert!(!told.contains(own), "{words}: {told}");
        }
    }
}

#[test]
fn whoever_goes_outside_does_not_cross_the_river() {
    for words in ["go outside", "step outside", "get out of here"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        assert_ne!(table.location, "The Far Landing", "{words}: {told}");
    }
}

#[test]
fn what_is_a_word_is_no_slip_of_another() {
    let told = Fake::after_a_turn().play("look at the food");
    assert!(!told.contains("Ford") && !told.contains("Bridge"), "{told}");
    for words in ["whats north", "what is to the south?", "whats across the river"] {
        let told = Fake::after_a_turn().play(words);
        let is_missed = ["no trace", "don't see", "is called “"].iter().any(|miss| told.contains(miss));
        assert!(!is_missed, "{words}: {told}");
    }
}

#[test]
fn a_blow_at_nobody_breaks_nothing() {
    for words in ["kick it in the face", "smash him", "run at the boss"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        assert!(table.called("roll_dice").is_empty() && !told.contains("it in the face"), "{words}: {told}");
    }
}

#[test]
fn a_first_turn_says_why_before_anything_else() {
    let told = Fake::new().play("hello");
    let (why, plea) = (told.find("came").unwrap_or(usize::MAX), told.find("Ferrymen don't leave supper").unwrap_or(0));
    assert!(why < plea, "{told}");
    assert!(told.contains("say yes to Marta"), "what waits is what is offered: {told}");
}

#[test]
fn whoever_is_offered_coins_for_what_they_have_may_say_yes() {
    use crate::world::World;
    let mut n = 0;
    for seed in 0..30 {
        let mut table = soak::begin(4, seed);
        table.play("look");
        let world = World::of(&table.table());
        let wants = |(person, place): (crate::folk::Person, String)| {
            let errand = world.errand(&person, 0)?;
            (person.role != "quest_giver" && errand.to.is_none()).then_some((person, errand, place))
        };
        let Some((person, errand, place)) = world.everybody().into_iter().find_map(wants) else { continue };
        table.location = place;
        table.pack.push(errand.thing.to_owned());
        let asked = table.play(&format!("ask {} for work", person.name));
        let before = table.copper;
        let told = table.play("deal");
        assert_eq!(table.copper, before + 500, "{asked}\n{told}");
        assert!(!table.pack.contains(&errand.thing.to_owned()), "{told}");
        n += 1;
        if n == 3 {
            return;
        }
    }
    assert!(n > 0, "nobody wants anything");
}

#[test]
fn oh_no_is_no_no_and_no_advice_is_a_way() {
    let mut table = Fake::new();
    table.play("ask marta about the trouble");
    let told = table.play("oh no. when did that start");
    table.play("yes");
    assert_eq!(table.quests.len(), 1, "nothing was refused: {told}");
    let mut table = Fake::new();
    table.play("ask marta about the trouble");
    let told = table.play("thanks. any advice before i go");
    assert_eq!(table.location, "The Lantern and Eel", "{told}");
}

#[test]
fn a_hasty_greeting_greets_and_a_hasty_yes_agrees() {
    for words in ["sup", "yo", "hiya", "howdy"] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains("Marta") && told.contains('“'), "{words}: {told}");
    }
    for words in ["ok sure i'll help", "ok il do it", "yeah sure", "fine ill do it"] {
        let mut table = Fake::new();
        table.play("ask marta about the trouble");
        let told = table.play(words);
        assert_eq!(table.quests, ["answer the light on the far bank"], "{words}: {told}");
    }
}

#[test]
fn a_place_has_a_name_for_whoever_asks() {
    for words in ["what is this place called?", "where am i", "whats this place"] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains("Lantern and Eel"), "{words}: {told}");
    }
    let told = Fake::after_a_turn().play("whats the most interesting thing here");
    let shown = ["bite is gone", "oilcloth", "chair was pushed back", "the light burns"];
    assert!(shown.iter().any(|part| told.contains(part)), "{told}");
}

#[test]
fn a_verb_that_no_file_has_is_done_with_what_it_is_about() {
    let mut table = Fake::after_a_turn();
    for words in ["festoon the laid table", "imma festoon the laid table"] {
        let told = table.play(words);
        assert!(told.contains("festoon") && told.contains("table"), "{words}: {told}");
    }
}

#[test]
fn who_is_not_here_is_named() {
    let told = Fake::after_a_turn().play("punch the bishop");
    assert!(told.contains("bishop") && told.contains("Marta"), "{told}");
}
