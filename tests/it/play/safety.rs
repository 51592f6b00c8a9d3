//! Safety tools: lines, veils and dials, what agents read of them, the check of what they tell, and the X card.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Agent, Answer, Inn, Table, TestApp, Told, calls, says};

const NONE: &str = r#"{"lines":[],"veils":[],"tone":null,"violence":null,"romance":null,"crossed":[]}"#;

async fn put(app: &TestApp, id: &str, body: Value) -> Answer {
    app.send(app.request(Method::PUT, &format!("/api/sessions/{id}/safety")).json(&body)).await
}

async fn table(lines: &[&str]) -> Table {
    Table::with(json!({"safety": {"lines": lines}})).await
}

#[tokio::test]
async fn safety_is_stored_and_carried_along_and_shown_to_nobody_else() {
    let mut app = TestApp::on_disk().await;
    let id = app.create(json!({"safety": {"lines": ["Spinnen", "  my own  words "], "tone": "light"}})).await;
    let plain = app.create(json!({})).await;
    let path = format!("/api/sessions/{id}/safety");
    let mut set = json!({"lines": ["spiders", "my own words"], "veils": [], "tone": "light", "violence": null,
                         "romance": null, "crossed": []});
    assert_eq!(app.get(&path).await.good(), set);
    assert_eq!(
        app.get(&format!("/api/sessions/{plain}/safety")).await.good(),
        serde_json::from_str::<Value>(NONE).unwrap()
    );
    app.restart().await;
    let changed = json!({"lines": ["spiders"], "veils": ["gore"], "violence": "mild", "romance": "none"});
    let answer = put(&app, &id, changed).await.good();
    set["lines"] = json!(["spiders"]);
    set["veils"] = json!(["gore"]);
    (set["tone"], set["violence"], set["romance"]) = (Value::Null, "mild".into(), "none".into());
    assert_eq!(answer, set);
    let session = app.session(&id).await;
    assert!(!session.to_string().contains("spiders"), "{session}");
    let bundle = app.get(&format!("/api/sessions/{id}/export")).await.good();
    assert_eq!(bundle["session"]["safety"]["lines"], json!(["spiders"]));
    let imported = app.post("/api/sessions/import", bundle).await.good();
    let of_import = format!("/api/sessions/{}/safety", imported["id"].as_str().unwrap());
    assert_eq!(app.get(&of_import).await.good(), set);
    let branch = app.post(&format!("/api/sessions/{id}/branch"), json!({"atTurn": 0})).await.good();
    assert_eq!(app.get(&format!("/api/sessions/{}/safety", branch["id"].as_str().unwrap())).await.good(), set);
    app.check_fold(&id).await;
    let tags = app.get("/api/safety/tags").await.good();
    assert_eq!(tags["items"][0], json!({"id": "spiders", "en": "Spiders", "de": "Spinnen"}));
}

#[tokio::test]
async fn what_cannot_be_set_is_named() {
    let app = TestApp::start().await;
    let id = app.create(json!({})).await;
    for (wrong, field) in [
        (json!({"lines": ["x".repeat(81)]}), "lines[0]"),
        (json!({"lines": ["spiders", " "]}), "lines[1]"),
        (json!({"veils": ["a\u{7}b"]}), "veils[0]"),
        (json!({"lines": vec!["gore"; 31]}), "lines"),
        (json!({"lines": "spiders"}), "lines"),
        (json!({"tone": "purple"}), "tone"),
        (json!({"limits": []}), "limits"),
    ] {
        let answer = put(&app, &id, wrong.clone()).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{wrong}");
        assert_eq!(answer.json()["errors"][0]["field"], field, "{}", answer.text);
        let answer = app.post("/api/sessions", json!({ "safety": wrong })).await;
        assert_eq!(answer.json()["errors"][0]["field"], format!("safety.{field}"), "{}", answer.text);
    }
    let about = app.post(&format!("/api/sessions/{id}/x"), json!({"about": " "})).await;
    assert_eq!(about.json()["errors"][0]["field"], "about", "{}", about.text);
}

