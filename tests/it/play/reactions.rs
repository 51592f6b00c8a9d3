//! Reactions that are asked of the player whose hero could take them.

use serde_json::{Value, json};

use crate::support::{Inn, Table, TestApp, calls, says};

/// A table on disk where the fight waits: a foe's blow would hit the wizard Mira, and Shield would turn it.
async fn struck_at() -> Table {
    let app = TestApp::on_disk().await;
    let hero = json!({"name": "Mira", "class": "wizard", "race": "human", "level": 3});
    let id = app.create(json!({"character": hero})).await;
    let table = Table { app, id };
    let foes = json!({"slug": "goblin", "name": "Goblin", "disposition": "hostile", "count": 2});
    table.update(json!({"npcs_to_create": [foes]})).await;
    for _ in 0..6 {
        let awaiting = table.session().await["awaiting"].take();
        if awaiting["options"][0]["id"] == "shield" {
            return table;
        }
        let act = if awaiting["kind"] == "reaction" { "pass" } else { "endTurn" };
        table.post("/actions", json!({ "action": act })).await.good();
    }
    panic!("no goblin hits a wizard");
}

fn shields_cast(session: &Value) -> &Value {
    &session["characters"][0]["spellcasting"]["slots"]["1"]["used"]
}

/// What changes from turn to turn and is no part of the game.
fn game_of(mut session: Value) -> Value {
    for field in ["version", "updatedAt", "nTurns", "usage", "suggestions"] {
        session.as_object_mut().unwrap().remove(field);
    }
    session
}

