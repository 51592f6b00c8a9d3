//! Completes the document with the parts that apply to every operation and every schema.

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::super::{auth, policy::RequestPolicy};

/// Enums whose variants become separate schemas, with their tag fields.
const TAGGED: [(&str, &str); 5] = [
    ("TurnEvent", "event"),
    ("TableEvent", "event"),
    ("PlanEvent", "event"),
    ("Change", "kind"),
    ("CombatEvent", "kind"),
];

type Object = Map<String, Value>;

/// Completes a document that was generated from the handlers.
pub(super) fn complete(document: &mut Value) {
    document["security"] = json!([{"bearer": []}, {"cookie": []}]);
    let components = &mut document["components"];
    components["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer", "description": "A player's secret. Not needed where `GET /api/info` says `auth: none`."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": auth::COOKIE, "description": "Set by `POST /api/sign-in`."},
    });
    components["headers"] = headers();
    components["responses"] = json!({
        "Refused": problem("The request was refused; `code` says why.", &["Retry-After", "WWW-Authenticate", "Allow"]),
        "Failed": problem("The server, its store or its model failed; `code` says which.", &["Retry-After"]),
    });
    if let Some(schemas) = components["schemas"].as_object_mut() {
        for (name, tag) in TAGGED {
            name_variants(schemas, name, tag);
        }
        add_turn_events(schemas);
    }
    each_object(document, &mut tidy);
    for (path, methods) in fields(document, "paths") {
        for operation in methods.as_object_mut().into_iter().flat_map(Map::values_mut) {
            complete_operation(path, operation);
        }
    }
}

/// The fields of a nested object, if present.
pub(super) fn fields<'a>(object: &'a mut Value, name: &str) -> impl Iterator<Item = (&'a String, &'a mut Value)> {
    object.get_mut(name).and_then(Value::as_object_mut).into_iter().flatten()
}

/// The items of a nested list, if present.
pub(super) fn items<'a>(object: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    object.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
}

fn headers() -> Value {
    let text = |description: &str| json!({"description": description, "schema": {"type": "string"}});
    json!({
        "X-Request-Id": text("Names this request in the server's log."),
        "Location": text("The path of what was created."),
        "Content-Location": text("The path of the events, to continue after a lost connection."),
        "WWW-Authenticate": text("`Bearer`; only with status 401."),
        "Allow": text("The methods the path takes; only with status 405."),
        "Retry-After": {
            "description": "Seconds to wait before trying again; always with status 429 and 503.",
            "schema": {"type": "integer", "minimum": 1},
        },
    })
}

fn reference(kind: &str, name: &str) -> Value {
    json!({"$ref": format!("#/components/{kind}/{name}")})
}

fn problem(description: &str, headers: &[&str]) -> Value {
    let mut response = json!({
        "description": description,
        "headers": {"X-Request-Id": reference("headers", "X-Request-Id")},
        "content": {"application/problem+json": {"schema": reference("schemas", "Problem")}},
    });
    for name in headers {
        response["headers"][*name] = reference("headers", name);
    }
    response
}

fn complete_operation(path: &str, operation: &mut Value) {
    if RequestPolicy::of(&Method::GET, path).is_public {
        operation["security"] = json!([]);
    }
    split_summary(operation);
    for parameter in items(operation, "parameters") {
        complete_parameter(parameter);
    }
    for (_, content) in operation.get_mut("requestBody").into_iter().flat_map(|body| fields(body, "content")) {
        // An optional body is absent, not null.
        if let Some(body) = without_null(&content["schema"]) {
            content["schema"] = body;
        }
    }
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, response) in responses.iter_mut() {
        let is_stream = response["content"].get("text/event-stream").is_some();
        let is_problem = response["content"].get("application/problem+json").is_some();
        let named = [
            ("X-Request-Id", true),
            ("Location", status == "201"),
            ("Content-Location", is_stream),
            ("WWW-Authenticate", is_problem && status == "401"),
            ("Retry-After", is_problem && ["429", "503"].contains(&status.as_str())),
        ];
        for (name, _) in named.into_iter().filter(|(_, has_it)| *has_it) {
            response["headers"][name] = reference("headers", name);
        }
        for (kind, content) in fields(response, "content") {
            if kind.starts_with("audio/") || (kind.starts_with("image/") && kind != "image/svg+xml") {
                content["schema"] = json!({"type": "string", "format": "binary"});
            }
        }
    }
    responses.insert("4XX".to_owned(), reference("responses", "Refused"));
    responses.insert("5XX".to_owned(), reference("responses", "Failed"));
}

/// The first sentence is the summary, and the rest the description.
fn split_summary(operation: &mut Value) {
    let text = ["summary", "description"].map(|field| operation[field].as_str().unwrap_or_default().to_owned());
    let text = text.join("\n\n").replace('\n', " ");
    let text = text.trim();
    let (summary, rest) = match text.find(". ").or(text.find(": ").filter(|_| text.len() > 120)) {
        Some(end) => (&text[..end], text[end + 1..].trim()),
        None => (text.trim_end_matches('.'), ""),
    };
    operation["summary"] = summary.into();
    if !rest.is_empty() {
        operation["description"] = rest.into();
    }
}

