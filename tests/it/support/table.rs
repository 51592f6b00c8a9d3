//! A test server with one session.

use embertale::{
    config::PastSettings,
    dm::{Hints, NarrationCheck},
};
use serde_json::{Value, json};

use super::{
    app::{Answer, TestApp},
    claude::ScriptedClaude,
    reply::{Reply, says},
    told::Told,
};

/// The service and a session with one hero.
pub(crate) struct Table {
    pub(crate) app: TestApp,
    pub(crate) id: String,
}

/// A turn as it was answered.
#[derive(Debug, Clone)]
pub(crate) struct Turn(pub(crate) Value);

impl Turn {
    pub(crate) fn narrative(&self) -> &str {
        self.0["narrative"].as_str().expect("a narrative")
    }

    /// The result of the model's `n`th call, and whether it was an error.
    pub(crate) fn result(&self, n: usize) -> (&str, bool) {
        let call = &self.0["toolCalls"][n];
        (call["result"].as_str().expect("a result"), call["isError"].as_bool().expect("is it an error"))
    }

    /// The result of the model's `n`th call, as JSON.
    pub(crate) fn report(&self, n: usize) -> Value {
        serde_json::from_str(self.result(n).0).expect("a result in JSON")
    }

    /// The kinds of its changes, in order.
    pub(crate) fn changes(&self) -> Vec<&str> {
        let changes = self.0["changes"].as_array().expect("changes");
        changes.iter().map(|change| change["kind"].as_str().expect("a kind")).collect()
    }
}

impl Table {
    /// A ready-made hero's table.
    pub(crate) async fn new() -> Self {
        Self::with(json!({})).await
    }

    /// The table of a hero called Mira.
    pub(crate) async fn of(class: &str, level: u8) -> Self {
        let hero = json!({"name": "Mira", "class": class, "race": "human", "level": level});
        Self::with(json!({"character": hero})).await
    }

    /// The table of a fighter called Mira, where the story is checked so.
    pub(crate) async fn checked(check: NarrationCheck) -> Self {
        let app = TestApp::checking(check).await;
        let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
        let id = app.create(json!({ "character": hero })).await;
        Self { app, id }
    }

    /// A table whose prompts show so much of the past.
    pub(crate) async fn showing(past: PastSettings) -> Self {
        let app = TestApp::showing(past).await;
        let id = app.create(json!({})).await;
        Self { app, id }
    }

    /// The table of a fighter called Mira, with these hints.
    pub(crate) async fn hinting(hints: Hints) -> Self {
        let app = TestApp::hinting(hints).await;
        let hero = json!({"name": "Mira", "class": "fighter", "race": "human", "level": 3});
        let id = app.create(json!({ "character": hero })).await;
        Self { app, id }
    }

    pub(crate) async fn with(body: Value) -> Self {
        let app = TestApp::start().await;
        let id = app.create(body).await;
        Self { app, id }
    }

    /// A table whose sessions outlive the service.
    pub(crate) async fn on_disk() -> Self {
        let app = TestApp::on_disk().await;
        let id = app.create(json!({})).await;
        Self { app, id }
    }

    /// Another table of the same service.
    pub(crate) fn moved_to(self, id: &Value) -> Self {
        Self { id: id.as_str().expect("an id").to_owned(), ..self }
    }

    pub(crate) fn claude(&self) -> &ScriptedClaude {
        &self.app.claude
    }

    /// The supporting NPCs from an export, including hidden fields.
    pub(crate) async fn people(&self) -> Vec<Value> {
        let bundle = self.get("/export").await.good();
        bundle["session"]["state"]["supportingNPCs"].as_array().expect("people").clone()
    }

    /// Plays a turn in which the model answers so.
    pub(crate) async fn play(&self, words: &str, replies: impl IntoIterator<Item = Reply>) -> Turn {
        self.claude().will(replies);
        Turn(self.chat(words).await.good())
    }

    /// Plays a turn in which the model tells something and writes this down beside it.
    pub(crate) async fn update(&self, input: Value) -> Turn {
        self.play("I go on.", [says("So it goes.").and_updates(input)]).await
    }

    /// Plays a turn in which the model writes this down beside its telling, has to read that not all of it could be, and
    /// leaves it at that.
    pub(crate) async fn refused_update(&self, input: Value) -> Turn {
        self.play("I go on.", [says("So it goes.").and_updates(input), says("Or does it?")]).await
    }

    pub(crate) async fn chat(&self, words: &str) -> Answer {
        self.app.chat(&self.id, words).await
    }

    pub(crate) async fn events(&self, words: &str, replies: impl IntoIterator<Item = Reply>) -> Vec<Told> {
        self.claude().will(replies);
        self.app.chat_events(&self.id, words).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.app.get(&self.path(path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.app.post(&self.path(path), body).await
    }

    /// The result of a turn's `n`th call, and whether it was an error; players may read less of it.
    pub(crate) async fn told(&self, turn: &Turn, n: usize) -> (String, bool) {
        let id = turn.0["id"].as_str().expect("an id").into();
        let stored = self.app.store().turn(&self.id.as_str().into(), &id).await.expect("a turn");
        let call = &stored.turn.tool_calls[n];
        (call.result.clone(), call.is_error)
    }

    /// A path below the session's.
    pub(crate) fn path(&self, path: &str) -> String {
        format!("/api/sessions/{}{path}", self.id)
    }

    pub(crate) async fn session(&self) -> Value {
        self.app.session(&self.id).await
    }

    /// The session's clock, in minutes since the first day began. A session begins at an hour of its own.
    pub(crate) async fn minutes(&self) -> u64 {
        let clock = self.session().await["clock"].take();
        let of = |part: &str| clock[part].as_u64().unwrap();
        ((of("day") - 1) * 24 + of("hour")) * 60 + of("minute")
    }

    pub(crate) async fn story(&self) -> Value {
        self.session().await["story"].take()
    }

    pub(crate) async fn hero(&self) -> Value {
        self.session().await["characters"][0].take()
    }

    /// The names of what the hero carries, each as often as there are.
    pub(crate) async fn pack(&self) -> Vec<String> {
        let hero = self.hero().await;
        let items = hero["inventory"].as_array().expect("a pack");
        let of = |item: &Value| {
            let n = item["quantity"].as_u64().expect("a quantity");
            std::iter::repeat_n(item["name"].as_str().expect("a name").to_owned(), n as usize)
        };
        items.iter().flat_map(of).collect()
    }

    /// What the model reads of what rarely changes.
    pub(crate) async fn sheets_block(&self) -> String {
        self.play("I look around.", [says("All is as it was.")]).await;
        self.claude().last_asked().sheets_block().to_owned()
    }

    /// What the model reads of the table at the start of a turn.
    pub(crate) async fn state_block(&self) -> String {
        self.play("I look around.", [says("All is as it was.")]).await;
        self.claude().last_asked().state_block().to_owned()
    }
}
