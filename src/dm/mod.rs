//! The Dungeon Master: one turn, from a player's words to a saved answer.
//!
//! [`Tables`] plays the turns of each session one after the other and plays each on a [`Draft`]: a copy of the game
//! that tools change by recording [`Change`](game::Change)s. Only a whole turn is committed; one that fails, is
//! cancelled or loses its model leaves nothing behind.
//!
//! Deliberately absent: HTTP, SQL, and any rule of play (they are [`game`]'s).

mod agents;
mod answer;
pub mod arsenal;
mod attack_verbs;
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
pub mod purse;
mod questions;
mod recollection;
mod redaction;
mod retelling;
mod rosters;
mod rounds;
mod safety;
mod scene;
mod seeds;
mod session_queue;
mod settings;
mod so_far;
mod speech;
mod stack;
mod step;
mod store_metrics;
pub mod table_stream;
mod tables;
mod talk_elsewhere;
mod tally;
pub mod tools;
mod whispers;
mod why;
mod witness;
mod words;

pub use debug::{Check, Command, TurnDebug};
pub use draft::Draft;
pub use fight::{Ally, Order, Rest};
pub use gauge::GaugeGuard;
pub use guest_view::{CAP_REACHED, Viewer};
pub use hints::{HintStats, Hints};
pub use interpreter::SPEAKS_ENGLISH_ONLY;
pub use models::{Models, Provider};
pub use narration_check::NarrationCheck;
pub use players_view::turn_view;
pub use plot::PlotNow;
pub use questions::PlayerQuestion;
use recollection::facts_of;
pub use recollection::{Memory, Recapped, Wanted, Whose};
pub use rosters::{LOCAL, TableTalk, TalkMessage, seat_now};
pub use rounds::{RoundView, SentPart, TableView, TalkRules};
pub use safety::author_within;
pub use seeds::Seeds;
pub use session_queue::{Pending, QueueTicket, TakenUp};
pub use settings::NewSettings;
pub use step::{Drill, Step};
pub use store_metrics::StoreMetrics;
pub use tables::{TableOptions, Tables};
pub use tally::{LastOutcome, Tally};
pub use why::{Cause, Why};
pub use words::{Ask, Heard, NotPlayed, PlayerWords, request_key};
