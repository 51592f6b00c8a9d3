//! `draft_act_outline`: an act and the list of its nodes.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{draft::CampaignDraft, spoken::ModelForm, writing_session::WritingSession},
    campaign::{CampaignAct, LevelRange},
};

use super::{ToolRefusal, in_session, told};

/// An act, outlined: its aim, its levels and its nodes in their order, the first being where it begins. One call for each
/// act, in their order. An act of an id there is already is outlined anew; its nodes that are written stay as they are, and
/// one that the new outline leaves out has to be named in `drop_nodes`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftActOutline {
    /// Unique among the acts.
    id: String,
    /// Its title. Players read it when the act begins.
    title: String,
    /// The heroes' goal, in a sentence that players read.
    objective: String,
    /// What the Dungeon Master has to know about it: who wants what, and what is true.
    #[serde(default)]
    briefing: String,
    /// Open questions in it, for the Dungeon Master.
    #[serde(default)]
    mysteries: Vec<String>,
    /// The levels of the heroes in it. It begins where the act before ends.
    levels: ModelForm<LevelRange>,
    /// Its nodes in their order.
    #[schemars(length(min = 1))]
    intended_nodes: Vec<IntendedNode>,
    /// Ids of written nodes of this act that are given up, with all that is in them.
    #[serde(default)]
    drop_nodes: Vec<String>,
    /// Its position among the acts, from 1; default: its current one, or the last.
    #[serde(default)]
    position: Option<usize>,
}

/// A node that is to be written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct IntendedNode {
    /// Unique in the whole campaign; one that speaks, as `the-drowned-mill`.
    id: String,
    /// What it is for: what happens there and what it changes, in a sentence.
    #[serde(default)]
    purpose: String,
}

impl Tool for DraftActOutline {
    const NAME: &'static str = "draft_act_outline";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Outlining an act", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl DraftActOutline {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        if !draft.has_premise() {
            return Err(ToolRefusal::first("propose_premise", "There is no premise to make acts of."));
        }
        if draft.package.people.is_empty() {
            return Err(ToolRefusal::first("propose_character", "There is nobody in it who could want anything."));
        }
        super::id("an act", &self.id)?;
        let (title, objective) = (told("title", &self.title)?, told("objective", &self.objective)?);
        if self.intended_nodes.is_empty() {
            return Err(ToolRefusal::because("An act has at least one node. Name them in `intended_nodes`."));
        }
        let mut ids = HashSet::new();
        for node in &self.intended_nodes {
            super::id("a node", &node.id)?;
            if !ids.insert(node.id.as_str()) {
                let error = format!("Two nodes are called {}. Give one of them another id.", node.id);
                return Err(ToolRefusal::because(error));
            }
            if let Some(other) = draft.outlined_in(&node.id).filter(|act| act.id != self.id) {
                let error = format!("The act {} has a node {} already. Give this one another id.", other.id, node.id);
                return Err(ToolRefusal::because(error));
            }
        }
        let at = draft.package.acts.iter().position(|act| act.id == self.id);
        let before = at.map(|at| draft.package.acts.remove(at));
        let (mut nodes, arc_of) = before.map_or((Vec::new(), None), |act| (act.nodes, at));
        let left_out: Vec<String> =
            nodes.iter().filter(|node| !ids.contains(node.id.as_str())).map(|node| node.id.clone()).collect();
        let unsaid: Vec<&String> = left_out.iter().filter(|id| !self.drop_nodes.contains(id)).collect();
        if !unsaid.is_empty() {
            let error = "The new outline leaves out nodes that are written. Keep them in `intended_nodes`, or name them in \
                         `drop_nodes` to give them up.";
            return Err(ToolRefusal::because(error).with(json!({ "written": unsaid })));
        }
        nodes.retain(|node| ids.contains(node.id.as_str()));
        let outline: Vec<String> = self.intended_nodes.iter().map(|node| node.id.clone()).collect();
        nodes.sort_by_key(|node| outline.iter().position(|id| *id == node.id));
        for node in self.intended_nodes.into_iter().filter(|node| !node.purpose.trim().is_empty()) {
            draft.purposes.insert(node.id, node.purpose);
        }
        let act = CampaignAct {
            id: self.id.clone(),
            title,
            objective,
            briefing: self.briefing,
            mysteries: self.mysteries,
            levels: self.levels.0,
            outline,
            nodes,
        };
        let acts = &mut draft.package.acts;
        let to = self.position.map(|n| n.saturating_sub(1)).or(arc_of).unwrap_or(acts.len()).min(acts.len());
        acts.insert(to, act);
        let act = &draft.package.acts[to];
        let nodes: Vec<Value> = act.outline.iter().map(|id| json!({"id": id, "stage": draft.stage(id)})).collect();
        Ok(json!({"id": act.id, "title": act.title, "position": to + 1, "nodes": nodes, "dropped": left_out,
                  "updated": at.is_some(), "next": "the next act, or draft_node_web for this one"}))
    }
}
