//! The combat agent: the Dungeon Master during a fight, with its own prompt and tools.

use std::sync::{Arc, LazyLock};

use model::{CacheControl, ModelChoice, SystemBlock, ToolSpec};

use crate::{
    agent::Agent,
    dm::{Draft, prompt},
};

use super::tools::toolbox;

/// The most replies of a turn: one to act, one to tell; and one more to act where all calls of the first were refused.
const MAX_CALLS: u32 = 2;
/// The most tokens of one reply.
const MAX_TOKENS: u32 = 4096;

const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The agent that a hero's words go to while there is a fight.
pub(in crate::dm) fn agent(model: &ModelChoice) -> Agent<Draft> {
    Agent {
        system: system(),
        toolbox: toolbox(),
        model: model.clone(),
        max_tokens: MAX_TOKENS,
        max_calls: MAX_CALLS,
        second_chance: true,
    }
}

/// Its instructions, byte-equal over all turns.
pub fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        // The next round comes soon, and the fight is over before an hour is.
        let mark = Some(CacheControl::Ephemeral);
        [SystemBlock { text: prompt::instructions(INSTRUCTIONS), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}

/// Its tools as its model sees them.
pub fn specs() -> Arc<[ToolSpec]> {
    toolbox().specs()
}
