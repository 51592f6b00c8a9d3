//! Effects of hits and spells besides damage: conditions, pushes, boons and curses.

use super::{
    bout::Bout,
    concentration::{condition_ended, let_go_of_nothing},
    deed::{Brings, EffectDuration, Modifier, Rider},
    encounter::Combatant,
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    harm::{self, DamageDice, DamageRoll, RolledDamage},
    movement, strike,
    timing::{EndSave, Lasting, Timing},
    wound::{self, IncomingDamage},
};
use crate::{
    Change, Refusal,
    character::Condition,
    condition_kind::ConditionKind,
    conditions,
    d20::{SaveReason, SavingThrow, save},
    dice::{Proof, RollKind, RollPurpose},
};

/// Something done by someone to someone else, as riders have to know it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RiderCause<'a> {
    pub(super) doer: &'a FighterId,
    /// The source.
    pub(super) deed: &'a str,
    /// Whether magic is in it.
    pub(super) magical: bool,
    /// The saving throw to repeat at the end of each turn.
    pub(super) save: Option<EndSave>,
    /// Damage that was felt.
    pub(super) felt: i32,
    /// The roll that caused it.
    pub(super) thrown: Option<Proof>,
}

impl<'a> RiderCause<'a> {
    /// Effects without a roll.
    pub(super) fn new(doer: &'a FighterId, deed: &'a str, magical: bool) -> Self {
        Self { doer, deed, magical, save: None, felt: 0, thrown: None }
    }
}

/// Applies the effects of a hit or a failed saving throw.
pub(super) fn bring(bout: &mut Bout, who: &FighterId, riders: &[Rider], from: RiderCause) -> Result<(), Refusal> {
    for rider in riders {
        if bout.fighter(who)?.is_dead() {
            return Ok(());
        }
        let Some(due) = rider.save else {
            take_hold(bout, who, &rider.brings, rider.lasts, from)?;
            continue;
        };
        let against: Vec<ConditionKind> = match &rider.brings {
            Brings::Condition { kind, .. } => vec![*kind],
            _ => Vec::new(),
        };
        let reason = SaveReason::against(from.deed);
        let now = SavingThrow { magical: from.magical, against: &against, ..SavingThrow::new(due.ability, due.dc) };
        let saved = save(bout, who, &now, &reason)?;
        let from = RiderCause {
            save: Some(EndSave { ability: due.ability, dc: due.dc }),
            thrown: saved.proof().or(from.thrown),
            ..from
        };
        match &rider.brings {
            Brings::Harm { harm } if saved.made && due.half => harm_more(bout, who, harm, from, true)?,
            _ if saved.made => {}
            brings => take_hold(bout, who, brings, rider.lasts, from)?,
        }
    }
    Ok(())
}

fn take_hold(
    bout: &mut Bout,
    who: &FighterId,
    brings: &Brings,
    lasts: EffectDuration,
    from: RiderCause,
) -> Result<(), Refusal> {
    bout.because(from.thrown, |bout| match brings {
        Brings::Condition { kind, escape_dc } => {
            let timing = timing(bout, who, lasts, from).or_else(|| {
                let held = escape_dc.is_some();
                held.then(|| Timing::of(EffectDuration::UntilEnded, from.doer, who, None)).flatten()
            });
            afflict(bout, who, *kind, timing.map(|timing| Timing { escape_dc: *escape_dc, ..timing }))
        }
        Brings::Worsening { kind, then } => {
            let timing = timing(bout, who, lasts, from).map(|timing| Timing { then: Some(*then), ..timing });
            afflict(bout, who, *kind, timing)
        }
        Brings::Harm { harm } => harm_more(bout, who, harm, from, false),
        Brings::Push { feet } => movement::push(bout, who, from.doer, *feet),
        Brings::MaximumSinks => match from.felt {
            felt if felt > 0 && !bout.fighter(who)?.is_dead() => {
                bout.make(Change::MaxHpSank { who: who.clone(), by: felt })
            }
            _ => Ok(()),
        },
        Brings::Modifiers { modifiers } => lay(bout, who, modifiers, lasts, from),
    })
}

