//! Problems: every error as `application/problem+json` with a stable code.

use std::{any::Any, sync::Arc, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::hero::FieldError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    author::Gap,
    dm::{CAP_REACHED, budget::CapReached},
    store,
};

mod code;
mod reasons;

pub(super) use reasons::{broken_off, told};

use code::ProblemCode;

/// An error response. [`observe`](super::observe), which knows the request's id, writes the body.
#[derive(Debug, Clone)]
pub(super) struct Error {
    code: ProblemCode,
    detail: String,
    errors: Vec<FieldError>,
    findings: Box<[Gap]>,
    retry_after: Option<u64>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// How many calls of models there were, for the log.
    model_calls: Option<usize>,
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
    code: ProblemCode,
    /// Names this request in the server's log.
    request_id: String,
    /// The invalid fields and parameters, each with what to do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// The problems of the campaign, worst first; only with `invalid_campaign`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Gap>,
}

impl Error {
    fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            findings: Box::default(),
            retry_after: None,
            cause: None,
            model_calls: None,
        }
    }

    pub(super) fn invalid_json(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::InvalidJson, detail)
    }

    pub(super) fn unauthorized() -> Self {
        let detail = "Sign in first: send `Authorization: Bearer` with your secret, or use the page's sign-in.";
        Self::new(ProblemCode::Unauthorized, detail)
    }

    pub(super) fn foreign_host() -> Self {
        let detail = "This server does not answer to that host name. Add it to ALLOWED_HOSTS if it is yours.";
        Self::new(ProblemCode::ForeignHost, detail)
    }

    pub(super) fn foreign_origin() -> Self {
        let detail = "Pages of that origin may not use this server. Add it to ALLOWED_ORIGINS if it is yours.";
        Self::new(ProblemCode::ForeignOrigin, detail)
    }

    /// The origin of a request is one of the server's own names, but the request came to another host.
    pub(super) fn host_not_passed_on(origin: &str, host: &str) -> Self {
        let detail = format!(
            "The page is at {origin}, but the request arrived for the host {host}. If a proxy is in between, let it pass on \
             the `Host` header, or `X-Forwarded-Host` and set TRUSTED_PROXIES."
        );
        Self::new(ProblemCode::ForeignOrigin, detail)
    }

    pub(super) fn unknown_route() -> Self {
        Self::new(ProblemCode::UnknownRoute, "There is nothing here. /api/openapi.json lists what is.")
    }

    pub(super) fn unknown_session() -> Self {
        Self::new(ProblemCode::UnknownSession, "There is no such session.")
    }

    pub(super) fn no_campaign() -> Self {
        Self::new(ProblemCode::NoCampaign, "This session plays no campaign.")
    }

    pub(super) fn unknown_turn() -> Self {
        let detail = "There is no such turn in this session, or no longer. If it failed, send its message again.";
        Self::new(ProblemCode::UnknownTurn, detail)
    }

    pub(super) fn unknown_character(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::UnknownCharacter, detail)
    }

    pub(super) fn host_only() -> Self {
        Self::new(ProblemCode::HostOnly, "Only the host of this table may do that.")
    }

    pub(super) fn sharing_needs_sign_in() -> Self {
        let detail = "Without sign-in, whoever reaches this server is its host. To invite friends, start it with SHARE=lan (`embertale --share`) or \
             AUTH=token.";
        Self::new(ProblemCode::SharingNeedsSignIn, detail)
    }

    pub(super) fn not_your_hero() -> Self {
        Self::new(ProblemCode::NotYourHero, "Someone else plays this hero.")
    }

    /// The secret of a seat opens nothing, or no longer.
    pub(super) fn unknown_seat_secret() -> Self {
        let detail = "You have no seat at this table any more. Ask your host for an invitation.";
        Self::new(ProblemCode::Unauthorized, detail)
    }

    pub(super) fn unknown_invitation() -> Self {
        Self::new(ProblemCode::UnknownInvitation, "There is no such invitation to this session.")
    }

    /// Removes what guests may not see: the host's spending.
    pub(super) fn for_guests(&mut self) {
        if [ProblemCode::SpendingCapReached, ProblemCode::ModelWithoutPrice].contains(&self.code) {
            self.detail = CAP_REACHED.to_owned();
            self.retry_after = None;
        }
    }

    pub(super) fn unknown_rule(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::UnknownRule, detail)
    }

    pub(super) fn unknown_asset() -> Self {
        let detail = "This campaign has no such picture or music: a `background` or `music` of a node, a `portrait` of a person.";
        Self::new(ProblemCode::UnknownAsset, detail)
    }

    pub(super) fn method_not_allowed() -> Self {
        let detail = "This path does not take that method; the Allow header lists those it takes.";
        Self::new(ProblemCode::MethodNotAllowed, detail)
    }

    pub(super) fn too_large(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::TooLarge, detail)
    }

    pub(super) fn request_timeout() -> Self {
        Self::new(ProblemCode::RequestTimeout, "The body arrived too slowly. Send it again on a new connection.")
    }

    pub(super) fn unsupported_media_type() -> Self {
        let detail = "Send JSON, with `Content-Type: application/json` and without a `Content-Encoding`.";
        Self::new(ProblemCode::UnsupportedMediaType, detail)
    }

    pub(super) fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = match errors.as_slice() {
            [one] => format!("{}: {}", one.field, one.message),
            _ => "Some fields are invalid; see `errors`.".to_owned(),
        };
        Self { errors, ..Self::new(ProblemCode::ValidationFailed, detail) }
    }

    /// The invalid fields, if the error is a validation error.
    pub(super) fn into_fields(self) -> Result<Vec<FieldError>, Self> {
        if self.code == ProblemCode::ValidationFailed { Ok(self.errors) } else { Err(self) }
    }

    pub(super) fn invalid_field(field: &str, message: impl Into<String>) -> Self {
        Self::invalid(vec![FieldError { field: field.to_owned(), message: message.into() }])
    }

    fn illegal_action(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::IllegalAction, detail)
    }

    pub(super) fn idempotency_mismatch(detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::IdempotencyMismatch, detail)
    }

    pub(super) fn unknown_plan() -> Self {
        Self::new(ProblemCode::UnknownPlan, "There is no such plan.")
    }

    pub(super) fn needs_a_key() -> Self {
        let detail = "Writing a campaign by talking needs a model: set ANTHROPIC_API_KEY and start again. Without one, \
                      campaigns can be imported and played.";
        Self::new(ProblemCode::NeedsAKey, detail)
    }

    pub(super) fn too_many_plans(most: usize) -> Self {
        let detail = format!("There are {most} plans, and no room for another. Delete one first.");
        Self::new(ProblemCode::TooManyPlans, detail)
    }

    pub(super) fn plan_in_use() -> Self {
        let detail = "The author is writing on this plan. Let it finish first.";
        Self { retry_after: Some(5), ..Self::new(ProblemCode::PlanInUse, detail) }
    }

    pub(super) fn unknown_answer() -> Self {
        let detail = "The events of that answer are forgotten. Read the plan: it has all that was written.";
        Self::new(ProblemCode::UnknownTurn, detail)
    }

    pub(super) fn nobody_writes() -> Self {
        Self::new(ProblemCode::NothingPlaying, "The author is silent: there is nothing to stop.")
    }

    /// A draft that is not yet a campaign.
    pub(super) fn unfinished(gaps: Vec<Gap>) -> Self {
        let n = gaps.iter().filter(|gap| gap.is_error()).count();
        let detail = format!("It can't be played yet: {n} things are missing or wrong. See findings.");
        Self { findings: told(gaps).into_boxed_slice(), ..Self::new(ProblemCode::InvalidCampaign, detail) }
    }

    /// A rate limit was exceeded.
    pub(super) fn rate_limited(detail: impl Into<String>, wait: Duration) -> Self {
        Self { retry_after: Some(whole_seconds(wait)), ..Self::new(ProblemCode::RateLimited, detail) }
    }

    /// A cap on spending is used up.
    pub(super) fn spending_cap_reached(reached: CapReached) -> Self {
        let retry_after = reached.retry_after().map(whole_seconds);
        let code = match reached {
            CapReached::Seat(_) => ProblemCode::SeatCapReached,
            _ => ProblemCode::SpendingCapReached,
        };
        Self { retry_after, ..Self::new(code, reached.to_string()) }
    }

    /// Whether stored data is damaged.
    pub(super) fn is_damage(&self) -> bool {
        let store = self.cause.as_deref().and_then(|cause| cause.downcast_ref::<store::Error>());
        matches!(store, Some(store::Error::Damaged(_)))
    }

    /// Logs the error once, in the span of its request; server errors with their cause.
    pub(super) fn log(&self) {
        let (status, code) = (self.code.status().as_u16(), self.code.as_str());
        if self.code.status().is_server_error() {
            let cause = self.cause.as_deref().map(chain).unwrap_or_default();
            tracing::error!(status, code, cause, model_calls = self.model_calls, "a request failed");
        } else {
            tracing::info!(status, code, "a request was refused");
        }
    }

    pub(super) fn internal() -> Self {
        let detail = "Something went wrong on our side. The request id names it in the server's log.";
        Self::new(ProblemCode::Internal, detail)
    }
}

/// The seconds for `Retry-After`, rounded up.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs_f64().ceil().max(1.0) as u64
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The response to a panic in a handler. The panic hook has logged it already.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    Error::internal().into_response()
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

/// Writes an error out as the body of its response.
pub(super) fn write_problem(response: &mut Response, error: Error, request_id: &str) {
    let problem = Problem {
        kind: "about:blank",
        title: error.code.status().canonical_reason().unwrap_or("Error"),
        status: error.code.status().as_u16(),
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
    if error.code.status() == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if error.code.status() == StatusCode::REQUEST_TIMEOUT {
        // The rest of the body may still come, and must not be read as the next request.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    *response.body_mut() = body.into();
}
