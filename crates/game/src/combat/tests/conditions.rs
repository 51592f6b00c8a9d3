//! Tests of saving throws, expiring conditions, and concentration.

use super::*;
use crate::{
    clock::Clock,
    combat::{
        deed::{Area, Modifier},
        encounter::FightEnding,
        improvise::{self, Attempt},
        legal, wound,
    },
    sense::NeededSense,
    skill::Skill,
};

fn cast(name: &str, lasts: EffectDuration, dc: i32) -> CombatAction {
    let brings = Brings::Condition { kind: ConditionKind::Paralyzed, escape_dc: None };
    let riders = vec![Rider { save: None, brings, lasts }];
    let reach = Reach::Ranged { normal: 60, long: 60 };
    let save = SavingThrowEffect {
        ability: Ability::Wis,
        dc,
        reach,
        area: None,
        targets: 1,
        harm: Vec::new(),
        half: false,
        riders,
    };
    CombatAction { magical: true, ..deed(name, ActionEffect::Save(save)) }
}

/// A book with these spells, whatever the slot.
struct Book(Vec<CombatAction>);

impl Spellbook for Book {
    fn spell(&self, _: &Character, name: &str, _: u8) -> Option<std::sync::Arc<CombatAction>> {
        self.0.iter().find(|deed| deed.name == name).cloned().map(std::sync::Arc::new)
    }
}

fn minute(save_at_end: bool) -> EffectDuration {
    EffectDuration::Rounds { rounds: 10, concentration: true, save_at_end }
}

fn bless() -> CombatAction {
    let dice = "1d4".to_owned();
    let modifiers = vec![Modifier::AttackDice { dice: dice.clone() }, Modifier::SaveDice { dice }];
    let reach = Reach::Ranged { normal: 30, long: 30 };
    deed("Bless", ActionEffect::Boon { reach, targets: 3, modifiers, lasts: minute(false) })
}

fn wizards_duel(spells: &[&str]) -> Ring {
    let mut wizard = hero("wizard", 5);
    wizard.spellcasting.as_mut().unwrap().spells = spells.iter().map(|name| (*name).to_owned()).collect();
    let game = table(vec![wizard, hero("fighter", 1)], &[("Goblin", 90, &goblin())], 8);
    Ring::of(game, &[("wizard-1", 1, 3), ("fighter-2", 1, 5), ("goblin", 6, 3)])
}

fn casts(ring: &mut Ring, book: &Book, deed: &str, targets: &[&str]) -> Result<ActOutcome, Refusal> {
    let who = ring.id("wizard-1");
    let targets = targets.iter().map(|it| (*it).to_owned()).collect();
    let act = FighterAction::Do { deed: deed.to_owned(), targets, at: None, slot: None };
    ring.with(book, |bout| perform(bout, &who, &act))
}

#[test]
fn whoever_was_dead_before_the_fight_is_raised_in_it_and_joins() {
    let mut wizard = hero("wizard", 5);
    wizard.spellcasting.as_mut().unwrap().spells = vec!["Revivify".to_owned()];
    let mut game = table(vec![wizard, hero("fighter", 1)], &[("Goblin", 90, &goblin())], 8);
    game.apply(&Change::HeroDied { character_id: "fighter-2".into(), at: None }).unwrap();
    let mut ring = Ring::of(game, &[("wizard-1", 1, 3), ("goblin", 6, 3)]);
    let is_in_it = |ring: &Ring| ring.game.encounter.as_ref().unwrap().combatant(&ring.id("fighter-2")).is_some();
    assert!(!is_in_it(&ring));
    let reach = Reach::Melee { feet: 5 };
    let book = Book(vec![deed(
        "Revivify",
        ActionEffect::Revive { reach, whole: false, within_minutes: Some(1), component: None },
    )]);
    assert!(casts(&mut ring, &book, "Revivify", &["goblin"]).is_err(), "it lives");
    casts(&mut ring, &book, "Revivify", &["fighter-2"]).unwrap();
    let raised = ring.fighter("fighter-2");
    assert!(!raised.is_dead() && raised.hp() == 1 && is_in_it(&ring));
}

