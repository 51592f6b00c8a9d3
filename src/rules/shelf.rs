//! Where the library stands: the core at first, the whole rules once they are there.

use std::{
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock},
};

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    core,
    library::Library,
    setup::{SETUP_COMMAND, cached, setup},
};

/// A place for the library that is filled while others read it.
pub struct Shelf {
    stands: RwLock<Stands>,
}

struct Stands {
    library: Arc<Library>,
    missing: Option<String>,
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
    /// What is missing, and the command that fetches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Shelf {
    /// A shelf with the core alone.
    pub fn core() -> Arc<Self> {
        let missing = Some(format!("Only a core of the rules is there; run {SETUP_COMMAND} to fetch all of them."));
        let library = Arc::new(core::library());
        Arc::new(Self { stands: RwLock::new(Stands { library, missing }) })
    }

    /// A shelf with a library that is there already.
    pub fn of(library: Library) -> Arc<Self> {
        Arc::new(Self { stands: RwLock::new(Stands { library: Arc::new(library), missing: None }) })
    }

    /// Fills the shelf with what was fetched before into `data_dir`; with `fetch`, fetches what is missing. Until then, and
    /// if it can't be had, the core stays.
    pub async fn fill(&self, data_dir: PathBuf, fetch: bool) {
        let from = data_dir.clone();
        if let Ok(Some(library)) = tokio::task::spawn_blocking(move || cached(&from)).await {
            self.put(library);
            return;
        }
        if !fetch {
            return;
        }
        self.say(format!(
            "The rules are being fetched; until they are there only a core is. {SETUP_COMMAND} does the same."
        ));
        match setup(&data_dir, |what| tracing::info!("rules: {what}")).await {
            Ok(library) => self.put(library),
            Err(why) => {
                tracing::warn!("only a core of the rules is there: {why}");
                self.say(format!("Only a core of the rules is there; run {SETUP_COMMAND} to fetch all of them. {why}"));
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
            semantic: false,
            missing: stands.missing.clone(),
        }
    }

    fn put(&self, library: Library) {
        let mut stands = self.stands.write().unwrap_or_else(PoisonError::into_inner);
        *stands = Stands { library: Arc::new(library), missing: None };
    }

    fn say(&self, missing: String) {
        self.stands.write().unwrap_or_else(PoisonError::into_inner).missing = Some(missing);
    }
}
