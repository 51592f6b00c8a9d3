//! The agents of people: one for each with an agent of their own, and a shared one. Both have a few tools, none for combat.

use std::sync::{Arc, LazyLock};

use model::{CacheControl, ModelChoice, SystemBlock, ToolSpec};

use crate::{
    agent::Agent,
    dm::{
        Draft,
        agents::{NPC, PUPPETEER},
        prompt,
    },
};

use super::{folk::Npc, tools::toolbox};

/// The most replies of one answer: to look back, to act, to put it right, to speak.
const MAX_CALLS: u32 = 4;
/// The most tokens of one reply.
const MAX_TOKENS: u32 = 2048;

/// The agents of a table's people.
pub(in crate::dm) struct NpcAgents {
    individual: Agent<Draft>,
    puppeteer: Agent<Draft>,
}

impl NpcAgents {
    /// The agents that use this model.
    pub(in crate::dm) fn of(model: &ModelChoice) -> Self {
        let agent = |system| Agent {
            system,
            toolbox: toolbox(),
            model: model.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: MAX_CALLS,
            second_chance: false,
        };
        Self { individual: agent(system()), puppeteer: agent(puppeteer()) }
    }

    /// The agent that answers for a person, with its name in usage and traces.
    pub(super) fn of_npc(&self, npc: &Npc) -> (&Agent<Draft>, &'static str) {
        if npc.is_major { (&self.individual, NPC) } else { (&self.puppeteer, PUPPETEER) }
    }
}

fn block(text: &str) -> Arc<[SystemBlock]> {
    [SystemBlock { text: prompt::instructions(text), cache_control: Some(CacheControl::Hour) }].into()
}

/// The instructions of people with an agent of their own, the same for all of them.
pub fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| block(include_str!("instructions.md")));
    Arc::clone(&SYSTEM)
}

/// The instructions of the agent that speaks for all others.
pub fn puppeteer() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| block(include_str!("puppeteer.md")));
    Arc::clone(&SYSTEM)
}

/// Their tools as a model sees them.
pub fn specs() -> Arc<[ToolSpec]> {
    toolbox().specs()
}
