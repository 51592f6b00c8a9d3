//! Tests that the storyteller asks before irreversible actions, and that a “yes” counts only while the question is open.

use serde_json::{Value, json};

use crate::support::Inn;

/// A session whose last turn asked whether the hero's key is to be thrown away.
async fn asked(inn: &Inn) -> String {
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.say(&id, "look around").await;
    let told = inn.say(&id, "throw away my toll-gate key if that helps").await;
    assert!(told.contains("toll-gate key") && has_key(inn, &id).await, "{told}");
    id
}

async fn has_key(inn: &Inn, id: &str) -> bool {
    let all = inn.session(id).await["characters"][0]["inventory"].clone();
    all.as_array().unwrap().iter().any(|item| item["id"] == "toll-gate-key")
}

async fn after_yes(inn: &Inn, id: &str) -> bool {
    inn.say(id, "yes").await;
    has_key(inn, id).await
}

#[tokio::test]
async fn a_question_stands_after_an_undo_in_a_branch_and_on_another_server() {
    let inn = Inn::open("11").await;
    let id = asked(&inn).await;
    let branch = |at: u32| {
        let (inn, path) = (&inn, format!("/api/sessions/{id}/branch"));
        async move {
            let (status, branch): (u16, Value) = inn.post(&path, json!({"atTurn": at})).await;
            assert_eq!(status, 201, "{branch}");
            branch["id"].as_str().unwrap().to_owned()
        }
    };
    let there = branch(2).await;
    let before = branch(1).await;
    assert!(!after_yes(&inn, &there).await, "a branch that begins behind the question");
    assert!(after_yes(&inn, &before).await, "one that begins before it was asked");
    inn.say(&id, "look at the window").await;
    let (status, _) = inn.post(&format!("/api/sessions/{id}/undo"), json!({})).await;
    assert_eq!(status, 200);
    let other = inn.beside().await;
    assert!(!after_yes(&other, &id).await, "what was said since is undone, and another server answers");
}

#[tokio::test]
async fn any_other_words_and_an_undo_drop_the_question() {
    let inn = Inn::open("11").await;
    let id = asked(&inn).await;
    inn.say(&id, "look at the window").await;
    assert!(after_yes(&inn, &id).await, "something else was said since");
    let id = asked(&inn).await;
    inn.post(&format!("/api/sessions/{id}/undo"), json!({})).await;
    assert!(after_yes(&inn, &id).await, "the question is undone");
    let id = asked(&inn).await;
    let told = inn.say(&id, "no").await;
    assert!(told.contains("do not") && has_key(&inn, &id).await, "{told}");
    assert!(after_yes(&inn, &id).await, "the question is answered");
}
