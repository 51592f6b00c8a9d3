//! A session: a game and its metadata.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Game, id::SessionId, safety::TableSafety, turn::Usage};

/// A session as a store keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// What is kept about the game.
    pub head: SessionHead,
    /// The game after its last turn.
    pub game: Game,
}

/// What is kept about a game beside its state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionHead {
    /// Never reused.
    pub id: SessionId,
    /// The player it belongs to; `local` where nobody signs in.
    pub owner: String,
    /// As the player named it.
    pub title: String,
    /// Grows by one with everything that is saved.
    pub version: u64,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last saved.
    pub updated_at: Timestamp,
    /// How many turns there are; the last one's sequence number.
    pub n_turns: u32,
    /// The first turn the next prompt shows; moves in steps, so that the prompt's prefix rarely does.
    pub window_from: u32,
    /// What it has cost.
    pub usage: Usage,
    /// SHA-256 in hex of the request it was begun with, where that had a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_fingerprint: Option<String>,
    /// The commitments of seeds that another session of the same past may still play with: this one never reveals
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared_seeds: Vec<String>,
    /// What was spent on it here, in pico-dollars, whatever became of it: unlike [`usage`](Self::usage), which says what
    /// its turns have cost, it never falls.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub spent_pico_usd: u64,
    /// The most its player wants to spend on it, in pico-dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_pico_usd: Option<u64>,
    /// Lines, veils and dials, which no undone turn takes back.
    #[serde(default, skip_serializing_if = "TableSafety::is_empty")]
    pub safety: TableSafety,
}

fn is_nothing(amount: &u64) -> bool {
    *amount == 0
}

impl SessionHead {
    /// The head of a session that begins, at its first version.
    pub fn begin(id: SessionId, owner: String, title: String, at: Timestamp) -> Self {
        Self {
            id,
            owner,
            title,
            version: 1,
            created_at: at,
            updated_at: at,
            n_turns: 0,
            window_from: 1,
            usage: Usage::default(),
            create_fingerprint: None,
            shared_seeds: Vec::new(),
            spent_pico_usd: 0,
            cap_pico_usd: None,
            safety: TableSafety::default(),
        }
    }
}
