//! Things used as weapons and as tools, hands raised and fingers caught, sitting down, lights and hours.

use super::*;

#[test]
fn a_tool_nobody_has_is_not_used() {
    let mut table = with_foe();
    let told = table.play("throw holy water at the wolf");
    assert!(table.state()["items_lost"].is_null(), "{told}");
    assert_eq!(table.creatures[0].2, 4, "{told}");
}

#[test]
fn a_tool_is_of_use_where_nobody_fights() {
    let mut table = Fake::after_a_turn();
    table.dice = [15].into();
    let told = table.play("tie the rope to the window");
    assert!(!table.pack.contains(&"rope".to_owned()) && told.contains("window"), "{told}");
}

#[test]
fn theft_is_from_whoever_is_named_and_everyone_remembers_it() {
    for words in ["steal her purse from Marta", "pick Marta's pocket", "pick the innkeeper's pocket", "rob Marta"] {
        let mut table = Fake::after_a_turn();
        table.dice = [1].into();
        let told = table.play(words);
        assert!(told.contains("Marta"), "{words}: {told}");
        let event = table.important.last().unwrap_or_else(|| panic!("{words}: {told}")).clone();
        assert!(event.contains("marta caught bram stealing") && event.contains("tam weir saw it"), "{event}");
    }
}

#[test]
fn a_thief_who_is_caught_again_is_put_out() {
    let mut table = Fake::after_a_turn();
    table.dice = [1, 1].into();
    table.play("steal from Marta");
    let told = table.play("steal from Tam");
    assert_ne!(table.location, "The Lantern and Eel", "{told}");
    assert_eq!(table.copper, 0, "{told}");
}

#[test]
fn what_somebody_does_not_have_is_not_stolen() {
    let mut table = Fake::after_a_turn();
    let told = table.play("steal the vorpal sword from Marta");
    assert!(table.called("roll_dice").is_empty() && table.state()["items_gained"].is_null(), "{told}");
}

#[test]
fn a_hand_raised_against_somebody_named_is_seen_and_the_second_time_it_costs() {
    let mut table = Fake::after_a_turn();
    let told = table.play("attack Marta");
    assert!(told.contains("Marta"), "{told}");
    assert!(table.important.last().unwrap().contains("raised a hand against marta"), "{:?}", table.important);
    table.dice = [15].into();
    let told = table.play("attack Marta");
    let throws = table.called("roll_dice");
    assert_eq!((throws.len(), &throws[0]["dice"]), (1, &json!("1d20+5")), "the weapon's own bonus: {told}");
    assert!((1..12).contains(&table.hp) && table.location != "The Lantern and Eel", "blows leave marks: {told}");
}

#[test]
fn whoever_strikes_at_nobody_hears_who_is_here() {
    let told = Fake::after_a_turn().play("attack");
    assert!(told.contains("Marta") && told.contains("Tam"), "{told}");
}

#[test]
fn sitting_down_takes_no_hour_and_ends_by_standing_up() {
    let mut table = Fake::after_a_turn();
    let told = table.play("sit down at the laid table");
    assert!(table.state()["minutes_passed"].as_u64().unwrap_or(0) < 15 && told.contains("table"), "{told}");
    let told = table.play("stand up");
    assert!(!told.contains("as it is") && table.location == "The Lantern and Eel", "{told}");
    table.play("sit on the grey cloak");
    table.play("get out");
    assert_eq!(table.location, "The Lantern and Eel");
}

#[test]
fn what_leads_away_is_boarded() {
    let mut table = Fake::after_a_turn();
    table.play("get into the boat");
    assert_eq!(table.location, "The Far Landing");
}

#[test]
fn a_light_that_burns_stands_on_the_sheet_until_it_is_out() {
    let mut table = Fake::after_a_turn();
    table.play("light the torch");
    assert_eq!(table.conditions, ["carrying a lit torch"]);
    assert!(table.play("how am I?").contains("torch"));
    table.play("put out the torch");
    assert!(table.conditions.is_empty());
    table.pack.push("torch".into());
    table.play("light a torch");
    table.play("sleep");
    assert!(table.conditions.is_empty(), "no torch burns all night");
}

#[test]
fn who_sleeps_by_day_is_told_of_no_night() {
    // The throw for a quiet sleep out of doors: a foe comes, one comes near, all is well.
    for (die, rng) in [1, 7, 20].into_iter().flat_map(|die| [(die, 7), (die, 8), (die, 9)]) {
        let mut table = Fake::after_a_turn();
        (table.minutes, table.rng, table.location) = (6 * 60, rng, "The Old Barrow".into());
        table.dice.push_back(die);
        let told = table.play("sleep").to_lowercase();
        for dark in ["night", "nearly light", "by morning", "at dawn", "first light"] {
            assert!(!told.contains(dark), "{die}, {rng}, {dark}: {told}");
        }
        assert!(!table.scene.contains("night"), "{}", table.scene);
    }
}

#[test]
fn a_sleep_until_night_ends_at_night() {
    for (words, hour) in
        [("sleep until night", 21), ("wait until dusk", 18), ("rest until noon", 12), ("wait till dawn", 6)]
    {
        let mut table = Fake::after_a_turn();
        table.play(words);
        assert_eq!(table.minutes / 60 % 24, hour, "{words}");
    }
}

#[test]
fn what_was_told_of_is_there_when_it_is_looked_at() {
    let mut table = Fake::after_a_turn();
    table.history.last_mut().unwrap().1.push_str(" A black dog is asleep under a bench.");
    for words in ["look at the dog", "take the dog", "examine the bench"] {
        let told = table.play(words);
        for denial in
            ["nothing of the kind", "no such thing", "come back empty", "don't see that", "can't find that here"]
        {
            assert!(!told.contains(denial), "{words}: {told}");
        }
    }
}

#[test]
fn a_yes_that_is_said_aloud_is_a_yes() {
    for words in ["\"I accept,\" I say, shaking hands. \"Where do I start?\"", "“Yes!” I say"] {
        let mut table = Fake::new();
        table.play("talk to Marta");
        let told = table.play(words);
        assert_eq!(table.quests, ["answer the light on the far bank"], "{words}: {told}");
    }
}

#[test]
fn whoever_is_approached_is_spoken_with() {
    let told = Fake::after_a_turn().play("I approach whoever looks most worried");
    assert!(told.contains('“') || told.contains("Marta"), "{told}");
}

#[test]
fn making_camp_and_sleeping_is_one_sleep() {
    let mut table = Fake::after_a_turn();
    table.play("I make camp and sleep until dawn");
    assert_eq!(table.minutes, 24 * 60 + 6 * 60);
}
