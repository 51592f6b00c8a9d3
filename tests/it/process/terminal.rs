//! Playing without the page: in the terminal, and by itself.

use std::{
    io::Write,
    process::{Output, Stdio},
};

use serde_json::Value;

use super::server::Home;

/// Runs the program with these lines on its standard input.
fn says(home: &Home, arguments: &[&str], lines: &str) -> Output {
    let mut command = home.command(&[("DICE_SEED", "embers")]);
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    child.stdin.take().expect("its input is ours").write_all(lines.as_bytes()).expect("it listens");
    child.wait_with_output().expect("its output")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn a_turn_is_played_taken_back_and_gone_on_with_in_the_terminal() {
    let home = Home::new();
    let told = text(&says(
        &home,
        &["play"],
        "/Recap\nlook around\n\n/SHEET\n/Clear\n/undo\n/undo\nI wait\n/retry\n/nonsense\n/quit\n",
    ));
    assert!(told.contains("Nothing has happened yet."), "{told}");
    assert!(told.contains("built-in storyteller") && told.contains("hit points"), "{told}");
    assert!(told.contains("Taken back. Turn 1, “look around”") && told.contains("There is no such command"), "{told}");
    let places = ["Cleared. The built-in storyteller plays on", "shown again what was said", "Taken back."]
        .map(|it| told.find(it));
    assert!(places.is_sorted() && places[0].is_some(), "first the clearing is taken back, then the turn: {told}");
    assert!(told.contains(" to hit, "), "a sheet says what a weapon does in these hands: {told}");
    assert!(told.contains("  [found: "), "a turn says what it changed: {told}");
    let id = told.trim().rsplit(' ').next().expect("the session's id").to_owned();
    assert!(home.verify().contains("clean, 1 turns"));

    let again = text(&says(&home, &["play", &id], "what happened earlier?\n/journal\n/recap\n/cost\n/level\n"));
    assert!(again.contains("Places\n") && again.contains("(you are here)"), "the journal names places: {again}");
    assert!(again.contains("  turn 2: "), "the recap ends with the last turn: {again}");
    assert!(again.contains("$0.0000 for this session") && again.contains("dungeonMaster: "), "{again}");
    assert!(again.contains("No level waits."), "{again}");
    assert!(again.contains("> I wait"), "what was told last comes first: {again}");
    assert!(again.contains("day 1, ") && again.contains(" hit points\n"), "and then where things stand: {again}");
    assert!(home.verify().contains("clean, 2 turns"));
}

#[test]
fn the_language_of_the_story_is_shown_and_changed_in_the_terminal() {
    let home = Home::new();
    let told = text(&says(&home, &["play"], "/language\n/Language de\n/language Klingon\n/LANGUAGE None\n/Quit\n"));
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("The story is told in")).collect();
    let own = "> The story is told in the language of your words.";
    assert_eq!(lines.len(), 3, "{told}");
    assert_eq!((lines[0], lines[2]), (own, own), "{told}");
    assert!(lines[1].contains("told in de.") && told.contains("speaks English only"), "{told}");
    assert!(told.contains("“Klingon” is no language."), "{told}");
    assert!(home.verify().contains("clean"));
}

#[test]
fn verify_says_what_it_does_not_compare() {
    let help = text(&says(&Home::new(), &["verify", "--help"], ""));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Texts of players and of the story are not checked"), "{help}");
}

