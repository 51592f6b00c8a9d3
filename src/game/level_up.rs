//! A level that is earned, and what it brings when it is taken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change,
    character::{Ability, Character, PendingLevelUp},
    hero::FieldError,
};

/// What a player chooses for a level. What is left out is chosen as
/// [`LevelChoice`](super::character::LevelChoice) says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelUpChoices {
    /// How many points each ability gets, such as `{"str": 1, "con": 1}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_scores: Option<BTreeMap<Ability, u8>>,
    /// A subclass by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subclass: Option<String>,
}

/// A level that waits to be taken, with what is to choose for it.
pub fn pending(hero: &Character, to_level: u8) -> PendingLevelUp {
    let _ = hero;
    PendingLevelUp { to_level, choices: Vec::new() }
}

/// The change of taking the level that waits.
///
/// # Errors
/// No level waits, or a choice can't be.
pub fn take(hero: &Character, choices: &LevelUpChoices) -> Result<Change, Vec<FieldError>> {
    let _ = (hero, choices);
    Err(Vec::new())
}
