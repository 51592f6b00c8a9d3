//! The senses that checks need (SRD 5.1, Blinded; Deafened).

use std::sync::LazyLock;

use language::word_lists::{WordSet, list};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{skill::Skill, wording::fold};

const SENSES: &str = include_str!("senses.txt");

/// How those who try something by ear and by eye say so.
static BY_EAR: LazyLock<SenseWords> = LazyLock::new(|| SenseWords::of("hearing beginnings", "hearing words"));
static BY_EYE: LazyLock<SenseWords> = LazyLock::new(|| SenseWords::of("sight beginnings", "sight words"));

/// Words of throws that are no checks of noticing.
static OTHER_THROWS: LazyLock<WordSet<&'static str>> =
    LazyLock::new(|| list(SENSES, "other throws").into_iter().collect());

/// The sense that a check can't do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeededSense {
    // Without a doc comment the schema is one list of names.
    None,
    Hearing,
    Sight,
}

impl NeededSense {
    /// What those do who lack it.
    pub fn lacking(self) -> &'static str {
        match self {
            Self::None => "lacks nothing",
            Self::Hearing => "hears nothing",
            Self::Sight => "sees nothing",
        }
    }

    /// The one sense that the reason for a throw names, if it is for a check of noticing: one of such a skill, or one whose reason
    /// names neither a skill nor another throw.
    pub fn of_reason(reason: &str) -> Option<Self> {
        let folded = fold(reason);
        let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let spaced = format!(" {} ", words.join(" "));
        let skill = Skill::ALL.iter().find(|skill| spaced.contains(&format!(" {} ", skill.as_str())));
        match skill {
            Some(skill) => Self::of_words(*skill, reason),
            None if words.iter().any(|word| OTHER_THROWS.contains(word)) => None,
            None => Self::of_words(Skill::Perception, reason),
        }
    }

    /// The one sense that the words for what is tried name, if the skill is one of noticing.
    pub(super) fn of_words(skill: Skill, what: &str) -> Option<Self> {
        if !matches!(skill, Skill::Perception | Skill::Investigation) {
            return None;
        }
        let folded = fold(what);
        let words = || folded.split(|c: char| !c.is_alphanumeric());
        match (words().any(|word| BY_EAR.has(word)), words().any(|word| BY_EYE.has(word))) {
            (true, false) => Some(Self::Hearing),
            (false, true) => Some(Self::Sight),
            _ => None,
        }
    }
}

struct SenseWords {
    beginnings: Vec<&'static str>,
    words: WordSet<&'static str>,
}

impl SenseWords {
    fn of(beginnings: &str, words: &str) -> Self {
        Self { beginnings: list(SENSES, beginnings), words: list(SENSES, words).into_iter().collect() }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word) || self.beginnings.iter().any(|beginning| word.starts_with(beginning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_one_sense_or_none() {
        for (what, sense) in [
            ("Put my ear to the wall", Some(NeededSense::Hearing)),
            ("listen for footsteps", Some(NeededSense::Hearing)),
            ("An der Tür horchen", Some(NeededSense::Hearing)),
            ("read the letter", Some(NeededSense::Sight)),
            ("Looking for a way out", Some(NeededSense::Sight)),
            ("Spotting the archer", Some(NeededSense::Sight)),
            ("look and listen", None),
            ("feel along the wall, early and ready", None),
        ] {
            assert_eq!(NeededSense::of_words(Skill::Perception, what), sense, "{what}");
        }
        assert_eq!(NeededSense::of_words(Skill::Persuasion, "look them in the eye"), None);
    }

    #[test]
    fn the_reason_of_a_throw_names_the_sense_of_a_check_of_noticing() {
        for (reason, sense) in [
            ("Perception: listening at the door", Some(NeededSense::Hearing)),
            ("Listen at the door", Some(NeededSense::Hearing)),
            ("Reading the letter", Some(NeededSense::Sight)),
            ("Stealth: past whoever listens", None),
            ("Attack on the archer who watches", None),
            ("Wisdom save against the voice", None),
            ("Insight: look him in the eye", None),
            ("Perception: who is there", None),
        ] {
            assert_eq!(NeededSense::of_reason(reason), sense, "{reason}");
        }
    }
}
