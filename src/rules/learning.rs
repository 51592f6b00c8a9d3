//! Builds the semantic index of a library.

use std::{num::NonZero, path::Path, sync::Arc, thread::available_parallelism};

use super::{
    background::Activity, encoder::encoder, library::Library, meaning::Meaning, packages::PackagesError, shelf::Sources,
};

/// Makes a library find by meaning too: by the embeddings server if there is one that works, else by the packaged model,
/// which is fetched where it is missing. Every entry is read, on all processors. `tell` hears what happens, `count` how many of how
/// many texts are read.
///
/// # Errors
/// A sentence that says what is missing and what to do. The library still searches by words.
pub async fn learn_meaning(
    library: &Library,
    sources: &Sources,
    tell: impl Fn(&str),
    count: impl Fn(usize, usize),
) -> Result<(), PackagesError> {
    let n_threads = available_parallelism().map_or(1, NonZero::get);
    let by = |meaning| taught(library, Arc::new(meaning), &sources.data_dir, n_threads, &count);
    if let Some(config) = sources.embeddings.clone() {
        match by(Meaning::endpoint(config)?).await {
            Ok(()) => return Ok(()),
            Err(why) => tell(&format!("{why}; the packaged model stands in.")),
        }
    }
    let encoder = encoder(&sources.data_dir, &tell).await?;
    tell("Preparing the search by meaning; this can take some minutes …");
    by(Meaning::packaged(encoder, Arc::new(Activity::default()))).await
}

/// Lets a library be asked by what `meaning` knows as it learns the entries; if that fails, it is asked no more.
pub(super) async fn taught(
    library: &Library,
    meaning: Arc<Meaning>,
    data_dir: &Path,
    n_threads: usize,
    count: &impl Fn(usize, usize),
) -> Result<(), PackagesError> {
    library.attach(Arc::clone(&meaning));
    let learnt = meaning.learn(library.entries(), data_dir, n_threads, count).await;
    if learnt.is_err() {
        library.detach(&meaning);
    }
    learnt
}