/// Applies a temporary effect.
pub(super) fn lay(
    bout: &mut Bout,
    who: &FighterId,
    modifiers: &[Modifier],
    lasts: EffectDuration,
    from: RiderCause,
) -> Result<(), Refusal> {
    let Some(timing) = timing(bout, who, lasts, from) else { return Ok(()) };
    // Numbers speak for themselves.
    let text = if modifiers.is_empty() { bout.book().effect(from.deed) } else { None };
    let effect = Lasting::new(from.deed, modifiers.to_vec(), timing).described(text);
    bout.happened(|bout| CombatEvent::EffectBegan { who: bout.actor(who), name: effect.name.clone() });
    let lent = effect.maximum_hit_points();
    bout.because(from.thrown, |bout| bout.make(Change::EffectBegan { who: who.clone(), effect }))?;
    if lent > 0 {
        wound::heal(bout, who, lent)?;
    }
    Ok(())
}

fn harm_more(
    bout: &mut Bout,
    who: &FighterId,
    harms: &[DamageDice],
    from: RiderCause,
    half: bool,
) -> Result<(), Refusal> {
    let mut fell = throw(bout, from.doer, harms, false, &RollPurpose::of(RollKind::Damage).with(from.deed));
    if half {
        fell.parts.iter_mut().for_each(|(_, amount)| *amount /= 2);
    }
    let felt = wound::hurt(bout, who, IncomingDamage::new(&fell.parts, fell.thrown(), from.magical))?;
    bout.happened(|bout| CombatEvent::Damaged { who: bout.actor(who), damage: felt, more: true });
    Ok(())
}

/// Rolls damage.
pub(super) fn throw(
    bout: &mut Bout,
    doer: &FighterId,
    harms: &[DamageDice],
    critical: bool,
    purpose: &RollPurpose,
) -> DamageRoll {
    let critical = critical.then(|| bout.game().house_rules.critical_hits);
    match harm::to_throw(harms, critical) {
        RolledDamage::Plain(parts) => DamageRoll { parts, rolls: Vec::new() },
        RolledDamage::Dice(dice) => {
            let roll = bout.throw_for(Some(doer), &dice, purpose, |_| None);
            roll.map_or_else(|_| DamageRoll::default(), |roll| DamageRoll::of(harms, roll))
        }
    }
}

/// Puts those in an area to sleep, or applies another condition, in order of fewest hit points (SRD 5.1, Sleep). `reached` is
/// the total of hit points affected.
pub(super) fn overcome(
    bout: &mut Bout,
    caught: Vec<FighterId>,
    kind: ConditionKind,
    lasts: EffectDuration,
    (mut reached, from): (i32, RiderCause),
) -> Result<(), Refusal> {
    let hp = |bout: &Bout, who: &FighterId| bout.game().fighter(who).map_or(0, FighterRef::hp);
    let mut caught: Vec<FighterId> =
        caught.into_iter().filter(|who| bout.game().fighter(who).is_some_and(|it| can_be_overcome(it, kind))).collect();
    caught.sort_by_key(|who| hp(bout, who));
    for who in caught {
        let points = hp(bout, &who);
        if points > reached {
            break;
        }
        reached -= points;
        let timing = timing(bout, &who, lasts, from);
        bout.because(from.thrown, |bout| afflict_as(bout, &who, kind, timing))?;
    }
    Ok(())
}

/// Whether a condition without a throw takes hold of someone: not of those who feel nothing of it, and sleep not of the
/// undead and those who can't be charmed (SRD 5.1, Sleep).
fn can_be_overcome(fighter: FighterRef, kind: ConditionKind) -> bool {
    let undead = matches!(fighter, FighterRef::Creature(one) if one.stat_block().creature_type.contains("undead"));
    let wakeful = kind == ConditionKind::Unconscious && (undead || !fighter.can_suffer(ConditionKind::Charmed));
    !fighter.is_down() && !fighter.is(ConditionKind::Unconscious) && !wakeful && fighter.can_suffer(kind)
}

/// Brings a condition; sleep ends with the first damage, and the sleeper lies on the ground (SRD 5.1, Sleep; Unconscious).
fn afflict_as(bout: &mut Bout, who: &FighterId, kind: ConditionKind, timing: Option<Timing>) -> Result<(), Refusal> {
    let sleeps = kind == ConditionKind::Unconscious;
    afflict(bout, who, kind, timing.map(|timing| Timing { until_hurt: sleeps, ..timing }))?;
    if sleeps { afflict(bout, who, ConditionKind::Prone, None) } else { Ok(()) }
}

/// Ends what ends with damage.
pub(super) fn awake(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let conditions = bout.fighter(who)?.conditions().iter();
    let sleeps = conditions.filter(|it| it.timing.as_deref().is_some_and(|timing| timing.until_hurt));
    let sleeps: Vec<ConditionKind> = sleeps.filter_map(|it| ConditionKind::read(&it.name)).collect();
    for kind in sleeps {
        let source = source_of(bout, who, kind.name());
        cure(bout, who, kind)?;
        if let Some(caster) = source {
            let_go_of_nothing(bout, &caster)?;
        }
    }
    Ok(())
}

