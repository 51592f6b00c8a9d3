//! A small grammar: templates with `{slots}` and `[one|other]` choices, told so that no sentence comes twice.

use std::collections::BTreeSet;

use super::chance::{Chance, hash};

/// A telling as it grows, and every sentence that was told before.
#[derive(Debug)]
pub(super) struct Prose {
    used: BTreeSet<u64>,
    chance: Chance,
    text: String,
    breaks: bool,
    /// Templates of this telling, which come a second time only where there is no other.
    templates: BTreeSet<u64>,
}

const TRIES: usize = 6;

/// What a sentence can begin with, where it has been told without.
const OPENERS: [&str; 22] = [
    "once more",
    "again",
    "as before",
    "this time too",
    "yet again",
    "true to form,",
    "for what it is worth,",
    "one more time,",
    "after a moment,",
    "before long,",
    "in the end,",
    "for now,",
    "as it turns out,",
    "sure enough,",
    "little by little,",
    "without any fuss,",
    "all the same,",
    "by and by,",
    "in so many words,",
    "soon enough,",
    "at length,",
    "when all is said and done,",
];

/// Words that stand in lower case inside a sentence.
const PLAIN_WORDS: [&str; 48] = [
    "you",
    "your",
    "the",
    "there",
    "a",
    "an",
    "it",
    "nothing",
    "nobody",
    "somebody",
    "something",
    "from",
    "for",
    "in",
    "on",
    "at",
    "as",
    "but",
    "and",
    "one",
    "no",
    "up",
    "down",
    "that",
    "this",
    "within",
    "close",
    "whatever",
    "if",
    "to",
    "before",
    "when",
    "what",
    "with",
    "somewhere",
    "under",
    "meanwhile",
    "nor",
    "then",
    "so",
    "soon",
    "here",
    "evening",
    "time",
    "shadows",
    "people",
    "hands",
    "half",
];

impl Prose {
    /// An empty telling after these past ones.
    pub(super) fn after(told: &[String], seed: u64) -> Self {
        let told: Vec<String> = told.iter().flat_map(|text| sentences(text)).collect();
        let used = told.iter().flat_map(|sentence| fingerprints(sentence)).collect();
        Self { used, chance: Chance::new(seed), text: String::new(), breaks: false, templates: BTreeSet::new() }
    }

    /// What is told so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The next thing told begins a paragraph.
    pub(super) fn paragraph(&mut self) {
        self.breaks = true;
    }

    /// Tells one of `stock`, filled in, if one of them has no sentence that was told before; answers whether it did.
    pub(super) fn add(&mut self, stock: &[&str], slots: &[(&str, &str)]) -> bool {
        let mut order = self.chance.order(stock.len());
        order.sort_by_key(|i| self.templates.contains(&hash(stock[*i])));
        for i in order {
            for _ in 0..TRIES {
                let filled = expand(stock[i], slots, &mut self.chance);
                let filled = self.named_once(filled, slots);
                if sentences(&filled).iter().all(|sentence| self.is_fresh(sentence)) {
                    self.templates.insert(hash(stock[i]));
                    self.push(&filled);
                    return true;
                }
                if !stock[i].contains('[') {
                    break;
                }
            }
        }
        false
    }

    /// Tells one of `stock` in any case: where all of it was told before, with another beginning.
    pub(super) fn say(&mut self, stock: &[&str], slots: &[(&str, &str)]) {
        if stock.is_empty() || self.add(stock, slots) {
            return;
        }
        for i in self.chance.order(stock.len()) {
            let filled = expand(stock[i], slots, &mut self.chance);
            let all = sentences(&filled);
            let Some(first) = all.first() else { continue };
            let order = self.chance.order(OPENERS.len());
            let begun = order.iter().map(|i| begin(OPENERS[*i], first)).find(|sentence| self.is_fresh(sentence));
            let fresh = all[1..].iter().filter(|sentence| self.is_fresh(sentence)).cloned();
            let told: Vec<String> = begun.into_iter().chain(fresh).collect();
            if !told.is_empty() {
                return self.push(&told.join(" "));
            }
        }
    }

    /// Tells this, but for the sentences that were told before.
    pub(super) fn retell(&mut self, text: &str) {
        let fresh: Vec<String> = sentences(text).into_iter().filter(|sentence| self.is_fresh(sentence)).collect();
        self.push(&fresh.join(" "));
    }

