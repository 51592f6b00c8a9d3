//! The OpenAPI document: generated from the handlers, then completed with the parts that all of them share.
//!
//! A handler declares its path, parameters and successful responses. The common parts (problems, security, headers of every
//! response, bounds that the code checks) are added here, in one place.

mod bounds;
mod complete;
mod patterns;
mod stored;

use std::sync::LazyLock;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::Value;
use utoipa::OpenApi;

use crate::dm::feed::TurnEvent;

use super::{App, error::Problem};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Embertale",
        description = "A browser-based AI Dungeon Master. Every error is an `application/problem+json` with a stable code; a \
            turn is streamed as server-sent events whose data is one JSON object each. Unknown query parameters are refused; \
            a `limit` that is too large or too small is clamped.\n\nVersions: paths, methods, status codes, field names, \
            event names and codes of this document stay. Later versions only add to them, so ignore fields, events and codes \
            you don't know. What is replaced is marked `deprecated` for two minor versions before it goes.",
    ),
    servers((url = "/", description = "The server that sent this document.")),
    components(schemas(Problem, TurnEvent)),
    tags(
        (name = "play", description = "Turns and dice"),
        (name = "table", description = "Friends at one table"),
        (name = "history", description = "Turning back, and looking back"),
        (name = "sessions", description = "Sessions"),
        (name = "campaigns", description = "Campaigns to play"),
        (name = "plans", description = "Campaigns to write, by talking"),
        (name = "safety", description = "What is never shown, and the X card"),
        (name = "heroes", description = "Heroes"),
        (name = "memory", description = "What a session remembers"),
        (name = "rules", description = "The rules library"),
        (name = "players", description = "Signing in"),
        (name = "service", description = "The service itself"),
    ),
)]
struct Head;

/// The parts of the document that don't come from the handlers.
pub(super) fn head() -> utoipa::openapi::OpenApi {
    Head::openapi()
}

/// The whole document.
pub fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
        // The schemas nest deeply, and the first request may already be deep in the stack.
        let builder = std::thread::Builder::new().name("openapi".to_owned()).stack_size(STACK_BYTES);
        builder.spawn(build).ok().and_then(|thread| thread.join().ok()).unwrap_or_else(build)
    });
    &DOCUMENT
}

/// Stack size of the thread that builds the document, in bytes.
const STACK_BYTES: usize = 16 << 20;

fn build() -> Value {
    let mut document = serde_json::to_value(super::described().into_openapi()).unwrap_or_default();
    stored::add(&mut document);
    complete::complete(&mut document);
    bounds::add(&mut document);
    document
}

/// Every operation of a document with its path and method.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// This document.
///
/// It depends only on the version of the server. `GET /api/docs` shows it as a page.
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "getDocument", tag = "service", responses(
    (status = 200, description = "This document.", body = Object),
))]
pub(super) async fn read(State(app): State<App>) -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(|| document().to_string());
    const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];
    match app.settings.server.base_path.as_str() {
        "" => (JSON, TEXT.as_str()).into_response(),
        base => {
            let mut document = document().clone();
            document["servers"][0]["url"] = base.into();
            (JSON, document.to_string()).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_whole() {
        let document = document();
        assert!(operations(document).count() > 60);
        for (path, method, operation) in operations(document) {
            assert!(operation["summary"].as_str().is_some_and(|summary| summary.len() <= 120), "{method} {path}");
            assert!(operation["description"].is_string(), "{method} {path} has no description");
        }
    }
}
