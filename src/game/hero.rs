//! A new hero: from a name, a class and a race to a whole sheet.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::character::{Abilities, Character};

/// What a player says of a new hero; the rest is filled in by rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewHero {
    /// 1 to 60 characters.
    pub name: String,
    /// One of the twelve SRD classes.
    pub class: String,
    /// One of the SRD races.
    pub race: String,
    /// 1 to 20; 1 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// 1 to 20 each; the standard array placed as the class needs it where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abilities: Option<Abilities>,
    /// Where the hero comes from, at most 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
}

/// A field that can't be as it is, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field as it is written in JSON, such as `abilities.str`.
    pub field: String,
    /// What is wrong, for the one who wrote it.
    pub message: String,
}

/// A new hero's sheet, its id being the first of its name that is not `taken`.
///
/// # Errors
/// Every field that can't be as it is.
pub fn build(new: &NewHero, taken: impl Fn(&str) -> bool) -> Result<Character, Vec<FieldError>> {
    let _ = (new, &taken);
    Err(Vec::new())
}
