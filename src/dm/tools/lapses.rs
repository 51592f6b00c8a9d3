//! Reports spells and conditions that ended as a side effect of a call.

use game::{Change, Game, combat::fighter::FighterId};
use serde_json::{Value, json};

use crate::agent::ToolOutput;

/// Adds to a tool's answer everything that ran out with the time that passed, or ended with armour that was put on.
pub(in crate::dm) fn report(game: &Game, changes: &[Change], answer: ToolOutput) -> ToolOutput {
    let brings_ends = |change: &Change| matches!(change, Change::TimePassed { .. } | Change::ItemEquipped { .. });
    let begun = changes.iter().enumerate().filter(|(_, change)| brings_ends(change));
    let ended: Vec<String> =
        begun.flat_map(|(at, _)| changes[at + 1..].iter().map_while(|change| ended(game, change))).collect();
    if answer.is_error || ended.is_empty() {
        return answer;
    }
    match serde_json::from_str::<Value>(&answer.text) {
        Ok(mut report) if report.is_object() => {
            report["ended"] = json!(ended);
            ToolOutput { text: report.to_string(), ..answer }
        }
        _ => answer,
    }
}

/// The effects a change ends, with their bearers.
fn ended(game: &Game, change: &Change) -> Option<String> {
    let on = |who: &FighterId, what: &str| {
        let name = game.fighter(who).map_or_else(|| who.as_str().to_owned(), |fighter| fighter.name().to_owned());
        format!("{what} on {name}")
    };
    Some(match change {
        Change::EffectEnded { who, name } => on(who, name),
        Change::ConditionRemoved { character_id, name } => on(&FighterId::Hero(character_id.clone()), name),
        Change::CreatureConditionRemoved { npc_id, name } => on(&FighterId::Creature(npc_id.clone()), name),
        _ => return None,
    })
}
