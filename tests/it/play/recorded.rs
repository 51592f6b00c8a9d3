//! Games that were recorded as requests and the model's replies. Played again they make the same changes, throw the same
//! dice and number them the same, whatever the prompts and the storyteller have become since.
//!
//! `RECORD_GAMES=1 cargo test --test it play::recorded` records them anew with the storyteller of this build; do that only
//! where a rule demands the difference, and review the difference of the files. `RECORD_GAMES=changes` keeps the recorded replies
//! and records their changes anew.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use futures::{StreamExt, stream};
use model::{Model, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use storyteller::Storyteller;

use super::{campaigns, fight_by_hand::choice};
use crate::support::Inn;

/// How a game is recorded: the body of `POST /api/sessions`, and what is done in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Plan {
    name: String,
    /// The terrain of every scene of the campaign [`THE_SALT_ROAD`], where the session plays that.
    #[serde(default)]
    terrain: Option<Value>,
    session: Value,
    moves: Moves,
}

/// A campaign that is on no shelf, with a fight.
const THE_SALT_ROAD: &str = include_str!("../campaign/clean.json");

/// Begins the session of a plan.
async fn begin(plan: &Plan, model: Arc<dyn Model>) -> (Inn, String) {
    let inn = Inn::with_model(&plan.name, model).await;
    if let Some(terrain) = &plan.terrain {
        let mut package: Value = serde_json::from_str(THE_SALT_ROAD).unwrap();
        for node in package["acts"][0]["nodes"].as_array_mut().unwrap() {
            node["terrain"] = terrain.clone();
        }
        let (status, answer) = inn.post("/api/campaigns", package).await;
        assert_eq!(status, 201, "{answer}");
    }
    let id = inn.begin(plan.session.clone()).await;
    (inn, id)
}

/// What the player of a recording does.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Moves {
    /// These words, or requests below the session such as `POST /rest`, one a turn.
    Steps(Vec<Step>),
    /// Words until a fight begins, then this many presses of a button.
    Presses { words: Vec<String>, n: usize },
    /// Words towards this ending of the session's campaign.
    Ending(String),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Step {
    Words(String),
    Request { path: String, body: Value },
}

/// One line of a recording: a request below the session, the replies of the model and the changes of the turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Line {
    path: String,
    body: Value,
    replies: Vec<RecordedReply>,
    status: u16,
    changes: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct RecordedReply {
    text: String,
    calls: Vec<RecordedCall>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct RecordedCall {
    id: String,
    name: String,
    input: Value,
}

impl RecordedReply {
    fn of(reply: &Reply) -> Self {
        let calls = reply.calls.iter().map(|call| RecordedCall {
            id: call.id.clone(),
            name: call.name.clone(),
            input: call.input.clone().expect("input in JSON"),
        });
        Self { text: reply.text(), calls: calls.collect() }
    }

    fn events(self) -> Vec<ReplyEvent> {
        let calls: Vec<ToolCall> = self
            .calls
            .into_iter()
            .map(|call| ToolCall { id: call.id, name: call.name, input: Ok(call.input) })
            .collect();
        let mut blocks = Vec::new();
        let mut events = Vec::new();
        if !self.text.is_empty() {
            blocks.push(json!({"type": "text", "text": self.text}));
            events.push(ReplyEvent::Text(self.text));
        }
        for call in &calls {
            let input = call.input.as_ref().expect("recorded input");
            blocks.push(json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input}));
            events.push(ReplyEvent::ToolStarted { id: call.id.clone(), name: call.name.clone() });
        }
        let stop = if calls.is_empty() { StopReason::EndTurn } else { StopReason::ToolUse };
        let model = storyteller::NAME.to_owned();
        events.push(ReplyEvent::Finished(Reply { model, blocks, calls, stop, tokens: Tokens::default() }));
        events
    }
}

/// The storyteller, whose replies are written down.
struct Recorder {
    replies: Arc<Mutex<Vec<RecordedReply>>>,
}

