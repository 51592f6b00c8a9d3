//! What the program does: the command that its settings name, else the server.

use std::{process::ExitCode, sync::Arc};

use game::edition::Edition;

use crate::{
    cli::{self, CommandError},
    config::{
        BenchCommand, CampaignCommand, CliCommand, Config, PlayersCommand, RulesCommand, StoreKind, SuggestionsCommand,
        players_file,
    },
    dm::budget::Budget,
    http,
    rules::{Origin, Sources},
};

use parts::{SPENDING, models, origin, paying_tables, sources, tables};
use server::{serve, warm_up};
use stores::{closing, kept, read_only, store};

mod checkup;
mod parts;
mod server;
mod stores;

/// Runs the command, or the server if there is none.
pub async fn run(config: Config) -> Result<ExitCode, CommandError> {
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
        Some(CliCommand::Doctor) => return cli::doctor(checkup::of(&config).await?).await,
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

fn campaign(what: CampaignCommand) -> Result<ExitCode, CommandError> {
    match what {
        CampaignCommand::Check { campaign, json } => return cli::campaign_check(&campaign, json),
        CampaignCommand::Walk { campaign, runs, seed } => return cli::campaign_walk(&campaign, runs, seed),
        CampaignCommand::Map { campaign, svg } => cli::campaign_map(&campaign, svg)?,
        CampaignCommand::List => cli::campaign_list(),
        CampaignCommand::Schema => cli::print_line(&serde_json::to_string_pretty(&crate::campaign::schema())?),
    }
    Ok(ExitCode::SUCCESS)
}
