//! The current library: first the core rules, then all rules, then with semantic search.

use std::{
    path::PathBuf,
    sync::{
        Arc, LazyLock, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde::Serialize;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::{
    background::Activity,
    core, encoder,
    endpoint::EmbeddingsConfig,
    entry::Edition,
    learning::taught,
    library::Library,
    meaning::Meaning,
    packages::PackagesError,
    reader::Embedder,
    setup::{SETUP_COMMAND, on_disk, setup},
};

/// The advice if the optional package is missing.
const NO_ENCODER: &str =
    "Finding them by meaning too needs the sentence encoder: run `embertale setup`, or put its package into RULES_DIR.";
/// How often missing packages are looked for.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// Where the rules come from.
#[derive(Clone)]
pub struct Sources {
    /// The data folder.
    pub data_dir: PathBuf,
    /// Whether missing packages may be downloaded.
    pub fetch: bool,
    /// A server of embeddings to be used instead of the packaged model.
    pub embeddings: Option<EmbeddingsConfig>,
}

/// A place for the library that is filled while others read it.
pub struct LibraryHandle {
    stands: RwLock<Stands>,
    activity: Arc<Activity>,
}

/// A library that is made when it is first needed.
type LazyLibrary = Arc<LazyLock<Arc<Library>, Box<dyn FnOnce() -> Arc<Library> + Send>>>;

struct Stands {
    library: LazyLibrary,
    missing: Option<String>,
    /// Indexed texts, and all texts.
    read: (usize, usize),
    /// Why questions are answered by words alone.
    by_words_because: Option<String>,
}

/// Which parts of the rules are available.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether everything is available.
    pub ready: bool,
    /// How many entries there are.
    pub entries: usize,
    /// Whether rules are found by meaning as well as by words.
    pub semantic: bool,
    /// How the rules are searched; if it is by words alone, also why.
    pub search: String,
    /// Progress of the semantic index, while it is being built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<IndexProgress>,
    /// What is missing, and the command that fetches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// Progress of the semantic index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RulesReading)]
pub struct IndexProgress {
    /// How many texts are read.
    pub read: usize,
    /// How many there are.
    pub of: usize,
}

/// Writes to the log how far the reading is: at its beginning, after each tenth, and at its end.
#[derive(Default)]
struct ProgressLog {
    /// How many tenths were said, and one.
    n_said: AtomicUsize,
}

impl ProgressLog {
    fn note(&self, read: usize, of: usize) {
        let n_tenths = (10 * read).checked_div(of).unwrap_or(10);
        if self.n_said.fetch_max(n_tenths + 1, Ordering::Relaxed) <= n_tenths {
            tracing::info!(read, of, "the rules are being read for their meaning");
        }
    }
}

impl Stands {
    /// How far the reading is, while it is under way.
    fn reading(&self) -> Option<IndexProgress> {
        let (read, of) = self.read;
        (read < of && self.by_words_because.is_none()).then_some(IndexProgress { read, of })
    }

    /// The description of the search method; `model` is the available embedding model.
    fn search(&self, model: Option<String>) -> String {
        let (n, of) = self.read;
        let words = match (model, &self.by_words_because) {
            (Some(model), _) if n < of => {
                format!("by keywords and semantic search ({model}; {n} of {of} texts indexed)")
            }
            (Some(model), _) => format!("by keywords and semantic search ({model})"),
            (None, Some(why)) => return format!("Questions are answered by keywords only. {why}"),
            (None, None) if n < of => format!("by keywords; {n} of {of} texts are indexed for semantic search"),
            (None, None) => "by keywords".to_owned(),
        };
        format!("Questions are answered {words}.")
    }
}

/// Shown while the server starts.
const READING: &str = "The rules are being read from disk; until then only the built-in core rules are available.";

/// Shown while only the built-in core rules are available.
fn core_alone() -> String {
    format!("Only the built-in core rules are available; run {SETUP_COMMAND} to fetch all of them.")
}

fn lazy(library: impl FnOnce() -> Arc<Library> + Send + 'static) -> LazyLibrary {
    Arc::new(LazyLock::new(Box::new(library)))
}

impl LibraryHandle {
    /// A shelf with the core alone, whose entries are read when they are first needed.
    pub fn core() -> Arc<Self> {
        Self::with(|| Arc::new(core::library()), Some(core_alone()))
    }

    /// A shelf with a library that is there already.
    pub fn of(library: Library) -> Arc<Self> {
        let library = Arc::new(library);
        Self::with(move || library, None)
    }

    fn with(library: impl FnOnce() -> Arc<Library> + Send + 'static, missing: Option<String>) -> Arc<Self> {
        let stands = Stands { library: lazy(library), missing, read: (0, 0), by_words_because: None };
        Arc::new(Self { stands: RwLock::new(stands), activity: Arc::default() })
    }

    /// Loads the rules from disk, and downloads missing packages if that is allowed. If that fails, the current rules stay.
    /// Returns whether all the rules are available.
    pub async fn fill(&self, sources: &Sources) -> bool {
        let mut library = on_disk(&sources.data_dir).await;
        if library.is_none() && !sources.fetch {
            self.change(|stands| {
                if stands.missing.as_deref() == Some(READING) {
                    stands.missing = Some(core_alone());
                }
            });
        }
        if library.is_none() && sources.fetch {
            let words = "The rules are being fetched; until then only the built-in core rules are available.";
            self.change(|stands| stands.missing = Some(format!("{words} {SETUP_COMMAND} does the same.")));
            library = match setup(&sources.data_dir, |what| tracing::info!("{what}")).await {
                Ok(library) => Some(library),
                Err(why) => {
                    tracing::warn!("only the built-in core rules are available: {why}");
                    self.change(|stands| {
                        stands.missing = Some(format!("Only the built-in core rules are available. {why}"))
                    });
                    None
                }
            };
        }
        let Some(library) = library.map(Arc::new) else { return false };
        self.change(|stands| {
            stands.library = lazy(move || library);
            stands.missing = None;
        });
        true
    }

    /// Builds the semantic index with the embeddings server, or with the packaged model if there is no server or it fails.
    /// Returns when the index is complete.
    pub async fn learn(&self, sources: &Sources) {
        if let Some(config) = sources.embeddings.clone() {
            let learnt = match Meaning::endpoint(config) {
                Ok(meaning) => self.learnt(sources, meaning).await,
                Err(why) => Err(why),
            };
            match learnt {
                Ok(meaning) => meaning.has_failed().await,
                Err(why) => tracing::warn!("{why}; the packaged model stands in"),
            }
        }
        if !sources.fetch && !encoder::is_there(&sources.data_dir).await {
            // A choice of the operator: see docs/deploy.md.
            tracing::info!("the sentence encoder is not installed: rules search uses keywords only");
            self.change(|stands| stands.by_words_because = Some(NO_ENCODER.to_owned()));
        } else if let Err(why) = self.learn_by_packaged_model(sources).await {
            tracing::warn!("rules search uses keywords only: {why}");
            self.change(|stands| stands.by_words_because = Some(why.to_string()));
        }
    }

    /// Does both, and while something is missing looks now and then whether someone has put it there.
    pub async fn tend(&self, sources: Sources) {
        let mut allowed = sources;
        self.change(|stands| stands.missing = Some(READING.to_owned()));
        while !self.fill(&allowed).await {
            // A failed download is not repeated.
            allowed.fetch = false;
            sleep(LOOK_AGAIN).await;
        }
        self.learn(&allowed).await;
        while !self.status().semantic {
            sleep(LOOK_AGAIN).await;
            if encoder::is_there(&allowed.data_dir).await {
                self.learn(&allowed).await;
            }
        }
    }

    async fn learn_by_packaged_model(&self, sources: &Sources) -> Result<(), PackagesError> {
        let encoder = encoder::encoder(&sources.data_dir, |what| tracing::info!("{what}")).await?;
        self.learnt(sources, Meaning::packaged(encoder, Arc::clone(&self.activity))).await.map(drop)
    }

    /// Builds the semantic index, and reports the progress in the status.
    async fn learnt(&self, sources: &Sources, meaning: Meaning) -> Result<Arc<Meaning>, PackagesError> {
        let meaning = Arc::new(meaning);
        let log = ProgressLog::default();
        let count = |n, of| {
            log.note(n, of);
            self.change(|stands| stands.read = (n, of));
        };
        let library = self.library();
        taught(&library, Arc::clone(&meaning), &sources.data_dir, 1, &count).await?;
        self.change(|stands| stands.by_words_because = None);
        Ok(meaning)
    }

    /// Counts turns in progress, so that indexing pauses meanwhile.
    pub fn activity(&self) -> &Arc<Activity> {
        &self.activity
    }

    /// The library as it is now.
    pub fn library(&self) -> Arc<Library> {
        let library = Arc::clone(&self.stands.read().unwrap_or_else(PoisonError::into_inner).library);
        Arc::clone(LazyLock::force(&library))
    }

    /// The model the rules are read by, for reading other texts too. It can be asked before all the rules are read.
    pub fn reader(&self) -> Option<Embedder> {
        self.library().last_meaning().map(Embedder::new)
    }

    /// Which parts of the rules are available.
    pub fn status(&self) -> Status {
        let stands = self.stands.read().unwrap_or_else(PoisonError::into_inner);
        let library = &**stands.library;
        let model = library.model(Edition::default());
        Status {
            ready: library.is_complete(),
            entries: library.entries().len(),
            semantic: model.is_some(),
            search: stands.search(model),
            reading: stands.reading(),
            missing: stands.missing.clone(),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Stands)) {
        change(&mut self.stands.write().unwrap_or_else(PoisonError::into_inner));
    }
}
