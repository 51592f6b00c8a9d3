//! A player's wishes for the story: their name, and what must never be shown. They are read from the player's messages and hold
//! until replaced or withdrawn; undo removes them with their turn.

use std::sync::LazyLock;

use game::{clock::Clock, wording::cut};
use prompt::{
    LineText,
    memories::{CitedLine, CitedSource, CitedTime},
};

use crate::{
    dm::{
        hints::is_forged,
        narration_check::{Expression, Prefilter},
    },
    recall::shares_word,
};

/// The patterns; the file explains its format.
static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::read(include_str!("wishes.txt")));
/// The most wishes that hold at once: the newest.
const MAX_WISHES: usize = 8;
/// Maximum length of a wish, in characters.
const MAX_CHARS: usize = 160;
/// Of a longer message only the beginning is read, in bytes.
const MAX_READ: usize = 4_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WishKind {
    Address,
    Rule,
    Never,
    Withdraw,
}

/// A wish that a player uttered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dm) struct PlayerWish {
    pub(super) seq: u32,
    pub(super) at: Clock,
    kind: WishKind,
    text: String,
}

impl PlayerWish {
    /// The wish as a line that names its turn.
    pub(super) fn line(&self) -> CitedLine {
        let when = CitedTime::Turn { seq: self.seq, at: self.at, until: None };
        CitedLine { is_pinned: false, when, source: CitedSource::Wish, text: LineText::of(&self.text) }
    }
}

/// All wishes of a session's turns, with those that hold no longer: they hold again where a turn is undone.
#[derive(Debug, Default)]
pub(super) struct Wishes {
    uttered: Vec<PlayerWish>,
}

impl Wishes {
    /// Reads a player's message.
    pub(super) fn read(&mut self, seq: u32, at: Clock, message: &str) {
        let message = &message[..message.floor_char_boundary(MAX_READ)];
        let sentences = message.split_inclusive(['.', '!', '?', ';', '\n']);
        for sentence in sentences.map(|it| it.trim_matches(|c: char| c != '?' && !c.is_alphanumeric())) {
            if sentence.is_empty() || cut(sentence, MAX_CHARS) != sentence {
                continue;
            }
            let lower = sentence.to_lowercase().replace('’', "'");
            let kind = PATTERNS.kind_of(&lower);
            // "Call …" looks like a tool call, unless it asks to call the player something.
            let told = lower.split_once("call me ").map_or(lower.as_str(), |(_, name)| name);
            if let Some(kind) = kind.filter(|kind| *kind != WishKind::Never && !is_forged(told)) {
                self.uttered.push(PlayerWish { seq, at, kind, text: sentence.to_owned() });
            }
        }
    }

    /// Forgets the wishes of all turns after the first `n`.
    pub(super) fn keep(&mut self, n_turns: u32) {
        self.uttered.retain(|wish| wish.seq <= n_turns);
    }

    /// The wishes that hold, the oldest first, of the turns after `after` and before `before`.
    pub(super) fn that_hold(&self, after: u32, before: u32) -> Vec<PlayerWish> {
        let mut hold: Vec<&PlayerWish> = Vec::new();
        for wish in self.uttered.iter().filter(|wish| wish.seq > after) {
            match wish.kind {
                WishKind::Withdraw => hold.retain(|known| !shares_word(&known.text, &wish.text)),
                WishKind::Address => hold.retain(|known| known.kind != WishKind::Address),
                _ => hold.retain(|known| known.text.to_lowercase() != wish.text.to_lowercase()),
            }
            if wish.kind != WishKind::Withdraw {
                hold.push(wish);
            }
        }
        // A newer wish replaces an older one even where the prompt shows its turn.
        hold.retain(|wish| wish.seq < before);
        let n = hold.len();
        hold.into_iter().skip(n.saturating_sub(MAX_WISHES)).cloned().collect()
    }
}

/// The patterns of wishes. Most sentences have the words of none, so few are ever searched for.
struct Patterns {
    all: Vec<(WishKind, Expression)>,
    screen: Prefilter,
}

