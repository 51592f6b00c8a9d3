//! Observability of every request: its id, a span for its log lines, one line if it was refused or failed, and metrics.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::Response,
};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::Span;
use uuid::Uuid;

use super::{App, Error, error, metrics::RouteLabels, page};

/// The route of the page's files, as a label.
const PAGE: &str = "page";
/// The route of paths where nothing is. They share one label, because clients can invent any number of them.
const UNMATCHED: &str = "unmatched";

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Creates ids that sort by time.
#[derive(Clone, Copy)]
pub(super) struct NewId;

impl MakeRequestId for NewId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        HeaderValue::from_str(&Uuid::now_v7().to_string()).ok().map(RequestId::new)
    }
}

/// Removes a request id sent by the client, which would end up in the log unchecked.
pub(super) async fn remove_foreign_id(mut request: Request) -> Request {
    request.headers_mut().remove(REQUEST_ID);
    request
}

/// The span of a request. It has the highest level, so that warnings carry the request id at any LOG setting. The query is left
/// out, because it contains what players search for.
pub(super) fn span(request: &Request) -> Span {
    tracing::error_span!(
        "request",
        request_id = id_of(request.extensions()),
        method = %request.method(),
        path = request.uri().path(),
    )
}

fn id_of(extensions: &axum::http::Extensions) -> &str {
    extensions.get::<RequestId>().and_then(|id| id.header_value().to_str().ok()).unwrap_or_default()
}

/// Writes and logs problems, and counts every response.
pub(super) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = id_of(request.extensions()).to_owned();
    let (method, route) = (method_of(&request), route_of(&request));
    let shows_secret = [header::AUTHORIZATION, header::COOKIE].iter().any(|name| request.headers().contains_key(name));
    let tries_to_sign_in = shows_secret || route.as_deref() == Some("/api/sign-in");
    let since = Instant::now();
    let mut response = next.run(request).await;
    if let Some(error) = response.extensions_mut().remove::<Error>() {
        error.log();
        if error.is_damage() {
            app.tables.store_metrics().found_damage();
        }
        error::write_problem(&mut response, error, &id);
    }
    let route = route.unwrap_or_else(|| if page::is_file(&response) { PAGE } else { UNMATCHED }.to_owned());
    app.metrics.answered(RouteLabels { method, route }, response.status(), since.elapsed());
    if tries_to_sign_in && response.status() == StatusCode::UNAUTHORIZED {
        app.metrics.sign_in_failed();
    }
    response
}

/// The method as a label. Unknown methods share one label, because clients can invent any number of them.
fn method_of(request: &Request) -> &'static str {
    match request.method().as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// The route with the names of its parameters, such as `/api/sessions/{id}`, if it is one of the API.
fn route_of(request: &Request) -> Option<String> {
    request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned())
}
