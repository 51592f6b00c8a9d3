//! The debug view of a turn.

use axum::{Json, extract::State};
use game::id::{SessionId, TurnId};
use serde_json::Value;

use crate::dm::TurnDebug;

use super::{App, Error, auth::Player, body::Path};

/// Read what each agent of a turn saw and did. For each agent, these are the prompt's blocks with tokens, the offered tools,
/// the answer and its cost. There are also the rulings of the rules judge, the state commands with their results, the result of
/// the narration check, and the turn stack. For a failed turn they can be read for ten minutes, like its events, on the server
/// that played it; `failure` says on all servers why it failed. Undoing or retelling the turn deletes them; an export does not
/// contain them.
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
