//! Translates deserialization errors into sentences for people who wrote the JSON.
//!
//! Serde's errors are texts, so their few forms are parsed here and nowhere else. Unknown forms give a generic sentence, never
//! serde's own.

use serde_json::Value;

use game::{hero::FieldError, listed};

/// The name of a value that is no field of another.
pub const WHOLE: &str = "body";

/// The error of the value at `path` below the field `within`, from serde's `message`. `value` is the whole value.
pub fn field_error(within: &str, path: &str, message: &str, value: &Value) -> FieldError {
    let named = between(message, " field `", "`").filter(|_| names_a_field(message));
    let path = if path == "." { "" } else { path };
    // Depending on the type, the path of an unknown field leads to the field or to its parent.
    let is_named_twice = named.is_some_and(|named| path == named || path.ends_with(&format!(".{named}")));
    // Tagged enums lose the path; it can often be recovered from the value.
    let guessed = if path.is_empty() && named.is_none() { the_only_place_of(message, value) } else { None };
    let mut parts = vec![within, path];
    parts.extend(named.filter(|_| !is_named_twice));
    parts.extend(guessed.as_deref());
    parts.retain(|part| !part.is_empty());
    let field = if parts.is_empty() { WHOLE.to_owned() } else { parts.join(".") };
    FieldError { field, message: sentence(message) }
}

/// Whether the message names a missing, unknown or duplicate field.
pub fn names_a_field(message: &str) -> bool {
    ["missing field `", "unknown field `", "duplicate field `"].iter().any(|start| message.starts_with(start))
}

/// Where a text stops being what was expected.
pub fn place(error: &serde_json::Error) -> String {
    format!("line {}, column {}", error.line(), error.column())
}

/// The sentence for invalid JSON.
pub fn not_json(error: &serde_json::Error) -> String {
    format!("This is not valid JSON: {}.", place(error))
}

/// The error text for a whole text or value.
pub fn said(error: &serde_json::Error) -> String {
    if !error.is_data() {
        return not_json(error);
    }
    let FieldError { field, message } = in_field("", "", error);
    if field == WHOLE { message } else { format!("{field}: {message}") }
}

/// The error text for the JSON at `path` below the field `within`. Line and column are left out: they count from the beginning of
/// that part, which the reader does not know.
pub fn in_field(within: &str, path: &str, error: &serde_json::Error) -> FieldError {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    field_error(within, path, message, &Value::Null)
}

/// A message in plain words.
pub fn sentence(message: &str) -> String {
    let message =
        message.strip_suffix('.').filter(|message| message.starts_with(char::is_lowercase)).unwrap_or(message);
    let wanted = || message.rsplit_once(", expected ").map(|(_, wanted)| wanted).unwrap_or_default();
    match message.split(' ').next().unwrap_or_default() {
        "missing" => "This is required.".to_owned(),
        "duplicate" => "Send this only once.".to_owned(),
        "unknown" if message.starts_with("unknown field") => match quoted(wanted()).as_slice() {
            [] => "There is no such field here.".to_owned(),
            known => format!("There is no such field here; there is {}.", listed(known.iter().copied())),
        },
        "unknown" if message.starts_with("unknown variant") => {
            format!("Use one of: {}.", quoted(wanted()).join(", "))
        }
        "invalid" if message.starts_with("invalid type") || message.starts_with("invalid value") => {
            format!("Send {}.", kind(wanted()))
        }
        "invalid" if message.starts_with("invalid length") => "This list has the wrong length.".to_owned(),
        "invalid" | "cannot" if message.contains("digit") || message.contains("integer") => {
            "Send a whole number.".to_owned()
        }
        "invalid" if message.contains("float") => "Send a number.".to_owned(),
        "number" => "This number is too large or too small.".to_owned(),
        "provided" => "Send true or false.".to_owned(),
        "data" => "This has none of the forms it may have; /api/docs shows them.".to_owned(),
        // Other messages come from our own types.
        _ => message.to_owned(),
    }
}

