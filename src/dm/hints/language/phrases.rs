//! Phrases that say something by themselves (`phrases.txt`), and a message searched for all of them at once.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    cues::Cue,
    words::{Kind, Token},
};

/// The phrases, under what they say.
const PHRASES: &str = include_str!("phrases.txt");

/// The phrases of a message, in order.
pub(in crate::dm::hints) fn cues(tokens: &[Token<'_>]) -> Vec<(Cue, usize, usize)> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let first = found.len();
        follow(&STEPS, 0, tokens, at, at, &mut found);
        // Shorter phrases come first; by two ways to the same end a phrase is still found once.
        found[first..].sort_by_key(|(cue, _, to)| (*to, *cue as usize));
    }
    found.dedup();
    found
}

/// The phrases as steps, made once.
static STEPS: LazyLock<Vec<Step>> = LazyLock::new(phrases);

/// A place among the phrases: what they say that end here, and what leads on. Choices come together again behind their
/// brackets, so that a phrase takes as many steps as it has words, however many ways there are to say it.
#[derive(Debug, Default)]
struct Step {
    says: Vec<Cue>,
    next: HashMap<&'static str, Vec<usize>>,
    /// Where any word leads.
    any: Vec<usize>,
}

/// Notes the phrases that began at a token and lead on from here.
fn follow(
    steps: &[Step],
    here: usize,
    tokens: &[Token<'_>],
    from: usize,
    at: usize,
    found: &mut Vec<(Cue, usize, usize)>,
) {
    let step = &steps[here];
    found.extend(step.says.iter().map(|cue| (*cue, from, at)));
    let Some(token) = tokens.get(at) else { return };
    let after = |word: &str| step.next.get(word).into_iter().flatten();
    if token.kind == Kind::Pause && at > from && !step.next.is_empty() {
        // A comma within a phrase says nothing.
        let Some(token) = tokens.get(at + 1) else { return };
        return after(token.word).for_each(|next| follow(steps, *next, tokens, from, at + 2, found));
    }
    if token.kind != Kind::Word {
        return;
    }
    after(token.word).chain(&step.any).for_each(|next| follow(steps, *next, tokens, from, at + 1, found));
}

fn phrases() -> Vec<Step> {
    let mut steps = vec![Step::default()];
    let mut led = HashMap::new();
    let mut says = None;
    for line in PHRASES.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => says = Cue::named(name),
            None => {
                let Some(cue) = says else { continue };
                learn(&mut steps, &mut led, cue, line);
            }
        }
    }
    steps
}

/// Where the choices of a part lead from a set of steps.
type Led = HashMap<(Vec<usize>, Vec<&'static str>), Vec<usize>>;

/// Learns all that a pattern stands for: `count (me|us) in`, with nothing in `(|the)` as one of the choices.
fn learn(steps: &mut Vec<Step>, led: &mut Led, cue: Cue, pattern: &'static str) {
    let mut here = vec![0];
    for part in split(pattern) {
        let mut choices: Vec<&str> = part.trim_start_matches('(').trim_end_matches(')').split('|').collect();
        choices.sort_unstable();
        choices.dedup();
        // Phrases that begin alike share their beginning.
        here = led.entry((here, choices)).or_insert_with_key(|(from, choices)| lead(steps, from, choices)).clone();
    }
    for end in here.into_iter().filter(|end| *end != 0) {
        if !steps[end].says.contains(&cue) {
            steps[end].says.push(cue);
        }
    }
}

/// Leads from some steps by each of the choices to one that is new; nothing is a choice that leads nowhere else.
fn lead(steps: &mut Vec<Step>, from: &[usize], choices: &[&'static str]) -> Vec<usize> {
    let new = |steps: &mut Vec<Step>| {
        steps.push(Step::default());
        steps.len() - 1
    };
    let end = new(steps);
    let mut ends = vec![end];
    for choice in choices {
        let words: Vec<&str> = choice.split_whitespace().collect();
        let Some((last, before)) = words.split_last() else {
            ends.extend(from);
            continue;
        };
        let mut here = from.to_vec();
        for (word, to) in before.iter().map(|word| (*word, None)).chain([(*last, Some(end))]) {
            let to = to.unwrap_or_else(|| new(steps));
            for step in &here {
                let step = &mut steps[*step];
                if word == "_" { step.any.push(to) } else { step.next.entry(word).or_default().push(to) }
            }
            here = vec![to];
        }
    }
    ends.sort_unstable();
    ends.dedup();
    ends
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
