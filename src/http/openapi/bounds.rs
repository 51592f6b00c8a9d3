//! Bounds of request values, from the constants that the code checks.

use game::{
    class, dice, experience, hero, journal,
    limits::{MAX_HEROES, MAX_MESSAGE, MAX_TITLE},
    race, roster,
};
use serde_json::{Value, json};

use crate::{author::MAX_PICTURES_AT_ONCE, rules};

use super::super::{
    actions, body, journal as journal_api, memory, rounds, rules as rules_api, seats, spending, table, table_rules,
};
use super::{
    complete::{fields, items},
    patterns,
};

/// A bound of a value.
enum Bound {
    /// A non-blank text of 1 to this many characters.
    Text(usize),
    /// A text of at most this many characters.
    UpTo(usize),
    /// A non-blank text of 1 to this many characters without control characters.
    Line(usize),
    /// A text of at most this many characters without control characters.
    LineUpTo(usize),
    /// A number in this range, inclusive.
    Between(f64, f64),
    /// A list with this minimum and maximum of items.
    Items(usize, usize),
    /// One of these words.
    OneOf(Vec<String>),
    /// A text that matches this pattern.
    Form(&'static str),
}

impl Bound {
    fn keywords(&self) -> Value {
        match self {
            Self::Text(most) => json!({"minLength": 1, "maxLength": most, "pattern": patterns::visible()}),
            Self::UpTo(most) => json!({"maxLength": most}),
            Self::Line(most) => json!({"minLength": 1, "maxLength": most, "pattern": patterns::visible_line()}),
            Self::LineUpTo(most) => json!({"maxLength": most, "pattern": patterns::line()}),
            Self::Between(least, most) if least.fract() == 0.0 && most.fract() == 0.0 => {
                json!({"minimum": *least as i64, "maximum": *most as i64})
            }
            Self::Between(least, most) => json!({"minimum": least, "maximum": most}),
            Self::Items(least, most) => json!({"minItems": least, "maxItems": most}),
            Self::OneOf(words) => json!({"enum": words}),
            Self::Form(pattern) => json!({"pattern": pattern}),
        }
    }
}

/// Bounds of properties, by schema and property.
fn of_properties() -> Vec<(&'static str, &'static str, Bound)> {
    use Bound::{Between, Form, Items, Line, LineUpTo, OneOf, Text, UpTo};
    let counted = f64::from(u32::MAX);
    let names = |all: &mut dyn Iterator<Item = &'static str>| OneOf(all.map(str::to_lowercase).collect());
    vec![
        ("CreateSession", "title", Text(MAX_TITLE)),
        ("CreateSession", "characters", Items(1, MAX_HEROES)),
        ("RenameSession", "title", Text(MAX_TITLE)),
        ("ChatRequest", "message", Text(MAX_MESSAGE)),
        ("PlanWords", "message", Text(MAX_MESSAGE)),
        ("PlanWords", "images", Items(0, MAX_PICTURES_AT_ONCE)),
        ("SentPicture", "data", Form("^data:image/(png|jpeg|gif|webp);base64,")),
        ("RollRequest", "expression", Text(dice::MAX_LENGTH)),
        ("RollRequest", "reason", UpTo(table::MAX_REASON)),
        ("TalkRequest", "text", Text(seats::MAX_TALK)),
        ("QuestionRequest", "text", Text(seats::MAX_TALK)),
        ("ReadyRequest", "message", Text(rounds::MAX_DEED)),
        (
            "TableChange",
            "awayAfterS",
            Between(*table_rules::AWAY_AFTER_S.start() as f64, *table_rules::AWAY_AFTER_S.end() as f64),
        ),
        ("TalkRequest", "to", Items(1, seats::MAX_WHISPER_TO)),
        ("SeatChange", "name", Line(roster::MAX_NAME)),
        ("JoinTable", "name", Line(roster::MAX_NAME)),
        ("NewHero", "name", Line(hero::MAX_NAME)),
        ("NewHero", "class", names(&mut class::ALL.iter().map(|class| class.name))),
        ("NewHero", "race", names(&mut race::ALL.iter().map(|race| race.name))),
        ("NewHero", "background", LineUpTo(hero::MAX_BACKGROUND)),
        ("NewHero", "level", Between(1.0, f64::from(experience::MAX_LEVEL))),
        ("UndoRequest", "turns", Between(1.0, counted)),
        ("BranchRequest", "atTurn", Between(0.0, counted)),
        ("SpendingCap", "capUsd", Between(0.0, spending::MAX_CAP_USD)),
        ("NewJournalNote", "text", Line(journal::MAX_TEXT)),
        ("JournalRevision", "text", Line(journal::MAX_TEXT)),
        ("SignIn", "secret", Form("\\S")),
    ]
}

/// Bounds of parameters, by operation and parameter.
fn of_parameters() -> Vec<(&'static str, &'static str, Bound)> {
    use Bound::{Between, OneOf, Text, UpTo};
    let counted = f64::from(u32::MAX);
    let words = |all: &[&str]| OneOf(all.iter().map(|&word| word.to_owned()).collect());
    let names = || rules::RuleKind::ALL.iter().map(|kind| kind.as_str().to_owned());
    vec![
        ("searchRules", "q", Text(rules_api::MAX_QUERY_CHARS)),
        // An empty type means any.
        ("searchRules", "type", OneOf(names().chain([String::new()]).collect())),
        ("searchRules", "edition", words(&["2014", "2024"])),
        ("searchRules", "limit", Between(1.0, counted)),
        ("getRule", "type", OneOf(names().collect())),
        ("getRule", "edition", words(&["2014", "2024"])),
        ("searchMemory", "q", Text(memory::MAX_QUERY_CHARS)),
        ("searchMemory", "limit", Between(1.0, counted)),
        ("getMemory", "kind", words(&["importantEvents", "supportingNPCs", "all"])),
        ("listJournalEntries", "q", UpTo(journal_api::MAX_QUERY_CHARS)),
        ("getCampaignAsset", "kind", words(&["background", "portrait", "music"])),
    ]
}

/// Adds the bounds to the document.
pub(super) fn add(document: &mut Value) {
    for (schema, property, bound) in of_properties() {
        put(&mut document["components"]["schemas"][schema]["properties"][property], &bound);
    }
    document["components"]["schemas"]["JournalRevision"]["minProperties"] = 1.into();
    for order in ["Act", "Rest", "Ally"] {
        let order = &mut document["components"]["schemas"][order];
        fields(order, "properties").for_each(|(_, property)| bound_names(property));
        for kind in items(order, "oneOf") {
            fields(kind, "properties").for_each(|(_, property)| bound_names(property));
        }
    }
    let of_parameters = of_parameters();
    let methods = fields(document, "paths").filter_map(|(_, methods)| methods.as_object_mut());
    for operation in methods.flat_map(|methods| methods.values_mut()) {
        let id = operation["operationId"].clone();
        for parameter in items(operation, "parameters") {
            let name = parameter["name"].clone();
            if name == "Idempotency-Key" {
                let form = json!({"minLength": 1, "maxLength": body::MAX_KEY, "pattern": "^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$"});
                extend(&mut parameter["schema"], form);
            }
            for (_, _, bound) in of_parameters.iter().filter(|(of, what, _)| id == *of && name == *what) {
                put(&mut parameter["schema"], bound);
            }
        }
    }
}

/// Bounds the names in an action, single or in a list.
fn bound_names(property: &mut Value) {
    let is = |property: &Value, kind: &str| {
        property["type"] == kind || property["type"].as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    };
    if is(property, "string") && property.get("enum").is_none() {
        put(property, &Bound::UpTo(actions::MAX_NAME));
    } else if is(property, "array") {
        put(property, &Bound::Items(0, actions::MAX_NAMES));
        put(&mut property["items"], &Bound::UpTo(actions::MAX_NAME));
    }
}

fn put(schema: &mut Value, bound: &Bound) {
    // Writing to a missing place would create it and make the document wrong.
    debug_assert!(schema.is_object(), "a bound of nothing");
    if schema.is_object() {
        extend(schema, bound.keywords());
    }
}

fn extend(schema: &mut Value, keywords: Value) {
    if let (Some(schema), Value::Object(keywords)) = (schema.as_object_mut(), keywords) {
        schema.extend(keywords);
    }
}
