//! A person's part of a round, and its end by the host.

use axum::{Json, extract::State, http::HeaderMap};
use game::{
    id::{CharacterId, SessionId},
    wording::visible,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::dm::SentPart;

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key, text},
    guests::Member,
    limits::count_turn,
    table_rules::TableSettings,
};

/// Maximum length of a hero's action in a round, in characters. The texts of all heroes together fit into one message.
pub(super) const MAX_DEED: usize = 1_200;

/// A hero's action in the round, or a pass.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ReadyRequest {
    /// 1 to 1,200 characters; left out with `pass`.
    #[serde(default)]
    message: Option<String>,
    /// Whether the person's heroes do nothing in this round.
    #[serde(default)]
    pass: bool,
    /// The acting hero; default: the first of the person's own.
    #[serde(default)]
    character_id: Option<CharacterId>,
}

/// Send your part of a round.
///
/// The first part opens the round, and until the round is played a new part replaces the person's earlier one. The round is
/// played as one turn when everyone who is present with a hero on their feet has sent a part, when `awayAfterS` is over, or
/// when the host closes it; its events are sent on the table's stream. If that turn fails, the round opens again with all its
/// parts. A repeated request with the same `Idempotency-Key` sends nothing twice.
#[utoipa::path(post, path = "/api/sessions/{id}/ready", operation_id = "sendPartOfRound", request_body = ReadyRequest, tag = "table",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the part, unique in its session"),
    ),
    responses(
        (status = 200, description = "The progress of the round.", body = TableSettings),
    ))]
pub(super) async fn ready(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ReadyRequest>,
) -> Result<Json<TableSettings>, Error> {
    let key = idempotency_key(&headers)?;
    let message = match (&request.message, request.pass) {
        (Some(message), false) => Some(deed(message)?),
        (None, true) => None,
        (Some(_), true) => return Err(Error::invalid_field("message", "Leave it out to pass.")),
        (None, false) => return Err(Error::invalid_field("message", "Say what your hero does, or pass.")),
    };
    let session = app.session(&player, &id).await?;
    let roster = app.tables.roster(&session).await?;
    let seat = member.seat(&roster)?.id;
    // A part that replaces an earlier one does not count as another turn.
    if roster.round().is_none_or(|round| round.part_of(&seat).is_none()) {
        count_turn(&app, &player, &member)?;
    }
    let sent = SentPart { guest: member.guest().cloned(), character: request.character_id, message, key };
    app.tables.take_part(&session, sent).await?;
    Ok(Json(TableSettings::of(&app.tables.roster(&session).await?, &session, &member)))
}

/// What a hero does, without characters that can't be seen.
fn deed(message: &str) -> Result<String, Error> {
    let is_text = |c: &char| !c.is_control() || c.is_whitespace();
    let words: String = visible(message).chars().filter(is_text).collect();
    text("message", &words, MAX_DEED)
}

/// A change of the round.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundChange {
    /// `true`: it is played now.
    close: bool,
}

/// Play the round now, without those who have sent nothing.
///
/// This also plays a round again whose turn has failed.
#[utoipa::path(post, path = "/api/sessions/{id}/round", operation_id = "playRound", request_body = RoundChange, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The progress of the round.", body = TableSettings),
    ))]
pub(super) async fn close(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<RoundChange>,
) -> Result<Json<TableSettings>, Error> {
    if !request.close {
        return Err(Error::invalid_field("close", "A round can only be closed."));
    }
    let session = app.session(&player, &id).await?;
    app.tables.close_open_round(&session).await?;
    Ok(Json(TableSettings::of(&app.tables.roster(&session).await?, &session, &member)))
}
