//! Limited uses of a creature's actions (SRD 5.1, Monsters: Limited Usage).

use super::{
    bout::Bout,
    deed::{CombatAction, UsageLimit},
    fighter::FighterId,
};
use crate::{Refusal, creature::Creature};

/// Whether a deed can be done again.
pub(super) fn are_left(one: &Creature, deed: &CombatAction) -> bool {
    let spent = one.spent.get(&deed.name).copied().unwrap_or(0);
    match deed.usage {
        UsageLimit::AtWill => true,
        UsageLimit::Recharge { .. } | UsageLimit::PerRest => spent == 0,
        UsageLimit::PerDay { times } => spent < times,
    }
}

/// Counts a use of a deed that can be done only so often.
pub(super) fn spend(bout: &mut Bout, who: &FighterId, deed: &CombatAction) -> Result<(), Refusal> {
    match deed.usage {
        UsageLimit::AtWill => Ok(()),
        UsageLimit::Recharge { .. } | UsageLimit::PerRest | UsageLimit::PerDay { .. } => bout.use_once(who, &deed.name),
    }
}
