//! Secrets of the Dungeon Master: complete for the model, the store and exports, and absent from everything a player reads.

use serde_json::{Value, json};

use crate::support::{Table, TestApp, Turn, calls, says};

const SECRET: &str = "kestrel";

/// A session in which the Dungeon Master has put a secret into every tool field that accepts one.
async fn with_secrets() -> (Table, Vec<Turn>) {
    let table = Table::new().await;
    let profile = json!({"appearance": "A tall man in grey.", "personality": "Courteous.",
                         "motivations": ["To open the Kestrel gate"], "notes": "He is the Kestrel."});
    table.claude().helper_will([says(profile.to_string())]);
    let vex = json!({"name": "Vex", "role": "rival", "context": "Secretly the Kestrel.", "combat_slug": "scout"});
    let mut turns =
        vec![table.play("Who is that?", [says("A tall man bows.").and_calls("create_supporting_npc", vex)]).await];
    table.claude().helper_will([says("No.")]);
    let mara = json!({"name": "Mara", "role": "ally", "context": "She serves the Kestrel."});
    turns.push(table.play("And she?", [says("A maid curtsies.").and_calls("create_supporting_npc", mara)]).await);
    let place = json!({"place": "The Mews", "secrets": ["The Kestrel sleeps here."], "notes": "Kestrel."});
    let learns = json!({"id": "vex", "learns": ["The Kestrel is betrayed."]});
    let tells = says("Rain.").and_calls("update_location", place).and_calls("update_npc", learns);
    turns.push(table.play("I wait.", [tells]).await);
    let all = calls("query_session_memory", json!({"query_type": "all", "query": "who wants to open the gate"}));
    turns.push(table.play("Who are they?", [all, says("You wonder.")]).await);
    (table, turns)
}

fn holds(text: &str) -> bool {
    text.to_lowercase().contains(SECRET)
}

#[tokio::test]
async fn no_view_of_a_session_holds_what_only_the_dungeon_master_knows() {
    let (table, turns) = with_secrets().await;
    for turn in &turns {
        let json = json!({"calls": turn.0["toolCalls"], "changes": turn.0["changes"]}).to_string();
        assert!(!holds(&json), "{json}");
        let events = table.app.events_again(&table.id, turn.0["id"].as_str().unwrap(), None).await;
        assert!(events.iter().all(|told| !holds(&told.data.to_string())));
    }
    let views = [
        "",
        "/turns?limit=100",
        "/memory",
        "/memory?kind=supportingNPCs",
        "/journal",
        "/recap",
        "/why?path=supportingNPCs",
        "/why?path=supportingNPCs.0.notes",
        "/why?path=creatures",
        "/journal?q=mara",
    ];
    for path in views {
        let answer = table.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        assert!(!holds(&answer.text), "{path}: {}", answer.text);
    }
    let found = table.get("/memory/search?q=who%20wants%20to%20open%20the%20gate").await.good();
    assert!(!holds(&found.to_string()), "{found}");
    let by_secret = table.get("/memory/search?q=kestrel%20betrayed").await.good();
    assert_eq!(by_secret["items"], json!([]), "a word of a secret alone finds nothing");
    let people = table.session().await["supportingNPCs"].clone();
    assert_eq!((&people[0]["motivations"], &people[0]["notes"]), (&json!([]), &json!("")));
    assert_eq!(people[0]["appearance"], "A tall man in grey.");
}

/// Everything players read of these turns and of the session after them.
async fn read_by_players(table: &Table, turns: &[Turn]) -> String {
    let mut read = String::new();
    for turn in turns {
        read += &json!({"calls": turn.0["toolCalls"], "changes": turn.0["changes"], "events": turn.0["combatEvents"]})
            .to_string();
        for told in table.app.events_again(&table.id, turn.0["id"].as_str().unwrap(), None).await {
            read += &told.data.to_string();
        }
    }
    for path in
        ["", "/turns?limit=100", "/memory", "/journal", "/recap", "/why?path=supportingNPCs", "/why?path=creatures"]
    {
        read += &table.get(path).await.text;
    }
    read + &table.get("/memory/search?q=what%20kind%20is%20the%20innkeeper").await.text
}

