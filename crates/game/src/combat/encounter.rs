//! State of a fight: combatants, turn order, positions, and what each has spent of its turn.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    defaults::{is_one, one},
    fighter::FighterId,
    footprint::Footprint,
    reaction::PendingReaction,
    square::Square,
    terrain::{Cover, TerrainMap, TerrainPatch},
};

/// A fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EncounterRecord)]
pub struct Encounter {
    /// Unique in its session.
    pub id: String,
    /// From 1.
    pub round: u32,
    /// Whose turn it is: an index of `order`.
    pub turn_index: usize,
    /// In the order of initiative. The dead stay until the fight is over.
    pub order: Vec<Combatant>,
    /// The experience of the foes who fell or yielded, earned once the fight is won. Those who fled or were dismissed do not count.
    pub xp: u32,
    /// What is on the mat; empty on an open plain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<TerrainPatch>,
    /// The reaction it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Box<PendingReaction>>,
}

/// How a fight came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// No foe is left.
    Victory,
    /// No hero stands.
    Defeat,
    /// The heroes got away.
    Fled,
    /// It was talked out, or the story went on without it.
    Settled,
}

/// Which side someone is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The heroes and their friends.
    Heroes,
    /// Those who want to hurt them.
    Foes,
    /// Neither.
    Neutral,
}

impl Side {
    /// Whether they fight each other.
    pub fn fights(self, other: Self) -> bool {
        matches!((self, other), (Self::Heroes, Self::Foes) | (Self::Foes, Self::Heroes))
    }
}

/// Someone who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CombatantRecord)]
pub struct Combatant {
    /// Who.
    pub who: FighterId,
    /// On which side.
    pub side: Side,
    /// The total of the throw.
    pub initiative: i32,
    /// The score that breaks ties.
    pub dexterity: u8,
    /// Where it stands; of a larger creature the square at its top left.
    pub square: Square,
    /// Squares to a side that it fills; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub span: u8,
    /// What it has spent of its turn.
    #[serde(default, skip_serializing_if = "Economy::is_whole")]
    pub economy: Economy,
    /// How it holds itself.
    #[serde(default, skip_serializing_if = "Stance::is_plain")]
    pub stance: Stance,
    /// Whether it neither acts nor reacts before its first turn is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub surprised: bool,
    /// Whether it has had a turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
}

/// What a fighter has spent since its turn began (SRD 5.1, Your Turn). Whole again when its next turn begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Economy {
    /// Whether the action is spent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub action: bool,
    /// Whether the bonus action is spent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bonus_action: bool,
    /// Whether the reaction is spent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reaction: bool,
    /// Feet gone.
    #[serde(skip_serializing_if = "is_none")]
    pub feet: u16,
    /// Feet won by dashing.
    #[serde(skip_serializing_if = "is_none")]
    pub dashed: u16,
    /// Attacks left of an action that was to attack.
    #[serde(skip_serializing_if = "is_nothing")]
    pub attacks_left: u8,
    /// Attacks left of a bonus action that was to attack, as a monk's flurry.
    #[serde(skip_serializing_if = "is_nothing")]
    pub bonus_attacks_left: u8,
    /// The light weapon that was struck with, which frees the other hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struck_with: Option<String>,
    /// Legendary actions spent.
    #[serde(skip_serializing_if = "is_nothing")]
    pub legendary: u8,
    /// What can be done once a turn and was done, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<String>,
}

/// How a fighter holds itself, most of it until its next turn begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Stance {
    /// Attacks on it have disadvantage, and it dodges what Dexterity saves from (SRD 5.1, Dodge).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dodging: bool,
    /// It gives no opportunity by moving (SRD 5.1, Disengage).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disengaged: bool,
    /// It strikes with advantage and is struck with advantage (SRD 5.1, Barbarian: Reckless Attack).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reckless: bool,
    /// The total of the check of Stealth that hides it; stays until it is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<i32>,
    /// Who makes its next attack easier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helped: Option<Helped>,
    /// What it waits to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readied: Option<Readied>,
    /// Weapons a hero has thrown, each by its name once for every throw: they lie about until the fight is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thrown: Vec<String>,
}

/// Help with the next attack (SRD 5.1, Help).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Helped {
    /// Who helps; until this one's next turn begins.
    pub by: FighterId,
    /// Against whom.
    pub against: FighterId,
}

