//! The parts of a person's name, and whether two names may be one person's.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::wording::{fold, is_name_word, without_accents};

/// The words of a name that say what somebody is, by title and by trade, those before an epithet, and short forms of titles.
struct NameWords {
    titles: BTreeSet<String>,
    trades: BTreeSet<String>,
    epithets: BTreeSet<String>,
    short: BTreeMap<String, String>,
}

static NAME_WORDS: LazyLock<NameWords> = LazyLock::new(|| {
    let lines = |section: &'static str| {
        let lines = include_str!("names.txt").lines().skip_while(move |line| *line != section).skip(1);
        lines.take_while(|line| !line.starts_with('['))
    };
    let words = |section| lines(section).flat_map(str::split_whitespace).map(fold).collect();
    let short = lines("[short]").filter_map(|line| line.split_once(' ')).map(|(short, long)| (fold(short), fold(long)));
    NameWords {
        titles: words("[titles]"),
        trades: words("[trades]"),
        epithets: words("[epithets]"),
        short: short.collect(),
    }
});

/// Whether a folded word is a title or a trade.
pub fn is_title(word: &str) -> bool {
    [&NAME_WORDS.titles, &NAME_WORDS.trades].iter().any(|words| words.contains(word))
        || NAME_WORDS.short.contains_key(word)
}

/// The folded distinctive words of a name.
pub fn words(name: &str) -> Vec<String> {
    let name = fold(name);
    let words = name.split(|c: char| !c.is_alphanumeric() && !"-'’".contains(c));
    words.filter(|word| !word.is_empty() && is_name_word(word)).map(str::to_owned).collect()
}

/// The words of a name without titles, accents and what follows a word that begins an epithet.
pub fn bare_words(name: &str) -> Vec<String> {
    let name = without_accents(name);
    words(&before_epithet(&name).0).into_iter().filter(|word| !is_title(word)).collect()
}

/// A name and the epithet behind it: “Pike”, “the constable”.
fn before_epithet(name: &str) -> (String, String) {
    let (main, rest) = name.split_at(name.find([',', '(', '–', '—']).unwrap_or(name.len()));
    let all: Vec<&str> = main.split_whitespace().collect();
    let begins = |at: &usize| *at > 0 && NAME_WORDS.epithets.contains(all[*at]);
    let (before, epithet) = all.split_at((0..all.len()).find(begins).unwrap_or(all.len()));
    (before.join(" "), format!("{} {rest}", epithet.join(" ")))
}

/// A name in parts, folded.
struct Parts {
    /// The titles before the name and the words of an epithet behind it.
    said_of: BTreeSet<String>,
    /// The name itself.
    own: Vec<String>,
}

impl Parts {
    fn of(name: &str) -> Self {
        let (before, epithet) = before_epithet(&without_accents(name));
        let mut own = words(&before);
        let n_titles = own.iter().take(own.len().saturating_sub(1)).take_while(|word| is_title(word)).count();
        let titles: Vec<String> = own.drain(..n_titles).collect();
        let in_full = |word: String| NAME_WORDS.short.get(&word).cloned().unwrap_or(word);
        Self { said_of: titles.into_iter().chain(words(&epithet)).map(in_full).collect(), own }
    }

    /// Whether what is said of one may be said of the other.
    fn is_as(&self, other: &Self) -> bool {
        self.said_of.is_subset(&other.said_of) || other.said_of.is_subset(&self.said_of)
    }
}

/// Whether two names that differ may be one person's: without titles and an epithet they are equal, or one of them is the first
/// name alone. Another surname makes another person, and so do other titles and epithets where both have some, and a letter or a
/// number (“Guard B”).
pub fn may_be_one_person(one: &str, other: &str) -> bool {
    if is_counted(one) || is_counted(other) {
        return false;
    }
    let (one, other) = (Parts::of(one), Parts::of(other));
    let (short, long) = if one.own.len() < other.own.len() { (&one.own, &other.own) } else { (&other.own, &one.own) };
    let is_called_so = match short.as_slice() {
        [] => false,
        [first] => long.first() == Some(first),
        _ => short == long,
    };
    one.is_as(&other) && is_called_so
}

/// Whether two names differ by titles, trades and epithets alone: “Vex” and “Captain Vex”. `kinds` are slugs of creatures: a name that
/// is a kind's (“Rat” of the giant rats) is nobody's own.
pub fn differ_by_title<'k>(one: &str, other: &str, mut kinds: impl Iterator<Item = &'k str>) -> bool {
    if is_counted(one) || is_counted(other) {
        return false;
    }
    let (one, other) = (Parts::of(one), Parts::of(other));
    let mut is_kind = || kinds.any(|kind| one.own.iter().all(|word| kind.split('-').any(|part| part == word)));
    !one.own.is_empty() && one.own == other.own && one.is_as(&other) && !is_kind()
}

/// Whether a name has a letter or a number that tells creatures of a kind apart.
fn is_counted(name: &str) -> bool {
    name.split_whitespace().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() < 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_an_epithet_or_a_missing_surname_makes_no_other_person() {
        for (one, other) in [
            ("Vex", "Captain Vex"),
            ("Captain Vex", "Capt. Vex"),
            ("Captain Vex", "Vex the Captain"),
            ("Oriel", "Oriel Finch"),
            ("Oriel Finch", "Sister Oriel"),
            ("Sir Bron", "Bron"),
            ("Óriel Finch", "Oriel Finch of the Mill"),
            ("Factor Prine", "Prine"),
            ("Miller Tom Reed", "Tom"),
        ] {
            assert!(may_be_one_person(one, other) && may_be_one_person(other, one), "{one}, {other}");
        }
    }

    #[test]
    fn names_differ_by_a_title_alone_unless_they_are_a_kinds() {
        let differ = |one, other| differ_by_title(one, other, ["giant-rat", "guard"].into_iter());
        for (one, other) in [("Vex", "Captain Vex"), ("Vex the Grey", "Vex"), ("Miller Reed", "Reed")] {
            assert!(differ(one, other) && differ(other, one), "{one}, {other}");
        }
        for (one, other) in [("Oriel", "Oriel Finch"), ("Rat", "King Rat"), ("Guard", "Chief Guard"), ("Vex", "Vex B")]
        {
            assert!(!differ(one, other) && !differ(other, one), "{one}, {other}");
        }
    }

    #[test]
    fn another_surname_title_or_letter_makes_another_person() {
        for (one, other) in [
            ("Oriel Finch", "Oriel Thack"),
            ("Oriel Finch", "Tom Finch"),
            ("Oriel Finch", "Finch"),
            ("Mr Finch", "Mrs Finch"),
            ("Tam the Elder", "Tam the Younger"),
            ("Guard", "Guard B"),
            ("Guard", "Guard 2"),
            ("Captain", "Vex"),
            ("Vexley", "Vex"),
        ] {
            assert!(!may_be_one_person(one, other) && !may_be_one_person(other, one), "{one}, {other}");
        }
    }
}
