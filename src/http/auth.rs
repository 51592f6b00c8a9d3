//! Who is playing.

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::{App, Auth, Error, body::Body, error::Problem, gate::is_https};

/// The player's name where nobody signs in.
const LOCAL: &str = "local";
const COOKIE: &str = "embertale_secret";
const COOKIE_SECONDS: u32 = 30 * 24 * 3600;

/// The player who sent a request.
#[derive(Debug, Clone)]
pub(super) struct Player(pub(super) String);

impl<S: Sync> FromRequestParts<S> for Player {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Error::unauthorized)
    }
}

/// Lets signed-in players through, and everyone to what is public.
pub(super) async fn require(State(app): State<App>, mut request: Request, next: Next) -> Result<Response, Error> {
    let player = match &app.settings.auth {
        Auth::None => Some(LOCAL.to_owned()),
        Auth::Token(players) => {
            let found = secrets(request.headers()).find_map(|secret| name_of(players, secret));
            found.map(str::to_owned)
        }
    };
    match player {
        Some(name) => drop(request.extensions_mut().insert(Player(name))),
        None if is_public(request.uri().path()) => {}
        None => return Err(Error::unauthorized()),
    }
    Ok(next.run(request).await)
}

fn is_public(path: &str) -> bool {
    let public = ["/api/info", "/api/openapi.json", "/api/sign-in", "/api/sign-out"];
    public.contains(&path) || !(path.starts_with("/api/") || path == "/api" || path == "/metrics")
}

/// The secrets a request carries: a bearer token, or the cookie of the page's sign-in.
fn secrets(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.split_once(' ')).filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    bearer
        .map(|(_, secret)| secret.trim())
        .into_iter()
        .chain(cookies.filter(|(name, _)| *name == COOKIE).map(|(_, secret)| secret))
}

/// The player whose secret this is. Digests are compared, all of them and in constant time, so that how long it takes
/// says nothing about the secrets.
fn name_of<'a>(players: &'a [(String, String)], secret: &str) -> Option<&'a str> {
    let digest = Sha256::digest(secret);
    let mut found = None;
    for (name, known) in players {
        if bool::from(Sha256::digest(known).ct_eq(&digest)) {
            found = Some(name.as_str());
        }
    }
    found
}

/// A player's secret.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    /// As it stands in AUTH_TOKENS behind the player's name.
    secret: String,
}

/// Sign in: keeps the secret in a cookie that scripts can't read.
#[utoipa::path(post, path = "/api/sign-in", request_body = SignIn, tag = "players", responses(
    (status = 204, description = "signed in"),
    (status = 401, body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn sign_in(
    State(app): State<App>,
    headers: HeaderMap,
    Body(SignIn { secret }): Body<SignIn>,
) -> Result<Response, Error> {
    let secret = secret.trim();
    let Auth::Token(players) = &app.settings.auth else {
        // Nobody signs in here, and whatever was typed is not written into a header.
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    name_of(players, secret).ok_or_else(Error::unauthorized)?;
    Ok(with_cookie(secret, COOKIE_SECONDS, &headers))
}

/// Sign out: takes the cookie back.
#[utoipa::path(post, path = "/api/sign-out", tag = "players", responses((status = 204, description = "signed out")))]
pub(super) async fn sign_out(headers: HeaderMap) -> Response {
    with_cookie("", 0, &headers)
}

fn with_cookie(secret: &str, seconds: u32, headers: &HeaderMap) -> Response {
    let secure = if is_https(headers) { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}