#[test]
fn a_spell_raises_nobody_who_has_been_dead_for_too_long() {
    let within = |name: &str, minutes| {
        let reach = Reach::Melee { feet: 5 };
        deed(name, ActionEffect::Revive { reach, whole: false, within_minutes: Some(minutes), component: None })
    };
    let book = Book(vec![within("Revivify", 1), within("Raise Dead", 14_400)]);
    let died = Clock::default();
    let after = |minutes: u32, at| {
        let mut wizard = hero("wizard", 9);
        wizard.spellcasting.as_mut().unwrap().spells = vec!["Revivify".to_owned(), "Raise Dead".to_owned()];
        let mut game = table(vec![wizard, hero("fighter", 1)], &[("Goblin", 90, &goblin())], 8);
        game.apply(&Change::HeroDied { character_id: "fighter-2".into(), at }).unwrap();
        game.apply(&Change::TimePassed { minutes, now: died.after(minutes) }).unwrap();
        Ring::of(game, &[("wizard-1", 1, 3), ("goblin", 6, 3)])
    };
    let mut late = after(90, Some(died));
    let refusal = casts(&mut late, &book, "Revivify", &["fighter-2"]).unwrap_err().to_string();
    assert!(refusal.contains("more than 1 minute") && refusal.contains("day 1, 08:00"), "{refusal}");
    casts(&mut late, &book, "Raise Dead", &["fighter-2"]).unwrap();
    casts(&mut after(1, Some(died)), &book, "Revivify", &["fighter-2"]).unwrap();
    casts(&mut after(90, None), &book, "Revivify", &["fighter-2"]).unwrap();
    let days = casts(&mut after(14_401, Some(died)), &book, "Raise Dead", &["fighter-2"]).unwrap_err().to_string();
    assert!(days.contains("more than 10 days"), "{days}");
}

#[test]
fn a_touch_that_spares_the_dying_makes_them_stable_and_is_for_nobody_else() {
    let mut wizard = hero("wizard", 5);
    wizard.spellcasting.as_mut().unwrap().spells = vec!["Spare the Dying".to_owned()];
    let game = table(vec![wizard, hero("fighter", 1)], &[("Goblin", 90, &goblin())], 8);
    let mut ring = Ring::of(game, &[("wizard-1", 1, 3), ("fighter-2", 1, 4), ("goblin", 6, 3)]);
    let book = Book(vec![deed("Spare the Dying", ActionEffect::Stabilise { reach: Reach::Melee { feet: 5 } })]);
    let offered = |ring: &Ring| {
        let all = legal::legal(&ring.game, &book, &ring.id("wizard-1"));
        all.into_iter().find(|it| it.name == "Spare the Dying").map(|it| it.targets)
    };
    assert!(casts(&mut ring, &book, "Spare the Dying", &["fighter-2"]).is_err(), "who stands is not dying");
    assert_eq!(offered(&ring), None);
    let delta = -ring.fighter("fighter-2").hp();
    ring.game.apply(&Change::HpChanged { character_id: "fighter-2".into(), delta, temp_delta: 0 }).unwrap();
    assert_eq!(offered(&ring), Some(vec!["fighter-2".to_owned()]));
    casts(&mut ring, &book, "Spare the Dying", &["fighter-2"]).unwrap();
    let saved = ring.fighter("fighter-2");
    assert!(saved.is_stable() && saved.hp() == 0);
}

