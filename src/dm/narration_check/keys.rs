//! Required words of patterns, so that only a few patterns are searched for in each sentence.

use std::collections::HashMap;

use language::word_lists::WordMap;

/// Sentences longer than this are not searched for the order of words.
const MAX_WORDS: usize = u128::BITS as usize;

/// The words that each of many patterns needs.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Every word that a pattern needs, with its number.
    words: WordMap<String, u32>,
    /// By word: the patterns that have it among their rarest required words.
    by_word: Vec<Vec<usize>>,
    /// The claims without a key, which are always searched.
    always: Vec<usize>,
    /// By pattern: the parts it can't do without, in order.
    needed: Vec<Box<[Needed]>>,
    /// The sets of words of which one is in a part; many patterns share a set.
    sets: Vec<Box<[u32]>>,
}

/// A part that a pattern can't do without.
#[derive(Debug)]
struct Needed {
    /// One of the words of this set is in it.
    set: u32,
    /// The most words from the one before it that was needed to this one.
    reach: usize,
}

/// Finds the patterns that sentences may match. It keeps what it needs for a sentence for the next one.
#[derive(Debug)]
pub(super) struct KeySearch<'k> {
    keys: &'k Keys,
    /// By word: where it occurs in the sentence, a bit for each place.
    places: Vec<u128>,
    /// By set: the number of the sentence it was last looked for in, and where its words occur there.
    of_sets: Vec<(u32, u128)>,
    /// The number of the sentence.
    nth: u32,
}

impl Keys {
    /// Of patterns as `claims` writes them: words with a blank before and after each, and groups of such.
    pub(super) fn of(patterns: impl Iterator<Item = impl AsRef<str>>) -> Self {
        let mut keys = Self::default();
        let mut sets: HashMap<Box<[u32]>, u32> = HashMap::new();
        for (i, pattern) in patterns.enumerate() {
            let needed = needed(pattern.as_ref());
            let weight = |(any, _): &&(Vec<String>, usize)| any.iter().map(|word| weight(word)).sum::<usize>();
            match needed.iter().min_by_key(weight) {
                Some((rarest, _)) => {
                    for word in rarest {
                        let number = keys.number(word) as usize;
                        keys.by_word[number].push(i);
                    }
                }
                None => keys.always.push(i),
            }
            let numbers = needed.iter().map(|(any, reach)| {
                let any: Box<[u32]> = any.iter().map(|word| keys.number(word)).collect();
                let next = as_number(sets.len());
                Needed { set: *sets.entry(any).or_insert(next), reach: *reach }
            });
            let numbers = numbers.collect();
            keys.needed.push(numbers);
        }
        let mut sets: Vec<(Box<[u32]>, u32)> = sets.into_iter().collect();
        sets.sort_unstable_by_key(|(_, number)| *number);
        keys.sets = sets.into_iter().map(|(any, _)| any).collect();
        keys
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = as_number(self.by_word.len());
        self.words.insert(word.to_owned(), number);
        self.by_word.push(Vec::new());
        number
    }

    pub(super) fn search(&self) -> KeySearch<'_> {
        KeySearch { keys: self, places: vec![0; self.by_word.len()], of_sets: vec![(0, 0); self.sets.len()], nth: 0 }
    }
}

impl KeySearch<'_> {
    /// The patterns that may match a sentence, in order: the words they need follow each other closely enough.
    pub(super) fn within(&mut self, text: &str) -> Vec<usize> {
        self.nth += 1;
        let (keys, places, of_sets, nth) = (self.keys, &mut self.places, &mut self.of_sets, self.nth);
        let mut found: Vec<usize> = Vec::new();
        let mut all = keys.always.clone();
        let mut n_words = 0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            if let Some(number) = keys.words.get(word).map(|number| *number as usize) {
                if places[number] == 0 {
                    found.push(number);
                    all.extend(&keys.by_word[number]);
                }
                places[number] |= 1 << (n_words % MAX_WORDS);
            }
            n_words += 1;
        }
        let mut places_of = |set: u32| {
            let known = &mut of_sets[set as usize];
            if known.0 != nth {
                let all = keys.sets[set as usize].iter().fold(0, |own, word| own | places[*word as usize]);
                *known = (nth, all);
            }
            known.1
        };
        let mut may = |parts: &[Needed]| match n_words > MAX_WORDS {
            true => parts.iter().all(|part| places_of(part.set) != 0),
            false => stand_in_order(parts, &mut places_of),
        };
        all.sort_unstable();
        all.dedup();
        all.retain(|pattern| may(&keys.needed[*pattern]));
        found.iter().for_each(|word| places[*word] = 0);
        all
    }
}

