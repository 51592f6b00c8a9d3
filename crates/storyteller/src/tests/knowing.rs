//! What the hero knows and does not, who gives a quest, and how time goes by in talk.

use super::*;

#[test]
fn a_question_is_answered_from_what_was_told() {
    for (words, part) in [
        ("what happened to the ferryman?", "set out last night"),
        ("where did the ferryman go?", "set out last night"),
        ("what do I know about the river?", "the river is rising"),
    ] {
        let told = Fake::after_a_turn().play(words);
        assert!(told.contains(part), "{words}: {told}");
    }
}

#[test]
fn what_nobody_has_told_is_not_known_and_somebody_is_named_who_may() {
    for words in [
        "where did the gold go?",
        "what happened to the six passengers?",
        "what is Tam afraid of?",
        "who killed the mayor?",
        "how many of them are there?",
    ] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        for wish in ["row out himself", "twenty-five", "Twenty-five", "nothing of the kind", "no such thing"] {
            assert!(!told.contains(wish), "{words}: {told}");
        }
        assert!(told.contains("Marta") || told.contains("Tam"), "{words}: {told}");
    }
}

#[test]
fn what_somebody_wants_is_not_remembered_before_it_was_said() {
    let mut table = Fake::after_a_turn();
    table.met.push("tam weir".into());
    table.people.push(("tam weir".into(), "informant".into(), "the lantern and eel".into()));
    for words in ["what do I know about Tam?", "what do I know about his master?"] {
        let told = table.play(words);
        assert!(!told.contains("row out himself"), "{words}: {told}");
    }
}

#[test]
fn questions_for_the_sheet_and_the_clock_are_answered_in_numbers() {
    let told = Fake::after_a_turn().play("whats my hp");
    assert!(told.contains("12"), "{told}");
    let told = Fake::after_a_turn().play("what is my AC?");
    assert!(told.contains("16"), "{told}");
    let told = Fake::after_a_turn().play("what time is it?");
    assert!(told.contains("ight in the morning"), "{told}");
}

#[test]
fn talk_takes_time() {
    let mut table = Fake::after_a_turn();
    table.play("talk to Marta");
    assert_eq!(table.state()["minutes_passed"], 5);
}

#[test]
fn a_first_talk_is_no_meeting_again_however_late_it_comes() {
    let mut table = Fake::after_a_turn();
    for _ in 0..6 {
        table.play("wait");
    }
    let told = table.play("talk to Marta");
    for again in ["a while", "place you", "knew you at once", "look who it is", "Back again", "You again"] {
        assert!(!told.contains(again), "{told}");
    }
}

#[test]
fn a_quest_nobody_gave_is_told_as_the_heros_own() {
    let mut table = Fake::after_a_turn();
    let told = table.play("go across the river");
    assert_eq!(table.quests, ["answer the light on the far bank"]);
    assert!(told.contains("answer the light on the far bank"), "{told}");
}

#[test]
fn a_plea_stays_open_while_the_one_who_made_it_is_here() {
    let mut table = Fake::new();
    table.play("talk to Marta");
    for words in ["look around", "look at the window", "inventory", "what time is it?"] {
        table.play(words);
    }
    table.play("yes");
    assert_eq!(table.quests, ["answer the light on the far bank"]);
}

#[test]
fn what_bars_the_way_is_not_the_same_three_times() {
    let mut foes = Vec::new();
    for place in ["The Far Landing", "The Lamp House"] {
        let mut table = Fake::after_a_turn();
        table.location = "nowhere".into();
        table.play(&format!("go to {place}"));
        foes.extend(table.creatures.first().map(|foe| foe.1.clone()));
    }
    foes.sort();
    let n = foes.len();
    foes.dedup();
    assert_eq!(foes.len(), n, "{foes:?}");
}

#[test]
fn names_in_quests_are_written_with_their_capitals() {
    let mut table = soak::begin(1, 3);
    table.play("talk to Ilse");
    table.play("yes");
    assert_eq!(table.quests, ["silence the knocking under Thornwick"]);
}
