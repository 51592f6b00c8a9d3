//! The HTTP client for Claude, created on first use.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use reqwest::{Client, Url, redirect};

use crate::Error;

use super::{body::root_cause, config::is_loopback};

/// What to do if no client can be built.
pub const NO_CLIENT: &str = "no secure connection can be set up. Install the TLS root certificates of this system (Debian: \
                             ca-certificates), or set SSL_CERT_FILE to a file with some";

/// A client for requests to a model at this address.
///
/// # Errors
/// The cause: as a rule, this machine has no TLS root certificates.
pub fn http_client(endpoint: &Url, connect_timeout: Duration) -> Result<Client, String> {
    let (is_local, is_plain) = (is_loopback(endpoint), endpoint.scheme() == "http");
    let mut http = Client::builder()
        .user_agent(concat!("embertale/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect_timeout)
        // A redirect would carry the key to wherever it points.
        .redirect(redirect::Policy::none());
    if is_local {
        http = http.no_proxy();
    }
    if is_local && is_plain {
        // Nothing is encrypted, so no certificate is ever checked.
        http = http.tls_certs_only([]);
    }
    http.build().map_err(|error| root_cause(&error))
}

type Build = Box<dyn FnOnce() -> Result<Client, Error> + Send>;

/// An HTTP client that is built on first use, because reading the system's certificates takes most of the start-up time. Clones
/// share it.
#[derive(Clone)]
pub(super) struct LazyClient(Arc<LazyLock<Result<Client, Error>, Build>>);

impl LazyClient {
    /// A client for requests to this address.
    pub(super) fn of(endpoint: &Url, connect_timeout: Duration) -> Self {
        let endpoint = endpoint.clone();
        Self(Arc::new(LazyLock::new(Box::new(move || {
            http_client(&endpoint, connect_timeout).map_err(|cause| {
                tracing::error!(cause, "every request to the model will fail: {NO_CLIENT}");
                Error::failed("No secure connection can be set up on this machine. Check its TLS certificates.")
            })
        }))))
    }

    /// The client, or why there is none.
    pub(super) fn get(&self) -> Result<&Client, Error> {
        LazyLock::force(&self.0).as_ref().map_err(Clone::clone)
    }
}

impl fmt::Debug for LazyClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LazyClient")
    }
}
