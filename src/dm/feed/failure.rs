//! Why a turn came to nothing.

use serde::Serialize;
use utoipa::ToSchema;

/// Why a turn was not played to its end. The session is as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// A stable code.
    pub code: FailureCode,
    /// A sentence that says what to do.
    pub message: String,
    /// Whether the same words may well be played if they are sent again.
    pub retryable: bool,
    /// Seconds to wait before that, where they are known.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

/// The code of what ends because a cap on spending is used up.
pub const SPENDING_CAP_REACHED: &str = "spending_cap_reached";

/// The codes a turn fails with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// The player stopped it.
    TurnCancelled,
    /// The model did not answer as it should.
    ModelFailed,
    /// The model has too much to do.
    ModelOverloaded,
    /// The model took too long.
    ModelTimeout,
    /// The store could not be reached.
    StoreUnavailable,
    /// Somebody else changed the session meanwhile.
    VersionConflict,
    /// What was to be saved is too large.
    TooLarge,
    /// What may be spent is spent.
    SpendingCapReached,
    /// Our fault.
    Internal,
}

impl FailureCode {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TurnCancelled => "turn_cancelled",
            Self::ModelFailed => "model_failed",
            Self::ModelOverloaded => "model_overloaded",
            Self::ModelTimeout => "model_timeout",
            Self::StoreUnavailable => "store_unavailable",
            Self::VersionConflict => "version_conflict",
            Self::TooLarge => "too_large",
            Self::SpendingCapReached => SPENDING_CAP_REACHED,
            Self::Internal => "internal",
        }
    }
}
