//! Maps errors of other layers to HTTP problems.

use std::sync::Arc;

use game::{
    journal::NotWritten,
    roster::{NotSeated, NotTaken},
};

use crate::{
    author::{self, Gap},
    dm::{
        NotPlayed,
        campaigns::NotShelved,
        feed::{FailureCode, TurnFailure},
    },
    store,
};

use super::{Error, ProblemCode};

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::unknown_session(),
            error @ store::Error::CampaignMissing { .. } => Self::new(ProblemCode::UnknownCampaign, error.to_string()),
            store::Error::Conflict => Self {
                retry_after: Some(1),
                ..Self::new(
                    ProblemCode::VersionConflict,
                    "The session was changed somewhere else meanwhile. Read it again, then try again.",
                )
            },
            store::Error::BadCursor => {
                Self::invalid_field("cursor", "This is no cursor of ours; leave it out to start from the beginning.")
            }
            store::Error::TooLarge(what) => Self::too_large(what),
            error @ store::Error::Damaged(_) => Self {
                retry_after: Some(store::Error::NOT_WRITABLE_WAIT_S),
                cause: Some(Arc::new(error)),
                ..Self::new(
                    ProblemCode::StoreUnavailable,
                    "The stored data is damaged here. Whoever runs the server can check it with `embertale doctor` and restore \
                     a backup.",
                )
            },
            error @ store::Error::NotWritable(_) => Self {
                retry_after: Some(store::Error::NOT_WRITABLE_WAIT_S),
                cause: Some(Arc::new(error)),
                ..Self::new(ProblemCode::StoreUnavailable, store::Error::NOT_WRITABLE)
            },
            error @ store::Error::Unavailable(_) => Self {
                retry_after: Some(5),
                cause: Some(Arc::new(error)),
                ..Self::new(
                    ProblemCode::StoreUnavailable,
                    "The store cannot be reached just now; nothing was changed. Try again in a moment.",
                )
            },
        }
    }
}

impl From<NotSeated> for Error {
    fn from(not_seated: NotSeated) -> Self {
        let detail = not_seated.to_string();
        match not_seated {
            NotSeated::InvitationOver => Self::new(ProblemCode::InvitationOver, detail),
            NotSeated::HeroTaken => Self::new(ProblemCode::HeroTaken, detail),
            NotSeated::OtherHero => Self::invalid_field("character", detail),
            NotSeated::TableFull => Self::new(ProblemCode::TableFull, detail),
            NotSeated::TooManyInvitations => Self::new(ProblemCode::TooManyInvitations, detail),
            NotSeated::Spectator => Self::invalid_field("characterIds", detail),
            NotSeated::Unknown => Self::new(ProblemCode::UnknownSeat, detail),
        }
    }
}

