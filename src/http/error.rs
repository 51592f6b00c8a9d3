//! Problems: every error as `application/problem+json` with a stable code.

use std::{any::Any, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{author::Gap, dm::feed::SPENDING_CAP_REACHED, game::hero::FieldError};

mod reasons;

pub(super) use reasons::{broken_off, told};

use super::App;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// An error on its way out. The body is written by [`finish`], which knows the request's id.
#[derive(Debug, Clone)]
pub(super) struct Error {
    status: StatusCode,
    code: &'static str,
    detail: String,
    errors: Vec<FieldError>,
    findings: Box<[Gap]>,
    retry_after: Option<u64>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// An error as it is sent (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Problem {
    /// Always `about:blank`: the code says it all.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// A sentence that says what to do.
    detail: String,
    /// A stable code.
    code: &'static str,
    /// Names this request in the server's log.
    request_id: String,
    /// The fields that can't be as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// What is wrong with the campaign that was sent, the worst first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Gap>,
}

impl Error {
    fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            errors: Vec::new(),
            findings: Box::default(),
            retry_after: None,
            cause: None,
        }
    }

    pub(super) fn invalid_json(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_json", detail)
    }

    pub(super) fn unauthorized() -> Self {
        let detail = "Sign in first: send `Authorization: Bearer` with your secret, or use the page's sign-in.";
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", detail)
    }

    pub(super) fn foreign_host() -> Self {
        let detail = "This server does not answer to that host name. Add it to ALLOWED_HOSTS if it is yours.";
        Self::new(StatusCode::FORBIDDEN, "foreign_host", detail)
    }

    pub(super) fn foreign_origin() -> Self {
        let detail = "Pages of that origin may not use this server. Add it to ALLOWED_ORIGINS if it is yours.";
        Self::new(StatusCode::FORBIDDEN, "foreign_origin", detail)
    }

    pub(super) fn unknown_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_route", "There is nothing here. /api/openapi.json lists what is.")
    }

    pub(super) fn unknown_session() -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_session", "There is no such session.")
    }

    pub(super) fn no_campaign() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_campaign", "This session plays no campaign.")
    }

    pub(super) fn unknown_turn() -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_turn", "There is no such turn in this session.")
    }

    pub(super) fn unknown_character(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_character", detail)
    }

    pub(super) fn unknown_rule(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_rule", detail)
    }

    pub(super) fn unknown_asset() -> Self {
        let detail = "This campaign has no such picture or music: a `background` or `music` of a node, a `portrait` of a person.";
        Self::new(StatusCode::NOT_FOUND, "unknown_asset", detail)
    }

    pub(super) fn method_not_allowed() -> Self {
        let detail = "This path does not take that method; the Allow header lists those it takes.";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
    }

    pub(super) fn too_large(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", detail)
    }

    pub(super) fn unsupported_media_type() -> Self {
        let detail = "Send JSON, with `Content-Type: application/json`.";
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)
    }

    pub(super) fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = match errors.as_slice() {
            [one] => format!("{}: {}", one.field, one.message),
            _ => "Some fields can't be as they are; see errors.".to_owned(),
        };
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation_failed", detail) }
    }

    pub(super) fn invalid_field(field: &str, message: impl Into<String>) -> Self {
        Self::invalid(vec![FieldError { field: field.to_owned(), message: message.into() }])
    }

    fn illegal_action(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_action", detail)
    }

    pub(super) fn idempotency_mismatch(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_mismatch", detail)
    }

    pub(super) fn unknown_plan() -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_plan", "There is no such plan.")
    }

    pub(super) fn needs_a_key() -> Self {
        let detail = "Writing a campaign by talking needs a model: set ANTHROPIC_API_KEY and start again. Without one, \
                      campaigns can be imported and played.";
        Self::new(StatusCode::CONFLICT, "needs_a_key", detail)
    }

    pub(super) fn too_many_plans(most: usize) -> Self {
        let detail = format!("There are {most} plans, and no room for another. Delete one first.");
        Self::new(StatusCode::CONFLICT, "too_many_plans", detail)
    }

    pub(super) fn plan_in_use() -> Self {
        let detail = "The author is writing on this plan. Let it finish first.";
        Self { retry_after: Some(5), ..Self::new(StatusCode::CONFLICT, "plan_in_use", detail) }
    }

    pub(super) fn unknown_answer() -> Self {
        let detail = "The events of that answer are forgotten. Read the plan: it has all that was written.";
        Self::new(StatusCode::NOT_FOUND, "unknown_turn", detail)
    }

    pub(super) fn nobody_writes() -> Self {
        Self::new(StatusCode::CONFLICT, "nothing_playing", "The author is silent: there is nothing to stop.")
    }

    /// A draft that is no campaign yet.
    pub(super) fn unfinished(gaps: Vec<Gap>) -> Self {
        let n = gaps.iter().filter(|gap| gap.is_error()).count();
        let detail = format!("It can't be played yet: {n} things are missing or wrong. See findings.");
        Self {
            findings: told(gaps).into_boxed_slice(),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_campaign", detail)
        }
    }

    /// A cap on spending is used up.
    pub(super) fn spending_cap_reached(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYMENT_REQUIRED, SPENDING_CAP_REACHED, detail)
    }

    pub(super) fn internal() -> Self {
        let detail = "Something went wrong on our side. The request id names it in the server's log.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// What a panic in a handler comes to. The message stays in the log.
pub(super) fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    tracing::error!(message = message.unwrap_or("no message"), "a handler panicked");
    Error::internal().into_response()
}

/// Names the request, writes problems out, logs what is our fault once, and counts.
pub(super) async fn finish(State(app): State<App>, request: Request, next: Next) -> Response {
    let request_id = Uuid::now_v7().to_string();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    app.metrics.request(response.status());
    if let Some(error) = response.extensions_mut().remove::<Error>() {
        if error.status.is_server_error() {
            let cause = error.cause.as_deref().map(chain).unwrap_or_default();
            tracing::error!(request_id, %method, path, code = error.code, cause, "a request failed");
        }
        write_problem(&mut response, error, &request_id);
    }
    if let Ok(id) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

fn chain(error: &(dyn std::error::Error + Send + Sync)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

fn write_problem(response: &mut Response, error: Error, request_id: &str) {
    let problem = Problem {
        kind: "about:blank",
        title: error.status.canonical_reason().unwrap_or("Error"),
        status: error.status.as_u16(),
        detail: error.detail,
        code: error.code,
        request_id: request_id.to_owned(),
        errors: error.errors,
        findings: error.findings.into_vec(),
    };
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = error.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if error.status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    *response.body_mut() = body.into();
}
