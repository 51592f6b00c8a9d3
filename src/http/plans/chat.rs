//! Talking to the author.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Json,
    extract::{Request, State},
    http::HeaderMap,
    response::{IntoResponse, Response, sse::Event},
};
use futures::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use utoipa::ToSchema;

use crate::{
    author::{self, Draft, MAX_PICTURES_AT_ONCE, Pen, Picture, Words, WritingEvent, Written},
    dm::{Provider, feed::Failure},
    game::{id::PlanId, room::MAX_MESSAGE},
    store::Plan,
};

use super::{
    super::{
        App, Error,
        auth::Player,
        body::{Path, large_body, read, text},
        chat::wants_events,
        error::{Problem, broken_off},
        events::{event, sent},
    },
    PlanView,
    keeper::PlanKeeper,
    load,
};

/// The largest body of words with their pictures, in bytes.
pub(in crate::http) const MAX_WORDS: usize = 1024 * 1024;

/// Whether a path is one that words with pictures are sent to.
pub(in crate::http) fn is_chat(path: &str) -> bool {
    path.strip_prefix(super::PLANS).is_some_and(|rest| rest.ends_with("/chat") && rest.matches('/').count() == 2)
}

/// The plans that are being written on in this process.
#[derive(Debug, Clone, Default)]
pub(in crate::http) struct Writing(Arc<Mutex<HashSet<PlanId>>>);

/// A plan that nobody else writes on as long as it is held.
pub(in crate::http) struct Held {
    writing: Writing,
    plan: PlanId,
}

impl Writing {
    /// Holds a plan, if nobody does.
    pub(in crate::http) fn hold(&self, plan: &PlanId) -> Result<Held, Error> {
        let is_free = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(plan.clone());
        if is_free { Ok(Held { writing: self.clone(), plan: plan.clone() }) } else { Err(Error::plan_in_use()) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.writing.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.plan);
    }
}

/// What somebody says to the author.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct PlanWords {
    /// 1 to 8,000 characters.
    message: String,
    /// Pictures that show how it is meant, at most 4.
    #[serde(default)]
    images: Vec<SentPicture>,
}

/// A picture as it is sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SentPicture {
    /// What it is called.
    #[serde(default)]
    name: String,
    /// A data URL of a PNG, JPEG, GIF or WebP picture of at most 128 KiB.
    data: String,
}

/// What happens while the author answers, as one hears it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::http) enum PlanEvent {
    /// `plan`: the author begins.
    #[serde(rename_all = "camelCase")]
    Plan {
        /// The plan.
        plan_id: PlanId,
    },
    /// `text`, `tool`, `notice`, `state`: it goes on.
    Goes(WritingEvent),
    /// `done`: always last of a good answer.
    Done(Box<PlanAnswer>),
    /// `failed`: always last of a bad one. What was written until then is kept.
    Failed(Failure),
}

/// The author's answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PlanAnswer {
    /// What it said.
    text: String,
    /// The plan after it.
    plan: PlanView,
}

impl PlanEvent {
    fn name(&self) -> &'static str {
        match self {
            Self::Plan { .. } => "plan",
            Self::Goes(event) => event.name(),
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
        }
    }
}

