//! Replays a turn's changes before it is saved and compares the result.

use game::{Session, SessionHead, Turn, turn::Usage};

use super::{draft::Draft, feed::TurnFailure};

/// A turn is saved only if its changes, applied again to the game it began with, result in the game it ended with.
pub(super) fn check(before: &Session, draft: &Draft) -> Result<(), TurnFailure> {
    let mut again = before.game.clone();
    let refolded = again.apply_all(&draft.record.changes);
    if refolded.is_ok() && again == *draft.game() {
        return Ok(());
    }
    tracing::error!(session = %before.head.id, "a turn's changes do not result in its game");
    Err(TurnFailure::internal())
}

/// The session's head after a turn.
pub(super) fn head_after(head: &SessionHead, turn: &Turn, window_from: u32, spent_pico_usd: u64) -> SessionHead {
    let mut usage: Usage = head.usage.clone();
    usage.add(&turn.usage);
    SessionHead {
        version: head.version + 1,
        updated_at: turn.ended_at,
        n_turns: turn.seq,
        window_from,
        usage,
        spent_pico_usd,
        ..head.clone()
    }
}
