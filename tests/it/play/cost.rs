//! Tests of a turn's cost: every agent's share, and their sum.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

fn close(a: &Value, b: f64) -> bool {
    a.as_f64().is_some_and(|a| (a - b).abs() < 1e-12)
}

#[tokio::test]
async fn a_turns_cost_is_the_sum_of_its_agents_and_a_sessions_that_of_its_turns() {
    let table = Table::new().await;
    let create = json!({"name": "Ilse", "role": "ally", "context": "The smith's daughter."});
    table.claude().helper_will([says("…").costing([500, 0, 0, 100])]);
    let replies = [
        calls("create_supporting_npc", create).costing([1_000, 2_000, 3_000, 40]),
        says("Ilse waves.").costing([10, 6_000, 50, 60]),
    ];
    let first = table.play("I wave.", replies).await;
    let usage = &first.0["usage"];
    let tokens = |of: &Value| {
        ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"].map(|kind| of[kind].as_u64().unwrap())
    };
    let (master, helper) = (&usage["byAgent"]["dungeonMaster"], &usage["byAgent"]["npcProfile"]);
    assert_eq!(tokens(master), [1_010, 8_000, 3_050, 100]);
    assert_eq!(tokens(helper), [500, 0, 0, 100]);
    assert_eq!(tokens(usage), [1_510, 8_000, 3_050, 200]);
    // Dollars per million tokens: 2, 0.20, 2.50 and 10 for the one, 0.10 and 0.50 for the other.
    let of_master = (1_010.0 * 2.0 + 8_000.0 * 0.2 + 3_050.0 * 2.5 + 100.0 * 10.0) / 1e6;
    let of_helper = (500.0 * 0.1 + 100.0 * 0.5) / 1e6;
    assert!(close(&master["costUsd"], of_master) && close(&helper["costUsd"], of_helper), "{usage}");
    assert!(close(&usage["costUsd"], of_master + of_helper), "{usage}");

    let second = table.play("I wave again.", [says("She laughs.").costing([7, 0, 0, 3])]).await;
    let session = table.session().await["usage"].take();
    assert_eq!(tokens(&session), [1_517, 8_000, 3_050, 203]);
    let sum = usage["costUsd"].as_f64().unwrap() + second.0["usage"]["costUsd"].as_f64().unwrap();
    assert!(close(&session["costUsd"], sum), "{session}");
    let agents: Vec<&String> = session["byAgent"].as_object().unwrap().keys().collect();
    assert_eq!(agents, ["dungeonMaster", "npcProfile"]);
}

#[tokio::test]
async fn a_turn_names_the_model_that_told_it() {
    let table = Table::new().await;
    let turn = table.play("I wave.", [says("Ilse waves.")]).await;
    assert_eq!(turn.0["model"], "claude-sonnet-5-5-20261001");
}

#[tokio::test]
async fn what_was_spent_stands_in_the_metrics_by_agent() {
    let table = Table::new().await;
    table.play("I wave.", [says("Ilse waves.").costing([7, 11, 13, 17])]).await;
    let metrics = table.app.get("/metrics").await.text;
    for line in [
        "embertale_turns_total{outcome=\"ok\"} 1",
        "embertale_tokens_total{agent=\"dungeonMaster\",kind=\"input\"} 7",
        "embertale_tokens_total{agent=\"dungeonMaster\",kind=\"cache_read\"} 11",
        "embertale_tokens_total{agent=\"dungeonMaster\",kind=\"cache_write\"} 13",
        "embertale_tokens_total{agent=\"dungeonMaster\",kind=\"output\"} 17",
    ] {
        assert!(metrics.lines().any(|there| there == line), "{line} is not in\n{metrics}");
    }
    // The estimated length of the prompt is shown with the counted one.
    let estimated = metrics
        .lines()
        .find_map(|line| line.strip_prefix("embertale_estimated_tokens_total{agent=\"dungeonMaster\"} "));
    assert!(estimated.is_some_and(|n| n.parse::<u64>().is_ok_and(|n| n > 5_000)), "{metrics}");
}
