//! What the server says is what its OpenAPI document says, field by field.

use serde_json::{Value, json};

use super::{
    listen::Listening,
    schemas::{Document, document},
    server::{Home, Server},
    table::{a_level, asking, chat, id_of, session, story, stub, two_tools, view},
    wire::Ask,
};

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
    // The package of a campaign is a file with its own format and spelling.
    let schemas = document.0["components"]["schemas"].as_object().unwrap().iter();
    for (schema, about) in schemas.filter(|(name, _)| !name.starts_with("CampaignPackage")) {
        let kinds = about["oneOf"].as_array().cloned().unwrap_or_else(|| vec![about.clone()]);
        for kind in kinds {
            let wrong: Vec<_> =
                kind["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
            assert!(!wrong.iter().any(|name| name.contains('_')), "{schema}: {wrong:?}");
        }
    }
}

#[tokio::test]
async fn everything_the_document_refers_to_is_in_it() {
    let home = Home::new();
    let document = document(&home.start(&[])).await;
    for (path, is_required) in [("/api/plans", false), ("/api/sessions", false), ("/api/sessions/{id}/chat", true)] {
        assert_eq!(document.0["paths"][path]["post"]["requestBody"]["required"] == true, is_required, "{path}");
    }
    for event in ["TurnEventText", "PlanEventText"] {
        let variants = document.0["components"]["schemas"][event]["oneOf"].as_array().unwrap().iter();
        let resets: Vec<_> = variants.filter_map(|variant| variant["properties"].get("reset")).collect();
        assert_eq!(resets, [&json!({"type": "boolean", "enum": [true], "description": "Always true."})], "{event}");
    }
    let schemas = document.0["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        for target in schema["discriminator"]["mapping"].as_object().into_iter().flatten().map(|(_, target)| target) {
            let kind = &schemas[target.as_str().unwrap().rsplit('/').next().unwrap()];
            let is_object = kind["type"] == "object" || kind["allOf"].is_array();
            assert!(is_object, "{name}: generators of types expect an object behind {target}");
        }
    }
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
async fn every_operation_has_a_name_and_described_responses() {
    const VERBS: [&str; 27] = [
        "add", "ask", "branch", "cancel", "choose", "clear", "create", "delete", "explain", "export", "finalize",
        "get", "import", "level", "list", "play", "remove", "rename", "retry", "roll", "search", "send", "set", "sign",
        "undo", "update", "watch",
    ];
    let home = Home::new();
    let document = document(&home.start(&[])).await;
    assert_eq!(document.0["security"], json!([{"bearer": []}, {"cookie": []}]));
    let public = [
        "/healthz",
        "/readyz",
        "/api/info",
        "/api/openapi.json",
        "/api/docs",
        "/api/sign-in",
        "/api/sign-out",
        "/api/join",
        "/api/join/look",
    ];
    for (path, methods) in document.0["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let verb = id.split(char::is_uppercase).next().unwrap_or_default();
            let is_named =
                VERBS.contains(&verb) && id.len() > verb.len() && id.bytes().all(|b| b.is_ascii_alphanumeric());
            assert!(is_named, "{method} {path} is called {id}");
            assert_eq!(operation["security"] == json!([]), public.contains(&path.as_str()), "{method} {path}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let response = document.resolve(response);
                let says = response["description"].as_str().is_some_and(|said| said.len() > 5);
                assert!(says && response["headers"]["X-Request-Id"].is_object(), "{method} {path} {status}");
                let is_problem = response["content"]["application/problem+json"].is_object();
                let headers = [("401", "WWW-Authenticate"), ("429", "Retry-After"), ("503", "Retry-After")];
                for (_, name) in headers.into_iter().filter(|(of, _)| is_problem && of == status) {
                    assert!(response["headers"][name].is_object(), "{method} {path} {status} {name}");
                }
            }
            for status in ["4XX", "5XX"] {
                let problem = document.resolve(&operation["responses"][status]);
                assert!(problem["headers"]["Retry-After"].is_object(), "{method} {path} {status}");
            }
        }
    }
}

#[tokio::test]
async fn the_guide_lists_every_code_notice_and_change() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/api.md")).unwrap();
    let home = Home::new();
    let document = document(&home.start(&[])).await;
    let schemas = &document.0["components"]["schemas"];
    let values = |schema: &str| schemas[schema]["enum"].as_array().unwrap().clone();
    let changes = schemas["Change"]["discriminator"]["mapping"].as_object().unwrap().keys().cloned().map(Value::from);
    let events = schemas["TurnEvent"]["discriminator"]["mapping"].as_object().unwrap().keys().cloned().map(Value::from);
    for name in values("ProblemCode").into_iter().chain(values("NoticeCode")).chain(changes).chain(events) {
        assert!(guide.contains(&format!("`{}`", name.as_str().unwrap())), "{name} is not in docs/api.md");
    }
}

#[tokio::test]
async fn the_reference_for_people_is_one_page_without_scripts_or_other_servers() {
    let home = Home::new();
    let server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS", "ada:a-long-secret-of-ada")]);
    let page = server.send(Ask::get("/api/docs")).await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let page = page.text();
    for part in
        ["createSession", "/api/sessions/{id}/chat", "journal_entry_not_found", "ChangeHpChanged", "maxLength 8000"]
    {
        assert!(page.contains(part), "{part} is missing");
    }
    for part in ["<script", "style=", "http://", "https://", "onclick"] {
        assert!(!page.contains(part), "{part} is there");
    }
    assert_eq!(server.send(Ask::get("/css/reference.css")).await.status, 200);
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