// srd: condition/deafened condition/blinded
#[test]
fn who_is_deaf_or_blind_tries_nothing_that_needs_ears_or_eyes() {
    use NeededSense::{Hearing, None as Neither, Sight};
    for (condition, lacking, fails, goes) in [
        (
            "deafened",
            "Hero 1 hears nothing.",
            [("listen for the others", None), ("Put my ear to the floor", None), ("Who is there?", Some(Hearing))],
            [("look for the others", None), ("listen by the hands", Some(Neither)), ("the tracks", Some(Sight))],
        ),
        (
            "blinded",
            "Hero 1 sees nothing.",
            [("look for the others", None), ("read the letter", None), ("Who is there?", Some(Sight))],
            [("listen for the others", None), ("look by the hands", Some(Neither)), ("their steps", Some(Hearing))],
        ),
    ] {
        let mut game = table(vec![hero("wizard", 5)], &[("Goblin", 90, &goblin())], 8);
        let condition = crate::character::Condition::new(condition);
        game.apply(&Change::ConditionAdded { character_id: "wizard-1".into(), condition }).unwrap();
        let mut ring = Ring::of(game, &[("wizard-1", 1, 3), ("goblin", 6, 3)]);
        let who = ring.id("wizard-1");
        let mut tries = |what: &str, sense: Option<NeededSense>| {
            let attempt = Attempt { what: what.to_owned(), skill: Skill::Perception, sense, dc: 10, target: None };
            ring.with(&Book(Vec::new()), |bout| improvise::attempt(bout, &who, &attempt).map(drop))
        };
        for (what, sense) in fails {
            assert_eq!(tries(what, sense).unwrap_err().to_string(), lacking, "{what}");
        }
        for (what, sense) in goes {
            match tries(what, sense) {
                Ok(()) => {}
                Err(refusal) => assert!(refusal.to_string() != lacking, "{what}: {refusal}"),
            }
        }
    }
}

// srd: condition/deafened
#[test]
fn words_take_hold_only_of_those_who_hear_them() {
    let spells = ["Vicious Mockery", "Hold Person"];
    let book = Book(spells.iter().map(|name| cast(name, minute(true), 1)).collect());
    let mut ring = wizards_duel(&spells);
    let deaf = crate::character::Condition::new("deafened");
    ring.game.apply(&Change::CreatureConditionAdded { npc_id: "goblin".into(), condition: deaf }).unwrap();
    let refused = casts(&mut ring, &book, "Vicious Mockery", &["goblin"]).unwrap_err().to_string();
    assert!(refused.starts_with("Goblin hears nothing"), "{refused}");
    casts(&mut ring, &book, "Hold Person", &["goblin"]).unwrap();
    let mut ring = wizards_duel(&spells);
    casts(&mut ring, &book, "Vicious Mockery", &["goblin"]).unwrap();
}

// srd: rule/casting-a-spell--concentration rule/casting-a-spell--spell-saving-throws rule/actions-in-combat--cast-a-spell
#[test]
fn one_spell_is_kept_in_mind_at_a_time() {
    let book = Book(vec![bless(), cast("Hold Person", minute(true), 40)]);
    let mut ring = wizards_duel(&["Bless", "Hold Person"]);
    casts(&mut ring, &book, "Bless", &["wizard-1", "fighter-2"]).unwrap();
    assert!(ring.fighter("fighter-2").has_effect("Bless"));
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), Some("Bless"));
    assert!(casts(&mut ring, &book, "Hold Person", &["goblin"]).is_err(), "no second action");
    for _ in 0..3 {
        ring.end();
    }
    casts(&mut ring, &book, "Hold Person", &["goblin"]).unwrap();
    assert!(!ring.fighter("fighter-2").has_effect("Bless"));
    assert!(ring.fighter("goblin").is(ConditionKind::Paralyzed));
    let slots = &ring.game.characters[0].spellcasting.as_ref().unwrap().slots[&1];
    assert_eq!(slots.used, 2);
}

