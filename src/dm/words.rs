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

use super::{budget::CapReached, feed::Feed, fight::ButtonAction, npc};

/// A player's message.
#[derive(Debug, Clone)]
pub struct PlayerWords {
    pub session: SessionId,
    /// The owner.
    pub owner: String,
    /// The guest who sent it; `None` for the owner.
    pub guest: Option<SeatId>,
    pub ask: Ask,
    /// The idempotency key; generated if absent.
    pub key: Option<String>,
}

impl PlayerWords {
    /// SHA-256 in hex of the request and its sender.
    pub(super) fn fingerprint(&self) -> String {
        let ask = self.ask.fingerprint();
        self.guest.as_ref().map_or_else(|| ask.clone(), |seat| fingerprint(&[seat.as_str(), &ask]))
    }
}

/// The request.
#[derive(Debug, Clone)]
pub enum Ask {
    /// A message for a hero.
    Message {
        /// Trimmed, not blank.
        text: String,
        /// The acting hero; by default the first.
        character: Option<CharacterId>,
    },
    /// A button action of a hero.
    Order {
        order: ButtonAction,
        /// The acting hero; by default the one whose turn it is, else the first.
        character: Option<CharacterId>,
    },
    /// A closed round.
    Round {
        id: RoundId,
        /// Number of times it was closed.
        attempt: u32,
    },
    /// Replaces the last turn by a new answer to the same message.
    Retry,
}

impl Ask {
    /// The text of a message.
    pub(super) fn message(&self) -> Option<&str> {
        match self {
            Self::Message { text, .. } => Some(text),
            Self::Order { .. } | Self::Round { .. } | Self::Retry => None,
        }
    }

    /// The text of a message while it waits, as everyone at the table may read it.
    pub(super) fn preview(&self) -> Option<&str> {
        self.message().filter(|text| !npc::may_be_private(text))
    }

    /// SHA-256 in hex of the request.
    fn fingerprint(&self) -> String {
        match self {
            Self::Message { text, character } => {
                fingerprint(&[character.as_ref().map_or("", CharacterId::as_str), text])
            }
            Self::Order { order, character } => {
                let order = serde_json::to_string(order).unwrap_or_default();
                fingerprint(&[character.as_ref().map_or("", CharacterId::as_str), "", "order", &order])
            }
            // Its key contains the round and the attempt.
            Self::Round { .. } => fingerprint(&["", "", "round"]),
            Self::Retry => fingerprint(&["", "", "retry"]),
        }
    }
}

/// SHA-256 in hex of the parts of a request.
pub(super) fn fingerprint(parts: &[&str]) -> String {
    HEXLOWER.encode(&Sha256::digest(parts.join("\0")))
}

/// The idempotency key of a request that changes a session between turns, if the client sent one; `what` identifies the request.
pub fn request_key(key: Option<String>, what: &[&str]) -> Option<TurnKey> {
    key.map(|key| TurnKey { key, fingerprint: fingerprint(what) })
}

/// A turn in progress or already played.
#[derive(Debug, Clone)]
pub struct TurnHandle {
    pub turn: TurnId,
    pub feed: Feed,
}

/// Why a request was refused. Nothing changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotPlayed {
    /// No such session, or it belongs to another player.
    #[error("There is no such session.")]
    UnknownSession,
    #[error("There is no such turn in this session.")]
    UnknownTurn,
    /// Nothing exists at the path.
    #[error("There is nothing at “{0}”. A path leads through the session's fields, such as characters.0.currentHP.")]
    UnknownPath(String),
    #[error("{0}")]
    UnknownCharacter(String),
    /// Another player controls the hero.
    #[error("{0}")]
    NotYourHero(String),
    #[error("{0}")]
    UnknownNpc(String),
    /// The person addressed can't answer.
    #[error("{0}")]
    NpcNotHere(String),
    /// The hero has a pending level-up.
    #[error("{hero} has earned level {to_level}. Level up before continuing.")]
    LevelUpPending { hero: String, to_level: u8 },
    /// The key was used for another request.
    #[error("This Idempotency-Key was used for another request. Use a new key for a new one.")]
    KeyMismatch,
    /// The turn of this key was undone.
    #[error("The turn of this Idempotency-Key was undone. Use a new key to continue.")]
    Undone,
    /// The session has fewer turns.
    #[error("{0}")]
    NothingToUndo(String),
    /// The X card was played while the message waited.
    #[error("The scene was stopped before this message was played. Read where the story stands, then send it again.")]
    StoppedForSafety,
    /// Only the last turn can be replaced.
    #[error("Only the last turn can be told another way. Take back those after it, or branch from it.")]
    NotTheLastTurn,
    /// The maximum number of alternatives is reached.
    #[error("This turn has been told {0} times, as often as is kept. Choose one of them, or take the turn back.")]
    TooManyTellings(usize),
    /// Too many messages are waiting.
    #[error("Too many messages wait for this session. Let the turn end first.")]
    TooMany,
    /// Another server plays this session.
    #[error("A turn of this session is being played elsewhere. Try again when it is over.")]
    InProgress,
    /// No turn is in progress.
    #[error("No turn is playing.")]
    NothingPlaying,
    /// The rules forbid the action; the text lists alternatives.
    #[error(transparent)]
    Illegal(Refusal),
    /// The fight waits for a reaction; the text has the question and its options.
    #[error(transparent)]
    ReactionPending(Refusal),
    /// A combat action outside a fight.
    #[error("There is no fight. Attack a hostile creature in the scene, or describe what you do.")]
    NoEncounter,
    /// The table plays in rounds.
    #[error("This table plays in rounds: send what your hero does as your part of the round.")]
    PlaysInRounds,
    /// No round is open.
    #[error("{0}")]
    NoRound(&'static str),
    /// The round was played or reopened.
    #[error("This round is over.")]
    RoundOver,
    /// The round doesn't accept the action.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// A spending cap is reached, so no model can be called.
    #[error("{0}")]
    CapReached(CapReached),
    /// A cap is set, but the model's prices are unknown.
    #[error(
        "The price of {0} is unknown, so a cap can't be enforced. The server's operator can set prices in MODEL_PRICES."
    )]
    NoPrice(String),
    /// Impossible in the current state of the game.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The journal edit is invalid.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    /// The store failed.
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
