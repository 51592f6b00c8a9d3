//! Fights on terrain, and with creatures larger than a square.

use proptest::prelude::*;

use super::*;
use crate::combat::{
    movement, tactics,
    terrain::{Hazard, Rectangle, TerrainKind},
    ways::Ways,
};

fn patch(name: &str, kind: TerrainKind, rectangles: &[(u8, u8, u8, u8)]) -> TerrainPatch {
    let at = rectangles.iter().map(|&(x, y, width, height)| Rectangle { x, y, width, height }).collect();
    TerrainPatch { name: name.to_owned(), kind, at }
}

fn wall(rectangles: &[(u8, u8, u8, u8)]) -> TerrainPatch {
    patch("wall", TerrainKind::Blocked, rectangles)
}

fn coals(damage: &str, rectangles: &[(u8, u8, u8, u8)]) -> TerrainPatch {
    let hazard = Hazard { damage: damage.to_owned(), damage_type: DamageType::Fire, save: None };
    patch("coals", TerrainKind::Hazard(hazard), rectangles)
}

/// A fighter and a goblin without a bow at these squares.
fn duel_on(hero_at: (u8, u8), goblin_at: (u8, u8), terrain: Vec<TerrainPatch>) -> Ring {
    let blade = StatBlock { deeds: goblin().deeds[..1].to_vec(), ..goblin() };
    let game = table(vec![hero("fighter", 5)], &[("Goblin", 40, &blade)], 7);
    Ring::on(game, &[("fighter-1", hero_at.0, hero_at.1), ("goblin", goblin_at.0, goblin_at.1)], terrain)
}

fn take_turn(ring: &mut Ring) {
    ring.step(tactics::take_turn).unwrap();
}

fn square(ring: &Ring, who: &str) -> (u8, u8) {
    let Square { x, y } = ring.place(who).square;
    (x, y)
}

#[test]
fn a_creature_goes_around_a_wall_to_its_foe() {
    // The only way through the wall is at the bottom.
    let mut ring = duel_on((2, 0), (8, 0), vec![wall(&[(5, 0, 1, 7)])]);
    for _ in 0..6 {
        ring.end();
        take_turn(&mut ring);
        if ring.told.iter().any(|line| line.contains("Scimitar")) {
            break;
        }
    }
    let (goblin, hero) = (ring.place("goblin"), ring.place("fighter-1"));
    assert!(goblin.is_beside(hero), "{:?}", square(&ring, "goblin"));
}

#[test]
fn a_creature_goes_around_a_hazard_and_through_it_where_there_is_no_other_way() {
    let mut ring = duel_on((2, 3), (8, 3), vec![coals("1", &[(5, 1, 1, 7)])]);
    ring.end();
    take_turn(&mut ring);
    ring.end();
    take_turn(&mut ring);
    assert!(ring.place("goblin").is_beside(ring.place("fighter-1")));
    assert_eq!(ring.fighter("goblin").hp(), 40, "a way is free at the top");
    let mut ring = duel_on((2, 3), (8, 3), vec![coals("1", &[(5, 0, 1, 8)])]);
    for _ in 0..3 {
        ring.end();
        take_turn(&mut ring);
    }
    assert!(ring.fighter("goblin").hp() < 40 && ring.place("goblin").is_beside(ring.place("fighter-1")));
}

#[test]
fn a_creature_leaves_a_hazard_to_strike() {
    let mut ring = duel_on((3, 3), (4, 3), vec![coals("1", &[(4, 3, 1, 1)])]);
    let before = ring.fighter("goblin").hp();
    ring.end();
    assert_eq!(ring.fighter("goblin").hp(), before - 1, "its turn begins there");
    take_turn(&mut ring);
    assert_ne!(square(&ring, "goblin"), (4, 3));
    assert!(ring.told.iter().any(|line| line.contains("Scimitar")), "{:?}", ring.told);
}

