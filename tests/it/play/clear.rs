//! Tests of clearing the history: earlier messages leave the prompts, and the state of the game stays.

use serde_json::json;

use crate::support::{Agent, Asked, Table, says};

/// How many turns a prompt shows of those that were played.
fn n_shown(asked: &Asked) -> usize {
    asked.messages().iter().filter(|message| message["role"] == "assistant").count()
}

fn shows(asked: &Asked, words: &str) -> bool {
    asked.body.to_string().contains(words)
}

async fn asked_next(table: &Table, words: &str) -> Asked {
    table.play(words, [says("So it goes.")]).await;
    table.claude().last_asked()
}

#[tokio::test]
async fn prompts_begin_anew_and_the_heroes_and_all_they_did_stay() {
    let table = Table::new().await;
    let deed = json!({"gold_delta": 7, "important_event": "The miller was spared."});
    table.play("I spare the miller.", [says("Odo the miller weeps for joy.").and_updates(deed)]).await;
    let before = table.session().await;
    let cleared = table.post("/clear", json!({})).await.good();
    assert_eq!(cleared["characters"], before["characters"]);
    assert_eq!(cleared["importantEvents"], before["importantEvents"]);
    assert_eq!(table.get("/turns").await.good()["items"].as_array().unwrap().len(), 1, "the story stays on the page");
    let asked = asked_next(&table, "I go on.").await;
    assert_eq!(n_shown(&asked), 0);
    assert!(!shows(&asked, "weeps for joy"), "nothing of what was said");
    let memory = table.get("/memory").await.good();
    assert!(memory.to_string().contains("miller was spared"), "what was written down stays: {memory}");
    assert_eq!(n_shown(&asked_next(&table, "And on.").await), 1, "from here on it is remembered as ever");
    // To begin anew twice is no more than once.
    table.post("/clear", json!({})).await.good();
    table.post("/clear", json!({})).await.good();
    assert_eq!(n_shown(&asked_next(&table, "Who was that?").await), 0);
    table.app.check_fold(&table.id).await;
}

#[tokio::test]
async fn what_came_before_is_neither_summarised_nor_comes_to_mind_by_itself() {
    let table = Table::new().await;
    let key = "Ilse the ferrywoman hides the brass key beneath the third step of the mill.";
    table.play("Where is the brass key?", [says(key)]).await;
    for mile in 0..10 {
        table
            .play("I walk on.", [says(format!("Mile {mile}. {}", "The rain goes on over the reeds. ".repeat(60)))])
            .await;
    }
    table.post("/clear", json!({})).await.good();
    for mile in 10..32 {
        table
            .play("I walk on.", [says(format!("Mile {mile}. {}", "The rain goes on over the reeds. ".repeat(60)))])
            .await;
    }
    let asked = asked_next(&table, "Where did Ilse hide the brass key?").await;
    assert!(!shows(&asked, "third step of the mill"), "{}", asked.body);
    let summarised = table.claude().asked_of(Agent::Summariser);
    assert!(!summarised.is_empty(), "what came after is summarised");
    for asked in summarised {
        assert!(!shows(&asked, "third step of the mill") && !shows(&asked, "Mile 3."), "{}", asked.body);
    }
    // A search still finds it.
    let found = table.get("/memory/search?q=brass%20key").await.good();
    assert!(found.to_string().contains("third step of the mill"), "{found}");
}

#[tokio::test]
async fn to_take_the_turn_before_it_back_takes_it_back_and_a_branch_takes_it_along() {
    let table = Table::new().await;
    table.play("I come.", [says("One.")]).await;
    table.play("I see.", [says("Two.")]).await;
    table.post("/clear", json!({})).await.good();
    table.play("I win.", [says("Three.")]).await;
    let branch = table.post("/branch", json!({"atTurn": 3})).await.good();
    let branch = Table { app: table.app, id: branch["id"].as_str().expect("an id").to_owned() };
    assert_eq!(n_shown(&asked_next(&branch, "I wait.").await), 1, "the third");
    branch.post("/undo", json!({})).await.good();
    branch.post("/undo", json!({})).await.good();
    assert_eq!(n_shown(&asked_next(&branch, "I stay.").await), 0, "it was cleared before the third");
    branch.post("/undo", json!({})).await.good();
    branch.post("/undo", json!({})).await.good();
    assert_eq!(n_shown(&asked_next(&branch, "I look.").await), 1, "the first, as if nothing had been cleared");
    branch.app.check_fold(&branch.id).await;
}
