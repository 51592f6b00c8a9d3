//! Writes a whole history at once: branches, imports, restored sessions.

use game::{SCHEMA, id::SessionId};
use sqlx::SqliteConnection;

use crate::store::{
    Interlude, Past, Result, SideRecord, StoredTurn, UndoneKey,
    json::{self, int},
    limits::RecordKind,
    side_records,
};

/// A past, encoded before anything is written.
pub(super) struct PastRows<'a> {
    pub(super) start: String,
    turns: Vec<(&'a StoredTurn, String)>,
    alternatives: Vec<(&'a StoredTurn, String)>,
    interludes: Vec<(&'a Interlude, String)>,
    checkpoints: Vec<(u32, String)>,
    undone: &'a [UndoneKey],
    /// Journal edits and their version.
    hand: Option<SideRecord>,
}

impl<'a> PastRows<'a> {
    /// Encodes a past, within the limits.
    pub(super) fn of(past: &'a Past) -> Result<Self> {
        let turns = |turns: &'a [StoredTurn]| -> Result<Vec<_>> {
            turns.iter().map(|stored| Ok((stored, json::encode(RecordKind::Turn, stored)?))).collect()
        };
        Ok(Self {
            start: json::encode(RecordKind::Snapshot, &past.start)?,
            turns: turns(&past.turns)?,
            alternatives: turns(&past.aside.alternatives)?,
            interludes: past
                .interludes
                .iter()
                .map(|interlude| Ok((interlude, json::encode(RecordKind::Interlude, interlude)?)))
                .collect::<Result<_>>()?,
            checkpoints: past
                .checkpoints
                .iter()
                .map(|(seq, game)| Ok((*seq, json::encode(RecordKind::Snapshot, game)?)))
                .collect::<Result<_>>()?,
            undone: &past.aside.undone,
            hand: match &past.aside.journal {
                hand if hand.is_empty() => None,
                hand => Some(side_records::of_hand(hand)?),
            },
        })
    }

    /// Writes it beside its session's row.
    pub(super) async fn insert(&self, connection: &mut SqliteConnection, session: &SessionId) -> Result<()> {
        for (table, turns) in [
            ("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?)", &self.turns),
            ("INSERT INTO alternatives VALUES (?, ?, ?, ?, ?, ?, ?)", &self.alternatives),
        ] {
            for (stored, body) in turns {
                sqlx::query(table)
                    .bind(session.as_str())
                    .bind(stored.turn.seq)
                    .bind(stored.turn.id.as_str())
                    .bind(&stored.key.key)
                    .bind(&stored.key.fingerprint)
                    .bind(SCHEMA)
                    .bind(body)
                    .execute(&mut *connection)
                    .await?;
            }
        }
        for (interlude, body) in &self.interludes {
            sqlx::query("INSERT INTO interludes VALUES (?, ?, ?, ?, ?)")
                .bind(session.as_str())
                .bind(int(interlude.version))
                .bind(interlude.after_seq)
                .bind(SCHEMA)
                .bind(body)
                .execute(&mut *connection)
                .await?;
        }
        for (seq, state) in &self.checkpoints {
            sqlx::query("INSERT INTO checkpoints VALUES (?, ?, ?, ?)")
                .bind(session.as_str())
                .bind(seq)
                .bind(SCHEMA)
                .bind(state)
                .execute(&mut *connection)
                .await?;
        }
        if let Some(hand) = &self.hand {
            sqlx::query("INSERT INTO hands VALUES (?, ?, ?, ?)")
                .bind(session.as_str())
                .bind(int(hand.version))
                .bind(hand.schema)
                .bind(&hand.body)
                .execute(&mut *connection)
                .await?;
        }
        for UndoneKey { turn_id, key } in self.undone {
            sqlx::query("INSERT INTO undone VALUES (?, ?, ?, ?)")
                .bind(session.as_str())
                .bind(&key.key)
                .bind(&key.fingerprint)
                .bind(turn_id.as_ref().map(|id| id.as_str()))
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}
