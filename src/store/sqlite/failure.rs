//! Maps errors of SQLite to errors of the store.

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
                // SQLITE_CORRUPT: a page of the file is damaged; others may be intact.
                _ if cause.code().is_some_and(|code| code == "11" || code == "267" || code == "779") => {
                    Self::Damaged("the database file is damaged at this record; restore a backup".to_owned())
                }
                // Locked, full, read-only, cannot be opened, cannot be read: all of it is the database's trouble, not
                // the record's, and nothing was saved.
                _ => Self::Unavailable(Box::new(error)),
            },
            _ => Self::Unavailable(Box::new(error)),
        }
    }
}
