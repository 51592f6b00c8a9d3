//! What a turn lets people perceive, noted when it happens.

use crate::{
    dm::{Draft, prompt::estimate_tokens, speech::outside_of_speech},
    game::{
        Game, Refusal, hand_over,
        id::NpcId,
        knowledge::{Manner, Memory, Perceiver, Present, perceivers, remembered},
        party,
        wording::cut,
    },
};

use super::{
    folk::{Npc, everybody, present},
    overhearing::Heard,
};

/// Phrases that mark words as meant for one listener only.
const ASIDES: &str = include_str!("asides.txt");
/// Maximum number of tokens that companions and others remember of a turn, including the player's words (estimated).
const MAX_TOLD_TOKENS: usize = 900;

/// Whether words are meant for those alone who are spoken to: where that is said outside of what is spoken.
pub(super) fn is_aside(words: &str) -> bool {
    let outside = outside_of_speech(words).to_lowercase();
    has_addressee_in_brackets(&outside) || outside.split_inclusive(['.', '!', '?', '\n', '。']).any(is_said_aside)
}

/// Whether a sentence says of itself, or of what the hero says in it, that it is meant for one listener.
pub(super) fn is_said_aside(sentence: &str) -> bool {
    let letters: String = sentence.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let spaced = format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut asides = ASIDES.lines().filter(|line| !line.starts_with('#'));
    asides.any(|aside| {
        // Languages without blanks between words are searched for the mark alone.
        if let Some(anywhere) = aside.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
            return sentence.contains(anywhere);
        }
        let found = match aside.strip_suffix('*') {
            Some(beginning) => spaced.find(&format!(" {beginning}")),
            None => spaced.find(&format!(" {aside} ")),
        };
        found.is_some_and(|at| {
            let mark = spaced[at..].split_whitespace().next().unwrap_or_default();
            is_meant(&spaced[..at], mark)
        })
    })
}

/// Whether the words before a mark leave it to the hero, now: it is not denied, asked, remembered, or somebody else's doing.
fn is_meant(before: &str, mark: &str) -> bool {
    const DENIES: [&str; 12] =
        ["don", "dont", "not", "never", "no", "stop", "without", "nicht", "nie", "kein", "keine", "quit"];
    const NEAR: usize = 2;
    const ASKS: [&str; 15] = [
        "who", "what", "why", "when", "where", "how", "did", "do", "does", "is", "was", "were", "wer", "warum", "wieso",
    ];
    const TELLS: [&str; 6] = ["told", "heard", "hear", "hears", "overheard", "said"];
    const MANNERS: [&str; 4] = ["in", "with", "at", "mit"];
    const ARTICLES: [&str; 7] = ["the", "a", "an", "any", "some", "his", "her"];
    let words: Vec<&str> = before.split_whitespace().collect();
    let last = words.last().copied().unwrap_or_default();
    let denied = words.iter().rev().take(NEAR).any(|word| DENIES.contains(word));
    let asked = words.first().is_some_and(|word| ASKS.contains(word));
    let told = words.iter().any(|word| TELLS.contains(word)) && words.first() != Some(&"i") || words.contains(&"heard");
    // “In a whisper” is how it is said, “a whisper” something that is heard.
    let is_thing = ARTICLES.contains(&last) && !words.iter().rev().nth(1).is_some_and(|word| MANNERS.contains(word));
    // “The wind whispers”
    let is_anothers = words.first().is_some_and(|word| ARTICLES.contains(word)) && mark.ends_with('s');
    !(denied || asked || told || is_thing || is_anothers)
}

/// Whether somebody is named in brackets as the only listener: "(to Ilse only)".
fn has_addressee_in_brackets(words: &str) -> bool {
    const MANNERS: [&str; 8] =
        ["leise", "ganz leise", "quietly", "softly", "very quietly", "zacht", "aside", "beiseite"];
    let brackets = words.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let mut asides = brackets.map(|(inside, _)| inside.trim());
    asides.any(|inside| {
        MANNERS.contains(&inside)
            || inside.starts_with("only to ")
            || inside.starts_with("to ") && inside.ends_with(" only")
    })
}

/// As much of a text as somebody remembers of a turn.
pub(super) fn within_limit(told: &str) -> String {
    let mut most = told.chars().count();
    while estimate_tokens(cut(told, most)) > MAX_TOLD_TOKENS {
        most = most * 9 / 10;
    }
    cut(told, most).to_owned()
}

