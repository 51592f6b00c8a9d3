//! Removes hints that name absent people or items, and hints for actions that are no longer possible.

use super::{Scene, rule::Suggestion};

/// Shorter words are not compared with names.
const MIN_LETTERS: usize = 3;

/// The hints that fit the scene, without arguments that name an absent person.
pub(super) fn grounded(scene: &Scene, found: Vec<Suggestion>) -> Vec<Suggestion> {
    let fits = |hint: &Suggestion| {
        let lost = hint.field == Some("items_lost");
        let item = hint.arguments.iter().find(|(key, _)| *key == "item");
        let has_it = item.is_none_or(|(_, item)| names_one_of(item, &scene.items));
        let acts = matches!(hint.tool, "take_action" | "improvise");
        (!lost || has_it) && !(acts && scene.has_acted)
    };
    let mut kept: Vec<Suggestion> = found.into_iter().filter(fits).collect();
    // Targets of a campaign's own actions come from the campaign.
    for hint in kept.iter_mut().filter(|hint| hint.tool != "advance_plot") {
        let absent = scene.absent.iter().map(|absent| &absent.name);
        let people: Vec<String> = scene.present.iter().chain(&scene.party).chain(absent).cloned().collect();
        hint.arguments.retain(|(key, value)| !matches!(*key, "target" | "who") || names_one_of(value, &people));
    }
    kept
}

/// Whether a text shares a word with one of the names.
fn names_one_of(text: &str, names: &[String]) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = parts(&text).collect();
    names.iter().map(|name| name.to_lowercase()).any(|name| parts(&name).any(|part| words.contains(&part)))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= MIN_LETTERS);
    words.filter(|word| *word != "the").map(|word| word.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        Scene { present: vec!["Silent Guard".into()], items: vec!["Healing Potion".into()], ..Scene::default() }
    }

    #[test]
    fn absent_targets_are_removed_from_hints() {
        let attack = |whom: &str| Suggestion::new("take_action", 0.9, "a deed").with("target", whom);
        let hints = grounded(&scene(), vec![attack("skull"), attack("him"), attack("the guard")]);
        let named: Vec<usize> = hints.iter().map(|hint| hint.arguments.len()).collect();
        assert_eq!(named, [0, 0, 1]);
    }

    #[test]
    fn hints_for_missing_items_and_spent_actions_are_removed() {
        let lost = |item: &str| Suggestion::of("update_game_state", "items_lost", 0.9, "it is gone").with("item", item);
        assert_eq!(grounded(&scene(), vec![lost("mace"), lost("potion")]).len(), 1);
        let acted = Scene { has_acted: true, ..scene() };
        assert!(grounded(&acted, vec![Suggestion::new("improvise", 0.9, "a deed")]).is_empty());
    }
}
