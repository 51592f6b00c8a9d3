//! From the packages to numbers a fight can use: every stat block and every spell of both editions.

use std::collections::BTreeMap;

use game::{
    character::Ability,
    combat::{
        deed::{
            ActionCost, ActionEffect, Area, Brings, CombatAction, EffectDuration, Modifier, Reach, Rider,
            SavingThrowEffect, UsageLimit,
        },
        harm::DamageDice,
    },
    condition_kind::ConditionKind,
    dice::notation::Notation,
    hero::{self, NewHero},
};

use embertale::{
    dm::stat_blocks::{Caster, GeneratedCreature, deed_of, heroes, made_of, strikes, unresolved},
    rules::{Edition, Facts, Library, Monster, RuleEntry, RuleKind, Spell},
};

use super::whole;

fn monsters(library: &Library, edition: Edition) -> impl Iterator<Item = (&RuleEntry, &Monster)> {
    library.entries().iter().filter(move |entry| entry.edition == edition).filter_map(|entry| match &entry.facts {
        Some(Facts::Monster(monster)) => Some((entry, &**monster)),
        _ => None,
    })
}

fn spells(library: &Library, edition: Edition) -> impl Iterator<Item = (&RuleEntry, &Spell)> {
    library.entries().iter().filter(move |entry| entry.edition == edition).filter_map(|entry| match &entry.facts {
        Some(Facts::Spell(spell)) => Some((entry, &**spell)),
        _ => None,
    })
}

fn monster(library: &Library, edition: Edition, slug: &str) -> GeneratedCreature {
    let entry = library.get(edition, RuleKind::Monster, slug).unwrap_or_else(|| panic!("{slug} is missing"));
    made_of(entry, library).unwrap()
}

fn caster(level: u8) -> Caster {
    Caster { attack: 7, dc: 15, modifier: 4, level }
}

fn spell(library: &Library, edition: Edition, slug: &str, slot: u8, level: u8) -> CombatAction {
    let entry = library.get(edition, RuleKind::Spell, slug).unwrap_or_else(|| panic!("{slug} is missing"));
    deed_of(entry, &caster(level), slot).unwrap()
}

/// A deed in one line.
fn line(deed: &CombatAction) -> String {
    let cost = match deed.cost {
        ActionCost::Action => String::new(),
        ActionCost::Legendary { actions } => format!(" [legendary {actions}]"),
        other => format!(" [{other:?}]"),
    };
    let usage = match deed.usage {
        UsageLimit::AtWill => String::new(),
        UsageLimit::Recharge { from } => format!(" (from {from})"),
        UsageLimit::PerDay { times } => format!(" ({times} a day)"),
        UsageLimit::PerRest => " (a rest)".into(),
    };
    let effect = match &deed.effect {
        ActionEffect::Attack(attack) => {
            let times = if attack.times > 1 { format!("{} x ", attack.times) } else { String::new() };
            format!("{times}{:+} {} {}{}", attack.to_hit, far(attack.reach), harm(&attack.harm), riders(&attack.riders))
        }
        ActionEffect::Save(save) => throw(save),
        ActionEffect::Sure { reach, times, harm: all } => format!("sure {times} x {} {}", far(*reach), harm(all)),
        ActionEffect::Heal { reach, targets, dice } => format!("heals {targets} x {} {dice}", far(*reach)),
        ActionEffect::Shield { reach, dice } => format!("shields {} {dice}", far(*reach)),
        ActionEffect::Boon { reach, targets, modifiers, lasts } => {
            format!("boon {targets} x {} {} {}", far(*reach), changes(modifiers), span(*lasts))
        }
        ActionEffect::Multiattack { ways } => {
            let way = |way: &Vec<_>| {
                let parts =
                    way.iter().map(|strike: &game::combat::deed::Strike| format!("{} {}", strike.count, strike.deed));
                parts.collect::<Vec<_>>().join(" + ")
            };
            ways.iter().map(way).collect::<Vec<_>>().join(" or ")
        }
        ActionEffect::Stabilise { reach } => format!("makes stable {}", far(*reach)),
        ActionEffect::Revive { reach, whole, .. } => {
            format!("raises {}{}", far(*reach), if *whole { " whole" } else { "" })
        }
        ActionEffect::Pool { reach, area, dice, kind, lasts } => {
            format!("pool {} {area:?} {dice} {} {}", far(*reach), kind.name(), span(*lasts))
        }
        ActionEffect::Cure { reach, conditions } => format!("ends one of {} {conditions:?}", far(*reach)),
        ActionEffect::Conjure { item, quantity } => format!("makes {quantity} x {item}"),
        ActionEffect::Told { .. } => "told".into(),
    };
    format!("{}{cost}{usage}: {effect}", deed.name)
}

