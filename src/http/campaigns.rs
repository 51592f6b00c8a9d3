//! Campaigns: list, import, export and details.

use axum::{
    Json,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    campaign::{self, CampaignPackage, Diagnostic, Scope, Web},
    dm::campaigns::{self, Added, CampaignCard},
};

use super::{
    App, Error,
    auth::Player,
    body::{Path, large_body},
    bundles::as_file,
    error::told,
    query::Query,
};

/// Where campaigns are listed and imported.
pub(super) const SHELF: &str = "/api/campaigns";

/// All campaigns.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignList {
    /// Those that come with the game, in their order; then the player's own, newest first.
    items: Vec<CampaignCard>,
}

/// List the campaigns that can be played.
///
/// These are the campaigns that come with the game and the player's own. The list has no pages.
#[utoipa::path(get, path = SHELF, operation_id = "listCampaigns", tag = "campaigns", responses(
    (status = 200, description = "All campaigns that can be played; the list has no pages.", body = CampaignList),
))]
pub(super) async fn list(State(app): State<App>, Player(owner): Player) -> Result<Json<CampaignList>, Error> {
    Ok(Json(CampaignList { items: campaigns::list_with_endings(app.store(), &owner).await? }))
}

/// An imported campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ImportedCampaign {
    /// The published campaign.
    campaign: CampaignCard,
    /// The compiler's warnings.
    findings: Vec<Diagnostic>,
}

/// Import a campaign, or another version of one's own. It is checked before anything is saved: what can't be played is
/// refused with `invalid_campaign` and a list of `findings`. Answers 409 `slug_taken` for the slug of a campaign that comes with
/// the game.
#[utoipa::path(post, path = SHELF, operation_id = "importCampaign", tag = "campaigns",
    request_body(content = Object, description = "a package of at most 4 MiB, as schema `CampaignPackage` has it",
        content_type = "application/json"),
    responses(
        (status = 200, description = "The campaign replaced the player's own of the same slug.", body = ImportedCampaign,
            headers(("Location" = String, description = "The campaign's path."))),
        (status = 201, description = "The campaign was added.", body = ImportedCampaign),
    ))]
pub(super) async fn import(State(app): State<App>, Player(owner): Player, request: Request) -> Result<Response, Error> {
    let too_large = "A campaign may have at most 4 MiB. Leave pictures and sounds out of it, or make it two campaigns.";
    let bytes = large_body(request, &app, campaign::MAX_BYTES, too_large).await?;
    let added = campaigns::import(app.store(), &owner, bytes.to_vec(), Timestamp::now()).await?;
    let Added { card, findings, replaced } = added;
    let status = if replaced { StatusCode::OK } else { StatusCode::CREATED };
    let location = format!("{SHELF}/{}", card.slug);
    let imported = ImportedCampaign { campaign: card, findings: told(findings) };
    Ok((status, [(header::LOCATION, location)], Json(imported)).into_response())
}

/// A whole campaign, secrets and all, as a file that can be imported elsewhere.
///
/// The file contains everything the heroes have yet to find out, so don't show it to those who want to play the campaign.
#[utoipa::path(get, path = "/api/campaigns/{slug}", operation_id = "getCampaign", tag = "campaigns",
    params(("slug" = String, Path, description = "the campaign")),
    responses(
        (status = 200, description = "The package, as a file.", body = Object,
            headers(("Content-Disposition" = String, description = "The file's name."))),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    Player(owner): Player,
    Path(slug): Path<String>,
) -> Result<Response, Error> {
    let chosen = campaigns::find(app.store(), &owner, &slug).await?;
    // With line breaks, so that the file can be edited.
    let write = move || serde_json::to_vec_pretty(&chosen.package);
    let json = tokio::task::spawn_blocking(write).await.map_err(|_| Error::internal())?;
    Ok(as_file(&slug, json.map_err(|_| Error::internal())?))
}

/// Delete a campaign of one's own. Sessions that play it go on. Answers 409 `campaign_is_ours` for campaigns that come with
/// the game.
#[utoipa::path(delete, path = "/api/campaigns/{slug}", operation_id = "deleteCampaign", tag = "campaigns",
    params(("slug" = String, Path, description = "the campaign")),
    responses(
        (status = 204, description = "it is gone"),
    ))]
pub(super) async fn delete(
    State(app): State<App>,
    Player(owner): Player,
    Path(slug): Path<String>,
) -> Result<StatusCode, Error> {
    campaigns::unshelve(app.store(), &owner, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How the map is drawn.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MapFormat {
    /// Nodes, endings and ways as data.
    #[default]
    Json,
    /// Lines of text.
    Text,
    /// A picture.
    Svg,
}

/// The query of a map.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct MapQuery {
    /// `json` if left out.
    #[param(inline)]
    pub(super) format: Option<MapFormat>,
}

/// The whole map of a campaign for its author: it contains all spoilers.
///
/// `GET /api/sessions/{id}/plot/map` is the same map limited to what a session's heroes have seen.
#[utoipa::path(get, path = "/api/campaigns/{slug}/map", operation_id = "getCampaignMap", tag = "campaigns",
    params(("slug" = String, Path, description = "the campaign"), MapQuery),
    responses(
        (status = 200, description = "The map, as `format` asks for it.", content((Web = "application/json"), (String = "text/plain"), (String = "image/svg+xml"))),
    ))]
pub(super) async fn map(
    State(app): State<App>,
    Player(owner): Player,
    Path(slug): Path<String>,
    Query(query): Query<MapQuery>,
) -> Result<Response, Error> {
    let chosen = campaigns::find(app.store(), &owner, &slug).await?;
    let format = query.format.unwrap_or_default();
    let drawn = tokio::task::spawn_blocking(move || draw(&chosen.package, format)).await;
    drawn.map_err(|_| Error::internal())
}

/// A campaign's whole web, as it is wanted.
pub(super) fn draw(package: &CampaignPackage, format: MapFormat) -> Response {
    let typed = |kind: &'static str, drawn: String| ([(header::CONTENT_TYPE, kind)], drawn).into_response();
    match format {
        MapFormat::Json => Json(Web::of(package, Scope::Author)).into_response(),
        MapFormat::Text => typed("text/plain; charset=utf-8", campaign::text(package, Scope::Author)),
        MapFormat::Svg => typed("image/svg+xml", campaign::svg(package, Scope::Author)),
    }
}
