//! A small grammar: templates with `{slots}` and `[one|other]` choices, filled so that no sentence comes twice.

use crate::words::storyteller::prose::{LEADS_TO_A_NAME, OPENERS};
use std::collections::BTreeSet;

pub(super) use super::grammar::{a, capitalised, either, listed, plainly, several, the};
use super::{
    chance::{Chance, hash},
    template::{expand, fitting, stem},
};

/// A narration as it grows, and every earlier sentence.
#[derive(Debug, Clone)]
pub(super) struct Prose {
    used: BTreeSet<u64>,
    chance: Chance,
    text: String,
    breaks: bool,
    /// The conditions of the scene: lines and options with other conditions are left out.
    pub(super) facts: Vec<&'static str>,
    /// The last narrations: what they were put into is put otherwise, as long as there is another way.
    lately: String,
    /// Word sequences of all earlier narrations.
    runs: BTreeSet<u64>,
    /// Templates of this narration, which come a second time only where there is no other.
    templates: BTreeSet<u64>,
    /// The person who spoke the last words of a template, where these are a question.
    pub(super) asked_by: Option<String>,
}

const TRIES: usize = 6;
/// The number of recent narrations in which a phrase counts as repeated.
const LATELY: usize = 8;

impl Prose {
    /// An empty telling after these past ones.
    pub(super) fn after(told: &[String], seed: u64) -> Self {
        let lately = told[told.len().saturating_sub(LATELY)..].join("\n");
        let all_runs = told.iter().flat_map(|text| runs(text)).collect();
        let told: Vec<String> = told.iter().flat_map(|text| sentences(text)).collect();
        let used = told.iter().flat_map(|sentence| fingerprints(sentence)).collect();
        let chance = Chance::new(seed);
        Self {
            used,
            chance,
            text: String::new(),
            breaks: false,
            facts: Vec::new(),
            lately,
            runs: all_runs,
            templates: BTreeSet::new(),
            asked_by: None,
        }
    }

    /// The narration so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the next sentence begins a paragraph.
    pub(super) fn breaks(&self) -> bool {
        self.breaks
    }

    /// The next sentence begins a paragraph.
    pub(super) fn paragraph(&mut self) {
        self.breaks = true;
    }

    /// Adds a line of `stock`, filled in, if one of them repeats no earlier sentence. Returns whether it did.
    pub(super) fn add(&mut self, stock: &[&str], slots: &[(&str, &str)]) -> bool {
        let stock = fitting(stock, &self.facts);
        let mut order = self.chance.order(stock.len());
        order.sort_by_key(|i| (self.templates.contains(&hash(stock[*i])), self.is_in_the_ear(stock[*i])));
        let mut worn: Option<(usize, usize, String)> = None;
        for i in order {
            for _ in 0..TRIES {
                let filled = expand(stock[i], slots, &self.facts, &mut self.chance);
                let filled = self.named_once(filled, slots);
                if sentences(&filled).iter().all(|sentence| self.is_fresh(sentence)) {
                    // A phrase is repeated in a game only if there is no other.
                    let n = self.n_worn(&filled);
                    if n == 0 {
                        self.tell(stock[i], slots, &filled);
                        return true;
                    }
                    if worn.as_ref().is_none_or(|(least, ..)| n < *least) {
                        worn = Some((n, i, filled));
                    }
                }
                if !stock[i].contains('[') {
                    break;
                }
            }
        }
        let Some((_, i, filled)) = worn else { return false };
        self.tell(stock[i], slots, &filled);
        true
    }

    /// Adds a template, filled in.
    fn tell(&mut self, template: &str, slots: &[(&str, &str)], filled: &str) {
        self.templates.insert(hash(template));
        self.heard(template, slots);
        self.push(filled);
    }

    /// Keeps who spoke last, if a template has them ask something.
    fn heard(&mut self, template: &str, slots: &[(&str, &str)]) {
        if let Some((spoken, _)) = template.rsplit_once('”') {
            let name = slots.iter().find(|(slot, _)| *slot == "name").map(|(_, name)| (*name).to_owned());
            self.asked_by = name.filter(|_| spoken.trim_end_matches(']').ends_with('?'));
        }
    }

    /// Narrates one of `stock` in any case: with another beginning if all were used before.
    pub(super) fn say(&mut self, stock: &[&str], slots: &[(&str, &str)]) {
        if stock.is_empty() || self.add(stock, slots) {
            return;
        }
        let stock = fitting(stock, &self.facts);
        for i in self.chance.order(stock.len()) {
            let filled = expand(stock[i], slots, &self.facts, &mut self.chance);
            let all = sentences(&filled);
            let Some(first) = all.first() else { continue };
            // A recently used one comes last.
            let mut order = self.chance.order(OPENERS.len());
            order.sort_by_key(|i| self.lately.contains(&capitalised(OPENERS[*i])));
            let begun = order
                .iter()
                .map(|i| begin(OPENERS[*i], first, slots, &self.lately))
                .find(|sentence| self.is_fresh(sentence));
            let fresh = all[1..].iter().filter(|sentence| self.is_fresh(sentence)).cloned();
            let told: Vec<String> = begun.into_iter().chain(fresh).collect();
            if !told.is_empty() {
                self.heard(stock[i], slots);
                return self.push(&told.join(" "));
            }
        }
    }