#[test]
fn who_has_read_enough_is_left_without_noise() {
    let home = Home::new();
    text(&says(&home, &["play"], "look around\n"));
    let commands = [&["openapi"][..], &["rules", "coverage"], &["verify"], &["demo", "--turns", "3"], &["play"]];
    for arguments in commands {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = home.command(&[("DICE_SEED", "embers")]);
        let output = command.args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let output = output.spawn().expect("the program starts").wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
}

#[test]
fn what_is_kept_nowhere_is_not_offered_to_go_on_with() {
    let home = Home::new();
    let mut command = home.command(&[("STORE", "memory")]);
    let output = command.arg("play").stdin(Stdio::null()).output().expect("it plays");
    assert!(!text(&output).contains("To go on"));
}

#[test]
fn a_session_or_hero_that_is_not_there_is_said_in_a_sentence() {
    let home = Home::new();
    for (arguments, sentence) in
        [(&["play", "nowhere"][..], "no such session"), (&["play", "--hero", "nobody"][..], "choose one of")]
    {
        let output = says(&home, arguments, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(sentence) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn the_game_plays_itself_without_a_fault_and_says_what_it_played() {
    let home = Home::new();
    let output = says(&home, &["demo", "--seeds", "3", "--turns", "12", "--quiet"], "");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!log.contains("INFO"), "only warnings are logged: {log}");
    let asked = home.command(&[("LOG", "info")]).args(["demo", "--turns", "1", "--quiet"]).output().expect("it plays");
    assert!(String::from_utf8_lossy(&asked.stderr).contains("INFO"), "unless LOG is set");
    let told = text(&output);
    let figures: Value = serde_json::from_str(told.lines().last().expect("a line")).expect("figures");
    assert_eq!((&figures["turns"], &figures["failed"], &figures["faults"]), (&36.into(), &0.into(), &0.into()));
    assert!(!home.data().join("embertale.db").exists(), "it leaves nothing behind");
}

#[test]
fn a_campaign_plays_itself_to_an_ending_and_can_be_played_in_the_terminal() {
    let home = Home::new();
    let campaign = ["--campaign", "the-ice-house-at-sundry"];
    let told = text(&says(&home, &[&["demo", "--seeds", "2", "--quiet"][..], &campaign].concat(), ""));
    let figures: Value = serde_json::from_str(told.lines().last().expect("a line")).expect("figures");
    assert_eq!((&figures["failed"], &figures["faults"]), (&0.into(), &0.into()), "{told}");
    let n_ended: u64 = figures["endings"].as_object().expect("endings").values().filter_map(Value::as_u64).sum();
    assert_eq!(n_ended, 2, "{figures}");

    let played = text(&says(&home, &[&["play"][..], &campaign].concat(), "look at the frost\n/quit\n"));
    assert!(played.contains("You walk round the edge of it."), "{played}");
    assert!(home.verify().contains("clean, 1 turns"));
    for command in ["demo", "play"] {
        let unknown = says(&home, &[command, "--campaign", "nowhere"], "");
        let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
        assert!(!unknown.status.success() && said.contains("campaign list") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn whoever_answers_for_themselves_is_named_in_the_terminal() {
    let home = Home::new();
    let words = "@barnaby what is this place?\n@barnaby @wenna and what happened?\nlook at the frost\n/quit\n";
    let played = text(&says(&home, &["play", "--campaign", "the-ice-house-at-sundry"], words));
    let answers: Vec<&str> = played.split("> ").skip(1).map(str::trim_start).collect();
    assert!(answers[0].starts_with("Barnaby Oke: "), "{played}");
    assert!(answers[1].starts_with("Barnaby Oke: ") && answers[1].contains("\nWenna Thack: "), "{played}");
    assert!(!answers[2].contains(": “"), "{played}");
    let id = played.trim().rsplit(' ').next().expect("the session's id").to_owned();
    text(&says(&home, &["play", &id], "@barnaby and now?\n/quit\n"));
    let again = text(&says(&home, &["play", &id], "/quit\n"));
    assert!(again.contains("> @barnaby and now?\n\nBarnaby Oke: "), "{again}");
}

#[test]
fn a_game_in_the_terminal_plays_by_the_rules_it_is_asked_for() {
    let home = Home::new();
    for (arguments, told) in [(&["play", "--edition", "2024"][..], Value::from("2024")), (&["play"][..], Value::Null)] {
        let played = text(&says(&home, arguments, "/quit\n"));
        let id = played.trim().rsplit(' ').next().expect("the session's id").to_owned();
        let bundle: Value = serde_json::from_str(&text(&says(&home, &["export", &id], ""))).expect("a bundle");
        // States of 2014 are stored as they were before there was a choice.
        let session = &bundle["session"];
        assert_eq!(
            [&session["start"]["rulesEdition"], &session["state"]["rulesEdition"]],
            [&told, &told],
            "{arguments:?}"
        );
    }
    let wrong = says(&home, &["play", "--edition", "2019"], "");
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.contains("2014") && said.contains("2024"), "{said}");
}

#[test]
fn whoever_reads_the_coverage_may_stop_reading() {
    let home = Home::new();
    for arguments in [&["rules", "coverage"][..], &["rules", "coverage", "--json"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = home.command(&[]);
        let output = command.args(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("it runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_coverage_of_the_rules_is_told_as_a_table_and_as_json() {
    let home = Home::new();
    let table = text(&says(&home, &["rules", "coverage"], ""));
    let document: Value =
        serde_json::from_str(&text(&says(&home, &["rules", "coverage", "--json"], ""))).expect("JSON");
    let rules = document["rules"].as_array().expect("rules");
    let counts = document["counts"].as_object().expect("counts");
    assert_eq!(counts.values().map(|n| n.as_u64().expect("a count")).sum::<u64>(), rules.len() as u64);
    for (word, n) in counts {
        assert_eq!(rules.iter().filter(|rule| rule["coverage"] == *word).count() as u64, n.as_u64().unwrap(), "{word}");
        let line = table.lines().find(|line| line.starts_with(word)).expect("a line for each");
        assert!(line.contains(&n.to_string()) && line.contains(" %"), "{line}");
    }
    for rule in rules {
        let is_enforced = rule["coverage"] == "enforced";
        assert_eq!(is_enforced, !rule["tests"].as_array().expect("tests").is_empty(), "{rule}");
        assert!(table.contains(rule["id"].as_str().expect("an id")), "{rule}");
    }
}
