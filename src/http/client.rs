//! The client of a request: its address, and the host and scheme it used, also behind a proxy.
//!
//! `X-Forwarded-For`, `-Host` and `-Proto` are trusted only if the connection comes from a proxy that TRUSTED_PROXIES names,
//! because any other client can forge them.

use std::net::IpAddr;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;

use super::App;

/// The address a connection comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// The address of this machine that a connection came to.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnAddress(pub(super) IpAddr);

/// The client of a request.
#[derive(Debug, Clone, Default)]
pub(super) struct ClientInfo {
    /// Its address; `None` if the request did not come over a connection.
    pub(super) address: Option<IpAddr>,
    /// Whether the client used TLS, according to a trusted proxy.
    pub(super) is_https: bool,
    /// The requested host.
    pub(super) host: Option<Authority>,
}

/// Adds the [`ClientInfo`] to the request.
pub(super) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let client = ClientInfo::of(&request, &app.settings.gate.proxies);
    request.extensions_mut().insert(client);
    next.run(request).await
}

impl ClientInfo {
    fn of(request: &Request, proxies: &[IpNet]) -> Self {
        let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
        let headers = request.headers();
        let host = match headers.get(header::HOST) {
            Some(host) => host.to_str().ok().and_then(|host| host.parse().ok()),
            None => request.uri().authority().cloned(),
        };
        let address = peer.map(|peer| client_address(peer, headers, proxies));
        if !peer.is_some_and(|peer| is_trusted(peer, proxies)) {
            return Self { address, is_https: false, host };
        }
        let is_https =
            words(headers, "x-forwarded-proto").next_back().is_some_and(|it| it.eq_ignore_ascii_case("https"));
        let forwarded = words(headers, "x-forwarded-host").next_back().map(str::parse);
        let host = match forwarded {
            Some(forwarded) => forwarded.ok(),
            None => host,
        };
        Self { address, is_https, host }
    }
}

/// The address of the client of a request that comes from `peer`.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    if !is_trusted(peer, proxies) {
        return peer;
    }
    // Each proxy appends the address it was called from, so the last address that is not a trusted proxy is the client.
    let chain = words(headers, "x-forwarded-for").filter_map(address).collect::<Vec<_>>();
    chain.into_iter().rev().find(|address| !is_trusted(*address, proxies)).unwrap_or(peer)
}

fn is_trusted(address: IpAddr, proxies: &[IpNet]) -> bool {
    proxies.iter().any(|net| net.contains(&address))
}

/// The entries of a header that is a list, over all its lines.
fn words<'a>(headers: &'a HeaderMap, name: &'static str) -> impl DoubleEndedIterator<Item = &'a str> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect::<Vec<_>>();
    values.into_iter().flat_map(|value| value.split(',')).map(str::trim).filter(|word| !word.is_empty())
}

/// An address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_matches(['[', ']']);
    let found = plain.parse().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|it| it.ip()));
    found.map(|found: IpAddr| found.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn client(peer: &str, headers: &[(&str, &str)]) -> ClientInfo {
        let mut request = Request::builder().uri("/").header("host", "127.0.0.1:3000");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer(peer.parse().unwrap()));
        ClientInfo::of(&request, &["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()])
    }

    const FORWARDED: [(&str, &str); 3] = [
        ("x-forwarded-for", "6.6.6.6, 203.0.113.9, 10.1.1.1"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "play.example.org"),
    ];

    #[test]
    fn forwarded_headers_are_trusted_from_configured_proxies_only() {
        let behind = client("10.0.0.7", &FORWARDED);
        assert_eq!(behind.address, Some("203.0.113.9".parse().unwrap()), "what the client wrote itself is left out");
        assert!(behind.is_https && behind.host.unwrap() == "play.example.org");
        let stranger = client("203.0.113.50", &FORWARDED);
        assert_eq!(stranger.address, Some("203.0.113.50".parse().unwrap()));
        assert!(!stranger.is_https && stranger.host.unwrap() == "127.0.0.1:3000");
        assert_eq!(client("::1", &[("x-forwarded-for", "[2001:db8::1]:443")]).address, "2001:db8::1".parse().ok());
        assert_eq!(client("10.0.0.7", &[]).address, "10.0.0.7".parse().ok());
    }
}
