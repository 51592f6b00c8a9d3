//! The event detector: what kinds of things a telling makes happen, so that nobody is asked for the others.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    dm::{agents::EVENT_DETECTOR, draft::Draft, redaction::redacted, single_shot},
    game::wording::cut,
    store::DetectedEvents,
};

use super::{
    Question, asked,
    extractor::Extractor,
    material::{Reader, material},
};

pub(super) const INSTRUCTIONS: &str = include_str!("detector.md");
/// The most tokens of the answer, thinking included.
const MAX_TOKENS: u32 = 1024;
/// The most of its reason that is kept, in characters.
const MAX_REASON: usize = 400;

/// Its answer.
#[derive(Debug, Deserialize)]
struct Detected {
    detected_events: Vec<String>,
    confidence: f64,
    #[serde(default)]
    reasoning: String,
}

/// Says which kinds of things happen; none, with no confidence, where the model fails, is too slow or talks nonsense.
pub(super) async fn detect(draft: &mut Draft, told: &str, written: &str) -> DetectedEvents {
    static SCHEMA: LazyLock<Value> = LazyLock::new(schema);
    let question = Question {
        agent: EVENT_DETECTOR,
        instructions: INSTRUCTIONS.trim_end(),
        max_tokens: MAX_TOKENS,
        words: material(draft.game(), draft.handed_over().as_ref(), Reader::Detector, told, written),
        schema: SCHEMA.clone(),
    };
    let (text, spent) = asked(draft, question).await;
    if let Some((model, tokens)) = spent {
        draft.count(EVENT_DETECTOR, &model, &tokens);
    }
    read(text)
}

fn read(text: Result<String, String>) -> DetectedEvents {
    let nothing = |why: String| DetectedEvents { reasoning: why, ..DetectedEvents::default() };
    let text = match text {
        Ok(text) => text,
        Err(why) => return nothing(why),
    };
    let known = |event: &String| Extractor::ALL.iter().any(|it| it.event() == event);
    match single_shot::object::<Detected>(&text) {
        Some(it) if it.detected_events.iter().all(known) => DetectedEvents {
            detected_events: it.detected_events,
            confidence: it.confidence.clamp(0.0, 1.0),
            reasoning: cut(&redacted(&it.reasoning), MAX_REASON).to_owned(),
        },
        _ => nothing("the answer was not what was asked for".to_owned()),
    }
}

/// What its answer looks like.
pub(super) fn schema() -> Value {
    let events: Vec<&str> = Extractor::ALL.iter().map(|it| it.event()).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "detected_events": {"type": "array", "items": {"type": "string", "enum": events}},
            "confidence": {"type": "number"},
            "reasoning": {"type": "string"},
        },
        "required": ["detected_events", "confidence", "reasoning"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_goes_wrong_nothing_is_detected() {
        let garbage = [
            "",
            "None, I think.",
            "{\"detected_events\": [\"earthquake\"], \"confidence\": 1}",
            "{\"detected_events\": \"hp_change\", \"confidence\": 1}",
            "{\"detected_events\": [\"hp_change\"]}",
        ];
        for text in garbage.map(|text| Ok(text.to_owned())).into_iter().chain([Err("too slow".to_owned())]) {
            let read = read(text.clone());
            assert_eq!((read.detected_events.len(), read.confidence), (0, 0.0), "{text:?}");
            assert!(!read.reasoning.is_empty());
        }
        let sure =
            read(Ok("{\"detected_events\": [\"hp_change\"], \"confidence\": 7, \"reasoning\": \"A cut.\"}".into()));
        assert_eq!((sure.detected_events, sure.confidence), (vec!["hp_change".to_owned()], 1.0));
    }
}
