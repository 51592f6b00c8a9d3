//! Checks the database file, and rebuilds damaged indexes in a copy of it.
//!
//! Readers find records by indexes, so a damaged one hides records that are intact.

use std::{
    fs::{self, File},
    io::{self, Seek},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering},
    time::{Duration, Instant},
};

use futures::TryStreamExt;
use sqlx::{
    AssertSqlSafe, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};

use crate::store::{DamagedPart, Error, FileCheck, FileDamage, Result, Store};

use super::{
    SqliteStore, lock,
    open::{self, DATABASE},
    version::MIGRATIONS_TABLE,
};

/// How long the check beside a running server may read a large file.
const QUICK_CHECK_LIMIT: Duration = Duration::from_secs(60);
/// SQLite's steps between two looks at whether that check is to go on: some milliseconds.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// How thoroughly SQLite checks a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum CheckDepth {
    /// Its pages and those of its indexes.
    Quick,
    /// Also whether the indexes agree with the table, which takes several times as long.
    Full,
}

impl SqliteStore {
    /// Reads the whole file. If indexes are damaged, makes a copy with new ones.
    pub(super) async fn check(&self) -> Result<FileCheck> {
        let mut damage = self.full_damage().await?;
        loop {
            let of_indexes = damage.iter().filter(|damage| damage.part == DamagedPart::Indexes);
            let tables: Vec<String> = of_indexes.map(|damage| damage.table.clone()).collect();
            if tables.is_empty() {
                return Ok(FileCheck { damage, copy: None });
            }
            let copy = match self.copy_with_new_indexes(&tables).await {
                Ok(copy) => copy,
                Err(error) => {
                    let source = std::error::Error::source(&error).map(ToString::to_string);
                    tracing::warn!(%error, source, "the damaged indexes could not be rebuilt in a copy of the database");
                    return Ok(FileCheck { damage, copy: None });
                }
            };
            // A table that is still damaged lost records without an error, and its new indexes lack them.
            let left = copy.full_damage().await?;
            let is_left = |table: &String| left.iter().any(|left| left.table == *table);
            if !tables.iter().any(is_left) {
                return Ok(FileCheck { damage, copy: Some(Box::new(copy) as Box<dyn Store>) });
            }
            for damage in damage.iter_mut().filter(|damage| is_left(&damage.table)) {
                damage.part = lost_part(&damage.table);
            }
        }
    }

    /// Looks for damaged pages beside a running server, on a connection of its own, for at most [`QUICK_CHECK_LIMIT`]. Closing the
    /// store ends the check.
    pub(super) async fn quick_check(&self) -> Result<Vec<FileDamage>> {
        let _checking = self.checking.lock().await;
        let mut connection = open::reader(&self.path).await?;
        let (closes, since) = (Arc::clone(&self.closes), Instant::now());
        let goes_on = move || !closes.load(Ordering::Relaxed) && since.elapsed() < QUICK_CHECK_LIMIT;
        connection.lock_handle().await?.set_progress_handler(STEPS_BETWEEN_LOOKS, goes_on.clone());
        let damage = damage(&mut connection, CheckDepth::Quick).await;
        let _ = connection.close().await;
        match damage {
            Err(_) if !goes_on() => {
                tracing::info!("the database file was not checked to its end: `embertale verify` checks all of it");
                Ok(Vec::new())
            }
            damage => damage,
        }
    }

    async fn full_damage(&self) -> Result<Vec<FileDamage>> {
        damage(&mut *self.readers.acquire().await?, CheckDepth::Full).await
    }

    async fn copy_with_new_indexes(&self, tables: &[String]) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(|error| Error::Unavailable(Box::new(error)))?;
        let data_dir = folder.path().to_owned();
        let path = data_dir.join(DATABASE);
        self.copy_file(&path).await?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .journal_mode(SqliteJournalMode::Delete)
            .pragma("writable_schema", "ON");
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let mut dropped = Vec::new();
        for table in tables {
            dropped.extend(replace_indexes(&mut connection, table).await?);
        }
        connection.close().await?;
        // A new connection no longer knows the dropped indexes.
        let mut connection = SqliteConnection::connect_with(&options).await?;
        for definition in dropped {
            sqlx::raw_sql(AssertSqlSafe(definition)).execute(&mut connection).await?;
        }
        connection.close().await?;
        open::to_read(&data_dir, Some(folder)).await
    }

    /// Copies the database with its log, also while it is written.
    async fn copy_file(&self, to: &Path) -> Result<()> {
        // The log isn't moved to the file beyond a reader's snapshot, so both together are one consistent state, whenever they
        // are copied.
        let mut reader = self.readers.begin().await?;
        let _: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_master").fetch_one(&mut *reader).await?;
        let (source, from, to) = (Arc::clone(&self.source), self.path.clone(), to.to_owned());
        let copied = tokio::task::spawn_blocking(move || copy(&source, &from, &to)).await;
        reader.rollback().await?;
        let copied = copied.unwrap_or_else(|error| Err(io::Error::other(error)));
        copied.map_err(|error| Error::Unavailable(Box::new(error)))
    }
}

