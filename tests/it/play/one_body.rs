//! One body for each person: no tool makes two creatures the same person, and a campaign's people come into play only when the heroes
//! meet them.

use serde_json::{Value, json};

use crate::support::{Inn, Table, TestApp, Turn, calls, says};

/// A session of a built-in campaign at its first scene.
async fn campaign(slug: &str) -> Table {
    let app = TestApp::start().await;
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 1});
    let id = app.create(json!({"campaign": slug, "character": hero})).await;
    Table { app, id }
}

async fn does(table: &Table, tool: &str, input: Value) -> Turn {
    table.play("I look on.", [calls(tool, input), says("So it goes.")]).await
}

/// The same, where the utility model is asked for a profile.
async fn writes_down(table: &Table, who: Value) -> Turn {
    table.claude().helper_will([says("I would rather not.")]);
    does(table, "create_supporting_npc", who).await
}

fn enters(name: &str) -> Value {
    json!({"npcs_to_create": [{"name": name, "slug": "commoner", "disposition": "neutral"}]})
}

fn person(name: &str, more: Value) -> Value {
    let mut input = json!({"name": name, "role": "neutral", "context": "They were here."});
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    input
}

/// Plays a call that is refused; the refusal, as the model reads it.
async fn refused(table: &Table, tool: &str, input: Value) -> String {
    let shown = format!("{tool} {input}");
    let turn = does(table, tool, input).await;
    let (text, is_error) = table.told(&turn, 0).await;
    let is_rejected = text.contains("\"rejected\"");
    assert!(is_error || is_rejected, "{shown}: {text}");
    text
}

/// The creatures of the scene by id, with the person each is.
async fn bodies(table: &Table) -> Vec<(String, Option<String>)> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let of =
        |one: &game::creature::Creature| (one.id.to_string(), one.supporting_npc_id.as_ref().map(ToString::to_string));
    game.creatures.iter().map(of).collect()
}

async fn people(table: &Table) -> Vec<String> {
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    game.supporting_npcs.iter().map(|npc| npc.shown_name()).collect()
}

