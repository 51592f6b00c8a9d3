//! Resolves actions, from targets to effects: attacks, saving throws, healing, boons, multiattacks.

use std::sync::LazyLock;

use language::word_lists::list;

use super::{
    area::PlacedArea,
    attack_advantage,
    bout::Bout,
    concentration, counterspell,
    deed::{ActionEffect, Area, Brings, CombatAction, EffectDuration, Modifier, Reach, Rider, SavingThrowEffect},
    dying,
    encounter::Combatant,
    event::CombatEvent,
    features,
    fighter::{FighterId, FighterRef},
    footprint::Footprint,
    harm::DamageDice,
    initiative, movement, multiattack, out_of_combat,
    riders::{self, RiderCause},
    square::Square,
    stat_block::Trait,
    strike::{Striking, strike},
    terrain::Cover,
    timing::EndSave,
    wound::{self, IncomingDamage},
};
use crate::{
    Refusal, RefusalReason,
    character::Ability,
    clock,
    condition_kind::{ConditionKind, SourceRule},
    d20::{SaveReason, SavingThrow, save},
    dice::{RollKind, RollPurpose},
    feature::FeatureId,
    inventory,
    wording::same,
};

/// The target of an action.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ActionTarget {
    /// The targets, in order.
    pub(super) targets: Vec<FighterId>,
    /// The target square, if it has an area.
    pub(super) at: Option<Square>,
}

impl ActionTarget {
    /// At one.
    pub(super) fn at(target: FighterId) -> Self {
        Self { targets: vec![target], at: None }
    }
}

/// Whether a deed can be aimed so.
///
/// # Errors
/// No target is given, or one is dead, out of reach or can't be attacked; the text says which.
pub(super) fn can_aim(bout: &Bout, doer: &FighterId, deed: &CombatAction, aim: &ActionTarget) -> Result<(), Refusal> {
    let most = most_targets(deed);
    match &deed.effect {
        ActionEffect::Attack(attack) => at_someone(bout, doer, aim, attack.reach, most, true),
        ActionEffect::Sure { reach, .. } => at_someone(bout, doer, aim, *reach, most, true),
        ActionEffect::Save(SavingThrowEffect { reach, area: Some(_), .. }) | ActionEffect::Pool { reach, .. } => {
            at_a_place(bout, doer, aim, *reach)
        }
        ActionEffect::Save(save) => {
            at_someone(bout, doer, aim, save.reach, most, true)?;
            aim.targets.iter().try_for_each(|target| takes_hold(bout, target, deed))
        }
        ActionEffect::Heal { reach, .. } | ActionEffect::Boon { reach, .. } | ActionEffect::Shield { reach, .. } => {
            at_someone(bout, doer, aim, *reach, most, false)?;
            aim.targets.iter().try_for_each(|target| takes_hold(bout, target, deed))
        }
        ActionEffect::Stabilise { reach } => {
            at_someone(bout, doer, aim, *reach, most, false)?;
            aim.targets.iter().try_for_each(|target| dying::can_be_tended(bout, target))
        }
        ActionEffect::Cure { reach, .. } => {
            at_someone(bout, doer, aim, *reach, most, false)?;
            aim.targets.iter().try_for_each(|target| takes_hold(bout, target, deed))
        }
        ActionEffect::Revive { reach, .. } => {
            let [target] = aim.targets.as_slice() else { return Err(Refusal::new("Say who is to be raised.")) };
            can_be_raised(bout, target, deed)?;
            // Those who died before the fight have no position.
            match bout.combatant(target) {
                Ok(_) => near_enough(bout, doer, target, attack_advantage::furthest(*reach)),
                Err(_) => Ok(()),
            }
        }
        ActionEffect::Multiattack { ways } => multiattack::choose(bout, doer, ways, aim.targets.first())
            .map(drop)
            .ok_or_else(|| Refusal::new(format!("{} has nobody in reach for {}.", bout.name(doer), deed.name))),
        ActionEffect::Told { .. } | ActionEffect::Conjure { .. } => Ok(()),
    }
}

