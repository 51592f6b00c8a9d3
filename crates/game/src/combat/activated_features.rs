//! Features used as actions (SRD 5.1, Classes); passive numbers are in `features.rs`.

use super::{
    action_resolution::can_reach,
    bout::Bout,
    costs,
    deed::{ActionCost, EffectDuration, Modifier},
    event::{CombatEvent, PlainAction},
    features::{self, RAGE},
    fighter::FighterId,
    harm::DamageType,
    perform,
    riders::{self, RiderCause},
    turning, wound,
};
use crate::{
    Refusal, RefusalReason,
    character::{Ability, Character},
    dice::{RollKind, RollPurpose},
    feature::FeatureId,
    refusal::listed,
    wording::same,
};

/// A pool of uses, shared by one or several features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pool {
    ActionSurge,
    BardicInspiration,
    ChannelDivinity,
    Ki,
    LayOnHands,
    Rage,
    RecklessAttack,
    SecondWind,
}

impl Pool {
    /// The name under which a sheet counts spent uses.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::ActionSurge => FeatureId::ActionSurge.name(),
            Self::BardicInspiration => FeatureId::BardicInspiration.name(),
            Self::ChannelDivinity => "Channel Divinity",
            Self::Ki => "Ki",
            Self::LayOnHands => FeatureId::LayOnHands.name(),
            Self::Rage => FeatureId::Rage.name(),
            Self::RecklessAttack => FeatureId::RecklessAttack.name(),
            Self::SecondWind => FeatureId::SecondWind.name(),
        }
    }

    /// How many uses it holds; for Lay on Hands, points (SRD 5.1, Classes).
    fn most(self, hero: &Character) -> i32 {
        let level = i32::from(hero.level);
        match self {
            Self::Rage => match level {
                0..=2 => 2,
                3..=5 => 3,
                6..=11 => 4,
                12..=16 => 5,
                17..=19 => 6,
                _ => i32::MAX,
            },
            Self::ActionSurge if hero.has_feature(FeatureId::ActionSurgeTwoUses) => 2,
            Self::ChannelDivinity if hero.has_feature(FeatureId::ChannelDivinity3Rest) => 3,
            Self::ChannelDivinity if hero.has_feature(FeatureId::ChannelDivinity2Rest) => 2,
            Self::ActionSurge | Self::ChannelDivinity | Self::SecondWind => 1,
            Self::Ki => level,
            Self::LayOnHands => 5 * level,
            Self::BardicInspiration => hero.abilities.modifier(Ability::Cha).max(1),
            Self::RecklessAttack => i32::MAX,
        }
    }
}

/// A feature that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Power {
    /// The feature.
    pub(crate) feature: FeatureId,
    /// Its cost in the turn; none if it is free.
    pub(super) cost: Option<ActionCost>,
    /// The pool its uses are counted in; several features may share one.
    pub(crate) pool: Pool,
    /// Whether a short rest gives uses back.
    pub(crate) short_rest: bool,
}

impl Power {
    /// The name on the sheet.
    pub(crate) const fn name(self) -> &'static str {
        self.feature.name()
    }
}

const fn power(feature: FeatureId, cost: Option<ActionCost>, pool: Pool, short_rest: bool) -> Power {
    Power { feature, cost, pool, short_rest }
}

/// All there are.
pub(crate) const ALL: [Power; 11] = [
    power(FeatureId::Rage, Some(ActionCost::BonusAction), Pool::Rage, false),
    power(FeatureId::RecklessAttack, None, Pool::RecklessAttack, true),
    power(FeatureId::SecondWind, Some(ActionCost::BonusAction), Pool::SecondWind, true),
    power(FeatureId::ActionSurge, None, Pool::ActionSurge, true),
    power(FeatureId::FlurryOfBlows, Some(ActionCost::BonusAction), Pool::Ki, true),
    power(FeatureId::PatientDefense, Some(ActionCost::BonusAction), Pool::Ki, true),
    power(FeatureId::StepOfTheWind, Some(ActionCost::BonusAction), Pool::Ki, true),
    power(FeatureId::StunningStrike, None, Pool::Ki, true),
    power(FeatureId::ChannelDivinityTurnUndead, Some(ActionCost::Action), Pool::ChannelDivinity, true),
    power(FeatureId::LayOnHands, Some(ActionCost::Action), Pool::LayOnHands, false),
    power(FeatureId::BardicInspiration, Some(ActionCost::BonusAction), Pool::BardicInspiration, false),
];

