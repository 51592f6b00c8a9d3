//! The author: people write a campaign in conversation, and an agent writes it down with tools, part by part.
//!
//! A [`Draft`] is a campaign in progress. The tools ([`toolbox`]) enforce the order: premise, people, an act's outline, its web
//! of nodes, their beats, each node finished, and last the whole, which the compiler checks. A premature call is refused with
//! the missing step. [`write()`] answers one message; the draft is saved after every tool, so that an interruption loses
//! nothing.
//!
//! Deliberately absent: play, HTTP, and rules of its own on what a campaign may be: those are the compiler's.

mod art;
mod desk;
mod draft;
mod gap;
mod picture;
mod prompt;
mod said;
mod spoken;
mod tools;
mod view;
mod writing;

pub use desk::{Desk, Ear, Keeper, NotKept, Progress, Reckon, WritingEvent};
pub use draft::{Draft, Stage, Unreadable};
pub use gap::{Gap, Weight};
pub use picture::{BadPicture, MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE, Picture};
pub use prompt::{INSTRUCTIONS, draft_block};
pub use said::{Said, Speaker};
pub use tools::toolbox;
pub use view::{DraftedAct, DraftedEnding, DraftedNode, DraftedPerson, DraftedWay, Overview};
pub use writing::{Error, MAX_CALLS, Pen, Words, Written, write};
