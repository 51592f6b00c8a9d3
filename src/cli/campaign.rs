//! `embertale campaign`: checks, random games and maps.

use std::{fs, path::Path, process::ExitCode};

use serde_json::json;

use super::{CommandError, terminal::say};
use crate::campaign::{self, CampaignPackage, Diagnostic, Scope, Severity, Walks};

/// The least share of random walks that must reach an ending.
const MIN_ENDED: f64 = 0.99;

/// A campaign by its file or by the name of one that comes with the game, or what keeps its file from being one.
fn read(named: &str) -> Result<Result<CampaignPackage, Vec<Diagnostic>>, CommandError> {
    if let Some(package) = campaign::ours().into_iter().find(|package| package.slug == named) {
        return Ok(Ok(package));
    }
    let path = Path::new(named);
    let size = fs::metadata(path).map_err(|error| {
        format!(
            "{named} can't be read: {error}. `embertale campaign list` names the campaigns that come with the game."
        )
    })?;
    // A file that is far too large is rejected by its size, without reading it.
    if !size.is_file() || size.len() > 16 * campaign::MAX_BYTES as u64 {
        return Err(format!("{named} is no campaign: it is no file, or far larger than one may be.").into());
    }
    let bytes = fs::read(path).map_err(|error| format!("{named} can't be read: {error}"))?;
    Ok(campaign::read(&bytes))
}

/// A campaign to use; an unreadable one is an error.
fn readable(named: &str) -> Result<CampaignPackage, CommandError> {
    read(named)?.map_err(|found| {
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        found.join("\n").into()
    })
}

/// Tells everything that is wrong with a campaign. Fails if there is anything.
///
/// # Errors
/// The file can't be read.
pub fn campaign_check(named: &str, as_json: bool) -> Result<ExitCode, CommandError> {
    let read = read(named)?;
    let n_nodes = read.as_ref().map_or(0, |package| package.nodes().count());
    let found = read.map_or_else(|found| found, |package| campaign::check(&package));
    if as_json {
        say!("{}", serde_json::to_string_pretty(&found)?);
    } else {
        for diagnostic in &found {
            say!("{diagnostic}");
        }
        let n_errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        match found.len() {
            0 => say!("{named}: clean, {n_nodes} nodes"),
            n => say!("{named}: {}, {}", counted(n_errors, "error"), counted(n - n_errors, "warning")),
        }
    }
    Ok(if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A count with its noun.
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Walks random ways through a campaign and tells where they led. Fails if too many led to no ending.
///
/// # Errors
/// The file can't be read, or is no campaign.
pub fn campaign_walk(named: &str, n_runs: u32, seed: u64) -> Result<ExitCode, CommandError> {
    let package = readable(named)?;
    let walks = campaign::walk(&package, n_runs, seed);
    let Walks { endings, stuck, n_lost, unseen, .. } = &walks;
    for (id, n) in endings {
        say!("{n:>7} came to the ending “{id}”");
    }
    for (id, n) in stuck {
        say!("{n:>7} stood still in the node “{id}”");
    }
    if *n_lost > 0 {
        say!("{n_lost:>7} went round and round");
    }
    if !unseen.is_empty() {
        say!("Nobody came to: {}", unseen.join(", "));
    }
    let share = f64::from(walks.n_ended) / f64::from(walks.n_runs.max(1));
    say!(
        "{}",
        json!({"n": walks.n_runs, "ended": walks.n_ended, "share": share, "endings": walks.endings.len(), "unseen": walks.unseen.len(), "median_beats": walks.median_beats})
    );
    Ok(if share >= MIN_ENDED { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Draws a campaign's web.
///
/// # Errors
/// The file can't be read, or is no campaign.
pub fn campaign_map(named: &str, as_svg: bool) -> Result<(), CommandError> {
    let package = readable(named)?;
    match as_svg {
        true => say!("{}", campaign::svg(&package, Scope::Author)),
        false => say!("{}", campaign::text(&package, Scope::Author).trim_end()),
    }
    Ok(())
}

/// Lists the campaigns that come with the game.
pub fn campaign_list() {
    for package in campaign::ours() {
        say!("{}: {}. {}", package.slug, package.title, package.blurb);
    }
}