#[tokio::test]
async fn no_second_creature_becomes_a_person_who_is_in_the_scene() {
    let table = Table::new().await;
    writes_down(&table, person("Marta Bell", json!({}))).await;
    for name in ["Marta Bell", "A girl", "A boy"] {
        table.update(enters(name)).await;
    }
    let before = bodies(&table).await;
    for (tool, input) in [
        ("update_npc", json!({"id": "a-girl", "name": "marta bell"})),
        ("create_supporting_npc", person("Marta Bell", json!({"npc_id": "a-boy"}))),
        ("update_npc", json!({"id": "a-girl", "name": "A BOY"})),
        ("create_supporting_npc", person("A boy", json!({"npc_id": "a-girl"}))),
    ] {
        let text = refused(&table, tool, input.clone()).await;
        assert!(text.contains("in the scene already, with the id “"), "{input}: {text}");
    }
    assert_eq!(bodies(&table).await, before);
    assert_eq!(people(&table).await, ["Marta Bell"]);
    let said = table.play("@marta-bell Good morning.", [says("Morning.")]).await;
    assert_eq!(said.0["speakers"][0]["npcId"], "marta-bell");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_stranger_who_gets_the_name_of_a_person_elsewhere_is_that_person() {
    let table = Table::new().await;
    writes_down(&table, person("Vex", json!({}))).await;
    table.update(enters("Captain")).await;
    does(&table, "update_npc", json!({"id": "captain", "name": "VEX"})).await;
    assert_eq!(bodies(&table).await, [("captain".to_owned(), Some("vex".to_owned()))]);
    does(&table, "update_npc", json!({"id": "captain", "hp_delta": -99})).await;
    table.update(json!({"npcs_to_dismiss": ["captain"]})).await;
    table.update(enters("Bandit")).await;
    for (tool, input) in [
        ("update_npc", json!({"id": "bandit", "name": "Vex"})),
        ("create_supporting_npc", person("Vex", json!({"npc_id": "bandit"}))),
        ("update_game_state", enters("Vex")),
        ("update_game_state", json!({"companions_to_add": [{"name": "Vex", "slug": "commoner"}]})),
    ] {
        let text = refused(&table, tool, input.clone()).await;
        assert!(text.contains("Vex is dead"), "{input}: {text}");
    }
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn people_of_a_campaign_come_only_when_the_heroes_meet_them() {
    let table = campaign("short-weight").await;
    table.update(enters("A girl")).await;
    let before = (bodies(&table).await, people(&table).await, table.story().await["metNPCs"].clone());
    for (tool, input) in [
        ("update_game_state", enters("Maud")),
        ("update_game_state", enters("Maud Ansley")),
        ("update_game_state", json!({"companions_to_add": [{"name": "Maud", "slug": "commoner"}]})),
        ("update_game_state", json!({"companions_to_add": [{"name": "Maud Ansley", "slug": "commoner"}]})),
        ("update_game_state", json!({"npcs_met": ["Maud the witness"]})),
        ("update_npc", json!({"id": "a-girl", "name": "Maud"})),
        ("create_supporting_npc", person("Maud", json!({"npc_id": "a-girl"}))),
    ] {
        let text = refused(&table, tool, input.clone()).await;
        assert!(text.contains("when the heroes meet them"), "{input}: {text}");
    }
    assert_eq!((bodies(&table).await, people(&table).await, table.story().await["metNPCs"].clone()), before);
    table.play("Who is that?", [says("Across the square you see Maud with her scales.")]).await;
    let called = table.post("/chat", json!({"message": "@Maud Good morning."})).await;
    assert_eq!(called.problem(), (422, "unknown_npc".to_owned()), "{}", called.text);
}

#[tokio::test]
async fn a_title_or_an_epithet_makes_no_second_person_of_a_campaign() {
    let table = campaign("short-weight").await;
    let known = people(&table).await;
    assert!(known.iter().any(|name| name == "Oriel Fenn"), "{known:?}");
    for name in [
        "Reeve Oriel",
        "Oriel Fenn the Reeve",
        "Oriel of Tarrowmouth",
        "Oriel the keeper",
        "Oriel F.",
        "Óriel",
        "Oriel, the reeve",
    ] {
        let turn = does(&table, "create_supporting_npc", person(name, json!({}))).await;
        assert_eq!(turn.report(0)["npc_id"], "oriel", "{name}");
    }
    let text = refused(&table, "create_supporting_npc", person("Oriel P.", json!({}))).await;
    assert!(text.contains("may be Oriel Fenn of the campaign") && text.contains("the id oriel"), "{text}");
    table.update(enters("Reeve Oriel")).await;
    assert_eq!(bodies(&table).await.len(), 1);
    let text = refused(&table, "update_game_state", enters("Oriel the reeve")).await;
    assert!(text.contains("in the scene already"), "{text}");
    let turn = writes_down(&table, person("Oriel Oak", json!({}))).await;
    assert_eq!(turn.report(0)["npc_id"], "oriel-oak", "another surname is another person");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_stat_block_that_is_given_later_gives_the_numbers() {
    let table = Table::new().await;
    table.update(enters("Rook")).await;
    let most = table.app.store().load(&table.id.as_str().into()).await.unwrap().game.creatures[0].max_hp;
    does(&table, "update_npc", json!({"id": "rook", "hp_delta": -(most / 2)})).await;
    writes_down(&table, person("Rook", json!({"combat_slug": "ogre"}))).await;
    let game = table.app.store().load(&table.id.as_str().into()).await.unwrap().game;
    let rook = &game.creatures[0];
    assert_eq!((rook.slug.as_str(), game.creatures.len()), ("ogre", 1));
    assert!(
        rook.max_hp > 50 && rook.hp * 2 <= rook.max_hp && rook.hp * 3 > rook.max_hp,
        "{} of {}",
        rook.hp,
        rook.max_hp
    );
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn invisible_characters_make_no_second_name() {
    let table = Table::new().await;
    for invisible in ["\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{202e}"] {
        let with = |name: &str| format!("{}{invisible}{}", &name[..2], &name[2..]);
        writes_down(&table, person(&with("Bron"), json!({}))).await;
        let all = json!({"items_gained": [with("copper bell")], "quests_added": [with("Find Wren")],
                         "reveal_poi": with("Old Mill"), "npcs_met": [with("Ilse")]});
        table.update(all).await;
    }
    let session = table.session().await;
    assert_eq!(people(&table).await, ["Bron"]);
    let bells =
        session["characters"][0]["inventory"].as_array().unwrap().iter().filter(|item| item["name"] == "copper bell");
    assert_eq!(bells.map(|item| item["quantity"].clone()).collect::<Vec<_>>(), [json!(5)]);
    let story = &session["story"];
    assert_eq!(story["activeQuests"].as_array().unwrap().len(), 1, "{story}");
    assert_eq!(story["activeQuests"][0]["name"], "find wren");
    assert_eq!((&story["knownPlaces"], &story["metNPCs"]), (&json!(["Old Mill"]), &json!(["ilse"])));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_text_of_the_campaign_that_has_the_dead_speak_says_so() {
    let table = campaign("the-ice-house-at-sundry").await;
    table.update(enters("Barnaby")).await;
    assert_eq!(bodies(&table).await[0].1.as_deref(), Some("barnaby"));
    does(&table, "update_npc", json!({"id": "barnaby", "dead": true})).await;
    does(&table, "advance_plot", json!({"action": "attempt"})).await;
    let shown = table.claude().last_asked().results()[0].0.to_owned();
    let answer: Value = serde_json::from_str(&shown).unwrap();
    assert!(answer["dead"].as_str().is_some_and(|dead| dead.starts_with("Barnaby Oke: dead")), "{answer}");
}

#[tokio::test]
async fn the_storyteller_lets_the_dead_of_a_campaign_be_silent() {
    let table = campaign("the-ice-house-at-sundry").await;
    table.update(enters("Barnaby")).await;
    does(&table, "update_npc", json!({"id": "barnaby", "dead": true})).await;
    let bundle = table.get("/export").await.good();
    let inn = Inn::open("barnaby").await;
    let (status, session) = inn.post("/api/sessions/import", bundle).await;
    assert_eq!(status, 201, "{session}");
    let id = session["id"].as_str().unwrap();
    let turn = inn.turn(id, "I ease his fingers off the handle").await;
    assert_eq!(turn["toolCalls"][0]["name"], "advance_plot", "{turn}");
    let told = turn["narrative"].as_str().unwrap();
    assert!(!told.is_empty() && !told.contains("says Barnaby"), "{told}");
    inn.check_fold(id).await;
}
