//! Plans in Firestore: one document each, written only if it is unchanged since its version was compared.

use async_trait::async_trait;
use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::id::PlanId;
use uuid::Uuid;

use crate::store::{
    CampaignPlan, Error, ListedPlan, Plans, Result,
    cursor::time_key,
    json::int,
    plan::{newest_first, packed, unpacked},
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    failure::{CommitFailure, told},
    place::DocumentPath,
    queries::{ALL_PLANS, PLANS_OF_OWNER},
};

const A_PLAN: &str = "a plan";
/// The fields that lists show, and the owner.
const LISTED: [&str; 6] = ["owner", "id", "title", "version", "createdAt", "updatedAt"];

fn fields(plan: &CampaignPlan, commit_id: &str) -> Result<DocumentFields> {
    let fields = DocumentFields::default()
        .text("owner", plan.owner.as_str())
        .text("id", plan.id.as_str())
        .text("title", plan.title.as_str())
        .int("version", int(plan.version))
        .text("createdAt", time_key(plan.created_at))
        .text("updatedAt", time_key(plan.updated_at))
        .text("commitId", commit_id);
    Ok(fields.bytes("body", packed(plan)?))
}

fn listed(record: &StoredDocument) -> Result<ListedPlan> {
    let time = |name: &str| {
        let damaged = |_| Error::Damaged(format!("the field {name} of {} is not what was saved", record.name));
        record.text(name)?.parse().map_err(damaged)
    };
    Ok(ListedPlan {
        id: record.text("id")?.into(),
        title: record.text("title")?.to_owned(),
        version: record.count("version")?,
        created_at: time("createdAt")?,
        updated_at: time("updatedAt")?,
    })
}

impl FirestoreStore {
    /// A plan's document, if it is this owner's; the whole of it, or some of its fields.
    async fn plan_record(&self, owner: &str, id: &PlanId, only: Option<&[&str]>) -> Result<StoredDocument> {
        let record = self.db.get(&DocumentPath::plan(id)?, only, A_PLAN).await?.ok_or(Error::NotFound)?;
        if record.text("owner")? == owner { Ok(record) } else { Err(Error::NotFound) }
    }

    /// Writes a plan if its document is as expected. Where it isn't, or where the answer was lost, the name the write
    /// leaves in the document tells whether it was this one.
    async fn write_plan(&self, plan: &CampaignPlan, commit_id: &str, write: Write) -> Result<()> {
        let mut tries = self.db.tries();
        loop {
            let Err(error) = self.db.try_commit(vec![write.clone()]).await else { return Ok(()) };
            match CommitFailure::of(&error) {
                CommitFailure::Refused => {
                    let there = self.plan_record(&plan.owner, &plan.id, Some(&["owner", "commitId"])).await;
                    let is_ours = there.is_ok_and(|it| it.text("commitId").is_ok_and(|id| id == commit_id));
                    return if is_ours { Ok(()) } else { Err(Error::Conflict) };
                }
                CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                _ => return Err(told(&error)),
            }
        }
    }
}

#[async_trait]
impl Plans for FirestoreStore {
    async fn create_plan(&self, plan: &CampaignPlan) -> Result<()> {
        let commit_id = Uuid::now_v7().to_string();
        let write = self.db.put(&DocumentPath::plan(&plan.id)?, fields(plan, &commit_id)?, WriteCondition::NotThere);
        self.write_plan(plan, &commit_id, write).await
    }

    async fn plan(&self, owner: &str, id: &PlanId) -> Result<CampaignPlan> {
        let record = self.plan_record(owner, id, None).await?;
        unpacked(listed(&record)?, owner.to_owned(), record.bytes("body")?)
    }

    async fn save_plan(&self, plan: &CampaignPlan, expected_version: u64) -> Result<()> {
        let commit_id = Uuid::now_v7().to_string();
        let new = fields(plan, &commit_id)?;
        let before = self.plan_record(&plan.owner, &plan.id, Some(&LISTED)).await?;
        plan.check_follows(before.count("version")?, expected_version)?;
        let new = new.text("createdAt", before.text("createdAt")?);
        let write = self.db.put(&DocumentPath::plan(&plan.id)?, new, WriteCondition::UnchangedSince(before.updated));
        self.write_plan(plan, &commit_id, write).await
    }

    async fn plans(&self, owner: &str) -> Result<Vec<ListedPlan>> {
        let found = self.db.find(self.db.ask(&PLANS_OF_OWNER, None, &[owner]).fields(&LISTED), "a list").await?;
        let mut own = found.iter().map(listed).collect::<Result<Vec<ListedPlan>>>()?;
        newest_first(&mut own);
        Ok(own)
    }

    async fn delete_plan(&self, owner: &str, id: &PlanId) -> Result<()> {
        let record = self.plan_record(owner, id, Some(&["owner"])).await?;
        self.db.commit_again_and_again(vec![self.db.delete(record.name, WriteCondition::Anything)]).await
    }

    async fn all_plans(&self) -> Result<Vec<(String, PlanId)>> {
        let found = self.db.find(self.db.ask(&ALL_PLANS, None, &[]).fields(&["owner", "id"]), "a list").await?;
        found.iter().map(|it| Ok((it.text("owner")?.to_owned(), it.text("id")?.into()))).collect()
    }
}
