//! Plans over HTTP, with a Claude that follows a script.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Agent, Answer, Reply, TestApp, Told, calls, fails, says};

use super::steps;

/// A picture of one dot.
const DOT: &str = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

/// Begins a plan and answers its path.
async fn begun(app: &TestApp, body: Value) -> String {
    format!("/api/plans/{}", app.post("/api/plans", body).await.good()["id"].as_str().unwrap())
}

/// Says something to the author, who answers so.
async fn say(app: &TestApp, plan: &str, words: Value, replies: impl IntoIterator<Item = Reply>) -> Answer {
    app.claude.will(replies);
    app.claude.expect_words(words["message"].as_str().unwrap());
    app.post(&format!("{plan}/chat"), words).await
}

/// One reply that writes all of a campaign but for its last step.
fn all() -> Reply {
    let mut steps = steps(&crate::campaign::clean()).into_iter();
    let (name, input) = steps.next().unwrap();
    steps.fold(calls(name, input), |reply, (name, input)| reply.and_calls(name, input))
}

fn hello() -> Value {
    json!({"message": "A road, and salt."})
}

#[tokio::test]
async fn a_campaign_is_written_by_talking_and_stands_on_the_shelf() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({"language": "en-GB"})).await;
    let answer = say(&app, &plan, hello(), [all(), says("Shall I finish it?")]).await.good();
    assert_eq!(answer["text"], "Shall I finish it?");
    assert_eq!((&answer["plan"]["title"], &answer["plan"]["draft"]["gaps"]), (&json!("The Salt Road"), &json!([])));
    let finish = calls("finalize_package", json!({}));
    let answer = say(&app, &plan, json!({"message": "Yes."}), [finish]).await.good();
    assert_eq!(answer["plan"]["draft"]["complete"], true);
    assert!(answer["plan"]["usage"]["costUsd"].as_f64().is_some_and(|cost| cost > 0.0), "{}", answer["plan"]["usage"]);
    let shelf = app.get("/api/campaigns").await.good();
    let card = shelf["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|card| card["slug"] == "the-salt-road")
        .expect("it stands there");
    assert_eq!((&card["language"], &card["nodes"]), (&json!("en-GB"), &json!(7)));
    assert!(app.claude.asked_of(Agent::Author)[0].body.to_string().contains("language: en-GB"));
    // The list shows it, and deleting the plan leaves the campaign.
    let plans = app.get("/api/plans").await.good();
    assert_eq!(plans["items"][0]["title"], "The Salt Road");
    assert_eq!(app.delete(&plan).await.status, 204);
    assert_eq!(app.get(&plan).await.problem(), (404, "unknown_plan".into()));
    assert_eq!(app.get("/api/campaigns/the-salt-road").await.status, 200);
}

#[tokio::test]
async fn a_plan_is_written_within_its_lines() {
    let app = TestApp::start().await;
    let wrong = app.post("/api/plans", json!({"safety": {"lines": [" "]}})).await;
    assert_eq!(wrong.json()["errors"][0]["field"], "safety.lines[0]", "{}", wrong.text);
    let plan =
        begun(&app, json!({"safety": {"lines": ["Spinnen", "my aunt"], "veils": ["gore"], "tone": "light"}})).await;
    assert_eq!(
        app.get(&plan).await.good()["safety"],
        json!({"lines": ["spiders", "my aunt"], "veils": ["gore"], "tone": "light"})
    );
    let (name, input) = steps(&crate::campaign::clean()).remove(0);
    let mut with_spiders = input.clone();
    with_spiders["blurb"] = json!("A spider waits at the end of the salt road.");
    let replies = [says("A road, salt, and a spider?"), calls(name, with_spiders)];
    let refused = say(&app, &plan, hello(), replies).await;
    assert_eq!(refused.problem(), (502, "line_crossed".into()), "{}", refused.text);
    let kept = app.get(&plan).await.good();
    assert_eq!(kept["title"], "A campaign without a name", "no tool has run");
    assert!(kept["usage"]["outputTokens"].as_u64() > Some(0), "withdrawn replies are paid for: {kept}");
    let answer = say(&app, &plan, json!({"message": "Again."}), [calls(name, input), says("A road, and salt.")]).await;
    assert_eq!(answer.good()["text"], "A road, and salt.");
    for asked in app.claude.asked_of(Agent::Author) {
        let first = asked.messages()[0]["content"][0]["text"].as_str().unwrap();
        assert!(first.starts_with("[safety]\nnever shown: "), "{first}");
        for told in ["never shown: Spiders", "never shown: my aunt", "only off screen: Gore", "tone: light"] {
            assert!(first.contains(told), "{first}");
        }
    }
    // Those of a plan without lines read nothing of it.
    let plain = begun(&app, json!({})).await;
    say(&app, &plain, hello(), [says("Salt, then.")]).await.good();
    let last = app.claude.asked_of(Agent::Author).pop().unwrap();
    assert!(!last.body["messages"].to_string().contains("[safety]"));
}