impl From<NotPlayed> for Error {
    fn from(not_played: NotPlayed) -> Self {
        let detail = not_played.to_string();
        match not_played {
            NotPlayed::UnknownSession => Self::unknown_session(),
            NotPlayed::UnknownTurn => Self::unknown_turn(),
            NotPlayed::UnknownPath(_) => Self::new(ProblemCode::UnknownPath, detail),
            NotPlayed::UnknownCharacter(detail) => Self::unknown_character(detail),
            NotPlayed::NotYourHero(detail) => Self::new(ProblemCode::NotYourHero, detail),
            NotPlayed::UnknownNpc(detail) => Self::new(ProblemCode::UnknownNpc, detail),
            NotPlayed::NpcNotHere(detail) => Self::new(ProblemCode::NpcNotHere, detail),
            NotPlayed::LevelUpPending { .. } => Self::new(ProblemCode::LevelUpPending, detail),
            NotPlayed::Undone => Self::new(ProblemCode::TurnUndone, detail),
            NotPlayed::NothingToUndo(_) => Self::new(ProblemCode::NothingToUndo, detail),
            NotPlayed::StoppedForSafety => Self::new(ProblemCode::StoppedForSafety, detail),
            NotPlayed::NotTheLastTurn => Self::new(ProblemCode::NotTheLastTurn, detail),
            NotPlayed::TooManyTellings(_) => Self::new(ProblemCode::TooManyTellings, detail),
            NotPlayed::KeyMismatch => Self::idempotency_mismatch(detail),
            NotPlayed::TooMany => Self { retry_after: Some(5), ..Self::new(ProblemCode::TooManyTurns, detail) },
            NotPlayed::InProgress => Self { retry_after: Some(5), ..Self::new(ProblemCode::TurnInProgress, detail) },
            NotPlayed::PlaysInRounds => Self::new(ProblemCode::PlaysInRounds, detail),
            NotPlayed::NoRound(_) => Self::new(ProblemCode::NoRound, detail),
            NotPlayed::RoundOver => Self::new(ProblemCode::NoRound, detail),
            NotPlayed::NotTaken(NotTaken::KeyMismatch) => Self::idempotency_mismatch(detail),
            NotPlayed::NotTaken(NotTaken::Closed) => {
                Self { retry_after: Some(5), ..Self::new(ProblemCode::RoundClosed, detail) }
            }
            NotPlayed::NothingPlaying => Self::new(ProblemCode::NothingPlaying, detail),
            NotPlayed::Illegal(_) => Self::illegal_action(detail),
            NotPlayed::ReactionPending(_) => Self::new(ProblemCode::ReactionPending, detail),
            NotPlayed::NoEncounter => Self::new(ProblemCode::NoEncounter, detail),
            NotPlayed::CapReached(reached) => Self::spending_cap_reached(reached),
            NotPlayed::NoPrice(_) => Self::new(ProblemCode::ModelWithoutPrice, detail),
            NotPlayed::Refused(refusal) => Self::invalid_field("", refusal.to_string()),
            NotPlayed::NotWritten(NotWritten::Unknown) => Self::new(ProblemCode::JournalEntryNotFound, detail),
            NotPlayed::NotWritten(NotWritten::NotTold) => Self::invalid_field("text", detail),
            NotPlayed::NotWritten(NotWritten::KeyMismatch) => Self::idempotency_mismatch(detail),
            NotPlayed::NotWritten(NotWritten::Full(_)) => Self::new(ProblemCode::JournalFull, detail),
            NotPlayed::Store(error) => match Arc::try_unwrap(error) {
                Ok(error) => error.into(),
                Err(shared) => match &*shared {
                    store::Error::Unavailable(_) => {
                        let inner = store::Error::Unavailable("one store failure affected several requests".into());
                        Self { cause: Some(shared), ..inner.into() }
                    }
                    store::Error::NotWritable(_) => {
                        let inner = store::Error::NotWritable("one write failure affected several requests".into());
                        Self { cause: Some(shared), ..inner.into() }
                    }
                    store::Error::CampaignMissing { digest } => {
                        store::Error::CampaignMissing { digest: digest.clone() }.into()
                    }
                    _ => Self { cause: Some(shared), ..Self::internal() },
                },
            },
        }
    }
}

/// Maximum number of findings in a response.
const MAX_FINDINGS: usize = 200;

/// At most as many findings as one answer may contain.
pub(in crate::http) fn told<T>(mut findings: Vec<T>) -> Vec<T> {
    findings.truncate(MAX_FINDINGS);
    findings
}

impl From<NotShelved> for Error {
    fn from(not_shelved: NotShelved) -> Self {
        let detail = not_shelved.to_string();
        match not_shelved {
            NotShelved::Invalid(found) => Self {
                findings: told(found).into_iter().map(Gap::from).collect(),
                ..Self::new(ProblemCode::InvalidCampaign, detail)
            },
            NotShelved::SlugTaken(_) => Self::new(ProblemCode::SlugTaken, detail),
            NotShelved::Ours(_) => Self::new(ProblemCode::CampaignIsOurs, detail),
            NotShelved::Unknown(_) => Self::new(ProblemCode::UnknownCampaign, detail),
            NotShelved::Full => Self::new(ProblemCode::ShelfFull, detail),
            NotShelved::Store(error) => error.into(),
        }
    }
}

