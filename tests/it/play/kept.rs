//! Tests that play, memory, costs and undo are the same with SQLite and with Firestore.

use embertale::dm::budget::Caps;
use serde_json::{Value, json};

use super::history_summary::{SUMMARY, asked_next, walk};
use crate::support::{Agent, Asked, Reply, Table, TestApp, Turn, calls, emulator, says};

/// Where sessions are kept.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Folder,
    Firestore,
}

impl Place {
    async fn app(self, caps: Caps) -> TestApp {
        match self {
            Self::Folder => TestApp::paying_on_disk(caps).await,
            Self::Firestore => TestApp::in_firestore(emulator::project(), caps).await,
        }
    }

    /// A table there, begun so.
    pub(super) async fn table(self, body: Value) -> Table {
        let app = self.app(Caps::default()).await;
        let id = app.create(body).await;
        Table { app, id }
    }
}

macro_rules! in_each_place {
    ($($case:ident),* $(,)?) => {
        mod in_a_folder {
            $(#[tokio::test]
            async fn $case() { super::$case(super::Place::Folder).await })*
        }
        mod in_firestore {
            $(#[tokio::test]
            async fn $case() {
                if !crate::support::emulator::is_missing() {
                    super::$case(super::Place::Firestore).await;
                }
            })*
        }
    };
}

pub(super) use in_each_place;

in_each_place! {
    events_and_people_are_recalled_in_the_next_turn_after_a_restart_and_in_no_other_session,
    a_prompt_shows_a_window_of_the_past_and_the_rest_in_few_words,
    without_a_summary_the_window_stands_alone_and_many_short_turns_are_forty_messages,
    another_scene_of_a_campaign_leaves_the_last_turns_and_a_summary,
    to_begin_anew_keeps_the_heroes_and_all_they_did,
    every_agents_tokens_are_counted_and_come_to_the_sum,
    a_cap_is_passed_by_no_more_than_one_call_also_after_a_restart,
    what_is_taken_back_leaves_everything_as_it_was_and_is_told_again_with_its_dice,
    a_branch_shares_the_past_and_neither_hears_of_the_others_future,
    any_turn_of_a_long_past_is_found_with_its_number,
    what_was_written_into_the_journal_stays_beside_what_is_played,
}

async fn recalled(table: &Table, input: Value) -> Turn {
    table.play("What do I know?", [calls("query_session_memory", input), says("You think back.")]).await
}

fn of_kind(kind: &str) -> Value {
    json!({ "query_type": kind })
}

async fn events_and_people_are_recalled_in_the_next_turn_after_a_restart_and_in_no_other_session(place: Place) {
    let mut table = place.table(json!({})).await;
    let nothing = "No important events have been recorded yet.\n\nNo supporting NPCs have been written down yet.";
    assert_eq!(recalled(&table, of_kind("all")).await.result(0), (nothing, false));
    let wrong = recalled(&table, of_kind("gossip")).await;
    assert!(wrong.result(0).1 && wrong.narrative() == "You think back.", "{:?}", wrong.result(0));
    table
        .update(json!({"important_event": ["Marta lied", "The light is a grave"], "location_changed": "The Quay"}))
        .await;
    let events = recalled(&table, of_kind("important_events")).await;
    assert_eq!(events.result(0), ("IMPORTANT EVENTS:\n1. marta lied\n2. the light is a grave", false));
    table.claude().helper_will([says("I would rather not.")]);
    let ilse = json!({"name": "Ilse", "role": "rival", "context": "Ilse keeps the ferry."});
    table.play("Who is that?", [says("Someone.").and_calls("create_supporting_npc", ilse)]).await;
    let people = recalled(&table, of_kind("supporting_npcs")).await;
    assert!(people.result(0).0.starts_with("SUPPORTING NPCs:\nIlse [rival] (The Quay)"), "{:?}", people.result(0));
    let before = recalled(&table, of_kind("all")).await;
    let session = table.get("").await.text;
    table.app.restart().await;
    assert_eq!(table.get("").await.text, session, "a session reads byte-equal after a restart");
    assert_eq!(recalled(&table, of_kind("all")).await.result(0), before.result(0));
    table.app.check_fold(&table.id).await;
    let other = table.app.create(json!({})).await;
    let other = table.moved_to(&json!(other));
    assert_eq!(recalled(&other, of_kind("all")).await.result(0), (nothing, false));
}

