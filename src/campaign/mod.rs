//! Campaigns: acts consist of nodes, nodes of beats, and a failure never blocks the way to an ending. Here are the package
//! format, the compiler that proves a package playable, random games, the map, and a game's progress. Pure: no I/O, no clock,
//! no randomness.

mod act;
mod beat;
mod cast;
mod check;
mod checks;
mod course;
mod creatures;
mod diagnostic;
mod map;
mod pace;
mod package;
mod progress;
mod reading;
mod requirement;
mod shelf;
mod terms;
mod walk;
mod web;
mod world;

pub use act::{
    Absence, CampaignAct, Destination, Feeling, FeelingWeight, LevelRange, Node, NodeEncounter, NodeExit, NodeMood,
};
pub use beat::{
    BeatKind, Consequence, Finding, FindingSource, Foe, Interactable, Interaction, Pacing, Pointer, StoryBeat, Test,
};
pub use cast::{Attitude, CastMember, CastSecret, StoryRole, Topic};
pub use check::{check, known_language, primary_subtag};
pub use checks::{Checks, Fared};
pub use course::{Course, CourseEvent, NotPossible, TestRoller};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use map::{Scope, svg, text};
pub use pace::PlayingTime;
pub use package::{
    Arrival, CampaignEnding, CampaignPackage, CampaignReward, CampaignSetting, Credits, EndingKind, FORMAT, Motif,
    Party, Premise, Variant,
};
pub use progress::CampaignProgress;
pub use reading::{MAX_BYTES, MAX_NODES, is_id, read};
pub use requirement::{Flag, Requirement};
pub use shelf::ours;
pub use walk::{Walks, walk};
pub use web::{Web, WebEnding, WebNode, WebTarget, WebWay};
pub use world::{CampaignPlace, Doom, Drive, Happening, LoreEntry, Omen, Road};

/// The schema a package is written by, as JSON Schema (2020-12).
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(CampaignPackage).to_value()
}
