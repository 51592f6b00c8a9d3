//! The memory of a session. It connects [`recall`](crate::recall), which is independent of the game, with sessions.
//!
//! A session's past is read from the store when it is first asked for, kept while the session is played, and brought up to
//! date by the ids of its turns: no id names two turns, so a turn that is still there has the same past before it. What was
//! undone or narrated again is gone from it, and a branch, which has ids of its own, has a past of its own. Only what
//! was said, narrated and recorded is searched, never what a prompt recalled.
//!
//! Words are searched at once. Meaning comes later, passage by passage, by the model the rules are read by; until then, and
//! where there is none, words decide.

mod cache;
mod cited;
mod corrections;
mod facts;
mod journal;
mod reading;
mod recap;
mod remembered;
mod table;
mod then;
mod unasked;
mod wishes;

pub(super) use cache::{Looked, MemoryCache};
pub(super) use cited::{cited_with_untruths, denied};
pub(super) use corrections::Corrections;
pub(super) use facts::facts_of;
pub use remembered::{MemoryHit, PassageSource, PastQuery, Recapped};