/// Say something to the author. With `Accept: text/event-stream` it streams what happens; anything else waits for the whole
/// answer. What is written is kept tool by tool, whether or not anybody listens. Without a model it is 409 `needs_a_key`.
#[utoipa::path(post, path = "/api/plans/{id}/chat", operation_id = "planChat", tag = "plans", request_body = PlanWords,
    params(("id" = String, Path, description = "the plan")),
    responses(
        (status = 200, description = "the answer, or its events as they happen", content(
            (PlanAnswer = "application/json"),
            (PlanEvent = "text/event-stream"),
        )),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
        (status = "5XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(in crate::http) async fn chat(
    State(app): State<App>,
    Player(owner): Player,
    Path(id): Path<PlanId>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let bytes = large_body(request, &app, MAX_WORDS, "Words and pictures may have at most 1 MiB together.").await?;
    let value = serde_json::from_slice(&bytes)
        .map_err(|error| Error::invalid_json(format!("The body can't be read as JSON: {error}.")))?;
    let words = words(read(value)?)?;
    if app.tables.models().provider == Provider::Storyteller {
        load(&app, &owner, &id).await?;
        return Err(Error::needs_a_key());
    }
    let held = app.writing.hold(&id)?;
    let (plan, draft) = load(&app, &owner, &id).await?;
    let (tell, mut heard) = unbounded_channel();
    // Whoever listened may be gone: the author writes on.
    let _ = tell.send(PlanEvent::Plan { plan_id: id });
    let writing = tokio::spawn(answer(app, plan, draft, words, tell.clone()));
    tokio::spawn(async move {
        if writing.await.is_err() {
            let broken: Box<dyn std::error::Error + Send + Sync> = "the author broke down".into();
            let _ = tell.send(PlanEvent::Failed(broken_off(author::Error::Broken(broken))));
        }
        drop(held);
    });
    if wants_events(&headers) {
        return Ok(sent(stream::unfold((heard, 0u64), next)));
    }
    while let Some(event) = heard.recv().await {
        match event {
            PlanEvent::Done(answer) => return Ok(Json(answer).into_response()),
            PlanEvent::Failed(failure) => return Err(failure.into()),
            PlanEvent::Plan { .. } | PlanEvent::Goes(_) => {}
        }
    }
    Err(Error::internal())
}

/// The next event as it is sent, numbered from 1.
async fn next(
    (mut heard, n): (UnboundedReceiver<PlanEvent>, u64),
) -> Option<(Event, (UnboundedReceiver<PlanEvent>, u64))> {
    let told = heard.recv().await?;
    Some((event(n + 1, told.name(), &told), (heard, n + 1)))
}

/// Lets the author answer, and tells what happens.
async fn answer(app: App, plan: Plan, draft: Draft, words: Words, tell: UnboundedSender<PlanEvent>) {
    let models = Arc::clone(app.tables.models());
    let (model, id) = (Arc::clone(&models.model), models.dm.clone());
    let pen = Pen { model, id, reckon: Box::new(move |model, tokens| models.spent(model, tokens)) };
    let (owner, plan_id) = (plan.owner.clone(), plan.id.clone());
    let keeper = Box::new(PlanKeeper::of(&app, plan));
    let ear = {
        let tell = tell.clone();
        Box::new(move |event| drop(tell.send(PlanEvent::Goes(event))))
    };
    let Written { text, outcome, .. } = author::write(pen, draft, words, keeper, ear).await;
    let last = match outcome {
        Ok(()) => match load(&app, &owner, &plan_id).await {
            Ok((plan, draft)) => {
                let plan = PlanView::of(plan.listed(), &draft);
                PlanEvent::Done(Box::new(PlanAnswer { text, plan }))
            }
            Err(_) => PlanEvent::Failed(broken_off(author::Error::Store(crate::store::Error::NotFound))),
        },
        Err(error) => PlanEvent::Failed(broken_off(error)),
    };
    let _ = tell.send(last);
}

/// Words as the author takes them.
fn words(sent: PlanWords) -> Result<Words, Error> {
    let text = text("message", &sent.message, MAX_MESSAGE)?;
    if sent.images.len() > MAX_PICTURES_AT_ONCE {
        let too_many = author::BadPicture::TooMany(sent.images.len());
        return Err(Error::invalid_field("images", too_many.to_string()));
    }
    let read = |(n, sent): (usize, &SentPicture)| {
        let name = if sent.name.trim().is_empty() { "picture" } else { sent.name.trim() };
        let bad = |error: author::BadPicture| Error::invalid_field(&format!("images.{n}.data"), error.to_string());
        Picture::read(name, &sent.data).map_err(bad)
    };
    let pictures = sent.images.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(Words { text, pictures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_held_by_one_and_free_again_when_they_let_go() {
        let (writing, one, other) = (Writing::default(), PlanId::from("one"), PlanId::from("other"));
        let held = writing.hold(&one).ok().expect("nobody holds it");
        assert!(writing.hold(&one).is_err());
        assert!(writing.hold(&other).is_ok());
        drop(held);
        assert!(writing.hold(&one).is_ok());
    }

    #[test]
    fn words_with_pictures_are_known_by_their_path() {
        assert!(is_chat("/api/plans/018f/chat"));
        for other in ["/api/plans/chat", "/api/plans/018f", "/api/plans/018f/x/chat", "/api/sessions/018f/chat"] {
            assert!(!is_chat(other), "{other}");
        }
    }
}