/// Whether an action can affect a target: Mage Armor doesn't affect one in armour, and words don't affect the deaf.
///
/// # Errors
/// They wear armour, or hear nothing.
pub(super) fn takes_hold(bout: &Bout, target: &FighterId, deed: &CombatAction) -> Result<(), Refusal> {
    static HEARD: LazyLock<Vec<&str>> = LazyLock::new(|| list(include_str!("heard_spells.txt"), "heard"));
    let fighter = bout.fighter(target)?;
    if !fighter.hears() && HEARD.iter().any(|spell| same(spell, &deed.name)) {
        let name = fighter.name();
        return Err(Refusal::new(format!(
            "{name} hears nothing, and {} takes hold only of one who hears it; nothing was spent.",
            deed.name
        )));
    }
    if let ActionEffect::Cure { conditions, .. } = &deed.effect
        && !conditions.iter().any(|kind| fighter.is(*kind))
    {
        let (name, what) = (fighter.name(), &deed.name);
        return Err(Refusal::because(
            RefusalReason::NoEffect,
            format!("{name} has no condition that {what} ends; nothing was spent."),
        ));
    }
    let ActionEffect::Boon { modifiers, .. } = &deed.effect else { return Ok(()) };
    if fighter.wears_armor() && !modifiers.is_empty() && modifiers.iter().all(Modifier::is_instead_of_armor) {
        let name = fighter.name();
        return Err(Refusal::new(format!(
            "{name} wears armor, and {} takes hold only of one who wears none; nothing was spent.",
            deed.name
        )));
    }
    Ok(())
}

/// At how many a deed can be aimed; at none, where it has a shape or the rules have no numbers for it.
pub(super) fn most_targets(deed: &CombatAction) -> usize {
    let most = match &deed.effect {
        ActionEffect::Attack(attack) => attack.times,
        ActionEffect::Sure { times, .. } => *times,
        ActionEffect::Save(save) if save.area.is_some() => return 0,
        ActionEffect::Save(save) => save.targets,
        ActionEffect::Heal { targets, .. } | ActionEffect::Boon { targets, .. } => *targets,
        ActionEffect::Shield { .. }
        | ActionEffect::Stabilise { .. }
        | ActionEffect::Revive { .. }
        | ActionEffect::Cure { .. }
        | ActionEffect::Multiattack { .. } => 1,
        ActionEffect::Pool { .. } | ActionEffect::Told { .. } | ActionEffect::Conjure { .. } => return 0,
    };
    usize::from(most.max(1))
}

fn at_someone(
    bout: &Bout,
    doer: &FighterId,
    aim: &ActionTarget,
    reach: Reach,
    most: usize,
    hostile: bool,
) -> Result<(), Refusal> {
    if reach == Reach::Oneself {
        return Ok(());
    }
    if aim.targets.is_empty() {
        return Err(Refusal::new("Say at whom it is aimed."));
    }
    if aim.targets.len() > most {
        return Err(Refusal::new(format!("It can be aimed at {most} at the most.")));
    }
    aim.targets.iter().try_for_each(|target| can_reach(bout, doer, target, attack_advantage::furthest(reach), hostile))
}

/// Whether a target is in reach, and may be attacked if the action is `hostile`.
///
/// # Errors
/// The target is dead, too far away, the doer itself, or someone who charmed it.
pub(super) fn can_reach(
    bout: &Bout,
    doer: &FighterId,
    target: &FighterId,
    most_feet: u16,
    hostile: bool,
) -> Result<(), Refusal> {
    bout.combatant(doer)?;
    bout.combatant(target)?;
    let (fighter, struck) = (bout.fighter(doer)?, bout.fighter(target)?);
    struck.living()?;
    if hostile && doer == target {
        return Err(Refusal::new(format!("{} doesn't attack itself.", struck.name())));
    }
    if hostile && fighter.is_bound(SourceRule::NoAttack, target) {
        return Err(Refusal::new(format!("{} is charmed by {} and can't attack.", fighter.name(), struck.name())));
    }
    near_enough(bout, doer, target, most_feet)
}

/// The cover of a target from a fighter (SRD 5.1, Cover); none outside fights.
pub(super) fn cover(bout: &Bout, doer: &FighterId, target: &FighterId) -> Cover {
    let (Ok(own), Ok(theirs), Ok(encounter)) = (bout.combatant(doer), bout.combatant(target), bout.encounter()) else {
        return Cover::None;
    };
    encounter.cover(own.footprint(), theirs.footprint())
}

