//! Tests of item phrases: quantity, name and owner.

use proptest::{prelude::*, sample::select};

use super::*;
use crate::{
    hero::tests::table,
    id::{ItemId, kebab},
};

fn read(phrase: &str) -> (&str, Option<u32>) {
    let read = ItemPhrase::read(phrase);
    (read.name, read.count)
}

fn hero(pack: &[(&str, u32)]) -> Character {
    let item = |(name, quantity): &(&str, u32)| Item {
        id: ItemId::from(kebab(name)),
        name: (*name).to_owned(),
        quantity: *quantity,
        equipped: None,
    };
    let inventory = pack.iter().map(item).collect();
    Character { name: "Dagna Emberhand".to_owned(), inventory, ..table().characters[0].clone() }
}

#[test]
fn a_count_is_read_before_and_behind_a_name() {
    for (phrase, name, count) in [
        ("3 x torch", "torch", Some(3)),
        ("2× silver ring", "silver ring", Some(2)),
        ("2 torches", "torches", Some(2)),
        ("the two torches", "torches", Some(2)),
        ("Torches (3)", "Torches", Some(3)),
        ("Potion of Healing x2", "Potion of Healing", Some(2)),
        ("Potion of Healing × 2", "Potion of Healing", Some(2)),
        ("a dozen eggs", "eggs", Some(12)),
        ("half a dozen eggs", "eggs", Some(6)),
        ("two of the candles", "candles", Some(2)),
        ("a candle", "candle", Some(1)),
        ("my mace", "mace", None),
        ("50 feet of rope", "50 feet of rope", None),
        ("1,000 ball bearings", "ball bearings", Some(1_000)),
        ("xylophone", "xylophone", None),
        ("The Sunless Crown", "The Sunless Crown", None),
        ("+1 arrow", "+1 arrow", None),
        ("10-foot pole", "10-foot pole", None),
        ("a", "a", None),
        ("0 torches", "0 torches", None),
    ] {
        assert_eq!(read(phrase), (name, count), "{phrase}");
    }
}

#[test]
fn what_is_gained_has_the_name_of_the_pack_or_of_the_rules() {
    let hero = hero(&[("Candle", 10), ("Rations (1 day)", 2), ("a short axe", 1)]);
    for (phrase, name, quantity) in [
        ("2 torches", "Torch", 2),
        ("three torches", "Torch", 3),
        ("Torches (3)", "Torch", 3),
        ("torch", "torch", 1),
        ("10 arrows", "Arrow", 10),
        ("2 Potions of Healing", "Potion of Healing", 2),
        ("2 healing potions", "Potion of Healing", 2),
        ("Potion of Healing x2", "Potion of Healing", 2),
        ("a dozen eggs", "egg", 12),
        ("candles", "Candle", 1),
        ("2 flasks of oil", "Oil (flask)", 2),
        ("3 rations", "Rations (1 day)", 3),
        ("a short axe", "a short axe", 1),
        ("a pair of boots", "pair of boots", 1),
        ("two silver rings", "silver ring", 2),
        ("a silver ring", "silver ring", 1),
        ("half a loaf of bread", "half a loaf of bread", 1),
        ("20 ft of rope", "20 ft of rope", 1),
        ("2 daggers", "Dagger", 2),
        ("Seven League Boots", "Seven League Boots", 1),
        ("The One Ring", "The One Ring", 1),
        ("a gold coin with a hole in it", "gold coin with a hole in it", 1),
        ("a gem worth 50 gp", "gem worth 50 gp", 1),
        ("a 300 gp diamond", "300 gp diamond", 1),
        ("two 50 gp gems", "50 gp gem", 2),
        ("100 gp pearl", "100 gp pearl", 1),
        ("diamond, 300 gp", "diamond, 300 gp", 1),
        ("seventeen torches", "Torch", 17),
        ("ninety arrows", "Arrow", 90),
        ("a thousand arrows", "Arrow", 1_000),
        ("Some of the salve", "salve", 1),
        ("my handful of dust", "handful of dust", 1),
    ] {
        let found = gained(&hero, phrase).unwrap();
        assert_eq!((found.name.as_str(), found.quantity), (name, quantity), "{phrase}");
    }
    assert!(gained(&hero, "candles").unwrap().is_guess && !gained(&hero, "2 torches").unwrap().is_guess);
}

