//! Tests of invalid requests. Every answer is a problem that names the error, and the session is unchanged; checks that apply
//! to all answers are in [`wire`](super::wire).

use serde_json::{Value, json};

use super::{
    server::{Home, Server},
    table::{chat, session, turns, view},
    wire::Ask,
};

/// Every route that reads a body.
fn routes_with_bodies(session: &str) -> Vec<Ask> {
    let at = |route: &str| format!("/api/sessions/{session}{route}");
    vec![
        Ask::post("/api/sessions"),
        Ask::new("PATCH", &at("")),
        Ask::post(&at("/chat")),
        Ask::post(&at("/chat")).events(),
        Ask::post(&at("/rolls")),
        Ask::post(&at("/level-up")),
        Ask::post(&at("/characters")),
        Ask::post("/api/sign-in"),
    ]
}

async fn table() -> (Home, Server, String) {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    (home, server, session)
}

#[tokio::test]
async fn a_body_that_is_no_json_is_told_so() {
    let (_home, server, session) = table().await;
    let before = view(&server, &session).await;
    let deep = "[".repeat(20_000);
    let deep_field = format!("{{\"message\":{}1{}}}", "[".repeat(1_000), "]".repeat(1_000));
    let wrong: Vec<Vec<u8>> = vec![
        b"{".to_vec(),
        b"{\"message\":}".to_vec(),
        b"{'message':'x'}".to_vec(),
        b"{\"message\":\"\xff\xfe\"}".to_vec(),
        b"\xef\xbb\xbf{\"message\":\"x\"}".to_vec(),
        b"{\"message\":\"\\ud800\"}".to_vec(),
        b"{\"message\":\"x\"} {}".to_vec(),
        b"{\"message\":\"a\nb\"}".to_vec(),
        b"NaN".to_vec(),
        b"{\"level\":1e999}".to_vec(),
        b"\0".to_vec(),
        b" ".to_vec(),
        deep.into_bytes(),
        deep_field.into_bytes(),
    ];
    for route in routes_with_bodies(&session) {
        for body in &wrong {
            server.send(route.clone().body(body.clone())).await.problem(400, "invalid_json");
        }
    }
    assert_eq!(view(&server, &session).await, before);
}

#[tokio::test]
async fn json_of_another_shape_is_told_which_field() {
    let (_home, server, session) = table().await;
    let before = view(&server, &session).await;
    for route in routes_with_bodies(&session) {
        for shape in [json!([]), json!(["x"]), json!("x"), json!(7), json!(true), Value::Null, json!([["x", null]])] {
            server.send(route.clone().json(&shape)).await.problem(422, "validation_failed");
        }
        server.send(route.json(&json!({"nonsense": 1}))).await.problem(422, "validation_failed");
    }
    let at = |route: &str| format!("/api/sessions/{session}{route}");
    let (chat, rolls) = (Ask::post(&at("/chat")), Ask::post(&at("/rolls")));
    let (start, level) = (Ask::post("/api/sessions"), Ask::post(&at("/level-up")));
    let wrong: Vec<(&Ask, Value, &str)> = vec![
        (&chat, json!({}), "message"),
        (&chat, json!({"message": 7}), "message"),
        (&chat, json!({"message": null}), "message"),
        (&chat, json!({"message": ["x"]}), "message"),
        (&chat, json!({"message": "x", "characterId": 7}), "characterId"),
        (&chat, json!({"message": "x", "mood": "grim"}), "mood"),
        (&chat, json!({"Message": "x"}), "Message"),
        (&rolls, json!({}), "expression"),
        (&rolls, json!({"expression": 20}), "expression"),
        (&rolls, json!({"expression": "1d20", "reason": 1}), "reason"),
        (&rolls, json!({"expression": "1d20", "times": 2}), "times"),
        (&rolls, json!({"expression": "1d20", "reason": "x".repeat(201)}), "reason"),
        (&start, json!({"title": 7}), "title"),
        (&start, json!({"title": " "}), "title"),
        (&start, json!({"title": "x".repeat(121)}), "title"),
        (&start, json!({"campaign": "no-such-campaign"}), "campaign"),
        (&start, json!({"campaign": {}}), "campaign"),
        (&start, json!({"heroes": []}), "heroes"),
        (&level, json!({}), "characterId"),
        (&level, json!({"characterId": []}), "characterId"),
    ];
    for (route, body, field) in wrong {
        server.send(route.clone().json(&body)).await.invalid(field);
    }
    let rename = Ask::new("PATCH", &at(""));
    for body in [json!({}), json!({"title": ""}), json!({"title": "\n\t "}), json!({"title": "é".repeat(121)})] {
        server.send(rename.clone().json(&body)).await.invalid("title");
    }
    assert_eq!(view(&server, &session).await, before);
}

