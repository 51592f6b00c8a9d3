//! What a tool's answer says of texts that were longer than they are kept.

use serde_json::{Value, json};

use crate::game::wording;

/// The texts of one call that were cut, each as a sentence.
#[derive(Debug, Default)]
pub(super) struct Cuts(Vec<String>);

impl Cuts {
    /// Notes a text of more than `most` characters.
    pub(super) fn note(&mut self, field: &str, text: &str, most: usize) {
        self.0.extend(wording::cut_notice(text, most).map(|notice| format!("{field}: {notice}")));
    }

    /// Notes a list of more than `most` entries.
    pub(super) fn note_count(&mut self, field: &str, n: usize, most: usize) {
        if n > most {
            self.0.push(format!("{field}: only the first {most} of {n} are kept."));
        }
    }

    /// Adds what was cut to an answer.
    pub(super) fn tell(self, answer: &mut Value) {
        if !self.0.is_empty() {
            answer["cut"] = json!(self.0);
        }
    }
}
