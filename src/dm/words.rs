//! Requests to play a turn, and the reasons to refuse them.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use game::{
    Refusal,
    id::{CharacterId, RoundId, SeatId, SessionId, TurnId},
    journal::NotWritten,
    roster::NotTaken,
};
use sha2::{Digest, Sha256};

use crate::store::{self, TurnKey};

use super::{feed::Feed, fight::Order, purse::Reached};

/// A player's message.
#[derive(Debug, Clone)]
pub struct PlayerWords {
    /// The session.
    pub session: SessionId,
    /// The player who must own it.
    pub owner: String,
    /// The guest who sent it; `None` for the owner.
    pub guest: Option<SeatId>,
    /// What is to be played.
    pub ask: Ask,
    /// The client's name for the turn; one is made up without it.
    pub key: Option<String>,
}

impl PlayerWords {
    /// SHA-256 of the request and of who sent it, in hex.
    pub(super) fn fingerprint(&self) -> String {
        let ask = self.ask.fingerprint();
        self.guest.as_ref().map_or_else(|| ask.clone(), |seat| fingerprint(&[seat.as_str(), &ask]))
    }
}

/// What is to be played.
#[derive(Debug, Clone)]
pub enum Ask {
    /// A hero's words or actions.
    Message {
        /// The words, trimmed, not blank.
        text: String,
        /// The hero who acts; the first one if left out.
        character: Option<CharacterId>,
    },
    /// A hero's action by a button.
    Order {
        /// What is done.
        order: Order,
        /// The acting hero; by default the one whose turn it is, else the first.
        character: Option<CharacterId>,
    },
    /// A round of the table, closed for this attempt.
    Round {
        /// The round.
        id: RoundId,
        /// How often it was closed.
        attempt: u32,
    },
    /// The last turn's words once more, in its place.
    Retry,
}

impl Ask {
    /// The words of a message.
    pub(super) fn message(&self) -> Option<&str> {
        match self {
            Self::Message { text, .. } => Some(text),
            Self::Order { .. } | Self::Round { .. } | Self::Retry => None,
        }
    }

    /// SHA-256 of the request, in hex.
    fn fingerprint(&self) -> String {
        match self {
            Self::Message { text, character } => {
                fingerprint(&[character.as_ref().map_or("", CharacterId::as_str), text])
            }
            Self::Order { order, character } => {
                let order = serde_json::to_string(order).unwrap_or_default();
                fingerprint(&[character.as_ref().map_or("", CharacterId::as_str), "", "order", &order])
            }
            // Its key names the round and the attempt.
            Self::Round { .. } => fingerprint(&["", "", "round"]),
            Self::Retry => fingerprint(&["", "", "retry"]),
        }
    }
}

/// SHA-256 of the parts of a request, in hex.
pub(super) fn fingerprint(parts: &[&str]) -> String {
    HEXLOWER.encode(&Sha256::digest(parts.join("\0")))
}

/// The idempotency key of a request that changes a session between turns, if the client sent one; `what` identifies the request.
pub fn request_key(key: Option<String>, what: &[&str]) -> Option<TurnKey> {
    key.map(|key| TurnKey { key, fingerprint: fingerprint(what) })
}

/// A turn that plays or has been played.
#[derive(Debug, Clone)]
pub struct Heard {
    /// The turn's id.
    pub turn: TurnId,
    /// Its events.
    pub feed: Feed,
}

/// Why a request was refused. Nothing was played and nothing changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotPlayed {
    /// There is no such session, or another player owns it.
    #[error("There is no such session.")]
    UnknownSession,
    /// There is no such turn in the session.
    #[error("There is no such turn in this session.")]
    UnknownTurn,
    /// There is nothing at the path.
    #[error("There is nothing at “{0}”. A path leads through the session's fields, such as characters.0.currentHP.")]
    UnknownPath(String),
    /// There is no such hero in the session.
    #[error("{0}")]
    UnknownCharacter(String),
    /// Someone else acts for the hero.
    #[error("{0}")]
    NotYourHero(String),
    /// No person of this name is known.
    #[error("{0}")]
    UnknownNpc(String),
    /// The addressed person can't answer.
    #[error("{0}")]
    NpcNotHere(String),
    /// The hero has a level to take first.
    #[error("{hero} has earned level {to_level}. Level up before continuing.")]
    LevelUpPending {
        /// The hero's name.
        hero: String,
        /// The level.
        to_level: u8,
    },
    /// The key named other words before.
    #[error("This Idempotency-Key was used for another request. Use a new key for a new one.")]
    KeyMismatch,
    /// The turn that this key named was taken back.
    #[error("The turn of this Idempotency-Key was undone. Use a new key to continue.")]
    Undone,
    /// The session has fewer turns.
    #[error("{0}")]
    NothingToUndo(String),
    /// The X card was played while the message waited.
    #[error("The scene was stopped before this message was played. Read where the story stands, then send it again.")]
    StoppedForSafety,
    /// A turn that is not the last one has been played on from.
    #[error("Only the last turn can be told another way. Take back those after it, or branch from it.")]
    NotTheLastTurn,
    /// The turn has as many tellings as are kept.
    #[error("This turn has been told {0} times, as often as is kept. Choose one of them, or take the turn back.")]
    TooManyTellings(usize),
    /// Too many messages wait already.
    #[error("Too many messages wait for this session. Let the turn end first.")]
    TooMany,
    /// Another instance plays this session.
    #[error("A turn of this session is being played elsewhere. Try again when it is over.")]
    InProgress,
    /// No turn is playing.
    #[error("No turn is playing.")]
    NothingPlaying,
    /// The rules forbid the action; the text says what is possible instead.
    #[error(transparent)]
    Illegal(Refusal),
    /// The fight waits for a reaction; the text has the question and its answers.
    #[error(transparent)]
    ReactionPending(Refusal),
    /// It is an act of a fight, and there is none.
    #[error("There is no fight going on. Attack somebody hostile who is here, or say in words what you do.")]
    NoEncounter,
    /// The table plays in rounds.
    #[error("This table plays in rounds: send what your hero does as your part of the round.")]
    PlaysInRounds,
    /// The table has no round now.
    #[error("{0}")]
    NoRound(&'static str),
    /// The round was played, or is open again.
    #[error("This round is over.")]
    RoundOver,
    /// The round takes no part.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// What may be spent is spent, and no model can be asked.
    #[error("{0}")]
    CapReached(Reached),
    /// A cap needs prices, but the model has none.
    #[error(
        "Nobody here knows what {0} costs, so no cap could hold. Whoever runs the server can give its prices in MODEL_PRICES."
    )]
    NoPrice(String),
    /// What was asked for is not possible as the game stands.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It can't be written into the journal.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    /// The store could not.
    #[error("the store failed")]
    Store(#[source] Arc<store::Error>),
}

impl From<store::Error> for NotPlayed {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::UnknownSession,
            store::Error::Conflict => Self::InProgress,
            error => Self::Store(Arc::new(error)),
        }
    }
}
