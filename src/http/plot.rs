//! Where a session stands in its campaign, for its players.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};

use crate::{dm::PlotNow, game::id::SessionId};

use super::{App, Error, auth::Player, body::Path, error::Problem};

/// Where the heroes stand in the campaign they play, as far as they know: what they are after, what the story waits for, the
/// ways on they know of, and the map of what they have seen.
///
/// Where a session plays no campaign that is 404 `no_campaign`.
#[utoipa::path(get, path = "/api/sessions/{id}/plot", tag = "campaigns",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = PlotNow),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<PlotNow>, Error> {
    app.session(&player, &id).await?;
    app.tables.plot(&id).await?.map(Json).ok_or_else(Error::no_campaign)
}

/// The scenes the heroes have seen, drawn.
#[utoipa::path(get, path = "/api/sessions/{id}/plot/map", tag = "campaigns",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn map(State(app): State<App>, player: Player, Path(id): Path<SessionId>) -> Result<Response, Error> {
    app.session(&player, &id).await?;
    let drawn = app.tables.plot_map(&id).await?.ok_or_else(Error::no_campaign)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
