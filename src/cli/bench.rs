//! `embertale bench rules`: how often a question finds its rule.

use std::{path::Path, time::Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::rules::{self, MAX_FOUND, SearchQuery, SearchResult, Sources};

use super::{
    CommandError,
    bench_file::lines_of,
    terminal::{note, say},
};

/// A question, and the names of the entries that answer it.
#[derive(Deserialize)]
struct BenchQuestion {
    q: String,
    expect: Vec<String>,
}

impl BenchQuestion {
    fn asked(&self) -> SearchQuery<'_> {
        SearchQuery { query: &self.q, limit: Some(MAX_FOUND), ..SearchQuery::default() }
    }
}

/// Asks the rules of 2014 every question of a file, first by words alone, then by meaning too if that can be had. The
/// figures of the first go to standard error, those of the better as one line of JSON to standard output: how many
/// questions there were, the shares answered by the first and by the first five different names, the mean of one over the
/// rank of the first that answers (none beyond ten), each with the bounds of its 95 % interval, and the median time of a
/// search in milliseconds, the question's encoding included.
///
/// # Errors
/// The file can't be read, or the rules can't be had.
pub async fn bench_rules(sources: &Sources, file: &Path) -> Result<(), CommandError> {
    let questions: Vec<BenchQuestion> = lines_of(&[file])?;
    if questions.is_empty() {
        return Err(format!("{} holds no questions", file.display()).into());
    }
    let library = rules::setup(&sources.data_dir, |what| note!("{what}")).await?;
    let mut by_words = Vec::new();
    for question in &questions {
        let start = Instant::now();
        let answer = library.search_by_words(&question.asked());
        by_words.push((rank(&answer, question), start.elapsed().as_secs_f64() * 1_000.0));
    }
    let figures_by_words = figures(by_words);
    note!("by words alone: {figures_by_words}");
    let count = |n, of| note!("{n} of {of} texts indexed for semantic search");
    if let Err(why) = rules::learn_meaning(&library, sources, |what| note!("{what}"), count).await {
        note!("{why}");
        say!("{figures_by_words}");
        return Ok(());
    }
    let mut by_meaning = Vec::new();
    for question in &questions {
        let start = Instant::now();
        let answer = library.search(&question.asked()).await;
        by_meaning.push((rank(&answer, question), start.elapsed().as_secs_f64() * 1_000.0));
    }
    say!("{}", figures(by_meaning));
    Ok(())
}

/// The figures of questions, each with the rank of its answer and the time it took in milliseconds.
fn figures(mut asked: Vec<(Option<usize>, f64)>) -> Value {
    asked.sort_by(|a, b| a.1.total_cmp(&b.1));
    let n = asked.len();
    let round = |value: f64| (value * 10_000.0).round() / 10_000.0;
    let of = |worth: &dyn Fn(usize) -> f64| {
        let worths: Vec<f64> = asked.iter().map(|(rank, _)| rank.map_or(0.0, worth)).collect();
        let mean = worths.iter().sum::<f64>() / n as f64;
        let variance = worths.iter().map(|worth| (worth - mean).powi(2)).sum::<f64>() / (n.max(2) - 1) as f64;
        // The normal approximation: 1.96 standard errors to each side.
        let half = 1.96 * (variance / n as f64).sqrt();
        (round(mean), json!([round((mean - half).max(0.0)), round((mean + half).min(1.0))]))
    };
    let within = |most: usize| of(&move |rank| f64::from(u8::from(rank <= most)));
    let ((first, first_95), (fifth, fifth_95)) = (within(1), within(5));
    let (mrr, mrr_95) = of(&|rank| 1.0 / rank as f64);
    json!({
        "n": n, "recall@1": first, "recall@5": fifth, "mrr": mrr, "p50_ms": round(asked[n / 2].1),
        "recall@1_95": first_95, "recall@5_95": fifth_95, "mrr_95": mrr_95,
    })
}

/// The place of the first name that answers, names that come twice counted once.
fn rank(answer: &SearchResult<'_>, question: &BenchQuestion) -> Option<usize> {
    let mut names: Vec<&str> = Vec::new();
    for found in &answer.found {
        if !names.contains(&found.entry.name.as_str()) {
            names.push(&found.entry.name);
        }
    }
    let answers = |name: &&str| question.expect.iter().any(|expected| expected.eq_ignore_ascii_case(name));
    names.iter().position(answers).map(|at| at + 1)
}
