//! Phrases with a meaning of their own (`phrases.txt`), and a search of a message for all of them at once.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use super::{
    cues::Cue,
    words::{MessageToken, TokenKind},
};

/// The phrases, by their meaning.
const PHRASES: &str = include_str!("phrases.txt");

/// The phrases of a message, in order.
pub(in crate::dm::hints) fn cues(tokens: &[MessageToken<'_>]) -> Vec<(Cue, usize, usize)> {
    let words: Vec<Option<u32>> = tokens.iter().map(|token| READ.words.get(token.word).copied()).collect();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let first = found.len();
        READ.follow(tokens, &words, PhraseProgress { step: 0, from: at, at }, &mut found);
        // Shorter phrases come first; by two ways to the same end a phrase is still found once.
        found[first..].sort_by_key(|(cue, _, to)| (*to, *cue as usize));
    }
    found.dedup();
    found
}

/// The phrases as steps, made once.
static READ: LazyLock<Phrases> = LazyLock::new(|| Learning::default().phrases());

/// Matches any word.
const ANY: u32 = u32::MAX;

/// All phrases as steps, in a few lists: there are thousands of steps, and most lead on by a single word.
#[derive(Debug)]
struct Phrases {
    /// The numbers of all words.
    words: HashMap<&'static str, u32>,
    steps: Vec<PhraseState>,
    /// Which word leads to which step, those of a step side by side by their words.
    ways: Vec<(u32, u32)>,
    /// The meanings of phrases; those that end at one state are adjacent.
    says: Vec<Cue>,
}

/// A state of the phrase automaton: the phrases that end here, and its transitions. Alternatives join again after their
/// brackets, so that a phrase needs one state per word.
#[derive(Debug)]
struct PhraseState {
    says: Range<u32>,
    ways: Range<u32>,
}

/// How far a message was followed: the step, the token at which the phrase began, and the next token.
#[derive(Debug, Clone, Copy)]
struct PhraseProgress {
    step: u32,
    from: usize,
    at: usize,
}

impl Phrases {
    /// Notes the phrases that began at a token and lead on from a place. `words` are the numbers of the tokens' words.
    fn follow(
        &self,
        tokens: &[MessageToken<'_>],
        words: &[Option<u32>],
        place: PhraseProgress,
        found: &mut Vec<(Cue, usize, usize)>,
    ) {
        let PhraseProgress { step, from, at } = place;
        let step = &self.steps[step as usize];
        found.extend(self.says[range(&step.says)].iter().map(|cue| (*cue, from, at)));
        let Some(token) = tokens.get(at) else { return };
        let ways = &self.ways[range(&step.ways)];
        // A comma within a phrase says nothing.
        let is_within =
            token.kind == TokenKind::Pause && at > from && ways.first().is_some_and(|(word, _)| *word != ANY);
        let at = at + usize::from(is_within);
        let by_word = words.get(at).copied().flatten();
        let by_any = (token.kind == TokenKind::Word).then_some(ANY);
        let by = match token.kind {
            TokenKind::Word => [by_word, by_any],
            _ if is_within => [by_word, None],
            _ => return,
        };
        for word in by.into_iter().flatten() {
            let first = ways.partition_point(|(other, _)| *other < word);
            for (_, next) in ways[first..].iter().take_while(|(other, _)| *other == word) {
                self.follow(tokens, words, PhraseProgress { step: *next, from, at: at + 1 }, found);
            }
        }
    }
}

fn range(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// The phrases while they are read.
#[derive(Debug, Default)]
struct Learning {
    words: HashMap<&'static str, u32>,
    n_steps: u32,
    /// From which step which word leads to which.
    ways: Vec<(u32, u32, u32)>,
    says: Vec<(u32, Cue)>,
    /// The steps that the alternatives of a part lead to from a set of steps.
    led: HashMap<(Vec<u32>, Vec<&'static str>), Vec<u32>>,
}

impl Learning {
    /// Reads all phrases.
    fn phrases(mut self) -> Phrases {
        self.n_steps = 1;
        let mut says = None;
        for line in PHRASES.lines().filter(|line| !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(name) => says = Cue::named(name),
                None => {
                    let Some(cue) = says else { continue };
                    self.learn(cue, line);
                }
            }
        }
        self.ways.sort_unstable();
        self.says.sort_unstable_by_key(|(step, cue)| (*step, *cue as usize));
        self.says.dedup();
        let (mut steps, mut way, mut said) = (Vec::with_capacity(self.n_steps as usize), 0, 0);
        for step in 0..self.n_steps {
            let first = (said, way);
            said += count(&self.says[said..], |(of, _)| *of == step);
            way += count(&self.ways[way..], |(of, ..)| *of == step);
            steps.push(PhraseState { says: short(first.0..said), ways: short(first.1..way) });
        }
        Phrases {
            words: self.words,
            steps,
            ways: self.ways.into_iter().map(|(_, word, to)| (word, to)).collect(),
            says: self.says.into_iter().map(|(_, cue)| cue).collect(),
        }
    }

    /// Adds all phrases of a pattern: `count (me|us) in`, where `(|the)` has an empty alternative.
    fn learn(&mut self, cue: Cue, pattern: &'static str) {
        let mut here = vec![0];
        for part in split(pattern) {
            let mut choices: Vec<&str> = part.trim_start_matches('(').trim_end_matches(')').split('|').collect();
            choices.sort_unstable();
            choices.dedup();
            // Phrases that begin alike share their beginning.
            let known = self.led.get(&(here.clone(), choices.clone())).cloned();
            here = known.unwrap_or_else(|| {
                let ends = self.lead(&here, &choices);
                self.led.insert((here, choices), ends.clone());
                ends
            });
        }
        self.says.extend(here.into_iter().filter(|end| *end != 0).map(|end| (end, cue)));
    }

    /// Leads from some steps by each of the choices to one that is new; nothing is a choice that leads nowhere else.
    fn lead(&mut self, from: &[u32], choices: &[&'static str]) -> Vec<u32> {
        let end = self.step();
        let mut ends = vec![end];
        for choice in choices {
            let words: Vec<&str> = choice.split_whitespace().collect();
            let Some((last, before)) = words.split_last() else {
                ends.extend(from);
                continue;
            };
            let mut here = from.to_vec();
            for (word, to) in before.iter().map(|word| (*word, None)).chain([(*last, Some(end))]) {
                let to = to.unwrap_or_else(|| self.step());
                let word = if word == "_" { ANY } else { self.word(word) };
                self.ways.extend(here.iter().map(|step| (*step, word, to)));
                here = vec![to];
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn step(&mut self) -> u32 {
        self.n_steps += 1;
        self.n_steps - 1
    }

    fn word(&mut self, word: &'static str) -> u32 {
        let next = u32::try_from(self.words.len()).unwrap_or(ANY - 1);
        *self.words.entry(word).or_insert(next)
    }
}

fn count<T>(list: &[T], is: impl Fn(&T) -> bool) -> usize {
    list.iter().take_while(|one| is(one)).count()
}

fn short(range: Range<usize>) -> Range<u32> {
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    short(range.start)..short(range.end)
}

/// A pattern at its blanks, those within brackets left out.
fn split(pattern: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut depth) = (0, 0);
    for (at, letter) in pattern.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => {
                parts.push(&pattern[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&pattern[from..]);
    parts.retain(|part| !part.is_empty());
    parts
}
