//! What somebody who speaks for themselves can do: a few of the Dungeon Master's tools, each held to what is theirs.

mod hand;
mod leaving;
mod memory;
mod place;
mod quest;

pub use hand::Hand;
pub use leaving::MoveNpc;
pub use memory::OwnMemory;
pub use place::LocalSecret;
pub use quest::OwnQuest;

use crate::{agent::ToolError, dm::Draft};

use super::folk::Npc;

/// Who speaks.
fn speaker(draft: &Draft) -> Result<Npc, ToolError> {
    let voice = draft.voice().ok_or_else(|| ToolError::Refused("Nobody speaks just now.".into()))?;
    Ok(voice.npc.clone())
}
