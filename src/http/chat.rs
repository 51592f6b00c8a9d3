//! Playing a turn, and stopping one.

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::{
    id::{CharacterId, SessionId, TurnId},
    limits::MAX_MESSAGE,
    view::TurnView,
};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::dm::{Ask, PlayerWords, TakenUp, Viewer, feed::TurnEvent};

use super::{
    App, Error,
    accept::accepts,
    auth::Player,
    body::{JsonBody, Path, idempotency_key, text},
    events::{content_location, stream, stream_waiting},
    guests::Member,
};

/// A player's message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChatRequest {
    /// 1 to 8,000 characters.
    message: String,
    /// The acting hero; default: the first of the player's own.
    #[serde(default)]
    character_id: Option<CharacterId>,
}

/// Play a turn. With `Accept: text/event-stream` the turn's events are streamed; any other request waits for the whole turn. A
/// repeated request with the same `Idempotency-Key` gets the same turn and plays nothing.
#[utoipa::path(post, path = "/api/sessions/{id}/chat", operation_id = "playTurn", request_body = ChatRequest, tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the turn, unique in its session"),
    ),
    responses(
        (status = 200, description = "the turn, or its events as they happen", content(
            (TurnView = "application/json"),
            (TurnEvent = "text/event-stream"),
        )),
    ))]
pub(super) async fn chat(
    State(app): State<App>,
    Player(owner): Player,
    member: Member,
    Path(session): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Result<Response, Error> {
    let message = text("message", &request.message, MAX_MESSAGE)?;
    let key = idempotency_key(&headers)?;
    let ask = Ask::Message { text: message, character: request.character_id };
    answer(&app, PlayerWords { session, owner, guest: member.guest().cloned(), ask, key }, &headers).await
}

/// How long the response to a waiting message is held back. A refusal within this time still has its status.
const HOLD_RESPONSE: Duration = Duration::from_secs(10);

/// Plays a turn and responds with the finished turn or its events, as the client prefers.
pub(super) async fn answer(app: &App, words: PlayerWords, headers: &HeaderMap) -> Result<Response, Error> {
    let session = words.session.clone();
    let viewer = Viewer::of(words.guest.as_ref());
    let heard = match app.tables.take_up(words).await? {
        // Without a response, a proxy would give up while others play.
        TakenUp::Waits(pending) if wants_events(headers) => {
            match timeout(HOLD_RESPONSE, pending.clone().begun()).await {
                Ok(begun) => begun?,
                Err(_) => {
                    let location = content_location(&session, &pending.turn);
                    return Ok((location, stream_waiting(pending, None, viewer)).into_response());
                }
            }
        }
        taken_up => taken_up.begun().await?,
    };
    let location = content_location(&session, &heard.turn);
    if wants_events(headers) {
        return Ok((location, stream(&heard.feed, None, viewer)).into_response());
    }
    let played = heard.feed.ending().await?;
    Ok((location, Json(viewer.sees(played.turn))).into_response())
}

pub(super) fn wants_events(headers: &HeaderMap) -> bool {
    accepts(headers, header::ACCEPT, "text/event-stream")
}

/// The cancelled turn.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cancelled {
    turn_id: TurnId,
}

/// Stop the turn in progress. The session stays as it was before the turn. A guest can stop only their own turns.
#[utoipa::path(post, path = "/api/sessions/{id}/cancel", operation_id = "cancelTurn", tag = "play",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 202, description = "The turn is being stopped.", body = Cancelled),
    ))]
pub(super) async fn cancel(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(session): Path<SessionId>,
) -> Result<(StatusCode, Json<Cancelled>), Error> {
    app.session(&player, &session).await?;
    let turn_id = app.tables.cancel(&session, member.guest()).await?;
    Ok((StatusCode::ACCEPTED, Json(Cancelled { turn_id })))
}
