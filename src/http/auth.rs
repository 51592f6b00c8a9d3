//! Authentication of players.

use std::{future::pending, net::IpAddr, time::Duration};

use axum::{
    Extension,
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::dm::LOCAL;

use super::{
    App, Auth, Error,
    body::JsonBody,
    client::ClientInfo,
    error::Problem,
    gate::{is_https, is_of_other_origin},
    guests::{self, Member},
    policy::RequestPolicy,
};

pub(super) const COOKIE: &str = "embertale_secret";
pub(super) const COOKIE_SECONDS: u32 = 30 * 24 * 3600;
/// How many sign-outs a stream can be behind.
const MAX_SIGN_OUTS: usize = 64;

/// The player who sent a request.
#[derive(Debug, Clone)]
pub(super) struct Player(pub(super) String);

impl<S: Sync> FromRequestParts<S> for Player {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Error::unauthorized)
    }
}

/// How a request was authenticated.
#[derive(Clone)]
pub(super) enum Credential {
    /// Nothing, as without sign-in.
    None,
    /// A player's secret.
    Secret(SentSecret),
    /// A guest's secret, which the roster of the table knows.
    Seat,
}

#[derive(Clone)]
pub(super) struct SentSecret {
    secret: String,
    is_cookie: bool,
}

impl Credential {
    /// Whether it still opens the player's sessions.
    pub(super) fn opens(&self, app: &App, player: &Player) -> bool {
        match (&app.settings.auth, self) {
            (Auth::None, _) | (_, Self::Seat) => true,
            (Auth::Token(_), Self::None) => false,
            (Auth::Token(players), Self::Secret(given)) => {
                players.find(&given.secret).is_some_and(|name| name == player.0)
            }
        }
    }
}

/// Ends streams of players who sign out.
#[derive(Debug)]
pub(super) struct SignOuts(broadcast::Sender<String>);

impl Default for SignOuts {
    fn default() -> Self {
        Self(broadcast::Sender::new(MAX_SIGN_OUTS))
    }
}

impl SignOuts {
    /// Waits until the player signs out, on any device: those still signed in resume their streams. A secret in a header can't sign out.
    pub(super) fn of(&self, player: &Player, credential: &Credential) -> impl Future<Output = ()> + Send + use<> {
        let is_cookie = matches!(credential, Credential::Secret(given) if given.is_cookie);
        let mut signed_out = is_cookie.then(|| (self.0.subscribe(), player.0.clone()));
        async move {
            match &mut signed_out {
                // After an overflow the stream ends, too, because the missed sign-outs are unknown.
                Some((sign_outs, player)) => while sign_outs.recv().await.is_ok_and(|other| other != *player) {},
                None => pending().await,
            }
        }
    }
}

/// Requires a signed-in player or a guest of the session, except for public paths.
pub(super) async fn require(State(app): State<App>, request: Request, next: Next) -> Result<Response, Error> {
    let mut request = match guests::find_credential(request).await {
        (request, Some(credential)) => return guests::serve(&app, request, credential, next).await,
        (request, None) => request,
    };
    let policy = RequestPolicy::of(request.method(), request.uri().path());
    let player = match &app.settings.auth {
        Auth::None => Some((LOCAL.to_owned(), None)),
        Auth::Token(players) => {
            let client = client_of(&request);
            if policy.reads_metrics && secrets(request.headers()).any(|secret| players.opens_metrics(secret)) {
                return Ok(next.run(request).await);
            }
            let mut given = secrets(request.headers()).peekable();
            match given.peek() {
                // Signing out leaves an empty cookie.
                None => None,
                Some(_) => match given.find_map(|secret| Some((players.find(secret)?, secret))) {
                    Some((name, secret)) => {
                        app.limits.may_sign_in(client.address, &name).map_err(too_many_sign_ins)?;
                        let is_cookie = bearer(request.headers()) != Some(secret);
                        Some((name, Some(SentSecret { secret: secret.to_owned(), is_cookie })))
                    }
                    None if policy.is_public => None,
                    // A guest's secret outside of its session is not counted as a guess at a player's.
                    None if bearer(request.headers()).is_some_and(guests::is_of_guest) => {
                        let what = "a guest's secret was sent to a route outside of its session";
                        return Err(guests::refuse(&app, &client, what, Error::unauthorized()));
                    }
                    None => return Err(refuse(&app, client.address)),
                },
            }
        }
    };
    match player {
        Some((name, secret)) => {
            request.extensions_mut().insert(Player(name));
            request.extensions_mut().insert(secret.map_or(Credential::None, Credential::Secret));
            request.extensions_mut().insert(Member::Host);
        }
        None if policy.is_public => {}
        None => return Err(Error::unauthorized()),
    }
    Ok(next.run(request).await)
}

