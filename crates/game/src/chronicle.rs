//! Records the story: places, events, quests, people met.
//!
//! Texts are single lines of limited length (see [`wording`]); empty texts are not recorded.

use super::{
    Change, State,
    language_tag::LanguageTag,
    naming, place,
    refusal::Refusal,
    wording::{self, MAX_SUMMARY, line, same, shortened},
};

/// A text as a line in lower case; none for an empty one.
fn lower(text: &str) -> Option<String> {
    nonempty(line(&line(text).to_lowercase()))
}

/// An event as a line: in lower case in English, as it is written in other languages, where capitals belong to more than names.
fn event_line(state: &State, text: &str) -> Option<String> {
    match state.language.as_ref().is_none_or(LanguageTag::is_english) {
        true => lower(text),
        false => nonempty(line(text)),
    }
}

fn nonempty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// The heroes' move to another place; none if they are there already.
pub fn location_changed(state: &State, to: &str) -> Option<Change> {
    let from = &state.story.current_location;
    let to = nonempty(line(to)).filter(|to| to != from)?;
    Some(Change::LocationChanged { from: from.clone(), to })
}

/// Something else is going on; none if it is what went on before.
pub fn scene_changed(state: &State, scene: &str) -> Option<Change> {
    let scene = nonempty(line(scene)).filter(|scene| *scene != state.story.current_scene)?;
    Some(Change::SceneChanged { scene, after_fight: None })
}

/// The new summary; none if it is unchanged.
pub fn summary_rewritten(state: &State, text: &str) -> Option<Change> {
    let text = nonempty(shortened(text, MAX_SUMMARY)).filter(|text| *text != state.story.campaign_summary)?;
    Some(Change::SummaryRewritten { text })
}

/// Something happened that is worth a line; the same line twice in a row is one.
pub fn recent_event(state: &State, text: &str) -> Option<Change> {
    let text = nonempty(line(text)).filter(|text| state.story.recent_events.last() != Some(text))?;
    Some(Change::RecentEventNoted { text })
}

/// Something happened that must not be forgotten; the same text twice in a row is one.
pub fn important_event(state: &State, text: &str) -> Option<Change> {
    important_event_of(state, text, None, None)
}

/// An important event about a subject. With an aspect, it replaces an earlier event of the same subject and aspect.
pub fn important_event_of(state: &State, text: &str, about: Option<&str>, aspect: Option<&str>) -> Option<Change> {
    let about = about.and_then(|about| nonempty(wording::name(about)));
    let aspect = aspect.and_then(|aspect| lower(&wording::name(aspect))).filter(|_| about.is_some());
    let text = event_line(state, text).filter(|text| state.important_events.last() != Some(text))?;
    Some(Change::ImportantEventRecorded { text, about, aspect })
}

/// A turning point; the same text twice in a row is one.
pub fn milestone(state: &State, text: &str) -> Option<Change> {
    let text = event_line(state, text).filter(|text| state.story.milestones.last() != Some(text))?;
    Some(Change::MilestoneReached { text })
}

/// Takes on a quest; `None` if it is already open.
pub fn quest_added(state: &State, name: &str) -> Option<Change> {
    let written = wording::name(name);
    let name = lower(&written).filter(|name| state.story.active_quests.iter().all(|quest| !same(&quest.name, name)))?;
    let title = if written == name { String::new() } else { written };
    Some(Change::QuestAdded { name, title })
}

/// Someone is met for the first time; none if they are known.
pub fn npc_met(state: &State, name: &str) -> Option<Change> {
    let is_known = |name: &String| {
        state.story.met_npcs.iter().any(|met| same(met, name) || naming::differ_by_title(met, name, state.kinds()))
    };
    let name = lower(&wording::name(name)).filter(|name| !is_known(name))?;
    Some(Change::NpcMet { name })
}

/// A beat of the act is done; none if it was before.
pub fn beat_completed(state: &State, name: &str) -> Option<Change> {
    let name = lower(&wording::name(name))
        .filter(|name| !state.story.completed_story_beats.iter().any(|done| same(done, name)))?;
    Some(Change::StoryBeatCompleted { name })
}

/// Another act begins; none if it is this one.
///
/// # Errors
/// Acts count from 1.
pub fn act_advanced(state: &State, act: i64) -> Result<Option<Change>, Refusal> {
    let act = u32::try_from(act).ok().filter(|act| *act > 0);
    let act = act.ok_or_else(|| Refusal::new("Acts count from 1."))?;
    Ok((act != state.story.current_act).then_some(Change::ActAdvanced { act }))
}

/// A place nearby is found; none if it is known (ignoring case).
pub fn place_revealed(state: &State, name: &str) -> Option<Change> {
    let name = nonempty(spelt(state, name))?;
    let is_known = state.story.known_places.iter().any(|known| same(known, &name));
    if is_known {
        return None;
    }
    Some(Change::PlaceRevealed { name })
}

