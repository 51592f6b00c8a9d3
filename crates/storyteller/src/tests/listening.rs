//! The person spoken to answers the question asked; every part of a message is done or mentioned.

use super::*;

const HOME: &str = "The Lantern and Eel";

#[test]
fn whoever_is_named_answers_and_nobody_else() {
    for words in [
        "Marta, how old are you?",
        "marta!!!! how old r u",
        "how old are you, Marta?",
        "marta how old r u",
        "hey marta whats ur wifes name",
        "Marta, is there a healer here? I'm badly hurt",
        "Marta, where should I go?",
        "marta!!!! what next",
    ] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains('“') && told.contains("Marta"), "{words}: {told}");
        assert!(!told.contains("Tam"), "{words}: {told}");
        assert!(!told.contains("name means nothing"), "{words}: {told}");
    }
}

#[test]
fn the_trouble_is_the_first_step_for_whoever_asks_where_to_go() {
    let told = Fake::after_a_turn().play("ask Marta where I should go");
    assert!(told.contains("Far Landing"), "{told}");
}

#[test]
fn a_clue_that_is_shown_or_asked_about_is_answered() {
    for words in ["show Marta the oar pin", "Marta, I found this oar pin. What does it mean?"] {
        let mut table = Fake::after_a_turn();
        table.quests.push("answer the light on the far bank".into());
        table.met.push("marta".into());
        table.pack.push("ferryman's oar pin".into());
        table.known.push(StoryFact::Learned { place: "the Lamp House".into() });
        let told = table.play(words);
        assert!(told.contains("oar pin") && told.contains("Marta"), "{words}: {told}");
        assert!(told.contains("Far Landing"), "it leads on: {words}: {told}");
        assert!(table.pack.contains(&"ferryman's oar pin".to_owned()), "shown is not given");
    }
}

#[test]
fn whoever_goes_back_to_report_arrives_and_reports() {
    let mut table = Fake::after_a_turn();
    table.play("go to the market");
    assert_ne!(table.location, HOME);
    let told = table.play("go back and report to Marta that I found nothing");
    assert_eq!(table.location, HOME, "{told}");
    assert!(told.contains("Marta"), "{told}");
    assert!(!told.contains("turns you back"), "{told}");
}

#[test]
fn a_yes_never_answers_an_idle_sentence() {
    let mut table = Fake::after_a_turn();
    let idle = "You could only guess, and guesses have cost better people than you. Marta might, if you ask.";
    table.history.last_mut().unwrap().1 = idle.into();
    let told = table.play("I'll do it");
    assert!(!told.contains("only guess"), "{told}");
}

#[test]
fn every_part_of_a_list_is_bought_or_named() {
    let mut table = Fake::after_a_turn();
    table.play("go to the market");
    let told = table.play("buy 2 torches and a bedroll and a zeppelin");
    let torches = table.pack.iter().filter(|thing| thing.contains("torch")).count();
    assert_eq!(torches, 3, "{told}\n{:?}", table.pack);
    assert!(told.contains("zeppelin"), "{told}");
}

#[test]
fn what_a_line_asks_besides_is_not_called_missing() {
    for words in ["look around and see who's here", "I hide and watch for a while before going further"] {
        let told = Fake::after_a_turn().play(words);
        for sign in ["who's", "while", "such thing", "can't find it"] {
            assert!(!told.contains(sign), "{words}: {told}");
        }
    }
}

#[test]
fn a_wound_that_is_told_of_is_no_check() {
    for words in ["is there a healer here? I'm badly hurt", "im hurt i want to sleep now"] {
        let mut table = Fake::after_a_turn();
        table.play(words);
        let thrown = table.called("roll_dice");
        assert!(thrown.iter().all(|call| !call["reason"].to_string().to_lowercase().contains("hurt")), "{thrown:?}");
    }
}

#[test]
fn a_pocket_is_no_pocket_astrolabe() {
    for words in ["pick Marta's pocket", "I pick her pocket with mage hand"] {
        let mut table = Fake::after_a_turn();
        table.play("talk to Marta");
        table.pack.push("pocket astrolabe".into());
        let told = table.play(words);
        assert!(!told.contains("astrolabe"), "{words}: {told}");
        assert_eq!(table.called("roll_dice").len(), 1, "{words}: {told}");
    }
}

#[test]
fn what_is_thrown_at_nobody_stays_in_the_hand() {
    let mut table = Fake::after_a_turn();
    table.pack.push("bag of sand".into());
    let told = table.play("I throw the bag of sand at the wrecker");
    assert!(table.pack.contains(&"bag of sand".to_owned()), "{told}");
    assert!(table.called("roll_dice").is_empty(), "{told}");
}

#[test]
fn a_beast_that_is_not_there_is_not_stroked() {
    let told = Fake::after_a_turn().play("can i pet the dog");
    assert!(told.contains("dog"), "{told}");
    assert!(!told.contains("You pet"), "{told}");
}

#[test]
fn nothing_is_closed_behind_me() {
    let told = Fake::after_a_turn().play("bar the door behind me");
    assert!(!told.contains(" me."), "{told}");
}

#[test]
fn a_turn_of_phrase_comes_again_only_when_all_others_were_told() {
    use crate::prose::Prose;
    let stock = ["You strike, and {foe} [drops like a cut rope|lies still].", "{Foe} falls."];
    let mut told: Vec<String> = Vec::new();
    for (i, foe) in ["the rat", "the wolf", "the crow"].into_iter().enumerate() {
        let mut prose = Prose::after(&told, u64::try_from(i).unwrap());
        prose.say(&stock, &[("foe", foe)]);
        told.push(prose.text().to_owned());
    }
    let n = told.iter().filter(|text| text.contains("drops like a cut rope")).count();
    assert!(n <= 1, "{told:?}");
}

#[test]
fn him_and_her_are_who_goes_by_that() {
    let told = Fake::after_a_turn().play("ask him about the light");
    assert!(told.contains("Tam"), "{told}");
    let told = Fake::after_a_turn().play("ask her about the light");
    assert!(told.contains("Marta"), "{told}");
}

#[test]
fn everybody_is_spoken_to_at_once() {
    let told = Fake::after_a_turn().play("both of you come with me");
    assert!(told.contains("Tam") && told.contains("Marta"), "{told}");
}

#[test]
fn what_is_shouted_at_nobody_is_heard() {
    let told = Fake::after_a_turn().play("yell fire in the kitchen");
    assert!(told.contains("ire in the kitchen"), "{told}");
}

#[test]
fn a_question_in_german_is_told_what_is_read() {
    for words in ["was bedeutet Vorteil?", "wie viel Schaden macht ein Langschwert?", "Rettungswurf?"] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains("English"), "{words}: {told}");
    }
}
