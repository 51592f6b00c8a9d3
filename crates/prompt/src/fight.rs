//! The block `[fight]`: the current fight for the combat agent.
//!
//! ```text
//! round: 2
//! happened: …                        (events not narrated to the player yet; repeated)
//! event: {"kind": …}                 (the same as a `CombatEvent` in JSON, for the storyteller in place of `happened`)
//! turn: mira                         (whose turn it is, by id)
//! asked: Ogre would hit Mira with … Cast Shield?     (the reaction of a hero that the fight waits for)
//! fighter: ogre | Ogre | foes | 17 | hp 50/59 | at 8,3 | fills 2x2 | 15 ft from mira | prone, hidden | with Greatclub     (repeated,
//!                                     by initiative; `dead`, `stable` or `dying: …` for hp; `at` the top left one of its squares,
//!                                     where `fills` is missing the only one; a creature's attacks where a model reads it)
//! terrain: blocked | fallen beech | 5,2-5,4 7,3       (repeated; a square, or two corners; also `difficult`, `half cover`,
//!                                     `three-quarters cover` and `hazard 1d6 fire`)
//! can do: attack with Longsword (action): goblin-a, goblin-b          (repeated; only where the hero who acts has the turn; a spell
//!                                     without numbers in the rules says to a model: `its effect is yours to apply`)
//! can go: 30 ft; beside goblin-a: 7,3 7,2; …     (squares from the left and from the top; others in reach may be named, too)
//! can go to: 2,3 2,4 …               (all squares in reach, for anyone who asks for them)
//! can't use: Light Crossbow: it needs both hands, and one bears a shield    (repeated)
//! ```

use game::combat::{
    encounter::FightSide,
    event::CombatEvent,
    harm::DamageType,
    square::Square,
    terrain::{Hazard, Rectangle, TerrainKind},
};

use super::{
    lines::{BlockEntry, BlockLines, Commas, KeyedLine, LineValue, PartText, Spaced, block, parts},
    table::HealthText,
};

/// Costs of actions.
const COSTS: [&str; 5] = ["action", "bonus action", "reaction", "movement", "free"];
/// Marks an action without numbers in the rules.
const IS_TOLD: &str = ": its effect is yours to apply";

block! {
    /// The current fight.
    FightBlock = "fight" {
        round: Option<u32> = "round",
        /// Events that were not narrated to the player yet, for a language model.
        happened: Vec<PartText> = "happened",
        /// The same for the storyteller.
        events: Vec<CombatEvent> = "event",
        /// Whose turn it is, by id.
        turn: PartText = "turn",
        /// The reaction that the fight waits for, as a question.
        asked: Option<PartText> = "asked",
        fighters: Vec<FighterLine> = "fighter",
        /// Terrain.
        terrain: Vec<TerrainLine> = "terrain",
        /// Actions of the acting hero.
        options: Vec<FightOption> = "can",
        not_ready: Vec<NotReady> = "can't use",
    }
}

parts! {
    FighterLine {
        id: PartText,
        name: PartText,
        side: FightSide,
        initiative: i32,
        health: HealthText,
        at: SquareAt,
        /// Left out for who fills one square.
        span: Option<Span> = "fills ",
        distance: Option<Distance> = "",
        /// Conditions, and what else is on them.
        states: Commas<PartText> = "",
        attacks: Commas<PartText> = "with ",
    }
}

parts! {
    /// A patch of terrain.
    TerrainLine {
        kind: TerrainKind,
        name: PartText,
        at: Spaced<Rectangle>,
    }
}

/// Kinds of terrain without numbers of their own.
const PLAIN_TERRAIN: [(TerrainKind, &str); 4] = [
    (TerrainKind::Blocked, "blocked"),
    (TerrainKind::Difficult, "difficult"),
    (TerrainKind::HalfCover, "half cover"),
    (TerrainKind::ThreeQuartersCover, "three-quarters cover"),
];

