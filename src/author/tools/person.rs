//! `propose_character`: one person of the campaign.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, Tool, ToolError, ToolOutput},
    author::{art, draft::CampaignDraft, spoken::ModelForm, writing_session::WritingSession},
    campaign::CastMember,
};

use super::{ToolRefusal, in_session, told, with};

/// One person of the campaign: one call for each. A person of an id there is already is replaced. Give them something they
/// want, a voice one hears, a secret with the words that would give it away, and topics they answer to. What a topic brings
/// and what reveals a secret are ids of findings you write later with the beats.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct ProposeCharacter(ModelForm<CastMember>);

impl Tool for ProposeCharacter {
    const NAME: &'static str = "propose_character";
    type Context = WritingSession;
    const SUMMARY: CallSummary = CallSummary::new("Bringing somebody in", "Done");

    async fn run(self, session: &mut WritingSession) -> Result<ToolOutput, ToolError> {
        in_session(session, |draft| self.apply(draft)).await
    }
}

impl ProposeCharacter {
    fn apply(self, draft: &mut CampaignDraft) -> Result<Value, ToolRefusal> {
        if !draft.has_premise() {
            return Err(ToolRefusal::first("propose_premise", "There is no premise to bring anybody into."));
        }
        let person = self.0.0;
        super::id("a person", &person.id)?;
        told("name", &person.name)?;
        let answer = json!({"id": person.id, "name": person.name, "image_url": art::portrait(&draft.package.slug, &person.id),
                            "next": "another propose_character, or draft_act_outline"});
        let people = &mut draft.package.people;
        let updated = match people.iter_mut().find(|other| other.id == person.id) {
            Some(other) => {
                *other = person;
                true
            }
            None => {
                people.push(person);
                false
            }
        };
        Ok(with(answer, json!({ "updated": updated, "people": people.len() })))
    }
}
