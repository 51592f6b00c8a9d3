//! Sharing in the local network: the host's secret, and this machine's address.

use std::{
    fs,
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket},
    path::{Path, PathBuf},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use clap::ValueEnum;
use rand::RngExt;

use crate::files::{Access, create_private_folder, write_atomically};

use super::{Config, ConfigError, Secret};

/// The file's name in the data folder.
const FILE: &str = "host-secret";
/// The size of the secret, in bytes.
const SECRET_BYTES: usize = 32;
/// Addresses by which the system is asked where its packets would leave from: anything beyond the router, then usual home networks.
const DESTINATIONS: [Ipv4Addr; 4] = [
    Ipv4Addr::new(198, 51, 100, 1),
    Ipv4Addr::new(192, 168, 0, 1),
    Ipv4Addr::new(10, 0, 0, 1),
    Ipv4Addr::new(172, 16, 0, 1),
];

/// Who can reach the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShareMode {
    /// This machine alone, or players who sign in.
    Off,
    /// With friends in one's own network.
    Lan,
}

/// The message to a host whose friends can't reach this machine.
pub const NO_LAN_ADDRESS: &str = "No address of this machine in a private network was found, so friends can't reach it: join a \
                                  network, or name the address they use in ALLOWED_HOSTS.";

impl Config {
    /// The host name by which friends in the network reach this machine.
    pub fn public_host(&self) -> Option<String> {
        let address = (!self.host.is_unspecified()).then_some(self.host);
        self.allowed_hosts.first().cloned().or_else(|| address.or_else(lan_address).map(url_host))
    }
}

/// An address as a URL has it.
pub fn url_host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(host) => host.to_string(),
        IpAddr::V6(host) => format!("[{host}]"),
    }
}

/// The path of the file with the host's secret in a data folder.
pub(super) fn host_secret_file(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE)
}

/// The host's secret of a data folder, if it has one.
///
/// # Errors
/// The file can't be read, or what it holds is no secret.
pub fn read_host_secret(data_dir: &Path) -> Result<Option<Secret>, ConfigError> {
    let file = host_secret_file(data_dir);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ConfigError(format!("{} can't be read: {error}.", file.display()))),
    };
    let secret = text.trim();
    if BASE64_URL_SAFE_NO_PAD.decode(secret).is_ok_and(|bytes| bytes.len() == SECRET_BYTES) {
        return Ok(Some(Secret::from(secret.to_owned())));
    }
    Err(ConfigError(format!(
        "{} holds no host's secret: delete it, and the next start makes a new one.",
        file.display()
    )))
}

/// The host's secret of a data folder, which is made at the first call and which only the owner of the file can read.
///
/// # Errors
/// As [`read_host_secret`], or the file can't be written.
pub fn host_secret(data_dir: &Path) -> Result<Secret, ConfigError> {
    let file = host_secret_file(data_dir);
    let cannot = |error: io::Error| ConfigError(format!("{} can't be written: {error}.", file.display()));
    if let Some(secret) = read_host_secret(data_dir)? {
        // A copy or a backup may have opened it to others.
        #[cfg(unix)]
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).map_err(cannot)?;
        return Ok(secret);
    }
    let secret = BASE64_URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; SECRET_BYTES]>());
    create_private_folder(data_dir).map_err(cannot)?;
    write_atomically(&file, Access::Private, |out| out.write_all(secret.as_bytes())).map_err(cannot)?;
    Ok(Secret::from(secret))
}

/// Whether an address is one that the internet does not lead to: loopback, a private network, or one of an overlay such as Tailscale.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            // Addresses for documentation (RFC 5737) are not routed either; virtual machines use them.
            let is_shared = v4.octets()[0] == 100 && (64..128).contains(&v4.octets()[1]);
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_documentation() || is_shared
        }
        IpAddr::V6(v6) => v6 == Ipv6Addr::LOCALHOST || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// The address of this machine in its network, if it has a private one.
fn lan_address() -> Option<IpAddr> {
    DESTINATIONS.into_iter().find_map(|destination| {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        // This sends nothing; it only makes the system choose an address to send from.
        socket.connect((destination, 9)).ok()?;
        let address = socket.local_addr().ok()?.ip();
        (is_private(address) && !address.is_loopback()).then_some(address)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_ones_own_network_are_private() {
        let is = |text: &str| is_private(text.parse().unwrap());
        for private in
            ["127.0.0.1", "192.168.1.5", "10.0.0.5", "172.20.0.2", "169.254.3.4", "100.100.1.1", "fd00::2", "fe80::1"]
        {
            assert!(is(private), "{private}");
        }
        for public in ["8.8.8.8", "100.128.0.1", "172.32.0.1", "0.0.0.0", "2001:4860::1", "::"] {
            assert!(!is(public), "{public}");
        }
    }
}
