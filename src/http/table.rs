//! Actions of players between turns.

use axum::{Json, extract::State, http::HeaderMap};
use game::{
    Change, Refusal,
    dice::{Notation, Roll},
    id::SessionId,
    wording::one_line,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::dm::request_key;

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key},
};

pub(super) const MAX_REASON: usize = 200;

/// Dice to throw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RollRequest {
    /// Such as `2d20kh1+5`.
    expression: String,
    /// The reason, at most 200 characters.
    #[serde(default)]
    reason: Option<String>,
}

/// Roll dice. The roll is recorded, and undone with the turn it follows.
#[utoipa::path(post, path = "/api/sessions/{id}/rolls", operation_id = "rollDice", request_body = RollRequest, tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the roll, unique in its session"),
    ),
    responses(
        (status = 200, description = "The roll.", body = Roll),
    ))]
pub(super) async fn roll(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<RollRequest>,
) -> Result<Json<Roll>, Error> {
    let key = idempotency_key(&headers)?;
    let reason = one_line(&request.reason.unwrap_or_default());
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid_field("reason", format!("At most {MAX_REASON} characters fit here.")));
    }
    Notation::parse(&request.expression).map_err(|refusal| not_thrown(&refusal))?;
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let key = request_key(key, &["roll", &request.expression, &reason]);
    let (_, changes) = app
        .tables
        .once_between_turns(line, key, |session| {
            let thrown = session.game.dice.throw(&request.expression, &reason);
            let roll = thrown.map_err(|refusal| not_thrown(&refusal))?;
            Ok::<_, Error>(vec![Change::DiceRolled { roll }])
        })
        .await?;
    let roll = changes.into_iter().find_map(|change| match change {
        Change::DiceRolled { roll } => Some(Json(roll)),
        _ => None,
    });
    roll.ok_or_else(Error::internal)
}

fn not_thrown(refusal: &Refusal) -> Error {
    Error::invalid_field("expression", refusal.to_string())
}
