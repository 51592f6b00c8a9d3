//! The turns of a session.

use axum::{Json, extract::State};
use game::{id::SessionId, view::TurnView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    dm::turn_view,
    store::{self, StoredTurn},
};

use super::{App, Error, auth::Player, body::Path, guests::Member, query::Query};

const DEFAULT_PAGE: u32 = 50;
const MAX_PAGE: u32 = 100;

/// Which turns.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct TurnsQuery {
    /// Only turns after this sequence number.
    after: Option<u32>,
    /// Only turns before this sequence number; without `after`, the turns just before it.
    before: Option<u32>,
    /// 1 to 100, clamped; default: 50.
    limit: Option<u32>,
    /// `nextCursor` of the page before. Send it with the same `after`, `before` and `limit`.
    cursor: Option<String>,
}

/// A page of turns, ascending.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnPage {
    items: Vec<TurnView>,
    /// The `cursor` of the next page; null on the last.
    next_cursor: Option<String>,
}

/// Read the turns of a session, in order.
///
/// With `before` alone, the page holds the turns just before that one, and `nextCursor` leads further back; otherwise it leads
/// forward.
#[utoipa::path(get, path = "/api/sessions/{id}/turns", operation_id = "listTurns", tag = "play",
    params(("id" = String, Path, description = "the session"), TurnsQuery),
    responses(
        (status = 200, description = "A page of turns.", body = TurnPage),
    ))]
pub(super) async fn turns(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    Query(query): Query<TurnsQuery>,
) -> Result<Json<TurnPage>, Error> {
    app.session(&player, &id).await?;
    let limit = query.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    let backwards = query.after.is_none() && query.before.is_some();
    let cursor =
        query.cursor.as_deref().map(|cursor| cursor.parse().map_err(|_| store::Error::BadCursor)).transpose()?;
    let after = if backwards { None } else { cursor.or(query.after) };
    let before = if backwards { cursor.or(query.before) } else { query.before };
    // One more than asked for tells whether there is another page.
    let mut found = app.store().turns(&id, after, before, limit + 1).await?;
    let more = found.len() > limit as usize;
    if more {
        let surplus = if backwards { 0 } else { limit as usize };
        found.remove(surplus);
    }
    let edge = if backwards { found.first() } else { found.last() };
    let next_cursor = edge.filter(|_| more).map(|stored| stored.turn.seq.to_string());
    let viewer = member.viewer();
    let shown = |stored: StoredTurn| viewer.sees(turn_view(stored.turn));
    Ok(Json(TurnPage { items: found.into_iter().map(shown).collect(), next_cursor }))
}
