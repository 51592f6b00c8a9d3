//! The page's lists of classes and conditions are made from the tables of this crate. `UPDATE_PAGE=1` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may end here")]

use std::{collections::BTreeMap, env, fs, path::Path};

use game::{
    class::{ALL, Class},
    condition_kind::ConditionKind,
};

/// The comments around a list that is made from this crate.
const BEGIN: &str = "// From crates/game, by UPDATE_PAGE=1:\n";
const END: &str = "// End.\n";

/// Compares what a module has between the comments with what it should have, or writes it.
fn holds(module: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/js").join(module);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (there, after) = rest.split_once(END).unwrap();
    let indent = &there[there.trim_end_matches(' ').len()..];
    let should: String = made.lines().flat_map(|line| [indent, line, "\n"]).chain([indent]).collect();
    if env::var_os("UPDATE_PAGE").is_some() {
        fs::write(path, [before, BEGIN, &should, END, after].concat()).unwrap();
    } else {
        assert_eq!(there, should, "{module}: UPDATE_PAGE=1 writes it anew");
    }
}

/// Entries of an object with German words, a line for each list.
fn entries<'a>(lists: impl IntoIterator<Item = Vec<(&'a str, &'a str)>>) -> String {
    let mut known = BTreeMap::new();
    let mut lines = Vec::new();
    for list in lists {
        let mut line = Vec::new();
        for (name, german) in list {
            assert!(!german.trim().is_empty(), "{name}");
            let name = name.to_lowercase();
            let is_word = name.chars().all(|c| c.is_ascii_lowercase());
            let entry = if is_word { format!("{name}: \"{german}\",") } else { format!("\"{name}\": \"{german}\",") };
            match known.insert(name, german) {
                None => line.push(entry),
                Some(other) => assert_eq!(other, german, "{entry}"),
            }
        }
        lines.push(line.join(" "));
    }
    lines.join("\n")
}

#[test]
fn the_page_knows_every_class_feature_and_condition() {
    let names: Vec<String> = ALL.iter().map(|class| format!("{:?}", class.name)).collect();
    holds("newgame.js", &format!("export const CLASSES = [{}];", names.join(", ")));
    let classes = ALL.iter().map(|class| (class.name, class.german)).collect();
    let conditions = ConditionKind::ALL.map(|kind| (kind.name(), kind.rules().german));
    holds("strings.de.js", &entries([conditions.to_vec(), classes]));
    let subclasses = |class: &'static Class| class.subclasses.iter().map(|it| (it.name, it.german));
    let features = |class: &'static Class| class.all_features().map(|it| (it.name, it.german));
    holds("strings-names.de.js", &entries(ALL.iter().map(|class| subclasses(class).chain(features(class)).collect())));
}
