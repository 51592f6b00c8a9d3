//! A session's spending and its cap.

use axum::{Json, extract::State};
use game::id::SessionId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::dm::budget::Spending;

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path},
};

/// The largest cap, in dollars.
pub(super) const MAX_CAP_USD: f64 = 1_000_000.0;

/// The cap that a field sets, in pico-dollars.
///
/// # Errors
/// It is negative, or larger than [`MAX_CAP_USD`].
pub(super) fn pico_usd(field: &str, cap: Option<f64>) -> Result<Option<u64>, Error> {
    if cap.is_some_and(|cap| !(0.0..=MAX_CAP_USD).contains(&cap)) {
        return Err(Error::invalid_field(field, "Use dollars from 0 to 1,000,000, or null for no cap."));
    }
    Ok(cap.map(|usd| (usd * 1e12).round() as u64))
}

/// Read a session's spending and caps, and their effect on its next turn.
///
/// Dollars are computed from the prices of the model and include failed and cancelled turns. Undo refunds nothing.
#[utoipa::path(get, path = "/api/sessions/{id}/spending", operation_id = "getSpending", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "Spending and caps.", body = Spending),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<Spending>, Error> {
    let session = app.session(&player, &id).await?;
    Ok(Json(app.tables.spending(&session).await))
}

/// A session's own cap.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SpendingCap {
    /// US dollars, 0 to 1,000,000; null removes the cap. The field is required.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    cap_usd: Option<f64>,
}

/// Set or remove the spending cap of a session. The server's cap still applies.
///
/// Near a cap the cheaper model plays. Once a cap is used up, messages that need a model are refused with 402
/// `spending_cap_reached`; what needs no model, such as the buttons of a fight, still works.
#[utoipa::path(put, path = "/api/sessions/{id}/spending", operation_id = "setSpendingCap", tag = "sessions",
    request_body = SpendingCap,
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "Spending and caps.", body = Spending),
    ))]
pub(super) async fn set(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<SpendingCap>,
) -> Result<Json<Spending>, Error> {
    let cap = pico_usd("capUsd", request.cap_usd)?;
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let session = app.tables.set_cap(line, cap).await?;
    Ok(Json(app.tables.spending(&session).await))
}
