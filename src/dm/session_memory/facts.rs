//! A turn's records as searchable text: events, people, places, items, quests. Facts are visible to players; [`secrets`] are the
//! Dungeon Master's.

use std::sync::LazyLock;

use game::{
    Change,
    combat::encounter::FightEnding,
    own_words::{OwnWords, filled},
    person::is_known_location,
    story::SupportingNpc,
    wording::{FoldedWords, is_small_in_places, titled, titled_place, within_sentence},
};
use language::word_lists::list;
use prompt::{
    LineValue,
    memories::{WrittenKind, WrittenSentence},
};

/// Maximum size of a turn's facts in bytes: that of a long story.
const MOST: usize = 4_000;

/// Markers of German texts, and their case endings.
struct GermanCases {
    words: Vec<&'static str>,
    noun_endings: Vec<&'static str>,
    adjective_endings: Vec<&'static str>,
}

static GERMAN: LazyLock<GermanCases> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("german_cases.txt"), name);
    GermanCases {
        words: section("german words"),
        noun_endings: section("noun endings"),
        adjective_endings: section("adjective endings"),
    }
});

/// The least letters of an adjective before its ending.
const MIN_STEM: usize = 3;
/// The most weighty ones that are kept of a turn.
const MOST_WEIGHTY: usize = 3;

/// A sentence that was written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RecordedLine {
    /// The place of the change that says so among those of its turn.
    pub(super) change: u32,
    pub(super) text: Box<str>,
    /// Whether it is important enough for a recap; items, minor places and names aren't.
    pub(super) is_weighty: bool,
    /// Whether it begins a quest: recaps mention open quests of any age.
    pub(super) begins_quest: bool,
}

/// The sentences these changes recorded; engine events use the sentences of `own`.
pub(super) fn facts(changes: &[Change], own: &OwnWords) -> Vec<RecordedLine> {
    let (mut n_bytes, mut n_weighty) = (0, 0);
    let line = |(at, change): (u32, &Change)| {
        let text = fact(change, own)?;
        // A long one that does not fit leaves its room to the short ones behind it.
        if n_bytes + text.len() > MOST {
            return None;
        }
        n_bytes += text.len();
        let is_weighty = is_weighty(change) && !is_arrival(change, changes) && n_weighty < MOST_WEIGHTY;
        n_weighty += usize::from(is_weighty);
        let begins_quest = matches!(change, Change::QuestAdded { .. } | Change::QuestGiven { .. });
        Some(RecordedLine { change: at, text: text.into(), is_weighty, begins_quest })
    };
    (0..).zip(changes).filter_map(line).collect()
}

/// The public facts in these changes, one sentence each, in English.
pub(in crate::dm) fn facts_of(changes: &[Change]) -> Vec<String> {
    facts(changes, OwnWords::of(None)).into_iter().map(|line| line.text.into()).collect()
}

/// The facts about people in these changes that only the Dungeon Master may know.
pub(super) fn secrets(changes: &[Change]) -> Vec<String> {
    let of = |change: &Change| match change {
        Change::SupportingNpcCreated { npc } | Change::SupportingNpcUpdated { npc } => {
            let wants = npc.motivations.join(", ");
            let parts = [("wants ", wants.as_str()), ("", npc.notes.as_str())];
            let told: Vec<String> =
                parts.iter().filter(|(_, it)| !it.is_empty()).map(|(a, b)| format!("{a}{}", bare(b))).collect();
            (!told.is_empty()).then(|| format!("{}: {}.", bare(&npc.shown_name()), told.join("; ")))
        }
        _ => None,
    };
    changes.iter().filter_map(of).collect()
}

fn is_weighty(change: &Change) -> bool {
    matches!(
        change,
        Change::ImportantEventRecorded { .. }
            | Change::MilestoneReached { .. }
            | Change::RecentEventNoted { .. }
            | Change::LocationChanged { .. }
            | Change::ActBegan { .. }
            | Change::FindingMade { .. }
            | Change::SecretFound { .. }
            | Change::EndingReached { .. }
            | Change::QuestAdded { .. }
            | Change::QuestGiven { .. }
            | Change::QuestCompleted { .. }
            | Change::QuestFailed { .. }
            | Change::HeroDied { .. }
            | Change::EncounterEnded { .. }
    )
}

/// Whether it is noted of a place that the same turn led to: the place says so itself.
fn is_arrival(change: &Change, all: &[Change]) -> bool {
    let Change::RecentEventNoted { text } = change else { return false };
    let said = FoldedWords::of(text);
    all.iter().any(|other| matches!(other, Change::LocationChanged { to, .. } if names_place(&said, to)))
}

/// Whether words name a place: each word as it is or, in German, in another case: “am alten Kai” is “Der alte Kai”.
fn names_place(said: &FoldedWords, place: &str) -> bool {
    let place = FoldedWords::of(place);
    let is_german = said.has_any(&GERMAN.words) || place.has_any(&GERMAN.words);
    let mut words = place.words.iter().filter(|word| !is_small_in_places(word)).peekable();
    let is_said =
        |word: &String| said.words.iter().any(|other| other == word || is_german && is_same_german_word(word, other));
    words.peek().is_some() && words.all(is_said)
}

