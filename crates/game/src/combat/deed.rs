//! Definitions of actions: attacks, breath weapons, spells. They are numbers and names only; the engine resolves them. Effects without
//! numbers stay text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    defaults::{is_one, one},
    harm::Harm,
};
use crate::{character::Ability, condition_kind::ConditionKind};

pub use super::modifier::Modifier;

/// Something a fighter can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CombatDeed)]
pub struct Deed {
    /// Its name, as the stat block or the spell has it.
    pub name: String,
    /// What doing it takes.
    pub cost: Cost,
    /// How often it can be done.
    #[serde(default, skip_serializing_if = "Usage::is_at_will")]
    pub usage: Usage,
    /// What it does.
    pub effect: Effect,
    /// Whether magic is in it, for those who only fear that and those who resist it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub magical: bool,
}

impl Deed {
    /// The most rounds it lasts, if it needs concentration.
    pub fn rounds_in_mind(&self) -> Option<u32> {
        let rounds = |lasts: &Lasts| match lasts {
            Lasts::Rounds { rounds, concentration: true, .. } => Some(*rounds),
            _ => None,
        };
        match &self.effect {
            Effect::Attack(attack) => attack.riders.iter().find_map(|rider| rounds(&rider.lasts)),
            Effect::Save(save) => save.riders.iter().find_map(|rider| rounds(&rider.lasts)),
            Effect::Boon { lasts, .. } => rounds(lasts),
            Effect::Told { concentration: true, rounds, .. } => *rounds,
            _ => None,
        }
    }
}

/// What doing something takes of a fighter's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
#[schema(as = DeedCost)]
pub enum Cost {
    /// The action.
    Action,
    /// The bonus action.
    BonusAction,
    /// The reaction.
    Reaction,
    /// So many legendary actions, at the end of another's turn.
    Legendary {
        /// At least 1.
        actions: u8,
    },
    /// More than a turn: nothing to do in a fight.
    TooLong,
}

/// How often something can be done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
#[schema(as = DeedUsage)]
pub enum Usage {
    /// Always.
    #[default]
    AtWill,
    /// Once, then again when a d6 at the start of its turn shows at least this.
    Recharge {
        /// 2 to 6.
        from: u8,
    },
    /// So many times from dawn to dawn.
    PerDay {
        /// At least 1.
        times: u8,
    },
    /// Once, then again after a short or a long rest.
    PerRest,
}

impl Usage {
    fn is_at_will(&self) -> bool {
        *self == Self::AtWill
    }
}

/// What a deed does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[schema(as = DeedEffect)]
pub enum Effect {
    /// A roll to hit one target, so many times.
    Attack(Attack),
    /// Those in reach throw to save themselves.
    Save(Save),
    /// No roll at all: harm that never misses, as Magic Missile's.
    Sure {
        /// How it gets there.
        reach: Reach,
        /// The darts or rays, each with its target; at least 1.
        times: u8,
        /// What each does.
        harm: Vec<Harm>,
    },
    /// Hit points given back.
    Heal {
        /// How far.
        reach: Reach,
        /// How many it heals; at least 1.
        targets: u8,
        /// The dice.
        dice: String,
    },
    /// Temporary hit points.
    Shield {
        /// How far.
        reach: Reach,
        /// The dice, or a number.
        dice: String,
    },
    /// A boon or a curse without a throw, such as Bless or Haste.
    Boon {
        /// How far.
        reach: Reach,
        /// How many; at least 1.
        targets: u8,
        /// What is changed about them.
        modifiers: Vec<Modifier>,
        /// For how long.
        lasts: Lasts,
    },
    /// Several deeds at once. Each way is a list of names and how often each is done.
    Multiattack {
        /// The ways to make it; one is chosen. At least one, none empty.
        ways: Vec<Vec<Strike>>,
    },
    /// A condition without a throw for those in a shape who have the fewest hit points, as many as the dice reach (SRD 5.1,
    /// Sleep).
    Pool {
        /// How far away it can begin.
        reach: Reach,
        /// Whom it catches.
        area: Area,
        /// The hit points it reaches.
        dice: String,
        /// The condition.
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// For how long.
        lasts: Lasts,
    },
    /// Stabilises a dying creature.
    Stabilise {
        /// How far.
        reach: Reach,
    },
    /// Raises the dead.
    #[schema(rename_all = "camelCase")]
    Revive {
        /// How far.
        reach: Reach,
        /// With all their hit points; with one, if not.
        whole: bool,
        /// The most minutes that they may have been dead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within_minutes: Option<u32>,
        /// What it uses up of the caster's pack. Spells are never stored.
        #[serde(skip)]
        component: Option<Component>,
    },
    /// Ends the first of these conditions that a target has (SRD 5.1, Lesser Restoration).
    Cure {
        /// How far.
        reach: Reach,
        /// The conditions, the worst first.
        conditions: Vec<ConditionKind>,
    },
    /// Puts things into the caster's pack (SRD 5.1, Goodberry).
    Conjure {
        /// Their name.
        item: String,
        /// How many; at least 1.
        quantity: u32,
    },
    /// What the engine has no numbers for: it is told by whoever tells the story.
    Told {
        /// In words.
        text: String,
        /// Whether its doer has to concentrate on it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        concentration: bool,
        /// How many rounds a spell lasts; none where that is not known. Spells are never stored.
        #[serde(skip)]
        rounds: Option<u32>,
    },
}

