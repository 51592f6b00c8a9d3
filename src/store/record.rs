//! Records of stores.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use game::{
    Change, Game, Session, SessionHead, Turn,
    id::{SessionId, TurnId},
    journal::JournalEdits,
    session::SessionOrigin,
    turn::Exchange,
};

use super::{
    BeginOutcome, Claim, Error, Result,
    cursor::Cursor,
    trace::{Trace, Unexplained},
};

/// A session to be created.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The session as it is to be loaded.
    pub session: Session,
    /// The history before it, unless it begins with its current game.
    pub past: Option<Past>,
    /// The creator's idempotency key, unique per owner.
    pub create_key: Option<String>,
}

/// Everything that led to a session's game.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// The game when it began.
    pub start: Game,
    /// Its turns, ascending from 1.
    pub turns: Vec<StoredTurn>,
    /// Changes between the turns, in order.
    pub interludes: Vec<Interlude>,
    /// The game after some of the turns, ascending.
    pub checkpoints: Vec<(u32, Game)>,
    pub aside: SupersededRecords,
}

/// Superseded records, such as alternatives of turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupersededRecords {
    /// Alternatives of turns, by turn and then in order of creation.
    pub alternatives: Vec<StoredTurn>,
    /// Keys of undone turns, and of undo requests.
    pub undone: Vec<UndoneKey>,
    /// The players' journal edits.
    #[serde(default, skip_serializing_if = "JournalEdits::is_empty")]
    pub journal: JournalEdits,
}

/// A used key without a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UndoneKey {
    /// The undone turn; absent for the key of an undo request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
    pub key: TurnKey,
}

/// The use of a key.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyUse {
    /// A turn or an alternative of one.
    Turn(Box<StoredTurn>),
    /// Something undone.
    Undone(UndoneKey),
}

/// The result of a step: new, or repeated from an earlier call.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded<T> {
    Now(T),
    /// Saved by an earlier call with the same key.
    Before(T),
}

impl<T> Recorded<T> {
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
    /// SHA-256 of the request in hex, to detect the same key with another request.
    pub fingerprint: String,
}

/// A record to be saved together with the resulting session.
#[derive(Debug, Clone)]
pub struct Commit<T> {
    /// The version the session must still be at.
    pub expected_version: u64,
    /// The session's head after it; its version is `expected_version + 1`.
    pub head: SessionHead,
    pub game: Game,
    pub what: T,
}

impl<T> Commit<T> {
    /// Checks that it leads from one version of this session to the next.
    ///
    /// # Errors
    /// [`Error::Conflict`]: its head belongs to another session or version.
    pub(super) fn leads_on(&self, session: &SessionId) -> Result<()> {
        let next = self.expected_version.checked_add(1);
        if self.head.id == *session && next == Some(self.head.version) { Ok(()) } else { Err(Error::Conflict) }
    }
}

impl Commit<TurnRecord> {
    /// Checks that it replaces the last turn by a retelling.
    ///
    /// # Errors
    /// [`Error::Conflict`]: it doesn't, or the claim is for another turn.
    pub(super) fn retells(&self, claim: Option<&Claim>) -> Result<()> {
        let turn = &self.what.stored.turn;
        if self.head.n_turns != turn.seq {
            return Err(Error::Conflict);
        }
        claim.map_or_else(|| self.leads_on(&turn.session_id), |claim| claim.covers(self))
    }
}

impl KeyUse {
    /// The answer to a request with the same key.
    pub(super) fn answer(self, asked: &TurnKey) -> BeginOutcome {
        match self {
            Self::Turn(stored) if stored.key == *asked => BeginOutcome::Played(stored),
            Self::Undone(undone) if undone.key == *asked => BeginOutcome::Undone,
            Self::Turn(_) | Self::Undone(_) => BeginOutcome::KeyMismatch,
        }
    }
}

/// A turn with the data for replaying its events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredTurn {
    pub turn: Turn,
    pub key: TurnKey,
    /// The compact event log, for replay after a restart.
    pub log: Vec<Listed>,
    /// The session's head after it, so that its last events can be replayed.
    pub head_after: SessionHead,
}

impl StoredTurn {
    /// Whether later prompts show it.
    pub fn is_shown(&self) -> bool {
        is_shown(&self.log)
    }

    /// Mistakes in its story of which the player was notified.
    pub fn untruths(&self) -> impl Iterator<Item = &Unexplained> {
        self.log.iter().flat_map(|entry| match entry {
            Listed::Notice { untruths, .. } => untruths.as_slice(),
            _ => &[],
        })
    }
}

/// Notice code: the model refused the turn. Later prompts leave the turn out, because its words would be refused again.
pub const MODEL_REFUSED: &str = "model_refused";

fn is_shown(log: &[Listed]) -> bool {
    !log.iter().any(|entry| matches!(entry, Listed::Notice { code, .. } if code == MODEL_REFUSED))
}

/// A turn to be saved.
#[derive(Debug, Clone)]
pub struct TurnRecord {
    pub stored: StoredTurn,
    /// The next prompt's window: [`Store::window`](super::Store::window) after this turn.
    pub window: Vec<Exchange>,
    /// Changes before it, if it replaces another version.
    pub interlude: Option<Interlude>,
    /// The trace of its agents; empty if no model was called or the trace is lost.
    pub trace: Trace,
}