/// Whether two German words differ in their case endings only. “er” is an ending of adjectives alone (“alter”, “alte”), since it makes
/// another word of a noun: “Stadt” and “Städter”, “Mill” and “Miller”.
fn is_same_german_word(word: &str, other: &str) -> bool {
    let ending_behind = |stem: &str, of: &str| of.strip_prefix(stem).map(str::to_owned);
    let is_noun = |short: &str, long: &str| {
        ending_behind(short, long).is_some_and(|ending| GERMAN.noun_endings.contains(&ending.as_str()))
    };
    let is_adjective = GERMAN.adjective_endings.iter().any(|ending| {
        let stem = word.strip_suffix(*ending).filter(|stem| stem.chars().count() >= MIN_STEM);
        let other_ending = stem.and_then(|stem| ending_behind(stem, other));
        other_ending.is_some_and(|it| GERMAN.adjective_endings.contains(&it.as_str()))
    });
    is_noun(word, other) || is_noun(other, word) || is_adjective
}

fn fact(change: &Change, own: &OwnWords) -> Option<String> {
    Some(match change {
        Change::ImportantEventRecorded { text, .. } => written(WrittenKind::Remembered, text),
        Change::MilestoneReached { text } => written(WrittenKind::TurningPoint, text),
        Change::RecentEventNoted { text } => written(WrittenKind::Happened, text),
        Change::LocationChanged { to, .. } => written(WrittenKind::CameTo, to),
        Change::PlaceReached { name } => written(WrittenKind::ReachedPlace, name),
        Change::PlaceRevealed { name } => filled(&own.place_found, &[bare(name)]),
        Change::NodeReached { title, .. } => filled(&own.came_to_scene, &[bare(title)]),
        Change::ActBegan { act } => filled(&own.act_began_titled, &[&act.number.to_string(), bare(&act.title)]),
        Change::FindingMade { text, .. } => written(WrittenKind::FoundOut, text),
        Change::SecretFound { text, .. } => filled(&own.hidden_found, &[bare(text)]),
        Change::EndingReached { ending } => filled(&own.story_ended, &[bare(&ending.title)]),
        Change::NpcMet { name } => filled(&own.met_person, &[&titled(bare(name))]),
        Change::SupportingNpcCreated { npc } => person(npc),
        Change::ItemGained { character_id, name, quantity, .. } => {
            filled(&own.got, &[&in_words(character_id.as_str()), &times(*quantity, name)])
        }
        Change::ItemLost { character_id, name, quantity, .. } => {
            filled(&own.lost, &[&in_words(character_id.as_str()), &times(*quantity, name)])
        }
        Change::QuestAdded { name, title } => {
            let title = if title.is_empty() { name } else { title };
            filled(&own.a_quest_taken, &[bare(title)])
        }
        Change::QuestGiven { name, quest } => match quest.giver.is_empty() {
            true => filled(&own.a_quest_taken, &[bare(name)]),
            false => filled(&own.a_quest_taken_for, &[bare(&quest.giver), bare(name)]),
        },
        Change::ObjectiveCompleted { text, .. } => filled(&own.step_of_quest_done, &[bare(text)]),
        Change::QuestCompleted { name, .. } => filled(&own.a_quest_done, &[&titled(bare(name))]),
        Change::QuestFailed { name, .. } => filled(&own.a_quest_failed, &[&titled(bare(name))]),
        Change::HeroDied { character_id, .. } => filled(&own.hero_died, &[&in_words(character_id.as_str())]),
        Change::CreatureDied { npc_id, .. } => filled(&own.died, &[&in_words(npc_id.as_str())]),
        Change::EncounterEnded { ending, .. } => {
            let how = match ending {
                FightEnding::Victory => &own.fight_won,
                FightEnding::Defeat => &own.fight_lost,
                FightEnding::Fled => &own.fight_fled,
                FightEnding::Settled => &own.fight_settled,
            };
            format!("{how}.")
        }
        _ => return None,
    })
}

fn written(kind: WrittenKind, text: &str) -> String {
    WrittenSentence { kind, text: bare(text).to_owned() }.written()
}

fn person(npc: &SupportingNpc) -> String {
    let mut told = format!("{}, {}", bare(&npc.shown_name()), npc.role.as_str().replace('_', " "));
    let place = Some(titled_place(&npc.location)).filter(|_| is_known_location(&npc.location)).unwrap_or_default();
    for (before, what) in [(", at ", within_sentence(&place)), ("; ", npc.appearance.as_str().into())] {
        if !what.is_empty() {
            told.push_str(before);
            told.push_str(bare(&what));
        }
    }
    told.push('.');
    told
}

/// A readable form of an id.
fn in_words(id: &str) -> String {
    titled(&id.replace('-', " "))
}

/// A thing, and how many of it.
fn times(quantity: u32, name: &str) -> String {
    if quantity == 1 { bare(name).to_owned() } else { format!("{quantity} × {}", bare(name)) }
}

/// A text without the full stop a sentence of ours ends with.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_in_any_case_of_its_words() {
        for (said, place, is_named) in [
            ("Die Helden stehen am alten Kai", "Der alte Kai", true),
            ("They reach the Salt Quay.", "Salt Quay", true),
            ("Alte Freunde kommen", "Der alte Kai", false),
            ("Sie ruhen im kalten Gasthaus", "Kaltes Gasthaus", true),
            ("Der Wirt des alten Gasthauses", "Das alte Gasthaus", true),
            ("Die Helden erreichen die Mühlen", "Die alte Mühle", false),
            ("The miller is dead", "The Mill", false),
            ("The miner is dead", "The Mine", false),
            ("The innkeeper laughs", "Inn", false),
            ("They reach the Mill.", "The Mill", true),
            ("It rains.", "", false),
        ] {
            assert_eq!(names_place(&FoldedWords::of(said), place), is_named, "{said}");
        }
    }
}
