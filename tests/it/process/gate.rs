//! Tests of the gate: host names, origins, and the order of its checks.

use serde_json::json;

use super::{
    server::Home,
    table::{a_level, asking, chat, session, stub, turns},
    wire::Ask,
};

#[tokio::test]
async fn only_our_own_names_are_answered() {
    let home = Home::new();
    let server = home.start(&[("ALLOWED_HOSTS", " Play.Example.org, inner.example ,,")]);
    let port = server.port().to_owned();
    let foreign = [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.localhost",
        "127.0.0.2",
        "0.0.0.0",
        "127.1",
        "2130706433",
        "[::]",
        "user@evil.example",
        "not a host",
        "127.0.0.1/",
    ];
    for path in ["/", "/api/info", "/api/sessions", "/nothing"] {
        for host in foreign {
            server.send(Ask::get(path).host(Some(host))).await.problem(403, "foreign_host");
        }
        server.send(Ask::get(path).host(None)).await.problem(403, "foreign_host");
    }
    let own = [
        "localhost",
        "LOCALHOST",
        "127.0.0.1",
        "[::1]",
        "[::1]:80",
        "localhost:1",
        "play.example.org",
        "INNER.example:443",
    ];
    for host in own {
        assert_eq!(server.send(Ask::get("/api/info").host(Some(host))).await.status, 200, "{host}");
    }
    let post = Ask::post("/api/sessions").json(&json!({})).host(Some("evil.example"));
    server.send(post).await.problem(403, "foreign_host");
    assert_eq!(server.read("/api/sessions").await["items"], json!([]));
}

#[tokio::test]
async fn pages_of_other_origins_may_not_ask() {
    let home = Home::new();
    let server = home.start(&[]);
    let own = format!("http://{}", server.address);
    let port = server.port().to_owned();
    let foreign = [
        "null".to_owned(),
        String::new(),
        "https://evil.example".to_owned(),
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("http://localhost:{port}"),
        format!("{own}.evil.example"),
        format!("http://evil.example@{}", server.address),
        server.address.clone(),
        format!("{own}/"),
    ];
    for origin in &foreign {
        for ask in [
            Ask::get("/api/sessions"),
            Ask::post("/api/sessions").json(&json!({})),
            Ask::post("/api/sign-in").json(&json!({"secret": "x"})),
            Ask::get("/"),
        ] {
            let answer = server.send(ask.header("origin", origin)).await;
            answer.problem(403, "foreign_origin");
            assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
        }
        let preflight = Ask::new("OPTIONS", "/api/sessions").header("access-control-request-method", "POST");
        let answer = server.send(preflight.header("origin", origin)).await;
        assert_eq!(answer.header("access-control-allow-origin"), None, "{answer:?}");
    }
    assert_eq!(server.read("/api/sessions").await["items"], json!([]), "nothing was begun");
    assert_eq!(server.send(Ask::post("/api/sessions").json(&json!({})).header("origin", &own)).await.status, 201);
    let by_name = Ask::get("/api/sessions").host(Some("localhost:99")).header("origin", "http://localhost:99");
    assert_eq!(server.send(by_name).await.status, 200, "its own origin under its other name");
}

#[tokio::test]
async fn a_front_end_on_an_allowed_origin_can_do_everything() {
    let front = "http://localhost:5173";
    let home = Home::new();
    let server = home.start(&[("ALLOWED_ORIGINS", "http://other.example, http://LOCALHOST:5173/")]);
    let methods = ["GET", "POST", "PATCH", "DELETE"];
    for method in methods {
        let preflight = Ask::new("OPTIONS", "/api/sessions/x/chat")
            .header("origin", front)
            .header("access-control-request-method", method)
            .header("access-control-request-headers", "content-type,idempotency-key,last-event-id,authorization");
        let answer = server.send(preflight).await;
        assert!(matches!(answer.status, 200 | 204), "{answer:?}");
        let said = |name: &str| answer.header(name).unwrap_or_default().to_ascii_lowercase();
        assert_eq!(said("access-control-allow-origin"), front);
        assert!(methods.iter().all(|one| said("access-control-allow-methods").contains(&one.to_ascii_lowercase())));
        for header in ["content-type", "idempotency-key", "last-event-id", "authorization", "accept"] {
            assert!(said("access-control-allow-headers").contains(header), "{header}: {answer:?}");
        }
    }
    let id = session(&server).await;
    let good = server.send(chat(&id, "I look around.").header("origin", front)).await;
    let bad = server.send(chat("nobody", "I look around.").header("origin", front)).await;
    let blank = server.send(chat(&id, " ").header("origin", front)).await;
    let large = server.send(chat(&id, &"x".repeat(70_000)).header("origin", front)).await;
    assert_eq!([good.status, bad.status, blank.status, large.status], [200, 404, 422, 413]);
    for answer in [good, bad, blank, large] {
        assert_eq!(answer.header("access-control-allow-origin"), Some(front), "{answer:?}");
        let exposed = answer.header("access-control-expose-headers").unwrap_or_default().to_ascii_lowercase();
        for header in ["content-location", "location", "retry-after", "x-request-id"] {
            assert!(exposed.contains(header), "{header}: {answer:?}");
        }
        assert!(answer.header("vary").unwrap_or_default().to_ascii_lowercase().contains("origin"), "{answer:?}");
    }
    let foreign = server.send(Ask::get("/api/info").header("origin", "http://localhost:5174")).await;
    foreign.problem(403, "foreign_origin");
}

