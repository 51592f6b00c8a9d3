//! The session records: created, read, listed, renamed, deleted.

use game::{Game, SCHEMA, Session, SessionHead, id::SessionId};
use serde::Serialize;
use sqlx::{FromRow, SqliteConnection};

use crate::store::{
    Claim, Error, NewSession, Page, Recorded, Result, SessionMarks, SessionSummary,
    cursor::{Cursor, time_key},
    json::{self, int, whose},
    limits::{RecordKind, check_summary},
};

use super::{SqliteStore, history::check_there, past::PastRows};

#[derive(FromRow)]
struct HeadRow {
    title: String,
    version: i64,
    schema: i64,
    head: String,
}

#[derive(FromRow)]
struct SessionRow {
    #[sqlx(flatten)]
    head: HeadRow,
    state: String,
}

#[derive(FromRow)]
struct SummaryRow {
    id: String,
    title: String,
    updated_at: String,
    heroes: String,
    location: String,
    n_turns: i64,
    marks: Option<String>,
}

/// A head as it is stored: with the marks of the list, which no head is read with.
#[derive(Serialize)]
struct MarkedHead<'a> {
    #[serde(flatten)]
    head: &'a SessionHead,
    marks: &'a SessionMarks,
}

impl HeadRow {
    fn read(&self, id: &SessionId) -> Result<SessionHead> {
        let head: SessionHead = json::decode(RecordKind::Head, &whose(id), self.schema, &self.head)?;
        if head.id != *id || int(head.version) != self.version {
            let sentence = format!("the head of session {id} does not belong to its version {}", self.version);
            return Err(Error::Damaged(sentence));
        }
        Ok(SessionHead { title: self.title.clone(), ..head })
    }
}

impl SessionRow {
    fn read(&self, id: &SessionId) -> Result<Session> {
        let head = self.head.read(id)?;
        let game = json::decode(RecordKind::Snapshot, &whose(id), self.head.schema, &self.state)?;
        Ok(Session { head, game })
    }
}

impl SummaryRow {
    /// A damaged column is shown as nothing rather than keeping the list from being shown.
    fn read(self) -> SessionSummary {
        SessionSummary {
            id: SessionId::from(self.id),
            title: self.title,
            updated_at: self.updated_at.parse().unwrap_or_default(),
            heroes: serde_json::from_str(&self.heroes).unwrap_or_default(),
            location: self.location,
            turns: u32::try_from(self.n_turns).unwrap_or_default(),
            marks: self.marks.and_then(|marks| serde_json::from_str(&marks).ok()).unwrap_or_default(),
        }
    }
}

/// A session's record after a commit.
pub(super) struct After {
    pub(super) head_json: String,
    pub(super) summary: SessionSummary,
    pub(super) heroes_json: String,
    pub(super) state_json: String,
}

impl After {
    /// Encodes a head and a game, within their limits.
    pub(super) fn of(head: &SessionHead, game: &Game) -> Result<Self> {
        let summary = SessionSummary::of_parts(head, game);
        check_summary(&summary)?;
        Ok(Self {
            head_json: json::encode(RecordKind::Head, &MarkedHead { head, marks: &summary.marks })?,
            heroes_json: json::encode(RecordKind::Snapshot, &summary.heroes)?,
            summary,
            state_json: json::encode(RecordKind::Snapshot, game)?,
        })
    }
}

/// What a list reads of a session. A damaged head has no marks, instead of failing the list.
macro_rules! summaries {
    () => {
        "SELECT id, title, updated_at, heroes, location, n_turns, \
         CASE WHEN json_valid(head) THEN json_extract(head, '$.marks') END AS marks FROM sessions"
    };
}

pub(super) async fn find(connection: &mut SqliteConnection, id: &SessionId) -> Result<Session> {
    let row: SessionRow = sqlx::query_as("SELECT title, version, schema, head, state FROM sessions WHERE id = ?")
        .bind(id.as_str())
        .fetch_one(connection)
        .await?;
    row.read(id)
}

