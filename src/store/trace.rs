//! What the agents of a turn saw and did: kept beside the turn for whoever looks into how it was told. Nothing is played
//! from it; an export or a backup leaves it out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use game::turn::{Speaker, Spent};

/// Most bytes of a turn's trace as JSON, well below what a store takes of one record.
pub const MAX_TRACE_BYTES: usize = 256 * 1024;
/// Most bytes of all texts together, so that later calls are still told in outline.
const MAX_TEXT_BYTES: usize = 192 * 1024;
/// Most bytes of one call without its texts, so that one of many parts leaves room for the others.
const MAX_CALL_BYTES: usize = 32 * 1024;

/// The requests and replies of a turn's agents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trace {
    /// Each question and its answer, in the order they ended.
    pub calls: Vec<AgentCall>,
    /// How many more there was no room for.
    #[serde(default)]
    pub n_left_out: u32,
    /// The findings of the narration check, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narration: Option<NarrationTrace>,
    /// How the words of a session in another language than English were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<InterpretationTrace>,
    /// What was put before each agent that had hints or notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<AgentHints>,
    /// Bytes of what stands in `calls`, as JSON.
    #[serde(skip)]
    bytes: usize,
    /// Bytes of the texts among them.
    #[serde(skip)]
    text_bytes: usize,
}

/// What the check of a turn's narration found, and what came of it. Short by itself: it counts for no bound.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NarrationTrace {
    /// What the story claimed as it was first told, and nothing bore out.
    pub findings: Vec<Unexplained>,
    /// What the reviewer said of the story; null if none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewTrace>,
    /// How that was put to the model; null where it was not.
    pub objection: Option<String>,
    /// Events found by the detector of earlier versions; always null in new traces, which have `review`.
    #[serde(default)]
    pub detected: Option<DetectedEvents>,
    /// What went wrong with whoever was to write it down, such as `hp failed: …`.
    pub notes: Vec<String>,
    /// What was left in the end, and the player was told.
    pub remaining: Vec<Unexplained>,
    /// What the model told or said and the turn's story doesn't hold: the first story where it was told again, and remarks after
    /// the objection.
    #[serde(default)]
    pub discarded: Vec<Discarded>,
}

/// How the player's words were read by the utility model: wholly in a session whose language is not English, where rules of the
/// server read English alone; in any other only for who hears them, if that was open.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InterpretationTrace {
    /// The session's language, as a BCP 47 tag; `en` where none was chosen.
    pub language: String,
    /// Why the words were not read for the rules judge's gate, the suggestions, whispers and the narration check; null if they were,
    /// or if nothing had to be read.
    pub off: Option<String>,
    /// The words in English.
    pub english: Option<String>,
    /// Whether the hero tries something that dice may decide.
    pub is_contested: Option<bool>,
    /// The names of those whom a whisper is for, also where that was decided without an answer; null if nothing was whispered.
    pub whispered_to: Option<Vec<String>>,
    /// The kinds of events that the words make due.
    pub due: Vec<String>,
    /// Why sentences of the server were left in English; null if none were.
    pub left_in_english: Option<String>,
}

/// What a review of the findings came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewTrace {
    /// Why the story was reviewed: `findings`, or the kind of event that its words seemed to tell of, such as `gold`.
    pub cause: String,
    /// Findings that the story does not claim.
    pub rejected: Vec<Unexplained>,
    /// What else it claims that is not recorded.
    pub added: Vec<Unexplained>,
    /// Why there is no review; null if there is one.
    pub failure: Option<String>,
}

/// A text of the model's that is no part of the turn's story.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Discarded {
    /// What it says.
    pub text: String,
    /// `replaced`: the story was told again; `not_a_story`: it was said after the objection and is no story.
    pub reason: String,
}