/// The block before all turns, if there is one.
fn so_far(asked: &Asked) -> Option<&str> {
    asked.messages()[0]["content"][0]["text"].as_str().filter(|text| text.starts_with("[so far]\n"))
}

fn n_shown(asked: &Asked) -> usize {
    asked.messages().iter().filter(|message| message["role"] == "assistant").count()
}

async fn a_prompt_shows_a_window_of_the_past_and_the_rest_in_few_words(place: Place) {
    let mut table = place.table(json!({})).await;
    let rain = "The rain went on over the reeds and the grey water.";
    let scenes = json!({"scenes": [{"scene": 1, "summary": SUMMARY}, {"scene": 2, "summary": rain}]}).to_string();
    table.claude().reader_will(Agent::Summariser, says(scenes));
    walk(&table, 22).await;
    let asked = asked_next(&table).await;
    let block = so_far(&asked).expect("a block").to_owned();
    assert!(block.contains(SUMMARY), "{block}");
    let (last, past) = asked.messages().split_last().unwrap();
    let shown: usize = past.iter().map(|message| message.to_string().chars().count()).sum();
    assert!(shown / 4 < 10_000 && n_shown(&asked) < 22, "{shown} characters, {} turns", n_shown(&asked));
    assert!(
        last.to_string().contains("[table]") && !json!(past).to_string().contains("[table]"),
        "state is no history"
    );
    table.app.restart().await;
    let again = asked_next(&table).await;
    assert_eq!(so_far(&again), Some(block.as_str()), "the prefix stays as it is");
    assert_eq!(json!(again.messages()[1]), json!(asked.messages()[1]), "and so does where the window begins");
    table.app.check_fold(&table.id).await;
}

async fn without_a_summary_the_window_stands_alone_and_many_short_turns_are_forty_messages(place: Place) {
    let table = place.table(json!({})).await;
    table.claude().reader_will(Agent::Summariser, says("Hm."));
    let mut sizes = Vec::new();
    for _ in 0..45 {
        table.play("I wait.", [says("Nothing.")]).await;
        let asked = table.claude().last_asked();
        assert_eq!(so_far(&asked), None);
        sizes.push(asked.messages().len());
    }
    assert!(sizes.iter().all(|n| *n < 81), "{sizes:?}");
    let shrunk: Vec<usize> = sizes.windows(2).filter(|two| two[1] < two[0]).map(|two| two[1]).collect();
    assert!(!shrunk.is_empty() && shrunk.iter().all(|n| *n <= 40), "{sizes:?}");
}

async fn another_scene_of_a_campaign_leaves_the_last_turns_and_a_summary(place: Place) {
    let app = place.app(Caps::default()).await;
    let package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let summary = json!({"scenes": [{"scene": 1, "summary": "At the inn the lamp was lit and Ysolde counted salt."}]});
    table.claude().reader_will(Agent::Summariser, says(summary.to_string()));
    for _ in 0..8 {
        table.play("I wait at the inn.", [says("The lamp is lit, and Ysolde counts the salt at the inn.")]).await;
    }
    assert_eq!(n_shown(&table.claude().last_asked()), 7);
    let leave = calls("advance_plot", json!({"action": "take_exit", "target": "down-the-road"}));
    table.play("I go down the road.", [leave, says("The road lies white before you.")]).await;
    let asked = asked_next(&table).await;
    assert!(n_shown(&asked) <= 4, "{} turns", n_shown(&asked));
    assert!(so_far(&asked).is_some_and(|block| block.contains("Ysolde counted salt")), "{:?}", so_far(&asked));
    table.app.check_fold(&table.id).await;
}

async fn to_begin_anew_keeps_the_heroes_and_all_they_did(place: Place) {
    let mut table = place.table(json!({})).await;
    let deed = json!({"gold_delta": 7, "important_event": "The miller was spared."});
    table.play("I spare the miller.", [says("Odo the miller weeps for joy.").and_updates(deed)]).await;
    let before = table.session().await;
    let cleared = table.post("/clear", json!({})).await.good();
    for field in ["characters", "importantEvents", "clock"] {
        assert_eq!(cleared[field], before[field], "{field}");
    }
    table.app.restart().await;
    let asked = asked_next(&table).await;
    assert!(n_shown(&asked) == 0 && !asked.body.to_string().contains("weeps for joy"), "{}", asked.body);
    let found = table.get("/memory/search?q=weeps%20for%20joy").await.good();
    assert!(found.to_string().contains("weeps for joy"), "whoever looks it up finds it: {found}");
}

