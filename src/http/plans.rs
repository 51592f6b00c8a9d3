//! Plans: campaigns written in conversation with the author.

mod answers;
mod chat;
mod keeper;
mod report;
mod stop;
mod writing;

pub(super) use answers::{cancel, events};
pub(super) use chat::{MAX_WORDS, chat, is_chat};
pub(super) use writing::Writing;
// The macro that lists the routes looks for these beside them.
pub(super) use answers::{__path_cancel, __path_events};
pub(super) use chat::__path_chat;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use game::{id::PlanId, language_tag::LanguageTag, safety::Safety, turn::Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    author::{AttachedPicture, CampaignDraft, ConversationMessage, Gap, Overview},
    campaign::{CampaignPackage, Web},
    dm::campaigns::{self, CampaignCard},
    store::{self, CampaignPlan, ListedPlan},
};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path},
    campaigns::{MapQuery, draw},
    query::Query,
    safety::safety,
};
use keeper::PlanKeeper;

/// Where plans are listed and begun.
const PLANS: &str = "/api/plans";
/// The most plans of one player.
const MAX_PLANS: usize = 200;

/// What lists show of a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanSummary {
    /// Its id.
    id: PlanId,
    /// Its title.
    title: String,
    /// Number of times it was saved.
    version: u64,
    /// When it was begun.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it was last saved.
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl From<ListedPlan> for PlanSummary {
    fn from(listed: ListedPlan) -> Self {
        let ListedPlan { id, title, version, created_at, updated_at } = listed;
        Self { id, title, version, created_at, updated_at }
    }
}

/// A plan without its package.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanView {
    /// What lists show.
    #[serde(flatten)]
    summary: PlanSummary,
    /// An overview of the draft, with its gaps.
    draft: Overview,
    /// The conversation in order; a long one lacks its oldest part.
    chat: Vec<ConversationMessage>,
    /// Reference pictures.
    pictures: Vec<PictureReference>,
    /// The cost of writing it.
    usage: Usage,
}

/// A reference to a picture: name and content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PictureReference {
    name: String,
    /// What kind of picture it is.
    media_type: String,
    /// Its bytes, counted.
    size: usize,
    /// SHA-256 of its bytes, in hex.
    sha256: String,
}

impl From<&AttachedPicture> for PictureReference {
    fn from(picture: &AttachedPicture) -> Self {
        let AttachedPicture { name, media_type, size, sha256, .. } = picture.clone();
        Self { name, media_type, size, sha256 }
    }
}

impl PlanView {
    fn of(listed: ListedPlan, draft: &CampaignDraft) -> Self {
        Self {
            summary: listed.into(),
            draft: Overview::of(draft),
            chat: draft.chat().to_vec(),
            pictures: draft.pictures().iter().map(PictureReference::from).collect(),
            usage: draft.usage().clone(),
        }
    }
}

/// A plan with everything that is written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WholePlan {
    /// The plan.
    #[serde(flatten)]
    plan: PlanView,
    /// The id of the answer in progress, whose events can be read; null if there is none.
    answering: Option<String>,
    /// The package as far as it is written; parts may be missing.
    #[schema(value_type = Object)]
    package: CampaignPackage,
    /// The lines, veils and dials that apply to it.
    safety: Safety,
}

/// The player's plans.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlanList {
    /// The plan that was saved last comes first.
    items: Vec<PlanSummary>,
}

/// A plan to start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewPlan {
    /// The language the campaign is written in, as a BCP 47 tag; default: English.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    language: Option<LanguageTag>,
    /// The slug of a campaign to start from: the player's own is continued, one that comes with the game is copied.
    #[serde(default)]
    campaign: Option<String>,
    /// Lines, veils and dials for the campaign, as for a session.
    #[serde(default)]
    #[schema(value_type = Option<Safety>)]
    safety: Option<Value>,
}

/// List your plans.
///
/// Plans are drafts of campaigns, and only their own player sees them. The list has no pages.
#[utoipa::path(get, path = PLANS, operation_id = "listPlans", tag = "plans", responses(
    (status = 200, description = "All plans of the player; the list has no pages.", body = PlanList),
))]
pub(super) async fn list(State(app): State<App>, Player(owner): Player) -> Result<Json<PlanList>, Error> {
    let plans = app.store().plans(&owner).await?;
    Ok(Json(PlanList { items: plans.into_iter().map(PlanSummary::from).collect() }))
}