/// A rewind to an earlier turn.
#[derive(Debug, Clone)]
pub struct Rewind {
    /// The new last turn; 0 for none.
    pub to: u32,
    /// The idempotency key of the undo request.
    pub key: Option<TurnKey>,
    /// Changes after it.
    pub interlude: Option<Interlude>,
}

/// The parts of a stored turn that later prompts need.
#[derive(Debug, Deserialize)]
pub(super) struct PromptTurn {
    turn: Exchange,
    log: Vec<Listed>,
}

impl PromptTurn {
    pub(super) fn shown(self) -> Option<Exchange> {
        is_shown(&self.log).then_some(self.turn)
    }
}

/// An entry of a turn's event log. Text is stored as ranges of the narrative, rolls as indices into the turn's changes; the
/// changes themselves are sent at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Listed {
    /// The narrative was sent up to this byte.
    Text { to: usize },
    /// All text so far was withdrawn.
    Reset,
    /// A tool call changed its status.
    Tool {
        call_id: String,
        name: String,
        /// `started`, `done` or `refused`.
        status: String,
        /// A short label for the player.
        summary: String,
    },
    /// A dice roll.
    Roll {
        /// Index in the turn's changes.
        change: usize,
        /// Indices of the changes that it caused; absent in turns of versions that did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made: Option<Vec<usize>>,
    },
    /// A notice to the player.
    Notice {
        /// A stable code.
        code: String,
        message: String,
        /// The story's mistakes that it is about.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        untruths: Vec<Unexplained>,
    },
}

/// Changes between turns, such as dice rolled by the player, levels and joining heroes. They follow a turn and are undone with
/// it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interlude {
    pub session_id: SessionId,
    /// The preceding turn; 0 for the start.
    pub after_seq: u32,
    /// The session's version after them, which gives their order.
    pub version: u64,
    pub at: Timestamp,
    pub changes: Vec<Change>,
    /// The idempotency key of the request, if the client sent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<TurnKey>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Absent on the last page.
    pub next_cursor: Option<String>,
}

impl Page<SessionSummary> {
    /// The first `limit` sessions, and the cursor of the rest.
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

/// A session in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionSummary {
    pub id: SessionId,
    pub title: String,
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    pub heroes: Vec<String>,
    /// The heroes' location.
    pub location: String,
    pub turns: u32,
    #[serde(flatten)]
    pub marks: SessionMarks,
}

/// What a list shows of a session besides its title. Absent fields don't apply to it, or it was last saved by a version that
/// did not store them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionMarks {
    /// The classes of the heroes, in the order of `heroes`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub classes: Vec<String>,
    /// The slug of the campaign it plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// The title of that campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign_title: Option<String>,
    /// The title of the ending that was reached: the session is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Its origin; absent if it was started as a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<SessionOrigin>,
}

impl SessionMarks {
    fn of_parts(head: &SessionHead, game: &Game) -> Self {
        let plot = game.plot.as_deref();
        Self {
            classes: game.characters.iter().map(|hero| hero.class.clone()).collect(),
            campaign: plot.map(|plot| plot.campaign.slug.clone()),
            campaign_title: plot.map(|plot| plot.campaign.title.clone()),
            ending: plot.and_then(|plot| Some(plot.ending.as_ref()?.title.clone())),
            origin: head.origin.clone(),
        }
    }
}

impl SessionSummary {
    pub fn of(session: &Session) -> Self {
        Self::of_parts(&session.head, &session.game)
    }

    /// The summary of a session from its two parts.
    pub(super) fn of_parts(head: &SessionHead, game: &Game) -> Self {
        Self {
            id: head.id.clone(),
            title: head.title.clone(),
            updated_at: head.updated_at,
            heroes: game.characters.iter().map(|hero| hero.name.clone()).collect(),
            location: game.story.current_location.clone(),
            turns: head.n_turns,
            marks: SessionMarks::of_parts(head, game),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::turn::Usage;

    use super::*;

    #[test]
    fn what_was_said_is_read_from_a_whole_turn() {
        let now = Timestamp::UNIX_EPOCH;
        let turn = Turn {
            id: "t".into(),
            seq: 7,
            session_id: "s".into(),
            character_id: "hero".into(),
            seat: None,
            message: "I knock.".into(),
            deeds: Vec::new(),
            whispers: Vec::new(),
            narrative: "No one “comes”.\n".into(),
            speakers: Vec::new(),
            tool_calls: Vec::new(),
            changes: vec![Change::NpcMet { name: "marta".into() }],
            combat_events: Vec::new(),
            alternatives: Vec::new(),
            usage: Usage::default(),
            model: "a-model".into(),
            started_at: now,
            ended_at: now,
        };
        let head_after = SessionHead::begin("s".into(), "local".into(), "A tale".into(), now);
        let log = vec![Listed::Notice { code: "model_refused".into(), message: "No.".into(), untruths: Vec::new() }];
        let key = TurnKey { key: "k".into(), fingerprint: "f".into() };
        let stored = StoredTurn { turn, key, log, head_after };
        let json = serde_json::to_string(&stored).unwrap();
        assert_eq!(serde_json::from_str::<PromptTurn>(&json).unwrap().turn, stored.turn.exchange());
        assert!(!stored.is_shown());
    }
}
