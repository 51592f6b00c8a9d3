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
};

/// One exchange: a player's message and the Dungeon Master's answer, with everything it changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TurnRecord)]
pub struct Turn {
    /// Never reused.
    pub id: TurnId,
    /// 1 for a session's first turn; a turn taken back frees its number.
    pub seq: u32,
    /// Whose turn it is.
    pub session_id: SessionId,
    /// The hero who acted.
    pub character_id: CharacterId,
    /// The seat of the person who acted; absent where nobody was ever invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub seat: Option<SeatId>,
    /// The player's words, trimmed. Of a round, each hero's name and words in a line.
    pub message: String,
    /// What each hero does, where it is the turn of a round in which several act; absent in all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub deeds: Vec<Deed>,
    /// The Dungeon Master's answer, or that of those who were spoken to.
    pub narrative: String,
    /// Those who were spoken to and answered in the Dungeon Master's place, in their order; absent where that was nobody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub speakers: Vec<Speaker>,
    /// The calls of tools, in order: the one that settled what was tried, and the Dungeon Master's.
    pub tool_calls: Vec<ToolCallRecord>,
    /// What changed, in order.
    pub changes: Vec<Change>,
    /// What happened in it by the rules of combat, in order, in and out of fights; absent where nothing did, and in turns
    /// that were saved without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub combat_events: Vec<CombatEvent>,
    /// Other tellings of the same message.
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// What it cost.
    pub usage: Usage,
    /// The model that told it.
    pub model: String,
    /// When the message was taken up.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// When the answer was whole.
    #[schema(value_type = String, format = DateTime)]
    pub ended_at: Timestamp,
}

/// What one hero does in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeroDeed)]
pub struct Deed {
    /// The seat of the person who acts; absent in a copy of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub seat: Option<SeatId>,
    /// The hero.
    pub character_id: CharacterId,
    /// Their words, trimmed.
    pub message: String,
}

/// The words of heroes who act together, as one message: each hero's name and words in a line.
pub fn words_of_all<'a>(deeds: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let line = |(name, words): (&str, &str)| format!("{name}: {}", crate::wording::one_line(words));
    deeds.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Most people who answer for themselves in one turn.
pub const MAX_SPEAKERS: usize = 3;

/// Somebody who speaks for themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Speaker {
    /// Who it is, as the session's lists name them.
    pub npc_id: NpcId,
    /// As they are called.
    pub name: String,
}

/// Another telling of a turn's message, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    /// The id it has as a turn.
    pub turn_id: TurnId,
    /// The Dungeon Master's answer.
    pub narrative: String,
    /// The model that told it.
    pub model: String,
    /// When the answer was whole.
    #[schema(value_type = String, format = DateTime)]
    pub ended_at: Timestamp,
}

/// What was said in a turn: all that a later prompt shows of it. The JSON of a whole turn is read as one too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The turn's sequence number.
    pub seq: u32,
    /// The player's words.
    pub message: String,
    /// The answer.
    pub narrative: String,
    /// Who gave it, where that was not the Dungeon Master.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speakers: Vec<Speaker>,
}

impl Exchange {
    /// The answer as whoever tells the story reads it: what somebody said for themselves has their name before it, once.
    pub fn told(&self) -> String {
        match self.speakers.as_slice() {
            // Several are told apart in the answer itself.
            [one] if !self.narrative.starts_with(&format!("{}:", one.name)) => {
                format!("{}: {}", one.name, self.narrative)
            }
            _ => self.narrative.clone(),
        }
    }
}

impl Turn {
    /// Forgets who sat where: the turn is copied to another session, where those seats mean nothing.
    pub fn forget_seats(&mut self) {
        self.seat = None;
        self.deeds.iter_mut().for_each(|deed| deed.seat = None);
    }

    /// What was said in it.
    pub fn exchange(&self) -> Exchange {
        Exchange {
            seq: self.seq,
            message: self.message.clone(),
            narrative: self.narrative.clone(),
            speakers: self.speakers.clone(),
        }
    }

    /// The turn as one telling among others.
    pub fn as_alternative(&self) -> Alternative {
        Alternative {
            turn_id: self.id.clone(),
            narrative: self.narrative.clone(),
            model: self.model.clone(),
            ended_at: self.ended_at,
        }
    }

    /// The dice thrown in this turn, in order.
    pub fn rolls(&self) -> Vec<&Roll> {
        rolls(&self.changes)
    }
}

/// The dice thrown among some changes, in order.
pub fn rolls(changes: &[Change]) -> Vec<&Roll> {
    changes
        .iter()
        .filter_map(|change| match change {
            Change::DiceRolled { roll } => Some(roll),
            _ => None,
        })
        .collect()
}

/// A call of a tool, the Dungeon Master's or the rules judge's, and its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallRecord {
    /// The call's id, unique in its turn.
    pub call_id: String,
    /// The tool's name as the model wrote it.
    pub name: String,
    /// Its input as the model wrote it.
    pub input: Value,
    /// The exact text the model got; a player is shown what of it is public.
    pub result: String,
    /// Whether that was a refusal.
    pub is_error: bool,
    /// What players read in place of the result, where the tool said so itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub public_result: Option<String>,
}

/// Tokens and money, in all and by agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// All agents together.
    #[serde(flatten)]
    pub total: Spent,
    /// Each agent's part.
    pub by_agent: BTreeMap<String, Spent>,
}

/// Tokens and what they cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// Input at the full price.
    pub input_tokens: u64,
    /// Input read from the provider's cache.
    pub cache_read_tokens: u64,
    /// Input written to it.
    pub cache_write_tokens: u64,
    /// Output, thinking included.
    pub output_tokens: u64,
    /// US dollars; null once a model of unknown price took part.
    #[schema(value_type = Option<f64>)]
    pub cost_usd: Cost,
}

/// Money in whole pico-dollars, so that parts always sum to their total; unknown once any part is unknown.
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
        // Exact for every sum below nine thousand dollars: such a number has at most 53 bits.
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
    /// Counts what an agent spent.
    pub fn count(&mut self, agent: &str, spent: Spent) {
        self.total += spent;
        *self.by_agent.entry(agent.to_owned()).or_default() += spent;
    }

    /// Counts everything of another usage.
    pub fn add(&mut self, other: &Self) {
        self.total += other.total;
        for (agent, spent) in &other.by_agent {
            *self.by_agent.entry(agent.clone()).or_default() += *spent;
        }
    }
}