fn timing(bout: &Bout, who: &FighterId, lasts: EffectDuration, from: RiderCause) -> Option<Timing> {
    let whose = bout.encounter().ok().and_then(|encounter| encounter.current()).map(|current| &current.who);
    let timing = Timing::of(lasts, from.doer, who, whose)?;
    let again = matches!(lasts, EffectDuration::Rounds { save_at_end: true, .. });
    Some(Timing { save: from.save.filter(|_| again), ..timing })
}

/// Applies a condition, unless the creature is immune or has it already.
pub(super) fn afflict(
    bout: &mut Bout,
    who: &FighterId,
    kind: ConditionKind,
    timing: Option<Timing>,
) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let tires = kind == ConditionKind::Exhaustion;
    if !tires && fighter.conditions().iter().any(|condition| condition.is(kind)) {
        return Ok(());
    }
    if !fighter.can_suffer(kind) {
        bout.happened(|bout| CombatEvent::ConditionResisted { who: bout.actor(who), condition: kind });
        return Ok(());
    }
    if tires {
        return tire(bout, who);
    }
    let condition = Condition { timing: timing.map(Box::new), ..Condition::new(kind.name()) };
    if bout.make(condition_began(who, condition)).is_err() {
        // A sheet that is full of conditions takes no other.
        return Ok(());
    }
    bout.happened(|bout| CombatEvent::ConditionBegan { who: bout.actor(who), condition: kind });
    unable(bout, who)
}

/// Ends concentration and grapples of a creature that can't act (SRD 5.1, Incapacitated; Grappled).
pub(super) fn unable(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    if !bout.fighter(who)?.acts() {
        super::concentration::end(bout, who)?;
        let_go(bout, who)?;
    }
    Ok(())
}

/// Exhaustion comes a level at a time (SRD 5.1, Exhaustion).
fn tire(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let changes = conditions::exhaust_more(fighter, Condition::new(ConditionKind::Exhaustion.name()));
    bout.make_all(changes)?;
    let level = bout.fighter(who)?.exhaustion();
    bout.happened(|bout| CombatEvent::Exhausted { who: bout.actor(who), level });
    if bout.fighter(who)?.is_dead() {
        super::concentration::end(bout, who)?;
        let_go(bout, who)?;
    }
    Ok(())
}

/// The change that begins a condition.
pub(super) fn condition_began(who: &FighterId, condition: Condition) -> Change {
    match who {
        FighterId::Hero(id) => Change::ConditionAdded { character_id: id.clone(), condition },
        FighterId::Creature(id) => Change::CreatureConditionAdded { npc_id: id.clone(), condition },
    }
}

/// Ends a condition, if present.
pub(super) fn cure(bout: &mut Bout, who: &FighterId, kind: ConditionKind) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let found = fighter.conditions().iter().find(|condition| condition.is(kind));
    let Some(name) = found.map(|condition| condition.name.clone()) else { return Ok(()) };
    bout.make(condition_ended(who, &name))?;
    bout.happened(|bout| CombatEvent::ConditionEnded { who: bout.actor(who), condition: kind });
    Ok(())
}

/// Ends the grapples of a creature that can't act (SRD 5.1, Grappled).
pub(super) fn let_go(bout: &mut Bout, holder: &FighterId) -> Result<(), Refusal> {
    let holds = |condition: &Condition| {
        condition.timing.as_deref().is_some_and(|timing| timing.escape_dc.is_some() && timing.source == *holder)
    };
    for who in burdened(bout) {
        let held = bout.fighter(&who)?.conditions().iter().filter(|condition| holds(condition));
        let names: Vec<String> = held.map(|condition| condition.name.clone()).collect();
        bout.make_all(names.iter().map(|name| condition_ended(&who, name)))?;
    }
    Ok(())
}

/// Ends grapples of creatures that were moved out of the grappler's reach (SRD 5.1, Grappled).
pub(super) fn slip(bout: &mut Bout) -> Result<(), Refusal> {
    let far = |it: &Combatant, timing: &Timing| {
        let Ok(holder) = bout.combatant(&timing.source) else { return false };
        let reach = bout.game().fighter(&holder.who).and_then(|fighter| strike::at_hand(fighter, holder));
        it.feet_to(holder) > reach.map_or(0, |with| strike::hand_reach(with.attack.reach)).max(5)
    };
    let mut over = Vec::new();
    for it in &bout.encounter()?.order {
        for condition in bout.game().fighter(&it.who).iter().flat_map(|fighter| fighter.conditions()) {
            let held = condition.timing.as_deref().filter(|timing| timing.escape_dc.is_some());
            if held.is_some_and(|timing| far(it, timing)) {
                over.push(condition_ended(&it.who, &condition.name));
            }
        }
    }
    bout.make_all(over)
}

