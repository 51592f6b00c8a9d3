//! `finalize_package`: compiles the whole campaign.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{draft::CampaignDraft, gap::Gap, writing_session::WritingSession},
};

use super::{ToolRefusal, onto_shelf, some};

/// Last of all: the compiler looks at the whole campaign, and if it can be played it goes on the person's shelf and your work
/// is over. Otherwise it answers what is missing or wrong, each with its place and what mends it: mend that, then call it
/// again. Call it alone, when everything is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FinalizePackage {
    /// True to leave warnings as they are. A campaign without warnings is the better one.
    #[serde(default)]
    accept_warnings: bool,
}

impl Tool for FinalizePackage {
    const NAME: &'static str = "finalize_package";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Checking the whole campaign", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        onto_shelf(session, |draft| self.apply(draft)).await
    }
}

impl FinalizePackage {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        let gaps = draft.gaps();
        let n_errors = gaps.iter().filter(|gap| gap.is_error()).count();
        if n_errors > 0 {
            let error = format!("It can't be played yet: {n_errors} things are missing or wrong.");
            return Err(ToolRefusal::because(error).with(json!({ "missing": some(&gaps) })));
        }
        if !gaps.is_empty() && !self.accept_warnings {
            let error = "It can be played, and would be better without these warnings. Mend them, or call it again with \
                         `accept_warnings`.";
            return Err(ToolRefusal::because(error).with(json!({ "missing": some(&gaps) })));
        }
        let updated = draft.shelved_as.is_some();
        let (package, warnings) = draft.finalize().map_err(|gaps: Vec<Gap>| {
            ToolRefusal::because("It can't be played yet.").with(json!({ "missing": some(&gaps) }))
        })?;
        let (n_nodes, time) = (package.nodes().count(), package.playing_time());
        let n_beats: usize = package.nodes().map(|(_, node)| node.beats.len()).sum();
        Ok(json!({"package_id": package.slug, "title": package.title, "language": package.language,
                  "total_acts": package.acts.len(), "total_nodes": n_nodes, "total_beats": n_beats,
                  "total_people": package.people.len(), "total_endings": package.endings.len(),
                  "estimated_minutes": {"from": time.from, "to": time.to},
                  "warnings": some(&warnings), "updated": updated}))
    }
}