#[tokio::test]
async fn every_agent_reads_what_is_set_and_nothing_where_nothing_is() {
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let table = Table::with(json!({"character": hero})).await;
    table.play("I wait.", [says("Nothing.")]).await;
    let before = table.claude().last_asked();
    assert!(!before.body["messages"].to_string().contains("[safety]"));
    let safety = json!({"lines": ["spiders", "clowns in the fog"], "veils": ["gore"], "tone": "light"});
    put(&table.app, &table.id, safety).await.good();
    let check = json!({"skill": "stealth", "difficulty": "easy", "reason": "past the watch"});
    table.claude().judge_will([calls("resolve_skill_check", check)]);
    table.play("I sneak past.", [says("You pass.")]).await;
    let goblin = json!({"npcs_to_create": [{"slug": "goblin", "name": "Goblin", "disposition": "hostile"}]});
    table.update(goblin).await;
    table.play("I wait.", [says("Steel rings.")]).await;
    for agent in [Agent::DungeonMaster, Agent::Judge, Agent::Combat] {
        let asked = table.claude().asked_of(agent).pop().expect("it was asked");
        let first = asked.messages()[0]["content"][0]["text"].as_str().unwrap();
        assert!(
            first.starts_with("[safety]\nnever shown: Spiders\n") || first.contains("never shown: Spiders"),
            "{agent:?}: {first}"
        );
        assert!(first.contains("never shown: clowns in the fog") && first.contains("only off screen: Gore"), "{first}");
        assert!(first.contains("tone: light"), "{first}");
    }
    assert_eq!(before.body["system"], table.claude().last_asked().body["system"]);
}

/// Scenes with a line: what a disobedient model tells first, and whether it names the line outright.
const SCENES: [(&str, &str, bool); 12] = [
    ("spiders", "You step in. A spider as large as a dog drops from the beam. It hisses.", true),
    ("spiders", "Du trittst ein. Eine Riesenspinne hängt über dir.", true),
    ("spiders", "You step in. Eight hairy legs unfold from the dark, and silk sticks to your face.", false),
    ("torture", "The cellar is cold. They tortured him here for a week.", true),
    ("torture", "The cellar is cold. The irons glow, and his scream goes on and on as they ask again.", false),
    ("harm-to-children", "Smoke hangs over the farm. A child lies dead in the well.", true),
    ("harm-to-children", "Smoke hangs over the farm. The smallest bed is soaked red, and nobody is in it.", false),
    ("harm-to-animals", "He kicks and beats the dog until it is still.", true),
    ("harm-to-animals", "He lifts the stick. The whimpering under the cart stops at last.", false),
    ("suicide", "In the loft you find him: he hanged himself at dawn.", true),
    ("suicide", "In the loft a rope turns slowly, and on the table lies a letter that begs forgiveness.", false),
    ("clowns in the fog", "The fog parts. A clown stands there and grins.", true),
];

fn crosses(line: &str) -> crate::support::Reply {
    says(json!({"crosses": true, "line": line}).to_string())
}

#[tokio::test]
async fn what_crosses_a_line_is_never_shown_and_told_otherwise_once() {
    for (line, told, is_outright) in SCENES {
        let table = table(&[line]).await;
        if !is_outright {
            table.claude().reader_will(Agent::SafetyReader, crosses(line));
        }
        let events = table.events("I go in.", [says(told), says("The room is empty, and the window open.")]).await;
        assert_eq!(Told::narrative(&events), "The room is empty, and the window open.", "{line}: {told}");
        let shown = serde_json::to_string(&events.iter().map(|it| &it.data).collect::<Vec<_>>()).unwrap();
        for sentence in told.split_inclusive(". ").skip(1) {
            assert!(!shown.contains(sentence.trim()), "{line}: {shown}");
        }
        let asked = table.claude().asked();
        assert_eq!(asked.len(), 2);
        assert!(asked[1].last_text().contains("crossed a line"), "{}", asked[1].last_text());
        assert!(!asked[1].body.to_string().contains(told), "what crossed is not sent back");
        assert_eq!(asked[0].body["system"], asked[1].body["system"]);
    }
}

