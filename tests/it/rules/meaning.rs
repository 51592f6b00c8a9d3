//! Rules found by their meaning: with the packaged model, and with a server of embeddings.

use std::{fs, path::Path, time::Duration};

use embertale::rules::{self, EmbeddingsConfig, LibraryHandle, Sources};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, Request, ResponseTemplate,
    matchers::{header, method, path},
};

use super::folder;
use crate::support::missing::left_out;

/// What another implementation of the same model makes of these sentences: the first six numbers of each vector.
#[rustfmt::skip]
const GOLDEN: [(&str, [f32; 6]); 7] = [
    ("what happens to a creature that is grappled and tries to run away", [0.049462326, 0.025277441, -0.027718889, 0.019579308, 0.022370493, 0.016701361]),
    ("Fireball", [0.02798619, 0.07047455, -0.014490183, -0.016544625, -0.007190499, -0.00840805]),
    ("Café “noir” — 2d6+3 fire damage, it's magic!", [0.009210364, 0.03664923, -0.03181142, 0.048923403, 0.02204654, 0.083755456]),
    ("how far can I jump with a running start?", [0.051708, 0.009954515, -0.06495659, -0.062253196, -0.0040588807, 0.05663199]),
    ("undead that drains strength with its touch", [-0.05639018, 0.05659372, -0.021511603, 0.02705899, -0.05995285, -0.026278941]),
    ("火 ball ÅNGSTRÖM", [0.04638557, 0.08041008, -0.0119270645, 0.0341428, -0.023626534, 0.0051558586]),
    ("", [-0.11883824, 0.04829878, -0.0025480597, -0.011011185, 0.051950753, 0.010291791]),
];

#[tokio::test]
async fn the_encoder_gives_the_vectors_its_model_was_trained_to_give() {
    let encoder = match rules::encoder(&folder(), |_| ()).await {
        Ok(encoder) => encoder,
        Err(why) => return left_out(&why.to_string()),
    };
    for (text, expected) in GOLDEN {
        let vector = encoder.encode(text);
        assert_eq!(vector.len(), 384);
        let length: f32 = vector.iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-4, "{length}");
        for (number, expected) in vector.iter().zip(expected) {
            assert!((number - expected).abs() < 2e-3, "{text}: {:?}, not {expected}", &vector[..6]);
        }
    }
    let long = encoder.encode(&"fire and ice ".repeat(2_000));
    assert!(long.iter().all(|number| number.is_finite()));
}

#[tokio::test]
async fn a_text_read_within_its_surroundings_means_what_they_make_of_it() {
    let encoder = match rules::encoder(&folder(), |_| ()).await {
        Ok(encoder) => encoder,
        Err(why) => return left_out(&why.to_string()),
    };
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let (before, text, after) = ("A wolf leapt at the shepherd.", "It bit him in the leg.", "He will limp for weeks.");
    let within = encoder.encode_within(before, text, after);
    let asked = encoder.encode("Who was hurt by the wolf?");
    assert!(near(&within, &asked) > near(&encoder.encode(text), &asked) + 0.1);
    assert!((near(&within, &within) - 1.0).abs() < 1e-4);
    assert!(
        near(&encoder.encode_within("", text, ""), &encoder.encode(text)) > 0.8,
        "by itself it is nearly what it was"
    );
    // What surrounds a text is cut, never the text; and an empty one has a vector, too.
    let long = "fire and ice ".repeat(2_000);
    let cut = encoder.encode_within(&long, text, &long);
    assert!(cut.iter().all(|number| number.is_finite()) && near(&cut, &within) > 0.3);
    assert_eq!(encoder.encode_within(before, "", after), encoder.encode(""));
}

