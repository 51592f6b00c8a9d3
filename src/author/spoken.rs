//! Parts of a package in the form that models write: the package's types with fields in `snake_case`.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, de::DeserializeOwned, ser};
use serde_json::{Map, Value};

/// A part of a package between a model and us. Its schema is the part's own, so that there is one description of what a
/// campaign can hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModelForm<T>(pub(super) T);

impl<T: JsonSchema> JsonSchema for ModelForm<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Spoken{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema_without::<T>(generator, &[])
    }
}

/// The schema of a part without some of its fields. Its parts are listed once among the definitions, and not wherever it
/// is used: the whole of a beat written out is three times as long.
pub(super) fn schema_without<T: JsonSchema>(generator: &mut SchemaGenerator, fields: &[&str]) -> Schema {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    in_snake_case(&mut schema);
    for field in fields {
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.shift_remove(*field);
        }
        if let Some(required) = schema["required"].as_array_mut() {
            required.retain(|name| name != field);
        }
    }
    let parts = schema.as_object_mut().and_then(|schema| schema.shift_remove("$defs")).unwrap_or_default();
    let mut open = vec![schema.clone()];
    while let Some(next) = open.pop() {
        for name in spoken_of(&next) {
            if !generator.definitions().contains_key(&name) {
                open.push(parts[&name].clone());
                generator.definitions_mut().insert(name.clone(), parts[&name].clone());
            }
        }
    }
    Schema::try_from(schema).unwrap_or_default()
}

/// The definitions a schema refers to.
fn spoken_of(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(map) => {
            let own = map.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/$defs/"));
            own.map(str::to_owned).into_iter().chain(map.values().flat_map(spoken_of)).collect()
        }
        Value::Array(items) => items.iter().flat_map(spoken_of).collect(),
        _ => Vec::new(),
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ModelForm<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        heard(Value::deserialize(deserializer)?).map(Self).map_err(de::Error::custom)
    }
}

impl<T: Serialize> Serialize for ModelForm<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        spoken(&self.0).map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// A part as a model reads it.
///
/// # Errors
/// It is nothing JSON can hold.
pub(super) fn spoken<T: Serialize>(part: &T) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(part)?;
    rename(&mut value, &snake).map_err(<serde_json::Error as ser::Error>::custom)?;
    Ok(value)
}

/// A part from what a model wrote.
///
/// # Errors
/// The mismatch, with the path to it.
pub(super) fn heard<T: DeserializeOwned>(mut value: Value) -> Result<T, String> {
    rename(&mut value, &camel)?;
    serde_path_to_error::deserialize(value).map_err(|error| match error.path().to_string() {
        path if path == "." => error.inner().to_string(),
        path => format!("{path}: {}", error.inner()),
    })
}

/// Gives every field of every object its other name.
fn rename(value: &mut Value, other: &impl Fn(&str) -> String) -> Result<(), String> {
    match value {
        Value::Object(map) => {
            let mut renamed = Map::with_capacity(map.len());
            for (key, mut item) in std::mem::take(map) {
                rename(&mut item, other)?;
                if renamed.insert(other(&key), item).is_some() {
                    return Err(format!("the field `{key}` is written twice"));
                }
            }
            *map = renamed;
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| rename(item, other)),
        _ => Ok(()),
    }
}

/// Renames the fields a schema speaks of.
fn in_snake_case(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::Object(fields) if key == "properties" => {
                        *fields =
                            std::mem::take(fields).into_iter().map(|(name, field)| (snake(&name), field)).collect();
                        fields.values_mut().for_each(in_snake_case);
                    }
                    Value::Array(names) if key == "required" => {
                        for name in names {
                            *name = name.as_str().map(snake).unwrap_or_default().into();
                        }
                    }
                    other => in_snake_case(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(in_snake_case),
        _ => {}
    }
}

/// `pointsTo` as `points_to`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `points_to` as `pointsTo`; names in camel case stay.
fn camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut parts = name.split('_');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let mut letters = part.chars();
        out.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::StoryBeat;

    #[test]
    fn names_go_there_and_back() {
        for name in ["id", "points_to", "next_beat_if_failed"] {
            assert_eq!(snake(&camel(name)), name);
        }
        assert_eq!(camel("pointsTo"), "pointsTo");
    }

    #[test]
    fn what_does_not_fit_is_named_by_its_path() {
        let beat = serde_json::json!({"id": "a", "title": "A", "kind": "social", "description": "",
                                      "findings": [{"id": "b", "points_to": []}]});
        let error = heard::<StoryBeat>(beat).unwrap_err();
        assert!(error.starts_with("findings[0]: missing field `text`"), "{error}");
    }

    #[test]
    fn a_field_written_in_both_ways_is_refused() {
        let finding = serde_json::json!({"id": "b", "text": "c", "points_to": [], "pointsTo": []});
        assert!(heard::<crate::campaign::Finding>(finding).unwrap_err().contains("written twice"));
    }
}
