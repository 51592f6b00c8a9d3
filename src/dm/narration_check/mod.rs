//! The narration check: does the story agree with the recorded changes?
//!
//! A model tells the story and writes down by tools what changed. It may forget the one or get the other wrong. So what the
//! prose of a turn claims is compared with the turn's changes and the table after them (`audit`): numbers, things, coins,
//! deaths, conditions, places, quests, levels, throws. No model is asked for that. If something is found, or the story has words
//! for an event that was not recorded (`trigger`), the utility model reviews the findings in one call and may add to them
//! (`review`). What it confirms is put back to the Dungeon Master once; what is left then may be written down by the extractors
//! ([`extraction`](super::extraction)), and the player is notified of the rest.
//!
//! A sentence is read word by word (`gloss`): verbs in their first form, numbers as numbers, who is here and what is in the
//! pack by name. The ways to tell a claim (`claims`, `claims.txt`) are looked for in that reading, so that one line covers
//! for every tense and person; every number that counts something must be one the turn knows (`reckoning`); and what is
//! written down must not be denied (`denials`).
//!
//! Deliberately absent: what the player said. Only the story is compared.

mod audit;
mod claims;
mod coins;
mod dead_acting;
mod deaths;
mod deeds;
mod denials;
mod doubts;
mod expression;
mod fates;
mod gloss;
mod inquiry;
mod keys;
mod labelled;
mod ledger;
mod lists;
mod literals;
mod names;
mod number;
mod quests;
mod reading;
mod reckoning;
mod recorded;
mod refunds;
mod review;
mod screen;
mod sentence;
mod supplies;
mod things;
mod throws;
mod told;
mod travels;
mod trigger;
mod verbs;
mod victims;
mod voice;
mod wounds;

pub(super) use audit::warm_up;
pub(super) use expression::Expression;
pub(super) use inquiry::Inquiry;
pub use inquiry::NarrationCheck;
pub use labelled::LabelledText;
pub(super) use literals::Prefilter;
pub(super) use review::helper as reviewer;
pub use told::{ClaimKind, UnsupportedClaim};