#[tokio::test]
async fn a_compact_encoder_takes_half_the_space_and_gives_nearly_the_same_vectors() {
    let whole = match rules::encoder(&folder(), |_| ()).await {
        Ok(encoder) => encoder,
        Err(why) => return left_out(&why.to_string()),
    };
    let home = tempfile::tempdir().unwrap();
    let into = home.path().join("rules");
    fs::create_dir(&into).unwrap();
    let files = fs::read_dir(folder().join("rules")).unwrap().map(|file| file.unwrap().path());
    let package = files.into_iter().find(|file| file.to_string_lossy().contains("embeddings")).unwrap();
    fs::copy(&package, into.join(package.file_name().unwrap())).unwrap();
    rules::compact_encoder(home.path()).await.unwrap();
    rules::compact_encoder(home.path()).await.expect("a second time does nothing");
    let left: Vec<_> = fs::read_dir(&into).unwrap().map(|file| file.unwrap().path()).collect();
    let compact = left.iter().find(|file| file.extension().is_some_and(|it| it == "zip")).unwrap();
    assert!(!left.iter().any(|file| file.extension().is_some_and(|it| it == "whl")), "{left:?}");
    assert!(fs::metadata(compact).unwrap().len() * 100 < fs::metadata(&package).unwrap().len() * 55);
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let smaller = rules::encoder(home.path(), |_| ()).await.unwrap();
    for (text, _) in GOLDEN {
        assert!(near(&whole.encode(text), &smaller.encode(text)) > 0.9999, "{text}");
    }
    // A permanent folder with the copy needs no package.
    let other = tempfile::tempdir().unwrap();
    for text in fs::read_dir(folder().join("rules")).unwrap().map(|file| file.unwrap().path()) {
        let name = text.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".whl") && !name.contains("embeddings") {
            fs::copy(&text, into.join(name)).unwrap();
        }
    }
    assert!(rules::bring(&rules::Origin::Installed(into), other.path(), |_| ()).await.unwrap());
    assert_eq!(rules::encoder(other.path(), |_| ()).await.unwrap().encode("fire"), smaller.encode("fire"));
    // Damaged files are never used.
    let mut bytes = fs::read(compact).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(compact, bytes).unwrap();
    assert!(rules::encoder(home.path(), |_| ()).await.is_err());
}

/// A server whose model knows three things, and tells each text by the first it speaks of.
pub(crate) async fn embeddings(answer: impl Fn(&Request) -> ResponseTemplate + Send + Sync + 'static) -> MockServer {
    let server = MockServer::start().await;
    let mock = Mock::given(method("POST")).and(path("/v1/embeddings")).and(header("authorization", "Bearer k-1"));
    mock.respond_with(answer).mount(&server).await;
    server
}

