//! Records apart from the turns, in SQLite: a table for each kind.

use async_trait::async_trait;
use game::id::SessionId;

use crate::store::{Result, SideKind, SideRecord, SideRecords, json::int};

use super::SqliteStore;

/// The statements of a kind.
struct Statements {
    read: &'static str,
    version: &'static str,
    save: &'static str,
}

macro_rules! statements {
    ($table:literal) => {
        Statements {
            read: concat!(
                "SELECT record.version, record.schema, record.body FROM sessions LEFT JOIN ",
                $table,
                " AS record ON record.session_id = sessions.id WHERE sessions.id = ?"
            ),
            version: concat!(
                "SELECT record.version FROM sessions LEFT JOIN ",
                $table,
                " AS record ON record.session_id = sessions.id WHERE sessions.id = ?"
            ),
            save: concat!(
                "INSERT OR REPLACE INTO ",
                $table,
                " (session_id, version, schema, body) VALUES (?, ?, ?, ?)"
            ),
        }
    };
}

fn statements(kind: SideKind) -> Statements {
    match kind {
        SideKind::Hand => statements!("hands"),
        SideKind::Roster => statements!("rosters"),
    }
}

#[async_trait]
impl SideRecords for SqliteStore {
    async fn side_record(&self, session: &SessionId, kind: SideKind) -> Result<Option<SideRecord>> {
        let (version, schema, body): (Option<i64>, Option<i64>, Option<Vec<u8>>) =
            sqlx::query_as(statements(kind).read).bind(session.as_str()).fetch_one(&self.readers).await?;
        let kept = version.zip(schema).zip(body);
        Ok(kept.map(|((version, schema), body)| SideRecord {
            version: version.try_into().unwrap_or_default(),
            schema,
            body,
        }))
    }

    async fn save_side_record(
        &self,
        session: &SessionId,
        kind: SideKind,
        record: &SideRecord,
        expected_version: u64,
    ) -> Result<()> {
        let statements = statements(kind);
        let mut transaction = self.begin().await?;
        let version: Option<i64> =
            sqlx::query_scalar(statements.version).bind(session.as_str()).fetch_one(&mut *transaction).await?;
        let version = version.map_or(0, |version| u64::try_from(version).unwrap_or_default());
        record.check_follows(version, expected_version)?;
        sqlx::query(statements.save)
            .bind(session.as_str())
            .bind(int(record.version))
            .bind(record.schema)
            .bind(&record.body)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