#[test]
fn at_how_many_a_spell_is_aimed_is_said_beside_it() {
    let book = Book(vec![bless(), cast("Hold Person", minute(true), 40)]);
    let mut ring = wizards_duel(&["Bless", "Hold Person"]);
    let all = legal::legal(&ring.game, &book, &ring.id("wizard-1"));
    let most = |name: &str| all.iter().find(|it| it.name == name).map(|it| (it.targets.len(), it.max_targets));
    assert_eq!((most("Bless"), most("Hold Person"), most("Dodge")), (Some((2, 2)), Some((1, 1)), Some((0, 0))));
    let refusal = casts(&mut ring, &book, "Hold Person", &["goblin", "goblin"]).unwrap_err().to_string();
    assert!(refusal.contains("at 1 at the most"), "{refusal}");
    casts(&mut ring, &book, "Bless", &["wizard-1", "fighter-2"]).unwrap();
}

// srd: rule/casting-a-spell--concentration
#[test]
fn a_caster_who_falls_lets_go() {
    let book = Book(vec![cast("Hold Person", minute(false), 40)]);
    let mut ring = wizards_duel(&["Hold Person"]);
    casts(&mut ring, &book, "Hold Person", &["goblin"]).unwrap();
    let who = ring.id("wizard-1");
    let hp = ring.fighter("wizard-1").hp();
    let parts = [(None, hp)];
    ring.step(|bout| {
        let damage = crate::combat::wound::IncomingDamage::new(&parts, None, false);
        crate::combat::wound::hurt(bout, &who, damage)
    })
    .unwrap();
    assert!(!ring.fighter("goblin").is(ConditionKind::Paralyzed));
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), None);
}

// srd: rule/casting-a-spell--duration
#[test]
fn who_may_throw_again_does_so_at_the_end_of_the_turn() {
    let book = Book(vec![cast("Hold Person", minute(true), 12)]);
    let mut ring = wizards_duel(&["Hold Person"]);
    while !ring.fighter("goblin").is(ConditionKind::Paralyzed) {
        ring = {
            let mut next = wizards_duel(&["Hold Person"]);
            next.game.apply(&Change::DiceRolled { roll: ring.game.dice.throw("1d20", "").unwrap() }).unwrap();
            next
        };
        casts(&mut ring, &book, "Hold Person", &["goblin"]).unwrap();
    }
    for _ in 0..60 {
        if !ring.fighter("goblin").is(ConditionKind::Paralyzed) {
            break;
        }
        ring.end();
    }
    assert!(ring.told.iter().any(|line| line.contains("paralyzed is over")), "{:?}", ring.told);
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), None);
}

#[test]
fn a_boon_runs_out_with_its_rounds_and_with_minutes() {
    let mut short = bless();
    let ActionEffect::Boon { lasts, .. } = &mut short.effect else { panic!() };
    *lasts = EffectDuration::Rounds { rounds: 2, concentration: true, save_at_end: false };
    let book = Book(vec![short, CombatAction { name: "Aid".into(), ..bless() }]);
    let mut ring = wizards_duel(&["Bless", "Aid"]);
    casts(&mut ring, &book, "Bless", &["fighter-2"]).unwrap();
    for _ in 0..3 {
        ring.end();
    }
    assert!(ring.fighter("fighter-2").has_effect("Bless"), "a round later");
    for _ in 0..3 {
        ring.end();
    }
    assert!(!ring.fighter("fighter-2").has_effect("Bless"), "two rounds later");
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), None);
    casts(&mut ring, &book, "Aid", &["fighter-2"]).unwrap();
    ring.step(|bout| crate::combat::ending::end(bout, FightEnding::Settled)).unwrap();
    assert!(ring.fighter("fighter-2").has_effect("Aid"));
    ring.game.apply(&Change::TimePassed { minutes: 1, now: Clock::default().after(1) }).unwrap();
    assert!(!ring.fighter("fighter-2").has_effect("Aid"));
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), None);
}

