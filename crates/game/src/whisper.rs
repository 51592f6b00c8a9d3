//! Words of a turn that only some of the people at the table may read.
//!
//! Who may read them is decided when the turn begins and is part of its record, because people, heroes and those who listen change.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, Turn,
    id::{CharacterId, SeatId},
    knowledge::Channel,
    turn::HeroDeed,
    wording::one_line,
};

/// Words that a hero says only to some people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Whisper {
    /// The hero who says them.
    pub character_id: CharacterId,
    /// The seats of those who may read them: the speaker's, and those of the heroes they are for.
    pub seats: Vec<SeatId>,
    /// What everyone else reads in place of the hero's words.
    pub shown: String,
    /// Whether the answer is visible only to them as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub is_answered_aside: bool,
}

/// Replaces the words of these whispers in what heroes do.
pub fn hide_in_deeds(deeds: &mut [HeroDeed], hidden: &[&Whisper]) {
    for deed in deeds {
        if let Some(whisper) = hidden.iter().find(|whisper| whisper.character_id == deed.character_id) {
            deed.message.clone_from(&whisper.shown);
        }
    }
}

/// Removes the words from a change that repeats what was whispered.
pub fn hide_in_change(change: &mut Change) {
    if let Change::Remembered { memory } = change
        && memory.manner == Channel::Whisper
    {
        memory.text.clear();
    }
}

/// Whether a change repeats what was whispered.
pub fn is_of_whisper(change: &Change) -> bool {
    matches!(change, Change::Remembered { memory } if memory.manner == Channel::Whisper)
}

impl Turn {
    /// The same turn for someone who may not read these whispers.
    pub fn without_whispers(mut self, is_hidden: impl Fn(&Whisper) -> bool) -> Self {
        let whispers = std::mem::take(&mut self.whispers);
        let hidden: Vec<&Whisper> = whispers.iter().filter(|whisper| is_hidden(whisper)).collect();
        if hidden.is_empty() {
            return Self { whispers, ..self };
        }
        let shown = |hero: &CharacterId| hidden.iter().find(|whisper| whisper.character_id == *hero);
        if self.deeds.is_empty() {
            if let Some(whisper) = shown(&self.character_id) {
                self.message.clone_from(&whisper.shown);
            }
        } else {
            let mut lines: Vec<String> = self.message.lines().map(str::to_owned).collect();
            for (line, deed) in lines.iter_mut().zip(&self.deeds) {
                let Some(whisper) = shown(&deed.character_id) else { continue };
                let name = line.strip_suffix(&one_line(&deed.message)).unwrap_or_default();
                *line = format!("{name}{}", whisper.shown);
            }
            self.message = lines.join("\n");
            hide_in_deeds(&mut self.deeds, &hidden);
        }
        if hidden.iter().any(|whisper| whisper.is_answered_aside) {
            self.narrative.clear();
            self.alternatives.iter_mut().for_each(|other| other.narrative.clear());
        }
        self.changes.iter_mut().for_each(hide_in_change);
        Self { whispers, ..self }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn turn(whispers: &[Whisper]) -> Turn {
        let at = "2026-11-24T19:00:00Z";
        let turn = json!({"id": "t", "seq": 1, "sessionId": "s", "characterId": "mira", "whispers": whispers,
                          "message": "Brakka: I wait.\nMira: I whisper to Bob: the heron is hollow.",
                          "deeds": [{"characterId": "brakka", "message": "I wait."},
                                    {"characterId": "mira", "message": "I whisper to Bob:\nthe heron is hollow."}],
                          "narrative": "Bob whispers back.", "toolCalls": [], "changes": [], "usage": crate::turn::Usage::default(),
                          "model": "m", "startedAt": at, "endedAt": at});
        serde_json::from_value(turn).unwrap()
    }

    fn whisper(is_answered_aside: bool) -> Whisper {
        let seats = vec!["ana".into()];
        Whisper { character_id: "mira".into(), seats, shown: "(whispers to Bob)".to_owned(), is_answered_aside }
    }

    #[test]
    fn others_read_that_something_was_whispered_and_not_what() {
        let whole = turn(&[whisper(false)]);
        assert_eq!(whole.clone().without_whispers(|_| false), whole);
        let seen = whole.without_whispers(|whisper| !whisper.seats.contains(&"ben".into()));
        assert_eq!(seen.message, "Brakka: I wait.\nMira: (whispers to Bob)");
        assert_eq!(seen.deeds[1].message, "(whispers to Bob)");
        assert_eq!(seen.narrative, "Bob whispers back.");
        assert!(!serde_json::to_string(&seen).unwrap().contains("heron"));
    }

    #[test]
    fn an_answer_aside_is_not_for_others() {
        let seen = turn(&[whisper(true)]).without_whispers(|_| true);
        assert_eq!(seen.narrative, "");
    }
}