/// Checks that a target is in reach and has no total cover. If it is not, the refusal names a square from which it would be.
pub(super) fn near_enough(bout: &Bout, doer: &FighterId, target: &FighterId, most_feet: u16) -> Result<(), Refusal> {
    let (own, theirs) = (bout.combatant(doer)?, bout.combatant(target)?);
    let feet = own.feet_to(theirs);
    let most_feet = most_feet.max(if doer == target { 0 } else { 5 });
    let is_covered = cover(bout, doer, target) == Cover::Total;
    if feet <= most_feet && !is_covered {
        return Ok(());
    }
    let from = from_where(bout, own, theirs.footprint(), most_feet);
    let name = bout.name(target);
    Err(match is_covered {
        true => Refusal::because(RefusalReason::TotalCover, format!("{name} is behind total cover{from}.")),
        false => {
            let words = format!("{name} is {feet} feet away, and it reaches {most_feet}{from}.");
            Refusal::because(RefusalReason::OutOfReach, words)
        }
    })
}

/// From which square a target would be in reach, as a refusal says it.
fn from_where(bout: &Bout, own: &Combatant, target: Footprint, most_feet: u16) -> String {
    match movement::nearest_within(bout.game(), own, target, most_feet) {
        Some(at) => format!("; {},{} is near enough and can be gone to", at.x, at.y),
        None => "; no square that can be gone to this turn is near enough".to_owned(),
    }
}

/// Checks that a target is dead, and not for too long (SRD 5.1, Revivify; Raise Dead; Resurrection). An unknown time of death
/// counts as recent.
///
/// # Errors
/// The target is alive, or died too long ago.
pub(super) fn can_be_raised(bout: &Bout, who: &FighterId, deed: &CombatAction) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if !fighter.is_dead() {
        return Err(Refusal::new(format!("{} isn't dead.", fighter.name())));
    }
    let ActionEffect::Revive { within_minutes: Some(most), .. } = deed.effect else { return Ok(()) };
    let (now, died) = (bout.game().moment(), fighter.died_at());
    match died.filter(|died| now.minutes().saturating_sub(died.minutes()) > u64::from(most)) {
        Some(died) => {
            let (spell, span, name) = (&deed.name, clock::span_in_words(most), fighter.name());
            Err(Refusal::because(
                RefusalReason::DeadTooLong,
                format!(
                    "{spell} raises nobody who has been dead for more than {span}: {name} died on {died}, and it is {now} now."
                ),
            ))
        }
        None => Ok(()),
    }
}

fn at_a_place(bout: &Bout, doer: &FighterId, aim: &ActionTarget, reach: Reach) -> Result<(), Refusal> {
    let own = bout.combatant(doer)?;
    let Some(at) = place(bout, aim) else {
        return Err(Refusal::new("Say at which square it is aimed, or at whom."));
    };
    let feet = own.footprint().feet_to(Footprint::of(at));
    match reach {
        Reach::Oneself => Ok(()),
        _ if !bout.encounter()?.is_clear(own.footprint(), Footprint::of(at)) => {
            Err(Refusal::because(RefusalReason::TotalCover, format!("{at} is behind total cover.")))
        }
        reach if feet > attack_advantage::furthest(reach) => {
            let words = format!("{at} is {feet} feet away, and it reaches {}.", attack_advantage::furthest(reach));
            Err(Refusal::because(RefusalReason::OutOfReach, words))
        }
        _ => Ok(()),
    }
}

/// The square an area is aimed at: the named one, or the first target's.
fn place(bout: &Bout, aim: &ActionTarget) -> Option<Square> {
    let named = aim.at.filter(|square| square.is_on_mat());
    named.or_else(|| bout.combatant(aim.targets.first()?).ok().map(|it| it.square))
}

/// The shape of a deed and where it can begin; none for a deed without one.
pub(super) fn shape_of(deed: &CombatAction) -> Option<(Reach, Area)> {
    match &deed.effect {
        ActionEffect::Save(save) => save.area.map(|area| (save.reach, area)),
        ActionEffect::Pool { reach, area, .. } => Some((*reach, *area)),
        _ => None,
    }
}

