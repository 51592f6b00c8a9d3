//! Turns and interludes: claimed, committed, read.

use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use crate::{
    game::{
        SCHEMA,
        id::{SessionId, TurnId},
    },
    store::{
        Begun, Claim, Commit, Error, Interlude, Result, Said, StoredTurn, TurnKey, claim::expiry, cursor::time_key,
        json, limits::Part,
    },
};

use super::{
    SqliteStore,
    sessions::{After, int, whose},
};

#[derive(FromRow)]
struct Body {
    schema: i64,
    body: String,
}

impl Body {
    fn said(&self, session: &SessionId) -> Result<Said> {
        json::decode(Part::Turn, &whose(session), self.schema, &self.body)
    }

    fn turn(&self, session: &SessionId) -> Result<StoredTurn> {
        json::decode(Part::Turn, &whose(session), self.schema, &self.body)
    }
}

/// Whether a session exists: tells an empty answer from a missing session.
async fn exists(connection: &mut SqliteConnection, session: &SessionId) -> Result<()> {
    sqlx::query("SELECT 1 FROM sessions WHERE id = ?").bind(session.as_str()).fetch_one(connection).await?;
    Ok(())
}

/// Why a step found nothing to change: the session is gone, or it is no longer as the caller thought.
async fn lost(connection: &mut SqliteConnection, session: &SessionId) -> Error {
    exists(connection, session).await.err().unwrap_or(Error::Conflict)
}

