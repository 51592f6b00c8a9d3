//! Reports texts that were cut to their maximum length.

use std::{collections::HashMap, sync::LazyLock};

use game::{
    Change,
    wording::{self, fold, one_line},
};
use serde_json::{Value, json};

use crate::{
    agent::{ToolOutput, Toolbox},
    dm::{Draft, fight, npc},
};

/// The shortest limit of a text, in characters.
const SHORTEST_LIMIT: usize = 40;

/// A text field of a tool: the tool, its outer field, and the field itself.
type TextField = (String, String, String);

/// The bounds of text fields as the tools' schemas have them, in characters.
static BOUNDS: LazyLock<HashMap<TextField, usize>> = LazyLock::new(|| {
    let specs =
        [super::campaign_toolbox(), super::toolbox(), fight::toolbox(), npc::toolbox()].map(|it| Toolbox::specs(&it));
    let mut bounds = HashMap::new();
    for spec in specs.iter().flat_map(|specs| specs.iter()) {
        for (outer, schema) in spec.input_schema["properties"].as_object().into_iter().flatten() {
            bounded(schema, outer, &mut |field, most| {
                bounds.insert((spec.name.clone(), outer.clone(), field.to_owned()), most);
            });
        }
    }
    bounds
});

/// Calls `found` with every bound of a text in a schema and the name of the field it is in.
fn bounded(schema: &Value, field: &str, found: &mut impl FnMut(&str, usize)) {
    if let Some(most) = schema["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok()) {
        found(field, most);
    }
    let same_field = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    same_field.chain(schema.get("items")).for_each(|part| bounded(part, field, found));
    for (field, part) in schema["properties"].as_object().into_iter().flatten() {
        bounded(part, field, found);
    }
}

/// A text that a tool's answer says was cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dm) struct ReportedCut {
    field: String,
    /// How many characters it had.
    length: usize,
}

impl ReportedCut {
    pub(super) fn of(field: &str, text: &str) -> Self {
        Self { field: field.to_owned(), length: one_line(text).chars().count() }
    }
}

/// Adds to a tool's answer every text of its input that the call's changes have only the beginning of and the tool did not
/// report, so that no tool cuts a text in silence.
pub(in crate::dm) fn report_all(
    tool: &str,
    input: &Value,
    changes: &[Change],
    reported: &[ReportedCut],
    answer: ToolOutput,
) -> ToolOutput {
    let mut given = Vec::new();
    for (list, value) in input.as_object().into_iter().flatten() {
        texts(value, list, &mut |field, text| {
            if wording::is_longer(text, SHORTEST_LIMIT) {
                given.push((list.as_str(), field.to_owned(), one_line(text)));
            }
        });
    }
    if answer.is_error || given.is_empty() {
        return answer;
    }
    let Ok(mut report) = serde_json::from_str::<Value>(&answer.text) else { return answer };
    let mut kept = Vec::new();
    let changes = serde_json::to_value(changes).unwrap_or_default();
    texts(&changes, "", &mut |_, text| kept.push(fold(text)));
    let mut cuts = Cuts::default();
    for (list, field, text) in given {
        let (whole, n) = (fold(&text), text.chars().count());
        let is_kept = kept.iter().any(|kept| kept.contains(&whole));
        let is_reported = reported.iter().any(|it| (it.field == field || it.field == list) && it.length == n);
        let beginnings = kept.iter().filter(|kept| whole.starts_with(kept.as_str())).map(|kept| kept.chars().count());
        if let Some(most) = beginnings.max().filter(|most| is_cut_at(&whole, *most) && !is_kept && !is_reported) {
            // A text is cut between words, so that less than its bound may be kept.
            let bound = BOUNDS.get(&(tool.to_owned(), list.to_owned(), field.clone()));
            cuts.note(&field, &text, bound.copied().unwrap_or(most));
        }
    }
    if cuts.sentences.is_empty() || !report.is_object() {
        return answer;
    }
    let known = report["cut"].as_array().into_iter().flatten().cloned();
    report["cut"] = known.chain(cuts.sentences.into_iter().map(Value::from)).collect();
    ToolOutput { text: report.to_string(), ..answer }
}

/// Whether a limit cuts a text after this number of characters: at least [`SHORTEST_LIMIT`] are kept, or the next word ends beyond it, as
/// texts are cut between words.
fn is_cut_at(text: &str, n_kept: usize) -> bool {
    let mut rest = text.chars().skip(n_kept);
    let next_word = || text.chars().skip(n_kept + 1).take_while(|c| *c != ' ').count();
    n_kept >= SHORTEST_LIMIT || n_kept > 0 && rest.next() == Some(' ') && n_kept + 1 + next_word() > SHORTEST_LIMIT
}

/// Calls `found` with every text of a value and the name of the field it is in.
fn texts(value: &Value, field: &str, found: &mut impl FnMut(&str, &str)) {
    match value {
        Value::String(text) => found(field, text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, field, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, one)| texts(one, name, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The texts of one call that were cut.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    sentences: Vec<String>,
    reported: Vec<ReportedCut>,
}

impl Cuts {
    /// Notes a text of more than `most` characters.
    pub(super) fn note(&mut self, field: &str, text: &str, most: usize) {
        if let Some(notice) = wording::cut_notice(text, most) {
            self.sentences.push(format!("{field}: {notice}"));
            self.reported.push(ReportedCut::of(field, text));
        }
    }

    /// Notes a list of more than `most` entries.
    pub(super) fn note_count(&mut self, field: &str, n: usize, most: usize) {
        if n > most {
            self.sentences.push(format!("{field}: only the first {most} of {n} are kept."));
        }
    }

    /// Notes entries of a list that are blank and so left out.
    pub(super) fn note_blanks(&mut self, field: &str, list: &[String]) {
        match list.iter().filter(|text| wording::is_blank(text)).count() {
            0 => {}
            n => self.sentences.push(format!("{field}: {n} of {} are blank and left out.", list.len())),
        }
    }

    /// Adds what was cut to an answer.
    pub(super) fn tell(self, draft: &mut Draft, answer: &mut Value) {
        draft.reported_cuts.extend(self.reported);
        if !self.sentences.is_empty() {
            answer["cut"] = json!(self.sentences);
        }
    }
}