impl Patterns {
    /// The patterns of a file; a line that is none is a mistake of ours, which the test finds.
    fn read(file: &str) -> Self {
        let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let read = |line: &str| {
            let (kind, pattern) = line.split_once(' ')?;
            let kind = match kind {
                "address" => WishKind::Address,
                "rule" => WishKind::Rule,
                "never" => WishKind::Never,
                "withdraw" => WishKind::Withdraw,
                _ => return None,
            };
            Some((kind, Expression::new(pattern.trim().to_owned())))
        };
        let all: Vec<(WishKind, Expression)> = lines.filter_map(read).collect();
        let patterns: Vec<String> = all.iter().map(|(_, expression)| expression.pattern().to_owned()).collect();
        Self { all, screen: Prefilter::of(&patterns) }
    }

    /// The first kind with a matching pattern for a lower-case sentence.
    fn kind_of(&self, sentence: &str) -> Option<WishKind> {
        let may: Vec<&(WishKind, Expression)> =
            self.screen.candidates(sentence).iter().map(|at| &self.all[*at]).collect();
        let fits =
            |kind: &WishKind| may.iter().any(|(known, expression)| known == kind && expression.is_match(sentence));
        [WishKind::Never, WishKind::Address, WishKind::Rule, WishKind::Withdraw].into_iter().find(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wishes that hold after these messages, each a turn.
    fn hold(messages: &[&str]) -> Vec<String> {
        let mut wishes = Wishes::default();
        (1..).zip(messages).for_each(|(seq, message)| wishes.read(seq, Clock::default(), message));
        wishes.that_hold(0, u32::MAX).into_iter().map(|wish| wish.text).collect()
    }

    #[test]
    fn every_line_of_the_file_is_a_pattern() {
        let lines = include_str!("wishes.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(PATTERNS.all.iter().filter(|(_, pattern)| pattern.regex().is_some()).count(), lines.count());
    }

    #[test]
    fn wishes_are_told_from_deeds_and_speech() {
        for wish in [
            "Call me Captain.",
            "please call me Mira the Bold",
            "From now on, call me captain!",
            "No spiders, please.",
            "Please no spiders",
            "No spiders.",
            "Please don’t describe wounds.",
            "I don't want any gore in this game.",
            "I have a real phobia of snakes.",
            "From now on always describe the smells.",
        ] {
            assert_eq!(hold(&[&format!("I open the door. {wish}")]).len(), 1, "{wish}");
        }
        for none in [
            "They call me Mira.",
            "Don't call me a liar.",
            "Why do you call me captain?",
            "No spiders here?",
            "No thanks.",
            "No.",
            "I avoid the spiders.",
            "I call my dog.",
            "Please open the door.",
            "Please keep the key.",
            "I never want to see him again.",
            "From now on I carry the torch.",
        ] {
            assert!(hold(&[none]).is_empty(), "{none}");
        }
    }

    #[test]
    fn a_later_name_replaces_an_earlier_one_and_what_is_withdrawn_is_gone() {
        let all = ["Call me captain.", "No spiders, please.", "Call me admiral.", "no spiders, please"];
        assert_eq!(hold(&all), ["Call me admiral", "no spiders, please"]);
        assert_eq!(hold(&["No spiders, please.", "Spiders are fine, after all."]), Vec::<String>::new());
        assert_eq!(hold(&["No spiders, please.", "Rats are fine, after all."]).len(), 1);
    }

    #[test]
    fn an_undone_turn_takes_its_wish_along_and_brings_back_what_it_replaced() {
        let mut wishes = Wishes::default();
        wishes.read(1, Clock::default(), "Call me captain.");
        wishes.read(2, Clock::default(), "Call me admiral.");
        assert!(wishes.that_hold(0, 2).is_empty(), "the prompt shows turn 2, and turn 1 is replaced");
        wishes.keep(1);
        assert_eq!(wishes.that_hold(0, 9)[0].text, "Call me captain");
        assert!(wishes.that_hold(1, 9).is_empty(), "what was said before the prompts began anew");
    }

    #[test]
    fn long_words_are_no_wishes_and_harm_nothing() {
        assert!(hold(&[&"call me ".repeat(10_000), &"no ".repeat(30_000), "", "?!."]).is_empty());
        let many: Vec<String> = ('a'..='z').map(|c| format!("Please no {c}{c}{c}s.")).collect();
        assert_eq!(hold(&many.iter().map(String::as_str).collect::<Vec<_>>()).len(), MAX_WISHES);
    }
}
