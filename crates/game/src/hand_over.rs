//! What is handed over when one part of the story goes into another: a fight that begins or ends, a quest that closes, an act
//! that begins. Each is a line that later prompts read.

use std::fmt::Write;

use super::{
    Change, Refusal, State,
    combat::encounter::{Combatant, Ending, Side},
    refusal::listed,
};

/// The most names of a line.
const MOST_NAMES: usize = 6;

/// The lines of some changes to the state `before`, in their order.
///
/// # Errors
/// The changes don't fit the state.
pub fn lines(before: &State, changes: &[Change]) -> Result<Vec<String>, Refusal> {
    if !changes.iter().any(hands_over) {
        return Ok(Vec::new());
    }
    let (mut state, mut lines) = (before.clone(), Vec::new());
    for change in changes {
        lines.extend(line(&state, change));
        state.apply(change)?;
    }
    Ok(lines)
}

fn hands_over(change: &Change) -> bool {
    matches!(
        change,
        Change::EncounterBegan { .. }
            | Change::EncounterEnded { .. }
            | Change::QuestCompleted { .. }
            | Change::QuestFailed { .. }
            | Change::ActBegan { .. }
            | Change::ActAdvanced { .. }
    )
}

/// The line of a change that is about to be made.
fn line(state: &State, change: &Change) -> Option<String> {
    Some(match change {
        Change::EncounterBegan { encounter } => {
            format!("A fight began against {}.", names(state, &encounter.order, |one| one.side == Side::Foes)?)
        }
        Change::EncounterEnded { ending, .. } => ended(state, *ending),
        Change::QuestCompleted { name, .. } => format!("The quest “{name}” was done."),
        Change::QuestFailed { name, .. } => format!("The quest “{name}” failed or was given up."),
        Change::ActBegan { act } if act.number > 1 => format!("Act {} began: {}.", act.number, act.title),
        Change::ActAdvanced { act } if *act > 1 => format!("Act {act} began."),
        _ => return None,
    })
}

fn ended(state: &State, ending: Ending) -> String {
    let order = state.encounter.as_deref().map(|encounter| encounter.order.as_slice()).unwrap_or_default();
    let is_dead = |one: &Combatant| state.fighter(&one.who).is_none_or(|fighter| fighter.is_dead());
    let foes = names(state, order, |one| one.side == Side::Foes);
    let against = foes.map(|foes| format!(" against {foes}")).unwrap_or_default();
    let how = match ending {
        Ending::Victory => "the heroes won",
        Ending::Defeat => "the heroes lost",
        Ending::Fled => "the heroes got away",
        Ending::Settled => "it was settled",
    };
    let mut line = format!("The fight{against} was over: {how}.");
    let fell = |side: Side| names(state, order, |one| one.side == side && is_dead(one));
    for who in [fell(Side::Foes), fell(Side::Heroes)].into_iter().flatten() {
        let _ = write!(line, " {who} fell.");
    }
    line
}

/// The names of those of an order whom that is so of; none where there are none.
fn names(state: &State, order: &[Combatant], is_so: impl Fn(&Combatant) -> bool) -> Option<String> {
    let named = order.iter().filter(|one| is_so(one)).filter_map(|one| state.fighter(&one.who));
    let mut names: Vec<String> = named.map(|fighter| fighter.name().to_owned()).collect();
    if names.len() > MOST_NAMES {
        let more = names.len() - MOST_NAMES;
        names.truncate(MOST_NAMES);
        names.push(format!("{more} more"));
    }
    (!names.is_empty()).then(|| listed(names.iter().map(String::as_str)))
}