#[tokio::test]
async fn a_player_is_asked_whether_to_cast_shield_and_the_fight_waits_over_a_restart() {
    let mut table = struck_at().await;
    let session = table.session().await;
    let awaiting = &session["awaiting"];
    assert_eq!((&awaiting["kind"], &awaiting["responseType"]), (&json!("reaction"), &json!("reaction")));
    assert_eq!(awaiting["owed"], json!([session["characters"][0]["id"]]));
    let prompt = awaiting["prompt"].as_str().unwrap();
    assert!(prompt.contains("would hit Mira with") && prompt.contains("against armor class"), "{prompt}");
    assert!(prompt.ends_with("Cast Shield?"), "{prompt}");
    let option = &awaiting["options"][0];
    assert_eq!((&option["name"], &option["slot"]), (&json!("Shield"), &json!(1)));
    assert!(option["effect"].as_str().unwrap().starts_with("armor class "), "{option}");
    let trigger = &awaiting["trigger"];
    assert_eq!((&trigger["kind"], &trigger["target"]["name"]), (&json!("hit"), &json!("Mira")));
    let turned = &option["reaction"];
    assert_eq!((&turned["kind"], &turned["slot"]), (&json!("shield"), &json!(1)));
    assert_eq!(turned["armorClass"].as_i64(), trigger["armorClass"].as_i64().map(|it| it + 5));
    assert!(awaiting["currentHP"].as_i64().unwrap() > 0, "{awaiting}");

    let now = table.get("/actions").await.good();
    assert_eq!(now["waitsFor"], session["characters"][0]["id"]);
    let acts: Vec<&Value> = now["items"].as_array().unwrap().iter().map(|it| &it["act"]).collect();
    assert_eq!(acts, [&json!({"action": "react", "reaction": "shield"}), &json!({"action": "pass"})]);
    assert_eq!(now["items"][0]["cost"], "reaction");

    let refused = table.post("/actions", json!({"action": "endTurn"})).await;
    assert!(
        refused.text.contains("Cast Shield?") && refused.text.contains("react (shield) or pass"),
        "{}",
        refused.text
    );
    assert_eq!(refused.problem(), (409, "reaction_pending".into()));

    table.app.restart().await;
    assert_eq!(table.session().await, session);
    let before = shields_cast(&session).as_i64().unwrap();
    let turn = table.post("/actions", json!({"action": "react", "reaction": "shield"})).await.good();
    assert_eq!(turn["model"], "rules");
    let after = table.session().await;
    assert_eq!(shields_cast(&after).as_i64().unwrap(), before + 1);
    let changes = turn["changes"].as_array().unwrap();
    assert_eq!(changes[0]["kind"], "reactionAnswered");
    table.app.check_fold(&table.id).await;

    // Taken back, it is asked again; another answer goes another way.
    table.post("/undo", json!({})).await.good();
    assert_eq!(game_of(table.session().await), game_of(session));
    let turn = table.post("/actions", json!({"action": "pass"})).await.good();
    let hurt = |it: &&Value| it["kind"] == "hpChanged";
    assert!(turn["changes"].as_array().unwrap().iter().any(|it| hurt(&it)), "{turn}");
    assert!(turn["narrative"].as_str().unwrap().contains("damage"), "{turn}");
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn dice_of_a_fight_with_questions_are_one_row() {
    let table = struck_at().await;
    let mut indexes = Vec::new();
    table.post("/actions", json!({"action": "pass"})).await.good();
    let bundle = table.get("/export").await.good();
    for turn in bundle["turns"].as_array().unwrap() {
        for change in turn["turn"]["changes"].as_array().unwrap() {
            indexes.extend(change["roll"]["proof"]["index"].as_u64());
        }
    }
    assert!(indexes.len() > 4 && indexes.windows(2).all(|it| it[1] == it[0] + 1), "{indexes:?}");
}

#[tokio::test]
async fn the_combat_agent_reads_the_question_and_answers_it_by_the_player_s_words_alone() {
    let table = struck_at().await;
    let before = shields_cast(&table.session().await).as_i64().unwrap();
    let ends = calls("end_turn", json!({}));
    let turn = table.play("I run.", [ends, says("Not yet: the blow is coming.")]).await;
    let (answer, is_error) = table.told(&turn, 0).await;
    assert!(is_error && answer.contains("Cast Shield?") && answer.contains("react (shield) or pass"), "{answer}");
    let asked = table.claude().combat_asked().pop().unwrap();
    let prompt = asked.messages().iter().map(ToString::to_string).collect::<String>();
    assert!(prompt.contains("asked: ") && prompt.contains("would hit Mira"), "{prompt}");
    assert!(prompt.contains("can do: react with shield (reaction)") && prompt.contains("can do: pass (free)"));

    let reacts = calls("take_action", json!({"action": "react", "with": "shield"}));
    let turn = table.play("Shield!", [reacts, says("It breaks on the air.")]).await;
    assert!(turn.changes().contains(&"reactionAnswered"), "{:?}", turn.changes());
    assert_eq!(shields_cast(&table.session().await).as_i64().unwrap(), before + 1);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_telling_that_leaves_the_question_out_ends_with_it() {
    let table = struck_at().await;
    let pass = calls("take_action", json!({"action": "pass"}));
    for n in 0..8 {
        let replies = match table.session().await["awaiting"]["kind"] == "reaction" {
            true => [pass.clone(), says("It strikes.")],
            false => [calls("end_turn", json!({})), says("They come on.")],
        };
        let turn = table.play("Go on.", replies).await;
        let awaiting = table.session().await["awaiting"].take();
        if awaiting["kind"] == "reaction" {
            assert!(turn.narrative().trim_end().ends_with("Cast Shield?"), "{}", turn.narrative());
            return;
        }
        if table.session().await["encounter"].is_null() {
            panic!("the fight was over after {n} turns without a second question");
        }
    }
}

/// A game of the storyteller in which a hero is asked for a reaction, and the last story.
async fn asked_by_the_storyteller() -> (Inn, String, String) {
    let inn = Inn::open("requests-beside-the-story").await;
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    let nim = json!({"character": {"name": "Nim", "class": "wizard", "race": "gnome", "level": 3}});
    inn.post(&format!("/api/sessions/{id}/characters"), nim).await;
    inn.post(&format!("/api/sessions/{id}/rolls"), json!({"dice": "2d6+3"})).await;
    let steps =
        "look around|attack|attack|attack|attack|attack|/rest|take a short rest|luck|go on|attack|attack|attack";
    for words in steps.split('|') {
        if words == "luck" {
            inn.post(&format!("/api/sessions/{id}/rolls"), json!({"dice": "1d20", "reason": "Luck"})).await;
            continue;
        }
        let told = inn.say(&id, words).await;
        if inn.session(&id).await["awaiting"]["kind"] == "reaction" {
            return (inn, id, told);
        }
    }
    panic!("nobody is asked");
}

#[tokio::test]
async fn the_storyteller_reads_an_answer_from_plain_words_and_asks_again_where_there_is_none() {
    let (inn, id, told) = asked_by_the_storyteller().await;
    let awaiting = inn.session(&id).await["awaiting"].take();
    assert_eq!(awaiting["kind"], "reaction");
    assert!(told.trim_end().ends_with('?'), "{told}");
    let told = inn.say(&id, "what do i see?").await;
    assert!(told.contains(awaiting["prompt"].as_str().unwrap()), "{told}");
    assert_eq!(inn.session(&id).await["awaiting"], awaiting);
    let turn = inn.turn(&id, "yes").await;
    let kinds: Vec<&str> = turn["changes"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"reactionAnswered"), "{turn}");
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn nothing_but_an_answer_is_done_while_a_reaction_is_asked_for() {
    let table = struck_at().await;
    let session = table.session().await;
    for act in [
        json!({"action": "rest", "kind": "short"}),
        json!({"action": "rest", "kind": "long"}),
        json!({"action": "equip", "item": "Shield"}),
        json!({"action": "unequip", "item": "Quarterstaff"}),
        json!({"action": "accept", "ally": "marta"}),
        json!({"action": "attack", "target": "goblin-a"}),
        json!({"action": "useItem", "item": "potion of healing"}),
        json!({"action": "move", "to": {"x": 0, "y": 0}}),
        json!({"action": "endTurn"}),
        json!({"action": "react", "reaction": "parry"}),
    ] {
        let refused = table.post("/actions", act.clone()).await;
        assert_eq!(refused.problem(), (409, "reaction_pending".into()), "{act}");
        assert!(refused.text.contains("Answer by react (shield) or pass."), "{act}: {}", refused.text);
    }
    assert_eq!(table.session().await, session);
    assert!(table.get("/actions").await.good()["ally"].is_null());
    table.get("/forecast").await.good();

    // An answer needs a question.
    table.post("/actions", json!({"action": "pass"})).await.good();
    while table.session().await["awaiting"]["kind"] == "reaction" {
        table.post("/actions", json!({"action": "pass"})).await.good();
    }
    let unasked = table.post("/actions", json!({"action": "pass"})).await;
    assert_eq!(unasked.problem(), (422, "illegal_action".into()));
    assert!(unasked.text.contains("No reaction is asked for."), "{}", unasked.text);
}

#[tokio::test]
async fn a_question_is_in_a_branch_as_well_and_each_is_answered_for_itself() {
    let table = struck_at().await;
    let session = table.session().await;
    let turns = table.get("/turns").await.good();
    let last = turns["items"].as_array().unwrap().iter().filter_map(|turn| turn["seq"].as_u64()).max();
    let branch = table.post("/branch", json!({"atTurn": last})).await;
    assert_eq!(branch.status, 201, "{}", branch.text);
    let id = branch.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(branch.json()["awaiting"], session["awaiting"]);
    let path = format!("/api/sessions/{id}/actions");
    table.app.post(&path, json!({"action": "react", "reaction": "shield"})).await.good();
    table.app.check_fold(&id).await;
    assert_eq!(table.session().await, session);
    table.post("/actions", json!({"action": "pass"})).await.good();
    let (there, here) = (table.app.session(&id).await, table.session().await);
    assert_eq!(shields_cast(&there).as_i64().unwrap(), shields_cast(&here).as_i64().unwrap() + 1);

    // In a retelling, the same answer has the same result.
    let again = table.post("/retry", json!({})).await.good();
    assert_eq!(again["changes"][0]["kind"], "reactionAnswered");
    assert_eq!(game_of(table.session().await), game_of(here));
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn another_server_of_the_same_sessions_asks_and_hears_the_answer() {
    let table = struck_at().await;
    let session = table.session().await;
    let other = table.app.beside().await;
    assert_eq!(other.session(&table.id).await["awaiting"], session["awaiting"]);
    let path = format!("/api/sessions/{}/actions", table.id);
    let refused = other.post(&path, json!({"action": "endTurn"})).await;
    assert_eq!(refused.problem(), (409, "reaction_pending".into()));
    other.post(&path, json!({"action": "react", "reaction": "shield"})).await.good();
    let cast = shields_cast(&session).as_i64().unwrap();
    assert_eq!(shields_cast(&table.session().await).as_i64().unwrap(), cast + 1);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn a_hero_who_leaves_takes_the_question_along_and_one_who_joins_leaves_it_open() {
    let table = struck_at().await;
    let asked = table.session().await["awaiting"].take();
    let brom = json!({"character": {"name": "Brom", "class": "fighter", "race": "human", "level": 3}});
    table.post("/characters", brom).await.good();
    assert_eq!(table.session().await["awaiting"], asked);
    let other = table.post("/actions", json!({"action": "pass", "characterId": "brom"})).await;
    assert_eq!(other.problem(), (409, "reaction_pending".into()), "only the hero who is asked answers");
    table.app.check_fold(&table.id).await;

    let who = asked["owed"][0].as_str().unwrap();
    let gone = table.app.delete(&format!("/api/sessions/{}/characters/{who}", table.id)).await;
    assert_eq!(gone.status, 204, "{}", gone.text);
    let session = table.session().await;
    assert!(session["awaiting"].is_null() && !session["encounter"].is_null(), "{session}");
    // The foe whose blow it was acts with the next message.
    table.play("We hold the door.", [says("The goblins come on.")]).await;
    let waits = table.get("/actions").await.good()["waitsFor"].take();
    assert!(waits == "brom" || table.session().await["encounter"].is_null(), "{waits}");
    table.app.check_fold(&table.id).await;
}