async fn every_agents_tokens_are_counted_and_come_to_the_sum(place: Place) {
    let mut table = place.table(json!({})).await;
    table.claude().helper_will([says("…").costing([500, 0, 0, 100])]);
    let ilse = json!({"name": "Ilse", "role": "ally", "context": "The smith's daughter."});
    let replies = [
        calls("create_supporting_npc", ilse).costing([1_000, 2_000, 3_000, 40]),
        says("Ilse waves.").costing([10, 6_000, 50, 60]),
    ];
    let turn = table.play("I wave.", replies).await;
    table.play("I wave again.", [says("She laughs.").costing([7, 0, 0, 3])]).await;
    table.app.restart().await;
    let tokens = |of: &Value| {
        ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"].map(|kind| of[kind].as_u64().unwrap())
    };
    let session = table.session().await["usage"].take();
    let by_agent = &session["byAgent"];
    assert_eq!(tokens(&by_agent["dungeonMaster"]), [1_017, 8_000, 3_050, 103]);
    assert_eq!(tokens(&by_agent["npcProfile"]), [500, 0, 0, 100]);
    assert_eq!((tokens(&session), tokens(&turn.0["usage"])), ([1_517, 8_000, 3_050, 203], [1_510, 8_000, 3_050, 200]));
    let costs = by_agent.as_object().unwrap().values().map(|of| of["costUsd"].as_f64().unwrap());
    assert!((costs.sum::<f64>() - session["costUsd"].as_f64().unwrap()).abs() < 1e-12, "{session}");
}

async fn a_cap_is_passed_by_no_more_than_one_call_also_after_a_restart(place: Place) {
    // A cent, the cost of a thousand output tokens of the first model.
    let caps = Caps { session: Some(10_000_000_000), ..Caps::default() };
    let app = place.app(caps).await;
    let id = app.create(json!({})).await;
    let mut table = Table { app, id };
    let costing = |n: u64| says("So it goes.").costing([0, 0, 0, n]);
    table.play("I wave.", [costing(700)]).await;
    table.app.restart().await;
    table.play("I wave again.", [costing(2_000)]).await;
    let before = table.get("").await.text;
    table.app.restart().await;
    let n_asked = table.claude().asked().len();
    assert_eq!(table.chat("And again.").await.problem(), (402, "spending_cap_reached".to_owned()));
    assert_eq!((table.claude().asked().len(), table.get("").await.text), (n_asked, before), "nobody was asked");
    let now = table.get("/spending").await.good();
    assert_eq!((&now["standing"], &now["capUsd"]), (&json!("spent"), &json!(0.01)));
}

/// A session and what is found in it, without what says when it was saved last.
async fn standing(table: &Table) -> [Value; 4] {
    let mut session = table.session().await;
    for field in ["version", "updatedAt"] {
        assert!(session.as_object_mut().expect("a session").remove(field).is_some());
    }
    let found = table.get("/memory/search?limit=20&q=mill%20goblin%20quay%20wait").await.good();
    [session, table.get("/memory").await.good(), found, table.get("/journal").await.good()]
}

