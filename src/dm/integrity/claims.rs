//! The ways a story makes its claims, kept as text (`claims.txt`), and a prose searched for them.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{LazyLock, OnceLock},
};

use regex::{Captures, Regex, RegexSet};

use super::{
    gloss::{Gloss, Sense, Word},
    names::Names,
    sentence::is_said,
    told::Told,
    verbs::first_form,
};

/// One way to tell a claim.
struct Form {
    pattern: String,
    /// Made when a sentence is found to claim it: most never are.
    form: OnceLock<Option<Regex>>,
    /// Whether a denial in its words is the claim itself.
    denies: bool,
}

impl Form {
    fn regex(&self) -> Option<&Regex> {
        self.form.get_or_init(|| Regex::new(&self.pattern).ok()).as_ref()
    }
}

/// All ways to tell one claim.
pub(super) struct Claim {
    any: RegexSet,
    forms: Vec<Form>,
}

pub(super) static CLAIMS: LazyLock<HashMap<&'static str, Claim>> = LazyLock::new(|| {
    let mut lists: Vec<(&str, String)> = Vec::new();
    let mut claims: HashMap<&'static str, Vec<Form>> = HashMap::new();
    let mut section = "";
    for line in
        include_str!("claims.txt").lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "))
    {
        if let Some((name, words)) = line.strip_prefix('$').and_then(|list| list.split_once(' ')) {
            lists.push((name, words.split(' ').collect::<Vec<_>>().join("|")));
        } else if let Some(name) =
            line.strip_prefix('[').and_then(|name| name.strip_suffix(']')).filter(|name| !name.contains(' '))
        {
            section = name;
        } else {
            let (denies, form) = line.strip_prefix('!').map_or((false, line), |form| (true, form));
            let pattern = pattern(form, &lists);
            claims.entry(section).or_default().push(Form { pattern, form: OnceLock::new(), denies });
        }
    }
    let build = |(section, forms): (&'static str, Vec<Form>)| {
        let any = RegexSet::new(forms.iter().map(|form| &form.pattern));
        debug_assert!(any.is_ok(), "[{section}]: {any:?}");
        any.ok().map(|any| (section, Claim { any, forms }))
    };
    claims.into_iter().filter_map(build).collect()
});

/// A line of the text as a regular expression.
fn pattern(line: &str, lists: &[(&str, String)]) -> String {
    const WORD: &str = "[^ ,;.]+";
    const OVER: &str = "[^ ;.]+";
    let mut line = line.replace(WORD, "\u{1}").replace("[^ ]+", "\u{2}").replace(OVER, "\u{3}");
    for (name, words) in lists {
        let list = format!("<{name}>");
        if line.contains(&list) {
            line = line.replace(&list, &format!("({words})"));
        }
    }
    let mut filled = String::from(" ");
    let mut rest = line.as_str();
    while let Some(letter) = rest.chars().next() {
        let (shown, taken) = match letter {
            '.' if rest.starts_with("... ") => ("(?:[^ ;.]+ ){0,11}?".to_owned(), 4),
            '.' if rest.starts_with(".. ") => ("(?:[^ ,;.]+ ){0,4}?".to_owned(), 3),
            '.' => ("\\.".to_owned(), 1),
            '_' => (" ".to_owned(), 1),
            '(' => ("(?:".to_owned(), 1),
            '{' if rest[1..].starts_with(|next: char| next.is_ascii_lowercase()) => {
                let end = rest.find(':').unwrap_or(1);
                (format!("(?P<{}>", &rest[1..end]), end + 1)
            }
            '}' if !filled.ends_with(|last: char| last.is_ascii_digit()) => (")".to_owned(), 1),
            // A word is looked for in its first form.
            'a'..='z' => {
                let end = rest.find(|next: char| !next.is_ascii_lowercase() && next != '-').unwrap_or(rest.len());
                (first_form(&rest[..end]), end)
            }
            '#' => {
                let end = rest[1..].find(|next: char| !next.is_ascii_lowercase()).map_or(rest.len(), |end| end + 1);
                (rest[..end].to_owned(), end)
            }
            '^' => ("\\^".to_owned(), 1),
            '\u{1}' => (WORD.to_owned(), 1),
            '\u{2}' => ("[^ ]+".to_owned(), 1),
            '\u{3}' => (OVER.to_owned(), 1),
            letter => (letter.to_string(), letter.len_utf8()),
        };
        filled.push_str(&shown);
        rest = &rest[taken..];
    }
    filled + " "
}