    /// Whoever has just spoken goes on without being named again.
    fn named_once(&self, filled: String, slots: &[(&str, &str)]) -> String {
        let Some((_, name)) = slots.iter().find(|(slot, _)| *slot == "name") else { return filled };
        let says = format!("” says {name}");
        let paragraph = self.text.rsplit("\n\n").next().unwrap_or_default();
        if self.breaks || !paragraph.contains(&says) || !filled.starts_with('“') {
            return filled;
        }
        let endings = [(",", ". ", ".”"), ("?", "? ", "?”"), ("!", "! ", "!”")];
        endings.iter().fold(filled, |text, (mark, goes_on, ends)| {
            let text = text.replacen(&format!("{mark}{says}. “"), goes_on, 1);
            text.replacen(&format!("{mark}{says}."), ends, 1)
        })
    }

    /// Whether a sentence was not told before.
    pub(super) fn is_fresh(&self, sentence: &str) -> bool {
        fingerprints(sentence).all(|print| !self.used.contains(&print))
    }

    /// Tells this as it stands, told before or not. Two people's words stand in two paragraphs.
    pub(super) fn push(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        self.used.extend(sentences(text).iter().flat_map(|sentence| fingerprints(sentence)));
        if !self.text.is_empty() {
            let two_speak = self.text.ends_with('”') && text.starts_with('“');
            self.text.push_str(if self.breaks || two_speak { "\n\n" } else { " " });
        }
        self.breaks = false;
        self.text.push_str(text);
    }
}

/// The sentence with something before it.
fn begin(opener: &str, sentence: &str) -> String {
    let first = sentence.split(' ').next().unwrap_or_default();
    let plain = first.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let opener = capitalised(opener);
    match PLAIN_WORDS.contains(&plain.as_str()) && first.starts_with(char::is_alphabetic) {
        true => format!("{opener} {}{}", first.to_lowercase(), &sentence[first.len()..]),
        false => format!("{}, {sentence}", opener.trim_end_matches(',')),
    }
}

/// Fills in a template. A slot written with a capital is filled in with one; `{a:slot}` and `{the:slot}` get articles.
pub(super) fn expand(template: &str, slots: &[(&str, &str)], chance: &mut Chance) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (open, close) = if rest[at..].starts_with('{') { ('{', '}') } else { ('[', ']') };
        let Some(end) = rest[at..].find(close).map(|n| at + n) else { break };
        out.push_str(&rest[..at]);
        let inner = &rest[at + 1..end];
        if open == '[' {
            let options: Vec<&str> = inner.split('|').collect();
            let chosen = chance.pick(&options);
            out.push_str(&expand(chosen, slots, chance));
        } else {
            let key = inner.to_lowercase();
            let (article, name) = key.split_once(':').unwrap_or(("", &key));
            let value = slots.iter().find(|(slot, _)| *slot == name).map_or("", |(_, value)| *value);
            let value = match article {
                "a" => a(value),
                "the" => the(value),
                _ => value.to_owned(),
            };
            let capital = inner.starts_with(char::is_uppercase);
            out.push_str(&if capital { capitalised(&value) } else { value });
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

/// The sentences of a text: each ends in `.`, `!`, `?` or `…` outside of quotes, or with the closing quote, unless it
/// goes on in lower case.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let (mut from, mut quoted) = (0, false);
        let mut last = ' ';
        for (at, c) in line.char_indices() {
            match c {
                '“' => quoted = true,
                '”' => quoted = false,
                _ => {}
            }
            let ended = matches!(last, '.' | '!' | '?' | '…' | '*') || (last == '”' && ends_inside(&line[from..at]));
            let goes_on = line[at..].trim_start().starts_with(char::is_lowercase);
            if c.is_whitespace() && ended && !quoted && !goes_on {
                found.push(line[from..at].trim().to_owned());
                from = at;
            }
            last = c;
        }
        found.push(line[from..].trim().to_owned());
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a text that ends in a closing quote ends a sentence there.
fn ends_inside(text: &str) -> bool {
    text.trim_end_matches(['”', '*']).ends_with(['.', '!', '?', '…'])
}

/// So many letters make a piece of a sentence that would be known again.
const MIN_LETTERS: usize = 10;

/// The marks a sentence is known by: of the whole, and of each sentence somebody says inside it.
fn fingerprints(sentence: &str) -> impl Iterator<Item = u64> {
    let n_letters = |piece: &&str| piece.chars().filter(|c| c.is_alphanumeric()).count();
    let pieces = pieces(sentence).into_iter().filter(move |piece| n_letters(piece) >= MIN_LETTERS);
    std::iter::once(sentence).chain(pieces).map(fingerprint)
}

/// The sentences inside a sentence: those that somebody says, one by one.
fn pieces(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, c) in sentence.char_indices().filter(|(_, c)| c.is_whitespace()) {
        let ended = sentence[from..at].trim_end_matches(['”', '’', '*']).ends_with(['.', '!', '?', '…']);
        let goes_on = sentence[at + c.len_utf8()..].starts_with(char::is_lowercase);
        if ended && !goes_on {
            found.push(sentence[from..at].trim());
            from = at;
        }
    }
    found.push(sentence[from..].trim());
    found
}

