//! Property tests: after any actions in a fight, in any order, the state is valid, no one is missing in the order, and
//! replaying the changes gives the same game.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::combat::{
    legal, rounds, tactics,
    terrain::{Hazard, HazardSave, Rectangle, TerrainKind},
};

/// A generated input: a legal action, by its index in the list, or one that may be refused.
#[derive(Debug, Clone)]
enum Wish {
    Legal(usize, usize),
    Any(FighterAction),
    Others,
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["fighter-1", "rogue-2", "paladin-3", "monk-4", "goblin", "wolf", "Hero 1", "nobody", ""])
        .prop_map(str::to_owned)
}

fn act() -> impl Strategy<Value = FighterAction> {
    let square = (0u8..14, 0u8..10).prop_map(|(x, y)| Square { x, y });
    let with = prop::option::of(prop::sample::select(vec!["Longsword", "Rapier", "Unarmed Strike", "Bite", "x"]));
    prop_oneof![
        (name(), with, any::<bool>(), prop::option::of(0u8..12)).prop_map(|(target, with, second_hand, smite)| {
            FighterAction::Attack { target, with: with.map(str::to_owned), second_hand, smite, knock_out: false }
        }),
        (name(), prop::option::of(name()), prop::option::of(any::<i32>()))
            .prop_map(|(feature, target, amount)| FighterAction::Use { feature, target, amount }),
        square.prop_map(|to| FighterAction::Move { to }),
        name().prop_map(|target| FighterAction::Grapple { target }),
        (name(), any::<bool>()).prop_map(|(target, away)| FighterAction::Shove { target, away }),
        (name(), name()).prop_map(|(friend, target)| FighterAction::Help { friend, target }),
        (name(), name()).prop_map(|(deed, trigger)| FighterAction::Ready { deed, trigger, target: None }),
        (name(), prop::collection::vec(name(), 0..3), prop::option::of(0u8..11)).prop_map(|(deed, targets, slot)| {
            FighterAction::Do { deed, targets, at: Some(Square { x: 3, y: 3 }), slot }
        }),
        any::<bool>().prop_map(|bonus| FighterAction::Hide { bonus }),
        Just(FighterAction::DeathSave),
        Just(FighterAction::Escape),
        Just(FighterAction::EndTurn),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        8 => (any::<usize>(), any::<usize>()).prop_map(|(which, whom)| Wish::Legal(which, whom)),
        3 => act().prop_map(Wish::Any),
        1 => Just(Wish::Others),
    ]
}

/// A beast whose bite is grave, and which breathes and roars.
fn beast() -> StatBlock {
    let prone = Brings::Condition { kind: ConditionKind::Prone, escape_dc: None };
    let held = Brings::Condition { kind: ConditionKind::Grappled, escape_dc: Some(12) };
    let rider = |brings, lasts| Rider { save: None, brings, lasts };
    let mut bite = blow("Bite", 7, Reach::Melee { feet: 5 }, "2d8+4", DamageType::Piercing);
    if let ActionEffect::Attack(attack) = &mut bite.effect {
        attack.riders = vec![rider(prone, EffectDuration::Instant), rider(held, EffectDuration::UntilEnded)];
    }
    let fear = Brings::Condition { kind: ConditionKind::Frightened, escape_dc: None };
    let minute = EffectDuration::Rounds { rounds: 10, concentration: false, save_at_end: true };
    let breath = SavingThrowEffect {
        ability: Ability::Dex,
        dc: 13,
        reach: Reach::Oneself,
        area: Some(crate::combat::deed::Area::Cone { feet: 30 }),
        targets: 1,
        harm: harm("3d6", DamageType::Fire),
        half: true,
        riders: vec![rider(fear, minute)],
    };
    let mut breath = deed("Breath", ActionEffect::Save(breath));
    breath.usage = UsageLimit::Recharge { from: 5 };
    let mut swipe = blow("Swipe", 5, Reach::Melee { feet: 10 }, "1d6", DamageType::Slashing);
    swipe.cost = ActionCost::Legendary { actions: 1 };
    let ways = vec![vec![Strike { deed: "Bite".to_owned(), count: "2".to_owned() }]];
    let traits = vec![Trait::LegendaryResistance { times: 1 }, Trait::PackTactics];
    let deeds = vec![bite, breath, swipe, deed("Multiattack", ActionEffect::Multiattack { ways })];
    StatBlock { traits, legendary_actions: 2, ..block(deeds) }
}

