//! Campaigns and plans in memory, each as the bytes the other stores keep.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use game::id::PlanId;

use crate::store::{
    CampaignPlan, CampaignStore, Error, KeptPackage, ListedPlan, Plans, Result, Shelved, json,
    limits::RecordKind,
    packed::{pack, unpack},
    plan, shelf,
};

use super::MemoryStore;

/// Everything of campaigns.
#[derive(Debug, Default)]
pub(super) struct KeptShelf {
    packages: HashMap<String, Vec<u8>>,
    /// By owner and slug.
    shelved: BTreeMap<(String, String), Shelved>,
    plans: HashMap<PlanId, KeptPlan>,
}

#[derive(Debug)]
struct KeptPlan {
    owner: String,
    listed: ListedPlan,
    body: Vec<u8>,
}

impl KeptPlan {
    fn of(plan: &CampaignPlan) -> Result<Self> {
        Ok(Self { owner: plan.owner.clone(), listed: plan.listed(), body: plan::packed(plan)? })
    }
}

#[async_trait]
impl CampaignStore for MemoryStore {
    async fn keep_package(&self, package: &KeptPackage) -> Result<()> {
        let packed = pack(RecordKind::Package, package.json())?;
        self.shelf().packages.entry(package.digest().to_owned()).or_insert(packed);
        Ok(())
    }

    async fn kept_package(&self, digest: &str) -> Result<KeptPackage> {
        let packed = self.shelf().packages.get(digest).cloned().ok_or(Error::NotFound)?;
        KeptPackage::kept_as(digest, unpack(RecordKind::Package, &shelf::of_package(digest), &packed)?)
    }

    async fn shelve(&self, owner: &str, campaign: &Shelved) -> Result<()> {
        json::encode(RecordKind::Card, campaign)?;
        self.shelf().shelved.insert((owner.to_owned(), campaign.slug.clone()), campaign.clone());
        Ok(())
    }

    async fn shelf(&self, owner: &str) -> Result<Vec<Shelved>> {
        let kept = self.shelf();
        let own = kept.shelved.iter().filter(|((whose, _), _)| whose == owner);
        let mut own: Vec<Shelved> = own.map(|(_, campaign)| campaign.clone()).collect();
        shelf::newest_first(&mut own);
        Ok(own)
    }

    async fn shelved(&self, owner: &str, slug: &str) -> Result<Shelved> {
        self.shelf().shelved.get(&(owner.to_owned(), slug.to_owned())).cloned().ok_or(Error::NotFound)
    }

    async fn unshelve(&self, owner: &str, slug: &str) -> Result<()> {
        let gone = self.shelf().shelved.remove(&(owner.to_owned(), slug.to_owned()));
        gone.map(drop).ok_or(Error::NotFound)
    }

    async fn forget_package(&self, digest: &str) -> Result<()> {
        self.shelf().packages.remove(digest);
        Ok(())
    }

    async fn all_packages(&self) -> Result<Vec<String>> {
        Ok(self.shelf().packages.keys().cloned().collect())
    }

    async fn all_shelved(&self) -> Result<Vec<(String, Shelved)>> {
        let kept = self.shelf();
        Ok(kept.shelved.iter().map(|((owner, _), campaign)| (owner.clone(), campaign.clone())).collect())
    }
}

#[async_trait]
impl Plans for MemoryStore {
    async fn create_plan(&self, plan: &CampaignPlan) -> Result<()> {
        let new = KeptPlan::of(plan)?;
        let mut kept = self.shelf();
        if kept.plans.contains_key(&plan.id) {
            return Err(Error::Conflict);
        }
        kept.plans.insert(plan.id.clone(), new);
        Ok(())
    }

    async fn plan(&self, owner: &str, id: &PlanId) -> Result<CampaignPlan> {
        let kept = self.shelf();
        let found = kept.plans.get(id).filter(|plan| plan.owner == owner).ok_or(Error::NotFound)?;
        plan::unpacked(found.listed.clone(), owner.to_owned(), &found.body)
    }

    async fn save_plan(&self, plan: &CampaignPlan, expected_version: u64) -> Result<()> {
        let mut new = KeptPlan::of(plan)?;
        let mut kept = self.shelf();
        let before = kept.plans.get_mut(&plan.id).filter(|it| it.owner == plan.owner).ok_or(Error::NotFound)?;
        plan.check_follows(before.listed.version, expected_version)?;
        new.listed.created_at = before.listed.created_at;
        *before = new;
        Ok(())
    }

    async fn plans(&self, owner: &str) -> Result<Vec<ListedPlan>> {
        let kept = self.shelf();
        let own = kept.plans.values().filter(|plan| plan.owner == owner);
        let mut own: Vec<ListedPlan> = own.map(|plan| plan.listed.clone()).collect();
        plan::newest_first(&mut own);
        Ok(own)
    }

    async fn delete_plan(&self, owner: &str, id: &PlanId) -> Result<()> {
        let mut kept = self.shelf();
        kept.plans.get(id).filter(|plan| plan.owner == owner).ok_or(Error::NotFound)?;
        kept.plans.remove(id);
        Ok(())
    }

    async fn all_plans(&self) -> Result<Vec<(String, PlanId)>> {
        Ok(self.shelf().plans.values().map(|plan| (plan.owner.clone(), plan.listed.id.clone())).collect())
    }
}
