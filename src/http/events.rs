//! A turn's events over HTTP.

use std::{convert::Infallible, time::Duration};

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures::{Stream, StreamExt};
use serde::Serialize;

use crate::{
    dm::feed::{EventId, Feed, TurnEvent},
    game::id::{SessionId, TurnId},
};

use super::{App, Error, auth::Player, body::Path, error::Problem};

/// How often a line goes out when nothing else does.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Read a turn's events again, from after `Last-Event-ID`, also when it has ended meanwhile.
#[utoipa::path(get, path = "/api/sessions/{id}/turns/{turnId}/events", tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("turnId" = String, Path, description = "the turn"),
        ("Last-Event-ID" = Option<String>, Header, description = "the last event that was heard"),
    ),
    responses(
        (status = 200, body = TurnEvent, content_type = "text/event-stream"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn events(
    State(app): State<App>,
    player: Player,
    Path((session, turn)): Path<(SessionId, TurnId)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    app.session(&player, &session).await?;
    let feed = app.tables.events(&session, &turn).await?;
    let after = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(EventId::read);
    Ok((content_location(&session, &turn), stream(&feed, after)).into_response())
}

/// Where a turn's events can be read again.
pub(super) fn content_location(session: &SessionId, turn: &TurnId) -> [(HeaderName, HeaderValue); 1] {
    let location = format!("/api/sessions/{session}/turns/{turn}/events");
    // Ids that were found in the store are plain text; a value that isn't one points nowhere.
    [(header::CONTENT_LOCATION, location.parse().unwrap_or(HeaderValue::from_static("/")))]
}

/// The events of a feed, from after the one that was heard last.
pub(super) fn stream(feed: &Feed, after: Option<EventId>) -> Response {
    sent(feed.read(after).map(|found| event(found.id, found.event.name(), &found.event)))
}

/// An event as it is sent.
pub(super) fn event(id: impl std::fmt::Display, name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).unwrap_or_else(|_| "{}".to_owned());
    Event::default().id(id.to_string()).event(name).data(data)
}

/// Events as they come, with a line in between where nothing does.
pub(super) fn sent(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let events = events.map(Ok::<_, Infallible>);
    let headers = [(header::CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))).into_response()
}
