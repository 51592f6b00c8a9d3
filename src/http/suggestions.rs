//! Statistics of tool suggestions.

use axum::{Json, extract::State};

use crate::dm::HintStats;

use super::App;

/// Read how many tool suggestions were made since the service began, and how many the turns followed, by agent and tool. Turns
/// that were not saved don't count.
#[utoipa::path(get, path = "/api/tool-suggestions/stats", operation_id = "getToolSuggestionStats", tag = "service", responses((status = 200, description = "The counts.", body = HintStats)))]
pub(super) async fn suggestion_stats(State(app): State<App>) -> Json<HintStats> {
    Json(app.tables.hints().stats())
}