/// The secrets a request carries: a bearer token, or the cookie of the page's sign-in.
fn secrets(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    bearer(headers).into_iter().chain(cookies(headers, COOKIE))
}

/// The values of the cookies of this name.
pub(super) fn cookies<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    cookies.filter(move |(other, secret)| *other == name && !secret.is_empty()).map(|(_, secret)| secret)
}

pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.split_once(' ')).filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
    bearer.map(|(_, secret)| secret.trim())
}

pub(super) fn client_of(request: &Request) -> ClientInfo {
    request.extensions().get::<ClientInfo>().cloned().unwrap_or_default()
}

/// Counts and logs a wrong secret. An address that has sent too many is rate limited.
fn refuse(app: &App, address: Option<IpAddr>) -> Error {
    let from = address.map_or_else(|| "unknown".to_owned(), |address| address.to_string());
    match app.limits.count_wrong_secret(address) {
        Ok(()) => {
            tracing::warn!(address = from, "a sign-in failed: unknown secret");
            Error::unauthorized()
        }
        Err(wait) => too_many_sign_ins(wait),
    }
}

fn too_many_sign_ins(wait: Duration) -> Error {
    Error::rate_limited("Too many wrong secrets came from your address. Wait before you try again.", wait)
}

/// A player's secret.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    /// As printed by `embertale players add`, or from AUTH_TOKENS after the player's name.
    secret: String,
}

/// Sign in: stores the secret in a cookie that scripts can't read.
///
/// Browsers need this for pictures, music and event streams, to which they can add no `Authorization` header; pages of other
/// origins send it with credentials, over https. With `auth: none` it does nothing.
#[utoipa::path(post, path = "/api/sign-in", operation_id = "signIn", request_body = SignIn, tag = "players", responses(
    (status = 204, description = "Signed in.", headers(("Set-Cookie" = String, description = "The cookie of the session."))),
    (status = 401, description = "The secret is wrong.", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failed sign-ins.", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn sign_in(
    State(app): State<App>,
    Extension(client): Extension<ClientInfo>,
    headers: HeaderMap,
    JsonBody(SignIn { secret }): JsonBody<SignIn>,
) -> Result<Response, Error> {
    let secret = secret.trim();
    let Auth::Token(players) = &app.settings.auth else {
        // There is no sign-in here, and the input must not be written into a header.
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let name = players.find(secret).ok_or_else(|| refuse(&app, client.address))?;
    app.limits.may_sign_in(client.address, &name).map_err(too_many_sign_ins)?;
    tracing::info!(player = name, "signed in");
    Ok(with_cookie(&app, secret, COOKIE_SECONDS, cookie_scope(&client, &headers)))
}

/// Sign out: deletes the cookie.
///
/// The secret itself stays valid. Streams of tables that were opened with the cookie end.
#[utoipa::path(post, path = "/api/sign-out", operation_id = "signOut", tag = "players", responses(
    (status = 204, description = "signed out", headers(("Set-Cookie" = String, description = "An empty cookie that has expired."))),
))]
pub(super) async fn sign_out(
    State(app): State<App>,
    Extension(client): Extension<ClientInfo>,
    headers: HeaderMap,
) -> Response {
    if let Auth::Token(players) = &app.settings.auth
        && let Some(name) = secrets(&headers).find_map(|secret| players.find(secret))
    {
        // Without a receiver there is no stream to end.
        let _ = app.sign_outs.0.send(name);
    }
    with_cookie(&app, "", 0, cookie_scope(&client, &headers))
}

/// A page of another origin gets a cookie that browsers send with its pictures and event streams, which needs https. The gate
/// refuses what origins that are not allowed send, so the cookie does not let other sites act for the player.
pub(super) fn cookie_scope(client: &ClientInfo, headers: &HeaderMap) -> &'static str {
    match (client.is_https || is_https(headers), is_of_other_origin(headers, client.host.as_ref())) {
        (true, true) => "SameSite=None; Secure; Partitioned",
        (true, false) => "SameSite=Strict; Secure",
        (false, _) => "SameSite=Strict",
    }
}

fn with_cookie(app: &App, secret: &str, seconds: u32, scope: &str) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie(app, COOKIE, secret, seconds, scope))]).into_response()
}

/// A `Set-Cookie` value for a cookie that scripts can't read.
pub(super) fn cookie(app: &App, name: &str, secret: &str, seconds: u32, scope: &str) -> String {
    let base = app.settings.server.base_path.as_str();
    format!("{name}={secret}; Path={base}/; Max-Age={seconds}; HttpOnly; {scope}")
}
