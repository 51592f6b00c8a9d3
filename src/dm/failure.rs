//! Why a turn failed, as a message to the player.

use game::id::TurnId;
use jiff::Timestamp;

use crate::{
    agent,
    store::{self, FailedTurn},
};

use super::{
    budget::CapReached,
    feed::{FailureCode, TurnFailure},
    words::NotPlayed,
};

/// What players read if the store fails.
const UNREACHABLE: &str = "The store cannot be reached just now; nothing was changed. Try again in a moment.";

impl TurnFailure {
    /// A failure without a cause of its own.
    pub(crate) fn new(code: FailureCode, message: impl Into<String>, retryable: bool) -> Self {
        Self { code, message: message.into(), retryable, retry_after: None, cause: None, model_calls: 0 }
    }

    /// The server stops before the turn has ended.
    pub(super) fn server_stops() -> Self {
        let words = "The server was stopped during this turn; nothing of it counts. Send your words again in a moment.";
        Self { retry_after: Some(5), ..Self::new(FailureCode::TurnCancelled, words, true) }
    }

    pub(super) fn cancelled() -> Self {
        Self::new(FailureCode::TurnCancelled, "You stopped this turn; nothing of it counts.", true)
    }

    /// Someone played the X card.
    pub(super) fn stopped_for_safety() -> Self {
        let words = "The scene was stopped; nothing of this turn counts. The story goes another way.";
        Self::new(FailureCode::StoppedForSafety, words, false)
    }

    /// As it is stored for other servers.
    pub(super) fn of_turn(&self, turn: &TurnId, seq: u32) -> FailedTurn {
        FailedTurn {
            turn: turn.clone(),
            seq,
            at: Timestamp::now(),
            code: self.code.as_str().to_owned(),
            message: self.message.clone(),
            retryable: self.retryable,
            stopped_at: String::new(),
        }
    }

    /// A turn on another server that ended without being saved, and without a record of why.
    pub(super) fn over_elsewhere() -> Self {
        let words = "This turn was stopped or failed on another server; nothing of it counts. Send your words again.";
        Self::new(FailureCode::TurnCancelled, words, true)
    }

    pub(super) fn internal() -> Self {
        Self::new(FailureCode::Internal, "Something went wrong on our side; nothing of this turn counts.", true)
    }
}

/// A turn that failed on another server, which may be of another version.
impl From<FailedTurn> for TurnFailure {
    fn from(failed: FailedTurn) -> Self {
        let code = FailureCode::read(&failed.code).unwrap_or(FailureCode::Internal);
        Self::new(code, failed.message, failed.retryable)
    }
}

impl From<agent::Error> for TurnFailure {
    fn from(error: agent::Error) -> Self {
        match error {
            agent::Error::Model(error) => error.into(),
            agent::Error::Tool(source) => {
                tracing::error!(error = %source, "a tool broke");
                Self::internal()
            }
        }
    }
}

impl From<model::Error> for TurnFailure {
    fn from(error: model::Error) -> Self {
        let (code, retry_after) = match &error {
            model::Error::Failed { .. } => (FailureCode::ModelFailed, None),
            model::Error::Overloaded { retry_after } => {
                (FailureCode::ModelOverloaded, Some(retry_after.map_or(30, |wait| wait.as_secs().max(1))))
            }
            model::Error::TimedOut => (FailureCode::ModelTimeout, None),
            model::Error::CrossedLine => (FailureCode::LineCrossed, None),
            model::Error::NotChecked => (FailureCode::NotChecked, None),
            model::Error::CapReached { retry_after, .. } => {
                (FailureCode::SpendingCapReached, retry_after.map(|wait| wait.as_secs().max(1)))
            }
        };
        let cause = Some(error.to_string());
        Self { retry_after, cause, ..Self::new(code, error.to_string(), error.is_retryable()) }
    }
}

