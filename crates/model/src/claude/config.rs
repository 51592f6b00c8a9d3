//! Configuration of the client: address, key and timeouts.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::Url;
use reqwest::header::HeaderValue;

use crate::{Error, RetryPolicy};

/// A key to the provider. Nothing shows it: not `Debug`, not a log, not an error.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes the key, without the white space that copying leaves around it.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    pub(super) fn header_value(&self) -> Result<HeaderValue, Error> {
        if self.0.is_empty() {
            return Err(Error::failed("There is no key for the model's provider. Set ANTHROPIC_API_KEY."));
        }
        let mut value = HeaderValue::from_str(&self.0)
            .map_err(|_| Error::failed("ANTHROPIC_API_KEY holds characters that no key has. Copy it once more."))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

/// Where Claude is, and how patient to be. [`ClaudeConfig::new`] has the documented defaults.
#[derive(Debug, Clone)]
pub struct ClaudeConfig {
    /// Address before `/v1/messages`, with or without a path of its own, a slash or the `/v1` at the end.
    pub base_url: String,
    /// The key; a local server takes any.
    pub api_key: ApiKey,
    /// The longest wait for a connection.
    pub connect_timeout: Duration,
    /// The longest wait for a next byte, and for the first one.
    pub idle_timeout: Duration,
    /// The longest a reply may take, with all tries and the waits between them.
    pub total_timeout: Duration,
    /// How often and how patiently to try again.
    pub retry: RetryPolicy,
}

impl ClaudeConfig {
    /// The public API, 10 s to connect, 90 s between bytes, 10 minutes in all, two retries.
    pub fn new(api_key: ApiKey) -> Self {
        Self {
            base_url: "https://api.anthropic.com".into(),
            api_key,
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(90),
            total_timeout: Duration::from_secs(600),
            retry: RetryPolicy::default(),
        }
    }

    /// The address that is asked, with the path of the protocol.
    pub(super) fn endpoint(&self) -> Result<Url, Error> {
        let not_one = || Error::failed("ANTHROPIC_BASE_URL is not an address such as http://localhost:8080. Check it.");
        let mut url: Url = self.base_url.trim().parse().map_err(|_| not_one())?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(not_one());
        }
        if !url.username().is_empty() || url.password().is_some() {
            // They would go out as a second authorisation beside the key.
            return Err(Error::failed("ANTHROPIC_BASE_URL must not hold a user name or password."));
        }
        let prefix = url.path().trim_end_matches('/');
        let path = format!("{}/v1/messages", prefix.strip_suffix("/v1").unwrap_or(prefix));
        url.set_path(&path);
        url.set_fragment(None);
        Ok(url)
    }
}

/// Whether this is the very machine we are on, which no proxy leads to.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
