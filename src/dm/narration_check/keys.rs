//! Required words of patterns, so that only a few patterns are searched for in each sentence.

use language::word_lists::WordMap;

/// The words that each of many patterns needs.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Every word that a pattern needs, with its number.
    words: WordMap<String, u32>,
    /// By word: the patterns of which it is among the rarest they need.
    by_word: Vec<Vec<usize>>,
    /// The claims without a key, which are always searched.
    always: Vec<usize>,
    /// By pattern: for each part it can't do without, in order, the words of which one must stand there.
    needed: Vec<Box<[Box<[u32]>]>>,
}

impl Keys {
    /// Of patterns as `claims` writes them: words with a blank before and after each, and groups of such.
    pub(super) fn of(patterns: impl Iterator<Item = impl AsRef<str>>) -> Self {
        let mut keys = Self::default();
        for (i, pattern) in patterns.enumerate() {
            let needed = needed(pattern.as_ref());
            let weight = |any: &&Vec<String>| any.iter().map(|word| weight(word)).sum::<usize>();
            match needed.iter().min_by_key(weight) {
                Some(rarest) => {
                    for word in rarest {
                        let number = keys.number(word) as usize;
                        keys.by_word[number].push(i);
                    }
                }
                None => keys.always.push(i),
            }
            let numbers = needed.iter().map(|any| {
                let mut numbers: Vec<u32> = any.iter().map(|word| keys.number(word)).collect();
                numbers.sort_unstable();
                numbers.into()
            });
            let numbers = numbers.collect();
            keys.needed.push(numbers);
        }
        keys
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = u32::try_from(self.by_word.len()).unwrap_or(u32::MAX);
        self.words.insert(word.to_owned(), number);
        self.by_word.push(Vec::new());
        number
    }

    /// Those that may stand in a reading, in order: the words they need stand there one behind the other.
    pub(super) fn within(&self, text: &str) -> Vec<usize> {
        let numbers: Vec<u32> = text.split(' ').filter_map(|word| self.words.get(word).copied()).collect();
        let mut stands = vec![false; self.by_word.len()];
        let mut all = self.always.clone();
        for number in &numbers {
            if !std::mem::replace(&mut stands[*number as usize], true) {
                all.extend(&self.by_word[*number as usize]);
            }
        }
        // Most lack a word altogether, which is found out sooner.
        let has_all = |parts: &[Box<[u32]>]| parts.iter().all(|any| any.iter().any(|word| stands[*word as usize]));
        all.retain(|pattern| {
            let parts = &self.needed[*pattern];
            has_all(parts) && stand_in_order(parts, &numbers)
        });
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Whether for each part one of its words stands behind those of the parts before.
fn stand_in_order(parts: &[Box<[u32]>], numbers: &[u32]) -> bool {
    let mut rest = numbers.iter();
    parts.iter().all(|any| rest.any(|number| any.binary_search(number).is_ok()))
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
        assert_eq!(keys.within(" ^ fall and you "), [2], "in another order");
        let twice = Keys::of([" go (?:to|go) "].into_iter());
        assert_eq!((twice.within(" ^ go home "), twice.within(" ^ go and go ")), (vec![], vec![0]));
    }
}
