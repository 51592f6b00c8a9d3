//! The `embertale` program: configuration, logging, and then the game or a command.

// These macros panic if their stream is closed.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

use std::{io::Write, net::SocketAddr, process::ExitCode, sync::Arc, time::Duration};

use game::edition::Edition;
use model::{ApiKey, Claude, ClaudeConfig, Model, Prices, Throttled};
use storyteller::Storyteller;

use embertale::{
    backup::{DailyBackup, back_up_daily},
    cli::{self, CommandError},
    config::{
        self, AuthMode, BenchCommand, CampaignCommand, CliCommand, Config, NO_LAN_ADDRESS, PlayerRegistry,
        PlayersCommand, RulesCommand, RulesFetch, Secret, ShareMode, StoreKind, SuggestionsCommand, host_secret,
        players_file, read_host_secret, url_host, weak_secrets,
    },
    dm::{
        Drill, Hints, LOCAL, Models, NarrationCheck, Provider, Seeds, TableOptions, Tables,
        budget::{Budget, Caps},
        hints::HintBounds,
    },
    http::{self, App, Auth, BasePath, Gate, LimitOptions, Pictures, ServerOptions, Settings},
    json_errors,
    painter::PainterConfig,
    rules::{self, EmbeddingsConfig, LibraryHandle, Origin, Sources},
    store::{FirestoreOptions, FirestoreStore, MemoryStore, SqliteStore, Store},
    telemetry,
};
use tokio::net::TcpListener;

/// The file with each day's spending, in the data folder.
const SPENDING: &str = "spending.log";
/// The exit code for an invalid setting, as for an unknown flag.
const INVALID_SETTING: u8 = 2;
const KEEPS_NOTHING: &str = "STORE=memory keeps nothing beyond its process: set STORE=sqlite and DATA_DIR";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            cli::print_error(&format!("embertale: {}", cli::whole(&*error)));
            if error.is::<config::ConfigError>() { ExitCode::from(INVALID_SETTING) } else { ExitCode::FAILURE }
        }
    }
}

async fn run() -> Result<ExitCode, CommandError> {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let config = Config::read()?;
    let traces = telemetry::init(&config).map_err(config::ConfigError::of)?;
    let result = carry_out(config).await;
    if let Some(traces) = traces {
        traces.finish().await;
    }
    result
}

