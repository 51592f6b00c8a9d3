//! The author: people write a campaign in conversation, and an agent writes it down with tools, part by part.
//!
//! A [`CampaignDraft`] is a campaign in progress. The tools ([`toolbox`]) enforce the order: premise, people, an act's outline, its web
//! of nodes, their beats, each node finished, and last the whole, which the compiler checks. A premature call is refused with
//! the missing step. [`write()`] answers one message; the draft is saved after every tool, so that an interruption loses
//! nothing.
//!
//! Deliberately absent: play, HTTP, and rules of its own on what a campaign may be: those are the compiler's.

mod art;
mod draft;
mod gap;
mod picture;
mod prompt;
mod said;
mod spoken;
mod tools;
mod view;
mod writing;
mod writing_session;

pub use draft::{CampaignDraft, NodeStage, Unreadable};
pub use gap::{Gap, GapSeverity};
pub use picture::{AttachedPicture, BadPicture, MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE};
pub use prompt::{INSTRUCTIONS, draft_block};
pub use said::{AuthorSpeaker, ConversationMessage};
pub use tools::toolbox;
pub use view::{DraftedAct, DraftedEnding, DraftedNode, DraftedPerson, DraftedWay, Overview};
pub use writing::{AuthorRequest, Error, MAX_CALLS, Pen, WritingResult, write};
pub use writing_session::{DraftStore, Ear, NotKept, Reckon, ToolProgress, WritingEvent, WritingSession};
