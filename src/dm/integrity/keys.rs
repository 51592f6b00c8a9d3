//! Which words must stand in a reading for a pattern to be found there: few of many patterns are worth a search.

use std::collections::HashMap;

/// The words that each of many patterns needs.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Every word that a pattern needs, with its number.
    words: HashMap<String, usize>,
    /// By word: the patterns of which it is among the rarest they need.
    by_word: Vec<Vec<usize>>,
    /// Those that need none.
    always: Vec<usize>,
    /// By pattern: for each part it can't do without, the words of which one must stand there.
    needed: Vec<Vec<Vec<usize>>>,
}

impl Keys {
    /// Of patterns as `claims` writes them: words with a blank before and after each, and groups of such.
    pub(super) fn of<'p>(patterns: impl Iterator<Item = &'p str>) -> Self {
        let mut keys = Self::default();
        for (i, pattern) in patterns.enumerate() {
            let mut needed = needed(pattern);
            needed.sort_by_key(|any| any.iter().map(|word| weight(word)).sum::<usize>());
            let needed: Vec<Vec<usize>> =
                needed.into_iter().map(|any| any.into_iter().map(|word| keys.number(word)).collect()).collect();
            match needed.first() {
                Some(rarest) => rarest.iter().for_each(|word| keys.by_word[*word].push(i)),
                None => keys.always.push(i),
            }
            keys.needed.push(needed);
        }
        keys
    }

    fn number(&mut self, word: String) -> usize {
        let next = self.by_word.len();
        let number = *self.words.entry(word).or_insert(next);
        if number == next {
            self.by_word.push(Vec::new());
        }
        number
    }

    /// Those that may stand in a reading, in order.
    pub(super) fn within(&self, text: &str) -> Vec<usize> {
        let mut stands = vec![false; self.by_word.len()];
        let mut all = self.always.clone();
        for number in text.split(' ').filter_map(|word| self.words.get(word)) {
            if !std::mem::replace(&mut stands[*number], true) {
                all.extend(&self.by_word[*number]);
            }
        }
        all.retain(|pattern| self.needed[*pattern].iter().all(|any| any.iter().any(|word| stands[*word])));
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// How often a word stands anywhere, about.
fn weight(word: &str) -> usize {
    const COMMON: [&str; 24] = [
        "you", "your", "the", "a", "be", "have", "it", "he", "she", "they", "his", "her", "its", "their", "and", "of",
        "to", "in", "on", "with", "from", "not", "#being", "^",
    ];
    match word {
        "," | ";" | "\\." | "." => 60,
        word if COMMON.contains(&word) => 20,
        _ => 1,
    }
}

/// For each part a pattern can't do without, the words of which one must stand there.
fn needed(pattern: &str) -> Vec<Vec<String>> {
    parts(pattern).into_iter().filter(|part| !part.is_optional).filter_map(|part| any_of(part.text)).collect()
}

/// One of the words that stand for a part: itself, or one of each of its alternatives.
fn any_of(part: &str) -> Option<Vec<String>> {
    let Some(inner) = part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        let word = part.replace('\\', "");
        let plain = word.chars().all(|it| it.is_ascii_lowercase() || "#'-^,;.".contains(it)) && !word.is_empty();
        return plain.then(|| vec![word]);
    };
    let inner = inner.strip_prefix("?:").or_else(|| inner.split_once('>').map(|(_, inner)| inner))?;
    let mut all = Vec::new();
    for one in alternatives(inner) {
        let best = needed(one).into_iter().min_by_key(|any| any.iter().map(|word| weight(word)).sum::<usize>())?;
        all.extend(best);
    }
    Some(all)
}

/// A part of a pattern between two blanks.
struct Part<'p> {
    text: &'p str,
    is_optional: bool,
}

/// The parts of a pattern; one that is made of several things without a blank between them is none that is needed.
fn parts(pattern: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let (mut depth, mut from, mut in_class) = (0, 0, false);
    for (at, letter) in pattern.char_indices().chain([(pattern.len(), ' ')]) {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            ' ' if depth == 0 && !in_class => {
                let text = &pattern[from..at];
                let ends_well = text.ends_with(')') || !text.contains(['(', ')', '[', '?', '{', '+', '*', '|']);
                let is_one = !text.starts_with('(') || closes_at(text) == Some(text.len() - 1);
                found.push(Part { text, is_optional: text.is_empty() || !ends_well || !is_one });
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Where the group that a text begins with is closed.
fn closes_at(text: &str) -> Option<usize> {
    let (mut depth, mut in_class) = (0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The alternatives of a group.
fn alternatives(inner: &str) -> Vec<&str> {
    let (mut found, mut depth, mut from, mut in_class) = (Vec::new(), 0, 0, false);
    for (at, letter) in inner.char_indices() {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            '|' if depth == 0 && !in_class => {
                found.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[from..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_needs_the_words_it_cannot_do_without() {
        let one = |pattern: &str| needed(pattern);
        let word = |word: &str| vec![word.to_owned()];
        assert_eq!(one(" you (?:quick )?fall (?:[!-~]+ ){0,4}?down "), [word("you")]);
        assert_eq!(
            one(" (?:the|your) (?P<item>#item) go "),
            [vec!["the".to_owned(), "your".to_owned()], word("#item"), word("go")]
        );
        assert_eq!(one(" (?:go down|[!-~]+) now "), [word("now")]);
        let keys = Keys::of([" you fall ", " a (?:cat|dog) ", " (?:[!-~]+ )?"].into_iter());
        assert_eq!(keys.within(" ^ you see a dog fall "), [0, 1, 2]);
        assert_eq!(keys.within(" ^ the dog fall "), [2], "neither you nor a dog");
        assert_eq!(keys.within(" ^ the cow "), [2]);
    }
}