/// Everyone at the table who bears a condition or an effect, heroes first.
fn burdened(bout: &Bout) -> Vec<FighterId> {
    let heroes = bout.game().characters.iter().map(FighterRef::Hero);
    let all = heroes.chain(bout.game().creatures.iter().map(FighterRef::Creature));
    all.filter(|it| !(it.conditions().is_empty() && it.effects().is_empty())).map(FighterRef::id).collect()
}

/// Ends expired effects, and rolls the repeated saving throws at the end of `ended`'s turn.
pub(super) fn run_out(bout: &mut Bout, ended: Option<&FighterId>) -> Result<(), Refusal> {
    if let Some(who) = ended {
        throw_again(bout, who)?;
    }
    let mut casters = Vec::new();
    for who in burdened(bout) {
        let fighter = bout.fighter(&who)?;
        let mut over = Vec::new();
        for condition in fighter.conditions() {
            if let Some(timing) = condition.timing.as_deref().filter(|timing| timing.is_over()) {
                casters.extend(timing.concentration.then(|| timing.source.clone()));
                over.push((condition_ended(&who, &condition.name), condition.name.clone()));
            }
        }
        for effect in fighter.effects().iter().filter(|effect| effect.timing.is_over()) {
            casters.extend(effect.timing.concentration.then(|| effect.timing.source.clone()));
            over.push((Change::EffectEnded { who: who.clone(), name: effect.name.clone() }, effect.name.clone()));
        }
        for (change, name) in over {
            bout.make(change)?;
            bout.happened(|bout| CombatEvent::EffectEnded { who: bout.actor(&who), name });
        }
    }
    for caster in casters.iter().filter(|caster| bout.game().fighter(caster).is_some()).cloned().collect::<Vec<_>>() {
        let_go_of_nothing(bout, &caster)?;
    }
    Ok(())
}

fn throw_again(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    if fighter.is_down() {
        return Ok(());
    }
    let of = |timing: &Timing| timing.save.filter(|_| !timing.is_over()).map(|save| (save, timing.clone()));
    let conditions =
        fighter.conditions().iter().filter_map(|it| Some((it.name.clone(), of(it.timing.as_deref()?)?, true)));
    let effects = fighter.effects().iter().filter_map(|it| Some((it.name.clone(), of(&it.timing)?, false)));
    let due: Vec<(String, (EndSave, Timing), bool)> = conditions.chain(effects).collect();
    for (name, (again, timing), is_condition) in due {
        let against: Vec<ConditionKind> = ConditionKind::read(&name).into_iter().collect();
        let now = SavingThrow { against: &against, ..SavingThrow::new(again.ability, again.dc) };
        let source = source_of(bout, who, &name);
        let saved = save(bout, who, &now, &SaveReason::to_end(&name))?;
        bout.because(saved.proof(), |bout| {
            if saved.made {
                bout.make(match is_condition {
                    true => condition_ended(who, &name),
                    false => Change::EffectEnded { who: who.clone(), name: name.clone() },
                })?;
                bout.happened(|bout| CombatEvent::EffectEnded { who: bout.actor(who), name });
                source.map_or(Ok(()), |caster| let_go_of_nothing(bout, &caster))
            } else if let Some(then) = timing.then {
                bout.make(condition_ended(who, &name))?;
                afflict_as(bout, who, then, Some(Timing { save: None, then: None, ..timing }))
            } else {
                Ok(())
            }
        })?;
    }
    Ok(())
}

/// The concentrating caster of an effect.
fn source_of(bout: &Bout, who: &FighterId, name: &str) -> Option<FighterId> {
    let fighter = bout.game().fighter(who)?;
    let of_conditions = fighter.conditions().iter().filter_map(|it| Some((it.name.as_str(), it.timing.as_deref()?)));
    let all = of_conditions.chain(fighter.effects().iter().map(|it| (it.name.as_str(), &it.timing)));
    let (_, timing) = all.into_iter().find(|(there, timing)| *there == name && timing.concentration)?;
    bout.game().fighter(&timing.source).map(|caster| caster.id())
}
