//! Search by meaning: a model that makes vectors of texts, and the entries' vectors.

use std::{
    collections::{HashSet, VecDeque},
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use futures::future::try_join_all;
use tokio::sync::Notify;

use crate::search::{Encoder, Vectors};

use super::{
    encoder,
    endpoint::{EmbeddingsConfig, Endpoint},
    entry::{Edition, Entry},
    kept_vectors::{KeptVectors, Key, key},
    library::Library,
    packages::Error,
    setup::{FOLDER, apart},
};

/// How many of an entry's words count. More was measured to find no better.
const MAX_WORDS: usize = 80;
/// How many entries are encoded before they are written down.
const BATCH: usize = 16;
/// So many questions asked last keep their vectors.
const N_RECENT: usize = 64;
/// A longer question is cut: no model reads more of it.
const MAX_QUESTION_CHARS: usize = 1_000;

/// Who makes vectors.
enum Model {
    /// The model that comes in a package, on our own processor.
    Packaged(Arc<Encoder>),
    /// A server of embeddings.
    Endpoint(Box<Endpoint>),
}

/// A model with the entries' vectors, which come edition by edition.
pub(super) struct Meaning {
    model: Model,
    vectors: [OnceLock<Vectors>; Edition::ALL.len()],
    recent: Mutex<VecDeque<(String, Vec<f32>)>>,
    failed: Notify,
}

impl Meaning {
    /// By the packaged model.
    pub(super) fn packaged(encoder: Encoder) -> Self {
        Self::of(Model::Packaged(Arc::new(encoder)))
    }

    /// By a server.
    pub(super) fn endpoint(config: EmbeddingsConfig) -> Result<Self, Error> {
        Ok(Self::of(Model::Endpoint(Box::new(Endpoint::new(config)?))))
    }

    fn of(model: Model) -> Self {
        Self { model, vectors: Default::default(), recent: Mutex::default(), failed: Notify::new() }
    }

    /// The model's name.
    pub(super) fn model(&self) -> &str {
        match &self.model {
            Model::Packaged(_) => encoder::MODEL,
            Model::Endpoint(endpoint) => endpoint.model(),
        }
    }

    /// Whether questions about these rules are answered by meaning now.
    pub(super) fn knows(&self, edition: Edition) -> bool {
        let rests = matches!(&self.model, Model::Endpoint(endpoint) if endpoint.rests());
        self.vectors[edition as usize].get().is_some() && !rests
    }

    /// Waits until the model has failed to answer a question.
    pub(super) async fn has_failed(&self) {
        self.failed.notified().await;
    }

    /// Makes the vectors of all entries that are searched, `n_threads` at a time, or finds those made before. `tell` hears
    /// how many of how many there are.
    pub(super) async fn learn(
        &self,
        entries: &[Entry],
        data_dir: &Path,
        n_threads: usize,
        tell: &impl Fn(usize, usize),
    ) -> Result<(), Error> {
        let n_dimensions = match &self.model {
            Model::Packaged(encoder) => encoder.n_dimensions(),
            Model::Endpoint(endpoint) => endpoint.of_question("fire").await?.len(),
        };
        let texts: Vec<(u32, &Entry, String)> = (0..)
            .zip(entries)
            .filter(|(_, entry)| entry.kind.is_searched())
            .map(|(at, entry)| (at, entry, opening(entry)))
            .collect();
        let keys: Vec<Key> = texts.iter().map(|(_, _, text)| key(text)).collect();
        let (from, name) = (data_dir.join(FOLDER), self.model().to_owned());
        let mut kept = apart(move || Ok(KeptVectors::open(&from, &name, n_dimensions))).await?;
        if keys.iter().any(|key| kept.get(key).is_none()) {
            let wanted: HashSet<&Key> = keys.iter().collect();
            if let Err(why) = kept.begin(|key| wanted.contains(key)) {
                tracing::warn!("vectors will be made again at the next start: {why}");
            }
        }
        for edition in Edition::ALL {
            let of = |(_, entry, _): &&(u32, &Entry, String)| entry.edition == edition;
            let missing: Vec<(&str, Key)> = texts
                .iter()
                .filter(of)
                .map(|(_, _, text)| (text.as_str(), key(text)))
                .filter(|(_, key)| kept.get(key).is_none())
                .collect();
            let mut n_left = missing.len();
            for batch in missing.chunks(BATCH * n_threads) {
                tell(texts.len() - n_left, texts.len());
                let parts = batch.chunks(BATCH).map(|part| self.of_entries(part.iter().map(|(text, _)| *text)));
                let vectors = try_join_all(parts).await?.into_iter().flatten();
                let keys = batch.iter().map(|(_, key)| *key);
                if let Err(why) = kept.add(keys.zip(vectors)) {
                    tracing::warn!("vectors will be made again at the next start: {why}");
                }
                n_left -= batch.len();
            }
            let mut vectors = Vectors::new(n_dimensions);
            for (id, _, text) in texts.iter().filter(of) {
                if let Some(vector) = kept.get(&key(text)) {
                    vectors.add(*id, vector);
                }
            }
            let _ = self.vectors[edition as usize].set(vectors);
        }
        tell(texts.len(), texts.len());
        Ok(())
    }

    async fn of_entries(&self, texts: impl Iterator<Item = &str>) -> Result<Vec<Vec<f32>>, Error> {
        match &self.model {
            Model::Packaged(encoder) => {
                let (encoder, texts) = (Arc::clone(encoder), texts.map(str::to_owned).collect::<Vec<_>>());
                apart(move || Ok(texts.iter().map(|text| encoder.encode(text)).collect())).await
            }
            Model::Endpoint(endpoint) => endpoint.of_entries(&texts.collect::<Vec<_>>()).await,
        }
    }

    /// How near each of the library's entries is to a question; nothing if that can't be told now.
    pub(super) async fn nearness(&self, edition: Edition, question: &str, n_entries: u32) -> Option<Vec<f32>> {
        if !self.knows(edition) {
            return None;
        }
        let vectors = self.vectors[edition as usize].get()?;
        let question: String = question.chars().take(MAX_QUESTION_CHARS).collect();
        if let Some(vector) = self.recently(&question) {
            return Some(vectors.nearness(&vector, n_entries));
        }
        let vector = match &self.model {
            Model::Packaged(encoder) => {
                let (encoder, question) = (Arc::clone(encoder), question.clone());
                apart(move || Ok(encoder.encode(&question))).await
            }
            Model::Endpoint(endpoint) => endpoint.of_question(&question).await,
        };
        match vector {
            Ok(vector) => {
                let nearness = vectors.nearness(&vector, n_entries);
                self.remember(question, vector);
                Some(nearness)
            }
            Err(why) => {
                tracing::warn!("a question about the rules is not answered by its meaning: {why}");
                self.failed.notify_one();
                None
            }
        }
    }

    fn recently(&self, question: &str) -> Option<Vec<f32>> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().find(|(asked, _)| asked == question).map(|(_, vector)| vector.clone())
    }

    fn remember(&self, question: String, vector: Vec<f32>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() == N_RECENT {
            recent.pop_front();
        }
        recent.push_back((question, vector));
    }
}

/// Makes a library find by meaning too: fetches the sentence encoder where it is missing and reads every entry, on all
/// processors. `tell` hears what happens, `count` how many of how many entries are read.
///
/// # Errors
/// A sentence that says what is missing and what to do. The library goes on finding by words.
pub async fn learn_meaning(
    library: &Library,
    data_dir: &Path,
    tell: impl Fn(&str),
    count: impl Fn(usize, usize),
) -> Result<(), Error> {
    let meaning = Arc::new(Meaning::packaged(encoder::encoder(data_dir, tell).await?));
    library.attach(Arc::clone(&meaning));
    let n_threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    meaning.learn(library.entries(), data_dir, n_threads, &count).await
}

/// What of an entry is encoded: its name and the first words that aren't numbers, without marks.
fn opening(entry: &Entry) -> String {
    let plain: String = entry.prose().chars().map(|c| if "*#|_`".contains(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().take(MAX_WORDS).collect();
    format!("{}. {}", entry.name, words.join(" "))
}
