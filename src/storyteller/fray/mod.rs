//! Fights, as the storyteller plays them: it reads how the fight stands, turns the player's words into the calls of the
//! fight's tools (`plan`), and tells the events that come of them (`telling`). No number of it is its own.

mod aftermath;
mod asides;
mod crowd;
mod opening;
mod parley;
mod plan;
mod rally;
mod strikes;
mod stunts;
mod telling;
mod turn;

pub(super) use aftermath::settle_what_is_left;
pub(super) use opening::{begin, begun, bring_in};
pub(super) use turn::play;

use crate::game::combat::event::CombatEvent;

/// The fight as the block between `[fight]` and `[/fight]` says it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Fray {
    /// Whose turn it is, by id.
    pub(super) turn: String,
    /// What was not told yet.
    pub(super) untold: Vec<CombatEvent>,
    pub(super) fighters: Vec<Fighter>,
    /// What the hero can do now.
    pub(super) can: Vec<Can>,
    /// Where the hero can go.
    pub(super) squares: Vec<Square>,
}

/// A square of the mat, from the left and from the top.
pub(super) type Square = (i32, i32);

/// Somebody who takes part.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Fighter {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_foe: bool,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) at: Square,
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
    /// Whether a condition is upon somebody.
    pub(super) fn is(&self, condition: &str) -> bool {
        self.conditions.iter().any(|has| has.eq_ignore_ascii_case(condition))
    }

    /// Whether somebody has lost half of what keeps them up, or more.
    pub(super) fn is_bloodied(&self) -> bool {
        self.hp * 2 <= self.max_hp
    }
}

impl Fray {
    /// Reads a block; lines it doesn't know are passed over.
    pub(super) fn read(text: &str) -> Self {
        let mut fray = Self::default();
        for line in text.lines() {
            let Some((key, value)) = line.split_once(": ") else { continue };
            match key {
                "turn" => fray.turn = value.to_owned(),
                "event" => fray.untold.extend(serde_json::from_str::<CombatEvent>(value).ok()),
                "fighter" => fray.fighters.extend(fighter(value)),
                "can do" => fray.can.push(can(value)),
                "can go to" => fray.squares = value.split(' ').filter_map(square).collect(),
                _ => {}
            }
        }
        fray
    }

    /// Those who fight the hero and stand, in the order they act.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Fighter> {
        self.fighters.iter().filter(|one| one.is_foe && one.hp > 0)
    }

    /// Somebody by id.
    pub(super) fn fighter(&self, id: &str) -> Option<&Fighter> {
        self.fighters.iter().find(|one| one.id == id)
    }

    /// Something the hero can do, by what it is.
    pub(super) fn can(&self, what: &str) -> Option<&Can> {
        self.can.iter().find(|can| can.what == what)
    }
}

/// Steps from one square to another; askew is a step, too.
pub(super) fn steps(from: Square, to: Square) -> i32 {
    (from.0 - to.0).abs().max((from.1 - to.1).abs())
}

fn square(text: &str) -> Option<Square> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn fighter(value: &str) -> Option<Fighter> {
    let mut parts = value.split(" | ").map(str::trim);
    let (id, name, side) = (parts.next()?.to_owned(), parts.next()?.to_owned(), parts.next()?);
    let mut one = Fighter { id, name, is_foe: side == "foes", ..Fighter::default() };
    for part in parts.skip(1) {
        if let Some(hp) = part.strip_prefix("hp ") {
            let (hp, max) = hp.split_once('/')?;
            (one.hp, one.max_hp) = (hp.parse().ok()?, max.parse().ok()?);
        } else if let Some(at) = part.strip_prefix("at ").and_then(square) {
            one.at = at;
        } else if !part.contains(" ft from ") && !["dead", "dying", "stable"].iter().any(|it| part.starts_with(it)) {
            one.conditions = part.split(", ").map(str::to_owned).collect();
        }
    }
    Some(one)
}

/// `attack with Longsword (action): goblin-a, goblin-b`.
fn can(value: &str) -> Can {
    const COSTS: [&str; 5] = ["action", "bonus action", "reaction", "movement", "free"];
    let at = COSTS.iter().filter_map(|cost| value.rfind(&format!(" ({cost})")).map(|at| (at, *cost))).max();
    let Some((at, cost)) = at else { return Can { what: value.to_owned(), ..Can::default() } };
    let (deed, rest) = (&value[..at], &value[at + cost.len() + 3..]);
    let targets = rest.strip_prefix(": ").unwrap_or_default();
    let targets = targets.split(", ").filter(|id| !id.is_empty()).map(str::to_owned).collect();
    let named = ["attack with ", "cast ", "use_feature ", "use_item "];
    let (what, name) = match named.iter().find_map(|start| Some((*start, deed.strip_prefix(start)?))) {
        Some((start, name)) => (start.split(' ').next().unwrap_or_default(), name),
        None => (deed, ""),
    };
    let name = name.split(" with a slot of level ").next().unwrap_or_default();
    Can { what: what.to_owned(), name: name.to_owned(), cost: cost.to_owned(), targets }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "[fight]\nround: 2\n\
        event: {\"kind\":\"did\",\"who\":{\"id\":{\"creature\":\"wolf\"},\"name\":\"Wolf\"},\"action\":\"dash\"}\nturn: h1\n\
        fighter: wolf | gaunt wolf | foes | 17 | hp 5/11 | at 8,3 | 25 ft from h1 | prone, hidden\n\
        fighter: h1 | Bram | heroes | 9 | hp 12/12 | at 3,3\n\
        fighter: rat | rat | foes | 3 | dead | at 4,3 | 5 ft from h1\n\
        can do: attack with Shortsword (second hand) (bonus action): wolf\n\
        can do: cast Magic Missile with a slot of level 1 or above (action): wolf, rat\n\
        can do: end_turn (free)\ncan go to: 4,3 5,3\n[/fight]";

    #[test]
    fn a_block_is_read_line_by_line() {
        let fray = Fray::read(BLOCK);
        assert_eq!((fray.turn.as_str(), fray.untold.len(), fray.squares.as_slice()), ("h1", 1, &[(4, 3), (5, 3)][..]));
        let wolf = fray.foes().next().unwrap();
        assert_eq!((wolf.hp, wolf.max_hp, wolf.at), (5, 11, (8, 3)));
        assert!(wolf.is("prone") && wolf.is_bloodied() && fray.foes().count() == 1, "the dead fight nobody");
        let own = fray.fighter("h1").unwrap();
        assert!(!own.is_foe && own.conditions.is_empty() && steps(own.at, wolf.at) == 5);
        let blow = fray.can("attack").unwrap();
        assert_eq!((blow.name.as_str(), blow.cost.as_str()), ("Shortsword (second hand)", "bonus action"));
        let spell = fray.can("cast").unwrap();
        assert_eq!((spell.name.as_str(), spell.targets.len()), ("Magic Missile", 2));
        assert!(fray.can("end_turn").is_some());
    }
}
