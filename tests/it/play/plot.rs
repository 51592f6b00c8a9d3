//! Tests of campaigns played with a model: what the Dungeon Master reads and may look up, and the outcomes of actions.

use serde_json::{Value, json};

use crate::support::{Agent, Table, TestApp, Turn, calls, says};

/// A campaign of two acts: an inn, a spill with wolves, a toll, and a mill on a hill.
const THE_SALT_ROAD: &str = include_str!("../campaign/clean.json");

pub(super) async fn on_the_road() -> Table {
    on_the_road_of(serde_json::from_str(THE_SALT_ROAD).unwrap()).await
}

/// A game of this package, whose slug is `the-salt-road`.
pub(super) async fn on_the_road_of(package: Value) -> Table {
    let app = TestApp::start().await;
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    Table { app, id }
}

/// Plays a turn in which the model moves the plot so and then tells something.
pub(super) async fn does(table: &Table, input: Value) -> Turn {
    table.play("I go on.", [calls("advance_plot", input), says("So it goes, and so it goes on.")]).await
}

/// Plays a turn in which the model asks the campaign; what it reads, and whether as an error. Players read nothing of it.
pub(super) async fn asks(table: &Table, input: Value) -> (String, bool) {
    let turn = table.play("I go on.", [calls("query_campaign", input), says("So it goes.")]).await;
    assert_eq!((turn.result(0).0, &turn.0["toolCalls"][0]["input"]), ("", &json!({})));
    let asked = table.claude().last_asked();
    let (text, is_error) = asked.results()[0];
    (text.to_owned(), is_error)
}

pub(super) fn read(answer: &(String, bool)) -> Value {
    serde_json::from_str(&answer.0).expect("an answer in JSON")
}

pub(super) async fn plot(table: &Table) -> Value {
    table.session().await["plot"].take()
}

/// What the model is shown of the plot before the player's words.
pub(super) async fn block(table: &Table) -> String {
    table.play("I look around.", [says("All is as it was.")]).await;
    let asked = table.claude().last_asked();
    let last = asked.messages().last().unwrap()["content"].to_string().replace("\\n", "\n");
    let (_, from) = last.split_once("[plot]").expect("a plot block");
    from.split_once("[/plot]").expect("its end").0.to_owned()
}

