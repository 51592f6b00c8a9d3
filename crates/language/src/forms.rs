//! The forms of English verbs.

/// Whether a word is a form of a verb: looks, looking, looked, making, grabbed.
pub fn is_form(word: &str, verb: &str) -> bool {
    if word.as_bytes().first() != verb.as_bytes().first() {
        return false;
    }
    let stem = |end: &str| word.strip_suffix(end);
    let plain = ["s", "ing", "ed", "es"].iter().any(|end| stem(end) == Some(verb));
    let short = ["ing", "ed"].iter().any(|end| stem(end).is_some_and(|stem| verb.strip_suffix('e') == Some(stem)));
    let doubled = ["ing", "ed"].iter().any(|end| {
        stem(end).and_then(|stem| stem.strip_suffix(|c: char| verb.ends_with(c))).is_some_and(|stem| stem == verb)
    });
    plain || short || doubled
}

#[cfg(test)]
mod tests {
    use super::is_form;

    #[test]
    fn a_verb_is_known_in_its_forms() {
        for (word, verb) in [
            ("looks", "look"),
            ("watches", "watch"),
            ("going", "go"),
            ("climbed", "climb"),
            ("making", "make"),
            ("saved", "save"),
            ("grabbed", "grab"),
            ("stopping", "stop"),
        ] {
            assert!(is_form(word, verb), "{word}");
        }
        for (word, other) in [("look", "look"), ("wells", "we"), ("looked", "looking"), ("string", "sting")] {
            assert!(!is_form(word, other), "{word}");
        }
    }
}
