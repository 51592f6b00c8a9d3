//! Estimates the playing time of a campaign from the pace of its beats.

use std::collections::BTreeMap;

use super::{
    act::Node,
    beat::{BeatKind, Pacing, StoryBeat},
    package::{Arrival, CampaignPackage, EndingKind},
};

/// How many words are read in a minute.
const WORDS_PER_MINUTE: usize = 180;
/// Estimates are rounded to this many minutes.
const STEP: u32 = 5;

/// Minutes from the first scene to an ending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlayingTime {
    /// On the shortest way to an ending other than a defeat.
    pub from: u32,
    /// With every scene on the way.
    pub to: u32,
}

impl CampaignPackage {
    /// How long it is played for.
    pub fn playing_time(&self) -> PlayingTime {
        let all: u32 = self.nodes().map(|(_, node)| minutes(node)).sum();
        let from = self.shortest().unwrap_or(all) / STEP * STEP;
        PlayingTime { from: from.max(STEP), to: all.div_ceil(STEP).max(1) * STEP }
    }

    /// Minutes of the shortest way to an ending other than a defeat; none if there is no such way.
    fn shortest(&self) -> Option<u32> {
        let start = self.start()?;
        // By minutes, then by id: what is nearest comes first.
        let mut nearest = BTreeMap::from([((minutes(start), start.id.as_str()), start)]);
        let mut known: BTreeMap<&str, u32> = BTreeMap::from([(start.id.as_str(), minutes(start))]);
        let mut best: Option<u32> = None;
        while let Some(((so_far, _), node)) = nearest.pop_first() {
            if best.is_some_and(|best| best <= so_far) {
                break;
            }
            for way in node.ways() {
                match self.follow(way) {
                    Some(Arrival::Ending(ending)) if ending.kind != EndingKind::Defeat => {
                        best = Some(best.map_or(so_far, |best| best.min(so_far)));
                    }
                    Some(Arrival::Node(next)) => {
                        let there = so_far + minutes(next);
                        let before = known.get(next.id.as_str()).copied();
                        if before.is_none_or(|before| there < before) {
                            nearest.remove(&(before.unwrap_or_default(), next.id.as_str()));
                            nearest.insert((there, next.id.as_str()), next);
                            known.insert(&next.id, there);
                        }
                    }
                    _ => {}
                }
            }
        }
        best
    }
}

/// Minutes in a node: its texts and its beats.
fn minutes(node: &Node) -> u32 {
    let told = std::iter::once(&node.shown).chain(node.beats.iter().map(|beat| &beat.shown));
    let n_words: usize = told.map(|text| text.split_whitespace().count()).sum();
    let reading = u32::try_from(n_words.div_ceil(WORDS_PER_MINUTE)).unwrap_or(u32::MAX);
    node.beats.iter().map(of_beat).fold(reading, u32::saturating_add)
}

fn of_beat(beat: &StoryBeat) -> u32 {
    let pace = match beat.pacing {
        Pacing::Slow => 4,
        Pacing::Steady => 3,
        Pacing::Tense => 2,
        Pacing::Climax => 5,
    };
    let fight = match beat.kind {
        BeatKind::Combat => 6,
        BeatKind::Boss => 10,
        _ => 0,
    };
    pace + fight
}
