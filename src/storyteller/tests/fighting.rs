//! Fights: dice before words, and what lies there afterwards.

use super::*;

#[test]
fn a_magic_missile_is_never_rolled_to_hit() {
    let mut table = with_foe();
    table.spells = "spell slots 1: 1 of 2; cantrips fire bolt; knows magic missile, sleep";
    table.dice = [1, 1, 1, 19, 1].into();
    table.play("I attack the wolf with magic missile");
    assert_eq!(table.called("roll_dice")[0]["dice"], "3d4+3");
    assert!(table.called("roll_dice")[0]["dc"].is_null(), "nothing to reach");
    assert_eq!(table.state()["spell_slots_used"], json!({"1": 2}));
    assert!(table.creatures.is_empty());
}

#[test]
fn an_attack_rolls_before_it_tells() {
    let mut table = with_foe();
    table.play("attack the wolf");
    assert_eq!(table.calls[0].0, "roll_dice");
    assert_eq!(table.calls[0].1["dice"], "1d20+5");
    assert_eq!(table.calls[0].1["dc"], 10);
    for ((name, _), before) in table.calls.iter().zip(&table.texts_before_calls) {
        assert!(name != "roll_dice" || before.is_empty(), "a die fell after the telling began");
    }
}

#[test]
fn a_weapon_is_known_by_what_kind_it_is() {
    for (words, to_hit) in [("attack the wolf with my bow", "1d20+3"), ("attack the wolf with my sword", "1d20+5")] {
        let mut table = with_foe();
        table.play(words);
        assert_eq!(table.called("roll_dice")[0]["dice"], to_hit, "{words}");
    }
}

#[test]
fn a_killed_creature_is_reported_through_update_npc() {
    let mut table = with_foe();
    table.dice = [15, 8].into();
    table.play("attack the wolf");
    assert_eq!(table.called("update_npc"), [&json!({"id": "wolf", "hp_delta": -11, "remove_from_scene": true})]);
    assert!(table.creatures.is_empty(), "the body is no company");
    assert_eq!(table.state()["xp_gained"], 50);
    let told = table.play("attack the wolf");
    assert!(table.called("roll_dice").is_empty() && table.called("update_npc").is_empty(), "{told}");
}

#[test]
fn a_foe_that_stands_strikes_back() {
    let mut table = with_foe();
    table.dice = [1, 19, 4].into();
    table.play("attack the wolf");
    assert_eq!(table.state()["hp_delta"], -5);
    assert_eq!(table.hp, 7);
}

#[test]
fn a_hero_who_falls_wakes_somewhere_safe() {
    let mut table = with_foe();
    (table.hp, table.location) = (2, "The Wet Ford".into());
    table.dice = [1, 19, 4].into();
    table.play("attack the wolf");
    assert_eq!((table.hp, table.location.as_str()), (1, "The Lantern and Eel"));
    assert!(table.creatures.is_empty());
}

#[test]
fn a_blow_at_somebody_who_is_not_here_strikes_nobody_else() {
    let mut table = with_foe();
    for words in ["attack Marta", "kill the dragon", "I stab Brother Aumery with my longsword"] {
        table.location = "The Wet Ford".into();
        let told = table.play(words);
        assert!(table.called("roll_dice").is_empty() && table.called("update_npc").is_empty(), "{words}: {told}");
    }
    for words in ["attack it", "attack the nearest enemy", "hit the wolf", "I swing my longsword"] {
        let mut table = with_foe();
        table.play(words);
        assert!(!table.called("roll_dice").is_empty(), "{words}");
    }
}

#[test]
fn it_is_the_one_that_fell_and_nothing_else_that_is_struck_or_looted() {
    let mut table = with_foe();
    table.dice = [15, 8].into();
    table.play("attack the wolf");
    let told = table.play("attack it");
    assert!(told.contains("wolf") || told.contains("nobody"), "{told}");
    table.play("loot it");
    assert_eq!(table.called("roll_dice")[0]["dice"], "2d6", "{:?}", table.history.last());
}
