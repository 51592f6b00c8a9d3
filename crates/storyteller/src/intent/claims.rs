//! Recognises messages outside the story: to the machine, about the dice, in anger, or in an unknown language.

use super::Act;
use crate::words::intent::claims::{GETTING, PLAIN, RICHES, RUDE, SURE};

/// Words to the machine behind the table.
pub(super) fn is_meta(text: &str) -> bool {
    const SIGNS: [&str; 28] = [
        "ignore previous",
        "ignore all",
        "ignore your",
        "ignore the above",
        "disregard ",
        "system prompt",
        "system:",
        "assistant:",
        "your instructions",
        "your prompt",
        "previous instructions",
        "language model",
        "as an ai",
        "you are an ai",
        "are you an ai",
        "are you a bot",
        "chatgpt",
        "developer mode",
        "jailbreak",
        "update_game_state",
        "roll_dice",
        "update_npc",
        "query_session_memory",
        "create_supporting_npc",
        "game master:",
        "dungeon master:",
        "[table]",
        "</",
    ];
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// What a player says is so, and only the table can say.
pub(super) fn is_boast(text: &str) -> bool {
    const SIGNS: [&str; 34] = [
        "i become ",
        "i am now ",
        "i'm now ",
        "i am the king",
        "i am a god",
        "i'm a god",
        "i win",
        "i am invincible",
        "i'm invincible",
        "i instantly ",
        "i automatically ",
        "i magically ",
        "i have infinite",
        "i have unlimited",
        "give me xp",
        "set my ",
        "my hp is",
        "my hit points are",
        "i level up",
        "i gain a level",
        "i roll a ",
        "i rolled a ",
        "natural 20",
        "nat 20",
        "critical hit",
        "i wish for ",
        "i now have ",
        "everyone dies",
        "all enemies die",
        "drops dead",
        "with one blow",
        "in one hit",
        "a dragon appears",
        "is now my ",
    ];
    let text = text.trim_start();
    if SIGNS.iter().any(|sign| text.contains(sign)) {
        return !text.contains('?');
    }
    let gets = GETTING.iter().any(|sign| text.starts_with(sign) || text.contains(&format!(" {sign}")));
    let riches = text.split(|c: char| !c.is_alphanumeric() && c != '+').any(|word| RICHES.contains(&word));
    let asks = ["?", "try to", "look for", "back to", "search"].iter().any(|word| text.contains(word));
    gets && riches && !asks
}

/// An insult, to someone here or to the whole world.
pub(super) fn is_insult(text: &str) -> bool {
    const AIMED: [&str; 10] = ["you", "your", "you're", "this", "game", "u", "ur", "him", "her", "insult"];
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let rude = words.iter().any(|word| RUDE.contains(word));
    let named = matches!(words.first(), Some(&("insult" | "mock" | "curse" | "taunt")));
    let short = words.len() <= 3;
    let up_yours = ["shut up", "screw you", "go to hell", "piss off", "get lost"].iter().any(|s| text.contains(s));
    up_yours || named || (rude && (short || words.iter().take(6).any(|word| AIMED.contains(word))))
}

/// Whether this is in another language, as far as that shows.
pub(super) fn is_foreign(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (latin, other) = letters.fold((0, 0), |(l, o), c| if c < '\u{250}' { (l + 1, o) } else { (l, o + 1) });
    if other > latin {
        return true;
    }
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let hits = words.iter().filter(|word| PLAIN.contains(word) || SURE.contains(word)).count();
    let sure = words.iter().any(|word| SURE.contains(word));
    hits * 3 >= words.len() && (hits > 1 || sure)
}

/// What someone says of how they are, and wants examined: "i'm badly hurt", "i am bleeding".
pub(super) fn of_oneself(text: &str) -> Option<Act> {
    let rest = ["i'm ", "i am ", "i feel ", "i got "].iter().find_map(|start| text.strip_prefix(start))?;
    let rest = ["so ", "very ", "badly ", "really ", "pretty ", "too "]
        .iter()
        .fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let ails =
        ["hurt", "wounded", "bleeding", "injured", "dying", "sick", "poisoned", "tired", "hungry", "thirsty", "cold"];
    ails.contains(&rest).then_some(Act::Status)
}