/// The powers a hero has.
pub(super) fn of(hero: &Character) -> impl Iterator<Item = Power> + '_ {
    ALL.into_iter().filter(|power| hero.has_feature(power.feature))
}

/// How many uses of a power are left.
pub(super) fn left(hero: &Character, power: Power) -> i32 {
    let spent = hero.spent.get(power.pool.name()).copied().unwrap_or(0);
    power.pool.most(hero).saturating_sub(i32::from(spent)).max(0)
}

/// Uses a feature.
pub(super) fn use_power(
    bout: &mut Bout,
    who: &FighterId,
    name: &str,
    target: Option<FighterId>,
    amount: Option<i32>,
) -> Result<(), Refusal> {
    let hero = perform::hero(bout, who, "features")?;
    // A power of a channelled divinity is called by its own name, too.
    let own = |power: &Power| power.name().rsplit_once(": ").map_or(power.name(), |(_, own)| own);
    let called = |power: &Power| same(power.name(), name.trim()) || same(own(power), name.trim());
    let Some(power) = of(hero).find(called) else {
        let names = listed(of(hero).map(|power| power.name()).collect::<Vec<_>>());
        return Err(Refusal::new(format!("{} has no “{name}” to use; there is {names}.", hero.name)));
    };
    let left = left(hero, power);
    can_use(bout, who, power)?;
    match power.feature {
        FeatureId::Rage => rage(bout, who, power),
        FeatureId::RecklessAttack => reckless(bout, who),
        FeatureId::SecondWind => {
            let dice = format!("1d10+{}", hero.level);
            begin(bout, who, power)?;
            let amount = bout.amount(&dice, &RollPurpose::of(RollKind::Feature).with("Second Wind"));
            wound::heal(bout, who, amount).map(drop)
        }
        FeatureId::ActionSurge => surge(bout, who, power),
        // The point of ki is spent with the blow that lands.
        FeatureId::StunningStrike => bout.spend(who, |economy| economy.once.push(features::STUNS.to_owned())),
        FeatureId::ChannelDivinityTurnUndead => {
            begin(bout, who, power)?;
            turning::turn(bout, who)
        }
        FeatureId::FlurryOfBlows => {
            begin(bout, who, power)?;
            bout.spend(who, |economy| economy.bonus_attacks_left = 2)
        }
        FeatureId::PatientDefense => {
            begin(bout, who, power)?;
            bout.stand_as(who, |stance| stance.dodging = true)
        }
        FeatureId::StepOfTheWind => {
            begin(bout, who, power)?;
            let speed = bout.fighter(who)?.speed();
            bout.spend(who, |economy| economy.dashed = economy.dashed.saturating_add(speed))?;
            bout.stand_as(who, |stance| stance.disengaged = true)
        }
        FeatureId::LayOnHands => lay_hands(bout, who, power, target, amount.unwrap_or(left).min(left)),
        FeatureId::BardicInspiration => inspire(bout, who, power, target),
        _ => Err(Refusal::new(format!("{} can't be used by itself.", power.name()))),
    }
}

