//! What a failure of SQLite means to the caller.

use sqlx::error::ErrorKind;

use crate::store::Error;

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::ColumnDecode { index, source } => {
                Self::Damaged(format!("its column {index} is not what was saved: {source}"))
            }
            sqlx::Error::Database(cause) => match cause.kind() {
                ErrorKind::UniqueViolation => Self::Conflict,
                ErrorKind::ForeignKeyViolation => Self::NotFound,
                // Locked, full, read-only, cannot be opened, cannot be read: all of it is the database's trouble, not
                // the record's, and nothing was saved.
                _ => Self::Unavailable(Box::new(error)),
            },
            _ => Self::Unavailable(Box::new(error)),
        }
    }
}
