//! One blow: to hit, or to miss, and what a hit does (SRD 5.1, Making an Attack).

use super::{
    arms::{self, Arm},
    attacking,
    bout::Bout,
    d20::{Tossed, toss, use_inspiration},
    deed::{Attack, Brings, Deed, Effect, Lasts, Modifier, Reach, Rider, RiderSave},
    doing,
    encounter::Combatant,
    event::{AttackOutcome, CombatEvent},
    features,
    fighter::{Fighter, FighterId},
    harm::{self, DamageType, Harm, Thrown},
    modifier::Throw,
    powers::Pool,
    protection,
    riders::{self, Cause},
    stat_block::Trait,
    sway::{self, Manner},
    wound::{self, Damage},
};
use crate::game::{
    Change, Refusal,
    character::{Ability, Slots},
    condition_kind::ConditionKind,
    contest::Sway,
    feature::FeatureId,
};

/// Something to strike with, with everything that counts about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Striking {
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
}

impl Striking {
    /// An arm of a hero's.
    pub(super) fn with_arm(arm: Arm) -> Self {
        Self {
            name: arm.name.clone(),
            attack: arm.attack.clone(),
            magical: arm.magical,
            arm: Some(arm),
            by_weapon: true,
            smite: None,
            knocks_out: false,
        }
    }

    /// An attack of a deed; none where the deed is no attack. What a stat block has without magic in it is a weapon's.
    pub(super) fn of_deed(deed: &Deed) -> Option<Self> {
        let Effect::Attack(attack) = &deed.effect else { return None };
        Some(Self {
            name: deed.name.clone(),
            attack: attack.clone(),
            magical: deed.magical,
            arm: None,
            by_weapon: !deed.magical,
            smite: None,
            knocks_out: false,
        })
    }

    fn manner(&self) -> Manner {
        Manner {
            reach: self.attack.reach,
            heavy: self.arm.as_ref().is_some_and(|arm| arm.heavy),
            by_strength: self.arm.as_ref().is_none_or(|arm| arm.by_strength),
        }
    }

    /// The mean of its harm on a hit.
    pub(super) fn mean(&self) -> f64 {
        self.attack.harm.iter().map(|harm| harm::mean(&harm.dice)).sum()
    }
}

/// What a fighter strikes with when a foe turns its back: the best it has in hand.
pub(super) fn at_hand(fighter: Fighter, place: &Combatant) -> Option<Striking> {
    let near = |reach: Reach| matches!(reach, Reach::Melee { .. } | Reach::Either { .. });
    let all: Vec<Striking> = match fighter {
        Fighter::Hero(hero) => {
            let arms = arms::all(hero)
                .into_iter()
                .filter(|arm| attacking::is_in_hand(hero, place, arm) && arms::has_hands_for(hero, arm));
            arms.map(Striking::with_arm).collect()
        }
        Fighter::Creature(one) => one.stat_block().deeds.iter().filter_map(Striking::of_deed).collect(),
    };
    let melee = all.into_iter().filter(|it| near(it.attack.reach));
    melee.max_by(|a, b| a.mean().total_cmp(&b.mean()))
}

/// How far hand-to-hand weapons reach.
pub(super) fn hand_reach(reach: Reach) -> u16 {
    match reach {
        Reach::Melee { feet } | Reach::Either { feet, .. } => feet,
        Reach::Ranged { .. } | Reach::Oneself => 0,
    }
}

