//! Messages to the author.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Request, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use game::{id::PlanId, limits::MAX_MESSAGE};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    author::{
        self, AttachedPicture, AuthorRequest, CampaignDraft, MAX_PICTURES_AT_ONCE, Pen, WritingEvent, WritingResult,
    },
    dm::{
        Provider, author_within,
        feed::{FailureCode, TurnFailure},
    },
    store::CampaignPlan,
};

use super::{
    super::{
        App, Error,
        auth::Player,
        body::{Path, idempotency_key, json, large_body, read, text},
        chat::wants_events,
        error::broken_off,
    },
    PlanView,
    answers::{content_location, stream},
    keeper::PlanKeeper,
    load,
    report::{PlanAnswer, PlanEvent},
    stop::Stoppable,
    writing::AuthorAnswer,
};

/// The largest body of words with their pictures, in bytes.
pub(in crate::http) const MAX_WORDS: usize = 1024 * 1024;

/// Whether a path is one that words with pictures are sent to.
pub(in crate::http) fn is_chat(path: &str) -> bool {
    path.strip_prefix(super::PLANS).is_some_and(|rest| rest.ends_with("/chat") && rest.matches('/').count() == 2)
}

/// A message to the author.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct PlanWords {
    /// 1 to 8,000 characters.
    message: String,
    /// Reference pictures, at most 4.
    #[serde(default)]
    images: Vec<SentPicture>,
}

/// A picture as it is sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SentPicture {
    #[serde(default)]
    name: String,
    /// A data URL of a PNG, JPEG, GIF or WebP picture of at most 128 KiB.
    data: String,
}

/// Say something to the author. With `Accept: text/event-stream` the events are streamed; any other request waits for the whole
/// answer. Each tool call is saved when it completes, even if the client has disconnected, and `Content-Location` is the path
/// where the events can be read after a lost connection. A repeated message with the same `Idempotency-Key` is not sent to the
/// author again while the events of its answer are available. Without a model the request is refused with 409 `needs_a_key`.
#[utoipa::path(post, path = "/api/plans/{id}/chat", operation_id = "sendPlanMessage", tag = "plans", request_body = PlanWords,
    params(
        ("id" = String, Path, description = "the plan"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the message, unique in its plan"),
    ),
    responses(
        (status = 200, description = "the answer, or its events as they happen", content(
            (PlanAnswer = "application/json"),
            (PlanEvent = "text/event-stream"),
        )),
    ))]
pub(in crate::http) async fn chat(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let key = idempotency_key(&headers)?;
    let bytes = large_body(request, &app, MAX_WORDS, "Words and pictures may have at most 1 MiB together.").await?;
    let words = words(read(json(&bytes)?)?)?;
    if app.tables.models().provider == Provider::Storyteller {
        load(&app, &owner, &id).await?;
        return Err(Error::needs_a_key());
    }
    let before = key.as_ref().and_then(|key| app.writing.answer(&id, |answer| answer.key.as_ref() == Some(key)));
    let answer = match before {
        Some(answer) => {
            load(&app, &owner, &id).await?;
            if answer.words != words.text {
                return Err(Error::idempotency_mismatch(
                    "This Idempotency-Key was used for another request. Use a new key for a new one.",
                ));
            }
            answer
        }
        None => {
            let account = app.tables.budget().account_of_player(&owner);
            account.refresh_caps().await;
            if let Some(reached) = account.reached() {
                load(&app, &owner, &id).await?;
                return Err(Error::spending_cap_reached(reached));
            }
            begin(&app, &owner, &id, words, key).await?
        }
    };
    let location = content_location(&answer);
    if wants_events(&headers) {
        return Ok((location, stream(&answer.report, 0)).into_response());
    }
    match answer.report.ending().await.as_deref() {
        Some(PlanEvent::Done(answer)) => Ok((location, Json(answer)).into_response()),
        Some(PlanEvent::Failed(failure)) => Err(failure.clone().into()),
        _ => Err(Error::internal()),
    }
}

