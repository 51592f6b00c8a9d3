//! The fight as it stands, as the combat agent reads it beside the table.
//!
//! # Grammar
//!
//! Lines of `key: value` between `[fight]` and `[/fight]`, in this order:
//!
//! ```text
//! round: 2
//! happened: …                        (what nobody has told the player yet; repeated)
//! event: {"kind": …}                 (the same as a `CombatEvent` in JSON, for the storyteller in place of `happened`)
//! turn: mira                         (whose turn it is, by id)
//! fighter: goblin-a | Goblin A | foes | 17 | hp 5/7 | at 8,3 | 15 ft from mira | prone, hidden | with Scimitar     (repeated, by
//!                                     initiative; `dead`, `stable` or `dying: …` for hp; a creature's attacks where a model reads it)
//! can do: attack with Longsword (action): goblin-a, goblin-b          (repeated; only where the hero who acts has the turn; a spell
//!                                     without numbers in the rules says to a model: `its effect is yours to apply`)
//! can't use: Light Crossbow: it needs both hands, and one bears a shield    (repeated)
//! can go: 30 ft; beside goblin-a: 7,3 7,2; …     (squares from the left and from the top; others in reach may be named, too)
//! can go to: 2,3 2,4 …               (all squares in reach, for whoever asks for them)
//! ```

use std::fmt::Write;

use crate::{
    dm::prompt::{condition_in_words, plain},
    game::{
        Game,
        combat::{
            act::Act,
            bout::Spellbook,
            deed::Effect,
            encounter::{Combatant, Side},
            event::CombatEvent,
            fighter::Fighter,
            legal::{Legal, legal, not_ready},
            square::Square,
        },
        id::CharacterId,
    },
};

use super::step::hero_of;

/// Who reads the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm) enum Reader {
    /// The built-in storyteller: all reachable squares, and events as facts.
    Storyteller,
    /// A language model: the maximum distance, the squares next to foes, and events as sentences.
    Model,
}

/// Maximum number of squares listed next to one foe.
const MOST_BESIDE: usize = 3;

/// Renders the block for the hero `acting`; none where there is no fight. `happened` is what is still to be told. Ends without a line break.
pub(in crate::dm) fn fight_block(
    game: &Game,
    book: &dyn Spellbook,
    acting: &CharacterId,
    happened: &[CombatEvent],
    reader: Reader,
) -> Option<String> {
    let encounter = game.encounter.as_deref()?;
    let who = hero_of(acting);
    let own = encounter.combatant(&who);
    let mut block = format!("[fight]\nround: {}\n", encounter.round);
    for event in happened {
        let _ = match reader {
            Reader::Model => writeln!(block, "happened: {}", plain(&event.line())),
            Reader::Storyteller => writeln!(block, "event: {}", serde_json::to_string(event).unwrap_or_default()),
        };
    }
    if let Some(current) = encounter.current() {
        let _ = writeln!(block, "turn: {}", current.who.as_str());
    }
    for it in &encounter.order {
        if let Some(fighter) = game.fighter(&it.who) {
            let _ = write!(block, "fighter: {}", line(it, fighter, own, acting));
            let is_armed = reader == Reader::Model && !fighter.is_dead();
            let arms = if is_armed { arms_of(fighter) } else { String::new() };
            let _ = writeln!(block, "{arms}");
        }
    }
    for it in legal(game, book, &who) {
        let _ = match (&it.act, own, reader) {
            (Act::Move { .. }, Some(own), Reader::Model) => writeln!(block, "{}", ways(game, own, &it.squares)),
            (.., Reader::Model) if it.is_told => writeln!(block, "{}: its effect is yours to apply", can(&it)),
            _ => writeln!(block, "{}", can(&it)),
        };
    }
    if reader == Reader::Model {
        for (name, why) in not_ready(game, &who) {
            let _ = writeln!(block, "can't use: {}: {why}", plain(&name));
        }
    }
    block.push_str("[/fight]");
    Some(block)
}

