//! Tests of the architecture: imports between modules, length and names of files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use regex::Regex;

/// The import table of `ARCHITECTURE.md`: the modules of the server package. Cargo checks the imports of the crates.
const MAY_IMPORT: [(&str, &[&str]); 20] = [
    ("search", &[]),
    ("recall", &["search"]),
    ("campaign", &["json_errors"]),
    ("rules", &["search", "files"]),
    ("assets", &[]),
    ("painter", &[]),
    ("files", &[]),
    ("json_errors", &[]),
    ("config", &["files", "json_errors"]),
    ("telemetry", &["config"]),
    ("agent", &[]),
    ("store", &["files", "json_errors"]),
    ("dm", &["recall", "rules", "campaign", "config", "agent", "store", "files"]),
    ("backup", &["store", "dm", "files"]),
    ("author", &["campaign", "agent", "store"]),
    (
        "http",
        &[
            "rules",
            "campaign",
            "assets",
            "painter",
            "config",
            "agent",
            "store",
            "dm",
            "author",
            "telemetry",
            "files",
            "json_errors",
        ],
    ),
    (
        "cli",
        &[
            "search",
            "recall",
            "rules",
            "campaign",
            "config",
            "agent",
            "store",
            "dm",
            "telemetry",
            "backup",
            "json_errors",
        ],
    ),
    ("lib", &[]),
    (
        "program",
        &["rules", "campaign", "painter", "config", "store", "dm", "http", "cli", "telemetry", "backup", "json_errors"],
    ),
    ("main", &["config", "cli", "program", "telemetry"]),
];

const MAX_LINES: usize = 600;
const MAX_FUNCTION_LINES: usize = 60;
/// Functions that are one flat `match`, an arm for each variant.
const FLAT_MATCHES: [(&str, &str); 14] = [
    ("game/src/apply.rs", "apply"),
    ("game/src/combat/action_resolution.rs", "carry_out"),
    ("game/src/combat/event.rs", "sentence"),
    ("game/src/combat/fold.rs", "apply_in_combat"),
    ("game/src/combat/perform.rs", "do_it"),
    ("game/src/properties.rs", "changes"),
    ("game/src/telling.rs", "field"),
    ("game/src/telling.rs", "without_secrets"),
    ("game/src/turn_stack/fold.rs", "apply_to_the_stack"),
    ("src/assets/portrait/hats.rs", "headwear"),
    ("src/cli/marks.rs", "mark"),
    ("src/dm/extraction/material.rs", "line_of"),
    ("src/dm/hints/language/words.rs", "written_out"),
    ("src/program/mod.rs", "run"),
];
/// Functions that are still too long; no new ones are added.
const LONG_FUNCTIONS: [(&str, &str); 6] = [
    ("src/dm/play.rs", "tell"),
    ("storyteller/src/deeds/handling.rs", "done"),
    ("storyteller/src/deeds/manners.rs", "shown"),
    ("storyteller/src/deeds/resting.rs", "sleep"),
    ("storyteller/src/fray/plan.rs", "of"),
    ("storyteller/src/intent/mod.rs", "read_clause"),
];
/// Type names with more than one definition, and how many files define them. No new ones are added.
const SHARED_TYPE_NAMES: [(&str, usize); 11] = [
    // One per layer: callers write `store::Error`, `model::Error`.
    ("Error", 6),
    // Private types of the storyteller with the name of a type elsewhere, or of another private type.
    ("Creature", 2),
    ("Errand", 2),
    ("Exit", 2),
    ("Known", 2),
    ("Outcome", 2),
    ("Question", 2),
    ("Row", 5),
    ("Tool", 2),
    ("Turn", 2),
    ("Weapon", 2),
];
/// Words and turns of older English that comments do not use.
const ARCHAIC: &str = r"(?i)\b(?:whoever|nobody|somebody|stands|told|so many|thereof|shall|whom)\b|(?:^|[.:;!?] )What (?:is|was|are|were) \w+ed\b";
/// How many of them 1,000 lines of comments may have.
const MAX_ARCHAIC: usize = 5;
/// File names that do not describe their contents.
const EMPTY_NAMES: [&str; 4] = ["utils", "helpers", "common", "manager"];

struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// The crate under `crates` or the top-level module of the server that the file belongs to.
    fn module(&self) -> String {
        let inside = self.path.strip_prefix(root()).unwrap();
        let second = inside.components().nth(1).unwrap().as_os_str().to_string_lossy().into_owned();
        second.trim_end_matches(".rs").to_owned()
    }

    fn is_server(&self) -> bool {
        self.path.starts_with(root().join("src"))
    }

    /// The lines before the file's unit tests, comments left out.
    fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().take_while(|line| *line != "#[cfg(test)]");
        lines.filter(|line| !line.trim_start().starts_with("//"))
    }

    /// The modules of the crate the file names, whether in a `use` or in a path.
    fn imports(&self) -> BTreeSet<String> {
        let code: String = self.code().flat_map(|line| [line, "\n"]).collect();
        let root = if self.module() == "main" { "embertale::" } else { "crate::" };
        let mut found = BTreeSet::new();
        for (at, _) in code.match_indices(root) {
            let rest = &code[at + root.len()..];
            match rest.strip_prefix('{') {
                Some(list) => found.extend(heads(list)),
                None => drop(found.insert(word(rest))),
            }
        }
        found
    }
}

/// The first words of the entries of a braced list, up to its end.
fn heads(list: &str) -> Vec<String> {
    let (mut heads, mut depth, mut fresh) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if fresh && c.is_alphabetic() => {
                heads.push(word(&list[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    heads
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut folders: Vec<PathBuf> = crates.chain([root().join("src")]).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(kind) if kind == "rs" => found.push(Source { text: fs::read_to_string(&path).unwrap(), path }),
                _ => {}
            }
        }
    }
    assert!(found.len() > 40, "the sources were not found");
    found
}

#[test]
fn every_module_imports_only_what_the_table_allows() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.is_server()) {
        let module = source.module();
        let allowed = MAY_IMPORT.iter().find(|(name, _)| *name == module).map(|(_, allowed)| *allowed);
        let allowed = allowed.unwrap_or_else(|| panic!("{module} stands in no row of the import table"));
        for import in source.imports() {
            let known = MAY_IMPORT.iter().any(|(name, _)| *name == import);
            if known && import != module && !allowed.contains(&import.as_str()) {
                wrong.push(format!("{} imports {import}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_import_table_is_the_one_that_is_written_down() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (module, allowed) in MAY_IMPORT.iter().filter(|(module, _)| *module != "lib") {
        let allowed = match allowed.is_empty() {
            true => "nothing".to_owned(),
            false => allowed.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let row = format!("| `{module}` | {allowed} |");
        assert!(page.contains(&row), "ARCHITECTURE.md lacks the row {row}");
    }
}

#[test]
fn a_file_is_one_idea() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| source.path.file_stem().is_some_and(|stem| stem != "tests"))
        .map(|source| (source.path.display(), source.text.lines().take_while(|line| *line != "#[cfg(test)]").count()))
        .filter(|(_, lines)| *lines > MAX_LINES)
        .map(|(path, lines)| format!("{path} has {lines} lines"))
        .collect();
    assert!(long.is_empty(), "an idea has split; find the two names:\n{}", long.join("\n"));
}

/// The name and the length of each function before the unit tests of a file: from its first line to the brace that closes it.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let head = |line: &str| {
        let (before, name) = line.split_once("fn ")?;
        let words = ["pub", "const", "async", "unsafe", "(super)", "(crate)"];
        let is_head = before.split([' ', '(']).all(|it| it.is_empty() || it.ends_with(')') || words.contains(&it));
        (is_head && !line.ends_with([';', '}'])).then(|| word(name))
    };
    let length = |at: usize| {
        let indent = lines[at].len() - lines[at].trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        lines[at..].iter().position(|line| *line == end).map(|n| n + 1)
    };
    (0..lines.len()).filter_map(|at| Some((head(lines[at])?, length(at)?))).collect()
}

#[test]
fn a_function_is_short_unless_it_is_a_flat_match() {
    let mut long = Vec::new();
    let mut exempt: Vec<(&str, &str)> = FLAT_MATCHES.iter().chain(&LONG_FUNCTIONS).copied().collect();
    let mut n_found = 0;
    let is_test = |source: &&Source| source.path.iter().any(|part| part == "tests" || part == "tests.rs");
    for source in sources().iter().filter(|source| !is_test(source)) {
        let all = functions(&source.text);
        n_found += all.len();
        for (name, n) in all.into_iter().filter(|(_, n)| *n > MAX_FUNCTION_LINES) {
            match exempt.iter().position(|(file, known)| source.path.ends_with(file) && *known == name) {
                Some(at) => drop(exempt.remove(at)),
                None => long.push(format!("{}: {name} has {n} lines", source.path.display())),
            }
        }
    }
    assert!(n_found > 4_000, "{n_found}");
    assert!(long.is_empty(), "a function does one thing in at most {MAX_FUNCTION_LINES} lines:\n{}", long.join("\n"));
    assert!(exempt.is_empty(), "these are short, or gone, and need no exemption: {exempt:?}");
}

