//! The turns of a session.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::game::{id::SessionId, view::TurnView};

use super::{
    App, Error,
    auth::Player,
    body::{Path, Query},
    error::Problem,
};

const DEFAULT_PAGE: u32 = 50;
const MAX_PAGE: u32 = 100;

/// Which turns.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct TurnsQuery {
    /// Only turns after this sequence number.
    after: Option<u32>,
    /// Only turns before this sequence number; alone it gives the turns just before it.
    before: Option<u32>,
    /// 1 to 100; 50 if left out.
    limit: Option<u32>,
}

/// A page of turns, ascending.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnPage {
    items: Vec<TurnView>,
    /// What `after` (or `before`, where that alone was given) has to be for the next page; null on the last.
    next_cursor: Option<String>,
}

/// Read the turns of a session, in order.
#[utoipa::path(get, path = "/api/sessions/{id}/turns", tag = "play",
    params(("id" = String, Path, description = "the session"), TurnsQuery),
    responses(
        (status = 200, body = TurnPage),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn turns(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<TurnsQuery>,
) -> Result<Json<TurnPage>, Error> {
    app.session(&player, &id).await?;
    let limit = query.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    let backwards = query.after.is_none() && query.before.is_some();
    // One more than asked for tells whether there is another page.
    let mut found = app.store().turns(&id, query.after, query.before, limit + 1).await?;
    let more = found.len() > limit as usize;
    if more {
        let surplus = if backwards { 0 } else { limit as usize };
        found.remove(surplus);
    }
    let edge = if backwards { found.first() } else { found.last() };
    let next_cursor = edge.filter(|_| more).map(|stored| stored.turn.seq.to_string());
    Ok(Json(TurnPage { items: found.into_iter().map(|stored| TurnView::of(stored.turn)).collect(), next_cursor }))
}