fn start(seed: u8) -> Game {
    start_on(seed, Size::Medium, Vec::new())
}

/// The same with a wolf of this size, on this terrain.
fn start_on(seed: u8, size: Size, terrain: Vec<TerrainPatch>) -> Game {
    let heroes = ["fighter", "rogue", "paladin", "monk"].map(|class| hero(class, 5)).into();
    let wolf = StatBlock { size, ..beast() };
    let mut game = table(heroes, &[("Goblin", 12, &goblin()), ("Wolf", 60, &wolf)], seed);
    let mut bout = Bout::new(&mut game, &());
    begin(&mut bout, &FightOpening { terrain, ..FightOpening::default() }).unwrap();
    game
}

fn is_sound(game: &Game, before: &BTreeSet<FighterId>) {
    game.check().unwrap();
    for hero in &game.characters {
        assert!((0..=hero.max_hp).contains(&hero.current_hp) && hero.temp_hp >= 0, "{hero:?}");
        assert!(!(hero.dead && hero.current_hp > 0), "{hero:?}");
        let names: BTreeSet<String> = hero.conditions.iter().map(|it| it.name.to_lowercase()).collect();
        assert_eq!(names.len(), hero.conditions.len(), "{hero:?}");
    }
    let Some(encounter) = &game.encounter else { return };
    let there: BTreeSet<FighterId> = encounter.order.iter().map(|it| it.who.clone()).collect();
    assert_eq!(&there, before, "nobody is lost");
    let standing = encounter.order.iter().filter(|it| game.fighter(&it.who).is_some_and(|it| !it.is_dead()));
    let prints: Vec<_> = standing.map(Combatant::footprint).collect();
    let squares: Vec<Square> = prints.iter().flat_map(|it| it.squares()).collect();
    assert_eq!(squares.iter().collect::<BTreeSet<_>>().len(), squares.len(), "one to a square");
    let n: usize = prints.iter().map(|it| usize::from(it.span) * usize::from(it.span)).sum();
    assert_eq!(squares.len(), n, "all of them on the mat");
    let walls = encounter.terrain.iter().filter(|patch| patch.kind == TerrainKind::Blocked);
    let walls: BTreeSet<Square> = walls.flat_map(TerrainPatch::squares).collect();
    assert!(squares.iter().all(|square| !walls.contains(square)), "nobody is in a wall");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_fight_stays_sound_and_is_the_fold_of_its_changes(
        seed in any::<u8>(),
        wishes in prop::collection::vec(wish(), 1..60),
    ) {
        plays_soundly(start(seed), wishes)?;
    }

    #[test]
    fn a_fight_on_terrain_stays_sound(
        seed in any::<u8>(),
        size in prop::sample::select(vec![Size::Medium, Size::Large, Size::Huge, Size::Gargantuan]),
        terrain in prop::collection::vec(patch(), 1..6),
        wishes in prop::collection::vec(wish(), 1..40),
    ) {
        plays_soundly(start_on(seed, size, terrain), wishes)?;
    }
}

/// A patch of terrain away from where the sides begin.
fn patch() -> impl Strategy<Value = TerrainPatch> {
    let hazard = Hazard {
        damage: "1d4".to_owned(),
        damage_type: DamageType::Fire,
        save: Some(HazardSave { ability: Ability::Dex, dc: 12 }),
    };
    let kinds = vec![
        TerrainKind::Blocked,
        TerrainKind::Blocked,
        TerrainKind::Difficult,
        TerrainKind::HalfCover,
        TerrainKind::Hazard(hazard),
    ];
    let at = (3u8..8, 0u8..7, 1u8..3, 1u8..3).prop_map(|(x, y, width, height)| Rectangle { x, y, width, height });
    (prop::sample::select(kinds), prop::collection::vec(at, 1..4)).prop_map(|(kind, at)| TerrainPatch {
        name: "ground".to_owned(),
        kind,
        at,
    })
}

