//! What is written down of the story: places, events, quests, people met.
//!
//! Texts are trimmed and cut at a bound (see [`wording`](super::wording)); nothing is written for an empty one.

use super::{
    Change, State,
    refusal::{Refusal, listed},
    wording::{MAX_SUMMARY, cut, line, same},
};

/// A text as a line in lower case; none for an empty one.
fn lower(text: &str) -> Option<String> {
    Some(line(&line(text).to_lowercase()).to_owned()).filter(|text| !text.is_empty())
}

fn nonempty(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// The heroes are somewhere else; none where they are there already.
pub fn location_changed(state: &State, to: &str) -> Option<Change> {
    let from = &state.story.current_location;
    let to = nonempty(line(to)).filter(|to| to != from)?;
    Some(Change::LocationChanged { from: from.clone(), to })
}

/// Something else is going on; none where it is what went on before.
pub fn scene_changed(state: &State, scene: &str) -> Option<Change> {
    let scene = nonempty(line(scene)).filter(|scene| *scene != state.story.current_scene)?;
    Some(Change::SceneChanged { scene })
}

/// The summary is written anew; none where it says the same.
pub fn summary_rewritten(state: &State, text: &str) -> Option<Change> {
    let text = nonempty(cut(text, MAX_SUMMARY)).filter(|text| *text != state.story.campaign_summary)?;
    Some(Change::SummaryRewritten { text })
}

/// Something happened that is worth a line; the same line twice in a row is one.
pub fn recent_event(state: &State, text: &str) -> Option<Change> {
    let text = nonempty(line(text)).filter(|text| state.story.recent_events.last() != Some(text))?;
    Some(Change::RecentEventNoted { text })
}

/// Something happened that must not be forgotten; the same text twice in a row is one.
pub fn important_event(state: &State, text: &str) -> Option<Change> {
    let text = lower(text).filter(|text| state.important_events.last() != Some(text))?;
    Some(Change::ImportantEventRecorded { text })
}

/// A turning point; the same text twice in a row is one.
pub fn milestone(state: &State, text: &str) -> Option<Change> {
    let text = lower(text).filter(|text| state.story.milestones.last() != Some(text))?;
    Some(Change::MilestoneReached { text })
}

/// A quest is taken on; none where it is open already.
pub fn quest_added(state: &State, name: &str) -> Option<Change> {
    let name = lower(name).filter(|name| state.story.active_quests.iter().all(|quest| quest.name != *name))?;
    Some(Change::QuestAdded { name })
}

/// A quest is done: the open one of that name, ignoring case.
///
/// # Errors
/// There is none; the text names those that are open.
pub fn quest_completed(state: &State, name: &str) -> Result<Change, Refusal> {
    let quest = state.story.active_quests.iter().find(|quest| same(&quest.name, line(name)));
    quest.map(|quest| Change::QuestCompleted { name: quest.name.clone() }).ok_or_else(|| {
        let names = listed(state.story.active_quests.iter().map(|quest| quest.name.as_str()));
        Refusal::new(format!("No open quest is called “{}”; there is {names}.", line(name)))
    })
}

/// Someone is met for the first time; none where they are known.
pub fn npc_met(state: &State, name: &str) -> Option<Change> {
    let name = lower(name).filter(|name| !state.story.met_npcs.contains(name))?;
    Some(Change::NpcMet { name })
}

/// A beat of the act is done; none where it was before.
pub fn beat_completed(state: &State, name: &str) -> Option<Change> {
    let name = lower(name).filter(|name| !state.story.completed_story_beats.contains(name))?;
    Some(Change::StoryBeatCompleted { name })
}

/// Another act begins; none where it is this one.
///
/// # Errors
/// Acts count from 1.
pub fn act_advanced(state: &State, act: i64) -> Result<Option<Change>, Refusal> {
    let act = u32::try_from(act).ok().filter(|act| *act > 0);
    let act = act.ok_or_else(|| Refusal::new("Acts count from 1."))?;
    Ok((act != state.story.current_act).then_some(Change::ActAdvanced { act }))
}

/// A place nearby is found; none where it is known (ignoring case).
pub fn place_revealed(state: &State, name: &str) -> Option<Change> {
    let name = nonempty(line(name)).filter(|name| known_place(state, name).is_none())?;
    Some(Change::PlaceRevealed { name })
}

/// The heroes are at a place nearby, which is found thereby; nothing where they are there already.
pub fn place_reached(state: &State, name: &str) -> Vec<Change> {
    let known = known_place(state, line(name)).cloned();
    let Some(place) = known.or_else(|| nonempty(line(name))) else { return Vec::new() };
    let mut changes = Vec::from_iter(place_revealed(state, &place));
    if state.story.current_place.as_ref() != Some(&place) {
        changes.push(Change::PlaceReached { name: place });
    }
    changes
}

fn known_place<'a>(state: &'a State, name: &str) -> Option<&'a String> {
    state.story.known_places.iter().find(|place| same(place, name))
}
