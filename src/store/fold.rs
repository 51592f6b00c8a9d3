//! Replay: computes a session's game from its start and all recorded changes.

use game::{Game, id::SessionId};

use super::{Error, Interlude, Result, Store};

const PAGE: u32 = 100;

/// Up to where a game is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayUntil {
    /// After this turn and what followed it; 0 is the start.
    Next(u32),
    /// Everything.
    Now,
}

impl ReplayUntil {
    fn last_turn(self) -> u32 {
        match self {
            Self::Next(seq) => seq,
            Self::Now => u32::MAX - 1,
        }
    }
}

/// Works a game out: interludes and turns in their order, from the nearest checkpoint on.
///
/// # Errors
/// A record can't be read, is missing, or does not apply to the game before it.
pub async fn fold(store: &dyn Store, id: &SessionId, until: ReplayUntil) -> Result<Game> {
    let (seq, game) = store.checkpoint(id, until.last_turn()).await?;
    fold_from(store, id, (seq, game), until, |_, _| Ok(())).await
}

/// Works a game out from its very start, and holds every checkpoint on the way to it.
///
/// # Errors
/// As [`fold`]; or a checkpoint doesn't match the turns before it.
pub async fn check_fold(store: &dyn Store, id: &SessionId) -> Result<Game> {
    let start = store.load_start(id).await?;
    let mut checkpoints = Vec::new();
    let mut until = u32::MAX;
    loop {
        let (seq, game) = store.checkpoint(id, until).await?;
        if seq == 0 {
            break;
        }
        until = seq - 1;
        checkpoints.push((seq, game));
    }
    fold_from(store, id, (0, start), ReplayUntil::Now, |seq, game| match checkpoints.pop_if(|(at, _)| *at == seq) {
        Some((_, kept)) if kept != *game => {
            Err(Error::Damaged(format!("the game kept after turn {seq} is not what its turns come to")))
        }
        _ => Ok(()),
    })
    .await
}

async fn fold_from(
    store: &dyn Store,
    id: &SessionId,
    (mut seq, mut game): (u32, Game),
    until: ReplayUntil,
    mut look: impl FnMut(u32, &Game) -> Result<()> + Send,
) -> Result<Game> {
    let interludes = store.interludes(id, seq).await?;
    let before = until.last_turn() + 1;
    loop {
        let page = store.turns(id, Some(seq), Some(before), PAGE).await?;
        if page.is_empty() {
            break;
        }
        for stored in &page {
            let turn = &stored.turn;
            if turn.seq != seq + 1 {
                return Err(Error::Damaged(format!("turn {} is missing", seq + 1)));
            }
            apply_interludes(&mut game, &interludes, seq)?;
            game.apply_all(&turn.changes).map_err(|refusal| Error::Damaged(format!("turn {}: {refusal}", turn.seq)))?;
            seq = turn.seq;
            look(seq, &game)?;
        }
    }
    if let ReplayUntil::Next(wanted) = until
        && wanted != seq
    {
        return Err(Error::Damaged(format!("turn {wanted} is missing")));
    }
    apply_interludes(&mut game, &interludes, seq)?;
    Ok(game)
}

fn apply_interludes(game: &mut Game, interludes: &[Interlude], after_seq: u32) -> Result<()> {
    for interlude in interludes.iter().filter(|interlude| interlude.after_seq == after_seq) {
        game.apply_all(&interlude.changes)
            .map_err(|refusal| Error::Damaged(format!("after turn {after_seq}: {refusal}")))?;
    }
    Ok(())
}
