//! What a session remembers.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::game::{id::SessionId, story::SupportingNpc};

use super::{
    App, Error,
    auth::Player,
    body::{Path, Query},
    error::Problem,
};

/// Which part.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct MemoryQuery {
    /// `importantEvents`, `supportingNPCs` or `all`; all if left out.
    kind: Option<String>,
}

/// What a session remembers; what was not asked for is absent.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Memory {
    /// What must not be forgotten, the newest last.
    #[serde(rename = "importantEvents", skip_serializing_if = "Option::is_none")]
    important_events: Option<Vec<String>>,
    /// Those the story will come back to.
    #[serde(rename = "supportingNPCs", skip_serializing_if = "Option::is_none")]
    supporting_npcs: Option<Vec<SupportingNpc>>,
}

/// Read a session's memory.
#[utoipa::path(get, path = "/api/sessions/{id}/memory", tag = "memory",
    params(("id" = String, Path, description = "the session"), MemoryQuery),
    responses(
        (status = 200, body = Memory),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn recall(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<MemoryQuery>,
) -> Result<Json<Memory>, Error> {
    let (events, npcs) = match query.kind.as_deref() {
        None | Some("all") => (true, true),
        Some("importantEvents") => (true, false),
        Some("supportingNPCs") => (false, true),
        Some(_) => return Err(Error::invalid_field("kind", "Use importantEvents, supportingNPCs or all.")),
    };
    let session = app.session(&player, &id).await?;
    Ok(Json(Memory {
        important_events: events.then(|| session.game.important_events.clone()),
        supporting_npcs: npcs.then(|| session.game.supporting_npcs.clone()),
    }))
}
