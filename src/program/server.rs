//! The server: its settings, and what it does beside its requests.

use std::{io::Write, net::SocketAddr, sync::Arc, time::Duration};

use tokio::net::TcpListener;

use crate::{
    backup::{DailyBackup, back_up_daily},
    cli::CommandError,
    config::{
        self, AuthMode, Config, NO_LAN_ADDRESS, PlayerRegistry, RulesFetch, Secret, ShareMode, StoreKind, host_secret,
        url_host, weak_secrets,
    },
    dm::{LOCAL, Provider, Tables},
    http::{self, App, Auth, BasePath, Gate, LimitOptions, Pictures, ServerOptions, Settings},
    painter::PainterConfig,
    rules::{self, Origin},
    telemetry,
};

use super::{
    parts::{by_default, origin, paying_tables, sources},
    stores::store,
};

pub(super) async fn serve(config: &Config) -> Result<(), CommandError> {
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
pub(super) fn warm_up(tables: &Arc<Tables>) {
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

fn is_remote(origin: &Origin) -> bool {
    matches!(origin, Origin::Url(_))
}

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
