//! What a fight changed in the scene, as facts: a sentence in English, only names in other languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Game, combat::encounter::FightEnding, language_tag::LanguageTag, refusal::listed};

/// The scene after a fight, until something else is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfterFight {
    /// How it ended.
    pub ending: FightEnding,
    /// The names of those who lie dead where they fell, after a victory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallen: Vec<String>,
}

impl AfterFight {
    /// What a fight with this end left in a game.
    pub fn of(game: &Game, ending: FightEnding) -> Self {
        let fallen = game.creatures.iter().filter(|one| one.is_dead()).map(|one| one.name.clone());
        Self { ending, fallen: if ending == FightEnding::Victory { fallen.collect() } else { Vec::new() } }
    }

    /// The scene in a story of this language.
    pub fn text(&self, language: Option<&LanguageTag>) -> String {
        match language.is_some_and(|language| !language.is_english()) {
            true if self.fallen.is_empty() => "⚔".to_owned(),
            true => format!("⚔ † {}", self.fallen.join(", ")),
            false => self.in_english(),
        }
    }

    /// The scene as a sentence.
    pub fn in_english(&self) -> String {
        match self.ending {
            FightEnding::Victory if self.fallen.is_empty() => "The fight is won; nobody died in it.".to_owned(),
            FightEnding::Victory => {
                let fallen = listed(self.fallen.iter().map(String::as_str));
                format!("The fight is won; the dead lie where they fell: {fallen}.")
            }
            FightEnding::Defeat => "The fight is lost; no hero stands any more.".to_owned(),
            FightEnding::Fled => "The heroes have got away from the fight.".to_owned(),
            FightEnding::Settled => "The fight is over; nobody is hostile any more.".to_owned(),
        }
    }
}
