//! Access of guests: the routes their credential opens.

use axum::{
    body::Body,
    extract::{FromRequestParts, MatchedPath, RawPathParams, Request},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use data_encoding::BASE64URL_NOPAD;
use futures::StreamExt;
use game::{
    id::{CharacterId, SeatId, SessionId},
    roster::{Roster, Seat, SeatRole},
};

use crate::{dm::Viewer, store};

use super::{
    App, Error,
    auth::{COOKIE_SECONDS, Credential, Player, bearer, client_of, cookie, cookie_scope, cookies},
    client::ClientInfo,
    policy::{self, ASSETS, PlayerLimit, RequestPolicy, SESSION},
    query,
};

/// The size of a secret, in bytes.
const SECRET_BYTES: usize = 32;

/// The sender of a request about a session.
#[derive(Debug, Clone)]
pub(super) enum Member {
    /// The player who owns the session.
    Host,
    /// A guest.
    Guest(SeatedGuest),
}

/// A guest who sends a request.
#[derive(Debug, Clone)]
pub(super) struct SeatedGuest {
    pub(super) seat: Seat,
}

impl<S: Sync> FromRequestParts<S> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Error::unauthorized)
    }
}

impl Member {
    /// The guest's seat; `None` for the host.
    pub(super) fn guest(&self) -> Option<&SeatId> {
        match self {
            Self::Host => None,
            Self::Guest(guest) => Some(&guest.seat.id),
        }
    }

    pub(super) fn viewer(&self) -> Viewer {
        Viewer::of(self.guest())
    }

    /// This person's seat.
    pub(super) fn seat(&self, roster: &Roster) -> Result<Seat, Error> {
        match self {
            Self::Host => roster.host().cloned().ok_or_else(Error::internal),
            Self::Guest(guest) => Ok(guest.seat.clone()),
        }
    }

    /// Checks that a guest asks about a hero of their own.
    pub(super) fn check_own(&self, hero: &CharacterId) -> Result<(), Error> {
        match self {
            Self::Guest(guest) if !guest.seat.character_ids.contains(hero) => Err(Error::not_your_hero()),
            _ => Ok(()),
        }
    }

    /// Checks that this person may act for a hero.
    pub(super) async fn check_may_act(&self, app: &App, session: &SessionId, hero: &CharacterId) -> Result<(), Error> {
        let roster = app.store().roster(session).await?;
        if roster.may_act(self.guest(), hero) { Ok(()) } else { Err(Error::not_your_hero()) }
    }
}

/// A secret that names its session: of an invitation, or of a seat.
pub(super) fn new_secret(session: &SessionId) -> String {
    let random: [u8; SECRET_BYTES] = rand::random();
    format!("{session}.{}", BASE64URL_NOPAD.encode(&random))
}

/// The session that a secret names.
pub(super) fn session_of(secret: &str) -> Option<SessionId> {
    let (session, _) = secret.rsplit_once('.')?;
    Some(SessionId::from(session))
}

/// Whether a secret has the form of a guest's, and so is not a guess at a player's.
pub(super) fn is_of_guest(secret: &str) -> bool {
    let random = secret.rsplit_once('.').and_then(|(_, random)| BASE64URL_NOPAD.decode(random.as_bytes()).ok());
    random.is_some_and(|random| random.len() == SECRET_BYTES)
}

/// The name of the cookie with a guest's secret.
fn cookie_name(session: &SessionId) -> String {
    format!("seat_{session}")
}

/// The header that keeps a guest's secret in the browser; without one it is forgotten.
pub(super) fn set_cookie(
    app: &App,
    session: &SessionId,
    secret: Option<&str>,
    scope: &str,
) -> Result<HeaderValue, Error> {
    let seconds = secret.map_or(0, |_| COOKIE_SECONDS);
    let cookie = cookie(app, &cookie_name(session), secret.unwrap_or_default(), seconds, scope);
    HeaderValue::from_str(&cookie).map_err(|_| Error::internal())
}

