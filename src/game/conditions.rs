//! Conditions that set in and end, of heroes and of creatures.

use super::{
    Change,
    character::{Character, Condition},
    creature::Creature,
    refusal::{Refusal, listed},
    wording::{line, same},
};

/// The change that puts a hero into a condition; none where that is so already (ignoring case) or nothing is named.
pub fn add(hero: &Character, name: &str) -> Option<Change> {
    let condition = new(&hero.conditions, name)?;
    Some(Change::ConditionAdded { character_id: hero.id.clone(), condition })
}

/// The change that ends a hero's condition, found ignoring case.
///
/// # Errors
/// The hero isn't in it; the text names the conditions there are.
pub fn remove(hero: &Character, name: &str) -> Result<Change, Refusal> {
    let name = find(&hero.conditions, name, &hero.name)?;
    Ok(Change::ConditionRemoved { character_id: hero.id.clone(), name })
}

/// The change that puts a creature into a condition; none where that is so already (ignoring case) or nothing is named.
pub fn add_to_creature(creature: &Creature, name: &str) -> Option<Change> {
    let condition = new(&creature.conditions, name)?;
    Some(Change::CreatureConditionAdded { npc_id: creature.id.clone(), condition })
}

/// The change that ends a creature's condition, found ignoring case.
///
/// # Errors
/// The creature isn't in it; the text names the conditions there are.
pub fn remove_from_creature(creature: &Creature, name: &str) -> Result<Change, Refusal> {
    let name = find(&creature.conditions, name, &creature.name)?;
    Ok(Change::CreatureConditionRemoved { npc_id: creature.id.clone(), name })
}

fn new(there: &[Condition], name: &str) -> Option<Condition> {
    let name = line(name);
    let known = there.iter().any(|condition| same(&condition.name, name));
    (!known && !name.is_empty()).then(|| Condition { name: name.to_owned(), duration: None })
}

/// The condition's name as it is written on the sheet.
fn find(there: &[Condition], name: &str, who: &str) -> Result<String, Refusal> {
    let name = line(name);
    let found = there.iter().find(|condition| same(&condition.name, name));
    found.map(|condition| condition.name.clone()).ok_or_else(|| {
        let names = listed(there.iter().map(|condition| condition.name.as_str()));
        Refusal::new(format!("{who} isn't “{name}”; there is {names} to end."))
    })
}