pub(super) fn system(table: &Table) -> String {
    let asked = table.claude().last_asked();
    let blocks = asked.body["system"].as_array().expect("system blocks").iter();
    blocks.map(|block| block["text"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

pub(super) fn tools(table: &Table) -> Vec<String> {
    let asked = table.claude().last_asked();
    asked.body["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_session_begins_in_the_first_scene_with_what_is_told_there() {
    let table = on_the_road().await;
    let session = table.session().await;
    assert_eq!(session["campaign"], "the-salt-road");
    assert_eq!(session["story"]["currentLocation"], "The Halfway");
    assert!(!session["story"]["currentScene"].as_str().unwrap().is_empty());
    let plot = &session["plot"];
    assert_eq!((&plot["act"]["number"], &plot["node"]), (&json!(1), &json!("the-halfway")));
    assert_eq!(plot["act"]["objective"], "Find out where the grey salt comes from.");
    assert_eq!(plot["doom"], json!({"title": "The greying", "filled": 0, "segments": 5}));
    assert!(
        session["supportingNPCs"].as_array().unwrap().iter().any(|npc| npc["id"] == "ysolde"),
        "who is here is met"
    );

    let block = block(&table).await;
    assert!(block.contains("\nscene: the-halfway | The Halfway\n"), "{block}");
    assert!(block.contains("\nexit: down-the-road | open | "), "{block}");
    assert!(block.contains("\nperson: ysolde | "), "{block}");
    assert!(tools(&table).contains(&"query_campaign".to_owned()) && tools(&table).contains(&"advance_plot".to_owned()));
}

#[tokio::test]
async fn without_a_campaign_there_is_nothing_to_ask_and_no_plot() {
    let table = Table::new().await;
    table.play("I look around.", [says("All is as it was.")]).await;
    assert!(tools(&table).iter().all(|name| name != "query_campaign" && name != "advance_plot"));
    let session = table.session().await;
    assert_eq!((&session["campaign"], &session["plot"]), (&Value::Null, &Value::Null));
    let refused = table.app.post("/api/sessions", json!({"campaign": "no-such-tale"})).await;
    assert_eq!(refused.problem(), (422, "validation_failed".to_owned()));
}

#[tokio::test]
async fn what_lies_ahead_is_neither_in_the_prompt_nor_to_be_asked_for() {
    let table = on_the_road().await;
    let block = block(&table).await;
    let prompt = format!("{}\n{block}", system(&table));
    let package: Value = serde_json::from_str(THE_SALT_ROAD).unwrap();
    for act in package["acts"].as_array().unwrap() {
        for node in act["nodes"].as_array().unwrap().iter().filter(|node| node["id"] != "the-halfway") {
            for text in
                [&node["shown"], &node["briefing"]].into_iter().filter_map(Value::as_str).filter(|it| it.len() > 12)
            {
                assert!(!prompt.contains(text), "{text}");
            }
        }
    }
    for (kind, id) in [("node", "the-mill"), ("act", "2"), ("beat", "corm-comes"), ("npc", "corm")] {
        let (text, is_error) = asks(&table, json!({"query_type": kind, "id": id})).await;
        assert!(is_error && text.contains("lies ahead"), "{kind} {id}: {text}");
    }
    for (kind, id) in [("node", "the-moon"), ("beat", "nothing"), ("act", "9"), ("npc", "nobody")] {
        let (text, is_error) = asks(&table, json!({"query_type": kind, "id": id})).await;
        assert!(is_error && !text.contains("lies ahead"), "{kind} {id}: {text}");
    }
    let npc = read(&asks(&table, json!({"query_type": "npc", "id": "ysolde"})).await);
    assert_eq!(npc["name"], package["people"][0]["name"]);
    let act = read(&asks(&table, json!({"query_type": "act"})).await);
    assert!(act["scenes"].is_array() && act.get("beats").is_none(), "{act}");
    let done = read(&asks(&table, json!({"query_type": "beat", "id": "ysoldes-load"})).await);
    assert_eq!(done["id"], "ysoldes-load", "what is over may be asked");
}

#[tokio::test]
async fn the_brief_is_the_same_bytes_until_the_act_ends() {
    let table = on_the_road().await;
    block(&table).await;
    let before = system(&table);
    does(&table, json!({"action": "take_exit", "target": "to-the-toll"})).await;
    block(&table).await;
    assert_eq!(system(&table), before);
    does(&table, json!({"action": "end_beat", "success": true})).await;
    does(&table, json!({"action": "take_exit", "target": "up-the-hill"})).await;
    let session = table.session().await;
    assert_eq!((&session["plot"]["act"]["number"], &session["story"]["currentAct"]), (&json!(2), &json!(2)));
    block(&table).await;
    assert_ne!(system(&table), before);
    assert!(system(&table).contains("Stop the mill."));
}

#[tokio::test]
async fn deeds_throw_the_heros_dice_and_write_down_what_came_of_them() {
    let table = on_the_road().await;
    let xp = table.hero().await["xp"].as_i64().unwrap();
    let turn = does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    assert!(
        turn.changes().contains(&"nodeReached") && turn.changes().contains(&"locationChanged"),
        "{:?}",
        turn.changes()
    );
    assert_eq!(plot(&table).await["node"], "the-spill");
    assert!(table.hero().await["xp"].as_i64().unwrap() > xp, "a beat that can't fail is over as it is told, and pays");

    let look = does(&table, json!({"action": "look", "target": "cart"})).await;
    assert!(!look.report(0)["told"][0].as_str().unwrap().is_empty());
    assert!(plot(&table).await["findings"].as_array().unwrap().iter().any(|it| it["id"] == "sawn-axle"));
    let search = does(&table, json!({"action": "search"})).await;
    assert_eq!(search.0["rolls"].as_array().unwrap().len(), 1, "what takes a sharp eye takes a throw");
    let again = does(&table, json!({"action": "search"})).await;
    assert_eq!(again.0["rolls"], json!([]), "and one alone");

    let nothing = does(&table, json!({"action": "look", "target": "moon"})).await;
    let (text, is_error) = table.told(&nothing, 0).await;
    assert!(is_error && text.contains("cart"), "{text}");
    assert_eq!(nothing.changes(), ["plotStrayed"]);

    table.post("/undo", json!({"turns": 5})).await.good();
    let back = plot(&table).await;
    assert_eq!((&back["node"], &back["findings"]), (&json!("the-halfway"), &plot(&table).await["findings"]));
    assert_eq!(table.hero().await["xp"].as_i64().unwrap(), xp);
}

#[tokio::test]
async fn a_closed_way_says_why_and_a_failure_leads_on() {
    let table = on_the_road().await;
    does(&table, json!({"action": "take_exit", "target": "to-the-toll"})).await;
    let turn = does(&table, json!({"action": "end_beat", "success": false})).await;
    assert!(turn.changes().contains(&"beatEnded") && turn.changes().contains(&"doomAdvanced"), "{:?}", turn.changes());
    assert_eq!(turn.report(0)["told"][0], "It costs you.");
    assert_eq!(plot(&table).await["doom"]["filled"], 2, "what failed drives it, and what it cost");
    does(&table, json!({"action": "take_exit", "target": "up-the-hill"})).await;
    does(&table, json!({"action": "end_beat", "success": true})).await;
    does(&table, json!({"action": "take_exit", "target": "to-the-mill"})).await;
    does(&table, json!({"action": "end_beat", "success": false})).await;
    let barred = does(&table, json!({"action": "take_exit", "target": "by-the-door"})).await;
    let (text, is_error) = barred.result(0);
    assert!(is_error && text.contains("It is barred."), "{text}");
    let read = block(&table).await;
    assert!(read.contains("exit: by-the-door | closed"), "{read}");
    does(&table, json!({"action": "take_exit", "target": "by-the-roof"})).await;
    assert_eq!(plot(&table).await["node"], "the-hopper");
}

#[tokio::test]
async fn a_beats_fight_is_fought_by_the_engine_and_ends_the_beat() {
    let table = on_the_road().await;
    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    let read = block(&table).await;
    assert!(read.contains("beat: wolves-come | combat | "), "{read}");
    let turn = does(&table, json!({"action": "fight"})).await;
    assert!(turn.changes().contains(&"encounterBegan"), "{:?}", turn.changes());
    let session = table.session().await;
    assert_eq!(session["creatures"].as_array().unwrap().len(), 1, "one hero, one wolf");
    let id = session["creatures"][0]["id"].clone();
    let end = json!({"how": "settled"});
    let turn = table.play("I hold out the mule's fodder.", [calls("end_combat", end), says("It slinks off.")]).await;
    assert!(turn.changes().contains(&"beatEnded"), "{id}: {:?}", turn.changes());
    let ended = turn.0["changes"].as_array().unwrap().iter().find(|it| it["kind"] == "beatEnded").unwrap().clone();
    assert_eq!(ended["well"], true);
    assert_eq!(ended["beat"], "", "ids of beats are the Dungeon Master's");
}

#[tokio::test]
async fn what_a_fight_was_for_is_told_by_the_model_and_only_once() {
    for (story, is_told) in
        [("The wolf slinks off. Under the torn sacks lies a lantern, still warm.", true), ("It slinks off.", false)]
    {
        let mut package: Value = serde_json::from_str(THE_SALT_ROAD).unwrap();
        package["acts"][0]["nodes"][1]["beats"][1]["success"]["shown"] =
            json!("Under the torn sacks there is a lantern, still warm.");
        let table = on_the_road_of(package).await;
        does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
        does(&table, json!({"action": "fight"})).await;
        let end = json!({"how": "settled"});
        let turn = table.play("I hold out the mule's fodder.", [calls("end_combat", end), says(story)]).await;
        let asked = table.claude().asked_of(Agent::Combat).pop().unwrap();
        let read = asked.results().last().unwrap().0.to_owned();
        let answer: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(answer["told"][0], "Under the torn sacks there is a lantern, still warm.", "{answer}");
        assert_eq!(turn.narrative().matches("lantern").count(), 1, "{}", turn.narrative());
        assert_eq!(turn.narrative().contains("there is a lantern"), !is_told, "{}", turn.narrative());
        assert!(turn.changes().contains(&"beatEnded"), "{:?}", turn.changes());
        table.app.check_fold(&table.id).await;
    }
}

#[tokio::test]
async fn whoever_strays_is_called_back_and_may_be_met() {
    let table = on_the_road().await;
    for n in 1..=3 {
        let turn = table.play("I whittle a stick.", [says("It gets shorter, curl by curl, at your feet.")]).await;
        assert!(turn.changes().contains(&"plotStrayed"), "{n}");
    }
    assert!(block(&table).await.contains("\nstrayed: 3\n"));
    does(&table, json!({"action": "set_flag", "target": "trusts-ysolde"})).await;
    let read = block(&table).await;
    assert!(read.contains("\nflag: trusts-ysolde = true\n"), "a flag is visible in the next turn: {read}");
    assert!(!read.contains("strayed:"), "a decision counts");
}

#[tokio::test]
async fn roads_lead_no_further_than_the_scenes_exits() {
    let table = on_the_road().await;
    assert_eq!(table.story().await["currentPlace"], "The Halfway");
    let there = table.play("To the hill!", [calls("travel", json!({"to": "The Moon"})), says("No.")]).await;
    assert!(there.result(0).1, "no road leads there");
    let turn = table.play("To the hill!", [calls("travel", json!({"to": "hill-foot"})), says("No.")]).await;
    assert!(turn.result(0).1, "a road without an exit leads out of no scene");
    assert_eq!(table.story().await["currentLocation"], "The Halfway");
}

#[tokio::test]
async fn an_ending_is_told_kept_and_the_end() {
    let table = on_the_road().await;
    does(&table, json!({"action": "take_exit", "target": "to-the-toll"})).await;
    let turn = does(&table, json!({"action": "take_exit", "target": "home"})).await;
    assert!(turn.changes().contains(&"endingReached"), "{:?}", turn.changes());
    let ending = plot(&table).await["ending"].clone();
    assert_eq!(ending["id"], "gone-home");
    assert!(!ending["epilogue"].as_str().unwrap().is_empty());
    let listed = table.app.get("/api/sessions").await.good()["items"][0].clone();
    assert_eq!((&listed["ending"], &listed["campaign"]), (&ending["title"], &json!("the-salt-road")));
    let shelf = table.app.get("/api/campaigns").await.good();
    let found: Vec<&Value> =
        shelf["items"].as_array().unwrap().iter().filter_map(|it| it.get("endingsFound")).collect();
    assert_eq!(found, [&json!([ending["title"]])], "of this campaign, and of no other");
    let after = does(&table, json!({"action": "search"})).await;
    assert!(after.result(0).1 && after.changes().is_empty(), "{:?}", after.changes());
}

#[tokio::test]
async fn a_session_goes_on_with_the_campaign_it_began_with() {
    let table = on_the_road().await;
    assert_eq!(table.app.delete("/api/campaigns/the-salt-road").await.status, 204);
    let turn = does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
    let bundle = table.get("/export").await.good();
    let copy = table.app.post("/api/sessions/import", bundle).await.good();
    assert_eq!(copy["plot"], table.session().await["plot"]);
    let copy = Table { app: table.app, id: copy["id"].as_str().unwrap().to_owned() };
    let turn = does(&copy, json!({"action": "look", "target": "cart"})).await;
    assert!(!turn.result(0).1, "{}", turn.result(0).0);
}

#[tokio::test]
async fn players_see_where_they_stand_and_nothing_of_what_lies_ahead() {
    let table = on_the_road().await;
    let now = table.get("/plot").await.good();
    assert_eq!(now["awaits"], "choice");
    assert_eq!(now["objective"], "Find out where the grey salt comes from.");
    assert_eq!(now["exits"][0], json!({"id": "down-the-road", "label": "By down-the-road", "open": true}));
    let seen: Vec<&Value> = now["map"]["nodes"].as_array().unwrap().iter().map(|node| &node["id"]).collect();
    assert_eq!(seen, [&json!("the-halfway")]);
    let drawn = table.get("/plot/map").await;
    assert_eq!(drawn.status, 200);
    assert!(drawn.text.starts_with("<svg") && !drawn.text.contains("Hopper"), "{}", drawn.text);

    does(&table, json!({"action": "take_exit", "target": "down-the-road"})).await;
    assert_eq!(table.get("/plot").await.good()["awaits"], "freeText", "a beat is in play");
    does(&table, json!({"action": "fight"})).await;
    assert_eq!(table.get("/plot").await.good()["awaits"], "combatResult");

    let free = Table::new().await;
    assert_eq!(free.get("/plot").await.problem(), (404, "no_campaign".to_owned()));
}

#[tokio::test]
async fn what_findings_pointed_to_and_who_has_a_face_is_known_once_one_has_come_upon_it() {
    let table = on_the_road().await;
    let known = async || {
        let now = table.get("/plot").await.good();
        (now["leads"].clone(), now["people"].clone())
    };
    let ysolde = json!({"npcId": "ysolde", "person": "ysolde"});
    assert_eq!(known().await, (json!([]), json!([ysolde])));
    does(&table, json!({"action": "take_exit", "target": "to-the-toll"})).await;
    does(&table, json!({"action": "end_beat", "success": true})).await;
    does(&table, json!({"action": "take_exit", "target": "up-the-hill"})).await;
    does(&table, json!({"action": "end_beat", "success": true})).await;
    let found = plot(&table).await["findings"].clone();
    assert!(found.as_array().unwrap().iter().any(|finding| finding["id"] == "ruts"), "{found}");
    assert_eq!(known().await.0, json!([]), "that there is a mill is still to be found out");

    does(&table, json!({"action": "take_exit", "target": "to-the-mill"})).await;
    assert_eq!(plot(&table).await["node"], "the-mill");
    let (leads, people) = known().await;
    assert!(leads.as_array().unwrap().contains(&json!({"finding": "ruts", "to": "The Mill"})), "{leads}");
    assert_eq!(people, json!([ysolde, {"npcId": "corm", "person": "corm"}]));
}

#[tokio::test]
async fn an_act_ends_by_its_exits_and_a_beat_that_lies_ahead_is_not_done() {
    let table = on_the_road().await;
    let act = table.refused_update(json!({"act_advance": 2})).await;
    assert!(act.result(0).0.contains("take_exit"), "{}", act.result(0).0);
    let beat = table.refused_update(json!({"story_beat_completed": "corm comes"})).await;
    assert!(beat.result(0).0.contains("end_beat"), "{}", beat.result(0).0);
    assert_eq!(table.story().await["currentAct"], 1);
}