#[tokio::test]
async fn a_plan_warns_of_content_tags_that_are_its_lines() {
    let app = TestApp::start().await;
    let lines = json!({"safety": {"lines": ["rats", "gore"]}, "campaign": "the-ice-house-at-sundry"});
    let plan = begun(&app, lines).await;
    let gaps = app.get(&plan).await.good()["draft"]["gaps"].clone();
    let crossed: Vec<&Value> = gaps.as_array().unwrap().iter().filter(|gap| gap["code"] == "crosses-line").collect();
    assert_eq!(crossed.len(), 1, "{gaps}");
    assert_eq!((&crossed[0]["severity"], &crossed[0]["at"]), (&json!("warning"), &json!("/contentTags")));
}

#[tokio::test]
async fn the_answer_streams_as_it_is_written() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({})).await;
    let (name, input) = steps(&crate::campaign::clean()).remove(0);
    app.claude.will([calls(name, input), says("A premise. What do you think?")]);
    app.claude.expect_words("A road, and salt.");
    let request = app.request(Method::POST, &format!("{plan}/chat")).header("accept", "text/event-stream");
    let answer = app.send(request.json(&hello())).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let told = Told::read(&answer.text);
    let mut names: Vec<&str> = told.iter().map(|told| told.event.as_str()).collect();
    names.dedup();
    assert_eq!(names, ["plan", "tool", "state", "text", "done"]);
    let ids: Vec<String> = told.iter().map(|told| told.id.clone()).collect();
    assert_eq!(ids, (1..=told.len()).map(|n| n.to_string()).collect::<Vec<_>>());
    assert_eq!(Told::narrative(&told), "A premise. What do you think?");
    let tools: Vec<&Value> = told.iter().filter(|told| told.event == "tool").map(|told| &told.data).collect();
    assert_eq!((&tools[0]["status"], &tools[0]["summary"]), (&json!("started"), &json!("Writing the premise")));
    assert_eq!((&tools[1]["status"], &tools[1]["callId"]), (&json!("done"), &tools[0]["callId"]));
    let state = told.iter().find(|told| told.event == "state").unwrap();
    assert_eq!(state.data["plan"]["endings"].as_array().unwrap().len(), 4);
    let done = told.last().unwrap();
    assert_eq!(done.data["plan"]["chat"][1]["text"], "A premise. What do you think?");
    assert_eq!(done.data["plan"]["version"], app.get(&plan).await.good()["version"]);
}

