//! What the log of tool suggestions says.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde_json::json;

use crate::dm::hints::{Line, MadeAndFollowed};

use super::{Failure, terminal::say};

/// From here on a suggestion is a confident one.
const CONFIDENT: f64 = 0.8;

/// Prints, for each agent and tool in a log, how many suggestions were made and followed, in all and of the confident ones,
/// those most often followed first; then the sums as one line of JSON. A last line that was cut off is left out.
///
/// # Errors
/// No log is named, it can't be read, or a line of it is something else.
pub fn suggestions_report(file: Option<PathBuf>) -> Result<(), Failure> {
    let file = file.ok_or("name the log, or set TOOL_SUGGESTIONS_LOG to where it is kept")?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{} can't be read: {error}", file.display()))?;
    let mut tools: BTreeMap<(String, String), [MadeAndFollowed; 2]> = BTreeMap::new();
    let mut sums = [MadeAndFollowed::default(); 2];
    let mut n_answers = 0;
    for (n, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(_) if n == text.lines().count() && !text.ends_with('\n') => break,
            Err(_) => {
                return Err(
                    format!("{}:{n} is no line of a log of suggestions; name another file", file.display()).into()
                );
            }
        };
        n_answers += 1;
        for hint in line.hints {
            let name = hint.field.map_or_else(|| hint.tool.clone(), |field| format!("{}({field})", hint.tool));
            let of_tool = tools.entry((line.agent.clone(), name)).or_default();
            let is_confident = usize::from(hint.confidence >= CONFIDENT);
            for at in 0..=is_confident {
                of_tool[at].add(hint.followed);
                sums[at].add(hint.followed);
            }
        }
    }
    let mut rows: Vec<_> = tools.into_iter().collect();
    rows.sort_by(|(_, one), (_, other)| share(other[0]).total_cmp(&share(one[0])));
    if !rows.is_empty() {
        say!("{:<14} {:<44} {:>14} {:>22}", "agent", "suggestion", "followed", "of the confident ones");
    }
    for ((agent, tool), [all, confident]) in &rows {
        say!("{agent:<14} {tool:<44} {:>14} {:>22}", in_words(*all), in_words(*confident));
    }
    let [all, confident] = sums;
    say!(
        "{}",
        json!({
            "answers": n_answers, "made": all.made, "followed": all.followed, "share": round(share(all)),
            "confidentMade": confident.made, "confidentFollowed": confident.followed,
            "confidentShare": round(share(confident)),
        })
    );
    Ok(())
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
