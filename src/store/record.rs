//! What stores keep.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::game::{Change, Game, Session, SessionHead, Turn, id::SessionId, turn::Exchange};

use super::{Error, Result, cursor::Cursor};

/// A session to be created.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The session at its start, version 1, no turn.
    pub session: Session,
    /// The creator's idempotency key, unique per owner.
    pub create_key: Option<String>,
}

/// What a step answered: made now, or found as it was made before.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded<T> {
    /// Saved by this call.
    Now(T),
    /// Saved by an earlier call with the same key.
    Before(T),
}

impl<T> Recorded<T> {
    /// What was saved, now or before.
    pub fn into_inner(self) -> T {
        match self {
            Self::Now(it) | Self::Before(it) => it,
        }
    }
}

/// Names a turn so that sending it twice plays it once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnKey {
    /// The client's idempotency key, unique in its session.
    pub key: String,
    /// SHA-256 in hex of what was asked for, so that the same key with other words is noticed.
    pub fingerprint: String,
}

/// Something to be saved together with the session it leads to.
#[derive(Debug, Clone)]
pub struct Commit<T> {
    /// The version the session must still be at.
    pub expected_version: u64,
    /// The session's head after it; its version is `expected_version + 1`.
    pub head: SessionHead,
    /// The game after it.
    pub game: Game,
    /// What led there.
    pub what: T,
}

impl<T> Commit<T> {
    /// Whether it leads from one version of this session to the next.
    ///
    /// # Errors
    /// [`Error::Conflict`]: its head is another session's, or of another version.
    pub(super) fn leads_on(&self, session: &SessionId) -> Result<()> {
        let next = self.expected_version.checked_add(1);
        if self.head.id == *session && next == Some(self.head.version) { Ok(()) } else { Err(Error::Conflict) }
    }
}

/// A turn with what is kept for its replay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredTurn {
    /// The turn.
    pub turn: Turn,
    /// What names it.
    pub key: TurnKey,
    /// The turn's events in short, from which its stream is told again after a restart.
    pub log: Vec<Listed>,
    /// The session's head right after it, so that any turn's last events can be told again.
    pub head_after: SessionHead,
}

/// A stored turn, read only as far as later prompts are made of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Said {
    /// What was said in it.
    pub turn: Exchange,
    /// As [`StoredTurn::log`].
    pub log: Vec<Listed>,
}

impl Said {
    /// What was said in a turn.
    pub fn of(stored: StoredTurn) -> Self {
        Self { turn: stored.turn.exchange(), log: stored.log }
    }
}

/// A line of a turn's event log. Text is kept as ranges of the narrative, rolls as places in the turn's
/// changes; the changes themselves are told at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Listed {
    /// The narrative went on up to this byte.
    Text {
        /// Where it ended.
        to: usize,
    },
    /// All text so far was taken back.
    Reset,
    /// A tool call began or ended.
    Tool {
        /// The call's id.
        call_id: String,
        /// The tool's name.
        name: String,
        /// `started`, `done` or `refused`.
        status: String,
        /// A few words for the player.
        summary: String,
    },
    /// Dice fell: the change at this place.
    Roll {
        /// Place in the turn's changes.
        change: usize,
    },
    /// The player was told something.
    Notice {
        /// A stable code.
        code: String,
        /// A sentence.
        message: String,
    },
}

/// Changes made between turns: dice the player threw, a level taken, a hero who came or went. They follow a turn, and
/// are taken back with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interlude {
    /// The session.
    pub session_id: SessionId,
    /// The turn they follow; 0 for the start.
    pub after_seq: u32,
    /// The session's version after them: their place in the order.
    pub version: u64,
    /// When.
    pub at: Timestamp,
    /// What changed.
    pub changes: Vec<Change>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// Where the next page begins; absent on the last.
    pub next_cursor: Option<String>,
}

impl Page<SessionSummary> {
    /// The first `limit` of the sessions there are from here on, and where the rest begin.
    pub(super) fn cut(sessions: impl IntoIterator<Item = SessionSummary>, limit: u32) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut sessions = sessions.into_iter();
        let items: Vec<SessionSummary> = sessions.by_ref().take(limit).collect();
        let more = sessions.next().is_some();
        let last = items.last().filter(|_| more);
        let next_cursor = last.map(|last| Cursor::after(last.updated_at, &last.id).write());
        Self { items, next_cursor }
    }
}

/// A session as it stands in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionSummary {
    /// The session's id.
    pub id: SessionId,
    /// Its title.
    pub title: String,
    /// When it was last saved.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// The heroes' names.
    pub heroes: Vec<String>,
    /// Where they are.
    pub location: String,
    /// How many turns there are.
    pub turns: u32,
}

impl SessionSummary {
    /// The summary of a session.
    pub fn of(session: &Session) -> Self {
        Self::of_parts(&session.head, &session.game)
    }

    /// The summary of a session that is in two parts.
    pub(super) fn of_parts(head: &SessionHead, game: &Game) -> Self {
        Self {
            id: head.id.clone(),
            title: head.title.clone(),
            updated_at: head.updated_at,
            heroes: game.characters.iter().map(|hero| hero.name.clone()).collect(),
            location: game.story.current_location.clone(),
            turns: head.n_turns,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::turn::Usage;

    use super::*;

    #[test]
    fn what_was_said_is_read_from_a_whole_turn() {
        let now = Timestamp::UNIX_EPOCH;
        let turn = Turn {
            id: "t".into(),
            seq: 7,
            session_id: "s".into(),
            character_id: "hero".into(),
            message: "I knock.".into(),
            narrative: "No one “comes”.\n".into(),
            tool_calls: Vec::new(),
            changes: vec![Change::NpcMet { name: "marta".into() }],
            alternatives: Vec::new(),
            usage: Usage::default(),
            model: "a-model".into(),
            started_at: now,
            ended_at: now,
        };
        let head_after = SessionHead {
            id: "s".into(),
            owner: "local".into(),
            title: "A tale".into(),
            version: 8,
            created_at: now,
            updated_at: now,
            n_turns: 7,
            window_from: 1,
            usage: Usage::default(),
            create_fingerprint: None,
        };
        let log = vec![Listed::Notice { code: "model_refused".into(), message: "No.".into() }];
        let key = TurnKey { key: "k".into(), fingerprint: "f".into() };
        let stored = StoredTurn { turn, key, log, head_after };
        let json = serde_json::to_string(&stored).unwrap();
        assert_eq!(serde_json::from_str::<Said>(&json).unwrap(), Said::of(stored));
    }
}
