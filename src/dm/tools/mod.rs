//! The Dungeon Master's tools: one file per subject, mirroring [`game`](crate::game).

mod dice;
mod memory;
mod scene;
mod update_game_state;

pub use dice::RollDice;
pub use memory::{CreateSupportingNpc, QuerySessionMemory};
pub use scene::UpdateNpc;
pub use update_game_state::UpdateGameState;

use crate::{
    agent::{ToolError, Toolbox},
    game::Refusal,
};

use super::Draft;

/// The Dungeon Master's toolbox.
pub fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<UpdateGameState>()
        .with::<UpdateNpc>()
        .with::<RollDice>()
        .with::<CreateSupportingNpc>()
        .with::<QuerySessionMemory>()
}

impl From<Refusal> for ToolError {
    /// What the table refuses is told to the model, which may repair it.
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.to_string())
    }
}
