//! Schemas of files: campaigns and session bundles.

use serde_json::{Value, json};

use crate::{campaign, store};

/// Prefix of the schemas of a campaign's parts.
const CAMPAIGN: &str = "CampaignPackage";

/// Adds these schemas and refers to them in requests and responses.
pub(super) fn add(document: &mut Value) {
    let mut campaign = campaign::schema();
    let parts = campaign.as_object_mut().and_then(|schema| {
        schema.remove("$schema");
        schema.remove("$defs")
    });
    let schemas = &mut document["components"]["schemas"];
    for (name, mut part) in parts.as_ref().and_then(Value::as_object).cloned().into_iter().flatten() {
        refer(&mut part);
        schemas[format!("{CAMPAIGN}{name}")] = part;
    }
    refer(&mut campaign);
    schemas[CAMPAIGN] = campaign;
    schemas["SessionBundle"] = bundle();
    let paths = &mut document["paths"];
    let json = |name: &str| json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}});
    paths["/api/campaigns"]["post"]["requestBody"]["content"] = json(CAMPAIGN);
    paths["/api/campaigns/{slug}"]["get"]["responses"]["200"]["content"] = json(CAMPAIGN);
    paths["/api/sessions/import"]["post"]["requestBody"]["content"] = json("SessionBundle");
    paths["/api/sessions/{id}/export"]["get"]["responses"]["200"]["content"] = json("SessionBundle");
}

/// Rewrites references to the new names of the parts.
fn refer(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("$schema");
            // Formats of Rust's unsigned numbers are in no registry; the bounds say the same.
            if fields.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("uint")) {
                fields.remove("format");
            }
            for (name, value) in fields {
                match (name.as_str(), value.as_str().and_then(|to| to.strip_prefix("#/$defs/"))) {
                    ("$ref", Some(part)) => *value = format!("#/components/schemas/{CAMPAIGN}{part}").into(),
                    _ => refer(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer),
        _ => {}
    }
}

/// A session as a file. Its records are stored data that every later version can read, so only the parts that matter for
/// transferring the file are described.
fn bundle() -> Value {
    let records = |description: &str| json!({"type": "array", "items": {"type": "object"}, "description": description});
    let text = |description: &str| json!({"type": "string", "description": description});
    let time = |description: &str| json!({"type": "string", "format": "date-time", "description": description});
    let game = |description: &str| json!({"type": "object", "description": description});
    json!({
        "type": "object",
        "description": "A whole session as a file: everything that led to its state, without its owner.",
        "required": ["format", "version", "schema", "session", "turns", "dice"],
        "properties": {
            "format": {"const": store::BUNDLE_FORMAT, "description": "What the file is."},
            "version": {"type": "integer", "minimum": 1, "maximum": store::BUNDLE_VERSION, "description": "The version of the file's form."},
            "schema": {"type": "integer", "minimum": 1, "maximum": game::SCHEMA, "description": "The version of the records in it."},
            "session": {
                "type": "object",
                "description": "The session, with the game at its start and as it is.",
                "required": ["title", "createdAt", "updatedAt", "usage", "windowFrom", "start", "state"],
                "properties": {
                    "title": text("As the player named it."),
                    "createdAt": time("When it began."),
                    "updatedAt": time("When it was last saved."),
                    "usage": {"$ref": "#/components/schemas/Usage", "description": "What it has cost."},
                    "windowFrom": {"type": "integer", "minimum": 0, "description": "The first turn the next prompt shows."},
                    "start": game("The game before the first turn."),
                    "state": game("The game after the last turn."),
                },
            },
            "turns": records("The turns in order, with their changes."),
            "interludes": records("What changed between turns."),
            "aside": {"type": "object", "description": "Superseded records: other versions of turns, and undone turns."},
            "dice": {
                "type": "object",
                "description": "The seeds the dice fell from.",
                "required": ["seeds"],
                "properties": {"seeds": {"type": "array", "description": "In the order they were used.", "items": {
                    "type": "object",
                    "required": ["commitment"],
                    "properties": {
                        "commitment": text("SHA-256 of the seed, in hex."),
                        "seed": {"type": ["string", "null"], "description": "The seed in hex; null if it is not revealed."},
                    },
                }}},
            },
            "campaign": {"type": "object", "description": "The campaign's package, if the session plays one, in the version it plays."},
        },
    })
}
