//! Joining a session by invitation.

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use game::{
    Session,
    character::Character,
    id::{CharacterId, SeatId, SessionId},
    limits::MAX_HEROES,
    ready_made,
    roster::{Guest, Invitation, NotSeated, Roster, Seat, SeatRole, SecretHash},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::Instrument;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{dm::seat_now, store};

use super::{
    App, Error,
    auth::{Player, cookie_scope},
    body::JsonBody,
    client::ClientInfo,
    error::Problem,
    guests::{new_secret, refuse, secret_for, session_of, set_cookie},
    heroes, seats,
    sessions::HeroChoice,
};

/// An invitation's token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookRequest {
    /// The part of the link after `#/join/`.
    token: String,
}

/// A hero in short.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HeroInShort {
    id: CharacterId,
    name: String,
    class: String,
    race: String,
    level: u8,
}

impl HeroInShort {
    fn of(hero: &Character) -> Self {
        let Character { id, name, class, race, level, .. } = hero.clone();
        Self { id, name, class, race, level }
    }
}

/// A preview of an invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InvitationPreview {
    session_id: SessionId,
    /// The session's title.
    title: String,
    /// The host's name.
    host: String,
    /// The guest's role: `player` or `spectator`.
    role: SeatRole,
    /// When it expires.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// The heroes that the guest can take: the one it is for, else all free ones.
    heroes: Vec<HeroInShort>,
    /// The ready-made heroes that the guest can bring; none if there is no room for another hero. If there is room, a new hero
    /// can join as well.
    ready_made: Vec<HeroInShort>,
    /// The sender's own seat, if they have one at this table already.
    #[schema(required)]
    seat: Option<Seat>,
}

/// An open invitation, its session and the people there.
struct OpenInvitation {
    session: Session,
    roster: Roster,
    invitation: Invitation,
}

impl OpenInvitation {
    /// The seat of who is at this table already, by the credential of the request: the host, or a guest.
    fn seat(&self, player: Option<&Player>, headers: &HeaderMap) -> Option<&Seat> {
        let guest = secret_for(headers, &self.session.head.id).and_then(|secret| self.roster.seat_of(secret));
        let is_host = player.is_some_and(|player| player.0 == self.session.head.owner);
        guest.or_else(|| self.roster.host().filter(|_| is_host))
    }

    /// The heroes that a guest may take.
    fn free(&self) -> impl Iterator<Item = &Character> {
        let is_meant = |hero: &&Character| self.invitation.character_id.as_ref().is_none_or(|meant| *meant == hero.id);
        let is_free = |hero: &&Character| !hero.dead && self.roster.holder(&hero.id).is_none();
        let heroes =
            if self.invitation.role == SeatRole::Player { self.session.game.characters.as_slice() } else { &[] };
        heroes.iter().filter(is_free).filter(is_meant)
    }

    /// Whether a guest may bring a hero along.
    fn takes_new_heroes(&self) -> bool {
        let Invitation { role, character_id, .. } = &self.invitation;
        *role == SeatRole::Player && character_id.is_none() && self.session.game.characters.len() < MAX_HEROES
    }
}

/// Resolves a token. Wrong ones aren't logged.
async fn open(app: &App, client: &ClientInfo, headers: &HeaderMap, token: &str) -> Result<OpenInvitation, Error> {
    let refused = "an invitation was refused: there is none with this token";
    let over = || refuse(app, client, refused, NotSeated::InvitationOver.into());
    let id = session_of(token).ok_or_else(over)?;
    let roster = match app.store().roster(&id).await {
        Err(store::Error::NotFound) => return Err(over()),
        found => found?,
    };
    // Guests of the session may look at their own invitation.
    let is_here = secret_for(headers, &id).is_some_and(|secret| roster.seat_of(secret).is_some());
    let found = match is_here {
        true => roster.any_invitation_of(token),
        false => roster.invitation_of(token, Timestamp::now()).ok(),
    };
    let invitation = found.cloned().ok_or_else(over)?;
    let session = app.store().load(&id).await?;
    Ok(OpenInvitation { session, roster, invitation })
}

