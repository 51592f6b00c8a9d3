//! Grappling, shoving and escaping (SRD 5.1, Grappling; Shoving a Creature).

use super::{
    action_resolution::can_reach,
    attacking::{can_attack, spend_attack},
    bout::Bout,
    concentration::condition_ended,
    costs,
    deed::{ActionCost, EffectDuration},
    event::{CombatEvent, PlainAction},
    fighter::FighterId,
    movement, riders,
    timing::Timing,
};
use crate::{
    Refusal, RefusalReason,
    condition_kind::ConditionKind,
    d20::check,
    dice::{Proof, RollKind, RollPurpose},
    skill::Skill,
};

/// Marks a grapple that is escaped by a contest (SRD 5.1, Escaping a Grapple).
const BY_STRENGTH: i32 = 0;

/// Grapples a creature: Athletics against the better of Athletics and Acrobatics.
pub(super) fn grapple(bout: &mut Bout, who: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    can_lay_hands(bout, who, target)?;
    if bout.fighter(target)?.is(ConditionKind::Grappled) {
        return Err(Refusal::new(format!("{} is held already.", bout.name(target))));
    }
    spend_attack(bout, who)?;
    let Some(won) = wins(bout, who, target, [RollKind::Grapple, RollKind::GrappleResisted])? else { return Ok(()) };
    let timing = Timing::of(EffectDuration::UntilEnded, who, target, None);
    let timing = timing.map(|timing| Timing { escape_dc: Some(BY_STRENGTH), ..timing });
    bout.because(Some(won), |bout| riders::afflict(bout, target, ConditionKind::Grappled, timing))
}

/// Shoves a creature prone or five feet away.
pub(super) fn shove(bout: &mut Bout, who: &FighterId, target: &FighterId, away: bool) -> Result<(), Refusal> {
    can_lay_hands(bout, who, target)?;
    spend_attack(bout, who)?;
    let Some(won) = wins(bout, who, target, [RollKind::Shove, RollKind::ShoveResisted])? else { return Ok(()) };
    bout.because(Some(won), |bout| match away {
        true => movement::push(bout, target, who, 5),
        false => riders::afflict(bout, target, ConditionKind::Prone, None),
    })
}

/// Escapes a grapple: the better of Athletics and Acrobatics against its DC or, in a contest, the grappler's Athletics (SRD 5.1,
/// Escaping a Grapple).
pub(super) fn escape(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let held = fighter.conditions().iter().find_map(|condition| {
        let timing = condition.timing.as_deref()?;
        Some((condition.name.clone(), timing.escape_dc?, timing.source.clone()))
    });
    let Some((name, dc, holder)) = held else {
        return Err(Refusal::new(format!("Nobody holds {}.", fighter.name())));
    };
    costs::can_pay(bout, who, ActionCost::Action)?;
    costs::pay(bout, who, ActionCost::Action)?;
    let skill = better_of(bout, who)?;
    let purpose = RollPurpose::of(RollKind::Escape).by(bout.name(who));
    let own = check(bout, who, skill, &purpose)?;
    let holds = match dc {
        BY_STRENGTH if bout.combatant(&holder).is_ok() => {
            let purpose = RollPurpose::of(RollKind::EscapeResisted).by(bout.name(&holder));
            check(bout, &holder, Skill::Athletics, &purpose)?.total >= own.total
        }
        dc => own.total < dc,
    };
    if holds {
        bout.did(who, PlainAction::StillHeld);
        return Ok(());
    }
    bout.did(who, PlainAction::Escaped);
    // A hold that restrains as well ends whole.
    let together: Vec<String> = bout
        .fighter(who)?
        .conditions()
        .iter()
        .filter(|it| {
            it.name == name
                || it.timing.as_deref().is_some_and(|timing| timing.escape_dc == Some(dc) && timing.source == holder)
        })
        .map(|it| it.name.clone())
        .collect();
    let over = together.iter().map(|name| condition_ended(who, name));
    bout.because(Some(own.roll.proof), |bout| bout.make_all(over))
}

/// Whether a creature can be grappled or shoved.
pub(super) fn can_lay_hands(bout: &Bout, who: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    can_reach(bout, who, target, 5, true)?;
    can_attack(bout, who, true)?;
    let (own, theirs) = (bout.fighter(who)?.size(), bout.fighter(target)?.size());
    match theirs as i8 - own as i8 > 1 {
        true => {
            let words = format!("{} is too large for that.", bout.name(target));
            Err(Refusal::because(RefusalReason::TooLarge, words))
        }
        false => Ok(()),
    }
}

/// The roll that wins a contest for its initiator: it wins with the higher total, because a tie changes nothing (SRD 5.1, Contests).
/// A target that can't act loses without a roll.
fn wins(
    bout: &mut Bout,
    who: &FighterId,
    target: &FighterId,
    [own, theirs]: [RollKind; 2],
) -> Result<Option<Proof>, Refusal> {
    let (purpose, resisting) = (RollPurpose::of(own).by(bout.name(who)), RollPurpose::of(theirs).by(bout.name(target)));
    let own = check(bout, who, Skill::Athletics, &purpose)?;
    let helpless = !bout.fighter(target)?.acts();
    let theirs = match helpless {
        true => i32::MIN,
        false => {
            let skill = better_of(bout, target)?;
            check(bout, target, skill, &resisting)?.total
        }
    };
    let won = own.total > theirs;
    bout.happened(|bout| CombatEvent::Wrestled { who: bout.actor(who), target: bout.actor(target), won });
    Ok(won.then_some(own.roll.proof))
}

fn better_of(bout: &Bout, who: &FighterId) -> Result<Skill, Refusal> {
    let fighter = bout.fighter(who)?;
    let athletics = fighter.skill_bonus(Skill::Athletics) >= fighter.skill_bonus(Skill::Acrobatics);
    Ok(if athletics { Skill::Athletics } else { Skill::Acrobatics })
}
