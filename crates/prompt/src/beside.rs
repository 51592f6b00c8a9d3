//! The smaller blocks of a prompt besides the state block.

use super::lines::{LineText, LineValue, PartText, block, list_block, parts};

list_block! {
    /// `[so far]`: what happened before the turns a prompt shows, in few words.
    SoFarBlock = "so far" of SceneText;
    /// `[turn log]`: the played part of the main turn, as written by its module.
    TurnLogBlock = "turn log" of LineText;
    /// `[at once]`: answers of heroes who were asked together, before the player's own words.
    AtOnceBlock = "at once" of AnswerLine;
    /// `[ruling]`: the rules judge's ruling.
    RulingBlock = "ruling" of LineText;
    /// `[hints]`: tools and notes that may be of use, as their module writes them.
    HintsBlock = "hints" of LineText;
    /// `[house rules]`: deviations from the rules.
    HouseRulesBlock = "house rules" of LineText;
    /// `[stopped scene]`: a scene stopped by the X card, and topics to avoid.
    StoppedBlock = "stopped scene" of LineText;
    /// `[language]`: the language of the answer.
    LanguageBlock = "language" of LineText;
}

block! {
    /// `[safety]`: lines, veils and dials.
    SafetyBlock = "safety" {
        lines: Vec<LineText> = "never shown",
        veils: Vec<LineText> = "only off screen",
        tone: Option<LineText> = "tone",
        violence: Option<LineText> = "violence",
        romance: Option<LineText> = "romance",
        rule: Option<LineText> = "rule",
    }
}

parts! {
    /// The answer of a hero.
    AnswerLine {
        who: PartText,
        words: PartText,
    }
}

/// Some turns in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneText {
    pub from: u32,
    pub to: u32,
    pub text: PartText,
}

impl LineValue for SceneText {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("turns {} to {}: {}", self.from, self.to, self.text.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let (turns, text) = text.strip_prefix("turns ")?.split_once(": ")?;
        let (from, to) = turns.split_once(" to ")?;
        Some(Self { from: from.parse().ok()?, to: to.parse().ok()?, text: PartText::read(text)? })
    }
}
