//! Questions to the Dungeon Master beside the game.

use axum::{Json, extract::State};
use game::id::SessionId;
use serde::{Deserialize, Serialize};
use tracing::Instrument;
use utoipa::ToSchema;

use crate::dm::PlayerQuestion;

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, text},
    guests::Member,
    seats::MAX_TALK,
};

/// A question to the Dungeon Master.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuestionRequest {
    /// 1 to 2,000 characters.
    text: String,
}

/// The Dungeon Master's answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct QuestionAnswer {
    /// The answer; only the player who asked sees it.
    answer: String,
}

/// Ask the Dungeon Master about the rules, the story so far, or what you see.
///
/// Only you read the answer. Nothing happens in the story, no dice are rolled, nothing is saved, and a turn in progress
/// continues. With a model, the answer uses what you may see, the story's past and the rules, and its calls cost money as in
/// play. The built-in storyteller answers as it would in play, and says so if your message is an action.
#[utoipa::path(post, path = "/api/sessions/{id}/ask", operation_id = "askQuestion", request_body = QuestionRequest, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The answer.", body = QuestionAnswer),
    ))]
pub(super) async fn ask(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<QuestionRequest>,
) -> Result<Json<QuestionAnswer>, Error> {
    let text = text("text", &request.text, MAX_TALK)?;
    let session = app.session(&player, &id).await?;
    let question = PlayerQuestion { session, guest: member.guest().cloned(), text };
    let tables = app.tables.clone();
    let answered = async move { tables.ask(question).await };
    // In a task of its own: what it costs is counted, also if the client has gone.
    let answer = tokio::spawn(answered.in_current_span()).await.map_err(|_| Error::internal())??;
    Ok(Json(QuestionAnswer { answer }))
}
