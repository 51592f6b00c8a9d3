//! Tests of sign-in, and of secrets that must not leak.

use serde_json::json;

use super::{
    listen::Listening,
    server::{Home, files, until},
    table::{asking, chat, id_of, says, says_behind, story, told, two_tools},
    wire::{Answer, Ask},
};
use crate::claude::stub::{Act, Gate, Stub};

const TOKENS: (&str, &str) = ("AUTH_TOKENS", "ada:lovelace-zephyr, grace:hopper-1906");

#[tokio::test]
async fn without_a_secret_only_what_is_public_is_answered() {
    let home = Home::new();
    let server = home.start(&[("AUTH", "token"), TOKENS]);
    for path in ["/", "/index.html", "/css/app.css", "/healthz", "/readyz", "/api/info", "/api/openapi.json"] {
        assert_eq!(server.send(Ask::get(path)).await.status, 200, "{path}");
    }
    assert_eq!(server.read("/api/info").await["auth"], "token");
    let document = server.read("/api/openapi.json").await;
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
    for (path, item) in document["paths"].as_object().unwrap() {
        if public.contains(&path.as_str()) {
            continue;
        }
        for method in item.as_object().unwrap().keys().filter(|key| key.as_str() != "parameters") {
            let path = path.replace(['{', '}'], "");
            server.send(Ask::new(&method.to_uppercase(), &path)).await.problem(401, "unauthorized");
        }
    }
    let bad = [
        ("authorization", "Bearer nonsense"),
        ("authorization", "Bearer "),
        ("authorization", "Bearer"),
        ("authorization", "Bearer lovelace-zephyr hopper-1906"),
        ("authorization", "Bearer LOVELACE-ZEPHYR"),
        ("authorization", "Bearer lovelace-181"),
        ("authorization", "Bearer ada:lovelace-zephyr"),
        ("authorization", "Basic YWRhOmxvdmVsYWNlLTE4MTU="),
        ("authorization", "lovelace-zephyr"),
        ("cookie", "embertale_secret=nonsense"),
        ("cookie", "embertale_secret="),
        ("cookie", "secret=lovelace-zephyr"),
    ];
    for (name, value) in bad {
        let answer = server.send(Ask::get("/api/sessions").header(name, value)).await;
        answer.problem(401, "unauthorized");
        assert!(!answer.everything().to_lowercase().contains("zephyr"), "{answer:?}");
    }
    for secret in ["lovelace-zephyr", "hopper-1906"] {
        assert_eq!(server.send(Ask::get("/api/sessions").bearer(secret)).await.status, 200);
    }
    let ask = Ask::get("/api/sessions").header("authorization", "bearer  lovelace-zephyr");
    assert_eq!(server.send(ask).await.status, 200, "the scheme's case and spaces don't count");
}

fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").expect("a cookie").to_owned()
}

#[tokio::test]
async fn the_page_signs_in_with_a_cookie_no_script_can_read() {
    let home = Home::new();
    let server = home.start(&[("AUTH", "token"), TOKENS, ("ALLOWED_ORIGINS", "https://play.example")]);
    let sign_in = |secret: &str| Ask::post("/api/sign-in").json(&json!({ "secret": secret }));
    for wrong in ["nonsense", "", "ada", "lovelace-zephyr\n; Domain=evil.example", "lovelace-zephyr\u{0}"] {
        let answer = server.send(sign_in(wrong)).await;
        answer.problem(401, "unauthorized");
        assert_eq!(answer.header("set-cookie"), None);
    }
    let answer = server.send(sign_in(" lovelace-zephyr\n")).await;
    assert_eq!(answer.status, 204, "{answer:?}");
    let set = cookie(&answer);
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age="] {
        assert!(set.contains(attribute), "{set}");
    }
    assert!(!set.contains("Secure") && !set.contains("Domain"), "{set}");
    let over_tls = server.send(sign_in("lovelace-zephyr").header("origin", "https://play.example")).await;
    assert!(cookie(&over_tls).contains("; Secure"));
    let pair = set.split(';').next().unwrap();
    let mine = |ask: Ask| ask.header("cookie", &format!("theme=dark; {pair}; x=y"));
    let id = id_of(&server.good(mine(Ask::post("/api/sessions").json(&json!({})))).await);
    assert_eq!(server.send(mine(Ask::get(&format!("/api/sessions/{id}")))).await.status, 200);
    let bearer = Ask::get(&format!("/api/sessions/{id}")).bearer("lovelace-zephyr");
    assert_eq!(server.send(bearer).await.status, 200, "the same player either way");
    let out = server.send(mine(Ask::post("/api/sign-out"))).await;
    assert!(cookie(&out).starts_with("embertale_secret=;") && cookie(&out).contains("Max-Age=0"), "{out:?}");
}

