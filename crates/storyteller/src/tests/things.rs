//! Things: taken, given, used, and only pointed at.

use super::*;

#[test]
fn what_is_only_pointed_at_is_found_in_what_was_said() {
    let mut table = Fake::after_a_turn();
    table.play("talk to Tam");
    table.play("look at the window");
    let told = table.play("ask him about the boat");
    assert!(told.contains("Tam") || told.contains("rope") || told.contains("pipe"), "{told}");
    table.play("give her 2 gold");
    assert_eq!(table.state()["gold_delta"], -2);
    let things = ["tallow candle", "chipped mug", "pack of cards", "brass corkscrew", "heel of bread"];
    let thing = things.iter().find(|thing| table.history[0].1.contains(**thing)).unwrap();
    table.play(&format!("take the {thing} and drop it"));
    assert_eq!(table.state()["items_lost"], json!([thing]));
}

#[test]
fn a_taken_thing_is_asked_for_through_items_gained() {
    let mut table = Fake::after_a_turn();
    let things = ["tallow candle", "chipped mug", "pack of cards", "brass corkscrew", "heel of bread"];
    let told = table.history[0].1.clone() + &table.play("look");
    let thing = things.iter().find(|thing| told.contains(**thing)).unwrap();
    table.play(&format!("take the {thing}"));
    assert_eq!(table.state()["items_gained"], json!([thing]));
    table.play(&format!("take the {thing}"));
    assert!(table.state()["items_gained"].is_null());
}

#[test]
fn drinking_a_potion_one_does_not_have_is_told_as_such() {
    let mut table = Fake::after_a_turn();
    table.play("drink my healing potion");
    assert!(table.state()["items_lost"].is_null() && table.state()["hp_delta"].is_null());
    table.pack.push("healing potion".into());
    table.hp = 3;
    table.dice = [2, 3].into();
    table.play("drink my healing potion");
    assert_eq!(table.state()["items_lost"], json!(["healing potion"]));
    assert_eq!(table.hp, 10);
}

#[test]
fn several_commands_are_all_played() {
    let mut table = Fake::after_a_turn();
    table.play("drop the torch and then leave");
    assert_eq!(table.state()["items_lost"], json!(["torch"]));
    assert!(!table.state()["location_changed"].is_null());
}

#[test]
fn a_part_of_what_was_looked_at_can_be_read_and_is_not_missed() {
    let mut table = Fake::after_a_turn();
    let told = table.play("look at the grey cloak and read the list");
    assert!(told.contains("crossed out") && !told.contains("no list") && !told.contains("have none"), "{told}");
}

#[test]
fn a_torch_burns_down_and_one_burns_at_a_time() {
    let mut table = Fake::after_a_turn();
    table.pack.push("torch".into());
    table.play("light a torch");
    assert_eq!(table.state()["items_lost"], json!(["torch"]));
    table.play("light a torch");
    assert!(table.state()["items_lost"].is_null(), "one burns already");
}

#[test]
fn a_sleep_until_morning_ends_in_the_morning() {
    let mut table = Fake::after_a_turn();
    table.minutes = 14 * 60;
    table.play("sleep until morning");
    assert_eq!(table.minutes, 30 * 60);
    table.play("wait until nightfall");
    assert_eq!(table.minutes, 45 * 60);
}

#[test]
fn whatever_is_told_to_be_among_the_loot_is_had() {
    for silver in 2..=12 {
        let mut table = with_foe();
        table.dice = [15, 8].into();
        table.play("attack the wolf");
        table.dice = [silver / 2, silver - silver / 2].into();
        let told = table.play("loot the body");
        let gained = table.state()["items_gained"].clone();
        match gained.as_array() {
            Some(things) => assert!(told.contains(things[0].as_str().unwrap()), "{told}"),
            None => assert!(!told.contains("button") && !told.contains("stone,") && !told.contains("string"), "{told}"),
        }
    }
}

#[test]
fn what_is_meant_for_one_is_given_to_no_other() {
    let mut table = Fake::after_a_turn();
    for words in ["give my rope to the king", "give the rope to Sir Odo"] {
        let told = table.play(words);
        assert!(table.pack.contains(&"rope".to_owned()), "{words}: {told}");
    }
    let told = table.play("give the rope to Marta");
    assert!(!table.pack.contains(&"rope".to_owned()), "{told}");
}

#[test]
fn what_was_lit_or_drunk_from_is_what_is_handed_on() {
    for words in
        ["light a torch and hand it to Marta", "light a torch and drop it", "light a torch and throw it at Marta"]
    {
        let mut table = Fake::after_a_turn();
        table.pack.push("torch".into());
        let told = table.play(words);
        assert_eq!(table.state()["items_lost"], json!(["torch"]), "{words}: {told}");
    }
    let mut table = Fake::after_a_turn();
    table.pack.push("brandy".into());
    let told = table.play("drink some brandy and give the rest to Marta");
    assert_eq!(table.state()["items_lost"], json!(["brandy"]), "{told}");
    assert!(told.contains("Marta"), "{told}");
    let told = Fake::after_a_turn().play("buy a rope and give it to Marta");
    assert!(!told.contains("hand"), "{told}");
}