/// A prose read for its claims.
pub(super) struct Heard<'t, 'p> {
    told: &'t Told<'p>,
    /// What is known by name.
    pub(super) names: Names,
    /// Its sentences.
    pub(super) glosses: Vec<Gloss>,
}

/// A claim that was made.
pub(super) struct Made<'h, 'p> {
    /// In which sentence.
    pub(super) nth: usize,
    /// Where in the sentence as it is read.
    pub(super) range: Range<usize>,
    /// The parts that have names.
    parts: HashMap<&'static str, Range<usize>>,
    gloss: &'h Gloss,
    /// The words of the story.
    pub(super) quote: &'p str,
}

impl<'h> Made<'h, '_> {
    /// A part of it.
    pub(super) fn part(&self, name: &str) -> Option<&'h [Word]> {
        self.parts.get(name).map(|range| self.gloss.within(range.clone()))
    }

    /// A part of it as it was read.
    pub(super) fn part_text(&self, name: &str) -> &'h str {
        self.parts.get(name).map_or("", |range| self.gloss.text[range.clone()].trim())
    }
}

/// Whether some words tell of what once was: a verb in the past, and nothing that brings it into the present.
fn is_past(quote: &str) -> bool {
    const NOW: [&str; 15] = [
        "dead", "is", "are", "have", "has", "be", "been", "being", "'s", "'ve", "'re", "lies", "you", "falls", "drops",
    ];
    let lower =
        quote.to_lowercase().replace('’', "'").replace("'s", " 's").replace("'ve", " 've").replace("'re", " 're");
    let past = |word: &str| word.ends_with("ed") && first_form(word) != word;
    lower.split(|letter: char| !letter.is_alphabetic() && letter != '\'').any(past)
        && !lower.split_whitespace().any(|word| NOW.contains(&word))
}

const PARTS: [&str; 5] = ["who", "item", "thing", "it", "name"];

impl<'t, 'p> Heard<'t, 'p> {
    pub(super) fn new(told: &'t Told<'p>, names: Names) -> Self {
        let glosses = (0..told.len()).map(|nth| Gloss::of(told.sentence(nth), &names)).collect();
        Self { told, names, glosses }
    }