/// Preview an invitation before joining.
///
/// The token is sent in the body, so that access logs don't contain it. It is not used up.
#[utoipa::path(post, path = "/api/join/look", operation_id = "getInvitation", request_body = LookRequest, tag = "table", responses(
    (status = 200, description = "The preview.", body = InvitationPreview),
    (status = 410, description = "The invitation has ended or never existed.", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many wrong invitations.", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn look(
    State(app): State<App>,
    Extension(client): Extension<ClientInfo>,
    player: Option<Extension<Player>>,
    headers: HeaderMap,
    JsonBody(LookRequest { token }): JsonBody<LookRequest>,
) -> Result<Json<InvitationPreview>, Error> {
    let open = open(&app, &client, &headers, token.trim()).await?;
    let ready_made = if open.takes_new_heroes() { ready_made::ready_made() } else { &[] };
    let at_table = &open.session.game.characters;
    let new_here = ready_made.iter().filter(|hero| at_table.iter().all(|here| here.id != hero.id));
    Ok(Json(InvitationPreview {
        session_id: open.session.head.id.clone(),
        title: open.session.head.title.clone(),
        host: open.roster.host().map(|host| host.name.clone()).unwrap_or_default(),
        role: open.invitation.role,
        expires_at: open.invitation.expires_at,
        heroes: open.free().map(HeroInShort::of).collect(),
        ready_made: new_here.map(HeroInShort::of).collect(),
        seat: open.seat(player.as_deref(), &headers).map(|seat| seat_now(seat, &open.session)),
    }))
}

/// A guest who joins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinTable {
    /// The part of the link after `#/join/`.
    token: String,
    /// The guest's name, 1 to 40 characters in one line. If someone else at the table has it, a number is added.
    name: String,
    /// The id of a free hero or of a ready-made one, or a new hero; default: the first free one.
    #[serde(default)]
    #[schema(value_type = Option<HeroChoice>)]
    character: Option<Value>,
    /// For clients without cookies: return the seat's secret, to be sent as `Authorization: Bearer`, and set no cookie.
    #[serde(default)]
    #[schema(required = false)]
    bearer: bool,
}

/// The seat of someone who joined.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinResponse {
    session_id: SessionId,
    seat: Seat,
    /// The seat's secret; only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// Join a table by invitation.
///
/// The answer sets the cookie `seat_{sessionId}`, which scripts can't read and which opens this session alone. A guest who has a seat at
/// this table keeps it, and so does its host. 409 `hero_taken` and `table_full` leave the invitation as it was.
#[utoipa::path(post, path = "/api/join", operation_id = "addGuest", request_body = JoinTable, tag = "table", responses(
    (status = 200, description = "The seat of a guest, or of the host, who is at this table already.", body = JoinResponse),
    (status = 201, description = "The new seat.", body = JoinResponse, headers(("Set-Cookie" = String, description = "The cookie of the seat."))),
    (status = 410, description = "The invitation has ended or never existed.", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many wrong invitations.", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn join(
    State(app): State<App>,
    Extension(client): Extension<ClientInfo>,
    player: Option<Extension<Player>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<JoinTable>,
) -> Result<Response, Error> {
    let name = seats::name(&request.name)?;
    let token = request.token.trim();
    let open = open(&app, &client, &headers, token).await?;
    let id = open.session.head.id.clone();
    let scope = cookie_scope(&client, &headers);
    if let Some(seat) = open.seat(player.as_deref(), &headers) {
        let seat = seat_now(seat, &open.session);
        return Ok(Json(JoinResponse { session_id: id, seat, secret: None }).into_response());
    }
    let secret = new_secret(&id);
    let guest = Guest {
        id: SeatId::from(Uuid::now_v7().to_string()),
        name,
        character_id: None,
        n_heroes_before: None,
        secret: SecretHash::of(&secret),
    };
    let seated = seat(app.clone(), open, token.to_owned(), guest, request.character);
    // In a task of its own, so that a client that goes away leaves nothing half done.
    let seat = tokio::spawn(seated.in_current_span()).await.map_err(|_| Error::internal())??;
    tracing::info!(session = %id, seat = %seat.id, "a guest has joined");
    if request.bearer {
        return Ok(created(&id, JoinResponse { session_id: id.clone(), seat, secret: Some(secret) }).into_response());
    }
    let cookie: HeaderValue = set_cookie(&app, &id, Some(&secret), scope)?;
    let joined = JoinResponse { session_id: id.clone(), seat, secret: None };
    Ok(([(header::SET_COOKIE, cookie)], created(&id, joined)).into_response())
}