impl SqliteStore {
    pub(super) async fn create_session(&self, new: NewSession) -> Result<Recorded<Session>> {
        let NewSession { session, past, create_key } = new;
        let after = After::of(&session.head, &session.game)?;
        let past = past.as_ref().map(PastRows::of).transpose()?;
        let mut tx = self.begin().await?;
        if let Some(key) = &create_key {
            let before: Option<String> =
                sqlx::query_scalar("SELECT id FROM sessions WHERE owner = ? AND create_key = ?")
                    .bind(&session.head.owner)
                    .bind(key)
                    .fetch_optional(&mut *tx)
                    .await?;
            if let Some(id) = before {
                let found = find(&mut tx, &SessionId::from(id)).await;
                tx.rollback().await?;
                return found.map(Recorded::Before);
            }
        }
        sqlx::query(
            "INSERT INTO sessions (id, owner, title, version, created_at, updated_at, create_key, schema, heroes, \
             location, n_turns, head, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(session.head.id.as_str())
        .bind(&session.head.owner)
        .bind(&session.head.title)
        .bind(int(session.head.version))
        .bind(time_key(session.head.created_at))
        .bind(time_key(session.head.updated_at))
        .bind(create_key)
        .bind(SCHEMA)
        .bind(&after.heroes_json)
        .bind(&after.summary.location)
        .bind(session.head.n_turns)
        .bind(&after.head_json)
        .bind(&after.state_json)
        .execute(&mut *tx)
        .await?;
        sqlx::query("INSERT INTO starts (session_id, schema, state) VALUES (?, ?, ?)")
            .bind(session.head.id.as_str())
            .bind(SCHEMA)
            .bind(past.as_ref().map_or(&after.state_json, |past| &past.start))
            .execute(&mut *tx)
            .await?;
        if let Some(past) = &past {
            past.insert(&mut tx, &session.head.id).await?;
        }
        tx.commit().await?;
        Ok(Recorded::Now(session))
    }

    pub(super) async fn load_session(&self, id: &SessionId) -> Result<Session> {
        find(&mut *self.readers.acquire().await?, id).await
    }

    pub(super) async fn load_create_key(&self, id: &SessionId) -> Result<Option<String>> {
        let key = sqlx::query_scalar("SELECT create_key FROM sessions WHERE id = ?").bind(id.as_str());
        Ok(key.fetch_one(&self.readers).await?)
    }

    pub(super) async fn load_first_state(&self, id: &SessionId) -> Result<Game> {
        let mut connection = self.readers.acquire().await?;
        let row: std::result::Result<Option<(i64, String)>, _> =
            sqlx::query_as("SELECT schema, state FROM starts WHERE session_id = ?")
                .bind(id.as_str())
                .fetch_optional(&mut *connection)
                .await;
        let state = match row.map_err(Error::from) {
            Ok(Some((schema, state))) => json::decode(RecordKind::Snapshot, &whose(id), schema, &state),
            Ok(None) => {
                check_there(&mut connection, id).await?;
                Err(Error::Damaged("it is missing".to_owned()))
            }
            Err(error) => Err(error),
        };
        state.map_err(|error| match error {
            Error::Damaged(why) => Error::Damaged(format!(
                "the beginning of session {id}, from which its turns are worked out ({why}); the session and its turns can be read"
            )),
            error => error,
        })
    }

    pub(super) async fn load_raw_state(&self, id: &SessionId) -> Result<Vec<u8>> {
        let state = sqlx::query_scalar("SELECT CAST(state AS BLOB) FROM sessions WHERE id = ?")
            .bind(id.as_str())
            .fetch_one(&self.readers)
            .await?;
        Ok(state)
    }

    pub(super) async fn list_sessions(
        &self,
        owner: &str,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<Page<SessionSummary>> {
        let from = cursor.map(Cursor::read).transpose()?;
        // One more than asked for tells whether there is another page.
        let n = i64::from(limit) + 1;
        let query = match from {
            None => sqlx::query_as(concat!(summaries!(), " WHERE owner = ? ORDER BY updated_at DESC, id DESC LIMIT ?"))
                .bind(owner)
                .bind(n),
            Some(from) => sqlx::query_as(concat!(
                summaries!(),
                " WHERE owner = ? AND (updated_at, id) < (?, ?) ORDER BY updated_at DESC, id DESC LIMIT ?",
            ))
            .bind(owner)
            .bind(from.updated_at)
            .bind(from.id.to_string())
            .bind(n),
        };
        let rows: Vec<SummaryRow> = query.fetch_all(&self.readers).await?;
        Ok(Page::cut(rows.into_iter().map(SummaryRow::read), limit))
    }

    pub(super) async fn rename_session(&self, id: &SessionId, title: &str) -> Result<SessionHead> {
        let mut tx = self.begin().await?;
        let row: HeadRow = sqlx::query_as("SELECT title, version, schema, head FROM sessions WHERE id = ?")
            .bind(id.as_str())
            .fetch_one(&mut *tx)
            .await?;
        let head = SessionHead { title: title.to_owned(), ..row.read(id)? };
        json::encode(RecordKind::Head, &head)?;
        sqlx::query("UPDATE sessions SET title = ? WHERE id = ?")
            .bind(title)
            .bind(id.as_str())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(head)
    }

    pub(super) async fn record_session_spending(&self, claim: &Claim, pico_usd: u64) -> Result<()> {
        let id = &claim.session;
        let mut tx = self.begin().await?;
        let row: HeadRow = sqlx::query_as("SELECT title, version, schema, head FROM sessions WHERE id = ?")
            .bind(id.as_str())
            .fetch_one(&mut *tx)
            .await?;
        self.claims.check(claim)?;
        let head = row.read(id)?;
        let head = SessionHead { spent_pico_usd: head.spent_pico_usd.max(pico_usd), ..head };
        sqlx::query(
            "UPDATE sessions SET head = json_set(?, '$.marks', json(json_extract(head, '$.marks'))) WHERE id = ?",
        )
        .bind(json::encode(RecordKind::Head, &head)?)
        .bind(id.as_str())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        self.recent.take(id);
        Ok(())
    }

    pub(super) async fn delete_session(&self, id: &SessionId) -> Result<()> {
        let done = sqlx::query("DELETE FROM sessions WHERE id = ?").bind(id.as_str()).execute(&self.writer).await?;
        if done.rows_affected() == 0 {
            return Err(Error::NotFound);
        }
        self.claims.forget(id);
        self.recent.take(id);
        // The log still has the pages as they were written. If a reader holds it, the next deletion or the stop of the server
        // clears it.
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await {
            tracing::debug!(%error, "the log of the database was not cleared");
        }
        Ok(())
    }

    pub(super) async fn load_ids(&self) -> Result<Vec<SessionId>> {
        let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM sessions").fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(SessionId::from).collect())
    }
}
