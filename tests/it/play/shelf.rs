//! The shelf of campaigns over HTTP: listed, imported through the compiler, carried off, deleted, drawn.

use game::{Game, ready_made};

use embertale::{campaign, dm::campaigns, store::NewSession};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{
    campaign::clean,
    support::{Answer, TestApp},
};

const SHELF: &str = "/api/campaigns";

/// A sound campaign of that name.
fn named(slug: &str) -> Value {
    let mut campaign = clean();
    campaign["slug"] = json!(slug);
    campaign["title"] = json!(format!("The {slug}"));
    campaign
}

async fn slugs(app: &TestApp) -> Vec<String> {
    let list = app.get(SHELF).await.good();
    list["items"].as_array().unwrap().iter().map(|card| card["slug"].as_str().unwrap().to_owned()).collect()
}

/// The slugs of what comes with the game, in their order.
fn ours() -> Vec<String> {
    campaign::ours().into_iter().map(|package| package.slug).collect()
}

/// The codes of what was found, each with its severity.
fn codes(findings: &Value) -> Vec<String> {
    let each = |found: &Value| format!("{} {}", found["severity"].as_str().unwrap(), found["code"].as_str().unwrap());
    findings.as_array().unwrap().iter().map(each).collect()
}

fn refused(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.problem(), (422, "invalid_campaign".to_owned()));
    let problem = answer.json();
    for found in problem["findings"].as_array().unwrap() {
        for said in ["severity", "code", "at", "place", "message", "remedy"] {
            assert!(found[said].is_string(), "{said} is missing: {found}");
        }
    }
    codes(&problem["findings"])
}

#[tokio::test]
async fn what_comes_with_the_game_stands_first_and_then_ones_own_the_newest_first() {
    let app = TestApp::start().await;
    assert_eq!(slugs(&app).await, ours());
    for slug in ["mill", "tower"] {
        assert_eq!(app.post(SHELF, named(slug)).await.status, 201);
    }
    let mut all = ours();
    all.extend(["tower".to_owned(), "mill".to_owned()]);
    assert_eq!(slugs(&app).await, all);
    let list = app.get(SHELF).await.good();
    let card = list["items"].as_array().unwrap().iter().find(|card| card["slug"] == "mill").unwrap();
    let package = campaign::read(&serde_json::to_vec(&named("mill")).unwrap()).unwrap();
    assert_eq!(
        *card,
        json!({
            "slug": "mill", "title": "The mill", "blurb": package.blurb, "language": "en",
            "party": {"heroes": package.party.heroes, "level": package.party.level}, "acts": package.acts.len(),
            "nodes": package.nodes().count(), "endings": package.endings.len(), "order": 0, "ours": false,
            "minutes": {"from": package.playing_time().from, "to": package.playing_time().to}
        })
    );
}

#[tokio::test]
async fn a_campaign_comes_out_as_it_went_in() {
    let app = TestApp::start().await;
    let answer = app.post(SHELF, named("mill")).await;
    assert_eq!(answer.headers["location"], "/api/campaigns/mill");
    let added = answer.good();
    assert_eq!((&added["campaign"]["slug"], &added["findings"]), (&json!("mill"), &json!([])));
    let out = app.get("/api/campaigns/mill").await;
    assert_eq!(out.headers["content-type"], "application/json");
    assert!(out.headers["content-disposition"].to_str().unwrap().contains("filename=\"embertale-mill.json\""));
    let read = |text: &str| campaign::read(text.as_bytes()).unwrap();
    assert_eq!(read(&out.text), read(&named("mill").to_string()));
    // An exported campaign can be imported again and is the same.
    assert_eq!(app.post(SHELF, out.json()).await.status, 200);
    assert_eq!(app.get("/api/campaigns/mill").await.text, out.text);
    for slug in ours() {
        assert_eq!(read(&app.get(&format!("{SHELF}/{slug}")).await.text).slug, slug);
    }
}

#[tokio::test]
async fn the_same_slug_again_is_another_version_of_it() {
    let app = TestApp::start().await;
    app.post(SHELF, named("mill")).await.good();
    app.post(SHELF, named("tower")).await.good();
    let mut anew = named("mill");
    anew["title"] = json!("The mill, again");
    assert_eq!(app.post(SHELF, anew).await.status, 200);
    assert_eq!(slugs(&app).await[ours().len()..], ["mill".to_owned(), "tower".to_owned()]);
    assert_eq!(app.get("/api/campaigns/mill").await.good()["title"], "The mill, again");
}

