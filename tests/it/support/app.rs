//! Starts the whole server within a test, on a port of its own.

use std::{path::PathBuf, sync::Arc, time::Duration};

use game::id::SessionId;
use model::{ApiKey, Claude, ClaudeConfig, Prices, RetryPolicy};

use embertale::{
    config::PastSettings,
    dm::{
        Drill, Hints, Models, NarrationCheck, Provider, Seeds, TableOptions, Tables,
        budget::{Budget, Caps},
    },
    http::{App, Settings, router},
    rules::LibraryHandle,
    store::{FirestoreOptions, FirestoreStore, MemoryStore, SqliteStore, Store, check_fold},
};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use super::{claude::ScriptedClaude, told::Told};

/// The key that must never be seen anywhere.
pub(crate) const KEY: &str = "sk-test-0123456789-secret";

/// The service over a store, with the scripted Claude for its model.
pub(crate) struct TestApp {
    pub(crate) claude: ScriptedClaude,
    http: Client,
    folder: Option<TempDir>,
    house: House,
    running: Option<Running>,
}

/// How the service is set up.
#[derive(Clone)]
struct House {
    check: NarrationCheck,
    caps: Caps,
    rules: Arc<LibraryHandle>,
    /// Where its sessions are, if that is neither its folder nor its memory.
    project: Option<FirestoreOptions>,
    past: PastSettings,
}

impl Default for House {
    fn default() -> Self {
        let (check, caps) = Default::default();
        Self { check, caps, rules: LibraryHandle::core(), project: None, past: PastSettings::default() }
    }
}

struct Running {
    url: String,
    store: Arc<dyn Store>,
    tables: Arc<Tables>,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body of a request that went well.
    pub(crate) fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {}", self.status, self.text);
        self.json()
    }

    /// Status and code of a problem.
    pub(crate) fn problem(&self) -> (u16, String) {
        let kind = self.headers.get("content-type").and_then(|value| value.to_str().ok());
        assert_eq!(kind, Some("application/problem+json"), "{}: {}", self.status, self.text);
        (self.status, self.json()["code"].as_str().expect("a code").to_owned())
    }
}

impl TestApp {
    /// The service with its sessions in memory.
    pub(crate) async fn start() -> Self {
        Self::over(None, House::default(), Hints::default()).await
    }

    /// The same, with these caps on what may be spent.
    pub(crate) async fn paying(caps: Caps) -> Self {
        Self::over(None, House { caps, ..House::default() }, Hints::default()).await
    }

    /// The same, with its sessions in a folder.
    pub(crate) async fn paying_on_disk(caps: Caps) -> Self {
        Self::over(Some(tempfile::tempdir().unwrap()), House { caps, ..House::default() }, Hints::default()).await
    }

    /// The same, with prompts that show so much of the past.
    pub(crate) async fn showing(past: PastSettings) -> Self {
        Self::over(None, House { past, ..House::default() }, Hints::default()).await
    }

    /// The same, with these hints.
    pub(crate) async fn hinting(hints: Hints) -> Self {
        Self::over(None, House::default(), hints).await
    }

    /// The same, where the story is checked so.
    pub(crate) async fn checking(check: NarrationCheck) -> Self {
        Self::over(None, House { check, ..House::default() }, Hints::default()).await
    }

    /// The same, with these rules, and what reads them.
    pub(crate) async fn with_rules(rules: Arc<LibraryHandle>) -> Self {
        Self::over(None, House { rules, ..House::default() }, Hints::default()).await
    }

    /// The service with its sessions in a folder.
    pub(crate) async fn on_disk() -> Self {
        Self::paying_on_disk(Caps::default()).await
    }

    /// The service with its sessions in this project of Firestore, with these caps.
    pub(crate) async fn in_firestore(project: FirestoreOptions, caps: Caps) -> Self {
        let folder = Some(tempfile::tempdir().unwrap());
        Self::over(folder, House { project: Some(project), caps, ..House::default() }, Hints::default()).await
    }

    async fn over(folder: Option<TempDir>, house: House, hints: Hints) -> Self {
        let claude = ScriptedClaude::start().await;
        if house.caps.any() {
            claude.may_be_swapped();
        }
        let path = folder.as_ref().map(|folder| folder.path().to_owned());
        let running = Running::start(path, &claude.url(), house.clone(), hints).await;
        let http = Client::builder().no_proxy().build().unwrap();
        Self { claude, http, folder, house, running: Some(running) }
    }

    /// Stops the service and starts it again over the same sessions.
    pub(crate) async fn restart(&mut self) {
        let folder = self.folder.as_ref().expect("sessions in memory do not outlive the service").path().to_owned();
        // Connections that are kept alive would keep the service alive, too.
        self.http = Client::builder().no_proxy().build().unwrap();
        self.running.take().expect("it runs").stop().await;
        let running = Running::start(Some(folder), &self.claude.url(), self.house.clone(), Hints::default()).await;
        self.running = Some(running);
    }

