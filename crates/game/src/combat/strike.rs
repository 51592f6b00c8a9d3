//! Resolves one attack: roll, hit or miss, damage (SRD 5.1, Making an Attack).

use super::{
    action_resolution,
    activated_features::Pool,
    arms::{self, Arm},
    attack_advantage::{self, Sides},
    attacking,
    bout::Bout,
    deed::{ActionEffect, Attack, Brings, CombatAction, EffectDuration, Modifier, Reach, Rider, RiderSave},
    encounter::Combatant,
    event::{AttackOutcome, CombatEvent},
    expected_value, features,
    fighter::{FighterId, FighterRef},
    harm::{self, DamageDice, DamageRoll, DamageType, RolledDamage},
    protection::{self, IncomingAttack},
    riders::{self, RiderCause},
    stat_block::Trait,
    terrain::Cover,
    wound::{self, IncomingDamage},
};
use crate::{
    Change, Refusal, State,
    character::{Ability, Character, LevelSlots},
    condition_kind::ConditionKind,
    creature::Creature,
    d20::{
        D20Roll, D20Test,
        advantage::{Reason, Sway},
    },
    dice::{RollKind, RollPurpose},
    feature::FeatureId,
    house_rules::{CriticalHits, HouseRule},
};

/// The armour class of an unknown target: a commoner's (SRD 5.1, Nonplayer Characters).
const UNKNOWN_ARMOR_CLASS: i32 = 10;

/// Something to strike with, with everything that counts about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Striking {
    /// As the sheet, the stat block or the spell calls it.
    pub(super) name: String,
    /// The attack.
    pub(super) attack: Attack,
    /// Whether magic is in it.
    pub(super) magical: bool,
    /// The weapon, where a hero has one in hand.
    pub(super) arm: Option<Arm>,
    /// Whether it is a weapon's attack and not a spell's.
    pub(super) by_weapon: bool,
    /// The level of the slot a paladin smites with on a hit.
    pub(super) smite: Option<u8>,
    /// Whether a melee hit is to knock out and not to kill.
    pub(super) knocks_out: bool,
    /// Outside a fight: whether the target is within five feet.
    pub(super) is_close: bool,
}

impl Striking {
    /// An arm of a hero's.
    pub fn with_arm(arm: Arm) -> Self {
        let (name, attack, magical) = (arm.name.clone(), arm.attack.clone(), arm.magical);
        Self { name, attack, magical, arm: Some(arm), by_weapon: true, smite: None, knocks_out: false, is_close: false }
    }

    /// The same at a target that is within five feet, or not, for fights without positions.
    pub fn close(self, is_close: bool) -> Self {
        Self { is_close, ..self }
    }

    /// The attack of an action; none for other actions. A non-magical attack of a stat block counts as a weapon's.
    pub(super) fn of_deed(deed: &CombatAction) -> Option<Self> {
        let ActionEffect::Attack(attack) = &deed.effect else { return None };
        let (name, attack, magical) = (deed.name.clone(), attack.clone(), deed.magical);
        Some(Self {
            name,
            attack,
            magical,
            arm: None,
            by_weapon: !magical,
            smite: None,
            knocks_out: false,
            is_close: false,
        })
    }

    /// Whether the weapon is too heavy for small folk.
    pub(super) fn is_heavy(&self) -> bool {
        self.arm.as_ref().is_some_and(|arm| arm.heavy)
    }

    /// Whether it uses Strength, as Reckless Attack requires.
    pub(super) fn is_by_strength(&self) -> bool {
        self.arm.as_ref().is_none_or(|arm| arm.by_strength)
    }

    /// The mean of its harm on a hit.
    pub(super) fn mean(&self) -> f64 {
        self.attack.harm.iter().map(|harm| harm::mean(&harm.dice)).sum()
    }
}

/// The attack a fighter makes when a foe leaves its reach: its best one in hand.
pub(super) fn at_hand(fighter: FighterRef, place: &Combatant) -> Option<Striking> {
    let near = |reach: Reach| matches!(reach, Reach::Melee { .. } | Reach::Either { .. });
    let all: Vec<Striking> = match fighter {
        FighterRef::Hero(hero) => {
            let arms = arms::all(hero)
                .into_iter()
                .filter(|arm| attacking::is_in_hand(hero, place, arm) && arms::has_hands_for(hero, arm));
            arms.map(Striking::with_arm).collect()
        }
        FighterRef::Creature(one) => one.stat_block().deeds.iter().filter_map(Striking::of_deed).collect(),
    };
    let melee = all.into_iter().filter(|it| near(it.attack.reach));
    melee.max_by(|a, b| a.mean().total_cmp(&b.mean()))
}

