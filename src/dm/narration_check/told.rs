//! A turn's prose, prepared for the search.

use std::{ops::Range, sync::OnceLock};

use regex::{Captures, Regex};

use super::{
    expression::Expression,
    number::NUMBER,
    screen,
    sentence::{is_said_in, sentences, without_speech, words},
};

/// The subject of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// Wounds and healing.
    HitPoints,
    /// Coins.
    Gold,
    /// Something that came into a pack.
    ItemGained,
    /// Something that went out of it.
    ItemLost,
    /// Someone's death.
    Death,
    /// A condition that set in or ended.
    Condition,
    /// Where the heroes are.
    Place,
    /// A quest taken on or done.
    Quest,
    /// A level or experience.
    Level,
    /// A throw of dice.
    Roll,
    /// A spell, and the slot it takes.
    SpellSlot,
    /// A rest.
    Rest,
    /// Armour that is put on.
    Armor,
}

impl ClaimKind {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HitPoints => "hit_points",
            Self::Gold => "gold",
            Self::ItemGained => "item_gained",
            Self::ItemLost => "item_lost",
            Self::Death => "death",
            Self::Condition => "condition",
            Self::Place => "place",
            Self::Quest => "quest",
            Self::Level => "level",
            Self::Roll => "roll",
            Self::SpellSlot => "spell_slot",
            Self::Rest => "rest",
            Self::Armor => "armor",
        }
    }
}

/// Something the prose claims that the turn's changes do not bear out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedClaim {
    /// Its subject.
    pub kind: ClaimKind,
    /// The words.
    pub quote: String,
    /// The recorded truth, in a sentence the model can act on.
    pub truth: String,
}

/// Prose taken apart.
pub(super) struct ParsedProse<'p> {
    prose: &'p str,
    told: String,
    sentences: Vec<Range<usize>>,
    /// By sentence: which of all forms may stand there.
    may: Vec<Vec<usize>>,
    /// Whether the story is in the past tense.
    in_past: bool,
}

impl<'p> ParsedProse<'p> {
    pub(super) fn new(prose: &'p str) -> Self {
        let told = without_speech(prose);
        let sentences = sentences(&told);
        let may = sentences.iter().map(|range| screen::candidates(&told[range.clone()])).collect();
        let past = |word: &str| matches!(word, "was" | "were" | "did" | "came" | "went" | "took" | "said" | "stood");
        let present = |word: &str| matches!(word, "is" | "are" | "has" | "have" | "does" | "do" | "says");
        let lower = told.to_lowercase();
        let in_past = words(&lower).any(past) && !words(&lower).any(present);
        Self { prose, told, sentences, may, in_past }
    }

    /// The original prose.
    pub(super) fn prose(&self) -> &'p str {
        self.prose
    }

    /// Whether the words at a position of a sentence are asserted.
    pub(super) fn says(&self, sentence: &str, at: Range<usize>) -> bool {
        is_said_in(sentence, at, self.in_past)
    }

    /// Goes over everything that is said to be so in one of these forms: the sentence, the form's parts, and the words.
    pub(super) fn each(&self, forms: &ClaimForms, mut found: impl FnMut(&str, &Captures<'_>, &'p str)) {
        for (range, may) in self.sentences.iter().zip(&self.may) {
            let sentence = &self.told[range.clone()];
            for form in forms.among(may, sentence) {
                for parts in form.captures_iter(sentence) {
                    let Some(whole) = parts.get(0) else { continue };
                    if self.says(sentence, whole.range()) {
                        let at = range.start + whole.start()..range.start + whole.end();
                        found(sentence, &parts, self.prose[at].trim());
                    }
                }
            }
        }
    }

    /// The same, but with the sentence before and this one up to where the form begins: what a pronoun in it can stand for.
    pub(super) fn each_near(&self, forms: &ClaimForms, mut found: impl FnMut(&str, &Captures<'_>, &'p str)) {
        for (i, range) in self.sentences.iter().enumerate() {
            let sentence = &self.told[range.clone()];
            let from = i.checked_sub(1).map_or(range.start, |before| self.sentences[before].start);
            for parts in forms.among(&self.may[i], sentence).flat_map(|form| form.captures_iter(sentence)) {
                let Some(whole) = parts.get(0) else { continue };
                if self.says(sentence, whole.range()) {
                    let (start, end) = (range.start + whole.start(), range.start + whole.end());
                    found(&self.told[from..start], &parts, self.prose[start..end].trim());
                }
            }
        }
    }

    /// The dialogue alone, if there is any: the rest is blank, and every word keeps its position in the prose.
    pub(super) fn speech(&self) -> Option<String> {
        if self.told == self.prose {
            return None;
        }
        let is_told = |at: usize, letter: char| self.told[at..].starts_with(letter);
        let kept = self.prose.char_indices().flat_map(|(at, letter)| match is_told(at, letter) {
            true => std::iter::repeat_n(' ', letter.len_utf8()),
            false => std::iter::repeat_n(letter, 1),
        });
        Some(kept.collect())
    }

    /// The range of the prose from the sentence before a place to the end of the one around it.
    pub(super) fn around(&self, at: usize) -> Range<usize> {
        let nth = self.sentences.iter().position(|it| at < it.end).unwrap_or(self.sentences.len().saturating_sub(1));
        let [from, to] = [nth.saturating_sub(1), nth].map(|nth| self.sentences.get(nth).cloned().unwrap_or(at..at));
        from.start.min(at)..to.end.max(at)
    }

    /// The prose without dialogue, and the ranges of its sentences.
    pub(super) fn parts(&self) -> (&str, &[Range<usize>]) {
        (&self.told, &self.sentences)
    }

    /// Whether the story is in the present tense.
    pub(super) fn is_present(&self) -> bool {
        let now = ["is", "are", "has", "you have", "says", "does", "goes", "comes", "you take", "you see", "'s", "’s"];
        let lower = self.told.to_lowercase();
        let is = |word: &str| lower.split(|letter: char| !letter.is_alphanumeric()).any(|it| it == word);
        now.iter().any(|word| is(word)) && !is("were")
    }

    /// Whether a sentence is in the past tense.
    pub(super) fn is_past(&self, nth: usize) -> bool {
        const PAST: [&str; 12] = [
            "he died",
            "she died",
            "it died",
            "was",
            "were",
            "it killed",
            "he killed",
            "she killed",
            "drowned",
            "killed his",
            "killed her",
            "did",
        ];
        const NOW: [&str; 6] = [" is ", " are ", " has ", " have ", "'s ", "’s "];
        let lower = self.sentence(nth).to_lowercase();
        PAST.iter().any(|word| format!(" {lower} ").contains(&format!(" {word} ")))
            && !NOW.iter().any(|word| lower.contains(word))
    }

    /// How many sentences there are.
    pub(super) fn len(&self) -> usize {
        self.sentences.len()
    }

    /// A sentence, without what people say in it.
    pub(super) fn sentence(&self, nth: usize) -> &str {
        &self.told[self.sentences[nth].clone()]
    }

    /// The words of a sentence up to a position, and the sentence before, with what people say in them.
    pub(super) fn with_speech(&self, nth: usize, until: usize) -> &'p str {
        let from = self.sentences[nth.saturating_sub(1)].start;
        &self.prose[from..self.sentences[nth].start + until]
    }

    /// The words at a place of a sentence.
    pub(super) fn quote(&self, nth: usize, at: Range<usize>) -> &'p str {
        let from = self.sentences[nth].start;
        self.prose[from + at.start..from + at.end].trim()
    }

    /// Whether the prose has one of these words.
    pub(super) fn speaks_of(&self, any: &[&str]) -> bool {
        let lower = self.told.to_lowercase();
        any.iter().any(|word| lower.contains(word))
    }
}

