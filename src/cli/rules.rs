//! `embertale setup` and `embertale rules`.

use std::{
    fmt::Write as _,
    io::{IsTerminal, stdout},
    path::Path,
    process::ExitCode,
};

use serde_json::json;

use crate::rules::{self, Coverage, Covered, Edition, Origin, Sources};

use super::{
    CommandError,
    terminal::{note, say, write},
};

/// Fetches the rules and makes them ready, to be found by words and by meaning. Each step is announced on standard error. With
/// `compact` the sentence encoder is kept in half precision.
///
/// # Errors
/// They can't be had; the text says what to do.
pub async fn setup(sources: &Sources, origin: Option<Origin>, compact: bool) -> Result<(), CommandError> {
    let has_encoder = match origin {
        Some(origin) => rules::bring(&origin, &sources.data_dir, |what| note!("{what}")).await?,
        None => true,
    };
    let library = rules::setup(&sources.data_dir, |what| note!("{what}")).await?;
    say!("{} rules entries loaded.", library.entries().len());
    if has_encoder || sources.embeddings.is_some() {
        match rules::learn_meaning(&library, sources, |what| note!("{what}"), show_progress).await {
            Ok(()) => say!("Rules search uses keywords and semantic search."),
            Err(why) => say!("Rules search uses keywords only (no semantic search). {why}"),
        }
    } else {
        say!("Rules search uses keywords only (no semantic search).");
    }
    if compact && has_encoder {
        note!("Making the sentence encoder compact …");
        rules::compact_encoder(&sources.data_dir).await?;
    }
    for attribution in library.attributions() {
        say!("\nRules of {} ({}): {}", attribution.edition.as_str(), attribution.license, attribution.text);
    }
    Ok(())
}

/// Counts the entries and lists references to what isn't there. Fails if there are any.
///
/// # Errors
/// The rules are not there and can't be had.
pub async fn rules_check(data_dir: &Path) -> Result<ExitCode, CommandError> {
    let library = rules::setup(data_dir, |what| note!("{what}")).await?;
    let counts = library.counts();
    for edition in Edition::ALL {
        let of = counts.iter().filter(|((of, _), _)| *of == edition);
        let list: Vec<String> = of.clone().map(|((_, kind), n)| format!("{n} {}", kind.as_str())).collect();
        say!("{}: {} entries: {}", edition.as_str(), of.map(|(_, n)| n).sum::<usize>(), list.join(", "));
    }
    let n_references: usize = library.entries().iter().map(|entry| entry.references.len()).sum();
    let dangling = library.dangling();
    for (entry, reference) in &dangling {
        say!(
            "{} {} “{}” points to {} “{}”, which isn't there",
            entry.edition.as_str(),
            entry.kind.as_str(),
            entry.name,
            reference.kind.as_str(),
            reference.slug
        );
    }
    say!("{n_references} references, {} to what isn't there", dangling.len());
    Ok(if dangling.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A bar that grows, on a terminal.
fn show_progress(n: usize, of: usize) {
    const WIDTH: usize = 40;
    if stdout().is_terminal() && of > 0 {
        let filled = WIDTH * n / of;
        let end = if n == of { "\n" } else { "" };
        let bar = format!("{}{}", "█".repeat(filled), "·".repeat(WIDTH - filled));
        write(format_args!("\rReading them for their meaning {bar} {n} of {of}{end}"));
    }
}

/// Says which rules of 2014 the engine enforces, which it only quotes, and which it leaves out.
///
/// # Errors
/// It can't be put into words.
pub fn rules_coverage(as_json: bool) -> Result<(), CommandError> {
    write(format_args!("{}", coverage(as_json)?));
    Ok(())
}

/// The ledger as a text that ends with a line's end.
fn coverage(as_json: bool) -> Result<String, CommandError> {
    let ledger = rules::ledger();
    let of = |coverage| ledger.iter().filter(move |covered| covered.coverage == coverage);
    if as_json {
        let counts: serde_json::Map<_, _> = Coverage::ALL
            .map(|coverage| (coverage.as_str().to_owned(), json!(of(coverage).count())))
            .into_iter()
            .collect();
        let document = json!({"edition": Edition::Y2014, "n": ledger.len(), "counts": counts, "rules": ledger});
        return Ok(serde_json::to_string_pretty(&document)? + "\n");
    }
    let mut text = format!("{} rules of SRD 5.1 (the edition of 2014)\n\n", ledger.len());
    for coverage in Coverage::ALL {
        let n = of(coverage).count();
        let percent = 100.0 * n as f64 / ledger.len() as f64;
        writeln!(text, "{:<9} {n:>4}  {percent:>5.1} %  {}", coverage.as_str(), meaning(coverage))?;
    }
    for coverage in Coverage::ALL {
        writeln!(text, "\n{}:", coverage.as_str())?;
        for covered in of(coverage) {
            writeln!(text, "  {}", line(covered))?;
        }
    }
    Ok(text)
}

fn meaning(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Enforced => "at least one test holds the engine to it, in whole or in part",
        Coverage::Quoted => "the library gives its words, and the Dungeon Master goes by them",
        Coverage::LeftOut => "neither",
    }
}

fn line(covered: &Covered) -> String {
    match covered.tests.len() {
        0 => covered.id.clone(),
        1 => format!("{:<60} 1 test", covered.id),
        n => format!("{:<60} {n} tests", covered.id),
    }
}
