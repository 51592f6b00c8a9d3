//! Why a store could not.

/// Why a store could not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such session or turn.
    #[error("there is no such record")]
    NotFound,
    /// Somebody else saved first, or a claim was lost.
    #[error("it was changed by someone else meanwhile")]
    Conflict,
    /// The cursor is not one that a list of ours ended with.
    #[error("this cursor is not one the list gave; begin again without one")]
    BadCursor,
    /// What was to be saved is larger than any store of ours takes; the text says which part.
    #[error("{0}")]
    TooLarge(String),
    /// What was stored can't be read: damaged, or written by a newer version. Only this record is concerned.
    #[error("a stored record cannot be read: {0}")]
    Damaged(String),
    /// The store cannot be reached or written just now; nothing was saved.
    #[error("the store is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}