/// A hazard without its saving throw, which the rules make.
impl LineValue for TerrainKind {
    fn write(&self, to: &mut String) {
        match self {
            Self::Hazard(hazard) => {
                to.push_str(&format!("hazard {} {}", PartText::of(&hazard.damage).as_str(), hazard.damage_type.name()));
            }
            plain => to.push_str(PLAIN_TERRAIN.iter().find(|(it, _)| it == plain).map_or("", |(_, words)| words)),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let Some(hazard) = text.strip_prefix("hazard ") else {
            return PLAIN_TERRAIN.into_iter().find(|(_, words)| *words == text).map(|(it, _)| it);
        };
        let (damage, name) = hazard.rsplit_once(' ')?;
        let damage_type = DamageType::ALL.into_iter().find(|it| it.name() == name)?;
        Some(Self::Hazard(Hazard { damage: damage.to_owned(), damage_type, save: None }))
    }
}

impl LineValue for Rectangle {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{},{}", self.x, self.y));
        if self.width > 1 || self.height > 1 {
            let (x, y) = (
                self.x.saturating_add(self.width.saturating_sub(1)),
                self.y.saturating_add(self.height.saturating_sub(1)),
            );
            to.push_str(&format!("-{x},{y}"));
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (Square::read(first)?, Square::read(last)?);
        let side = |from: u8, to: u8| to.checked_sub(from)?.checked_add(1);
        Some(Self { x: first.x, y: first.y, width: side(first.x, last.x)?, height: side(first.y, last.y)? })
    }
}

impl LineValue for CombatEvent {
    fn write(&self, to: &mut String) {
        to.push_str(&serde_json::to_string(self).unwrap_or_default());
    }

    fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl LineValue for FightSide {
    fn write(&self, to: &mut String) {
        to.push_str(match self {
            Self::Heroes => "heroes",
            Self::Foes => "foes",
            Self::Neutral => "neither",
        });
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Heroes, Self::Foes, Self::Neutral].into_iter().find(|side| side.written() == text)
    }
}

impl LineValue for Square {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{},{}", self.x, self.y));
    }

    fn read(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: x.parse().ok()?, y: y.parse().ok()? })
    }
}

/// The square of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareAt(pub Square);

impl LineValue for SquareAt {
    fn write(&self, to: &mut String) {
        to.push_str("at ");
        LineValue::write(&self.0, to);
    }

    fn read(text: &str) -> Option<Self> {
        Square::read(text.strip_prefix("at ")?).map(Self)
    }
}

/// The size of a fighter in squares, as `2x2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span(pub u8);

impl LineValue for Span {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{0}x{0}", self.0));
    }

    fn read(text: &str) -> Option<Self> {
        let (width, height) = text.split_once('x')?;
        (width == height).then(|| width.parse().ok().map(Self)).flatten()
    }
}

/// The distance to a fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distance {
    pub feet: u16,
    /// The id of the hero who acts.
    pub from: PartText,
}

impl LineValue for Distance {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} ft from {}", self.feet, self.from.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let (feet, from) = text.split_once(" ft from ")?;
        Some(Self { feet: feet.parse().ok()?, from: PartText::read(from)? })
    }
}

/// An available action.
#[derive(Debug, Clone, PartialEq)]
pub enum FightOption {
    Do(PossibleAct),
    /// How far a hero can go, and the nearest squares beside each foe.
    Go {
        feet: u16,
        beside: Vec<SquaresBeside>,
    },
    /// All squares in reach.
    GoTo(Spaced<Square>),
}

/// The nearest squares adjacent to a fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquaresBeside {
    /// By id.
    pub whom: PartText,
    pub squares: Spaced<Square>,
}

impl LineValue for SquaresBeside {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("beside {}: {}", self.whom.as_str(), self.squares.written()));
    }

    fn read(text: &str) -> Option<Self> {
        let (whom, squares) = text.strip_prefix("beside ")?.split_once(": ")?;
        Some(Self { whom: PartText::read(whom)?, squares: Spaced::read(squares)? })
    }
}

impl BlockEntry for FightOption {
    fn write(&self, key: &str, to: &mut BlockLines) {
        match self {
            Self::Do(act) => to.line(&format!("{key} do"), &act.written()),
            Self::Go { feet, beside } => {
                let beside: String = beside.iter().map(|it| format!("; {}", it.written())).collect();
                to.line(&format!("{key} go"), &format!("{feet} ft{beside}"));
            }
            Self::GoTo(squares) => to.line(&format!("{key} go to"), &squares.written()),
        }
    }

