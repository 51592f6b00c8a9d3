//! Reactions that reduce a hit: Protection, Uncanny Dodge, Deflect Missiles.

use std::sync::Arc;

use super::{
    action_resolution,
    bout::Bout,
    casting, counterspell,
    deed::{ActionCost, ActionEffect, CombatAction, EffectDuration, Modifier, Reach},
    event::{CombatEvent, PlainAction},
    features::FightingStyle,
    fighter::{FighterId, FighterRef},
    harm::DamageType,
    reaction::{Reaction, ReactionQuestion, ReactionTrigger},
    riders::{self, RiderCause},
    strike::Striking,
    turning, uses,
};
use crate::{
    Refusal, armor,
    character::Ability,
    dice::{RollKind, RollPurpose},
    feature::FeatureId,
};

/// The spell heroes put in a blow's way.
const SHIELD: &str = "Shield";

/// Whether someone can react: the reaction is unspent, and nothing keeps it from acting (SRD 5.1, Reactions; Surprise).
pub(super) fn can_react(bout: &Bout, who: &FighterId) -> bool {
    let free = bout.combatant(who).is_ok_and(|it| !it.economy.reaction && !it.surprised);
    let able = |fighter: FighterRef| fighter.acts() && !turning::is_turned(fighter);
    free && bout.game().fighter(who).is_some_and(able)
}

/// Whether a deed is done by itself, in the way of a blow that it turns.
pub(super) fn turns_aside(deed: &CombatAction) -> bool {
    let armours = |modifiers: &[Modifier]| modifiers.iter().any(|m| matches!(m, Modifier::ArmorClass { .. }));
    match &deed.effect {
        ActionEffect::Boon { reach: Reach::Oneself, modifiers, .. } => {
            deed.cost == ActionCost::Reaction && armours(modifiers)
        }
        _ => false,
    }
}

/// A blow that would land.
#[derive(Clone, Copy)]
pub(super) struct IncomingAttack<'a> {
    pub(super) attacker: &'a FighterId,
    pub(super) target: &'a FighterId,
    pub(super) with: &'a str,
    /// Whether it comes from hand to hand.
    pub(super) by_hand: bool,
    /// The total of the throw to hit.
    pub(super) total: i32,
}

/// Whether a deed is done only where something asks for it, and never in a turn.
pub(super) fn is_asked_for(deed: &CombatAction) -> bool {
    turns_aside(deed) || counterspell::is_it(deed)
}

/// Uses a defence that would turn the hit into a miss: Parry against a visible melee attack, Shield against any (SRD 5.1,
/// Monsters: Parry; Spell Descriptions: Shield). Returns whether the attack misses.
pub(super) fn turn_aside(bout: &mut Bout, blow: IncomingAttack) -> Result<bool, Refusal> {
    let IncomingAttack { attacker, target, by_hand, total, .. } = blow;
    if !can_react(bout, target) {
        return Ok(false);
    }
    let struck = bout.fighter(target)?;
    let armor_class = struck.armor_class() + action_resolution::cover(bout, attacker, target).bonus();
    let short = total - armor_class;
    let seen = struck.sees() && !bout.fighter(attacker)?.is_unseen();
    let helps = |deed: &CombatAction| match &deed.effect {
        ActionEffect::Boon { modifiers, lasts, .. } if turns_aside(deed) => {
            armor_of(modifiers) > short && (*lasts != EffectDuration::Instant || (by_hand && seen))
        }
        _ => false,
    };
    let (deed, slot) = match struck {
        FighterRef::Creature(one) => {
            let mut deeds = one.stat_block().deeds.iter().filter(|deed| helps(deed) && uses::are_left(one, deed));
            let Some(deed) = deeds.next().cloned() else { return Ok(false) };
            uses::spend(bout, target, &deed)?;
            (Arc::new(deed), None)
        }
        FighterRef::Hero(hero) => {
            let Some((deed, level)) = casting::lowest(bout, hero, SHIELD).filter(|(deed, _)| helps(deed.as_ref()))
            else {
                return Ok(false);
            };
            if action_resolution::is_raging(struck) {
                return Ok(false);
            }
            if !is_shield_cast(bout, blow, armor_class, &deed, level)? {
                return Ok(false);
            }
            let FighterRef::Hero(hero) = bout.fighter(target)? else { return Ok(false) };
            (deed, casting::spend_slot(hero, level))
        }
    };
    bout.make_all(slot)?;
    bout.spend(target, |economy| economy.reaction = true)?;
    bout.happened(|bout| CombatEvent::TurnedAside { who: bout.actor(target), what: deed.name.clone() });
    if let ActionEffect::Boon { modifiers, lasts, .. } = &deed.effect {
        riders::lay(bout, target, modifiers, *lasts, RiderCause::new(target, &deed.name, deed.magical))?;
    }
    Ok(true)
}

/// The armour class that modifiers add.
fn armor_of(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|m| if let Modifier::ArmorClass { by } = m { *by } else { 0 }).sum()
}

