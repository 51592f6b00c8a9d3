//! What the reasons of other layers are over HTTP: their status, code and words.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::{
    author::{self, Gap},
    dm::{
        NotPlayed,
        campaigns::NotShelved,
        feed::{Failure, FailureCode, SPENDING_CAP_REACHED},
    },
    game::journal::NotWritten,
    store,
};

use super::Error;

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::unknown_session(),
            store::Error::Conflict => Self {
                retry_after: Some(1),
                ..Self::new(
                    StatusCode::CONFLICT,
                    "version_conflict",
                    "The session was changed somewhere else meanwhile. Read it again, then try again.",
                )
            },
            store::Error::BadCursor => {
                Self::invalid_field("cursor", "This is no cursor of ours; leave it out to start from the beginning.")
            }
            store::Error::TooLarge(what) => Self::too_large(what),
            error @ store::Error::Damaged(_) => Self { cause: Some(Arc::new(error)), ..Self::internal() },
            error @ store::Error::Unavailable(_) => Self {
                retry_after: Some(5),
                cause: Some(Arc::new(error)),
                ..Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "store_unavailable",
                    "The store cannot be reached just now; nothing was changed. Try again in a moment.",
                )
            },
        }
    }
}

impl From<NotPlayed> for Error {
    fn from(not_played: NotPlayed) -> Self {
        let detail = not_played.to_string();
        match not_played {
            NotPlayed::UnknownSession => Self::unknown_session(),
            NotPlayed::UnknownTurn => Self::unknown_turn(),
            NotPlayed::UnknownPath(_) => Self::new(StatusCode::NOT_FOUND, "unknown_path", detail),
            NotPlayed::UnknownCharacter(detail) => Self::unknown_character(detail),
            NotPlayed::UnknownNpc(detail) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown_npc", detail),
            NotPlayed::NpcNotHere(detail) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "npc_not_here", detail),
            NotPlayed::LevelUpPending { .. } => Self::new(StatusCode::CONFLICT, "level_up_pending", detail),
            NotPlayed::Undone => Self::new(StatusCode::CONFLICT, "turn_undone", detail),
            NotPlayed::NothingToUndo(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "nothing_to_undo", detail),
            NotPlayed::NotTheLastTurn => Self::new(StatusCode::CONFLICT, "not_the_last_turn", detail),
            NotPlayed::TooManyTellings(_) => Self::new(StatusCode::CONFLICT, "too_many_tellings", detail),
            NotPlayed::KeyMismatch => Self::idempotency_mismatch(detail),
            NotPlayed::TooMany => {
                Self { retry_after: Some(5), ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_turns", detail) }
            }
            NotPlayed::InProgress => {
                Self { retry_after: Some(5), ..Self::new(StatusCode::CONFLICT, "turn_in_progress", detail) }
            }
            NotPlayed::NothingPlaying => Self::new(StatusCode::CONFLICT, "nothing_playing", detail),
            NotPlayed::Illegal(_) => Self::illegal_action(detail),
            NotPlayed::NoEncounter => Self::new(StatusCode::CONFLICT, "no_encounter", detail),
            NotPlayed::CapReached(_) => Self::spending_cap_reached(detail),
            NotPlayed::NoPrice(_) => Self::new(StatusCode::CONFLICT, "model_without_price", detail),
            NotPlayed::Refused(refusal) => Self::invalid_field("", refusal.to_string()),
            NotPlayed::NotWritten(NotWritten::Unknown) => {
                Self::new(StatusCode::NOT_FOUND, "journal_entry_not_found", detail)
            }
            NotPlayed::NotWritten(NotWritten::NotTold) => Self::invalid_field("text", detail),
            NotPlayed::NotWritten(NotWritten::KeyMismatch) => Self::idempotency_mismatch(detail),
            NotPlayed::NotWritten(NotWritten::Full(_)) => Self::new(StatusCode::CONFLICT, "journal_full", detail),
            NotPlayed::Store(error) => match Arc::try_unwrap(error) {
                Ok(error) => error.into(),
                Err(shared) => match &*shared {
                    store::Error::Unavailable(_) => {
                        let inner = store::Error::Unavailable("the store failed for several at once".into());
                        Self { cause: Some(shared), ..inner.into() }
                    }
                    _ => Self { cause: Some(shared), ..Self::internal() },
                },
            },
        }
    }
}

/// Most findings of one answer: beyond them nobody reads, and whoever mends these sees the next.
const MAX_FINDINGS: usize = 200;

/// As many findings as one answer tells.
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
                ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_campaign", detail)
            },
            NotShelved::SlugTaken(_) => Self::new(StatusCode::CONFLICT, "slug_taken", detail),
            NotShelved::Ours(_) => Self::new(StatusCode::CONFLICT, "campaign_is_ours", detail),
            NotShelved::Unknown(_) => Self::new(StatusCode::NOT_FOUND, "unknown_campaign", detail),
            NotShelved::Full => Self::new(StatusCode::CONFLICT, "shelf_full", detail),
            NotShelved::Store(error) => error.into(),
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        let (status, code) = match failure.code {
            FailureCode::TurnCancelled => (StatusCode::CONFLICT, "turn_cancelled"),
            FailureCode::ModelFailed => (StatusCode::BAD_GATEWAY, "model_failed"),
            FailureCode::ModelOverloaded => (StatusCode::SERVICE_UNAVAILABLE, "model_overloaded"),
            FailureCode::ModelTimeout => (StatusCode::GATEWAY_TIMEOUT, "model_timeout"),
            FailureCode::StoreUnavailable => (StatusCode::SERVICE_UNAVAILABLE, "store_unavailable"),
            FailureCode::VersionConflict => (StatusCode::CONFLICT, "version_conflict"),
            FailureCode::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            FailureCode::SpendingCapReached => (StatusCode::PAYMENT_REQUIRED, SPENDING_CAP_REACHED),
            FailureCode::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        };
        Self { retry_after: failure.retry_after, ..Self::new(status, code, failure.message) }
    }
}

/// A run of the author that broke off, in the words of a turn that did.
pub(in crate::http) fn broken_off(error: author::Error) -> Failure {
    let failure = |code, message: &str, retryable, retry_after| Failure {
        code,
        message: message.to_owned(),
        retryable,
        retry_after,
    };
    match error {
        author::Error::Model(error) => error.into(),
        author::Error::TooLarge(what) => failure(FailureCode::TooLarge, &what, false, None),
        author::Error::Store(store::Error::Conflict | store::Error::NotFound) => {
            let words = "The plan was changed or deleted somewhere else meanwhile. Read it again.";
            failure(FailureCode::VersionConflict, words, true, None)
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
