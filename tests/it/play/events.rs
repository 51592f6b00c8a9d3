//! Tests of a turn's event stream: the events, their order and their ids.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::{Reply, Table, Told, calls, says};

/// A turn with a bit of everything.
fn rich() -> [Reply; 2] {
    let writes = json!({"hp_delta": -2, "scene_update": "Glass everywhere.", "items_gained": ["Shard"]});
    [
        calls("roll_dice", json!({"dice": "1d20+3", "reason": "Acrobatics"})),
        says("You crash through the window — and land, more or less, on your feet.").and_updates(writes),
    ]
}

fn order_of_first_appearance(events: &[Told]) -> Vec<String> {
    let mut seen = Vec::new();
    for told in events {
        let name = match told.event.as_str() {
            "tool" => format!("tool {}", told.data["status"].as_str().unwrap()),
            other => other.to_owned(),
        };
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

#[tokio::test]
async fn events_first_appear_in_the_order_that_is_promised() {
    let table = Table::new().await;
    let events = table.events("I leap.", rich()).await;
    assert_eq!(
        order_of_first_appearance(&events),
        ["turn", "tool started", "roll", "tool done", "text", "change", "state", "done"]
    );
    let (last, first) = (events.last().unwrap(), &events[0]);
    let turn = &last.data["turn"];
    assert_eq!(first.data, json!({"event": "turn", "turnId": turn["id"], "seq": 1}));
    let of = |name: &str| events.iter().filter(|told| told.event == name).map(|told| &told.data).collect::<Vec<_>>();
    let changes: Vec<&Value> = of("change").into_iter().map(|data| &data["change"]).collect();
    assert_eq!(changes, turn["changes"].as_array().unwrap().iter().collect::<Vec<_>>());
    let rolls: Vec<&Value> = of("roll").into_iter().map(|data| &data["roll"]).collect();
    assert_eq!(rolls, turn["rolls"].as_array().unwrap().iter().collect::<Vec<_>>());
    assert_eq!(Told::narrative(&events), turn["narrative"].as_str().unwrap());
    assert!(of("text").len() > 1, "text comes in pieces");
    assert_eq!(last.data["session"], events[events.len() - 2].data["session"]);
}

#[tokio::test]
async fn every_tool_call_is_told_from_start_to_end_and_recorded_with_its_arguments() {
    let table = Table::new().await;
    let replies = [
        calls("roll_dice", json!({"dice": "1d20"})).and_calls("roll_dice", json!({"dice": "nonsense"})),
        says("You land.").and_updates(json!({"hp_delta": -1})),
    ];
    let events = table.events("I leap.", replies).await;
    let calls = events.last().unwrap().data["turn"]["toolCalls"].as_array().unwrap().clone();
    let recorded: Vec<(&str, &Value)> = calls.iter().map(|c| (c["name"].as_str().unwrap(), &c["input"])).collect();
    assert_eq!(
        recorded,
        [
            ("roll_dice", &json!({"dice": "1d20"})),
            ("roll_dice", &json!({"dice": "nonsense"})),
            ("update_game_state", &json!({"hp_delta": -1})),
        ]
    );
    for (call, end) in calls.iter().zip(["done", "refused", "done"]) {
        let told: Vec<&Value> =
            events.iter().map(|t| &t.data).filter(|data| data["callId"] == call["callId"]).collect();
        let statuses: Vec<&str> = told.iter().map(|data| data["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["started", end]);
        assert!(told.iter().all(|data| data["name"] == call["name"] && !data["summary"].as_str().unwrap().is_empty()));
    }
}

#[tokio::test]
async fn a_call_that_is_never_run_does_not_stay_started() {
    let table = Table::new().await;
    let refused = says("You raise").and_updates(json!({"hp_delta": -5})).stopping_for("refusal");
    let cut = says("Ouch.").and_writes("roll_dice", "{\"dice\": \"1d").cut_short();
    for replies in [vec![refused], vec![cut, says("You land.")]] {
        let events = table.events("I leap.", replies).await;
        let statuses: Vec<&str> = events.iter().filter_map(|told| told.data["status"].as_str()).collect();
        assert_eq!(statuses, ["started", "refused"]);
    }
}

#[tokio::test]
async fn a_turn_is_told_again_with_the_same_events_under_the_same_ids_also_after_a_restart() {
    let mut table = Table::on_disk().await;
    let events = table.events("I leap.", rich()).await;
    let ids: HashSet<&String> = events.iter().map(|told| &told.id).collect();
    assert_eq!(ids.len(), events.len(), "no id twice");
    let turn = events[0].data["turnId"].as_str().unwrap().to_owned();
    table.app.restart().await;
    let again = table.app.events_again(&table.id, &turn, None).await;
    assert!(again.iter().all(|told| ids.contains(&told.id)), "an id nobody has heard: {again:#?}");
    let but_text = |events: &[Told]| events.iter().filter(|told| told.event != "text").cloned().collect::<Vec<_>>();
    assert_eq!(but_text(&again), but_text(&events));
    assert_eq!(Told::narrative(&again), Told::narrative(&events));
}

#[tokio::test]
async fn a_reader_goes_on_after_any_event_it_has_heard() {
    let mut table = Table::on_disk().await;
    let first = says("You think.").and_calls("roll_dice", json!({"dice": "1d20"}));
    let replies = [first, says("Then a thing that must not be told").stopping_for("refusal")];
    let events = table.events("I think — hard.", replies).await;
    assert!(events.iter().any(|told| told.data["reset"] == true), "this turn takes something back");
    let turn = events[0].data["turnId"].as_str().unwrap().to_owned();
    table.app.restart().await;
    for n in 0..events.len() {
        let rest = table.app.events_again(&table.id, &turn, Some(&events[n].id)).await;
        let heard = [&events[..=n], &rest].concat();
        assert_eq!(Told::narrative(&heard), Told::narrative(&events), "after event {n}");
        let but_text = |events: &[Told]| events.iter().filter(|told| told.event != "text").cloned().collect::<Vec<_>>();
        assert_eq!(but_text(&heard), but_text(&events), "after event {n}");
    }
}

#[tokio::test]
async fn the_stream_says_where_it_can_be_read_again_and_only_in_its_session() {
    let table = Table::new().await;
    table.claude().will([says("You go.")]);
    let answer = table.chat("I go.").await;
    let turn = answer.good()["id"].as_str().unwrap().to_owned();
    let location = answer.headers["content-location"].to_str().unwrap().to_owned();
    assert_eq!(location, table.path(&format!("/turns/{turn}/events")));
    assert_eq!(table.app.get(&location).await.headers["content-type"], "text/event-stream");

    let other = table.app.create(json!({})).await;
    let elsewhere = table.app.get(&format!("/api/sessions/{other}/turns/{turn}/events")).await;
    assert_eq!(elsewhere.problem(), (404, "unknown_turn".to_owned()));
}

#[tokio::test]
async fn what_is_refused_before_playing_is_a_problem_whatever_is_accepted() {
    let table = Table::new().await;
    let request = table.app.request(reqwest::Method::POST, &table.path("/chat"));
    let request = request.header("accept", "text/event-stream").json(&json!({"message": " "}));
    assert_eq!(table.app.send(request).await.problem(), (422, "validation_failed".to_owned()));
}
