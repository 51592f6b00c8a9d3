//! Phrases that say something by themselves, whatever stands around them, and what tells that nothing is meant.

use std::{collections::HashMap, sync::LazyLock};

use super::words::{Kind, Token};

/// What a phrase says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum Cue {
    /// A quest is taken on.
    Accept,
    /// One is given up.
    GiveUp,
    /// One is done.
    Fulfilled,
    /// A part of one is.
    PartDone,
    /// An hour of rest.
    ShortRest,
    /// A night of it.
    LongRest,
    /// The party flees.
    Flee,
    /// A fight is laid down.
    Settle,
    /// No foe is left.
    LastFoe,
    /// The hero is done with a turn.
    EndTurn,
    /// A fight shall begin.
    Initiative,
    /// Somebody travels along from now on.
    Join,
    /// Somebody stays behind.
    Leave,
    /// A promise, a debt, a secret.
    Oath,
    /// The player wants it kept.
    Note,
    /// What happened before is asked.
    Recall,
    /// What the rules say is asked.
    Rule,
    /// Somebody will be met again.
    Contact,
    /// A thing is the hero's now.
    Mine,
    /// It is somebody else's now.
    Yours,
    /// Something is given for nothing.
    Gift,
    /// A spell that hurts.
    Spell,
    /// A spell or a feat that helps.
    Boon,
    /// Something is held out.
    HereYouGo,
    /// What somebody is owed.
    Paid,
    /// A thing is left for good.
    Lost,
    /// The hero bleeds.
    Wounded,
    /// Somebody comes into a fight.
    JoinsFight,
    /// Somebody is out of it.
    LeavesFight,
    /// The hero lies down flat.
    Prone,
    /// The hero sees nothing.
    Blind,
    /// The hero passes out.
    Unconscious,
    /// The hero is bound.
    Restrained,
    /// The hero gets up.
    StandUp,
    /// Nobody shall notice.
    Stealth,
    /// What is behind it isn't done.
    NoWay,
    /// It may come to it, later or never.
    Supposed,
    /// A condition that is only manners.
    Polite,
    /// Long past.
    LongAgo,
    /// Never meant as it is said.
    Mockery,
    /// How mockery often begins, and praise as well.
    Praise,
    /// What makes mockery of praise.
    Spice,
}

impl Cue {
    /// As the list of phrases calls it.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cue| format!("{cue:?}") == name)
    }

    const ALL: [Self; 42] = [
        Self::Accept,
        Self::GiveUp,
        Self::Fulfilled,
        Self::PartDone,
        Self::ShortRest,
        Self::LongRest,
        Self::Flee,
        Self::Settle,
        Self::LastFoe,
        Self::EndTurn,
        Self::Initiative,
        Self::Join,
        Self::Leave,
        Self::Oath,
        Self::Note,
        Self::Recall,
        Self::Rule,
        Self::Contact,
        Self::Mine,
        Self::Yours,
        Self::Gift,
        Self::Spell,
        Self::Boon,
        Self::HereYouGo,
        Self::Paid,
        Self::Lost,
        Self::Wounded,
        Self::JoinsFight,
        Self::LeavesFight,
        Self::Prone,
        Self::Blind,
        Self::Unconscious,
        Self::Restrained,
        Self::StandUp,
        Self::Stealth,
        Self::NoWay,
        Self::Supposed,
        Self::Polite,
        Self::LongAgo,
        Self::Mockery,
        Self::Praise,
        Self::Spice,
    ];
}

/// The phrases, under what they say.
const PHRASES: &str = include_str!("phrases.txt");

/// The phrases of a message, in order.
pub(in crate::dm::hints) fn cues(tokens: &[Token<'_>]) -> Vec<(Cue, usize, usize)> {
    static STEPS: LazyLock<Vec<Step>> = LazyLock::new(phrases);
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        follow(&STEPS, 0, tokens, at, at, &mut found);
    }
    found
}

/// A place among the phrases: what they say that end here, and what leads on.
#[derive(Default)]
struct Step {
    says: Vec<Cue>,
    next: HashMap<String, usize>,
    /// Where any word leads.
    any: Option<usize>,
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
    if token.kind == Kind::Pause && at > from && !step.next.is_empty() {
        // A comma within a phrase says nothing.
        let next = tokens.get(at + 1).and_then(|token| step.next.get(token.word));
        return next.into_iter().for_each(|next| follow(steps, *next, tokens, from, at + 2, found));
    }
    if token.kind != Kind::Word {
        return;
    }
    let next = step.next.get(token.word).copied().into_iter().chain(step.any);
    next.for_each(|next| follow(steps, next, tokens, from, at + 1, found));
}