#[tokio::test]
async fn whole_numbers_may_have_a_decimal_point() {
    let (_home, server, session) = table().await;
    let start = Ask::post("/api/sessions");
    let hero = r#"{"character": {"name": "Ada", "class": "bard", "race": "elf", "level": 2.0}}"#;
    let begun = server.good(start.clone().body(hero.as_bytes().to_vec())).await;
    assert_eq!(begun["characters"][0]["level"], 2);
    let hero = hero.replace("2.0", "2.5");
    server.send(start.body(hero.into_bytes())).await.invalid("character.level");
    server.good(chat(&session, "I look around.")).await;
    let undo = Ask::post(&format!("/api/sessions/{session}/undo")).body(br#"{"turns": 1.0}"#.to_vec());
    assert_eq!(server.good(undo).await["id"], session);
    let campaign = crate::campaign::clean().to_string().replace(":1,", ":1.0,").replace(":1}", ":1.0}");
    assert!(campaign.contains(":1.0"));
    server.good(Ask::post("/api/campaigns").body(campaign.into_bytes())).await;
}

#[tokio::test]
async fn a_body_must_be_there_and_say_what_it_is() {
    let (_home, server, session) = table().await;
    let message = json!({"message": "I look around."}).to_string();
    let path = format!("/api/sessions/{session}/chat");
    server.send(Ask::post(&path)).await.invalid("message");
    server.send(Ask::post(&path).bytes(message.clone())).await.problem(415, "unsupported_media_type");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"] {
        let ask = Ask::post(&path).bytes(message.clone()).header("content-type", kind);
        server.send(ask).await.problem(415, "unsupported_media_type");
    }
    for (encoding, status) in [("gzip", 415), ("identity, br", 415), ("identity", 422)] {
        let bytes = if status == 415 { b"\x1f\x8b\x08".to_vec() } else { b"{}".to_vec() };
        let ask = Ask::post(&path).bytes(bytes).header("content-type", "application/json");
        assert_eq!(server.send(ask.header("content-encoding", encoding)).await.status, status, "{encoding}");
    }
    for kind in ["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.table+json"] {
        let ask = Ask::post(&path).bytes(message.clone()).header("content-type", kind);
        assert_eq!(server.send(ask).await.status, 200, "{kind}");
    }
}

#[tokio::test]
async fn a_message_has_one_to_eight_thousand_characters_and_is_kept_trimmed() {
    let (home, server, session) = table().await;
    for blank in ["", " ", "\n\r\t", "\u{2003}\u{3000}", "\0", "\u{feff}", "\u{200b}"] {
        server.send(chat(&session, blank)).await.invalid("message");
    }
    for long in ["x".repeat(8_001), "😀".repeat(8_001)] {
        server.send(chat(&session, &long)).await.invalid("message");
    }
    for just_right in ["x".repeat(8_000), "😀".repeat(8_000)] {
        let turn = server.good(chat(&session, &format!(" \n{just_right}\t "))).await;
        assert!(turn["message"] == just_right.as_str(), "kept as it was sent, trimmed");
    }
    for odd in ["\u{202e}drow", "<script>alert(1)</script>", "'; DROP TABLE turns; --", "%s%n", "\\"] {
        assert_eq!(server.good(chat(&session, odd)).await["message"], odd.trim());
    }
    assert_eq!(turns(&server, &session).await.len(), 7);
    assert!(home.verify().contains("clean, 7 turns"));
}

#[tokio::test]
async fn a_body_over_64_kib_is_too_large_whether_it_says_so_or_not() {
    let (_home, server, session) = table().await;
    let fill = |n: usize| {
        let frame = json!({"message": "", "characterId": null}).to_string().len();
        json!({"message": " ".repeat(n - frame - 1) + "x", "characterId": null}).to_string()
    };
    let path = format!("/api/sessions/{session}/chat");
    let (fits, too_large) = (fill(64 * 1024), fill(64 * 1024 + 1));
    assert_eq!((fits.len(), too_large.len()), (65_536, 65_537));
    assert_eq!(server.send(Ask::post(&path).body(fits.clone())).await.status, 200);
    assert_eq!(server.send(Ask::post(&path).body(fits).chunked()).await.status, 200);
    server.send(Ask::post(&path).body(too_large.clone())).await.problem(413, "too_large");
    server.send(Ask::post(&path).body(too_large).chunked()).await.problem(413, "too_large");
    let huge = Ask::post(&path).header("content-type", "application/json").header("content-length", "99999999999");
    server.send(huge).await.problem(413, "too_large");
    assert_eq!(turns(&server, &session).await.len(), 2);
}