fn created(session: &SessionId, joined: JoinResponse) -> impl IntoResponse {
    (StatusCode::CREATED, [(header::LOCATION, format!("/api/sessions/{session}"))], Json(joined))
}

/// The hero that a guest plays.
enum GuestHero {
    /// None yet, or none at all.
    None,
    /// One of the session's.
    Of(CharacterId),
    /// A hero the guest brings: the id of a ready-made one, or a new one.
    New(Value),
}

/// The hero that a guest asks for.
fn resolve_hero(open: &OpenInvitation, asked: Option<Value>) -> Result<GuestHero, Error> {
    if open.invitation.role != SeatRole::Player {
        return Ok(GuestHero::None);
    }
    let is_in_session = |id: &str| open.session.game.characters.iter().any(|hero| hero.id.as_str() == id);
    let meant = open.invitation.character_id.clone();
    match asked {
        None | Some(Value::Null) => {
            let first = open.free().next().map(|hero| hero.id.clone());
            let nobody = "No hero is free here. Name a ready-made one, or make your own.";
            first.or(meant).map(GuestHero::Of).ok_or_else(|| Error::invalid_field("character", nobody))
        }
        Some(Value::String(id)) if is_in_session(&id) || meant.is_some() => Ok(GuestHero::Of(id.into())),
        Some(_) if meant.is_some() => Err(NotSeated::OtherHero.into()),
        Some(new) if open.takes_new_heroes() => Ok(GuestHero::New(new)),
        Some(_) => Err(NotSeated::TableFull.into()),
    }
}

/// Seats a guest. A new hero comes along once the guest has the seat, which counts the use of the invitation.
async fn seat(
    app: App,
    open: OpenInvitation,
    token: String,
    guest: Guest,
    asked: Option<Value>,
) -> Result<Seat, Error> {
    let hero = resolve_hero(&open, asked)?;
    let character_id = if let GuestHero::Of(id) = &hero { Some(id.clone()) } else { None };
    let (session, guest) = (open.session, Guest { character_id, ..guest });
    if let GuestHero::New(new) = &hero {
        // Before they take a seat, which others may want.
        heroes::check(new)?;
    }
    let brings_hero = matches!(hero, GuestHero::New(_));
    let join = |roster: &mut Roster, now: &Session| {
        let n_heroes_before = brings_hero.then_some(now.game.characters.len());
        let guest = Guest { n_heroes_before, ..guest.clone() };
        Ok::<_, Error>(roster.join(&token, guest, Timestamp::now())?.clone())
    };
    let seat = app.tables.change_roster_of(&session, join).await?;
    let GuestHero::New(new) = hero else { return Ok(seat_now(&seat, &session)) };
    let player = Player(session.head.owner.clone());
    let brought = heroes::bring(&app, &player, &session.head.id, None, &new).await;
    let given = match brought {
        Ok((session, hero)) => {
            let give = |roster: &mut Roster| {
                roster.give_heroes(&seat.id, vec![hero.clone()])?;
                Ok::<_, Error>(Seat { character_ids: vec![hero.clone()], ..seat.clone() })
            };
            app.tables.change_roster(&session, give).await
        }
        Err(error) => Err(error),
    };
    if given.is_err() {
        app.tables.change_roster(&session, |roster| Ok::<_, Error>(roster.take_back(&seat.id)?)).await?;
    }
    given
}