async fn what_is_taken_back_leaves_everything_as_it_was_and_is_told_again_with_its_dice(place: Place) {
    let mut table = place.table(json!({})).await;
    table.update(json!({"location_changed": "The Quay", "important_event": "The mill burned"})).await;
    let throw = || calls("roll_dice", json!({"dice": "1d20", "reason": "Luck"}));
    let thrown = table.play("I wait.", [throw(), says("You wait.")]).await;
    let before = standing(&table).await;
    let deeds = json!({"hp_delta": -3, "gold_delta": -2, "minutes_passed": 90, "important_event": "The goblins came"});
    table.update(deeds).await;
    let goblins = json!([{"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 2}]);
    table.update(json!({"npcs_to_create": goblins})).await;
    let during = standing(&table).await;
    assert!(during[0]["encounter"].is_object() && during != before);
    for (now, then) in during.iter().zip(&before) {
        assert_ne!(now, then);
    }
    table.app.restart().await;
    table.post("/undo", json!({"turns": 2})).await.good();
    assert_eq!(standing(&table).await, before);
    table.app.check_fold(&table.id).await;
    table.claude().will([throw(), says("You wait in vain.")]);
    table.claude().expect_words("I wait.");
    let again = table.post("/retry", json!({})).await.good();
    assert_eq!((&again["rolls"], &again["narrative"]), (&thrown.0["rolls"], &json!("You wait in vain.")));
    table.app.check_fold(&table.id).await;
}

async fn a_branch_shares_the_past_and_neither_hears_of_the_others_future(place: Place) {
    let table = place.table(json!({})).await;
    table.play("I cross the river.", [says("Rain beats on the planks.")]).await;
    table.play("I light my lantern.", [says("An owl looks back.").and_updates(json!({"gold_delta": -1}))]).await;
    let here = table.id.clone();
    let branch = table.post("/branch", json!({"atTurn": 1})).await.good();
    let table = table.moved_to(&branch["id"]);
    table.play("I wait.", [says("A marten runs by.").and_updates(json!({"important_event": "A marten came"}))]).await;
    let past = |query: &str| json!({"query_type": "all", "query": query});
    let branched = recalled(&table, past("owl marten planks")).await.result(0).0.to_owned();
    assert!(branched.contains("a marten came") && branched.contains("Rain beats"), "{branched}");
    assert!(!branched.contains("An owl"), "{branched}");
    let table = table.moved_to(&json!(here));
    let origin = recalled(&table, past("owl marten planks")).await.result(0).0.to_owned();
    assert!(origin.contains("An owl looks back.") && origin.contains("Rain beats"), "{origin}");
    assert!(!origin.contains("marten runs") && !origin.contains("a marten came"), "{origin}");
}

async fn any_turn_of_a_long_past_is_found_with_its_number(place: Place) {
    let things = ["anvil", "bucket", "candle", "dagger", "ewer", "flute", "goblet", "hammer", "inkwell", "jug"];
    let people = ["Aldric", "Brenna", "Corvin", "Delia", "Edmund", "Fenna"];
    let mut table = place.table(json!({})).await;
    for n in 0..60 {
        let telling = format!("{} shows you the {} that lay in the reeds.", people[n / 10], things[n % 10]);
        table.play("I look about.", [says(telling)]).await;
    }
    table.app.restart().await;
    for n in [0, 7, 23, 31, 48, 59] {
        let query = format!("Who showed the {}? {}", things[n % 10], people[n / 10]);
        let found = table.get(&format!("/memory/search?limit=1&q={query}")).await.good();
        let first = &found["items"][0];
        assert_eq!((&first["seq"], &first["kind"]), (&json!(n + 1), &json!("told")), "{query}: {found}");
        let turn = table.get(&format!("/turns?after={n}&limit=1")).await.good();
        assert_eq!(first["turn"], turn["items"][0]["id"]);
    }
    let asked = json!({"query_type": "past", "query": "Who showed me the goblet? Delia"});
    let text = recalled(&table, asked).await.result(0).0.to_owned();
    assert!(text.contains("\nturn 37 (day 1, ") && text.contains("told: Delia shows you the goblet"), "{text}");
}

/// A fact that tells itself: what it says, and the turn of it.
async fn line(table: &Table, query: &str) -> Value {
    table.get(&format!("/journal{query}")).await.good()["items"][0].clone()
}

async fn what_was_written_into_the_journal_stays_beside_what_is_played(place: Place) {
    let mut table = place.table(json!({})).await;
    let note: Reply = says("So it goes.").and_updates(json!({"important_event": "The bell rang"}));
    table.post("/journal", json!({"text": "Bring rope."})).await.good();
    table.play("I go on.", [note]).await;
    let path = |entry: &Value| table.path(&format!("/journal/{}", entry["id"].as_str().expect("an id")));
    let patch = async |entry: &Value, body: Value| {
        table.app.send(table.app.request(reqwest::Method::PATCH, &path(entry)).json(&body)).await.good()
    };
    let told = line(&table, "?kind=event").await;
    let edited = patch(&told, json!({"text": "The bell rang twice."})).await;
    assert_eq!((&edited["original"], &edited["edited"]), (&told["text"], &json!(true)));
    assert_eq!(line(&table, "?kind=event").await, edited);
    table.app.restart().await;
    assert_eq!(line(&table, "?kind=event").await, edited, "also after a restart");
    let found = table.get("/memory/search?q=rope").await.good();
    assert_eq!((&found["items"][0]["seq"], &found["items"][0]["kind"]), (&json!(0), &json!("note")), "{found}");
    let path = table.path(&format!("/journal/{}", told["id"].as_str().expect("an id")));
    let back = table.app.request(reqwest::Method::PATCH, &path).json(&json!({"asTold": true}));
    assert_eq!(table.app.send(back).await.good(), told, "as it was told");
    assert_eq!(line(&table, "?kind=event").await, told);
}
