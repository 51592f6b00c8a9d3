//! Patterns of claims (`claims.txt`), and the search for them.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::LazyLock,
};

use regex::{Captures, Regex};

use super::{
    expression::{Letters, Search},
    gloss::{Gloss, GlossWord, Sense},
    keys::Keys,
    names::KnownNames,
    sentence::words,
    things::singular,
    told::ParsedProse,
    verbs::first_form,
    voice::own_words,
};

/// One way to tell a claim, as the text has it: the expression of most is never made.
struct ClaimForm {
    line: &'static str,
    search: Search,
    /// Whether a denial in its words is the claim itself.
    denies: bool,
}

/// All ways to tell all claims.
pub(super) struct ClaimCatalog {
    keys: Keys,
    /// The patterns of one claim are side by side.
    forms: Vec<ClaimForm>,
    /// The range of a claim's patterns.
    sections: HashMap<&'static str, Range<usize>>,
    /// The lists of words that forms name.
    lists: Vec<(&'static str, String)>,
}

impl ClaimCatalog {
    /// Whether a reading has a form.
    fn is_told(&self, form: &ClaimForm, text: &str) -> bool {
        form.search.is_match(text, Letters::Ascii, || pattern(form.line, &self.lists))
    }

    /// The expression of a form; a test makes them all.
    fn regex<'f>(&self, form: &'f ClaimForm) -> Option<&'f Regex> {
        form.search.regex(Letters::Ascii, || pattern(form.line, &self.lists))
    }

    /// The places of the ways to tell a claim.
    fn section(&self, name: &str) -> Range<usize> {
        self.sections.get(name).cloned().unwrap_or_default()
    }

    /// The phrases of a section that match, among those that may match.
    fn told_in<'f>(
        &'f self,
        range: &Range<usize>,
        may: &'f [usize],
        text: &'f str,
    ) -> impl Iterator<Item = (usize, &'f ClaimForm)> + use<'f> {
        let (from, to) = (may.partition_point(|i| *i < range.start), may.partition_point(|i| *i < range.end));
        let own = may.get(from..to).unwrap_or_default().iter().filter_map(|i| Some((*i, self.forms.get(*i)?)));
        own.filter(move |(_, form)| self.is_told(form, text))
    }
}

pub(super) static CLAIMS: LazyLock<ClaimCatalog> = LazyLock::new(|| {
    let mut lists: Vec<(&'static str, String)> = Vec::new();
    let mut claims: BTreeMap<&'static str, Vec<ClaimForm>> = BTreeMap::new();
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
            let (denies, line) = line.strip_prefix('!').map_or((false, line), |form| (true, form));
            claims.entry(section).or_default().push(ClaimForm { line, search: Search::default(), denies });
        }
    }
    let n_forms = claims.values().map(Vec::len).sum();
    let (mut forms, mut sections) = (Vec::with_capacity(n_forms), HashMap::new());
    for (section, own) in claims {
        sections.insert(section, forms.len()..forms.len() + own.len());
        forms.extend(own);
    }
    let keys = Keys::of(forms.iter().map(|form: &ClaimForm| pattern(form.line, &lists)));
    ClaimCatalog { keys, forms, sections, lists }
});

/// A word, and a word or a comma. A reading has nothing but ASCII in it: what is left out is written as what is left.
const WORD: &str = r"[!-+\-/-:<-~]+";
const OVER: &str = r"[!-\-/-:<-~]+";

/// A line of the text as a regular expression.
fn pattern(line: &str, lists: &[(&str, String)]) -> String {
    const ANY: &str = "[!-~]+";
    let mut line = line.replace("[^ ,;.]+", "\u{1}").replace("[^ ]+", "\u{2}").replace("[^ ;.]+", "\u{3}");
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
            '.' if rest.starts_with("... ") => (format!("(?:{OVER} ){{0,11}}?"), 4),
            '.' if rest.starts_with(".. ") => (format!("(?:{WORD} ){{0,4}}?"), 3),
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
                (first_form(&rest[..end]).into_owned(), end)
            }
            '#' => {
                let end = rest[1..].find(|next: char| !next.is_ascii_lowercase()).map_or(rest.len(), |end| end + 1);
                (rest[..end].to_owned(), end)
            }
            '^' => ("\\^".to_owned(), 1),
            '\u{1}' => (WORD.to_owned(), 1),
            '\u{2}' => (ANY.to_owned(), 1),
            '\u{3}' => (OVER.to_owned(), 1),
            letter => (letter.to_string(), letter.len_utf8()),
        };
        filled.push_str(&shown);
        rest = &rest[taken..];
    }
    filled + " "
}