fn fingerprint(sentence: &str) -> u64 {
    let plain: String = sentence.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    hash(&plain)
}

/// The text with a capital at its start.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

/// Things that cannot be counted.
const UNCOUNTED: [&str; 18] = [
    "bread", "mail", "armor", "armour", "water", "wine", "ale", "rope", "salt", "chalk", "oil", "brandy", "clothing",
    "food", "moss", "string", "silk", "incense",
];

/// The name with `a`, `an` or `some`, where it takes one.
pub(super) fn a(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    let head = name.split([',', '(']).next().unwrap_or(name);
    let head =
        [" of ", " with ", " from ", " worn "].iter().find_map(|at| head.split_once(at)).map_or(head, |(h, _)| h);
    let noun = head.split_whitespace().last().unwrap_or_default().to_lowercase();
    const OWN: [&str; 13] =
        ["the", "a", "an", "some", "his", "her", "your", "their", "no", "two", "three", "ten", "several"];
    if name.is_empty() || OWN.contains(&first.as_str()) || first.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    let plural = noun.ends_with('s') && !["ss", "us", "is"].iter().any(|end| noun.ends_with(end));
    if plural || UNCOUNTED.contains(&noun.as_str()) {
        return format!("some {name}");
    }
    let vowel =
        first.starts_with(['a', 'e', 'i', 'o', 'u']) && !["uni", "one", "eu"].iter().any(|s| first.starts_with(s));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The name with `the`, unless it is somebody's own.
pub(super) fn the(name: &str) -> String {
    let own = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    if own || name.is_empty() { name.to_owned() } else { format!("the {name}") }
}

/// The name of a thing as it stands inside a sentence, whatever capitals the sheet gives it.
pub(super) fn plainly(thing: &str) -> String {
    let name = thing.split('(').next().unwrap_or(thing).trim();
    if name.is_empty() { thing.to_lowercase() } else { name.to_lowercase() }
}

/// Names in a row: `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_reader_would_end_them() {
        let text = "You knock. “Who is it? Go away!” says a voice.\n\nNo one comes.";
        assert_eq!(sentences(text), ["You knock.", "“Who is it? Go away!” says a voice.", "No one comes."]);
    }

    #[test]
    fn a_sentence_told_before_is_not_told_again() {
        let told = vec!["The wind turns.".to_owned()];
        for seed in 0..20 {
            let mut prose = Prose::after(&told, seed);
            assert!(prose.add(&["The wind turns.", "Rain begins."], &[]));
            assert_eq!(prose.text(), "Rain begins.");
            assert!(!prose.add(&["The wind turns.", "Rain begins."], &[]));
            prose.say(&["The wind turns.", "Rain begins."], &[]);
            let all = sentences(prose.text());
            assert_eq!(all.len(), 2, "what must be told is told in other words");
            assert!(all[1].len() > "The wind turns.".len());
        }
    }

    #[test]
    fn two_people_speak_in_two_paragraphs() {
        let mut prose = Prose::after(&[], 1);
        prose.push("“No.”");
        prose.push("“Yes,” says Odo.");
        assert_eq!(prose.text(), "“No.”\n\n“Yes,” says Odo.");
    }

    #[test]
    fn a_template_is_filled_in() {
        let slots = [("place", "the mill")];
        assert_eq!(expand("{Place} stands [here|here].", &slots, &mut Chance::new(1)), "The mill stands here.");
        assert_eq!(expand("an open { stays", &[], &mut Chance::new(1)), "an open { stays");
    }

    #[test]
    fn articles_fit_their_names() {
        assert_eq!(a("iron key"), "an iron key");
        assert_eq!(a("the bell"), "the bell");
        assert_eq!(a("coil of ropes"), "a coil of ropes");
        assert_eq!(a("chain mail"), "some chain mail");
        assert_eq!(a("thieves' tools"), "some thieves' tools");
        assert_eq!(a("flask of oil"), "a flask of oil");
        assert_eq!(
            expand("{A:thing} of {the:foe}", &[("thing", "axe"), ("foe", "Grish")], &mut Chance::new(1)),
            "An axe of Grish"
        );
    }
}
