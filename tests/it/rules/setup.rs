//! Getting the rules: what is damaged is mended, what was killed is taken up, two at once agree.

use std::{fs, path::Path};

use embertale::rules::{self, Shelf};

use super::{folder, whole};

/// A data folder with the packages in it, and no cache yet.
fn with_packages() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let into = home.path().join("rules");
    fs::create_dir(&into).unwrap();
    for file in fs::read_dir(folder().join("rules")).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|kind| kind == "whl") {
            fs::copy(&file, into.join(file.file_name().unwrap())).unwrap();
        }
    }
    home
}

fn cache(home: &Path) -> std::path::PathBuf {
    home.join("rules/rules.cache")
}

#[tokio::test]
async fn a_cache_that_is_no_cache_is_made_anew() {
    if whole().await.is_none() {
        return;
    }
    let home = with_packages();
    fs::write(cache(home.path()), "half of someth").unwrap();
    let library = rules::setup(home.path(), |_| ()).await.unwrap();
    let sound = fs::read(cache(home.path())).unwrap();
    fs::write(cache(home.path()), &sound[..sound.len() / 2]).unwrap();
    let again = rules::setup(home.path(), |_| ()).await.unwrap();
    assert_eq!(library.entries(), again.entries());
    assert_eq!(fs::read(cache(home.path())).unwrap(), sound, "the same packages give the same cache");
}

#[tokio::test]
async fn of_two_setups_at_once_both_end_with_the_whole_rules() {
    if whole().await.is_none() {
        return;
    }
    let home = with_packages();
    let (one, other) = tokio::join!(rules::setup(home.path(), |_| ()), rules::setup(home.path(), |_| ()));
    assert_eq!(one.unwrap().entries(), other.unwrap().entries());
    let left: Vec<_> = fs::read_dir(home.path().join("rules")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("part")), "{left:?}");
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("reading")), "{left:?}");
}

#[tokio::test]
async fn a_shelf_serves_the_core_until_the_rules_are_there() {
    let shelf = Shelf::core();
    let empty = tempfile::tempdir().unwrap();
    shelf.fill(empty.path().to_owned(), false).await;
    let status = shelf.status();
    assert!(!status.ready && status.entries > 50, "{status:?}");
    assert!(status.missing.is_some_and(|missing| missing.contains("embertale setup")));
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is fetched that may not be");
    if whole().await.is_none() {
        return;
    }
    shelf.fill(folder(), false).await;
    let status = shelf.status();
    assert!(status.ready && status.entries > 4_000 && status.missing.is_none(), "{status:?}");
}
