//! Quests with objectives: given, done step by step, closed once, with what they bring.

use serde_json::{Value, json};

use crate::support::{Table, Turn, calls, says};

async fn plays(table: &Table, input: Value) -> Turn {
    table.play("I go on.", [says("So it goes.").and_calls("update_quest", input)]).await
}

async fn refused(table: &Table, input: Value) -> String {
    let turn = table.play("I go on.", [calls("update_quest", input), says("Or does it?")]).await;
    let (text, is_error) = turn.result(0);
    assert!(is_error && turn.changes().is_empty(), "{text}");
    text.to_owned()
}

fn bell() -> Value {
    json!({"action": "give", "quest": "The Lost Bell", "giver": "Old Marta",
           "objectives": ["Ask the smith", "Bring it back"],
           "reward": {"xp": 60, "gold": 2.5, "items": ["Silver Ring", "3 x candle"]}})
}

#[tokio::test]
async fn a_quest_is_done_with_its_last_objective_and_brings_its_reward_once() {
    let table = Table::of("fighter", 1).await;
    let before = table.hero().await;
    let turn = plays(&table, bell()).await;
    assert_eq!(turn.changes(), ["questGiven"]);
    let quest = table.story().await["activeQuests"][0].clone();
    assert_eq!(
        (&quest["id"], &quest["name"], &quest["title"], &quest["giver"]),
        (&json!("the-lost-bell"), &json!("the lost bell"), &json!("The Lost Bell"), &json!("Old Marta"))
    );
    let open = json!({"id": "ask-the-smith", "text": "Ask the smith", "done": false});
    assert_eq!((&quest["objectives"][0], &quest["reward"]["xp"]), (&open, &json!(60)));

    let smith = json!({"action": "complete_objective", "quest": "the-lost-bell", "objective": "ask-the-smith"});
    let turn = plays(&table, smith).await;
    assert_eq!(turn.changes(), ["objectiveCompleted"]);
    let block = table.state_block().await;
    let line = "\nquest: The Lost Bell | the-lost-bell | from Old Marta | open: bring-it-back (Bring it back) | \
                done: ask-the-smith | brings 60 xp, 2 gp 5 sp, Silver Ring, 3 x candle\n";
    assert!(block.contains(line), "{block}");

    let last = json!({"action": "complete_objective", "quest": "the lost bell", "objective": "Bring it back"});
    let turn = plays(&table, last.clone()).await;
    assert!(turn.result(0).0.contains("the quest is done"), "{}", turn.result(0).0);
    assert_eq!(
        turn.changes(),
        ["objectiveCompleted", "questCompleted", "xpGained", "purseChanged", "itemGained", "itemGained", "remembered"]
    );
    let (after, story) = (table.hero().await, table.story().await);
    let gained = |field: &str| after[field].as_i64().unwrap() - before[field].as_i64().unwrap();
    assert_eq!((gained("xp"), gained("gold")), (60, 2));
    assert_eq!(table.pack().await.iter().filter(|name| *name == "candle").count(), 3);
    assert_eq!(story["activeQuests"], json!([]));
    let closed = json!([{"id": "the-lost-bell", "name": "the lost bell", "outcome": "done"}]);
    assert_eq!(story["closedQuests"], closed);
    refused(&table, last).await;
    assert_eq!(table.hero().await["xp"], after["xp"], "once");

    table.post("/undo", json!({})).await.good();
    table.post("/undo", json!({})).await.good();
    let story = table.story().await;
    assert_eq!(
        (&story["activeQuests"][0]["objectives"][0]["done"], &story["activeQuests"][0]["objectives"][1]["done"]),
        (&json!(true), &json!(false)),
        "an undo takes back what was done last"
    );
    assert_eq!(table.hero().await["xp"], before["xp"]);
}

