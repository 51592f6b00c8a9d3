//! Conditions that set in and end, of heroes and of creatures.

use super::{
    Change,
    character::{Character, Condition},
    creature::Creature,
    refusal::{Refusal, listed},
    wording::{name as named, same},
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
    let name = named(name);
    let known = there.iter().any(|condition| same(&condition.name, name));
    (!known && !name.is_empty()).then(|| Condition::new(name))
}

/// The condition's name as it is written on the sheet.
fn find(there: &[Condition], name: &str, who: &str) -> Result<String, Refusal> {
    let name = named(name);
    let found = there.iter().find(|condition| same(&condition.name, name));
    found.map(|condition| condition.name.clone()).ok_or_else(|| {
        let names = listed(there.iter().map(|condition| condition.name.as_str()));
        Refusal::new(format!("{who} isn't “{name}”; there is {names} to end."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{
        creature::Disposition,
        creature::enter,
        hero::tests::{hero, table},
    };

    #[test]
    fn a_condition_sets_in_once() {
        let mut hero = hero("rogue", 1);
        let Some(Change::ConditionAdded { condition, .. }) = add(&hero, " Poisoned ") else { panic!("none set in") };
        assert_eq!(condition.name, "Poisoned");
        hero.conditions.push(condition);
        assert_eq!(add(&hero, "poisoned"), None);
        assert_eq!(add(&hero, "  "), None);
    }

    #[test]
    fn a_condition_ends_ignoring_case() {
        let mut hero = hero("rogue", 1);
        hero.conditions.push(Condition::new("Poisoned"));
        assert!(
            matches!(remove(&hero, "POISONED").unwrap(), Change::ConditionRemoved { name, .. } if name == "Poisoned")
        );
        let refusal = remove(&hero, "prone").unwrap_err().to_string();
        assert!(refusal.contains("“prone”") && refusal.contains("Poisoned"), "{refusal}");
    }

    #[test]
    fn creatures_suffer_as_heroes_do() {
        let mut game = table();
        game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
        let change = add_to_creature(&game.creatures[0], "prone").unwrap();
        game.apply(&change).unwrap();
        assert_eq!(add_to_creature(&game.creatures[0], "Prone"), None);
        let change = remove_from_creature(&game.creatures[0], "PRONE").unwrap();
        game.apply(&change).unwrap();
        assert!(game.creatures[0].conditions.is_empty());
        assert!(remove_from_creature(&game.creatures[0], "prone").is_err());
    }
}
