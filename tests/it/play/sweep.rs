//! Everyday verbs with everything that is there, in every scene of `tests/ear`: nothing is lost, spent, accepted or begun
//! without a question, unless the words surely mean it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use futures::StreamExt;
use game::ready_made;
use language::word_lists;
use model::{Block, Event, Message, Model, Reply, ReplyStream, Request};
use serde_json::{Value, json};
use storyteller::Storyteller;

use crate::support::Inn;

/// Replies of one turn.
const MAX_REPLIES: usize = 8;
/// Each verb is said with every fourth thing of a scene, in each scene with others; `SWEEP=all` says it with all of them.
const NTH: usize = 4;

/// The storyteller, whose last request that begins a turn is kept.
struct Keeper(Arc<Mutex<Option<Request>>>);

impl Model for Keeper {
    fn reply(&self, request: Request) -> ReplyStream {
        let begins =
            request.messages.last().is_some_and(|last| !matches!(last.content.last(), Some(Block::ToolResult { .. })));
        if begins {
            *self.0.lock().unwrap() = Some(request.clone());
        }
        Storyteller::new().reply(request)
    }
}

/// A scene at the end of its lead: the request of a turn, and what can be named in it.
struct Scene {
    name: String,
    request: Request,
    things: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ear")
}

async fn scene(line: &Value) -> Scene {
    let text = |key: &str| line[key].as_str().unwrap().to_owned();
    let kept = Arc::default();
    let inn = Inn::with_model(&text("seed"), Arc::new(Keeper(Arc::clone(&kept)))).await;
    let mut plan = json!({"character": text("character")});
    if line["campaign"].is_string() {
        plan["campaign"] = line["campaign"].clone();
    }
    let id = inn.begin(plan).await;
    let words = line["lead"].as_array().unwrap().iter().map(|words| words.as_str().unwrap());
    for words in words.chain(["look"]) {
        inn.say(&id, words).await;
    }
    let request = kept.lock().unwrap().take().unwrap();
    let there = line["there"].as_array().unwrap().iter().map(|thing| thing.as_str().unwrap());
    let named =
        there.map(|name| if name.starts_with(char::is_lowercase) { format!("the {name}") } else { name.to_owned() });
    let hero = ready_made::by_id(&text("character")).unwrap();
    let plain = |name: &str| name.split(['(', ',']).next().unwrap().trim().to_lowercase();
    let pack = hero.inventory.iter().map(|item| format!("my {}", plain(&item.name)));
    let others = ["it", "him", "them", "the job", "the sky", "everybody"].map(str::to_owned);
    Scene { name: text("scene"), request, things: named.chain(pack).chain(others).collect() }
}

/// What a turn with these words would change, if all dice come up as the lowest or the highest face.
async fn calls(scene: &Scene, words: &str, face: i64) -> Vec<(String, Value)> {
    let mut request = scene.request.clone();
    let content = &mut request.messages.last_mut().unwrap().content;
    *content.last_mut().unwrap() = Block::text(words);
    let mut made = Vec::new();
    for _ in 0..MAX_REPLIES {
        let events: Vec<Event> = Storyteller::new().reply(request.clone()).map(|event| event.unwrap()).collect().await;
        let Some(Event::Finished(reply)) = events.last().cloned() else { panic!("a reply without an end: {words}") };
        let Reply { blocks, calls, .. } = reply;
        let told = blocks.iter().any(|block| block["type"] == "text");
        let result = |id: &String| Block::ToolResult {
            tool_use_id: id.clone(),
            content: json!({"ok": true, "kept": [face], "total": face}).to_string(),
            is_error: false,
            facts: None,
        };
        let results: Vec<Block> = calls.iter().map(|call| result(&call.id)).collect();
        made.extend(calls.into_iter().map(|call| (call.name, call.input.unwrap())));
        if told || results.is_empty() {
            break;
        }
        request.messages.push(Message::assistant_replay(&blocks));
        request.messages.push(Message::user(results));
    }
    made
}