async fn carry_out(config: Config) -> Result<ExitCode, CommandError> {
    match config.command.clone() {
        Some(CliCommand::Setup { folder, compact }) => {
            let origin = folder.map(Origin::Folder).or_else(|| origin(&config));
            cli::setup(&sources(&config)?, origin, compact).await?
        }
        Some(CliCommand::Health) => cli::health(config.host, config.port).await?,
        Some(CliCommand::Rules { what: RulesCommand::Check }) => return cli::rules_check(&config.data_dir).await,
        Some(CliCommand::Rules { what: RulesCommand::Coverage { json } }) => cli::rules_coverage(json)?,
        Some(CliCommand::Bench { what }) => return bench(&config, what).await,
        Some(CliCommand::Suggestions { what: SuggestionsCommand::Report { file } }) => {
            cli::suggestions_report(file.or_else(|| config.suggestions.tool_suggestions_log.clone()))?
        }
        Some(CliCommand::Conformance { seeds, every }) => {
            return cli::conformance(&sources(&config)?, cli::Conformance { seeds, every }).await;
        }
        Some(CliCommand::Forecast { of, heroes, foes, n, edition }) => {
            let game = match &of {
                Some(of) => Some(cli::game_of(read_only(&config).await.ok().as_deref(), of).await?),
                None => None,
            };
            let edition = edition.as_deref().and_then(Edition::read).unwrap_or_default();
            cli::forecast(&sources(&config)?, game, &cli::Fight { heroes, foes, n, edition }).await?
        }
        Some(CliCommand::Campaign { what }) => return campaign(what),
        Some(CliCommand::Openapi) => cli::print_line(&serde_json::to_string_pretty(http::document())?),
        Some(CliCommand::Verify { file: Some(file), dice, .. }) => return cli::verify_file(&file, dice),
        Some(CliCommand::Verify { session, dice, .. }) => {
            return cli::verify(&*read_only(&config).await?, session, dice).await;
        }
        Some(CliCommand::Export { session, file }) => {
            // Fails if the store does not exist, instead of creating an empty one.
            drop(read_only(&config).await?);
            let tables = tables(&config, kept(&config).await?, models(&config)?, Budget::default())?;
            return cli::export(&tables, session, file).await;
        }
        Some(CliCommand::Import { file, owner }) => {
            let bundle = cli::bundle_to_import(&file)?;
            let store = kept(&config).await?;
            let tables = tables(&config, Arc::clone(&store), models(&config)?, Budget::default())?;
            closing(&*store, cli::import(&tables, bundle, owner)).await?;
        }
        Some(CliCommand::Backup { file }) => return cli::backup(&*read_only(&config).await?, &file).await,
        Some(CliCommand::Players { what }) => return players(&config, what).await,
        Some(CliCommand::Doctor) => return cli::doctor(checkup(&config).await?).await,
        Some(CliCommand::Restore { file }) => {
            let backup = cli::SoundBackup::read(&file)?;
            let store = kept(&config).await?;
            closing(&*store, cli::restore(&*store, backup)).await?;
        }
        Some(CliCommand::Demo { campaign, seeds, turns, quiet }) => {
            return cli::demo(Arc::new(models(&config)?), cli::Demo { campaign, seeds, turns, quiet }).await;
        }
        Some(CliCommand::Play { session, hero, edition, campaign }) => {
            let edition = edition.as_deref().and_then(Edition::read).unwrap_or_default();
            return play(&config, cli::PlayOptions { session, hero, edition, campaign }).await;
        }
        None => serve(&config).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn bench(config: &Config, what: BenchCommand) -> Result<ExitCode, CommandError> {
    match what {
        BenchCommand::Rules { file } => cli::bench_rules(&sources(config)?, &file).await?,
        BenchCommand::Forecast { fights } => cli::bench_forecast(&sources(config)?, fights).await?,
        BenchCommand::Memory { files, words } => cli::bench_memory(&sources(config)?, &files, words).await?,
        BenchCommand::Audit { files, misses } => cli::bench_audit(&files, misses)?,
        BenchCommand::Ear { files, misses } => cli::bench_ear(&files, misses).await?,
        BenchCommand::Suggestions { files, misses } => cli::bench_suggestions(&files, misses)?,
        BenchCommand::Prompt { file } => return cli::bench_prompt(file.as_deref()).await,
        BenchCommand::Leaks { file } => cli::bench_leaks(file.as_deref()).await?,
        BenchCommand::Table { clients, turns, kill_every, rounds } => {
            let [clients, turns, kill_every] = [clients, turns, kill_every].map(|n| n as usize);
            let firestore_emulator = config.firestore_emulator_host.clone();
            return cli::bench_table(&cli::TableBench { clients, turns, kill_every, rounds, firestore_emulator }).await;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn play(config: &Config, options: cli::PlayOptions) -> Result<ExitCode, CommandError> {
    let keeps = !matches!(config.store, StoreKind::Memory);
    let tables = paying_tables(config, store(config).await?)?;
    warm_up(&tables);
    let sources = Sources { fetch: false, ..sources(config)? };
    if tables.rules().fill(&sources).await {
        let tables = Arc::clone(&tables);
        tokio::spawn(async move { tables.rules().learn(&sources).await });
    }
    cli::play(tables, options, keeps).await
}

/// Finishes the store after the work, whatever came of it.
async fn closing<T, E>(store: &dyn Store, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let done = work.await;
    store.finish().await;
    done
}

async fn players(config: &Config, what: PlayersCommand) -> Result<ExitCode, CommandError> {
    let file = players_file(&config.data_dir);
    let configured = config.players()?;
    let spending = config.data_dir.join(SPENDING);
    let files = cli::PlayerFiles { players: &file, spending: &spending, configured: &configured };
    match what {
        PlayersCommand::Add { name } => cli::add_player(&file, &name)?,
        PlayersCommand::Remove { name } => cli::remove_player(&file, &name, &configured)?,
        PlayersCommand::List => cli::list_players(&file, &configured)?,
        PlayersCommand::Export { name, file: to } => {
            let store = read_only(config).await?;
            return cli::export_player(&*store, files, &name, &to).await;
        }
        PlayersCommand::Erase { name, yes } => cli::erase_player(&*kept(config).await?, files, &name, yes).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The input of `embertale doctor`.
async fn checkup(config: &Config) -> Result<cli::Checkup, CommandError> {
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

fn campaign(what: CampaignCommand) -> Result<ExitCode, CommandError> {
    match what {
        CampaignCommand::Check { campaign, json } => return cli::campaign_check(&campaign, json),
        CampaignCommand::Walk { campaign, runs, seed } => return cli::campaign_walk(&campaign, runs, seed),
        CampaignCommand::Map { campaign, svg } => cli::campaign_map(&campaign, svg)?,
        CampaignCommand::List => cli::campaign_list(),
        CampaignCommand::Schema => cli::print_line(&serde_json::to_string_pretty(&embertale::campaign::schema())?),
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: &Config) -> Result<(), CommandError> {
    telemetry::log_panics();
    let listener = TcpListener::bind((config.host, config.port))
        .await
        .map_err(|error| format!("cannot listen on {}:{}: {error}; set PORT to another", config.host, config.port))?;
    let address = listener.local_addr()?;
    let settings = settings(config, address)?;
    let link = host_link(config, &settings)?;
    let tables = paying_tables(config, store(config).await?)?;
    warm_up(&tables);
    if let Some(at) = config.backup_daily.filter(|_| config.store != StoreKind::Memory) {
        let folder = config.backup_dir.clone().unwrap_or_else(|| config.data_dir.join("backups"));
        let daily = DailyBackup { at, folder, keep: config.backup_keep as usize };
        tokio::spawn(back_up_daily(Arc::clone(tables.store()), daily));
    }
    let app = App::new(Arc::clone(&tables), settings);
    let sources = sources(config)?;
    // Standard output may be closed; ignore the error.
    let _ = writeln!(std::io::stdout(), "listening on http://{address}{link}");
    let models = tables.models();
    let auth = match (config.share, config.auth) {
        (ShareMode::Lan, _) => "share",
        (ShareMode::Off, AuthMode::Token) => "token",
        (ShareMode::Off, AuthMode::None) => "none",
    };
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        store = tables.store().name(),
        provider = ?models.provider,
        model = models.agents.dm.id,
        utility_model = models.agents.utility.id,
        auth,
        %address,
        "Embertale started"
    );
    let origin = origin(config).filter(|origin| config.rules_fetch == RulesFetch::On || !is_remote(origin));
    let store = Arc::clone(tables.store());
    let checked = Arc::clone(&tables);
    tokio::spawn(async move { checked.check_store().await });
    tokio::spawn(async move {
        if let Some(origin) = origin
            && let Err(why) = rules::bring(&origin, &sources.data_dir, |what| tracing::info!("{what}")).await
        {
            tracing::warn!("{why}");
        }
        tables.rules().tend(sources).await
    });
    http::serve(listener, app).await?;
    store.finish().await;
    Ok(())
}

/// Prepares in the background what the first turn would otherwise wait for.
fn warm_up(tables: &Arc<Tables>) {
    let tables = Arc::clone(tables);
    std::thread::spawn(move || {
        // At normal priority: the first request waits for these two.
        tables.models().model.warm_up();
        tables.rules().library();
        rules::lower_priority();
        if tables.models().provider == Provider::Storyteller {
            storyteller::warm_up();
        }
        tables.warm_up();
    });
}

/// The configured origin of the rules' packages, if they are not fetched by pip.
fn origin(config: &Config) -> Option<Origin> {
    let folder = config.rules_dir.clone().map(Origin::Installed);
    folder.or_else(|| config.rules_url.as_ref().map(|url| Origin::Url(url.reveal().to_owned())))
}

fn is_remote(origin: &Origin) -> bool {
    matches!(origin, Origin::Url(_))
}

/// The sources of the rules.
fn sources(config: &Config) -> Result<Sources, CommandError> {
    let (model, key) = (config.rules_embed_model.as_deref(), config.rules_embed_key.as_ref().map(Secret::reveal));
    let embeddings = config.rules_embed_url.as_ref().map(Secret::reveal);
    let embeddings = embeddings.map(|url| EmbeddingsConfig::new(url, model.unwrap_or_default(), key)).transpose();
    let embeddings = embeddings.map_err(config::ConfigError::of)?;
    // With a configured origin pip is never started.
    let fetch = config.rules_fetch == RulesFetch::On && origin(config).is_none();
    Ok(Sources { data_dir: config.data_dir.clone(), fetch, embeddings })
}

/// The session service over a store, with the configured spending caps.
fn paying_tables(config: &Config, store: Arc<dyn Store>) -> Result<Arc<Tables>, CommandError> {
    let models = models(config)?;
    let budget = budget(config, &models, &store)?;
    tables(config, store, models, budget)
}

/// The session service over a store. Commands that play nothing pass an empty budget and leave a running server's spending file
/// alone.
fn tables(config: &Config, store: Arc<dyn Store>, models: Models, budget: Budget) -> Result<Arc<Tables>, CommandError> {
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
        let why = format!("the price of {id} is unknown, so a cap can't be enforced: set its price in MODEL_PRICES");
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

async fn store(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    Ok(match config.store {
        StoreKind::Memory => Arc::new(MemoryStore::new()),
        StoreKind::Sqlite => Arc::new(SqliteStore::open(&config.data_dir).await?),
        StoreKind::Firestore => Arc::new(FirestoreStore::open(firestore(config)?).await?),
    })
}

async fn read_only(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite => Ok(Arc::new(SqliteStore::open_read_only(&config.data_dir).await?)),
        StoreKind::Firestore => Ok(Arc::new(FirestoreStore::open(firestore(config)?).await?)),
    }
}

fn firestore(config: &Config) -> Result<FirestoreOptions, CommandError> {
    let options = FirestoreOptions {
        database_id: config.firestore_database_id.clone(),
        emulator_host: config.firestore_emulator_host.clone(),
        credentials: config.google_application_credentials.clone(),
        ..FirestoreOptions::of_project(config.firestore_project_id.clone().unwrap_or_default())
    };
    Ok(options.checked().map_err(|error| config::ConfigError::of(cli::whole(&error)))?)
}

/// The store, to be written by a command: it must be one that is still there afterwards.
async fn kept(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite | StoreKind::Firestore => store(config).await,
    }
}

const PRICES_EXAMPLE: &str = r#"{"my-model": {"input": 3, "output": 15}}"#;

fn models(config: &Config) -> Result<Models, CommandError> {
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

/// The warning if no private address was found.
/// The text about the host's link with SHARE=lan, on lines of its own.
fn host_link(config: &Config, settings: &Settings) -> Result<String, CommandError> {
    let Some(authority) = &settings.share else { return Ok(String::new()) };
    let (secret, base) = (host_secret(&config.data_dir)?, settings.server.base_path.as_str());
    let link = format!("http://{authority}{base}/#/host/{}", secret.reveal());
    let warning = if config.public_host().is_none() { format!("\n{NO_LAN_ADDRESS}") } else { String::new() };
    Ok(format!(
        "\nYou are the host if you open this link. Keep it to yourself; it is not encrypted, so use it in your own network only:\n\
         {link}{warning}"
    ))
}

/// Who is let in.
fn auth(config: &Config) -> Result<Auth, CommandError> {
    let with_metrics = |players: PlayerRegistry| match &config.metrics_token {
        Some(secret) => players.with_metrics_token(secret.reveal()),
        None => players,
    };
    if config.share == ShareMode::Lan {
        if config.auth_tokens.is_some() {
            tracing::warn!("AUTH_TOKENS has no effect with SHARE=lan");
        }
        // The host owns what was played without sign-in.
        let host = (LOCAL.to_owned(), host_secret(&config.data_dir)?.reveal().to_owned());
        return Ok(Auth::Token(Arc::new(with_metrics(PlayerRegistry::new(vec![host], None)))));
    }
    Ok(match config.auth {
        AuthMode::None => {
            for (name, value) in [("AUTH_TOKENS", &config.auth_tokens), ("METRICS_TOKEN", &config.metrics_token)] {
                if value.as_ref().is_some_and(|value| !value.reveal().trim().is_empty()) {
                    tracing::warn!("{name} has no effect with AUTH=none: set AUTH=token");
                }
            }
            Auth::None
        }
        AuthMode::Token => {
            let configured = config.players()?;
            for player in weak_secrets(&configured) {
                tracing::warn!(
                    player,
                    "a secret of AUTH_TOKENS is short enough to guess; `embertale players add` creates better ones"
                );
            }
            Auth::Token(Arc::new(with_metrics(PlayerRegistry::new(configured, Some(&config.data_dir)))))
        }
    })
}

fn settings(config: &Config, address: SocketAddr) -> Result<Settings, CommandError> {
    let auth = auth(config)?;
    let mut hosts = config.allowed_hosts.clone();
    let mut share = None;
    if config.share == ShareMode::Lan {
        let host = config.public_host().unwrap_or_else(|| "localhost".to_owned());
        share = Some(format!("{host}:{}", address.port()));
        hosts.push(host);
    } else {
        hosts.push(url_host(config.host));
    }
    let gate = Gate { hosts, origins: config.allowed_origins.clone(), proxies: config.proxies()? };
    let (model, key) = (config.image_model.as_deref(), config.image_api_key.as_ref().map(Secret::reveal));
    let url = config.image_base_url.as_ref().filter(|_| !config.bypass_assets).map(Secret::reveal);
    let painter = url.map(|url| PainterConfig::new(url, model.unwrap_or_default(), key)).transpose();
    let painter = painter.map_err(config::ConfigError::of)?;
    let pictures = painter.map(|painter| Pictures { painter, folder: config.data_dir.join("pictures") });
    let limit = |limit, default| by_default(config, limit, default);
    let usual = LimitOptions::SIGNED_IN;
    let limits = LimitOptions {
        sign_ins: limit(config.limit_sign_ins, usual.sign_ins),
        turns: limit(config.limit_turns, usual.turns),
        sessions: limit(config.limit_sessions, usual.sessions),
        imports: limit(config.limit_imports, usual.imports),
        streams: limit(config.limit_streams, usual.streams),
        model_calls: limit(config.limit_model_calls, usual.model_calls),
    };
    let server = ServerOptions {
        grace: Duration::from_secs(config.grace_s.into()),
        max_connections: config.max_connections as usize,
        keep_alive: Duration::from_secs(config.keep_alive_s.into()),
        base_path: BasePath::read(config.base_path.as_deref().unwrap_or_default()).map_err(config::ConfigError::of)?,
    };
    Ok(Settings { auth, share, gate, pictures, limits, server })
}

/// A limit's value: the setting, else its default where requests need a secret, else unlimited.
fn by_default(config: &Config, limit: Option<u32>, default: u32) -> u32 {
    limit.unwrap_or(if config.needs_secret() { default } else { 0 })
}