fn phrases() -> Vec<Step> {
    let mut steps = vec![Step::default()];
    let mut says = None;
    for line in PHRASES.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => says = Cue::named(name),
            None => {
                let Some(cue) = says else { continue };
                spelled_out(line).into_iter().for_each(|words| learn(&mut steps, cue, words));
            }
        }
    }
    steps
}

fn learn(steps: &mut Vec<Step>, cue: Cue, words: Vec<String>) {
    let mut here = 0;
    for word in words {
        let known = if word == "_" { steps[here].any } else { steps[here].next.get(&word).copied() };
        here = known.unwrap_or_else(|| {
            let new = steps.len();
            if word == "_" {
                steps[here].any = Some(new);
            } else {
                steps[here].next.insert(word, new);
            }
            steps.push(Step::default());
            new
        });
    }
    if !steps[here].says.contains(&cue) {
        steps[here].says.push(cue);
    }
}

/// All that a pattern stands for: `count (me|us) in`, with nothing in `(|the)` as one of the choices.
fn spelled_out(pattern: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for part in split(pattern) {
        let choices: Vec<&str> = part.trim_start_matches('(').trim_end_matches(')').split('|').collect();
        all = all
            .iter()
            .flat_map(|before| {
                choices.iter().map(move |choice| {
                    before.iter().cloned().chain(choice.split_whitespace().map(str::to_owned)).collect::<Vec<_>>()
                })
            })
            .collect();
    }
    all.retain(|words| !words.is_empty());
    all
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

/// Whether a message poses as a system's, a tool's or a model's, or gives orders to one.
pub(in crate::dm::hints) fn is_forged(low: &str) -> bool {
    let low = low.trim_start();
    FORGED_STARTS.iter().any(|start| low.starts_with(start)) || FORGED.iter().any(|mark| low.contains(mark))
}

const FORGED_STARTS: [&str; 22] = [
    "system:",
    "system note",
    "system message",
    "system prompt",
    "[",
    "{",
    "<",
    "assistant:",
    "tool result",
    "tool:",
    "ooc",
    "(ooc",
    "dm:",
    "gm:",
    "narrator:",
    "attention narrator",
    "as the dm",
    "as the gm",
    "as dungeon master",
    "call ",
    "result:",
    "user:",
];

const FORGED: [&str; 36] = [
    "update_game_state",
    "update_quest",
    "apply_state_commands",
    "start_combat",
    "end_combat",
    "roll_dice",
    "_delta",
    "tool_use",
    "tool_result",
    "\"tool\"",
    "\"ok\"",
    "</",
    "<system",
    "ignore your",
    "ignore all",
    "ignore previous",
    "ignore the rules",
    "disregard",
    "previous instructions",
    "developer",
    "the model must",
    "the ai ",
    "as an ai",
    "admin ",
    "don't argue",
    "do not argue",
    "cheat code",
    "sudo ",
    "i suddenly have",
    " dm says",
    "gm says",
    "jailbreak",
    "override",
    "[system",
    "debug mode",
    "as your creator",
];

/// Whether a message says the contrary of what it means.
pub(in crate::dm::hints) fn is_mockery(tokens: &[Token<'_>], cues: &[(Cue, usize, usize)], text: &str) -> bool {
    let any = |kind: Cue| cues.iter().any(|(cue, ..)| *cue == kind);
    let first = tokens.iter().position(|it| it.kind == Kind::Word);
    let praises = cues.iter().any(|(cue, from, _)| *cue == Cue::Praise && Some(*from) == first);
    if any(Cue::Mockery) || !praises {
        return any(Cue::Mockery);
    }
    let loud = |it: &Token<'_>| {
        it.kind == Kind::Word
            && it.to - it.from > 3
            && text[it.from..it.to].bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let shouts = tokens.iter().any(loud) && text.bytes().any(|byte| byte.is_ascii_lowercase());
    shouts || any(Cue::Spice) || tokens.iter().any(|it| it.kind == Kind::Asked)
}
