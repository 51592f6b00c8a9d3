//! Plans in SQLite.

use async_trait::async_trait;
use game::id::PlanId;
use sqlx::FromRow;

use crate::store::{CampaignPlan, Error, ListedPlan, Plans, Result, cursor::time_key, json::int, plan};

use super::SqliteStore;

/// The columns of a plan that lists show.
#[derive(FromRow)]
struct PlanRow {
    id: String,
    title: String,
    version: i64,
    created_at: String,
    updated_at: String,
}

impl PlanRow {
    fn read(self) -> Result<ListedPlan> {
        let Self { id, title, version, created_at, updated_at } = self;
        let damaged = || Error::Damaged(format!("what lists show of the plan {id} is not what was saved"));
        let version = u64::try_from(version).map_err(|_| damaged())?;
        let (created_at, updated_at) = match (created_at.parse(), updated_at.parse()) {
            (Ok(created_at), Ok(updated_at)) => (created_at, updated_at),
            _ => return Err(damaged()),
        };
        Ok(ListedPlan { id: id.into(), title, version, created_at, updated_at })
    }
}

#[derive(FromRow)]
struct WholeRow {
    #[sqlx(flatten)]
    listed: PlanRow,
    body: Vec<u8>,
}

#[async_trait]
impl Plans for SqliteStore {
    async fn create_plan(&self, plan: &CampaignPlan) -> Result<()> {
        sqlx::query(
            "INSERT INTO plans (id, owner, title, version, created_at, updated_at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(plan.id.as_str())
        .bind(&plan.owner)
        .bind(&plan.title)
        .bind(int(plan.version))
        .bind(time_key(plan.created_at))
        .bind(time_key(plan.updated_at))
        .bind(plan::packed(plan)?)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn plan(&self, owner: &str, id: &PlanId) -> Result<CampaignPlan> {
        let row: WholeRow = sqlx::query_as(
            "SELECT id, title, version, created_at, updated_at, body FROM plans WHERE id = ? AND owner = ?",
        )
        .bind(id.as_str())
        .bind(owner)
        .fetch_one(&self.readers)
        .await?;
        plan::unpacked(row.listed.read()?, owner.to_owned(), &row.body)
    }

    async fn save_plan(&self, plan: &CampaignPlan, expected_version: u64) -> Result<()> {
        let body = plan::packed(plan)?;
        let mut transaction = self.begin().await?;
        let version: i64 = sqlx::query_scalar("SELECT version FROM plans WHERE id = ? AND owner = ?")
            .bind(plan.id.as_str())
            .bind(&plan.owner)
            .fetch_one(&mut *transaction)
            .await?;
        plan.check_follows(u64::try_from(version).unwrap_or_default(), expected_version)?;
        sqlx::query("UPDATE plans SET title = ?, version = ?, updated_at = ?, body = ? WHERE id = ?")
            .bind(&plan.title)
            .bind(int(plan.version))
            .bind(time_key(plan.updated_at))
            .bind(body)
            .bind(plan.id.as_str())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn plans(&self, owner: &str) -> Result<Vec<ListedPlan>> {
        let rows: Vec<PlanRow> = sqlx::query_as(
            "SELECT id, title, version, created_at, updated_at FROM plans WHERE owner = ? \
             ORDER BY updated_at DESC, id DESC",
        )
        .bind(owner)
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(PlanRow::read).collect()
    }

    async fn delete_plan(&self, owner: &str, id: &PlanId) -> Result<()> {
        let gone = sqlx::query("DELETE FROM plans WHERE id = ? AND owner = ?")
            .bind(id.as_str())
            .bind(owner)
            .execute(&self.writer)
            .await?;
        if gone.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
    }

    async fn all_plans(&self) -> Result<Vec<(String, PlanId)>> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT owner, id FROM plans").fetch_all(&self.readers).await?;
        Ok(rows.into_iter().map(|(owner, id)| (owner, id.into())).collect())
    }
}