#[test]
fn who_is_pushed_stops_at_a_wall_and_burns_in_a_hazard() {
    let push = |terrain| {
        let mut ring = duel_on((3, 3), (4, 3), terrain);
        let (goblin, hero) = (ring.id("goblin"), ring.id("fighter-1"));
        ring.step(|bout| movement::push(bout, &goblin, &hero, 10)).unwrap();
        (square(&ring, "goblin"), ring.fighter("goblin").hp(), ring.told.join(" "))
    };
    assert_eq!(push(Vec::new()).0, (6, 3));
    assert_eq!(push(vec![wall(&[(6, 3, 1, 1)])]).0, (5, 3));
    let (at, hp, told) = push(vec![coals("3", &[(6, 3, 1, 1)])]);
    assert_eq!((at, hp), ((6, 3), 37));
    let (at, hp, _) = push(vec![coals("3", &[(5, 3, 1, 1)])]);
    assert_eq!((at, hp), ((6, 3), 37), "through a hazard");
    assert!(told.contains("oals") && told.contains("3 damage"), "{told}");
}

#[test]
fn a_hazard_fells_whoever_goes_into_it_and_the_way_ends_there() {
    let mut ring = duel_on((0, 7), (11, 0), vec![coals("900", &[(1, 0, 1, 8)])]);
    ring.act("fighter-1", FighterAction::Move { to: Square { x: 3, y: 7 } }).unwrap();
    assert!(ring.fighter("fighter-1").is_dead());
    let mut moved = ring.recorded.iter().filter_map(|it| match it {
        Change::CombatantMoved { to, .. } => Some(to.x),
        _ => None,
    });
    assert_eq!(moved.next_back(), Some(1));
}

#[test]
fn who_flies_is_above_difficult_ground_and_hazards() {
    let hawk =
        StatBlock { flies: true, ..block(vec![blow("Beak", 3, Reach::Melee { feet: 5 }, "1", DamageType::Piercing)]) };
    let ground = vec![patch("mud", TerrainKind::Difficult, &[(4, 0, 2, 8)]), coals("1", &[(6, 0, 1, 8)])];
    let game = table(vec![hero("fighter", 5)], &[("Hawk", 10, &hawk)], 7);
    let mut ring = Ring::on(game, &[("fighter-1", 2, 3), ("hawk", 8, 3)], ground);
    ring.end();
    take_turn(&mut ring);
    assert_eq!((square(&ring, "hawk").0, ring.fighter("hawk").hp()), (3, 10));
}

#[test]
fn nobody_begins_in_a_wall_or_a_hazard() {
    let ground = vec![wall(&[(2, 0, 1, 8)]), coals("1", &[(8, 0, 1, 8)])];
    let game = table(vec![hero("fighter", 5), hero("rogue", 5)], &[("Goblin", 7, &goblin())], 7);
    let ring = Ring::on(game, &[], ground);
    let at: Vec<u8> = ["fighter-1", "rogue-2", "goblin"].iter().map(|who| square(&ring, who).0).collect();
    assert!(at.iter().all(|x| *x != 2 && *x != 8), "{at:?}");
}

// srd: rule/movement-and-position--creature-size rule/movement-and-position--space
#[test]
fn a_large_creature_needs_room_for_all_of_it() {
    let ogre = StatBlock { size: Size::Large, deeds: goblin().deeds[..1].to_vec(), ..goblin() };
    let fight = |terrain| {
        let game = table(vec![hero("fighter", 5)], &[("Ogre", 60, &ogre)], 7);
        let mut ring = Ring::on(game, &[("fighter-1", 2, 3), ("ogre", 8, 3)], terrain);
        for _ in 0..4 {
            ring.end();
            take_turn(&mut ring);
        }
        (ring.place("ogre").is_beside(ring.place("fighter-1")), square(&ring, "ogre"))
    };
    assert!(fight(Vec::new()).0);
    assert!(fight(vec![wall(&[(5, 0, 1, 3), (5, 5, 1, 3)])]).0, "a gap of two squares");
    let (is_beside, at) = fight(vec![wall(&[(5, 0, 1, 3), (5, 4, 1, 4)])]);
    assert!(!is_beside && at.0 >= 6, "a gap of one is too narrow: {at:?}");
}

