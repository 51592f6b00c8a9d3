//! `embertale health`: checks a running server.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    time::Duration,
};

use super::CommandError;

/// Timeout for the server's answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Requests `/healthz` from the server on this machine.
///
/// # Errors
/// The server does not answer or reports a problem.
pub async fn health(host: IpAddr, port: u16) -> Result<(), CommandError> {
    let host = match host {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    let address = std::net::SocketAddr::new(host, port);
    // Plain HTTP needs no certificates.
    let client = reqwest::Client::builder().no_proxy().tls_certs_only([]).timeout(PATIENCE).build()?;
    let answer = client.get(format!("http://{address}/healthz")).send().await;
    let answer = answer.map_err(|error| match error.is_timeout() {
        true => format!("the server at {address} does not answer within {} s; see its log", PATIENCE.as_secs()),
        false => format!("no server answers at {address}: start it, or set HOST and PORT to where it listens"),
    })?;
    match answer.status() {
        status if status.is_success() => Ok(()),
        status => Err(format!("the server at {address} answers {status}").into()),
    }
}
