//! The table's stream over HTTP.

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use futures::{StreamExt, future::ready, stream};
use game::id::SessionId;

use crate::dm::table_stream::TableEvent;

use super::{
    App, Error,
    auth::{Credential, Player},
    body::Path,
    events::{HEARTBEAT_LINE, event, sent_while},
    guests::Member,
};

/// Follow a session: the events of all turns of all players, and all other changes.
///
/// The first event is `hello`. At a table with friends, `seat` reports who comes and goes, and `talk` what people say to each
/// other; a whisper is sent only to its addressees, and guests get nothing that only the host may see. `table` reports new
/// settings of the table, and `round` the progress of a round. The events of a turn are those of `POST …/chat`, with `turnId`;
/// a turn in progress is sent from its first event on. With `Last-Event-ID` the stream continues after that event, without
/// `hello`. Events are kept for 15 minutes, at most 4,000 and 8 MiB per session; if they are no longer available, or another
/// server answers, the next event is `reset`, with the whole view. A client that reads too slowly gets the same. The stream
/// ends when the session is deleted, the player signs out, the guest leaves or is removed, or the server stops.
#[utoipa::path(get, path = "/api/sessions/{id}/events", operation_id = "getTableEvents", tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("Last-Event-ID" = Option<String>, Header, description = "the last event that the client received"),
    ),
    responses(
        (status = 200, description = "The events of the session, as they happen.", body = TableEvent, content_type = "text/event-stream"),
    ))]
pub(super) async fn events(
    State(app): State<App>,
    player: Player,
    member: Member,
    Extension(credential): Extension<Credential>,
    Path(session): Path<SessionId>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let viewer = member.viewer();
    let after = headers.get("last-event-id").and_then(|id| id.to_str().ok()).filter(|id| !id.is_empty());
    let signed_out = app.sign_outs.of(&player, &credential);
    let seat = member.seat(&app.tables.roster(&app.session(&player, &session).await?).await?)?;
    // Before the session is read, so that no event falls between its view and the events that follow.
    let mut follower = app.tables.follow(&session, seat, after);
    let now = app.session(&player, &session).await?;
    let roster = app.tables.roster(&now).await?;
    let first = follower.begin(&now, &roster);
    app.tables.resume_round(&session, &roster);
    let further = stream::unfold(follower, async |mut follower| Some((follower.next().await?, follower)));
    let events = stream::iter(first).chain(further).map(move |(at, told)| event(at, told.name, &*told.data(&viewer)));
    // The first line makes proxies pass on the headers, also if no event follows.
    let events = stream::once(ready(HEARTBEAT_LINE.to_vec())).chain(events).take_until(signed_out);
    let location = format!("/api/sessions/{session}/events");
    let is_allowed = move || credential.opens(&app, &player);
    Ok(([(header::CONTENT_LOCATION, location)], sent_while(events, is_allowed)).into_response())
}
