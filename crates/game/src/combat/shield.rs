//! Taking up and putting down a shield in a fight.

use super::{bout::Bout, costs, deed::ActionCost, fighter::FighterId, perform};
use crate::{
    Change, Refusal,
    armor::{self, Wear},
};

/// Puts a shield on or off in a fight, which takes an action (SRD 5.1, Getting Into and Out of Armor). `change` is the
/// [`Change::ItemEquipped`] to apply.
///
/// # Errors
/// The item is not a shield, it isn't the hero's turn, or the action is spent.
pub fn strap(bout: &mut Bout, who: &FighterId, change: Change) -> Result<(), Refusal> {
    let is_shield = matches!(&change, Change::ItemEquipped { name, .. } if armor::wear(name) == Some(Wear::Shield));
    if !is_shield {
        return Err(Refusal::new("Putting armour on or off takes minutes; in a fight there are only seconds."));
    }
    perform::can_act(bout, who)?;
    costs::can_pay(bout, who, ActionCost::Action)?;
    costs::pay(bout, who, ActionCost::Action)?;
    bout.make(change)
}
