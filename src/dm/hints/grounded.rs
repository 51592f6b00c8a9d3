//! Removes what hints name that is not there: absent people, unknown places and missing items; and hints for actions that are no
//! longer possible.

use game::wording::{fold, same};

use super::{HintScene, language::nouns::is_called, rule::Suggestion};

/// Shorter words are not compared with names.
const MIN_LETTERS: usize = 3;

/// The hints that fit the scene, without arguments that name an absent person or a place the heroes don't know. Where they go is
/// then for the Dungeon Master to name.
pub(super) fn grounded(scene: &HintScene, found: Vec<Suggestion>) -> Vec<Suggestion> {
    let fits = |hint: &Suggestion| {
        let lost = hint.field == Some("items_lost");
        let item = hint.arguments.iter().find(|(key, _)| *key == "item");
        let has_it = item.is_none_or(|(_, item)| is_one_of(item, &scene.items));
        let acts = matches!(hint.tool, "take_action" | "improvise");
        // A fighter who is down does nothing, but may still ask questions.
        let is_able =
            !scene.is_down || hint.tool.starts_with("query_") || matches!(hint.tool, "end_turn" | "end_combat");
        (!lost || has_it) && !(acts && scene.has_acted) && is_able
    };
    let mut kept: Vec<Suggestion> = found.into_iter().filter(fits).collect();
    // Targets of a campaign's own actions come from the campaign.
    for hint in kept.iter_mut().filter(|hint| hint.tool != "advance_plot") {
        let absent = scene.absent.iter().map(|absent| &absent.name);
        let people: Vec<String> = scene.present.iter().chain(&scene.party).chain(absent).cloned().collect();
        let is_known = |place: &str| scene.places.iter().any(|known| same(known, place));
        hint.arguments.retain(|(key, value)| match *key {
            "target" | "who" => names_one_of(value, &people),
            "place" => is_known(value),
            _ => true,
        });
    }
    kept
}

/// Whether a text is what players call one of the things.
fn is_one_of(text: &str, things: &[String]) -> bool {
    let (text, things) = (fold(text), things.iter().map(|name| fold(name)).collect::<Vec<_>>());
    let is_thing = |word: &str| things.iter().any(|name| parts(name).any(|part| is_called(word, part)));
    names_one_of(&text, &things) || parts(&text).any(is_thing)
}

/// Whether a text shares a word with one of the names.
fn names_one_of(text: &str, names: &[String]) -> bool {
    let text = fold(text);
    let words: Vec<&str> = parts(&text).collect();
    names.iter().map(|name| fold(name)).any(|name| parts(&name).any(|part| words.contains(&part)))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= MIN_LETTERS);
    words.filter(|word| *word != "the").map(|word| word.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> HintScene {
        HintScene { present: vec!["Silent Guard".into()], items: vec!["Healing Potion".into()], ..HintScene::default() }
    }

    #[test]
    fn absent_targets_are_removed_from_hints() {
        let attack = |whom: &str| Suggestion::new("take_action", 0.9, "a deed").with("target", whom);
        let hints = grounded(&scene(), vec![attack("skull"), attack("him"), attack("the guard")]);
        let named: Vec<usize> = hints.iter().map(|hint| hint.arguments.len()).collect();
        assert_eq!(named, [0, 0, 1]);
    }

    #[test]
    fn unknown_places_are_removed_from_hints() {
        let scene = HintScene { places: vec!["Old Mill".into()], ..scene() };
        let travel = |place: &str| Suggestion::new("travel", 0.75, "the player goes there").with("place", place);
        let hints = grounded(&scene, vec![travel("old mill"), travel("Evermist")]);
        let named: Vec<usize> = hints.iter().map(|hint| hint.arguments.len()).collect();
        assert_eq!(named, [1, 0]);
    }

    #[test]
    fn hints_for_missing_items_and_spent_actions_are_removed() {
        let lost = |item: &str| Suggestion::of("update_game_state", "items_lost", 0.9, "it is gone").with("item", item);
        assert_eq!(grounded(&scene(), vec![lost("mace"), lost("potion")]).len(), 1);
        let acted = HintScene { has_acted: true, ..scene() };
        assert!(grounded(&acted, vec![Suggestion::new("improvise", 0.9, "a deed")]).is_empty());
        let down = HintScene { is_down: true, ..scene() };
        let asks = Suggestion::new("query_rules", 0.8, "the rules answer it");
        let hints = vec![Suggestion::new("start_combat", 0.85, "a blow is struck"), lost("potion"), asks.clone()];
        assert_eq!(grounded(&down, hints), [asks]);
    }
}