#[tokio::test]
async fn what_can_not_be_played_is_refused_with_what_is_wrong_and_where() {
    let app = TestApp::start().await;
    let mut broken = named("broken");
    broken["acts"][0]["nodes"][0]["exits"] = json!([]);
    let answer = app.post(SHELF, broken).await;
    assert!(!refused(&answer).is_empty());
    let mut newer = named("newer");
    newer["format"] = json!("embertale.campaign/9");
    assert_eq!(refused(&app.post(SHELF, newer).await), ["error wrong-format"]);
    let mut unknown = named("unknown");
    unknown["acts"][0]["weather"] = json!("rain");
    let answer = app.post(SHELF, unknown).await;
    assert_eq!(refused(&answer), ["error unreadable"]);
    assert!(answer.json()["findings"][0]["at"].as_str().unwrap().starts_with("/acts/0"), "{}", answer.text);
    assert_eq!(refused(&app.post(SHELF, json!([])).await), ["error wrong-format"]);
    assert_eq!(slugs(&app).await, ours(), "nothing was written");
    assert!(app.store().all_packages().await.unwrap().is_empty());
}

#[tokio::test]
async fn what_can_be_played_though_something_is_amiss_comes_in_with_what_was_found() {
    let app = TestApp::start().await;
    let mut unused = named("unused");
    let findings = unused["acts"][0]["nodes"][0]["beats"][0]["findings"].as_array_mut().unwrap();
    findings.push(json!({"id": "weather", "text": "It may rain."}));
    let answer = app.post(SHELF, unused).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(codes(&answer.json()["findings"]), ["warning unused-finding"]);
    assert!(slugs(&app).await.contains(&"unused".to_owned()));
}

#[tokio::test]
async fn a_slug_of_ours_is_taken_and_ours_can_not_be_deleted() {
    let app = TestApp::start().await;
    for slug in ours() {
        assert_eq!(app.post(SHELF, named(&slug)).await.problem(), (409, "slug_taken".to_owned()));
        let deleted = app.delete(&format!("{SHELF}/{slug}")).await;
        assert_eq!(deleted.problem(), (409, "campaign_is_ours".to_owned()));
        assert!(deleted.json()["detail"].as_str().unwrap().contains("comes with the game"));
    }
    assert_eq!(slugs(&app).await, ours());
}

#[tokio::test]
async fn the_code_of_a_refused_campaign_says_which_door_refused_it_and_the_document_says_why() {
    let app = TestApp::start().await;
    app.post(SHELF, named("mill")).await.good();
    let ours = ours().remove(0);
    let import = async |slug: &str| app.post(SHELF, named(slug)).await;
    let delete = async |slug: &str| app.delete(&format!("{SHELF}/{slug}")).await;
    assert_eq!(import("mill").await.status, 200, "one's own is replaced");
    assert_eq!(import(&ours).await.problem(), (409, "slug_taken".to_owned()));
    assert_eq!(delete(&ours).await.problem(), (409, "campaign_is_ours".to_owned()));
    assert_eq!(delete("mill").await.status, 204);
    assert_eq!(delete("mill").await.problem(), (404, "unknown_campaign".to_owned()));
    let document = app.get("/api/openapi.json").await.good();
    let codes = document["components"]["schemas"]["ProblemCode"]["description"].as_str().unwrap();
    let sentence = |code: &str| codes.lines().find(|line| line.starts_with(&format!("- `{code}`"))).unwrap();
    assert!(sentence("slug_taken").contains("comes with the game has the slug"), "{codes}");
    assert!(sentence("campaign_is_ours").contains("to delete comes with the game"), "{codes}");
}

