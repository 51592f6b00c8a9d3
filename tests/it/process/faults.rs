//! Responses to invalid requests: every invalid field is named in plain words, and no parameter is ignored.

use serde_json::{Value, json};

use super::{
    server::Home,
    table::session,
    wire::{Answer, Ask},
};

/// The fields a response names, in order; no message comes from a library.
fn named(answer: &Answer) -> Vec<String> {
    let problem = answer.problem(422, "validation_failed");
    let said = problem.to_string();
    for words in
        ["expected", "invalid type", "invalid digit", "unknown variant", "missing field", "struct ", "u32", "variant"]
    {
        assert!(!said.contains(words), "{words}: {said}");
    }
    let errors = problem["errors"].as_array().unwrap().iter();
    errors.map(|error| error["field"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_invalid_fields_are_named_at_once_in_plain_words() {
    let home = Home::new();
    let server = home.start(&[]);
    let id = session(&server).await;
    let at = |route: &str| format!("/api/sessions/{id}{route}");
    let cases: [(Ask, Value, &[&str]); 9] = [
        (
            Ask::post(&at("/chat")),
            json!({"message": 7, "characterId": 8, "mood": "x"}),
            &["characterId", "message", "mood"],
        ),
        (Ask::post(&at("/rolls")), json!({"reason": 1}), &["expression", "reason"]),
        (Ask::post(&at("/actions")), json!({"action": "rest", "kind": "nap"}), &["kind"]),
        (Ask::post(&at("/actions")), json!({"action": "attack"}), &["target"]),
        (Ask::post(&at("/actions")), json!({"action": "move", "to": {"x": "a", "y": 1}}), &["to.x"]),
        (
            Ask::post("/api/sessions"),
            json!({"title": "", "rulesEdition": "1999", "character": {"name": "", "class": "cook", "race": "elf"}}),
            &["character.class", "character.name", "rulesEdition", "title"],
        ),
        (
            Ask::post("/api/sessions"),
            json!({"characters": [
                {"name": "Ada", "class": "rogue", "race": "elf", "level": 99, "abilities": {"str": 1, "con": 40, "int": 1, "wis": 1, "cha": 1}},
                {"name": "Bo", "class": "cook", "race": "elf"},
            ]}),
            &[
                "characters[0].abilities.con",
                "characters[0].abilities.dex",
                "characters[0].level",
                "characters[1].class",
            ],
        ),
        (Ask::post("/api/plans"), json!({"language": "no language", "colour": 1}), &["colour", "language"]),
        (Ask::new("PATCH", &at("")), json!({"title": null, "x": 1}), &["title", "x"]),
    ];
    for (ask, body, fields) in cases {
        let answer = server.send(ask.json(&body)).await;
        let mut named = named(&answer);
        named.sort();
        assert_eq!(named, fields, "{answer:?}");
    }
}

#[tokio::test]
async fn invalid_and_unknown_query_parameters_are_named() {
    let home = Home::new();
    let server = home.start(&[]);
    let id = session(&server).await;
    let cases: [(String, &[&str]); 12] = [
        ("/api/sessions?limit=x".into(), &["limit"]),
        ("/api/sessions?limit=-1".into(), &["limit"]),
        ("/api/sessions?limit=".into(), &["limit"]),
        ("/api/sessions?limit=1&limit=2".into(), &["limit"]),
        ("/api/sessions?limt=5".into(), &["limt"]),
        ("/api/heroes?x=1&y".into(), &["x", "y"]),
        (format!("/api/sessions/{id}?fields=id"), &["fields"]),
        ("/api/rules".into(), &["q"]),
        ("/api/rules?limit=x&typing=perhaps".into(), &["limit", "q", "typing"]),
        (format!("/api/sessions/{id}/why?limit=99999999999"), &["limit", "path"]),
        ("/api/campaigns/x/map?format=oil".into(), &["format"]),
        (format!("/api/sessions/{id}/journal?forgotten=maybe&asOf=x"), &["asOf", "forgotten"]),
    ];
    for (path, fields) in cases {
        let answer = server.send(Ask::get(&path)).await;
        let mut named = named(&answer);
        named.sort();
        assert_eq!(named, fields, "{answer:?}");
    }
    // A limit beyond its bounds is clamped, and paths outside the API accept any query.
    assert_eq!(server.read("/api/sessions?limit=0").await["items"].as_array().unwrap().len(), 1);
    assert_eq!(server.send(Ask::get("/api/sessions?limit=4294967295")).await.status, 200);
    assert_eq!(server.send(Ask::get("/?utm=x")).await.status, 200);
    let deleted = server.send(Ask::new("DELETE", &format!("/api/sessions/{id}?force=true"))).await;
    assert_eq!(named(&deleted), ["force"]);
    assert_eq!(server.send(Ask::get(&format!("/api/sessions/{id}"))).await.status, 200, "it is still there");
}

#[tokio::test]
async fn a_browser_may_send_put_requests_from_an_allowed_origin() {
    let home = Home::new();
    let server = home.start(&[("ALLOWED_ORIGINS", "http://localhost:5173")]);
    let ask = Ask::new("OPTIONS", "/api/sessions/x/spending")
        .header("origin", "http://localhost:5173")
        .header("access-control-request-method", "PUT");
    let methods = server.send(ask).await.header("access-control-allow-methods").unwrap().to_owned();
    assert!(methods.contains("PUT"), "{methods}");
}

#[tokio::test]
async fn turns_are_paged_by_cursor_in_both_directions() {
    let home = Home::new();
    let server = home.start(&[]);
    let id = session(&server).await;
    for _ in 0..5 {
        server.good(super::table::chat(&id, "I look around.")).await;
    }
    for (query, expected) in
        [("limit=2", [1, 2, 3, 4, 5].as_slice()), ("limit=2&before=5", &[3, 4, 1, 2]), ("limit=2&after=2", &[3, 4, 5])]
    {
        let (mut seqs, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let more = cursor.as_str().map_or_else(String::new, |cursor| format!("&cursor={cursor}"));
            let page = server.read(&format!("/api/sessions/{id}/turns?{query}{more}")).await;
            seqs.extend(page["items"].as_array().unwrap().iter().map(|turn| turn["seq"].as_u64().unwrap()));
            cursor = page["nextCursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(seqs, expected, "{query}");
    }
    server.send(Ask::get(&format!("/api/sessions/{id}/turns?cursor=x"))).await.invalid("cursor");
}