#[tokio::test]
async fn what_crosses_a_line_twice_fails_clean() {
    let table = table(&["spiders"]).await;
    let before = table.session().await;
    let spider = says("A spider comes.");
    let calls_one = says("You wait.").and_updates(json!({"recent_event": "A spider was seen"}));
    for replies in [[spider.clone(), spider.clone()], [calls_one, spider]] {
        table.claude().will(replies);
        let answer = table.chat("I wait.").await;
        assert_eq!(answer.problem(), (502, "line_crossed".to_owned()), "{}", answer.text);
        assert!(!answer.text.contains("spider"), "{}", answer.text);
        let mut after = table.session().await;
        for kept in ["version", "updatedAt"] {
            after[kept] = before[kept].clone();
        }
        assert_eq!(after, before);
    }
}

#[tokio::test]
async fn what_is_written_down_with_tools_is_read_by_the_utility_model_too() {
    let table = table(&["spiders"]).await;
    let event = "Eight hairy legs were seen under the bridge";
    table.claude().will_find_crossing(event);
    let replies = [
        says("You wait.").and_updates(json!({"notable_event": event})),
        says("You wait on.").and_updates(json!({"notable_event": "The bridge was crossed"})),
    ];
    let turn = table.play("I wait.", replies).await;
    assert_eq!(turn.narrative(), "You wait on.");
    assert!(!table.session().await.to_string().contains("hairy legs"));
    // Names alone are not.
    let before = table.claude().asked_of(Agent::SafetyReader).len();
    table.play("I go on.", [says("On.").and_updates(json!({"items_gained": ["Silver key"]}))]).await;
    assert_eq!(table.claude().asked_of(Agent::SafetyReader).len(), before + 1);
}

#[tokio::test]
async fn a_long_text_of_a_call_is_read_in_parts() {
    let table = table(&["spiders"]).await;
    let long = "Rain falls on the roofs of the town, and the gutters run over. ".repeat(7);
    let events = vec![long; 9];
    table.play("I wait.", [says("You wait.").and_updates(json!({"notable_event": events}))]).await;
    let read: Vec<usize> =
        table.claude().asked_of(Agent::SafetyReader).iter().map(|asked| asked.last_text().chars().count()).collect();
    // The first is the story.
    assert!(read.len() > 2 && read.iter().all(|n| *n < 2_200), "{read:?}");
}

#[tokio::test]
async fn a_paragraph_without_a_verdict_is_not_shown() {
    let table = table(&["spiders"]).await;
    table.claude().reader_will(Agent::SafetyReader, says("Hm."));
    table.claude().will([says("You wait, and the rain goes on.")]);
    let answer = table.chat("I wait.").await;
    assert_eq!(answer.problem(), (504, "safety_not_checked".to_owned()), "{}", answer.text);
    assert_eq!(table.session().await["story"]["recentEvents"], json!([]));
}

#[tokio::test]
async fn without_lines_nothing_is_held_back_or_asked() {
    let with_dials = Table::with(json!({"safety": {"tone": "dark", "veils": ["gore"]}})).await;
    let without = Table::new().await;
    let told = "A spider waits. It is large.\n\nYou go on.";
    let mut streams = Vec::new();
    for table in [&with_dials, &without] {
        let events = table.events("I wait.", [says(told)]).await;
        assert!(table.claude().asked_of(Agent::SafetyReader).is_empty());
        let texts: Vec<Value> = events.iter().filter(|it| it.event == "text").map(|it| it.data.clone()).collect();
        streams.push(texts);
    }
    assert_eq!(streams[0], streams[1]);
}