#[tokio::test]
async fn what_kind_of_creature_somebody_is_stays_a_secret_with_its_numbers() {
    let table = Table::new().await;
    let come = json!({"npcs_to_create": [{"name": "Innkeeper", "slug": "bandit", "disposition": "friendly"}],
                      "companions_to_add": [{"name": "Grey", "slug": "bandit"}]});
    let mut turns = vec![table.update(come).await];
    table.claude().helper_will([says("No.")]);
    let vex = json!({"name": "Vex", "role": "rival", "context": "He limps.", "combat_slug": "bandit"});
    turns.push(table.play("And he?", [says("A man bows.").and_calls("create_supporting_npc", vex)]).await);
    let all = calls("query_session_memory", json!({"query_type": "all"}));
    turns.push(table.play("Who are they?", [all, says("You wonder.")]).await);
    let read = read_by_players(&table, &turns).await;
    assert!(!read.contains("bandit"), "{read}");
    let entered = turns[0].0["changes"].as_array().unwrap().iter().find(|it| it["kind"] == "creatureEntered").unwrap();
    let one = &entered["creature"];
    assert_eq!((&one["name"], &one["slug"]), (&json!("Innkeeper"), &json!("")));
    assert_eq!([&one["hp"], &one["maxHp"], &one["armorClass"], &one["xp"]], [1, 1, 0, 0].map(|n| json!(n)).each_ref());
    let kept = table.get("/export").await.good().to_string();
    assert!(kept.contains("\"slug\":\"bandit\"") && kept.contains("\"combatSlug\":\"bandit\""), "{kept}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_kind_a_person_of_a_campaign_fights_as_stays_a_secret_in_a_fight() {
    let app = TestApp::start().await;
    let mut package: Value = serde_json::from_str(include_str!("../campaign/clean.json")).unwrap();
    package["people"][0]["creature"] = json!("bandit");
    app.post("/api/campaigns", package).await.good();
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let id = app.create(json!({"campaign": "the-salt-road", "character": hero})).await;
    let table = Table { app, id };
    let ask = json!({"action": "ask", "target": "ysolde", "about": "salt"});
    let mut turns = vec![table.play("What about the salt?", [calls("advance_plot", ask), says("She shrugs.")]).await];
    assert_eq!(table.session().await["supportingNPCs"][0]["id"], "ysolde");
    let comes = json!({"name": "Ysolde", "slug": "bandit", "disposition": "neutral"});
    turns.push(table.update(json!({"npcs_to_create": [comes]})).await);
    let draws = [calls("start_combat", json!({"npc_ids": ["ysolde"]})), says("Steel rings.")];
    turns.push(table.play("I draw my sword on her.", draws).await);
    assert!(table.session().await["encounter"].is_object(), "{:?}", turns[2].result(0));
    let read = read_by_players(&table, &turns).await;
    assert!(!read.contains("bandit"), "{read}");
}

#[tokio::test]
async fn the_model_the_store_and_exports_have_the_full_records() {
    let (table, turns) = with_secrets().await;
    let asked = table.claude().last_asked();
    let recalled = asked.results().iter().map(|(text, _)| (*text).to_owned()).collect::<String>();
    assert!(
        recalled.contains("wants: To open the Kestrel gate") && recalled.contains("notes: He is the Kestrel."),
        "{recalled}"
    );
    let shown = turns.last().unwrap().result(0).0;
    assert!(shown.contains("Vex [rival]") && shown.contains("appearance: A tall man in grey."), "{shown}");
    let bundle = table.get("/export").await.good().to_string();
    assert!(bundle.contains("Secretly the Kestrel.") && bundle.contains("He is the Kestrel."), "{bundle}");
}

#[tokio::test]
async fn a_field_that_no_tool_declares_is_hidden() {
    let table = Table::new().await;
    let strange = calls("roll_dice", json!({"dice": "1d4", "reason": "luck", "plan": "kestrel"}));
    let unknown = strange.and_calls("whisper_to_self", json!({"thought": "kestrel"}));
    let turn = table.play("I hope.", [unknown, says("Nothing happens.")]).await;
    let calls = &turn.0["toolCalls"];
    assert_eq!(calls[0]["input"], json!({"dice": "1d4", "reason": "luck"}));
    assert_eq!(calls[1]["input"], json!({}));
    assert!(!holds(&calls.to_string()), "{calls}");
}

#[tokio::test]
async fn a_refused_call_does_not_quote_hidden_fields() {
    let table = Table::new().await;
    let wrong = calls(
        "create_supporting_npc",
        json!({"name": "Vex", "role": "rival", "context": {"kestrel": true}, "kestrel": 1}),
    );
    let turn = table.play("Who?", [wrong, says("Nobody.")]).await;
    assert!(turn.result(0).1 && !holds(&turn.0["toolCalls"].to_string()), "{}", turn.0["toolCalls"]);
    let read = table.claude().last_asked();
    assert!(read.results()[0].0.contains("Nothing was done"), "the model reads what was wrong");
    let _: Value = turn.0;
}

#[tokio::test]
async fn that_somebody_died_and_what_they_are_called_is_public_in_the_call_as_in_the_view() {
    let table = Table::new().await;
    table
        .update(json!({"npcs_to_create": [{"name": "The hooded man", "slug": "bandit", "disposition": "neutral"}]}))
        .await;
    let call = json!({"id": "the-hooded-man", "name": "Corin", "dead": true, "learns": ["The Kestrel is betrayed."]});
    let turn = table.play("I wait.", [calls("update_npc", call), says("He falls.")]).await;
    let shown = &turn.0["toolCalls"][0]["input"];
    assert_eq!(*shown, json!({"id": "the-hooded-man", "name": "Corin", "dead": true}));
    let seen = &table.session().await["creatures"][0];
    assert_eq!((&seen["name"], &seen["health"]), (&json!("Corin"), &json!("dead")));
}
