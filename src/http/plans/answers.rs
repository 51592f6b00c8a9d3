//! Answers of the author in progress: resuming their events and cancelling them.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use serde::Serialize;
use utoipa::ToSchema;

use game::id::PlanId;

use super::{
    super::{
        App, Error,
        auth::Player,
        body::Path,
        events::{event, sent},
    },
    load,
    report::{PlanEvent, Report},
    writing::AuthorAnswer,
};

/// Where an answer's events can be read again.
pub(super) fn content_location(answer: &AuthorAnswer) -> [(HeaderName, HeaderValue); 1] {
    let location = format!("/api/plans/{}/answers/{}/events", answer.plan, answer.id);
    // Ids that were found in the store are plain text; a value that isn't one points nowhere.
    [(header::CONTENT_LOCATION, location.parse().unwrap_or(HeaderValue::from_static("/")))]
}

/// The events of an answer behind the `after`th.
pub(super) fn stream(report: &Report, after: usize) -> Response {
    sent(report.read(after).map(|(n, told)| event(n, told.name(), &*told)))
}

/// Read an answer's events again after `Last-Event-ID`, also shortly after the answer has ended. Only the latest draft is
/// replayed. 404 `unknown_turn` once the events have expired; `GET` the plan for its current state.
#[utoipa::path(get, path = "/api/plans/{id}/answers/{answerId}/events", operation_id = "getPlanAnswerEvents", tag = "plans",
    params(
        ("id" = String, Path, description = "the plan"),
        ("answerId" = String, Path, description = "the id of the answer, from the `plan` event or the plan's `answering`"),
        ("Last-Event-ID" = Option<String>, Header, description = "the last event that the client received"),
    ),
    responses(
        (status = 200, description = "The events of the answer, as they happen.", body = PlanEvent, content_type = "text/event-stream"),
    ))]
pub(in crate::http) async fn events(
    State(app): State<App>,
    Player(owner): Player,
    Path((plan, answer)): Path<(PlanId, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    load(&app, &owner, &plan).await?;
    let answer = app.writing.answer(&plan, |other| other.id == answer).ok_or_else(Error::unknown_answer)?;
    let after = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.trim().parse().ok());
    Ok((content_location(&answer), stream(&answer.report, after.unwrap_or_default())).into_response())
}

/// The answer that was stopped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct StoppedAnswer {
    /// Its id.
    answer_id: String,
}

/// Stop the author. All finished work is saved, and the answer ends with `failed`, `turn_cancelled`. Answers 409
/// `nothing_playing` if no answer is being written.
#[utoipa::path(post, path = "/api/plans/{id}/cancel", operation_id = "cancelPlanAnswer", tag = "plans",
    params(("id" = String, Path, description = "the plan")),
    responses(
        (status = 202, description = "The answer is being stopped.", body = StoppedAnswer),
    ))]
pub(in crate::http) async fn cancel(
    State(app): State<App>,
    Player(owner): Player,
    Path(plan): Path<PlanId>,
) -> Result<(StatusCode, Json<StoppedAnswer>), Error> {
    load(&app, &owner, &plan).await?;
    let answer = app.writing.under_way(&plan).ok_or_else(Error::nobody_writes)?;
    answer.stop.say();
    Ok((StatusCode::ACCEPTED, Json(StoppedAnswer { answer_id: answer.id })))
}