/// Start a plan: empty, or as a copy of a campaign.
///
/// Needs no model. A plan that starts from a campaign is a copy: the campaign changes only when the plan is finalized. A player
/// may have a limited number of plans (409 `too_many_plans`).
#[utoipa::path(post, path = PLANS, operation_id = "createPlan", tag = "plans", request_body = Option<NewPlan>, responses(
    (status = 201, description = "The plan with everything that is written.", body = WholePlan),
))]
pub(super) async fn create(
    State(app): State<App>,
    Player(owner): Player,
    JsonBody(new): JsonBody<NewPlan>,
) -> Result<Response, Error> {
    let safety = new.safety.map(|asked| safety(asked, "safety")).transpose()?.unwrap_or_default();
    if app.store().plans(&owner).await?.len() >= MAX_PLANS {
        return Err(Error::too_many_plans(MAX_PLANS));
    }
    let draft = match new.campaign {
        Some(slug) => {
            let chosen = campaigns::find(app.store(), &owner, &slug).await?;
            let package = match new.language {
                Some(language) => CampaignPackage { language: language.into(), ..chosen.package },
                None => chosen.package,
            };
            CampaignDraft::of(package, !chosen.ours)
        }
        None => CampaignDraft::new(new.language.unwrap_or_default()),
    };
    let draft = draft.within(safety);
    let now = Timestamp::now();
    let plan = CampaignPlan {
        id: Uuid::now_v7().to_string().into(),
        owner,
        title: keeper::title_of(&draft),
        version: 1,
        created_at: now,
        updated_at: now,
        body: draft.kept(),
    };
    app.store().create_plan(&plan).await?;
    let location = [(header::LOCATION, format!("{PLANS}/{}", plan.id))];
    Ok((StatusCode::CREATED, location, Json(whole(&plan, &draft, None))).into_response())
}

/// Read a plan with everything that is written.
///
/// If the author is writing an answer, it also has the id of that answer, whose events can be read.
#[utoipa::path(get, path = "/api/plans/{id}", operation_id = "getPlan", tag = "plans",
    params(("id" = String, Path, description = "the plan")),
    responses(
        (status = 200, description = "The plan with everything that is written.", body = WholePlan),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
) -> Result<Json<WholePlan>, Error> {
    // Asked before the draft is read: an answer that ends in between is in it.
    let answering = app.writing.under_way(&id).map(|answer| answer.id);
    let (plan, draft) = load(&app, &owner, &id).await?;
    Ok(Json(whole(&plan, &draft, answering)))
}

/// The map of a draft, with placeholders for outlined scenes.
///
/// It shows everything, including what players have yet to find out. Nothing is saved or checked.
#[utoipa::path(get, path = "/api/plans/{id}/map", operation_id = "getPlanMap", tag = "plans",
    params(("id" = String, Path, description = "the plan"), MapQuery),
    responses(
        (status = 200, description = "The map, as `format` asks for it.", content((Web = "application/json"), (String = "text/plain"), (String = "image/svg+xml"))),
    ))]
pub(super) async fn map(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
    Query(query): Query<MapQuery>,
) -> Result<Response, Error> {
    let (_, draft) = load(&app, &owner, &id).await?;
    let drawn = tokio::task::spawn_blocking(move || draw(&draft.stood_in(), query.format.unwrap_or_default())).await;
    drawn.map_err(|_| Error::internal())
}

/// Delete a plan. A campaign that was published from it stays.
#[utoipa::path(delete, path = "/api/plans/{id}", operation_id = "deletePlan", tag = "plans",
    params(("id" = String, Path, description = "the plan")),
    responses(
        (status = 204, description = "it is gone"),
    ))]
pub(super) async fn delete(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
) -> Result<StatusCode, Error> {
    app.store().delete_plan(&owner, &id).await.map_err(unknown)?;
    // Don't pay for a call whose result can't be saved.
    if let Some(answer) = app.writing.under_way(&id) {
        answer.stop.say();
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A plan that was published as a campaign.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FinalizedPlan {
    /// The published campaign.
    campaign: CampaignCard,
    /// The compiler's warnings.
    findings: Vec<Gap>,
    /// The plan, which can be continued.
    plan: PlanView,
}

/// Publish the campaign, if it is playable; else `invalid_campaign` lists in `findings` what is missing. Needs no model.
#[utoipa::path(post, path = "/api/plans/{id}/finalize", operation_id = "finalizePlan", tag = "plans",
    params(("id" = String, Path, description = "the plan")),
    responses(
        (status = 200, description = "The campaign and its plan.", body = FinalizedPlan),
    ))]
pub(super) async fn finalize(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
) -> Result<Json<FinalizedPlan>, Error> {
    let _held = app.writing.hold(&id)?;
    let (plan, mut draft) = load(&app, &owner, &id).await?;
    let mut keeper = PlanKeeper::of(&app, plan);
    keeper.give_slug(&mut draft).await?;
    let (_, findings) = draft.finalize().map_err(Error::unfinished)?;
    let campaign = keeper.put_on_shelf(&draft).await?;
    keeper.save(&draft).await?;
    let plan = PlanView::of(keeper.plan().listed(), &draft);
    Ok(Json(FinalizedPlan { campaign, findings, plan }))
}

fn whole(plan: &CampaignPlan, draft: &CampaignDraft, answering: Option<String>) -> WholePlan {
    WholePlan {
        plan: PlanView::of(plan.listed(), draft),
        answering,
        package: draft.package().clone(),
        safety: draft.safety().clone(),
    }
}

/// A plan with its draft.
async fn load(app: &App, owner: &str, id: &PlanId) -> Result<(CampaignPlan, CampaignDraft), Error> {
    let mut plan = app.store().plan(owner, id).await.map_err(unknown)?;
    let body = std::mem::replace(&mut plan.body, Value::Null);
    let draft = CampaignDraft::read(body).map_err(|error| store::Error::Damaged(format!("the plan {id}: {error}")))?;
    Ok((plan, draft))
}

fn unknown(error: store::Error) -> Error {
    match error {
        store::Error::NotFound => Error::unknown_plan(),
        error => error.into(),
    }
}
