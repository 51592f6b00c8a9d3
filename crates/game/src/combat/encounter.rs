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
    /// Index in `order` of the fighter whose turn it is.
    pub turn_index: usize,
    /// By initiative. The dead stay until the fight ends.
    pub order: Vec<Combatant>,
    /// Experience for foes who fell or yielded, awarded on victory. Those who fled or were dismissed don't count.
    pub xp: u32,
    /// Empty on an open plain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<TerrainPatch>,
    /// The open question about a reaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Box<PendingReaction>>,
}

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ending)]
pub enum FightEnding {
    /// No foe is left.
    Victory,
    /// No hero is able to fight.
    Defeat,
    /// The heroes escaped.
    Fled,
    /// It ended by talking, or the story went on without it.
    Settled,
}

/// The side of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Side)]
pub enum FightSide {
    /// Heroes and allies.
    Heroes,
    Foes,
    /// Neither.
    Neutral,
}

impl FightSide {
    /// Whether they are enemies.
    pub fn fights(self, other: Self) -> bool {
        matches!((self, other), (Self::Heroes, Self::Foes) | (Self::Foes, Self::Heroes))
    }
}

/// A participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CombatantRecord)]
pub struct Combatant {
    pub who: FighterId,
    pub side: FightSide,
    /// The total of the initiative roll.
    pub initiative: i32,
    /// Dexterity score, for ties.
    pub dexterity: u8,
    /// Position; for a larger creature its top left square.
    pub square: Square,
    /// Side length of its space in squares; default 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub span: u8,
    #[serde(default, skip_serializing_if = "Economy::is_whole")]
    pub economy: Economy,
    #[serde(default, skip_serializing_if = "CombatantStatus::is_plain")]
    pub stance: CombatantStatus,
    /// Surprised: it can't act or react until its first turn is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub surprised: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
}

/// What a fighter has spent since its turn began (SRD 5.1, Your Turn). Reset when its next turn begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Economy {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub action: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bonus_action: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reaction: bool,
    /// Feet moved.
    #[serde(skip_serializing_if = "is_none")]
    pub feet: u16,
    /// Extra feet from dashing.
    #[serde(skip_serializing_if = "is_none")]
    pub dashed: u16,
    /// Remaining attacks of an Attack action.
    #[serde(skip_serializing_if = "is_nothing")]
    pub attacks_left: u8,
    /// Remaining attacks of a bonus action, such as Flurry of Blows.
    #[serde(skip_serializing_if = "is_nothing")]
    pub bonus_attacks_left: u8,
    /// The light weapon of this turn's attack, which allows an off-hand attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struck_with: Option<String>,
    /// Legendary actions used.
    #[serde(skip_serializing_if = "is_nothing")]
    pub legendary: u8,
    /// Once-per-turn features that were used, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<String>,
}

/// Temporary states of a fighter; most end when its next turn begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Stance)]
pub struct CombatantStatus {
    /// Attacks against it have disadvantage, its Dexterity saving throws have advantage (SRD 5.1, Dodge).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dodging: bool,
    /// Its movement provokes no opportunity attacks (SRD 5.1, Disengage).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disengaged: bool,
    /// Its attacks and attacks against it have advantage (SRD 5.1, Barbarian: Reckless Attack).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reckless: bool,
    /// Total of the Stealth check, while it is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<i32>,
    /// Help with its next attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helped: Option<Helped>,
    /// Its readied action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readied: Option<Readied>,
    /// Weapons that a hero has thrown, one entry per throw; recovered when the fight ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thrown: Vec<String>,
}

/// Help with the next attack (SRD 5.1, Help).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Helped {
    /// The helper; the help ends when their next turn begins.
    pub by: FighterId,
    /// The target.
    pub against: FighterId,
}

/// A readied action (SRD 5.1, Ready).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readied {
    /// Name of the action or the weapon.
    pub deed: String,
    /// The trigger, as text.
    pub trigger: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<FighterId>,
}

impl Encounter {
    pub fn combatant(&self, who: &FighterId) -> Option<&Combatant> {
        self.order.iter().find(|it| it.who == *who)
    }

    pub(super) fn combatant_mut(&mut self, who: &FighterId) -> Option<&mut Combatant> {
        self.order.iter_mut().find(|combatant| combatant.who == *who)
    }

    pub(super) fn terrain_map(&self) -> TerrainMap {
        TerrainMap::of(&self.terrain)
    }

    /// The cover of `to` against attacks from `from`.
    pub(super) fn cover(&self, from: Footprint, to: Footprint) -> Cover {
        if self.terrain.is_empty() { Cover::None } else { self.terrain_map().cover(from, to) }
    }

    /// Whether there is a straight line of effect between them; symmetric.
    pub(super) fn is_clear(&self, from: Footprint, to: Footprint) -> bool {
        self.cover(from, to) < Cover::Total
    }

    /// The combatant whose turn it is.
    pub fn current(&self) -> Option<&Combatant> {
        self.order.get(self.turn_index)
    }

    /// Removes a combatant from the order. If it was its turn, the next one's turn begins, in the next round if needed.
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

    /// The position in the order: by initiative, then Dexterity, then heroes first, then order of joining.
    pub(super) fn place_of(&self, new: &Combatant) -> usize {
        let rank = |c: &Combatant| (c.initiative, c.dexterity, c.who.is_hero());
        self.order.iter().position(|there| rank(there) < rank(new)).unwrap_or(self.order.len())
    }
}

impl Combatant {
    pub fn footprint(&self) -> Footprint {
        Footprint { square: self.square, span: self.span }
    }

    /// Distance in feet between their nearest squares.
    pub fn feet_to(&self, other: &Self) -> u16 {
        self.footprint().feet_to(other.footprint())
    }

    /// Whether they are adjacent.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.footprint().is_beside(other.footprint())
    }

    /// Resets what a new turn resets (SRD 5.1, Your Turn; Dodge; Reactions).
    pub(super) fn begin_turn(&mut self) {
        self.economy = Economy::default();
        let CombatantStatus { hidden, helped, thrown, .. } = std::mem::take(&mut self.stance);
        self.stance = CombatantStatus { hidden, helped, thrown, ..CombatantStatus::default() };
    }
}

impl Economy {
    /// Whether the turn has spent anything; reactions and legendary actions belong to others' turns.
    pub(super) fn is_used(&self) -> bool {
        let Self { reaction, legendary, .. } = *self;
        *self != Self { reaction, legendary, ..Self::default() }
    }

    fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a once-per-turn feature was used.
    pub fn did(&self, what: &str) -> bool {
        self.once.iter().any(|done| done == what)
    }
}

impl CombatantStatus {
    /// Removes what players may not see of a foe, such as its Stealth total. A new field doesn't compile until it is decided
    /// whether players see it.
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