/// A prose read for its claims.
pub(super) struct ProseReading<'t, 'p> {
    pub(super) told: &'t ParsedProse<'p>,
    /// Known names.
    pub(super) names: KnownNames,
    /// Its sentences.
    pub(super) glosses: Vec<Gloss>,
    /// Which ways to tell a claim may stand in each.
    may: Vec<Vec<usize>>,
}

/// A claim that was made.
pub(super) struct ClaimMatch<'h, 'p> {
    /// The sentence.
    pub(super) nth: usize,
    /// The pattern that matched.
    pub(super) way: usize,
    /// The position in the normalised sentence.
    pub(super) range: Range<usize>,
    /// The parts that have names.
    parts: HashMap<&'static str, Range<usize>>,
    gloss: &'h Gloss,
    /// The words of the story.
    pub(super) quote: &'p str,
}

impl<'h> ClaimMatch<'h, '_> {
    /// A part of it.
    pub(super) fn part(&self, name: &str) -> Option<&'h [GlossWord]> {
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

impl<'t, 'p> ProseReading<'t, 'p> {
    pub(super) fn new(told: &'t ParsedProse<'p>, names: KnownNames) -> Self {
        let own = own_words(told, &names);
        let glosses: Vec<Gloss> = (0..told.len()).map(|nth| Gloss::of(told.sentence(nth), &names, &own[nth])).collect();
        let mut search = CLAIMS.keys.search();
        let may = glosses.iter().map(|gloss| search.within(&gloss.text)).collect();
        Self { told, names, glosses, may }
    }

