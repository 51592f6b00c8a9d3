//! The `embertale` program: configuration, logging, and then the game or a command.

use std::{
    io::{IsTerminal, Write},
    net::IpAddr,
    process::ExitCode,
    sync::Arc,
};

use embertale::{
    cli::{self, Failure},
    config::{
        AuthMode, BenchCommand, CampaignCommand, Command, Config, LogFormat, RulesCommand, RulesFetch, Secret,
        StoreKind, SuggestionsCommand,
    },
    dm::{
        Drill, Hints, Models, NarrationCheck, Provider, Seeds, Tables,
        purse::{Caps, Purse},
    },
    game::edition::Edition,
    http::{self, App, Auth, Gate, Pictures, Settings},
    llm::{ApiKey, Claude, ClaudeConfig, Model, Prices},
    painter::PainterConfig,
    rules::{EmbeddingsConfig, Shelf, Sources},
    store::{FirestoreOptions, FirestoreStore, MemoryStore, SqliteStore, Store},
    storyteller::{self, Storyteller},
};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

const KEEPS_NOTHING: &str = "STORE=memory keeps nothing beyond its process: set STORE=sqlite and DATA_DIR";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("embertale: {}", cli::whole(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<ExitCode, Failure> {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let config = Config::read()?;
    log_to_stderr(&config)?;
    match config.command.clone() {
        Some(Command::Setup) => cli::setup(&sources(&config)?).await?,
        Some(Command::Rules { what: RulesCommand::Check }) => return cli::rules_check(&config.data_dir).await,
        Some(Command::Rules { what: RulesCommand::Coverage { json } }) => cli::rules_coverage(json)?,
        Some(Command::Bench { what: BenchCommand::Rules { file } }) => {
            cli::bench_rules(&sources(&config)?, &file).await?
        }
        Some(Command::Bench { what: BenchCommand::Forecast { fights } }) => {
            cli::bench_forecast(&sources(&config)?, fights).await?
        }
        Some(Command::Bench { what: BenchCommand::Memory { file, words } }) => {
            cli::bench_memory(&sources(&config)?, &file, words).await?
        }
        Some(Command::Bench { what: BenchCommand::Audit { files, misses } }) => cli::bench_audit(&files, misses)?,
        Some(Command::Bench { what: BenchCommand::Suggestions { files, misses } }) => {
            cli::bench_suggestions(&files, misses)?
        }
        Some(Command::Suggestions { what: SuggestionsCommand::Report { file } }) => {
            cli::suggestions_report(file.or_else(|| config.tool_suggestions_log.clone()))?
        }
        Some(Command::Bench { what: BenchCommand::Prompt { file } }) => return cli::bench_prompt(&file).await,
        Some(Command::Bench { what: BenchCommand::Leaks { file } }) => cli::bench_leaks(&file)?,
        Some(Command::Conformance { seeds, every }) => {
            return cli::conformance(&sources(&config)?, cli::Conformance { seeds, every }).await;
        }
        Some(Command::Forecast { of, heroes, foes, n, edition }) => {
            let game = match &of {
                Some(of) => Some(cli::game_of(read_only(&config).await.ok().as_deref(), of).await?),
                None => None,
            };
            let edition = edition.as_deref().and_then(Edition::read).unwrap_or_default();
            cli::forecast(&sources(&config)?, game, &cli::Fight { heroes, foes, n, edition }).await?
        }
        Some(Command::Campaign { what }) => return campaign(what),
        Some(Command::Openapi) => cli::print_line(&http::document().to_pretty_json()?),
        Some(Command::Verify { file: Some(file), dice, .. }) => return cli::verify_file(&file, dice),
        Some(Command::Verify { session, dice, .. }) => {
            return cli::verify(&*read_only(&config).await?, session, dice).await;
        }
        Some(Command::Export { session, file }) => {
            // Nothing is to be found in a store that would only now be made.
            drop(read_only(&config).await?);
            cli::export(&*tables(&config, kept(&config).await?, Purse::default())?, session, file).await?;
        }
        Some(Command::Import { file, owner }) => {
            cli::import(&*tables(&config, kept(&config).await?, Purse::default())?, &file, owner).await?
        }
        Some(Command::Backup { file }) => return cli::backup(&*read_only(&config).await?, &file).await,
        Some(Command::Restore { file }) => {
            let backup = cli::SoundBackup::read(&file)?;
            cli::restore(&*kept(&config).await?, backup).await?;
        }
        Some(Command::Demo { campaign, seeds, turns, quiet }) => {
            return cli::demo(Arc::new(models(&config)?), cli::Demo { campaign, seeds, turns, quiet }).await;
        }
        Some(Command::Play { session, hero, edition, campaign }) => {
            let keeps = !matches!(config.store, StoreKind::Memory);
            let edition = edition.as_deref().and_then(Edition::read).unwrap_or_default();
            let tables = paying_tables(&config, store(&config).await?)?;
            warm_up(&tables);
            let sources = Sources { fetch: false, ..sources(&config)? };
            if tables.rules().fill(&sources).await {
                let tables = Arc::clone(&tables);
                tokio::spawn(async move { tables.rules().learn(&sources).await });
            }
            return cli::play(tables, cli::Seat { session, hero, edition, campaign }, keeps).await;
        }
        None => serve(&config).await?,
    }
    Ok(ExitCode::SUCCESS)
}

fn campaign(what: CampaignCommand) -> Result<ExitCode, Failure> {
    match what {
        CampaignCommand::Check { campaign, json } => return cli::campaign_check(&campaign, json),
        CampaignCommand::Walk { campaign, runs, seed } => return cli::campaign_walk(&campaign, runs, seed),
        CampaignCommand::Map { campaign, svg } => cli::campaign_map(&campaign, svg)?,
        CampaignCommand::List => cli::campaign_list(),
        CampaignCommand::Schema => cli::print_line(&serde_json::to_string_pretty(&embertale::campaign::schema())?),
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: &Config) -> Result<(), Failure> {
    let listener = TcpListener::bind((config.host, config.port))
        .await
        .map_err(|error| format!("cannot listen on {}:{}: {error}; set PORT to another", config.host, config.port))?;
    let tables = paying_tables(config, store(config).await?)?;
    warm_up(&tables);
    let app = App::new(Arc::clone(&tables), settings(config)?);
    let sources = sources(config)?;
    // Whoever started it may not care to read that.
    let _ = writeln!(std::io::stdout(), "listening on http://{}", listener.local_addr()?);
    tokio::spawn(async move { tables.rules().tend(sources).await });
    Ok(http::serve(listener, app).await?)
}

/// Makes in the background what would else be made when the first turn needs it.
fn warm_up(tables: &Arc<Tables>) {
    let tables = Arc::clone(tables);
    std::thread::spawn(move || {
        if tables.models().provider == Provider::Storyteller {
            storyteller::warm_up();
        }
        tables.warm_up();
    });
}

/// Where the rules come from.
fn sources(config: &Config) -> Result<Sources, Failure> {
    let (model, key) = (config.rules_embed_model.as_deref(), config.rules_embed_key.as_ref().map(Secret::reveal));
    let embeddings = config.rules_embed_url.as_ref().map(Secret::reveal);
    let embeddings = embeddings.map(|url| EmbeddingsConfig::new(url, model.unwrap_or_default(), key)).transpose()?;
    Ok(Sources { data_dir: config.data_dir.clone(), fetch: config.rules_fetch == RulesFetch::On, embeddings })
}

/// The tables over a store, to play at.
fn paying_tables(config: &Config, store: Arc<dyn Store>) -> Result<Arc<Tables>, Failure> {
    let purse = purse(config, &models(config)?)?;
    tables(config, store, purse)
}

/// The tables over a store. Where nothing is played, nothing is paid: the purse of a server that runs beside is left alone.
fn tables(config: &Config, store: Arc<dyn Store>, purse: Purse) -> Result<Arc<Tables>, Failure> {
    let seeds = Seeds::new(config.dice_seed.clone());
    let (models, drill) = (Arc::new(models(config)?), Drill::crash_at(config.crash_at.clone()));
    Ok(Tables::with_purse(store, models, seeds, drill, (Shelf::core(), hints(config)?), purse))
}

/// What its turns are paid from.
fn purse(config: &Config, models: &Models) -> Result<Purse, Failure> {
    let pico = |usd: Option<f64>| usd.map(|usd| (usd * 1e12).round() as u64);
    let caps = Caps { session: pico(config.session_cap_usd), day: pico(config.day_cap_usd) };
    if models.provider == Provider::Storyteller {
        return Ok(Purse::new(caps));
    }
    if let Some(id) = models.unpriced().filter(|_| caps.any()) {
        return Err(format!("nobody knows what {id} costs, so no cap can hold: give its prices in MODEL_PRICES").into());
    }
    if config.store == StoreKind::Memory {
        return Ok(Purse::new(caps));
    }
    let file = config.data_dir.join("spending.log");
    Ok(Purse::kept_in(caps, &file).map_err(|error| format!("{} can't be written: {error}", file.display()))?)
}

/// The hints of its turns.
fn hints(config: &Config) -> Result<Hints, Failure> {
    let hints = if config.enable_tool_suggestions { Hints::default() } else { Hints::off() };
    let Some(log) = &config.tool_suggestions_log else { return Ok(hints) };
    Ok(hints.logging_to(log).map_err(|error| {
        format!("TOOL_SUGGESTIONS_LOG: {} can't be written: {error}; name a file in a folder there is", log.display())
    })?)
}

async fn store(config: &Config) -> Result<Arc<dyn Store>, Failure> {
    Ok(match config.store {
        StoreKind::Memory => Arc::new(MemoryStore::new()),
        StoreKind::Sqlite => Arc::new(SqliteStore::open(&config.data_dir).await?),
        StoreKind::Firestore => Arc::new(FirestoreStore::open(firestore(config)).await?),
    })
}

async fn read_only(config: &Config) -> Result<Arc<dyn Store>, Failure> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite => Ok(Arc::new(SqliteStore::open_read_only(&config.data_dir).await?)),
        StoreKind::Firestore => Ok(Arc::new(FirestoreStore::open(firestore(config)).await?)),
    }
}

fn firestore(config: &Config) -> FirestoreOptions {
    FirestoreOptions {
        database_id: config.firestore_database_id.clone(),
        emulator_host: config.firestore_emulator_host.clone(),
        credentials: config.google_application_credentials.clone(),
        ..FirestoreOptions::of_project(config.firestore_project_id.clone().unwrap_or_default())
    }
}

/// The store, to be written by a command: it must be one that is still there afterwards.
async fn kept(config: &Config) -> Result<Arc<dyn Store>, Failure> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite | StoreKind::Firestore => store(config).await,
    }
}

