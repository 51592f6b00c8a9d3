//! A turn's event stream.

use std::{
    cell::OnceCell,
    convert::Infallible,
    io::Write as _,
    task::{Poll, ready},
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures::{
    FutureExt, Stream, StreamExt,
    future::ready,
    stream::{once, poll_fn},
};
use game::id::{SessionId, TurnId};
use model::IdleTimer;
use serde::Serialize;

use crate::dm::{
    NotPlayed, Pending, Viewer,
    feed::{EventId, Feed, TurnEvent, TurnFailure},
};

use super::{App, Error, auth::Player, body::Path, guests::Member};

/// How often a line goes out when nothing else does.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// A line that says nothing but that the connection lives.
pub(super) const HEARTBEAT_LINE: &[u8] = b":\n\n";
/// Room for most events, in bytes.
const SMALL_EVENT: usize = 128;
/// The most events that go out in one piece.
const MAX_AT_ONCE: usize = 64;

/// Read a turn's events again after `Last-Event-ID`, also if the turn has ended.
///
/// Without `Last-Event-ID` it starts at the first event. The events of a failed or cancelled turn can be read for ten minutes;
/// other servers of the same database have only the last of them. Those of a saved turn can always be read; their text may come
/// in larger pieces.
#[utoipa::path(get, path = "/api/sessions/{id}/turns/{turnId}/events", operation_id = "getTurnEvents", tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("turnId" = String, Path, description = "the turn"),
        ("Last-Event-ID" = Option<String>, Header, description = "the last event that the client received"),
    ),
    responses(
        (status = 200, description = "The events of the turn, as they happen.", body = TurnEvent, content_type = "text/event-stream"),
    ))]
pub(super) async fn events(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path((session, turn)): Path<(SessionId, TurnId)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    app.session(&player, &session).await?;
    let after = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(EventId::read);
    let viewer = member.viewer();
    let response = match app.tables.waiting(&session, &turn) {
        Some(pending) => stream_waiting(pending, after, viewer),
        None => match app.tables.events(&session, &turn).await {
            Ok(feed) => stream(&feed, after, viewer),
            Err(NotPlayed::UnknownTurn) => match app.tables.events_from_elsewhere(&session, &turn).await? {
                Ok(feed) => stream(&feed, after, viewer),
                Err(failure) => stream(&Feed::failed(failure), None, viewer),
            },
            Err(error) => return Err(error.into()),
        },
    };
    Ok((content_location(&session, &turn), response).into_response())
}

/// Where a turn's events can be read again.
pub(super) fn content_location(session: &SessionId, turn: &TurnId) -> [(HeaderName, HeaderValue); 1] {
    let location = format!("/api/sessions/{session}/turns/{turn}/events");
    // Ids that were found in the store are plain text; a value that isn't one points nowhere.
    [(header::CONTENT_LOCATION, location.parse().unwrap_or(HeaderValue::from_static("/")))]
}

/// The events of a feed, from after the one that was heard last.
pub(super) fn stream(feed: &Feed, after: Option<EventId>, viewer: Viewer) -> Response {
    sent(events_of(feed, after, viewer))
}

/// The events of a message that waits: nothing but heartbeats until its turn begins, or why it was not played.
pub(super) fn stream_waiting(pending: Pending, after: Option<EventId>, viewer: Viewer) -> Response {
    stream_later(pending.begun().map(|begun| begun.map(|heard| heard.feed)), after, viewer)
}

/// The events of a feed that comes later, or why it does not.
fn stream_later<E: Into<TurnFailure>>(
    feed: impl Future<Output = Result<Feed, E>> + Send + 'static,
    after: Option<EventId>,
    viewer: Viewer,
) -> Response {
    let events = feed.map(move |feed| match feed {
        Ok(feed) => events_of(&feed, after, viewer),
        Err(error) => events_of(&Feed::failed(error.into()), None, viewer),
    });
    // The first line makes proxies pass on the headers.
    sent(once(ready(HEARTBEAT_LINE.to_vec())).chain(events.flatten_stream()))
}

fn events_of(feed: &Feed, after: Option<EventId>, viewer: Viewer) -> impl Stream<Item = Vec<u8>> + Send + use<> {
    let whispers = OnceCell::new();
    let told = feed.clone();
    feed.read(after).map(move |found| match viewer.hears(&found.event, whispers.get_or_init(|| told.whispers())) {
        Some(seen) => event(found.id, seen.name(), &seen),
        None => event(found.id, found.event.name(), &found.event),
    })
}

/// An event as it is sent.
pub(super) fn event(id: impl std::fmt::Display, name: &str, data: &(impl Serialize + ?Sized)) -> Vec<u8> {
    let mut text = Vec::with_capacity(SMALL_EVENT);
    // Nothing fails that writes into memory, except data that has no JSON.
    let _ = write!(text, "id: {id}\nevent: {name}\ndata: ");
    let head = text.len();
    if serde_json::to_writer(&mut text, data).is_err() {
        text.truncate(head);
        text.extend_from_slice(b"{}");
    }
    text.extend_from_slice(b"\n\n");
    text
}

/// Sends events as they come, with keep-alive lines in between. Events that are already there are sent in one piece.
pub(super) fn sent(events: impl Stream<Item = Vec<u8>> + Send + 'static) -> Response {
    sent_while(events, || true)
}

/// The same, for as long as the client is allowed to read them, which is checked once in [`HEARTBEAT`].
pub(super) fn sent_while(
    events: impl Stream<Item = Vec<u8>> + Send + 'static,
    is_allowed: impl Fn() -> bool + Send + 'static,
) -> Response {
    let mut checked_at = Instant::now();
    let mut events = Box::pin(events.fuse());
    let mut heartbeat = IdleTimer::new(HEARTBEAT);
    let body = poll_fn(move |context| {
        let (mut piece, mut n) = (Vec::new(), 0);
        while n < MAX_AT_ONCE {
            match events.as_mut().poll_next(context) {
                Poll::Ready(Some(event)) if n == 0 => piece = event,
                Poll::Ready(Some(event)) => piece.extend_from_slice(&event),
                Poll::Ready(None) if n == 0 => return Poll::Ready(None),
                Poll::Ready(None) | Poll::Pending => break,
            }
            n += 1;
        }
        if n == 0 {
            ready!(heartbeat.poll_idle(context));
        }
        heartbeat.restart();
        if checked_at.elapsed() >= HEARTBEAT {
            if !is_allowed() {
                return Poll::Ready(None);
            }
            checked_at = Instant::now();
        }
        let piece = if n == 0 { Bytes::from_static(HEARTBEAT_LINE) } else { Bytes::from(piece) };
        Poll::Ready(Some(Ok::<_, Infallible>(piece)))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(body)).into_response()
}
