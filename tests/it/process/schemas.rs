//! Validates JSON against the OpenAPI document; undescribed fields are errors.

use jsonschema::Draft;
use serde_json::{Value, json};

use super::server::Server;

/// The document.
pub(super) struct Document(pub(super) Value);

pub(super) async fn document(server: &Server) -> Document {
    Document(server.read("/api/openapi.json").await)
}

impl Document {
    /// The schema of a response.
    pub(super) fn answer(&self, method: &str, path: &str, status: &str, kind: &str) -> &Value {
        let response = self.resolve(&self.0["paths"][path][method]["responses"][status]);
        let schema = &response["content"][kind]["schema"];
        assert!(schema.is_object(), "{method} {path} {status} {kind} is not in the document");
        schema
    }

    pub(super) fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                self.0.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} leads nowhere"))
            }
            None => schema,
        }
    }

    /// Validates a value against a schema; a field that the document does not describe is an error.
    pub(super) fn check(&self, schema: &Value, value: &Value, what: &str) {
        let mut whole = schema.clone();
        self.close(&mut whole, true);
        let mut components = json!({"schemas": self.0["components"]["schemas"]});
        for (_, component) in components["schemas"].as_object_mut().into_iter().flatten() {
            self.close(component, false);
        }
        whole["components"] = components;
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&whole)
            .unwrap_or_else(|error| panic!("{what} has no schema: {error}"));
        let faults: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{what}{}: {error:.400}", error.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Forbids undescribed fields in every object schema, but not in the parts it is composed of.
    fn close(&self, schema: &mut Value, is_whole: bool) {
        let is_closed = schema.get("additionalProperties").is_some();
        if is_whole && !is_closed && self.describes_fields(schema, 0) {
            schema["unevaluatedProperties"] = false.into();
        }
        let Some(fields) = schema.as_object_mut() else { return };
        for (keyword, inner) in fields {
            match (keyword.as_str(), inner) {
                ("properties", Value::Object(properties)) => {
                    properties.values_mut().for_each(|property| self.close(property, true));
                }
                ("items" | "additionalProperties", inner) => self.close(inner, true),
                ("allOf" | "oneOf" | "anyOf", Value::Array(parts)) => {
                    parts.iter_mut().for_each(|part| self.close(part, false));
                }
                _ => {}
            }
        }
    }

    fn describes_fields(&self, schema: &Value, depth: usize) -> bool {
        let schema = self.resolve(schema);
        let parts = ["allOf", "oneOf", "anyOf"].into_iter().filter_map(|of| schema[of].as_array()).flatten();
        schema["properties"].is_object()
            || (depth < 8 && parts.into_iter().any(|part| self.describes_fields(part, depth + 1)))
    }
}
