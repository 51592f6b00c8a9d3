//! Everything a fighter can do in its turn, as one type for buttons, tools and tactics.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::square::Square;

/// An action that a fighter wants to take. Targets are given by id or name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[schema(as = Act)]
pub enum FighterAction {
    /// Attack with a weapon, or with an attack of the stat block.
    #[schema(rename_all = "camelCase")]
    Attack {
        target: String,
        /// The weapon or the attack; default: the first one, or the best.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        /// Whether it is an off-hand attack, a bonus action; also for a monk's flurry.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        second_hand: bool,
        /// The level of the slot a paladin spends on a hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        smite: Option<u8>,
        /// Whether a creature that a melee attack brings to 0 hit points is knocked out and not killed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        knock_out: bool,
    },
    /// Cast a spell, or use an action of the stat block.
    Do {
        /// The spell or the deed.
        deed: String,
        /// The targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<String>,
        /// The target square, if it has an area.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Square>,
        /// The level of the slot; default: the lowest available.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<u8>,
    },
    /// Use a feature, such as Rage or Lay on Hands.
    Use {
        /// Its name.
        feature: String,
        /// The target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// How much of a pool; default: as much as is needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i32>,
    },
    /// Drink a potion, or administer it.
    UseItem {
        /// Its name.
        item: String,
        /// The drinker; default: oneself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// Move to a square by the shortest way.
    Move {
        /// The destination.
        to: Square,
    },
    /// Stand up.
    StandUp,
    /// Grapple a creature.
    Grapple { target: String },
    /// Push a creature over, or five feet away.
    Shove {
        target: String,
        /// Push away, not over.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        away: bool,
    },
    /// Escape a grapple.
    Escape,
    /// Dodge.
    Dodge,
    /// Dash.
    Dash {
        /// As a bonus action, for those who can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bonus: bool,
    },
    /// Disengage.
    Disengage {
        /// As a bonus action, for those who can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bonus: bool,
    },
    /// Hide.
    Hide {
        /// As a bonus action, for those who can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bonus: bool,
    },
    /// Help a friend's next attack.
    Help {
        /// The friend.
        friend: String,
        /// The target of that attack.
        target: String,
    },
    /// Ready an attack.
    Ready {
        /// The weapon or the attack.
        deed: String,
        /// The trigger, as text.
        trigger: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// Stabilise a dying creature.
    Stabilise { target: String },
    /// Make a death saving throw.
    DeathSave,
    /// End the turn.
    EndTurn,
    /// Take an offered reaction.
    React {
        /// Its id or its name.
        reaction: String,
    },
    /// Decline an offered reaction.
    Pass,
}

impl FighterAction {
    /// Whether it answers the question of a reaction.
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::React { .. } | Self::Pass)
    }
}
