//! Conditions on the progress of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use game::plot::FlagValue;

/// A condition on what the heroes did and found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Condition")]
pub enum Requirement {
    /// A finding was made, by its id.
    Found(String),
    /// A flag has a value.
    Flag(Flag),
    /// A beat went well, by its id.
    Done(String),
    /// A beat went wrong, by its id.
    Failed(String),
    /// A node was visited, by its id.
    Visited(String),
    /// One of the heroes carries a thing, by its name.
    Carries(String),
    /// The doom clock has at least this number of filled segments.
    Doom(u32),
    /// The opposite.
    Not(Box<Self>),
    /// One of these, at least.
    Any(Vec<Self>),
    /// All of these.
    All(Vec<Self>),
}

/// A flag with a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Flag {
    /// Its name: lower case, words joined by hyphens.
    pub name: String,
    /// Its value.
    #[serde(default = "yes")]
    pub is: FlagValue,
}

fn yes() -> FlagValue {
    FlagValue::Is(true)
}

impl Requirement {
    /// Whether it holds; `holds` decides conditions other than `not`, `any` and `all`.
    pub fn holds(&self, holds: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Not(condition) => !condition.holds(holds),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(holds)),
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(holds)),
            fact => holds(fact),
        }
    }

    /// Whether it can become true; `can` decides facts. Negated conditions count as possible.
    pub fn can_hold(&self, can: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Not(_) => true,
            Self::Any(conditions) => conditions.iter().any(|condition| condition.can_hold(can)),
            Self::All(conditions) => conditions.iter().all(|condition| condition.can_hold(can)),
            fact => can(fact),
        }
    }

    /// Whether it holds for certain, where `surely` says so of a fact. What must not be is sure where it can't come to
    /// be: `can` says so.
    pub fn surely_holds(&self, surely: &impl Fn(&Self) -> bool, can: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Not(condition) => !condition.can_hold(can),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.surely_holds(surely, can)),
            Self::All(conditions) => conditions.iter().all(|condition| condition.surely_holds(surely, can)),
            fact => surely(fact),
        }
    }

    /// Every fact it speaks of.
    pub fn facts(&self) -> Vec<&Self> {
        match self {
            Self::Not(condition) => condition.facts(),
            Self::Any(conditions) | Self::All(conditions) => conditions.iter().flat_map(Self::facts).collect(),
            fact => vec![fact],
        }
    }

    /// Whether it can't hold without one of these facts, where `is` picks them out.
    pub fn needs(&self, is: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Not(_) => false,
            Self::Any(conditions) => !conditions.is_empty() && conditions.iter().all(|condition| condition.needs(is)),
            Self::All(conditions) => conditions.iter().any(|condition| condition.needs(is)),
            fact => is(fact),
        }
    }
}
