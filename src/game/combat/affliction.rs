//! The conditions of the rules, by kind. A sheet may hold others in words; only these have an effect in a fight.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A condition that has rules (SRD 5.1, Appendix PH-A; SRD 5.2, Rules Glossary).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Affliction {
    Blinded,
    Charmed,
    Deafened,
    Exhaustion,
    Frightened,
    Grappled,
    Incapacitated,
    Invisible,
    Paralyzed,
    Petrified,
    Poisoned,
    Prone,
    Restrained,
    Stunned,
    Unconscious,
}

impl Affliction {
    /// All fifteen, by name.
    pub const ALL: [Self; 15] = [
        Self::Blinded,
        Self::Charmed,
        Self::Deafened,
        Self::Exhaustion,
        Self::Frightened,
        Self::Grappled,
        Self::Incapacitated,
        Self::Invisible,
        Self::Paralyzed,
        Self::Petrified,
        Self::Poisoned,
        Self::Prone,
        Self::Restrained,
        Self::Stunned,
        Self::Unconscious,
    ];

    /// Those in which nobody can act or move of their own will.
    pub const HELPLESS: [Self; 4] = [Self::Paralyzed, Self::Petrified, Self::Stunned, Self::Unconscious];

    /// As a sheet writes it, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blinded => "blinded",
            Self::Charmed => "charmed",
            Self::Deafened => "deafened",
            Self::Exhaustion => "exhaustion",
            Self::Frightened => "frightened",
            Self::Grappled => "grappled",
            Self::Incapacitated => "incapacitated",
            Self::Invisible => "invisible",
            Self::Paralyzed => "paralyzed",
            Self::Petrified => "petrified",
            Self::Poisoned => "poisoned",
            Self::Prone => "prone",
            Self::Restrained => "restrained",
            Self::Stunned => "stunned",
            Self::Unconscious => "unconscious",
        }
    }

    /// The condition of this name, ignoring case.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|affliction| affliction.name().eq_ignore_ascii_case(name.trim()))
    }
}
