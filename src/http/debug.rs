//! The debug view of a turn.

use axum::{Json, extract::State};
use game::id::{SessionId, TurnId};
use serde_json::Value;

use crate::dm::TurnDebug;

use super::{App, Error, auth::Player, body::Path};

/// Read what each agent of a turn saw and did. That is its prompts by block with tokens, the tools it was offered, what it answered
/// and what that cost; the rulings of the rules judge, the state commands with
/// their results, what the check of the narration found and what came of it, and the turn stack. What a failed turn's agents did stays readable for ten minutes, as
/// its events do, on the server that played it; `failure` says on all servers why it failed. Undo takes it away with the turn, and so does another telling; an export leaves it out.
#[utoipa::path(get, path = "/api/sessions/{id}/turns/{turnId}/debug", operation_id = "getTurnDebug", tag = "history",
    params(
        ("id" = String, Path, description = "the session"),
        ("turnId" = String, Path, description = "the turn"),
    ),
    responses(
        (status = 200, description = "What each agent of the turn saw and did.", body = TurnDebug),
    ))]
pub(super) async fn debug(
    State(app): State<App>,
    player: Player,
    Path((session, turn)): Path<(SessionId, TurnId)>,
) -> Result<Json<Value>, Error> {
    app.session(&player, &session).await?;
    Ok(Json(app.tables.debug(&session, &turn).await?.into_json()))
}