/// Plays the wishes, and checks the state after each of them and the fold of all changes.
fn plays_soundly(begun: Game, wishes: Vec<Wish>) -> Result<(), TestCaseError> {
    let all: BTreeSet<FighterId> = begun.encounter.iter().flat_map(|it| &it.order).map(|it| it.who.clone()).collect();
    let (mut game, mut recorded) = (begun.clone(), Vec::new());
    for wish in wishes {
        let Some(who) = game.encounter.as_ref().and_then(|it| it.current()).map(|it| it.who.clone()) else { break };
        let before = game.clone();
        let (act, must) = match wish {
            Wish::Others => (None, true),
            Wish::Any(act) => (Some(act), false),
            Wish::Legal(which, whom) => {
                let all = legal::legal(&game, &(), &who);
                let one = all[which % all.len()].clone();
                (Some(aimed(one, whom)), true)
            }
        };
        let mut bout = Bout::new(&mut game, &());
        let done = match &act {
            Some(act) => perform(&mut bout, &who, act).map(drop),
            None => tactics::take_turn(&mut bout),
        };
        let (changes, _, _) = bout.finish();
        if let Err(refusal) = &done {
            prop_assert!(!must, "{act:?} was legal: {refusal}");
            prop_assert!(changes.is_empty(), "{act:?} was refused and spent {changes:?}");
            prop_assert_eq!(&game, &before);
        }
        recorded.extend(changes);
        is_sound(&game, &all);
    }
    let mut again = begun;
    again.apply_all(&recorded).unwrap();
    prop_assert_eq!(&again, &game);
    let json = serde_json::to_string(&game).unwrap();
    prop_assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
    let stored = serde_json::to_string(&recorded).unwrap();
    prop_assert_eq!(serde_json::from_str::<Vec<Change>>(&stored).unwrap(), recorded);
    Ok(())
}

/// The act with another of its targets or squares.
fn aimed(one: legal::Legal, whom: usize) -> FighterAction {
    let n = one.max_targets.clamp(1, 1 + whom % 4);
    let several = one.targets.iter().cycle().skip(whom % one.targets.len().max(1)).take(n.min(one.targets.len()));
    let several: Vec<String> = several.cloned().collect();
    let target = one.targets.get(whom.checked_rem(one.targets.len()).unwrap_or(0)).cloned();
    let square = one.squares.get(whom.checked_rem(one.squares.len()).unwrap_or(0)).copied();
    match (one.act, target, square) {
        (FighterAction::Attack { with, second_hand, smite, .. }, Some(target), _) => {
            FighterAction::Attack { target, with, second_hand, smite, knock_out: false }
        }
        (FighterAction::Move { .. }, _, Some(to)) => FighterAction::Move { to },
        (FighterAction::Do { deed, slot, .. }, _, at) => {
            FighterAction::Do { deed, targets: if at.is_some() { Vec::new() } else { several }, at, slot }
        }
        (FighterAction::Grapple { .. }, Some(target), _) => FighterAction::Grapple { target },
        (FighterAction::Shove { away, .. }, Some(target), _) => FighterAction::Shove { target, away },
        (FighterAction::Help { friend, .. }, Some(target), _) => FighterAction::Help { friend, target },
        (FighterAction::Use { feature, amount, .. }, target, _) => FighterAction::Use { feature, target, amount },
        (act, _, _) => act,
    }
}

// srd: section/legendary-actions
#[test]
fn legendary_creatures_act_after_others_turns() {
    let mut ring = Ring::of(
        table(vec![hero("fighter", 20)], &[("Wolf", 900, &beast())], 3),
        &[("fighter-1", 3, 3), ("wolf", 4, 3)],
    );
    ring.end();
    assert_eq!(ring.place("wolf").economy.legendary, 0, "its own turn gives them back");
    assert!(ring.told.iter().any(|line| line.contains("acts out of turn: Swipe")), "{:?}", ring.told);
    assert!(rounds::waits_for(&ring.game).is_none());
}