#[test]
fn coins_are_no_things() {
    let hero = hero(&[]);
    for phrase in [
        "15 gold pieces",
        "12 x gold piece",
        "5 silver",
        "a purse with 7 gp",
        "7gp",
        "three copper coins",
        "a gold piece",
        "a bag of gold coins",
        "gold pieces",
        "Gold",
        "that gold",
        "the rest of the gold",
        "some of the silver",
    ] {
        let refusal = gained(&hero, phrase).unwrap_err().to_string();
        assert!(refusal.contains("gold_delta"), "{phrase}: {refusal}");
    }
    for phrase in ["silver ring", "a lucky silver coin", "gold dust", "copper kettle", "a bolt of cloth of gold"] {
        assert!(gained(&hero, phrase).is_ok(), "{phrase}");
    }
}

#[test]
fn coins_take_no_thing_of_metal_out_of_the_pack() {
    let hero = hero(&[("Gold Ring", 5), ("Silver Whistle", 1), ("Lucky Silver Coin", 1)]);
    for phrase in [
        "5 gold",
        "a bag of gold",
        "two gold pieces",
        "zwei Goldmünzen",
        "the rest of the gold",
        "all that gold",
        "the remaining silver",
        "Dagna's gold",
    ] {
        let refusal = find(&hero, phrase).unwrap_err().to_string();
        assert!(refusal.contains("gold_delta"), "{phrase}: {refusal}");
    }
    for (phrase, name) in
        [("the gold ring", "Gold Ring"), ("the whistle", "Silver Whistle"), ("the silver coin", "Lucky Silver Coin")]
    {
        assert_eq!(find(&hero, phrase).unwrap().0.name, name, "{phrase}");
    }
}

#[test]
fn a_phrase_says_how_much_of_a_stack_it_means_or_leaves_it_open() {
    let hero = hero(&[
        ("Candle", 10),
        ("Rations (1 day)", 5),
        ("Bolt", 21),
        ("Dagger", 2),
        ("Mace", 1),
        ("Hempen Rope", 1),
        ("Oil (flask)", 1),
        ("Handful of Dust", 1),
        ("Arrows", 20),
        ("Thieves' Tools", 1),
    ]);
    for (phrase, name, count) in [
        ("all candles", "Candle", Some(10)),
        ("all of my candles", "Candle", Some(10)),
        ("the remaining candles", "Candle", Some(10)),
        ("half the candles", "Candle", Some(5)),
        ("half of my bolts", "Bolt", Some(10)),
        ("the last of the rations", "Rations (1 day)", Some(5)),
        ("the rest of the bolts", "Bolt", Some(21)),
        ("all three candles", "Candle", Some(3)),
        ("my last two candles", "Candle", Some(2)),
        ("the last candle", "Candle", Some(1)),
        ("both daggers", "Dagger", Some(2)),
        ("both of my daggers", "Dagger", Some(2)),
        ("a bag of 20 bolts", "Bolt", Some(20)),
        ("2 days of rations", "Rations (1 day)", Some(2)),
        ("two days' rations", "Rations (1 day)", Some(2)),
        ("a few candles", "Candle", None),
        ("some candles", "Candle", None),
        ("a handful of bolts", "Bolt", None),
        ("handful of bolts", "Bolt", None),
        ("most of the bolts", "Bolt", None),
        ("candles", "Candle", None),
        ("the rations", "Rations (1 day)", None),
        ("Bolts", "Bolt", None),
        ("maces", "Mace", Some(1)),
        ("half of my rope", "Hempen Rope", None),
        ("most of the oil", "Oil (flask)", None),
        ("some of the oil", "Oil (flask)", None),
        ("all of the oil", "Oil (flask)", Some(1)),
        ("my handful of dust", "Handful of Dust", Some(1)),
        ("arrows", "Arrows", None),
        ("the arrows", "Arrows", None),
        ("an arrow", "Arrows", Some(1)),
        ("two arrows", "Arrows", Some(2)),
        ("thieves' tools", "Thieves' Tools", Some(1)),
        ("Rations (1 day)", "Rations (1 day)", Some(1)),
    ] {
        let (item, amount) = find(&hero, phrase).unwrap();
        assert_eq!((item.name.as_str(), amount.of_stack(item.quantity)), (name, count), "{phrase}");
    }
}

