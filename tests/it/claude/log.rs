//! Tests of the log lines of the client, and of what they never contain.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use model::ReplyEvent;
use serde_json::json;
use tokio::net::TcpListener;
use tracing_subscriber::fmt::MakeWriter;
use wiremock::ResponseTemplate;

use super::recording::Recording;
use super::{KEY, ask, client, server, streamed};

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Page {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no panic while writing")).into_owned()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Page {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Everything that is logged on this thread while the guard lives.
fn listen() -> (Page, tracing::subscriber::DefaultGuard) {
    // While there is only one subscriber, tracing asks the one of whichever thread comes first whether a line
    // is of interest to anyone, and a thread of another test has none. A second one makes it ask them all.
    static COMPANY: OnceLock<tracing::Dispatch> = OnceLock::new();
    COMPANY.get_or_init(|| tracing::Dispatch::new(tracing_subscriber::registry()));
    let page = Page::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
    let guard = tracing::subscriber::set_default(subscriber.with_writer(page.clone()).finish());
    (page, guard)
}

#[tokio::test]
async fn a_refusal_is_logged_with_its_id_status_and_type_but_no_key_and_no_body() {
    let (page, _guard) = listen();
    let body = json!({"type": "error", "error": {"type": "authentication_error", "message": "the body's words"}});
    let response = ResponseTemplate::new(401).set_body_json(body).insert_header("request-id", "req_42");
    let server = server(response).await;
    ask(&client(&server.uri())).await;
    let log = page.text();
    for said in ["req_42", "401", "authentication_error"] {
        assert!(log.contains(said), "{said} is missing in {log}");
    }
    let ours: String = log.lines().filter(|line| line.contains("embertale_model::")).collect();
    assert!(!ours.contains("the body's words"), "{ours}");
    assert!(!log.contains(KEY), "not even at the finest level");
}

#[tokio::test]
async fn a_type_that_is_none_is_not_logged() {
    let (page, _guard) = listen();
    let body = json!({"error": {"type": "words from\nthe body"}});
    let server = server(ResponseTemplate::new(400).set_body_json(body)).await;
    ask(&client(&server.uri())).await;
    let log = page.text();
    assert!(
        log.lines().filter(|line| line.contains("embertale_model::")).all(|line| !line.contains("words from")),
        "{log}"
    );
}

#[tokio::test]
async fn an_answer_is_logged_with_its_id_but_without_its_words() {
    let (page, _guard) = listen();
    let stream = Recording::new().text(&["A secret door."]).done("end_turn");
    let server = server(streamed(stream).insert_header("request-id", "req_43")).await;
    let heard = ask(&client(&server.uri())).await;
    assert!(matches!(&heard.events[..], [ReplyEvent::Text(_)]));
    let log = page.text();
    assert!(log.contains("req_43"));
    let ours: String = log.lines().filter(|line| line.contains("embertale_model::")).collect();
    assert!(!ours.contains("secret door"));
}

#[tokio::test]
async fn a_refused_connection_is_logged_with_its_cause() {
    let (page, _guard) = listen();
    let port = TcpListener::bind("127.0.0.1:0").await.and_then(|l| l.local_addr()).expect("a port").port();
    ask(&client(&format!("http://127.0.0.1:{port}"))).await;
    let log = page.text();
    let ours = log.lines().filter(|line| line.contains("embertale_model::"));
    assert_eq!(ours.filter(|line| line.contains("refused")).count(), 3, "once for each try: {log}");
}