/// Results of SQLite's own check, by table.
async fn damage(connection: &mut SqliteConnection, check: CheckDepth) -> Result<Vec<FileDamage>> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut damage = Vec::new();
    for table in tables {
        if !is_sound(connection, &table, check).await? {
            let is_complete = can_be_read(connection, &table).await?;
            let part = if is_complete { DamagedPart::Indexes } else { lost_part(&table) };
            damage.push(FileDamage { table, part });
        }
    }
    Ok(damage)
}

/// Copies the files. The database file stays open in `source`: closing it would release SQLite's locks on it (POSIX).
fn copy(source: &Mutex<Option<File>>, from: &Path, to: &Path) -> io::Result<()> {
    let mut source = lock(source);
    let file = match &mut *source {
        Some(file) => file,
        none => none.insert(File::open(from)?),
    };
    file.rewind()?;
    io::copy(file, &mut File::create_new(to)?)?;
    match fs::copy(log_of(from), log_of(to)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// The damaged part of a table that can't be read to its end.
fn lost_part(table: &str) -> DamagedPart {
    if table == MIGRATIONS_TABLE { DamagedPart::Migrations } else { DamagedPart::Records }
}

/// Whether a table and its indexes are intact and, by the full check, agree.
pub(super) async fn is_sound(connection: &mut SqliteConnection, table: &str, check: CheckDepth) -> Result<bool> {
    let pragma = match check {
        CheckDepth::Quick => "quick_check",
        CheckDepth::Full => "integrity_check",
    };
    let check = AssertSqlSafe(format!("PRAGMA {pragma}(\"{table}\")"));
    let lines: std::result::Result<Vec<String>, _> = sqlx::query_scalar(check).fetch_all(connection).await;
    Ok(unless_damaged(lines)?.is_some_and(|lines| lines == ["ok"]))
}

/// Whether all rows of a table can be read without its indexes. An index that has more rows still knows some that the table lost.
async fn can_be_read(connection: &mut SqliteConnection, table: &str) -> Result<bool> {
    let scan = AssertSqlSafe(format!("SELECT * FROM \"{table}\" NOT INDEXED"));
    let rows = sqlx::query(scan).fetch(&mut *connection).try_fold(0_i64, |n, _| async move { Ok(n + 1) }).await;
    let Some(n_rows) = unless_damaged(rows)? else { return Ok(false) };
    let entries = "SELECT max(n) FROM (SELECT sum(ncell) AS n FROM dbstat WHERE name IN \
                   (SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?) GROUP BY name)";
    let n_entries = sqlx::query_scalar::<_, Option<i64>>(entries).bind(table).fetch_one(connection).await;
    Ok(unless_damaged(n_entries)?.flatten().is_none_or(|n| n <= n_rows))
}

/// A result, or nothing if it could not be had because of damage.
fn unless_damaged<T>(result: std::result::Result<T, sqlx::Error>) -> Result<Option<T>> {
    match result.map_err(Error::from) {
        Err(Error::Damaged(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// Gives the indexes that SQLite made for a table new contents, and drops the others. Returns the definitions of those. The
/// damaged pages are left unused: nothing that walks them would succeed.
async fn replace_indexes(connection: &mut SqliteConnection, table: &str) -> Result<Vec<String>> {
    let indexes: Vec<(String, Option<String>)> =
        sqlx::query_as("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?")
            .bind(table)
            .fetch_all(&mut *connection)
            .await?;
    let mut dropped = Vec::new();
    for (name, definition) in indexes {
        if let Some(definition) = definition {
            drop_from_schema(connection, &name).await?;
            dropped.push(definition);
            continue;
        }
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_index_info(?) ORDER BY seqno")
            .bind(&name)
            .fetch_all(&mut *connection)
            .await?;
        let (columns, new) = (columns.join("\", \""), format!("new_{name}"));
        let create = AssertSqlSafe(format!("CREATE UNIQUE INDEX \"{new}\" ON \"{table}\" (\"{columns}\")"));
        sqlx::raw_sql(create).execute(&mut *connection).await?;
        sqlx::query(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = ?) WHERE name = ?",
        )
        .bind(&new)
        .bind(&name)
        .execute(&mut *connection)
        .await?;
        drop_from_schema(connection, &new).await?;
    }
    Ok(dropped)
}

async fn drop_from_schema(connection: &mut SqliteConnection, index: &str) -> Result<()> {
    sqlx::query("DELETE FROM sqlite_master WHERE type = 'index' AND name = ?").bind(index).execute(connection).await?;
    Ok(())
}
