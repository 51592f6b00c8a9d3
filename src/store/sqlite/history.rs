//! Reads turns.

use game::{
    Game,
    id::{SessionId, TurnId},
    turn::Exchange,
};
use sqlx::{FromRow, SqliteConnection};

use crate::store::{
    Error, Interlude, KeyUse, Result, SideRecords, StoredTurn, SupersededRecords, TurnKey, UndoneKey,
    json::{self, whose},
    limits::RecordKind,
    record::PromptTurn,
};

use super::{SqliteStore, turns::UsedKey};

/// A record's JSON.
#[derive(FromRow)]
pub(super) struct RecordBody {
    pub(super) schema: i64,
    pub(super) body: String,
}

impl RecordBody {
    pub(super) fn turn(&self, session: &SessionId) -> Result<StoredTurn> {
        json::decode(RecordKind::Turn, &whose(session), self.schema, &self.body)
    }
}

/// Checks that a session exists.
///
/// # Errors
/// [`Error::NotFound`]: it is not.
pub(super) async fn check_there(connection: &mut SqliteConnection, session: &SessionId) -> Result<()> {
    let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?)")
        .bind(session.as_str())
        .fetch_one(connection)
        .await?;
    if there { Ok(()) } else { Err(Error::NotFound) }
}

/// The texts of some turns, without those that the model refused.
pub(super) async fn shown(
    connection: &mut SqliteConnection,
    session: &SessionId,
    from: u32,
    to: u32,
) -> Result<Vec<Exchange>> {
    let bodies: Vec<RecordBody> =
        sqlx::query_as("SELECT schema, body FROM turns WHERE session_id = ? AND seq BETWEEN ? AND ? ORDER BY seq")
            .bind(session.as_str())
            .bind(from)
            .bind(to)
            .fetch_all(connection)
            .await?;
    let said =
        bodies.iter().map(|it| json::decode::<PromptTurn>(RecordKind::Turn, &whose(session), it.schema, &it.body));
    said.filter_map(|said| said.map(PromptTurn::shown).transpose()).collect()
}

impl SqliteStore {
    pub(super) async fn load_turns(
        &self,
        session: &SessionId,
        after: Option<u32>,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredTurn>> {
        let newest_first = after.is_none() && before.is_some();
        let query = match newest_first {
            true => sqlx::query_as(
                "SELECT schema, body FROM turns WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?",
            ),
            false => sqlx::query_as(
                "SELECT schema, body FROM turns WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY seq LIMIT ?",
            ),
        };
        let mut connection = self.readers.acquire().await?;
        let mut bodies: Vec<RecordBody> = query
            .bind(session.as_str())
            .bind(after.map_or(-1, i64::from))
            .bind(before.map_or(i64::MAX, i64::from))
            .bind(limit)
            .fetch_all(&mut *connection)
            .await?;
        if bodies.is_empty() {
            check_there(&mut connection, session).await?;
        }
        if newest_first {
            bodies.reverse();
        }
        bodies.iter().map(|body| body.turn(session)).collect()
    }

    pub(super) async fn load_window(&self, session: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>> {
        let mut connection = self.readers.acquire().await?;
        check_there(&mut connection, session).await?;
        shown(&mut connection, session, from, to).await
    }

    pub(super) async fn load_turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        let body: RecordBody = sqlx::query_as(
            "SELECT schema, body FROM turns WHERE session_id = ?1 AND turn_id = ?2 \
             UNION ALL SELECT schema, body FROM alternatives WHERE session_id = ?1 AND turn_id = ?2",
        )
        .bind(session.as_str())
        .bind(turn.as_str())
        .fetch_one(&self.readers)
        .await?;
        body.turn(session)
    }

    pub(super) async fn load_key_use(&self, session: &SessionId, key: &str) -> Result<Option<KeyUse>> {
        let mut connection = self.readers.acquire().await?;
        let used: Option<UsedKey> = sqlx::query_as(
            "SELECT key, fingerprint, turn_id, schema, body FROM turns WHERE session_id = ?1 AND key = ?2 \
             UNION ALL \
             SELECT key, fingerprint, turn_id, schema, body FROM alternatives WHERE session_id = ?1 AND key = ?2 \
             UNION ALL \
             SELECT key, fingerprint, turn_id, NULL, NULL FROM undone WHERE session_id = ?1 AND key = ?2",
        )
        .bind(session.as_str())
        .bind(key)
        .fetch_optional(&mut *connection)
        .await?;
        match used {
            Some(used) => used.read(session),
            None => check_there(&mut connection, session).await.map(|()| None),
        }
    }

    pub(super) async fn load_interludes(&self, session: &SessionId, from: u32) -> Result<Vec<Interlude>> {
        let mut connection = self.readers.acquire().await?;
        let bodies: Vec<RecordBody> = sqlx::query_as(
            "SELECT schema, body FROM interludes WHERE session_id = ? AND after_seq >= ? ORDER BY version",
        )
        .bind(session.as_str())
        .bind(from)
        .fetch_all(&mut *connection)
        .await?;
        if bodies.is_empty() {
            check_there(&mut connection, session).await?;
        }
        let read = |it: &RecordBody| json::decode(RecordKind::Interlude, &whose(session), it.schema, &it.body);
        bodies.iter().map(read).collect()
    }

    pub(super) async fn load_checkpoint(&self, session: &SessionId, until: u32) -> Result<(u32, Game)> {
        let last: Option<(u32, i64, String)> = sqlx::query_as(
            "SELECT seq, schema, state FROM checkpoints WHERE session_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
        )
        .bind(session.as_str())
        .bind(until)
        .fetch_optional(&self.readers)
        .await?;
        match last {
            Some((seq, schema, state)) => {
                Ok((seq, json::decode(RecordKind::Snapshot, &whose(session), schema, &state)?))
            }
            // Read only if it is needed, so that a session with a damaged one loses no more than its first turns.
            None => Ok((0, self.load_first_state(session).await?)),
        }
    }

    pub(super) async fn load_aside(&self, session: &SessionId) -> Result<SupersededRecords> {
        // Before a connection is taken: holding one while waiting for another could deadlock.
        let journal = self.hand(session).await?;
        let mut connection = self.readers.acquire().await?;
        check_there(&mut connection, session).await?;
        let bodies: Vec<RecordBody> =
            sqlx::query_as("SELECT schema, body FROM alternatives WHERE session_id = ? ORDER BY seq, rowid")
                .bind(session.as_str())
                .fetch_all(&mut *connection)
                .await?;
        let undone: Vec<(String, String, Option<String>)> =
            sqlx::query_as("SELECT key, fingerprint, turn_id FROM undone WHERE session_id = ? ORDER BY rowid")
                .bind(session.as_str())
                .fetch_all(&mut *connection)
                .await?;
        let undone = undone.into_iter().map(|(key, fingerprint, turn)| UndoneKey {
            turn_id: turn.map(TurnId::from),
            key: TurnKey { key, fingerprint },
        });
        Ok(SupersededRecords {
            alternatives: bodies.iter().map(|body| body.turn(session)).collect::<Result<_>>()?,
            undone: undone.collect(),
            journal,
        })
    }
}
