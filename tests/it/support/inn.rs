//! The server with the built-in storyteller, for games that are played by typed messages.

use std::sync::Arc;

use game::id::SessionId;
use model::{Model, Prices};
use storyteller::Storyteller;

use embertale::{
    dm::{Drill, Models, Provider, Seeds, Tables},
    http::{App, Settings, router},
    store::{MemoryStore, Store, check_fold},
};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// The service over a store of its own.
pub(crate) struct Inn {
    http: Client,
    url: String,
    store: Arc<dyn Store>,
}

impl Inn {
    /// Opens; whatever is thrown here falls from this seed.
    pub(crate) async fn open(seed: &str) -> Self {
        Self::with_model(seed, Arc::new(Storyteller::new())).await
    }

    /// Opens with a model in the storyteller's place.
    pub(crate) async fn with_model(seed: &str, model: Arc<dyn Model>) -> Self {
        Self::over(Arc::new(MemoryStore::new()), seed, model).await
    }

    /// Another server over the same sessions.
    pub(crate) async fn beside(&self) -> Self {
        Self::over(Arc::clone(&self.store), "beside", Arc::new(Storyteller::new())).await
    }

    async fn over(store: Arc<dyn Store>, seed: &str, model: Arc<dyn Model>) -> Self {
        let models = Models {
            model,
            provider: Provider::Storyteller,
            agents: ("storyteller", "storyteller").into(),
            prices: Arc::new(Prices::default()),
            narration_check: Default::default(),
        };
        let tables = Tables::new(Arc::clone(&store), Arc::new(models), Seeds::new(Some(seed.into())), Drill::default());
        let app = App::new(tables, Settings::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router(app)).await.unwrap() });
        Self { http: Client::builder().no_proxy().build().unwrap(), url, store }
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let response = self.http.post(format!("{}{path}", self.url)).json(&body).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    /// Begins a session, such as `{"campaign": slug}` asks for; answers its id.
    pub(crate) async fn begin(&self, asked: Value) -> String {
        let (status, session) = self.post("/api/sessions", asked).await;
        assert_eq!(status, 201, "{session}");
        session["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().json().await.unwrap()
    }

    pub(crate) async fn text(&self, path: &str) -> String {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().text().await.unwrap()
    }

    pub(crate) async fn session(&self, id: &str) -> Value {
        self.get(&format!("/api/sessions/{id}")).await
    }

    /// Says something, and takes the level that may have been earned first. Answers the turn.
    pub(crate) async fn turn(&self, id: &str, words: &str) -> Value {
        let (status, turn) = self.post(&format!("/api/sessions/{id}/chat"), json!({"message": words})).await;
        if status != 409 {
            assert_eq!(status, 200, "{words}: {turn}");
            return turn;
        }
        let hero = &self.session(id).await["characters"][0]["id"];
        let (status, risen) = self.post(&format!("/api/sessions/{id}/level-up"), json!({"characterId": hero})).await;
        assert_eq!(status, 200, "{risen}");
        Box::pin(self.turn(id, words)).await
    }

    /// Like [`Inn::turn`]; returns the story.
    pub(crate) async fn say(&self, id: &str, words: &str) -> String {
        let turn = self.turn(id, words).await;
        let told = turn["narrative"].as_str().unwrap_or_default().to_owned();
        assert!(!told.trim().is_empty(), "{words}: {turn}");
        told
    }

    /// The game as it is kept.
    pub(crate) async fn kept(&self, id: &str) -> Value {
        serde_json::from_slice(&self.store.raw_snapshot(&SessionId::from(id)).await.unwrap()).unwrap()
    }

    /// Replaying the changes gives the stored state, byte for byte.
    pub(crate) async fn check_fold(&self, id: &str) {
        let id = SessionId::from(id);
        let folded = serde_json::to_string(&check_fold(&*self.store, &id).await.unwrap()).unwrap();
        assert_eq!(folded, String::from_utf8(self.store.raw_snapshot(&id).await.unwrap()).unwrap());
    }
}
