//! Questions, conditionals and negations cost nothing; a thing is given away only if it is named.

use super::*;

/// What a player says in a scene, and the state that is written down for it.
fn said(words: &str) -> (String, Value, Fake) {
    let mut table = Fake::after_a_turn();
    let told = table.play(words);
    let state = table.state();
    (told, state, table)
}

#[test]
fn a_question_an_if_and_a_no_are_no_deeds() {
    for (words, about) in [
        ("should I leave my rope with Marta", "rope with Marta"),
        ("can I pay with torches?", "pay with torches"),
        ("I could give her my rope but I need it", "your rope"),
        ("what happens if I burn the inn down?", "burn the inn down"),
        ("don't throw away my torch", "throw away your torch"),
        ("never give him the rope", "the rope"),
    ] {
        let (told, state, table) = said(words);
        assert!(told.contains(about), "{words}: {told}");
        assert!(table.called("roll_dice").is_empty(), "{words}: {told}");
        for field in ["items_lost", "gold_delta", "minutes_passed", "location_changed"] {
            assert!(state[field].is_null(), "{words}: {state}");
        }
    }
}

#[test]
fn what_is_done_instead_is_done() {
    let (told, state, _) = said("don't drop the rope, look at the window");
    assert!(told.contains("the light burns") && state["items_lost"].is_null(), "{told}");
}

#[test]
fn a_question_for_what_one_has_takes_no_time() {
    for words in ["how many torches do I have left", "do I have a rope?"] {
        let (told, state, _) = said(words);
        assert!(told.contains("torch") || told.contains("rope"), "{words}: {told}");
        assert!(state["minutes_passed"].is_null(), "{words}: {state}");
    }
}

#[test]
fn what_hands_do_is_answered_with_the_thing_and_without_dice() {
    for (words, thing) in [
        ("knock on the window", "window"),
        ("polish the window", "window"),
        ("set the chair upright", "chair"),
        ("hang my rope on the chair", "rope"),
    ] {
        let (told, state, table) = said(words);
        assert!(told.contains(thing), "{words}: {told}");
        assert!(table.called("roll_dice").is_empty() && state["items_lost"].is_null(), "{words}: {told}");
    }
}

#[test]
fn a_thing_that_is_only_pointed_at_is_not_parted_with() {
    for words in ["hand it to her", "drop it", "put it on"] {
        let (told, state, _) = said(words);
        assert!(state["items_lost"].is_null() && !told.is_empty(), "{words}: {told}");
    }
    let (told, state, _) = said("drop the rope");
    assert_eq!(state["items_lost"], json!(["rope"]), "{told}");
}

#[test]
fn what_is_not_surely_meant_is_asked_about_and_done_at_a_yes() {
    let mut table = Fake::after_a_turn();
    table.play("ask Marta about the trouble");
    let told = table.play("promise the moon");
    assert!(table.state()["quests_added"].is_null() && told.contains("Marta"), "{told}");
    let told = table.play("yes");
    assert!(!table.state()["quests_added"].is_null(), "{told}");
    let mut table = Fake::after_a_turn();
    table.pack.push("iron toll-gate key".into());
    let told = table.play("throw the iron away");
    assert!(table.state()["items_lost"].is_null() && told.contains("iron toll-gate key"), "{told}");
    table.play("no");
    assert!(table.state()["items_lost"].is_null());
}

#[test]
fn a_gesture_gives_and_pays_nothing() {
    for words in ["pay attention to Marta", "give Marta a nod", "throw Marta a look", "bet that it rains", "play cards"]
    {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        let state = table.state();
        assert!(state["gold_delta"].is_null() && state["items_lost"].is_null(), "{words}: {told}");
    }
    let mut table = Fake::after_a_turn();
    table.play("bet Marta one gold");
    assert!(!table.called("roll_dice").is_empty());
}

#[test]
fn a_bet_goes_to_the_higher_throw_and_an_even_one_to_nobody() {
    // The hero has Wisdom -1, and who takes the bet adds 2.
    for (dice, copper) in [([15, 3], 1_100), ([10, 12], 900), ([13, 10], 1_000)] {
        let mut table = Fake::after_a_turn();
        table.dice = dice.into();
        let told = table.play("bet Marta one gold");
        assert_eq!((table.called("roll_dice").len(), table.copper), (2, copper), "{dice:?}: {told}");
    }
}

#[test]
fn to_ask_whether_to_go_is_not_to_go() {
    let here = Fake::after_a_turn().location;
    for words in ["go outside?", "maybe go outside?", "leave?"] {
        let (told, state, table) = said(words);
        assert_eq!(table.location, here, "{words}: {told}");
        assert!(state["minutes_passed"].is_null(), "{words}: {state}");
    }
}

#[test]
fn nobody_turns_invisible_without_the_spell() {
    for words in ["I turn invisible", "turn myself invisible"] {
        let (told, _, table) = said(words);
        assert!(told.contains("conjurer") || told.contains("Magic"), "{words}: {told}");
        assert!(table.called("roll_dice").is_empty(), "{words}: {told}");
    }
}

#[test]
fn what_waits_for_something_is_kept_in_mind() {
    let here = Fake::after_a_turn().location;
    for words in [
        "as soon as its dark we go east",
        "once Marta is gone, take the bread",
        "go north unless it rains",
        "drop the rope after the storm is over",
        "should Marta agree, go to the causeway",
        "otherwise go east",
        "look around, and if Marta leaves go east",
        "Marta told me I could drop the rope",
        "Marta says: go east",
    ] {
        let (told, state, table) = said(words);
        assert_eq!(table.location, here, "{words}: {told}");
        assert!(state["items_lost"].is_null() && state["items_gained"].is_null(), "{words}: {state}");
    }
    let (told, ..) = said("once Marta is gone, take the bread");
    assert!(told.contains("nce Marta is gone"), "{told}");
    let mut table = Fake::after_a_turn();
    let told = table.play("if Marta nods, drop the rope");
    assert!(table.state()["items_lost"].is_null(), "{told}");
    table.play("yes");
    assert_eq!(table.state()["items_lost"], json!(["rope"]));
}

#[test]
fn what_only_says_when_is_done() {
    for words in
        ["before Marta comes back drop the rope", "even if she minds, drop the rope", "after that, drop the rope"]
    {
        let (told, state, _) = said(words);
        assert_eq!(state["items_lost"], json!(["rope"]), "{words}: {told}");
    }
}

#[test]
fn a_hurry_goes_nowhere() {
    let here = Fake::after_a_turn().location;
    for words in ["Hurry!", "let's hurry", "come on"] {
        let (told, state, table) = said(words);
        assert_eq!(table.location, here, "{words}: {told}");
        assert!(state["quests_added"].is_null() && state["minutes_passed"].is_null(), "{words}: {state}");
    }
}
