//! Fights, as the storyteller plays them: it reads the state of the fight, turns the player's words into the calls of the
//! fight's tools (`plan`), and tells the events that come of them (`telling`). No number of it is its own.

mod aftermath;
mod asides;
mod crowd;
mod opening;
mod parley;
mod plan;
mod rally;
mod reaction;
mod strikes;
mod stunts;
mod telling;
mod turn;

pub(super) use aftermath::settle_what_is_left;
pub(super) use opening::{begin, begun, bring_in};
pub(super) use turn::play;

use game::combat::{encounter::FightSide, event::CombatEvent, footprint::Footprint, square::Square};
use prompt::{
    LineValue,
    fight::{ActText, FightBlock, FightOption, FighterLine, NamedAct, PossibleAct},
    table::HealthText,
};

/// The fight, made of the block `[fight]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Fray {
    /// Whose turn it is, by id.
    pub(super) turn: String,
    /// The reaction that the fight waits for, as a question; empty if it waits for none.
    pub(super) asked: String,
    /// Events that were not narrated yet.
    pub(super) untold: Vec<CombatEvent>,
    pub(super) fighters: Vec<Fighter>,
    /// What the hero can do now.
    pub(super) can: Vec<Can>,
    /// Where the hero can go.
    pub(super) squares: Vec<Square>,
}

/// Someone who takes part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fighter {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_foe: bool,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) space: Footprint,
    pub(super) conditions: Vec<String>,
}

/// Something the hero can do now.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Can {
    /// Such as `attack`, `cast`, `use_feature`, `grapple`.
    pub(super) what: String,
    /// The weapon, the spell, the thing.
    pub(super) name: String,
    /// What it costs, such as `bonus action`.
    pub(super) cost: String,
    /// The ids of all it can be aimed at.
    pub(super) targets: Vec<String>,
}

impl Fighter {
    /// Whether a condition is upon someone.
    pub(super) fn is(&self, condition: &str) -> bool {
        self.conditions.iter().any(|has| has.eq_ignore_ascii_case(condition))
    }

    /// Whether someone has lost half of what keeps them up, or more.
    pub(super) fn is_bloodied(&self) -> bool {
        self.hp * 2 <= self.max_hp
    }
}

impl Fray {
    /// The fight as the block has it.
    pub(super) fn of(block: FightBlock) -> Self {
        let (mut can, mut squares) = (Vec::new(), Vec::new());
        for option in &block.options {
            match option {
                FightOption::Do(act) => can.push(Can::of(act)),
                FightOption::GoTo(all) => squares.clone_from(&all.0),
                FightOption::Go { .. } => {}
            }
        }
        Self {
            turn: block.turn.as_str().to_owned(),
            asked: block.asked.map(|asked| asked.as_str().to_owned()).unwrap_or_default(),
            untold: block.events,
            fighters: block.fighters.iter().map(Fighter::of).collect(),
            can,
            squares,
        }
    }

    /// Those who fight the hero and stand, in the order they act.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().filter(|one| one.is_foe && one.hp > 0)
    }

    /// Someone by id.
    pub(super) fn fighter(&self, id: &str) -> Option<&Fighter> {
        self.fighters.iter().find(|one| one.id == id)
    }

    /// Something the hero can do, by what it is.
    pub(super) fn can(&self, what: &str) -> Option<&Can> {
        self.can.iter().find(|can| can.what == what)
    }
}

impl Fighter {
    fn of(line: &FighterLine) -> Self {
        let (hp, max_hp) = match line.health {
            HealthText::Up { hp, max_hp } => (hp, max_hp),
            HealthText::Down(_) => (0, 0),
        };
        Self {
            id: line.id.as_str().to_owned(),
            name: line.name.as_str().to_owned(),
            is_foe: line.side == FightSide::Foes,
            hp,
            max_hp,
            space: Footprint { square: line.at.0, span: line.span.map_or(1, |span| span.0) },
            conditions: line.states.0.iter().map(|state| state.as_str().to_owned()).collect(),
        }
    }
}

impl Can {
    fn of(it: &PossibleAct) -> Self {
        let (what, name) = match &it.act {
            ActText::Plain(act) => (act.as_str(), ""),
            ActText::Named { act: NamedAct::Attack, name, .. } => ("attack", name.as_str()),
            ActText::Named { act: NamedAct::Cast, name, .. } => ("cast", name.as_str()),
            ActText::Named { act: NamedAct::UseFeature, name, .. } => ("use_feature", name.as_str()),
            ActText::Named { act: NamedAct::UseItem, name, .. } => ("use_item", name.as_str()),
            ActText::Named { act: NamedAct::React, name, .. } => ("react", name.as_str()),
        };
        Self {
            what: what.to_owned(),
            name: name.to_owned(),
            cost: it.cost.as_str().to_owned(),
            targets: it.targets.0.iter().map(LineValue::written).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt::Bracketed;

    const BLOCK: &str = "[fight]\nround: 2\n\
        event: {\"kind\":\"did\",\"who\":{\"id\":{\"creature\":\"wolf\"},\"name\":\"Wolf\"},\"action\":\"dash\"}\nturn: h1\n\
        fighter: wolf | gaunt wolf | foes | 17 | hp 5/11 | at 8,3 | fills 2x2 | 25 ft from h1 | prone, hidden\n\
        fighter: h1 | Bram | heroes | 9 | hp 12/12 | at 3,3\n\
        fighter: rat | rat | foes | 3 | dead | at 4,3 | 5 ft from h1\n\
        can do: attack with Shortsword (second hand) (bonus action): wolf\n\
        can do: cast Magic Missile with a slot of level 1 or above (action): wolf, rat\n\
        can do: end_turn (free)\ncan go to: 4,3 5,3\n[/fight]";

    #[test]
    fn a_block_is_read_line_by_line() {
        let fray = Fray::of(FightBlock::parse(BLOCK).unwrap());
        let squares = [Square { x: 4, y: 3 }, Square { x: 5, y: 3 }];
        assert_eq!((fray.turn.as_str(), fray.untold.len(), fray.squares.as_slice()), ("h1", 1, &squares[..]));
        let wolf = fray.foes().next().unwrap();
        assert_eq!((wolf.hp, wolf.max_hp, wolf.space), (5, 11, Footprint { square: Square { x: 8, y: 3 }, span: 2 }));
        assert!(wolf.is("prone") && wolf.is_bloodied() && fray.foes().count() == 1, "the dead fight nobody");
        let own = fray.fighter("h1").unwrap();
        assert!(!own.is_foe && own.conditions.is_empty() && own.space.feet_to(wolf.space) == 25);
        let blow = fray.can("attack").unwrap();
        assert_eq!((blow.name.as_str(), blow.cost.as_str()), ("Shortsword (second hand)", "bonus action"));
        let spell = fray.can("cast").unwrap();
        assert_eq!((spell.name.as_str(), spell.targets.len()), ("Magic Missile", 2));
        assert!(fray.can("end_turn").is_some());
    }
}
