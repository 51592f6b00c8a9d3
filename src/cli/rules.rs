//! The rules, fetched and looked at.

use std::{
    io::{IsTerminal, Write, stdout},
    path::Path,
    process::ExitCode,
};

use crate::rules::{self, Edition};

use super::Failure;

/// Fetches the rules and makes them ready, to be found by words and by meaning, telling each step.
///
/// # Errors
/// They can't be had; the text says what to do.
pub async fn setup(data_dir: &Path) -> Result<(), Failure> {
    let library = rules::setup(data_dir, |what| println!("{what}")).await?;
    println!("{} entries of the rules are there.", library.entries().len());
    rules::learn_meaning(&library, data_dir, |what| println!("{what}"), show_progress).await?;
    println!("Questions about the rules are answered by their words and by their meaning.");
    for attribution in library.attributions() {
        println!("\nRules of {} ({}): {}", attribution.edition.as_str(), attribution.license, attribution.text);
    }
    Ok(())
}

/// Counts the entries and lists references to what isn't there. Fails if there are any.
///
/// # Errors
/// The rules are not there and can't be had.
pub async fn rules_check(data_dir: &Path) -> Result<ExitCode, Failure> {
    let library = rules::setup(data_dir, |what| eprintln!("{what}")).await?;
    let counts = library.counts();
    for edition in Edition::ALL {
        let of = counts.iter().filter(|((of, _), _)| *of == edition);
        let list: Vec<String> = of.clone().map(|((_, kind), n)| format!("{n} {}", kind.as_str())).collect();
        println!("{}: {} entries: {}", edition.as_str(), of.map(|(_, n)| n).sum::<usize>(), list.join(", "));
    }
    let n_references: usize = library.entries().iter().map(|entry| entry.references.len()).sum();
    let dangling = library.dangling();
    for (entry, reference) in &dangling {
        println!(
            "{} {} “{}” points to {} “{}”, which isn't there",
            entry.edition.as_str(),
            entry.kind.as_str(),
            entry.name,
            reference.kind.as_str(),
            reference.slug
        );
    }
    println!("{n_references} references, {} to what isn't there", dangling.len());
    Ok(if dangling.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A bar that grows, on a terminal.
fn show_progress(n: usize, of: usize) {
    const WIDTH: usize = 40;
    let mut out = stdout();
    if out.is_terminal() && of > 0 {
        let filled = WIDTH * n / of;
        let end = if n == of { "\n" } else { "" };
        let bar = format!("{}{}", "█".repeat(filled), "·".repeat(WIDTH - filled));
        // A terminal that has gone away is no reason to stop.
        let _ = write!(out, "\rReading them for their meaning {bar} {n} of {of}{end}");
        let _ = out.flush();
    }
}
