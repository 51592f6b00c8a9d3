//! Tests of the error messages for failed connections.

use std::time::{Duration, Instant};

use embertale::store::{FirestoreOptions, FirestoreStore};

use super::why_unavailable;

async fn why(options: FirestoreOptions) -> String {
    why_unavailable(FirestoreStore::open(options).await)
}

#[tokio::test]
async fn settings_that_cannot_be_are_told_in_a_sentence() {
    let emulator = |project: &str, host: &str| FirestoreOptions {
        emulator_host: Some(host.to_owned()),
        ..FirestoreOptions::of_project(project)
    };
    for (options, sentence) in [
        (FirestoreOptions::of_project(""), "FIRESTORE_PROJECT_ID"),
        (FirestoreOptions::of_project("  "), "FIRESTORE_PROJECT_ID"),
        (FirestoreOptions::of_project("a project/of mine"), "not the id of a project"),
        (emulator("the-real-one", "127.0.0.1:1"), "demo-"),
        (emulator("demo-x", "nowhere"), "host and a port"),
        (emulator("demo-x", "http://127.0.0.1:1/"), "host and a port"),
    ] {
        let said = why(options).await;
        assert!(said.contains(sentence) && !said.contains('\n'), "{said}");
    }
}

#[tokio::test]
async fn a_key_file_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, sentence) in [
        ("missing.json", None, "No such file"),
        ("text.json", Some("not JSON"), "not JSON"),
        ("other.json", Some(r#"{"type": "something"}"#), "type"),
        ("half.json", Some(r#"{"type": "service_account"}"#), "no whole key"),
    ] {
        let path = folder.path().join(name);
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let said = why(FirestoreOptions { credentials: Some(path), ..FirestoreOptions::of_project("a-project") }).await;
        assert!(said.contains(name) && said.contains(sentence) && said.contains("GOOGLE_APPLICATION"), "{said}");
    }
}

#[tokio::test]
async fn an_emulator_that_is_not_there_is_waited_for_and_then_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let host = format!("127.0.0.1:{port}");
    let options = FirestoreOptions {
        emulator_host: Some(host.clone()),
        patience: Duration::from_millis(900),
        ..FirestoreOptions::of_project("demo-x")
    };
    let since = Instant::now();
    let said = why(options).await;
    assert!(said.contains(&host) && said.contains("FIRESTORE_EMULATOR_HOST"), "{said}");
    let took = since.elapsed();
    assert!(took > Duration::from_millis(250) && took < Duration::from_secs(5), "{took:?}");
}