/// Whether for each part one of its words is within reach of one of the part before.
fn stand_in_order(parts: &[Needed], mut places_of: impl FnMut(u32) -> u128) -> bool {
    let mut before = None;
    parts.iter().all(|part| {
        let own = places_of(part.set);
        let here = before.map_or(own, |before| own & within_reach(before, part.reach));
        before = Some(here);
        here != 0
    })
}

/// The positions that follow one of the given positions within this distance.
fn within_reach(places: u128, reach: usize) -> u128 {
    let (mut reached, mut width) = (places << 1, 1);
    let reach = reach.min(MAX_WORDS);
    while width < reach {
        let step = width.min(reach - width);
        reached |= reached << step;
        width += step;
    }
    reached
}

fn as_number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The approximate frequency of a word.
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

/// For each part a pattern can't do without: the words of which one is in it, and the most words from the part before.
fn needed(pattern: &str) -> Vec<(Vec<String>, usize)> {
    let (mut found, mut since) = (Vec::new(), 0_usize);
    let mut span = 0_usize;
    for part in parts(pattern) {
        let own = most_blanks(part.text);
        let words = if part.is_optional { None } else { any_of(part.text) };
        since = since.saturating_add(own).saturating_add(usize::from(part.ends_word));
        if let Some(words) = words {
            // The words may be anywhere in their parts.
            found.push((words, since.saturating_add(span)));
            (since, span) = (0, own.saturating_add(usize::from(part.ends_word)));
        }
    }
    found
}

/// One of the words that stand for a part: itself, or one of each of its alternatives.
fn any_of(part: &str) -> Option<Vec<String>> {
    let Some(inner) = part.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        let word = part.replace('\\', "");
        let plain = word.chars().all(|it| it.is_ascii_lowercase() || "#'-^,;.".contains(it)) && !word.is_empty();
        return plain.then(|| vec![word]);
    };
    let mut all = Vec::new();
    for one in alternatives(unnamed(inner)?) {
        let weight = |(any, _): &(Vec<String>, usize)| any.iter().map(|word| weight(word)).sum::<usize>();
        let (best, _) = needed(one).into_iter().min_by_key(weight)?;
        all.extend(best);
    }
    Some(all)
}

/// The inside of a group without its name.
fn unnamed(inner: &str) -> Option<&str> {
    inner.strip_prefix("?:").or_else(|| inner.split_once('>').map(|(_, inner)| inner))
}

/// The most blanks that a part of a pattern can match.
fn most_blanks(text: &str) -> usize {
    let mut blanks = 0_usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (own, taken) = match letter {
            '(' => {
                let end = closes_at(rest).unwrap_or(rest.len() - 1);
                let inner = unnamed(&rest[1..end]).unwrap_or_default();
                (alternatives(inner).into_iter().map(most_blanks).max().unwrap_or_default(), end + 1)
            }
            '[' => (0, rest.find(']').map_or(rest.len(), |end| end + 1)),
            ' ' => (1, 1),
            letter => (0, letter.len_utf8()),
        };
        rest = &rest[taken..];
        let (times, taken) = repeated(rest);
        rest = &rest[taken..];
        blanks = blanks.saturating_add(own.saturating_mul(times));
    }
    blanks
}

/// The maximum number of repetitions by the quantifier at the start of a text, and the quantifier's length.
fn repeated(rest: &str) -> (usize, usize) {
    let (times, length) = match rest.chars().next() {
        Some('?') => (1, 1),
        Some('*' | '+') => (usize::MAX, 1),
        Some('{') => {
            let end = rest.find('}').map_or(rest.len(), |end| end + 1);
            let most = rest[1..end].trim_end_matches('}').rsplit(',').next().and_then(|most| most.parse().ok());
            (most.unwrap_or(usize::MAX), end)
        }
        _ => return (1, 0),
    };
    (times, length + usize::from(rest[length..].starts_with('?')))
}

