//! Tests of `embertale campaign …`, as authors of campaigns use it.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

fn campaign(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_embertale")).arg("campaign").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn clean() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/campaign/clean.json")
}

#[test]
fn a_clean_campaign_is_said_to_be_clean() {
    let checked = campaign(&["check", clean().to_str().unwrap()]);
    assert!(checked.status.success());
    assert!(text(&checked.stdout).ends_with("clean, 7 nodes\n"), "{}", text(&checked.stdout));
}

#[test]
fn a_broken_one_is_told_line_by_line_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.json");
    let mut broken: Value = serde_json::from_slice(&std::fs::read(clean()).unwrap()).unwrap();
    broken["acts"][0]["nodes"][0]["exits"][0]["to"] = serde_json::json!({"node": "atlantis"});
    std::fs::write(&file, broken.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let checked = campaign(&["check", file]);
    assert_eq!(checked.status.code(), Some(1));
    let said = text(&checked.stdout);
    assert!(said.contains("error[exit-to-nowhere] act “the-road”, node “the-halfway”, exit “down-the-road”"), "{said}");
    assert!(said.ends_with("1 error, 0 warnings\n"), "{said}");
    let as_json: Value = serde_json::from_slice(&campaign(&["check", "--json", file]).stdout).unwrap();
    assert_eq!(as_json[0]["at"], "/acts/0/nodes/0/exits/0");
}

#[test]
fn a_walk_ends_with_its_figures() {
    let walked = campaign(&["walk", clean().to_str().unwrap(), "--runs", "200"]);
    assert!(walked.status.success());
    let last: Value = serde_json::from_str(text(&walked.stdout).lines().last().unwrap()).unwrap();
    assert_eq!((&last["n"], &last["ended"], &last["share"]), (&200.into(), &200.into(), &1.0.into()));
}

#[test]
fn a_map_is_drawn_in_text_and_as_an_image_without_noise() {
    let clean = clean();
    let drawn = campaign(&["map", clean.to_str().unwrap()]);
    assert!(text(&drawn.stdout).contains("→ Home: Home"), "{}", text(&drawn.stdout));
    let drawn = campaign(&["map", "--svg", clean.to_str().unwrap()]);
    assert!(drawn.status.success() && text(&drawn.stdout).starts_with("<svg"));
    assert_eq!(text(&drawn.stderr), "");
}

#[test]
fn what_is_not_there_or_no_campaign_is_said() {
    let missing = campaign(&["check", "nowhere.json"]);
    assert!(!missing.status.success());
    assert!(text(&missing.stderr).contains("embertale campaign list"), "{}", text(&missing.stderr));
    let folder = tempfile::tempdir().unwrap();
    assert!(!campaign(&["walk", folder.path().to_str().unwrap()]).status.success());
    let file = folder.path().join("cut.json");
    std::fs::write(&file, "{\"format\":").unwrap();
    let cut = campaign(&["walk", file.to_str().unwrap()]);
    assert!(!cut.status.success() && text(&cut.stderr).contains("error[unreadable]"), "{}", text(&cut.stderr));
}

#[test]
fn the_schema_is_json() {
    let printed = campaign(&["schema"]);
    let schema: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(schema["title"], "Package");
}

#[test]
fn every_campaign_that_comes_with_the_game_is_clean_and_comes_to_all_its_endings() {
    let listed = campaign(&["list"]);
    assert!(listed.status.success());
    for line in text(&listed.stdout).lines() {
        let slug = line.split(':').next().unwrap();
        let checked = campaign(&["check", slug]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
        let walked = campaign(&["walk", slug, "--runs", "1000"]);
        assert!(walked.status.success(), "{}", text(&walked.stdout));
        let last: Value = serde_json::from_str(text(&walked.stdout).lines().last().unwrap()).unwrap();
        assert_eq!(last["unseen"], 0, "{}", text(&walked.stdout));
        assert!(!text(&walked.stdout).contains("      0 came to"), "{}", text(&walked.stdout));
    }
}
