//! Reads the level of the spell slot that a player names: “at 3rd level”, “with a second-level slot”, “auf dem dritten Grad”.

use std::{ops::Range, sync::LazyLock};

use super::word_lists::list;

const TEXT: &str = include_str!("slot_levels.txt");

struct SlotWords {
    numbers: Vec<(&'static str, u8)>,
    levels: Vec<&'static str>,
    slots: Vec<&'static str>,
    before: Vec<&'static str>,
    behind: Vec<&'static str>,
    cues: Vec<&'static str>,
    ordinals: Vec<&'static str>,
    places: Vec<&'static str>,
    not_before: Vec<&'static str>,
    not_behind: Vec<&'static str>,
}

static WORDS: LazyLock<SlotWords> = LazyLock::new(|| {
    let number = |entry: &'static str| {
        let (word, n) = entry.rsplit_once(' ')?;
        Some((word, n.parse().ok()?))
    };
    SlotWords {
        numbers: list(TEXT, "numbers").into_iter().filter_map(number).collect(),
        levels: list(TEXT, "levels"),
        slots: list(TEXT, "slots"),
        before: list(TEXT, "before"),
        behind: list(TEXT, "behind"),
        cues: list(TEXT, "cues"),
        ordinals: list(TEXT, "ordinals"),
        places: list(TEXT, "places"),
        not_before: list(TEXT, "not before"),
        not_behind: list(TEXT, "not behind"),
    }
});

/// The level of a slot in a text, and where it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotLevel {
    /// 1 to 9.
    pub level: u8,
    /// The bytes of the whole phrase.
    pub said: Range<usize>,
}

/// The words of a text in lower case, each with its bytes.
fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut all = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                all.push((text[start..at].to_lowercase(), start..at));
                from = None;
            }
            _ => {}
        }
    }
    all
}

/// Whether a word is an ordinal in digits, as “3rd”.
fn is_digit_ordinal(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(char::is_alphabetic)
}

/// The bytes of a phrase with the brackets around it.
fn with_brackets(text: &str, said: Range<usize>) -> Range<usize> {
    let is_in_brackets = text[..said.start].ends_with(['(', '[']) && text[said.end..].starts_with([')', ']']);
    if is_in_brackets { said.start - 1..said.end + 1 } else { said }
}

/// The level of the slot that a text names, if it names one.
pub fn find(text: &str) -> Option<SlotLevel> {
    let all = words(text);
    let word = |at: usize| all.get(at).map_or("", |(word, _)| word.as_str());
    let number = |at: usize| WORDS.numbers.iter().find(|(known, _)| *known == word(at)).map(|(_, n)| *n);
    let is_unit = |at: usize| WORDS.levels.contains(&word(at)) || WORDS.slots.contains(&word(at));
    let is_upcast = |at: usize| word(at).starts_with("upcast");
    (0..all.len()).find_map(|at| {
        let level = number(at)?;
        // “Upcast to 3rd”, “at 3rd on Ada”, “(3rd)”
        let is_alone = || {
            let leads = |at: usize| matches!(word(at), "to" | "at" | "as");
            let is_raised = at > 0 && leads(at - 1) && (0..at).any(is_upcast);
            let is_enclosed = with_brackets(text, all[at].1.clone()) != all[at].1;
            let ends = at + 1 == all.len() || matches!(word(at + 1), "on" | "for");
            is_raised || is_digit_ordinal(word(at)) && (is_enclosed || at > 0 && word(at - 1) == "at" && ends)
        };
        let is_named_behind = at > 0 && WORDS.levels.contains(&word(at - 1));
        let (mut from, mut to) = match () {
            () if is_unit(at + 1) => (at, at + 2),
            () if is_named_behind => (at - 1, at + 1),
            () if is_alone() => (at, at + 1),
            () => return None,
        };
        let core = from;
        while from > 0 && WORDS.before.contains(&word(from - 1)) {
            from -= 1;
        }
        // “Upcast aid to level 3”, “upcast to level 3, …”
        let raises = from > 1 && word(from - 1) == "to" && (0..from).any(is_upcast);
        if raises {
            from -= if is_upcast(from - 2) { 2 } else { 1 };
        }
        while WORDS.behind.contains(&word(to)) {
            to += 1;
        }
        let is_cued = raises || (from..to).any(|it| WORDS.cues.contains(&word(it)));
        // “Second-level cure wounds”, “cure wounds (level 3)”, but neither “on the second level” nor “I'm a level 3 wizard”.
        let is_elsewhere = (from..core).any(|it| WORDS.places.contains(&word(it)))
            || from > 0 && WORDS.not_before.contains(&word(from - 1))
            || WORDS.not_behind.contains(&word(to));
        let is_plain = (is_named_behind && to == core + 2 || WORDS.ordinals.contains(&word(at))) && !is_elsewhere;
        let said = with_brackets(text, all[from].1.start..all[to - 1].1.end);
        (is_cued || is_plain).then_some(SlotLevel { level, said })
    })
}

/// A text without the words that name a slot's level.
pub fn without(text: &str) -> String {
    match find(text) {
        Some(SlotLevel { said, .. }) => {
            let (before, behind) = (text[..said.start].trim_end(), text[said.end..].trim_start());
            let before = if behind.is_empty() || behind.starts_with([',', '.', '!']) {
                before.trim_end_matches(',')
            } else {
                before
            };
            format!("{before} {behind}").trim().trim_start_matches([',', ' ']).replace(" ,", ",").replace(" .", ".")
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{find, without};

    #[test]
    fn a_level_is_read_and_left_out() {
        for (text, level, rest) in [
            ("cast cure wounds at 3rd level on ada", 3, "cast cure wounds on ada"),
            ("cast cure wounds on ada at level 2", 2, "cast cure wounds on ada"),
            ("cast bless with a 2nd level slot", 2, "cast bless"),
            ("cast bless using a second-level slot on wren", 2, "cast bless on wren"),
            ("cast aid using a slot of the third level", 3, "cast aid"),
            ("cast aid as a 4th-level spell on us", 4, "cast aid on us"),
            ("with a third level spell slot i cast aid", 3, "i cast aid"),
            ("upcast to level 3, i cast aid", 3, "i cast aid"),
            ("upcast cure wounds to level 2 on odo", 2, "upcast cure wounds on odo"),
            ("second-level cure wounds on ada", 2, "cure wounds on ada"),
            ("i cast a third level cure wounds", 3, "i cast cure wounds"),
            ("cure wounds (level 3) on ada", 3, "cure wounds on ada"),
            ("cure wounds, 2nd level", 2, "cure wounds"),
            ("cast cure wounds on ada, upcast to 3rd", 3, "cast cure wounds on ada"),
            ("ich wirke wunden heilen auf dem 3. Grad auf ada", 3, "ich wirke wunden heilen auf ada"),
            ("ich wirke segnen mit einem Zauberplatz des zweiten Grades", 2, "ich wirke segnen"),
        ] {
            assert_eq!(find(text).map(|it| it.level), Some(level), "{text}");
            assert_eq!(without(text), rest, "{text}");
        }
        for text in [
            "i reach level 3",
            "go down one level",
            "cast magic missile at three goblins",
            "first i rest",
            "on the second level i cast light",
            "i am level 3 and cast aid",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