#[tokio::test]
async fn whatever_stands_for_an_id_is_found_or_unknown_and_nothing_else() {
    let (_home, server, session) = table().await;
    let long = "x".repeat(8_000);
    let odd = [
        "nobody",
        "%2F",
        "..%2F..%2Fetc%2Fpasswd",
        "%00",
        "a%00b",
        "%0d%0aX-Evil:1",
        "%20",
        "💥",
        "%F0%9F%92%A5",
        "*",
        "'",
        "%25",
    ];
    for id in odd.into_iter().chain([long.as_str()]) {
        let at = |route: &str| format!("/api/sessions/{id}{route}");
        let asks = [
            Ask::get(&at("")),
            Ask::new("PATCH", &at("")).json(&json!({"title": "x"})),
            Ask::new("DELETE", &at("")),
            Ask::get(&at("/turns")),
            Ask::get(&at("/memory")),
            Ask::get(&at("/turns/x/events")),
            Ask::post(&at("/chat")).json(&json!({"message": "x"})),
            Ask::post(&at("/chat")).json(&json!({"message": "x"})).events(),
            Ask::post(&at("/cancel")),
            Ask::post(&at("/rolls")).json(&json!({"expression": "1d20"})),
            Ask::post(&at("/level-up")).json(&json!({"characterId": "x"})),
            Ask::post(&at("/characters")).json(&json!({"character": {"name": "Bo", "class": "monk", "race": "human"}})),
            Ask::new("DELETE", &at("/characters/x")),
        ];
        for ask in asks {
            let answer = server.send(ask).await;
            answer.problem(404, "unknown_session");
            assert_eq!(answer.header("x-evil"), None);
        }
        let own = |route: &str| format!("/api/sessions/{session}{route}/{id}");
        server.send(Ask::get(&(own("/turns") + "/events"))).await.problem(404, "unknown_turn");
        server.send(Ask::new("DELETE", &own("/characters"))).await.problem(404, "unknown_character");
        let acts = json!({"message": "x", "characterId": id});
        server
            .send(Ask::post(&format!("/api/sessions/{session}/chat")).json(&acts))
            .await
            .problem(404, "unknown_character");
    }
    assert!(turns(&server, &session).await.is_empty());
}

#[tokio::test]
async fn unknown_routes_are_404_and_wrong_methods_405_with_those_that_go() {
    let (_home, server, session) = table().await;
    let unknown = ["/api", "/api/", "/api/nothing", "/api/sessions/", "/nothing", "/index.htm", "/../Cargo.toml"];
    for path in unknown.into_iter().chain([
        "/%2e%2e/Cargo.toml",
        "/js/",
        "//api/sessions",
        "/API/sessions",
        "/%61pi/sessions",
        "/.env",
    ]) {
        for method in ["GET", "POST", "DELETE"] {
            server.send(Ask::new(method, path)).await.problem(404, "unknown_route");
        }
    }
    let at = |route: &str| format!("/api/sessions/{session}{route}");
    let routes = [
        ("/".to_owned(), "GET,HEAD"),
        ("/index.html".to_owned(), "GET,HEAD"),
        ("/healthz".to_owned(), "GET,HEAD"),
        ("/api/info".to_owned(), "GET,HEAD"),
        ("/api/openapi.json".to_owned(), "GET,HEAD"),
        ("/api/sessions".to_owned(), "GET,HEAD,POST"),
        (at(""), "DELETE,GET,HEAD,PATCH"),
        (at("/chat"), "POST"),
        (at("/cancel"), "POST"),
        (at("/turns"), "GET,HEAD"),
        (at("/turns/x/events"), "GET,HEAD"),
        (at("/characters/x"), "DELETE"),
    ];
    for (path, allowed) in routes {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"] {
            if allowed.split(',').any(|allowed| allowed == method) {
                continue;
            }
            let answer = server.send(Ask::new(method, &path)).await;
            answer.problem(405, "method_not_allowed");
            let mut named: Vec<&str> = answer.header("allow").unwrap().split(',').map(str::trim).collect();
            named.sort_unstable();
            assert_eq!(named.join(","), allowed, "{answer:?}");
        }
    }
    assert!(turns(&server, &session).await.is_empty());
}

