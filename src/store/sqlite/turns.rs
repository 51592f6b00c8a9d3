//! Turns: claim, commit, retelling, rewind.

use game::{
    SCHEMA, Session,
    id::{SessionId, TurnId},
};
use sqlx::{FromRow, Sqlite, SqliteConnection, query::Query, sqlite::SqliteArguments};

use crate::store::{
    BeginOutcome, CHECKPOINT_EVERY, Claim, ClaimedSession, Commit, Error, Interlude, KeyUse, Result, Rewind,
    StoredTurn, TurnKey, TurnRecord, UndoneKey,
    cursor::time_key,
    json::{self, int},
    limits::{RecordKind, check_key},
    recent::RecentSession,
};

use super::{
    SqliteStore,
    history::{RecordBody, shown},
    sessions::After,
    traces,
};

type SqlStatement<'q> = Query<'q, Sqlite, SqliteArguments>;

/// The columns a commit changes in its session's row, and the version it must find there.
macro_rules! advance {
    () => {
        "UPDATE sessions SET version = ?, updated_at = ?, schema = ?, heroes = ?, location = ?, n_turns = ?, \
         head = ?, state = ? WHERE id = ? AND version = ?"
    };
}

macro_rules! insert_turn {
    () => {
        "INSERT INTO turns (session_id, seq, turn_id, key, fingerprint, schema, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
    };
}

macro_rules! insert_interlude {
    () => {
        "INSERT INTO interludes (session_id, version, after_seq, schema, body) VALUES (?, ?, ?, ?, ?)"
    };
}

fn bind_advance<'q, T>(statement: SqlStatement<'q>, commit: &'q Commit<T>, after: &'q After) -> SqlStatement<'q> {
    statement
        .bind(int(commit.head.version))
        .bind(time_key(commit.head.updated_at))
        .bind(SCHEMA)
        .bind(&after.heroes_json)
        .bind(&after.summary.location)
        .bind(commit.head.n_turns)
        .bind(&after.head_json)
        .bind(&after.state_json)
        .bind(commit.head.id.as_str())
        .bind(int(commit.expected_version))
}

fn bind_turn<'q>(statement: SqlStatement<'q>, stored: &'q StoredTurn, body: &'q str) -> SqlStatement<'q> {
    statement
        .bind(stored.turn.session_id.as_str())
        .bind(stored.turn.seq)
        .bind(stored.turn.id.as_str())
        .bind(&stored.key.key)
        .bind(&stored.key.fingerprint)
        .bind(SCHEMA)
        .bind(body)
}

fn bind_interlude<'q>(statement: SqlStatement<'q>, interlude: &'q Interlude, body: &'q str) -> SqlStatement<'q> {
    statement
        .bind(interlude.session_id.as_str())
        .bind(int(interlude.version))
        .bind(interlude.after_seq)
        .bind(SCHEMA)
        .bind(body)
}

/// The use of a key, and the session's data.
#[derive(FromRow)]
struct KeyLookup {
    owner: String,
    title: String,
    version: i64,
    #[sqlx(flatten)]
    used: UsedKey,
}

/// A row of any of the tables with keys; all absent if the key is unused.
#[derive(FromRow)]
pub(super) struct UsedKey {
    key: Option<String>,
    fingerprint: Option<String>,
    turn_id: Option<String>,
    schema: Option<i64>,
    body: Option<String>,
}

impl UsedKey {
    pub(super) fn read(self, session: &SessionId) -> Result<Option<KeyUse>> {
        let (Some(key), Some(fingerprint)) = (self.key, self.fingerprint) else { return Ok(None) };
        let key = TurnKey { key, fingerprint };
        Ok(Some(match self.schema.zip(self.body) {
            Some((schema, body)) => KeyUse::Turn(Box::new(RecordBody { schema, body }.turn(session)?)),
            None => KeyUse::Undone(UndoneKey { turn_id: self.turn_id.map(TurnId::from), key }),
        }))
    }
}

