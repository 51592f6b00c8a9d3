//! Records the answers of heroes who were asked.

use game::{
    Refusal,
    turn_stack::{Awaited, AwaitedAnswer},
};

use crate::dm::Draft;

/// The result of recording a hero's words.
pub(in crate::dm) enum TakeDownResult {
    /// The message goes to the Dungeon Master, with earlier answers of others if it was the last one owed.
    Told(Vec<AwaitedAnswer>),
    /// The answer was recorded, and others are still owed. Has the text for the player.
    Waits(String),
}

/// Records the message of a hero who owes an answer. In a fight no one owes any: it has its own order.
///
/// # Errors
/// The turn stack is invalid.
pub(in crate::dm) fn take_down(draft: &mut Draft, words: &str) -> Result<TakeDownResult, Refusal> {
    let stack = &draft.game().turn_stack;
    if stack.awaited.is_none() || draft.game().encounter.is_some() {
        return Ok(TakeDownResult::Told(Vec::new()));
    }
    let given = stack.give(draft.acting(), words);
    let gives = given.is_some();
    given.map_or(Ok(()), |change| draft.record(change))?;
    let stack = &draft.game().turn_stack;
    let Some(awaited) = stack.awaited.clone() else { return Ok(TakeDownResult::Told(Vec::new())) };
    match (stack.hear(draft.game()), gives) {
        (Some(heard), _) => {
            draft.record(heard)?;
            let mut before = awaited.given;
            // The player's own message has its usual place.
            before.truncate(before.len() - usize::from(gives));
            Ok(TakeDownResult::Told(before))
        }
        (None, true) => Ok(TakeDownResult::Waits(line(draft, &awaited))),
        (None, false) => Ok(TakeDownResult::Told(Vec::new())),
    }
}

/// The heroes who have answered, and those who haven't.
fn line(draft: &Draft, awaited: &Awaited) -> String {
    let owed: Vec<String> = awaited.owed_in(draft.game()).map(|id| draft.name_of_hero(id)).collect();
    let owed = game::listed(owed.iter().map(String::as_str));
    let (who, what) = (draft.name_of_hero(draft.acting()), awaited.response_type.as_words());
    format!("{who} has answered. The moment holds: still to come is the {what} of {owed}.")
}
