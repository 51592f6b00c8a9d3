//! The rules, fetched and looked at.

use std::{path::Path, process::ExitCode};

use crate::rules::{self, Edition};

use super::Failure;

/// Fetches the rules and makes them ready, telling each step.
///
/// # Errors
/// They can't be had; the text says what to do.
pub async fn setup(data_dir: &Path) -> Result<(), Failure> {
    let library = rules::setup(data_dir, |what| println!("{what}")).await?;
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
