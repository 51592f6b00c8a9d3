//! Classifies failures of Firestore: whether something was written, and the message.

use firestore::errors::FirestoreError;

use crate::store::Error;

/// The outcome of a commit that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommitFailure {
    /// Nothing was written: a document was not as expected.
    Refused,
    /// Nothing was written, and a retry may succeed.
    NotNow,
    /// It may have been written or not.
    Unknown,
    /// Nothing was written, and trying again won't help.
    Never,
}

impl CommitFailure {
    pub(super) fn of(error: &FirestoreError) -> Self {
        match error {
            FirestoreError::DataConflictError(_) | FirestoreError::DataNotFoundError(_) => Self::Refused,
            FirestoreError::DatabaseError(error) => match error.public.code.as_str() {
                "FailedPrecondition" => Self::Refused,
                "Aborted" | "ResourceExhausted" => Self::NotNow,
                "Unavailable" | "DeadlineExceeded" | "Cancelled" | "Internal" | "Unknown" => Self::Unknown,
                code if code.starts_with("CONNECTION_") => Self::Unknown,
                _ => Self::Never,
            },
            FirestoreError::NetworkError(_) | FirestoreError::SystemError(_) => Self::Unknown,
            _ => Self::Never,
        }
    }
}

/// Why Firestore can't be used, with what to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum FirestoreProblem {
    #[error("Firestore does not answer: {0}")]
    Away(String),
    #[error("Firestore refuses this account: {0}; give it the role Cloud Datastore User in the project")]
    Forbidden(String),
    #[error("Firestore lacks an index: {0}; deploy firestore.indexes.json as docs/firestore.md says")]
    Unindexed(String),
    #[error("Firestore could not do as asked: {0}")]
    Other(String),
}

/// The store's error for a failure other than a conflict.
pub(super) fn told(error: &FirestoreError) -> Error {
    let (code, details) = match error {
        FirestoreError::DatabaseError(error) => (error.public.code.as_str(), error.details.clone()),
        FirestoreError::DataNotFoundError(error) => ("NotFound", error.data_detail_message.clone()),
        FirestoreError::NetworkError(error) => ("Unavailable", error.message.clone()),
        FirestoreError::SystemError(error) => ("Unavailable", error.message.clone()),
        error => ("", error.to_string()),
    };
    let unusable = match code {
        // Our own limits should have said so before; see `limits.rs`.
        "InvalidArgument" if details.contains("longer than") || details.contains("maximum entity size") => {
            return Error::TooLarge(format!("Firestore takes no record as large as this: {details}"));
        }
        "PermissionDenied" | "Unauthenticated" => FirestoreProblem::Forbidden(details),
        "FailedPrecondition" if details.contains("index") => FirestoreProblem::Unindexed(details),
        "" | "InvalidArgument" | "NotFound" => FirestoreProblem::Other(details),
        code => FirestoreProblem::Away(format!("{code}, {details}")),
    };
    Error::Unavailable(Box::new(unusable))
}