/// A part of a pattern: what is between two blanks, or words with a blank behind each that may be repeated or absent.
struct ClaimPart<'p> {
    text: &'p str,
    is_optional: bool,
    /// Whether a blank follows that is not in it.
    ends_word: bool,
}

/// The parts of a pattern; one that is made of several things without a blank between them is none that is needed.
fn parts(pattern: &str) -> Vec<ClaimPart<'_>> {
    let mut found = Vec::new();
    let (mut depth, mut from, mut in_class) = (0, 0, false);
    for (at, letter) in pattern.char_indices().chain([(pattern.len(), ' ')]) {
        if at < from {
            continue;
        }
        if at == from
            && depth == 0
            && let Some(length) = words_by_the_way(&pattern[at..])
        {
            from = at + length;
            found.push(ClaimPart { text: &pattern[at..from], is_optional: true, ends_word: false });
            continue;
        }
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => depth += 1,
            ')' if !in_class => depth -= 1,
            ' ' if depth == 0 && !in_class => {
                let text = &pattern[from..at];
                let ends_well = text.ends_with(')') || !text.contains(['(', ')', '[', '?', '{', '+', '*', '|']);
                let is_one = !text.starts_with('(') || closes_at(text) == Some(text.len() - 1);
                let is_optional = text.is_empty() || !ends_well || !is_one;
                found.push(ClaimPart { text, is_optional, ends_word: true });
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The length of a group that a text begins with, if it is repeated or optional and a blank ends all that it matches.
fn words_by_the_way(text: &str) -> Option<usize> {
    let end = text.starts_with('(').then(|| closes_at(text)).flatten()?;
    let all = alternatives(unnamed(&text[1..end])?);
    let (_, length) = repeated(&text[end + 1..]);
    (length > 0 && all.iter().all(|one| one.ends_with(' '))).then_some(end + 1 + length)
}

/// The end of the group at the start of a text.
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

    fn found(keys: &Keys, text: &str) -> Vec<usize> {
        keys.search().within(text)
    }

    #[test]
    fn a_pattern_needs_the_words_it_cannot_do_without() {
        let one = |pattern: &str| needed(pattern).into_iter().map(|(any, _)| any).collect::<Vec<_>>();
        let word = |word: &str| vec![word.to_owned()];
        assert_eq!(one(" you (?:quick )?fall (?:[!-~]+ ){0,4}?down "), [word("you"), word("fall"), word("down")]);
        assert_eq!(
            one(" (?:the|your) (?P<item>#item) go "),
            [vec!["the".to_owned(), "your".to_owned()], word("#item"), word("go")]
        );
        assert_eq!(one(" (?:go down|[!-~]+) now "), [word("now")]);
        assert_eq!(one(" (?:un|re )?do it "), [word("it")], "only one of them ends with a blank");
        let keys = Keys::of([" you fall ", " a (?:cat|dog) ", " (?:[!-~]+ )?"].into_iter());
        assert_eq!(found(&keys, " ^ you fall on a dog "), [0, 1, 2]);
        assert_eq!(found(&keys, " ^ the dog fall "), [2], "neither you nor a dog");
        assert_eq!(found(&keys, " ^ the cow "), [2]);
        assert_eq!(found(&keys, " ^ fall and you "), [2], "in another order");
        let twice = Keys::of([" go (?:to|go) "].into_iter());
        assert_eq!((found(&twice, " ^ go home "), found(&twice, " ^ go go ")), (vec![], vec![0]));
    }

    #[test]
    fn words_that_are_too_far_from_each_other_are_not_found() {
        let keys = Keys::of([" you (?:[!-~]+ ){0,2}?fall "].into_iter());
        assert_eq!(found(&keys, " you and he fall "), [0]);
        assert!(found(&keys, " you and he and she and it and they fall ").is_empty());
        let far = format!(" you {} and you fall ", "go ".repeat(9));
        assert_eq!(found(&keys, &far), [0], "the second of two is near enough");
        let long = format!(" you {}fall ", "go ".repeat(MAX_WORDS));
        assert_eq!(found(&keys, &long), [0], "too long to look at its order");
        let any = Keys::of([" you (?:[!-~]+ )*fall "].into_iter());
        assert_eq!(found(&any, &format!(" you {}fall ", "go ".repeat(99))), [0]);
    }
}
