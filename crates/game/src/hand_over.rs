//! Context lines at transitions: a fight begins or ends, a quest closes, an act begins. Later prompts show them.

use super::{
    Change, Refusal, State,
    combat::encounter::{Combatant, FightEnding, FightSide},
    own_words::{OwnWords, filled},
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
    let own = OwnWords::of(state.language.as_ref());
    Some(match change {
        Change::EncounterBegan { encounter } => {
            filled(&own.fight_began, &[&names(state, &encounter.order, |one| one.side == FightSide::Foes)?])
        }
        Change::EncounterEnded { ending, .. } => ended(state, *ending),
        Change::QuestCompleted { name, .. } => filled(&own.quest_done, &[name]),
        Change::QuestFailed { name, .. } => filled(&own.quest_failed, &[name]),
        Change::ActBegan { act } if act.number > 1 => {
            filled(&own.act_began_titled, &[&act.number.to_string(), &act.title])
        }
        Change::ActAdvanced { act } if *act > 1 => filled(&own.act_began, &[&act.to_string()]),
        _ => return None,
    })
}

fn ended(state: &State, ending: FightEnding) -> String {
    let own = OwnWords::of(state.language.as_ref());
    let order = state.encounter.as_deref().map(|encounter| encounter.order.as_slice()).unwrap_or_default();
    let is_dead = |one: &Combatant| state.fighter(&one.who).is_none_or(|fighter| fighter.is_dead());
    let how = match ending {
        FightEnding::Victory => &own.heroes_won,
        FightEnding::Defeat => &own.heroes_lost,
        FightEnding::Fled => &own.heroes_fled,
        FightEnding::Settled => &own.it_was_settled,
    };
    let mut line = match names(state, order, |one| one.side == FightSide::Foes) {
        Some(foes) => filled(&own.fight_over_against, &[&foes, how]),
        None => filled(&own.fight_over, &[how]),
    };
    let fell = |side: FightSide| names(state, order, |one| one.side == side && is_dead(one));
    for who in [fell(FightSide::Foes), fell(FightSide::Heroes)].into_iter().flatten() {
        line.push(' ');
        line.push_str(&filled(&own.fell, &[&who]));
    }
    line
}

/// The names of the combatants of an order that match, if any do.
fn names(state: &State, order: &[Combatant], is_so: impl Fn(&Combatant) -> bool) -> Option<String> {
    let own = OwnWords::of(state.language.as_ref());
    let named = order.iter().filter(|one| is_so(one)).filter_map(|one| state.fighter(&one.who));
    let mut names: Vec<String> = named.map(|fighter| fighter.name().to_owned()).collect();
    if names.len() > MOST_NAMES {
        let more = names.len() - MOST_NAMES;
        names.truncate(MOST_NAMES);
        names.push(filled(&own.more, &[&more.to_string()]));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{}{}{last}", names.join(", "), own.and) })
}
