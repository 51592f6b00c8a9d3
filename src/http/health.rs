//! The health of the service.

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::{
    config::AgentModels,
    dm::{LastOutcome, Models, Provider},
    rules::{Attribution, Status},
    store,
};

use super::{App, Auth};

/// How long the store may take to show that it can be reached. Health checks wait a few seconds.
const PING_TIMEOUT: Duration = Duration::from_millis(2_500);

/// Whether the process is alive.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Alive {
    status: &'static str,
}

/// Whether the process is alive.
///
/// It does not touch the store or the model, so a failure means that the process should be restarted. Accepts requests by IP
/// address.
#[utoipa::path(get, path = "/healthz", operation_id = "getLiveness", tag = "service", responses((status = 200, description = "The process is alive.", body = Alive)))]
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
    /// Whether stored data was found damaged since the start; the log says which. Everything else can be read and played.
    damaged: bool,
    /// The outcome of the last turn's model calls; this request calls no model.
    model: LastOutcome,
}

/// Whether the store can be reached.
///
/// 503 also means that the disk is full or read-only. Damaged data does not change the status, because the rest of it can be played.
/// No model is called: `model` is the outcome of the last call. Accepts
/// requests by IP address.
#[utoipa::path(get, path = "/readyz", operation_id = "getReadiness", tag = "service", responses(
    (status = 200, description = "The store can be reached.", body = Ready),
    (status = 503, description = "The store cannot be reached.", body = Ready),
))]
pub(super) async fn ready(State(app): State<App>) -> Response {
    let ping = async {
        let late = |_| Err(store::Error::Unavailable(format!("no answer within {PING_TIMEOUT:?}").into()));
        timeout(PING_TIMEOUT, app.store().ping()).await.unwrap_or_else(late)
    };
    let (status, word) = match app.tables.store_metrics().time("ping", ping).await {
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(%error, "the store cannot be reached");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
    };
    let ready = Ready {
        status: word,
        store: app.store().name(),
        damaged: app.tables.store_metrics().is_damaged(),
        model: app.tables.tally().last_outcome(),
    };
    (status, Json(ready)).into_response()
}

/// What this server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Info {
    version: &'static str,
    /// `sqlite`, `firestore` or `memory`.
    store: &'static str,
    model: ModelInfo,
    rules: RulesInfo,
    /// `none` or `token`; also `token` if the server is shared in the host's network: the host signs in with the secret of
    /// their link.
    auth: &'static str,
    /// `lan` if the server is shared with friends in the host's network, else `off`.
    share: &'static str,
}

/// The Dungeon Master's model.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelInfo {
    provider: Provider,
    /// The Dungeon Master's model.
    dm: String,
    /// The model of fights.
    combat: String,
    /// The model of NPCs who are addressed directly.
    npc: String,
    /// The helpers' model.
    utility: String,
    /// The model of the author of campaigns.
    author: String,
}

impl ModelInfo {
    fn of(models: &Models) -> Self {
        let AgentModels { dm, combat, npc, utility, author } = models.agents.clone();
        Self {
            provider: models.provider,
            dm: dm.id,
            combat: combat.id,
            npc: npc.id,
            utility: utility.id,
            author: author.id,
        }
    }
}

/// State of the rules library.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesInfo {
    #[serde(flatten)]
    status: Status,
    /// The sources of the rules, to be shown with them.
    attributions: Vec<Attribution>,
}

/// What this server is: version, store, model, rules, auth.
///
/// Needs no secret, so a page can find out whether players must sign in. The rules may still be loading (`rules.ready`) or be
/// without search by meaning (`rules.semantic`).
#[utoipa::path(get, path = "/api/info", operation_id = "getInfo", tag = "service", responses((status = 200, description = "What this server is.", body = Info)))]
pub(super) async fn info(State(app): State<App>) -> Json<Info> {
    let models = app.tables.models();
    let shelf = app.tables.rules();
    Json(Info {
        version: env!("CARGO_PKG_VERSION"),
        store: app.store().name(),
        model: ModelInfo::of(models),
        rules: RulesInfo { status: shelf.status(), attributions: shelf.library().attributions().to_vec() },
        auth: match app.settings.auth {
            Auth::None => "none",
            Auth::Token(_) => "token",
        },
        share: if app.settings.share.is_some() { "lan" } else { "off" },
    })
}