/// Forms of one claim.
#[derive(Debug)]
pub(super) struct ClaimForms {
    all: Vec<Expression>,
    /// Number of the first of them among the forms of all claims.
    first: OnceLock<usize>,
}

impl ClaimForms {
    /// Numbers them among the forms of all claims, from `first` on.
    pub(super) fn number(&self, first: usize) {
        self.first.get_or_init(|| first);
    }

    /// Their patterns, which are searched for without regard to case.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|form| form.pattern().trim_start_matches(ANY_CASE))
    }

    /// Those that are among the numbers and match a sentence, in order.
    fn among(&self, may: &[usize], sentence: &str) -> impl Iterator<Item = &Regex> {
        debug_assert!(self.first.get().is_some(), "a claim's forms are missing in `screen::all`");
        let first = self.first.get().copied().unwrap_or_default();
        let (from, to) = (may.partition_point(|i| *i < first), may.partition_point(|i| *i < first + self.all.len()));
        may[from..to].iter().filter_map(move |i| self.all.get(i - first)?.found_in(sentence))
    }
}

/// The prefix of a case-insensitive pattern.
const ANY_CASE: &str = "(?i)";

/// Forms as regular expressions. `{N}` is a number, `{COIN}` the name of coins, `{YOU}` the hero as the subject of a verb, also
/// of a second or third one, `{WHO}` any subject, `{BODY}` a part of a body, `{ITS}` an article or possessive.
pub(super) fn forms(patterns: &[&str]) -> ClaimForms {
    let number = format!("(?P<n>\\b(?:{NUMBER}))");
    let all = patterns.iter().map(|pattern| {
        let pattern = pattern
            .replace("{N}", &number)
            .replace(
                "{COIN}",
                "(?P<coin>gold|silver|copper|gp|sp|cp|crowns?|coins?)\\b(?: (?:pieces?|coins?|crowns?))?",
            )
            .replace("{YOU}", "(?:\\byou(?:['’]ve)?|\\band|\\bthen|,)(?: [a-z]+ly| then| now| at once| carefully)?")
            .replace("{WHO}", "(?P<who>\\byou|\\b(?-i:[A-Z])[\\w'’-]+)")
            .replace("{BODY}", BODY)
            .replace("{KEEP}", KEEP)
            .replace("{ITS}", "(?:the|a|an|his|her|its|their|your|some|this|that|one|two|three|another)");
        // Where a word begins and ends is asked of letters of the alphabet alone: of others it takes a slower search.
        Expression::new(format!("{ANY_CASE}{}", pattern.replace("\\b", "(?-u:\\b)")))
    });
    ClaimForms { all: all.collect(), first: OnceLock::new() }
}

pub(super) const BODY: &str = "(?:shoulders?|arms?|forearm|hand|wrist|thigh|legs?|calf|shin|knee|ankle|ribs?|chest|side|flank|back|belly|\
                    stomach|neck|throat|face|cheek|brow|temple|head|skull|scalp|jaw|hip|foot|flesh|skin|palm|ear)";
/// Places to keep things.
const KEEP: &str = "(?:packs?|bags?|pouch|belt|pockets?|satchel|coat|cloak|sleeve|things|gear|belongings|inventory|boots?|shirt|tunic|\
                    backpack|jumper|jerkin|robes?|spellbook|blanket|bedroll|saddlebags?|quiver|purse|collar|bodice|waistcoat|\
                    knapsack|haversack|basket|lining|breast|bosom|sash|hat|apron|sack|shoulders?|neck|finger|thumb|wrist|back|\
                    cupped hands|keeping)\\b";
