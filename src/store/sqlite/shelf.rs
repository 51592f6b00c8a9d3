//! Packages and shelves in SQLite.

use async_trait::async_trait;
use sqlx::FromRow;

use crate::store::{
    CampaignStore, Error, KeptPackage, Result, Shelved,
    cursor::time_key,
    json,
    limits::RecordKind,
    packed::{pack, unpack},
    shelf::of_package,
};

use super::SqliteStore;

/// A campaign of a shelf as it is kept.
#[derive(FromRow)]
struct ShelfRow {
    owner: String,
    slug: String,
    title: String,
    digest: String,
    at: String,
    card: String,
}

impl ShelfRow {
    fn read(self) -> Result<(String, Shelved)> {
        let Self { owner, slug, title, digest, at, card } = self;
        let damaged = |what: &str| Error::Damaged(format!("{what} of the campaign {slug} is not what was saved"));
        let at = at.parse().map_err(|_| damaged("the time"))?;
        let card = serde_json::from_str(&card).map_err(|_| damaged("the card"))?;
        Ok((owner, Shelved { slug, title, digest, card, at }))
    }
}

#[async_trait]
impl CampaignStore for SqliteStore {
    async fn keep_package(&self, package: &KeptPackage) -> Result<()> {
        sqlx::query("INSERT INTO packages (digest, body) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING")
            .bind(package.digest())
            .bind(pack(RecordKind::Package, package.json())?)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn kept_package(&self, digest: &str) -> Result<KeptPackage> {
        let packed: Vec<u8> = sqlx::query_scalar("SELECT body FROM packages WHERE digest = ?")
            .bind(digest)
            .fetch_one(&self.readers)
            .await?;
        KeptPackage::kept_as(digest, unpack(RecordKind::Package, &of_package(digest), &packed)?)
    }

    async fn shelve(&self, owner: &str, campaign: &Shelved) -> Result<()> {
        json::encode(RecordKind::Card, campaign)?;
        sqlx::query(
            "INSERT INTO shelf (owner, slug, title, digest, at, card) VALUES (?, ?, ?, ?, ?, ?) \
             ON CONFLICT (owner, slug) DO UPDATE SET title = excluded.title, digest = excluded.digest, \
             at = excluded.at, card = excluded.card",
        )
        .bind(owner)
        .bind(&campaign.slug)
        .bind(&campaign.title)
        .bind(&campaign.digest)
        .bind(time_key(campaign.at))
        .bind(json::encode(RecordKind::Card, &campaign.card)?)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn shelf(&self, owner: &str) -> Result<Vec<Shelved>> {
        let rows: Vec<ShelfRow> = sqlx::query_as("SELECT * FROM shelf WHERE owner = ? ORDER BY at DESC, slug")
            .bind(owner)
            .fetch_all(&self.readers)
            .await?;
        rows.into_iter().map(|row| row.read().map(|(_, campaign)| campaign)).collect()
    }

    async fn shelved(&self, owner: &str, slug: &str) -> Result<Shelved> {
        let row: ShelfRow = sqlx::query_as("SELECT * FROM shelf WHERE owner = ? AND slug = ?")
            .bind(owner)
            .bind(slug)
            .fetch_one(&self.readers)
            .await?;
        row.read().map(|(_, campaign)| campaign)
    }

    async fn unshelve(&self, owner: &str, slug: &str) -> Result<()> {
        let gone = sqlx::query("DELETE FROM shelf WHERE owner = ? AND slug = ?")
            .bind(owner)
            .bind(slug)
            .execute(&self.writer)
            .await?;
        if gone.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
    }

    async fn forget_package(&self, digest: &str) -> Result<()> {
        sqlx::query("DELETE FROM packages WHERE digest = ?").bind(digest).execute(&self.writer).await?;
        Ok(())
    }

    async fn all_packages(&self) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar("SELECT digest FROM packages").fetch_all(&self.readers).await?)
    }

    async fn all_shelved(&self) -> Result<Vec<(String, Shelved)>> {
        let rows: Vec<ShelfRow> = sqlx::query_as("SELECT * FROM shelf").fetch_all(&self.readers).await?;
        rows.into_iter().map(ShelfRow::read).collect()
    }
}
