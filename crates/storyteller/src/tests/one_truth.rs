//! The narration matches the record: spells that no one knows, wounds that no one has, and readings of words that mean
//! something else.

use super::*;

/// A table after its first turn, of a hero who knows some magic.
fn caster() -> Fake {
    let mut table = Fake::after_a_turn();
    table.spells = "spell slots 1: 2 of 2; cantrips fire bolt, light; knows magic missile, shield, cure wounds";
    table
}

/// Nothing was thrown, parted with, spent or taken on, and no time has passed.
fn nothing_came_of(table: &Fake, words: &str, told: &str) {
    assert!(table.called("roll_dice").is_empty(), "{words}: {told}");
    let state = table.state();
    for field in [
        "items_lost",
        "items_gained",
        "gold_delta",
        "minutes_passed",
        "location_changed",
        "quests_added",
        "spell_slots_used",
        "hp_delta",
    ] {
        assert!(state[field].is_null(), "{words}: {told} {state}");
    }
}

#[test]
fn a_spell_the_hero_does_not_know_is_refused_with_those_that_are_known() {
    for words in [
        "I cast fireball at the window",
        "cast lightning bolt at the window",
        "cast fire storm",
        "cast wall of fire",
        "I hurl a fireball at the window",
        "use fireball on the window",
        "fireball the window",
        "cast charm person on Marta",
    ] {
        let mut table = caster();
        let told = table.play(words);
        nothing_came_of(&table, words, &told);
        assert!(told.contains("fire bolt and light") && told.contains("cure wounds"), "{words}: {told}");
    }
    let mut table = caster();
    let told = table.play("cast light");
    assert!(!told.contains("magic missile"), "what is known is cast: {told}");
}

#[test]
fn in_a_fight_a_spell_the_hero_does_not_know_is_refused_with_those_that_are_known() {
    for words in ["cast fireball at the wolf", "cast lightning bolt at the wolf"] {
        let mut table = caster();
        table.creatures.push(("wolf".into(), "gaunt wolf".into(), 4));
        let told = table.play(words);
        assert!(told.contains("fire bolt") && told.contains("magic missile"), "{words}: {told}");
        assert!(table.called("take_action").iter().all(|call| call["action"] != "cast"), "{words}: {:?}", table.calls);
    }
}

#[test]
fn a_spell_without_a_slot_changes_nothing() {
    let mut table = caster();
    table.spells = "spell slots 1: 0 of 2; cantrips light; knows shield of faith";
    let told = table.play("cast shield of faith");
    nothing_came_of(&table, "cast shield of faith", &told);
    assert!(told.contains("shield of faith") || told.contains("Shield of faith"), "{told}");
    table.spells = "spell slots 1: 0 of 2; cantrips light; knows magic missile";
    let told = table.play("cast magic missile at Marta");
    nothing_came_of(&table, "cast magic missile at Marta", &told);
    assert!(table.called("start_combat").is_empty() && told.contains("agic missile"), "{told}");
}

#[test]
fn a_spell_takes_as_long_as_its_rules_say() {
    let mut table = caster();
    table.spells = "spell slots 1: 2 of 2; knows identify, shield";
    let told = table.play("cast identify on the rope");
    assert_eq!(table.state()["minutes_passed"], 1, "{told}");
    table.play("cast shield");
    assert!(table.state()["minutes_passed"].is_null());
}

#[test]
fn a_bandage_is_no_rest() {
    for words in
        ["I bandage myself", "bandage Marta", "heal me", "tend my wounds", "bind my wounds", "first aid", "heal Tam"]
    {
        for hp in [5, 12] {
            let mut table = Fake::after_a_turn();
            table.hp = hp;
            let told = table.play(words);
            nothing_came_of(&table, words, &told);
            assert!(table.called("apply_state_commands").is_empty() && table.hp == hp, "{words}: {told}");
        }
    }
    let mut table = Fake::after_a_turn();
    table.hp = 5;
    let told = table.play("bandage myself");
    assert!(told.contains("potion"), "what would help is said: {told}");
    table.play("bandage myself and rest");
    assert!(!table.called("apply_state_commands").is_empty(), "a rest is one where it is asked for");
}

