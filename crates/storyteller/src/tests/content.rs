//! The files of `src/content`: what a reader would trip over, anyone who wrote it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use game::safety::{TextCheck, content_tags};
use language::word_lists;

use crate::{
    kind::Kind,
    phrases::{adventures, endings, lore, openings::settings, places::stock, twists::TWISTS},
};

fn files(folder: &str) -> Vec<(PathBuf, &'static str)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/content").join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let text: &'static str = fs::read_to_string(&path).unwrap().leak();
            found.push((path, text));
        }
    }
    found
}

/// What is wrong with a line of narration.
fn fault_of_line(line: &str) -> Option<&'static str> {
    let mut open = Vec::new();
    for c in line.chars() {
        match c {
            '[' | '{' => open.push(c),
            ']' if open.pop() != Some('[') => return Some("a ] without its ["),
            '}' if open.pop() != Some('{') => return Some("a } without its {"),
            _ => {}
        }
        if open.len() > 2 || open.starts_with(&['{', '[']) || open.starts_with(&['[', '[']) {
            return Some("a choice or slot inside of another");
        }
    }
    match () {
        () if !open.is_empty() => Some("a choice or slot that does not end"),
        () if line.contains("  ") || line != line.trim() => Some("blanks"),
        () if line.contains('"') => Some("a straight quotation mark"),
        () => None,
    }
}

fn sections(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    word_lists::sections(text).into_iter().map(move |section| (section, word_lists::lines(text, section).collect()))
}

fn is_name(section: &str) -> bool {
    section.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[test]
fn lines_of_narration_are_whole() {
    let mut n = 0;
    for (path, text) in files("phrases") {
        let mut seen = BTreeSet::new();
        for (section, lines) in sections(text) {
            let at = format!("{} [{section}]", path.display());
            assert!(is_name(section) && seen.insert(section), "{at}: a name of its own");
            assert!(!lines.is_empty(), "{at}: no lines");
            for line in &lines {
                assert_eq!(fault_of_line(line), None, "{at}: {line}");
                n += 1;
            }
            let distinct: BTreeSet<&&str> = lines.iter().collect();
            assert_eq!(distinct.len(), lines.len(), "{at}: a line twice");
        }
    }
    assert!(n > 2_000, "{n}");
}

#[test]
fn lists_of_words_are_whole() {
    for (path, text) in files("words") {
        let mut seen = BTreeSet::new();
        for (section, lines) in sections(text) {
            let at = format!("{} [{section}]", path.display());
            assert!(is_name(section) && seen.insert(section), "{at}: a name of its own");
            let entries: Vec<&str> =
                lines.iter().flat_map(|line| line.split('|')).filter(|it| !it.is_empty()).collect();
            assert!(entries.len() > 1 && entries.iter().all(|it| !it.trim().is_empty()), "{at}: entries");
            let distinct: BTreeSet<&&str> = entries.iter().collect();
            assert_eq!(distinct.len(), entries.len(), "{at}: an entry twice");
        }
    }
}

#[test]
fn every_adventure_and_twist_carries_the_tags_of_its_words() {
    let adventures = adventures::all().map(|it| (it.quest, it.tags, it.texts().collect::<Vec<_>>().join("\n")));
    let twists = TWISTS.iter().map(|it| (it.sign, it.tags, it.texts().join("\n")));
    for (name, tags, text) in adventures.chain(twists) {
        for tag in content_tags() {
            let is_named = TextCheck::of(std::slice::from_ref(&tag.id)).is_crossed_by(&text);
            assert!(!is_named || tags.contains(&tag.id.as_str()), "“{name}” lacks the tag {}", tag.id);
        }
        for tag in tags {
            assert!(content_tags().iter().any(|known| known.id == *tag), "“{name}” has an unknown tag {tag}");
        }
    }
}

#[test]
fn any_two_lines_leave_an_adventure_and_a_twist() {
    // Each line by itself, because reading every text for every pair takes minutes.
    let left: Vec<_> = content_tags()
        .iter()
        .map(|tag| {
            let check = TextCheck::of(std::slice::from_ref(&tag.id));
            let adventures = adventures::all().map(|it| it.words.is_empty() && !check.leaves_out(it.tags, it.texts()));
            let twists = TWISTS.iter().map(|it| !check.leaves_out(it.tags, it.texts()));
            (&tag.id, adventures.collect::<Vec<_>>(), twists.collect::<Vec<_>>())
        })
        .collect();
    let any_of_both = |one: &[bool], other: &[bool]| one.iter().zip(other).any(|(one, other)| *one && *other);
    for (one, adventures, twists) in &left {
        for (other, other_adventures, other_twists) in &left {
            let is_any_left = any_of_both(adventures, other_adventures) && any_of_both(twists, other_twists);
            assert!(is_any_left, "{one} and {other}");
        }
    }
}

#[test]
fn every_adventure_has_all_that_belongs_to_it() {
    assert_eq!((adventures::all().count(), settings().count(), TWISTS.len()), (20, 10, 14));
    for adventure in adventures::all() {
        assert!(!endings::of(adventure.quest).is_empty(), "{}", adventure.quest);
        assert!(!adventure.trouble.is_empty() && !adventure.rumours.is_empty() && !adventure.signs.is_empty());
    }
    for setting in settings() {
        assert!(adventures::all().any(|adventure| adventure.quest == setting.quest), "{}", setting.quest);
        assert!(!lore::of(setting.quest).is_empty(), "{}", setting.quest);
    }
    for kind in Kind::ALL {
        let stock = stock(kind);
        assert_eq!(stock.kind, kind);
        assert!(!stock.features.is_empty() && !stock.things.is_empty() && !stock.air.is_empty(), "{kind:?}");
    }
}
