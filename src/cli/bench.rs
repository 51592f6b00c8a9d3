//! How well questions find their rules.

use std::{fs, path::Path, time::Instant};

use serde::Deserialize;
use serde_json::json;

use crate::rules::{self, Asked, Library, MAX_FOUND};

use super::Failure;

/// A question, and the names of the entries that answer it.
#[derive(Deserialize)]
struct Question {
    q: String,
    expect: Vec<String>,
}

/// Asks the rules of 2014 every question of a file. Prints one line of JSON: how many there were, the shares answered by
/// the first and by the first five different names, the mean of one over the rank of the first that answers (none beyond
/// ten), and the median time of a search.
///
/// # Errors
/// The file can't be read, or the rules can't be had.
pub async fn bench_rules(data_dir: &Path, file: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(file).map_err(|error| format!("{} can't be read: {error}", file.display()))?;
    let mut questions: Vec<Question> = Vec::new();
    for (n, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        questions.push(serde_json::from_str(line).map_err(|error| format!("{}:{n}: {error}", file.display()))?);
    }
    if questions.is_empty() {
        return Err(format!("{} holds no questions", file.display()).into());
    }
    let library = rules::setup(data_dir, |what| eprintln!("{what}")).await?;
    let mut times_ms: Vec<f64> = Vec::with_capacity(questions.len());
    let mut ranks: Vec<Option<usize>> = Vec::with_capacity(questions.len());
    for question in &questions {
        let start = Instant::now();
        let rank = rank(&library, question);
        times_ms.push(start.elapsed().as_secs_f64() * 1_000.0);
        ranks.push(rank);
    }
    times_ms.sort_by(f64::total_cmp);
    let n = questions.len();
    let share = |value: f64| (value / n as f64 * 10_000.0).round() / 10_000.0;
    let within = |most: usize| share(ranks.iter().flatten().filter(|rank| **rank <= most).count() as f64);
    let mrr = share(ranks.iter().flatten().map(|rank| 1.0 / *rank as f64).sum());
    let figures = json!({
        "n": n, "recall@1": within(1), "recall@5": within(5), "mrr": mrr,
        "p50_ms": (times_ms[n / 2] * 1_000.0).round() / 1_000.0,
    });
    println!("{figures}");
    Ok(())
}

/// The place of the first name that answers, names that come twice counted once.
fn rank(library: &Library, question: &Question) -> Option<usize> {
    let answer = library.search(&Asked { query: &question.q, limit: Some(MAX_FOUND), ..Asked::default() });
    let mut names: Vec<&str> = Vec::new();
    for found in &answer.found {
        if !names.contains(&found.entry.name.as_str()) {
            names.push(&found.entry.name);
        }
    }
    let answers = |name: &&str| question.expect.iter().any(|expected| expected.eq_ignore_ascii_case(name));
    names.iter().position(answers).map(|at| at + 1)
}