impl SqliteStore {
    pub(super) async fn claim(
        &self,
        owner: &str,
        session: &SessionId,
        key: &TurnKey,
        turn: &TurnId,
    ) -> Result<BeginOutcome> {
        check_key(key)?;
        let claim = Claim { session: session.clone(), turn: turn.clone() };
        let was_held = self.claims.check(&claim).is_ok();
        let mut claimed = self.claims.take(session, turn);
        let begun = self.begin_claimed(owner, session, key, turn, &mut claimed).await;
        if claimed && !was_held && !matches!(begun, Ok(BeginOutcome::Claimed(_))) {
            self.claims.release(&claim);
        }
        begun
    }

    async fn begin_claimed(
        &self,
        owner: &str,
        id: &SessionId,
        key: &TurnKey,
        turn: &TurnId,
        claimed: &mut bool,
    ) -> Result<BeginOutcome> {
        let mut connection = self.readers.acquire().await?;
        let found: KeyLookup = sqlx::query_as(
            "SELECT owner, title, version, used.key, used.fingerprint, turn_id, used.schema, body FROM sessions \
             LEFT JOIN ( \
               SELECT key, fingerprint, turn_id, schema, body FROM turns WHERE session_id = ?1 AND key = ?2 \
               UNION ALL \
               SELECT key, fingerprint, turn_id, schema, body FROM alternatives WHERE session_id = ?1 AND key = ?2 \
               UNION ALL \
               SELECT key, fingerprint, turn_id, NULL, NULL FROM undone WHERE session_id = ?1 AND key = ?2 \
             ) AS used ON TRUE WHERE id = ?1",
        )
        .bind(id.as_str())
        .bind(&key.key)
        .fetch_one(&mut *connection)
        .await?;
        if found.owner != owner {
            return Err(Error::NotFound);
        }
        if let Some(used) = found.used.read(id)? {
            return Ok(used.answer(key));
        }
        if !*claimed {
            *claimed = self.take_over(&mut connection, id, turn).await?;
        }
        if !*claimed {
            return Ok(BeginOutcome::Busy);
        }
        // No model should tell a turn that can't be saved.
        self.check_writable().await?;
        let claim = Claim { session: id.clone(), turn: turn.clone() };
        if let Some(RecentSession { mut session, window, mark: () }) = self.recent.take(id)
            && int(session.head.version) == found.version
        {
            session.head.title = found.title;
            return Ok(BeginOutcome::Claimed(Box::new(ClaimedSession { claim, session, window })));
        }
        let session = super::sessions::find(&mut connection, id).await?;
        let window = shown(&mut connection, id, session.head.window_from, session.head.n_turns).await?;
        Ok(BeginOutcome::Claimed(Box::new(ClaimedSession { claim, session, window })))
    }

