//! What the server says is what its OpenAPI document says, field by field.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    listen::Listening,
    server::{Home, Server},
    table::{a_level, asking, chat, id_of, session, story, stub, two_tools, view},
    wire::Ask,
};

/// The document, and what was found to differ from it.
struct Document(Value);

impl Document {
    /// The schema of an answer.
    fn answer(&self, method: &str, path: &str, status: &str, kind: &str) -> &Value {
        let schema = &self.0["paths"][path][method]["responses"][status]["content"][kind]["schema"];
        assert!(schema.is_object(), "{method} {path} {status} {kind} is not in the document");
        schema
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                self.0.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} leads nowhere"))
            }
            None => schema,
        }
    }

    /// The properties of an object, gathered from all it is made of, and whether each is required.
    fn properties<'a>(&'a self, schema: &'a Value, into: &mut BTreeMap<&'a str, (&'a Value, bool)>) {
        let schema = self.resolve(schema);
        let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            into.insert(name, (property, required(name)));
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.properties(part, into);
        }
    }

    /// What of a value is not as the schema has it.
    fn faults(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let schema = self.resolve(schema);
        if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let mut tried: Vec<_> = choices.iter().map(|choice| self.faults(choice, value, at)).collect();
            tried.sort_by_key(Vec::len);
            return tried.swap_remove(0);
        }
        if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
            return vec![format!("{at}: {value} is none of {}", schema["enum"])];
        }
        if !is_of_type(&schema["type"], value) {
            return vec![format!("{at}: {value:.60} is no {}", schema["type"])];
        }
        match value {
            Value::Array(items) => {
                let each = items.iter().enumerate();
                each.flat_map(|(i, item)| self.faults(&schema["items"], item, &format!("{at}[{i}]"))).collect()
            }
            Value::Object(fields) => {
                let mut properties = BTreeMap::new();
                self.properties(schema, &mut properties);
                let missing =
                    properties.iter().filter(|(name, (_, required))| *required && !fields.contains_key(**name));
                let mut found: Vec<_> = missing.map(|(name, _)| format!("{at}.{name} is missing")).collect();
                for (name, field) in fields {
                    let here = format!("{at}.{name}");
                    match (properties.get(name.as_str()), &schema["additionalProperties"]) {
                        (Some((property, _)), _) => found.append(&mut self.faults(property, field, &here)),
                        (None, more @ Value::Object(_)) => found.append(&mut self.faults(more, field, &here)),
                        (None, _) if properties.is_empty() => {}
                        (None, _) => found.push(format!("{here} is not in the document")),
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }

    fn check(&self, schema: &Value, value: &Value, what: &str) {
        let faults = self.faults(schema, value, what);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(|kind| is_of_type(kind, value)),
        kind => match kind.as_str().expect("a type") {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("what is {other}?"),
        },
    }
}

async fn document(server: &Server) -> Document {
    Document(server.read("/api/openapi.json").await)
}

const JSON: &str = "application/json";

/// Reads everything there is about a session, and compares it with the document.
async fn check_session(server: &Server, document: &Document, session: &str) {
    let now = server.read(&format!("/api/sessions/{session}")).await;
    let hero = id_of(&now["characters"][0]);
    let paths = [
        ("/api/sessions/{id}/characters/{cid}/sheet", format!("/characters/{hero}/sheet")),
        ("/api/sessions/{id}", String::new()),
        ("/api/sessions/{id}/turns", "/turns?limit=100".into()),
        ("/api/sessions/{id}/memory", "/memory".into()),
        ("/api/sessions/{id}/why", "/why?path=characters.0.gold".into()),
        ("/api/sessions/{id}/why", "/why?path=characters.0.currentHP".into()),
    ];
    for (path, rest) in paths {
        let value = server.read(&format!("/api/sessions/{session}{rest}")).await;
        document.check(document.answer("get", path, "200", JSON), &value, path);
    }
}

#[tokio::test]
async fn no_field_of_the_document_is_written_otherwise_than_on_the_wire() {
    let home = Home::new();
    let document = document(&home.start(&[])).await;
    let snake = |name: &String| name.contains('_');
    for (schema, about) in document.0["components"]["schemas"].as_object().unwrap() {
        let kinds = about["oneOf"].as_array().cloned().unwrap_or_else(|| vec![about.clone()]);
        for kind in kinds {
            let wrong: Vec<_> =
                kind["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
            assert!(!wrong.iter().any(snake), "{schema}: {wrong:?}");
        }
    }
}

#[tokio::test]
async fn everything_the_document_refers_to_is_in_it() {
    let home = Home::new();
    let document = document(&home.start(&[])).await;
    let mut unread = vec![&document.0];
    let mut n = 0;
    while let Some(value) = unread.pop() {
        if value["$ref"].is_string() {
            document.resolve(value);
            n += 1;
        }
        unread.extend(value.as_object().into_iter().flatten().map(|(_, inner)| inner));
        unread.extend(value.as_array().into_iter().flatten());
    }
    assert!(n > 100, "{n}");
}

#[tokio::test]
async fn what_is_answered_is_what_the_document_has() {
    let home = Home::new();
    let server = home.start(&[]);
    let document = document(&server).await;
    for path in ["/api/info", "/api/heroes", "/healthz", "/readyz"] {
        document.check(document.answer("get", path, "200", JSON), &server.read(path).await, path);
    }
    let begun = server.good(Ask::post("/api/sessions").json(&json!({"title": "A tale"}))).await;
    document.check(document.answer("post", "/api/sessions", "201", JSON), &begun, "begun");
    let session = id_of(&begun);
    let deeds = [
        "I look around.",
        "I talk to them and ask for work.",
        "I attack.",
        "I search for gold.",
        "I go north.",
        "I rest.",
    ];
    for deed in deeds {
        let turn = server.good(chat(&session, deed)).await;
        document.check(document.answer("post", "/api/sessions/{id}/chat", "200", JSON), &turn, deed);
    }
    let dice = Ask::post(&format!("/api/sessions/{session}/rolls"))
        .json(&json!({"expression": "2d20kh1+3", "reason": "luck"}));
    let roll = server.good(dice).await;
    document.check(document.answer("post", "/api/sessions/{id}/rolls", "200", JSON), &roll, "roll");
    check_session(&server, &document, &session).await;
    let list = server.read("/api/sessions").await;
    document.check(document.answer("get", "/api/sessions", "200", JSON), &list, "list");
    let mut campaign = crate::campaign::clean();
    let imported = server.good(Ask::post("/api/campaigns").json(&campaign)).await;
    document.check(document.answer("post", "/api/campaigns", "201", JSON), &imported, "imported");
    let map = server.read(&format!("/api/campaigns/{}/map", campaign["slug"].as_str().unwrap())).await;
    document.check(document.answer("get", "/api/campaigns/{slug}/map", "200", JSON), &map, "map");
    let shelf = server.read("/api/campaigns").await;
    document.check(document.answer("get", "/api/campaigns", "200", JSON), &shelf, "campaigns");
    campaign["endings"] = json!([]);
    let unplayable = server.send(Ask::post("/api/campaigns").json(&campaign)).await;
    let problem = document.answer("post", "/api/campaigns", "4XX", "application/problem+json");
    document.check(problem, &unplayable.problem(422, "invalid_campaign"), "unplayable");
    let refused = server.send(Ask::post("/api/sessions").json(&json!({"title": ""}))).await;
    let problem = document.answer("post", "/api/sessions", "4XX", "application/problem+json");
    document.check(problem, &refused.problem(422, "validation_failed"), "problem");
}

#[tokio::test]
async fn what_is_told_of_a_turn_is_what_the_document_has() {
    let stub = stub(vec![two_tools(), story(), a_level()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let document = document(&server).await;
    let session = session(&server).await;
    let schema = document.answer("post", "/api/sessions/{id}/chat", "200", "text/event-stream");
    let mut names = Vec::new();
    for words in ["I step up.", "I think."] {
        for told in Listening::to(&server, chat(&session, words)).await.rest().await {
            document.check(schema, &told.data, &told.name);
            names.push(told.name);
        }
    }
    for name in ["turn", "text", "tool", "roll", "change", "state", "done"] {
        assert!(names.iter().any(|told| told == name), "{name} was not told: {names:?}");
    }
    check_session(&server, &document, &session).await;
    let hero = view(&server, &session).await["characters"][0]["id"].clone();
    let level = Ask::post(&format!("/api/sessions/{session}/level-up")).json(&json!({"characterId": hero}));
    let raised = server.good(level).await;
    document.check(document.answer("post", "/api/sessions/{id}/level-up", "200", JSON), &raised, "level-up");
    check_session(&server, &document, &session).await;
}