    fn begin(key: &str, line: KeyedLine<'_>) -> Option<Self> {
        match line.key.strip_prefix(key)? {
            " do" => PossibleAct::read(line.value).map(Self::Do),
            " go" => {
                let mut parts = line.value.split("; ");
                let feet = parts.next()?.strip_suffix(" ft")?.parse().ok()?;
                Some(Self::Go { feet, beside: parts.filter_map(LineValue::read).collect() })
            }
            " go to" => Spaced::read(line.value).map(Self::GoTo),
            _ => None,
        }
    }
}

/// A way to act by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedAct {
    Attack,
    Cast,
    UseFeature,
    UseItem,
    React,
}

impl NamedAct {
    const ALL: [Self; 5] = [Self::Attack, Self::Cast, Self::UseFeature, Self::UseItem, Self::React];

    /// The prefix of the name.
    fn words(self) -> &'static str {
        match self {
            Self::Attack => "attack with ",
            Self::Cast => "cast ",
            Self::UseFeature => "use_feature ",
            Self::UseItem => "use_item ",
            Self::React => "react with ",
        }
    }
}

/// An action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActText {
    /// With a weapon, a spell, a feature or a thing; a spell with the lowest slot it takes.
    Named { act: NamedAct, name: PartText, slot: Option<u8> },
    /// An act of the rules, such as `grapple` and `end_turn`.
    Plain(PartText),
}

/// Separates a spell from the lowest slot it takes.
const WITH_A_SLOT: &str = " with a slot of level ";

impl LineValue for ActText {
    fn write(&self, to: &mut String) {
        match self {
            Self::Named { act, name, slot } => {
                to.push_str(&format!("{}{}", act.words(), name.as_str()));
                if let Some(slot) = slot {
                    to.push_str(&format!("{WITH_A_SLOT}{slot} or above"));
                }
            }
            Self::Plain(act) => to.push_str(act.as_str()),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let named = NamedAct::ALL.into_iter().find_map(|act| Some((act, text.strip_prefix(act.words())?)));
        let Some((act, name)) = named else { return PartText::read(text).map(Self::Plain) };
        let slotted = || {
            let (name, slot) = name.strip_suffix(" or above")?.rsplit_once(WITH_A_SLOT)?;
            Some((name, Some(slot.parse().ok()?)))
        };
        let (name, slot) = slotted().unwrap_or((name, None));
        Some(Self::Named { act, name: PartText::read(name)?, slot })
    }
}

/// An act, with its cost and all it can be aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleAct {
    pub act: ActText,
    /// One of `COSTS`.
    pub cost: PartText,
    /// By id.
    pub targets: Commas<PartText>,
    /// The model must apply its effect.
    pub is_told: bool,
}

impl LineValue for PossibleAct {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} ({})", self.act.written(), self.cost.as_str()));
        if !self.targets.0.is_empty() {
            to.push_str(&format!(": {}", self.targets.written()));
        }
        if self.is_told {
            to.push_str(IS_TOLD);
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (text, is_told) = text.strip_suffix(IS_TOLD).map_or((text, false), |text| (text, true));
        let costs = COSTS.iter().filter_map(|cost| text.rfind(&format!(" ({cost})")).map(|at| (at, *cost)));
        let (at, cost) = costs.max()?;
        let targets = text[at + cost.len() + 3..].strip_prefix(": ").unwrap_or_default();
        let (act, cost) = (ActText::read(&text[..at])?, PartText::read(cost)?);
        Some(Self { act, cost, targets: Commas::read(targets)?, is_told })
    }
}

/// A weapon a hero can't attack with now, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotReady {
    pub name: PartText,
    pub why: PartText,
}

impl LineValue for NotReady {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{}: {}", self.name.as_str(), self.why.as_str()));
    }

    fn read(text: &str) -> Option<Self> {
        let (name, why) = text.rsplit_once(": ")?;
        Some(Self { name: PartText::read(name)?, why: PartText::read(why)? })
    }
}