/// What came of a turn that can't be undone.
fn harm(calls: &[(String, Value)]) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (name, input) in calls {
        let list = |key: &str| input[key].as_array().cloned().unwrap_or_default();
        let lost = list("items_lost").into_iter().map(|thing| ("thing", thing.as_str().unwrap().to_lowercase()));
        found.extend(lost);
        found.extend(list("quests_added").into_iter().map(|quest| ("quest", quest.to_string())));
        found.extend(
            (input["gold_delta"].as_f64() < Some(0.0) && input["gold_delta"].is_number())
                .then(|| ("coins", String::new())),
        );
        found.extend(
            (input["hp_delta"].as_i64() < Some(0) && input["hp_delta"].is_number()).then(|| ("bruise", String::new())),
        );
        found.extend((name == "start_combat").then(|| ("fight", String::new())));
        let foes = list("npcs_to_create").iter().any(|one| one["disposition"] == "hostile");
        found.extend(foes.then(|| ("fight", String::new())));
    }
    found
}

/// Whether words name one of the words of a thing.
fn names(words: &str, thing: &str) -> bool {
    let stem = |word: &str| word.trim_end_matches('s').to_owned();
    let said: Vec<String> = words.split([' ', '-']).map(stem).collect();
    thing.split([' ', '-', ',']).map(stem).any(|part| part.len() > 2 && said.contains(&part))
}

/// Whether a verb of this section may cost this.
fn may(section: &str, words: &str, (kind, what): &(&'static str, String)) -> bool {
    let is_coin = ["gold", "coin", "purse", "money"].iter().any(|coin| words.contains(coin));
    match section {
        "going" => matches!(*kind, "quest" | "fight"),
        "risky" => *kind == "bruise",
        "parting" => *kind == "thing" && names(words, what) || *kind == "coins" && is_coin || *kind == "bruise",
        "using" => *kind == "thing" && names(words, what) || *kind == "bruise",
        "fighting" => matches!(*kind, "fight" | "bruise"),
        _ => false,
    }
}

#[tokio::test]
#[ignore = "takes many minutes, and some sentences still cost something; see tests/ear/README.md"]
async fn nothing_is_lost_spent_accepted_or_begun_without_a_question() {
    let verbs: &'static str = fs::read_to_string(folder().join("verbs.txt")).unwrap().leak();
    let said: Vec<(&str, &str)> = word_lists::sections(verbs)
        .into_iter()
        .flat_map(|section| word_lists::list(verbs, section).into_iter().map(move |verb| (section, verb)))
        .collect();
    assert!(said.iter().filter(|(section, _)| *section == "harmless").count() >= 300);
    let nth = if env::var("SWEEP").is_ok_and(|how| how == "all") { 1 } else { NTH };
    let mut n = 0;
    let mut harmful = Vec::new();
    for (i, line) in fs::read_to_string(folder().join("scenes.jsonl")).unwrap().lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["fight"] == true {
            continue;
        }
        let scene = scene(&line).await;
        for (j, (section, verb)) in said.iter().enumerate() {
            for thing in scene.things.iter().skip((i + j) % nth).step_by(nth) {
                let words = format!("{verb} {thing}");
                n += 1;
                let first = calls(&scene, &words, 1).await;
                let rolls = first.iter().any(|(name, _)| name == "roll_dice");
                let mut all = harm(&first);
                if rolls {
                    all.extend(harm(&calls(&scene, &words, 20).await));
                }
                for it in all.iter().filter(|it| !may(section, &words, it)) {
                    harmful.push(format!("{} “{words}”: {} {}", scene.name, it.0, it.1));
                }
            }
        }
    }
    harmful.dedup();
    assert!(harmful.is_empty(), "{} of {n}:\n{}", harmful.len(), harmful.join("\n"));
}