// srd: condition/charmed condition/incapacitated
#[test]
fn conditions_forbid_what_they_forbid() {
    let mut ring = wizards_duel(&[]);
    ring.afflict("wizard-1", ConditionKind::Incapacitated);
    let refusal = ring.act("wizard-1", FighterAction::Dodge).unwrap_err().to_string();
    assert!(refusal.contains("incapacitated, and can only end the turn"), "{refusal}");
    ring.end();
    let timing =
        crate::combat::timing::Timing::of(EffectDuration::UntilEnded, &ring.id("goblin"), &ring.id("fighter-2"), None);
    let condition =
        crate::character::Condition { timing: timing.map(Box::new), ..crate::character::Condition::new("charmed") };
    ring.game.apply(&Change::ConditionAdded { character_id: "fighter-2".into(), condition }).unwrap();
    ring.act("fighter-2", FighterAction::Move { to: Square { x: 5, y: 3 } }).unwrap();
    let refusal = ring.attack("fighter-2", "goblin").unwrap_err().to_string();
    assert!(refusal.contains("charmed by Goblin"), "{refusal}");
}

// srd: rule/saving-throws condition/paralyzed
#[test]
fn who_cannot_move_fails_with_strength_and_dexterity() {
    let breath = SavingThrowEffect {
        ability: Ability::Dex,
        dc: 1,
        reach: Reach::Ranged { normal: 60, long: 60 },
        area: None,
        targets: 1,
        harm: harm("10", DamageType::Fire),
        half: true,
        riders: Vec::new(),
    };
    let book = Book(vec![deed("Scorch", ActionEffect::Save(breath))]);
    for (paralysed, taken) in [(false, 5), (true, 10)] {
        let mut ring = wizards_duel(&["Scorch"]);
        if paralysed {
            ring.afflict("goblin", ConditionKind::Paralyzed);
        }
        casts(&mut ring, &book, "Scorch", &["goblin"]).unwrap();
        assert_eq!(90 - ring.fighter("goblin").hp(), taken);
    }
}

#[test]
fn a_multiattack_is_carried_out_in_full() {
    let strike = |deed: &str, count: &str| Strike { deed: deed.to_owned(), count: count.to_owned() };
    let mut stats = block(vec![
        blow("Bite", 5, Reach::Melee { feet: 5 }, "1d6", DamageType::Piercing),
        blow("Claw", 5, Reach::Melee { feet: 5 }, "1d4", DamageType::Slashing),
    ]);
    let ways = vec![vec![strike("Bite", "1"), strike("Claw", "2")]];
    stats.deeds.push(deed("Multiattack", ActionEffect::Multiattack { ways }));
    let mut tough = hero("fighter", 1);
    (tough.max_hp, tough.current_hp) = (500, 500);
    let mut ring = Ring::of(table(vec![tough], &[("Bear", 50, &stats)], 2), &[("fighter-1", 3, 3), ("bear", 6, 3)]);
    ring.end();
    ring.thrown();
    ring.step(crate::combat::tactics::take_turn).unwrap();
    let attacks: Vec<&Roll> = ring.rolls().into_iter().filter(|roll| roll.reason.contains("attacks")).collect();
    assert_eq!(attacks.len(), 3);
    assert_eq!(attacks.iter().filter(|roll| roll.reason.ends_with("Claw")).count(), 2);
}

#[test]
fn a_bite_that_asks_for_a_save_brings_its_rider() {
    let mut stats = block(vec![blow("Bite", 40, Reach::Melee { feet: 5 }, "1", DamageType::Piercing)]);
    let ActionEffect::Attack(attack) = &mut stats.deeds[0].effect else { panic!() };
    let prone = Brings::Condition { kind: ConditionKind::Prone, escape_dc: None };
    let save = Some(RiderSave { ability: Ability::Str, dc: 40, half: false });
    attack.riders.push(Rider { save, brings: prone, lasts: EffectDuration::UntilEnded });
    let mut ring =
        Ring::of(table(vec![hero("fighter", 1)], &[("Wolf", 50, &stats)], 2), &[("fighter-1", 3, 3), ("wolf", 4, 3)]);
    ring.end();
    while !ring.fighter("fighter-1").is(ConditionKind::Prone) {
        ring.attack("wolf", "fighter-1").unwrap();
        ring.end();
        ring.end();
    }
    assert!(ring.told.iter().any(|line| line.contains("does not save")));
}