/// Whether the hero who is hit casts Shield.
fn is_shield_cast(
    bout: &mut Bout,
    blow: IncomingAttack,
    armor_class: i32,
    deed: &CombatAction,
    slot: u8,
) -> Result<bool, Refusal> {
    let by = if let ActionEffect::Boon { modifiers, .. } = &deed.effect { armor_of(modifiers) } else { 0 };
    let shield = Reaction::Shield { slot, armor_class: armor_class + by };
    let question = |bout: &Bout| ReactionQuestion {
        who: bout.actor(blow.target),
        hp: bout.game().fighter(blow.target).map_or(0, FighterRef::hp),
        trigger: ReactionTrigger::Hit {
            attacker: bout.actor(blow.attacker),
            target: bout.actor(blow.target),
            with: blow.with.to_owned(),
            total: blow.total,
            armor_class,
        },
        options: vec![shield.clone()],
    };
    Ok(bout.decide(blow.target, Some(shield.clone()), question)?.is_some())
}

/// Lets a hero with the fighting style Protection who is adjacent to the target impose disadvantage (SRD 5.1, Fighting Style:
/// Protection).
pub(super) fn interpose(
    bout: &mut Bout,
    attacker: &FighterId,
    target: &FighterId,
    with: &str,
) -> Result<bool, Refusal> {
    if !target.is_hero() {
        return Ok(false);
    }
    let (Ok(struck), Ok(encounter)) = (bout.combatant(target), bout.encounter()) else { return Ok(false) };
    let near = encounter
        .order
        .iter()
        .filter(|it| it.who != *target && it.who != *attacker && it.side == struck.side && it.is_beside(struck));
    let guards = |who: &FighterId| match bout.game().fighter(who) {
        Some(FighterRef::Hero(hero)) => {
            hero.has_style(FightingStyle::Protection) && armor::bears_shield(hero) && can_react(bout, who)
        }
        _ => false,
    };
    let may: Vec<FighterId> = near.map(|it| &it.who).filter(|who| guards(who)).cloned().collect();
    for guard in may {
        let question = |bout: &Bout| ReactionQuestion {
            who: bout.actor(&guard),
            hp: bout.game().fighter(&guard).map_or(0, FighterRef::hp),
            trigger: ReactionTrigger::Attacked {
                attacker: bout.actor(attacker),
                target: bout.actor(target),
                with: with.to_owned(),
            },
            options: vec![Reaction::Protection {}],
        };
        if bout.decide(&guard, Some(Reaction::Protection {}), question)?.is_some() {
            bout.spend(&guard, |economy| economy.reaction = true)?;
            bout.happened(|bout| CombatEvent::Shielded { who: bout.actor(&guard), target: bout.actor(target) });
            return Ok(true);
        }
    }
    Ok(false)
}

/// Lets the target soften a blow that landed: half of it for who dodges uncannily, and less of an arrow for a monk (SRD 5.1,
/// Rogue: Uncanny Dodge; Monk: Deflect Missiles).
pub(super) fn soften(
    bout: &mut Bout,
    attacker: &FighterId,
    target: &FighterId,
    with: &Striking,
    parts: &mut [(Option<DamageType>, i32)],
) -> Result<(), Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(target)? else { return Ok(()) };
    let catches = with.by_weapon
        && matches!(with.attack.reach, Reach::Ranged { .. })
        && hero.has_feature(FeatureId::DeflectMissiles);
    let dodges = hero.has_feature(FeatureId::UncannyDodge);
    if !(catches || dodges) || !can_react(bout, target) {
        return Ok(());
    }
    let dice = format!("1d10{:+}", hero.abilities.modifier(Ability::Dex) + i32::from(hero.level));
    let reaction = match dodges {
        true => Reaction::UncannyDodge { damage: parts.iter().map(|(_, amount)| *amount / 2).sum() },
        false => Reaction::DeflectMissiles { dice: dice.clone() },
    };
    let question = |bout: &Bout| ReactionQuestion {
        who: bout.actor(target),
        hp: bout.game().fighter(target).map_or(0, FighterRef::hp),
        trigger: ReactionTrigger::Damage {
            attacker: bout.actor(attacker),
            with: with.name.clone(),
            damage: parts.iter().map(|(_, amount)| *amount).sum(),
        },
        options: vec![reaction.clone()],
    };
    if bout.decide(target, Some(reaction.clone()), question)?.is_none() {
        return Ok(());
    }
    bout.spend(target, |economy| economy.reaction = true)?;
    if dodges {
        parts.iter_mut().for_each(|(_, amount)| *amount /= 2);
        bout.did(target, PlainAction::HalvedDamage);
        return Ok(());
    }
    let mut caught = bout.amount(&dice, &RollPurpose::of(RollKind::Feature).with("Deflect Missiles")).n.max(0);
    for (_, amount) in parts.iter_mut() {
        let less = caught.min(*amount).max(0);
        (*amount, caught) = (*amount - less, caught - less);
    }
    bout.did(target, PlainAction::DeflectedMissile);
    Ok(())
}
