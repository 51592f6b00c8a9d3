//! Computes hints before a turn's agents run.

use game::turn::Exchange;

use crate::{
    agent::{Agent, Tool},
    dm::{Draft, agents, fight::tools::StartCombat, play::TurnRunner, tools::RollDice},
};

use super::{HintReader, HintScene, Hints, PreparedHints};

/// The answering agent's name in usage and traces.
pub(in crate::dm) fn name_of(draft: &Draft) -> &'static str {
    if draft.fights() { agents::COMBAT } else { agents::DUNGEON_MASTER }
}

impl TurnRunner {
    /// Hints for the answering agent. Actions with a ruling need no further dice, and attacks with one need no fight.
    pub(in crate::dm) fn hints(
        &self,
        agent: &Agent<Draft>,
        draft: &Draft,
        window: &[Exchange],
        message: &str,
        is_ruled: bool,
    ) -> Option<PreparedHints> {
        let reader = if draft.fights() { HintReader::Combat } else { HintReader::DungeonMaster };
        let scene =
            HintScene::of(draft.game(), Some(draft.acting()), window.last().map(|said| said.narrative.as_str()));
        let scene = HintScene { plot: draft.scene_facts().filter(|_| reader == HintReader::DungeonMaster), ..scene };
        let tools = agent.toolbox.specs();
        let is_settled = |tool: &str| is_ruled && tool == RollDice::NAME || draft.struck && tool == StartCombat::NAME;
        let has = |tool: &str| tools.iter().any(|it| it.name == tool) && !is_settled(tool);
        self.hints.given(name_of(draft), reader, has, &scene, draft, draft.in_english(message))
    }
}

impl Hints {
    /// Hints for an NPC, limited to what they perceived.
    pub(in crate::dm) fn for_npc(
        &self,
        name: &str,
        agent: &Agent<Draft>,
        draft: &Draft,
        message: &str,
    ) -> Option<PreparedHints> {
        let scene = HintScene { absent: Vec::new(), places: Vec::new(), ..HintScene::of(draft.game(), None, None) };
        let tools = agent.toolbox.specs();
        let has = |tool: &str| tools.iter().any(|it| it.name == tool);
        self.given(name, HintReader::Npc, has, &scene, draft, draft.in_english(message))
    }
}