    /// Takes over a claim whose turn is saved. It was not released because the task that waited for that ended.
    async fn take_over(&self, connection: &mut SqliteConnection, id: &SessionId, turn: &TurnId) -> Result<bool> {
        let Some(holder) = self.claims.holder(id) else { return Ok(self.claims.take(id, turn)) };
        let is_saved: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM turns WHERE session_id = ? AND turn_id = ?)")
                .bind(id.as_str())
                .bind(holder.turn.as_str())
                .fetch_one(connection)
                .await?;
        if is_saved {
            self.claims.release(&holder);
        }
        Ok(is_saved && self.claims.take(id, turn))
    }

    pub(super) async fn renew(&self, claim: &Claim) -> Result<()> {
        super::history::check_there(&mut *self.readers.acquire().await?, &claim.session).await?;
        self.claims.renew(claim)
    }

    pub(super) async fn save_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()> {
        claim.covers(&commit)?;
        let stored = &commit.what.stored;
        let body = json::encode(RecordKind::Turn, stored)?;
        let trace = traces::encoded(&commit.what.trace)?;
        let after = After::of(&commit.head, &commit.game)?;
        let mut tx = self.begin().await?;
        self.held(&mut tx, claim).await?;
        // One query of two statements, for one trip to the connection's thread. Each changes one row; where one found
        // none, nothing is kept.
        let statement = sqlx::query(concat!(advance!(), "; ", insert_turn!()));
        let statement = bind_turn(bind_advance(statement, &commit, &after), stored, &body);
        if statement.execute(&mut *tx).await?.rows_affected() != 2 {
            return Err(lost(&mut tx, &claim.session).await);
        }
        checkpoint(&mut tx, &commit, &after).await?;
        traces::keep(&mut tx, stored, trace.as_deref()).await?;
        tx.commit().await?;
        self.keep(commit);
        self.claims.release(claim);
        Ok(())
    }

    pub(super) async fn save_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()> {
        commit.retells(claim)?;
        let TurnRecord { stored, interlude, trace, .. } = &commit.what;
        let id = &stored.turn.session_id;
        let body = json::encode(RecordKind::Turn, stored)?;
        let trace = traces::encoded(trace)?;
        let interlude_body = interlude.as_ref().map(|it| json::encode(RecordKind::Interlude, it)).transpose()?;
        let after = After::of(&commit.head, &commit.game)?;
        let _between = if claim.is_none() { Some(self.claims.between_turns(id)?) } else { None };
        let mut tx = self.begin().await?;
        if let Some(claim) = claim {
            self.held(&mut tx, claim).await?;
        }
        let advanced = bind_advance(sqlx::query(advance!()), &commit, &after).execute(&mut *tx).await?;
        let is_last: bool = sqlx::query_scalar("SELECT max(seq) IS ?2 FROM turns WHERE session_id = ?1")
            .bind(id.as_str())
            .bind(stored.turn.seq)
            .fetch_one(&mut *tx)
            .await?;
        if advanced.rows_affected() != 1 || !is_last {
            return Err(lost(&mut tx, id).await);
        }
        sqlx::query(
            "DELETE FROM alternatives WHERE session_id = ?1 AND turn_id = ?3; \
             INSERT INTO alternatives SELECT session_id, seq, turn_id, key, fingerprint, schema, body FROM turns \
             WHERE session_id = ?1 AND seq = ?2; \
             DELETE FROM turns WHERE session_id = ?1 AND seq = ?2; \
             DELETE FROM traces WHERE session_id = ?1 AND seq = ?2; \
             DELETE FROM interludes WHERE session_id = ?1 AND after_seq >= ?2",
        )
        .bind(id.as_str())
        .bind(stored.turn.seq)
        .bind(stored.turn.id.as_str())
        .execute(&mut *tx)
        .await?;
        if key_is_used(&mut tx, id, &stored.key.key).await? || turn_is_known(&mut tx, id, &stored.turn.id).await? {
            return Err(Error::Conflict);
        }
        bind_turn(sqlx::query(insert_turn!()), stored, &body).execute(&mut *tx).await?;
        if let Some((interlude, body)) = interlude.as_ref().zip(interlude_body.as_ref()) {
            bind_interlude(sqlx::query(insert_interlude!()), interlude, body).execute(&mut *tx).await?;
        }
        checkpoint(&mut tx, &commit, &after).await?;
        traces::keep(&mut tx, stored, trace.as_deref()).await?;
        tx.commit().await?;
        self.keep(commit);
        if let Some(claim) = claim {
            self.claims.release(claim);
        }
        Ok(())
    }

    pub(super) async fn save_rewind(&self, commit: Commit<Rewind>) -> Result<()> {
        let id = &commit.head.id;
        commit.leads_on(id)?;
        let Rewind { to, key, interlude } = &commit.what;
        let interlude_body = interlude.as_ref().map(|it| json::encode(RecordKind::Interlude, it)).transpose()?;
        let after = After::of(&commit.head, &commit.game)?;
        let _between = self.claims.between_turns(id)?;
        let mut tx = self.begin().await?;
        let advanced = bind_advance(sqlx::query(advance!()), &commit, &after).execute(&mut *tx).await?;
        if advanced.rows_affected() != 1 {
            return Err(lost(&mut tx, id).await);
        }
        sqlx::query(
            "INSERT INTO undone SELECT session_id, key, fingerprint, turn_id FROM turns \
             WHERE session_id = ?1 AND seq > ?2; \
             INSERT INTO undone SELECT session_id, key, fingerprint, turn_id FROM alternatives \
             WHERE session_id = ?1 AND seq > ?2; \
             DELETE FROM turns WHERE session_id = ?1 AND seq > ?2; \
             DELETE FROM alternatives WHERE session_id = ?1 AND seq > ?2; \
             DELETE FROM traces WHERE session_id = ?1 AND seq > ?2; \
             DELETE FROM interludes WHERE session_id = ?1 AND after_seq > ?2; \
             DELETE FROM checkpoints WHERE session_id = ?1 AND seq > ?2",
        )
        .bind(id.as_str())
        .bind(*to)
        .execute(&mut *tx)
        .await?;
        if let Some((interlude, body)) = interlude.as_ref().zip(interlude_body.as_ref()) {
            bind_interlude(sqlx::query(insert_interlude!()), interlude, body).execute(&mut *tx).await?;
        }
        if let Some(key) = key {
            if key_is_used(&mut tx, id, &key.key).await? {
                return Err(Error::Conflict);
            }
            sqlx::query("INSERT INTO undone (session_id, key, fingerprint) VALUES (?, ?, ?)")
                .bind(id.as_str())
                .bind(&key.key)
                .bind(&key.fingerprint)
                .execute(&mut *tx)
                .await?;
        }
        Ok(tx.commit().await?)
    }

    pub(super) async fn save_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        let interlude = &commit.what;
        commit.leads_on(&interlude.session_id)?;
        let body = json::encode(RecordKind::Interlude, interlude)?;
        let after = After::of(&commit.head, &commit.game)?;
        let _between = self.claims.between_turns(&interlude.session_id)?;
        let mut tx = self.begin().await?;
        let statement = sqlx::query(concat!(advance!(), "; ", insert_interlude!()));
        let statement = bind_interlude(bind_advance(statement, &commit, &after), interlude, &body);
        if statement.execute(&mut *tx).await?.rows_affected() != 2 {
            return Err(lost(&mut tx, &interlude.session_id).await);
        }
        Ok(tx.commit().await?)
    }

    /// Whether a claim still holds.
    async fn held(&self, connection: &mut SqliteConnection, claim: &Claim) -> Result<()> {
        match self.claims.check(claim) {
            Ok(()) => Ok(()),
            Err(_) => Err(lost(connection, &claim.session).await),
        }
    }

    /// Caches the next turn's input.
    fn keep(&self, commit: Commit<TurnRecord>) {
        let Commit { head, game, what, .. } = commit;
        self.recent.keep(RecentSession { session: Session { head, game }, window: what.window, mark: () });
    }
}