impl From<TurnFailure> for Error {
    fn from(failure: TurnFailure) -> Self {
        let code = match failure.code {
            FailureCode::TurnCancelled => ProblemCode::TurnCancelled,
            FailureCode::ModelFailed => ProblemCode::ModelFailed,
            FailureCode::ModelOverloaded => ProblemCode::ModelOverloaded,
            FailureCode::ModelTimeout => ProblemCode::ModelTimeout,
            FailureCode::StoreUnavailable => ProblemCode::StoreUnavailable,
            FailureCode::VersionConflict => ProblemCode::VersionConflict,
            FailureCode::TooLarge => ProblemCode::TooLarge,
            FailureCode::SpendingCapReached => ProblemCode::SpendingCapReached,
            FailureCode::SeatCapReached => ProblemCode::SeatCapReached,
            FailureCode::PlaysInRounds => ProblemCode::PlaysInRounds,
            FailureCode::NoRound => ProblemCode::NoRound,
            FailureCode::Internal => ProblemCode::Internal,
            FailureCode::UnknownSession => ProblemCode::UnknownSession,
            FailureCode::UnknownTurn => ProblemCode::UnknownTurn,
            FailureCode::UnknownCharacter => ProblemCode::UnknownCharacter,
            FailureCode::LevelUpPending => ProblemCode::LevelUpPending,
            FailureCode::TurnUndone => ProblemCode::TurnUndone,
            FailureCode::TurnInProgress => ProblemCode::TurnInProgress,
            FailureCode::NotTheLastTurn => ProblemCode::NotTheLastTurn,
            FailureCode::TooManyTellings => ProblemCode::TooManyTellings,
            FailureCode::ReactionPending => ProblemCode::ReactionPending,
            FailureCode::NoEncounter => ProblemCode::NoEncounter,
            FailureCode::ModelWithoutPrice => ProblemCode::ModelWithoutPrice,
            FailureCode::ValidationFailed => ProblemCode::ValidationFailed,
            FailureCode::IdempotencyMismatch => ProblemCode::IdempotencyMismatch,
            FailureCode::IllegalAction => ProblemCode::IllegalAction,
            FailureCode::NotYourHero => ProblemCode::NotYourHero,
            FailureCode::UnknownNpc => ProblemCode::UnknownNpc,
            FailureCode::NpcNotHere => ProblemCode::NpcNotHere,
            FailureCode::NothingToUndo => ProblemCode::NothingToUndo,
            FailureCode::StoppedForSafety => ProblemCode::StoppedForSafety,
            FailureCode::LineCrossed => ProblemCode::LineCrossed,
            FailureCode::NotChecked => ProblemCode::SafetyNotChecked,
        };
        let cause = failure.cause.map(|cause| Arc::from(Box::<dyn std::error::Error + Send + Sync>::from(cause)));
        let model_calls = Some(failure.model_calls).filter(|n| *n > 0);
        Self { retry_after: failure.retry_after, cause, model_calls, ..Self::new(code, failure.message) }
    }
}

/// A run of the author that broke off, in the words of a turn that did.
pub(in crate::http) fn broken_off(error: author::Error) -> TurnFailure {
    let failure = |code, message: &str, retryable, retry_after| TurnFailure {
        retry_after,
        ..TurnFailure::new(code, message, retryable)
    };
    match error {
        author::Error::Model(error) => error.into(),
        author::Error::TooLarge(what) => failure(FailureCode::TooLarge, &what, false, None),
        author::Error::Store(store::Error::Conflict | store::Error::NotFound) => {
            let words = "The plan was changed or deleted somewhere else meanwhile. Read it again.";
            failure(FailureCode::VersionConflict, words, true, None)
        }
        author::Error::Store(store::Error::NotWritable(error)) => {
            tracing::error!(error = %error, "a plan was not kept");
            let wait = Some(store::Error::NOT_WRITABLE_WAIT_S);
            failure(FailureCode::StoreUnavailable, store::Error::NOT_WRITABLE, false, wait)
        }
        author::Error::Store(store::Error::Unavailable(error)) => {
            tracing::error!(error = %error, "a plan was not kept");
            let words = "The store cannot be reached just now. What was written before is kept; try again in a moment.";
            failure(FailureCode::StoreUnavailable, words, true, Some(5))
        }
        error => {
            tracing::error!(error = %error, source = ?std::error::Error::source(&error), "the author broke off");
            let words = "Something went wrong on our side. What was written before is kept; try again.";
            failure(FailureCode::Internal, words, true, None)
        }
    }
}
