//! The gate: request size, `Host`, `Origin`, and security headers.
//!
//! A server on loopback holds a player's key and campaigns, and any page a browser shows can send requests to it. So
//! only known host names are answered (against DNS rebinding) and only known origins may send (against cross-site
//! posts).

use std::{net::IpAddr, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use tower_http::cors::CorsLayer;

use crate::config::is_private;

use super::{
    App, Error,
    client::{ClientInfo, OwnAddress},
    policy::RequestPolicy,
};

type Fixed = (HeaderName, HeaderValue);

/// No text becomes markup or a script; the one policy there is (`static/js/app/standby.js`) makes the address of one script.
pub(super) const CSP: Fixed = (
    header::CONTENT_SECURITY_POLICY,
    HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types worker",
    ),
);
pub(super) const NOSNIFF: Fixed = (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
pub(super) const REFERRER: Fixed = (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
pub(super) const OPENER: Fixed =
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
pub(super) const NO_STORE: Fixed = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// Turns away what announces itself as too large. Bodies that announce nothing are cut off while they are read.
pub(super) async fn size(request: Request, next: Next) -> Result<Response, Error> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let most = RequestPolicy::of(request.method(), request.uri().path()).max_body;
    if length.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > most) {
        return Err(Error::too_large(format!("A request may have at most {} KiB.", most / 1024)));
    }
    Ok(next.run(request).await)
}

/// Answers only under our own names, and only to pages of our own origin or of one that is allowed.
pub(super) async fn known_host_and_origin(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let host = request.extensions().get::<ClientInfo>().and_then(|client| client.host.clone());
    let own = request.extensions().get::<OwnAddress>().copied();
    let Some(host) = host.filter(|host| is_ours(&app, host.host()) || is_own_address(own, host.host())) else {
        // Probes send the server's address or no host. A page that uses DNS rebinding to reach this server sends its own name.
        let policy = RequestPolicy::of(request.method(), request.uri().path());
        let is_probe = policy.is_probe && !names_a_host(request.headers());
        return if is_probe { Ok(next.run(request).await) } else { Err(Error::foreign_host()) };
    };
    if let Some(origin) = request.headers().get(header::ORIGIN) {
        let origin = origin.to_str().map_err(|_| Error::foreign_origin())?;
        if is_other(origin, &host) && !app.settings.gate.origins.iter().any(|allowed| allowed == origin) {
            let name = origin.parse::<Uri>().ok().and_then(|origin| origin.host().map(str::to_owned));
            let is_own_name = name.is_some_and(|name| app.settings.gate.hosts.contains(&name.to_ascii_lowercase()));
            return Err(match is_own_name {
                true => Error::host_not_passed_on(origin, host.as_str()),
                false => Error::foreign_origin(),
            });
        }
    }
    Ok(next.run(request).await)
}

/// Whether an origin is not that of this host.
fn is_other(origin: &str, host: &Authority) -> bool {
    !origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host.as_str()))
}

/// Whether a page of another origin sent a request to this host.
pub(super) fn is_of_other_origin(headers: &HeaderMap, host: Option<&Authority>) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    origin.zip(host).is_some_and(|(origin, host)| is_other(origin, host))
}

/// Whether a request names a host by something other than an address.
fn names_a_host(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else { return false };
    let authority = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    let is_address =
        |it: &Authority| it.host().trim_matches(['[', ']']).parse::<IpAddr>().is_ok() && !it.as_str().contains('@');
    !authority.as_ref().is_some_and(is_address)
}

fn is_ours(app: &App, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    is_loopback(&host) || app.settings.gate.hosts.contains(&host)
}

/// Whether a host is this machine by one of its own names for itself.
pub(super) fn is_loopback(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|own| own.eq_ignore_ascii_case(host))
}

/// Whether a host is the private address that the connection came to. Only connections of a server with SHARE=lan have one. A page
/// that uses DNS rebinding sends a name.
fn is_own_address(own: Option<OwnAddress>, host: &str) -> bool {
    let named = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
    own.is_some_and(|OwnAddress(own)| is_private(own) && named == Some(own))
}

/// CORS for front ends on other origins that are allowed.
pub(super) fn cors(app: &App) -> CorsLayer {
    let origins = app.settings.gate.origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::ACCEPT,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
        ])
        .expose_headers([
            header::CONTENT_DISPOSITION,
            header::CONTENT_LOCATION,
            header::ETAG,
            header::LOCATION,
            header::RETRY_AFTER,
            HeaderName::from_static("x-left-out"),
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(Duration::from_secs(600))
}

/// Whether a request came over TLS, as far as the page that sent it says.
pub(super) fn is_https(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    origin.is_some_and(|origin| origin.starts_with("https://"))
}