#[tokio::test]
async fn what_is_deleted_is_gone_from_the_shelf_and_its_package_stays() {
    let app = TestApp::start().await;
    app.post(SHELF, named("mill")).await.good();
    assert_eq!(app.delete("/api/campaigns/mill").await.status, 204);
    assert_eq!(slugs(&app).await, ours());
    for path in ["/api/campaigns/mill", "/api/campaigns/mill/map"] {
        assert_eq!(app.get(path).await.problem(), (404, "unknown_campaign".to_owned()));
    }
    assert_eq!(app.delete("/api/campaigns/mill").await.problem(), (404, "unknown_campaign".to_owned()));
    assert_eq!(app.store().all_packages().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_map_is_data_text_or_a_picture() {
    let app = TestApp::start().await;
    app.post(SHELF, named("mill")).await.good();
    let package = campaign::read(&serde_json::to_vec(&named("mill")).unwrap()).unwrap();
    let web = app.get("/api/campaigns/mill/map").await.good();
    let ids = |part: &str| -> Vec<String> {
        web[part].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("nodes"), package.nodes().map(|(_, node)| node.id.clone()).collect::<Vec<_>>());
    assert_eq!(ids("endings"), package.endings.iter().map(|ending| ending.id.clone()).collect::<Vec<_>>());
    for way in web["ways"].as_array().unwrap() {
        assert!(ids("nodes").contains(&way["from"].as_str().unwrap().to_owned()), "{way}");
        let known = match (&way["to"]["node"], &way["to"]["ending"]) {
            (Value::String(node), Value::Null) => ids("nodes").contains(node),
            (Value::Null, Value::String(ending)) => ids("endings").contains(ending),
            _ => false,
        };
        assert!(known, "{way}");
    }
    let map = |format: &str| format!("/api/campaigns/mill/map?format={format}");
    let text = app.get(&map("text")).await;
    assert_eq!(text.headers["content-type"], "text/plain; charset=utf-8");
    assert_eq!(text.text, campaign::text(&package, campaign::Scope::Author));
    let drawn = app.get(&map("svg")).await;
    assert_eq!(drawn.headers["content-type"], "image/svg+xml");
    assert!(drawn.text.starts_with("<svg"));
    assert_eq!(app.get(&map("json")).await.good(), web);
    assert_eq!(app.get(&map("png")).await.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn hostile_packages_and_names_harm_nothing() {
    let app = TestApp::start().await;
    for slug in ["../../etc/passwd", "a/b", "", "A", "x".repeat(200).as_str(), "mill\u{202e}", "con:", "--"] {
        assert!(refused(&app.post(SHELF, named(slug)).await).contains(&"error bad-id".to_owned()), "{slug}");
    }
    let mut turned = named("turned");
    turned["title"] = json!("A \u{202e}title");
    assert!(refused(&app.post(SHELF, turned).await).contains(&"error hostile-text".to_owned()));
    let body = |bytes: Vec<u8>| {
        app.request(reqwest::Method::POST, SHELF).header("content-type", "application/json").body(bytes)
    };
    for bytes in [b"".to_vec(), b"{".to_vec(), b"\xff\xfe".to_vec(), "[".repeat(100_000).into_bytes()] {
        assert!(!refused(&app.send(body(bytes)).await).is_empty());
    }
    let plain = app.request(reqwest::Method::POST, SHELF).body("{}");
    assert_eq!(app.send(plain).await.problem(), (415, "unsupported_media_type".to_owned()));
    let huge = named("huge").to_string() + &" ".repeat(campaign::MAX_BYTES);
    assert_eq!(app.send(body(huge.into_bytes())).await.problem(), (413, "too_large".to_owned()));
    let roomy = named("roomy").to_string() + &" ".repeat(campaign::MAX_BYTES / 2);
    assert_eq!(app.send(body(roomy.into_bytes())).await.status, 201);
    for slug in ["..%2f..%2fetc%2fpasswd", "%00", "%ff", "a%20b", &"x".repeat(3_000)] {
        assert_eq!(app.get(&format!("{SHELF}/{slug}")).await.status, 404, "{slug}");
        assert_eq!(app.delete(&format!("{SHELF}/{slug}")).await.status, 404, "{slug}");
    }
    let mut all = ours();
    all.push("roomy".to_owned());
    assert_eq!(slugs(&app).await, all);
}

#[tokio::test]
async fn a_thousand_things_wrong_are_told_in_an_answer_of_bearable_size() {
    let app = TestApp::start().await;
    let mut broken = named("broken");
    let person = broken["people"][0].clone();
    let people = (0..390).map(|n| {
        let mut person = person.clone();
        person["id"] = json!(format!("NOBODY {n}"));
        person
    });
    broken["people"] = people.collect();
    let found = refused(&app.post(SHELF, broken).await);
    assert_eq!(found.len(), 200);
}

#[tokio::test]
async fn the_shelf_outlives_a_restart() {
    let mut app = TestApp::on_disk().await;
    app.post(SHELF, named("mill")).await.good();
    let before = app.get("/api/campaigns/mill").await.text;
    app.restart().await;
    assert!(slugs(&app).await.contains(&"mill".to_owned()));
    assert_eq!(app.get("/api/campaigns/mill").await.text, before);
}

/// A session that plays a campaign, at its first node.
async fn playing(app: &TestApp, slug: &str) -> String {
    let chosen = campaigns::find(app.store(), "local", slug).await.unwrap();
    app.store().keep_package(&chosen.kept).await.unwrap();
    let heroes = ready_made::ready_made().iter().take(1).cloned().collect();
    let mut session = app.tables().new_session("local".into(), None, heroes, Default::default(), &Default::default());
    let (act, node) = chosen.package.nodes().next().unwrap();
    let plot = json!({
        "campaign": {"slug": slug, "title": chosen.package.title, "digest": chosen.kept.digest()},
        "act": {"id": act.id, "number": 1, "title": act.title, "objective": act.objective},
        "node": node.id, "visited": [{"id": node.id, "title": node.title}]
    });
    let mut state = (*session.game).clone();
    state.plot = Some(Box::new(serde_json::from_value(plot).unwrap()));
    session.game = Game::new(state);
    let id = session.head.id.to_string();
    app.store().create(NewSession { session, past: None, create_key: None }).await.unwrap();
    id
}

#[tokio::test]
async fn a_session_takes_the_campaign_it_plays_along_wherever_it_goes() {
    let (here, there) = (TestApp::start().await, TestApp::start().await);
    here.post(SHELF, named("mill")).await.good();
    let id = playing(&here, "mill").await;
    assert_eq!(here.delete("/api/campaigns/mill").await.status, 204);
    let bundle = here.get(&format!("/api/sessions/{id}/export")).await.good();
    let package = campaign::read(&serde_json::to_vec(&named("mill")).unwrap()).unwrap();
    let kept = campaigns::as_kept(&package).unwrap();
    assert_eq!(bundle["campaign"].to_string(), kept.json());
    let imported = there.post("/api/sessions/import", bundle.clone()).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    assert_eq!(there.store().kept_package(kept.digest()).await.unwrap(), kept);
    assert_eq!(slugs(&there).await, ours(), "it is played, and not put on the shelf");

    let mut changed = bundle.clone();
    changed["campaign"]["title"] = json!("Another");
    let mut without = bundle.clone();
    without.as_object_mut().unwrap().remove("campaign");
    let mut broken = bundle.clone();
    broken["campaign"] = json!({"format": "embertale.campaign/1"});
    let free = there.create(json!({})).await;
    let mut added = there.get(&format!("/api/sessions/{free}/export")).await.good();
    assert!(added.get("campaign").is_none());
    added["campaign"] = bundle["campaign"].clone();
    for (what, bundle) in [("changed", changed), ("without", without), ("broken", broken), ("added", added)] {
        let answer = there.post("/api/sessions/import", bundle).await;
        assert_eq!(answer.problem(), (422, "validation_failed".to_owned()), "{what}");
        assert!(
            answer.json()["errors"][0]["field"].as_str().unwrap().starts_with("campaign"),
            "{what}: {}",
            answer.text
        );
    }
    assert_eq!(there.store().all_packages().await.unwrap(), [kept.digest()]);
}

#[tokio::test]
async fn a_campaign_that_can_not_be_played_does_not_come_in_with_a_session() {
    let app = TestApp::start().await;
    let mut unplayable = named("mill");
    unplayable["endings"] = json!([]);
    let package = campaign::read(&serde_json::to_vec(&unplayable).unwrap()).unwrap();
    let kept = campaigns::as_kept(&package).unwrap();
    app.post(SHELF, named("mill")).await.good();
    let id = playing(&app, "mill").await;
    let bundle = app.get(&format!("/api/sessions/{id}/export")).await.text;
    let digest = app.store().shelved("local", "mill").await.unwrap().digest;
    let mut forged: Value = serde_json::from_str(&bundle.replace(&digest, kept.digest())).unwrap();
    forged["campaign"] = serde_json::from_str(kept.json()).unwrap();
    let answer = app.post("/api/sessions/import", forged).await;
    assert_eq!(answer.problem(), (422, "validation_failed".to_owned()));
    assert_eq!(answer.json()["errors"][0]["field"], "campaign");
    assert!(matches!(app.store().kept_package(kept.digest()).await, Err(embertale::store::Error::NotFound)));
}

#[tokio::test]
async fn a_shelf_that_is_full_takes_no_more_until_something_goes() {
    let app = TestApp::start().await;
    for n in 0..campaigns::MAX_SHELVED {
        let slug = format!("mill-{n}");
        let shelved = embertale::store::Shelved {
            title: slug.clone(),
            slug,
            digest: "0".repeat(64),
            card: json!({"blurb": 7}),
            at: Timestamp::UNIX_EPOCH,
        };
        app.store().shelve("local", &shelved).await.unwrap();
    }
    assert_eq!(app.post(SHELF, named("tower")).await.problem(), (409, "shelf_full".to_owned()));
    assert_eq!(app.post(SHELF, named("mill-7")).await.status, 200, "another version of one that is there finds room");
    assert_eq!(app.delete("/api/campaigns/mill-8").await.status, 204);
    assert_eq!(app.post(SHELF, named("tower")).await.status, 201);
    assert_eq!(slugs(&app).await.len(), ours().len() + campaigns::MAX_SHELVED, "cards that say nothing are listed");
}