impl SqliteStore {
    pub(super) async fn claim(&self, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<Begun> {
        let now = Timestamp::now();
        let mut connection = self.writer.acquire().await?;
        // One statement, for one trip to the connection's thread; where it changed nothing, another finds out why.
        let claimed = sqlx::query(
            "INSERT INTO claims (session_id, turn_id, key, expires_at) SELECT ?1, ?2, ?3, ?4 \
             WHERE NOT EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND key = ?3) \
             ON CONFLICT (session_id) DO UPDATE SET turn_id = ?2, key = ?3, expires_at = ?4 \
             WHERE expires_at <= ?5 OR turn_id = ?2",
        )
        .bind(session.as_str())
        .bind(turn.as_str())
        .bind(&key.key)
        .bind(expiry(now, self.claim_ttl).as_millisecond())
        .bind(now.as_millisecond())
        .execute(&mut *connection)
        .await?;
        if claimed.rows_affected() > 0 {
            return Ok(Begun::Claimed(Claim { session: session.clone(), turn: turn.clone() }));
        }
        let played: Option<(String, i64, String)> =
            sqlx::query_as("SELECT fingerprint, schema, body FROM turns WHERE session_id = ? AND key = ?")
                .bind(session.as_str())
                .bind(&key.key)
                .fetch_optional(&mut *connection)
                .await?;
        match played {
            None => Ok(Begun::Busy),
            Some((fingerprint, _, _)) if fingerprint != key.fingerprint => Ok(Begun::KeyMismatch),
            Some((_, schema, body)) => Ok(Begun::Played(Box::new(Body { schema, body }.turn(session)?))),
        }
    }

    pub(super) async fn renew(&self, claim: &Claim) -> Result<()> {
        let mut connection = self.writer.acquire().await?;
        let done = sqlx::query("UPDATE claims SET expires_at = ? WHERE session_id = ? AND turn_id = ?")
            .bind(expiry(Timestamp::now(), self.claim_ttl).as_millisecond())
            .bind(claim.session.as_str())
            .bind(claim.turn.as_str())
            .execute(&mut *connection)
            .await?;
        if done.rows_affected() == 0 { Err(lost(&mut connection, &claim.session).await) } else { Ok(()) }
    }

    pub(super) async fn release(&self, claim: &Claim) -> Result<()> {
        sqlx::query("DELETE FROM claims WHERE session_id = ? AND turn_id = ?")
            .bind(claim.session.as_str())
            .bind(claim.turn.as_str())
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    pub(super) async fn save_turn(&self, claim: &Claim, commit: Commit<StoredTurn>) -> Result<()> {
        claim.covers(&commit)?;
        let stored = &commit.what;
        let body = json::encode(Part::Turn, stored)?;
        let after = After::of(&commit.head, &commit.game)?;
        let mut tx = self.begin().await?;
        // One query of three statements, for one trip to the connection's thread. Each changes one row; where one
        // found none, nothing is kept.
        let done = sqlx::query(
            "DELETE FROM claims WHERE session_id = ? AND turn_id = ?; \
             UPDATE sessions SET version = ?, updated_at = ?, schema = ?, heroes = ?, location = ?, n_turns = ?, \
             head = ?, state = ? WHERE id = ? AND version = ?; \
             INSERT INTO turns (session_id, seq, turn_id, key, fingerprint, schema, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(claim.session.as_str())
        .bind(claim.turn.as_str())
        .bind(int(commit.head.version))
        .bind(time_key(commit.head.updated_at))
        .bind(SCHEMA)
        .bind(&after.heroes_json)
        .bind(&after.summary.location)
        .bind(commit.head.n_turns)
        .bind(&after.head_json)
        .bind(&after.state_json)
        .bind(claim.session.as_str())
        .bind(int(commit.expected_version))
        .bind(claim.session.as_str())
        .bind(stored.turn.seq)
        .bind(stored.turn.id.as_str())
        .bind(&stored.key.key)
        .bind(&stored.key.fingerprint)
        .bind(SCHEMA)
        .bind(body)
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() != 3 {
            return Err(lost(&mut tx, &claim.session).await);
        }
        Ok(tx.commit().await?)
    }

    pub(super) async fn save_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        let interlude = &commit.what;
        commit.leads_on(&interlude.session_id)?;
        let body = json::encode(Part::Interlude, interlude)?;
        let after = After::of(&commit.head, &commit.game)?;
        let mut tx = self.begin().await?;
        let done = sqlx::query(
            "UPDATE sessions SET version = ?, updated_at = ?, schema = ?, heroes = ?, location = ?, n_turns = ?, \
             head = ?, state = ? WHERE id = ? AND version = ? \
             AND NOT EXISTS (SELECT 1 FROM claims WHERE session_id = sessions.id AND expires_at > ?); \
             INSERT INTO interludes (session_id, version, after_seq, schema, body) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(int(commit.head.version))
        .bind(time_key(commit.head.updated_at))
        .bind(SCHEMA)
        .bind(&after.heroes_json)
        .bind(&after.summary.location)
        .bind(commit.head.n_turns)
        .bind(&after.head_json)
        .bind(&after.state_json)
        .bind(interlude.session_id.as_str())
        .bind(int(commit.expected_version))
        .bind(Timestamp::now().as_millisecond())
        .bind(interlude.session_id.as_str())
        .bind(int(interlude.version))
        .bind(interlude.after_seq)
        .bind(SCHEMA)
        .bind(body)
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() != 2 {
            return Err(lost(&mut tx, &interlude.session_id).await);
        }
        Ok(tx.commit().await?)
    }

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
        let mut bodies: Vec<Body> = query
            .bind(session.as_str())
            .bind(after.map_or(-1, i64::from))
            .bind(before.map_or(i64::MAX, i64::from))
            .bind(limit)
            .fetch_all(&mut *connection)
            .await?;
        if bodies.is_empty() {
            exists(&mut connection, session).await?;
        }
        if newest_first {
            bodies.reverse();
        }
        bodies.iter().map(|body| body.turn(session)).collect()
    }

    pub(super) async fn load_said(&self, session: &SessionId, from: u32, limit: u32) -> Result<Vec<Said>> {
        let mut connection = self.readers.acquire().await?;
        let bodies: Vec<Body> =
            sqlx::query_as("SELECT schema, body FROM turns WHERE session_id = ? AND seq >= ? ORDER BY seq LIMIT ?")
                .bind(session.as_str())
                .bind(from)
                .bind(limit)
                .fetch_all(&mut *connection)
                .await?;
        if bodies.is_empty() {
            exists(&mut connection, session).await?;
        }
        bodies.iter().map(|body| body.said(session)).collect()
    }

    pub(super) async fn load_turn_by_key(&self, session: &SessionId, key: &str) -> Result<Option<StoredTurn>> {
        let mut connection = self.readers.acquire().await?;
        let row: Option<(i64, String)> =
            sqlx::query_as("SELECT schema, body FROM turns WHERE session_id = ? AND key = ?")
                .bind(session.as_str())
                .bind(key)
                .fetch_optional(&mut *connection)
                .await?;
        row.map(|(schema, body)| Body { schema, body }.turn(session)).transpose()
    }

    pub(super) async fn load_turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        let body: Body = sqlx::query_as("SELECT schema, body FROM turns WHERE session_id = ? AND turn_id = ?")
            .bind(session.as_str())
            .bind(turn.as_str())
            .fetch_one(&self.readers)
            .await?;
        body.turn(session)
    }

    pub(super) async fn load_interludes(&self, session: &SessionId) -> Result<Vec<Interlude>> {
        let mut connection = self.readers.acquire().await?;
        let bodies: Vec<Body> =
            sqlx::query_as("SELECT schema, body FROM interludes WHERE session_id = ? ORDER BY version")
                .bind(session.as_str())
                .fetch_all(&mut *connection)
                .await?;
        if bodies.is_empty() {
            exists(&mut connection, session).await?;
        }
        let read = |it: &Body| json::decode(Part::Interlude, &whose(session), it.schema, &it.body);
        bodies.iter().map(read).collect()
    }
}