#[tokio::test]
async fn where_nobody_signs_in_any_secret_is_well_and_none_is_kept() {
    let home = Home::new();
    let server = home.start(&[]);
    for secret in ["x", "", "a\nb", "a; Domain=evil.example", "\u{0}", "💥", &"x".repeat(60_000)] {
        let answer = server.send(Ask::post("/api/sign-in").json(&json!({ "secret": secret }))).await;
        assert_eq!(answer.status, 204, "{answer:?}");
        assert_eq!(answer.header("set-cookie"), None, "{answer:?}");
    }
}

#[tokio::test]
async fn players_see_their_own_sessions_only() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says(told("One.")), says_behind(&gate, told("Two."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let mut env = asking(&url);
    env.extend([("AUTH", "token"), TOKENS]);
    let server = home.start(&env);
    let (ada, grace) = (|ask: Ask| ask.bearer("lovelace-zephyr"), |ask: Ask| ask.bearer("hopper-1906"));
    let create = || Ask::post("/api/sessions").json(&json!({})).key("the same key");
    let id = id_of(&server.good(ada(create())).await);
    assert_ne!(id_of(&server.good(grace(create())).await), id, "a key is a player's own");
    let turn = server.good(ada(chat(&id, "I wait.").key("one"))).await;
    let hero = turn["characterId"].as_str().unwrap();
    let at = |route: &str| format!("/api/sessions/{id}{route}");
    let ids =
        |list: serde_json::Value| -> Vec<String> { list["items"].as_array().unwrap().iter().map(id_of).collect() };
    let playing = server.open(ada(chat(&id, "I go.").key("two")).events()).await;
    assert_eq!(playing.status, 200);
    until("the turn plays", || stub.requests().len() == 2).await;
    let asks = [
        Ask::get(&at("")),
        Ask::new("PATCH", &at("")).json(&json!({"title": "mine"})),
        Ask::new("DELETE", &at("")),
        Ask::get(&at("/turns")),
        Ask::get(&at("/memory")),
        Ask::get(&at(&format!("/turns/{}/events", turn["id"].as_str().unwrap()))),
        chat(&id, "I wait.").key("one"),
        chat(&id, "I wait.").key("one").events(),
        chat(&id, "I go.").key("two"),
        chat(&id, "I go.").key("two").events(),
        chat(&id, "I do something else.").key("two"),
        chat(&id, "I do something else."),
        Ask::post(&at("/cancel")),
        Ask::post(&at("/rolls")).json(&json!({"expression": "1d20"})),
        Ask::post(&at("/level-up")).json(&json!({ "characterId": hero })),
        Ask::post(&at("/characters")).json(&json!({"character": {"name": "Bo", "class": "monk", "race": "human"}})),
        Ask::new("DELETE", &at(&format!("/characters/{hero}"))),
        Ask::get(&at(&format!("/characters/{hero}/sheet"))),
    ];
    for ask in asks {
        let answer = server.send(grace(ask)).await;
        answer.problem(404, "unknown_session");
        assert!(!answer.text().contains("Brannoc") && !answer.text().contains("Two."), "{answer:?}");
    }
    gate.open();
    drop(playing);
    assert_eq!(server.good(ada(chat(&id, "I go.").key("two"))).await["narrative"], "Two.");
    assert_eq!(ids(server.good(ada(Ask::get("/api/sessions"))).await), std::slice::from_ref(&id));
    assert!(!ids(server.good(grace(Ask::get("/api/sessions"))).await).contains(&id));
    assert_eq!(stub.requests().len(), 2);
}

#[tokio::test]
async fn players_see_their_own_campaigns_only() {
    let home = Home::new();
    let server = home.start(&[("AUTH", "token"), TOKENS]);
    let (ada, grace) = (|ask: Ask| ask.bearer("lovelace-zephyr"), |ask: Ask| ask.bearer("hopper-1906"));
    let slugs = |list: serde_json::Value| -> Vec<String> {
        let own = list["items"].as_array().unwrap().iter().filter(|card| card["ours"] == false);
        own.map(|card| card["slug"].as_str().unwrap().to_owned()).collect()
    };
    let campaign = crate::campaign::clean();
    let at = format!("/api/campaigns/{}", campaign["slug"].as_str().unwrap());
    server.good(ada(Ask::post("/api/campaigns").json(&campaign))).await;
    assert_eq!(slugs(server.good(ada(Ask::get("/api/campaigns"))).await), [campaign["slug"].as_str().unwrap()]);
    assert!(slugs(server.good(grace(Ask::get("/api/campaigns"))).await).is_empty());
    for ask in [Ask::get(&at), Ask::get(&format!("{at}/map")), Ask::new("DELETE", &at)] {
        server.send(ask.clone()).await.problem(401, "unauthorized");
        let answer = server.send(grace(ask)).await;
        answer.problem(404, "unknown_campaign");
        assert!(!answer.text().contains("Salt Road"), "{answer:?}");
    }
    server.send(Ask::get("/api/campaigns")).await.problem(401, "unauthorized");
    let mut own = campaign.clone();
    own["title"] = serde_json::json!("Another road");
    server.good(grace(Ask::post("/api/campaigns").json(&own))).await;
    assert_eq!(server.good(ada(Ask::get(&at))).await["title"], campaign["title"], "a slug is a player's own");
}

#[tokio::test]
async fn keys_and_secrets_show_up_nowhere() {
    const KEY: &str = "sk-hush-7f3a-do-not-tell";
    let refused = |status: &str| {
        let body = format!(r#"{{"type":"error","error":{{"type":"authentication_error","message":"bad key {KEY}"}}}}"#);
        let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n");
        vec![Act::Send((head + &body).into_bytes())]
    };
    let scripts = vec![
        says(two_tools()),
        says(story()),
        refused("401 Unauthorized"),
        refused("400 Bad Request"),
        refused("403 Forbidden"),
    ];
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let secrets = [KEY, "lovelace-zephyr", "hopper-1906", "typed-in-vain-4711"];
    for format in ["text", "json"] {
        let env = [
            ("ANTHROPIC_BASE_URL", url.as_str()),
            ("ANTHROPIC_API_KEY", KEY),
            ("AUTH", "token"),
            TOKENS,
            ("LOG", "trace"),
            ("LOG_FORMAT", format),
        ];
        let server = home.start(&env);
        let mut said = String::new();
        let ada = |ask: Ask| ask.bearer("lovelace-zephyr");
        let id = id_of(&server.good(ada(Ask::post("/api/sessions").json(&json!({})))).await);
        if format == "text" {
            said += &server.send(ada(chat(&id, "I step up."))).await.everything();
        }
        for _ in 0..if format == "text" { 2 } else { 1 } {
            let mut listening = Listening::to(&server, ada(chat(&id, "I fail."))).await;
            while let Some(event) = listening.next().await {
                said += &event.data.to_string();
            }
        }
        let signed_in = server.send(Ask::post("/api/sign-in").json(&json!({"secret": "hopper-1906"}))).await;
        assert_eq!(signed_in.status, 204);
        said +=
            &server.send(Ask::post("/api/sign-in").json(&json!({"secret": "typed-in-vain-4711"}))).await.everything();
        said += &server.send(Ask::get("/api/sessions").bearer("typed-in-vain-4711")).await.everything();
        for path in [
            "/api/info",
            "/readyz",
            "/metrics",
            "/api/sessions",
            "/api/openapi.json",
            &format!("/api/sessions/{id}/turns"),
        ] {
            said += &server.send(ada(Ask::get(path))).await.everything();
        }
        for secret in secrets {
            assert!(!said.contains(secret), "an answer tells {secret}");
        }
        server.terminate();
        assert!(server.ended().await.success());
    }
    assert_eq!(stub.requests().len(), 5);
    let log = home.log();
    assert!(log.contains("TRACE") && log.len() > 10_000, "the log is as chatty as can be");
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(secret)).unwrap_or_default();
        assert!(line.is_empty(), "the log tells {secret}: {line}");
        for (path, bytes) in files(&home.data()) {
            let is_told = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!is_told, "{} tells {secret}", path.display());
        }
    }
}
