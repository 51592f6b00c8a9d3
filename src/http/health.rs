//! How the service is.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    dm::{LastOutcome, Provider},
    rules::{Attribution, Status},
};

use super::{App, Auth};

/// Whether the process is alive.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Alive {
    status: &'static str,
}

/// Whether the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "service", responses((status = 200, body = Alive)))]
pub(super) async fn alive() -> Json<Alive> {
    Json(Alive { status: "alive" })
}

/// Whether turns can be played.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ready {
    /// `ready` or `unavailable`.
    status: &'static str,
    /// The store's name.
    store: &'static str,
    /// How the last turn went with the model; nothing is asked of it here.
    model: LastOutcome,
}

/// Whether the store can be reached.
#[utoipa::path(get, path = "/readyz", tag = "service", responses(
    (status = 200, body = Ready),
    (status = 503, body = Ready),
))]
pub(super) async fn ready(State(app): State<App>) -> Response {
    let (status, word) = match app.store().ping().await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(%error, "the store cannot be reached");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
    };
    let ready = Ready { status: word, store: app.store().name(), model: app.tables.tally().last_outcome() };
    (status, Json(ready)).into_response()
}

/// What this server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Info {
    version: &'static str,
    /// `sqlite` or `memory`.
    store: &'static str,
    model: ModelInfo,
    rules: RulesInfo,
    /// `none` or `token`.
    auth: &'static str,
}

/// Who plays the Dungeon Master.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelInfo {
    provider: Provider,
    dm: String,
    utility: String,
}

/// What is known of the rules library.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesInfo {
    #[serde(flatten)]
    status: Status,
    /// Whose words the rules are, to be shown with them.
    attributions: Vec<Attribution>,
}

/// What this server is: version, store, model, rules, auth.
#[utoipa::path(get, path = "/api/info", tag = "service", responses((status = 200, body = Info)))]
pub(super) async fn info(State(app): State<App>) -> Json<Info> {
    let models = app.tables.models();
    let shelf = app.tables.rules();
    Json(Info {
        version: env!("CARGO_PKG_VERSION"),
        store: app.store().name(),
        model: ModelInfo { provider: models.provider, dm: models.dm.clone(), utility: models.utility.clone() },
        rules: RulesInfo { status: shelf.status(), attributions: shelf.library().attributions().to_vec() },
        auth: match app.settings.auth {
            Auth::None => "none",
            Auth::Token(_) => "token",
        },
    })
}
