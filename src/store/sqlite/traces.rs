//! Traces of agents.

use game::{
    SCHEMA,
    id::{SessionId, TurnId},
};
use sqlx::SqliteConnection;

use crate::store::{
    Result, StoredTurn, Trace,
    json::{self, whose},
    limits::RecordKind,
};

use super::{SqliteStore, history::RecordBody};

/// A trace as JSON; none if there is nothing in it.
pub(super) fn encoded(trace: &Trace) -> Result<Option<String>> {
    (!trace.is_empty()).then(|| json::encode(RecordKind::Trace, trace)).transpose()
}

/// Keeps a turn's trace, where there is one.
pub(super) async fn keep(connection: &mut SqliteConnection, stored: &StoredTurn, trace: Option<&str>) -> Result<()> {
    let Some(trace) = trace else { return Ok(()) };
    sqlx::query("INSERT INTO traces (session_id, turn_id, seq, schema, body) VALUES (?, ?, ?, ?, ?)")
        .bind(stored.turn.session_id.as_str())
        .bind(stored.turn.id.as_str())
        .bind(stored.turn.seq)
        .bind(SCHEMA)
        .bind(trace)
        .execute(connection)
        .await?;
    Ok(())
}

impl SqliteStore {
    pub(super) async fn load_trace(&self, session: &SessionId, turn: &TurnId) -> Result<Trace> {
        let kept: Option<RecordBody> =
            sqlx::query_as("SELECT schema, body FROM traces WHERE session_id = ? AND turn_id = ?")
                .bind(session.as_str())
                .bind(turn.as_str())
                .fetch_optional(&self.readers)
                .await?;
        let read = |kept: RecordBody| json::decode(RecordKind::Trace, &whose(session), kept.schema, &kept.body);
        kept.map_or(Ok(Trace::default()), read)
    }
}
