//! What a turn lets people perceive, noted when it happens.

use crate::{
    dm::{Draft, prompt::estimate_tokens},
    game::{
        Game, Refusal, hand_over,
        id::NpcId,
        knowledge::{Manner, Memory, Perceiver, Present, perceivers, remembered},
        party,
        wording::cut,
    },
};

use super::folk::{Npc, everybody, present};

/// Phrases that mark words as meant for one listener only.
const ASIDES: &str = include_str!("asides.txt");
/// Maximum number of tokens companions remember of a turn, including the player's words (estimated).
const MAX_TOLD_TOKENS: usize = 900;

/// Whether words are meant for those alone who are spoken to: where that is said outside of what is spoken.
pub(super) fn is_aside(words: &str) -> bool {
    let outside: String =
        words.split(['"', '“', '”', '„', '«', '»']).step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
    let letters: String = outside.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let spaced = format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" "));
    if has_addressee_in_brackets(&outside) {
        return true;
    }
    let mut asides = ASIDES.lines().filter(|line| !line.starts_with('#'));
    asides.any(|aside| match aside.strip_suffix('*') {
        Some(beginning) => spaced.contains(&format!(" {beginning}")),
        None => spaced.contains(&format!(" {aside} ")),
    })
}

/// Whether somebody is named in brackets as the only listener: "(to Ilse only)".
fn has_addressee_in_brackets(words: &str) -> bool {
    let brackets = words.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let mut asides = brackets.map(|(inside, _)| inside.trim());
    asides.any(|inside| inside.starts_with("only to ") || inside.starts_with("to ") && inside.ends_with(" only"))
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
        let mut most = told.chars().count();
        while estimate_tokens(cut(&told, most)) > MAX_TOLD_TOKENS {
            most = most * 9 / 10;
        }
        cut(&told, most).to_owned()
    }

    /// Notes at a turn's end who has perceived what of it: the party what was told, everybody who is there what came to its end;
    /// and brings people of the party where the heroes are.
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
        ] {
            assert!(is_aside(words), "{words}");
        }
        for words in [
            "@marta \"Did somebody whisper?\"",
            "@Marta hello",
            "@marta “no whisper”, I say",
            "@marta „Wer flüstert da?“",
        ] {
            assert!(!is_aside(words), "{words}");
        }
    }
}
