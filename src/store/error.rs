//! Errors of stores.

/// Why a store could not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such session or turn.
    #[error("there is no such record")]
    NotFound,
    /// The package of the campaign that a session plays is not there, or can't be read by this version. The session can.
    #[error(
        "The campaign that this session plays is missing on this server (its version is {digest}), or this version of Embertale can't \
         read it. What was played can still be read; to play on, import an export of the session or a backup that has the campaign."
    )]
    CampaignMissing {
        /// The digest of the package.
        digest: String,
    },
    /// Another writer saved first, or a claim was lost.
    #[error("it was changed by someone else meanwhile")]
    Conflict,
    /// The cursor is not one that a list of ours ended with.
    #[error("this cursor is not one the list gave; begin again without one")]
    BadCursor,
    /// The record exceeds the limits of all stores; the text names the part.
    #[error("{0}")]
    TooLarge(String),
    /// A record is damaged, or written by a newer version. Other records are unaffected.
    #[error("a stored record cannot be read: {0}")]
    Damaged(String),
    /// The disk is full or cannot be written; nothing was saved, and trying again helps only once there is room.
    #[error("the disk is full or cannot be written")]
    NotWritable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The store cannot be reached or written just now; nothing was saved.
    #[error("the store is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// The message to players if nothing can be written.
    pub const NOT_WRITABLE: &str = "Nothing can be saved, because the server's disk is full or cannot be written; nothing was \
                                    changed. Whoever runs the server has to make room; then try again.";
    /// Seconds to wait after [`Error::NotWritable`].
    pub const NOT_WRITABLE_WAIT_S: u64 = 60;
}
