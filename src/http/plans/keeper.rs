//! Saves a plan while it is written, and publishes the finished campaign.

use std::sync::Arc;

use async_trait::async_trait;
use game::id::unique;
use jiff::Timestamp;

use crate::{
    author::{CampaignDraft, DraftStore, NotKept},
    dm::campaigns::{self, CampaignCard, NotShelved},
    store::{self, CampaignPlan, Store},
};

use super::super::App;

/// The most characters of a plan's title in lists.
const MAX_TITLE: usize = 120;

/// Keeps one plan, version by version.
pub(super) struct PlanKeeper {
    store: Arc<dyn Store>,
    plan: CampaignPlan,
}

/// A draft's title as lists show it.
pub(super) fn title_of(draft: &CampaignDraft) -> String {
    draft.title().chars().filter(|c| !c.is_control()).take(MAX_TITLE).collect()
}

impl PlanKeeper {
    /// Keeps a plan that was just read.
    pub(super) fn of(app: &App, plan: CampaignPlan) -> Self {
        Self { store: Arc::clone(app.tables.store()), plan }
    }

    /// The plan as it was saved last, without its body.
    pub(super) fn plan(&self) -> &CampaignPlan {
        &self.plan
    }

    /// Saves a draft as the plan's next version.
    pub(super) async fn save(&mut self, draft: &CampaignDraft) -> Result<(), store::Error> {
        let expected = self.plan.version;
        let next = CampaignPlan {
            title: title_of(draft),
            version: expected + 1,
            updated_at: Timestamp::now(),
            body: draft.kept(),
            ..self.plan.clone()
        };
        self.store.save_plan(&next, expected).await?;
        self.plan = CampaignPlan { body: serde_json::Value::Null, ..next };
        Ok(())
    }

    /// Gives a draft that was never shelved by its slug one that is free.
    pub(super) async fn give_slug(&mut self, draft: &mut CampaignDraft) -> Result<(), store::Error> {
        let slug = draft.package().slug.clone();
        if draft.has_premise() && draft.shelved_as() != Some(&slug) {
            draft.call(self.free(&slug).await?);
        }
        Ok(())
    }

    /// Puts the campaign on its owner's shelf.
    pub(super) async fn put_on_shelf(&mut self, draft: &CampaignDraft) -> Result<CampaignCard, NotShelved> {
        let package = draft.package().clone();
        let added = campaigns::shelve(&*self.store, &self.plan.owner, package, Timestamp::now()).await?;
        Ok(added.card)
    }

    async fn free(&self, slug: &str) -> Result<String, store::Error> {
        let taken = campaigns::list(&*self.store, &self.plan.owner).await?;
        Ok(unique(slug.to_owned(), |slug| taken.iter().any(|card| card.slug == slug)))
    }
}

#[async_trait]
impl DraftStore for PlanKeeper {
    async fn keep(&mut self, draft: &CampaignDraft) -> Result<(), NotKept> {
        Ok(self.save(draft).await?)
    }

    async fn shelve(&mut self, draft: &CampaignDraft) -> Result<(), NotKept> {
        match self.put_on_shelf(draft).await {
            Ok(_) => Ok(()),
            Err(NotShelved::Store(error)) => Err(error.into()),
            Err(other) => Err(NotKept::Refused(other.to_string())),
        }
    }

    async fn free_slug(&mut self, slug: &str) -> Result<String, NotKept> {
        Ok(self.free(slug).await?)
    }
}