#[tokio::test]
async fn a_front_end_on_an_allowed_origin_hears_a_turn_as_it_is_told() {
    let front = "http://localhost:5173";
    let home = Home::new();
    let server = home.start(&[("ALLOWED_ORIGINS", front)]);
    let begun = server.send(Ask::post("/api/sessions").json(&json!({})).header("origin", front)).await;
    assert_eq!(begun.header("access-control-allow-credentials"), Some("true"), "a sign-in goes along");
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(begun.header("location"), Some(format!("/api/sessions/{id}").as_str()));

    let told = server.send(chat(&id, "I look around.").events().key("k").header("origin", front)).await;
    let again = told.header("content-location").expect("where to read it again").to_owned();
    let resumed = server.send(Ask::get(&again).events().header("last-event-id", "1.0").header("origin", front)).await;
    for answer in [&told, &resumed] {
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/event-stream")), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some(front), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-credentials"), Some("true"));
        assert!(answer.header("access-control-expose-headers").is_some_and(|names| names.contains("content-location")));
        assert!(answer.text().contains("event: done"), "{answer:?}");
    }
    let ask =
        |path: &str| Ask::new("OPTIONS", path).header("origin", front).header("access-control-request-method", "POST");
    for path in
        ["/api/sessions", "/api/sessions/import", "/api/sign-in", again.as_str(), &format!("/api/sessions/{id}/undo")]
    {
        let answer = server.send(ask(path)).await;
        assert_eq!(answer.header("access-control-allow-origin"), Some(front), "{path}");
        assert_eq!(answer.header("access-control-max-age"), Some("600"), "{path}");
    }
}

#[tokio::test]
async fn a_request_is_judged_in_the_documented_order() {
    let home = Home::new();
    let env = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace")];
    let server = home.start(&env);
    let ada = |ask: Ask| ask.bearer("lovelace");
    let id = server.good(ada(Ask::post("/api/sessions").json(&json!({})))).await["id"].as_str().unwrap().to_owned();
    let evil = Some("evil.example");
    let large = "x".repeat(70_000);

    let ask = Ask::new("PUT", "/nothing").host(evil).header("origin", "null").body(large.clone());
    server.send(ask).await.problem(413, "too_large");
    let ask = Ask::new("PUT", "/nothing").host(evil).header("origin", "null").body("{");
    server.send(ask).await.problem(403, "foreign_host");
    server
        .send(Ask::new("PUT", "/api/nothing").header("origin", "null").body("{"))
        .await
        .problem(403, "foreign_origin");
    for (method, path) in [("GET", "/api/nothing"), ("PUT", "/api/sessions"), ("POST", "/api/sessions/nobody/chat")] {
        server.send(Ask::new(method, path).body("{")).await.problem(401, "unauthorized");
    }
    server.send(ada(Ask::post("/api/nothing").body("{"))).await.problem(404, "unknown_route");
    server.send(ada(Ask::new("PUT", "/api/sessions/nobody/chat").body("{"))).await.problem(405, "method_not_allowed");
    for route in ["chat", "rolls", "level-up", "characters"] {
        let path = format!("/api/sessions/nobody/{route}");
        server.send(ada(Ask::post(&path).body("{"))).await.problem(400, "invalid_json");
        server.send(ada(Ask::post(&path).json(&json!({})))).await.problem(422, "validation_failed");
    }
    let at = |route: &str| format!("/api/sessions/nobody{route}");
    server.send(ada(Ask::post(&at("/chat")).json(&json!({"message": " "})))).await.invalid("message");
    server.send(ada(Ask::post(&at("/rolls")).json(&json!({"expression": "nonsense"})))).await.invalid("expression");
    server.send(ada(Ask::post(&at("/characters")).json(&json!({"character": "nobody"})))).await.invalid("character");
    server.send(ada(Ask::new("PATCH", &at("")).json(&json!({"title": " "})))).await.invalid("title");
    server.send(ada(Ask::get(&at("/turns?limit=x")))).await.invalid("limit");
    server.send(ada(Ask::get(&at("/memory?kind=x")))).await.invalid("kind");
    let ask = Ask::post(&at("/chat")).json(&json!({"message": "x", "characterId": "nobody"})).key("k");
    server.send(ada(ask)).await.problem(404, "unknown_session");
    assert!(
        server.good(ada(Ask::get(&format!("/api/sessions/{id}/turns")))).await["items"].as_array().unwrap().is_empty()
    );
}

#[tokio::test]
async fn a_key_is_judged_before_the_level_that_waits() {
    let stub = stub(vec![a_level()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    server.good(chat(&session, "I think.").key("k")).await;
    server.send(chat(&session, "I act.").key("k")).await.problem(422, "idempotency_mismatch");
    server.send(chat(&session, "I act.").key("another")).await.problem(409, "level_up_pending");
    assert_eq!(turns(&server, &session).await.len(), 1);
}
