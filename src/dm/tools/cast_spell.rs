//! `cast_spell`: casts a spell outside a fight.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{Answer, CallSummary, PublicCall, PublicResult, Tool, ToolError},
    dm::Draft,
    game::{combat::event, command},
};

/// Cast a hero's spell where nobody fights; slot, concentration and effect are the rules'. A spell they have no numbers for
/// takes its slot, too; its text is quoted where it is known, and you tell what it does.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CastSpell {
    /// One the hero knows.
    pub spell: String,
    /// Heroes or those in the scene.
    #[serde(default)]
    pub targets: Vec<String>,
    /// The slot's level; the lowest if left out.
    #[serde(default)]
    pub slot: Option<u8>,
    /// A hero; left out, the one who acts.
    #[serde(default)]
    pub character: Option<String>,
}

impl Tool for CastSpell {
    const NAME: &'static str = "cast_spell";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Weaving a spell", "Cast a spell");
    const PUBLIC: PublicCall = PublicCall {
        input: &["spell", "targets", "slot", "character"],
        result: PublicResult::Fields(&["ok", "happened", "slot"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        let caster = self.character.unwrap_or_else(|| draft.acting().to_string());
        let cast = draft.by_rules(|bout| command::cast(bout, &caster, &self.spell, &self.targets, self.slot));
        let (slot, happened) = cast?;
        let mut answer = json!({"ok": true, "happened": event::lines(&happened)});
        if slot > 0 {
            answer["slot"] = json!(slot);
        }
        Ok(Answer::done(answer.to_string()))
    }
}
