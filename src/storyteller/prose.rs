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

impl Prose {
    /// An empty telling after these past ones.
    pub(super) fn after(told: &[String], seed: u64) -> Self {
        let used = told.iter().flat_map(|text| sentences(text)).map(|s| fingerprint(&s)).collect();
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

    /// Tells one of `stock`, filled in, choosing what was not told before. Sentences that were are left out; answers
    /// whether anything was told.
    pub(super) fn say(&mut self, stock: &[&str], slots: &[(&str, &str)]) -> bool {
        let mut best: Vec<String> = Vec::new();
        let mut order = self.chance.order(stock.len());
        order.sort_by_key(|i| self.templates.contains(&hash(stock[*i])));
        for i in order {
            for _ in 0..TRIES {
                let filled = expand(stock[i], slots, &mut self.chance);
                let all = sentences(&filled);
                let fresh: Vec<String> = all.iter().filter(|s| !self.used.contains(&fingerprint(s))).cloned().collect();
                if fresh.len() == all.len() {
                    self.templates.insert(hash(stock[i]));
                    self.push(&fresh.join(" "));
                    return true;
                }
                if fresh.len() > best.len() {
                    best = fresh;
                }
                if !stock[i].contains('[') {
                    break;
                }
            }
        }
        let said = !best.is_empty();
        if said {
            self.push(&best.join(" "));
        }
        said
    }

    /// Tells this as it stands, told before or not.
    pub(super) fn push(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        self.used.extend(sentences(text).iter().map(|s| fingerprint(s)));
        if !self.text.is_empty() {
            self.text.push_str(if self.breaks { "\n\n" } else { " " });
        }
        self.breaks = false;
        self.text.push_str(text);
    }
}

/// Fills in a template. A slot written with a capital is filled in with one.
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
            let name = inner.to_lowercase();
            let value = slots.iter().find(|(slot, _)| *slot == name).map_or("", |(_, value)| *value);
            let capital = inner.starts_with(char::is_uppercase);
            out.push_str(&if capital { capitalised(value) } else { value.to_owned() });
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

/// The name with `a` or `an`, where it takes one.
pub(super) fn a(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    let last = name.split(" of ").next().unwrap_or(name);
    let plural = last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us");
    if name.is_empty() || plural || ["the", "a", "an", "some", "his", "her", "your"].contains(&first.as_str()) {
        return name.to_owned();
    }
    let vowel = first.starts_with(['a', 'e', 'i', 'o', 'u']) && !first.starts_with("uni");
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The name with `the`, unless it is somebody's own.
pub(super) fn the(name: &str) -> String {
    let own = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    if own || name.is_empty() { name.to_owned() } else { format!("the {name}") }
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
            assert!(prose.say(&["The wind turns.", "Rain begins."], &[]));
            assert_eq!(prose.text(), "Rain begins.");
            assert!(!prose.say(&["The wind turns.", "Rain begins."], &[]));
        }
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
    }
}
