//! Progress in a campaign. The campaign's texts are not stored here, except those that players have read; the package is found by its
//! digest.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State,
    refusal::Refusal,
    wording::{MAX_LINE, MAX_NAME},
};

/// Turns in a row away from the story after which the Dungeon Master is nudged.
pub const NUDGE_AFTER: u32 = 3;
/// Most nodes, beats, findings, flags or happenings kept, each.
pub const MAX_STEPS: usize = 4_000;
/// The longest text of a finding or an epilogue, in characters.
pub const MAX_TEXT: usize = 12 * MAX_LINE;

/// How far a game has come in its campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plot {
    /// Which campaign it is.
    pub campaign: PlayedCampaign,
    /// The current act.
    pub act: ActNow,
    /// The id of the node where the heroes are.
    pub node: String,
    /// The beat of it that was narrated last, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beat: Option<String>,
    /// The beat or encounter a fight is fought for, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<String>,
    /// Visited nodes, in the order of the first visit.
    pub visited: Vec<Visited>,
    /// Beats that went well.
    #[serde(default)]
    pub done: BTreeSet<String>,
    /// Beats that went wrong.
    #[serde(default)]
    pub failed: BTreeSet<String>,
    /// Findings that were made, in their order.
    #[serde(default)]
    pub found: Vec<PlotFinding>,
    /// Flags that were set.
    #[serde(default)]
    pub flags: BTreeMap<String, FlagValue>,
    /// The doom clock, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doom: Option<DoomClock>,
    /// Happenings and encounters that came, beats that were narrated (`begun:` and the id), tries that were made and rewards that were
    /// given: each of them counts once.
    #[serde(default)]
    pub came: BTreeSet<String>,
    /// Consecutive turns without progress in the story.
    #[serde(default)]
    pub strayed: u32,
    /// The ending that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<ReachedEnding>,
}

/// The campaign a game plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlayedCampaign)]
pub struct PlayedCampaign {
    /// Names it in addresses.
    pub slug: String,
    /// The campaign's title.
    pub title: String,
    /// SHA-256 of its canonical JSON, in hex: a session goes on with the words it began with.
    pub digest: String,
}

/// The current act, as players see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActNow {
    /// Its id.
    pub id: String,
    /// From 1.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// The heroes' goal.
    pub objective: String,
}

/// A visited node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitedNode)]
pub struct Visited {
    /// Its id.
    pub id: String,
    /// Its title on the map.
    pub title: String,
}

/// A finding of the heroes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MadeFinding)]
pub struct PlotFinding {
    /// Its id.
    pub id: String,
    /// Its text in the journal.
    pub text: String,
}

/// A clock that advances as the heroes lose time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DoomClock {
    /// The name of the threat.
    pub title: String,
    /// Number of filled segments.
    pub filled: u32,
    /// Total number of segments.
    pub segments: u32,
}

/// A reached ending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReachedEnding)]
pub struct ReachedEnding {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `triumph`, `bittersweet` or `defeat`.
    pub kind: String,
    /// The epilogue's text.
    pub epilogue: String,
}