fn sleep(dice: &str) -> CombatAction {
    let (reach, area) = (Reach::Ranged { normal: 90, long: 90 }, Area::Sphere { radius: 20 });
    let lasts = EffectDuration::Rounds { rounds: 10, concentration: false, save_at_end: false };
    let (dice, kind) = (dice.to_owned(), ConditionKind::Unconscious);
    deed("Sleep", ActionEffect::Pool { reach, area, dice, kind, lasts })
}

#[test]
fn sleep_takes_those_with_the_fewest_hit_points_and_ends_with_damage() {
    let undead = StatBlock { creature_type: "medium undead".into(), ..goblin() };
    let mut wizard = hero("wizard", 1);
    wizard.spellcasting.as_mut().unwrap().spells = vec!["Sleep".into()];
    let foes = [("Brute", 30, &goblin()), ("Lout", 7, &goblin()), ("Bones", 5, &undead)];
    let game = table(vec![wizard], &foes, 8);
    let places = [("wizard-1", 1, 3), ("brute", 8, 3), ("lout", 8, 4), ("bones", 9, 3)];
    let mut ring = Ring::of(game, &places);
    let book = Book(vec![sleep("20")]);
    let who = ring.id("wizard-1");
    let all = legal::legal(&ring.game, &book, &who);
    assert!(all.iter().any(|it| it.name == "Sleep" && !it.squares.is_empty() && !it.is_told));
    casts(&mut ring, &book, "Sleep", &["lout"]).unwrap();
    let sleeps =
        |ring: &Ring, id: &str| ring.fighter(id).conditions().iter().any(|it| it.is(ConditionKind::Unconscious));
    assert_eq!(["brute", "lout", "bones"].map(|id| sleeps(&ring, id)), [false, true, false]);
    assert!(ring.fighter("lout").is(ConditionKind::Prone));
    let (lout, parts) = (ring.id("lout"), [(None, 1)]);
    let damage = wound::IncomingDamage::new(&parts, None, false);
    ring.step(|bout| wound::hurt(bout, &lout, damage)).unwrap();
    assert!(!sleeps(&ring, "lout"), "damage wakes");
}

#[test]
fn a_condition_that_worsens_becomes_another_where_the_second_throw_fails() {
    let of = |dc: i32| {
        let brings = Brings::Worsening { kind: ConditionKind::Incapacitated, then: ConditionKind::Unconscious };
        let riders = vec![Rider { save: None, brings, lasts: minute(true) }];
        let (reach, area) = (Reach::Ranged { normal: 60, long: 60 }, Some(Area::Sphere { radius: 5 }));
        let save = SavingThrowEffect {
            ability: Ability::Wis,
            dc,
            reach,
            area,
            targets: 1,
            harm: Vec::new(),
            half: false,
            riders,
        };
        Book(vec![deed("Sleep", ActionEffect::Save(save))])
    };
    let book = of(40);
    let mut ring = wizards_duel(&["Sleep"]);
    casts(&mut ring, &book, "Sleep", &["goblin"]).unwrap();
    assert!(ring.fighter("goblin").is(ConditionKind::Incapacitated));
    let bears = |ring: &Ring, what| ring.fighter("goblin").conditions().iter().any(|it| it.is(what));
    assert!(!bears(&ring, ConditionKind::Unconscious));
    for _ in 0..3 {
        ring.step(crate::combat::rounds::end_turn).unwrap();
    }
    assert!(bears(&ring, ConditionKind::Unconscious) && !bears(&ring, ConditionKind::Incapacitated));
    assert_eq!(ring.fighter("wizard-1").concentrating_on(), Some("Sleep"));
}
