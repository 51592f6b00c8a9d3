//! Tests of the debug view of a turn over HTTP.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, fails, says};

/// The debug view of a turn.
async fn debug(table: &Table, turn: &Turn) -> Value {
    of(table, turn.0["id"].as_str().unwrap()).await
}

async fn of(table: &Table, turn: &str) -> Value {
    table.get(&format!("/turns/{turn}/debug")).await.good()
}

fn agents(debug: &Value) -> Vec<&str> {
    debug["agents"].as_array().unwrap().iter().map(|call| call["agent"].as_str().unwrap()).collect()
}

/// The names of a call's blocks, in order.
fn names(call: &Value) -> Vec<&str> {
    call["prompt"].as_array().unwrap().iter().map(|block| block["name"].as_str().unwrap()).collect()
}

fn block<'a>(call: &'a Value, name: &str) -> &'a Value {
    let blocks = call["prompt"].as_array().unwrap();
    blocks.iter().find(|block| block["name"] == name).unwrap_or_else(|| panic!("no {name}: {blocks:#?}"))
}

#[tokio::test]
async fn every_call_of_every_agent_is_told_with_its_prompt_and_its_answer() {
    let table = Table::new().await;
    table.play("I look around.", [says("A quiet room.").costing([10, 0, 0, 4])]).await;
    let profile = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": ["Rest"], "notes": "None."});
    table.claude().helper_will([says(profile.to_string()).costing([3, 0, 0, 3])]);
    let ruling = json!({"skill": "stealth", "difficulty": "easy", "reason": "past her"});
    table.claude().judge_will([calls("resolve_skill_check", ruling).costing([5, 0, 0, 5])]);
    let marta = json!({"name": "Old Marta", "role": "ally", "context": "Keeps the inn."});
    let asks = calls("query_session_memory", json!({"query_type": "all"}))
        .and_calls("create_supporting_npc", marta)
        .costing([7, 11, 13, 17]);
    let turn = table.play("I sneak past her.", [asks, says("You pass.").costing([1, 2, 3, 4])]).await;
    let debug = debug(&table, &turn).await;
    assert_eq!((&debug["turnId"], &debug["seq"]), (&turn.0["id"], &json!(2)));
    assert_eq!(agents(&debug), ["rulesJudge", "dungeonMaster", "npcProfile", "dungeonMaster"]);

    let judge = &debug["agents"][0];
    assert_eq!(names(judge), ["tools", "instructions", "window", "table", "sheets", "words"]);
    assert_eq!(judge["tools"][1], "resolve_skill_check");
    let first = &debug["agents"][1];
    assert_eq!(names(first), ["tools", "instructions", "window", "table", "ruling", "words"]);
    for still in ["tools", "instructions", "window"] {
        let block = block(first, still);
        assert!(block.get("text").is_none() && block["digest"].as_str().unwrap().len() == 16, "{block}");
        assert!(block["tokens"].as_u64().unwrap() > 0);
    }
    assert_eq!(block(first, "window")["seqs"], json!([1]));
    assert!(block(first, "ruling")["text"].as_str().unwrap().starts_with("[ruling]\n"));
    assert!(first["tools"].as_array().unwrap().contains(&json!("update_game_state")));
    let called: Vec<&Value> = first["toolCalls"].as_array().unwrap().iter().map(|call| &call["name"]).collect();
    assert_eq!(called, ["query_session_memory", "create_supporting_npc"]);
    assert_eq!(first["toolCalls"][0]["callId"], turn.0["toolCalls"][1]["callId"], "the first is the judge's");
    assert_eq!((&first["stopReason"], &first["outcome"]), (&json!("tool_use"), &json!("answered")));
    assert_eq!(first["model"], "claude-sonnet-5-5-20261001");
    assert!(first["tookMs"].is_u64());
    // The judge was shown the same words and the same table: their text is included once.
    assert_eq!(block(judge, "words")["text"], "I sneak past her.");
    assert_eq!(block(first, "words")["digest"], block(judge, "words")["digest"]);
    assert!(block(first, "words").get("text").is_none());

    let helper = &debug["agents"][2];
    assert_eq!(names(helper), ["instructions", "schema", "question"]);
    assert!(block(helper, "question")["text"].as_str().unwrap().contains("Old Marta"));
    assert_eq!((&helper["tools"], &helper["model"]), (&json!([]), &json!("claude-haiku-5-5")));

    let last = &debug["agents"][3];
    let asked = &names(first)[..];
    let since = [
        "call query_session_memory",
        "call create_supporting_npc",
        "result of query_session_memory",
        "result of create_supporting_npc",
    ];
    assert_eq!(names(last), [asked, &since].concat());
    assert!(block(last, since[2])["text"].as_str().unwrap().contains("No important events"));
    assert_eq!(last["textBytes"], "You pass.".len());

    let spent = |field: &str| -> u64 {
        debug["agents"].as_array().unwrap().iter().map(|call| call["usage"][field].as_u64().unwrap()).sum()
    };
    for field in ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"] {
        assert_eq!(turn.0["usage"][field], spent(field), "{field}");
    }
}