/// A deed that waits for its moment (SRD 5.1, Ready).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readied {
    /// The deed or the weapon.
    pub deed: String,
    /// What it waits for, in words.
    pub trigger: String,
    /// Whom it is meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<FighterId>,
}

impl Encounter {
    /// The combatant of this id.
    pub fn combatant(&self, who: &FighterId) -> Option<&Combatant> {
        self.order.iter().find(|it| it.who == *who)
    }

    pub(super) fn combatant_mut(&mut self, who: &FighterId) -> Option<&mut Combatant> {
        self.order.iter_mut().find(|combatant| combatant.who == *who)
    }

    /// The terrain by its squares.
    pub(super) fn terrain_map(&self) -> TerrainMap {
        TerrainMap::of(&self.terrain)
    }

    /// The cover that `to` has against what comes from `from`.
    pub(super) fn cover(&self, from: Footprint, to: Footprint) -> Cover {
        if self.terrain.is_empty() { Cover::None } else { self.terrain_map().cover(from, to) }
    }

    /// Whether something that goes straight on gets from one to the other; the same in both directions.
    pub(super) fn is_clear(&self, from: Footprint, to: Footprint) -> bool {
        self.cover(from, to) < Cover::Total
    }

    /// Whose turn it is.
    pub fn current(&self) -> Option<&Combatant> {
        self.order.get(self.turn_index)
    }

    /// Takes someone out of the order. Whose turn it is stays so; where it was the one who goes, the next one's turn
    /// has come, in the next round if need be.
    pub(crate) fn remove(&mut self, who: &FighterId) {
        let Some(index) = self.order.iter().position(|combatant| combatant.who == *who) else { return };
        self.order.remove(index);
        match index.cmp(&self.turn_index) {
            std::cmp::Ordering::Less => self.turn_index -= 1,
            std::cmp::Ordering::Equal => {
                if self.turn_index >= self.order.len() {
                    self.turn_index = 0;
                    self.round = self.round.saturating_add(1);
                }
                if let Some(next) = self.order.get_mut(self.turn_index) {
                    next.begin_turn();
                }
            }
            std::cmp::Ordering::Greater => {}
        }
        for combatant in &mut self.order {
            combatant.stance.helped.take_if(|helped| helped.by == *who || helped.against == *who);
        }
        self.pending.take_if(|pending| pending.question.who.id == *who || pending.interrupted.unit.who() == who);
    }

    /// Where someone belongs: by initiative, then Dexterity, then heroes first, then the order they came in.
    pub(super) fn place_of(&self, new: &Combatant) -> usize {
        let rank = |c: &Combatant| (c.initiative, c.dexterity, c.who.is_hero());
        self.order.iter().position(|there| rank(there) < rank(new)).unwrap_or(self.order.len())
    }
}

impl Combatant {
    /// The squares it fills.
    pub fn footprint(&self) -> Footprint {
        Footprint { square: self.square, span: self.span }
    }

    /// Feet to another, between their nearest squares.
    pub fn feet_to(&self, other: &Self) -> u16 {
        self.footprint().feet_to(other.footprint())
    }

    /// Whether they stand side by side.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.footprint().is_beside(other.footprint())
    }

    /// A new turn begins: everything can be spent again, and what held until now is over (SRD 5.1, Your Turn; Dodge;
    /// Reactions).
    pub(super) fn begin_turn(&mut self) {
        self.economy = Economy::default();
        let Stance { hidden, helped, thrown, .. } = std::mem::take(&mut self.stance);
        self.stance = Stance { hidden, helped, thrown, ..Stance::default() };
    }
}

impl Economy {
    /// Whether anything was done in the turn since it began; reactions and legendary actions belong to others' turns.
    pub(super) fn is_used(&self) -> bool {
        let Self { reaction, legendary, .. } = *self;
        *self != Self { reaction, legendary, ..Self::default() }
    }

    fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    /// Whether something was done that can be done once a turn.
    pub fn did(&self, what: &str) -> bool {
        self.once.iter().any(|done| done == what)
    }
}

impl Stance {
    /// A foe's, as players may read it: without how well it hides. A new field does not compile until somebody decides whether
    /// players read it.
    pub(crate) fn without_secrets(&mut self) {
        let Self { dodging: _, disengaged: _, reckless: _, hidden, helped: _, readied: _, thrown: _ } = self;
        *hidden = None;
    }

    fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

fn is_none(feet: &u16) -> bool {
    *feet == 0
}

fn is_nothing(n: &u8) -> bool {
    *n == 0
}
