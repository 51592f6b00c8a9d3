//! Tests of orders to allies.

use super::*;
use crate::combat::{
    deed::Strike,
    orders::{self, Unheeded},
    rounds,
};

/// A fighter with a priest beside, and two goblins: the nearer one is A.
fn with_a_priest(hurt: i32, seed: u8) -> Ring {
    let heal = ActionEffect::Heal { reach: Reach::Melee { feet: 5 }, targets: 1, dice: "1d8+3".to_owned() };
    let mace = blow("Mace", 9, Reach::Melee { feet: 5 }, "1d6", DamageType::Bludgeoning);
    let priest = block(vec![mace, deed("Cure Wounds", heal)]);
    let dummy = block(Vec::new());
    let mut game =
        table(vec![hero("fighter", 5)], &[("Priest", 30, &priest), ("A", 60, &dummy), ("B", 60, &dummy)], seed);
    let npc_id = crate::id::NpcId::from("priest".to_owned());
    game.apply(&Change::CreatureTurned { npc_id, disposition: Disposition::Friendly }).unwrap();
    let character_id = crate::id::CharacterId::from("fighter-1".to_owned());
    game.apply(&Change::HpChanged { character_id, delta: -hurt, temp_delta: 0 }).unwrap();
    Ring::of(game, &[("fighter-1", 3, 3), ("priest", 3, 4), ("a", 4, 4), ("b", 6, 4)])
}

/// Gives an order, ends the hero's turn, and lets everyone act up to the hero's next turn.
fn order(ring: &mut Ring, friend: &str, target: Option<&str>, deed: Option<&str>) -> Result<Unheeded, Refusal> {
    let who = ring.id("fighter-1");
    ring.step(|bout| {
        orders::give(bout, &who, friend, target, deed)?;
        perform(bout, &who, &FighterAction::EndTurn)?;
        rounds::run(bout, 10)?;
        Ok(bout.unheeded())
    })
}

#[test]
fn a_friend_heals_whom_the_player_names() {
    let mut ring = with_a_priest(4, 3);
    let before = ring.fighter("fighter-1").hp();
    assert_eq!(order(&mut ring, "Priest", Some("fighter-1"), Some("cure")).unwrap(), Unheeded::default());
    assert_eq!(ring.fighter("fighter-1").hp(), before + 4, "{:?}", ring.told);
    let mut ring = with_a_priest(4, 3);
    ring.end();
    ring.step(|bout| rounds::run(bout, 10)).unwrap();
    assert_eq!(ring.fighter("fighter-1").hp(), before, "by herself she strikes");
}

#[test]
fn a_friend_attacks_whom_the_player_names() {
    for (target, other) in [("a", "b"), ("b", "a")] {
        let struck = (0..10).any(|seed| {
            let mut ring = with_a_priest(0, seed);
            assert_eq!(order(&mut ring, "priest", Some(target), None).unwrap(), Unheeded::default());
            assert_eq!(ring.fighter(other).hp(), 60, "{:?}", ring.told);
            ring.fighter(target).hp() < 60
        });
        assert!(struck, "{target}");
    }
}

#[test]
fn an_order_that_cannot_be_followed_is_reported_and_the_friend_does_something_else() {
    let mut ring = with_a_priest(0, 3);
    let unheeded = order(&mut ring, "priest", Some("fighter-1"), Some("Cure Wounds")).unwrap();
    assert_eq!(unheeded.impossible, [ring.id("priest")], "nobody is hurt");
    assert!(ring.told.iter().any(|line| line.contains("Mace")), "{:?}", ring.told);
}

#[test]
fn only_friends_take_orders_for_deeds_they_have() {
    for (friend, target, deed, why) in [
        ("a", None, Some("Mace"), "does not fight beside"),
        ("fighter-1", Some("a"), None, "is a hero"),
        ("priest", None, Some("Fireball"), "there is Mace and Cure Wounds"),
        ("priest", Some("nobody"), None, "Nobody in the fight"),
        ("priest", None, None, "Say what"),
        ("ogre", Some("a"), None, "Nobody in the fight"),
    ] {
        let mut ring = with_a_priest(0, 3);
        let refusal = order(&mut ring, friend, target, deed).unwrap_err().to_string();
        assert!(refusal.contains(why), "{friend}: {refusal}");
        assert_eq!(ring.current(), "fighter-1");
    }
}

#[test]
fn a_friend_who_is_to_strike_with_a_weapon_does_so_as_often_as_a_multiattack_has_it() {
    let strike = |deed: &str| vec![Strike { deed: deed.to_owned(), count: "2".to_owned() }];
    let scout = block(vec![
        deed("Multiattack", ActionEffect::Multiattack { ways: vec![strike("Shortsword"), strike("Longbow")] }),
        blow("Shortsword", 4, Reach::Melee { feet: 5 }, "1d6+2", DamageType::Piercing),
        blow("Longbow", 4, Reach::Ranged { normal: 150, long: 600 }, "1d8+2", DamageType::Piercing),
    ]);
    let dummy = block(Vec::new());
    for with in ["Longbow", "shortsword"] {
        let mut game = table(vec![hero("fighter", 5)], &[("Scout", 30, &scout), ("A", 60, &dummy)], 3);
        let npc_id = crate::id::NpcId::from("scout".to_owned());
        game.apply(&Change::CreatureTurned { npc_id, disposition: Disposition::Friendly }).unwrap();
        let mut ring = Ring::of(game, &[("fighter-1", 3, 3), ("scout", 3, 4), ("a", 4, 4)]);
        assert_eq!(order(&mut ring, "scout", Some("a"), Some(with)).unwrap(), Unheeded::default());
        let n = ring.told.iter().filter(|line| line.to_lowercase().contains(&with.to_lowercase())).count();
        assert!(n >= 2, "{with}: {:?}", ring.told);
    }
}
