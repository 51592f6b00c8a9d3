//! Shortens texts of a call's input that its result repeats. A model that sent a page of text for a name need not read it again,
//! and would pay for it in each request of the turn.

use model::ToolCall;
use serde_json::Value;

use super::tool::{ToolError, ToolOutput};

/// The most characters of one text of the input that an answer repeats.
const MAX_ECHO: usize = 160;

/// A result without long texts that repeat the call.
pub(super) fn bounded(call: &ToolCall, answer: Result<ToolOutput, ToolError>) -> Result<ToolOutput, ToolError> {
    let mut long = Vec::new();
    add(&call.name, &mut long);
    if let Ok(input) = &call.input {
        add_texts(input, &mut long);
    }
    let short = |text: String| long.iter().fold(text, |text, of| shortened(text, of));
    match answer {
        Ok(answer) => Ok(ToolOutput { text: short(answer.text), public: answer.public.map(short), ..answer }),
        Err(ToolError::Refused(text)) => Err(ToolError::Refused(short(text))),
        Err(ToolError::RefusedInPrivate(text)) => Err(ToolError::RefusedInPrivate(short(text))),
        Err(broken) => Err(broken),
    }
}

/// Adds the long texts and field names of an input.
fn add_texts(input: &Value, found: &mut Vec<String>) {
    match input {
        Value::String(text) => add(text, found),
        Value::Array(items) => items.iter().for_each(|item| add_texts(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            add(name, found);
            add_texts(value, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Adds a long text in the forms in which results repeat it: as it is, on one line, in lower case, and each JSON-escaped.
fn add(text: &str, found: &mut Vec<String>) {
    // Tools look at a text without the space around it.
    let text = text.trim();
    if text.chars().nth(MAX_ECHO).is_none() {
        return;
    }
    let on_one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for form in [text.to_owned(), text.to_lowercase(), on_one_line.to_lowercase(), on_one_line] {
        let quoted = Value::from(form.as_str()).to_string();
        let in_json = quoted[1..quoted.len() - 1].to_owned();
        let new = [form, in_json].into_iter().filter(|form| !found.contains(form)).collect::<Vec<_>>();
        found.extend(new);
    }
}

/// A text with at most [`MAX_ECHO`] characters of each place where it repeats another.
fn shortened(text: String, of: &str) -> String {
    let Some((end, _)) = of.char_indices().nth(MAX_ECHO) else { return text };
    let (begins, goes_on) = of.split_at(end);
    let (mut short, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find(begins) {
        let (kept, after) = rest.split_at(at + begins.len());
        let same = after.chars().zip(goes_on.chars()).take_while(|(one, other)| one == other);
        let n_bytes: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
        short.push_str(kept);
        short.push_str(if n_bytes > 0 { "…" } else { "" });
        rest = &after[n_bytes..];
    }
    if short.is_empty() {
        return text;
    }
    short + rest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_text_is_repeated_up_to_a_bound_however_it_is_written() {
        let name = (0..300).map(|n| format!("Word{n} \"x\"\n")).collect::<String>();
        let call = ToolCall { id: "1".into(), name: "travel".into(), input: Ok(json!({"to": [name]})) };
        let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
        for echo in
            [name.trim().to_owned(), line.clone(), line.to_lowercase(), line[..500].to_owned(), json!(name).to_string()]
        {
            let refused = bounded(&call, Err(ToolError::Refused(format!("There is no “{echo}”; there is a mill."))));
            let text = refused.unwrap_err().to_string();
            assert!(text.len() < 300 && text.ends_with("there is a mill."), "{text}");
        }
        let answer = bounded(&call, Ok(ToolOutput::done("Word0 is short."))).unwrap();
        assert_eq!(answer.text, "Word0 is short.");
    }
}
