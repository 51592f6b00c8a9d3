//! Everyday verbs with everything that is there, in every scene of `tests/ear`, as commands and in moods that are none: nothing is lost,
//! spent, accepted or begun without a question, unless the words surely mean it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread,
};

use futures::StreamExt;
use game::ready_made;
use language::word_lists;
use model::{Block, Message, Model, Reply, ReplyEvent, ReplyStream, Request};
use serde_json::{Value, json};
use storyteller::Storyteller;
use tokio::runtime;

use crate::support::Inn;

/// Replies of one turn.
const MAX_REPLIES: usize = 8;
/// Each verb is said with every so-manieth thing of a scene, in each scene with others; `SWEEP=all` says it with all of them.
const NTH: usize = 4;
/// In each mood with every so-manieth.
const NTH_IN_MOODS: usize = 800;
/// Verbs that cost something, and so are said in moods.
const COSTLY: [&str; 4] = ["parting", "using", "fighting", "agreeing"];

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
    is_fight: bool,
}

/// Something that is said.
struct Said {
    section: &'static str,
    words: String,
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
    let things = named.chain(pack).chain(others).collect();
    Scene { name: text("scene"), request, things, is_fight: line["fight"] == true }
}

/// What a turn with these words would change, if all dice come up as the lowest or the highest face.
async fn calls(scene: &Scene, words: &str, face: i64) -> Vec<(String, Value)> {
    let mut request = scene.request.clone();
    let content = &mut request.messages.last_mut().unwrap().content;
    *content.last_mut().unwrap() = Block::text(words);
    let mut made = Vec::new();
    for _ in 0..MAX_REPLIES {
        let events: Vec<ReplyEvent> =
            Storyteller::new().reply(request.clone()).map(|event| event.unwrap()).collect().await;
        let Some(ReplyEvent::Finished(reply)) = events.last().cloned() else {
            panic!("a reply without an end: {words}")
        };
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
        let begins = name == "start_combat" || name == "advance_plot" && input["action"] == "fight";
        found.extend(begins.then(|| ("fight", String::new())));
        found.extend((name == "end_combat").then(|| ("flight", String::new())));
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
        "agreeing" => *kind == "quest",
        _ => false,
    }
}

/// What is said in a scene: each verb with some of the things, and the costly ones in every mood besides.
fn said(scene: &Scene, i: usize, all: bool) -> Vec<Said> {
    let read = |name: &str| -> &'static str { fs::read_to_string(folder().join(name)).unwrap().leak() };
    let (verbs, moods) = (read("verbs.txt"), read("moods.txt"));
    let verbs_of = |section| word_lists::list(verbs, section);
    let mut said = Vec::new();
    let every = |n: usize| if all { 1 } else { n };
    let sections = word_lists::sections(verbs);
    let commands = sections.iter().flat_map(|section| verbs_of(section).into_iter().map(move |verb| (*section, verb)));
    for (j, (section, verb)) in commands.enumerate() {
        let things = scene.things.iter().skip((i + j) % every(NTH)).step_by(every(NTH));
        said.extend(things.map(|thing| Said { section, words: deed(verb, thing) }));
    }
    let templates: Vec<&str> =
        word_lists::sections(moods).into_iter().flat_map(|mood| word_lists::lines(moods, mood)).collect();
    let costly: Vec<&str> = COSTLY.iter().flat_map(|section| verbs_of(section)).collect();
    let deeds = costly.iter().flat_map(|verb| scene.things.iter().map(move |thing| deed(verb, thing)));
    let in_moods = deeds.flat_map(|deed| templates.iter().map(move |mood| mood.replace("{deed}", &deed)));
    let in_moods = in_moods.skip(i * 17 % every(NTH_IN_MOODS)).step_by(every(NTH_IN_MOODS - 1));
    said.extend(in_moods.map(|words| Said { section: "no deed", words }));
    said
}

fn deed(verb: &str, thing: &str) -> String {
    let whole = verb.strip_suffix('.');
    whole.map_or_else(|| format!("{verb} {thing}"), str::to_owned)
}

/// The harm that words do in a scene, whatever the dice.
async fn harm_of(scene: &Scene, said: &Said) -> Vec<String> {
    let first = calls(scene, &said.words, 1).await;
    let mut all = harm(&first);
    if first.iter().any(|(name, _)| name == "roll_dice") {
        all.extend(harm(&calls(scene, &said.words, 20).await));
    }
    all.retain(|it| !(may(said.section, &said.words, it) || scene.is_fight && it.0 == "fight"));
    all.into_iter().map(|(kind, what)| format!("{} “{}”: {kind} {what}", scene.name, said.words)).collect()
}

/// All harm that is done in a scene.
fn swept(scene: &Scene, said: &[Said]) -> Vec<String> {
    let sweep = |said: &[Said]| -> Vec<String> {
        let here = runtime::Builder::new_current_thread().build().unwrap();
        said.iter().flat_map(|said| here.block_on(harm_of(scene, said))).collect()
    };
    let n = thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<&[Said]> = said.chunks(said.len().div_ceil(n).max(1)).collect();
    thread::scope(|threads| {
        let sweeps: Vec<_> = parts.into_iter().map(|part| threads.spawn(move || sweep(part))).collect();
        sweeps.into_iter().flat_map(|sweep| sweep.join().unwrap()).collect()
    })
}

#[tokio::test]
async fn nothing_is_lost_spent_accepted_or_begun_without_a_question() {
    let all = env::var("SWEEP").is_ok_and(|how| how == "all");
    let (mut n, mut harmful) = (0, Vec::new());
    for (i, line) in fs::read_to_string(folder().join("scenes.jsonl")).unwrap().lines().enumerate() {
        let scene = scene(&serde_json::from_str(line).unwrap()).await;
        let said = said(&scene, i, all);
        n += said.len();
        harmful.extend(swept(&scene, &said));
    }
    assert!(n > 3_000, "{n}");
    harmful.dedup();
    assert!(harmful.is_empty(), "{} of {n}:\n{}", harmful.len(), harmful.join("\n"));
}