#[tokio::test]
async fn a_ruling_stands_with_the_dice_it_was_settled_by() {
    let table = Table::new().await;
    let ruling = json!({"skill": "stealth", "difficulty": "hard", "reason": "past the watch"});
    table.claude().judge_will([calls("resolve_skill_check", ruling.clone())]);
    let rolls = says("You slip by.").and_calls("roll_dice", json!({"dice": "3d6"}));
    let turn = table.play("I sneak past.", [rolls, says("And on.")]).await;
    let debug = debug(&table, &turn).await;
    assert_eq!(debug["rulings"], debug["checks"], "one list under two names");
    let checks = debug["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 1);
    assert_eq!((&checks[0]["name"], &checks[0]["input"]), (&json!("resolve_skill_check"), &ruling));
    assert!(checks[0]["ruling"].as_str().unwrap().contains("Stealth: past the watch"));
    assert_eq!(checks[0]["rolls"], json!([turn.0["rolls"][0]]), "the Dungeon Master's own dice are not the judge's");
    let calm = table.play("I look around.", [says("All is quiet.")]).await;
    assert_eq!(self::debug(&table, &calm).await["checks"], json!([]));
}

#[tokio::test]
async fn no_secret_is_ever_told() {
    let table = Table::new().await;
    let words = "I read the note aloud: Bearer abcdefgh12345678 and sk-ant-api03-ABCDEFGHIJKLMNOP.";
    let turn = table.play(words, [says("It means nothing to you.")]).await;
    let told = debug(&table, &turn).await;
    let call = &told["agents"][0];
    assert_eq!(block(call, "words")["text"], "I read the note aloud: [redacted] and [redacted].");
    let text = told.to_string();
    for secret in ["abcdefgh12345678", "ABCDEFGHIJKLMNOP", "sk-test"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_failed_turn_says_what_its_agents_did_and_is_no_turn_of_the_session() {
    let table = Table::new().await;
    let events = table.events("I go.", [calls("roll_dice", json!({"dice": "1d4"})), fails(400)]).await;
    let id = events[0].data["turnId"].as_str().unwrap();
    let told = of(&table, id).await;
    assert_eq!((&told["turnId"], &told["seq"]), (&json!(id), &json!(1)));
    assert_eq!(agents(&told), ["dungeonMaster", "dungeonMaster"]);
    assert_eq!(told["agents"][0]["outcome"], "answered");
    let outcome = told["agents"][1]["outcome"].as_str().unwrap();
    assert!(outcome != "answered" && outcome.len() > 20, "{outcome}");
    assert!(told["agents"][1]["stopReason"].is_null());
    assert_eq!(names(&told["agents"][1]).last(), Some(&"result of roll_dice"));
}

#[tokio::test]
async fn a_trace_goes_when_its_turn_is_told_another_way_or_taken_back_and_outlives_a_restart() {
    let mut table = Table::on_disk().await;
    let first = table.play("I go.", [says("You go.")]).await;
    table.claude().will([says("You stay.")]);
    table.claude().expect_words("I go.");
    let second = Turn(table.post("/retry", json!({})).await.good());
    assert_eq!(agents(&debug(&table, &first).await), [""; 0]);
    assert_eq!(agents(&debug(&table, &second).await), ["dungeonMaster"]);
    table.app.restart().await;
    let told = debug(&table, &second).await;
    assert_eq!(block(&told["agents"][0], "words")["text"], "I go.");
    let bundle = table.get("/export").await.text;
    assert!(!bundle.contains("tookMs") && !bundle.contains("stopReason"), "an export leaves it out");
    table.post("/undo", json!({})).await.good();
    let gone = table.get(&format!("/turns/{}/debug", second.0["id"].as_str().unwrap())).await;
    assert_eq!(gone.problem(), (404, "unknown_turn".to_owned()));
}

#[tokio::test]
async fn only_the_sessions_own_turns_are_known() {
    let table = Table::new().await;
    let turn = table.play("I go.", [says("You go.")]).await;
    let id = turn.0["id"].as_str().unwrap();
    let other = table.app.create(json!({})).await;
    for path in [format!("/api/sessions/{other}/turns/{id}/debug"), table.path("/turns/none/debug")] {
        assert_eq!(table.app.get(&path).await.problem(), (404, "unknown_turn".to_owned()));
    }
    let path = format!("/api/sessions/none/turns/{id}/debug");
    assert_eq!(table.app.get(&path).await.problem(), (404, "unknown_session".to_owned()));
}