#[test]
fn what_is_gained_in_days_or_by_the_bag_is_counted() {
    let hero = hero(&[]);
    for (phrase, name, quantity) in [
        ("2 days of rations", "Rations (1 day)", 2),
        ("three days' rations", "Rations (1 day)", 3),
        ("bag of 20 bolts", "Bolt", 20),
        ("two quivers of 20 arrows", "Arrow", 40),
        ("bag of sand", "bag of sand", 1),
        ("Bag of Seven Winds", "Bag of Seven Winds", 1),
        ("both torches", "Torch", 2),
        ("a few torches", "Torch", 1),
        ("all the candles", "Candle", 1),
        ("a handful of dust", "handful of dust", 1),
        ("half a loaf of bread", "half a loaf of bread", 1),
    ] {
        let found = gained(&hero, phrase).unwrap();
        assert_eq!((found.name.as_str(), found.quantity), (name, quantity), "{phrase}");
    }
    assert!(gained(&hero, "a few torches").unwrap().is_guess);
    for half in ["half the candles", "the other half of the candles", "other half of my torches", "half of the bolts"] {
        let refused = gained(&hero, half).unwrap_err().to_string();
        assert!(refused.contains("is no number of things: say how many, as “3 x "), "{refused}");
    }
}

proptest! {
    #[test]
    fn what_a_phrase_brings_the_same_phrase_takes_away(
        before in select(&[
            "", "the ", "a ", "my ", "some ", "all ", "all the ", "a few ", "both ", "2 ", "three ", "a dozen ",
            "bag of 20 ", "two bags of 20 ", "a handful of ", "the last of the ", "the remaining ", "half a dozen ",
        ]),
        thing in select(&[
            "torches", "candle", "Potions of Healing", "flasks of oil", "days of rations", "days' rations", "silver rings", "axes",
            "wolves' teeth", "loaves of bread", "ball bearings", "thieves' tools", "daggers", "glasses", "Dagna's keys",
            "épées", "lampes à huile", "Fackeln", "Äpfel", "świece", "złote pierścienie", "pociones", "antorchas", "ξίφη", "свечи",
        ]),
        behind in select(&["", " x2", " (3)", " (full)"]),
    ) {
        let phrase = format!("{before}{thing}{behind}");
        let ItemGain { name, quantity, .. } = gained(&hero(&[]), &phrase).unwrap();
        let hero = hero(&[("Rope", 2), (name.as_str(), quantity)]);
        let (item, amount) = find(&hero, &phrase).unwrap();
        // The phrase asks for a part of one thing, unless that is the thing's name.
        let is_part = before == "a handful of " && quantity == 1 && !name.starts_with("handful");
        let said = (!is_part).then_some(quantity);
        prop_assert_eq!((&item.name, amount.of_stack(quantity)), (&name, said), "{}", phrase);
    }
}

#[test]
fn a_thing_of_the_pack_is_found_by_a_natural_name() {
    let hero = hero(&[
        ("Candle", 10),
        ("Rations (1 day)", 5),
        ("Waterskin", 1),
        ("Flask of Plum Brandy", 1),
        ("Mace", 1),
        ("Bolt", 20),
        ("Holy Symbol", 1),
        ("Hempen Rope (50 feet)", 1),
    ]);
    for (phrase, name, count) in [
        ("a candle", "Candle", 1),
        ("the Candle", "Candle", 1),
        ("two candles", "Candle", 2),
        ("3 candles", "Candle", 3),
        ("Candle x2", "Candle", 2),
        ("2 x candle", "Candle", 2),
        ("1 ration", "Rations (1 day)", 1),
        ("a day of rations", "Rations (1 day)", 1),
        ("2 days of rations", "Rations (1 day)", 2),
        ("the flask of plum brandy", "Flask of Plum Brandy", 1),
        ("flask of brandy", "Flask of Plum Brandy", 1),
        ("my mace", "Mace", 1),
        ("Dagna's waterskin", "Waterskin", 1),
        ("waterskin (full)", "Waterskin", 1),
        ("holy symbol (lent to Pell)", "Holy Symbol", 1),
        ("50 feet of hempen rope", "Hempen Rope (50 feet)", 1),
    ] {
        let (item, amount) = find(&hero, phrase).unwrap();
        assert_eq!((item.name.as_str(), amount.of_stack(item.quantity)), (name, Some(count)), "{phrase}");
    }
    for phrase in ["candlestick", "10 ft of hempen rope", "Maud's brandy", "a sword", "15 gold pieces"] {
        assert!(find(&hero, phrase).is_err(), "{phrase}");
    }
}

#[test]
fn of_several_things_that_could_be_meant_none_is_taken() {
    let hero = hero(&[("Silver Ring", 1), ("Iron Ring", 1), ("2 torches", 3), ("Torch", 1)]);
    let refusal = find(&hero, "my ring").unwrap_err().to_string();
    assert!(refusal.contains("Silver Ring") && refusal.contains("Iron Ring"), "{refusal}");
    // A stack of an earlier version keeps the name it was written down with.
    assert_eq!(find(&hero, "2 torches").map(|(item, n)| (item.quantity, n)).unwrap(), (3, StackAmount::Number(1)));
}