#[tokio::test]
async fn head_answers_as_get_without_a_body_and_options_changes_nothing() {
    let (_home, server, session) = table().await;
    let at = |route: &str| format!("/api/sessions/{session}{route}");
    let paths = [
        "/",
        "/css/app.css",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/info",
        "/api/sessions",
        "/api/openapi.json",
        "/nothing",
        "/api/sessions/nobody",
    ];
    for path in paths.into_iter().map(str::to_owned).chain([at(""), at("/turns"), at("/memory"), at("/turns/x/events")])
    {
        let (head, get) = (server.send(Ask::new("HEAD", &path)).await, server.send(Ask::get(&path)).await);
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
        let options = server.send(Ask::new("OPTIONS", &path)).await;
        assert!(options.status < 500 && options.header("access-control-allow-origin").is_none(), "{options:?}");
    }
    let before = view(&server, &session).await;
    assert_eq!(server.send(Ask::new("HEAD", &at("/chat"))).await.status, 405);
    server.send(Ask::new("OPTIONS", &at("/chat")).json(&json!({"message": "x"}))).await;
    assert_eq!(view(&server, &session).await, before);
}

#[tokio::test]
async fn queries_that_make_no_sense_name_their_field() {
    let (_home, server, session) = table().await;
    for n in 0..3 {
        server.good(chat(&session, &format!("I look around {n}."))).await;
    }
    let at = |query: &str| format!("/api/sessions/{session}{query}");
    let wrong = [
        ("/api/sessions?limit=x".to_owned(), "limit"),
        ("/api/sessions?limit=-1".to_owned(), "limit"),
        ("/api/sessions?limit=1.5".to_owned(), "limit"),
        ("/api/sessions?limit=".to_owned(), "limit"),
        ("/api/sessions?cursor=nonsense".to_owned(), "cursor"),
        ("/api/sessions?cursor=%00".to_owned(), "cursor"),
        ("/api/sessions?cursor=".to_owned(), "cursor"),
        (at("/turns?after=x"), "after"),
        (at("/turns?before=-1"), "before"),
        (at("/turns?limit=%FF"), "limit"),
        (at("/memory?kind=everything"), "kind"),
        (at("/memory?kind="), "kind"),
    ];
    for (path, field) in wrong {
        server.send(Ask::get(&path)).await.invalid(field);
    }
    let n_turns = |page: Value| page["items"].as_array().map(Vec::len);
    assert_eq!(n_turns(server.read(&at("/turns?limit=0")).await), Some(1), "clamped");
    assert_eq!(n_turns(server.read(&at("/turns?limit=1000000")).await), Some(3), "clamped");
    assert_eq!(n_turns(server.read(&at("/turns?after=4294967295")).await), Some(0));
    assert_eq!(n_turns(server.read(&at("/turns?before=0")).await), Some(0));
    assert_eq!(n_turns(server.read(&at("/turns?after=2&before=2")).await), Some(0));
    server.send(Ask::get(&at("/turns?nonsense=1&limit=2"))).await.invalid("nonsense");
}

#[tokio::test]
async fn keys_are_printable_and_short() {
    let (_home, server, session) = table().await;
    for key in ["", " ", &"k".repeat(201), "clé", "a\tb"] {
        server.send(chat(&session, "I look.").key(key)).await.invalid("Idempotency-Key");
        server.send(Ask::post("/api/sessions").key(key)).await.invalid("Idempotency-Key");
    }
    assert!(turns(&server, &session).await.is_empty());
    assert_eq!(server.send(chat(&session, "I look.").key(&"k".repeat(200))).await.status, 200);
}

#[tokio::test]
async fn a_path_that_cannot_be_decoded_leads_nowhere() {
    let (_home, server, session) = table().await;
    for id in ["%FF", "%F0%9F", "a%C3"] {
        let own = |route: &str| format!("/api/sessions/{session}/{route}/{id}");
        for ask in [
            Ask::get(&format!("/api/sessions/{id}")),
            Ask::new("DELETE", &format!("/api/sessions/{id}")),
            Ask::post(&format!("/api/sessions/{id}/chat")).json(&json!({"message": "x"})),
            Ask::get(&(own("turns") + "/events")),
            Ask::new("DELETE", &own("characters")),
        ] {
            server.send(ask).await.problem(404, "unknown_route");
        }
    }
}