fn line(it: &Combatant, fighter: Fighter, own: Option<&Combatant>, acting: &CharacterId) -> String {
    let side = match it.side {
        Side::Heroes => "heroes",
        Side::Foes => "foes",
        Side::Neutral => "neither",
    };
    let health = fighter.downed_state().unwrap_or_else(|| format!("hp {}/{}", fighter.hp(), fighter.max_hp()));
    let (id, name, at) = (it.who.as_str(), plain(fighter.name()), it.square);
    let mut line = format!("{id} | {name} | {side} | {} | {health} | at {},{}", it.initiative, at.x, at.y);
    if let Some(own) = own.filter(|own| own.who != it.who) {
        let _ = write!(line, " | {} ft from {acting}", own.square.feet_to(it.square));
    }
    if fighter.is_dead() {
        return line;
    }
    let mut more: Vec<String> = fighter.conditions().iter().map(condition_in_words).collect();
    more.extend(fighter.effects().iter().map(|it| plain(&it.name)));
    for (what, is) in
        [("surprised", it.surprised), ("dodging", it.stance.dodging), ("hidden", it.stance.hidden.is_some())]
    {
        more.extend(is.then(|| what.to_owned()));
    }
    if !more.is_empty() {
        let _ = write!(line, " | {}", more.join(", "));
    }
    line
}

/// The attacks of a creature.
fn arms_of(fighter: Fighter) -> String {
    let Fighter::Creature(one) = fighter else { return String::new() };
    let attacks = one.stat_block().deeds.iter().filter(|deed| matches!(deed.effect, Effect::Attack(_)));
    let names: Vec<String> = attacks.map(|deed| plain(&deed.name)).filter(|name| !name.contains('(')).collect();
    if names.is_empty() { String::new() } else { format!(" | with {}", names.join(", ")) }
}

/// How far a hero can move, and the nearest squares next to each foe.
fn ways(game: &Game, own: &Combatant, squares: &[Square]) -> String {
    let far = squares.iter().map(|at| at.feet_to(own.square)).max().unwrap_or(0);
    let mut line = format!("can go: {far} ft");
    let order = game.encounter.iter().flat_map(|encounter| &encounter.order);
    for foe in order.filter(|it| it.side.fights(own.side)) {
        if game.fighter(&foe.who).is_none_or(Fighter::is_dead) || foe.square.is_beside(own.square) {
            continue;
        }
        let mut near: Vec<&Square> = squares.iter().filter(|at| at.is_beside(foe.square)).collect();
        near.sort_by_key(|at| at.feet_to(own.square));
        let near: Vec<String> = near.iter().take(MOST_BESIDE).map(|at| format!("{},{}", at.x, at.y)).collect();
        if !near.is_empty() {
            let _ = write!(line, "; beside {}: {}", foe.who.as_str(), near.join(" "));
        }
    }
    line
}

fn can(it: &Legal) -> String {
    let what = match &it.act {
        Act::Attack { .. } => format!("attack with {}", plain(&it.name)),
        Act::Do { slot: Some(slot), .. } => format!("cast {} with a slot of level {slot} or above", plain(&it.name)),
        Act::Do { .. } => format!("cast {}", plain(&it.name)),
        Act::Use { .. } => format!("use_feature {}", plain(&it.name)),
        Act::UseItem { .. } => format!("use_item {}", plain(&it.name)),
        Act::Move { .. } => {
            let squares: Vec<String> = it.squares.iter().map(|at| format!("{},{}", at.x, at.y)).collect();
            return format!("can go to: {}", squares.join(" "));
        }
        _ => it.name.to_lowercase().replace(' ', "_"),
    };
    let targets = if it.targets.is_empty() { String::new() } else { format!(": {}", it.targets.join(", ")) };
    format!("can do: {what} ({}){targets}", it.cost)
}