/// A thing that a spell uses up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Component {
    /// Its names, in any language; the first one is shown.
    pub names: Vec<String>,
    /// More words for it, which name it only beside a price.
    #[serde(default)]
    pub priced_names: Vec<String>,
    /// Its least worth in gold pieces.
    pub worth: u32,
}

/// A roll to hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attack {
    /// Added to the d20.
    pub to_hit: i32,
    /// How far it gets.
    pub reach: Reach,
    /// How many rolls, each with its target; more than 1 for rays.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: u8,
    /// What a hit does.
    pub harm: Vec<Harm>,
    /// What else a hit brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// A throw against something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeedSave)]
pub struct Save {
    /// The ability it is made with.
    pub ability: Ability,
    /// The number to reach.
    pub dc: i32,
    /// How far away it can begin.
    pub reach: Reach,
    /// Whom it catches; one target where it has no shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// How many it can be aimed at, where it has no shape; at least 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub targets: u8,
    /// What it does to those who fail.
    pub harm: Vec<Harm>,
    /// Whether those who don't fail take half of it.
    pub half: bool,
    /// What else it brings to those who fail. A rider here has no throw of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// How far a deed gets, in feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Reach {
    /// Only the one who does it, or an area that begins there.
    Oneself,
    /// Hand to hand.
    Melee {
        /// Usually 5.
        feet: u16,
    },
    /// From afar.
    Ranged {
        /// As far as it goes without trouble.
        normal: u16,
        /// With disadvantage; as `normal` where there is no such range.
        long: u16,
    },
    /// In hand or thrown.
    Either {
        /// In hand.
        feet: u16,
        /// Thrown, without trouble.
        normal: u16,
        /// Thrown, with disadvantage.
        long: u16,
    },
}

/// A shape that catches everybody in it (SRD 5.1, Areas of Effect), in feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Area {
    /// From its origin to its end, as wide there as it is long.
    Cone {
        /// Its length.
        feet: u16,
    },
    /// A line.
    Line {
        /// Its length.
        feet: u16,
        /// Its width.
        width: u16,
    },
    /// All around a point.
    Sphere {
        /// Its radius.
        radius: u16,
    },
    /// A cube.
    Cube {
        /// Its side.
        feet: u16,
    },
    /// All around a point, upright.
    Cylinder {
        /// Its radius.
        radius: u16,
    },
}

/// What a hit or a failed throw brings beside damage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rider {
    /// The throw against it; none where it simply happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<RiderSave>,
    /// What comes of it.
    pub brings: Brings,
    /// For how long.
    pub lasts: Lasts,
}

/// The throw against a rider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RiderSave {
    /// The ability it is made with.
    pub ability: Ability,
    /// The number to reach.
    pub dc: i32,
    /// Whether those who don't fail still take half of the harm it brings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub half: bool,
}

/// What a rider brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Brings {
    /// A condition.
    #[serde(rename = "affliction")]
    #[schema(rename_all = "camelCase")]
    Condition {
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// The number to reach with Athletics or Acrobatics to get out of it, for a grapple.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        escape_dc: Option<i32>,
    },
    /// A condition that becomes another one where the throw against it at the end of a turn fails.
    Worsening {
        /// The first.
        #[serde(rename = "affliction")]
        kind: ConditionKind,
        /// What it becomes.
        then: ConditionKind,
    },
    /// More damage.
    Harm {
        /// What kind, and how much.
        harm: Vec<Harm>,
    },
    /// A shove, straight away.
    Push {
        /// How far.
        feet: u16,
    },
    /// The most hit points one can have sink by the damage taken.
    MaximumSinks,
    /// Something about the target changes, as with Bane or Slow.
    Modifiers {
        /// What.
        modifiers: Vec<Modifier>,
    },
}

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "of", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Lasts {
    /// It is over as soon as it has happened.
    Instant,
    /// Until somebody ends it.
    UntilEnded,
    /// To the start of the doer's next turn.
    UntilDoersTurn,
    /// To the end of the doer's next turn.
    UntilEndOfDoersTurn,
    /// To the end of the target's next turn.
    UntilEndOfTargetsTurn,
    /// So many rounds of six seconds.
    #[schema(rename_all = "camelCase")]
    Rounds {
        /// A minute is 10.
        rounds: u32,
        /// Whether the doer must keep his mind on it.
        concentration: bool,
        /// Whether the target throws again at the end of each of its turns, against the number that brought it.
        save_at_end: bool,
    },
}

/// One part of a multiattack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeedStrike)]
pub struct Strike {
    /// The deed's name.
    pub deed: String,
    /// How many times: a number, or dice such as `1d4`.
    pub count: String,
}
