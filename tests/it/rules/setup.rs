//! Getting the rules: what is damaged is mended, what was killed is taken up, two at once agree.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, sync::Mutex};

use embertale::rules::{self, Shelf, Sources};

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
    assert!(!shelf.fill(&on_disk(empty.path())).await);
    let status = shelf.status();
    assert!(!status.ready && status.entries > 50, "{status:?}");
    assert!(status.missing.is_some_and(|missing| missing.contains("embertale setup")));
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "nothing is fetched that may not be");
    if whole().await.is_none() {
        return;
    }
    assert!(shelf.fill(&on_disk(&folder())).await);
    let status = shelf.status();
    assert!(status.ready && status.entries > 4_000 && status.missing.is_none(), "{status:?}");
}

#[tokio::test]
async fn packages_on_disk_are_read_even_where_nothing_may_be_fetched() {
    if whole().await.is_none() {
        return;
    }
    let home = with_packages();
    let shelf = Shelf::core();
    assert!(shelf.fill(&on_disk(home.path())).await);
    assert!(cache(home.path()).exists());
}

#[tokio::test]
async fn a_cache_that_can_t_be_kept_is_no_reason_to_do_without_the_rules() {
    if whole().await.is_none() {
        return;
    }
    let home = with_packages();
    // A folder stands where the cache would be written.
    fs::create_dir(home.path().join("rules/rules.part")).unwrap();
    let told = Mutex::new(Vec::new());
    let library = rules::setup(home.path(), |what| told.lock().unwrap().push(what.to_owned())).await.unwrap();
    assert!(library.is_complete() && library.entries().len() > 4_000);
    let told = told.into_inner().unwrap().join(" ");
    assert!(told.contains("will be read again at the next start"), "{told}");
}

#[tokio::test]
async fn without_python_the_error_says_what_to_install_and_what_else_to_do() {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_embertale"))
        .arg("setup")
        .env_clear()
        .env("DATA_DIR", home.path())
        .env("PATH", home.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("install python3 and python3-pip"), "{said}");
    assert!(said.contains("put the files it names into"), "{said}");
}

/// Whoever stands in for Python sees what the real one would: it fetches nothing, but says what it was told.
#[tokio::test]
async fn what_opens_something_is_not_told_to_the_program_that_fetches() {
    let home = tempfile::tempdir().unwrap();
    let python = home.path().join("python3");
    fs::write(&python, "#!/bin/sh\nexport > \"$OUT\"\n").unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_embertale"))
        .arg("setup")
        .env_clear()
        .envs([("PATH", home.path()), ("DATA_DIR", home.path()), ("OUT", &home.path().join("told"))])
        .envs([("ANTHROPIC_API_KEY", "hush-1"), ("AUTH_TOKENS", "ada:hush-2"), ("DICE_SEED", "hush-3")])
        .envs([("RULES_EMBED_KEY", "hush-4"), ("GOOGLE_APPLICATION_CREDENTIALS", "hush-5")])
        .envs([("RULES_EMBED_URL", "http://hush-6@localhost/"), ("RULES_EMBED_MODEL", "small")])
        .output()
        .unwrap();
    assert!(!output.status.success(), "what says it is done and isn't is not believed");
    let told = fs::read_to_string(home.path().join("told")).unwrap();
    assert!(told.contains("DATA_DIR") && !told.contains("hush"), "{told}");
}

/// What is on disk, and nothing else.
fn on_disk(data_dir: &Path) -> Sources {
    Sources { data_dir: data_dir.to_owned(), fetch: false, embeddings: None }
}
