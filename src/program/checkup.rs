//! The input of `embertale doctor`.

use model::{ApiKey, ClaudeConfig};

use crate::{
    cli::{self, CommandError},
    config::{Config, ShareMode, StoreKind, read_host_secret},
};

use super::{
    parts::sources,
    stores::{read_only, store},
};

pub(super) async fn of(config: &Config) -> Result<cli::Checkup, CommandError> {
    let mut ids = config.agents.agents()?.all().map(|choice| choice.id.clone()).to_vec();
    ids.sort();
    ids.dedup();
    let provider = config.anthropic_api_key.as_ref().map(|key| {
        let base_url = config.anthropic_base_url.clone().unwrap_or_else(|| ClaudeConfig::new(ApiKey::new("")).base_url);
        cli::ModelProvider { base_url, key: key.reveal().to_owned(), models: ids }
    });
    let mut problems = Vec::new();
    problems.extend(config.check_players().err().map(|error| error.to_string()));
    if config.share == ShareMode::Lan {
        problems.extend(read_host_secret(&config.data_dir).err().map(|error| error.to_string()));
    }
    let store = match config.store {
        StoreKind::Sqlite if !config.data_dir.join("embertale.db").exists() => None,
        StoreKind::Memory => Some(store(config).await),
        _ => Some(read_only(config).await),
    };
    let (data_dir, remarks) = (config.data_dir.clone(), config.remarks()?);
    Ok(cli::Checkup { data_dir, store, sources: sources(config)?, provider, problems, remarks })
}
