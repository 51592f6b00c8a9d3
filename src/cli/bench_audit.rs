//! How often the narration check is right.

use std::{collections::BTreeMap, path::PathBuf};

use serde_json::{Value, json};

use crate::dm::narration_check::{LabelledText, UnsupportedClaim};

use super::{
    CommandError,
    bench_file::lines_of,
    terminal::{note, say},
};

/// Compares every labelled text of some files with what happened in it, and prints one line of JSON: how many there were,
/// `precision` (of the texts in which something is found, how many say what did not happen), `recall` (of those that do, in
/// how many something is found), each with the bounds of its 95 % interval (Wilson), the share in which what is found is of
/// the kind it is about, the recall by kind, `recall_reviewed` (the recall with a reviewer who answers as labelled),
/// `reviewed_of_clean` (the share of clean texts about which the reviewer is asked), and times of a comparison in milliseconds. With
/// `misses`, what it got wrong and the clean texts that are reviewed go to standard error.
///
/// # Errors
/// A file can't be read, or holds something else.
pub fn bench_audit(files: &[PathBuf], misses: bool) -> Result<(), CommandError> {
    let texts: Vec<LabelledText> = lines_of(files)?;
    let Some(first) = texts.first() else { return Err("there are no texts in these files".into()) };
    // One-time initialisation isn't part of the measured time.
    first.audit();
    let (mut right, mut wrong, mut of_kind) = (0, 0, 0);
    // A reviewer who answers as labelled finds every contradiction that it is asked about, and no other.
    let (mut reviewed_right, mut reviewed_clean) = (0, 0);
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut took: Vec<f64> = Vec::new();
    for text in &texts {
        let (findings, time) = text.audit();
        took.push(time.as_secs_f64() * 1_000.0);
        let found = !findings.is_empty();
        match (found || text.is_searched(), text.is_contradiction()) {
            (true, true) => reviewed_right += 1,
            (true, false) => reviewed_clean += 1,
            (false, _) => {}
        }
        if text.is_contradiction() {
            right += usize::from(found);
            of_kind += usize::from(findings.iter().any(|it| Some(it.kind) == text.kind));
            let (hits, all) = by_kind.entry(text.kind.map_or("", |kind| kind.as_str())).or_default();
            *hits += usize::from(found);
            *all += 1;
        } else {
            wrong += usize::from(found);
        }
        if let Some((kind, sentence)) = text.searched_for().filter(|_| misses && !text.is_contradiction()) {
            note!("{} asked about {}: {sentence}", text.id, kind.as_str());
        }
        if misses && found != text.is_contradiction() {
            print_miss(text, &findings);
        }
    }
    took.sort_by(f64::total_cmp);
    let at = |share: f64| round(took[((took.len() - 1) as f64 * share).round() as usize]);
    let n_wrong = by_kind.values().map(|(_, all)| all).sum::<usize>();
    let (precision, precision_95) = share(right, right + wrong);
    let (recall, recall_95) = share(right, n_wrong);
    let kinds: BTreeMap<&str, f64> =
        by_kind.into_iter().map(|(kind, (hits, all))| (kind, share(hits, all).0)).collect();
    say!(
        "{}",
        json!({
            "n": texts.len(), "n_contradictions": n_wrong, "precision": precision, "recall": recall,
            "precision_95": precision_95, "recall_95": recall_95, "recall_of_kind": share(of_kind, n_wrong).0,
            "recall_by_kind": kinds, "recall_reviewed": share(reviewed_right, n_wrong).0,
            "reviewed_of_clean": share(reviewed_clean, texts.len() - n_wrong).0, "p50_ms": at(0.5), "p95_ms": at(0.95),
        })
    );
    Ok(())
}

fn print_miss(text: &LabelledText, findings: &[UnsupportedClaim]) {
    let what: Vec<String> = findings.iter().map(|it| format!("{}: {}", it.kind.as_str(), it.quote)).collect();
    let kind = text.kind.map_or("clean", |kind| kind.as_str());
    let (wrong, what) = (text.wrong.as_deref().unwrap_or(""), what.join(" | "));
    note!("{} [{kind}] {wrong} {what}\n    {}", text.id, text.prose);
}

/// A share and the bounds of its 95 % interval (Wilson's score interval).
fn share(hits: usize, of: usize) -> (f64, Value) {
    if of == 0 {
        return (0.0, json!([0, 1]));
    }
    let (n, p, z) = (of as f64, hits as f64 / of as f64, 1.96_f64);
    let (middle, spread) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    let within = |bound: f64| round((bound / (1.0 + z * z / n)).clamp(0.0, 1.0));
    (round(p), json!([within(middle - spread), within(middle + spread)]))
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