/// The reach of melee weapons.
pub(super) fn hand_reach(reach: Reach) -> u16 {
    match reach {
        Reach::Melee { feet } | Reach::Either { feet, .. } => feet,
        Reach::Ranged { .. } | Reach::Oneself => 0,
    }
}

/// The result of an attack.
#[derive(Debug, Clone)]
pub struct Struck {
    /// The throw to hit.
    pub roll: D20Roll,
    /// How it was thrown.
    pub test: D20Test,
    /// The damage of a hit as rolled, and the part that was felt: all of it if the target is unknown.
    pub hit: Option<(DamageRoll, i32)>,
}

/// An attack with everything that counts for it, before it is thrown.
struct Aimed {
    test: D20Test,
    /// Whether it is made from afar.
    shot: bool,
    /// How far the weapon is thrown.
    thrown_feet: Option<u16>,
    /// Attacker is within 5 feet: hits on paralyzed or unconscious targets are critical.
    is_within_5_feet: bool,
    sneaky: Option<Sneaky>,
}

/// The dice of a sneak attack, and the mark in a fight that keeps it to one a turn.
struct Sneaky {
    dice: String,
    mark: Option<String>,
}

/// Strikes once in a fight, and says whether it hit. The target must be there; reach and costs are others' business.
pub(super) fn strike(
    bout: &mut Bout,
    attacker: &FighterId,
    target: &FighterId,
    with: &Striking,
) -> Result<bool, Refusal> {
    let (own, theirs) = (bout.name(attacker), bout.name(target));
    let purpose = RollPurpose::of(RollKind::Attack).by(own).at(theirs).with(with.name.as_str());
    let struck = strike_at(bout, attacker, Some(target), with, Sway::None, &purpose)?;
    Ok(struck.hit.is_some())
}

/// The throw to hit of a hero's attack outside a fight.
pub fn test_outside(state: &State, hero: &Character, target: Option<&Creature>, arm: Arm) -> D20Test {
    let sides = Sides { striker: FighterRef::Hero(hero), struck: target.map(FighterRef::Creature), places: None };
    test_of(state, sides, &Striking::with_arm(arm), Cover::None, false)
}

/// Makes one attack, in or outside a fight, at a creature of the scene or at an unknown target.
///
/// # Errors
/// The dice are invalid, or no fighter has this id.
pub fn strike_at(
    bout: &mut Bout,
    attacker: &FighterId,
    target: Option<&FighterId>,
    with: &Striking,
    given: Sway,
    purpose: &RollPurpose,
) -> Result<Struck, Refusal> {
    let guarded = target.map_or(Ok(false), |target| protection::interpose(bout, attacker, target, &with.name))?;
    let aimed = aim(bout, attacker, target, with, guarded, given)?;
    give_away(bout, attacker, target, with, aimed.thrown_feet.is_some())?;
    let is_flanking = aimed.test.advantage().is_some_and(|it| it.reasons.contains(&Reason::Flanking));
    let marked = is_flanking.then(|| purpose.clone().ruled_by(HouseRule::Flanking));
    let roll = aimed.test.toss(bout, marked.as_ref().unwrap_or(purpose))?;
    let by_hand = with.by_weapon && !aimed.shot;
    let blow = target.map(|target| IncomingAttack { attacker, target, with: &with.name, by_hand, total: roll.total });
    // A critical hit can't be turned aside: it hits whatever the armour class is.
    let lands = match blow.filter(|_| roll.is_good() && !roll.is_critical()) {
        Some(blow) => !protection::turn_aside(bout, blow)?,
        None => roll.is_good(),
    };
    let event = |bout: &Bout, target: &FighterId, outcome| CombatEvent::Attack {
        who: bout.actor(attacker),
        target: bout.actor(target),
        with: with.name.clone(),
        total: roll.total,
        thrown_feet: aimed.thrown_feet,
        advantage: aimed.test.advantage(),
        outcome,
    };
    if !lands {
        if let Some(target) = target {
            bout.happened(|bout| event(bout, target, AttackOutcome::Miss));
        }
        return Ok(Struck { roll, test: aimed.test, hit: None });
    }

    let defenceless = |it: FighterRef| it.active_conditions().any(|it| it.rules().critical_beside);
    let struck = target.map(|target| bout.fighter(target)).transpose()?;
    let critical = roll.is_critical() || (aimed.is_within_5_feet && struck.is_some_and(defenceless));
    let mut fell = damage_of(bout, attacker, with, aimed.sneaky, critical)?;
    let Some(target) = target else {
        let dealt = fell.parts.iter().map(|(_, amount)| (*amount).max(0)).sum();
        return Ok(Struck { roll, test: aimed.test, hit: Some((fell, dealt)) });
    };
    protection::soften(bout, attacker, target, with, &mut fell.parts)?;
    let thrown = fell.thrown().or(Some(roll.roll.proof));
    let spares = with.knocks_out && !aimed.shot;
    let before = bout.n_events();
    let damage = IncomingDamage { critical, spares, ..IncomingDamage::new(&fell.parts, thrown, with.magical) };
    let felt = wound::hurt(bout, target, damage)?;
    bout.happened_before(before, |bout| event(bout, target, AttackOutcome::Hit { critical, damage: felt }));
    let thrown = Some(roll.roll.proof);
    let cause = RiderCause { felt, thrown, ..RiderCause::new(attacker, &with.name, with.magical) };
    riders::bring(bout, target, &with.attack.riders, cause)?;
    if by_hand {
        stun(bout, attacker, target)?;
    }
    Ok(Struck { roll, test: aimed.test, hit: Some((fell, felt)) })
}

