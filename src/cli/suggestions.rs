//! `embertale suggestions report`: evaluates the log of tool suggestions.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use serde_json::{Value, json};

use crate::dm::hints::{HintLogLine, MadeAndFollowed, TurnFigures};

use super::{CommandError, terminal::say};

/// From here on a suggestion is a confident one.
const CONFIDENT: f64 = 0.8;

/// All suggestions of something, and the confident ones among them.
#[derive(Debug, Clone, Copy, Default)]
struct SuggestionCounts {
    all: MadeAndFollowed,
    confident: MadeAndFollowed,
}

impl SuggestionCounts {
    fn add(&mut self, confidence: f64, followed: bool) {
        self.all.add(followed);
        if confidence >= CONFIDENT {
            self.confident.add(followed);
        }
    }
}

/// Turns in which something was suggested, or would have been.
#[derive(Debug, Default)]
struct TurnStats {
    ids: BTreeSet<String>,
    due: MadeAndFollowed,
    sums: TurnFigures,
}

impl TurnStats {
    fn add(&mut self, line: &HintLogLine) {
        line.hints.iter().for_each(|hint| self.due.add(hint.followed));
        // A turn has a line for each of its agents.
        let Some(turn) = line.turn.filter(|_| self.ids.insert(line.turn_id.clone())) else { return };
        self.sums.calls += turn.calls;
        self.sums.refused += turn.refused;
        self.sums.requests += turn.requests;
        self.sums.output_tokens += turn.output_tokens;
        self.sums.cost_usd += turn.cost_usd;
        self.sums.objections += turn.objections;
    }

    /// Averages per turn, by the names of the report.
    fn means(&self) -> [(&'static str, f64); 6] {
        let mean = |sum: f64| if self.ids.is_empty() { 0.0 } else { round(sum / self.ids.len() as f64) };
        let TurnFigures { calls, refused, requests, output_tokens, cost_usd, objections } = self.sums;
        [
            ("calls", mean(calls as f64)),
            ("refused", mean(refused as f64)),
            ("requests", mean(requests as f64)),
            ("outputTokens", mean(output_tokens as f64)),
            ("costUsd", mean(cost_usd)),
            ("objections", mean(objections as f64)),
        ]
    }

    fn figures(&self) -> Value {
        let mut figures = json!({ "turns": self.ids.len(), "due": self.due.made, "used": round(share(self.due)) });
        for (name, mean) in self.means() {
            figures[name] = json!(mean);
        }
        figures
    }
}

/// Prints how often suggestions were followed, by agent and tool and by rule, in all and of the confident ones, those most often
/// followed first. Then it compares turns that were given suggestions with those of sessions that were set aside. Last come the
/// figures as one line of JSON. A last line of the log that was cut off is left out.
///
/// # Errors
/// No log is named, it can't be read, or a line of it is something else.
pub fn suggestions_report(file: Option<PathBuf>) -> Result<(), CommandError> {
    let file = file.ok_or("name the log, or set TOOL_SUGGESTIONS_LOG to where it is kept")?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{} can't be read: {error}", file.display()))?;
    let (mut tools, mut rules) = (BTreeMap::new(), BTreeMap::new());
    let (mut sum, mut n_answers) = (SuggestionCounts::default(), 0);
    let [mut with, mut without] = [TurnStats::default(), TurnStats::default()];
    for (n, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line: HintLogLine = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(_) if n == text.lines().count() && !text.ends_with('\n') => break,
            Err(_) => {
                return Err(
                    format!("{}:{n} is no line of a log of suggestions; name another file", file.display()).into()
                );
            }
        };
        if line.withheld {
            without.add(&line);
            continue;
        }
        with.add(&line);
        n_answers += 1;
        for hint in line.hints {
            let name = hint.field.map_or_else(|| hint.tool.clone(), |field| format!("{}({field})", hint.tool));
            let of_tool: &mut SuggestionCounts = tools.entry((line.agent.clone(), name)).or_default();
            of_tool.add(hint.confidence, hint.followed);
            let of_rule: &mut SuggestionCounts = rules.entry((String::new(), hint.rule)).or_default();
            of_rule.add(hint.confidence, hint.followed);
            sum.add(hint.confidence, hint.followed);
        }
    }
    print_counts(["agent", "suggestion"], tools);
    rules.retain(|(_, rule), _| !rule.is_empty());
    print_counts(["", "rule"], rules);
    if !without.ids.is_empty() {
        print_comparison(&with, &without);
    }
    let SuggestionCounts { all, confident } = sum;
    say!(
        "{}",
        json!({
            "answers": n_answers, "made": all.made, "followed": all.followed, "share": round(share(all)),
            "confidentMade": confident.made, "confidentFollowed": confident.followed,
            "confidentShare": round(share(confident)), "with": with.figures(), "without": without.figures(),
        })
    );
    Ok(())
}

fn print_counts([group, what]: [&str; 2], counts: BTreeMap<(String, String), SuggestionCounts>) {
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by(|(_, one), (_, other)| share(other.all).total_cmp(&share(one.all)));
    if !rows.is_empty() {
        say!("{group:<14} {what:<44} {:>14} {:>22}", "followed", "of the confident ones");
    }
    for ((group, what), SuggestionCounts { all, confident }) in &rows {
        say!("{group:<14} {what:<44} {:>14} {:>22}", in_words(*all), in_words(*confident));
    }
}

fn print_comparison(with: &TurnStats, without: &TurnStats) {
    say!("{:<59} {:>14} {:>22}", "turns in which a tool seemed due", "suggested", "set aside");
    say!("{:<59} {:>14} {:>22}", "  turns", with.ids.len(), without.ids.len());
    say!("{:<59} {:>14} {:>22}", "  the tool was used", in_words(with.due), in_words(without.due));
    const NAMES: [&str; 6] = [
        "tool calls carried out, per turn",
        "tool calls refused, per turn",
        "requests to models, per turn",
        "tokens written, per turn",
        "dollars, per turn",
        "claims the record did not bear out, per turn",
    ];
    for ((name, (_, with)), (_, without)) in NAMES.iter().zip(with.means()).zip(without.means()) {
        say!("  {name:<57} {with:>14} {without:>22}");
    }
}

/// `3 of 4`, with its share.
fn in_words(it: MadeAndFollowed) -> String {
    match it.made {
        0 => "none".to_owned(),
        made => format!("{} of {made} {:>3.0} %", it.followed, share(it) * 100.0),
    }
}

fn share(it: MadeAndFollowed) -> f64 {
    if it.made == 0 { 0.0 } else { it.followed as f64 / it.made as f64 }
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
