//! A session: a game and its metadata.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Game, id::SessionId, safety::TableSafety, turn::Usage};

/// A session as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Metadata.
    pub head: SessionHead,
    /// The game after its last turn.
    pub game: Game,
}

/// Metadata of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionHead {
    /// Never reused.
    pub id: SessionId,
    /// The player it belongs to; `local` when sign-in is off.
    pub owner: String,
    /// Chosen by the player.
    pub title: String,
    /// Increments with every save.
    pub version: u64,
    pub created_at: Timestamp,
    /// Time of the last save.
    pub updated_at: Timestamp,
    /// Number of turns, which is the last one's sequence number.
    pub n_turns: u32,
    /// The first turn in the next prompt; moves in steps, so that the prompt's prefix rarely changes.
    pub window_from: u32,
    /// Cost of its turns.
    pub usage: Usage,
    /// SHA-256 in hex of the request that created it, if that had a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_fingerprint: Option<String>,
    /// Commitments of seeds that another session of the same history may still use; this one never reveals them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared_seeds: Vec<String>,
    /// Everything spent on it, in pico-dollars. Unlike [`usage`](Self::usage), it also counts turns that were undone or failed.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub spent_pico_usd: u64,
    /// Its own spending cap, in pico-dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_pico_usd: Option<u64>,
    /// Lines, veils and dials. Undo doesn't change them.
    #[serde(default, skip_serializing_if = "TableSafety::is_empty")]
    pub safety: TableSafety,
    /// Its origin; absent if it was started as a new one, or before this was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<SessionOrigin>,
}

/// The origin of a session that was not started as a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SessionOrigin {
    /// It shares the past of another session.
    Branch {
        /// The id of that session, which may be deleted by now.
        #[serde(rename = "sessionId")]
        session_id: SessionId,
        /// The last turn they share.
        turn: u32,
    },
    /// It was imported.
    Imported,
}

fn is_nothing(amount: &u64) -> bool {
    *amount == 0
}

impl SessionHead {
    /// The head of a new session, at version 1.
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
            origin: None,
        }
    }
}
