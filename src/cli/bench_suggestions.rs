//! `embertale bench suggestions`: how often tool suggestions are right.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::dm::hints::{HintRule, HintScore, LabelledMessage};

use super::{
    CommandError,
    bench_file::lines_of,
    terminal::{note, say},
};

/// Counts of right, wrong and missed suggestions in some messages.
#[derive(Default)]
struct Sum {
    n: usize,
    right: usize,
    wrong: usize,
    missed: usize,
    n_arguments: usize,
    n_arguments_right: usize,
    /// How many of the messages that make nothing due moved no rule, and how many those are.
    quiet: usize,
    tempting: usize,
}

impl Sum {
    fn add(&mut self, message: &LabelledMessage, score: &HintScore) {
        self.n += 1;
        self.right += score.right.len();
        self.wrong += score.wrong.len();
        self.missed += score.missed.len();
        self.n_arguments += score.n_arguments;
        self.n_arguments_right += score.n_arguments_right;
        self.tempting += usize::from(message.is_tempting());
        self.quiet += usize::from(message.is_tempting() && score.wrong.is_empty());
    }

    fn precision(&self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    fn recall(&self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    fn f1(&self) -> f64 {
        share(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }
}

/// Runs the rules on every labelled message of some files and prints one line of JSON: how many messages and rules there are,
/// `precision`, `recall` and `f1` over tools with the fields that are meant, each hint counting for itself, the same for the
/// messages that were held out while rules were written, the share of those that make nothing due in which nothing is hinted
/// at, the share of arguments that are right where the hint is, and how long all rules take, in microseconds. With `misses`,
/// what they got wrong goes to standard error, but for what is held out.
///
/// # Errors
/// A file can't be read, or holds something else.
pub fn bench_suggestions(files: &[PathBuf], misses: bool) -> Result<(), CommandError> {
    let messages: Vec<LabelledMessage> = lines_of(files)?;
    let Some(first) = messages.first() else { return Err("there are no messages in these files".into()) };
    // The first call builds caches; exclude it from the timing.
    first.score();
    let (mut all, mut held_out) = (Sum::default(), Sum::default());
    let mut took: Vec<f64> = Vec::new();
    for message in &messages {
        let score = message.score();
        took.push(score.took.as_secs_f64() * 1_000_000.0);
        all.add(message, &score);
        if message.is_held_out() {
            held_out.add(message, &score);
        } else if misses && !(score.wrong.is_empty() && score.missed.is_empty()) {
            note!("{} wrong {:?} missed {:?}\n    {}", message.id, score.wrong, score.missed, message.message);
        }
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| round(took[((took.len() - 1) as f64 * share).round() as usize]);
    say!("{}", figures(&all, &held_out, &json!({"p50_us": at(0.5), "p99_us": at(0.99)})));
    Ok(())
}

fn figures(all: &Sum, held_out: &Sum, took: &Value) -> Value {
    json!({
        "n": all.n, "n_heldout": held_out.n, "rules": HintRule::count(),
        "precision": round(all.precision()), "recall": round(all.recall()), "f1": round(all.f1()),
        "precision_heldout": round(held_out.precision()), "recall_heldout": round(held_out.recall()),
        "f1_heldout": round(held_out.f1()), "quiet": round(share(all.quiet, all.tempting)),
        "args_right": round(share(all.n_arguments_right, all.n_arguments)),
        "p50_us": took["p50_us"], "p99_us": took["p99_us"],
    })
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
