//! Starts the whole server in this process, on a runtime of its own, so that tests can stop and restart it.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::{Duration, Instant},
};

use model::Prices;
use storyteller::Storyteller;

use embertale::{
    config::PlayerRegistry,
    dm::{Drill, Models, Provider, Seeds, Tables},
    http::{App, Auth, Settings, router},
    store::SqliteStore,
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinSet,
};

use crate::{
    support::{ScriptedClaude, models},
    tab::PATIENCE,
};

/// A server with its sessions in a folder of its own.
pub(crate) struct House {
    models: Models,
    settings: Settings,
    folder: TempDir,
    address: SocketAddr,
    running: Option<Runtime>,
}

impl Drop for House {
    fn drop(&mut self) {
        self.kill();
    }
}

impl House {
    /// Where the built-in storyteller plays, as fast as it can.
    pub(crate) async fn of_storyteller() -> Self {
        Self::telling_at(Duration::ZERO).await
    }

    /// Where the built-in storyteller takes so long for each few words.
    pub(crate) async fn telling_at(pace: Duration) -> Self {
        let (model, prices) = (Arc::new(Storyteller::with_pace(pace)), Arc::new(Prices::default()));
        let agents = ("storyteller", "storyteller").into();
        let narration_check = Default::default();
        Self::of(Models { model, provider: Provider::Storyteller, agents, prices, narration_check }).await
    }

    /// Where Claude plays, from a script.
    pub(crate) async fn of_claude(claude: &ScriptedClaude) -> Self {
        Self::asking(&claude.url()).await
    }

    /// Where whatever speaks Claude's protocol at this address plays.
    pub(crate) async fn asking(url: &str) -> Self {
        Self::of(models(url)).await
    }

    /// Where only this player is let in.
    pub(crate) async fn of_player(name: &str, secret: &str) -> Self {
        Self::of_storyteller().await.for_player(name, secret).await
    }

    /// The same one, where only this player is let in from now on.
    pub(crate) async fn for_player(mut self, name: &str, secret: &str) -> Self {
        self.kill();
        self.settings.auth =
            Auth::Token(Arc::new(PlayerRegistry::new(vec![(name.to_owned(), secret.to_owned())], None)));
        self.light().await;
        self
    }

    async fn of(models: Models) -> Self {
        let (folder, settings) = (tempfile::tempdir().unwrap(), Settings::default());
        let mut house = Self { models, settings, folder, address: ([127, 0, 0, 1], 0).into(), running: None };
        house.light().await;
        house
    }

    /// Starts the server, again at the address it had before.
    pub(crate) async fn light(&mut self) {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (models, settings, folder) = (self.models.clone(), self.settings.clone(), self.folder.path().to_owned());
        let opened = runtime.spawn(async move {
            let since = Instant::now();
            // The server before this one may still be letting go of the folder.
            let store = loop {
                match SqliteStore::open(&folder).await {
                    Ok(store) => break store,
                    Err(error) => assert!(since.elapsed() < PATIENCE, "{error}"),
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            };
            let seeds = Seeds::new(Some("embers".into()));
            App::new(Tables::new(Arc::new(store), Arc::new(models), seeds, Drill::default()), settings)
        });
        let app = opened.await.unwrap();
        let listener = TcpListener::bind(self.address).unwrap();
        listener.set_nonblocking(true).unwrap();
        self.address = listener.local_addr().unwrap();
        runtime.spawn(async move {
            axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router(app)).await.unwrap();
        });
        self.running = Some(runtime);
    }

    /// Ends the server in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.running.take() {
            runtime.shutdown_background();
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// What the server answers to a question.
    pub(crate) async fn read(&self, path: &str) -> Value {
        let answer = reqwest::get(format!("http://{}{path}", self.address)).await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.unwrap()
    }

    /// Begins an adventure, and gives its id; nothing, where the server will not have it.
    pub(crate) async fn begin(&self, body: &Value) -> Option<String> {
        let ask = reqwest::Client::new().post(format!("http://{}/api/sessions", self.address)).json(body);
        let answer = ask.send().await.unwrap();
        match answer.status().as_u16() {
            201 => answer.json::<Value>().await.unwrap()["id"].as_str().map(str::to_owned),
            status => {
                assert_eq!(status, 422, "{body}");
                None
            }
        }
    }

    /// Plays a turn, and waits until it is over.
    pub(crate) async fn chat(&self, session: &str, message: &str) {
        let url = format!("http://{}/api/sessions/{session}/chat", self.address);
        let ask = reqwest::Client::new().post(url).json(&json!({"message": message}));
        assert_eq!(ask.send().await.unwrap().status(), StatusCode::OK);
    }

    /// Stops the turn that plays at a session.
    pub(crate) async fn cancel(&self, session: &str) {
        let ask = reqwest::Client::new().post(format!("http://{}/api/sessions/{session}/cancel", self.address));
        assert_eq!(ask.send().await.unwrap().status(), StatusCode::ACCEPTED);
    }

    /// Deletes a session.
    pub(crate) async fn delete(&self, session: &str) {
        let ask = reqwest::Client::new().delete(format!("http://{}/api/sessions/{session}", self.address));
        assert_eq!(ask.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    }

    /// As many turns as may wait at a session, and as long as this is held they do.
    pub(crate) async fn crowd(&self, session: &str) -> JoinSet<StatusCode> {
        let url = format!("http://{}/api/sessions/{session}/chat", self.address);
        let client = reqwest::Client::new();
        let mut crowd = JoinSet::new();
        for _ in 0..12 {
            let ask = client.post(&url).json(&json!({"message": "I wait my turn."}));
            crowd.spawn(async move { ask.send().await.unwrap().status() });
        }
        // The first to be answered is one too many.
        assert_eq!(crowd.join_next().await.unwrap().unwrap(), StatusCode::TOO_MANY_REQUESTS);
        crowd
    }

    /// The turns of a session as they are kept.
    pub(crate) async fn turns(&self, session: &str) -> Vec<Value> {
        self.read(&format!("/api/sessions/{session}/turns?limit=100")).await["items"].as_array().unwrap().clone()
    }
}
