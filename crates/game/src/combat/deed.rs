//! Definitions of actions: attacks, breath weapons, spells. They are numbers and names only; the engine resolves them. Effects without
//! numbers stay text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    defaults::{is_one, one},
    harm::DamageDice,
};
use crate::{character::Ability, condition_kind::ConditionKind};

pub use super::modifier::Modifier;

/// An action that a fighter can take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CombatDeed)]
pub struct CombatAction {
    /// As the stat block or the spell names it.
    pub name: String,
    pub cost: ActionCost,
    #[serde(default, skip_serializing_if = "UsageLimit::is_at_will")]
    pub usage: UsageLimit,
    pub effect: ActionEffect,
    /// Whether it is magical, for resistances and immunities.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub magical: bool,
}

impl CombatAction {
    /// Maximum duration in rounds, if it needs concentration.
    pub fn rounds_in_mind(&self) -> Option<u32> {
        let rounds = |lasts: &EffectDuration| match lasts {
            EffectDuration::Rounds { rounds, concentration: true, .. } => Some(*rounds),
            _ => None,
        };
        match &self.effect {
            ActionEffect::Attack(attack) => attack.riders.iter().find_map(|rider| rounds(&rider.lasts)),
            ActionEffect::Save(save) => save.riders.iter().find_map(|rider| rounds(&rider.lasts)),
            ActionEffect::Boon { lasts, .. } => rounds(lasts),
            ActionEffect::Told { concentration: true, rounds, .. } => *rounds,
            _ => None,
        }
    }
}

/// The cost of an action in the action economy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
#[schema(as = DeedCost)]
pub enum ActionCost {
    Action,
    BonusAction,
    Reaction,
    /// Legendary actions, at the end of another's turn.
    Legendary {
        /// At least 1.
        actions: u8,
    },
    /// Longer than a turn: impossible in a fight.
    TooLong,
}

/// Limits on uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
#[schema(as = DeedUsage)]
pub enum UsageLimit {
    #[default]
    AtWill,
    /// Once; recharges when a d6 at the start of a turn shows at least this.
    Recharge {
        /// 2 to 6.
        from: u8,
    },
    /// A number of times per day, from dawn to dawn.
    PerDay {
        /// At least 1.
        times: u8,
    },
    /// Once per short or long rest.
    PerRest,
}

impl UsageLimit {
    fn is_at_will(&self) -> bool {
        *self == Self::AtWill
    }
}

/// The effect of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[schema(as = DeedEffect)]
pub enum ActionEffect {
    /// Attack rolls.
    Attack(Attack),
    /// Targets make a saving throw.
    Save(SavingThrowEffect),
    /// Damage without a roll, such as Magic Missile.
    Sure {
        reach: Reach,
        /// Number of darts or rays, each with its own target; at least 1.
        times: u8,
        /// Damage of each.
        harm: Vec<DamageDice>,
    },
    /// Heals hit points.
    Heal {
        reach: Reach,
        /// Number of targets; at least 1.
        targets: u8,
        dice: String,
    },
    /// Grants temporary hit points.
    Shield {
        reach: Reach,
        /// Dice or a number.
        dice: String,
    },
    /// A temporary effect without a saving throw, such as Bless or Haste.
    Boon {
        reach: Reach,
        /// Number of targets; at least 1.
        targets: u8,
        modifiers: Vec<Modifier>,
        /// Duration.
        lasts: EffectDuration,
    },
    /// Several actions in one. Each way lists names of actions and their counts.
    Multiattack {
        /// Alternatives, of which one is chosen. At least one, none empty.
        ways: Vec<Vec<Strike>>,
    },
    /// A condition without a saving throw for those in an area with the fewest hit points, up to the total of the dice (SRD 5.1,
    /// Sleep).
    Pool {
        /// Range of its origin.
        reach: Reach,
        area: Area,
        /// Total of hit points.
        dice: String,
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// Duration.
        lasts: EffectDuration,
    },
    /// Stabilises a dying creature.
    Stabilise { reach: Reach },
    /// Raises the dead.
    #[schema(rename_all = "camelCase")]
    Revive {
        reach: Reach,
        /// With full hit points instead of one.
        whole: bool,
        /// Maximum time since death, in minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within_minutes: Option<u32>,
        /// Consumed component. Spells are never stored.
        #[serde(skip)]
        component: Option<Component>,
    },
    /// Ends one condition of a target, the first of the list that it has (SRD 5.1, Lesser Restoration).
    Cure {
        reach: Reach,
        /// Worst first.
        conditions: Vec<ConditionKind>,
    },
    /// Adds items to the caster's pack (SRD 5.1, Goodberry).
    Conjure {
        item: String,
        /// At least 1.
        quantity: u32,
    },
    /// An effect without numbers: text for the narrator.
    Told {
        text: String,
        /// Whether it needs concentration.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        concentration: bool,
        /// Duration in rounds, if known. Spells are never stored.
        #[serde(skip)]
        rounds: Option<u32>,
    },
}

