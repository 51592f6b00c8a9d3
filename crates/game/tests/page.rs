//! The page's lists of classes and conditions are made from the tables of this crate. `UPDATE_PAGE=1` writes them again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may end here")]

use std::{collections::BTreeMap, env, fs, path::Path};

use game::{
    class::{ALL, Class},
    condition_kind::ConditionKind,
    feature::FeatureId,
};
use serde_json::Value;

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

/// The names of a list, as the page splits them.
fn names(list: &Value) -> String {
    let names = list.as_array().into_iter().flatten().map(|it| it.as_str().unwrap());
    names.collect::<Vec<_>>().join(", ")
}

/// How many spells of level 1 a new hero of a class has; -1 for as many as the modifier and one.
fn spells_at_first(casting: &Value) -> i64 {
    match &casting["nSpells"] {
        Value::String(how) if how == "prepared" => -1,
        Value::String(how) if how == "book" => 6,
        how => how["known"][0].as_i64().unwrap_or(0),
    }
}

/// The starting values of a class, as an entry of the page's table.
fn facts(class: &Class) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/class").join(class.name).with_extension("json");
    let class: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let text = |field: &str, text: &str| (!text.is_empty()).then(|| format!("{field}: {text:?}"));
    let supply = |it: &Value| match it["count"].as_u64().unwrap() {
        1 => it["name"].as_str().unwrap().to_owned(),
        n => format!("{n} {}", it["name"].as_str().unwrap()),
    };
    let kit: Vec<String> = class["kit"].as_array().unwrap().iter().map(supply).collect();
    let casting = &class["casting"];
    let n_cantrips = casting["nCantrips"].as_u64().unwrap_or(0) as usize;
    let cantrips: Value = casting["cantrips"].as_array().into_iter().flatten().take(n_cantrips).cloned().collect();
    let known = spells_at_first(casting);
    let spells = (known != 0).then(|| {
        let ability = casting["ability"].as_str().unwrap();
        format!("spells: {:?}, known: {known}, casts: {ability:?}", names(&casting["spells"][0]))
    });
    let numbers = |field: &str, numbers: &Value| {
        let numbers = numbers.as_array()?.iter().map(Value::to_string).collect::<Vec<_>>();
        Some(format!("{field}: [{}]", numbers.join(", ")))
    };
    let resilience = FeatureId::DraconicResilience.name();
    let first_path = class["subclasses"][0]["features"].as_array().into_iter().flatten();
    let scales = first_path.into_iter().any(|it| it["level"] == 1 && it["name"] == resilience);
    let fields = [
        Some(format!("die: {}", class["hitDie"])),
        text("order", &names(&class["priorities"]).replace(',', "")),
        text("skills", &names(&class["skills"])),
        Some(format!("picks: {}", class["nSkills"])),
        text("kit", &kit.join(", ")),
        text("cantrips", &names(&cantrips)),
        spells,
        numbers("rises", &class["improvements"]),
        text("bare", class["unarmored"]["ability"].as_str().unwrap_or_default()),
        scales.then(|| "scales: true".to_owned()),
    ];
    let fields: Vec<String> = fields.into_iter().flatten().collect();
    format!("{}: {{ {} }},", class["name"].as_str().unwrap(), fields.join(", "))
}

#[test]
fn the_page_knows_every_class_feature_and_condition() {
    let names: Vec<String> = ALL.iter().map(|class| format!("{:?}", class.name)).collect();
    holds("home/newgame.js", &format!("export const CLASSES = [{}];", names.join(", ")));
    holds("hero/heroscores.js", &ALL.iter().map(facts).collect::<Vec<_>>().join("\n"));
    holds("words/en/heroform.js", &entries(ALL.iter().map(|class| vec![(class.name, class.pitch)])));
    holds("words/de/heroform.js", &entries(ALL.iter().map(|class| vec![(class.name, class.german_pitch)])));
    let classes = ALL.iter().map(|class| (class.name, class.german)).collect();
    let conditions = ConditionKind::ALL.map(|kind| (kind.name(), kind.rules().german));
    holds("words/de.js", &entries([conditions.to_vec(), classes]));
    let subclasses = |class: &'static Class| class.subclasses.iter().map(|it| (it.name, it.german));
    let features = |class: &'static Class| class.all_features().map(|it| (it.name, it.german));
    holds("words/de/names.js", &entries(ALL.iter().map(|class| subclasses(class).chain(features(class)).collect())));
}