#[test]
fn the_potion_that_is_named_is_drunk_by_its_own_dice() {
    for (words, spent, dice) in [
        ("drink the potion of healing", "Potion of Healing", "2d4+2"),
        ("drink the greater potion", "Potion of Greater Healing", "4d4+4"),
        ("drink my potion of greater healing", "Potion of Greater Healing", "4d4+4"),
    ] {
        let mut table = Fake::after_a_turn();
        table.hp = 1;
        table.pack.extend(["Potion of Greater Healing".into(), "Potion of Healing".into()]);
        let told = table.play(words);
        assert_eq!(table.state()["items_lost"], json!([spent]), "{words}: {told}");
        assert_eq!(table.called("roll_dice")[0]["dice"], dice, "{words}");
    }
}

#[test]
fn a_hug_goes_to_whom_it_is_meant_for_or_to_nobody() {
    for (words, whom, other) in [("hug the boy", "Tam", "Marta"), ("comfort the boy", "Tam", "Marta")] {
        let mut table = Fake::after_a_turn();
        table.play("talk to Marta");
        let told = table.play(words);
        assert!(told.contains(whom) && !told.contains(other), "{words}: {told}");
    }
    for words in ["hug the king", "kiss the dragon", "comfort the bishop", "threaten the dragon", "flatter the king"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        nothing_came_of(&table, words, &told);
        assert!(table.important.is_empty(), "{words}: {told}");
    }
    for words in ["poke the dragon", "tickle the bishop"] {
        let told = Fake::after_a_turn().play(words);
        assert!(!told.contains(&format!("ou {words}")), "it is not told as done: {told}");
    }
}

#[test]
fn an_oath_takes_no_quest_on() {
    for words in [
        "swear an oath",
        "swear an oath to Marta",
        "I swear on my honour",
        "swear loyalty to Marta",
        "swear allegiance",
        "swear to god",
        "take an oath",
    ] {
        let mut table = Fake::after_a_turn();
        table.play("ask Marta about the trouble");
        let told = table.play(words);
        assert!(table.state()["quests_added"].is_null(), "{words}: {told}");
    }
}

#[test]
fn a_question_goes_nowhere() {
    for words in ["shall we go east", "shall we go across the river?", "shall we leave", "ought we to go north?"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        nothing_came_of(&table, words, &told);
        assert!(table.state()["location_changed"].is_null(), "{words}: {told}");
    }
}

#[test]
fn a_letter_that_is_torn_up_stays_sealed_and_whole() {
    for words in ["tear up the letter", "rip the letter", "crush the letter", "tear up the sealed letter"] {
        let mut table = Fake::after_a_turn();
        table.pack.push("sealed letter".into());
        let told = table.play(words);
        nothing_came_of(&table, words, &told);
        table.play("yes");
        assert!(table.pack.contains(&"sealed letter".to_owned()), "{words}: {told}");
        assert!(told.contains("letter") && !told.contains("break the seal"), "{words}: {told}");
    }
}

#[test]
fn a_game_that_nobody_offers_is_not_bet_on() {
    for words in ["play cards", "play dice with Marta", "play a game of cards", "play chess with Tam", "gamble"] {
        let mut table = Fake::after_a_turn();
        let told = table.play(words);
        nothing_came_of(&table, words, &told);
        table.play("yes");
        assert!(table.called("roll_dice").is_empty() && table.state()["gold_delta"].is_null(), "{words}: {told}");
    }
    let mut table = Fake::after_a_turn();
    table.play("play cards with Marta for one gold");
    assert!(!table.called("roll_dice").is_empty(), "a bet that is named is one");
}
