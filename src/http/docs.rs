//! The API reference as one static HTML page, generated from the OpenAPI document.

use std::{fmt::Write, sync::LazyLock};

use axum::response::Html;
use serde_json::Value;

use super::openapi::{self, document};

/// The reference for people: every operation, parameter, answer and schema, on one page that needs no script and no network.
#[utoipa::path(get, path = "/api/docs", operation_id = "getReference", tag = "service", responses(
    (status = 200, description = "The page.", body = String, content_type = "text/html"),
))]
pub(super) async fn page() -> Html<&'static str> {
    static PAGE: LazyLock<String> = LazyLock::new(|| write(document()));
    Html(&PAGE)
}

/// Writes the page. `write!` to a `String` can't fail.
fn write(document: &Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Embertale API</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"../css/reference.css\"></head><body>",
    );
    let info = &document["info"];
    let _ = write!(page, "<header><h1>Embertale API {}</h1>{}", text(&info["version"]), prose(&info["description"]));
    page += "<p>The same for programs: <a href=\"openapi.json\">OpenAPI 3.1</a>.</p></header><nav><ul>";
    let tags: Vec<&Value> = document["tags"].as_array().into_iter().flatten().collect();
    for tag in &tags {
        let _ = write!(page, "<li><a href=\"#{0}\">{0}</a>: {1}</li>", text(&tag["name"]), text(&tag["description"]));
    }
    page += "<li><a href=\"#schemas\">schemas</a></li></ul></nav><main>";
    for tag in tags {
        let _ = write!(page, "<h2 id=\"{0}\">{0}</h2>", text(&tag["name"]));
        for (path, method, one) in openapi::operations(document) {
            if one["tags"][0] == tag["name"] {
                operation(&mut page, document, (path, method), one);
            }
        }
    }
    page += "<h2 id=\"schemas\">schemas</h2>";
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let _ = write!(page, "<section><h3 id=\"{0}\">{0}</h3>{1}", escape(name), prose(&schema["description"]));
        shape(&mut page, schema);
        page += "</section>";
    }
    page + "</main></body></html>"
}

fn operation(page: &mut String, document: &Value, (path, method): (&str, &str), one: &Value) {
    let id = text(&one["operationId"]);
    let _ = write!(
        page,
        "<section><h3 id=\"{id}\"><code><b>{}</b> {}</code></h3><p><strong>{}.</strong> <i>{id}</i></p>{}",
        method.to_uppercase(),
        escape(path),
        text(&one["summary"]),
        prose(&one["description"])
    );
    let parameters: Vec<&Value> = one["parameters"].as_array().into_iter().flatten().collect();
    if !parameters.is_empty() {
        page.push_str("<h4>Parameters</h4><dl>");
        for parameter in parameters {
            let must = if parameter["required"] == true { ", required" } else { "" };
            let _ = write!(
                page,
                "<dt><code>{}</code> ({}{must}) {}</dt><dd>{}</dd>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                kind(&parameter["schema"]),
                prose(&parameter["description"])
            );
        }
        page.push_str("</dl>");
    }
    if let Some(body) = one.get("requestBody") {
        let _ = write!(page, "<h4>Body</h4>{}{}", prose(&body["description"]), contents(&body["content"]));
    }
    page.push_str("<h4>Answers</h4><dl>");
    for (status, response) in one["responses"].as_object().into_iter().flatten() {
        let response = resolve(document, response);
        let headers = response["headers"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let headers: Vec<&str> = headers.filter(|name| *name != "X-Request-Id").collect();
        let headers =
            if headers.is_empty() { String::new() } else { format!("<p>Headers: {}</p>", headers.join(", ")) };
        let _ = write!(
            page,
            "<dt><code>{status}</code></dt><dd>{}{}{headers}</dd>",
            prose(&response["description"]),
            contents(&response["content"])
        );
    }
    page.push_str("</dl></section>");
}

fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let found = value["$ref"].as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
    found.unwrap_or(value)
}

fn contents(content: &Value) -> String {
    let mut list = String::new();
    for (media, content) in content.as_object().into_iter().flatten() {
        let _ = write!(list, "<p><code>{}</code> {}</p>", escape(media), kind(&content["schema"]));
    }
    list
}

/// Writes the fields of a schema, or its alternatives.
fn shape(page: &mut String, schema: &Value) {
    let properties = schema["properties"].as_object();
    if properties.is_none() {
        let _ = write!(page, "<p>{}</p>", kind(schema));
    }
    for part in ["allOf", "oneOf", "anyOf"].iter().flat_map(|of| schema[*of].as_array().into_iter().flatten()) {
        if part["properties"].is_object() {
            page.push_str(&prose(&part["description"]));
            shape(page, part);
        }
    }
    let Some(properties) = properties else { return };
    let is_required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    page.push_str("<dl>");
    for (name, property) in properties {
        let must = if is_required(name) { "" } else { ", may be absent" };
        let _ = write!(
            page,
            "<dt><code>{}</code> {}{must}</dt><dd>{}</dd>",
            escape(name),
            kind(property),
            prose(&property["description"])
        );
    }
    page.push_str("</dl>");
}

/// A short description of a schema's type and bounds.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    let join = |choices: &Value, between: &str| {
        let choices: Vec<String> = choices.as_array().into_iter().flatten().map(kind).collect();
        choices.join(between)
    };
    for (of, between) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if schema[of].is_array() {
            return join(&schema[of], between);
        }
    }
    let words = |values: &Value| {
        let values: Vec<String> =
            values.as_array().into_iter().flatten().map(|value| format!("<code>{}</code>", text(value))).collect();
        values.join(" | ")
    };
    if schema["enum"].is_array() {
        return words(&schema["enum"]);
    }
    if let Some(value) = schema.get("const") {
        return format!("<code>{}</code>", text(value));
    }
    let mut said = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        Value::String(kind) if kind == "array" => format!("list of {}", kind_of_items(schema)),
        Value::String(kind) => escape(kind),
        _ => "any".to_owned(),
    };
    let more = &schema["additionalProperties"];
    if more.is_object() {
        let _ = write!(said, " of {} by name", kind(more));
    }
    for bound in ["format", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "default"] {
        if let Some(value) = schema.get(bound) {
            let _ = write!(said, ", {bound} {}", text(value));
        }
    }
    said
}

fn kind_of_items(schema: &Value) -> String {
    kind(&schema["items"])
}

/// A value as text.
fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or(&if value.is_null() { String::new() } else { value.to_string() }))
}

/// Renders the paragraphs and lists of a description.
fn prose(value: &Value) -> String {
    let mut html = String::new();
    for paragraph in value.as_str().unwrap_or_default().split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let (items, lines): (Vec<&str>, Vec<&str>) = paragraph.lines().partition(|line| line.starts_with("- "));
        if !lines.is_empty() {
            let _ = write!(html, "<p>{}</p>", code(&escape(&lines.join(" "))));
        }
        if !items.is_empty() {
            let items = items.iter().map(|item| format!("<li>{}</li>", code(&escape(&item[2..]))));
            let _ = write!(html, "<ul>{}</ul>", items.collect::<String>());
        }
    }
    html
}

/// Renders text in backquotes as code.
fn code(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    pieces.map(|(i, piece)| if i % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_owned() }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
