//! The action economy: action, bonus action and reaction (SRD 5.1, Your Turn).

use super::{bout::Bout, deed::ActionCost, fighter::FighterId};
use crate::{Refusal, RefusalReason};

/// Whether a fighter has left what something costs.
///
/// # Errors
/// It is spent; the text says what is left.
pub(super) fn can_pay(bout: &Bout, who: &FighterId, cost: ActionCost) -> Result<(), Refusal> {
    let economy = &bout.combatant(who)?.economy;
    let (spent, what) = match cost {
        ActionCost::Action => (economy.action, "action"),
        ActionCost::BonusAction => (economy.bonus_action, "bonus action"),
        ActionCost::Reaction => (economy.reaction, "reaction"),
        ActionCost::Legendary { .. } => return Err(Refusal::new("Legendary actions are done in others' turns.")),
        ActionCost::TooLong => return Err(Refusal::new("That takes too long for a fight.")),
    };
    if !spent {
        return Ok(());
    }
    let left = [(economy.action, "an action"), (economy.bonus_action, "a bonus action")];
    let left: Vec<&str> = left.into_iter().filter(|(spent, _)| !spent).map(|(_, name)| name).collect();
    let left = if left.is_empty() { "at most some steps".to_owned() } else { left.join(" and ") };
    let words = format!("{} has no {what} left in this turn; there is {left}.", bout.name(who));
    Err(Refusal::because(RefusalReason::Spent, words))
}

/// Spends what something costs.
pub(super) fn pay(bout: &mut Bout, who: &FighterId, cost: ActionCost) -> Result<(), Refusal> {
    bout.spend(who, |economy| match cost {
        ActionCost::Action => economy.action = true,
        ActionCost::BonusAction => economy.bonus_action = true,
        ActionCost::Reaction => economy.reaction = true,
        ActionCost::Legendary { .. } | ActionCost::TooLong => {}
    })
}
