//! Compares the list of implemented rules with the tests. `UPDATE_COVERAGE=1` writes it.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use game::combat::conformance;

use embertale::rules::{Coverage, Covered, Edition, RuleKind, ledger};

use crate::rules::whole;

const HEAD: &str =
    "# Which rules of SRD 5.1 the engine holds to, generated from the tests that name them; see coverage.rs.";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The ids there are, and whether the library has an entry for each.
fn ids() -> Vec<(String, bool)> {
    let list = fs::read_to_string(root().join("src/rules/srd_ids.txt")).unwrap();
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| (line.trim_end_matches(" -").to_owned(), !line.ends_with(" -"))).collect()
}

/// The tests that name a rule, by id.
fn marked() -> BTreeMap<String, Vec<String>> {
    let mut marked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (prefix, folder) in [("game::", "crates/game/src"), ("", "src"), ("", "tests/it")] {
        let mut files = files(&root().join(folder));
        files.sort();
        for file in files {
            let module = file.strip_prefix(root().join(folder)).unwrap().with_extension("");
            let module = format!("{prefix}{}", module.to_string_lossy().replace('/', "::"));
            let (mut named, mut is_test) = (Vec::<String>::new(), false);
            for line in fs::read_to_string(&file).unwrap().lines().map(str::trim) {
                match line.strip_prefix("// srd: ") {
                    Some(ids) => named.extend(ids.split_whitespace().map(str::to_owned)),
                    None if named.is_empty() => {}
                    None if line.starts_with("#[") => {
                        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
                    }
                    None => {
                        let name = line.split_once("fn ").and_then(|(_, rest)| rest.split_once("()"));
                        let name = name.filter(|_| std::mem::take(&mut is_test));
                        let (name, _) = name.unwrap_or_else(|| panic!("{module}: no test stands under {named:?}"));
                        for id in named.drain(..) {
                            marked.entry(id).or_default().push(format!("{module}::{name}"));
                        }
                    }
                }
            }
        }
    }
    // A case of the fight's rules names the one it holds the engine to; one test plays them all.
    for id in conformance::rules() {
        marked.entry(id).or_default().push("game::combat::conformance::mod::the_engine_holds_to_every_case".to_owned());
    }
    marked
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

#[test]
fn the_ledger_says_what_the_tests_say() {
    let mut marked = marked();
    let covered = ids().into_iter().map(|(id, quoted)| {
        let tests = marked.remove(&id).unwrap_or_default();
        let coverage = match (tests.is_empty(), quoted) {
            (false, _) => Coverage::Enforced,
            (true, true) => Coverage::Quoted,
            (true, false) => Coverage::LeftOut,
        };
        Covered { id, coverage, tests }
    });
    let covered: Vec<Covered> = covered.collect();
    assert!(marked.is_empty(), "no rule has these ids: {:?}", marked.keys());
    if env::var_os("UPDATE_COVERAGE").is_some() {
        let lines: Vec<String> = covered.iter().map(Covered::to_string).collect();
        let text = format!("{HEAD}\n{}\n", lines.join("\n"));
        return fs::write(root().join("src/rules/coverage.txt"), text).unwrap();
    }
    for (there, should) in ledger().iter().zip(&covered) {
        assert_eq!(there, should, "UPDATE_COVERAGE=1 writes the ledger anew");
    }
    assert_eq!(ledger().len(), covered.len(), "UPDATE_COVERAGE=1 writes the ledger anew");
}

#[tokio::test]
async fn the_list_has_every_rule_of_the_whole_library() {
    let Some(library) = whole().await else { return };
    let kinds = [RuleKind::Ability, RuleKind::Skill, RuleKind::Condition, RuleKind::WeaponProperty, RuleKind::Rule];
    let of = |kind: RuleKind| {
        let entries = library.entries().iter();
        entries.filter(move |entry| entry.edition == Edition::Y2014 && entry.kind == kind)
    };
    let entries = kinds.into_iter().flat_map(of).map(|entry| format!("{}/{}", entry.kind.as_str(), entry.slug));
    let mut there: Vec<String> = entries.collect();
    let mut listed: Vec<String> = ids().into_iter().filter(|(_, quoted)| *quoted).map(|(id, _)| id).collect();
    there.sort();
    listed.sort();
    assert_eq!(listed, there);
}
