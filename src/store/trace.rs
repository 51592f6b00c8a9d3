//! Requests and replies of a turn's agents, stored beside the turn for debugging. Nothing is replayed
//! from it; an export or a backup leaves it out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use game::turn::{Speaker, Spent};

/// Maximum size of a turn's trace as JSON in bytes, well below the stores' limit for a record.
pub const MAX_TRACE_BYTES: usize = 256 * 1024;
/// Maximum size of all texts together, so that later calls can still be listed.
const MAX_TEXT_BYTES: usize = 192 * 1024;
/// Maximum size of one call without its texts, so that a single call can't use all space.
const MAX_CALL_BYTES: usize = 32 * 1024;

/// Requests and replies of a turn's agents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// In order of completion.
    pub calls: Vec<AgentCall>,
    /// Number of calls that exceeded the size limit.
    #[serde(default)]
    pub n_left_out: u32,
    /// The findings of the narration check, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narration: Option<NarrationTrace>,
    /// The interpretation of a message in another language than English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<InterpretationTrace>,
    /// Hints and notes of each agent that had any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<AgentHints>,
    /// Size of `calls` as JSON.
    #[serde(skip)]
    bytes: usize,
    /// Size of the texts in `calls`.
    #[serde(skip)]
    text_bytes: usize,
}

/// The result of the narration check. It is short and not subject to the limits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NarrationTrace {
    /// Claims of the first version of the story that no record supports.
    pub findings: Vec<Unexplained>,
    /// The reviewer's answer; null if there was no review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewTrace>,
    /// The objection to the model; null if there was none.
    pub objection: Option<String>,
    /// Events found by the detector of earlier versions; always null in new traces, which have `review`.
    #[serde(default)]
    pub detected: Option<DetectedEvents>,
    /// Errors of the extractors, such as `hp failed: …`.
    pub notes: Vec<String>,
    /// Findings that remained, of which the player was notified.
    pub remaining: Vec<Unexplained>,
    /// Texts of the model that aren't part of the story: a replaced first version, and remarks after the objection.
    #[serde(default)]
    pub discarded: Vec<Discarded>,
}

/// The utility model's reading of the player's message: a full translation in a session whose language is not English; otherwise
/// only the audience, if it was unclear.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InterpretationTrace {
    /// The session's language as a BCP 47 tag; default `en`.
    pub language: String,
    /// Why the message was not translated for the rules judge's gate, hints, whispers and the narration check; null if it was,
    /// or if that wasn't needed.
    pub off: Option<String>,
    /// The message in English.
    pub english: Option<String>,
    /// Whether the message contains an action that dice may decide.
    pub is_contested: Option<bool>,
    /// Names of the people who hear a whisper, also if it was decided without an answer; null if nothing was whispered.
    pub whispered_to: Option<Vec<String>>,
    /// Kinds of events that the message implies.
    pub due: Vec<String>,
    /// Why sentences of the server stayed in English; null if none did.
    pub left_in_english: Option<String>,
}

/// The result of a review.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewTrace {
    /// The cause of the review: `findings`, or a kind of event such as `gold`.
    pub cause: String,
    /// Findings that the story doesn't claim.
    pub rejected: Vec<Unexplained>,
    /// Further claims that aren't recorded.
    pub added: Vec<Unexplained>,
    /// Why there is no result; null if there is one.
    pub failure: Option<String>,
}

/// A text of the model that isn't part of the story.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discarded {
    pub text: String,
    /// `replaced`: a new version replaced it; `not_a_story`: a remark after the objection.
    pub reason: String,
}

/// Hints for an agent. They are short and not subject to the limits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHints {
    /// The agent, as in `usage.byAgent`.
    pub agent: String,
    /// Other notes on the message.
    pub notes: Vec<String>,
    /// Surest first.
    pub made: Vec<Hint>,
    /// Whether they were only counted and not shown to the agent: the session is set aside for comparison.
    #[serde(default)]
    pub withheld: bool,
}

