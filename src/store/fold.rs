//! The fold: a session's game worked out again from its start and everything that was recorded since.

use crate::game::{Game, id::SessionId};

use super::{Error, Interlude, Result, Store};

const PAGE: u32 = 100;

/// Works a game out from the start: interludes and turns in their order, up to and including the turn `until`
/// (without what followed it), or everything.
///
/// # Errors
/// A record can't be read, or does not apply to the game before it.
pub async fn fold(store: &dyn Store, id: &SessionId, until: Option<u32>) -> Result<Game> {
    let mut game = store.load_start(id).await?;
    let interludes = store.interludes(id).await?;
    let before = until.map(|until| until.saturating_add(1));
    let mut seq = 0;
    loop {
        let page = store.turns(id, Some(seq), before, PAGE).await?;
        for stored in &page {
            let turn = &stored.turn;
            if turn.seq != seq + 1 {
                return Err(Error::Damaged(format!("turn {} is missing", seq + 1)));
            }
            apply_interludes(&mut game, &interludes, seq)?;
            game.apply_all(&turn.changes).map_err(|refusal| Error::Damaged(format!("turn {}: {refusal}", turn.seq)))?;
            seq = turn.seq;
        }
        if page.is_empty() {
            break;
        }
    }
    if until.is_none() {
        apply_interludes(&mut game, &interludes, seq)?;
    }
    Ok(game)
}

fn apply_interludes(game: &mut Game, interludes: &[Interlude], after_seq: u32) -> Result<()> {
    for interlude in interludes.iter().filter(|interlude| interlude.after_seq == after_seq) {
        game.apply_all(&interlude.changes)
            .map_err(|refusal| Error::Damaged(format!("after turn {after_seq}: {refusal}")))?;
    }
    Ok(())
}