/// The secret of a seat at this session's table that a request carries. A cookie counts only without an `Authorization` header:
/// browsers send cookies unasked.
pub(super) fn secret_for<'a>(headers: &'a HeaderMap, session: &SessionId) -> Option<&'a str> {
    match bearer(headers) {
        Some(secret) => Some(secret).filter(|secret| session_of(secret).as_ref() == Some(session)),
        None => cookies(headers, &cookie_name(session)).next(),
    }
}

/// A guest's credential, and the route it was sent to.
pub(super) struct GuestCredential {
    session: SessionId,
    route: MatchedPath,
    secret: String,
}

/// The guest's credential of a request about a session.
pub(super) async fn find_credential(request: Request) -> (Request, Option<GuestCredential>) {
    let Some(route) = request.extensions().get::<MatchedPath>().cloned() else { return (request, None) };
    let is_below = route.as_str().strip_prefix(SESSION).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if !is_below && route.as_str() != ASSETS {
        return (request, None);
    }
    let (mut parts, body) = request.into_parts();
    let session = if is_below {
        let params = RawPathParams::from_request_parts(&mut parts, &()).await;
        params.ok().and_then(|params| params.iter().find(|(name, _)| *name == "id").map(|(_, id)| SessionId::from(id)))
    } else {
        let parameters = query::pairs(&parts.uri);
        parameters.into_iter().find(|(name, _)| name == "session").map(|(_, id)| SessionId::from(id))
    };
    let credential = session.and_then(|session| {
        let secret = secret_for(&parts.headers, &session)?.to_owned();
        Some(GuestCredential { session, route, secret })
    });
    (Request::from_parts(parts, body), credential)
}

/// Serves a request that carries a guest's credential: it is that guest's.
pub(super) async fn serve(
    app: &App,
    mut request: Request,
    credential: GuestCredential,
    next: Next,
) -> Result<Response, Error> {
    let GuestCredential { session, route, secret } = credential;
    // Before the seat is looked up, so that no departure is missed.
    let departure = app.tables.departure(&session);
    let roster = match app.store().roster(&session).await {
        Err(store::Error::NotFound) => Roster::default(),
        found => found?,
    };
    let Some(seat) = roster.seat_of(&secret).cloned() else {
        let client = client_of(&request);
        let error = refuse(app, &client, "the secret of a seat opens nothing", Error::unknown_seat_secret());
        let scope = cookie_scope(&client, request.headers());
        return Ok(([(header::SET_COOKIE, set_cookie(app, &session, None, scope)?)], error).into_response());
    };
    let talks = policy::is_talk(route.as_str()) && roster.rules().spectators_talk;
    let role = if talks { SeatRole::Player } else { seat.role };
    if !policy::is_open_to_guests(request.method(), route.as_str(), role) {
        return Err(Error::host_only());
    }
    let id = seat.id.clone();
    let extensions = request.extensions_mut();
    extensions.insert(Player(roster.owner().to_owned()));
    extensions.insert(Credential::Seat);
    extensions.insert(Member::Guest(SeatedGuest { seat }));
    let mut gone = Box::pin(departure.of(id));
    // Turns play in tasks of their own, and streams change nothing. All other requests run to their end even if the client
    // disconnects.
    let policy = RequestPolicy::of(request.method(), request.uri().path());
    let may_be_cut = policy.is_stream || policy.limit == Some(PlayerLimit::Turns);
    let mut response = tokio::select! {
        biased;
        response = next.run(request) => response,
        () = &mut gone, if may_be_cut => return Err(Error::unknown_seat_secret()),
    };
    if let Some(error) = response.extensions_mut().get_mut::<Error>() {
        error.for_guests();
    }
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return Ok(response.map(|body| Body::from_stream(body.into_data_stream().take_until(gone))));
    }
    Ok(response)
}

/// Counts and logs a wrong secret of a guest, which the log does not repeat.
pub(super) fn refuse(app: &App, client: &ClientInfo, what: &'static str, error: Error) -> Error {
    let from = client.address.map_or_else(|| "unknown".to_owned(), |address| address.to_string());
    match app.limits.count_wrong_guess(client.address) {
        Ok(()) => {
            tracing::warn!(address = from, "{what}");
            error
        }
        Err(wait) => {
            Error::rate_limited("Too many wrong invitations or seats came from your address. Wait a while.", wait)
        }
    }
}