    /// Narrates this, without sentences that were used before.
    pub(super) fn retell(&mut self, text: &str) {
        let fresh: Vec<String> = sentences(text).into_iter().filter(|sentence| self.is_fresh(sentence)).collect();
        self.push(&fresh.join(" "));
    }

    /// How many word sequences of this were used before in this game.
    fn n_worn(&self, text: &str) -> usize {
        runs(text).filter(|run| self.runs.contains(run)).count()
    }

    /// A person who has just spoken is not named again.
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

    /// Whether a template was used lately, with any values.
    fn is_in_the_ear(&self, template: &str) -> bool {
        let stem = stem(template);
        stem.len() >= MIN_LETTERS && self.lately.contains(stem)
    }

    /// Whether a sentence is new.
    pub(super) fn is_fresh(&self, sentence: &str) -> bool {
        fingerprints(sentence).all(|print| !self.used.contains(&print))
    }

    /// Adds this text unchanged, even if it was used before. The words of two people are two paragraphs.
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

/// The number of consecutive words that count as a repeated phrase.
const RUN: usize = 5;

/// The runs of words of a text.
fn runs(text: &str) -> impl Iterator<Item = u64> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let all: Vec<u64> = words.windows(RUN).map(|run| hash(&run.join(" "))).collect();
    all.into_iter()
}

/// The sentence with something before it. Its own first word is in lower case then, unless it is someone's name: one a
/// slot was filled with, or one with a capital inside a recent sentence.
fn begin(opener: &str, sentence: &str, slots: &[(&str, &str)], lately: &str) -> String {
    let sentence = ["Then ", "And "].iter().find_map(|start| sentence.strip_prefix(start)).unwrap_or(sentence);
    let first = sentence.split(' ').next().unwrap_or_default();
    let bare = |part: &str| {
        part.trim_start_matches(|c: char| !c.is_alphabetic())
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let word = bare(first);
    let spoken = !first.starts_with(char::is_alphabetic);
    let begins = |text: &str| text.split(' ').next().is_some_and(|part| bare(part) == word);
    let inside = format!(" {word}");
    let is_inside = |at: usize| {
        lately[..at].ends_with(|c: char| c.is_lowercase() || c == ',')
            && !lately[at + inside.len()..].starts_with(char::is_alphabetic)
    };
    let is_name = ["I", "God"].contains(&word.as_str())
        || slots.iter().any(|(_, value)| begins(value))
        || lately.match_indices(inside.as_str()).any(|(at, _)| is_inside(at))
        || !LEADS_TO_A_NAME.contains(&word.to_lowercase().as_str())
            && sentence[first.len()..].trim_start().starts_with(char::is_uppercase);
    let opener = capitalised(opener);
    match spoken || is_name {
        false => format!("{opener} {}{}", first.to_lowercase(), &sentence[first.len()..]),
        true => format!("{}, {sentence}", opener.trim_end_matches(',')),
    }
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

/// The number of letters that make a part of a sentence recognisable.
const MIN_LETTERS: usize = 10;

/// The marks a sentence is known by: of the whole, and of each sentence someone says inside it.
fn fingerprints(sentence: &str) -> impl Iterator<Item = u64> {
    let n_letters = |piece: &&str| piece.chars().filter(|c| c.is_alphanumeric()).count();
    let pieces = pieces(sentence).into_iter().filter(move |piece| n_letters(piece) >= MIN_LETTERS);
    std::iter::once(sentence).chain(pieces).map(fingerprint)
}

/// The sentences inside a sentence: those that someone says, one by one.
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
    fn a_sentence_behind_an_opener_begins_small_unless_it_begins_with_a_name() {
        let slots = [("name", "Marta"), ("foe", "the wolf")];
        let begun = |sentence: &str| begin("after a moment,", sentence, &slots, "It was Jorn, and then Odo came.");
        assert_eq!(begun("How would you do that?"), "After a moment, how would you do that?");
        assert_eq!(begun("The wolf turns."), "After a moment, the wolf turns.");
        assert_eq!(begun("Marta nods."), "After a moment, Marta nods.");
        assert_eq!(begun("Jorn’s boat comes."), "After a moment, Jorn’s boat comes.");
        assert_eq!(begun("“No,” says Odo."), "After a moment, “No,” says Odo.");
    }

    #[test]
    fn two_people_speak_in_two_paragraphs() {
        let mut prose = Prose::after(&[], 1);
        prose.push("“No.”");
        prose.push("“Yes,” says Odo.");
        assert_eq!(prose.text(), "“No.”\n\n“Yes,” says Odo.");
    }

    #[test]
    fn a_line_is_told_only_where_it_is_so() {
        let stock = ["@out.night: Stars.", "@under/in: A [roof|@out: sky]."];
        let tell = |facts: &[&'static str]| {
            let mut prose = Prose::after(&[], 1);
            prose.facts = facts.to_vec();
            prose.add(&stock, &[]).then(|| prose.text().to_owned())
        };
        assert_eq!(tell(&["out", "night"]).as_deref(), Some("Stars."));
        assert_eq!(tell(&["in", "night"]).as_deref(), Some("A roof."));
        assert_eq!(tell(&["out", "day"]), None);
    }
}
