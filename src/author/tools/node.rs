//! `finalize_node`: sets look and sound of a node and marks it as finished.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{art, draft::CampaignDraft, spoken::ModelForm, writing_session::WritingSession},
    campaign::{FeelingWeight, NodeMood},
};

use super::{ToolRefusal, in_session, pointer_to, to_settle, told, woven};

/// A node is done: how it looks and what its music is made of. It needs its beats first.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FinalizeNode {
    /// The act's id.
    act_id: String,
    /// The node's id.
    node_id: String,
    /// What one sees and how it feels, in a few words a picture can be made of: `wet stone, lantern light, held breath`.
    background_prompt: String,
    /// What its music is made of: one to three feelings with their weights.
    #[serde(default)]
    music_prompts: Vec<ModelForm<FeelingWeight>>,
}

impl Tool for FinalizeNode {
    const NAME: &'static str = "finalize_node";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Finishing a scene", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl FinalizeNode {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        let (a, n) = woven(draft, &self.act_id, &self.node_id)?;
        let text = told("background_prompt", &self.background_prompt)?;
        let node = &mut draft.package.acts[a].nodes[n];
        if node.beats.is_empty() {
            return Err(ToolRefusal::first(
                "draft_node_beats",
                &format!("Nothing happens in the node {} yet.", node.id),
            ));
        }
        let mut feelings: Vec<FeelingWeight> = self.music_prompts.into_iter().map(|weight| weight.0).collect();
        if feelings.is_empty() {
            feelings = std::mem::take(&mut node.mood.feelings);
        }
        if feelings.iter().any(|feeling| !(0.0..=1.0).contains(&feeling.weight)) {
            return Err(ToolRefusal::because("Weights go from 0 to 1."));
        }
        node.mood = NodeMood { text, feelings };
        let (id, title, slug) = (node.id.clone(), node.title.clone(), draft.package.slug.clone());
        draft.finished.insert(id.clone());
        let steps: Vec<_> = draft.gaps().into_iter().filter(|gap| gap.code.ends_with("-node")).collect();
        let next = match steps.first() {
            Some(gap) => format!("{}: {}", gap.place, gap.remedy),
            None => "finalize_package, once every act you want is outlined and written".to_owned(),
        };
        let at = pointer_to(draft, &id).unwrap_or_default();
        Ok(json!({"id": id, "title": title, "background_url": art::background(&slug, &id),
                  "music_url": art::music(&slug, &id), "to_settle": to_settle(draft, &at), "next": next}))
    }
}
