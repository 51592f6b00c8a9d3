//! Whether a question means a person, place, thing or quest by the words it uses.

use std::sync::LazyLock;

use language::{folding::fold, forms::is_form, word_lists};

use super::{forms::verb, question::FILE};

static SOFT: LazyLock<word_lists::WordSet<&'static str>> = LazyLock::new(|| word_lists::words(FILE, "soft").collect());
static KINDS: LazyLock<word_lists::WordMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let of = |(kind, things): (&'static str, &'static str)| (kind, things.split_whitespace().collect());
    word_lists::pairs(FILE, "kinds").map(of).collect()
});

/// How closely a name matches the question's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// It is called so.
    Called,
    /// The question has a word for what kind of thing it is.
    OfThatKind,
    /// They have a word in common that tells one from another.
    Shares,
}

/// Whether a question means something by this name: every word of the shorter one is in the longer one, singular or plural.
pub(super) fn is_called(name: &str, asked: &str) -> bool {
    let (name, asked) = (words(name), telling(words(asked)));
    let (few, many) = if asked.len() <= name.len() { (&asked, &name) } else { (&name, &asked) };
    !few.is_empty() && few.iter().all(|word| many.iter().any(|other| is_same(word, other)))
}

/// Whether a name may be meant in this way.
pub(super) fn is_like(name: &str, asked: &str, likeness: Likeness) -> bool {
    match likeness {
        Likeness::Called => is_called(name, asked),
        Likeness::OfThatKind => {
            let (name, asked) = (words(name), telling(words(asked)));
            let is_kind = |word: &String| {
                KINDS.get(word.as_str()).is_some_and(|things| name.iter().any(|it| things.contains(&it.as_str())))
            };
            !asked.is_empty() && asked.iter().all(|word| name.contains(word) || is_kind(word))
        }
        Likeness::Shares => {
            const MIN_LENGTH: usize = 4;
            let (name, asked) = (telling(words(name)), telling(words(asked)));
            asked.iter().any(|word| word.len() >= MIN_LENGTH && name.contains(word))
        }
    }
}

/// The words of a name without articles and numbers, in one form for singular and plural and for the forms of a verb.
fn words(name: &str) -> Vec<String> {
    const SMALL: [&str; 16] =
        ["a", "an", "the", "of", "to", "some", "my", "our", "with", "in", "it", "that", "this", "his", "her", "for"];
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let words = words.filter(|word| !SMALL.contains(word));
    words.map(|word| singular(verb(word)).to_owned()).collect()
}

/// Whether two words are the same but for their form.
fn is_same(one: &str, other: &str) -> bool {
    one == other || is_form(one, other) || is_form(other, one)
}

/// The words that tell a thing from others; all, if there are none.
fn telling(words: Vec<String>) -> Vec<String> {
    let hard: Vec<String> = words.iter().filter(|word| !SOFT.contains(word.as_str())).cloned().collect();
    if hard.is_empty() { words } else { hard }
}

fn singular(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_known_by_the_words_that_tell_it_from_others() {
        for (name, asked) in [
            ("Hempen Rope (50 feet)", "that old rope"),
            ("length of chain", "bit of chain"),
            ("flat grey stone with a hole in it", "stone with the hole"),
            ("Ruby Brooch", "ruby thing"),
            ("Widow’s Weir", "weir"),
            ("bring the ferryman home", "brought the ferryman home"),
        ] {
            assert!(is_called(name, asked), "{asked}");
        }
        for (name, asked) in [("crown of grey ice", "silver crown"), ("Dagger", "blade"), ("Rope", "little thing")] {
            assert!(!is_called(name, asked), "{asked}");
        }
        assert!(is_like("Hooded Lantern", "lamp", Likeness::OfThatKind));
        assert!(is_like("Dagger", "the blade", Likeness::OfThatKind));
        assert!(!is_like("Hammer", "blade", Likeness::OfThatKind));
        assert!(is_like("answer the light on the far bank", "look into that light", Likeness::Shares));
    }
}