/// A suggested tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    pub tool: String,
    /// The suggested field; null for the whole tool.
    pub field: Option<String>,
    /// Suggested arguments, as far as the message has them.
    pub arguments: BTreeMap<String, String>,
    /// From 0 to 1.
    pub confidence: f64,
    pub reason: String,
    /// Empty in traces of earlier versions.
    #[serde(default)]
    pub rule: String,
    /// Whether the turn successfully used the tool, with that field.
    pub followed: bool,
}

/// A claim of a story that no record supports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unexplained {
    /// The kind of claim: `hit_points`, `gold`, `item_gained`, `item_lost`, `death`, `condition`, `place`, `quest`, `level`,
    /// `roll`, `spell_slot`, `rest`.
    pub kind: String,
    pub quote: String,
    /// The recorded state.
    pub truth: String,
}

/// Kinds of events in a story.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetectedEvents {
    /// Of `hp_change`, `effect_applied`, `resource_usage`, `state_change`; empty if unknown.
    pub detected_events: Vec<String>,
    /// From 0 to 1.
    pub confidence: f64,
    pub reasoning: String,
}

/// One call of a model, with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCall {
    /// The agent, as in `usage.byAgent`.
    pub agent: String,
    /// The NPC who spoke, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<Speaker>,
    /// The model's own name, or the requested one.
    pub model: String,
    /// The prompt's blocks, in order.
    pub prompt: Vec<PromptBlock>,
    /// Number of blocks that exceeded the size limit.
    #[serde(default)]
    pub n_blocks_left_out: u32,
    /// Names of the offered tools.
    pub tools: Vec<String>,
    /// Bytes of text in the answer.
    pub text_bytes: usize,
    /// In order.
    pub tool_calls: Vec<CalledTool>,
    pub usage: Spent,
    /// The protocol's stop reason; null if there is none.
    pub stop_reason: Option<String>,
    /// `answered`, or the reason why there is no answer.
    pub outcome: String,
    /// Duration in milliseconds.
    pub took_ms: u64,
}

/// One block of a prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptBlock {
    /// `tools`, `instructions`, `window`, the name of a block in brackets (`table`, `ruling`, `fight` …), `words`, `question`,
    /// `schema`, `reply`, `call NAME`, `result of NAME`, `nudge`.
    pub name: String,
    /// Estimated number of tokens.
    pub tokens: usize,
    /// First 16 hex digits of the SHA-256 of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Absent for constant blocks, for the window, and if a block with this digest precedes it in the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Sequence numbers of the turns in a window.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seqs: Vec<u32>,
    /// Whether the text was cut to fit the size limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalledTool {
    /// As in `toolCalls` of the turn.
    pub call_id: String,
    pub name: String,
}

