//! A failed attempt: the error for the player, and whether a retry makes sense.

use super::body::StreamFault;
use crate::Error;
use crate::retry::{RetryHints, may_pass};

/// A try that failed.
#[derive(Debug)]
pub(super) struct RequestFailure {
    /// The error for the player, if this was the last try. Never contains a key, a header or a body.
    pub(super) error: Error,
    /// Whether this kind of failure may pass by itself.
    pub(super) may_pass: bool,
    /// The server's retry hints.
    pub(super) hints: RetryHints,
}

impl RequestFailure {
    fn new(error: Error, may_pass: bool) -> Self {
        Self { error, may_pass, hints: RetryHints::default() }
    }

    /// A response that is no answer.
    pub(super) fn of_status(status: u16, hints: RetryHints) -> Self {
        Self { error: error_of(status, hints), may_pass: may_pass(status), hints }
    }

    /// An `error` event in an answer that had begun, or an error body that came with a good status.
    pub(super) fn of_kind(kind: &str) -> Self {
        let status = match kind {
            "invalid_request_error" => 400,
            "authentication_error" => 401,
            "billing_error" => 402,
            "permission_error" => 403,
            "not_found_error" => 404,
            "request_too_large" => 413,
            "rate_limit_error" => 429,
            "timeout_error" => 504,
            "overloaded_error" => 529,
            _ => 500,
        };
        Self::of_status(status, RetryHints::default())
    }

    /// The HTTP client could not be built.
    pub(super) fn of_setup(error: Error) -> Self {
        Self::new(error, false)
    }

    /// No connection, or one that broke before there was a response.
    pub(super) fn unreachable() -> Self {
        let detail = "The model's server could not be reached. Check the network connection and ANTHROPIC_BASE_URL, \
                      then send your words again.";
        Self::new(Error::broke_off(detail), true)
    }

    /// An answer that ended before its end.
    pub(super) fn of_cut(cut: StreamFault) -> Self {
        match cut {
            // Having waited so long once, the player should be asked before we do it again.
            StreamFault::Stalled => Self::new(Error::TimedOut, false),
            StreamFault::Broken => {
                let detail = "The model's answer broke off before its end. Check the network connection and send your \
                              words again.";
                Self::new(Error::broke_off(detail), true)
            }
            StreamFault::Endless => Self::new(
                Error::broke_off("The model's answer was far too long to be one. Send your words again."),
                false,
            ),
        }
    }

    /// A good status with something that isn't the Messages protocol.
    pub(super) fn foreign() -> Self {
        let detail = "What answered does not speak the Messages protocol. Check that ANTHROPIC_BASE_URL is the address \
                      of a server that does.";
        Self::new(Error::failed(detail), false)
    }
}

fn error_of(status: u16, hints: RetryHints) -> Error {
    let detail = match status {
        429 | 529 => return Error::Overloaded { retry_after: hints.after },
        408 | 504 => return Error::TimedOut,
        401 => "The model's provider does not accept the key (401). Check ANTHROPIC_API_KEY.",
        402 => {
            "The model's provider has a billing problem with this account (402). Check its credit and payment details."
        }
        403 => {
            "The key may not be used for this (403). Check what ANTHROPIC_API_KEY is allowed to do, and that its account \
             may use the models of the agents (DM_MODEL, UTILITY_MODEL, …)."
        }
        404 => {
            "There is no such model or address (404). Check the models of the agents (DM_MODEL, UTILITY_MODEL, …) and ANTHROPIC_BASE_URL."
        }
        413 => {
            "The request is too large for the model's provider (413). Check for an overlong message or campaign text."
        }
        300..=399 => {
            "The model's server has moved (a redirect, which is not followed so that the key stays safe). Check \
             ANTHROPIC_BASE_URL."
        }
        409 => {
            return Error::broke_off("The model's provider was busy with the same thing (409). Send your words again.");
        }
        500.. => {
            return Error::broke_off(format!(
                "The model's server had a failure of its own ({status}). Send your words again; if it keeps happening, check \
                 the provider's status page, or the server behind ANTHROPIC_BASE_URL."
            ));
        }
        _ => {
            return Error::failed(format!(
                "The model's provider turned the request down ({status}). Check that DM_MODEL, UTILITY_MODEL and the other agents' settings name current \
                 models, that the account has credit, and that ANTHROPIC_BASE_URL is right."
            ));
        }
    };
    Error::failed(detail)
}
