//! Healing potions outside fights (SRD 5.1, Magic Items: Potion of Healing). In a fight, drinking one is an action.

use super::{
    Change, Refusal, State,
    character::Character,
    combat::potions,
    dice::{DiceCup, RollKind, RollPurpose},
    hit_points, inventory,
    rest::regained,
};

/// The dice that a potion of this name heals by, or a number of hit points; none for anything else.
pub fn dice(name: &str) -> Option<&'static str> {
    potions::healing(name)
}

/// The changes of a potion that `from` carries and `to` drinks, and how many hit points it gives back.
///
/// # Errors
/// There is no such thing in the pack, the rules have no numbers for it, or who is to drink it is dead.
pub fn drink(state: &State, from: &Character, item: &str, to: &Character) -> Result<(Vec<Change>, i32), Refusal> {
    let mut changes = inventory::lose(from, item, Some(1))?;
    let name =
        changes.iter().find_map(|it| if let Change::ItemLost { name, .. } = it { Some(name.clone()) } else { None });
    let name = name.unwrap_or_else(|| item.to_owned());
    let Some(dice) = potions::healing(&name) else {
        return Err(Refusal::new(format!(
            "The rules have no numbers for “{name}”: say to the Dungeon Master what is done with it."
        )));
    };
    if to.dead {
        return Err(Refusal::new(format!("{} is dead, and no potion helps.", to.name)));
    }
    let given = match dice.parse::<i32>() {
        Ok(points) => points,
        Err(_) => {
            let cup = DiceCup { seed: state.dice.seed.clone(), next_index: state.dice.next_index };
            let purpose = RollPurpose::of(RollKind::Healing).with(name.as_str());
            let roll = cup.throw_for(dice, &purpose, state.language.as_ref())?;
            let total = roll.total;
            changes.push(Change::DiceRolled { roll });
            total
        }
    };
    let healed = given.min(hit_points::most(to) - to.current_hp).max(0);
    changes.extend(regained(to, healed));
    Ok((changes, healed))
}
