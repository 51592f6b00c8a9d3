//! The OpenAPI document and the server say the same; what needs no model plays the same story twice.

use serde_json::{Value, json};

use super::{
    server::Home,
    table::{chat, id_of, turns, view},
    wire::Ask,
};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

#[tokio::test]
async fn the_document_lists_exactly_what_answers() {
    let home = Home::new();
    let server = home.start(&[]);
    let document = server.read("/api/openapi.json").await;
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 10);
    for (path, item) in paths {
        let real = path.replace(['{', '}'], "");
        for method in METHODS {
            let answer = server.send(Ask::new(&method.to_uppercase(), &real)).await;
            let is_known = answer.status != 405 && !(answer.status == 404 && answer.json()["code"] == "unknown_route");
            assert_eq!(is_known, item.get(method).is_some(), "{answer:?}");
        }
        for (_, operation) in item.as_object().unwrap() {
            let Some(parameters) = operation.get("parameters").and_then(Value::as_array) else { continue };
            let in_path = parameters.iter().filter(|one| one["in"] == "path").count();
            assert_eq!(in_path, path.matches('{').count(), "{path}");
        }
    }
    // What the contract has, built or not: a route that answers is a route that is written down.
    let contract = [
        ("get", "/healthz"),
        ("get", "/readyz"),
        ("get", "/metrics"),
        ("get", "/api/info"),
        ("get", "/api/heroes"),
        ("get", "/api/openapi.json"),
        ("post", "/api/sessions"),
        ("get", "/api/sessions"),
        ("get", "/api/sessions/{id}"),
        ("patch", "/api/sessions/{id}"),
        ("delete", "/api/sessions/{id}"),
        ("post", "/api/sessions/{id}/characters"),
        ("delete", "/api/sessions/{id}/characters/{cid}"),
        ("post", "/api/sessions/{id}/chat"),
        ("post", "/api/sessions/{id}/actions"),
        ("post", "/api/sessions/{id}/cancel"),
        ("get", "/api/sessions/{id}/turns"),
        ("get", "/api/sessions/{id}/turns/{turnId}/debug"),
        ("get", "/api/sessions/{id}/turns/{turnId}/events"),
        ("post", "/api/sessions/{id}/undo"),
        ("post", "/api/sessions/{id}/retry"),
        ("post", "/api/sessions/{id}/branch"),
        ("post", "/api/sessions/{id}/level-up"),
        ("post", "/api/sessions/{id}/rolls"),
        ("get", "/api/sessions/{id}/memory"),
        ("get", "/api/sessions/{id}/memory/search"),
        ("get", "/api/sessions/{id}/why"),
        ("get", "/api/sessions/{id}/export"),
        ("post", "/api/sessions/import"),
        ("get", "/api/rules"),
        ("get", "/api/campaigns"),
        ("post", "/api/campaigns"),
        ("get", "/api/campaigns/{slug}"),
        ("delete", "/api/campaigns/{slug}"),
        ("get", "/api/campaigns/{slug}/map"),
        ("get", "/api/campaigns/{slug}/assets/{kind}/{id}"),
        ("get", "/api/plans"),
        ("post", "/api/plans"),
        ("get", "/api/tool-suggestions/stats"),
        ("post", "/api/sign-in"),
        ("post", "/api/sign-out"),
    ];
    for (method, path) in contract {
        let real = path.replace(['{', '}'], "");
        let answer = server.send(Ask::new(&method.to_uppercase(), &real)).await;
        let is_known = answer.status != 405 && !(answer.status == 404 && answer.json()["code"] == "unknown_route");
        let is_listed = paths.get(path).is_some_and(|item| item.get(method).is_some());
        assert_eq!(is_known, is_listed, "{answer:?}");
    }
    // What is made from the document has one name for each of them.
    let operations = document["paths"].as_object().into_iter().flatten().filter_map(|(_, methods)| methods.as_object());
    let mut names: Vec<&str> = operations.flatten().filter_map(|(_, one)| one["operationId"].as_str()).collect();
    let n = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(n > 20 && names.len() == n, "{names:?}");
    let printed = home.run(&["openapi"], &[]);
    assert_eq!(serde_json::from_slice::<Value>(&printed.stdout).unwrap(), document, "`embertale openapi` prints it");
}

/// Kinds that the page shows by name and values, as it does for unknown kinds.
const TOLD_BY_NAME: [&str; 5] = ["questFailed", "storyBeatCompleted", "secretFound", "historyCleared", "diceReseeded"];

#[tokio::test]
async fn the_page_knows_every_kind_of_change_by_name() {
    let home = Home::new();
    let server = home.start(&[]);
    let document = server.read("/api/openapi.json").await;
    let kinds = document["components"]["schemas"]["Change"]["oneOf"].as_array().expect("the kinds of changes");
    let resolve = |kind: &Value| match kind["$ref"].as_str() {
        Some(name) => document.pointer(name.trim_start_matches('#')).cloned().expect("a schema"),
        None => kind.clone(),
    };
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/static/js/turn/changes.js")).unwrap();
    let words: Vec<&str> = page.split(|c: char| !c.is_alphanumeric()).collect();
    for kind in kinds {
        let text = resolve(kind).to_string();
        let at = text.find(r#""enum":[""#).expect("the name of a kind") + 9;
        let name = text[at..].split('"').next().unwrap();
        assert!(words.contains(&name) || TOLD_BY_NAME.contains(&name), "{name} is not in changes.js");
    }
    assert!(kinds.len() > 90, "{}", kinds.len());
}

#[tokio::test]
async fn the_same_seed_and_the_same_words_give_the_same_story() {
    let words = [
        "I look around.",
        "I search the room.",
        "I attack the nearest shadow.",
        "I talk to Marta.",
        "xyzzy",
        "I rest.",
    ];
    let mut stories = Vec::new();
    for seed in ["ember", "ember", "ash"] {
        let home = Home::new();
        let server = home.start(&[("DICE_SEED", seed)]);
        let hero = json!({"character": {"name": "Ada", "class": "rogue", "race": "elf"}});
        let id = id_of(&server.good(Ask::post("/api/sessions").json(&hero)).await);
        for said in words {
            server.good(chat(&id, said)).await;
        }
        let roll =
            server.good(Ask::post(&format!("/api/sessions/{id}/rolls")).json(&json!({"expression": "8d20"}))).await;
        let told: Vec<Value> = turns(&server, &id)
            .await
            .iter()
            .map(|turn| json!([turn["narrative"], turn["changes"], turn["rolls"]]))
            .collect();
        let after = view(&server, &id).await;
        stories.push(json!([told, roll, after["story"], after["characters"], after["clock"], after["diceCommitment"]]));
        assert!(home.verify().contains("clean, 6 turns"));
    }
    assert_eq!(stories[0], stories[1]);
    assert_ne!(stories[0], stories[2], "another seed is another story");
}

#[tokio::test]
async fn without_a_seed_no_two_games_have_the_same_dice() {
    let home = Home::new();
    let server = home.start(&[]);
    let mut commitments = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let new = server.good(Ask::post("/api/sessions")).await;
        commitments.insert(new["diceCommitment"].to_string());
    }
    assert_eq!(commitments.len(), 8);
}
