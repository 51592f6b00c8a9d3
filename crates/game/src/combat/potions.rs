//! Potions that heal, drunk or given (SRD 5.1, Magic Items: Potion of Healing).

use super::{
    action_resolution::can_reach, bout::Bout, costs, deed::ActionCost, event::CombatEvent, fighter::FighterId, perform,
    wound,
};
use crate::{
    Refusal, State,
    dice::{RollKind, RollPurpose},
    house_rules::{HouseRule, Potions},
    inventory,
};

/// Healing dice of potions and similar items.
const HEALING: [(&str, &str); 5] = [
    ("Potion of Supreme Healing", "10d4+20"),
    ("Potion of Superior Healing", "8d4+8"),
    ("Potion of Greater Healing", "4d4+4"),
    ("Potion of Healing", "2d4+2"),
    // SRD 5.1, Goodberry: each restores 1 hit point.
    ("Goodberry", "1"),
];

/// The dice of a potion of this name or a number of hit points, ignoring case; none for anything else.
pub(crate) fn healing(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let kind = HEALING.iter().find(|(potion, _)| {
        let potion = potion.to_lowercase();
        let (rest, healing) = (potion.trim_start_matches("potion of "), name.trim_end_matches('s'));
        healing == potion || healing == format!("{rest} potion")
    });
    kind.map(|(_, dice)| *dice)
}

/// The cost of drinking or administering a potion: an action, unless a house rule says otherwise.
pub(super) fn cost(state: &State, who: &FighterId, target: &FighterId) -> ActionCost {
    match state.house_rules.potions {
        Potions::BonusAction if who == target => ActionCost::BonusAction,
        Potions::Action | Potions::BonusAction => ActionCost::Action,
    }
}

/// Drinks a potion, or administers it to an adjacent creature.
pub(super) fn drink(bout: &mut Bout, who: &FighterId, item: &str, target: Option<FighterId>) -> Result<(), Refusal> {
    let hero = perform::hero(bout, who, "pack")?;
    let used = inventory::lose(hero, item, Some(1))?;
    let name = used.iter().find_map(|change| match change {
        crate::Change::ItemLost { name, .. } => Some(name.clone()),
        _ => None,
    });
    let name = name.unwrap_or_else(|| item.to_owned());
    let Some(dice) = healing(&name) else {
        return Err(Refusal::new(format!("The rules have no numbers for “{name}”: tell what it does.")));
    };
    let target = target.unwrap_or_else(|| who.clone());
    can_reach(bout, who, &target, 5, false)?;
    let cost = cost(bout.game(), who, &target);
    costs::can_pay(bout, who, cost)?;
    costs::pay(bout, who, cost)?;
    bout.make_all(used)?;
    bout.happened(|bout| CombatEvent::UsedItem { who: bout.actor(who), item: name.clone() });
    let purpose = RollPurpose::of(RollKind::Healing).with(name.as_str());
    let purpose = if cost == ActionCost::Action { purpose } else { purpose.ruled_by(HouseRule::Potions) };
    let amount = bout.amount(dice, &purpose);
    wound::heal(bout, &target, amount).map(drop)
}
