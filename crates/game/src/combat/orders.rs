//! A player's orders to allies. An order affects the ally's next turn in the same step: its targets and actions, never a rule.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    bout::Bout,
    deed::{ActionCost, CombatAction},
    encounter::Combatant,
    fighter::{FighterId, FighterRef},
    perform, uses,
};
use crate::{
    Refusal, listed,
    wording::{fold, same},
};

/// An order to an ally.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FriendOrder)]
pub struct AllyOrder {
    /// The friend.
    pub(super) who: FighterId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<FighterId>,
    /// The deed to do, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deed: Option<String>,
}

/// Orders that came to nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unheeded {
    /// Friends whose turn did not come.
    pub not_yet: Vec<FighterId>,
    /// Allies who could not follow their order and did something else.
    pub impossible: Vec<FighterId>,
}

/// Gives an order to a friend, by id or name, for the friend's next turn.
///
/// # Errors
/// No ally of `by` has that name, it is a hero or down, it has no such action or can't use it now, or the target isn't in the
/// fight; the text lists the options.
pub fn give(
    bout: &mut Bout,
    by: &FighterId,
    friend: &str,
    target: Option<&str>,
    deed: Option<&str>,
) -> Result<(), Refusal> {
    let who = perform::find(bout.game(), by, friend)?;
    let side = |who: &FighterId| bout.combatant(who).map(|it: &Combatant| it.side);
    let fighter = bout.fighter(&who)?;
    let FighterRef::Creature(one) = fighter else {
        return Err(Refusal::new(format!("{} is a hero, whose own player decides.", fighter.name())));
    };
    if side(&who)? != side(by)? {
        return Err(Refusal::new(format!("{} does not fight beside the heroes and takes no orders.", one.name)));
    }
    if fighter.is_down() {
        return Err(Refusal::new(format!("{} is down and can do nothing.", one.name)));
    }
    let deeds = || one.stat_block().deeds.iter().filter(|deed| deed.cost == ActionCost::Action);
    let wanted = deed.map(str::trim).filter(|deed| !deed.is_empty());
    let known = |name: &str| -> Option<&CombatAction> {
        deeds()
            .find(|deed| same(&deed.name, name))
            .or_else(|| deeds().find(|deed| fold(&deed.name).contains(&fold(name))))
    };
    let deed = match wanted.map(|name| (name, known(name))) {
        Some((name, None)) => {
            let names = listed(deeds().map(|deed| deed.name.as_str()));
            return Err(Refusal::new(format!("{} has no “{name}”; there is {names}.", one.name)));
        }
        Some((_, Some(deed))) if !uses::are_left(one, deed) => {
            return Err(Refusal::new(format!("{} can't do {} again yet.", one.name, deed.name)));
        }
        Some((_, found)) => found.map(|deed| deed.name.clone()),
        None => None,
    };
    let target = target.map(|target| perform::find(bout.game(), &who, target)).transpose()?;
    if target.is_none() && deed.is_none() {
        return Err(Refusal::new(format!("Say what {} is to do: a target, a deed (with), or both.", one.name)));
    }
    bout.order(AllyOrder { who, target, deed });
    Ok(())
}
