//! The people at a session, and their chat.

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::{
    id::{CharacterId, SeatId, SessionId},
    roster::{HOST, MAX_NAME, NotSeated, Seat, SeatRole},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dm::{TableTalk, TalkMessage, seat_now};

use super::{
    App, Error,
    auth::{Player, cookie_scope},
    body::{FieldErrors, JsonBody, Path, text},
    client::ClientInfo,
    guests::{Member, set_cookie},
    heroes::unknown,
    invitations::GuestRole,
};

/// The most characters of words among people.
pub(super) const MAX_TALK: usize = 2_000;
/// The most people that a whisper is for.
pub(super) const MAX_WHISPER_TO: usize = 30;

/// The people at a table.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeatList {
    items: Vec<Seat>,
}

/// List the people at the table, the host first.
///
/// People who have left are included with `state: gone`, so that old turns have names. The list has no pages.
#[utoipa::path(get, path = "/api/sessions/{id}/seats", operation_id = "listSeats", tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "Everyone; the list has no pages.", body = SeatList),
    ))]
pub(super) async fn list(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<SeatList>, Error> {
    let session = app.session(&player, &id).await?;
    let roster = app.tables.roster(&session).await?;
    Ok(Json(SeatList { items: roster.seats().map(|seat| seat_now(seat, &session)).collect() }))
}

/// The sender of this request.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Me {
    role: SeatRole,
    seat: Seat,
}

/// Read who you are at this table: your seat and role.
///
/// A request with the secret of a seat is that guest's. An `Authorization` header takes precedence over a cookie.
#[utoipa::path(get, path = "/api/sessions/{id}/me", operation_id = "getMe", tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The sender of this request.", body = Me),
    ))]
pub(super) async fn me(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
) -> Result<Json<Me>, Error> {
    let session = app.session(&player, &id).await?;
    let seat = seat_now(&member.seat(&app.tables.roster(&session).await?)?, &session);
    Ok(Json(Me { role: seat.role, seat }))
}

/// Presence of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum HereOrAway {
    Here,
    Away,
}

/// Changes of a seat; missing fields stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SeatChange {
    /// 1 to 40 characters in one line. If someone else at the table has it, a number is added.
    #[serde(default)]
    name: Option<String>,
    /// Whether this person is at the table. The host acts for the heroes of those who are away.
    #[serde(default)]
    state: Option<HereOrAway>,
    /// Ids of the heroes that this person controls from now on; only the host changes them. The host gives up those assigned to
    /// guests.
    #[serde(default)]
    character_ids: Option<Vec<CharacterId>>,
    /// A guest's new role; only the host changes it. A spectator gives up their heroes.
    #[serde(default)]
    role: Option<GuestRole>,
}

/// The name of a person.
pub(super) fn name(value: &str) -> Result<String, Error> {
    let name = text("name", value, MAX_NAME)?;
    match name.chars().any(is_not_for_names) {
        true => Err(Error::invalid_field("name", "Use a single line without control or invisible characters.")),
        false => Ok(name),
    }
}

/// Control characters, those that turn the direction of what follows, and those that can't be seen but for the joiners of scripts
/// and emoji.
fn is_not_for_names(c: char) -> bool {
    let is_invisible = matches!(c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c.is_control() || is_invisible
}

/// Rename a person, say that they are away or back, or, as the host, give them heroes or another role.
///
/// Guests change their own seat only.
#[utoipa::path(patch, path = "/api/sessions/{id}/seats/{seatId}", operation_id = "updateSeat", request_body = SeatChange, tag = "table",
    params(
        ("id" = String, Path, description = "the session"),
        ("seatId" = String, Path, description = "the seat"),
    ),
    responses(
        (status = 200, description = "The seat as it is now.", body = Seat),
    ))]
