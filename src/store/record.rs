//! Records of stores.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use game::{
    Change, Game, Session, SessionHead, Turn,
    id::{SessionId, TurnId},
    journal::Hand,
    turn::Exchange,
};

use super::{
    Begun, Claim, Error, Result,
    cursor::Cursor,
    trace::{Trace, Unexplained},
};

/// A session to be created.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The session as it is to be loaded.
    pub session: Session,
    /// What led there, where it doesn't begin with its game as it is.
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
    /// What happened between them, in order.
    pub interludes: Vec<Interlude>,
    /// The game after some of the turns, ascending.
    pub checkpoints: Vec<(u32, Game)>,
    /// What no longer counts.
    pub aside: Aside,
}

/// Superseded records, such as alternatives of turns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Aside {
    /// Alternatives of turns, by turn and then in order of creation.
    pub alternatives: Vec<StoredTurn>,
    /// The keys of what was taken back, and of taking back.
    pub undone: Vec<Undone>,
    /// What players wrote into the journal.
    #[serde(default, skip_serializing_if = "Hand::is_empty")]
    pub journal: Hand,
}

/// A key that is used up though no turn answers to it any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Undone {
    /// The turn that was taken back; absent where the key named the taking back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
    /// The key.
    pub key: TurnKey,
}

/// The use of a session's key.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyUse {
    /// A turn that counts, or another telling of one.
    Turn(Box<StoredTurn>),
    /// Something that is over.
    Undone(Undone),
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
    /// SHA-256 of the request in hex, to detect the same key with another request.
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

impl Commit<Told> {
    /// Whether it leads from one version to the next by telling the last turn once more.
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
    /// What is answered to somebody who comes to play under the key.
    pub(super) fn answer(self, asked: &TurnKey) -> Begun {
        match self {
            Self::Turn(stored) if stored.key == *asked => Begun::Played(stored),
            Self::Undone(undone) if undone.key == *asked => Begun::Undone,
            Self::Turn(_) | Self::Undone(_) => Begun::KeyMismatch,
        }
    }
}

/// A turn with the data for replaying its events.
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

impl StoredTurn {
    /// Whether later prompts show it.
    pub fn is_shown(&self) -> bool {
        is_shown(&self.log)
    }

    /// What its story says wrongly, as the player was told.
    pub fn untruths(&self) -> impl Iterator<Item = &Unexplained> {
        self.log.iter().flat_map(|entry| match entry {
            Listed::Notice { untruths, .. } => untruths.as_slice(),
            _ => &[],
        })
    }
}

/// The code of the notice that the model would not tell a turn. Such a turn is not shown to it again: the same words
/// would draw the same refusal of whatever comes after them.
pub const MODEL_REFUSED: &str = "model_refused";

fn is_shown(log: &[Listed]) -> bool {
    !log.iter().any(|entry| matches!(entry, Listed::Notice { code, .. } if code == MODEL_REFUSED))
}

/// A turn to be saved.
#[derive(Debug, Clone)]
pub struct Told {
    /// The turn.
    pub stored: StoredTurn,
    /// What the next prompt shows: [`Store::window`](super::Store::window) after this turn.
    pub window: Vec<Exchange>,
    /// What changes before it; only where it takes the place of another telling.
    pub interlude: Option<Interlude>,
    /// What its agents saw and did; empty where nobody was asked, or it isn't known any more.
    pub trace: Trace,
}

/// Turns to be taken back, with all that followed them.
#[derive(Debug, Clone)]
pub struct Rewind {
    /// The turn that is the last one then; 0 for none.
    pub to: u32,
    /// What names the taking back.
    pub key: Option<TurnKey>,
    /// What changes after it.
    pub interlude: Option<Interlude>,
}

/// A stored turn, read only as far as later prompts are made of it.
#[derive(Debug, Deserialize)]
pub(super) struct Said {
    turn: Exchange,
    log: Vec<Listed>,
}

impl Said {
    /// The exchange, if later prompts show it.
    pub(super) fn shown(self) -> Option<Exchange> {
        is_shown(&self.log).then_some(self.turn)
    }
}

/// A line of a turn's event log. Text is kept as ranges of the narrative, rolls as places in the turn's
/// changes; the changes themselves are told at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Listed {
    /// The narrative went on up to this byte.
    Text {
        /// The end of the text.
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
        /// Indices of the changes that come of it; absent in turns of versions that did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made: Option<Vec<usize>>,
    },
    /// A notice to the player.
    Notice {
        /// A stable code.
        code: String,
        /// A sentence.
        message: String,
        /// What the story of the turn says wrongly, where that is what it is about.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        untruths: Vec<Unexplained>,
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
    /// The idempotency key of the request, if the client sent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<TurnKey>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// The cursor of the next page; absent on the last.
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
        assert_eq!(serde_json::from_str::<Said>(&json).unwrap().turn, stored.turn.exchange());
        assert!(!stored.is_shown());
    }
}
