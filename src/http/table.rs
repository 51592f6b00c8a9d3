//! What players do at the table between turns.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::game::{
    Change, Refusal,
    dice::{Notation, Roll},
    id::SessionId,
};

use super::{
    App, Error,
    auth::Player,
    body::{Body, Path},
    error::Problem,
};

const MAX_REASON: usize = 200;

/// Dice to throw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RollRequest {
    /// Such as `2d20kh1+5`.
    expression: String,
    /// What for, at most 200 characters.
    #[serde(default)]
    reason: Option<String>,
}

/// Throw dice. The throw is recorded, and taken back with the turn it follows.
#[utoipa::path(post, path = "/api/sessions/{id}/rolls", request_body = RollRequest, tag = "play",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = Roll),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn roll(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Body(request): Body<RollRequest>,
) -> Result<Json<Roll>, Error> {
    let reason = request.reason.unwrap_or_default().trim().to_owned();
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid_field("reason", format!("At most {MAX_REASON} characters fit here.")));
    }
    Notation::parse(&request.expression).map_err(|refusal| not_thrown(&refusal))?;
    app.session(&player, &id).await?;
    let (_, roll) = app
        .tables
        .between_turns(&id, |session| {
            let thrown = session.game.dice.throw(&request.expression, &reason);
            let roll = thrown.map_err(|refusal| not_thrown(&refusal))?;
            Ok::<_, Error>((vec![Change::DiceRolled { roll: roll.clone() }], roll))
        })
        .await?;
    Ok(Json(roll))
}

fn not_thrown(refusal: &Refusal) -> Error {
    Error::invalid_field("expression", refusal.to_string())
}
