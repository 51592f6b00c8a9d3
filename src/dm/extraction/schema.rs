//! The schema of an extractor's answer: state commands of its kinds, as strict as the provider requires.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use game::command::StateCommand;

/// Possible modifiers of an effect. A strict schema lists every field, so that a tool's map is an object here.
pub(super) const MODIFIERS: [&str; 12] = [
    "armor_class",
    "attack",
    "damage",
    "saves",
    "speed",
    "ability_checks",
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
];

/// An object whose `commands` are commands of these kinds.
pub(super) fn of_kinds(kinds: &[&str]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let whole = settings.into_generator().into_root_schema_for::<StateCommand>().to_value();
    let all = whole["oneOf"].as_array().cloned().unwrap_or_default();
    let is_kind = |command: &Value| kinds.iter().any(|kind| command["properties"]["type"]["const"] == *kind);
    let mut commands: Vec<Value> = all.into_iter().filter(is_kind).collect();
    commands.iter_mut().for_each(|command| {
        strict(command);
        names_somebody(command);
        throws_nothing(command);
    });
    let items = match commands.as_slice() {
        [one] => one.clone(),
        _ => json!({ "anyOf": commands }),
    };
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"commands": {"type": "array", "items": items}},
        "required": ["commands"],
    })
}

/// Makes the target of a command required: the extractor has no acting hero as a default.
fn names_somebody(command: &mut Value) {
    command["properties"]["character"] = json!({"type": "string", "description": "The id or name."});
    if let Some(required) = command["required"].as_array_mut() {
        required.push(json!("character"));
    }
}

/// Removes variants in which the rules roll dice: an extractor records what the story says.
fn throws_nothing(command: &mut Value) {
    if let Some(Value::Array(results)) = command.pointer_mut("/properties/result/enum") {
        results.retain(|it| it != "roll" && it != "tend");
    }
}

/// Converts a schema to the strict subset.
fn strict(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for key in ["title", "format", "default", "minimum", "maximum", "maxLength"] {
                if fields.get(key).is_some_and(|value| !value.is_object()) {
                    fields.shift_remove(key);
                }
            }
            if let Some(names) = one_of_names(fields) {
                fields.shift_remove("oneOf");
                fields.insert("type".to_owned(), json!("string"));
                fields.insert("enum".to_owned(), json!(names));
            }
            if fields.get("additionalProperties").is_some_and(Value::is_object) {
                let each: Map<String, Value> =
                    MODIFIERS.iter().map(|name| ((*name).to_owned(), json!({"type": "integer"}))).collect();
                fields.insert("properties".to_owned(), Value::Object(each));
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(strict);
        }
        Value::Array(items) => items.iter_mut().for_each(strict),
        _ => {}
    }
}

/// The names where a choice is one among names.
fn one_of_names(fields: &Map<String, Value>) -> Option<Vec<String>> {
    let choices = fields.get("oneOf")?.as_array()?;
    choices.iter().map(|choice| choice["const"].as_str().map(str::to_owned)).collect()
}
