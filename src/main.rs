//! The `embertale` program: configuration, logging, and then the game or a command.

use std::{error::Error, io::IsTerminal, net::IpAddr, process::ExitCode, sync::Arc};

use embertale::{
    cli,
    config::{AuthMode, Command, Config, LogFormat, StoreKind},
    dm::{Drill, Models, Provider, Seeds, Tables},
    http::{self, App, Auth, Gate, Settings},
    llm::{ApiKey, Claude, ClaudeConfig, Model, Prices},
    store::{FirestoreOptions, FirestoreStore, MemoryStore, SqliteStore, Store},
    storyteller::Storyteller,
};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

type Failure = Box<dyn Error>;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("embertale: {}", whole(&*error));
            ExitCode::FAILURE
        }
    }
}

/// An error with what caused it: the sentence that says what to do is often the cause's.
fn whole(error: &dyn Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}

async fn run() -> Result<ExitCode, Failure> {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let config = Config::read()?;
    log_to_stderr(&config)?;
    match config.command.clone() {
        Some(Command::Openapi) => println!("{}", http::document().to_pretty_json()?),
        Some(Command::Verify { session }) => return Ok(cli::verify(&*read_only(&config).await?, session).await?),
        Some(Command::Demo { seeds, turns, quiet }) => {
            return cli::demo(Arc::new(models(&config)?), cli::Demo { seeds, turns, quiet }).await;
        }
        Some(Command::Play { session, hero }) => return cli::play(tables(&config).await?, session, hero).await,
        None => serve(&config).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: &Config) -> Result<(), Failure> {
    let listener = TcpListener::bind((config.host, config.port))
        .await
        .map_err(|error| format!("cannot listen on {}:{}: {error}; set PORT to another", config.host, config.port))?;
    let app = App::new(tables(config).await?, settings(config)?);
    println!("listening on http://{}", listener.local_addr()?);
    Ok(http::serve(listener, app).await?)
}

async fn tables(config: &Config) -> Result<Arc<Tables>, Failure> {
    Ok(Tables::new(
        store(config).await?,
        Arc::new(models(config)?),
        Seeds::new(config.dice_seed.clone()),
        Drill::crash_at(config.crash_at.clone()),
    ))
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
        StoreKind::Memory => Err("STORE=memory keeps nothing that could be verified".into()),
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
    Ok(Settings { auth, gate })
}

fn log_to_stderr(config: &Config) -> Result<(), Failure> {
    // Google's client logs every try that failed as an error; who wants to see that names it.
    let quiet = if config.log.contains("gcloud_sdk") { "" } else { ",gcloud_sdk=off" };
    let filter = EnvFilter::try_new(format!("{}{quiet}", config.log)).map_err(|error| format!("LOG can't be read: {error}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Colours are for people at a terminal, not for files.
    let log = log.with_ansi(std::io::stderr().is_terminal());
    match config.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
