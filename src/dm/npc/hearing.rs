//! What a turn lets people perceive, noted when it happens.

use crate::{
    dm::Draft,
    game::{
        Game, Refusal, hand_over,
        id::NpcId,
        knowledge::{Manner, Memory, Perceiver, Present, perceivers, remembered},
        party,
    },
};

use super::folk::{Npc, everybody, present};

/// Words that say a thing is meant for one pair of ears.
const ASIDE: [&str; 9] = [
    "whisper",
    "whispers",
    "whispered",
    "whispering",
    "murmur",
    "murmurs",
    "under my breath",
    "into your ear",
    "out of earshot",
];

/// Whether words are meant for those alone who are spoken to: where that is said outside of what is spoken.
pub(super) fn is_aside(words: &str) -> bool {
    let outside: String = words.split(['"', '“', '”']).step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
    let spaced = format!(" {} ", outside.replace(|c: char| !c.is_alphanumeric(), " "));
    let ear = [" into her ear ", " into his ear ", " into their ear ", " in her ear ", " in his ear ", " in your ear "];
    ASIDE.iter().any(|word| spaced.contains(&format!(" {word} "))) || ear.iter().any(|it| spaced.contains(it))
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
                let told = self.record.narrative.clone();
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
        ] {
            assert!(is_aside(words), "{words}");
        }
        for words in ["@marta \"Did somebody whisper?\"", "@Marta hello", "@marta “no whisper”, I say"] {
            assert!(!is_aside(words), "{words}");
        }
    }
}
