//! Recovery drills: the process dies in the middle of a turn, and the same words sent again come to exactly one turn.

use std::os::unix::process::ExitStatusExt;

use serde_json::Value;

use super::{
    server::{Home, Server, until},
    table::{asking, chat, embers, says, session, story, turns, two_tools, view},
    wire::Ask,
};
use crate::claude::stub::{Act, Stub};

const WORDS: &str = "I step over the gate and take the embers.";

fn leap(session: &str) -> Ask {
    chat(session, WORDS).key("the leap")
}

/// What must be true after a leap, however often the process died on the way: it counts once.
async fn the_leap_counts_once(home: &Home, server: &Server, session: &str, before: &Value, turn: &Value) {
    let after = view(server, session).await;
    let gold = |view: &Value| view["characters"][0]["gold"].as_i64().expect("gold");
    assert_eq!(gold(&after) - gold(before), 5);
    assert_eq!(embers(&after) - embers(before), 3);
    assert_eq!(after["version"].as_u64(), before["version"].as_u64().map(|version| version + 1));
    assert_eq!(after["usage"], turn["usage"]);
    let turns = turns(server, session).await;
    assert_eq!(turns, std::slice::from_ref(turn));
    assert_eq!(turn["seq"], 1);
    assert_eq!(turn["message"], WORDS);
    assert_eq!(turn["toolCalls"].as_array().map(Vec::len), Some(2));
    let rolls = turn["rolls"].as_array().expect("rolls");
    assert_eq!(rolls.len(), 1);
    // Dice that fell in a turn no one saw fall again: the same throw with the same number.
    assert_eq!(rolls[0]["proof"]["index"], 0);
    assert!(home.verify().contains("clean, 1 turns"));
}

/// Kills the process at a step of a turn in which the stub has played `n_before` replies until then; the turn takes
/// `n_after` more when it is sent again.
async fn drill(home: Home, step: &str, n_before: usize, n_after: usize) {
    let turn = [two_tools(), story()];
    let replies = turn.iter().take(n_before).chain(turn.iter().take(n_after));
    let stub = Stub::serve(replies.cloned().map(says).collect()).await;
    let url = stub.url();
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    drop(server);

    let mut env = asking(&url);
    env.push(("CRASH_AT", step));
    let server = home.start(&env);
    let client = server.clone();
    let lost = tokio::spawn({
        let ask = leap(&session);
        async move { client.send(ask).await.status }
    });
    let status = server.ended().await;
    assert_eq!(status.signal(), Some(6), "the drill has killed it at {step}: {status}");
    assert!(lost.await.is_err(), "nobody got an answer");
    assert_eq!(stub.requests().len(), n_before);
    home.claim_runs_out(&session).await;

    // As the crash left it: every session adds up, and the turn is there whole or not at all.
    let n_turns = usize::from(step == "answer");
    assert!(home.verify().contains(&format!("clean, {n_turns} turns")));
    let server = home.start(&asking(&url));
    assert_eq!(turns(&server, &session).await.len(), n_turns);
    if n_turns == 0 {
        assert_eq!(view(&server, &session).await, before);
    }

    let turn = server.good(leap(&session)).await;
    the_leap_counts_once(&home, &server, &session, &before, &turn).await;
    assert_eq!(server.good(leap(&session)).await, turn, "and once more the recorded one");
    assert_eq!(stub.requests().len(), n_before + n_after);
    drop(server);
    let server = home.start(&asking(&url));
    assert_eq!(server.good(leap(&session)).await, turn, "after another start too");
    the_leap_counts_once(&home, &server, &session, &before, &turn).await;
}

macro_rules! drills {
    ($($name:ident: $step:literal, $n_before:literal, $n_after:literal;)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::drill(super::Home::new(), $step, $n_before, $n_after).await;
            })*
        }
        mod firestore {
            $(#[tokio::test]
            async fn $name() {
                if !crate::support::emulator::is_missing() {
                    super::drill(super::Home::on_firestore(), $step, $n_before, $n_after).await;
                }
            })*
        }
    };
}

drills! {
    killed_at_the_claim_a_turn_counts_once: "claim", 0, 2;
    killed_at_the_prompt_a_turn_counts_once: "prompt", 0, 2;
    killed_at_the_first_call_a_turn_counts_once: "model:1", 0, 2;
    killed_at_the_second_call_a_turn_counts_once: "model:2", 1, 2;
    killed_after_the_first_tool_a_turn_counts_once: "tool:1", 1, 2;
    killed_after_the_second_tool_a_turn_counts_once: "tool:2", 1, 2;
    killed_at_the_check_a_turn_counts_once: "validate", 2, 2;
    killed_at_the_commit_a_turn_counts_once: "commit", 2, 2;
    killed_before_the_answer_a_turn_is_the_recorded_one: "answer", 2, 0;
}

#[tokio::test]
async fn a_power_cut_while_the_model_thinks_costs_nothing() {
    let mut stub = Stub::serve(vec![says(two_tools()), vec![Act::Stall], says(two_tools()), says(story())]).await;
    let home = Home::new();
    let url = stub.url();
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let before = view(&server, &session).await;
    let mut events = super::listen::Listening::to(&server, leap(&session)).await;
    events.expect("turn").await;
    until("the second call is made", || stub.requests().len() == 2).await;
    server.kill();
    stub.client_left().await;
    assert!(home.verify().contains("clean, 0 turns"));

    let server = home.start(&asking(&url));
    assert_eq!(view(&server, &session).await, before);
    let turn = server.good(leap(&session)).await;
    the_leap_counts_once(&home, &server, &session, &before, &turn).await;
}

#[tokio::test]
async fn a_server_is_killed_and_started_again_and_again_and_no_turn_is_lost() {
    let home = Home::new();
    let mut server = home.start(&[]);
    let session = session(&server).await;
    for n in 1..=5 {
        let turn = server.good(chat(&session, "I look around.").key(&n.to_string())).await;
        assert_eq!(turn["seq"], n);
        server.kill();
        server = home.start(&[]);
    }
    assert_eq!(turns(&server, &session).await.len(), 5);
    assert!(home.verify().contains("clean, 5 turns"));
}
