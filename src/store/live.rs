//! Communication between servers of a shared store about turns in progress. Single-process stores do nothing here.

use async_trait::async_trait;
use game::id::{SessionId, TurnId};
use jiff::Timestamp;

use super::Result;

/// A turn in progress, as its server publishes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveTurn {
    /// The turn.
    pub turn: TurnId,
    /// Its events so far, as JSON.
    pub events: String,
}

/// Words among people at a table, as the server publishes them on which they were said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveTalk {
    /// Letters and digits; later words have a greater one.
    pub id: String,
    /// The words and those who hear them, as JSON.
    pub words: String,
}

/// How far a session has come, on any server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionProgress {
    /// The version after the last commit.
    pub version: u64,
    /// The number of turns.
    pub n_turns: u32,
    /// The turn that holds the claim.
    pub claimed: Option<TurnId>,
}

/// Turns in progress, for the other servers of a shared store. The defaults are those of a store that is not shared.
#[async_trait]
pub trait LiveTurns {
    /// How far a session has come; [`Error::NotFound`](super::Error::NotFound) if it was deleted.
    async fn progress(&self, _session: &SessionId) -> Result<SessionProgress> {
        Ok(SessionProgress::default())
    }

    /// Notes that this server follows the turns of a session until then.
    async fn follow_turns(&self, _session: &SessionId, _until: Timestamp) -> Result<()> {
        Ok(())
    }

    /// Whether another server follows the turns of a session now.
    async fn is_followed_elsewhere(&self, _session: &SessionId) -> Result<bool> {
        Ok(false)
    }

    /// Publishes the current turn of a session, replacing the previous publication. Tried once: a newer one follows soon.
    async fn publish_turn(&self, _session: &SessionId, _live: &LiveTurn) -> Result<()> {
        Ok(())
    }

    /// The last publication.
    async fn live_turn(&self, _session: &SessionId) -> Result<Option<LiveTurn>> {
        Ok(None)
    }

    /// Publishes words to those who follow the session on other servers.
    async fn publish_talk(&self, _session: &SessionId, _talk: &LiveTalk) -> Result<()> {
        Ok(())
    }

    /// The words that are published now, in order.
    async fn live_talk(&self, _session: &SessionId) -> Result<Vec<LiveTalk>> {
        Ok(Vec::new())
    }

    /// Deletes published words.
    async fn withdraw_talk(&self, _session: &SessionId, _ids: &[String]) -> Result<()> {
        Ok(())
    }

    /// Deletes the publication of a session's current turn.
    async fn withdraw_turn(&self, _session: &SessionId) -> Result<()> {
        Ok(())
    }

    /// Deletes everything that these methods have written about a session. Deleting a session includes it; this is for
    /// concurrent writes.
    async fn withdraw_live(&self, _session: &SessionId) -> Result<()> {
        Ok(())
    }
}