fn models(config: &Config) -> Result<Models, Failure> {
    let prices = match &config.model_prices {
        Some(json) => Prices::with_overrides(json).map_err(|error| format!("MODEL_PRICES can't be read: {error}"))?,
        None => Prices::default(),
    };
    let (model, provider): (Arc<dyn Model>, _) = match &config.anthropic_api_key {
        None => (Arc::new(Storyteller::new()), Provider::Storyteller),
        Some(key) => {
            let mut claude = ClaudeConfig::new(ApiKey::new(key.reveal()));
            if let Some(url) = &config.anthropic_base_url {
                claude.base_url.clone_from(url);
            }
            (Arc::new(Claude::new(claude)?), Provider::Anthropic)
        }
    };
    let id = |id: &String| if provider == Provider::Storyteller { "storyteller".to_owned() } else { id.clone() };
    Ok(Models {
        model,
        provider,
        dm: id(&config.dm_model),
        utility: id(&config.utility_model),
        prices: Arc::new(prices),
        narration_check: NarrationCheck::read(&config.narration_check).unwrap_or_default(),
    })
}

fn settings(config: &Config) -> Result<Settings, Failure> {
    let auth = match config.auth {
        AuthMode::None => Auth::None,
        AuthMode::Token => Auth::Token(config.players()?),
    };
    let mut hosts = config.allowed_hosts.clone();
    hosts.push(match config.host {
        IpAddr::V4(host) => host.to_string(),
        IpAddr::V6(host) => format!("[{host}]"),
    });
    let gate = Gate { hosts, origins: config.allowed_origins.clone() };
    let (model, key) = (config.image_model.as_deref(), config.image_api_key.as_ref().map(Secret::reveal));
    let url = config.image_base_url.as_ref().filter(|_| !config.bypass_assets).map(Secret::reveal);
    let painter = url.map(|url| PainterConfig::new(url, model.unwrap_or_default(), key)).transpose()?;
    let pictures = painter.map(|painter| Pictures { painter, folder: config.data_dir.join("pictures") });
    Ok(Settings { auth, gate, pictures })
}

fn log_to_stderr(config: &Config) -> Result<(), Failure> {
    // Google's client logs every try that failed as an error; who wants to see that names it.
    let quiet = if config.log.contains("gcloud_sdk") { "" } else { ",gcloud_sdk=off,firestore=warn" };
    let filter =
        EnvFilter::try_new(format!("{}{quiet}", config.log)).map_err(|error| format!("LOG can't be read: {error}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Colours are for people at a terminal, not for files.
    let log = log.with_ansi(std::io::stderr().is_terminal());
    match config.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