impl Trace {
    /// Whether no agent was called.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.n_left_out == 0 && self.narration.is_none() && self.hints.is_empty()
    }

    /// Adds a call within the size limits. Texts that occurred before in this turn are left out; to fit, texts are cut first,
    /// then blocks, then the call is only counted.
    pub fn add(&mut self, mut call: AgentCall) {
        // Space is reserved to mark every text as cut.
        let take = |block: &mut PromptBlock| {
            let text = block.text.take();
            block.cut = text.is_some();
            text
        };
        let mut texts: Vec<Option<String>> = call.prompt.iter_mut().map(take).collect();
        let room = MAX_TRACE_BYTES.saturating_sub(self.bytes);
        while json_bytes(&call) > MAX_CALL_BYTES.min(room) {
            if call.prompt.is_empty() && call.tool_calls.is_empty() {
                self.n_left_out += 1;
                return;
            }
            let left = call.prompt.len() / 2;
            call.n_blocks_left_out += u32::try_from(call.prompt.len() - left).unwrap_or(u32::MAX);
            call.prompt.truncate(left);
            texts.truncate(left);
            call.tool_calls.truncate(call.tool_calls.len() / 2);
        }
        let mut bytes = json_bytes(&call);
        for (i, text) in texts.into_iter().enumerate() {
            let Some(text) = text.filter(|_| !self.has_told(&call.prompt[..i], &call.prompt[i])) else {
                call.prompt[i].cut = false;
                continue;
            };
            let before = json_bytes(&call.prompt[i]);
            let for_texts = MAX_TEXT_BYTES.saturating_sub(self.text_bytes);
            put(&mut call.prompt[i], text, for_texts.min(room.saturating_sub(bytes)));
            let more = json_bytes(&call.prompt[i]).saturating_sub(before);
            self.text_bytes += more;
            bytes += more;
        }
        self.bytes += bytes;
        self.calls.push(call);
    }

    /// Whether an earlier block has the same text.
    fn has_told(&self, before: &[PromptBlock], block: &PromptBlock) -> bool {
        let mut told = self.calls.iter().flat_map(|call| &call.prompt).chain(before);
        told.any(|it| it.text.is_some() && it.digest == block.digest)
    }
}

/// Puts as much of a text into its block as fits.
fn put(block: &mut PromptBlock, text: String, room: usize) {
    const OVERHEAD: usize = 32;
    let room = room.saturating_sub(OVERHEAD);
    if json_bytes(&text) <= room {
        block.text = Some(text);
        block.cut = false;
        return;
    }
    let mut kept = text;
    while !kept.is_empty() && json_bytes(&kept) > room {
        let half = (0..=kept.len() / 2).rev().find(|at| kept.is_char_boundary(*at)).unwrap_or_default();
        kept.truncate(half);
    }
    block.text = (!kept.is_empty()).then_some(kept);
}

/// Size as JSON in bytes.
fn json_bytes<T: Serialize>(it: &T) -> usize {
    serde_json::to_vec(it).map_or(usize::MAX, |json| json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(name: &str, text: &str) -> PromptBlock {
        PromptBlock {
            name: name.into(),
            digest: Some(text.len().to_string()),
            text: Some(text.into()),
            ..PromptBlock::default()
        }
    }

    fn call(prompt: Vec<PromptBlock>) -> AgentCall {
        AgentCall {
            agent: "dungeonMaster".into(),
            speaker: None,
            model: "a-model".into(),
            prompt,
            n_blocks_left_out: 0,
            tools: Vec::new(),
            text_bytes: 0,
            tool_calls: Vec::new(),
            usage: Spent::default(),
            stop_reason: None,
            outcome: "answered".into(),
            took_ms: 1,
        }
    }

    #[test]
    fn what_was_told_before_in_the_turn_is_named_without_its_text() {
        let mut trace = Trace::default();
        trace.add(call(vec![block("table", "a table")]));
        trace.add(call(vec![block("table", "a table"), block("words", "I go.")]));
        let told: Vec<Option<&str>> = trace.calls[1].prompt.iter().map(|it| it.text.as_deref()).collect();
        assert_eq!(told, [None, Some("I go.")]);
    }

    #[test]
    fn a_trace_never_grows_above_its_bound_and_says_what_it_cut() {
        let mut trace = Trace::default();
        for n in 0..40 {
            // Control characters take six bytes each in JSON.
            let text = "\u{1}ä".repeat(5_000 + n);
            let blocks = (0..30 * n).map(|i| block("result of a_tool", &format!("{text}{i}"))).collect();
            trace.add(call(blocks));
        }
        assert!(json_bytes(&trace) <= MAX_TRACE_BYTES + 100, "{}", json_bytes(&trace));
        assert!(trace.calls.iter().flat_map(|call| &call.prompt).any(|block| block.cut));
        assert!(trace.calls.iter().any(|call| call.n_blocks_left_out > 0));
        assert!(trace.n_left_out > 0);
    }
}