/// The creatures in the area of an action; its targets if it has no area or no one has a square.
pub(super) fn caught(
    bout: &Bout,
    doer: &FighterId,
    deed: &CombatAction,
    aim: &ActionTarget,
) -> Result<Vec<FighterId>, Refusal> {
    let Some((reach, shape)) = shape_of(deed).filter(|_| is_fighting(bout)) else { return Ok(aim.targets.clone()) };
    let own = bout.combatant(doer)?;
    let at = place(bout, aim).unwrap_or(own.square);
    let from_oneself = reach == Reach::Oneself;
    let order = bout.encounter()?.order.iter();
    let alive = order.filter(|it| bout.game().fighter(&it.who).is_some_and(|fighter| !fighter.is_dead()));
    let placed = PlacedArea { shape, source: own.footprint(), at, from_oneself };
    let terrain = bout.encounter()?.terrain_map();
    let caught = |it: &&Combatant| {
        !(from_oneself && it.who == *doer)
            && placed.catches(it.footprint())
            && placed.is_clear(&terrain, it.footprint())
    };
    Ok(alive.filter(caught).map(|it| it.who.clone()).collect())
}

/// Resolves an action. Costs and targets are already checked.
pub(super) fn carry_out(
    bout: &mut Bout,
    doer: &FighterId,
    deed: &CombatAction,
    aim: &ActionTarget,
) -> Result<(), Refusal> {
    if counterspell::is_countered(bout, doer, deed)? {
        return Ok(());
    }
    if concentrates(deed) {
        concentration::begin(bout, doer, &deed.name)?;
    }
    let myself = ActionTarget { targets: vec![doer.clone()], at: aim.at };
    let aim_of = |reach: Reach| if reach == Reach::Oneself && aim.targets.is_empty() { &myself } else { aim };
    match &deed.effect {
        ActionEffect::Attack(attack) => {
            let Some(with) = Striking::of_deed(deed) else { return Ok(()) };
            for target in each(aim, attack.times) {
                if bout.game().fighter(target).is_some_and(|fighter| !fighter.is_dead()) && is_fighting(bout) {
                    strike(bout, doer, target, &with)?;
                }
            }
            Ok(())
        }
        ActionEffect::Save(throw) => ask_to_save(bout, doer, deed, throw, aim),
        ActionEffect::Sure { harm, times, .. } => {
            each(aim, *times).try_for_each(|target| hit_surely(bout, doer, deed, harm, target))
        }
        ActionEffect::Heal { reach, dice, .. } => {
            for target in &aim_of(*reach).targets {
                let amount = bout.amount(dice, &RollPurpose::of(RollKind::Healing).with(deed.name.as_str()));
                wound::heal(bout, target, amount)?;
            }
            Ok(())
        }
        ActionEffect::Shield { reach, dice } => {
            for target in &aim_of(*reach).targets {
                let amount = bout.amount(dice, &RollPurpose::of(RollKind::TemporaryHitPoints).with(deed.name.as_str()));
                wound::shield(bout, target, amount)?;
            }
            Ok(())
        }
        ActionEffect::Boon { reach, modifiers, lasts, .. } => {
            let cause = RiderCause::new(doer, &deed.name, deed.magical);
            aim_of(*reach).targets.iter().try_for_each(|target| riders::lay(bout, target, modifiers, *lasts, cause))
        }
        ActionEffect::Pool { dice, kind, lasts, .. } => {
            let caught = caught(bout, doer, deed, aim)?;
            bout.happened(|bout| CombatEvent::Used { who: bout.actor(doer), what: deed.name.clone() });
            let reached = bout.amount(dice, &RollPurpose::of(RollKind::HitPointsReached).with(deed.name.as_str()));
            let cause = RiderCause { thrown: reached.thrown, ..RiderCause::new(doer, &deed.name, deed.magical) };
            riders::overcome(bout, caught, *kind, *lasts, (reached.n, cause))
        }
        ActionEffect::Stabilise { .. } => aim.targets.iter().try_for_each(|target| dying::stabilise(bout, target)),
        ActionEffect::Revive { whole, .. } => {
            let hp = if *whole { i32::MAX } else { 1 };
            aim.targets.iter().try_for_each(|target| revive(bout, target, hp))
        }
        ActionEffect::Cure { reach, conditions } => {
            aim_of(*reach).targets.iter().try_for_each(|target| cure(bout, target, conditions))
        }
        ActionEffect::Conjure { item, quantity } => conjure(bout, doer, deed, item, *quantity),
        ActionEffect::Multiattack { ways } => multiattack::carry_out(bout, doer, ways, aim.targets.first()),
        ActionEffect::Told { text, concentration, rounds } => {
            let rounds = rounds.filter(|_| *concentration);
            describe(bout, doer, deed, text, rounds, &aim_of(Reach::Oneself).targets)
        }
    }
}

