//! Semantic search over the entries.

use std::{
    collections::{HashSet, VecDeque},
    fmt::Write,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use futures::future::try_join_all;
use tokio::{
    sync::{Notify, Semaphore},
    task::spawn_blocking,
};

use crate::search::{Encoder, Vectors, of_length_1};

use super::{
    background::{Activity, in_background},
    encoder::MODEL,
    endpoint::{EmbeddingsConfig, Endpoint},
    entry::{Edition, RuleEntry},
    facts::{Facts, Monster},
    kept_vectors::{KeptVectors, VectorKey, key},
    packages::{self, PackagesError},
    setup::{FOLDER, apart, locked},
    table_talk,
};

/// How many words make a passage: about as many as the packaged model reads well.
const PASSAGE_WORDS: usize = 80;
/// How many passages of an entry count. More was measured to find no better.
const MAX_PASSAGES: usize = 4;
/// How many entries are encoded before they are written down.
const BATCH: usize = 16;
/// The file that is held while vectors are made.
const LOCK: &str = "vectors.lock";
/// The number of recent questions whose vectors are cached.
const N_RECENT: usize = 64;
/// A longer question is cut: no model reads more of it.
const MAX_QUESTION_CHARS: usize = 1_000;

/// The source of the vectors.
enum VectorModel {
    /// The model that comes in a package, on our own processor.
    Packaged {
        /// The model.
        encoder: Arc<Encoder>,
        /// As many questions are encoded at once as there are processors; the others wait.
        turns: Semaphore,
        /// The guard that everything but a question waits for.
        activity: Arc<Activity>,
    },
    /// A server of embeddings.
    Endpoint(Box<Endpoint>),
}

/// A model with the entries' vectors, which come edition by edition.
pub(super) struct Meaning {
    model: VectorModel,
    vectors: [OnceLock<Vectors>; Edition::ALL.len()],
    recent: Mutex<VecDeque<(String, Vec<f32>)>>,
    failed: Notify,
}

impl Meaning {
    /// By the packaged model, which rests while someone plays.
    pub(super) fn packaged(encoder: Encoder, activity: Arc<Activity>) -> Self {
        Self::of(VectorModel::Packaged { encoder: Arc::new(encoder), turns: Semaphore::new(n_processors()), activity })
    }

    /// By a server.
    pub(super) fn endpoint(config: EmbeddingsConfig) -> Result<Self, PackagesError> {
        Ok(Self::of(VectorModel::Endpoint(Box::new(Endpoint::new(config)?))))
    }

    fn of(model: VectorModel) -> Self {
        Self { model, vectors: Default::default(), recent: Mutex::default(), failed: Notify::new() }
    }

    /// The model's name.
    pub(super) fn model(&self) -> &str {
        match &self.model {
            VectorModel::Packaged { .. } => MODEL,
            VectorModel::Endpoint(endpoint) => endpoint.model(),
        }
    }

    /// Distinguishes the model from others of its name.
    fn origin(&self) -> String {
        match &self.model {
            VectorModel::Packaged { .. } => packages::encoder().map_or("", |package| package.sha256).to_owned(),
            VectorModel::Endpoint(endpoint) => endpoint.origin(),
        }
    }

    /// Whether questions about these rules are answered by meaning now.
    pub(super) fn knows(&self, edition: Edition) -> bool {
        let rests = matches!(&self.model, VectorModel::Endpoint(endpoint) if endpoint.rests());
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
        entries: &[RuleEntry],
        data_dir: &Path,
        n_threads: usize,
        tell: &impl Fn(usize, usize),
    ) -> Result<(), PackagesError> {
        let n_dimensions = match &self.model {
            VectorModel::Packaged { encoder, .. } => encoder.n_dimensions(),
            VectorModel::Endpoint(endpoint) => endpoint.of_entries(&["fire"]).await?.first().map_or(0, Vec::len),
        };
        let all: Vec<EntryWords> = (0..)
            .zip(entries)
            .filter(|(_, entry)| entry.kind.is_searched())
            .flat_map(|(id, entry)| EntryWords::of(id, entry))
            .collect();
        let folder = data_dir.join(FOLDER);
        let open = || {
            let (from, name, origin) = (folder.clone(), self.model().to_owned(), self.origin());
            apart(move || Ok(KeptVectors::open(&from, &name, &origin, n_dimensions)))
        };
        let mut kept = open().await?;
        let mut lock = None;
        if all.iter().any(|words| kept.get(&words.key).is_none()) {
            // If two run at once, the second waits for the first and finds everything done. If the lock can't be written, the
            // file couldn't be either.
            lock = locked(&folder, LOCK, &|what| tracing::info!("{what}")).await.ok();
            kept = open().await?;
        }
        if all.iter().any(|words| kept.get(&words.key).is_none()) {
            let wanted: HashSet<&VectorKey> = all.iter().map(|words| &words.key).collect();
            kept.begin(|key| wanted.contains(key)).unwrap_or_else(not_kept);
        }
        let mut n_known = all.iter().filter(|words| kept.get(&words.key).is_some()).count();
        for edition in Edition::ALL {
            let of = || all.iter().filter(|words| words.edition == edition);
            let mut seen = HashSet::new();
            let is_new = |words: &&EntryWords| kept.get(&words.key).is_none() && seen.insert(words.key);
            let missing: Vec<&EntryWords> = of().filter(is_new).collect();
            for batch in missing.chunks(BATCH * n_threads) {
                tell(n_known, all.len());
                let vectors = try_join_all(batch.chunks(BATCH).map(|part| self.of_entries(part, n_dimensions))).await?;
                let keys = batch.iter().map(|words| words.key);
                kept.add(keys.zip(vectors.into_iter().flatten())).unwrap_or_else(not_kept);
                n_known += batch.len();
            }
            let mut vectors = Vectors::new(n_dimensions);
            for words in of() {
                if let Some(vector) = kept.get(&words.key) {
                    vectors.add(words.id, vector);
                }
            }
            let _ = self.vectors[edition as usize].set(vectors);
        }
        drop(lock);
        tell(all.len(), all.len());
        Ok(())
    }

    /// The vectors of some entries.
    async fn of_entries(&self, entries: &[&EntryWords], n_dimensions: usize) -> Result<Vec<Vec<f32>>, PackagesError> {
        let passages: Vec<String> = entries.iter().flat_map(|words| words.passages.iter().cloned()).collect();
        let vectors = match &self.model {
            VectorModel::Packaged { encoder, activity, .. } => {
                let (encoder, activity) = (Arc::clone(encoder), Arc::clone(activity));
                let encode = move |text: &String| {
                    activity.wait_until_quiet();
                    encoder.encode(text)
                };
                in_background(move || Ok(passages.iter().map(encode).collect())).await?
            }
            VectorModel::Endpoint(endpoint) => {
                endpoint.of_entries(&passages.iter().map(String::as_str).collect::<Vec<_>>()).await?
            }
        };
        if vectors.len() != entries.iter().map(|words| words.passages.len()).sum::<usize>()
            || vectors.iter().any(|vector| vector.len() != n_dimensions)
        {
            return Err(PackagesError(format!("{} gives vectors of different lengths", self.model())));
        }
        let mut rest = vectors.as_slice();
        let of = |words: &&EntryWords| {
            let (own, others) = rest.split_at(words.passages.len().min(rest.len()));
            rest = others;
            mean(own)
        };
        Ok(entries.iter().map(of).collect())
    }

    /// How near each of the library's entries is to a question; nothing if the model is unavailable.
    pub(super) async fn nearness(&self, edition: Edition, question: &str, n_entries: u32) -> Option<Vec<f32>> {
        if !self.knows(edition) {
            return None;
        }
        let vectors = self.vectors[edition as usize].get()?;
        let question: String = question.chars().take(MAX_QUESTION_CHARS).collect();
        if let Some(vector) = self.recently(&question) {
            return Some(vectors.nearness(&vector, n_entries));
        }
        let vector = self.of_question(&question).await;
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

    /// The vector of a question, of its first thousand characters.
    pub(super) async fn of_question(&self, question: &str) -> Result<Vec<f32>, PackagesError> {
        match &self.model {
            VectorModel::Packaged { encoder, turns, .. } => {
                let question: String = question.chars().take(MAX_QUESTION_CHARS).collect();
                let encoder = Arc::clone(encoder);
                let turn = turns.acquire().await;
                let encoded = spawn_blocking(move || encoder.encode(&question)).await;
                drop(turn);
                encoded.map_err(|_| PackagesError("its encoding broke off".into()))
            }
            VectorModel::Endpoint(endpoint) => endpoint.of_question(question).await,
        }
    }

    /// The vector of a passage with the text before and after it as context; a server reads it alone.
    pub(super) async fn of_passage(
        &self,
        before: String,
        text: String,
        after: String,
    ) -> Result<Vec<f32>, PackagesError> {
        match &self.model {
            VectorModel::Packaged { encoder, activity, .. } => {
                let (encoder, activity) = (Arc::clone(encoder), Arc::clone(activity));
                in_background(move || {
                    activity.wait_until_quiet();
                    Ok(encoder.encode_within(&before, &text, &after))
                })
                .await
            }
            VectorModel::Endpoint(endpoint) if endpoint.rests() => {
                Err(PackagesError("the embeddings server rests".into()))
            }
            VectorModel::Endpoint(endpoint) => Ok(endpoint.of_entries(&[&text]).await?.pop().unwrap_or_default()),
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

/// How many processors there are.
fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Words of an entry that are encoded as one.
struct EntryWords {
    id: u32,
    edition: Edition,
    key: VectorKey,
    passages: Vec<String>,
}

impl EntryWords {
    /// The rules' own text, and everyday words for the entry: a question may resemble either.
    fn of(id: u32, entry: &RuleEntry) -> impl Iterator<Item = Self> {
        let said = table_talk::of(entry.kind, &entry.slug).map(|phrases| vec![phrases.to_owned()]);
        let edition = entry.edition;
        let words = move |passages: Vec<String>| Self { id, edition, key: key(&passages.join("\n")), passages };
        [passages(entry)].into_iter().chain(said).map(words)
    }
}

fn not_kept(why: PackagesError) {
    tracing::warn!("vectors will be made again at the next start: {why}");
}

/// An entry in passages to be encoded: each says what it is of, and then some of its words, without marks and without the
/// numbers that every entry of its type has.
fn passages(entry: &RuleEntry) -> Vec<String> {
    let words = match &entry.facts {
        Some(Facts::Monster(monster)) => of_monster(monster),
        _ => entry.prose().to_owned(),
    };
    let plain: String = words.chars().map(|c| if "*#|_`".contains(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().take(MAX_PASSAGES * PASSAGE_WORDS).collect();
    let of = format!("{}: {}.", entry.kind.as_str(), entry.name);
    let passages = words.chunks(PASSAGE_WORDS).map(|words| format!("{of} {}", words.join(" ")));
    if words.is_empty() { vec![of] } else { passages.collect() }
}

fn of_monster(monster: &Monster) -> String {
    let mut words = format!("{} {}", monster.size, monster.creature_type);
    let deeds = [&monster.traits, &monster.actions, &monster.reactions, &monster.legendary_actions];
    for deed in deeds.into_iter().flatten() {
        let _ = write!(words, " {}. {}", deed.name, deed.text);
    }
    words
}

/// The vector of an entry: the mean of its passages', the first counted again, as it says most of what the rest is
/// about.
fn mean(passages: &[Vec<f32>]) -> Vec<f32> {
    let Some(first) = passages.first() else { return Vec::new() };
    let mut sum = vec![0.0; first.len()];
    passages.iter().for_each(|passage| sum.iter_mut().zip(passage).for_each(|(sum, number)| *sum += number));
    of_length_1(of_length_1(sum).iter().zip(first).map(|(mean, first)| mean + first).collect())
}
