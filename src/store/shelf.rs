//! Campaigns: packages, and each player's shelf. A store doesn't read their content.

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Error, Result};

/// A campaign's package as stored: its bytes, and their digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPackage {
    digest: String,
    json: String,
}

impl KeptPackage {
    /// A package of this JSON. Equal text is the same package, so packages are written without spaces and in a fixed field
    /// order.
    pub fn of(json: String) -> Self {
        Self { digest: HEXLOWER.encode(&Sha256::digest(&json)), json }
    }

    /// SHA-256 of its JSON, in hex.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its JSON.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// A package that was kept under this name.
    ///
    /// # Errors
    /// [`Error::Damaged`]: the name is another package's.
    pub(super) fn kept_as(digest: &str, json: String) -> Result<Self> {
        let package = Self::of(json);
        match package.digest == digest {
            true => Ok(package),
            false => Err(Error::Damaged(format!("{} is not what was saved", of_package(digest)))),
        }
    }
}

/// A package's name in sentences.
pub(super) fn of_package(digest: &str) -> String {
    format!("the package {digest}")
}

/// A campaign on a player's shelf.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shelved {
    /// Names it on this shelf.
    pub slug: String,
    pub title: String,
    /// The package that is played when it is chosen.
    pub digest: String,
    /// Data for lists beside the title; the store doesn't read it.
    pub card: Value,
    /// Time of the last publication.
    pub at: Timestamp,
}

/// A store of campaigns. Every method is one atomic step.
#[async_trait]
pub trait CampaignStore {
    /// Keeps a package for ever: sessions play by it whatever happens on a shelf. Keeping it again changes nothing.
    /// [`Error::TooLarge`] for more than [`MAX_PACKAGE_BYTES`](super::MAX_PACKAGE_BYTES) of JSON, or
    /// [`MAX_PACKED_BYTES`](super::MAX_PACKED_BYTES) compressed.
    async fn keep_package(&self, package: &KeptPackage) -> Result<()>;

    /// The package of this digest. [`Error::NotFound`] if it isn't kept.
    async fn kept_package(&self, digest: &str) -> Result<KeptPackage>;

    /// Puts a campaign on a player's shelf, in the place of the one of that slug.
    async fn shelve(&self, owner: &str, campaign: &Shelved) -> Result<()>;

    /// A player's shelf, last published first.
    async fn shelf(&self, owner: &str) -> Result<Vec<Shelved>>;

    /// The campaign of that slug on a player's shelf. [`Error::NotFound`] if there is none.
    async fn shelved(&self, owner: &str, slug: &str) -> Result<Shelved>;

    /// Takes a campaign from a player's shelf; its package stays for those who play it. [`Error::NotFound`] if it isn't
    /// there.
    async fn unshelve(&self, owner: &str, slug: &str) -> Result<()>;

    /// Deletes a package that no session plays and no shelf has any more; one that is gone already is no error.
    async fn forget_package(&self, digest: &str) -> Result<()>;

    /// The digests of every package, in any order: for backups.
    async fn all_packages(&self) -> Result<Vec<String>>;

    /// All shelves with their owners, in any order, for backups.
    async fn all_shelved(&self) -> Result<Vec<(String, Shelved)>>;
}

/// Sorts a shelf as it is shown.
pub(super) fn newest_first(shelf: &mut [Shelved]) {
    shelf.sort_by(|one, other| (other.at, &one.slug).cmp(&(one.at, &other.slug)));
}
