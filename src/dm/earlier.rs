//! Restores a session as it was after an earlier turn.

use game::{Game, Session, SessionHead, turn::Exchange};
use jiff::Timestamp;

use crate::store::{Error, Interlude, ReplayUntil, Result, Store, StoredTurn, fold};

use super::seeds::Seeds;

/// A session as it was after one of its turns and what followed it.
pub(super) struct Earlier {
    /// The head it had then, at the version it has now.
    pub(super) head: SessionHead,
    /// The game then, at the dice of now.
    pub(super) game: Game,
    /// Changes before it continues, saved with the next record: a seed that was retired since, because it was revealed or is
    /// used elsewhere, is replaced.
    pub(super) interlude: Option<Interlude>,
}

impl Earlier {
    /// A session as it was after turn `to`.
    pub(super) async fn find(store: &dyn Store, seeds: &Seeds, now: &Session, to: u32) -> Result<Self> {
        let id = &now.head.id;
        let mut game = fold(store, id, ReplayUntil::Next(to)).await?;
        let then = turn_at(store, now, to).await?.map(|stored| stored.head_after);
        let head = match then {
            Some(then) => {
                SessionHead { n_turns: to, window_from: then.window_from, usage: then.usage, ..now.head.clone() }
            }
            None => {
                let SessionHead { id, owner, title, created_at, .. } = now.head.clone();
                let begun = SessionHead::begin(id, owner, title, created_at);
                SessionHead { n_turns: 0, window_from: begun.window_from, usage: begun.usage, ..now.head.clone() }
            }
        };
        let mut interlude = None;
        if game.dice.seed != now.game.dice.seed {
            let changes = vec![seeds.after(&now.game.dice)];
            game.apply_all(&changes).map_err(|refusal| Error::Damaged(refusal.to_string()))?;
            interlude = Some(Interlude {
                session_id: id.clone(),
                after_seq: to,
                version: now.head.version + 1,
                at: Timestamp::now(),
                changes,
                key: None,
            });
        }
        Ok(Self { head, game, interlude })
    }

    /// The prompt's window at that time.
    pub(super) async fn window(&self, store: &dyn Store) -> Result<Vec<Exchange>> {
        store.window(&self.head.id, self.head.window_from, self.head.n_turns).await
    }
}

/// A turn by its number; none for 0.
pub(super) async fn turn_at(store: &dyn Store, session: &Session, seq: u32) -> Result<Option<StoredTurn>> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let found = store.turns(&session.head.id, Some(before), None, 1).await?.pop();
    match found {
        Some(stored) if stored.turn.seq == seq => Ok(Some(stored)),
        _ => Err(Error::Damaged(format!("turn {seq} of session {} is missing", session.head.id))),
    }
}