/// Starts the author's answer, which continues without listeners.
async fn begin(
    app: &App,
    owner: &str,
    id: &PlanId,
    words: AuthorRequest,
    key: Option<String>,
) -> Result<AuthorAnswer, Error> {
    let held = app.writing.hold(id)?;
    let (plan, draft) = load(app, owner, id).await?;
    let answer = AuthorAnswer::to(id, &words.text, key);
    answer.report.tell(PlanEvent::Plan { plan_id: id.clone(), answer_id: answer.id.clone() });
    app.writing.begin(answer.clone());
    let writing = tokio::spawn(write(app.clone(), plan, draft, words, answer.clone()));
    let report = answer.report.clone();
    tokio::spawn(async move {
        let last = writing.await.unwrap_or_else(|_| {
            let broken: Box<dyn std::error::Error + Send + Sync> = "the author broke down".into();
            PlanEvent::Failed(broken_off(author::Error::Broken(broken)))
        });
        // Released before clients are notified, as they may continue at once.
        drop(held);
        report.tell(last);
    });
    Ok(answer)
}

/// Runs the author, and sends all events but the last, which it returns.
async fn write(
    app: App,
    plan: CampaignPlan,
    draft: CampaignDraft,
    words: AuthorRequest,
    answer: AuthorAnswer,
) -> PlanEvent {
    let models = app.tables.budget().account_of_player(&plan.owner).models(app.tables.models());
    let (model, withdrawn) = author_within(&models, draft.safety());
    let model = Stoppable { model, stop: answer.stop.clone() };
    let choice = models.agents.author.clone();
    let reckon = Box::new(move |model: &_, tokens: &_| models.spent(model, tokens));
    let pen = Pen { model: Arc::new(model), choice, reckon, withdrawn: Box::new(withdrawn) };
    let (owner, plan_id) = (plan.owner.clone(), plan.id.clone());
    let keeper = Box::new(PlanKeeper::of(&app, plan));
    let report = answer.report.clone();
    let ear = Box::new(move |event: WritingEvent| report.tell(event.into()));
    let WritingResult { text, outcome, .. } = author::write(pen, draft, words, keeper, ear).await;
    match outcome {
        Ok(()) => match load(&app, &owner, &plan_id).await {
            Ok((plan, draft)) => {
                let plan = PlanView::of(plan.listed(), &draft);
                PlanEvent::Done(Box::new(PlanAnswer { text, plan }))
            }
            Err(_) => PlanEvent::Failed(broken_off(author::Error::Store(crate::store::Error::NotFound))),
        },
        Err(author::Error::Model(_)) if answer.stop.is_said() => PlanEvent::Failed(stopped()),
        Err(error) => PlanEvent::Failed(broken_off(error)),
    }
}

fn stopped() -> TurnFailure {
    let message = "You stopped the author. What it had written by then is kept.";
    TurnFailure::new(FailureCode::TurnCancelled, message, true)
}

/// Words as the author takes them.
fn words(sent: PlanWords) -> Result<AuthorRequest, Error> {
    let text = text("message", &sent.message, MAX_MESSAGE)?;
    if sent.images.len() > MAX_PICTURES_AT_ONCE {
        let too_many = author::BadPicture::TooMany(sent.images.len());
        return Err(Error::invalid_field("images", too_many.to_string()));
    }
    let read = |(n, sent): (usize, &SentPicture)| {
        let name = if sent.name.trim().is_empty() { "picture" } else { sent.name.trim() };
        let bad = |error: author::BadPicture| Error::invalid_field(&format!("images.{n}.data"), error.to_string());
        AttachedPicture::read(name, &sent.data).map_err(bad)
    };
    let pictures = sent.images.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(AuthorRequest { text, pictures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_pictures_are_known_by_their_path() {
        assert!(is_chat("/api/plans/018f/chat"));
        for other in ["/api/plans/chat", "/api/plans/018f", "/api/plans/018f/x/chat", "/api/sessions/018f/chat"] {
            assert!(!is_chat(other), "{other}");
        }
    }
}