/// An item that a spell consumes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Component {
    /// Names in any language; the first one is shown.
    pub names: Vec<String>,
    /// Further names that only count together with a price.
    #[serde(default)]
    pub priced_names: Vec<String>,
    /// Minimum value in gold pieces.
    pub worth: u32,
}

/// An attack roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attack {
    /// Attack bonus.
    pub to_hit: i32,
    pub reach: Reach,
    /// Number of rolls, each with its own target; more than 1 for rays.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: u8,
    /// Damage on a hit.
    pub harm: Vec<DamageDice>,
    /// Other effects on a hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// An effect with a saving throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeedSave)]
pub struct SavingThrowEffect {
    pub ability: Ability,
    pub dc: i32,
    /// Range of its origin.
    pub reach: Reach,
    /// Absent for single targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// Number of targets if there is no area; at least 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub targets: u8,
    /// Damage on a failed saving throw.
    pub harm: Vec<DamageDice>,
    /// Whether a success halves the damage.
    pub half: bool,
    /// Other effects on a failure; these riders have no saving throw of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// Range of an action, in feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Reach {
    /// Self, or an area that begins there.
    Oneself,
    /// Melee.
    Melee {
        /// Usually 5.
        feet: u16,
    },
    /// Ranged.
    Ranged {
        /// Normal range.
        normal: u16,
        /// Long range, with disadvantage; equals `normal` if there is none.
        long: u16,
    },
    /// Melee or thrown.
    Either {
        /// Melee reach.
        feet: u16,
        /// Normal range if thrown.
        normal: u16,
        /// Long range if thrown, with disadvantage.
        long: u16,
    },
}

/// An area of effect in feet (SRD 5.1, Areas of Effect).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Area {
    /// A cone, as wide at its end as it is long.
    Cone {
        /// Length.
        feet: u16,
    },
    /// A line.
    Line {
        /// Length.
        feet: u16,
        width: u16,
    },
    /// A sphere around a point.
    Sphere { radius: u16 },
    /// A cube.
    Cube {
        /// Side length.
        feet: u16,
    },
    /// An upright cylinder around a point.
    Cylinder { radius: u16 },
}

/// An effect of a hit or a failed saving throw besides damage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rider {
    /// Its own saving throw, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<RiderSave>,
    pub brings: Brings,
    /// Duration.
    pub lasts: EffectDuration,
}

/// The saving throw of a rider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RiderSave {
    pub ability: Ability,
    pub dc: i32,
    /// Whether a success still halves its damage instead of preventing it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub half: bool,
}

/// The effect of a rider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Brings {
    #[serde(rename = "affliction")]
    #[schema(rename_all = "camelCase")]
    Condition {
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// DC of Athletics or Acrobatics to escape a grapple.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        escape_dc: Option<i32>,
    },
    /// A condition that becomes another one if the saving throw at the end of a turn fails.
    Worsening {
        /// The first condition.
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// The second condition.
        then: ConditionKind,
    },
    /// Extra damage.
    Harm { harm: Vec<DamageDice> },
    /// Pushes the target straight away.
    Push {
        /// Distance.
        feet: u16,
    },
    /// The target's maximum hit points are reduced by the damage taken.
    MaximumSinks,
    /// A temporary effect, such as Bane or Slow.
    Modifiers { modifiers: Vec<Modifier> },
}

/// Duration of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[schema(as = Lasts)]
pub enum EffectDuration {
    /// No duration.
    Instant,
    /// Until something ends it.
    UntilEnded,
    /// To the start of the source's next turn.
    UntilDoersTurn,
    /// To the end of the source's next turn.
    UntilEndOfDoersTurn,
    /// To the end of the target's next turn.
    UntilEndOfTargetsTurn,
    /// A number of rounds of six seconds.
    #[schema(rename_all = "camelCase")]
    Rounds {
        /// Ten per minute.
        rounds: u32,
        /// Whether it needs concentration.
        concentration: bool,
        /// Whether the target repeats the saving throw at the end of each of its turns, with the same DC.
        save_at_end: bool,
    },
}

/// One part of a multiattack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeedStrike)]
pub struct Strike {
    /// Name of the action.
    pub deed: String,
    /// A number, or dice such as `1d4`.
    pub count: String,
}