    /// Another server over the same sessions.
    pub(crate) async fn beside(&self) -> Self {
        let claude = ScriptedClaude::start().await;
        let store = Arc::clone(&self.running().store);
        let budget = Budget::new(self.house.caps);
        let running = Running::over(store, budget, &claude.url(), self.house.clone(), Hints::default()).await;
        let http = Client::builder().no_proxy().build().unwrap();
        Self { claude, http, folder: None, house: self.house.clone(), running: Some(running) }
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("it runs")
    }

    /// The store below it, for looking at what is kept.
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.running().store
    }

    /// The tables it plays at, for what has no route.
    pub(crate) fn tables(&self) -> &Arc<Tables> {
        &self.running().tables
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.running().url))
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer { status, headers, text: response.text().await.unwrap() }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// Begins a session and answers its id.
    pub(crate) async fn create(&self, body: Value) -> String {
        self.post("/api/sessions", body).await.good()["id"].as_str().expect("an id").to_owned()
    }

    /// Reads a session.
    pub(crate) async fn session(&self, id: &str) -> Value {
        self.get(&format!("/api/sessions/{id}")).await.good()
    }

    /// Says something at a session, and waits for the whole answer.
    pub(crate) async fn chat(&self, id: &str, words: &str) -> Answer {
        self.claude.expect_words(words);
        self.post(&format!("/api/sessions/{id}/chat"), json!({"message": words})).await
    }

    /// Says something at a session, and hears the answer as events.
    pub(crate) async fn chat_events(&self, id: &str, words: &str) -> Vec<Told> {
        self.claude.expect_words(words);
        let request = self.request(Method::POST, &format!("/api/sessions/{id}/chat"));
        let request = request.header("accept", "text/event-stream").json(&json!({"message": words}));
        let answer = self.send(request).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        Told::read(&answer.text)
    }

    /// Reads a turn's events again, from after the one with this id.
    pub(crate) async fn events_again(&self, id: &str, turn: &str, after: Option<&str>) -> Vec<Told> {
        let mut request = self.request(Method::GET, &format!("/api/sessions/{id}/turns/{turn}/events"));
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        Told::read(&self.send(request).await.text)
    }

    /// Folds a session's changes over its start, and checks that it comes to the stored snapshot, byte for byte.
    pub(crate) async fn check_fold(&self, id: &str) {
        let id = SessionId::from(id);
        let folded = serde_json::to_string(&check_fold(self.store(), &id).await.unwrap()).unwrap();
        let stored = String::from_utf8(self.store().raw_snapshot(&id).await.unwrap()).unwrap();
        assert_eq!(folded, stored);
    }
}

impl Running {
    async fn start(folder: Option<PathBuf>, claude_url: &str, house: House, hints: Hints) -> Self {
        let (caps, project) = (house.caps, house.project.clone());
        let budget = match &folder {
            Some(folder) => Budget::kept_in(caps, &folder.join("spending.log")).unwrap(),
            None => Budget::new(caps),
        };
        let is_shared = project.is_some();
        let store: Arc<dyn Store> = match (project, folder) {
            (Some(project), _) => Arc::new(FirestoreStore::open(project).await.unwrap()),
            (None, Some(folder)) => Arc::new(SqliteStore::open(&folder).await.unwrap()),
            (None, None) => Arc::new(MemoryStore::new()),
        };
        let budget = if is_shared { Budget::shared_by(caps, Arc::clone(&store)) } else { budget };
        Self::over(store, budget, claude_url, house, hints).await
    }

    async fn over(store: Arc<dyn Store>, budget: Budget, claude_url: &str, house: House, hints: Hints) -> Self {
        let House { check: narration_check, rules, past, .. } = house;
        let tables = Tables::with_options(
            Arc::clone(&store),
            Arc::new(Models { narration_check, ..models(claude_url) }),
            Seeds::new(Some("embers".into())),
            Drill::default(),
            TableOptions { rules, hints, budget, past },
        );
        let app = App::new(Arc::clone(&tables), Settings::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel();
        let server = axum::serve(listener, router(app)).with_graceful_shutdown(async { drop(stopped.await) });
        let server = tokio::spawn(async move { server.await.unwrap() });
        Self { url, store, tables, stop, server }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.server.await.unwrap();
        drop(self.tables);
        // The last turn's task may still be on its way out.
        while Arc::strong_count(&self.store) > 1 {
            tokio::task::yield_now().await;
        }
    }
}

/// The models of a service that asks the Claude at this address.
pub(crate) fn models(claude_url: &str) -> Models {
    let config = ClaudeConfig {
        base_url: claude_url.to_owned(),
        retry: RetryPolicy { first_backoff: Duration::from_millis(1), ..RetryPolicy::default() },
        ..ClaudeConfig::new(ApiKey::new(KEY))
    };
    Models {
        model: Arc::new(Claude::new(config).unwrap()),
        provider: Provider::Anthropic,
        agents: ("claude-sonnet-5-5", "claude-haiku-5-5").into(),
        prices: Arc::new(Prices::default()),
        narration_check: Default::default(),
    }
}
