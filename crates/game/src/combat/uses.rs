//! Limited uses of a creature's actions (SRD 5.1, Monsters: Limited Usage).

use super::{
    bout::Bout,
    deed::{Deed, Usage},
    fighter::FighterId,
};
use crate::{Refusal, creature::Creature};

/// Whether a deed can be done once more.
pub(super) fn are_left(one: &Creature, deed: &Deed) -> bool {
    let spent = one.spent.get(&deed.name).copied().unwrap_or(0);
    match deed.usage {
        Usage::AtWill => true,
        Usage::Recharge { .. } | Usage::PerRest => spent == 0,
        Usage::PerDay { times } => spent < times,
    }
}

/// Counts a use of a deed that can be done only so often.
pub(super) fn spend(bout: &mut Bout, who: &FighterId, deed: &Deed) -> Result<(), Refusal> {
    match deed.usage {
        Usage::AtWill => Ok(()),
        Usage::Recharge { .. } | Usage::PerRest | Usage::PerDay { .. } => bout.use_once(who, &deed.name),
    }
}
