//! The version of a database file, also where the table that records it is damaged.

use std::collections::BTreeSet;

use sqlx::{Connection, SqliteConnection, migrate::Migrator};

use crate::store::{Error, Result};

use super::check::{CheckDepth, is_sound};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The table in which the migrations of a file are recorded.
pub(super) const MIGRATIONS_TABLE: &str = "_sqlx_migrations";

/// The version of a database file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileVersion {
    /// No migration was completed yet.
    New,
    /// Its last migration.
    Migration(i64),
    /// The record of its migrations is damaged, but it has the tables of the newest version.
    Unrecorded,
}

/// The last migration of this program.
pub(super) fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// Reads the version of a file.
///
/// # Errors
/// [`Error::Damaged`]: it can't be known, or tables of this version are missing.
pub(super) async fn read(connection: &mut SqliteConnection) -> Result<FileVersion> {
    let columns = columns(connection).await?;
    let recorded = match columns.iter().any(|(table, _)| table == MIGRATIONS_TABLE) {
        true if !is_sound(connection, MIGRATIONS_TABLE, CheckDepth::Full).await? => None,
        true => {
            let last = "SELECT max(version) FROM _sqlx_migrations";
            sqlx::query_scalar::<_, Option<i64>>(last).fetch_one(&mut *connection).await?
        }
        false => None,
    };
    let version = match recorded {
        Some(version) if version != newest() => return Ok(FileVersion::Migration(version)),
        Some(version) => FileVersion::Migration(version),
        None if is_new(connection, &columns).await? => return Ok(FileVersion::New),
        None => FileVersion::Unrecorded,
    };
    // A damaged page of the schema can hide tables without an error.
    let is_whole = match (version, columns_of_the_newest().await?) {
        (FileVersion::Unrecorded, newest) => of_game(&columns).eq(of_game(&newest)),
        (_, newest) => newest.is_subset(&columns),
    };
    if is_whole { Ok(version) } else { Err(Error::Damaged("tables are missing in the database file".to_owned())) }
}

/// Whether a file has no tables yet. Where pages are in use without a table, the schema is damaged.
async fn is_new(connection: &mut SqliteConnection, columns: &BTreeSet<(String, String)>) -> Result<bool> {
    let n_pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(connection).await?;
    Ok(of_game(columns).next().is_none() && (n_pages <= 1 || !columns.is_empty()))
}

/// The columns of all tables but that of the migrations.
fn of_game(columns: &BTreeSet<(String, String)>) -> impl Iterator<Item = &(String, String)> {
    columns.iter().filter(|(table, _)| table != MIGRATIONS_TABLE)
}

/// The tables of a database and their columns.
async fn columns(connection: &mut SqliteConnection) -> Result<BTreeSet<(String, String)>> {
    let all = "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
               WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'";
    Ok(sqlx::query_as(all).fetch_all(connection).await?.into_iter().collect())
}

/// The tables a new database gets, and their columns.
async fn columns_of_the_newest() -> Result<BTreeSet<(String, String)>> {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await?;
    for migration in MIGRATIONS.iter() {
        sqlx::raw_sql(migration.sql.clone()).execute(&mut connection).await?;
    }
    columns(&mut connection).await
}
