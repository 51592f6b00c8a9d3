//! The past of a session as one piece: folded, gone on from, looked through for its dice.

use jiff::Timestamp;

use crate::game::{Change, Game, dice::DiceCup, id::SessionId};

use super::{CHECKPOINT_EVERY, Error, Interlude, Past, Result};

impl Past {
    /// The game it comes to, and the game after every turn that is a checkpoint.
    ///
    /// # Errors
    /// [`Error::Damaged`]: turns are missing, or a change does not apply to the game before it.
    pub fn fold(&self) -> Result<(Game, Vec<(u32, Game)>)> {
        let mut game = self.start.clone();
        let mut checkpoints = Vec::new();
        let mut interludes = self.interludes.iter().peekable();
        for (seq, stored) in (1..).zip(&self.turns) {
            if stored.turn.seq != seq {
                return Err(Error::Damaged(format!("turn {seq} is missing")));
            }
            while let Some(interlude) = interludes.next_if(|interlude| interlude.after_seq < seq) {
                apply(&mut game, &interlude.changes, || format!("after turn {}", interlude.after_seq))?;
            }
            apply(&mut game, &stored.turn.changes, || format!("turn {seq}"))?;
            if seq.is_multiple_of(CHECKPOINT_EVERY) {
                checkpoints.push((seq, game.clone()));
            }
        }
        for interlude in interludes {
            apply(&mut game, &interlude.changes, || format!("after turn {}", interlude.after_seq))?;
        }
        Ok((game, checkpoints))
    }

    /// Adds changes after its last turn, at a version of their own, and answers the game after them.
    ///
    /// # Errors
    /// [`Error::Damaged`]: they do not apply.
    pub fn then(&mut self, version: u64, session: &SessionId, changes: Vec<Change>, mut game: Game) -> Result<Game> {
        apply(&mut game, &changes, || "at its end".to_owned())?;
        let after_seq = self.turns.last().map_or(0, |stored| stored.turn.seq);
        let session_id = session.clone();
        self.interludes.push(Interlude { session_id, after_seq, version, at: Timestamp::now(), changes });
        Ok(game)
    }

    /// Every seed its dice fell from, in the order they came.
    pub fn seeds(&self) -> impl Iterator<Item = DiceCup> {
        let start = std::iter::once(self.start.dice.seed.clone());
        let later = self.interludes.iter().flat_map(|interlude| &interlude.changes).filter_map(|change| match change {
            Change::DiceReseeded { seed } => Some(seed.clone()),
            _ => None,
        });
        start.chain(later).map(|seed| DiceCup { seed, next_index: 0 })
    }

    /// The newest version there is a record of; 1 where nothing has happened.
    pub fn last_version(&self) -> u64 {
        let turns = self.turns.iter().map(|stored| stored.head_after.version);
        turns.chain(self.interludes.iter().map(|interlude| interlude.version)).max().unwrap_or(1)
    }
}

fn apply(game: &mut Game, changes: &[Change], place: impl Fn() -> String) -> Result<()> {
    game.apply_all(changes).map_err(|refusal| Error::Damaged(format!("{}: {refusal}", place())))
}
