//! The Dungeon Master: one turn, from a player's words to a saved answer.
//!
//! [`Tables`] plays the turns of each session one after the other and plays each on a [`Draft`]: a copy of the game
//! that tools change by recording [`Change`](game::Change)s. Only a whole turn is committed; one that fails, is
//! cancelled or loses its model leaves nothing behind.
//!
//! Deliberately absent: HTTP, SQL, and any rule of play (they are [`game`]'s).

mod agents;
mod answer;
mod attack_verbs;
pub mod budget;
mod bundles;
pub mod campaigns;
mod commit_check;
mod conclusion;
mod debug;
mod draft;
mod earlier;
mod elsewhere;
pub mod event_log;
pub mod extraction;
mod failure;
pub mod feed;
pub mod fight;
mod gauge;
mod guest_view;
pub mod hints;
mod history_summary;
mod interpreter;
pub mod judge;
mod lookup_cache;
mod models;
pub mod narration_check;
pub mod npc;
mod one_shot_completion;
mod opening;
mod play;
mod players_view;
mod plot;
mod profile;
pub mod prompt;
mod questions;
mod recording_model;
mod redaction;
mod retelling;
mod rosters;
mod rounds;
mod safety;
mod scene;
mod seeds;
mod session_memory;
mod session_queue;
mod settings;
mod speech;
mod stack;
pub mod stat_blocks;
mod step;
mod store_metrics;
pub mod table_stream;
mod tables;
mod talk_elsewhere;
mod tally;
pub mod tools;
mod whispers;
mod why;
mod words;

pub use debug::{CommandRecord, JudgeCheck, TurnDebug};
pub use draft::Draft;
pub use fight::{Ally, ButtonAction, Rest};
pub use gauge::GaugeGuard;
pub use guest_view::{CAP_REACHED, Viewer};
pub use hints::{HintStats, Hints};
pub use interpreter::SPEAKS_ENGLISH_ONLY;
pub use models::{Models, Provider};
pub use narration_check::NarrationCheck;
pub use players_view::turn_view;
pub use plot::PlotNow;
pub use questions::PlayerQuestion;
pub use rosters::{LOCAL, TableTalk, TalkMessage, seat_now};
pub use rounds::{RoundView, SentPart, TableView, TalkRules};
pub use safety::author_within;
pub use seeds::Seeds;
use session_memory::facts_of;
pub use session_memory::{MemoryHit, PassageSource, PastQuery, Recapped};
pub use session_queue::{Pending, QueueTicket, TakenUp};
pub use settings::NewSettings;
pub use step::{Drill, TurnStep};
pub use store_metrics::StoreMetrics;
pub use tables::{TableOptions, Tables};
pub use tally::{LastOutcome, TurnMetrics};
pub use why::{ValueChange, ValueExplanation};
pub use words::{Ask, NotPlayed, PlayerWords, TurnHandle, request_key};