/// Ends the first of these conditions that a target has.
fn cure(bout: &mut Bout, target: &FighterId, conditions: &[ConditionKind]) -> Result<(), Refusal> {
    let fighter = bout.fighter(target)?;
    match conditions.iter().find(|kind| fighter.is(**kind)) {
        Some(kind) => riders::cure(bout, target, *kind),
        None => Ok(()),
    }
}

/// Puts the things that a spell makes into its caster's pack.
fn conjure(bout: &mut Bout, doer: &FighterId, deed: &CombatAction, item: &str, quantity: u32) -> Result<(), Refusal> {
    bout.happened(|bout| CombatEvent::Used { who: bout.actor(doer), what: deed.name.clone() });
    let FighterRef::Hero(hero) = bout.fighter(doer)? else { return Ok(()) };
    let gained = inventory::gain(hero, item, quantity);
    bout.make(gained)
}

/// Damages a target without an attack roll or a saving throw.
fn hit_surely(
    bout: &mut Bout,
    doer: &FighterId,
    deed: &CombatAction,
    harm: &[DamageDice],
    target: &FighterId,
) -> Result<(), Refusal> {
    let fell = riders::throw(bout, doer, harm, false, &RollPurpose::of(RollKind::Damage).with(deed.name.as_str()));
    let before = bout.n_events();
    let felt = wound::hurt(bout, target, IncomingDamage::new(&fell.parts, fell.thrown(), deed.magical))?;
    let with = deed.name.clone();
    bout.happened_before(before, |bout| CombatEvent::SureHit { with, target: bout.actor(target), damage: felt });
    Ok(())
}

/// Revives the dead. During a fight they join it.
fn revive(bout: &mut Bout, target: &FighterId, hp: i32) -> Result<(), Refusal> {
    out_of_combat::revive(bout, target, hp)?;
    match is_fighting(bout) && bout.combatant(target).is_err() {
        true => initiative::join(bout, target, None, None),
        false => Ok(()),
    }
}

/// Notes a deed that only the story describes. The rules know how long the doer concentrates on it: these rounds, if any.
fn describe(
    bout: &mut Bout,
    doer: &FighterId,
    deed: &CombatAction,
    text: &str,
    rounds: Option<u32>,
    targets: &[FighterId],
) -> Result<(), Refusal> {
    let (what, text) = (deed.name.clone(), text.to_owned());
    bout.happened(|bout| CombatEvent::Described { who: bout.actor(doer), what, text });
    let Some(rounds) = rounds else { return Ok(()) };
    let lasts = EffectDuration::Rounds { rounds, concentration: true, save_at_end: false };
    let cause = RiderCause::new(doer, &deed.name, deed.magical);
    for target in targets {
        if bout.fighter(target).is_ok_and(|fighter| !fighter.is_dead()) {
            riders::lay(bout, target, &[], lasts, cause)?;
        }
    }
    Ok(())
}

fn is_fighting(bout: &Bout) -> bool {
    bout.game().encounter.is_some()
}

/// The target of each of a number of rays or darts; they are shared out in turn.
fn each(aim: &ActionTarget, times: u8) -> impl Iterator<Item = &FighterId> {
    let times = usize::from(times.max(1)).max(aim.targets.len());
    aim.targets.iter().cycle().take(if aim.targets.is_empty() { 0 } else { times })
}

