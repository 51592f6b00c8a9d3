//! Parses a package, with limits that keep a stranger's file from harming a table.

use game::numbers::normalize_integers;

use crate::json_errors;

use super::{
    diagnostic::{Code, Diagnostic, Diagnostics, PackageLocation, Severity},
    package::{CampaignPackage, FORMAT},
};

/// The most bytes a package may have.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The most nodes a campaign may have.
pub const MAX_NODES: usize = 1_000;
/// The most of anything else in one list.
const MAX_IN_LIST: usize = 400;
/// The most characters of a narrated text.
const MAX_TEXT: usize = 6_000;
/// The most characters of a name, a title, a label.
const MAX_NAME: usize = 120;
/// The deepest that lists and objects may stand in one another.
const MAX_DEPTH: usize = 48;

/// Parses a package. [`super::check`] decides whether it can be played.
///
/// # Errors
/// Everything about the bytes that keeps them from being a package: too many, no JSON, another format, an unknown or
/// missing field with its place.
pub fn read(bytes: &[u8]) -> Result<CampaignPackage, Vec<Diagnostic>> {
    let refuse = |code: Code, at: &str, message: String, remedy: &str| {
        let (severity, place) = (Severity::Error, at.trim_start_matches('/').replace('/', ", "));
        let (at, remedy) = (at.to_owned(), remedy.to_owned());
        Diagnostic { severity, code, at, place, message, remedy }
    };
    if bytes.len() > MAX_BYTES {
        let message = format!("The file has {} bytes; a campaign may have {MAX_BYTES}.", bytes.len());
        let remedy = "Leave pictures and sounds out of it, or make it two campaigns.";
        return Err(vec![refuse(Code::TooMuch, "", message, remedy)]);
    }
    if depth(bytes) > MAX_DEPTH {
        let message = format!("JSON is nested more than {MAX_DEPTH} levels deep.");
        return Err(vec![refuse(Code::TooMuch, "", message, "Flatten the conditions.")]);
    }
    let mut value: serde_json::Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            let message = json_errors::not_json(&error);
            return Err(vec![refuse(Code::Unreadable, "", message, "Save it as JSON in UTF-8.")]);
        }
    };
    match value["format"].as_str() {
        Some(FORMAT) => {}
        Some(other) => {
            let other: String = other.chars().filter(|c| !c.is_control()).take(60).collect();
            let message = format!("This is of the format “{other}”.");
            return Err(vec![refuse(Code::WrongFormat, "/format", message, &format!("This program reads {FORMAT}."))]);
        }
        None => {
            let remedy = format!("A campaign begins with \"format\": \"{FORMAT}\".");
            let message = "The field `format` is missing.".to_owned();
            return Err(vec![refuse(Code::WrongFormat, "/format", message, &remedy)]);
        }
    }
    normalize_integers(&mut value);
    serde_path_to_error::deserialize(&value).map_err(|error| {
        let at = pointer(error.path());
        let remedy = "`embertale campaign schema` prints what there can be.";
        vec![refuse(Code::Unreadable, &at, json_errors::said(error.inner()), remedy)]
    })
}

/// The deepest nesting of a JSON text, by its brackets outside strings.
fn depth(bytes: &[u8]) -> usize {
    let (mut deepest, mut depth, mut in_text, mut escaped) = (0usize, 0usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// A JSON pointer to where reading ended.
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{key}"),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}

/// Notes every text, list and number of a package that is beyond its bounds.
pub(super) fn bounds(package: &CampaignPackage, found: &mut Diagnostics) {
    let value = serde_json::to_value(package).unwrap_or_default();
    walk(&value, &mut Vec::new(), found);
    let whole = PackageLocation::whole();
    let n_nodes = package.nodes().count();
    if n_nodes > MAX_NODES {
        let message = format!("There are {n_nodes} nodes; there may be {MAX_NODES}.");
        found.note(Code::TooMuch, &whole.field("acts"), message, "Make it two campaigns.");
    }
}

/// A step to where something is.
#[derive(Clone, Copy)]
enum PathStep<'v> {
    Field(&'v str),
    Item(usize),
}

/// The place some steps lead to. It is only made where something is found: a package has thousands of texts.
fn place_at(path: &[PathStep]) -> PackageLocation {
    path.iter().fold(PackageLocation::whole(), |place, step| match step {
        PathStep::Field(key) => place.field(key),
        PathStep::Item(at) => place.field(&at.to_string()),
    })
}

/// Looks at every text and list of a package, whatever it is for.
fn walk<'v>(value: &'v serde_json::Value, path: &mut Vec<PathStep<'v>>, found: &mut Diagnostics) {
    use serde_json::Value;
    match value {
        Value::String(text) => text_bounds(text, path, found),
        Value::Array(items) => {
            let is_long = matches!(path.last(), Some(PathStep::Field("nodes" | "outline")));
            let most = if is_long { MAX_NODES } else { MAX_IN_LIST };
            if items.len() > most {
                let message = format!("There are {} in this list; there may be {most}.", items.len());
                found.note(Code::TooMuch, &place_at(path), message, "Take some out.");
                return;
            }
            for (at, item) in items.iter().enumerate() {
                path.push(PathStep::Item(at));
                walk(item, path, found);
                path.pop();
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                path.push(PathStep::Field(key));
                walk(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Fields that hold a name and no text.
const NAMES: [&str; 14] = [
    "title",
    "genre",
    "name",
    "label",
    "location",
    "also",
    "about",
    "verbs",
    "items",
    "giveaways",
    "creature",
    "language",
    "contentTags",
    "license",
];
/// Fields that say something and so must not be empty if they are.
const NEVER_BLANK: [&str; 11] =
    ["title", "name", "label", "location", "blurb", "epilogue", "says", "when", "objective", "about", "verbs"];

/// Notes a text that is too long, empty if it must not be, or made of characters no text has.
fn text_bounds(text: &str, path: &[PathStep], found: &mut Diagnostics) {
    let named = path.iter().rev().find_map(|step| match step {
        PathStep::Field(key) if key.parse::<usize>().is_err() => Some(*key),
        _ => None,
    });
    let key = named.unwrap_or_default();
    let most = if NAMES.contains(&key) { MAX_NAME } else { MAX_TEXT };
    let n = text.chars().count();
    if n > most {
        found.note(
            Code::TooLong,
            &place_at(path),
            format!("This has {n} characters; it may have {most}."),
            "Shorten it.",
        );
    }
    if NEVER_BLANK.contains(&key) && text.trim().is_empty() {
        found.note(Code::Blank, &place_at(path), "This is empty.", "Write it, or leave out what it belongs to.");
    }
    if let Some(c) = text.chars().find(|c| is_hostile(*c)) {
        let message =
            format!("This holds the character U+{:04X}, which shows nothing or turns text around.", u32::from(c));
        found.note(Code::HostileText, &place_at(path), message, "Take it out.");
    }
}

/// Control characters, and what turns the direction of text or hides in it.
fn is_hostile(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// Whether an id is one: lower case letters, digits and single hyphens, at most 64.
pub fn is_id(id: &str) -> bool {
    let parts_are_words = id
        .split('-')
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    id.len() <= 64 && parts_are_words
}
