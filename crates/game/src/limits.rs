//! Size limits of a session: they keep a mistake, or a model that never stops, from filling it until it can no longer be saved.

use super::{
    Change, Game, Refusal, State,
    character::{Character, Condition, Spellcasting},
    condition_kind::ConditionKind,
    equipment,
    id::CharacterId,
    person,
};

/// The longest title of a session, in characters.
pub const MAX_TITLE: usize = 120;
/// The longest message of a player, in characters.
pub const MAX_MESSAGE: usize = 8_000;
/// Most narrations of one turn, the one that counts among them.
pub const MAX_TELLINGS: usize = 20;
/// Most heroes at one table.
pub const MAX_HEROES: usize = 6;
/// Most different things in a pack.
pub const MAX_ITEMS: usize = 200;
/// Most weapons at hand.
pub const MAX_WEAPONS: usize = 40;
/// Most conditions at once.
pub const MAX_CONDITIONS: usize = 30;
/// Most spells known, and most cantrips.
pub const MAX_SPELLS: usize = 200;
/// Most quests open at once.
pub const MAX_QUESTS: usize = 60;
/// Most places known nearby.
pub const MAX_PLACES: usize = 120;
/// Most beats of one act.
pub const MAX_BEATS: usize = 200;
/// Most supporting NPCs.
pub const MAX_SUPPORTING_NPCS: usize = 150;
/// Most people and creatures in the scene.
pub const MAX_CREATURES: usize = 60;

/// Makes a change for which there is room. Returns all changes that were made: this one, a death with its time, and what followed
/// from it by itself.
///
/// # Errors
/// There is no room for it, or it doesn't fit the game.
pub fn make(game: &mut Game, change: Change) -> Result<Vec<Change>, Refusal> {
    let change = dated(game, change);
    check_limits(game, &change)?;
    let lasting = if matches!(change, Change::TimePassed { .. }) { game.endings() } else { Vec::new() };
    game.apply(&change)?;
    let mut followed = person::followed(game, &change);
    followed.extend(game.ended_by_death(&change));
    followed.extend(equipment::ended(game, &change));
    // Effects that have run out by now don't count.
    if !lasting.is_empty() {
        let left = game.endings();
        followed.extend(lasting.into_iter().filter(|ending| !left.contains(ending)));
    }
    game.apply_all(&followed)?;
    Ok(std::iter::once(change).chain(followed).collect())
}

/// A death, or the loss of a creature's senses that no duration ends, with the time of the game; any other change as it is.
fn dated(state: &State, change: Change) -> Change {
    match change {
        Change::HeroDied { character_id, at: None } => Change::HeroDied { character_id, at: Some(state.moment()) },
        Change::CreatureDied { npc_id, at: None } => Change::CreatureDied { npc_id, at: Some(state.moment()) },
        Change::CreatureConditionAdded { npc_id, condition }
            if condition.is(ConditionKind::Unconscious) && condition.timing.is_none() =>
        {
            let since = condition.since.or(Some(state.moment()));
            Change::CreatureConditionAdded { npc_id, condition: Condition { since, ..condition } }
        }
        change => change,
    }
}

/// Checks the limits for a change. Called before a change is made, never for recorded ones.
///
/// # Errors
/// The list it would go into is full; the text says which, and what to do.
pub fn check_limits(state: &State, change: &Change) -> Result<(), Refusal> {
    let (n, most, full) = match change {
        Change::ItemGained { character_id, item_id, .. } => {
            let pack = hero(state, character_id).map(|hero| hero.inventory.as_slice()).unwrap_or_default();
            let new = pack.iter().all(|item| item.id != *item_id);
            (if new { pack.len() } else { 0 }, MAX_ITEMS, "The pack is full: something has to go first.")
        }
        Change::WeaponGained { character_id, .. } => {
            let n = hero(state, character_id).map_or(0, |hero| hero.weapons.len());
            (n, MAX_WEAPONS, "There are too many weapons at hand: one has to go first.")
        }
        Change::ConditionAdded { character_id, .. } => {
            let n = hero(state, character_id).map_or(0, |hero| hero.conditions.len());
            (n, MAX_CONDITIONS, "There are too many conditions: end those that are over first.")
        }
        Change::SpellLearned { character_id, .. } => {
            let n = casting(state, character_id).map_or(0, |casting| casting.spells.len());
            (n, MAX_SPELLS, "There are too many spells: one has to be forgotten first.")
        }
        Change::CantripLearned { character_id, .. } => {
            let n = casting(state, character_id).map_or(0, |casting| casting.cantrips.len());
            (n, MAX_SPELLS, "There are too many cantrips to learn another.")
        }
        Change::QuestGiven { quest, .. } => {
            let new = state.story.active_quests.iter().all(|open| open.name != quest.name);
            let n = if new { state.story.active_quests.len() } else { 0 };
            (n, MAX_QUESTS, "Too many quests are open: complete those that are done first.")
        }
        Change::QuestAdded { .. } => (
            state.story.active_quests.len(),
            MAX_QUESTS,
            "Too many quests are open: complete those that are done first.",
        ),
        Change::PlaceRevealed { .. } => {
            (state.story.known_places.len(), MAX_PLACES, "Too many places are known already.")
        }
        Change::StoryBeatCompleted { .. } => {
            (state.story.completed_story_beats.len(), MAX_BEATS, "This act has too many beats already.")
        }
        Change::SupportingNpcCreated { .. } => (
            state.supporting_npcs.len(),
            MAX_SUPPORTING_NPCS,
            "Too many supporting NPCs are written down: bring one of them back.",
        ),
        Change::CreatureEntered { .. } => {
            (state.creatures.len(), MAX_CREATURES, "The scene is crowded: dismiss those who are gone first.")
        }
        Change::CreatureConditionAdded { npc_id, .. } => {
            let creature = state.creatures.iter().find(|creature| creature.id == *npc_id);
            let n = creature.map_or(0, |creature| creature.conditions.len());
            (n, MAX_CONDITIONS, "There are too many conditions: end those that are over first.")
        }
        _ => return Ok(()),
    };
    if n < most { Ok(()) } else { Err(Refusal::new(full)) }
}

fn hero<'a>(state: &'a State, id: &CharacterId) -> Option<&'a Character> {
    state.characters.iter().find(|hero| hero.id == *id)
}

fn casting<'a>(state: &'a State, id: &CharacterId) -> Option<&'a Spellcasting> {
    hero(state, id)?.spellcasting.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hero::tests::table, inventory};

    #[test]
    fn a_full_pack_takes_no_other_thing_but_more_of_the_same() {
        let mut game = table();
        while game.characters[0].inventory.len() < MAX_ITEMS {
            let name = format!("pebble {}", game.characters[0].inventory.len());
            let change = inventory::gain(&game.characters[0], &name, 1);
            check_limits(&game, &change).unwrap();
            game.apply(&change).unwrap();
        }
        let hero = &game.characters[0];
        assert!(check_limits(&game, &inventory::gain(hero, "one pebble more", 1)).is_err());
        assert!(check_limits(&game, &inventory::gain(hero, "pebble 100", 1)).is_ok());
    }
}
