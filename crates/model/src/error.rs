//! Errors of models.

use std::time::Duration;

/// Why a model did not answer, by what the player can do about it. The texts never contain a key, a header or a body.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The request can't work, or the answer broke off; the text says what to check.
    #[error("{detail}")]
    Failed {
        /// A sentence for the player that says what to check.
        detail: String,
        /// Whether the same turn may well work if it is sent again.
        retryable: bool,
    },
    /// The provider has too much to do (429, 529) and our tries are used up.
    #[error("The model has too many requests just now. Wait a moment, then send your words again.")]
    Overloaded {
        /// How long the provider asks us to wait.
        retry_after: Option<Duration>,
    },
    /// No byte for too long, or a 504.
    #[error("The model took too long to answer. Send your words again; if it keeps happening, try later.")]
    TimedOut,
    /// The spending cap is reached: nothing was sent.
    #[error("{detail}")]
    CapReached {
        /// A sentence for the player that says which cap.
        detail: String,
        /// The time until the cap resets; `None` if it must be raised.
        retry_after: Option<Duration>,
    },
    /// The answer is not shown, because it crosses a line that was set for it.
    #[error(
        "The story came back to something that is never to be shown at this table, and was stopped. Try other words."
    )]
    CrossedLine,
    /// The answer isn't shown, because its check for lines timed out.
    #[error("The story could not be checked against the lines of this table in time. Send your words again.")]
    NotChecked,
}

impl Error {
    /// A failure that will repeat until something is changed.
    pub fn failed(detail: impl Into<String>) -> Self {
        Self::Failed { detail: detail.into(), retryable: false }
    }

    /// A failure of the moment.
    pub fn broke_off(detail: impl Into<String>) -> Self {
        Self::Failed { detail: detail.into(), retryable: true }
    }

    /// Whether sending the same turn again may work without changing anything.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Failed { retryable, .. } => *retryable,
            Self::Overloaded { .. } | Self::TimedOut | Self::CrossedLine | Self::NotChecked => true,
            Self::CapReached { .. } => false,
        }
    }
}
