//! Tests of players' edits of the past: forgotten facts appear nowhere, other facts with the same names still do, memories name
//! their source, and every line of a recap has its turn.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Table, calls, says};

/// Every entry of the journal, the newest first.
async fn entries(table: &Table) -> Vec<Value> {
    table.get("/journal?forgotten=true").await.good()["items"].as_array().expect("items").clone()
}

/// The entry of a turn that says this.
async fn entry(table: &Table, seq: u64, text: &str) -> String {
    let all = entries(table).await;
    let found = all.iter().find(|entry| entry["text"] == text && entry["since"]["seq"] == seq);
    found.unwrap_or_else(|| panic!("“{text}” in turn {seq}: {all:?}"))["id"].as_str().expect("an id").to_owned()
}

async fn forget(table: &Table, seq: u64, text: &str) {
    let path = table.path(&format!("/journal/{}", entry(table, seq, text).await));
    assert_eq!(table.app.delete(&path).await.status, 204);
}

async fn put(table: &Table, seq: u64, text: &str, otherwise: &str) {
    let path = table.path(&format!("/journal/{}", entry(table, seq, text).await));
    table.app.send(table.app.request(Method::PATCH, &path).json(&json!({"text": otherwise}))).await.good();
}

/// What happened before, line by line, with the numbers of the turns; each line names its turn by number and id.
async fn recap(table: &Table) -> Vec<(u64, String)> {
    let turns = table.get("/turns?limit=100").await.good()["items"].as_array().expect("turns").clone();
    let recap = table.get("/recap").await.good();
    let line = |line: &Value| {
        let seq = line["seq"].as_u64().expect("a number");
        let turn = turns.iter().find(|turn| turn["seq"] == seq).expect("the turn is there");
        assert_eq!(line["turn"], turn["id"], "{line}");
        (seq, line["text"].as_str().expect("a text").to_owned())
    };
    recap["items"].as_array().expect("items").iter().map(line).collect()
}

/// What is found in what was written down, with the numbers of the turns.
async fn written(table: &Table, query: &str) -> Vec<(u64, String)> {
    let found = table.get(&format!("/memory/search?limit=20&q={query}")).await.good();
    let found = found["items"].as_array().expect("items").iter().filter(|item| item["kind"] != "told");
    found.map(|item| (item["seq"].as_u64().unwrap(), item["excerpt"].as_str().unwrap().to_owned())).collect()
}

/// The result of the model's question.
async fn told(table: &Table, input: Value) -> String {
    let turn = table.play("Hm.", [calls("query_session_memory", input), says("Well.")]).await;
    let (text, is_error) = turn.result(0);
    assert!(!is_error, "{text}");
    text.to_owned()
}

#[tokio::test]
async fn what_is_forgotten_goes_with_all_its_tellings_and_other_turns_keep_theirs() {
    let table = Table::of("fighter", 3).await;
    table.update(json!({"location_changed": "The Mill", "important_event": "The bell rang"})).await;
    table.update(json!({"location_changed": "The Quay", "important_event": "The bell rang!"})).await;
    table.update(json!({"location_changed": "The Mill", "milestone": "the bell rang"})).await;
    let came = "The heroes came to The Mill.";
    let has = |lines: &[(u64, String)], seq: u64, words: &str| {
        lines.iter().any(|(of, text)| *of == seq && text.to_lowercase().contains(words))
    };
    let before = (recap(&table).await, written(&table, "mill%20bell").await);
    assert!((1..=3).all(|seq| has(&before.0, seq, "bell")), "{before:?}");
    assert!([1, 3].iter().all(|seq| has(&before.1, *seq, "bell") && has(&before.1, *seq, "mill")), "{before:?}");

    forget(&table, 1, came).await;
    let (lines, found) = (recap(&table).await, written(&table, "mill%20bell").await);
    assert!(!has(&lines, 1, "mill") && !has(&found, 1, "mill"), "it is gone: {lines:?} {found:?}");
    assert!(has(&lines, 3, "mill") && has(&found, 3, "mill"), "they came there once more: {lines:?} {found:?}");
    assert!(has(&found, 1, "bell"), "what else that turn wrote down stays: {found:?}");

    forget(&table, 1, "The bell rang.").await;
    let (lines, found) = (recap(&table).await, written(&table, "mill%20bell").await);
    assert!(!format!("{lines:?} {found:?}").contains("bell"), "whoever told it: {lines:?} {found:?}");
    assert!(has(&lines, 3, "mill") && has(&lines, 2, "quay"), "{lines:?}");
    assert!(!told(&table, json!({"query_type": "all", "query": "bell mill"})).await.contains("bell rang"));
    let prompt = format!("{:?}", table.claude().last_asked().messages());
    assert!(!prompt.contains("bell rang") && !prompt.contains("bell: rang"), "nor on the table: {prompt}");

    table
        .app
        .send(
            table
                .app
                .request(Method::PATCH, &table.path(&format!("/journal/{}", entry(&table, 1, came).await)))
                .json(&json!({"forgotten": false})),
        )
        .await
        .good();
    assert!(has(&recap(&table).await, 1, "mill"), "what is brought back is told again");
}