fn throw(save: &SavingThrowEffect) -> String {
    let half = if save.half { " half" } else { "" };
    let area = match save.area {
        None => format!("{} of", save.targets),
        Some(Area::Cone { feet }) => format!("cone {feet}"),
        Some(Area::Line { feet, width }) => format!("line {feet}x{width}"),
        Some(Area::Sphere { radius }) => format!("sphere {radius}"),
        Some(Area::Cube { feet }) => format!("cube {feet}"),
        Some(Area::Cylinder { radius }) => format!("cylinder {radius}"),
    };
    format!(
        "{:?} {} {area} {} {}{half}{}",
        save.ability,
        save.dc,
        far(save.reach),
        harm(&save.harm),
        riders(&save.riders)
    )
}

fn far(reach: Reach) -> String {
    match reach {
        Reach::Oneself => "self".into(),
        Reach::Melee { feet } => format!("{feet} ft"),
        Reach::Ranged { normal, long } => format!("{normal}/{long} ft"),
        Reach::Either { feet, normal, long } => format!("{feet} or {normal}/{long} ft"),
    }
}

fn harm(all: &[DamageDice]) -> String {
    let of = |harm: &DamageDice| format!("{} {}", harm.dice, harm.damage_type.map_or("untyped", |kind| kind.name()));
    format!("({})", all.iter().map(of).collect::<Vec<_>>().join(" + "))
}

fn changes(modifiers: &[Modifier]) -> String {
    format!("{modifiers:?}")
}

fn span(lasts: EffectDuration) -> String {
    match lasts {
        EffectDuration::Rounds { rounds, concentration, save_at_end } => {
            let mind = if concentration { " held" } else { "" };
            format!("{rounds} rounds{mind}{}", if save_at_end { " thrown again" } else { "" })
        }
        other => format!("{other:?}"),
    }
}

fn riders(all: &[Rider]) -> String {
    let of = |rider: &Rider| {
        let save = rider.save.map_or(String::new(), |save| {
            format!("{:?} {}{} or ", save.ability, save.dc, if save.half { " half" } else { "" })
        });
        let brings = match &rider.brings {
            Brings::Condition { kind, escape_dc } => {
                format!("{}{}", kind.name(), escape_dc.map_or(String::new(), |dc| format!(" (escape {dc})")))
            }
            Brings::Worsening { kind, then } => format!("{}, then {}", kind.name(), then.name()),
            Brings::Harm { harm: all } => harm(all),
            Brings::Push { feet } => format!("push {feet}"),
            Brings::MaximumSinks => "maximum sinks".into(),
            Brings::Modifiers { modifiers } => changes(modifiers),
        };
        format!("; {save}{brings} {}", span(rider.lasts))
    };
    all.iter().map(of).collect()
}

fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The deeds of a package's stat block that stand for themselves.
fn raw(monster: &Monster) -> impl Iterator<Item = &embertale::rules::StatBlockEntry> {
    let all = [&monster.actions, &monster.bonus_actions, &monster.reactions, &monster.legendary_actions];
    all.into_iter()
        .flatten()
        .flat_map(|deed| if deed.options.is_empty() { std::slice::from_ref(deed) } else { &deed.options })
}

