//! Small grammar: articles, numbers, lists of names.

use crate::words::storyteller::grammar::UNCOUNTED;

/// The text with a capital at its start.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

/// Whether a name means several.
pub(super) fn is_plural(name: &str) -> bool {
    if head(name).contains(" and ") {
        return true;
    }
    let noun = noun(name);
    let singular = ["ss", "us", "is"].iter().any(|end| noun.ends_with(end)) && noun != "rations";
    ["scales", "people", "men"].contains(&noun.as_str()) || (noun.ends_with('s') && !singular)
}

/// The noun of a name.
fn noun(name: &str) -> String {
    head(name).split_whitespace().last().unwrap_or_default().to_lowercase()
}

/// A name without the words after its noun.
fn head(name: &str) -> &str {
    let head = name.split([',', '(']).next().unwrap_or(name);
    let behind = [" of ", " with ", " from ", " worn ", " in ", " at ", " on ", " for ", " to ", " tied "];
    let ends = behind.iter().filter_map(|at| head.find(at)).min();
    &head[..ends.unwrap_or(head.len())]
}

/// The name with `a`, `an` or `some`, where it takes one.
pub(super) fn a(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    const OWN: [&str; 13] =
        ["the", "a", "an", "some", "his", "her", "your", "their", "no", "two", "three", "ten", "several"];
    if name.is_empty() || OWN.contains(&first.as_str()) || first.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    // Armour is worn as it is, by no number.
    if ["mail", "armor", "armour"].contains(&noun(name).as_str()) {
        return name.to_owned();
    }
    // Some string, but a string of eels.
    if is_plural(name) || (UNCOUNTED.contains(&noun(name).as_str()) && !name.contains(" of ")) {
        return format!("some {name}");
    }
    let vowel =
        first.starts_with(['a', 'e', 'i', 'o', 'u']) && !["uni", "one", "eu"].iter().any(|s| first.starts_with(s));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The name of several of a thing: `bolts`, `flasks of oil`, `torches`.
pub(super) fn several(name: &str) -> String {
    let head = head(name);
    if is_plural(name) {
        return name.to_owned();
    }
    let ends = ["ch", "sh", "x", "ss"].iter().any(|end| head.ends_with(end));
    let many = match head.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{stem}ies"),
        None => format!("{head}{}", if ends { "es" } else { "s" }),
    };
    format!("{many}{}", &name[head.len()..])
}

/// The name with `the`, unless it is someone's own.
pub(super) fn the(name: &str) -> String {
    let own = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    if own || name.is_empty() { name.to_owned() } else { format!("the {name}") }
}

/// The name of a thing as it is inside a sentence, whatever capitals the sheet gives it.
pub(super) fn plainly(thing: &str) -> String {
    let name = thing.split('(').next().unwrap_or(thing).trim();
    if name.is_empty() { thing.to_lowercase() } else { name.to_lowercase() }
}

/// `a, b or c`, for a question.
pub(super) fn either(names: &[String]) -> String {
    match names {
        [init @ .., last] if !init.is_empty() => format!("{} or {last}", init.join(", ")),
        names => names.concat(),
    }
}

/// Names in a row: `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What goes with a name of one thing, or of several.
pub(super) fn agreeing(word: &str, name: &str) -> &'static str {
    match (word, is_plural(name)) {
        ("is", false) => "is",
        ("is", true) => "are",
        ("has", false) => "has",
        ("has", true) => "have",
        ("does", false) => "does",
        ("does", true) => "do",
        ("was", false) => "was",
        ("was", true) => "were",
        ("it", false) | ("them", false) => "it",
        ("it", true) => "they",
        ("them", true) => "them",
        ("its", false) => "its",
        ("its", true) => "their",
        ("s", false) => "s",
        ("es", false) => "es",
        _ => "",
    }
}

/// A text without what is said aloud in it.
pub(super) fn without_speech(text: &str) -> String {
    let mut quoted = false;
    let mut keeps = |c: &char| {
        quoted = match c {
            '“' => true,
            '”' => false,
            _ => quoted,
        };
        !quoted
    };
    text.chars().filter(|c| keeps(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_of_a_thing_are_named_so() {
        let all = [("bolt", "bolts"), ("torch", "torches"), ("rations", "rations"), ("flask of oil", "flasks of oil")];
        for (one, many) in all {
            assert_eq!(several(one), many);
        }
        assert_eq!(several("ruby"), "rubies");
    }

    #[test]
    fn articles_fit_their_names() {
        assert_eq!(a("iron key"), "an iron key");
        assert_eq!(a("the bell"), "the bell");
        assert_eq!(a("coil of ropes"), "a coil of ropes");
        assert_eq!(a("chain mail"), "chain mail");
        assert_eq!(a("thieves' tools"), "some thieves' tools");
        assert_eq!(a("flask of oil"), "a flask of oil");
        assert_eq!(a("judge in chains"), "a judge in chains");
        assert_eq!(a("dealer in needles and pans"), "a dealer in needles and pans");
    }
}