#[test]
fn a_creature_takes_a_smaller_space_where_there_is_no_room_for_its_size() {
    let ogre = StatBlock { size: Size::Huge, ..goblin() };
    let span = |terrain: Vec<TerrainPatch>| {
        let game = table(vec![hero("fighter", 5)], &[("Ogre", 60, &ogre)], 7);
        Ring::on(game, &[], terrain).place("ogre").span
    };
    assert_eq!(span(Vec::new()), 3);
    assert_eq!(span(vec![wall(&[(3, 0, 9, 8)])]), 3, "in the three columns that are left");
    assert_eq!(span(vec![wall(&[(2, 0, 10, 8)])]), 2);
    assert_eq!(span(vec![wall(&[(1, 0, 11, 8)])]), 1);
}

#[test]
fn a_fight_without_terrain_is_stored_as_before() {
    let ring = duel_on((2, 3), (8, 3), Vec::new());
    let stored = serde_json::to_value(ring.game.encounter.as_deref().unwrap()).unwrap();
    assert!(stored.get("terrain").is_none());
    assert!(stored["order"].as_array().unwrap().iter().all(|it| it.get("span").is_none()));
}

/// The cost of the cheapest path to a square, computed by brute force.
fn cheapest(walls: &[Square], slow: &[Square], from: Square, foe: Square) -> Vec<Option<u16>> {
    let mut cost: Vec<Option<u16>> = vec![None; Square::all().count()];
    cost[from.number()] = Some(0);
    for _ in Square::all() {
        for at in Square::all() {
            let Some(so_far) = cost[at.number()] else { continue };
            for to in at.around().filter(|to| !walls.contains(to) && *to != foe) {
                let corners = [Square { x: at.x, y: to.y }, Square { x: to.x, y: at.y }];
                if at.x != to.x && at.y != to.y && corners.iter().any(|it| walls.contains(it)) {
                    continue;
                }
                let there = so_far + if slow.contains(&to) { 10 } else { 5 };
                cost[to.number()] = Some(cost[to.number()].map_or(there, |known| known.min(there)));
            }
        }
    }
    cost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_way_costs_the_least_and_its_steps_add_up(
        walls in prop::collection::vec((0u8..12, 0u8..8), 0..24),
        slow in prop::collection::vec((0u8..12, 0u8..8), 0..24),
    ) {
        let (from, foe) = (Square { x: 2, y: 3 }, Square { x: 8, y: 3 });
        let squares = |all: Vec<(u8, u8)>| -> Vec<Square> {
            all.into_iter().map(|(x, y)| Square { x, y }).filter(|it| *it != from && *it != foe).collect()
        };
        let (walls, slow) = (squares(walls), squares(slow));
        let rectangles = |all: &[Square]| all.iter().map(|it| (it.x, it.y, 1, 1)).collect::<Vec<_>>();
        let terrain = vec![
            patch("wall", TerrainKind::Blocked, &rectangles(&walls)),
            patch("mud", TerrainKind::Difficult, &rectangles(&slow)),
        ];
        let ring = duel_on((2, 3), (8, 3), terrain);
        let ways = Ways::of(&ring.game, ring.place("fighter-1"));
        let expected = cheapest(&walls, &slow, from, foe);
        for to in Square::all() {
            let path = ways.path_to(to);
            prop_assert_eq!(ways.feet_to(to), expected[to.number()], "{}", to);
            if let Some(cost) = ways.feet_to(to) {
                prop_assert_eq!(cost, path.iter().map(|step| step.feet).sum::<u16>());
                prop_assert!(path.iter().all(|step| !walls.contains(&step.to) && step.to != foe));
                prop_assert_eq!(path.last().map_or(from, |step| step.to), to);
            }
        }
    }
}