/// Whether a power can be used now, apart from its target.
///
/// # Errors
/// No use is left, its cost is spent, or its condition isn't met; the text says which.
pub(super) fn can_use(bout: &Bout, who: &FighterId, power: Power) -> Result<(), Refusal> {
    let hero = perform::hero(bout, who, "features")?;
    if left(hero, power) == 0 {
        let words = format!("{} has no use of {} left before a rest.", hero.name, power.name());
        return Err(Refusal::because(RefusalReason::Spent, words));
    }
    if let Some(cost) = power.cost {
        costs::can_pay(bout, who, cost)?;
    }
    let economy = &bout.combatant(who)?.economy;
    let why_not = match power.feature {
        FeatureId::Rage if bout.fighter(who)?.has_effect(RAGE) => "The rage is there already.",
        FeatureId::RecklessAttack if economy.action => "Recklessness is for the first attack of a turn.",
        FeatureId::StunningStrike if economy.did(features::STUNS) => "The next blow is to stun already.",
        FeatureId::ActionSurge if economy.did(power.name()) => "Once a turn is enough.",
        FeatureId::ActionSurge if !economy.action => "There is an action left in this turn.",
        FeatureId::FlurryOfBlows if economy.struck_with.is_none() => {
            "A flurry follows an attack with bare hands or a monk's weapon."
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(why_not))
}

/// Whether a power is of any use for one it could be used on.
pub(super) fn helps(bout: &Bout, who: &FighterId, power: Power, id: &str) -> bool {
    let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
    let side = bout.combatant(who).map(|it| it.side).ok();
    let friend = order.filter(|it| Some(it.side) == side).find(|it| it.who.as_str() == id);
    friend.and_then(|it| bout.game().fighter(&it.who)).is_some_and(|fighter| match power.feature {
        FeatureId::LayOnHands => !fighter.is_dead() && fighter.hp() < fighter.max_hp(),
        _ => !fighter.is_down(),
    })
}

/// Pays for a power and counts its use.
fn begin(bout: &mut Bout, who: &FighterId, power: Power) -> Result<(), Refusal> {
    if let Some(cost) = power.cost {
        costs::pay(bout, who, cost)?;
    }
    bout.use_once(who, power.pool.name())?;
    bout.happened(|bout| CombatEvent::Used { who: bout.actor(who), what: power.name().to_owned() });
    Ok(())
}

/// Half of what weapons do, more damage, advantage where Strength counts, for a minute (SRD 5.1, Barbarian: Rage).
fn rage(bout: &mut Bout, who: &FighterId, power: Power) -> Result<(), Refusal> {
    begin(bout, who, power)?;
    super::concentration::end(bout, who)?;
    let resists = |damage_type| Modifier::Resistance { damage_type };
    let weapons = [DamageType::Bludgeoning, DamageType::Piercing, DamageType::Slashing].map(resists);
    let lasts = EffectDuration::Rounds { rounds: 10, concentration: false, save_at_end: false };
    riders::lay(bout, who, &weapons, lasts, RiderCause::new(who, RAGE, false))?;
    bout.spend(who, |economy| economy.once.push(features::FOUGHT.to_owned()))
}

/// Advantage with Strength for this turn, and for everyone else until the next (SRD 5.1, Barbarian: Reckless Attack).
fn reckless(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    bout.did(who, PlainAction::Reckless);
    bout.stand_as(who, |stance| stance.reckless = true)
}

/// One more action in this turn (SRD 5.1, Fighter: Action Surge).
fn surge(bout: &mut Bout, who: &FighterId, power: Power) -> Result<(), Refusal> {
    begin(bout, who, power)?;
    bout.spend(who, |economy| {
        (economy.action, economy.attacks_left) = (false, 0);
        economy.once.push(power.name().to_owned());
    })
}

/// Gives back hit points out of a pool, by touch (SRD 5.1, Paladin: Lay on Hands).
fn lay_hands(
    bout: &mut Bout,
    who: &FighterId,
    power: Power,
    target: Option<FighterId>,
    amount: i32,
) -> Result<(), Refusal> {
    let target = target.unwrap_or_else(|| who.clone());
    can_reach(bout, who, &target, 5, false)?;
    let amount = mendable(bout, &target, amount)?;
    costs::pay(bout, who, ActionCost::Action)?;
    mend(bout, who, power, &target, amount)
}

/// `amount`, but no more hit points than the target has lost.
fn mendable(bout: &Bout, target: &FighterId, amount: i32) -> Result<i32, Refusal> {
    let fighter = bout.fighter(target)?;
    match amount.clamp(0, fighter.max_hp() - fighter.hp()) {
        0 => Err(Refusal::because(RefusalReason::NoEffect, format!("{} needs no healing.", fighter.name()))),
        amount => Ok(amount),
    }
}

/// Heals the target from a pool of hit points.
fn mend(bout: &mut Bout, who: &FighterId, power: Power, target: &FighterId, amount: i32) -> Result<(), Refusal> {
    let spent = bout.fighter(who)?.spent(power.pool.name()).saturating_add(u8::try_from(amount).unwrap_or(u8::MAX));
    bout.make(crate::Change::UsesSpent { who: who.clone(), name: power.pool.name().to_owned(), spent })?;
    bout.happened(|bout| CombatEvent::LaidHands { who: bout.actor(who), target: bout.actor(target) });
    wound::heal(bout, target, amount).map(drop)
}

/// Lay On Hands outside a fight. Returns the hit points that were healed, and those that are left in the pool.
///
/// # Errors
/// There is a fight, the hero can't act, lacks the feature or has used it up, or the target is dead or whole.
pub(crate) fn lay_hands_at_peace(
    bout: &mut Bout,
    who: &FighterId,
    target: &FighterId,
    amount: Option<i32>,
) -> Result<(i32, i32), Refusal> {
    if bout.game().encounter.is_some() {
        return Err(Refusal::new("There is a fight, where features are used turn by turn."));
    }
    let hero = perform::hero(bout, who, "features")?;
    crate::conditions::can_act(hero)?;
    let Some(power) = of(hero).find(|power| power.feature == FeatureId::LayOnHands) else {
        return Err(Refusal::new(format!("{} has no {}.", hero.name, FeatureId::LayOnHands.name())));
    };
    let left = left(hero, power);
    if left == 0 {
        let words = format!("{} has no use of {} left before a rest.", hero.name, power.name());
        return Err(Refusal::because(RefusalReason::Spent, words));
    }
    bout.fighter(target)?.living()?;
    let amount = mendable(bout, target, amount.unwrap_or(left).min(left))?;
    mend(bout, who, power, target, amount)?;
    Ok((amount, left - amount))
}

/// A die for a friend's next attack, saving throw or check (SRD 5.1, Bard: Bardic Inspiration).
fn inspire(bout: &mut Bout, who: &FighterId, power: Power, target: Option<FighterId>) -> Result<(), Refusal> {
    let Some(target) = target.filter(|target| target != who) else {
        return Err(Refusal::new("Say which friend it is for."));
    };
    can_reach(bout, who, &target, 60, false)?;
    if bout.combatant(&target)?.side != bout.combatant(who)?.side || bout.fighter(&target)?.is_down() {
        return Err(Refusal::new(format!("{} can't be inspired now.", bout.name(&target))));
    }
    let level = perform::hero(bout, who, "features")?.level;
    begin(bout, who, power)?;
    let die = match level {
        0..=4 => "1d6",
        5..=9 => "1d8",
        10..=14 => "1d10",
        _ => "1d12",
    };
    let dice = || die.to_owned();
    let modifiers = [
        Modifier::AttackDice { dice: dice() },
        Modifier::SaveDice { dice: dice() },
        Modifier::CheckDice { dice: dice() },
    ];
    let lasts = EffectDuration::Rounds { rounds: 100, concentration: false, save_at_end: false };
    riders::lay(bout, &target, &modifiers, lasts, RiderCause::new(who, features::INSPIRATION, false))
}
