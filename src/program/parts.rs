//! The parts of the program, each made from the settings: models, caps, tool suggestions, sources of the rules, the session service.

use std::sync::Arc;

use model::{ApiKey, Claude, ClaudeConfig, Model, Prices, Throttled};
use storyteller::Storyteller;

use crate::{
    cli::CommandError,
    config::{self, Config, RulesFetch, Secret, StoreKind},
    dm::{
        Drill, Hints, Models, NarrationCheck, Provider, Seeds, TableOptions, Tables,
        budget::{Budget, Caps},
        hints::HintBounds,
    },
    http::LimitOptions,
    json_errors,
    rules::{EmbeddingsConfig, LibraryHandle, Origin, Sources},
    store::Store,
};

/// The file with each day's spending, in the data folder.
pub(super) const SPENDING: &str = "spending.log";

/// The session service over a store, with the configured spending caps.
pub(super) fn paying_tables(config: &Config, store: Arc<dyn Store>) -> Result<Arc<Tables>, CommandError> {
    let models = models(config)?;
    let budget = budget(config, &models, &store)?;
    tables(config, store, models, budget)
}

/// The session service over a store. Commands that play nothing pass an empty budget and leave a running server's spending file
/// alone.
pub(super) fn tables(
    config: &Config,
    store: Arc<dyn Store>,
    models: Models,
    budget: Budget,
) -> Result<Arc<Tables>, CommandError> {
    let seeds = Seeds::new(config.dice_seed.clone());
    let (models, drill) = (Arc::new(models), Drill::crash_at(config.crash_at.clone()));
    let options = TableOptions { rules: LibraryHandle::core(), hints: hints(config)?, budget, past: config.past };
    Ok(Tables::with_options(store, models, seeds, drill, options))
}

/// The spending caps and the record of what was spent.
fn budget(config: &Config, models: &Models, store: &Arc<dyn Store>) -> Result<Budget, CommandError> {
    let pico = |usd: Option<f64>| usd.map(|usd| (usd * 1e12).round() as u64);
    let caps = Caps {
        session: pico(config.session_cap_usd),
        day: pico(config.day_cap_usd),
        player_day: pico(config.player_day_cap_usd),
    };
    if models.provider == Provider::Storyteller {
        return Ok(Budget::new(caps));
    }
    if let Some(id) = models.unpriced().filter(|_| caps.any()) {
        let why = format!("nobody knows what {id} costs, so no cap can hold: give its prices in MODEL_PRICES");
        return Err(config::ConfigError::of(why).into());
    }
    if store.is_shared() {
        return Ok(Budget::shared_by(caps, Arc::clone(store)));
    }
    if config.store == StoreKind::Memory {
        return Ok(Budget::new(caps));
    }
    let file = config.data_dir.join(SPENDING);
    Ok(Budget::kept_in(caps, &file).map_err(|error| format!("{} can't be written: {error}", file.display()))?)
}

/// The tool suggestions of its turns.
fn hints(config: &Config) -> Result<Hints, CommandError> {
    let options = &config.suggestions;
    if !options.enable_tool_suggestions {
        return Ok(Hints::off());
    }
    let bounds = HintBounds {
        least_confidence: options.tool_suggestions_confidence,
        most: options.tool_suggestions_max as usize,
    };
    let hints = Hints::default().within(bounds).set_aside(options.tool_suggestions_set_aside);
    let Some(log) = &options.tool_suggestions_log else { return Ok(hints) };
    Ok(hints.logging_to(log).map_err(|error| {
        let file = log.display();
        config::ConfigError::of(format!(
            "TOOL_SUGGESTIONS_LOG: {file} can't be written: {error}; name a file in a folder there is"
        ))
    })?)
}

const PRICES_EXAMPLE: &str = r#"{"my-model": {"input": 3, "output": 15}}"#;

pub(super) fn models(config: &Config) -> Result<Models, CommandError> {
    let prices = match &config.model_prices {
        Some(json) => Prices::with_overrides(json).map_err(|error| {
            let what = if error.is_data() { "no list of prices" } else { "not valid JSON" };
            let place = json_errors::place(&error);
            config::ConfigError::of(format!(
                "MODEL_PRICES can't be read: it is {what} ({place}). Give {PRICES_EXAMPLE}, in dollars per million tokens."
            ))
        })?,
        None => Prices::default(),
    };
    let (model, provider): (Arc<dyn Model>, _) = match &config.anthropic_api_key {
        None => (Arc::new(Storyteller::new()), Provider::Storyteller),
        Some(key) => {
            let mut claude = ClaudeConfig::new(ApiKey::new(key.reveal()));
            if let Some(url) = &config.anthropic_base_url {
                claude.base_url.clone_from(url);
            }
            let claude: Arc<dyn Model> = Arc::new(Claude::new(claude).map_err(config::ConfigError::of)?);
            let model = match by_default(config, config.limit_model_calls, LimitOptions::SIGNED_IN.model_calls) {
                0 => claude,
                n => Arc::new(Throttled::new(claude, n as usize)),
            };
            (model, Provider::Anthropic)
        }
    };
    // Read without a key as well, so that a bad file is found before there is one.
    let configured = config.agents.agents()?;
    let agents = match provider {
        Provider::Storyteller => ("storyteller", "storyteller").into(),
        Provider::Anthropic => configured,
    };
    Ok(Models {
        model,
        provider,
        agents,
        prices: Arc::new(prices),
        narration_check: NarrationCheck::read(&config.narration_check).unwrap_or_default(),
    })
}

/// A limit's value: the setting, else its default where requests need a secret, else unlimited.
pub(super) fn by_default(config: &Config, limit: Option<u32>, default: u32) -> u32 {
    limit.unwrap_or(if config.needs_secret() { default } else { 0 })
}

/// The configured origin of the rules' packages, if they are not fetched by pip.
pub(super) fn origin(config: &Config) -> Option<Origin> {
    let folder = config.rules_dir.clone().map(Origin::Installed);
    folder.or_else(|| config.rules_url.as_ref().map(|url| Origin::Url(url.reveal().to_owned())))
}

/// The sources of the rules.
pub(super) fn sources(config: &Config) -> Result<Sources, CommandError> {
    let (model, key) = (config.rules_embed_model.as_deref(), config.rules_embed_key.as_ref().map(Secret::reveal));
    let embeddings = config.rules_embed_url.as_ref().map(Secret::reveal);
    let embeddings = embeddings.map(|url| EmbeddingsConfig::new(url, model.unwrap_or_default(), key)).transpose();
    let embeddings = embeddings.map_err(config::ConfigError::of)?;
    // With a configured origin pip is never started.
    let fetch = config.rules_fetch == RulesFetch::On && origin(config).is_none();
    Ok(Sources { data_dir: config.data_dir.clone(), fetch, embeddings })
}