    /// The original sentence.
    pub(super) fn sentence(&self, nth: usize) -> &'t str {
        self.told.sentence(nth)
    }

    /// Everything that is claimed in one of these ways.
    pub(super) fn claims(&self, section: &str) -> Vec<ClaimMatch<'_, 'p>> {
        let (section, mut made) = (CLAIMS.section(section), Vec::new());
        for (nth, gloss) in self.glosses.iter().enumerate() {
            for (i, form) in CLAIMS.told_in(&section, &self.may[nth], &gloss.text) {
                let Some(regex) = CLAIMS.regex(form) else { continue };
                made.extend(regex.captures_iter(&gloss.text).filter_map(|found| self.made((nth, i), form, &found)));
            }
        }
        made
    }

    /// The start of a claim in the prose without dialogue.
    pub(super) fn start_of(&self, made: &ClaimMatch<'_, '_>) -> usize {
        let in_sentence = made.gloss.at(made.range.clone()).map_or(0, |at| at.start);
        self.told.parts().1[made.nth].start + in_sentence
    }

    /// Whether a sentence makes a claim.
    pub(super) fn does_claim(&self, section: &str, nth: usize) -> bool {
        CLAIMS.told_in(&CLAIMS.section(section), &self.may[nth], &self.glosses[nth].text).next().is_some()
    }

    fn made(&self, (nth, way): (usize, usize), form: &ClaimForm, found: &Captures<'_>) -> Option<ClaimMatch<'_, 'p>> {
        let gloss = &self.glosses[nth];
        let range = found.get(0)?.range();
        let at = gloss.at(range.clone())?;
        let sentence = self.sentence(nth);
        let said = if form.denies {
            self.told.says(sentence, at.start..at.start)
        } else {
            self.told.says(sentence, at.clone())
        };
        if !said {
            return None;
        }
        let parts = PARTS.iter().filter_map(|name| Some((*name, found.name(name)?.range()))).collect();
        Some(ClaimMatch { nth, way, range, parts, gloss, quote: self.told.quote(nth, at) })
    }

    /// Whether a claim that begins in the middle of a sentence is one about “you”.
    pub(super) fn is_yours(&self, made: &ClaimMatch<'_, '_>) -> bool {
        let text = &self.glosses[made.nth].text;
        let first = text[made.range.clone()].trim_start().split(' ').next().unwrap_or_default();
        text[made.range.clone()].contains(" your ")
            || !matches!(first, "and" | "," | "then" | ";")
            || text[..=made.range.start].contains(" you ")
    }

    /// Whether a sentence names someone who is here.
    pub(super) fn names_somebody(&self, nth: usize) -> bool {
        self.glosses[nth].words.iter().any(|word| matches!(word.sense, Sense::Being(_)))
    }

    /// Whether a thing was spoken of last before a place, and no one since.
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

    /// Whether a claim is about earlier events: past tense in a present-tense story, or reported speech.
    pub(super) fn recounts(&self, made: &ClaimMatch<'_, '_>) -> bool {
        // A person who speaks after the claim does not make it a report: “that is the end of him, and Nan says she will fetch a pot”.
        let text = &self.glosses[made.nth].text;
        let until = text.get(made.range.end..).map(|after| {
            let end = after.find("and ").map_or(text.len(), |end| made.range.end + end);
            format!("{} ", &text[..end])
        });
        let before = made.nth.checked_sub(1).map(|nth| self.glosses[nth].text.clone());
        let section = CLAIMS.section("recounted");
        let told = |text: &String| CLAIMS.told_in(&section, &CLAIMS.keys.search().within(text), text).next().is_some();
        until.iter().chain(&before).any(told)
            || (self.told.is_present() && (self.told.is_past(made.nth) || is_past(made.quote)))
    }

    /// Whether the words at a position of a sentence are asserted.
    pub(super) fn says(&self, nth: usize, at: Range<usize>) -> bool {
        self.told.says(self.sentence(nth), at)
    }

    /// The story's words at a place of a sentence.
    pub(super) fn quote(&self, nth: usize, at: Range<usize>) -> &'p str {
        self.told.quote(nth, at)
    }

    /// The person mentioned last before a position: in its sentence, or in one of the two before.
    pub(super) fn last_being(&self, nth: usize, before: usize) -> Option<&[usize]> {
        let beings = |words: &'_ [GlossWord]| words.iter().rposition(|word| matches!(word.sense, Sense::Being(_)));
        for back in 0..=nth.min(2) {
            let gloss = &self.glosses[nth - back];
            let words = if back == 0 { gloss.within(0..before) } else { &gloss.words[..] };
            if let Some(Sense::Being(all)) = beings(words).map(|at| &words[at].sense) {
                return Some(all);
            }
        }
        None
    }

    /// Which of one's things was spoken of last before a place: in its sentence or the one before, and if not there, in what
    /// someone says in them.
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
        let until = self.glosses[nth].at(0..before).map_or(0, |at| at.end);
        let spoken = self.told.with_speech(nth, until).to_lowercase();
        words(&spoken).filter_map(|word| self.names.by_head.get(&singular(word)).copied()).last()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{
        strategy::{Strategy, ValueTree},
        string::string_regex,
        test_runner::TestRunner,
    };

    use super::*;

    #[test]
    fn what_a_form_matches_has_the_words_it_needs() {
        let (mut runner, mut search) = (TestRunner::deterministic(), CLAIMS.keys.search());
        for (i, form) in CLAIMS.forms.iter().enumerate() {
            let texts = string_regex(&pattern(form.line, &CLAIMS.lists)).unwrap();
            for _ in 0..6 {
                let text = texts.new_tree(&mut runner).unwrap().current();
                assert!(search.within(&text).contains(&i), "{} does not find “{text}”", form.line);
            }
        }
    }

    #[test]
    fn every_line_is_a_way_to_tell_a_claim() {
        let lines = include_str!("claims.txt").lines().filter(|line| !line.is_empty());
        let told = lines.filter(|line| !line.starts_with(['$', '[']) && !line.starts_with("# ")).count();
        assert_eq!(CLAIMS.forms.len(), told);
        for form in &CLAIMS.forms {
            assert!(CLAIMS.regex(form).is_some(), "{}", form.line);
            let pattern = pattern(form.line, &CLAIMS.lists);
            let pattern = [WORD, OVER, "(?P<"].iter().fold(pattern, |it, own| it.replace(own, ""));
            let counts = |rest: &str| rest.starts_with(|it: char| it.is_ascii_digit());
            assert!(!pattern.contains('<') && pattern.split('{').skip(1).all(counts), "{pattern}");
        }
    }
}
