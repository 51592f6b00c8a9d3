//! Compares and formats names.

use super::prose::capitalised;

/// Whether two names mean the same, whatever their case and article.
pub(super) fn same(a: &str, b: &str) -> bool {
    bare(a) == bare(b)
}

fn bare(name: &str) -> String {
    let name = name.trim().to_lowercase();
    name.strip_prefix("the ").unwrap_or(&name).to_owned()
}

/// A name as hasty people type it: small, without its marks, and without what it begins with.
pub(super) fn typed(name: &str) -> String {
    let plain = name.trim().to_lowercase().replace(['\'', '’', '.'], "").replace('-', " ");
    ["the ", "saint ", "st "].iter().fold(plain, |rest, start| rest.strip_prefix(start).unwrap_or(&rest).to_owned())
}

/// The name in the form for the middle of a sentence.
pub(super) fn in_text(name: &str) -> String {
    name.strip_prefix("The ").map_or_else(|| name.to_owned(), |rest| format!("the {rest}"))
}

/// Names that quests have inside and no telling of the trouble needs to write.
const NAMES_IN_QUESTS: [&str; 3] = ["Thornwick", "Hollin", "Lyn"];

/// The words of a quest that are names: written with a capital inside the sentences that tell of the trouble.
pub(super) fn proper_names(quest: &str, told: &str) -> Vec<String> {
    let words: Vec<&str> = told.split_whitespace().collect();
    let inside = |pair: &&[&str]| !pair[0].ends_with(['.', '!', '?', ':', '”']) && !pair[1].starts_with('“');
    let plain = |word: &str| word.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_owned();
    let names: Vec<String> = words.windows(2).filter(inside).map(|pair| plain(pair[1])).collect();
    let written = |word: &str| names.iter().find(|name| **name == capitalised(word) && **name != word).cloned();
    let known =
        |word: &str| NAMES_IN_QUESTS.iter().find(|name| **name == capitalised(word)).map(|name| (*name).to_owned());
    let words = quest.split(' ').filter(|word| word.len() > 2);
    words.filter_map(|word| written(word).or_else(|| known(word))).collect()
}

/// The text with this name written correctly wherever it occurs as whole words.
pub(super) fn with_name(text: &str, name: &str) -> String {
    let low = name.to_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&low) {
        let end = at + low.len();
        let inside = rest[..at].ends_with(char::is_alphanumeric) || rest[end..].starts_with(char::is_alphanumeric);
        out.push_str(&rest[..at]);
        out.push_str(if inside { &rest[at..end] } else { name });
        rest = &rest[end..];
    }
    out + rest
}

/// The first name inside a sentence of a scene.
pub(super) fn named_in(scene: &str) -> Option<String> {
    let words: Vec<&str> = scene.split_whitespace().collect();
    let inside = |pair: &&[&str]| !pair[0].ends_with(['.', '!', '?', ':', '”']);
    words.windows(2).filter(inside).find_map(|pair| {
        let name = pair[1].trim_matches(|c: char| !c.is_alphabetic());
        let capital = name.chars().next().is_some_and(char::is_uppercase);
        let plain = name.chars().count() > 2 && name.chars().skip(1).all(char::is_lowercase);
        (capital && plain && !name.ends_with("'s")).then(|| name.to_owned())
    })
}

/// A name from the sheet, with its capitals again.
pub(super) fn titled(name: &str) -> String {
    name.split_whitespace().map(capitalised).collect::<Vec<_>>().join(" ")
}
