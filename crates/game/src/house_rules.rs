//! House rules. Each switch is enforced in one place of the engine; rules without a switch are text for the storytelling models.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of the text.
pub const MAX_TEXT: usize = 2_000;

/// Declares the switches: each with its name, and its options with their descriptions. The first option is the rule as written.
macro_rules! switches {
    ($($(#[$doc:meta])* $field:ident: $switch:ident = $name:literal {
        $($(#[$option_doc:meta])* $option:ident = $words:literal),+ $(,)?
    })+) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $switch {
            $($(#[$option_doc])* $option,)+
        }

        impl $switch {
            /// The name in rolls and prompts.
            pub const NAME: &str = $name;

            /// Whether the rules' own way holds.
            pub fn is_by_the_book(&self) -> bool {
                *self == Self::default()
            }

            fn words(self) -> &'static str {
                match self {
                    $(Self::$option => $words,)+
                }
            }
        })+

        /// A table's deviations from the rules.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, default)]
        pub struct HouseRules {
            /// Further rules in the table's own words, at most 2,000 characters. The agents that tell the story follow them;
            /// the rules engine can't.
            #[serde(skip_serializing_if = "String::is_empty")]
            pub text: String,
            $($(#[$doc])*
            #[serde(skip_serializing_if = "is_by_the_book")]
            pub $field: $switch,)+
        }

        impl HouseRules {
            /// The switches that are not as the rules have them: name and what holds.
            pub fn switched(&self) -> Vec<(&'static str, &'static str)> {
                let all = [$(($switch::NAME, self.$field.words(), self.$field.is_by_the_book())),+];
                all.into_iter().filter(|(_, _, by_the_book)| !by_the_book).map(|(name, words, _)| (name, words)).collect()
            }
        }
    };
}

switches! {
    /// The damage of a critical hit.
    critical_hits: CriticalHits = "critical hits" {
        /// The dice are thrown twice.
        #[default]
        DoubleDice = "the dice of a critical hit are thrown twice",
        /// The dice are thrown once and added to their highest numbers.
        MaximumAndRoll = "a critical hit does the highest damage of its dice and throws them once more",
    }
    /// Whether two allies on opposite sides of a foe have advantage.
    flanking: Flanking = "flanking" {
        /// They have not.
        #[default]
        None = "flanking gives nothing",
        /// They have, in melee.
        Advantage = "who attacks hand to hand has advantage if an ally stands on the opposite side of the target",
    }
    /// The cost of drinking a healing potion in a fight. Administering one is always an action.
    potions: Potions = "potions" {
        /// An action.
        #[default]
        Action = "to drink a potion is an action",
        /// A bonus action.
        BonusAction = "to drink a potion of healing oneself is a bonus action; to give one is an action",
    }
    /// Hit points regained in a long rest.
    long_rest: LongRest = "long rest" {
        /// All hit points, and what else the rules say.
        #[default]
        Full = "a long rest gives back all hit points",
        /// No hit points: they come back by hit dice in short rests and by magic.
        NoHitPoints = "a long rest gives back no hit points, only what else it does",
    }
    /// Bonus to death saving throws.
    death_saves: DeathSavingThrows = "death saves" {
        /// Only bonuses of magic.
        #[default]
        Plain = "nothing is added to a death saving throw",
        /// The modifier of Constitution.
        Constitution = "the dying add their Constitution modifier to a death saving throw",
    }
}

/// Whether a value is the default. Called by serde for each switch.
fn is_by_the_book<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl HouseRules {
    /// Whether everything is played by the rules.
    pub fn is_by_the_book(&self) -> bool {
        *self == Self::default()
    }
}

/// A house rule that can affect a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HouseRule {
    CriticalHits,
    Flanking,
    Potions,
    DeathSaves,
}

impl HouseRule {
    /// The name of its switch.
    pub fn name(self) -> &'static str {
        match self {
            Self::CriticalHits => CriticalHits::NAME,
            Self::Flanking => Flanking::NAME,
            Self::Potions => Potions::NAME,
            Self::DeathSaves => DeathSavingThrows::NAME,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_stored_and_named() {
        let rules = HouseRules { flanking: Flanking::Advantage, ..HouseRules::default() };
        assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"flanking":"advantage"}"#);
        assert_eq!(rules.switched().iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["flanking"]);
        assert!(HouseRules::default().switched().is_empty() && HouseRules::default().is_by_the_book());
        assert!(serde_json::from_str::<HouseRules>(r#"{"flanking":"maybe"}"#).is_err());
        assert!(serde_json::from_str::<HouseRules>(r#"{"flancing":"none"}"#).is_err());
    }
}
