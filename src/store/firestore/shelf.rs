//! Packages and shelves in Firestore: one document each. They never change together with anything else, so each step is one
//! write that can safely be repeated.

use async_trait::async_trait;

use crate::store::{
    CampaignStore, Error, KeptPackage, Result, Shelved,
    cursor::time_key,
    json,
    limits::RecordKind,
    packed::{pack, unpack},
    shelf::{newest_first, of_package},
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    place::DocumentPath,
    queries::{ALL_PACKAGES, ALL_SHELVED, SHELF_OF_OWNER},
};

const A_SHELF: &str = "a shelf";

fn read(record: &StoredDocument) -> Result<Shelved> {
    let damaged = |name: &str| Error::Damaged(format!("the field {name} of {} is not what was saved", record.name));
    Ok(Shelved {
        slug: record.text("slug")?.to_owned(),
        title: record.text("title")?.to_owned(),
        digest: record.text("digest")?.to_owned(),
        card: serde_json::from_str(record.body("card")?).map_err(|_| damaged("card"))?,
        at: record.text("at")?.parse().map_err(|_| damaged("at"))?,
    })
}

#[async_trait]
impl CampaignStore for FirestoreStore {
    async fn keep_package(&self, package: &KeptPackage) -> Result<()> {
        let fields = DocumentFields::default().bytes("body", pack(RecordKind::Package, package.json())?);
        // The same name is the same package, so writing over one changes nothing.
        let write = self.db.put(&DocumentPath::package(package.digest())?, fields, WriteCondition::Anything);
        self.db.commit_again_and_again(vec![write]).await
    }

    async fn kept_package(&self, digest: &str) -> Result<KeptPackage> {
        let whose = of_package(digest);
        let record = self.db.get(&DocumentPath::package(digest)?, None, &whose).await?.ok_or(Error::NotFound)?;
        KeptPackage::kept_as(digest, unpack(RecordKind::Package, &whose, record.bytes("body")?)?)
    }

    async fn shelve(&self, owner: &str, campaign: &Shelved) -> Result<()> {
        json::encode(RecordKind::Card, campaign)?;
        let fields = DocumentFields::default()
            .text("owner", owner)
            .text("slug", campaign.slug.as_str())
            .text("title", campaign.title.as_str())
            .text("digest", campaign.digest.as_str())
            .text("at", time_key(campaign.at))
            .bytes("card", json::encode(RecordKind::Card, &campaign.card)?);
        let write = self.db.put(&DocumentPath::shelved(owner, &campaign.slug), fields, WriteCondition::Anything);
        self.db.commit_again_and_again(vec![write]).await
    }

    async fn shelf(&self, owner: &str) -> Result<Vec<Shelved>> {
        let found = self.db.find(self.db.ask(&SHELF_OF_OWNER, None, &[owner]), A_SHELF).await?;
        let mut own = found.iter().map(read).collect::<Result<Vec<Shelved>>>()?;
        newest_first(&mut own);
        Ok(own)
    }

    async fn shelved(&self, owner: &str, slug: &str) -> Result<Shelved> {
        let record = self.db.get(&DocumentPath::shelved(owner, slug), None, A_SHELF).await?;
        read(&record.ok_or(Error::NotFound)?)
    }

    async fn unshelve(&self, owner: &str, slug: &str) -> Result<()> {
        let place = DocumentPath::shelved(owner, slug);
        let record = self.db.get(&place, Some(&["slug"]), A_SHELF).await?.ok_or(Error::NotFound)?;
        self.db.commit_again_and_again(vec![self.db.delete(record.name, WriteCondition::Anything)]).await
    }

    async fn forget_package(&self, digest: &str) -> Result<()> {
        let gone = self.db.delete(self.db.name(&DocumentPath::package(digest)?), WriteCondition::Anything);
        self.db.commit_again_and_again(vec![gone]).await
    }

    async fn all_packages(&self) -> Result<Vec<String>> {
        let found = self.db.find(self.db.ask(&ALL_PACKAGES, None, &[]).names(), "a list").await?;
        Ok(found.into_iter().map(|record| record.id).collect())
    }

    async fn all_shelved(&self) -> Result<Vec<(String, Shelved)>> {
        let found = self.db.find(self.db.ask(&ALL_SHELVED, None, &[]), A_SHELF).await?;
        found.iter().map(|record| Ok((record.text("owner")?.to_owned(), read(record)?))).collect()
    }
}