impl From<store::Error> for TurnFailure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::TooLarge(what) => Self::new(FailureCode::TooLarge, what, false),
            store::Error::NotFound => Self::new(
                FailureCode::VersionConflict,
                "The session was deleted somewhere else meanwhile; nothing of this turn is kept.",
                false,
            ),
            error @ store::Error::CampaignMissing { .. } => {
                Self::new(FailureCode::ValidationFailed, error.to_string(), false)
            }
            store::Error::Conflict => Self::new(
                FailureCode::VersionConflict,
                "The session was changed somewhere else meanwhile. Read it again, then send your words again.",
                true,
            ),
            store::Error::Damaged(what) => {
                tracing::error!(what, "a stored record cannot be read");
                Self::internal()
            }
            error @ store::Error::NotWritable(_) => {
                tracing::error!(error = %error, source = ?std::error::Error::source(&error), "the store failed");
                let wait = Some(store::Error::NOT_WRITABLE_WAIT_S);
                Self {
                    retry_after: wait,
                    ..Self::new(FailureCode::StoreUnavailable, store::Error::NOT_WRITABLE, false)
                }
            }
            error => {
                tracing::error!(error = %error, source = ?std::error::Error::source(&error), "the store failed");
                Self { retry_after: Some(5), ..Self::new(FailureCode::StoreUnavailable, UNREACHABLE, true) }
            }
        }
    }
}

/// Why a message that waited was not played when its turn came.
impl From<NotPlayed> for TurnFailure {
    fn from(not_played: NotPlayed) -> Self {
        let message = not_played.to_string();
        let code = match not_played {
            NotPlayed::UnknownSession => FailureCode::UnknownSession,
            NotPlayed::UnknownTurn => FailureCode::UnknownTurn,
            NotPlayed::UnknownCharacter(_) => FailureCode::UnknownCharacter,
            NotPlayed::NotYourHero(_) => FailureCode::NotYourHero,
            NotPlayed::UnknownNpc(_) => FailureCode::UnknownNpc,
            NotPlayed::NpcNotHere(_) => FailureCode::NpcNotHere,
            NotPlayed::LevelUpPending { .. } => FailureCode::LevelUpPending,
            NotPlayed::KeyMismatch => FailureCode::IdempotencyMismatch,
            NotPlayed::Undone => FailureCode::TurnUndone,
            NotPlayed::NothingToUndo(_) => FailureCode::NothingToUndo,
            NotPlayed::StoppedForSafety => FailureCode::StoppedForSafety,
            NotPlayed::NotTheLastTurn => FailureCode::NotTheLastTurn,
            NotPlayed::TooManyTellings(_) => FailureCode::TooManyTellings,
            NotPlayed::Illegal(_) => FailureCode::IllegalAction,
            NotPlayed::ReactionPending(_) => FailureCode::ReactionPending,
            NotPlayed::NoEncounter => FailureCode::NoEncounter,
            NotPlayed::CapReached(CapReached::Seat(_)) => FailureCode::SeatCapReached,
            NotPlayed::CapReached(_) => FailureCode::SpendingCapReached,
            NotPlayed::NoPrice(_) => FailureCode::ModelWithoutPrice,
            NotPlayed::Refused(_) => FailureCode::ValidationFailed,
            NotPlayed::InProgress | NotPlayed::TooMany => {
                return Self { retry_after: Some(5), ..Self::new(FailureCode::TurnInProgress, message, true) };
            }
            NotPlayed::Store(error) if matches!(*error, store::Error::CampaignMissing { .. }) => {
                return Self::new(FailureCode::ValidationFailed, error.to_string(), false);
            }
            NotPlayed::Store(error) => {
                tracing::error!(%error, source = ?std::error::Error::source(&*error), "the store failed");
                let not_writable = matches!(*error, store::Error::NotWritable(_));
                let words = if not_writable { store::Error::NOT_WRITABLE } else { UNREACHABLE };
                let code = FailureCode::StoreUnavailable;
                return Self { retry_after: Some(5), ..Self::new(code, words, !not_writable) };
            }
            // None of these is about a turn.
            NotPlayed::PlaysInRounds => FailureCode::PlaysInRounds,
            NotPlayed::NoRound(_) => FailureCode::NoRound,
            NotPlayed::UnknownPath(_)
            | NotPlayed::NotTaken(_)
            | NotPlayed::RoundOver
            | NotPlayed::NothingPlaying
            | NotPlayed::NotWritten(_) => {
                return Self::internal();
            }
        };
        Self::new(code, message, false)
    }
}
