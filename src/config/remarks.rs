//! Warnings about settings that are valid but may surprise.

use std::net::TcpListener;

use super::{
    AuthMode, Config, ConfigError, ShareMode, StoreKind,
    share::{NO_LAN_ADDRESS, host_secret_file},
    weak_secrets,
};

impl Config {
    /// Remarks about these settings for the operator, as sentences; the first says where they come from.
    ///
    /// # Errors
    /// AUTH_TOKENS can't be read.
    pub fn remarks(&self) -> Result<Vec<String>, ConfigError> {
        let mut remarks = vec![self.origin()];
        remarks.extend(self.taken_port());
        remarks.extend(weak_secrets(&self.players()?).into_iter().map(|name| {
            format!("The secret of {name} in AUTH_TOKENS is short enough to guess: `embertale players add` creates better ones.")
        }));
        if self.share == ShareMode::Lan {
            remarks.extend(self.remarks_on_sharing());
        }
        if self.anthropic_api_key.is_some() && self.day_cap_usd.is_none() {
            remarks.push("DAY_CAP_USD is not set: daily spending is unlimited.".to_owned());
        }
        if self.backup_daily.is_none() && self.store == StoreKind::Sqlite {
            remarks.push("BACKUP_DAILY is not set: there are no automatic backups.".to_owned());
        }
        Ok(remarks)
    }

    fn origin(&self) -> String {
        let auth = match (self.share, self.auth) {
            (ShareMode::Lan, _) => "SHARE=lan",
            (ShareMode::Off, AuthMode::Token) => "AUTH=token",
            (ShareMode::Off, AuthMode::None) => "AUTH=none",
        };
        let rules_dir = self.rules_dir.as_ref().map_or("not set".into(), |folder| folder.display().to_string());
        format!(
            "These are the settings of this command's environment ({auth}, RULES_DIR {rules_dir}); a server that was started elsewhere, \
             such as by systemd, may have others."
        )
    }

    fn taken_port(&self) -> Option<String> {
        let error = TcpListener::bind((self.host, self.port)).err()?;
        Some(format!(
            "{}:{} can't be used: {error}. If this is not a running Embertale, set PORT to another.",
            self.host, self.port
        ))
    }

    fn remarks_on_sharing(&self) -> Vec<String> {
        let mut remarks = vec![format!(
            "SHARE=lan: everyone in this network reaches the server, and nothing on the way is encrypted. {} has the host's secret; \
             if someone else knows it, delete the file and start again.",
            host_secret_file(&self.data_dir).display()
        )];
        if self.public_host().is_none() {
            remarks.push(NO_LAN_ADDRESS.to_owned());
        }
        remarks
    }
}