    /// The sentence as it was told.
    pub(super) fn sentence(&self, nth: usize) -> &'t str {
        self.told.sentence(nth)
    }

    /// Everything that is claimed in one of these ways.
    pub(super) fn claims(&self, section: &str) -> Vec<Made<'_, 'p>> {
        let Some(claim) = CLAIMS.get(section) else { return Vec::new() };
        let mut made = Vec::new();
        for (nth, gloss) in self.glosses.iter().enumerate() {
            for i in claim.any.matches(&gloss.text) {
                let form = &claim.forms[i];
                let Some(regex) = form.regex() else { continue };
                made.extend(regex.captures_iter(&gloss.text).filter_map(|found| self.made(nth, form, &found)));
            }
        }
        made
    }

    /// Whether a sentence makes a claim.
    pub(super) fn does_claim(&self, section: &str, nth: usize) -> bool {
        CLAIMS.get(section).is_some_and(|claim| claim.any.is_match(&self.glosses[nth].text))
    }

    fn made(&self, nth: usize, form: &Form, found: &Captures<'_>) -> Option<Made<'_, 'p>> {
        let gloss = &self.glosses[nth];
        let range = found.get(0)?.range();
        let at = gloss.at(range.clone())?;
        let sentence = self.sentence(nth);
        let said = if form.denies { is_said(sentence, at.start..at.start) } else { is_said(sentence, at.clone()) };
        if !said {
            return None;
        }
        let parts = PARTS.iter().filter_map(|name| Some((*name, found.name(name)?.range()))).collect();
        Some(Made { nth, range, parts, gloss, quote: self.told.quote(nth, at) })
    }

    /// Whether a claim that begins in the middle of a sentence is one about “you”.
    pub(super) fn is_yours(&self, made: &Made<'_, '_>) -> bool {
        let text = &self.glosses[made.nth].text;
        let first = text[made.range.clone()].trim_start().split(' ').next().unwrap_or_default();
        text[made.range.clone()].contains(" your ")
            || !matches!(first, "and" | "," | "then" | ";")
            || text[..=made.range.start].contains(" you ")
    }

    /// Whether a sentence names somebody who is here.
    pub(super) fn names_somebody(&self, nth: usize) -> bool {
        self.glosses[nth].words.iter().any(|word| matches!(word.sense, Sense::Being(_)))
    }

    /// Whether a thing was spoken of last before a place, and nobody since.
    pub(super) fn speaks_of_a_thing(&self, nth: usize, before: usize) -> bool {
        for back in 0..=nth.min(1) {
            let gloss = &self.glosses[nth - back];
            let words = if back == 0 { gloss.within(0..before) } else { &gloss.words[..] };
            let last = words.iter().rev().find(|word| matches!(word.sense, Sense::Item(_) | Sense::Being(_)));
            if let Some(last) = last {
                return matches!(last.sense, Sense::Item(_));
            }
        }
        false
    }

    /// Whether a claim is of what once was: it stands in the past, in a story told in the present, or in what somebody tells.
    pub(super) fn recounts(&self, made: &Made<'_, '_>) -> bool {
        // Who speaks after a claim of it recounts nothing: “that is the end of him, and Nan says she will fetch a pot”.
        let text = &self.glosses[made.nth].text;
        let until = text.get(made.range.end..).map(|after| {
            let end = after.find("and ").map_or(text.len(), |end| made.range.end + end);
            format!("{} ", &text[..end])
        });
        let before = made.nth.checked_sub(1).map(|nth| self.glosses[nth].text.clone());
        let told = |text: &String| CLAIMS.get("recounted").is_some_and(|claim| claim.any.is_match(text));
        until.iter().chain(&before).any(told)
            || (self.told.is_present() && (self.told.is_past(made.nth) || is_past(made.quote)))
    }

    /// Whether what stands at a place of a sentence is said to be so.
    pub(super) fn says(&self, nth: usize, at: Range<usize>) -> bool {
        is_said(self.sentence(nth), at)
    }

    /// The story's words at a place of a sentence.
    pub(super) fn quote(&self, nth: usize, at: Range<usize>) -> &'p str {
        self.told.quote(nth, at)
    }

    /// Who was spoken of last before a place: in its sentence, or in one of the two before.
    pub(super) fn last_being(&self, nth: usize, before: usize) -> Option<&[usize]> {
        let beings = |words: &'_ [Word]| words.iter().rposition(|word| matches!(word.sense, Sense::Being(_)));
        for back in 0..=nth.min(2) {
            let gloss = &self.glosses[nth - back];
            let words = if back == 0 { gloss.within(0..before) } else { &gloss.words[..] };
            if let Some(Sense::Being(all)) = beings(words).map(|at| &words[at].sense) {
                return Some(all);
            }
        }
        None
    }

    /// Which of one's things was spoken of last before a place: in its sentence or the one before.
    pub(super) fn last_item(&self, nth: usize, before: usize) -> Option<usize> {
        for back in 0..=nth.min(1) {
            let gloss = &self.glosses[nth - back];
            let words = if back == 0 { gloss.within(0..before) } else { &gloss.words[..] };
            let item = words.iter().rev().find_map(|word| match word.sense {
                Sense::Item(item) => Some(item),
                _ => None,
            });
            if item.is_some() {
                return item;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_way_to_tell_a_claim() {
        let lines = include_str!("claims.txt").lines().filter(|line| !line.is_empty());
        let told = lines.filter(|line| !line.starts_with(['$', '[']) && !line.starts_with("# ")).count();
        assert_eq!(CLAIMS.values().map(|claim| claim.forms.len()).sum::<usize>(), told);
        for form in CLAIMS.values().flat_map(|claim| &claim.forms) {
            assert!(form.regex().is_some(), "{}", form.pattern);
            let (pattern, filled) = (&form.pattern, ["(?P<", "{0,"]);
            assert!(!pattern.contains(['<', '{']) || filled.iter().any(|it| pattern.contains(it)), "{pattern}");
        }
    }
}
