//! Maps errors of SQLite to errors of the store.

use sqlx::error::ErrorKind;

use crate::store::Error;

/// SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CORRUPT_VTAB, SQLITE_CORRUPT_INDEX.
const DAMAGED: [&str; 4] = ["11", "26", "267", "779"];
/// SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_SHMSIZE.
const NOT_WRITABLE: [&str; 4] = ["13", "778", "1034", "4874"];

/// Whether an error says that the file, or a page of it, is damaged.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| DAMAGED.contains(&code.as_ref()))
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::ColumnDecode { index, .. } => {
                Self::Damaged(format!("its column {index} is not what was saved"))
            }
            sqlx::Error::Database(cause) => match cause.kind() {
                ErrorKind::UniqueViolation => Self::Conflict,
                ErrorKind::ForeignKeyViolation => Self::NotFound,
                // A page of the file is damaged; others may be intact.
                _ if is_damage(&error) => {
                    Self::Damaged("the database file is damaged at this record; restore a backup".to_owned())
                }
                _ if cause.code().is_some_and(|code| NOT_WRITABLE.contains(&code.as_ref())) => {
                    Self::NotWritable(Box::new(error))
                }
                // Locked, read-only, cannot be opened, cannot be read: all of it is the database's trouble, not the
                // record's, and nothing was saved.
                _ => Self::Unavailable(Box::new(error)),
            },
            _ => Self::Unavailable(Box::new(error)),
        }
    }
}
