//! What players wrote into journals, in SQLite.

use async_trait::async_trait;
use game::{id::SessionId, journal::Hand};

use crate::store::{Hands, Result, hands, json::int};

use super::SqliteStore;

#[async_trait]
impl Hands for SqliteStore {
    async fn hand(&self, session: &SessionId) -> Result<Hand> {
        let (schema, body): (Option<i64>, Option<Vec<u8>>) = sqlx::query_as(
            "SELECT hands.schema, hands.body FROM sessions LEFT JOIN hands ON hands.session_id = sessions.id \
             WHERE sessions.id = ?",
        )
        .bind(session.as_str())
        .fetch_one(&self.readers)
        .await?;
        let kept = schema.zip(body);
        kept.map_or(Ok(Hand::default()), |(schema, body)| hands::unpacked(session, schema, &body))
    }

    async fn save_hand(&self, session: &SessionId, hand: &Hand, expected_version: u64) -> Result<()> {
        let body = hands::packed(hand)?;
        let mut transaction = self.begin().await?;
        let version: Option<i64> = sqlx::query_scalar(
            "SELECT hands.version FROM sessions LEFT JOIN hands ON hands.session_id = sessions.id WHERE sessions.id = ?",
        )
        .bind(session.as_str())
        .fetch_one(&mut *transaction)
        .await?;
        let version = version.map_or(0, |version| u64::try_from(version).unwrap_or_default());
        hands::check_follows(hand, version, expected_version)?;
        sqlx::query("INSERT OR REPLACE INTO hands (session_id, version, schema, body) VALUES (?, ?, ?, ?)")
            .bind(session.as_str())
            .bind(int(hand.version))
            .bind(hands::schema())
            .bind(body)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
