//! Long play.

use super::*;
use crate::prose::sentences;

pub(super) const TEN: [&str; 10] = [
    "I look around the room",
    "I talk to Marta and ask about the ferryman",
    "Yes, I promise to help. What can you tell me about the light?",
    "take the candle and leave",
    "I listen",
    "go on towards the far landing",
    "attack!",
    "I attack again",
    "search the body, then search the place",
    "what happened so far?",
];

#[test]
fn ten_typical_turns_repeat_no_sentence() {
    let mut table = Fake::new();
    let mut seen = Vec::new();
    for words in TEN {
        let told = table.play(words);
        for sentence in sentences(&told).into_iter().filter(|s| !s.starts_with('–')) {
            assert!(!seen.contains(&sentence), "told twice: {sentence}");
            seen.push(sentence);
        }
    }
}

/// What a player might type, again and again.
const MANY: [&str; 43] = [
    "look",
    "talk to her",
    "ask about the trouble",
    "what can I do?",
    "leave",
    "look at the milestone",
    "search",
    "go on",
    "attack",
    "attack it with my sword",
    "loot the body",
    "search the room",
    "take everything",
    "go on",
    "sneak",
    "attack",
    "attack",
    "attack",
    "drink a potion",
    "rest",
    "go on",
    "attack",
    "persuade it to leave",
    "flee",
    "sleep",
    "go back",
    "inventory",
    "buy a healing potion",
    "sell the rope",
    "steal from the merchant",
    "go home",
    "I find 1,000 gold",
    "what do I remember?",
    "listen",
    "open the door",
    "climb up",
    "give Marta the torch",
    "wait",
    "hum a tune",
    "pay 2 gold",
    "what are the rules for grappling?",
    "what does prone mean?",
    "how does my second wind work?",
];

#[test]
fn long_play_never_fails_and_every_tool_is_used() {
    let mut used = std::collections::BTreeSet::new();
    for seed in 1..=12 {
        let mut table = Fake::new();
        table.rng = seed;
        for round in 0..3 {
            for i in 0..MANY.len() {
                let told = table.play(MANY[(i * (2 * round + 1) + usize::try_from(seed).unwrap()) % MANY.len()]);
                used.extend(table.calls.iter().map(|(name, _)| name.clone()));
                for slip in ["  ", " .", " ,", "..", "the the ", " a a ", "{", "[", " a the ", "the some "] {
                    assert!(!told.contains(slip), "{slip:?} in {told}");
                }
                let window = table.history.len().saturating_sub(20);
                table.history.drain(..window);
            }
        }
    }
    assert!(TOOLS.iter().all(|name| used.contains(*name)), "{used:?}");
}
