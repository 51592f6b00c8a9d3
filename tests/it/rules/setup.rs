//! Tests of the setup of the rules: damaged files are repaired, a killed setup is resumed, and two at once agree.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, sync::Mutex};

use embertale::rules::{self, LibraryHandle, Sources};

use super::{folder, whole};

/// A data folder with the packages in it, and no cache yet.
fn with_packages() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let into = home.path().join("rules");
    fs::create_dir(&into).unwrap();
    for file in fs::read_dir(folder().join("rules")).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        // The encoder's package is left out, because encoding all rules takes minutes in a debug build.
        if name.ends_with(".whl") && !name.contains("embeddings") {
            fs::copy(&file, into.join(name)).unwrap();
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
    let shelf = LibraryHandle::core();
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
    let shelf = LibraryHandle::core();
    assert!(shelf.fill(&on_disk(home.path())).await);
    assert!(cache(home.path()).exists());
}

#[tokio::test]
async fn a_cache_that_can_t_be_kept_is_no_reason_to_do_without_the_rules() {
    if whole().await.is_none() {
        return;
    }
    let home = with_packages();
    // A folder is in the place of the cache file.
    fs::create_dir(home.path().join("rules/rules.cache")).unwrap();
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

/// The stub of Python gets the real arguments: it downloads nothing, but prints them.
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

/// The program in an environment without Python.
fn without_python(home: &Path, arguments: &[&str], env: &[(&str, &str)]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_embertale"));
    command.args(arguments).env_clear().env("DATA_DIR", home).env("PATH", home).envs(env.iter().copied());
    command.output().unwrap()
}

#[tokio::test]
async fn a_folder_with_the_packages_needs_neither_python_nor_a_network() {
    if whole().await.is_none() {
        return;
    }
    let (from, home) = (with_packages(), tempfile::tempdir().unwrap());
    let from = from.path().join("rules");
    let output = without_python(home.path(), &["setup", from.to_str().unwrap()], &[]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("rules entries loaded"), "{output:?}");
    let steps = String::from_utf8_lossy(&output.stderr);
    for step in ["Copying", "Reading the packages"] {
        assert!(steps.contains(step), "{step}: {steps}");
    }
    assert!(cache(home.path()).exists());
}

#[tokio::test]
async fn a_read_only_folder_is_used_in_place() {
    if whole().await.is_none() {
        return;
    }
    let (from, home) = (with_packages(), tempfile::tempdir().unwrap());
    let from = from.path().join("rules");
    fs::set_permissions(&from, fs::Permissions::from_mode(0o555)).unwrap();
    let output = without_python(home.path(), &["setup"], &[("RULES_DIR", from.to_str().unwrap())]);
    assert!(output.status.success(), "{output:?}");
    let links =
        fs::read_dir(home.path().join("rules")).unwrap().filter(|file| file.as_ref().unwrap().path().is_symlink());
    assert!(links.count() >= 2, "nothing large is copied");
    fs::set_permissions(&from, fs::Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn packages_are_fetched_from_a_mirror_and_files_with_a_wrong_hash_are_removed() {
    if whole().await.is_none() {
        return;
    }
    let from = with_packages();
    let folder = from.path().join("rules");
    let serve = move |axum::extract::Path(name): axum::extract::Path<String>| {
        let found = fs::read(folder.join(&name));
        async move { found.map_err(|_| axum::http::StatusCode::NOT_FOUND) }
    };
    let wrong = async || "not the file";
    let mirror = axum::Router::new()
        .route("/good/{name}", axum::routing::get(serve))
        .route("/wrong/{name}", axum::routing::get(wrong));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(async move { axum::serve(listener, mirror).await });
    let setup = |place: &str| {
        let (home, url) = (tempfile::tempdir().unwrap(), format!("http://hush@{address}/{place}/"));
        tokio::task::spawn_blocking(move || (without_python(home.path(), &["setup"], &[("RULES_URL", &url)]), home))
    };
    let (output, home) = setup("good").await.unwrap();
    assert!(output.status.success() && cache(home.path()).exists(), "{output:?}");
    for (place, why) in [("wrong", "is not the file it should be"), ("nowhere", "RULES_URL")] {
        let (output, home) = setup(place).await.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(why) && !said.contains("hush"), "{said}");
        let left = fs::read_dir(home.path().join("rules")).unwrap();
        let left: Vec<_> = left.map(|file| file.unwrap().file_name()).filter(|name| name != "setup.lock").collect();
        assert!(left.is_empty(), "{left:?}");
    }
    serving.abort();
}
