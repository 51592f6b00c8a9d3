//! Parts of a person's name, and whether two names can belong to one person.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use language::word_lists;

use super::wording::{fold, is_name_word, without_accents};

/// Words that describe a person: titles, trades, words before an epithet, and abbreviated titles.
struct NameWords {
    titles: BTreeSet<String>,
    trades: BTreeSet<String>,
    /// Common nouns for people.
    sorts: BTreeSet<String>,
    /// Titles that are said with a surname alone.
    courtesy: BTreeSet<String>,
    he: BTreeSet<String>,
    she: BTreeSet<String>,
    articles: BTreeSet<String>,
    epithets: BTreeSet<String>,
    short: BTreeMap<String, String>,
}

static NAME_WORDS: LazyLock<NameWords> = LazyLock::new(|| {
    const NAMES: &str = include_str!("names.txt");
    let words = |section: &str| word_lists::words(NAMES, section).map(fold).collect();
    let short = word_lists::pairs(NAMES, "short").map(|(short, long)| (fold(short), fold(long)));
    NameWords {
        titles: words("titles"),
        trades: words("trades"),
        sorts: words("sorts"),
        courtesy: words("courtesy"),
        he: words("he"),
        she: words("she"),
        articles: words("articles"),
        epithets: words("epithets"),
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
    /// Whether it begins with an article, so that the words before the name are a description.
    is_described: bool,
}

impl Parts {
    fn of(name: &str) -> Self {
        let (before, epithet) = before_epithet(&fold(name));
        let mut own = words(&before);
        let n_titles = own.iter().take(own.len().saturating_sub(1)).take_while(|word| is_title(word)).count();
        let titles: Vec<String> = own.drain(..n_titles).collect();
        let in_full = |word: String| NAME_WORDS.short.get(&word).cloned().unwrap_or(word);
        let first = before.split_whitespace().next();
        let is_described = !titles.is_empty() || first.is_some_and(|word| NAME_WORDS.articles.contains(word));
        Self { said_of: titles.into_iter().chain(words(&epithet)).map(in_full).collect(), own, is_described }
    }

    /// Whether this is the other's full name after a description: “the salt factor Aldous Prine”.
    fn is_full_name_of(&self, other: &Self) -> bool {
        let n_before = self.own.len().saturating_sub(other.own.len());
        let says_what = self.is_described || self.own[..n_before].iter().any(|word| is_title(word));
        n_before > 0 && other.own.len() > 1 && says_what && self.own.ends_with(&other.own)
    }

    /// Whether this is the other's surname with a courtesy title: “Mr Prine”. Another such title is another person's.
    fn is_surname_of(&self, other: &Self) -> bool {
        let courtesy =
            |parts: &Self| parts.said_of.intersection(&NAME_WORDS.courtesy).cloned().collect::<BTreeSet<_>>();
        let (own, others) = (courtesy(self), courtesy(other));
        let [surname] = self.own.as_slice() else { return false };
        !own.is_empty()
            && own == self.said_of
            && (others.is_empty() || others == own)
            && other.own.len() > 1
            && other.own.last() == Some(surname)
    }

    /// Whether the descriptions of both are compatible.
    fn is_as(&self, other: &Self) -> bool {
        self.said_of.is_subset(&other.said_of) || other.said_of.is_subset(&self.said_of)
    }
}

/// Whether two different names may belong to one person: equal without titles, an epithet and accents; or one is the first name
/// alone, the full name after a description, or the surname with a courtesy title. Different surnames, titles, epithets, letters
/// or numbers (“Guard B”) mean different people.
pub fn may_be_one_person(one: &str, other: &str) -> bool {
    may_be_spelt_so(&without_accents(one), &without_accents(other))
}

/// The same where accents count: “Lena Koś” is not “Lena Kos”.
pub fn may_be_spelt_so(one: &str, other: &str) -> bool {
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
    let is_other_way = |one: &Parts, other: &Parts| one.is_full_name_of(other) || one.is_surname_of(other);
    (one.is_as(&other) && is_called_so) || is_other_way(&one, &other) || is_other_way(&other, &one)
}

/// Whether a person with this full name may be called by the other name: the whole or the first name, with or without title or
/// epithet. A longer name is another person's.
pub fn may_be_called(full: &str, name: &str) -> bool {
    let (long, short) = (Parts::of(full), Parts::of(name));
    may_be_spelt_so(full, name) && (short.own.len() <= long.own.len() || short.is_full_name_of(&long))
}

/// The folded first name of a full name of several words.
pub fn first_name(full: &str) -> Option<String> {
    let own = Parts::of(full).own;
    if own.len() > 1 { own.into_iter().next() } else { None }
}

/// Whether a name with a title such as “Mrs” fits the pronouns in a text about the person.
pub fn is_addressed_as(name: &str, told: &str) -> bool {
    let has = |text: &str, set: &BTreeSet<String>| {
        fold(text).split(|c: char| !c.is_alphanumeric()).any(|word| set.contains(word))
    };
    let fits =
        |own: &BTreeSet<String>, other: &BTreeSet<String>| !has(name, own) || has(told, own) || !has(told, other);
    fits(&NAME_WORDS.he, &NAME_WORDS.she) && fits(&NAME_WORDS.she, &NAME_WORDS.he)
}

/// Whether two names differ only by titles, trades and epithets: “Vex” and “Captain Vex”. `kinds` are creature keys: the name of
/// a kind (“Rat” of the giant rats) is no personal name.
pub fn differ_by_title<'k>(one: &str, other: &str, mut kinds: impl Iterator<Item = &'k str>) -> bool {
    if is_counted(one) || is_counted(other) {
        return false;
    }
    let (one, other) = (Parts::of(one), Parts::of(other));
    let mut is_kind = || kinds.any(|kind| one.own.iter().all(|word| kind.split('-').any(|part| part == word)));
    !one.own.is_empty() && one.own == other.own && one.is_as(&other) && !is_kind()
}

/// Whether a name is only a description: it begins with an article, or has a word in lower case (“Masked cutter”).
pub fn is_description(name: &str) -> bool {
    let is_article = name.split_whitespace().next().is_some_and(|word| NAME_WORDS.articles.contains(&fold(word)));
    let is_small = |word: &str| is_name_word(word) && word.starts_with(char::is_lowercase);
    is_article || name.split_whitespace().any(is_small)
}

/// Whether a name has a word of its own, besides titles, trades, sorts and the words of these kinds (slugs of creatures).
pub fn is_somebodys<'k>(name: &str, kinds: impl Iterator<Item = &'k str>) -> bool {
    let kinds: Vec<String> =
        kinds.flat_map(|kind| kind.split('-').chain([kind]).map(fold).collect::<Vec<_>>()).collect();
    !is_counted(name)
        && words(name).iter().any(|word| !is_title(word) && !NAME_WORDS.sorts.contains(word) && !kinds.contains(word))
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
            ("The factor Aldous Prine", "Aldous Prine"),
            ("The salt factor Aldous Prine", "Aldous Prine"),
            ("Aldous Prine", "Mister Prine"),
            ("Aldous Prine", "Mr. Prine"),
            ("Mr Aldous Prine", "Mister Prine"),
            ("Factor Aldous Prine", "Mr Prine"),
        ] {
            assert!(may_be_one_person(one, other) && may_be_one_person(other, one), "{one}, {other}");
        }
    }

    #[test]
    fn an_accent_makes_another_person_where_a_name_is_written_down() {
        for (one, other) in [("Lena Kos", "Lena Koś"), ("Bär", "Bar"), ("Captain Bär", "Bar")] {
            assert!(may_be_one_person(one, other) && !may_be_spelt_so(one, other), "{one}, {other}");
        }
        assert!(
            !is_somebodys("Goblin B", ["goblin"].into_iter()) && !is_somebodys("Half-Orc", ["half-orc"].into_iter())
        );
        assert!(
            is_description("A masked cutter") && is_description("Masked cutter") && !is_description("Ute von Berg")
        );
        assert!(is_somebodys("Ute", ["scout"].into_iter()) && is_somebodys("Guard Ute", ["guard"].into_iter()));
        assert!(!is_somebodys("Giant Rat", ["giant-rat"].into_iter()) && !is_somebodys("Guard", ["guard"].into_iter()));
    }

    #[test]
    fn somebody_is_called_by_no_more_than_the_full_name() {
        for (full, name) in
            [("Marta Klein", "Marta"), ("Marta Klein", "Sister Marta"), ("Vex", "Captain Vex"), ("Vex", "vex")]
        {
            assert!(may_be_called(full, name), "{full}, {name}");
        }
        for (full, name) in [("Marta", "Marta Klein"), ("Marta Klein", "Klein"), ("Marta Klein", "Marta Voss")] {
            assert!(!may_be_called(full, name), "{full}, {name}");
        }
        assert_eq!(first_name("Sir Bron Vale").as_deref(), Some("bron"));
        assert_eq!(first_name("Bron"), None);
    }

    #[test]
    fn a_courtesy_title_fits_the_pronouns_of_who_has_the_name() {
        let told = "Thin, with ink on his cuffs.";
        assert!(is_addressed_as("Mr Prine", told) && !is_addressed_as("Mrs Prine", told));
        assert!(is_addressed_as("Mrs Prine", "Thin.") && is_addressed_as("Prine", told));
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
            ("Mr Aldous Finch", "Mrs Finch"),
            ("Mr Finch", "Tom Reed"),
            ("Captain Finch", "Oriel Finch"),
            ("Tobias Oriel Finch", "Oriel Finch"),
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