/// Strikes once, and says whether it hit. The target must be there; reach and costs are others' business.
pub(super) fn strike(
    bout: &mut Bout,
    attacker: &FighterId,
    target: &FighterId,
    with: &Striking,
) -> Result<bool, Refusal> {
    let guarded = protection::interpose(bout, attacker, target)?;
    let (own, theirs) = (bout.combatant(attacker)?, bout.combatant(target)?);
    let odds = sway::of_attack(bout.game(), own, theirs, with.manner(), guarded);
    let sway = odds.with(Sway::None);
    let beside = own.is_beside(theirs);
    let sneaky = sneak_attack(bout, own, theirs, with, sway);
    let feet = own.feet_to(theirs);
    let shot = sway::shoots(with.attack.reach, feet);
    let is_thrown = shot && matches!(with.attack.reach, Reach::Either { .. });
    let leaves_the_hand = with.arm.is_some() && is_thrown;
    let event = |bout: &Bout, total, outcome| CombatEvent::Attack {
        who: bout.actor(attacker),
        target: bout.actor(target),
        with: with.name.clone(),
        total,
        thrown_feet: is_thrown.then_some(feet),
        advantage: odds.advantage(),
        outcome,
    };
    give_away(bout, attacker, target)?;
    if leaves_the_hand {
        bout.stand_as(attacker, |stance| stance.thrown.push(with.name.clone()))?;
    }

    let striker = bout.fighter(attacker)?;
    let more = striker.lent_dice(Throw::Attack);
    let reason = format!("{} attacks {}: {}", striker.name(), bout.name(target), with.name);
    let tossed = toss(bout, attacker, sway, with.attack.to_hit, &more, &reason)?;
    use_inspiration(bout, attacker)?;
    let landed = match lands(bout, attacker, target, with, tossed, beside)? {
        // What hits by the die alone is turned by no armour class.
        Some(critical) if !is_sure(bout, attacker, with, tossed)? => {
            let by_hand = with.by_weapon && !shot;
            let turned = protection::turn_aside(bout, attacker, target, by_hand, tossed.total)?;
            (!turned).then_some(critical)
        }
        landed => landed,
    };
    let Some(critical) = landed else {
        bout.happened(|bout| event(bout, tossed.total, AttackOutcome::Miss));
        return Ok(false);
    };

    let harms = harm_of(bout, attacker, with, sneaky)?;
    let mut parts = damage_of(bout, attacker, with, &harms, critical)?;
    if let Some(more) = critical_dice(bout, attacker, with).filter(|_| critical) {
        parts.extend(riders::throw(bout, &[more], false, &format!("Critical damage: {}", with.name)));
    }
    protection::soften(bout, target, with, &mut parts)?;
    let damage = Damage { parts: &parts, magical: with.magical, critical, spares: with.knocks_out && !shot };
    let before = bout.n_events();
    let felt = wound::hurt(bout, target, damage)?;
    bout.happened_before(before, |bout| event(bout, tossed.total, AttackOutcome::Hit { critical, damage: felt }));
    let cause = Cause { doer: attacker, deed: &with.name, magical: with.magical, save: None, felt };
    riders::bring(bout, target, &with.attack.riders, cause)?;
    if with.by_weapon && !shot {
        stun(bout, attacker, target)?;
    }
    Ok(true)
}

/// The damage of a hit, thrown; low dice of a great weapon are thrown once more, and count as they fall then (SRD 5.1,
/// Fighting Style: Great Weapon Fighting, for the dice of the weapon itself).
fn damage_of(
    bout: &mut Bout,
    attacker: &FighterId,
    with: &Striking,
    harms: &[Harm],
    critical: bool,
) -> Result<Vec<(Option<DamageType>, i32)>, Refusal> {
    let reason = format!("Damage: {}", with.name);
    let sides = match (bout.fighter(attacker)?, &with.arm) {
        (Fighter::Hero(hero), Some(arm)) if features::throws_low_dice_again(hero, arm) => weapon_sides(arm),
        _ => None,
    };
    let (Some(sides), Thrown::Dice(dice)) = (sides, harm::to_throw(harms, critical)) else {
        return Ok(riders::throw(bout, harms, critical, &reason));
    };
    let roll = bout.throw(&dice, &reason)?;
    let mut parts = harm::thrown(harms, &roll);
    let low: Vec<u32> =
        roll.dice.iter().filter(|die| die.sides == sides && die.value <= 2).map(|die| die.value).collect();
    if let (Some(first), false) = (parts.first_mut(), low.is_empty()) {
        let again = bout.throw(&format!("{}d{sides}", low.len()), "Great Weapon Fighting")?;
        first.1 += again.total - i32::try_from(low.iter().sum::<u32>()).unwrap_or(0);
    }
    Ok(parts)
}

