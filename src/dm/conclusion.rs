//! Texts for the player when a run ends without an answer.

use crate::{agent::RunOutcome, store::MODEL_REFUSED};

use super::{draft::Draft, feed::SPENDING_CAP_REACHED, fight};

/// The model's name for turns without a model.
pub(super) const BY_RULES: &str = "rules";

/// The player's text for a run without an answer.
pub(super) fn conclude(draft: &mut Draft, end: RunOutcome) {
    let (line, notice) = match end {
        RunOutcome::Told => return draft.moment.was_told(),
        RunOutcome::Silent => ("The moment passes, and the world holds its breath.", None),
        RunOutcome::BudgetReached => (
            "Time stretches thin around you, and the moment passes before anything is decided.",
            Some(("budget_reached", "The Dungeon Master used up its replies for this turn.")),
        ),
        RunOutcome::Refused => (
            "The tale turns its face away from that. You find yourself where you were, with another way open.",
            Some((MODEL_REFUSED, "The model would not tell this. Try something else.")),
        ),
        RunOutcome::OutOfMoney => (
            "Here the tale is put down for now, where it can be taken up again.",
            Some((SPENDING_CAP_REACHED, "What may be spent is spent. What happened until then is kept.")),
        ),
        RunOutcome::OutOfRoom => (
            "The tale has grown too long to hold in one breath; you gather your thoughts where you stand.",
            Some(("context_full", "The conversation outgrew the model's window.")),
        ),
    };
    // Plain event lines are better than no narration of the fight.
    if !draft.record.narrative.is_empty() || draft.n_events() == 0 || matches!(end, RunOutcome::Refused) {
        draft.say_own(line);
    }
    if let Some((code, message)) = notice {
        draft.notice(code, message);
    }
}

/// The text of a button action, without a model.
pub(super) fn by_button(draft: &mut Draft, done: fight::CarriedOut, message: &str) {
    let fight::CarriedOut { order, played } = done;
    draft.record.tool_calls.push(order.record(&played.events));
    let quiet = played.events.is_empty();
    draft.take_in(played);
    draft.record.model = Some(BY_RULES.to_owned());
    draft.message_of_button(message);
    if quiet {
        let you = message.replacen("I ", "You ", 1).replace(" my ", " your ");
        draft.say_own(&you);
    }
}