pub(super) async fn change(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path((id, seat)): Path<(SessionId, SeatId)>,
    JsonBody(request): JsonBody<SeatChange>,
) -> Result<Json<Seat>, Error> {
    let is_own = member.guest() == Some(&seat);
    let is_for_host = request.character_ids.is_some() || request.role.is_some();
    if member.guest().is_some() && (!is_own || is_for_host) {
        return Err(Error::host_only());
    }
    let mut fields = FieldErrors::default();
    let name = fields.read(request.name.as_deref().map(name).transpose())?.flatten();
    fields.none_wrong()?;
    if request.role.is_some() && seat.as_str() == HOST {
        return Err(Error::invalid_field("role", "The host stays host. Leave it out."));
    }
    let session = app.session(&player, &id).await?;
    let heroes = &session.game.characters;
    let strange = |asked: &&CharacterId| heroes.iter().all(|hero| hero.id != **asked);
    if let Some(hero) = request.character_ids.iter().flatten().find(strange) {
        return Err(unknown(hero, heroes));
    }
    let (role, now) = (request.role.map(SeatRole::from), Timestamp::now());
    let changed = app.tables.change_roster(&session, |roster| {
        if let Some(role) = role {
            roster.set_role(&seat, role)?;
        }
        if let Some(heroes) = &request.character_ids {
            roster.give_heroes(&seat, heroes.clone())?;
        }
        if let Some(name) = &name {
            roster.rename(&seat, name)?;
        }
        if let Some(state) = request.state {
            roster.set_away(&seat, state == HereOrAway::Away, now)?;
        }
        let changed = roster.present().find(|other| other.id == seat).cloned();
        Ok::<_, Error>(changed.ok_or(NotSeated::Unknown)?)
    });
    Ok(Json(seat_now(&changed.await?, &session)))
}

/// Leave the table, or, as the host, remove a guest.
///
/// The guest's credential stops working and their streams end at once. Their heroes stay in the story: the host acts for them,
/// and the next guest may take them.
#[utoipa::path(delete, path = "/api/sessions/{id}/seats/{seatId}", operation_id = "removeSeat", tag = "table",
    params(
        ("id" = String, Path, description = "the session"),
        ("seatId" = String, Path, description = "the seat"),
    ),
    responses(
        (status = 204, description = "The person has left."),
    ))]
pub(super) async fn leave(
    State(app): State<App>,
    player: Player,
    member: Member,
    Extension(client): Extension<ClientInfo>,
    Path((id, seat)): Path<(SessionId, SeatId)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let is_own = member.guest() == Some(&seat);
    if member.guest().is_some() && !is_own {
        return Err(Error::host_only());
    }
    let session = app.session(&player, &id).await?;
    if app.tables.roster(&session).await?.host().is_some_and(|host| host.id == seat) {
        return Err(Error::invalid_field("seatId", "The host stays with the session. Delete the session instead."));
    }
    let now = Timestamp::now();
    app.tables.change_roster(&session, |roster| Ok::<_, Error>(roster.leave(&seat, now)?)).await?;
    forget_safety(&app, &id, vec![seat]);
    if !is_own {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let cookie = set_cookie(&app, &id, None, cookie_scope(&client, &headers))?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Forgets what guests who are gone have set for the table's safety, once no turn plays.
pub(super) fn forget_safety(app: &App, session: &SessionId, gone: Vec<SeatId>) {
    let (tables, session) = (app.tables.clone(), session.clone());
    tokio::spawn(async move {
        if let Err(error) = tables.forget_safety_of(&session, &gone).await {
            tracing::warn!(%session, %error, "what a guest has set for safety stays after they left");
        }
    });
}

/// Words to the others at the table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TalkRequest {
    /// 1 to 2,000 characters.
    text: String,
    /// The seats of those it is for, at most 30; everyone at the table if left out.
    #[serde(default)]
    to: Option<Vec<SeatId>>,
}

/// Say something to the others at the table.
///
/// It is not part of the story: the Dungeon Master does not see it, it costs nothing, and it is not stored. Clients that follow
/// the session get the event `talk`; with `to` it is a whisper, sent only to the people named.
#[utoipa::path(post, path = "/api/sessions/{id}/talk", operation_id = "sendTalk", request_body = TalkRequest, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The message.", body = TableTalk),
    ))]
pub(super) async fn talk(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<TalkRequest>,
) -> Result<Json<TableTalk>, Error> {
    let text = text("text", &request.text, MAX_TALK)?;
    let to = request.to;
    if to.as_ref().is_some_and(|to| to.is_empty() || to.len() > MAX_WHISPER_TO) {
        let message = format!("Name 1 to {MAX_WHISPER_TO} seats, or leave it out to speak to everyone.");
        return Err(Error::invalid_field("to", message));
    }
    let session = app.session(&player, &id).await?;
    let roster = app.tables.roster(&session).await?;
    let from = member.seat(&roster)?.id;
    Ok(Json(app.tables.talk(&id, &roster, TalkMessage { from, to, text }).await?))
}
