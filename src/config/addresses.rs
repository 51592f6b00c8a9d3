//! Hosts, origins and networks of the configuration, checked when the server starts.

use ipnet::IpNet;

use super::ConfigError;

fn entries(all: &[String]) -> impl Iterator<Item = &str> {
    all.iter().map(|entry| entry.trim()).filter(|entry| !entry.is_empty())
}

/// Host names in lower case, without a port.
pub(super) fn hosts(all: &[String]) -> Result<Vec<String>, ConfigError> {
    entries(all).map(host).collect()
}

fn host(entry: &str) -> Result<String, ConfigError> {
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, port),
        _ => (entry, ""),
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    if name.is_empty() || !name.chars().all(is_name) || !port.chars().all(|c| c.is_ascii_digit()) {
        return Err(ConfigError(format!(
            "ALLOWED_HOSTS has “{entry}”, which is not a host name: write play.example.org, without https:// or a path."
        )));
    }
    Ok(name.to_ascii_lowercase())
}

/// Origins as browsers send them: in lower case, without a trailing slash.
pub(super) fn origins(all: &[String]) -> Result<Vec<String>, ConfigError> {
    entries(all).map(origin).collect()
}

fn origin(entry: &str) -> Result<String, ConfigError> {
    let plain = entry.trim_end_matches('/').to_ascii_lowercase();
    let rest = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"));
    if !rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ', '*'])) {
        return Err(ConfigError(format!(
            "ALLOWED_ORIGINS has “{entry}”, which is not an origin: write https://play.example.org or http://localhost:5173."
        )));
    }
    Ok(plain)
}

/// Addresses, and networks such as `10.0.0.0/8`.
pub(super) fn networks(all: &[String]) -> Result<Vec<IpNet>, ConfigError> {
    let network =
        |entry: &str| entry.parse().or_else(|_| entry.parse().map(|address: std::net::IpAddr| address.into()));
    let wrong = |entry: &str| {
        ConfigError(format!(
            "TRUSTED_PROXIES has “{entry}”, which is neither an address nor a network: write 127.0.0.1 or 10.0.0.0/8."
        ))
    };
    entries(all).map(|entry| network(entry).map_err(|_| wrong(entry))).collect()
}