#[tokio::test]
async fn every_stat_block_becomes_numbers_and_what_does_not_is_counted() {
    let Some(library) = whole().await else { return };
    let mut ledger = String::new();
    for edition in Edition::ALL {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut left: Vec<String> = Vec::new();
        for (entry, monster) in monsters(library, edition) {
            let made = made_of(entry, library).unwrap();
            assert_eq!(
                (made.hp, i64::from(made.armor_class)),
                (monster.hit_points as i32, i64::from(monster.armor_class))
            );
            assert_eq!(Some(made.xp), monster.xp.or(Some(0)), "{}", entry.name);
            let mut count = |what| *counts.entry(what).or_default() += 1;
            count("stat blocks");
            let named = |name: &str| {
                made.stats.deeds.iter().find(|deed| deed.name == name || deed.name.starts_with(&format!("{name} (")))
            };
            for deed in raw(monster) {
                let name = deed.name.split(" (").next().unwrap().trim();
                let of = |is: &dyn Fn(&ActionEffect) -> bool| {
                    made.stats.deeds.iter().any(|made| {
                        (made.name == name || made.name.starts_with(&format!("{name} ("))) && is(&made.effect)
                    })
                };
                if deed.attack_bonus.is_some() && !deed.damage.is_empty() {
                    count("attacks with damage");
                    let has_harm = |attack: &game::combat::deed::Attack| {
                        !attack.harm.is_empty()
                            || attack.riders.iter().any(|rider| matches!(rider.brings, Brings::Harm { .. }))
                    };
                    assert!(
                        of(&|effect| matches!(effect, ActionEffect::Attack(attack) if has_harm(attack))),
                        "{}: {name}",
                        entry.name
                    );
                } else if deed.save.is_some() && deed.attack_bonus.is_none() {
                    count("throws");
                    if !of(&|effect| matches!(effect, ActionEffect::Save(_))) {
                        left.push(format!("throw of {}: {name}", entry.slug));
                    }
                }
            }
            for deed in &made.stats.deeds {
                count(match &deed.effect {
                    ActionEffect::Revive { .. } => "raise",
                    ActionEffect::Told { .. } => "told",
                    _ => "done",
                });
                for strike in strikes(deed) {
                    assert!(named(&strike.deed).is_some(), "{}: {} is none of its deeds", entry.name, strike.deed);
                    assert!(can_be_thrown(&strike.count), "{}: {}", entry.name, strike.count);
                }
                if deed.name == "Multiattack" {
                    count("multiattacks");
                    if matches!(deed.effect, ActionEffect::Told { .. }) {
                        left.push(format!("multiattack of {}", entry.slug));
                    }
                }
            }
            left.extend(unresolved(entry).into_iter().map(|name| format!("strike of {}: {name}", entry.slug)));
        }
        ledger += &format!("rules of {}\n", edition.as_str());
        ledger.extend(counts.iter().map(|(what, n)| format!("  {what}: {n}\n")));
        ledger.extend(left.iter().map(|what| format!("  left: {what}\n")));
    }
    check("arsenal_ledger", &ledger);
}

/// Whether it is dice, or a number where nothing is thrown.
fn can_be_thrown(dice: &str) -> bool {
    dice.parse::<i32>().is_ok() || Notation::parse(dice).is_ok()
}