/// The heroes reach a place nearby, which also reveals it; nothing if they are there already.
pub fn place_reached(state: &State, name: &str) -> Vec<Change> {
    let Some(place) = nonempty(spelt(state, name)) else { return Vec::new() };
    let mut changes = Vec::from_iter(place_revealed(state, &place));
    if state.story.current_place.as_ref() != Some(&place) {
        changes.push(Change::PlaceReached { name: place });
    }
    changes
}

/// The name of a place, spelt as it is known.
fn spelt(state: &State, name: &str) -> String {
    place::spelt(state, &wording::name(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, hero::tests::table, quest, wording::MAX_LINE};

    fn after(changes: impl IntoIterator<Item = Change>) -> Game {
        let mut game = table();
        game.apply_all(&Vec::from_iter(changes)).unwrap();
        game
    }

    #[test]
    fn a_quest_is_open_once_and_done_ignoring_case() {
        let mut game = after(quest_added(&table(), "  Find the Lost Bell "));
        assert_eq!(game.story.active_quests[0].name, "find the lost bell");
        assert_eq!(game.story.active_quests[0].title(), "Find the Lost Bell");
        assert_eq!(quest_added(&game, "FIND THE LOST BELL"), None);
        let hero = game.characters[0].id.clone();
        let refusal = quest::complete(&game, "slay the wyrm", &hero).unwrap_err().to_string();
        assert!(refusal.contains("Find the Lost Bell"), "{refusal}");
        game.apply_all(&quest::complete(&game, "Find The Lost Bell", &hero).unwrap().changes).unwrap();
        assert!(game.story.active_quests.is_empty());
    }

    #[test]
    fn the_same_important_event_twice_in_a_row_is_one() {
        let game = after(important_event(&table(), "The Bell Rang "));
        assert_eq!(game.important_events, ["the bell rang"]);
        assert_eq!(important_event(&game, "the BELL rang"), None);
        let mut game = game;
        game.apply(&important_event(&game, "the bell fell").unwrap()).unwrap();
        assert!(important_event(&game, "the bell rang").is_some(), "it may ring again later");
    }

    #[test]
    fn milestones_and_recent_events_are_not_doubled_either() {
        let game = after(milestone(&table(), "Crossed the Pass"));
        assert_eq!(game.story.milestones, ["crossed the pass"]);
        assert_eq!(milestone(&game, "crossed the pass"), None);
        let game = after(recent_event(&table(), "A crow followed."));
        assert_eq!(recent_event(&game, "A crow followed."), None);
    }

    #[test]
    fn people_and_beats_are_noted_once() {
        let game = after(npc_met(&table(), "Old Marta"));
        assert_eq!(game.story.met_npcs, ["old marta"]);
        assert_eq!(npc_met(&game, "OLD MARTA"), None);
        let game = after(beat_completed(&table(), "The Toll"));
        assert_eq!(game.story.completed_story_beats, ["the toll"]);
        assert_eq!(beat_completed(&game, "the toll"), None);
    }

    #[test]
    fn a_place_that_is_reached_is_found_thereby() {
        let mut game = after(place_reached(&table(), "Old Mill"));
        assert_eq!(game.story.known_places, ["Old Mill"]);
        assert_eq!(game.story.current_place.as_deref(), Some("Old Mill"));
        assert_eq!(place_reached(&game, "old mill"), []);
        game.apply_all(&Vec::from_iter(place_revealed(&game, "Ford"))).unwrap();
        let changes = place_reached(&game, "FORD");
        assert_eq!(changes, [Change::PlaceReached { name: "Ford".to_owned() }], "as it was first written");
        assert_eq!(place_reached(&game, " "), []);
    }

    #[test]
    fn what_stays_as_it_is_is_no_change() {
        let game = after(location_changed(&table(), "The Ford"));
        assert_eq!(location_changed(&game, " The Ford "), None);
        let game = after(scene_changed(&table(), "A fight at the ford"));
        assert_eq!(scene_changed(&game, "A fight at the ford"), None);
        assert_eq!(act_advanced(&table(), 0), Err(Refusal::new("Acts count from 1.")));
        assert_eq!(act_advanced(&table(), i64::from(table().story.current_act)), Ok(None));
        assert_eq!(act_advanced(&table(), 7), Ok(Some(Change::ActAdvanced { act: 7 })));
    }

    #[test]
    fn long_texts_are_cut_and_empty_ones_left_out() {
        let long = "ä".repeat(5_000);
        let game = after(summary_rewritten(&table(), &long));
        assert_eq!(game.story.campaign_summary.chars().count(), MAX_SUMMARY);
        let game = after(important_event(&table(), &long.to_uppercase()));
        assert_eq!(game.important_events[0].chars().count(), MAX_LINE);
        assert_eq!(important_event(&game, &long), None, "cut before it is compared");
        for none in [milestone(&game, " "), npc_met(&game, ""), quest_added(&game, "\n"), scene_changed(&game, " ")] {
            assert_eq!(none, None);
        }
    }
}
