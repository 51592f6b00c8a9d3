//! A fight as players see it: numbers of heroes and allies, words for foes, nothing of hidden fighters.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    encounter::{Combatant, Economy, Encounter, FightSide},
    fighter::{FighterId, FighterRef},
    harm::DamageType,
    movement,
    square::Square,
    terrain::{TerrainKind, TerrainPatch},
};
use crate::{Game, character::Condition, condition_kind::ConditionKind};

/// A fight that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Encounter)]
pub struct EncounterView {
    /// Unique in its session.
    pub id: String,
    /// From 1.
    pub round: u32,
    /// Index in `order` of the fighter whose turn it is; absent if players don't see it. During a reaction question, the hero
    /// who is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_index: Option<usize>,
    /// In the order of initiative, without those who hide from the heroes.
    pub order: Vec<CombatantView>,
    /// `fighting`, as long as there is a fight.
    pub status: &'static str,
    /// Absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub terrain: Vec<TerrainView>,
}

/// A patch of terrain, as the heroes see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Terrain)]
pub struct TerrainView {
    /// `blocked`, `difficult`, `halfCover`, `threeQuartersCover` or `hazard`.
    pub kind: &'static str,
    /// Such as `fallen beech`.
    pub name: String,
    /// Where it is.
    pub squares: Vec<Square>,
    /// The damage of a hazard, in dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// Its type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage_type: Option<DamageType>,
}

/// Someone who takes part, as the heroes see them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Combatant)]
pub struct CombatantView {
    /// The id of the hero or the creature.
    pub id: String,
    /// As the story calls it.
    pub name: String,
    /// Attitude to the heroes.
    pub kind: CombatantKind,
    /// The total of the throw.
    pub initiative: i32,
    /// Hit points of heroes and friends, a word such as `bloodied` for others.
    pub hp: Health,
    /// Maximum hit points of heroes and friends.
    #[serde(rename = "maxHP", skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<i32>,
    /// Its conditions.
    pub conditions: Vec<ConditionView>,
    /// Position; for a larger creature its top left square.
    pub square: Square,
    /// Side length of its space in squares; absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<u8>,
    /// The rest of the turn, for heroes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnLeft>,
}

/// A condition, and how long it lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConditionView {
    /// As on the sheet.
    pub name: String,
    /// Maximum number of remaining rounds, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_left: Option<u32>,
}

/// A combatant's attitude to the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CombatantKind)]
pub enum CombatantKind {
    /// One of them.
    Hero,
    /// On their side.
    Ally,
    /// Against them.
    Enemy,
    /// Neither.
    Neutral,
}

/// Hit points, or how hurt someone looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Health {
    /// Of heroes and friends.
    Points(i32),
    /// Of others: unhurt, hurt, bloodied, near death or dead.
    Word(&'static str),
}

/// The rest of a hero's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "each is one thing a turn gives")]
pub struct TurnLeft {
    /// Whether there is an action, or an attack of one.
    pub action: bool,
    /// Whether there is a bonus action.
    pub bonus_action: bool,
    /// Whether there is a reaction.
    pub reaction: bool,
    /// Feet left to go.
    pub feet: u16,
}

impl EncounterView {
    /// The view of a game's fight; none if there is none.
    pub fn of(game: &Game) -> Option<Self> {
        let encounter: &Encounter = game.encounter.as_deref()?;
        let seen = |it: &&Combatant| it.side == FightSide::Heroes || it.stance.hidden.is_none();
        let asked = encounter.pending.as_deref().map(|pending| &pending.question.who.id);
        let current = asked.or_else(|| encounter.current().filter(seen).map(|current| &current.who));
        let shown: Vec<&Combatant> = encounter.order.iter().filter(seen).collect();
        Some(Self {
            id: encounter.id.clone(),
            round: encounter.round,
            turn_index: shown.iter().position(|it| Some(&it.who) == current),
            order: shown.into_iter().filter_map(|it| CombatantView::of(game, it)).collect(),
            status: "fighting",
            terrain: encounter.terrain.iter().map(TerrainView::of).collect(),
        })
    }
}

impl TerrainView {
    fn of(patch: &TerrainPatch) -> Self {
        let (kind, hazard) = match &patch.kind {
            TerrainKind::Blocked => ("blocked", None),
            TerrainKind::Difficult => ("difficult", None),
            TerrainKind::HalfCover => ("halfCover", None),
            TerrainKind::ThreeQuartersCover => ("threeQuartersCover", None),
            TerrainKind::Hazard(hazard) => ("hazard", Some(hazard)),
        };
        Self {
            kind,
            name: patch.name.clone(),
            squares: patch.squares(),
            damage: hazard.map(|it| it.damage.clone()),
            damage_type: hazard.map(|it| it.damage_type),
        }
    }
}

impl CombatantView {
    fn of(game: &Game, it: &Combatant) -> Option<Self> {
        let fighter = game.fighter(&it.who)?;
        let (kind, known) = match (it.side, &it.who) {
            (_, FighterId::Hero(_)) => (CombatantKind::Hero, true),
            (FightSide::Heroes, _) => (CombatantKind::Ally, true),
            (FightSide::Foes, _) => (CombatantKind::Enemy, false),
            (FightSide::Neutral, _) => (CombatantKind::Neutral, false),
        };
        let hp = match fighter {
            // A word, as readers take 0 points for dead.
            FighterRef::Creature(one) if !known || one.death_saves.is_some() => Health::Word(one.health_word()),
            _ => Health::Points(fighter.hp()),
        };
        Some(Self {
            id: it.who.as_str().to_owned(),
            name: fighter.name().to_owned(),
            kind,
            initiative: it.initiative,
            hp,
            max_hp: known.then(|| fighter.max_hp()),
            conditions: conditions(fighter),
            square: it.square,
            span: (it.span > 1).then_some(it.span),
            turn: it.who.is_hero().then(|| TurnLeft::of(game, it)),
        })
    }
}

/// The conditions of a fighter, including those that follow from its hit points.
fn conditions(fighter: FighterRef) -> Vec<ConditionView> {
    let own = fighter.conditions().iter().map(|condition: &Condition| ConditionView {
        name: condition.name.clone(),
        rounds_left: condition.timing.as_deref().and_then(|timing| timing.rounds_left),
    });
    let effects = fighter
        .effects()
        .iter()
        .map(|effect| ConditionView { name: effect.name.clone(), rounds_left: effect.timing.rounds_left });
    let follows = (fighter.is_down() && !fighter.is_dead())
        .then(|| ConditionView { name: ConditionKind::Unconscious.name().to_owned(), rounds_left: None });
    let mut all: Vec<ConditionView> = own.chain(effects).collect();
    all.extend(follows.filter(|it| all.iter().all(|there| there.name != it.name)));
    all
}

impl TurnLeft {
    fn of(game: &Game, it: &Combatant) -> Self {
        let Economy { action, bonus_action, reaction, attacks_left, bonus_attacks_left, .. } = it.economy;
        Self {
            action: !action || attacks_left > 0,
            bonus_action: !bonus_action || bonus_attacks_left > 0,
            reaction: !reaction,
            feet: movement::feet_left(game, it),
        }
    }
}