#[tokio::test]
async fn what_is_told_once_more_when_it_held_no_longer_is_no_telling_of_what_is_forgotten() {
    let table = Table::of("fighter", 3).await;
    let owes = |text: &str| json!({"important_event": text, "about": "Old Marta", "aspect": "owes"});
    for text in ["Marta owes ten silver", "Marta owes nothing", "Marta owes ten silver"] {
        table.update(owes(text)).await;
    }
    let events = json!({"query_type": "important_events"});
    forget(&table, 1, "Marta owes ten silver.").await;
    let found = written(&table, "marta").await;
    let seqs: Vec<u64> = found.iter().filter(|(_, text)| text.contains("ten silver")).map(|(seq, _)| *seq).collect();
    assert_eq!(seqs, [3], "{found:?}");
    assert!(told(&table, events.clone()).await.contains("marta owes ten silver"), "she does, as turn 3 says");
    put(&table, 3, "Marta owes ten silver.", "Marta owes ten silver to Bram.").await;
    let list = told(&table, events.clone()).await;
    assert!(list.contains("Marta owes ten silver to Bram.") && !list.contains("marta owes ten silver\n"), "{list}");
    forget(&table, 3, "Marta owes ten silver to Bram.").await;
    let list = told(&table, events).await;
    assert_eq!(list, "IMPORTANT EVENTS:\n1. marta owes nothing");
}

#[tokio::test]
async fn a_note_of_before_the_first_turn_is_found_and_says_when_it_was_written() {
    let table = Table::of("fighter", 3).await;
    table.post("/journal", json!({"text": "Bram the smith keeps a brass key."})).await.good();
    let search = |query: &'static str| table.get(query);
    let found = search("/memory/search?q=brass%20key").await.good();
    let item = &found["items"][0];
    assert_eq!((&item["seq"], &item["kind"]), (&json!(0), &json!("note")), "{found}");
    assert!(item.get("turn").is_none() && item.get("day").is_none() && item.get("speaker").is_none(), "{found}");
    let line = "before the first turn, the player's note: Bram the smith keeps a brass key.";
    let asked = json!({"query_type": "past", "query": "Who has the brass key?"});
    assert_eq!(told(&table, asked.clone()).await, format!("FROM EARLIER TURNS, on “Who has the brass key?”:\n{line}"));
    table.update(json!({"important_event": "Ilse took the brass key"})).await;
    let text = told(&table, asked).await;
    assert!(text.contains(line) && text.contains("turn 2 ("), "{text}");
    let then = told(&table, json!({"query_type": "past", "as_of_turn": 0, "query": "brass key"})).await;
    assert!(then.starts_with(&format!("AS OF TURN 0:\n{line}")), "{then}");
    let of_the_day = search("/memory/search?q=brass%20key&day=1").await.good();
    assert!(!of_the_day.to_string().contains("smith keeps"), "it is of no day: {of_the_day}");
    let said = search("/memory/search?q=brass%20key&saidBy=Mira").await.good();
    assert!(!said.to_string().contains("smith keeps"), "nobody said it: {said}");
    table.post("/undo", json!({"turns": 4})).await.good();
    assert_eq!(search("/memory/search?q=brass%20key").await.good(), found, "it goes with no turn");
}

