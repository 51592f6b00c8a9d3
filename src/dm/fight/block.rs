//! The fight as it stands, as the combat agent reads it beside the table.
//!
//! # Grammar
//!
//! Lines of `key: value` between `[fight]` and `[/fight]`, in this order:
//!
//! ```text
//! round: 2
//! happened: …                        (what nobody has told the player yet; repeated)
//! turn: mira                         (whose turn it is, by id)
//! fighter: goblin-a | Goblin A | foes | 17 | hp 5/7 | at 8,3 | 15 ft from mira | prone, hidden     (repeated, by initiative)
//! can do: attack with Longsword (action): goblin-a, goblin-b          (repeated; only where the hero who acts has the turn)
//! can go to: 2,3 2,4 …               (squares in reach: from the left, from the top)
//! ```

use std::fmt::Write;

use crate::{
    dm::prompt::plain,
    game::{
        Game,
        combat::{
            act::Act,
            bout::Spellbook,
            encounter::{Combatant, Side},
            fighter::Fighter,
            legal::{Legal, legal},
        },
        id::CharacterId,
    },
};

use super::step::hero_of;

/// Renders the block for the hero `acting`; none where there is no fight. `happened` is what is still to be told. Ends without a line break.
pub(in crate::dm) fn fight_block(
    game: &Game,
    book: &dyn Spellbook,
    acting: &CharacterId,
    happened: &[String],
) -> Option<String> {
    let encounter = game.encounter.as_deref()?;
    let who = hero_of(acting);
    let own = encounter.combatant(&who);
    let mut block = format!("[fight]\nround: {}\n", encounter.round);
    for line in happened {
        let _ = writeln!(block, "happened: {}", plain(line));
    }
    if let Some(current) = encounter.current() {
        let _ = writeln!(block, "turn: {}", current.who.as_str());
    }
    for it in &encounter.order {
        if let Some(fighter) = game.fighter(&it.who) {
            let _ = writeln!(block, "fighter: {}", line(it, fighter, own, acting));
        }
    }
    for it in legal(game, book, &who) {
        let _ = writeln!(block, "{}", can(&it));
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
    let health = match (fighter.is_dead(), fighter.is_dying()) {
        (true, _) => "dead".to_owned(),
        (_, true) => "dying".to_owned(),
        _ => format!("hp {}/{}", fighter.hp(), fighter.max_hp()),
    };
    let (id, name, at) = (it.who.as_str(), plain(fighter.name()), it.square);
    let mut line = format!("{id} | {name} | {side} | {} | {health} | at {},{}", it.initiative, at.x, at.y);
    if let Some(own) = own.filter(|own| own.who != it.who) {
        let _ = write!(line, " | {} ft from {acting}", own.square.feet_to(it.square));
    }
    let mut more: Vec<String> = fighter.conditions().iter().map(|it| plain(&it.name)).collect();
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
