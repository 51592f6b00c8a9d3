//! Requests between turns that are sent twice with the same key take effect once.

use serde_json::{Value, json};

use super::{
    server::Home,
    table::{a_level, asking, chat, session, stub, view},
    wire::Ask,
};

#[tokio::test]
async fn a_repeated_request_with_the_same_key_changes_nothing() {
    let stub = stub(vec![a_level()]).await;
    let (home, url) = (Home::new(), stub.url());
    let mut server = home.start(&asking(&url));
    let id = session(&server).await;
    let hero = view(&server, &id).await["characters"][0]["id"].clone();
    server.good(chat(&id, "I think.")).await;
    let at = |route: &str| Ask::post(&format!("/api/sessions/{id}{route}"));
    let asks = [
        (
            at("/rolls"),
            json!({"expression": "8d20", "reason": "luck"}),
            json!({"expression": "8d20", "reason": "more luck"}),
        ),
        (at("/level-up"), json!({"characterId": hero}), json!({"characterId": "somebody"})),
        (
            at("/characters"),
            json!({"character": {"name": "Ada", "class": "rogue", "race": "elf"}}),
            json!({"character": {"name": "Bo", "class": "rogue", "race": "elf"}}),
        ),
        (at("/clear"), json!({}), Value::Null),
    ];
    for (n, (ask, body, other)) in asks.iter().enumerate() {
        let key = format!("key-{n}");
        let first = server.good(ask.clone().key(&key).json(body)).await;
        let after = view(&server, &id).await;
        assert_eq!(server.good(ask.clone().key(&key).json(body)).await, first, "{ask:?}");
        drop(server);
        server = home.start(&asking(&url));
        assert_eq!(server.good(ask.clone().key(&key).json(body)).await, first, "also after a restart: {ask:?}");
        assert_eq!(view(&server, &id).await, after);
        if !other.is_null() {
            server.send(ask.clone().key(&key).json(other)).await.problem(422, "idempotency_mismatch");
        }
    }
    let key = "key-of-a-throw";
    let (ask, body) = (at("/rolls"), json!({"expression": "8d20"}));
    let one = server.good(ask.clone().key(key).json(&body)).await;
    assert_ne!(server.good(ask.clone().key("another").json(&body)).await, one);
    assert_ne!(server.good(ask.json(&body)).await, one);
    assert!(home.verify().contains("clean"));
}
