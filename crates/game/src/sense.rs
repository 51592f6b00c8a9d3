//! The senses that checks need (SRD 5.1, Blinded; Deafened).

use std::sync::LazyLock;

use language::word_lists::list;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{skill::Skill, wording::FoldedWords};

struct SenseWords {
    hearing: (Vec<&'static str>, Vec<&'static str>),
    sight: (Vec<&'static str>, Vec<&'static str>),
    noticing: Vec<&'static str>,
    noticing_skills: Vec<&'static str>,
    knowing_skills: Vec<&'static str>,
    seen_by_the_knowing: Vec<&'static str>,
    other_skills: Vec<&'static str>,
    other_throws: Vec<&'static str>,
    abilities_of_the_will: Vec<&'static str>,
}

static SENSES: LazyLock<SenseWords> = LazyLock::new(|| {
    let section = |name: &str| list(include_str!("senses.txt"), name);
    SenseWords {
        hearing: (section("hearing beginnings"), section("hearing words")),
        sight: (section("sight beginnings"), section("sight words")),
        noticing: section("noticing"),
        noticing_skills: section("noticing skills"),
        knowing_skills: section("knowing skills"),
        seen_by_the_knowing: section("seen by the knowing"),
        other_skills: section("other skills"),
        other_throws: section("other throws"),
        abilities_of_the_will: section("abilities of the will"),
    }
});

/// The sense that a check can't do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeededSense {
    // Without a doc comment the schema is one list of names.
    None,
    Hearing,
    Sight,
}

/// The sense that a roll's reason mentions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SenseInWords {
    /// This one.
    Named(NeededSense),
    /// It is a check of noticing, and they don't say by which sense.
    Unnamed,
    /// It is no check of noticing, or one that several senses serve.
    NotNeeded,
}

impl NeededSense {
    /// The verb phrase for a creature that lacks it.
    pub fn lacking(self) -> &'static str {
        match self {
            Self::None => "lacks nothing",
            Self::Hearing => "hears nothing",
            Self::Sight => "sees nothing",
        }
    }

    /// The one sense that the description of an attempt names, if the skill can depend on a sense.
    pub(super) fn of_words(skill: Skill, what: &str) -> Option<Self> {
        let said = FoldedWords::of(what);
        match SenseInWords::of_skill(skill.as_str(), &said) {
            SenseInWords::Named(sense) => Some(sense),
            SenseInWords::Unnamed | SenseInWords::NotNeeded => None,
        }
    }
}

impl SenseInWords {
    /// The sense that the reason for a throw names, which may name a skill or none.
    pub fn of_reason(reason: &str) -> Self {
        let said = FoldedWords::of(reason);
        let skills = [&SENSES.noticing_skills, &SENSES.knowing_skills, &SENSES.other_skills];
        let named = skills.into_iter().flatten().copied().find(|skill| said.has_any(&[skill]));
        let is_of_the_will = said.has_any(&SENSES.abilities_of_the_will);
        match named {
            Some(skill) => Self::of_skill(skill, &said),
            None if said.has_any(&SENSES.other_throws) => Self::NotNeeded,
            None => match Self::by_ear_or_eye(&said) {
                Self::Unnamed if is_of_the_will || !said.has_any(&SENSES.noticing) => Self::NotNeeded,
                found => found,
            },
        }
    }

    fn of_skill(skill: &str, said: &FoldedWords) -> Self {
        if SENSES.noticing_skills.contains(&skill) {
            return Self::by_ear_or_eye(said);
        }
        let has_to_see = SENSES.knowing_skills.contains(&skill) && said.has_any(&SENSES.seen_by_the_knowing);
        if has_to_see { Self::Named(NeededSense::Sight) } else { Self::NotNeeded }
    }

    fn by_ear_or_eye(said: &FoldedWords) -> Self {
        let has = |(beginnings, words): &(Vec<&str>, Vec<&str>)| said.has_beginning(beginnings) || said.has_any(words);
        match (has(&SENSES.hearing), has(&SENSES.sight)) {
            (true, false) => Self::Named(NeededSense::Hearing),
            (false, true) => Self::Named(NeededSense::Sight),
            (true, true) => Self::NotNeeded,
            (false, false) => Self::Unnamed,
        }
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
        for (skill, what) in [(Skill::Perception, "find tracks"), (Skill::Survival, "track the wolf")] {
            assert_eq!(NeededSense::of_words(skill, what), Some(NeededSense::Sight), "{what}");
        }
        assert_eq!(NeededSense::of_words(Skill::Persuasion, "look them in the eye"), None);
        assert_eq!(NeededSense::of_words(Skill::Arcana, "what I know of the order"), None);
        assert_eq!(NeededSense::of_words(Skill::Arcana, "read the runes"), Some(NeededSense::Sight));
    }

    #[test]
    fn the_reason_of_a_throw_names_the_sense_of_a_check_of_noticing() {
        let hearing = [
            "Perception: listening at the door",
            "Listen at the door",
            "Hear what they say",
            "Overhear the guards",
            "Eavesdrop on the clerks",
            "Make out the words behind the wall",
            "Make out the whispering",
            "Wahrnehmung: an der Tür lauschen",
            "Das Gespräch belauschen",
            "Verstehen, was sie sagen",
            "Hören, ob jemand kommt",
            "Wisdom check: listen at the door",
        ];
        let sight = [
            "Reading the letter",
            "Spot the archer",
            "Watch the gate",
            "Look for a way out",
            "Recognise the face",
            "Take aim at the rope",
            "Aim at the lantern",
            "Investigation: find a trap by eye",
            "Survival: read the tracks",
            "History: the crest on the door",
            "Perception: scan the crowd",
            "Study the map",
            "Keep a lookout",
            "Wahrnehmung: den Schützen erspähen",
            "Ausschau halten",
            "Das Gesicht erkennen",
            "Den Brief lesen",
            "Auf das Seil zielen",
            "Arkane Kunde: die Runen entziffern",
            "Perception: words carved in the wood",
            "Wahrnehmung: Worte im Holz",
            "Wisdom check to spot the archer",
        ];
        let unnamed = [
            "Perception: who is there",
            "Notice the ambush",
            "Recognise the stranger",
            "Search the room",
            "Find the trap",
            "Bemerke den Hinterhalt",
            "Den Raum durchsuchen",
            "Fallen finden",
        ];
        let not_needed = [
            "Stealth: past whoever listens",
            "Attack on the archer who watches",
            "Wisdom save against the voice",
            "Insight: look him in the eye",
            "Heimlichkeit: an der Wache vorbei, die lauscht",
            "History: the order of the lamp",
            "Climb the wall",
            "look and listen",
            "Wisdom check: face the fear",
            "Wisdom check: find the courage",
            "Weisheit: den Mut finden",
            "Intelligence check: find the flaw in what he says",
            "Intelligenz: das Rätsel lesen",
            "Sprung: nicht in den Abgrund fallen",
            "Give a speech",
            "History: face the past",
        ];
        let all = [
            (&hearing[..], SenseInWords::Named(NeededSense::Hearing)),
            (&sight, SenseInWords::Named(NeededSense::Sight)),
            (&unnamed, SenseInWords::Unnamed),
            (&not_needed, SenseInWords::NotNeeded),
        ];
        for (reasons, sense) in all {
            for reason in reasons {
                assert_eq!(SenseInWords::of_reason(reason), sense, "{reason}");
            }
        }
    }
}