/// The modules that are only compiled for unit tests, as paths without an ending.
fn unit_tests(sources: &[Source]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for Source { path, text } in sources {
        let is_root = ["mod", "lib", "main"].iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name));
        let folder = if is_root { path.parent().unwrap().to_owned() } else { path.with_extension("") };
        let modules = text.split("#[cfg(test)]\nmod ").skip(1).map(word);
        found.extend(modules.map(|name| folder.join(name)));
    }
    found
}

/// The names of the types that a text defines outside functions and modules.
fn types(text: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let visible = line.strip_prefix("pub").map_or(line, |rest| {
            rest.strip_prefix('(').and_then(|it| it.split_once(')')).map_or(rest, |(_, rest)| rest).trim_start()
        });
        let kinds = ["struct ", "enum ", "trait ", "type "];
        kinds.into_iter().find_map(|kind| visible.strip_prefix(kind)).map(word)
    };
    text.lines().filter_map(name).collect()
}

#[test]
fn a_type_name_means_one_type() {
    let all = sources();
    let tests = unit_tests(&all);
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for source in &all {
        let path = source.path.with_extension("");
        if !path.ancestors().any(|part| tests.contains(part)) {
            for name in types(source.text.split("#[cfg(test)]\nmod tests {").next().unwrap()) {
                *files.entry(name).or_default() += 1;
            }
        }
    }
    assert!(files.len() > 1_500, "{}", files.len());
    let shared: BTreeMap<_, _> = files.into_iter().filter(|(_, n)| *n > 1).collect();
    let listed = SHARED_TYPE_NAMES.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
    assert_eq!(shared, listed, "a new type gets a name of its own; a name that is no longer shared leaves the list");
}

/// The numbers of the lines, from 0, whose comments are published: as descriptions of the API, of tools, of commands.
fn published(lines: &[&str]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        let is_derive = line.trim_start().starts_with("#[derive(");
        let end = lines[at..].iter().position(|line| line.ends_with(']')).unwrap_or_default();
        let derives = lines[at..=at + end].concat();
        let published = ["ToSchema", "JsonSchema", "IntoParams", "Parser", "Subcommand", "Args"];
        let is_published = is_derive && published.iter().any(|name| derives.contains(name));
        if !is_published && !line.contains("utoipa::path") {
            continue;
        }
        let above = lines[..at].iter().rev().take_while(|line| line.trim_start().starts_with(['/', '#'])).count();
        let close = format!("{}}}", " ".repeat(line.len() - line.trim_start().len()));
        let below = lines[at..].iter().position(|line| line.starts_with(&close)).unwrap_or_default();
        found.extend(at - above..=at + below);
    }
    found
}

#[test]
fn comments_are_modern_english() {
    let archaic = Regex::new(ARCHAIC).unwrap();
    let code = Regex::new("`[^`]*`").unwrap();
    let (mut n_found, mut n_lines) = (0, 0);
    for source in sources() {
        let lines: Vec<&str> = source.text.lines().collect();
        let published = published(&lines);
        let unpublished = lines.iter().enumerate().filter(|(at, _)| !published.contains(at)).map(|(_, line)| line);
        for comment in unpublished.filter_map(|line| line.trim_start().strip_prefix("//")) {
            let comment = comment.trim_start_matches(['/', '!', ' ']);
            n_found += archaic.find_iter(&code.replace_all(comment, "")).count();
            n_lines += 1;
        }
    }
    assert!(n_lines > 10_000, "{n_lines}");
    let n = n_found * 1_000 / n_lines;
    assert!(n <= MAX_ARCHAIC, "{n} archaic turns in 1,000 lines of comments; {MAX_ARCHAIC} are allowed");
}

#[test]
fn no_file_is_called_by_a_word_that_names_nothing() {
    for source in sources() {
        let name = source.path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(!EMPTY_NAMES.contains(&name.as_str()), "{} names nothing", source.path.display());
    }
}

#[test]
fn only_configuration_reads_the_environment() {
    for source in sources().iter().filter(|source| source.module() != "config") {
        for line in source.code() {
            assert!(!line.contains("env::var"), "{}: {line}", source.path.display());
        }
    }
}

#[test]
fn the_table_top_is_pure() {
    for source in sources().iter().filter(|source| source.module() == "game") {
        for line in source.code() {
            for impure in ["async ", "std::fs", "std::net", "std::time", "Timestamp::now", "rand::rng", "rand::random"]
            {
                assert!(!line.contains(impure), "{}: {line}", source.path.display());
            }
        }
    }
}

#[test]
fn only_http_knows_status_codes() {
    for source in sources().iter().filter(|source| source.module() != "http") {
        for line in source.code() {
            assert!(!line.contains("StatusCode") && !line.contains("axum::"), "{}: {line}", source.path.display());
        }
    }
}
