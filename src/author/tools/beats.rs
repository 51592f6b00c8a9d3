//! `draft_node_beats`: the beats of a node.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{draft::CampaignDraft, spoken::ModelForm, writing_session::WritingSession},
    campaign::{NodeEncounter, StoryBeat},
};

use super::{ToolRefusal, in_session, pointer_to, to_settle, woven};

/// What happens in one node, beat by beat, in their order: one call for each node, one to four beats. It replaces the beats
/// the node has. Where something can be learnt, write it as a finding and say what it points to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftNodeBeats {
    /// The act's id.
    act_id: String,
    /// The node's id.
    node_id: String,
    /// The beats.
    #[schemars(length(min = 1))]
    beats: Vec<ModelForm<StoryBeat>>,
    /// Encounters that can happen to heroes who stay here; if left out, the existing ones stay.
    #[serde(default)]
    encounters: Option<Vec<ModelForm<NodeEncounter>>>,
}

impl Tool for DraftNodeBeats {
    const NAME: &'static str = "draft_node_beats";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Writing a scene", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl DraftNodeBeats {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        let (a, n) = woven(draft, &self.act_id, &self.node_id)?;
        if self.beats.is_empty() {
            return Err(ToolRefusal::because("There is no beat in `beats`: something has to happen."));
        }
        let mut ids = HashSet::new();
        for ModelForm(beat) in &self.beats {
            super::id("a beat", &beat.id)?;
            if !ids.insert(beat.id.as_str()) {
                return Err(ToolRefusal::because(format!(
                    "Two beats are called {}. Give one of them another id.",
                    beat.id
                )));
            }
        }
        let node = &mut draft.package.acts[a].nodes[n];
        let n_before = node.beats.len();
        node.beats = self.beats.into_iter().map(|beat| beat.0).collect();
        if let Some(encounters) = self.encounters {
            node.encounters = encounters.into_iter().map(|met| met.0).collect();
        }
        let n_beats = node.beats.len();
        let at = pointer_to(draft, &self.node_id).unwrap_or_default();
        Ok(
            json!({"updated": self.node_id, "beat_count": n_beats, "replaced": n_before, "to_settle": to_settle(draft, &at),
                  "next": "finalize_node for this one"}),
        )
    }
}
