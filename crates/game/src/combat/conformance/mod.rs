//! Conformance tests of the engine: cases as data, each with the rule it tests, played on the engine itself.
//!
//! A file of cases is one subject. A case says who is there, what is done, which dice fall, and what must come of it; or
//! it asks for one number the rules have a table for. A case with `columns` and `rows` expands to one case a row, with
//! the row's values in the place of `$column`.

mod case;
mod formula;
mod play;
mod seen;
mod setting;

use serde::Serialize;
use serde_json::{Map, Value};

pub use case::Case;

/// The files, each with its subject.
const FILES: [(&str, &str); 10] = [
    ("numbers", include_str!("numbers.json")),
    ("classes", include_str!("classes.json")),
    ("attacks", include_str!("attacks.json")),
    ("conditions", include_str!("conditions.json")),
    ("damage", include_str!("damage.json")),
    ("dying", include_str!("dying.json")),
    ("saves", include_str!("saves.json")),
    ("outside", include_str!("outside.json")),
    ("turns", include_str!("turns.json")),
    ("terrain", include_str!("terrain.json")),
];

/// The creatures cases are played with.
const KINDS: &str = include_str!("kinds.json");
/// The spells heroes of cases cast.
const SPELLS: &str = include_str!("spells.json");

/// A case that did not come out as the rules have it, with everything needed to play it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The file.
    pub subject: &'static str,
    /// The rule.
    pub rule: String,
    /// The situation, in words.
    pub case: String,
    /// The actual result.
    pub why: String,
}

/// Plays every case: how many there are, and those that failed.
pub fn play_all() -> (usize, Vec<Fault>) {
    let (mut n, mut faults) = (0, Vec::new());
    for (subject, text) in FILES {
        let fault =
            |rule: &str, case: &str, why: String| Fault { subject, rule: rule.to_owned(), case: case.to_owned(), why };
        let cases = match serde_json::from_str::<Vec<Value>>(text) {
            Ok(cases) => cases,
            Err(why) => {
                faults.push(fault("", "", format!("The file can't be read: {why}")));
                continue;
            }
        };
        for written in cases.iter().flat_map(spread) {
            n += 1;
            let of = |key: &str| written.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let (rule, words) = (of("rule"), of("case"));
            let played = Case::read(written).and_then(|case| play::play(&case));
            faults.extend(played.err().map(|why| fault(&rule, &words, why)));
        }
    }
    (n, faults)
}

/// The rules that have a case, each once, in the order of the files.
pub fn rules() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for value in FILES.iter().filter_map(|(_, text)| serde_json::from_str::<Vec<Value>>(text).ok()).flatten() {
        let rule = value.get("rule").and_then(Value::as_str).unwrap_or_default().to_owned();
        if !all.contains(&rule) {
            all.push(rule);
        }
    }
    all
}

/// The cases that a written one expands to: itself, or one for each of its rows.
fn spread(written: &Value) -> Vec<Value> {
    let Some(whole) = written.as_object() else { return vec![written.clone()] };
    let (Some(columns), Some(rows)) = (whole.get("columns"), whole.get("rows")) else { return vec![written.clone()] };
    let columns: Vec<&str> = columns.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut one = whole.clone();
    one.retain(|key, _| !matches!(key.as_str(), "columns" | "rows"));
    let one = Value::Object(one);
    let rows = rows.as_array().into_iter().flatten();
    rows.map(|row| {
        let values = row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice);
        fill(&one, &columns.iter().copied().zip(values).collect::<Vec<_>>())
    })
    .collect()
}

/// A value with `$column` filled in: as the value it is where it is alone, as text within a text.
fn fill(value: &Value, row: &[(&str, &Value)]) -> Value {
    match value {
        Value::String(text) => {
            if let Some((_, whole)) = row.iter().find(|(column, _)| text.strip_prefix('$') == Some(column)) {
                return (*whole).clone();
            }
            let text = row.iter().fold(text.clone(), |text, (column, value)| {
                let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                text.replace(&format!("${column}"), &plain)
            });
            Value::String(text)
        }
        Value::Array(all) => all.iter().map(|one| fill(one, row)).collect(),
        Value::Object(all) => {
            let filled = all.iter().map(|(key, one)| {
                let key = fill(&Value::String(key.clone()), row);
                (key.as_str().map_or_else(|| key.to_string(), str::to_owned), fill(one, row))
            });
            Value::Object(filled.collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_holds_to_every_case() {
        let (n, faults) = play_all();
        assert!(n >= 300, "{n} cases");
        let list: Vec<String> =
            faults.iter().map(|it| format!("{} {}: {}: {}", it.subject, it.rule, it.case, it.why)).collect();
        assert!(list.is_empty(), "{} of {n} failed\n{}", list.len(), list.join("\n"));
    }

    #[test]
    fn a_case_has_an_id_of_the_list_of_rules() {
        let list = include_str!("../../../../../src/rules/srd_ids.txt");
        let known: Vec<&str> = list.lines().map(|line| line.trim_end_matches(" -")).collect();
        let unknown: Vec<String> = rules().into_iter().filter(|rule| !known.contains(&rule.as_str())).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