/// Asks everyone a shape catches to save themselves. The damage is thrown once for all of them (SRD 5.1, Damage Rolls).
fn ask_to_save(
    bout: &mut Bout,
    doer: &FighterId,
    deed: &CombatAction,
    throw: &SavingThrowEffect,
    aim: &ActionTarget,
) -> Result<(), Refusal> {
    let caught = caught(bout, doer, deed, aim)?;
    bout.happened(|bout| CombatEvent::Used { who: bout.actor(doer), what: deed.name.clone() });
    let full =
        riders::throw(bout, doer, &throw.harm, false, &RollPurpose::of(RollKind::Damage).with(deed.name.as_str()));
    let against: Vec<ConditionKind> = throw.riders.iter().filter_map(condition_of).collect();
    for target in &caught {
        let cover = cover_from(bout, doer, deed, aim, target);
        let due = SavingThrow {
            magical: deed.magical,
            against: &against,
            cover,
            ..SavingThrow::new(throw.ability, throw.dc)
        };
        let saved = save(bout, target, &due, &SaveReason::against(&deed.name))?;
        let felt = match share_of(bout.fighter(target)?, throw, saved.made) {
            Some(share) if !full.parts.is_empty() => {
                let parts: Vec<_> = full.parts.iter().map(|(kind, amount)| (*kind, amount / share)).collect();
                let before = bout.n_events();
                let felt = wound::hurt(bout, target, IncomingDamage::new(&parts, full.thrown(), deed.magical))?;
                bout.happened_before(before, |bout| CombatEvent::Damaged {
                    who: bout.actor(target),
                    damage: felt,
                    more: false,
                });
                felt
            }
            _ => 0,
        };
        if !saved.made {
            let again = Some(EndSave { ability: throw.ability, dc: throw.dc });
            let cause = RiderCause {
                save: again,
                felt,
                thrown: saved.proof(),
                ..RiderCause::new(doer, &deed.name, deed.magical)
            };
            riders::bring(bout, target, &throw.riders, cause)?;
        }
    }
    Ok(())
}

/// The divisor of a target's damage; none for no damage (SRD 5.1, Evasion).
fn share_of(target: FighterRef, throw: &SavingThrowEffect, saved: bool) -> Option<i32> {
    let evades = throw.half && throw.ability == Ability::Dex && evades(target);
    match (saved, evades) {
        (true, true) => None,
        (true, false) if !throw.half => None,
        (true, false) | (false, true) => Some(2),
        (false, false) => Some(1),
    }
}

/// The cover a target has against where a deed comes from: the middle of its shape, or its doer.
fn cover_from(bout: &Bout, doer: &FighterId, deed: &CombatAction, aim: &ActionTarget, target: &FighterId) -> Cover {
    let at = shape_of(deed).filter(|(reach, _)| *reach != Reach::Oneself).and_then(|_| place(bout, aim));
    match (at, bout.combatant(target), bout.encounter()) {
        (Some(at), Ok(theirs), Ok(encounter)) => encounter.cover(Footprint::of(at), theirs.footprint()),
        _ => cover(bout, doer, target),
    }
}

fn condition_of(rider: &Rider) -> Option<ConditionKind> {
    match rider.brings {
        Brings::Condition { kind, .. } | Brings::Worsening { kind, .. } => Some(kind),
        _ => None,
    }
}

fn evades(fighter: FighterRef) -> bool {
    let can = fighter.has_feature(FeatureId::Evasion) || fighter.traits().contains(&Trait::Evasion);
    can && fighter.acts()
}

/// Whether an action needs concentration.
pub(super) fn concentrates(deed: &CombatAction) -> bool {
    let long = |lasts: &EffectDuration| matches!(lasts, EffectDuration::Rounds { concentration: true, .. });
    match &deed.effect {
        ActionEffect::Attack(attack) => attack.riders.iter().any(|rider| long(&rider.lasts)),
        ActionEffect::Save(save) => save.riders.iter().any(|rider| long(&rider.lasts)),
        ActionEffect::Boon { lasts, .. } => long(lasts),
        ActionEffect::Told { concentration, .. } => *concentration,
        _ => false,
    }
}

/// Whether an action would have no effect, such as an effect that the target already has.
pub(super) fn is_wasted(fighter: FighterRef, deed: &CombatAction) -> bool {
    match &deed.effect {
        ActionEffect::Boon { modifiers, .. } => {
            fighter.has_effect(&deed.name) || modifiers.iter().all(|m: &Modifier| fighter.modifiers().any(|it| it == m))
        }
        _ => false,
    }
}

/// Whether a fighter is so enraged that it casts nothing (SRD 5.1, Barbarian: Rage).
pub(super) fn is_raging(fighter: FighterRef) -> bool {
    fighter.has_effect(features::RAGE)
}
