//! The Attack action and the off-hand attack: weapon, target and cost (SRD 5.1, Attack; Extra Attack; Two-Weapon Fighting; Monk: Martial
//! Arts).

use super::{
    action_resolution::can_reach,
    arms::{self, Arm},
    attack_advantage,
    bout::Bout,
    casting, costs,
    deed::{ActionCost, ActionEffect},
    encounter::Combatant,
    features,
    fighter::{FighterId, FighterRef},
    perform,
    strike::{Striking, strike},
};
use crate::{Refusal, RefusalReason, armor, character::Character, feature::FeatureId, wording::same};

/// Marks a turn in which a weapon with the Loading property was shot.
const LOADING: &str = "loading";

/// The options of an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttackOptions {
    /// Whether it is the second hand's.
    pub(super) second_hand: bool,
    /// The level of the slot a paladin smites with on a hit.
    pub(super) smite: Option<u8>,
    /// Whether it is to knock out and not to kill.
    pub(super) knock_out: bool,
}

/// Attacks once. An action to attack is as many attacks as the fighter has; those left are made by attacking again.
pub(super) fn attack(
    bout: &mut Bout,
    who: &FighterId,
    target: &FighterId,
    with: Option<&str>,
    blow: AttackOptions,
) -> Result<(), Refusal> {
    let AttackOptions { second_hand, smite, knock_out } = blow;
    let hero = match bout.fighter(who)? {
        FighterRef::Hero(hero) => hero,
        FighterRef::Creature(_) => return as_creature(bout, who, target, with),
    };
    let arm = arms::find(hero, with)?;
    let arm = if second_hand { arm.in_second_hand(hero) } else { arm };
    can_reach(bout, who, target, attack_advantage::furthest(arm.attack.reach), true)?;
    if !is_in_hand(hero, bout.combatant(who)?, &arm) {
        return Err(Refusal::new(format!(
            "{} has thrown the {}, which lies about until the fight is over.",
            hero.name, arm.name
        )));
    }
    arms::free_hands_for(hero, &arm)?;
    can_smite(hero, smite)?;
    let ammunition = arms::ammunition(hero, &arm)?;
    let (n_attacks, quick) = (features::n_attacks(hero), !arm.loading);
    match second_hand {
        true => can_strike_again(bout, who, &arm)?,
        false => can_attack(bout, who, quick)?,
    }

    let frees_the_hand = (arm.light && !arm.shoots) || arm.monkish || arm.bare;
    bout.spend(who, |economy| {
        match (second_hand, economy.attacks_left, economy.bonus_attacks_left) {
            (true, _, 0) => economy.bonus_action = true,
            (true, _, left) => economy.bonus_attacks_left = left - 1,
            (false, 0, _) => {
                economy.action = true;
                economy.attacks_left = n_attacks - 1;
            }
            (false, left, _) => economy.attacks_left = left - 1,
        }
        if !second_hand && frees_the_hand {
            economy.struck_with = Some(arm.name.clone());
        }
        if !quick {
            economy.once.push(LOADING.to_owned());
        }
    })?;
    bout.make_all(ammunition)?;
    mark_as_fighting(bout, who)?;
    strike(bout, who, target, &Striking { smite, knocks_out: knock_out, ..Striking::with_arm(arm) }).map(drop)
}

/// A creature's attack: the deed of this name, or the best there is.
fn as_creature(bout: &mut Bout, who: &FighterId, target: &FighterId, with: Option<&str>) -> Result<(), Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    let attacks = one.stat_block().deeds.iter().filter(|deed| matches!(deed.effect, ActionEffect::Attack(_)));
    let name = match with {
        Some(name) => name.to_owned(),
        None => {
            let own = attacks.filter(|deed| deed.cost == ActionCost::Action);
            let strikings = own.filter_map(Striking::of_deed);
            let best = strikings.max_by(|a, b| a.mean().total_cmp(&b.mean()));
            best.map(|with| with.name).ok_or_else(|| Refusal::new(format!("{} has no attack.", one.name)))?
        }
    };
    casting::cast(bout, who, &name, vec![target.clone()], None, None)
}