/// The sides of a weapon's own dice.
fn weapon_sides(arm: &Arm) -> Option<u32> {
    let sides = arm.attack.harm.first()?.dice.split_once('d')?.1;
    sides.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// A monk's blow that was to stun: a point of ki, and Constitution against it (SRD 5.1, Monk: Stunning Strike).
fn stun(bout: &mut Bout, attacker: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    let meant = bout.combatant(attacker).is_ok_and(|it| it.economy.did(features::STUNS));
    let Fighter::Hero(hero) = bout.fighter(attacker)? else { return Ok(()) };
    if !meant || bout.fighter(target)?.is_down() {
        return Ok(());
    }
    let dc = features::save_dc(hero, Ability::Wis);
    bout.spend(attacker, |economy| economy.once.retain(|mark| mark != features::STUNS))?;
    bout.use_once(attacker, Pool::Ki.name())?;
    let rider = Rider {
        save: Some(RiderSave { ability: Ability::Con, dc, half: false }),
        brings: Brings::Condition { kind: ConditionKind::Stunned, escape_dc: None },
        lasts: Lasts::UntilEndOfDoersTurn,
    };
    let cause = Cause { doer: attacker, deed: features::STUNS, magical: false, save: None, felt: 0 };
    riders::bring(bout, target, &[rider], cause)
}

/// Whether a throw hits whatever the armour class, as a 20 does.
fn is_sure(bout: &Bout, attacker: &FighterId, with: &Striking, tossed: Tossed) -> Result<bool, Refusal> {
    Ok(tossed.natural >= critical_from(bout.fighter(attacker)?, with))
}

/// The lowest number of the die that is a critical hit.
fn critical_from(attacker: Fighter, with: &Striking) -> u32 {
    match attacker {
        Fighter::Hero(hero) if with.by_weapon => features::critical_from(hero),
        _ => 20,
    }
}

/// Whether a throw hits, and then whether critically: a 20 hits and is critical, a 1 misses, and who is paralysed or
/// unconscious is struck critically from beside. Cover adds to the armour class (SRD 5.1, Rolling 1 or 20; Paralyzed;
/// Unconscious; Cover).
fn lands(
    bout: &Bout,
    attacker: &FighterId,
    target: &FighterId,
    with: &Striking,
    tossed: Tossed,
    beside: bool,
) -> Result<Option<bool>, Refusal> {
    let critical_from = critical_from(bout.fighter(attacker)?, with);
    let struck = bout.fighter(target)?;
    let hits = match tossed.natural {
        1 => false,
        natural if natural >= critical_from => true,
        _ => tossed.total >= struck.armor_class() + doing::cover(bout, attacker, target).bonus(),
    };
    let defenceless = struck.active_conditions().any(|it| it.rules().critical_beside);
    Ok(hits.then_some(tossed.natural >= critical_from || (beside && defenceless)))
}

/// Who strikes is seen, and help with a blow is used up by it (SRD 5.1, Unseen Attackers and Targets; Help).
fn give_away(bout: &mut Bout, attacker: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    bout.stand_as(attacker, |stance| {
        stance.hidden = None;
        stance.helped.take_if(|helped| helped.against == *target);
    })
}

/// Everything a hit does: the attack's own dice and what features, rage, effects and a smite add.
fn harm_of(
    bout: &mut Bout,
    attacker: &FighterId,
    with: &Striking,
    sneaky: Option<(String, String)>,
) -> Result<Vec<Harm>, Refusal> {
    let mut harms = with.attack.harm.clone();
    let kind = harms.first().and_then(|harm| harm.damage_type);
    let fighter = bout.fighter(attacker)?;
    let melee = !matches!(with.attack.reach, Reach::Ranged { .. });
    if with.by_weapon {
        let lent =
            fighter.modifiers().filter_map(|m| if let Modifier::DamageDice { harm } = m { Some(harm) } else { None });
        harms.extend(lent.map(|harm| Harm { damage_type: harm.damage_type.or(kind), ..harm.clone() }));
    }
    if let (Fighter::Hero(hero), Some(arm)) = (fighter, &with.arm) {
        if arm.by_strength && melee && fighter.has_effect(features::RAGE) {
            harms.push(Harm { dice: features::rage_damage(hero.level).to_string(), damage_type: kind });
        }
        if melee && hero.has_feature(FeatureId::ImprovedDivineSmite) {
            harms.push(Harm { dice: "1d8".to_owned(), damage_type: Some(DamageType::Radiant) });
        }
    }
    if let Some((mark, dice)) = sneaky {
        harms.push(Harm { dice, damage_type: kind });
        bout.spend(attacker, |economy| economy.once.push(mark))?;
    }
    if let (Some(level), true) = (with.smite, melee) {
        harms.extend(smite(bout, attacker, level)?);
    }
    Ok(harms)
}

/// The dice a critical hit with a melee weapon throws beside the doubled ones (SRD 5.1, Brutal Critical; Half-Orc: Savage
/// Attacks).
fn critical_dice(bout: &Bout, attacker: &FighterId, with: &Striking) -> Option<Harm> {
    let (Fighter::Hero(hero), Some(arm)) = (bout.game().fighter(attacker)?, &with.arm) else { return None };
    let n = features::brutal_dice(hero) + i32::from(hero.has_feature(FeatureId::SavageAttacks));
    let first = arm.attack.harm.first().filter(|_| n > 0 && !arm.shoots)?;
    let sides = weapon_sides(arm)?;
    Some(Harm { dice: format!("{n}d{sides}"), ..first.clone() })
}

/// A paladin's smite: 2d8 of radiant damage and one more d8 for each level of the slot above the first, at most 5d8 (SRD
/// 5.1, Divine Smite). The slot is spent on the hit.
fn smite(bout: &mut Bout, attacker: &FighterId, level: u8) -> Result<Option<Harm>, Refusal> {
    let Fighter::Hero(hero) = bout.fighter(attacker)? else { return Ok(None) };
    let slots = hero.spellcasting.as_ref().and_then(|casting| casting.slots.get(&level)).copied();
    let Some(Slots { used, .. }) = slots.filter(|slots| slots.used < slots.max) else { return Ok(None) };
    let character_id = hero.id.clone();
    bout.make(Change::SpellSlotsUsed { character_id, level, used: used + 1 })?;
    let dice = format!("{}d8", (level + 1).min(5));
    Ok(Some(Harm { dice, damage_type: Some(DamageType::Radiant) }))
}

/// The dice of a sneak attack, and the mark that keeps it to one a turn: with a finesse weapon or one for shooting, with
/// advantage, or without disadvantage and with a friend beside the target (SRD 5.1, Rogue: Sneak Attack).
fn sneak_attack(
    bout: &Bout,
    own: &Combatant,
    theirs: &Combatant,
    with: &Striking,
    sway: Sway,
) -> Option<(String, String)> {
    let fighter = bout.game().fighter(&own.who)?;
    let dice = match fighter {
        Fighter::Hero(hero) if with.arm.as_ref().is_some_and(|arm| arm.sneaky) => features::sneak_attack(hero)?,
        Fighter::Hero(_) => return None,
        Fighter::Creature(one) => one.stat_block().traits.iter().find_map(|it| match it {
            Trait::SneakAttack { dice } if with.by_weapon => Some(dice.clone()),
            _ => None,
        })?,
    };
    let open = match sway {
        Sway::Advantage => true,
        Sway::None => sway::friend_beside(bout.game(), own, theirs),
        Sway::Disadvantage => false,
    };
    let encounter = bout.game().encounter.as_deref()?;
    let mark = format!("sneak attack in {}/{}", encounter.round, encounter.turn_index);
    (open && !own.economy.did(&mark)).then_some((mark, dice))
}