/// What a flag can be.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(untagged)]
pub enum FlagValue {
    /// Yes or no.
    Is(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for FlagValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Is(is) => write!(f, "{is}"),
            Self::Number(n) => write!(f, "{n}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The plot as players see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Plot)]
pub struct PlotView {
    /// Which campaign it is.
    pub campaign: PlayedCampaign,
    /// The current act.
    pub act: ActNow,
    /// The id of the node where the heroes are.
    pub node: String,
    /// Visited nodes, in the order of the first visit.
    pub visited: Vec<Visited>,
    /// The heroes' findings, in order.
    pub findings: Vec<PlotFinding>,
    /// The doom clock, if the campaign has one.
    pub doom: Option<DoomClock>,
    /// The ending that was reached.
    pub ending: Option<ReachedEnding>,
}

impl PlotView {
    pub(super) fn of(plot: &Plot) -> Self {
        let Plot { campaign, act, node, visited, found, doom, ending, .. } = plot.clone();
        Self { campaign, act, node, visited, findings: found, doom, ending }
    }
}

impl Plot {
    /// Whether the Dungeon Master is to lead the heroes back to the story, gently.
    pub fn needs_nudge(&self) -> bool {
        self.ending.is_none() && self.strayed >= NUDGE_AFTER
    }
}

impl State {
    /// Folds a change of the plot.
    pub(super) fn apply_to_the_plot(&mut self, change: &Change) -> Result<(), Refusal> {
        let plot = self.plot.as_deref_mut().ok_or_else(|| Refusal::new("This table plays no campaign."))?;
        match change {
            Change::ActBegan { act } => plot.act.clone_from(act),
            Change::NodeReached { node, title } => {
                (plot.beat, plot.fight) = (None, None);
                plot.node.clone_from(node);
                if plot.visited.iter().all(|seen| seen.id != *node) {
                    plot.visited.push(Visited { id: node.clone(), title: title.clone() });
                }
            }
            Change::BeatBegan { beat } => plot.beat = Some(beat.clone()),
            Change::BeatEnded { beat, well } => {
                if *well {
                    plot.done.insert(beat.clone())
                } else {
                    plot.failed.insert(beat.clone())
                };
            }
            Change::PlotFightBegan { by } => plot.fight.clone_from(by),
            Change::FindingMade { id, text } if plot.found.iter().all(|found| found.id != *id) => {
                plot.found.push(PlotFinding { id: id.clone(), text: text.clone() });
            }
            Change::FlagSet { name, value } => drop(plot.flags.insert(name.clone(), value.clone())),
            Change::HappeningCame { id } => drop(plot.came.insert(id.clone())),
            Change::DoomAdvanced { filled } => {
                if let Some(doom) = &mut plot.doom {
                    doom.filled = (*filled).min(doom.segments);
                }
            }
            Change::EndingReached { ending } => plot.ending = Some((**ending).clone()),
            Change::PlotStrayed { turns } => {
                plot.strayed = *turns;
                return Ok(());
            }
            _ => {}
        }
        plot.strayed = 0;
        Ok(())
    }
}

/// The first error of an imported plot: the field and a sentence.
pub(super) fn fault(plot: &Plot) -> Option<(&'static str, String)> {
    let too_many = |n: usize| n > MAX_STEPS;
    let long = |text: &str, most: usize| text.chars().count() > most;
    let names = [&plot.campaign.slug, &plot.campaign.title, &plot.campaign.digest, &plot.act.id, &plot.act.title];
    let ids = plot.done.iter().chain(&plot.failed).chain(&plot.came).chain(plot.flags.keys()).chain([&plot.node]);
    let seen = plot.visited.iter().flat_map(|seen| [&seen.id, &seen.title]);
    let counts = [
        ("visited", plot.visited.len()),
        ("done", plot.done.len()),
        ("failed", plot.failed.len()),
        ("found", plot.found.len()),
        ("flags", plot.flags.len()),
        ("came", plot.came.len()),
    ];
    if let Some((field, n)) = counts.into_iter().find(|(_, n)| too_many(*n)) {
        return Some((field, format!("There are {n}; there may be {MAX_STEPS}.")));
    }
    if names.into_iter().chain(ids).chain(seen).any(|name| long(name, MAX_NAME)) {
        return Some(("campaign", format!("A name or an id is longer than {MAX_NAME} characters.")));
    }
    let texts = plot.found.iter().map(|found| &found.text).chain(plot.ending.iter().map(|it| &it.epilogue));
    if texts.chain([&plot.act.objective]).any(|text| long(text, MAX_TEXT)) {
        return Some(("found", format!("A text is longer than {MAX_TEXT} characters.")));
    }
    let clock = plot.doom.as_ref()?;
    (clock.filled > clock.segments || long(&clock.title, MAX_NAME))
        .then(|| ("doom", "The clock shows more than it has.".to_owned()))
}
