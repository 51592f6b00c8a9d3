//! Tests of the lists of sessions and campaigns, on each persistent store.

use serde_json::{Value, json};

use super::{
    server::{Home, Server},
    table::{id_of, view},
    wire::Ask,
};

#[tokio::test]
async fn sqlite_lists_say_what_a_session_is() {
    a_session_is_listed_with_what_it_is(Home::new()).await;
}

#[tokio::test]
async fn firestore_lists_say_what_a_session_is() {
    if !crate::support::emulator::is_missing() {
        a_session_is_listed_with_what_it_is(Home::on_firestore()).await;
    }
}

async fn listed(server: &Server, id: &str) -> Value {
    let page = server.read("/api/sessions?limit=100").await;
    let items = page["items"].as_array().expect("sessions").clone();
    items.into_iter().find(|item| item["id"] == id).expect("it is listed")
}

async fn begun(server: &Server, body: Value) -> String {
    id_of(&server.good(Ask::post("/api/sessions").json(&body)).await)
}

async fn a_session_is_listed_with_what_it_is(home: Home) {
    let server = home.start(&[]);
    let free = begun(&server, json!({"characters": ["pim-underbough", "ilvara-starfall"]})).await;
    let item = listed(&server, &free).await;
    assert_eq!(item["classes"], json!(["rogue", "wizard"]));
    for absent in ["campaign", "campaignTitle", "ending", "origin"] {
        assert!(item.get(absent).is_none(), "{absent} of {item}");
    }

    let campaign = begun(&server, json!({"campaign": "the-ice-house-at-sundry"})).await;
    let item = listed(&server, &campaign).await;
    assert_eq!(
        (&item["campaign"], &item["campaignTitle"]),
        (&json!("the-ice-house-at-sundry"), &json!("The Ice House at Sundry"))
    );
    assert!(item.get("ending").is_none(), "it has only begun: {item}");

    server.good(Ask::post(&format!("/api/sessions/{free}/chat")).json(&json!({"message": "I wait."}))).await;
    let branch = Ask::post(&format!("/api/sessions/{free}/branch")).json(&json!({"atTurn": 1}));
    let branch = id_of(&server.good(branch).await);
    let of_branch = json!({"kind": "branch", "sessionId": free, "turn": 1});
    assert_eq!(listed(&server, &branch).await["origin"], of_branch);
    // It stays one when it is played on, and what it comes from is none.
    server.good(Ask::post(&format!("/api/sessions/{branch}/chat")).json(&json!({"message": "I wait."}))).await;
    server.good(Ask::post(&format!("/api/sessions/{branch}/undo")).json(&json!({"turns": 1}))).await;
    assert_eq!(listed(&server, &branch).await["origin"], of_branch);
    assert!(listed(&server, &free).await.get("origin").is_none());

    let bundle = server.read(&format!("/api/sessions/{branch}/export")).await;
    assert!(!bundle.to_string().contains(&free), "an export names no other session");
    let copy = id_of(&server.good(Ask::post("/api/sessions/import").json(&bundle)).await);
    assert_eq!(listed(&server, &copy).await["origin"], json!({"kind": "imported"}));
}

#[tokio::test]
async fn ready_made_heroes_have_their_past_in_the_language_of_the_browser() {
    let home = Home::new();
    let server = home.start(&[]);
    let background = |hero: &Value| hero["background"].as_str().expect("a background").to_owned();
    let german = server.good(Ask::get("/api/heroes").header("accept-language", "de-AT, en;q=0.5")).await;
    let english = server.read("/api/heroes").await;
    assert_eq!(background(&english["items"][1]), "Lamplighter of the drowned quarter");
    assert_eq!(background(&german["items"][1]), "Lampenanzünder im versunkenen Viertel");
    for (i, hero) in english["items"].as_array().expect("heroes").iter().enumerate() {
        assert_ne!(background(hero), background(&german["items"][i]), "{}", hero["name"]);
    }

    let begin =
        Ask::post("/api/sessions").header("accept-language", "de").json(&json!({"character": "pim-underbough"}));
    let id = id_of(&server.good(begin).await);
    assert_eq!(background(&view(&server, &id).await["characters"][0]), "Lampenanzünder im versunkenen Viertel");
    // One who was made by the player keeps what they wrote.
    let own = json!({"name": "Ada", "class": "bard", "race": "elf", "background": "Deserter"});
    let begin = Ask::post("/api/sessions").header("accept-language", "de").json(&json!({"character": own}));
    let id = id_of(&server.good(begin).await);
    assert_eq!(background(&view(&server, &id).await["characters"][0]), "Deserter");
}

#[tokio::test]
async fn a_hero_shows_the_attacks_of_the_sheet_and_fists_that_do_damage() {
    let server = Home::new().start(&[]);
    let heroes = server.read("/api/heroes").await;
    let attacks = |i: usize| -> Vec<String> {
        let all = heroes["items"][i]["attacks"].as_array().expect("attacks").iter();
        all.map(|it| format!("{} {} {}", it["name"].as_str().unwrap(), it["toHit"], it["damage"].as_str().unwrap()))
            .collect()
    };
    assert_eq!(attacks(0), ["Longsword 5 1d8+3", "Light Crossbow 4 1d8+2", "Unarmed Strike 5 4"]);
    // With a strength of 8 bare hands hurt no one.
    assert_eq!(attacks(1), ["Rapier 5 1d8+3", "Shortbow 5 1d6+3", "Dagger 5 1d4+3"]);
}