/// The modifiers of an attack, and the range it is made from.
fn aim(
    bout: &Bout,
    attacker: &FighterId,
    target: Option<&FighterId>,
    with: &Striking,
    guarded: bool,
    given: Sway,
) -> Result<Aimed, Refusal> {
    let struck = target.map(|target| bout.fighter(target)).transpose()?;
    let places = target.and_then(|target| Some((bout.combatant(attacker).ok()?, bout.combatant(target).ok()?)));
    let sides = Sides { striker: bout.fighter(attacker)?, struck, places };
    let cover = target.map_or(Cover::None, |target| action_resolution::cover(bout, attacker, target));
    let test = test_of(bout.game(), sides, with, cover, guarded).given(given);
    let feet = sides.feet(with);
    let shot = attack_advantage::shoots(with.attack.reach, feet);
    let is_thrown = shot && matches!(with.attack.reach, Reach::Either { .. });
    let is_within_5_feet = places.map_or(!shot || with.is_close, |(own, theirs)| own.is_beside(theirs));
    let sneaky = sneak_attack(bout, sides, with, test.sway());
    Ok(Aimed { test, shot, thrown_feet: is_thrown.then_some(feet), is_within_5_feet, sneaky })
}

/// The probability that an attack hits, and the mean damage of a hit that is not critical; none if it can't be aimed.
pub(super) fn outlook(bout: &Bout, attacker: &FighterId, target: &FighterId, with: &Striking) -> Option<(f64, f64)> {
    let aimed = aim(bout, attacker, Some(target), with, false, Sway::None).ok()?;
    let mut harms = own_harm(bout, attacker, with).ok()?;
    harms.extend(aimed.sneaky.map(|sneaky| DamageDice { dice: sneaky.dice, damage_type: None }));
    Some((aimed.test.chance()?, expected_value::mean(&harms)))
}

/// The throw to hit the target's armour class with its cover (SRD 5.1, Making an Attack; Cover).
fn test_of(state: &State, sides: Sides, with: &Striking, cover: Cover, guarded: bool) -> D20Test {
    let odds = attack_advantage::of_attack(state, sides, with, guarded);
    let armor_class = sides.struck.map_or(UNKNOWN_ARMOR_CLASS, FighterRef::armor_class) + cover.bonus();
    let critical_from = critical_from(sides.striker, with);
    D20Test::attack(sides.striker, with.attack.to_hit, odds, critical_from).against(armor_class)
}