/// Why a step changed nothing: the session is gone, or another writer was first.
async fn lost(connection: &mut SqliteConnection, session: &SessionId) -> Error {
    match super::history::check_there(connection, session).await {
        Ok(()) => Error::Conflict,
        Err(error) => error,
    }
}

async fn checkpoint(connection: &mut SqliteConnection, commit: &Commit<TurnRecord>, after: &After) -> Result<()> {
    let seq = commit.what.stored.turn.seq;
    if seq.is_multiple_of(CHECKPOINT_EVERY) {
        sqlx::query("INSERT OR REPLACE INTO checkpoints (session_id, seq, schema, state) VALUES (?, ?, ?, ?)")
            .bind(commit.head.id.as_str())
            .bind(seq)
            .bind(SCHEMA)
            .bind(&after.state_json)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Whether one of the tables that cannot forbid it themselves has a key.
async fn key_is_used(connection: &mut SqliteConnection, session: &SessionId, key: &str) -> Result<bool> {
    let used = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND key = ?2) \
         OR EXISTS (SELECT 1 FROM alternatives WHERE session_id = ?1 AND key = ?2) \
         OR EXISTS (SELECT 1 FROM undone WHERE session_id = ?1 AND key = ?2)",
    );
    Ok(used.bind(session.as_str()).bind(key).fetch_one(connection).await?)
}

async fn turn_is_known(connection: &mut SqliteConnection, session: &SessionId, turn: &TurnId) -> Result<bool> {
    let known = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM turns WHERE session_id = ?1 AND turn_id = ?2) \
         OR EXISTS (SELECT 1 FROM alternatives WHERE session_id = ?1 AND turn_id = ?2)",
    );
    Ok(known.bind(session.as_str()).bind(turn.as_str()).fetch_one(connection).await?)
}
