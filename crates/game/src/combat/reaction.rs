//! Reactions that need a player's decision (SRD 5.1, Reactions).
//!
//! A question interrupts the fight: everything since its [`Unit`] began is rolled back except the dice, and the fight stores a
//! [`PendingReaction`]. The answer replays the unit from its start, with the same dice and answers, and continues after the
//! question. Only data is pending, so a fight can be left there, undone, or continued on another server.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    act::FighterAction,
    deed::CombatAction,
    event::Actor,
    fighter::FighterId,
    orders::AllyOrder,
    repertoire::ActionSource,
    sentence::{CombatSentence, SlotValue, sentence},
    square::Square,
};
use crate::{character::Ability, d20::SaveReason, dice::Roll, feature::FeatureId, wording::same};

/// Who decides on heroes' reactions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reactions {
    /// A rule: what helps is taken at the first chance.
    #[default]
    ByRule,
    /// The player of the hero, who is asked.
    Ask,
}

/// A fight that waits for a hero's reaction, and how it goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingReaction {
    pub question: ReactionQuestion,
    pub interrupted: InterruptedUnit,
}

/// A question to a hero's player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionQuestion {
    /// The hero.
    pub who: Actor,
    /// The hero's hit points at that moment; the state has them only once it is answered.
    pub hp: i32,
    pub trigger: ReactionTrigger,
    /// The hero's options, the default first.
    pub options: Vec<Reaction>,
}

/// The trigger of a reaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReactionTrigger {
    /// An attack that hits, before its damage is thrown.
    #[schema(rename_all = "camelCase")]
    Hit {
        attacker: Actor,
        target: Actor,
        /// The weapon, the attack or the spell.
        with: String,
        /// The total of the throw to hit.
        total: i32,
        /// The target's armour class, with its cover.
        armor_class: i32,
    },
    /// A creature that leaves the hero's reach.
    Leaves { mover: Actor },
    /// An attack on a friend beside the hero, before it is thrown.
    Attacked { attacker: Actor, target: Actor, with: String },
    /// The damage of an attack that hits.
    Damage { attacker: Actor, with: String, damage: i32 },
    /// A saving throw that fails.
    FailedSave { ability: Ability, reason: SaveReason, total: i32, dc: i32 },
    /// A spell that is being cast.
    Cast { caster: Actor, spell: String, level: u8 },
}

/// A hero's reaction, with its effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reaction {
    /// The spell with a slot of this level, and the resulting armour class.
    #[schema(rename_all = "camelCase")]
    Shield { slot: u8, armor_class: i32 },
    /// An opportunity attack.
    #[schema(rename_all = "camelCase")]
    OpportunityAttack { with: String, to_hit: i32, damage: String },
    /// A shield that protects a friend: the attack has disadvantage.
    Protection {},
    /// The remaining damage, half of the original.
    UncannyDodge { damage: i32 },
    /// Less of the damage, by these dice.
    DeflectMissiles { dice: String },
    /// A new saving throw; how many are left until the next long rest.
    Indomitable { left: u8 },
    /// The spell, cast with a slot of this level; the DC of the check, if the other spell's level is higher.
    Counterspell {
        slot: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dc: Option<i32>,
    },
}

/// Something that is played without interruption; if a question stops it, it is played again from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Unit {
    /// The turn of a fighter without a player.
    Turn { who: FighterId },
    /// The rest of such a turn after its movement: the fighter's plan.
    Rest { who: FighterId, plan: Box<PlannedDeed> },
    /// An act of a hero.
    Act { who: FighterId, act: Box<FighterAction> },
}

/// A fighter's planned action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedDeed {
    /// The deed.
    pub deed: CombatAction,
    pub by: ActionSource,
    /// The targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<FighterId>,
    /// The target square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Square>,
}

impl Unit {
    pub fn who(&self) -> &FighterId {
        match self {
            Self::Turn { who } | Self::Rest { who, .. } | Self::Act { who, .. } => who,
        }
    }
}

/// An interrupted unit, with all that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InterruptedUnit {
    pub unit: Unit,
    /// The dice that fell in it, in order; they are recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// The answers given in it so far, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<ReactionAnswer>,
    /// Orders to friends that were still to be followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<AllyOrder>,
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionAnswer {
    /// The hero.
    pub who: FighterId,
    /// The reaction that is taken; none if the hero declines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<Reaction>,
}