/// An attack rages on (SRD 5.1, Rage).
pub(super) fn mark_as_fighting(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let rages = bout.fighter(who)?.has_effect(features::RAGE);
    match rages && bout.combatant(who).is_ok_and(|it| !it.economy.did(features::FOUGHT)) {
        true => bout.spend(who, |economy| economy.once.push(features::FOUGHT.to_owned())),
        false => Ok(()),
    }
}

/// Whether an attack of the action is left.
pub(super) fn can_attack(bout: &Bout, who: &FighterId, quick: bool) -> Result<(), Refusal> {
    let economy = &bout.combatant(who)?.economy;
    if !quick && economy.did(LOADING) {
        return Err(Refusal::new("It has to be loaded again before another shot; strike with something else."));
    }
    match economy.attacks_left {
        0 => costs::can_pay(bout, who, ActionCost::Action),
        _ => Ok(()),
    }
}

/// Spends an attack of the action, as a grapple or a shove does (SRD 5.1, Grappling).
pub(super) fn spend_attack(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let n_attacks = match bout.fighter(who)? {
        FighterRef::Hero(hero) => features::n_attacks(hero),
        FighterRef::Creature(_) => 1,
    };
    bout.spend(who, |economy| match economy.attacks_left {
        0 => {
            economy.action = true;
            economy.attacks_left = n_attacks - 1;
        }
        left => economy.attacks_left = left - 1,
    })
}

/// Whether the second hand can strike.
pub(super) fn can_strike_again(bout: &Bout, who: &FighterId, arm: &Arm) -> Result<(), Refusal> {
    let economy = &bout.combatant(who)?.economy;
    let hero = perform::hero(bout, who, "second hand")?;
    if economy.bonus_attacks_left > 0 {
        return match arm.bare {
            true => Ok(()),
            false => Err(Refusal::new("A flurry is made with bare hands.")),
        };
    }
    costs::can_pay(bout, who, ActionCost::BonusAction)?;
    let Some(first) = &economy.struck_with else {
        return Err(Refusal::new("The second hand strikes after an attack with a light weapon in the first."));
    };
    if arm.bare && hero.has_feature(FeatureId::MartialArts) {
        return Ok(());
    }
    if armor::bears_shield(hero) {
        return Err(Refusal::new("The other hand bears a shield."));
    }
    let first_is_light = arms::find(hero, Some(first)).is_ok_and(|first| first.light);
    let carried = carried(hero, &arm.name);
    match arm.light && !arm.shoots && first_is_light && (!same(first, &arm.name) || carried >= 2) {
        true => Ok(()),
        false => Err(Refusal::new("The second hand strikes with another light weapon.")),
    }
}

fn can_smite(hero: &Character, smite: Option<u8>) -> Result<(), Refusal> {
    let Some(level) = smite else { return Ok(()) };
    if !hero.has_feature(FeatureId::DivineSmite) {
        return Err(Refusal::new(format!("{} has not learned to smite.", hero.name)));
    }
    let slots = hero.spellcasting.as_ref().and_then(|casting| casting.slots.get(&level));
    match slots.is_some_and(|slots| slots.used < slots.max) {
        true => Ok(()),
        false => {
            let words = format!("{} has no slot of level {level} left.", hero.name);
            Err(Refusal::because(RefusalReason::NoSlot, words))
        }
    }
}

/// Whether an arm can be struck with: there is something to shoot with it, where it shoots, it has not been thrown, and the
/// hands it needs are free.
pub(super) fn is_ready(hero: &Character, place: &Combatant, arm: &Arm) -> bool {
    is_in_hand(hero, place, arm) && arms::has_hands_for(hero, arm) && arms::ammunition(hero, arm).is_ok()
}

/// Whether a hero has one of a weapon left after throwing some in this fight (SRD 5.1, Weapons: Thrown). A weapon that isn't in
/// the pack counts once.
pub(super) fn is_in_hand(hero: &Character, place: &Combatant, arm: &Arm) -> bool {
    let thrown = place.stance.thrown.iter().filter(|name| same(name, &arm.name)).count();
    thrown == 0 || u32::try_from(thrown).is_ok_and(|thrown| thrown < carried(hero, &arm.name))
}

/// The number of copies of a weapon a hero carries; 1 if the pack has none.
fn carried(hero: &Character, name: &str) -> u32 {
    let several = format!("{name}s");
    let found = hero.inventory.iter().find(|item| same(&item.name, name) || same(&item.name, &several));
    found.map_or(1, |item| item.quantity)
}