impl Model for Recorder {
    fn reply(&self, request: Request) -> ReplyStream {
        let replies = Arc::clone(&self.replies);
        let noted = Storyteller::new().reply(request).inspect(move |event| {
            if let Ok(ReplyEvent::Finished(reply)) = event {
                replies.lock().unwrap().push(RecordedReply::of(reply));
            }
        });
        noted.boxed()
    }
}

/// Recorded replies, one for each request.
struct Player {
    replies: Arc<Mutex<VecDeque<RecordedReply>>>,
}

impl Model for Player {
    fn reply(&self, _: Request) -> ReplyStream {
        let next = self.replies.lock().unwrap().pop_front().expect("no more requests than were recorded");
        stream::iter(next.events().into_iter().map(Ok)).boxed()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games")
}

/// The changes a response holds: those of a turn, or the session's state where there is no turn.
fn changes(response: &Value) -> Value {
    response.get("changes").cloned().unwrap_or(Value::Null)
}

/// A game that is being recorded.
struct Recording {
    inn: Inn,
    id: String,
    replies: Arc<Mutex<Vec<RecordedReply>>>,
    lines: Vec<Line>,
}

impl Recording {
    async fn begin(plan: &Plan) -> Self {
        let replies: Arc<Mutex<Vec<RecordedReply>>> = Arc::default();
        let (inn, id) = begin(plan, Arc::new(Recorder { replies: Arc::clone(&replies) })).await;
        Self { inn, id, replies, lines: Vec::new() }
    }

    /// Sends a request, and answers by its first option every question of the fight that comes of it.
    async fn send(&mut self, path: &str, body: Value) -> u16 {
        let status = self.request(path, body).await;
        loop {
            let awaiting = self.inn.session(&self.id).await["awaiting"].take();
            if awaiting["kind"] != "reaction" {
                return status;
            }
            let act = json!({"action": "react", "reaction": awaiting["options"][0]["id"]});
            assert_eq!(self.request("/actions", act).await, 200);
        }
    }

    async fn request(&mut self, path: &str, body: Value) -> u16 {
        let (status, response) = self.inn.post(&format!("/api/sessions/{}{path}", self.id), body.clone()).await;
        let replies = std::mem::take(&mut *self.replies.lock().unwrap());
        self.lines.push(Line { path: path.to_owned(), body, replies, status, changes: changes(&response) });
        status
    }

    async fn say(&mut self, words: &str) {
        if self.send("/chat", json!({ "message": words })).await == 409 {
            let hero = self.inn.session(&self.id).await["characters"][0]["id"].clone();
            self.send("/level-up", json!({ "characterId": hero })).await;
            self.send("/chat", json!({ "message": words })).await;
        }
    }

    async fn press(&mut self, words: &[String], n: usize) {
        let mut words = words.iter().cycle();
        let mut moved = String::new();
        for _ in 0..n {
            let session = self.inn.session(&self.id).await;
            if session["encounter"].is_null() {
                self.say(words.next().expect("words")).await;
                continue;
            }
            let order = session["encounter"]["order"].as_array().unwrap();
            let now = self.inn.get(&format!("/api/sessions/{}/actions", self.id)).await;
            let (items, hero) = (now["items"].as_array().unwrap(), now["waitsFor"].to_string());
            let act = choice(items, order, moved == hero);
            moved = if act["action"] == "move" { hero } else { String::new() };
            self.send("/actions", act).await;
        }
    }