/// The expected type in plain words.
fn kind(wanted: &str) -> &'static str {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more, that is not too large",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number that is not too large",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "a character" | "variant identifier" | "string or map" => "a text",
        "option" | "unit" => "null, or leave it out",
        wanted if wanted.contains("sequence") || wanted.contains("tuple") => "a list",
        _ => "an object with its fields by name",
    }
}

/// All names in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    // A field name may contain a backquote; it ends where the list of known fields begins.
    rest.split_once("`, expected").or_else(|| rest.rsplit_once(end)).map(|(name, _)| name)
}

/// The field whose value the message quotes, if only one field has that value.
fn the_only_place_of(message: &str, value: &Value) -> Option<String> {
    let mut found = Vec::new();
    places_of(message, value, "", &mut found);
    if found.len() == 1 { found.pop() } else { None }
}

fn places_of(message: &str, value: &Value, path: &str, found: &mut Vec<String>) {
    let sent = message.split_once(": ").map_or(message, |(_, sent)| sent);
    let has_it = match value {
        Value::String(text) => {
            message.starts_with(&format!("unknown variant `{text}`")) || sent.starts_with(&format!("string {text:?}"))
        }
        Value::Number(number) => {
            sent.starts_with(&format!("integer `{number}`")) || sent.starts_with(&format!("floating point `{number}`"))
        }
        Value::Bool(value) => sent.starts_with(&format!("boolean `{value}`")),
        Value::Array(_) => sent.starts_with("sequence"),
        Value::Object(_) => sent.starts_with("map"),
        Value::Null => sent.starts_with("null") || sent.starts_with("unit value") || sent.starts_with("Option value"),
    };
    if has_it && !path.is_empty() {
        found.push(path.to_owned());
    }
    let within = |step: &str| if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") };
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places_of(message, value, &within(name), found))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| places_of(message, value, &within(&i.to_string()), found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Plain {
        text: String,
        number: Option<u8>,
        yes: Option<bool>,
        list: Option<Vec<String>>,
        choice: Option<Choice>,
        any: Option<Any>,
        inner: Option<Box<Plain>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        Long,
        Short,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Any {
        Number(u8),
        Yes(bool),
    }

    #[test]
    fn no_message_of_a_deserializer_is_passed_on() {
        let cases = [
            (json!({}), "text", "This is required."),
            (json!({"text": 7}), "text", "Send a text."),
            (json!({"text": "", "number": -1}), "number", "Send a whole number, 0 or more, that is not too large."),
            (json!({"text": "", "number": 300}), "number", "Send a whole number, 0 or more, that is not too large."),
            (json!({"text": "", "number": "x"}), "number", "Send a whole number, 0 or more, that is not too large."),
            (json!({"text": "", "yes": 1}), "yes", "Send true or false."),
            (json!({"text": "", "list": "x"}), "list", "Send a list."),
            (json!({"text": "", "list": ["x", 1]}), "list[1]", "Send a text."),
            (json!({"text": "", "choice": "x"}), "choice", "Use one of: long, short."),
            (json!({"text": "", "any": []}), "any", "This has none of the forms it may have; /api/docs shows them."),
            (json!({"text": "", "inner": {"text": 1}}), "inner.text", "Send a text."),
            (json!({"text": "", "inner": {}}), "inner.text", "This is required."),
            (json!({"text": "", "inner": 7}), "inner", "Send an object with its fields by name."),
            (json!(7), "body", "Send an object with its fields by name."),
        ];
        for (value, field, message) in cases {
            let error = serde_path_to_error::deserialize::<_, Plain>(value.clone()).unwrap_err();
            let said = field_error("", &error.path().to_string(), &error.inner().to_string(), &value);
            assert_eq!((said.field.as_str(), said.message.as_str()), (field, message), "{value}: {error}");
        }
        let value = json!({"text": "", "`a`": 1});
        let error = serde_path_to_error::deserialize::<_, Plain>(value.clone()).unwrap_err();
        let said = field_error("", &error.path().to_string(), &error.inner().to_string(), &value);
        assert_eq!(said.field, "`a`");
        assert!(said.message.starts_with("There is no such field here; there is text, number"), "{}", said.message);
    }
}
