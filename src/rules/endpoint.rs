//! Client of an embeddings server, with the protocol that most of them share.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use reqwest::{Client, Url, redirect};
use serde::Deserialize;
use serde_json::json;

use crate::search::of_length_1;

use super::packages::PackagesError;

/// A question waits no longer than this for its vector.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(2);
/// A batch of entries waits no longer than this for theirs.
const BATCH_TIMEOUT: Duration = Duration::from_secs(60);
/// After a failure it is left alone for so long.
const REST: Duration = Duration::from_secs(60);

/// A server of embeddings, as it is configured. The key never shows in a log.
#[derive(Clone)]
pub struct EmbeddingsConfig {
    url: Url,
    model: String,
    key: Option<String>,
}

impl EmbeddingsConfig {
    /// A server at an address such as `http://localhost:11434/v1/embeddings`, the model to use, and the
    /// bearer token, if anything.
    ///
    /// # Errors
    /// The address is invalid, or the model has no name.
    pub fn new(url: &str, model: &str, key: Option<&str>) -> Result<Self, PackagesError> {
        let url = Url::parse(url.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        // The address itself stays out of the message: it may hold a key.
        let url = url.ok_or_else(|| PackagesError("RULES_EMBED_URL must be an http or https address.".into()))?;
        if model.trim().is_empty() {
            return Err(PackagesError("RULES_EMBED_URL needs RULES_EMBED_MODEL, the name of the model to use.".into()));
        }
        Ok(Self { url, model: model.trim().to_owned(), key: key.map(str::to_owned) })
    }
}

/// A server of embeddings.
pub struct Endpoint {
    config: EmbeddingsConfig,
    http: Client,
    failed_at: Mutex<Option<Instant>>,
}

#[derive(Deserialize)]
struct Embeddings {
    data: Vec<Embedding>,
}

#[derive(Deserialize)]
struct Embedding {
    #[serde(default)]
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl Endpoint {
    /// A client of a server.
    ///
    /// # Errors
    /// There can be no client.
    pub fn new(config: EmbeddingsConfig) -> Result<Self, PackagesError> {
        let http = Client::builder()
            .user_agent(concat!("embertale/", env!("CARGO_PKG_VERSION")))
            // A redirect would carry the key to wherever it points.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| PackagesError(format!("no client for the embeddings server: {error}")))?;
        Ok(Self { config, http, failed_at: Mutex::new(None) })
    }

    /// The model's name.
    pub(super) fn model(&self) -> &str {
        &self.config.model
    }

    /// Where it is.
    pub(super) fn origin(&self) -> String {
        self.config.url.to_string()
    }

    /// Whether it failed a moment ago and is left alone for now.
    pub(super) fn rests(&self) -> bool {
        let failed_at = *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        failed_at.is_some_and(|at| at.elapsed() < REST)
    }

    /// The vector of a question.
    ///
    /// # Errors
    /// The server can't be used.
    pub async fn of_question(&self, text: &str) -> Result<Vec<f32>, PackagesError> {
        let vectors = self.vectors(&[text], QUESTION_TIMEOUT).await;
        let failed_at = vectors.is_err().then(Instant::now);
        *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner) = failed_at;
        Ok(vectors?.pop().unwrap_or_default())
    }

    /// The vectors of some entries' texts.
    ///
    /// # Errors
    /// The server can't be used.
    pub async fn of_entries(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, PackagesError> {
        self.vectors(texts, BATCH_TIMEOUT).await
    }

    /// One vector of length 1 for each text, in their order.
    async fn vectors(&self, texts: &[&str], timeout: Duration) -> Result<Vec<Vec<f32>>, PackagesError> {
        // Only the host is shown: an address may contain a key.
        let host = self.config.url.host_str().unwrap_or("its host").to_owned();
        let failed = |why: String| PackagesError(format!("the embeddings server at {host} can't be used: {why}"));
        let body = json!({"model": self.config.model, "input": texts, "encoding_format": "float"});
        let mut request = self.http.post(self.config.url.clone()).timeout(timeout).json(&body);
        if let Some(key) = &self.config.key {
            request = request.bearer_auth(key);
        }
        let answer = request.send().await.map_err(|error| failed(error.without_url().to_string()))?;
        if !answer.status().is_success() {
            return Err(failed(format!("it answers {}", answer.status())));
        }
        let answer: Embeddings = answer.json().await.map_err(|error| failed(error.without_url().to_string()))?;
        let mut data: Vec<(usize, Vec<f32>)> =
            (0..).zip(answer.data).map(|(at, one)| (one.index.unwrap_or(at), one.embedding)).collect();
        data.sort_by_key(|(at, _)| *at);
        if !data.iter().map(|(at, _)| *at).eq(0..texts.len()) {
            return Err(failed(format!("it gave {} vectors for {} texts", data.len(), texts.len())));
        }
        let n = data.first().map_or(0, |(_, vector)| vector.len());
        let sound = |vector: &Vec<f32>| n > 0 && vector.len() == n && vector.iter().all(|number| number.is_finite());
        if !data.iter().all(|(_, vector)| sound(vector)) {
            return Err(failed("its vectors are not of one length".into()));
        }
        Ok(data.into_iter().map(|(_, vector)| of_length_1(vector)).collect())
    }
}