/// What was put before an agent: which tools the player's words seemed to make due. Short by itself: it counts for no bound.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentHints {
    /// Whose prompt it stood in, as in `usage.byAgent`.
    pub agent: String,
    /// What else was worth knowing of the words.
    pub notes: Vec<String>,
    /// The hints, the surest first.
    pub made: Vec<Hint>,
    /// Whether they were only counted, and the agent was told none of it: the session is set aside for comparison.
    #[serde(default)]
    pub withheld: bool,
}

/// A tool that a player's words seemed to make due.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// The tool.
    pub tool: String,
    /// The field of it that was meant; null where the tool is meant as a whole.
    pub field: Option<String>,
    /// What it would be given, as far as the words say.
    pub arguments: BTreeMap<String, String>,
    /// How sure its rule was, from 0 to 1.
    pub confidence: f64,
    /// Why it was made.
    pub reason: String,
    /// The rule that made it; empty in traces of earlier versions.
    #[serde(default)]
    pub rule: String,
    /// Whether the turn's calls used the tool, in that field, and were carried out.
    pub followed: bool,
}

/// Something a story claims and nothing bears out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unexplained {
    /// What it is about: `hit_points`, `gold`, `item_gained`, `item_lost`, `death`, `condition`, `place`, `quest`, `level`, `roll`, `spell_slot`, `rest`.
    pub kind: String,
    /// The words of the story.
    pub quote: String,
    /// What the table says.
    pub truth: String,
}

/// What kinds of things a story makes happen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetectedEvents {
    /// Among `hp_change`, `effect_applied`, `resource_usage`, `state_change`; empty where that could not be said.
    pub detected_events: Vec<String>,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// Why.
    pub reasoning: String,
}

/// One question to a model and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentCall {
    /// Who asked, as in `usage.byAgent`.
    pub agent: String,
    /// Who spoke by it, where somebody answered for themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<Speaker>,
    /// The model that answered, as it names itself, or else as it was asked for.
    pub model: String,
    /// What it was shown, in order.
    pub prompt: Vec<PromptBlock>,
    /// How many blocks more there was no room for.
    #[serde(default)]
    pub n_blocks_left_out: u32,
    /// The names of the tools it was offered.
    pub tools: Vec<String>,
    /// How many bytes of text it answered.
    pub text_bytes: usize,
    /// The tools it called, in order.
    pub tool_calls: Vec<CalledTool>,
    /// What it used.
    pub usage: Spent,
    /// Why its answer ended, in the words of the protocol; null where there is none.
    pub stop_reason: Option<String>,
    /// `answered`, or in words why there is no answer.
    pub outcome: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// One part of a prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptBlock {
    /// What it is: `tools`, `instructions`, `window`, the name a block has in brackets (`table`, `ruling`, `fight` …), `words`,
    /// `question`, `schema`, `reply`, `call NAME`, `result of NAME`, `nudge`.
    pub name: String,
    /// How many tokens it comes to, estimated.
    pub tokens: usize,
    /// The first 16 digits of its SHA-256, in hex: equal where the text is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What it says. Absent for what never changes, for the window, and where a block of this digest stands before it in
    /// the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The sequence numbers of the turns a window shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seqs: Vec<u32>,
    /// Whether the text was cut for want of room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A tool that was called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalledTool {
    /// The call's id, as in `toolCalls` of the turn.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
}

impl Trace {
    /// Whether no agent was called.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.n_left_out == 0 && self.narration.is_none() && self.hints.is_empty()
    }

    /// Adds a call within the room there is. A text that was told before in this turn is left out; of what there is no
    /// room for, texts are cut first, then blocks, then the call itself is only counted.
    pub fn add(&mut self, mut call: AgentCall) {
        // Room is kept for saying of every text that it was cut.
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

    /// Whether a block's text stands in one before it.
    fn has_told(&self, before: &[PromptBlock], block: &PromptBlock) -> bool {
        let mut told = self.calls.iter().flat_map(|call| &call.prompt).chain(before);
        told.any(|it| it.text.is_some() && it.digest == block.digest)
    }
}

/// Puts as much of a text into its block as there is room for; so much is kept for what says that it was cut.
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

/// Bytes of something as JSON.
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
