//! Tools of NPCs: a few of the Dungeon Master's, limited to what is theirs.

pub mod exchange;
pub mod leaving;
pub mod memory;
pub mod place;
pub mod quest;

use crate::{
    agent::{ToolError, Toolbox},
    dm::Draft,
};

use super::folk::Npc;

/// The toolbox of people who speak for themselves.
pub(in crate::dm) fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<quest::OwnQuest>()
        .with::<exchange::NpcExchange>()
        .with::<place::LocalSecret>()
        .with::<memory::OwnMemory>()
        .with::<leaving::MoveNpc>()
}

/// Who speaks.
fn speaker(draft: &Draft) -> Result<Npc, ToolError> {
    let voice = draft.voice().ok_or_else(|| ToolError::Refused("Nobody speaks just now.".into()))?;
    Ok(voice.npc.clone())
}
