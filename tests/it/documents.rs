//! The documents: their links lead somewhere, the first pages stay short, and what can be set, called or requested is described.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use clap::{Command, CommandFactory};
use embertale::{config::Config, http};
use regex::Regex;

/// The most bytes of the pages one reads first.
const SIZES: [(&str, usize); 2] = [("README.md", 8 * 1024), ("ARCHITECTURE.md", 18 * 1024)];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files of a folder and the folders in it that have this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| match path.is_dir() {
        true => files(&path, ending),
        false if path.extension().is_some_and(|it| it == ending) => vec![path],
        false => Vec::new(),
    });
    found.collect()
}

/// All pages: those at the root, those in `docs`, and the README of the campaigns.
fn pages() -> Vec<PathBuf> {
    let named = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "campaigns/README.md"];
    let mut pages: Vec<_> = named.iter().map(|name| root().join(name)).collect();
    pages.extend(files(&root().join("docs"), "md"));
    pages
}

/// A page without its blocks of code.
fn prose(page: &str) -> String {
    let mut in_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    page.lines().filter(is_prose).collect::<Vec<_>>().join("\n")
}

/// The anchors of a page, one for each heading, as GitHub makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    let links = Regex::new(r"\[([^\]]*)\]\([^)]*\)").unwrap();
    let mut times = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for line in prose(page).lines().filter(|line| line.starts_with('#')) {
        let text = links.replace_all(line.trim_start_matches('#').trim(), "$1").to_lowercase();
        let kept = text.chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
        let anchor: String = kept.map(|it| if it == ' ' { '-' } else { it }).collect();
        let n = times.entry(anchor.clone()).and_modify(|n| *n += 1).or_insert(0);
        anchors.insert(if *n == 0 { anchor } else { format!("{anchor}-{n}") });
    }
    anchors
}

/// What is wrong with the links of a page, one line each.
fn broken(page: &Path) -> Vec<String> {
    let text = prose(&fs::read_to_string(page).unwrap());
    let text = Regex::new("`[^`]*`").unwrap().replace_all(&text, "");
    let link = Regex::new(r#"\]\(([^)\s]+)\)|(?:src|href)="([^"]+)""#).unwrap();
    let targets = link.captures_iter(&text).filter_map(|found| found.get(1).or(found.get(2))).map(|it| it.as_str());
    let mut wrong = Vec::new();
    for target in targets.filter(|target| !target.contains(':')) {
        let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
        let file = if path.is_empty() { page.to_owned() } else { page.parent().unwrap().join(path) };
        if !file.exists() {
            wrong.push(format!("{}: {target}: no such file", page.display()));
        } else if let Some(anchor) = anchor
            && !anchors(&fs::read_to_string(&file).unwrap()).contains(anchor)
        {
            wrong.push(format!("{}: {target}: no such heading", page.display()));
        }
    }
    wrong
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let pages = pages();
    assert!(pages.len() > 20, "{}", pages.len());
    let wrong: Vec<_> = pages.iter().flat_map(|page| broken(page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_that_the_code_names_are_there() {
    let page = Regex::new(r"\bdocs/[\w/-]+\.md\b").unwrap();
    let kinds = [
        ("src", "rs"),
        ("crates", "rs"),
        ("tests/it", "rs"),
        ("deploy", "yaml"),
        ("static/js", "js"),
        (".github", "yml"),
    ];
    for path in kinds.iter().flat_map(|(folder, ending)| files(&root().join(folder), ending)) {
        for found in page.find_iter(&fs::read_to_string(&path).unwrap()) {
            assert!(root().join(found.as_str()).exists(), "{}: {}", path.display(), found.as_str());
        }
    }
}

#[test]
fn the_first_pages_stay_short() {
    for (page, most) in SIZES {
        let size = read(page).len();
        assert!(size <= most, "{page} has {size} bytes, more than {most}: move what a newcomer doesn't need to docs/");
    }
}

#[test]
fn the_readme_runs_the_tests_as_ci_does() {
    let script = read(".ci/run");
    let command = script.lines().find(|line| line.starts_with("cargo test")).expect("a command");
    assert!(read("README.md").lines().any(|line| line == command), "{command}");
}

#[test]
fn every_setting_is_described() {
    let (page, example) = (read("docs/configuration.md"), read(".env.example"));
    let command = Config::command();
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let variables: Vec<_> = shown.filter_map(|argument| Some(argument.get_env()?.to_str()?.to_owned())).collect();
    assert!(variables.len() > 40, "{variables:?}");
    for variable in variables {
        assert!(page.contains(&format!("`{variable}`")), "{variable} is not in docs/configuration.md");
        assert!(
            example.lines().any(|line| line.starts_with(&format!("{variable}="))),
            "{variable} is not in .env.example"
        );
    }
}

/// The commands below a command that do something themselves.
fn commands(of: &Command, name: &str, into: &mut Vec<String>) {
    let mut below = of.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help").peekable();
    if below.peek().is_none() {
        into.push(name.to_owned());
    }
    for command in below {
        commands(command, &format!("{name} {}", command.get_name()), into);
    }
}

#[test]
fn every_command_is_described() {
    let page = read("docs/commands.md");
    let mut all = Vec::new();
    commands(&Config::command(), "embertale", &mut all);
    assert!(all.len() > 20, "{all:?}");
    for command in all {
        let (alone, with) = (format!("`{command}`"), format!("`{command} "));
        assert!(page.contains(&alone) || page.contains(&with), "{command} is not in docs/commands.md");
    }
}

#[test]
fn every_route_is_described() {
    let page = read("docs/api.md");
    for path in http::document()["paths"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("{path}`")), "{path} is not in docs/api.md");
    }
}

#[test]
fn a_broken_link_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let text = "# A `b` c, d\n\n# A `b` c, d\n\n[1](#a-b-c-d) [2](#a-b-c-d-1) [3](page.md#none) [4](gone.md) `[5](code)`\n\
        [6](https://example.org/x)\n```\n[7](code)\n# none\n```\n<img src=\"gone.webp\">\n";
    fs::write(&page, text).unwrap();
    let wrong =
        broken(&page).iter().map(|line| line.rsplit_once("page.md: ").unwrap().1.to_owned()).collect::<Vec<_>>();
    assert_eq!(wrong, ["page.md#none: no such heading", "gone.md: no such file", "gone.webp: no such file"]);
}
