//! The record of a turn, with its cost.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    Change,
    combat::event::CombatEvent,
    dice::Roll,
    id::{CharacterId, NpcId, SeatId, SessionId, TurnId},
    whisper::Whisper,
};

/// One exchange: a player's message and the Dungeon Master's answer, with everything it changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TurnRecord)]
pub struct Turn {
    /// Never reused.
    pub id: TurnId,
    /// From 1. An undone turn frees its number.
    pub seq: u32,
    pub session_id: SessionId,
    pub character_id: CharacterId,
    /// The seat of the player; absent if no guest was ever invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub seat: Option<SeatId>,
    /// The player's message, trimmed. In a round, one line per hero with name and message.
    pub message: String,
    /// Each hero's action, for a round with several; absent otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub deeds: Vec<HeroDeed>,
    /// Words that only some of the people at the table may read; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub whispers: Vec<Whisper>,
    /// The answer of the Dungeon Master, or of the NPCs who were addressed.
    pub narrative: String,
    /// The NPCs who answered instead of the Dungeon Master, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub speakers: Vec<Speaker>,
    /// Tool calls in order: the rules judge's, then the Dungeon Master's.
    pub tool_calls: Vec<ToolCallRecord>,
    /// In order.
    pub changes: Vec<Change>,
    /// Combat events in order, in and out of fights; absent in turns saved by versions without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub combat_events: Vec<CombatEvent>,
    /// Other versions of the answer.
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    pub usage: Usage,
    /// The model that wrote the answer.
    pub model: String,
    /// When the turn started.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// When the answer was complete.
    #[schema(value_type = String, format = DateTime)]
    pub ended_at: Timestamp,
}

/// One hero's action in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeroDeed {
    /// The seat of the person who acts; absent in a copy of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub seat: Option<SeatId>,
    pub character_id: CharacterId,
    /// The message, trimmed.
    pub message: String,
}

/// The messages of several heroes as one text: a line per hero with name and message.
pub fn words_of_all<'a>(deeds: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let line = |(name, words): (&str, &str)| format!("{name}: {}", crate::wording::one_line(words));
    deeds.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Most NPCs who answer in one turn.
pub const MAX_SPEAKERS: usize = 3;

/// An NPC who answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Speaker {
    pub npc_id: NpcId,
    /// Display name.
    pub name: String,
}

/// Another version of a turn's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    pub turn_id: TurnId,
    pub narrative: String,
    pub model: String,
    /// When the answer was complete.
    #[schema(value_type = String, format = DateTime)]
    pub ended_at: Timestamp,
}

/// The texts of a turn that later prompts show. It deserializes from the JSON of a whole turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    pub seq: u32,
    pub message: String,
    pub narrative: String,
    /// The NPCs who answered, if not the Dungeon Master.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speakers: Vec<Speaker>,
}

impl Exchange {
    /// The answer for prompts: a single NPC's answer is preceded by the name.
    pub fn told(&self) -> String {
        match self.speakers.as_slice() {
            // Several NPCs are named in the answer itself.
            [one] if !self.narrative.starts_with(&format!("{}:", one.name)) => {
                format!("{}: {}", one.name, self.narrative)
            }
            _ => self.narrative.clone(),
        }
    }
}

impl Turn {
    /// Removes the seats: they are meaningless in the copy of a session.
    pub fn forget_seats(&mut self) {
        self.seat = None;
        self.deeds.iter_mut().for_each(|deed| deed.seat = None);
        self.whispers.clear();
    }

    pub fn exchange(&self) -> Exchange {
        Exchange {
            seq: self.seq,
            message: self.message.clone(),
            narrative: self.narrative.clone(),
            speakers: self.speakers.clone(),
        }
    }

    pub fn as_alternative(&self) -> Alternative {
        Alternative {
            turn_id: self.id.clone(),
            narrative: self.narrative.clone(),
            model: self.model.clone(),
            ended_at: self.ended_at,
        }
    }

    /// Dice rolls of this turn, in order.
    pub fn rolls(&self) -> Vec<&Roll> {
        rolls(&self.changes)
    }
}

/// Dice rolls among some changes, in order.
pub fn rolls(changes: &[Change]) -> Vec<&Roll> {
    changes
        .iter()
        .filter_map(|change| match change {
            Change::DiceRolled { roll } => Some(roll),
            _ => None,
        })
        .collect()
}

/// A tool call of the Dungeon Master or the rules judge, with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallRecord {
    /// Unique in its turn.
    pub call_id: String,
    /// As the model wrote it.
    pub name: String,
    /// As the model wrote it.
    pub input: Value,
    /// The exact text returned to the model; players see only its public part.
    pub result: String,
    /// Whether the result is an error.
    pub is_error: bool,
    /// Replaces the result for players, if the tool set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub public_result: Option<String>,
}

/// Tokens and cost, in total and by agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    #[serde(flatten)]
    pub total: Spent,
    pub by_agent: BTreeMap<String, Spent>,
}

/// Tokens and their cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// Input at the full price.
    pub input_tokens: u64,
    /// Input read from the provider's cache.
    pub cache_read_tokens: u64,
    /// Input written to the provider's cache.
    pub cache_write_tokens: u64,
    /// Including thinking.
    pub output_tokens: u64,
    /// US dollars; null if the price of a model is unknown.
    #[schema(value_type = Option<f64>)]
    pub cost_usd: Cost,
}

/// Money in whole pico-dollars, so that parts always sum to their total; unknown if any part is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<f64>", into = "Option<f64>")]
pub struct Cost(pub Option<u64>);

impl Default for Cost {
    fn default() -> Self {
        Self(Some(0))
    }
}

impl From<Option<f64>> for Cost {
    fn from(usd: Option<f64>) -> Self {
        // Exact below nine thousand dollars, where the number has at most 53 bits.
        Self(usd.map(|usd| (usd * 1e12).round() as u64))
    }
}

impl From<Cost> for Option<f64> {
    fn from(cost: Cost) -> Self {
        cost.0.map(|pico| pico as f64 / 1e12)
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.cache_read_tokens = self.cache_read_tokens.saturating_add(other.cache_read_tokens);
        self.cache_write_tokens = self.cache_write_tokens.saturating_add(other.cache_write_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.cost_usd = Cost(self.cost_usd.0.zip(other.cost_usd.0).map(|(a, b)| a.saturating_add(b)));
    }
}

impl Usage {
    /// Adds the usage of an agent.
    pub fn count(&mut self, agent: &str, spent: Spent) {
        self.total += spent;
        *self.by_agent.entry(agent.to_owned()).or_default() += spent;
    }

    /// Adds another usage.
    pub fn add(&mut self, other: &Self) {
        self.total += other.total;
        for (agent, spent) in &other.by_agent {
            *self.by_agent.entry(agent.clone()).or_default() += *spent;
        }
    }
}
