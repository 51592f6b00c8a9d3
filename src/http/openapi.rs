//! The OpenAPI document, generated from the handlers.

use std::sync::LazyLock;

use axum::Json;
use utoipa::{
    OpenApi,
    openapi::{
        self,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::dm::feed::TurnEvent;

use super::error::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Embertale",
        description = "A browser-based AI Dungeon Master. Every error is a problem+json with a stable code; a turn is \
            streamed as server-sent events whose data is one JSON object each.",
    ),
    components(schemas(Problem, TurnEvent)),
    tags(
        (name = "play", description = "Turns and dice"),
        (name = "history", description = "Turning back, and looking back"),
        (name = "sessions", description = "Sessions"),
        (name = "campaigns", description = "Campaigns to play"),
        (name = "plans", description = "Campaigns to write, by talking"),
        (name = "heroes", description = "Heroes"),
        (name = "memory", description = "What a session remembers"),
        (name = "rules", description = "The rules library"),
        (name = "players", description = "Signing in"),
        (name = "service", description = "The service itself"),
    ),
)]
struct Head;

/// What the document says beside the routes.
pub(super) fn head() -> openapi::OpenApi {
    let mut head = Head::openapi();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    head.components.get_or_insert_default().add_security_scheme("bearer", bearer);
    head
}

/// The whole document.
pub fn document() -> openapi::OpenApi {
    super::api().into_openapi()
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "document", tag = "service", responses(
    (status = 200, description = "this document", body = Object),
))]
pub(super) async fn read() -> Json<&'static openapi::OpenApi> {
    static DOCUMENT: LazyLock<openapi::OpenApi> = LazyLock::new(document);
    Json(&DOCUMENT)
}
