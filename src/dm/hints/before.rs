//! Computes hints before a turn's agents run.

use game::turn::Exchange;

use crate::{
    agent::{Agent, Tool},
    dm::{Draft, agents, fight::tools::StartCombat, play::Stage, tools::RollDice},
};

use super::{Given, Hints, Reader, Scene};

/// What the agent that answers is called in usage and traces.
pub(in crate::dm) fn name_of(draft: &Draft) -> &'static str {
    if draft.fights() { agents::COMBAT } else { agents::DUNGEON_MASTER }
}

impl Stage {
    /// What the agent that answers is told of the tools the words make due. What was ruled on needs no dice any more, and an attack
    /// that was ruled on needs no fight.
    pub(in crate::dm) fn hints(
        &self,
        agent: &Agent<Draft>,
        draft: &Draft,
        window: &[Exchange],
        message: &str,
        is_ruled: bool,
    ) -> Option<Given> {
        let reader = if draft.fights() { Reader::Combat } else { Reader::DungeonMaster };
        let scene = Scene::of(draft.game(), Some(draft.acting()), window.last().map(|said| said.narrative.as_str()));
        let scene = Scene { plot: draft.scene_facts().filter(|_| reader == Reader::DungeonMaster), ..scene };
        let tools = agent.toolbox.specs();
        let is_settled = |tool: &str| is_ruled && tool == RollDice::NAME || draft.struck && tool == StartCombat::NAME;
        let has = |tool: &str| tools.iter().any(|it| it.name == tool) && !is_settled(tool);
        self.hints.given(name_of(draft), reader, has, &scene, draft, draft.in_english(message))
    }
}

impl Hints {
    /// What somebody a hero speaks to is told of their tools. Nothing in it is of elsewhere: they know only what they perceived.
    pub(in crate::dm) fn for_npc(
        &self,
        name: &str,
        agent: &Agent<Draft>,
        draft: &Draft,
        message: &str,
    ) -> Option<Given> {
        let scene = Scene { absent: Vec::new(), places: Vec::new(), ..Scene::of(draft.game(), None, None) };
        let tools = agent.toolbox.specs();
        let has = |tool: &str| tools.iter().any(|it| it.name == tool);
        self.given(name, Reader::Npc, has, &scene, draft, draft.in_english(message))
    }
}