/// Every number of every deed is one the fight's dice can throw.
#[tokio::test]
async fn all_dice_can_be_thrown() {
    let Some(library) = whole().await else { return };
    let mut wrong = Vec::new();
    let mut look = |of: &str, deed: &CombatAction| {
        let mut all: Vec<&DamageDice> = Vec::new();
        let mut of_riders = Vec::new();
        match &deed.effect {
            ActionEffect::Attack(attack) => {
                all.extend(&attack.harm);
                of_riders.extend(&attack.riders);
            }
            ActionEffect::Save(save) => {
                all.extend(&save.harm);
                of_riders.extend(&save.riders);
            }
            ActionEffect::Sure { harm, .. } => all.extend(harm),
            ActionEffect::Heal { dice, .. } | ActionEffect::Shield { dice, .. } if !can_be_thrown(dice) => {
                wrong.push(format!("{of}: {dice}"));
            }
            _ => {}
        }
        for rider in of_riders {
            if let Brings::Harm { harm } = &rider.brings {
                all.extend(harm);
            }
        }
        wrong.extend(all.iter().filter(|harm| !can_be_thrown(&harm.dice)).map(|harm| format!("{of}: {}", harm.dice)));
    };
    for edition in Edition::ALL {
        for (entry, _) in monsters(library, edition) {
            let made = made_of(entry, library).unwrap();
            made.stats.deeds.iter().for_each(|deed| look(&entry.name, deed));
        }
        for (entry, spell) in spells(library, edition) {
            for (slot, level) in [(spell.level, 1), (9, 20)] {
                look(&entry.name, &deed_of(entry, &caster(level), slot).unwrap());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Very different creatures, read beside their stat blocks.
const LOOKED_AT: [&str; 38] = [
    "goblin",
    "goblin-warrior",
    "werewolf",
    "vampire",
    "gelatinous-cube",
    "ogre",
    "veteran",
    "hydra",
    "adult-red-dragon",
    "medusa",
    "ghoul",
    "lich",
    "giant-spider",
    "vampire-vampire",
    "kraken",
    "swarm-of-rats",
    "werewolf-hybrid",
    "shambling-mound",
    "roper",
    "mimic",
    "air-elemental",
    "owlbear",
    "marilith",
    "tarrasque",
    "bandit-captain",
    "assassin",
    "wolf",
    "purple-worm",
    "unicorn",
    "erinyes",
    "ettercap",
    "pit-fiend",
    "mummy-lord",
    "troll",
    "couatl",
    "djinni",
    "priest",
    "mage",
];

#[tokio::test]
async fn creatures_of_every_kind_are_as_their_stat_blocks_say() {
    let Some(library) = whole().await else { return };
    let mut text = String::new();
    for edition in Edition::ALL {
        for slug in LOOKED_AT {
            let Some(entry) = library.get(edition, RuleKind::Monster, slug) else { continue };
            let made = made_of(entry, library).unwrap();
            let stats = &made.stats;
            text += &format!(
                "{slug} ({}): hp {}, ac {}, xp {}, {:?} {}, {} ft{}, traits {:?}, legendary {}\n",
                edition.as_str(),
                made.hp,
                made.armor_class,
                made.xp,
                stats.size,
                stats.creature_type,
                stats.speed,
                if stats.flies { " flying" } else { "" },
                stats.traits,
                stats.legendary_actions,
            );
            text.extend(stats.deeds.iter().map(|deed| format!("  {}\n", line(deed))));
        }
    }
    check("arsenal_monsters", &text);
}

#[tokio::test]
async fn spells_grow_with_their_slots_and_cantrips_with_their_casters() {
    let Some(library) = whole().await else { return };
    for edition in Edition::ALL {
        let at = |slug: &str, slot: u8, level: u8| {
            line(&spell(library, edition, slug, slot, level)).split_once(": ").unwrap().1.to_owned()
        };
        for (slug, slot, level, told) in [
            ("fireball", 3, 5, "Dex 15 sphere 20 150/150 ft (8d6 fire) half"),
            ("fireball", 5, 9, "Dex 15 sphere 20 150/150 ft (10d6 fire) half"),
            ("fireball", 0, 9, "Dex 15 sphere 20 150/150 ft (8d6 fire) half"),
            ("lightning-bolt", 3, 5, "Dex 15 line 100x5 self (8d6 lightning) half"),
            ("burning-hands", 1, 1, "Dex 15 cone 15 self (3d6 fire) half"),
            ("magic-missile", 1, 1, "sure 3 x 120/120 ft (1d4+1 force)"),
            ("magic-missile", 4, 7, "sure 6 x 120/120 ft (1d4+1 force)"),
            ("scorching-ray", 2, 3, "3 x +7 120/120 ft (2d6 fire)"),
            ("scorching-ray", 4, 7, "5 x +7 120/120 ft (2d6 fire)"),
            ("fire-bolt", 0, 4, "+7 120/120 ft (1d10 fire)"),
            ("fire-bolt", 0, 5, "+7 120/120 ft (2d10 fire)"),
            ("fire-bolt", 0, 17, "+7 120/120 ft (4d10 fire)"),
            ("eldritch-blast", 0, 1, "+7 120/120 ft (1d10 force)"),
            ("eldritch-blast", 0, 5, "2 x +7 120/120 ft (1d10 force)"),
            ("eldritch-blast", 0, 17, "4 x +7 120/120 ft (1d10 force)"),
            ("sacred-flame", 0, 11, "Dex 15 1 of 60/60 ft (3d8 radiant)"),
            ("spiritual-weapon", 2, 3, "+7 5 or 60/60 ft (1d8+4 force)"),
            ("moonbeam", 3, 5, "Con 15 cylinder 5 120/120 ft (3d10 radiant) half"),
            ("chain-lightning", 7, 13, "Dex 15 5 of 150/150 ft (10d8 lightning) half"),
            ("disintegrate", 7, 13, "Dex 15 1 of 60/60 ft (13d6+40 force)"),
            ("hold-person", 2, 3, "Wis 15 1 of 60/60 ft (); paralyzed 10 rounds held thrown again"),
            ("hold-person", 4, 7, "Wis 15 3 of 60/60 ft (); paralyzed 10 rounds held thrown again"),
            ("entangle", 1, 1, "Str 15 cube 20 90/90 ft (); restrained 10 rounds held"),
            ("thunderwave", 1, 1, "Con 15 cube 15 self (2d8 thunder) half; push 10 Instant"),
            ("heal", 6, 11, "heals 1 x 60/60 ft 70"),
            ("heal", 7, 13, "heals 1 x 60/60 ft 80"),
        ] {
            assert_eq!(at(slug, slot, level), told, "{slug} at {slot}, rules of {}", edition.as_str());
        }
    }
    let healing = |edition, slug: &str, slot| {
        line(&spell(library, edition, slug, slot, 5)).split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(healing(Edition::Y2014, "cure-wounds", 3), "heals 1 x 5 ft 3d8+4");
    assert_eq!(healing(Edition::Y2024, "cure-wounds", 3), "heals 1 x 5 ft 6d8+4");
    assert_eq!(healing(Edition::Y2014, "healing-word", 1), "heals 1 x 60/60 ft 1d4+4");
    assert_eq!(healing(Edition::Y2024, "healing-word", 2), "heals 1 x 60/60 ft 4d4+4");
    assert_eq!(healing(Edition::Y2014, "mass-cure-wounds", 5), "heals 6 x 60/60 ft 3d8+4");
    assert_eq!(healing(Edition::Y2014, "false-life", 3), "shields self 1d4+14");
    for edition in Edition::ALL {
        assert_eq!(healing(edition, "regenerate", 7), "heals 1 x 5 ft 4d8+15");
    }
}

#[tokio::test]
async fn blessings_and_curses_change_what_they_say() {
    let Some(library) = whole().await else { return };
    for edition in Edition::ALL {
        let cast = |slug: &str, slot| spell(library, edition, slug, slot, 5).effect;
        let ActionEffect::Boon { targets: 5, modifiers, lasts, .. } = cast("bless", 3) else { panic!("bless") };
        assert_eq!(modifiers, [Modifier::AttackDice { dice: "1d4".into() }, Modifier::SaveDice { dice: "1d4".into() }]);
        assert_eq!(lasts, EffectDuration::Rounds { rounds: 10, concentration: true, save_at_end: false });
        let ActionEffect::Save(bane) = cast("bane", 1) else { panic!("bane") };
        assert_eq!((bane.ability, bane.targets), (Ability::Cha, 3));
        let ActionEffect::Boon { modifiers, lasts: EffectDuration::UntilDoersTurn, .. } = cast("shield", 1) else {
            panic!("shield")
        };
        assert_eq!(modifiers, [Modifier::ArmorClass { by: 5 }]);
        let brings = |slug: &str| match cast(slug, 0) {
            ActionEffect::Save(save) => save.riders,
            ActionEffect::Attack(attack) => attack.riders,
            other => panic!("{slug}: {other:?}"),
        };
        let afflicts = |slug: &str, kind: ConditionKind| {
            brings(slug)
                .iter()
                .any(|rider| matches!(rider.brings, Brings::Condition { kind: named, .. } if named == kind))
        };
        assert!(afflicts("web", ConditionKind::Restrained) && afflicts("blindness-deafness", ConditionKind::Blinded));
        assert!(
            afflicts("hypnotic-pattern", ConditionKind::Incapacitated) && afflicts("command", ConditionKind::Prone)
        );
        assert!(afflicts("hideous-laughter", ConditionKind::Prone) && afflicts("fear", ConditionKind::Frightened));
        for (slug, modifier) in [
            ("faerie-fire", Modifier::EasyToHit),
            ("guiding-bolt", Modifier::EasyToHit),
            ("vicious-mockery", Modifier::AttackDisadvantage),
        ] {
            let changed = brings(slug)
                .iter()
                .any(|rider| matches!(&rider.brings, Brings::Modifiers { modifiers } if modifiers.contains(&modifier)));
            assert!(changed, "{slug}");
        }
    }
}

/// Spells that do damage or heal but are only narrated: a list, each with what the engine lacks for it.
#[tokio::test]
async fn spells_that_hurt_are_done_and_the_others_are_counted() {
    let Some(library) = whole().await else { return };
    let mut ledger = String::new();
    for edition in Edition::ALL {
        let (mut done, mut told) = (BTreeMap::<&str, usize>::new(), Vec::new());
        for (entry, spell) in spells(library, edition) {
            let deed = deed_of(entry, &caster(5), spell.level).unwrap();
            let kind = match deed.effect {
                ActionEffect::Attack(_) => "attack",
                ActionEffect::Save(_) => "throw",
                ActionEffect::Sure { .. } => "sure",
                ActionEffect::Heal { .. } => "heal",
                ActionEffect::Shield { .. } => "shield",
                ActionEffect::Boon { .. } => "boon",
                ActionEffect::Multiattack { .. } => "several",
                ActionEffect::Stabilise { .. } => "stabilise",
                ActionEffect::Revive { .. } => "raise",
                ActionEffect::Pool { .. } => "pool",
                ActionEffect::Cure { .. } => "cure",
                ActionEffect::Conjure { .. } => "conjure",
                ActionEffect::Told { .. } => "told",
            };
            *done.entry(kind).or_default() += 1;
            if kind == "told" && !spell.damage.is_empty() {
                told.push(entry.slug.as_str());
            }
        }
        ledger += &format!("rules of {}: {done:?}\n  hurts and is told: {told:?}\n", edition.as_str());
    }
    check("arsenal_spells", &ledger);
}

/// The spells that ready-made heroes begin with and the engine has no numbers for: the Dungeon Master applies them.
#[tokio::test]
async fn the_spells_that_ready_made_heroes_begin_with_and_no_rule_carries_out_are_counted() {
    let Some(library) = whole().await else { return };
    let mut ledger = String::new();
    for edition in Edition::ALL {
        let mut told = std::collections::BTreeSet::new();
        for hero in game::ready_made::ready_made() {
            let known = hero.spellcasting.iter().flat_map(|it| it.cantrips.iter().chain(&it.spells));
            told.extend(
                known
                    .filter(|name| {
                        let deed = spells(library, edition).find(|(entry, _)| entry.name.eq_ignore_ascii_case(name));
                        let deed = deed.and_then(|(entry, spell)| deed_of(entry, &caster(1), spell.level));
                        deed.is_none_or(|deed| matches!(deed.effect, ActionEffect::Told { .. }))
                    })
                    .cloned(),
            );
        }
        ledger += &format!("rules of {}: {told:?}\n", edition.as_str());
    }
    check("arsenal_starting_spells", &ledger);
}

#[tokio::test]
async fn a_mage_casts_what_its_stat_block_lists() {
    let Some(library) = whole().await else { return };
    let mage = monster(library, Edition::Y2014, "mage");
    let find = |name: &str| mage.stats.deeds.iter().find(|deed| deed.name == name).unwrap_or_else(|| panic!("{name}"));
    let ActionEffect::Save(fireball) = &find("Fireball").effect else { panic!("fireball") };
    assert_eq!((fireball.dc, fireball.harm[0].dice.as_str()), (14, "8d6"));
    let ActionEffect::Attack(bolt) = &find("Fire Bolt").effect else { panic!("fire bolt") };
    assert_eq!((bolt.to_hit, bolt.harm[0].dice.as_str()), (6, "2d10"));
    assert_eq!(find("Fire Bolt").usage, UsageLimit::AtWill);
}

#[tokio::test]
async fn a_hero_casts_what_the_sheet_knows_with_the_slots_that_are_left() {
    let Some(library) = whole().await else { return };
    let (name, class, race) = ("Mira".into(), "wizard".into(), "human".into());
    let new = NewHero { name, class, race, level: Some(5), abilities: None, background: None };
    let mut hero = hero::build(&new, |_| false).unwrap();
    let known = hero.spellcasting.as_mut().unwrap();
    known.cantrips = vec!["Fire Bolt".into()];
    known.spells = vec!["Fireball".into(), "magic missile".into(), "A spell of nobody's".into()];
    known.slots.get_mut(&3).unwrap().used = 1;
    known.slots.get_mut(&2).unwrap().used = known.slots[&2].max;
    let ways = heroes::castings(&hero, library, Edition::Y2014);
    let all: Vec<(u8, &str)> = ways.iter().map(|way| (way.slot, way.deed.name.as_str())).collect();
    assert_eq!(all, [(0, "Fire Bolt"), (3, "Fireball"), (1, "Magic Missile"), (3, "Magic Missile")]);
    let numbers = heroes::caster(&hero).unwrap();
    let ActionEffect::Save(fireball) = &ways[1].deed.effect else { panic!() };
    assert_eq!((fireball.dc, numbers.dc), (numbers.dc, 8 + numbers.attack));
    let ActionEffect::Attack(bolt) = &ways[0].deed.effect else { panic!() };
    assert_eq!((bolt.to_hit, bolt.harm[0].dice.as_str()), (numbers.attack, "2d10"));
}