/// The damage of a hit, thrown; low dice of a great weapon are thrown again, and count as they fall then (SRD 5.1,
/// Fighting Style: Great Weapon Fighting, for the dice of the weapon itself).
fn damage_of(
    bout: &mut Bout,
    attacker: &FighterId,
    with: &Striking,
    sneaky: Option<Sneaky>,
    critical: bool,
) -> Result<DamageRoll, Refusal> {
    let harms = harm_of(bout, attacker, with, sneaky)?;
    let by_house = critical.then(|| bout.game().house_rules.critical_hits);
    let purpose = RollPurpose::of(RollKind::Damage).with(with.name.as_str());
    let purpose = match by_house {
        Some(CriticalHits::MaximumAndRoll) => purpose.ruled_by(HouseRule::CriticalHits),
        _ => purpose,
    };
    let sides = match (bout.fighter(attacker)?, &with.arm) {
        (FighterRef::Hero(hero), Some(arm)) if features::throws_low_dice_again(hero, arm) => weapon_sides(arm),
        _ => None,
    };
    let mut fell = match (sides, harm::to_throw(&harms, by_house)) {
        (Some(sides), RolledDamage::Dice(dice)) => {
            let roll = bout.throw_for(Some(attacker), &dice, &purpose, |_| None)?;
            let low = roll.dice.iter().filter(|die| die.sides == sides && die.value <= 2).map(|die| die.value);
            let low: Vec<u32> = low.collect();
            let mut fell = DamageRoll::of(&harms, roll);
            if let (Some(first), false) = (fell.parts.first_mut(), low.is_empty()) {
                let again = format!("{}d{sides}", low.len());
                let purpose = RollPurpose::of(RollKind::Feature).with("Great Weapon Fighting");
                let again = bout.throw_for(Some(attacker), &again, &purpose, |_| None)?;
                first.1 += again.total - i32::try_from(low.iter().sum::<u32>()).unwrap_or(0);
                fell.rolls.push(again);
            }
            fell
        }
        _ => riders::throw(bout, attacker, &harms, critical, &purpose),
    };
    if let Some(more) = critical_dice(bout, attacker, with).filter(|_| critical) {
        let purpose = RollPurpose::of(RollKind::CriticalDamage).with(with.name.as_str());
        let more = riders::throw(bout, attacker, &[more], false, &purpose);
        fell.parts.extend(more.parts);
        fell.rolls.extend(more.rolls);
    }
    Ok(fell)
}