fn knowing(request: &Request) -> ResponseTemplate {
    let body: Value = request.body_json().unwrap();
    assert_eq!(body["model"], "small");
    let vector = |text: &str| {
        let text = text.to_lowercase();
        let about = |words: &[&str]| f32::from(u8::from(words.iter().any(|word| text.contains(word))));
        [3.0 * about(&["drowsy", "unconscious"]), about(&["fire"]), 0.1]
    };
    let texts = body["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
    let data: Vec<Value> =
        texts.enumerate().map(|(at, text)| json!({"index": at, "embedding": vector(text)})).collect();
    ResponseTemplate::new(200).set_body_json(json!({"data": data}))
}

pub(crate) fn sources(server: &MockServer, data_dir: &Path) -> Sources {
    let url = format!("{}/v1/embeddings", server.uri());
    let embeddings = EmbeddingsConfig::new(&url, "small", Some("k-1")).unwrap();
    Sources { data_dir: data_dir.to_owned(), fetch: false, embeddings: Some(embeddings) }
}

async fn found(shelf: &LibraryHandle, query: &str) -> Vec<String> {
    let library = shelf.library();
    let answer = library.search(&rules::SearchQuery { query, ..Default::default() }).await;
    answer.found.iter().map(|found| found.entry.name.clone()).collect()
}

/// Learns until the server fails.
pub(crate) fn learning(shelf: &std::sync::Arc<LibraryHandle>, sources: Sources) -> tokio::task::JoinHandle<()> {
    let shelf = std::sync::Arc::clone(shelf);
    tokio::spawn(async move { shelf.learn(&sources).await })
}

async fn until(shelf: &LibraryHandle, state: impl Fn(&rules::Status) -> bool) -> rules::Status {
    let reached = async {
        loop {
            let status = shelf.status();
            if state(&status) {
                return status;
            }
            tokio::task::yield_now().await;
        }
    };
    let reached = tokio::time::timeout(Duration::from_secs(60), reached).await;
    reached.unwrap_or_else(|_| panic!("it never came to that: {:?}", shelf.status()))
}

#[tokio::test]
async fn a_server_of_embeddings_finds_what_no_word_would() {
    let server = embeddings(knowing).await;
    let home = tempfile::tempdir().unwrap();
    let shelf = LibraryHandle::core();
    assert!(found(&shelf, "drowsy").await.is_empty());
    let learning = learning(&shelf, sources(&server, home.path()));
    let status = until(&shelf, |status| status.semantic && status.search.contains("semantic search (small)")).await;
    assert!(!status.search.contains("k-1"));
    assert_eq!(found(&shelf, "drowsy").await[0], "Unconscious");
    learning.abort();
    let n_asked = server.received_requests().await.unwrap().len();
    let again = LibraryHandle::core();
    let task = self::learning(&again, sources(&server, home.path()));
    until(&again, |status| status.search.contains("semantic search (small)")).await;
    task.abort();
    let n_more = server.received_requests().await.unwrap().len() - n_asked;
    assert_eq!(n_more, 1, "what was encoded once is kept; only the vectors' length is asked for");
}

#[tokio::test]
async fn a_server_that_fails_later_leaves_search_by_words_and_says_so() {
    let server = embeddings(knowing).await;
    let home = tempfile::tempdir().unwrap();
    let shelf = LibraryHandle::core();
    let learning = learning(&shelf, sources(&server, home.path()));
    until(&shelf, |status| status.semantic && status.search.contains("(small)")).await;
    server.reset().await;
    assert!(found(&shelf, "what happens when I am grappled").await.contains(&"Grappled".to_owned()));
    learning.await.unwrap();
    let status = shelf.status();
    assert!(!status.semantic, "{status:?}");
    assert!(status.search.contains("by keywords only") && status.search.contains("embertale setup"), "{status:?}");
}

#[tokio::test]
async fn answers_that_are_none_are_not_believed() {
    for (n, answer) in [
        ResponseTemplate::new(401).set_body_string("k-1 is wrong"),
        ResponseTemplate::new(200).set_body_string("hello"),
        ResponseTemplate::new(200).set_body_json(json!({"data": []})),
        ResponseTemplate::new(200).set_body_json(json!({"data": [{"embedding": []}]})),
        ResponseTemplate::new(200).set_body_json(json!({"data": [{"index": 7, "embedding": [1.0]}]})),
        ResponseTemplate::new(302).insert_header("location", "http://127.0.0.1:9/"),
    ]
    .into_iter()
    .enumerate()
    {
        let server = embeddings(move |_: &Request| answer.clone()).await;
        let home = tempfile::tempdir().unwrap();
        let shelf = LibraryHandle::core();
        shelf.learn(&sources(&server, home.path())).await;
        let status = shelf.status();
        assert!(!status.semantic && status.search.contains("by keywords only"), "{n}: {status:?}");
        assert!(!status.search.contains("k-1"));
        assert_eq!(found(&shelf, "bless").await, ["Bless"]);
    }
}

#[test]
fn an_address_that_is_none_is_refused_without_being_told() {
    for url in ["", "localhost", "ftp://secret@example.org/", "http//x"] {
        let error = EmbeddingsConfig::new(url, "small", None).err().unwrap().to_string();
        assert!(error.contains("RULES_EMBED_URL") && !error.contains("secret"), "{error}");
    }
    assert!(EmbeddingsConfig::new("http://localhost:1/", " ", None).is_err());
}
