//! Improvised actions: sand in the eyes, a kicked table, a threat. An ability check decides whether it works; the effect is one
//! of a few that the rules know (SRD 5.1, Ability Checks; Improvising an Action). Damage and difficulty limits are our own.

use super::{
    action_resolution::near_enough,
    bout::Bout,
    costs,
    deed::{ActionCost, Brings, EffectDuration, Modifier, Rider},
    encounter::Helped,
    event::CombatEvent,
    fighter::FighterId,
    harm::DamageType,
    perform,
    riders::{self, RiderCause},
    timing::EndSave,
    wound::{self, IncomingDamage},
};
use crate::{
    Refusal,
    character::Ability,
    condition_kind::ConditionKind,
    d20::D20Test,
    dice::{Proof, RollKind, RollPurpose},
    sense::NeededSense,
    skill::Skill,
    tending,
    wording::line,
};

/// From very easy to nearly impossible (SRD 5.1, Typical Difficulty Classes).
const DIFFICULTY: (i32, i32) = (5, 30);
/// The range of improvised weapons (SRD 5.1, Improvised Weapons: the long range).
const REACH_FEET: u16 = 60;

/// An improvised action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// A short description.
    pub what: String,
    /// The skill that decides.
    pub skill: Skill,
    /// The sense it needs, if one was named.
    pub sense: Option<NeededSense>,
    /// The number to reach.
    pub dc: i32,
    /// The target.
    pub target: Option<FighterId>,
}

/// The effect of an attempt on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptEffect {
    /// The next attack on it has advantage.
    Opening,
    /// Its attacks have disadvantage until its next turn is over.
    Hindrance,
    /// A condition: prone lasts until it gets up, restrained until it breaks free, others until the end of the actor's next
    /// turn.
    Condition(ConditionKind),
    /// Damage by a thrown or falling thing.
    Harm(Dose, DamageType),
}

/// The damage of something other than a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dose {
    /// A stone, a stool (SRD 5.1, Improvised Weapons): 1d4.
    Light,
    /// Burning oil, a falling shelf: 1d6.
    Solid,
    /// A vial of acid (SRD 5.1, Adventuring Gear): 2d6.
    Heavy,
}

impl Dose {
    fn dice(self) -> &'static str {
        match self {
            Self::Light => "1d4",
            Self::Solid => "1d6",
            Self::Heavy => "2d6",
        }
    }
}

/// The roll that decided an attempt.
#[derive(Debug, Clone, Copy)]
pub struct Worked(Proof);

/// Tries it: the action is spent, and the check says whether it works.
///
/// # Errors
/// It isn't that one's turn, the action is spent, the target is dead or too far off, or a rule of its own is for it. Nothing was spent
/// then.
pub fn attempt(bout: &mut Bout, who: &FighterId, attempt: &Attempt) -> Result<Option<Worked>, Refusal> {
    perform::can_act(bout, who)?;
    costs::can_pay(bout, who, ActionCost::Action)?;
    if let Some(target) = &attempt.target {
        bout.combatant(target)?;
        bout.fighter(target)?.living()?;
        near_enough(bout, who, target, REACH_FEET)?;
    }
    // Stabilising has a rule of its own.
    if attempt.skill == Skill::Medicine
        && let Some(patient) = tending::patients(bout.game(), &attempt.what, true).first()
    {
        return Err(Refusal::new(format!(
            "{} is dying. Use take_action (stabilise) instead; it rolls the check.",
            patient.name()
        )));
    }
    if let Some(sense) = bout.fighter(who)?.lacks_for(attempt.sense, attempt.skill, &attempt.what) {
        return Err(Refusal::new(format!("{} {}.", bout.name(who), sense.lacking())));
    }
    costs::pay(bout, who, ActionCost::Action)?;
    let (what, dc) = (line(&attempt.what), attempt.dc.clamp(DIFFICULTY.0, DIFFICULTY.1));
    let test = D20Test::check(bout.game(), bout.fighter(who)?, attempt.skill).against(dc);
    let purpose = RollPurpose::of(RollKind::Improvised).by(bout.name(who)).with(what.as_str());
    let tossed = test.toss(bout, &purpose)?;
    let (total, worked) = (tossed.total, tossed.is_good());
    bout.happened(|bout| CombatEvent::Improvised { who: bout.actor(who), what, total, dc, worked });
    Ok(worked.then_some(Worked(tossed.roll.proof)))
}

/// Applies the effect of a successful attempt.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub fn bring(
    bout: &mut Bout,
    who: &FighterId,
    target: &FighterId,
    of: &Attempt,
    worked: Worked,
    gain: AttemptEffect,
) -> Result<(), Refusal> {
    let rider = |brings, lasts| Rider { save: None, brings, lasts };
    let rider = match gain {
        AttemptEffect::Opening => {
            let helped = Helped { by: who.clone(), against: target.clone() };
            return bout.stand_as(who, |stance| stance.helped = Some(helped));
        }
        AttemptEffect::Harm(dose, kind) => {
            let amount = bout.amount(dose.dice(), &RollPurpose::of(RollKind::Damage).with(line(&of.what)));
            let before = bout.n_events();
            let felt = wound::hurt(bout, target, IncomingDamage::new(&[(Some(kind), amount.n)], amount.thrown, false))?;
            bout.happened_before(before, |bout| CombatEvent::Damaged {
                who: bout.actor(target),
                damage: felt,
                more: false,
            });
            return super::ending::settle(bout).map(drop);
        }
        AttemptEffect::Hindrance => {
            let modifiers = vec![Modifier::AttackDisadvantage];
            rider(Brings::Modifiers { modifiers }, EffectDuration::UntilEndOfTargetsTurn)
        }
        AttemptEffect::Condition(kind) => {
            let lasts = match kind {
                _ if kind.rules().outlasts_cause => EffectDuration::UntilEnded,
                _ if kind.rules().held => {
                    EffectDuration::Rounds { rounds: 10, concentration: false, save_at_end: true }
                }
                _ => EffectDuration::UntilEndOfDoersTurn,
            };
            rider(Brings::Condition { kind, escape_dc: None }, lasts)
        }
    };
    let save = Some(EndSave { ability: Ability::Str, dc: of.dc.clamp(DIFFICULTY.0, DIFFICULTY.1) });
    let what = line(&of.what);
    riders::bring(
        bout,
        target,
        &[rider],
        RiderCause { save, thrown: Some(worked.0), ..RiderCause::new(who, &what, false) },
    )
}