impl Draft {
    /// Who is where the heroes are.
    pub(super) fn present(&self) -> (Vec<Npc>, Present) {
        let package = self.campaign().ok();
        let all = everybody(self.game(), package.as_deref(), "");
        let present = present(self.game(), &all);
        (all, present)
    }

    /// Keeps what was perceived with those who perceived it.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(super) fn remember(
        &mut self,
        manner: Manner,
        by: Option<&str>,
        text: &str,
        witnesses: Vec<Perceiver>,
    ) -> Result<(), Refusal> {
        let memory = Memory {
            turn: self.moment.seq(),
            time: self.game().clock,
            at: self.game().story.current_location.clone(),
            manner,
            by: by.map(str::to_owned),
            text: text.to_owned(),
            witnesses,
        };
        remembered(memory).map_or(Ok(()), |change| self.record(change))
    }

    /// Notes somebody's own secret, or what they learned apart from the story.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) fn learn(&mut self, npc: &NpcId, text: &str) -> Result<(), Refusal> {
        let who = Perceiver::Npc(npc.clone());
        self.remember(Manner::Note, None, text, perceivers(Manner::Note, None, &[who], &[], &Present::default()))
    }

    /// The turn as companions perceived it: the player's words, unless meant for one listener, and the story, within the token
    /// limit.
    fn seen_by_companions(&self) -> String {
        let words = self.moment.words();
        let hero = self.game().hero(self.acting().as_str()).map(|hero| hero.name.clone()).unwrap_or_default();
        let told = match words.trim().is_empty() || is_aside(words) {
            true => self.record.narrative.clone(),
            false => format!("{hero}: “{}” {}", words.trim(), self.record.narrative),
        };
        within_limit(&told)
    }

    /// Notes at a turn's end who has perceived what of it: the party what was told, others in the scene what was said there,
    /// everybody who is there what came to its end; and brings people of the party where the heroes are.
    ///
    /// # Errors
    /// The table could not take it in.
    pub(in crate::dm) fn perceive(&mut self, before: &Game) -> Result<(), Refusal> {
        let ended = hand_over::lines(before, &self.record.changes)?;
        let is_told = self.voice().is_none() && self.game().companions().any(|one| !one.is_dead());
        if is_told || !ended.is_empty() {
            let (_, present) = self.present();
            if is_told {
                let told = self.seen_by_companions();
                self.remember(Manner::Narration, None, &told, perceivers(Manner::Narration, None, &[], &[], &present))?;
            }
            for line in ended {
                self.remember(Manner::HandOver, None, &line, perceivers(Manner::HandOver, None, &[], &[], &present))?;
            }
        }
        if self.voice().is_none() {
            for Heard { manner, by, text, witnesses } in self.heard_by_others(before) {
                self.remember(manner, by.as_deref(), &text, witnesses)?;
            }
        }
        let follows = party::follow(self.game());
        self.record_all(follows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aside_is_said_to_be_one() {
        for words in [
            "@Marta (whispers) where is the key?",
            "@marta I whisper: \"Where is the key?\"",
            "@Marta *murmurs* the key",
            "I lean over. @marta, in your ear: run.",
            "@marta I say it quietly, so nobody else hears: \"The key is false.\"",
            "@marta I pass you a note: \"Run.\"",
            "@marta Ich flüstere: „Der Schlüssel ist falsch.“",
            "@marta unter vier Augen: wem gehört das Haus?",
            "@marta (leise) Der Schlüssel ist falsch.",
            "I lean in close and breathe that the key is false.",
            "I slip you a folded paper that says the key is false.",
            "I scribble the name on a scrap and hand it to you.",
            "telepathically: the key is false.",
            "keep your voice down. The key is false.",
            "I say it low enough that the others miss it: the key is false.",
            "fluister: de sleutel is vals.",
            "jag viskar: nyckeln är falsk.",
            "我悄悄说：钥匙是假的。",
            "ささやく：鍵は偽物だ。",
            "I say in a whisper that the key is false. Who made it?",
        ] {
            assert!(is_aside(words), "{words}");
        }
        for words in [
            "@marta \"Did somebody whisper?\"",
            "@Marta hello",
            "@marta “no whisper”, I say",
            "@marta „Wer flüstert da?“",
            "don't whisper! The key is false.",
            "never whisper again. The key is false.",
            "stop muttering. The key is false.",
            "who whispered that the key is false?",
            "why did you whisper? The key is false.",
            "the wind whispers tonight. The key is false.",
            "I heard a whisper: the key is false.",
            "I loudly say: no whispering! The key is false.",
            "the priest told me privately. The key is false.",
        ] {
            assert!(!is_aside(words), "{words}");
        }
    }
}