#[tokio::test]
async fn the_button_says_what_is_missing_or_puts_it_on_the_shelf() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({})).await;
    let refused = app.post(&format!("{plan}/finalize"), json!({})).await;
    assert_eq!(refused.problem(), (422, "invalid_campaign".into()));
    let findings = refused.json()["findings"].clone();
    assert_eq!(findings[0]["code"], "no-premise");
    assert!(findings[0]["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
    say(&app, &plan, hello(), [all(), says("There.")]).await.good();
    for _ in 0..2 {
        let done = app.post(&format!("{plan}/finalize"), json!({})).await.good();
        assert_eq!((&done["campaign"]["slug"], &done["findings"]), (&json!("the-salt-road"), &json!([])));
        assert_eq!(done["plan"]["draft"]["complete"], true);
    }
    let own = app.get("/api/campaigns").await.good();
    let n = own["items"].as_array().unwrap().iter().filter(|card| card["ours"] == false).count();
    assert_eq!(n, 1, "twice is once");
}

#[tokio::test]
async fn an_outage_and_a_restart_leave_the_draft_readable() {
    let mut app = TestApp::on_disk().await;
    let plan = begun(&app, json!({})).await;
    let (name, input) = steps(&crate::campaign::clean()).remove(0);
    let answer = say(&app, &plan, hello(), [calls(name, input), fails(401)]).await;
    assert_eq!(answer.problem(), (502, "model_failed".into()));
    app.restart().await;
    let read = app.get(&plan).await.good();
    assert_eq!((&read["title"], &read["package"]["slug"]), (&json!("The Salt Road"), &json!("the-salt-road")));
    assert_eq!(read["chat"][0]["text"], "A road, and salt.");
    let answer = say(&app, &plan, json!({"message": "Still there?"}), [says("Still here.")]).await.good();
    assert_eq!(answer["text"], "Still here.");
}

#[tokio::test]
async fn a_campaign_is_taken_up_again_and_ours_are_copied() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({})).await;
    say(&app, &plan, hello(), [all(), calls("finalize_package", json!({}))]).await.good();
    let again = begun(&app, json!({"campaign": "the-salt-road"})).await;
    let change = calls("update_element", json!({"kind": "premise", "changes": {"blurb": "Salt, again."}}));
    let change = change.and_calls("finalize_package", json!({}));
    say(&app, &again, json!({"message": "Another blurb."}), [change]).await.good();
    let shelf = app.get("/api/campaigns").await.good()["items"].clone();
    let own: Vec<&Value> = shelf.as_array().unwrap().iter().filter(|card| card["ours"] == false).collect();
    assert_eq!((own.len(), &own[0]["blurb"]), (1, &json!("Salt, again.")));
    let ours = shelf[0]["slug"].as_str().unwrap();
    let copy = begun(&app, json!({ "campaign": ours })).await;
    let done = app.post(&format!("{copy}/finalize"), json!({})).await.good();
    assert_eq!(done["campaign"]["slug"], format!("{ours}-2"));
    assert_eq!(
        app.post("/api/plans", json!({"campaign": "no-such"})).await.problem(),
        (404, "unknown_campaign".into())
    );
}

#[tokio::test]
async fn pictures_come_with_the_words() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({})).await;
    let words = json!({"message": "Like this.", "images": [{"name": "dot.gif", "data": DOT}]});
    let answer = say(&app, &plan, words, [says("One dot.")]).await.good();
    let picture = &answer["plan"]["pictures"][0];
    assert_eq!(
        (&picture["name"], &picture["mediaType"], &picture["size"]),
        (&json!("dot.gif"), &json!("image/gif"), &json!(14))
    );
    assert!(picture.get("data").is_none());
    assert_eq!(answer["plan"]["chat"][0]["pictures"][0], picture["sha256"]);
    let asked = app.claude.asked_of(Agent::Author).pop().unwrap();
    assert_eq!(asked.messages()[0]["content"][1]["source"]["media_type"], "image/gif");
    for (images, field) in [
        (json!([{"data": "data:image/svg+xml;base64,PHN2Zz4="}]), "images.0.data"),
        (json!([{"data": DOT}, {"data": DOT}, {"data": DOT}, {"data": DOT}, {"data": DOT}]), "images"),
    ] {
        let refused = app.post(&format!("{plan}/chat"), json!({"message": "Look.", "images": images})).await;
        assert_eq!(refused.problem(), (422, "validation_failed".into()));
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
    let huge = json!({"message": "Look.", "images": [{"data": "x".repeat(2 << 20)}]});
    assert_eq!(app.post(&format!("{plan}/chat"), huge).await.problem(), (413, "too_large".into()));
}

#[tokio::test]
async fn what_is_not_asked_well_is_refused_before_anybody_is_asked() {
    let app = TestApp::start().await;
    let plan = begun(&app, json!({})).await;
    for (path, body, problem) in [
        ("/api/plans".to_owned(), json!({"language": "no language"}), (422, "validation_failed")),
        ("/api/plans".to_owned(), json!({"colour": "red"}), (422, "validation_failed")),
        (format!("{plan}/chat"), json!({"message": " "}), (422, "validation_failed")),
        (format!("{plan}/chat"), json!({}), (422, "validation_failed")),
        (format!("{plan}/chat"), json!({"message": "x".repeat(8_001)}), (422, "validation_failed")),
        ("/api/plans/nobodys/chat".to_owned(), hello(), (404, "unknown_plan")),
        ("/api/plans/nobodys/finalize".to_owned(), json!({}), (404, "unknown_plan")),
    ] {
        assert_eq!(app.post(&path, body.clone()).await.problem(), (problem.0, problem.1.to_owned()), "{path} {body}");
    }
    assert_eq!(app.delete("/api/plans/nobodys").await.problem(), (404, "unknown_plan".into()));
}
