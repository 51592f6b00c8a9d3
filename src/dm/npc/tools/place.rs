//! `update_location`: places that the NPC reveals.

use game::{
    place::{self, Danger, Drawing},
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    dm::{Draft, tools::UpdateLocation},
};

/// Give away something of the place where you are, so that the heroes know it from now on: what is hidden here, or how dangerous
/// it is.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LocalSecret {
    /// What is hidden here, in a sentence, as you tell it.
    #[schemars(length(max = wording::MAX_LINE))]
    pub secret: Option<String>,
    /// How dangerous it is here.
    pub danger: Option<Danger>,
}

impl Tool for LocalSecret {
    const NAME: &'static str = UpdateLocation::NAME;
    type Context = Draft;
    const SUMMARY: CallSummary = UpdateLocation::SUMMARY;

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let secret = self.secret.as_deref().map(wording::line).filter(|text| !text.is_empty());
        if secret.is_none() && self.danger.is_none() {
            return Err(ToolError::Refused("Say what you give away, or how dangerous it is.".into()));
        }
        let here = place::here(draft.game()).map(|here| here.id.to_string());
        let place = here.unwrap_or_else(|| draft.game().story.current_location.clone());
        let secrets: Vec<String> = secret.iter().cloned().collect();
        let drawing =
            Drawing { place: &place, danger: self.danger, secrets: &secrets, is_known: true, ..Drawing::default() };
        draft.record_all(place::draw(draft.game(), &drawing)?)?;
        if let Some(secret) = secret {
            let found = place::find_secret(draft.game(), Some(&place), &secret)?;
            draft.record(found)?;
        }
        Ok(ToolOutput::done(json!({"ok": true}).to_string()))
    }
}