    async fn play(&mut self, plan: &Plan) {
        match &plan.moves {
            Moves::Steps(steps) => {
                for step in steps {
                    match step {
                        Step::Words(words) => self.say(words).await,
                        Step::Request { path, body } => {
                            self.send(path, body.clone()).await;
                        }
                    }
                }
            }
            Moves::Presses { words, n } => self.press(words, *n).await,
            Moves::Ending(ending) => {
                for words in campaigns::words_to(&plan.name, &plan.session, ending).await {
                    self.say(&words).await;
                }
            }
        }
    }
}

fn plans() -> Vec<Plan> {
    let text = fs::read_to_string(folder().join("plans.json")).expect("tests/fixtures/games/plans.json");
    serde_json::from_str(&text).expect("plans of games")
}

async fn record(plan: &Plan) {
    let mut recording = Recording::begin(plan).await;
    recording.play(plan).await;
    recording.inn.check_fold(&recording.id).await;
    let mut text = String::new();
    for line in &recording.lines {
        writeln!(text, "{}", serde_json::to_string(line).unwrap()).unwrap();
    }
    fs::write(folder().join(format!("{}.jsonl", plan.name)), text).unwrap();
}

/// Plays a recording again.
async fn play_again(plan: &Plan, records_changes: bool) {
    let file = folder().join(format!("{}.jsonl", plan.name));
    let text = fs::read_to_string(&file).expect("a recording");
    let mut anew = String::new();
    let replies: Arc<Mutex<VecDeque<RecordedReply>>> = Arc::default();
    let (inn, id) = begin(plan, Arc::new(Player { replies: Arc::clone(&replies) })).await;
    for (i, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line).unwrap();
        replies.lock().unwrap().extend(line.replies.clone());
        let (status, response) = inn.post(&format!("/api/sessions/{id}{}", line.path), line.body.clone()).await;
        let place = format!("{} line {}", plan.name, i + 1);
        let played = Line { status, changes: changes(&response), ..line.clone() };
        writeln!(anew, "{}", serde_json::to_string(&played).unwrap()).unwrap();
        if !records_changes {
            assert_eq!((status, played.changes), (line.status, line.changes), "{place}: {response}");
        }
        assert!(replies.lock().unwrap().is_empty(), "{place}: fewer requests than were recorded");
    }
    if records_changes {
        fs::write(file, anew).unwrap();
    }
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn recorded_games_make_the_same_changes_and_throws_again() {
    let recording = std::env::var("RECORD_GAMES").ok();
    let records_changes = recording.as_deref() == Some("changes");
    let plans = plans();
    assert!(plans.len() >= 20);
    for plan in &plans {
        match recording.is_some() && !records_changes {
            true => record(plan).await,
            false => play_again(plan, records_changes).await,
        }
    }
}

#[test]
fn a_recorded_fight_goes_by_every_kind_of_terrain() {
    let text = fs::read_to_string(folder().join("fight-on-terrain.jsonl")).expect("a recording");
    let lines: Vec<Line> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let to = |x: u8, y: u8| json!({"action": "move", "to": {"x": x, "y": y}});
    let line_of = |body: &Value| lines.iter().find(|line| line.body == *body).expect("a step of the plan");
    let all = |kind: &str, line: &Line| -> Vec<Value> {
        let changes = line.changes.as_array().cloned().unwrap_or_default();
        changes.into_iter().filter(|change| change["kind"] == kind).collect()
    };
    assert_eq!(line_of(&to(5, 3)).status, 422, "into the cart");
    let moved = all("combatantMoved", line_of(&to(2, 5)));
    assert_eq!(moved[0]["feet"], 15, "two squares, one of brambles: {moved:?}");
    let burns = |line: &Line| line.changes.to_string().contains("Damage: coals");
    assert!(burns(line_of(&to(2, 6))) && burns(line_of(&json!({"action": "endTurn"}))), "onto the coals, and on them");
    let attack = json!({"action": "attack", "target": "road-wolf", "with": "Longsword"});
    let attacks = lines.iter().filter(|line| line.body == attack);
    let missed = attacks.filter(|line| all("creatureHpChanged", line).is_empty());
    let totals: Vec<i64> =
        missed.flat_map(|line| all("diceRolled", line)).filter_map(|it| it["roll"]["total"].as_i64()).collect();
    assert!(totals.iter().any(|total| (13..18).contains(total)), "a wolf's 13 and 5 of the milestones: {totals:?}");
    assert!(lines.iter().any(|line| !all("encounterEnded", line).is_empty()));
}