/// An optional parameter or header is absent, not null.
fn complete_parameter(parameter: &mut Value) {
    let schema = &mut parameter["schema"];
    if let Some(one) = without_null(schema) {
        *schema = one;
    }
    if parameter["name"] == "Idempotency-Key" {
        let sent_again = "a repeated request with the same key does nothing and gets the same response";
        parameter["description"] =
            format!("{}; {sent_again}", parameter["description"].as_str().unwrap_or_default()).into();
    }
}

/// Removes null from a nullable schema.
fn without_null(schema: &Value) -> Option<Value> {
    let mut schema = schema.clone();
    if let Some(kinds) = schema["type"].as_array() {
        let kind = kinds.iter().find(|kind| *kind != "null").cloned();
        schema["type"] = kind?;
        return Some(schema);
    }
    let choices = schema["oneOf"].as_array().filter(|all| all.iter().any(|choice| choice["type"] == "null"))?;
    choices.iter().find(|choice| choice["type"] != "null").cloned()
}

/// Corrects mistakes of the generator.
fn tidy(object: &mut Object) {
    // Type generators treat a field with a default as required.
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    // The names of a JSON object's fields are never integers.
    if object.get("propertyNames").is_some_and(|names| names["type"] == "integer") {
        object.insert("propertyNames".to_owned(), json!({"type": "string", "pattern": "^[0-9]+$"}));
    }
    // Unwrap a choice with a single alternative.
    if let Some(Value::Object(only)) =
        object.get("oneOf").and_then(Value::as_array).filter(|all| all.len() == 1).map(|all| &all[0])
    {
        let only = only.clone();
        object.remove("oneOf");
        object.extend(only);
    }
    // Unsigned numbers of 32 bits don't fit into `int32`.
    let is_unsigned = object.get("minimum").is_some_and(|least| least.as_f64() >= Some(0.0));
    if is_unsigned && object.get("format").is_some_and(|format| format == "int32") {
        object.remove("format");
        object.entry("maximum").or_insert(u32::MAX.into());
    }
}

fn each_object(value: &mut Value, act: &mut impl FnMut(&mut Object)) {
    match value {
        Value::Object(fields) => {
            act(fields);
            fields.values_mut().for_each(|value| each_object(value, act));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| each_object(value, act)),
        _ => {}
    }
}

/// Makes a separate schema for each variant of an enum with the tag field `tag`.
fn name_variants(schemas: &mut Object, of: &str, tag: &str) {
    let Some(variants) = schemas.get(of).and_then(|schema| schema["oneOf"].as_array()).cloned() else { return };
    let mut by_tag: Vec<(String, Vec<Value>)> = Vec::new();
    for variant in variants {
        let Some(value) = tag_of(&variant, tag).map(str::to_owned) else { return };
        match by_tag.iter_mut().find(|(known, _)| *known == value) {
            Some((_, same)) => same.push(variant),
            None => by_tag.push((value, vec![variant])),
        }
    }
    let (mut choices, mut mapping) = (Vec::new(), Object::new());
    for (value, mut variants) in by_tag {
        let name = variant_name(of, &value);
        let variant = match variants.len() {
            1 => variants.remove(0),
            // Generators of types expect an object behind a discriminator.
            _ => json!({
                "type": "object",
                "required": [tag],
                "properties": {tag: {"type": "string", "enum": [value]}},
                "oneOf": variants,
            }),
        };
        let named = reference("schemas", &name);
        mapping.insert(value, named["$ref"].clone());
        choices.push(named);
        schemas.insert(name, variant);
    }
    schemas[of]["oneOf"] = choices.into();
    schemas[of]["discriminator"] = json!({"propertyName": tag, "mapping": mapping});
}

fn variant_name(of: &str, tag: &str) -> String {
    format!("{of}{}{}", tag[..1].to_uppercase(), &tag[1..])
}

/// Adds the events of turns to those of the table's stream, where they have their turn's id.
fn add_turn_events(schemas: &mut Object) {
    let turn_id = &schemas["TurnEventTurn"]["properties"]["turnId"];
    let turn_id = json!({"type": "object", "required": ["turnId"], "properties": {"turnId": turn_id}});
    let of_turns = schemas["TurnEvent"]["discriminator"]["mapping"].as_object().cloned().unwrap_or_default();
    for (event, schema) in of_turns {
        let name = variant_name("TableEvent", &event);
        let named = reference("schemas", &name);
        schemas.insert(name, json!({"allOf": [{"$ref": schema}, turn_id]}));
        let table = &mut schemas["TableEvent"];
        table["discriminator"]["mapping"][&event] = named["$ref"].clone();
        table["oneOf"].as_array_mut().into_iter().for_each(|choices| choices.push(named.clone()));
    }
}

/// The value of a variant's tag.
fn tag_of<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    let own = &variant["properties"][tag];
    let parts = variant["allOf"].as_array().into_iter().flatten();
    own["enum"][0].as_str().or(own["const"].as_str()).or_else(|| parts.filter_map(|part| tag_of(part, tag)).next())
}
