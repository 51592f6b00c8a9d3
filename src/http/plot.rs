//! A session's progress in its campaign, as players may see it.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use game::id::SessionId;

use crate::dm::PlotNow;

use super::{App, Error, auth::Player, body::Path};

/// Read the progress in the campaign as far as the heroes know it: goal, options, ways on, and map.
///
/// Sessions without a campaign answer 404 `no_campaign`.
#[utoipa::path(get, path = "/api/sessions/{id}/plot", operation_id = "getPlot", tag = "campaigns",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The progress in the campaign.", body = PlotNow),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<PlotNow>, Error> {
    app.session(&player, &id).await?;
    app.tables.plot(&id).await?.map(Json).ok_or_else(Error::no_campaign)
}

/// Read the map of the scenes that the heroes have seen.
///
/// It changes as the heroes go on. Sessions without a campaign have none (404 `no_campaign`).
#[utoipa::path(get, path = "/api/sessions/{id}/plot/map", operation_id = "getPlotMap", tag = "campaigns",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The map.", body = String, content_type = "image/svg+xml"),
    ))]
pub(super) async fn map(State(app): State<App>, player: Player, Path(id): Path<SessionId>) -> Result<Response, Error> {
    app.session(&player, &id).await?;
    let drawn = app.tables.plot_map(&id).await?.ok_or_else(Error::no_campaign)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
