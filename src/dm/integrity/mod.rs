//! The narration check: does the story say what is written down?
//!
//! A model tells the story and writes down by tools what changed. It may forget the one or get the other wrong. So what the
//! prose of a turn claims is compared with the turn's changes and the table after them ([`audit`]): numbers, things, coins,
//! deaths, conditions, places, quests, levels, throws. No model is asked for that, and a turn in which nothing is found
//! costs nothing. What is found is put back to the model once; what is left then may be written down by the extractors
//! ([`extraction`](super::extraction)), and what is left after that is told to the player.
//!
//! Deliberately absent: what the player said. Only the story is compared.

mod audit;
mod coins;
mod fates;
mod gist;
mod inquiry;
mod labelled;
mod ledger;
mod losses;
mod number;
mod sentence;
mod things;
mod throws;
mod told;
mod travels;
mod wounds;

pub use audit::audit;
pub(super) use inquiry::Inquiry;
pub use inquiry::NarrationCheck;
pub use labelled::Labelled;
pub use told::{Finding, Kind};