/// The sides of a weapon's own dice.
fn weapon_sides(arm: &Arm) -> Option<u32> {
    let sides = arm.attack.harm.first()?.dice.split_once('d')?.1;
    sides.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// A monk's blow that was to stun: a point of ki, and Constitution against it (SRD 5.1, Monk: Stunning Strike).
fn stun(bout: &mut Bout, attacker: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    let meant = bout.combatant(attacker).is_ok_and(|it| it.economy.did(features::STUNS));
    let FighterRef::Hero(hero) = bout.fighter(attacker)? else { return Ok(()) };
    if !meant || bout.fighter(target)?.is_down() {
        return Ok(());
    }
    let dc = features::save_dc(hero, Ability::Wis);
    bout.spend(attacker, |economy| economy.once.retain(|mark| mark != features::STUNS))?;
    bout.use_once(attacker, Pool::Ki.name())?;
    let rider = Rider {
        save: Some(RiderSave { ability: Ability::Con, dc, half: false }),
        brings: Brings::Condition { kind: ConditionKind::Stunned, escape_dc: None },
        lasts: EffectDuration::UntilEndOfDoersTurn,
    };
    riders::bring(bout, target, &[rider], RiderCause::new(attacker, features::STUNS, false))
}

/// The lowest number of the die that is a critical hit.
fn critical_from(attacker: FighterRef, with: &Striking) -> u32 {
    match attacker {
        FighterRef::Hero(hero) if with.by_weapon => features::critical_from(hero),
        _ => 20,
    }
}

/// An attack reveals the attacker, uses up help with it, and takes a thrown weapon out of the hand (SRD 5.1, Unseen Attackers
/// and Targets; Help; Weapons: Thrown).
fn give_away(
    bout: &mut Bout,
    attacker: &FighterId,
    target: Option<&FighterId>,
    with: &Striking,
    is_thrown: bool,
) -> Result<(), Refusal> {
    if bout.combatant(attacker).is_err() {
        return Ok(());
    }
    bout.stand_as(attacker, |stance| {
        stance.hidden = None;
        stance.helped.take_if(|helped| target == Some(&helped.against));
    })?;
    match with.arm.is_some() && is_thrown {
        true => bout.stand_as(attacker, |stance| stance.thrown.push(with.name.clone())),
        false => Ok(()),
    }
}

/// Everything a hit does: the attack's own dice and what features, rage, effects and a smite add.
fn harm_of(
    bout: &mut Bout,
    attacker: &FighterId,
    with: &Striking,
    sneaky: Option<Sneaky>,
) -> Result<Vec<DamageDice>, Refusal> {
    let mut harms = own_harm(bout, attacker, with)?;
    let melee = !matches!(with.attack.reach, Reach::Ranged { .. });
    if let Some(Sneaky { dice, mark }) = sneaky {
        harms.push(DamageDice { dice, damage_type: harms.first().and_then(|harm| harm.damage_type) });
        if let Some(mark) = mark {
            bout.spend(attacker, |economy| economy.once.push(mark))?;
        }
    }
    if let (Some(level), true) = (with.smite, melee) {
        harms.extend(smite(bout, attacker, level)?);
    }
    Ok(harms)
}

/// The damage of a hit without effects of spent resources.
fn own_harm(bout: &Bout, attacker: &FighterId, with: &Striking) -> Result<Vec<DamageDice>, Refusal> {
    let mut harms = with.attack.harm.clone();
    let kind = harms.first().and_then(|harm| harm.damage_type);
    let fighter = bout.fighter(attacker)?;
    let melee = !matches!(with.attack.reach, Reach::Ranged { .. });
    if with.by_weapon {
        let lent =
            fighter.modifiers().filter_map(|m| if let Modifier::DamageDice { harm } = m { Some(harm) } else { None });
        harms.extend(lent.map(|harm| DamageDice { damage_type: harm.damage_type.or(kind), ..harm.clone() }));
    }
    if let (FighterRef::Hero(hero), Some(arm)) = (fighter, &with.arm) {
        if arm.by_strength && melee && fighter.has_effect(features::RAGE) {
            harms.push(DamageDice { dice: features::rage_damage(hero.level).to_string(), damage_type: kind });
        }
        if melee && hero.has_feature(FeatureId::ImprovedDivineSmite) {
            harms.push(DamageDice { dice: "1d8".to_owned(), damage_type: Some(DamageType::Radiant) });
        }
    }
    Ok(harms)
}

/// The dice a critical hit with a melee weapon throws beside the doubled ones (SRD 5.1, Brutal Critical; Half-Orc: Savage
/// Attacks).
fn critical_dice(bout: &Bout, attacker: &FighterId, with: &Striking) -> Option<DamageDice> {
    let (FighterRef::Hero(hero), Some(arm)) = (bout.game().fighter(attacker)?, &with.arm) else { return None };
    let n = features::brutal_dice(hero) + i32::from(hero.has_feature(FeatureId::SavageAttacks));
    let first = arm.attack.harm.first().filter(|_| n > 0 && !arm.shoots)?;
    let sides = weapon_sides(arm)?;
    Some(DamageDice { dice: format!("{n}d{sides}"), ..first.clone() })
}

/// A paladin's smite: 2d8 of radiant damage and one more d8 for each level of the slot above the first, at most 5d8 (SRD
/// 5.1, Divine Smite). The slot is spent on the hit.
fn smite(bout: &mut Bout, attacker: &FighterId, level: u8) -> Result<Option<DamageDice>, Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(attacker)? else { return Ok(None) };
    let slots = hero.spellcasting.as_ref().and_then(|casting| casting.slots.get(&level)).copied();
    let Some(LevelSlots { used, .. }) = slots.filter(|slots| slots.used < slots.max) else { return Ok(None) };
    let character_id = hero.id.clone();
    bout.make(Change::SpellSlotsUsed { character_id, level, used: used + 1 })?;
    let dice = format!("{}d8", (level + 1).min(5));
    Ok(Some(DamageDice { dice, damage_type: Some(DamageType::Radiant) }))
}

/// A sneak attack, once a turn: with a finesse weapon or one for shooting, with advantage, or without disadvantage and with
/// a friend beside the target (SRD 5.1, Rogue: Sneak Attack).
fn sneak_attack(bout: &Bout, sides: Sides, with: &Striking, sway: Sway) -> Option<Sneaky> {
    let dice = match sides.striker {
        FighterRef::Hero(hero) if with.arm.as_ref().is_some_and(|arm| arm.sneaky) => features::sneak_attack(hero)?,
        FighterRef::Hero(_) => return None,
        FighterRef::Creature(one) => one.stat_block().traits.iter().find_map(|it| match it {
            Trait::SneakAttack { dice } if with.by_weapon => Some(dice.clone()),
            _ => None,
        })?,
    };
    let open = match (sway, sides.places) {
        (Sway::Advantage, _) => true,
        (Sway::None, Some((own, theirs))) => attack_advantage::friend_beside(bout.game(), own, theirs),
        _ => false,
    };
    let mark = bout.game().encounter.as_deref().map(|it| format!("sneak attack in {}/{}", it.round, it.turn_index));
    let is_made = mark.as_ref().zip(sides.places).is_some_and(|(mark, (own, _))| own.economy.did(mark));
    (open && !is_made).then_some(Sneaky { dice, mark })
}
