//! The author: people write a campaign in conversation, and an agent writes it down with tools, part by part.
//!
//! A [`Draft`] is a campaign in the making. The tools ([`toolbox`]) keep the order of the work: premise, people, an act's
//! outline, its web of nodes, their beats, each node finished, and last the whole, which the compiler looks at. What comes too
//! early is refused with what comes first. [`write()`] lets a model answer one message; the draft is kept after every tool, so
//! that whatever breaks off, what was written stays.
//!
//! Deliberately absent: play, HTTP, and a judgement of its own of what a campaign may be: that is the compiler's.

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