/// The lines of the block of memories the model was last given.
fn memories(table: &Table) -> Vec<String> {
    let asked = table.claude().last_asked();
    let last = asked.messages().last().expect("a message").clone();
    let texts = last["content"].as_array().into_iter().flatten().filter_map(|block| block["text"].as_str());
    let block = texts.filter_map(|text| text.strip_prefix("[memories]\n")).next().unwrap_or_default();
    block.lines().filter(|line| !line.starts_with('[')).map(str::to_owned).collect()
}

#[tokio::test]
async fn what_comes_to_mind_says_whether_it_was_told_said_or_written_down() {
    let table = Table::of("fighter", 3).await;
    table.post("/journal", json!({"text": "The heron feather opens the drowned gate."})).await.good();
    let ferry = says("Ilse hides the brass key beneath the third step.");
    table.play("I follow the ferrywoman.", [ferry]).await;
    table.update(json!({"important_event": "Odo the miller poisoned the well"})).await;
    table.update(json!({"important_event": "The lantern burns green at midnight"})).await;
    table.play("I swear by my grandmother's thimble.", [says("So be it.")]).await;
    put(&table, 3, "The lantern burns green at midnight.", "The lantern burns green when somebody lies.").await;
    for mile in 0..22 {
        let telling = format!("Mile {mile}. {}", "The rain goes on over the reeds and the grey water. ".repeat(40));
        table.play("I walk on.", [says(telling)]).await;
    }
    for (words, turn, line) in [
        ("Where is the brass key that Ilse hides?", "turn 1 (", "), told: Ilse hides the brass key"),
        ("Who poisoned the well, Odo the miller?", "turn 2 (", "), written down: To be remembered: odo the miller"),
        ("Why burns the lantern green?", "turn 3 (", "), as the player puts it: The lantern burns green when"),
        ("What of my grandmother's thimble?", "turn 4 (", "), Mira: I swear by my grandmother's thimble."),
        ("What opens the drowned gate, the heron feather?", "before the first turn, ", "the player's note: The heron"),
    ] {
        table.play(words, [says("Hm.")]).await;
        let lines = memories(&table);
        assert!(lines.iter().any(|it| it.starts_with(turn) && it.contains(line)), "{words}: {lines:?}");
    }
    // Cleared turns are no longer recalled automatically, and neither are earlier records.
    table.post("/clear", json!({})).await.good();
    table.play("What opens the drowned gate, the heron feather?", [says("Hm.")]).await;
    assert!(memories(&table).is_empty());
}

#[tokio::test]
async fn the_recap_tells_facts_as_they_were_put_each_with_its_turn_and_no_notes() {
    let table = Table::of("fighter", 3).await;
    table.post("/journal", json!({"text": "Before all.", "pinned": true})).await.good();
    table.update(json!({"location_changed": "The Quay", "important_event": "The bell rang at dusk"})).await;
    table.post("/journal", json!({"text": "Ask Marta."})).await.good();
    table.update(json!({"quests_added": ["find the brass key"], "milestone": "The mill burned"})).await;
    table.update(json!({"important_event": "Bram wept", "items_gained": ["rope"]})).await;
    put(&table, 1, "The bell rang at dusk.", "The bell rang at dawn.").await;
    put(&table, 2, "The mill burned.", "Only the barn burned.").await;
    forget(&table, 3, "Bram wept.").await;
    let lines = recap(&table).await;
    let lines: Vec<(u64, &str)> = lines.iter().map(|(seq, text)| (*seq, text.as_str())).collect();
    assert_eq!(
        lines,
        [
            (1, "The heroes came to The Quay."),
            (1, "The bell rang at dawn."),
            (2, "Only the barn burned."),
            (2, "A quest was taken on: find the brass key."),
            (3, "So it goes."),
        ]
    );
}
