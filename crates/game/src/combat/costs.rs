//! The action economy: action, bonus action and reaction (SRD 5.1, Your Turn).

use super::{bout::Bout, deed::Cost, fighter::FighterId};
use crate::{Refusal, RefusalReason};

/// Whether a fighter has left what something costs.
///
/// # Errors
/// It is spent; the text says what is left.
pub(super) fn can_pay(bout: &Bout, who: &FighterId, cost: Cost) -> Result<(), Refusal> {
    let economy = &bout.combatant(who)?.economy;
    let (spent, what) = match cost {
        Cost::Action => (economy.action, "action"),
        Cost::BonusAction => (economy.bonus_action, "bonus action"),
        Cost::Reaction => (economy.reaction, "reaction"),
        Cost::Legendary { .. } => return Err(Refusal::new("Legendary actions are done in others' turns.")),
        Cost::TooLong => return Err(Refusal::new("That takes too long for a fight.")),
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
pub(super) fn pay(bout: &mut Bout, who: &FighterId, cost: Cost) -> Result<(), Refusal> {
    bout.spend(who, |economy| match cost {
        Cost::Action => economy.action = true,
        Cost::BonusAction => economy.bonus_action = true,
        Cost::Reaction => economy.reaction = true,
        Cost::Legendary { .. } | Cost::TooLong => {}
    })
}