impl ReactionQuestion {
    /// The question as a sentence.
    pub fn sentence(&self) -> CombatSentence<'_> {
        use SlotValue::{Actor as A, Text as T};
        let who = ("who", A(&self.who));
        let asks = ("asks", T(self.options.iter().map(Reaction::question).collect::<Vec<_>>().join(" ").into()));
        match &self.trigger {
            ReactionTrigger::Hit { attacker, target, with, total, armor_class } => sentence(
                "{attacker} would hit {target} with {with} ({numbers}). {asks}",
                [
                    ("attacker", A(attacker)),
                    ("target", A(target)),
                    ("with", T(with.into())),
                    (
                        "numbers",
                        T(format!("{total} against armor class {armor_class}, {} hit points left", self.hp).into()),
                    ),
                    asks,
                ],
            ),
            ReactionTrigger::Leaves { mover } => {
                sentence("{mover} moves out of reach of {who}. {asks}", [("mover", A(mover)), who, asks])
            }
            ReactionTrigger::Attacked { attacker, target, with } => {
                let slots = [("attacker", A(attacker)), ("target", A(target)), ("with", T(with.into())), asks];
                sentence("{attacker} attacks {target} with {with}. {asks}", slots)
            }
            ReactionTrigger::Damage { attacker, with, damage } => {
                let numbers = T(format!("{damage} damage, {} hit points left", self.hp).into());
                let slots = [("attacker", A(attacker)), who, ("with", T(with.into())), ("numbers", numbers), asks];
                sentence("{attacker} hits {who} with {with}: {numbers}. {asks}", slots)
            }
            ReactionTrigger::FailedSave { ability, reason, total, dc } => {
                let numbers = T(format!("{total} against {dc}").into());
                let slots =
                    [who, ("what", T(reason.roll_purpose(*ability).in_english().into())), ("numbers", numbers), asks];
                sentence("{who} [does] not save ({what}, {numbers}). {asks}", slots)
            }
            ReactionTrigger::Cast { caster, spell, level } => {
                let spell = T(format!("{spell} (level {level})").into());
                sentence("{caster} casts {spell}. {asks}", [("caster", A(caster)), ("spell", spell), asks])
            }
        }
    }

    /// The option of this id or, ignoring case, of this name.
    pub fn option(&self, wanted: &str) -> Option<&Reaction> {
        let wanted = wanted.trim();
        self.options
            .iter()
            .find(|it| it.id() == wanted)
            .or_else(|| self.options.iter().find(|it| same(it.name(), wanted)))
    }
}

impl Reaction {
    /// Its id among the options of a question.
    pub fn id(&self) -> String {
        match self {
            Self::Shield { .. } => "shield".to_owned(),
            Self::OpportunityAttack { .. } => "opportunity-attack".to_owned(),
            Self::Protection {} => "protection".to_owned(),
            Self::UncannyDodge { .. } => "uncanny-dodge".to_owned(),
            Self::DeflectMissiles { .. } => "deflect-missiles".to_owned(),
            Self::Indomitable { .. } => "indomitable".to_owned(),
            Self::Counterspell { slot, .. } => format!("counterspell-{slot}"),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Shield { .. } => "Shield",
            Self::OpportunityAttack { .. } => "Opportunity attack",
            Self::Protection {} => "Protection",
            Self::UncannyDodge { .. } => FeatureId::UncannyDodge.name(),
            Self::DeflectMissiles { .. } => FeatureId::DeflectMissiles.name(),
            Self::Indomitable { .. } => FeatureId::Indomitable.name(),
            Self::Counterspell { .. } => "Counterspell",
        }
    }

    /// Name and effect, for a button.
    pub fn label(&self) -> String {
        match self.slot() {
            Some(slot) => format!("{} (slot of level {slot}): {}", self.name(), self.effect()),
            None => format!("{}: {}", self.name(), self.effect()),
        }
    }

    /// The level of the slot it takes.
    pub fn slot(&self) -> Option<u8> {
        match self {
            Self::Shield { slot, .. } | Self::Counterspell { slot, .. } => Some(*slot),
            _ => None,
        }
    }

    /// A short description of the effect.
    pub fn effect(&self) -> String {
        match self {
            Self::Shield { armor_class, .. } => format!("armor class {armor_class}: the attack misses"),
            Self::OpportunityAttack { with, to_hit, damage } => format!("{with}, {to_hit:+} to hit, {damage} damage"),
            Self::Protection {} => "disadvantage on the attack".to_owned(),
            Self::UncannyDodge { damage } => format!("{damage} damage"),
            Self::DeflectMissiles { dice } => format!("{dice} less damage"),
            Self::Indomitable { left } => format!("throws again, {left} left"),
            Self::Counterspell { dc: Some(dc), .. } => format!("a check against {dc} to end the spell"),
            Self::Counterspell { dc: None, .. } => "ends the spell".to_owned(),
        }
    }

    /// Whether it takes the hero's reaction; Indomitable only has a number of uses.
    pub(super) fn spends_reaction(&self) -> bool {
        !matches!(self, Self::Indomitable { .. })
    }

    /// Whether the rule takes it.
    pub(super) fn is_taken_by_rule(&self) -> bool {
        !matches!(self, Self::Counterspell { .. })
    }

    fn question(&self) -> String {
        match self {
            Self::Shield { .. } => "Cast Shield?".to_owned(),
            Self::OpportunityAttack { with, .. } => format!("Strike with {with}?"),
            Self::Protection {} => "Put a shield in the way?".to_owned(),
            Self::UncannyDodge { .. } | Self::DeflectMissiles { .. } | Self::Indomitable { .. } => {
                format!("Use {}?", self.name())
            }
            Self::Counterspell { slot, .. } => format!("Cast Counterspell with a slot of level {slot}?"),
        }
    }
}
