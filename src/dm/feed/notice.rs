//! The codes of notices.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// The code of the notice that a model is busy, which is shown at once in every language.
pub(in crate::dm) const MODEL_WAITING: &str = "model_waiting";

/// All notice codes of turns and of the author, with their meanings.
const CODES: [(&str, &str); 12] = [
    (MODEL_WAITING, "The model's provider is busy, and the request is sent again."),
    ("model_swapped", "Little may be spent, so the cheaper model plays."),
    ("model_refused", "The model refused to tell this."),
    ("budget_reached", "The model used up its replies."),
    ("context_full", "The conversation outgrew the model's window."),
    ("spending_cap_reached", "A spending cap was reached; what was done until then is kept."),
    ("narration_check", "The story and the game's records did not fully agree."),
    ("combat_tool_blocked", "A change by hand was left out, because the rules of the fight decide it."),
    ("fight_not_begun", "A fight that was about to begin did not; the message says why."),
    ("hero_is_down", "A hero who is dead or at 0 hit points can do nothing."),
    (
        "english_only",
        "The session's language is not English, and the built-in storyteller, which speaks English only, plays.",
    ),
    ("finalized", "The campaign can be played now."),
];

/// The code of a notice. Records store it as text, because later versions may add codes.
pub struct NoticeCode;

impl NoticeCode {
    /// Whether this version defines the code.
    pub fn is_known(code: &str) -> bool {
        CODES.iter().any(|(known, _)| *known == code)
    }
}

impl PartialSchema for NoticeCode {
    fn schema() -> RefOr<Schema> {
        let lines: String = CODES.iter().map(|(code, sentence)| format!("\n- `{code}`: {sentence}")).collect();
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(CODES.map(|(code, _)| code)))
            .description(Some(format!("A stable code. Later versions may add codes.\n{lines}")))
            .into()
    }
}

impl ToSchema for NoticeCode {}
