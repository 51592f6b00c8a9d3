//! The HTTP client, made when it is first needed.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use reqwest::{Client, Url, redirect};

use crate::llm::Error;

use super::config::is_loopback;

type Build = Box<dyn FnOnce() -> Result<Client, Error> + Send>;

/// An HTTP client that is built on first use, because reading the system's certificates takes most of the start-up time. Clones
/// share it.
#[derive(Clone)]
pub(super) struct LazyClient(Arc<LazyLock<Result<Client, Error>, Build>>);

impl LazyClient {
    /// A client for requests to this address.
    pub(super) fn of(endpoint: &Url, connect_timeout: Duration) -> Self {
        let (is_local, is_plain) = (is_loopback(endpoint), endpoint.scheme() == "http");
        Self(Arc::new(LazyLock::new(Box::new(move || {
            let mut http = Client::builder()
                .user_agent(concat!("embertale/", env!("CARGO_PKG_VERSION")))
                .connect_timeout(connect_timeout)
                // A redirect would carry the key to wherever it points.
                .redirect(redirect::Policy::none());
            if is_local {
                http = http.no_proxy();
            }
            if is_local && is_plain {
                // Plain HTTP needs no certificates.
                http = http.tls_certs_only([]);
            }
            http.build().map_err(|error| {
                tracing::error!(%error, "no HTTP client");
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
