//! Plans: campaigns in progress. A store doesn't read their content.

use async_trait::async_trait;
use game::id::PlanId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json_errors;

use super::{
    Error, Result, json,
    limits::RecordKind,
    packed::{pack, unpack},
};

/// A campaign that is being written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CampaignPlan {
    /// Its id.
    pub id: PlanId,
    /// The player it belongs to.
    pub owner: String,
    /// As lists show it.
    pub title: String,
    /// How often it was saved: 1 when it is new, one more with every time it is saved.
    pub version: u64,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it was last saved.
    pub updated_at: Timestamp,
    /// All that belongs to it; nothing the store reads.
    pub body: Value,
}

/// The summary of a plan for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPlan {
    /// Its id.
    pub id: PlanId,
    /// As its owner or its author named it.
    pub title: String,
    /// Number of times it was saved.
    pub version: u64,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it was last saved.
    pub updated_at: Timestamp,
}

impl CampaignPlan {
    /// As lists show it.
    pub fn listed(&self) -> ListedPlan {
        let Self { id, title, version, created_at, updated_at, .. } = self;
        let (id, title) = (id.clone(), title.clone());
        ListedPlan { id, title, version: *version, created_at: *created_at, updated_at: *updated_at }
    }

    /// Checks that a plan at `version` can become this one.
    ///
    /// # Errors
    /// [`Error::Conflict`]: another writer saved it first, or this isn't the next version.
    pub(super) fn check_follows(&self, version: u64, expected_version: u64) -> Result<()> {
        let follows = version == expected_version && Some(self.version) == expected_version.checked_add(1);
        if follows { Ok(()) } else { Err(Error::Conflict) }
    }
}

/// A plan's body as it is kept, if the plan is within its limits.
pub(super) fn packed(plan: &CampaignPlan) -> Result<Vec<u8>> {
    json::encode(RecordKind::PlanTitle, &plan.title)?;
    pack(RecordKind::Plan, &json::encode(RecordKind::Plan, &plan.body)?)
}

/// Decompresses a stored plan.
///
/// # Errors
/// [`Error::Damaged`]: the record is invalid.
pub(super) fn unpacked(listed: ListedPlan, owner: String, body: &[u8]) -> Result<CampaignPlan> {
    let ListedPlan { id, title, version, created_at, updated_at } = listed;
    let whose = format!("the plan {id}");
    let json = unpack(RecordKind::Plan, &whose, body)?;
    let body = serde_json::from_str(&json)
        .map_err(|error| Error::Damaged(format!("{whose} can't be read ({})", json_errors::said(&error))))?;
    Ok(CampaignPlan { id, owner, title, version, created_at, updated_at, body })
}

/// Storage of plans. Every method is one atomic step. Only the owner can find a plan.
#[async_trait]
pub trait Plans {
    /// Saves a new plan. [`Error::Conflict`] where its id is taken,
    /// [`Error::TooLarge`] for a body beyond the bounds of a package.
    async fn create_plan(&self, plan: &CampaignPlan) -> Result<()>;

    /// A plan. [`Error::NotFound`] if this owner has none of this id.
    async fn plan(&self, owner: &str, id: &PlanId) -> Result<CampaignPlan>;

    /// Replaces a plan, except its creation time. [`Error::Conflict`] if it is no longer at `expected_version`, or if the plan's
    /// own version isn't the next one; [`Error::NotFound`] and [`Error::TooLarge`] as above.
    async fn save_plan(&self, plan: &CampaignPlan, expected_version: u64) -> Result<()>;

    /// An owner's plans, the one saved last first.
    async fn plans(&self, owner: &str) -> Result<Vec<ListedPlan>>;

    /// Deletes a plan. [`Error::NotFound`] if this owner has none of this id.
    async fn delete_plan(&self, owner: &str, id: &PlanId) -> Result<()>;

    /// Every plan's owner and id, in any order: for backups.
    async fn all_plans(&self) -> Result<Vec<(String, PlanId)>>;
}

/// Sorts plans as they are listed.
pub(super) fn newest_first(plans: &mut [ListedPlan]) {
    plans.sort_by(|one, other| (other.updated_at, &other.id).cmp(&(one.updated_at, &one.id)));
}