/// A session without what the X card may change.
fn untouched(mut session: Value) -> Value {
    for field in ["version", "updatedAt"] {
        session[field] = Value::Null;
    }
    session
}

#[tokio::test]
async fn the_x_card_after_a_turn_takes_it_back_whole_and_says_so_once() {
    let table = Table::new().await;
    table.play("I wait.", [says("All is quiet.")]).await;
    let before = table.session().await;
    let items = json!({"items_gained": ["Silver key"], "hp_delta": -1});
    table.play("I open the chest.", [says("A clown leaps out of the chest.").and_updates(items)]).await;
    let after = table.post("/x", json!({})).await.good();
    assert_eq!(untouched(after), untouched(before.clone()));
    let again = table.post("/x", json!({"about": "Clowns"})).await.good();
    assert_eq!(untouched(again.clone()), untouched(before), "no second turn is taken back");
    assert_eq!(table.get("/safety").await.good()["lines"], json!(["clowns"]));
    assert!(!again.to_string().to_lowercase().contains("clown"));
    table.play("I open the chest.", [says("It is empty.")]).await;
    let told = table.claude().last_asked().body["messages"].to_string();
    assert!(
        told.contains("[stopped scene]") && told.contains("goes another way") && told.contains("It was about: Clowns"),
        "{told}"
    );
    table.play("I go on.", [says("The road is long.")]).await;
    let told = table.claude().last_asked().body["messages"].to_string();
    assert!(!told.contains("[stopped scene]"), "{told}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn the_x_card_silences_a_turn_that_is_told() {
    let inn =
        Inn::with_model("x", std::sync::Arc::new(storyteller::Storyteller::with_pace(Duration::from_millis(60)))).await;
    let (_, session) = inn.post("/api/sessions", json!({})).await;
    let id = session["id"].as_str().unwrap().to_owned();
    for about in [None, Some("bells")] {
        let path = format!("/api/sessions/{id}");
        let talk = format!("{path}/chat");
        let chat = inn.post(&talk, json!({"message": "look around"}));
        let stop = async {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let since = std::time::Instant::now();
            let body = about.map_or(json!({}), |about| json!({ "about": about }));
            let (status, after) = inn.post(&format!("{path}/x"), body).await;
            assert!(since.elapsed() < Duration::from_millis(if cfg!(debug_assertions) { 600 } else { 150 }));
            assert_eq!(status, 200, "{after}");
            after
        };
        let ((status, failed), after) = tokio::join!(chat, stop);
        assert_eq!((status, failed["code"].as_str()), (409, Some("stopped_for_safety")), "{failed}");
        assert_eq!(untouched(after), untouched(session.clone()));
    }
}

#[tokio::test]
async fn the_x_card_after_a_cancel_means_the_cancelled_turn_and_keeps_the_saved_one() {
    let model = storyteller::Storyteller::with_pace(Duration::from_millis(60));
    let inn = std::sync::Arc::new(Inn::with_model("x", std::sync::Arc::new(model)).await);
    let id = inn.begin(json!({})).await;
    inn.say(&id, "wait").await;
    let saved = inn.session(&id).await;
    let path = format!("/api/sessions/{id}");
    let chat = tokio::spawn({
        let (inn, chat) = (std::sync::Arc::clone(&inn), format!("{path}/chat"));
        async move { inn.post(&chat, json!({"message": "look around"})).await }
    });
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(inn.post(&format!("{path}/cancel"), json!({})).await.0, 202);
    assert_eq!(chat.await.unwrap().1["code"], "turn_cancelled");
    for about in [json!({}), json!({"about": "bells"})] {
        let (status, after) = inn.post(&format!("{path}/x"), about).await;
        assert_eq!((status, untouched(after)), (200, untouched(saved.clone())));
    }
    // A card after the next turn means that one.
    inn.say(&id, "wait").await;
    assert_eq!(untouched(inn.post(&format!("{path}/x"), json!({})).await.1), untouched(saved));
    inn.check_fold(&id).await;
}
