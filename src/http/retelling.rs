//! Undo, retry, alternatives and branches of turns, and the origin of values.

use axum::{Json, extract::State, http::HeaderMap, response::Response};
use game::{
    id::{SessionId, TurnId},
    view::{PlayerView, TurnView},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::dm::{Ask, PlayerWords, ValueExplanation, Viewer, feed::TurnEvent};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key},
    chat::answer,
    query::Query,
    sessions::{created, view},
};

const DEFAULT_CAUSES: u32 = 20;
const MAX_CAUSES: u32 = 100;

/// How many turns to undo.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoRequest {
    /// 1 if left out.
    #[serde(default)]
    turns: Option<u32>,
}

/// Undo the last turns completely: state, memory, text, and what followed them. `Idempotency-Key` makes it safe to send twice.
#[utoipa::path(post, path = "/api/sessions/{id}/undo", operation_id = "undoTurns", request_body = Option<UndoRequest>, tag = "history",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the undo, unique in its session"),
    ),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn undo(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<UndoRequest>,
) -> Result<Json<PlayerView>, Error> {
    let key = idempotency_key(&headers)?;
    let n = request.turns.unwrap_or(1);
    if n == 0 {
        return Err(Error::invalid_field("turns", "At least one turn is taken back."));
    }
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let session = app.tables.undo(line, n, key).await?;
    Ok(Json(view(&app, &session)))
}

/// A request without fields.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RetryRequest {}

/// Play the last turn's message again in its place. Its dice are the same; the replaced version stays among its `alternatives`.
/// The response is that of a chat.
#[utoipa::path(post, path = "/api/sessions/{id}/retry", operation_id = "retryTurn", request_body = Option<RetryRequest>, tag = "history",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the new version, unique in its session"),
    ),
    responses(
        (status = 200, description = "the turn, or its events as they happen", content(
            (TurnView = "application/json"),
            (TurnEvent = "text/event-stream"),
        )),
    ))]
pub(super) async fn retry(
    State(app): State<App>,
    Player(owner): Player,
    Path(session): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(RetryRequest {}): JsonBody<RetryRequest>,
) -> Result<Response, Error> {
    let key = idempotency_key(&headers)?;
    answer(&app, PlayerWords { session, owner, guest: None, ask: Ask::Retry, key }, &headers).await
}

/// The chosen version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChooseRequest {
    /// The `turnId` of one of the turn's alternatives.
    alternative: TurnId,
}

/// Replace the last turn by one of its alternatives, with all of its changes.
///
/// `turnId` is the turn as it is now, and `alternative` one of its `alternatives`; afterwards the two have changed places. Only
/// the last turn can be changed (409 `not_the_last_turn`).
#[utoipa::path(post, path = "/api/sessions/{id}/turns/{turnId}/choose", operation_id = "chooseTelling", request_body = ChooseRequest, tag = "history",
    params(
        ("id" = String, Path, description = "the session"),
        ("turnId" = String, Path, description = "the current version of the turn"),
    ),
    responses(
        (status = 200, description = "The turn.", body = TurnView),
    ))]
pub(super) async fn choose(
    State(app): State<App>,
    player: Player,
    Path((id, turn)): Path<(SessionId, TurnId)>,
    JsonBody(request): JsonBody<ChooseRequest>,
) -> Result<Json<TurnView>, Error> {
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    Ok(Json(Viewer::host().sees(app.tables.choose(line, &turn, &request.alternative).await?)))
}

/// Where the new session starts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BranchRequest {
    /// The last turn both share; 0 for the start.
    at_turn: u32,
}

/// Start a session that shares this one's past up to and including a turn.
///
/// This session stays as it is. Heroes and people keep their ids and turns get new ones.
#[utoipa::path(post, path = "/api/sessions/{id}/branch", operation_id = "branchSession", request_body = BranchRequest, tag = "history",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the new session"),
    ),
    responses(
        (status = 201, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn branch(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(BranchRequest { at_turn }): JsonBody<BranchRequest>,
) -> Result<Response, Error> {
    let key = idempotency_key(&headers)?;
    let origin = app.session(&player, &id).await?;
    let branch = app.tables.branch(&origin, at_turn, key).await?;
    Ok(created(&app, &branch))
}

/// Which value.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct WhyQuery {
    /// A path through the session as it is read, such as `characters.0.currentHP`.
    path: String,
    /// Maximum number of changes, 1 to 100, clamped; default: 20.
    limit: Option<u32>,
}

/// Explain a value: the changes that made it, newest first, with their turns and dice.
///
/// `path` is a path in the session as `GET /api/sessions/{id}` answers it, with dots between its parts.
#[utoipa::path(get, path = "/api/sessions/{id}/why", operation_id = "explainValue", tag = "history",
    params(("id" = String, Path, description = "the session"), WhyQuery),
    responses(
        (status = 200, description = "The value and the changes that made it.", body = ValueExplanation),
    ))]
pub(super) async fn why(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<WhyQuery>,
) -> Result<Json<ValueExplanation>, Error> {
    let session = app.session(&player, &id).await?;
    let limit = query.limit.unwrap_or(DEFAULT_CAUSES).clamp(1, MAX_CAUSES);
    Ok(Json(app.tables.why(&session.head.id, &query.path, limit as usize).await?))
}