#[tokio::test]
async fn what_no_quest_knows_is_answered_with_what_there_is() {
    let table = Table::of("fighter", 1).await;
    plays(&table, bell()).await;
    let wrong = json!({"action": "complete_objective", "quest": "the-lost-bell", "objective": "slay-the-wyrm"});
    let text = refused(&table, wrong).await;
    assert!(text.contains("ask-the-smith") && text.contains("bring-it-back"), "{text}");
    for action in ["complete_objective", "complete", "fail"] {
        let text = refused(&table, json!({"action": action, "quest": "the-wyrm", "objective": "x"})).await;
        assert!(text.contains("the-lost-bell"), "{text}");
    }
    refused(&table, json!({"action": "give", "quest": " "})).await;
}

#[tokio::test]
async fn a_failed_quest_brings_nothing_and_is_closed() {
    let table = Table::of("fighter", 1).await;
    let before = table.hero().await;
    plays(&table, bell()).await;
    let turn = plays(&table, json!({"action": "fail", "quest": "the lost bell"})).await;
    assert_eq!(turn.changes(), ["questFailed", "remembered"]);
    assert_eq!(table.hero().await, before);
    assert_eq!(table.story().await["closedQuests"][0]["outcome"], "failed");
}

#[tokio::test]
async fn both_doors_lead_to_one_body_of_quests() {
    let table = Table::of("fighter", 1).await;
    table.update(json!({"quests_added": ["The Lost Bell", "Feed the Cat"]})).await;
    plays(&table, bell()).await;
    let story = table.story().await;
    let ids: Vec<&str> =
        story["activeQuests"].as_array().unwrap().iter().map(|quest| quest["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["the-lost-bell", "feed-the-cat"], "a quest that is only a name has an id, too");
    assert_eq!(story["activeQuests"][0]["objectives"].as_array().unwrap().len(), 2);

    let turn = table.update(json!({"quests_completed": ["The Lost Bell"]})).await;
    assert!(turn.changes().contains(&"xpGained"), "{:?}", turn.changes());
    let turn = plays(&table, json!({"action": "complete", "quest": "feed-the-cat"})).await;
    assert_eq!(turn.changes(), ["questCompleted", "remembered"]);
    assert_eq!(table.story().await["activeQuests"], json!([]));
}

#[tokio::test]
async fn a_reward_is_shared_by_those_who_live() {
    let table = Table::of("fighter", 1).await;
    let other = json!({"name": "Tam", "class": "wizard", "race": "high elf"});
    table.post("/characters", json!({"character": other})).await.good();
    let before = table.session().await["characters"].take();
    plays(&table, json!({"action": "give", "quest": "Guard the Gate", "reward": {"xp": 40, "gold": 0.05}})).await;
    plays(&table, json!({"action": "complete", "quest": "Guard the Gate"})).await;
    let after = table.session().await["characters"].take();
    let copper =
        |hero: &Value| ["gp", "sp", "cp"].iter().fold(0, |sum, coin| sum * 10 + hero["purse"][coin].as_i64().unwrap());
    let gained = |n: usize| {
        (after[n]["xp"].as_i64().unwrap() - before[n]["xp"].as_i64().unwrap(), copper(&after[n]) - copper(&before[n]))
    };
    assert_eq!((gained(0), gained(1)), ((40, 3), (40, 2)));
}

#[tokio::test]
async fn money_is_no_thing_of_a_reward() {
    let table = Table::of("fighter", 1).await;
    for money in ["5 silver", "ten gold pieces", "some gold coins"] {
        let reward = json!({"items": ["Silver Ring", money]});
        let text = refused(&table, json!({"action": "give", "quest": "The Bell", "reward": reward})).await;
        assert!(text.contains(&format!("“{money}” is money")) && text.contains("`gold`"), "{text}");
    }
    let reward = json!({"items": ["a lucky silver coin", "2 x silver ring"], "gold": 0.5});
    let turn = plays(&table, json!({"action": "give", "quest": "The Bell", "reward": reward})).await;
    assert_eq!(turn.changes(), ["questGiven"]);
}
