//! The whole history of a session: replay, branches, and its dice.

use jiff::Timestamp;

use game::{Change, Game, Session, dice::DiceCup, id::SessionId, journal::JournalEdits};

use super::{CHECKPOINT_EVERY, Error, Interlude, Past, Result, Store, StoredTurn, SupersededRecords, read_still};

/// How many turns are read at once.
const PAGE: u32 = 100;

/// A session and everything that led to it, as they were at one version, also while it is played.
///
/// # Errors
/// A record can't be read; [`Error::Conflict`] where the session never stood still.
pub async fn load_whole(store: &dyn Store, id: &SessionId) -> Result<(Session, Past)> {
    let (session, past, lost) = load_readable(store, id).await?;
    lost.map_or(Ok((session, past)), Err)
}

/// As [`load_whole`], but skips unreadable side records, and returns their errors.
///
/// # Errors
/// Those of [`load_whole`], but for records beside the turns.
pub async fn load_readable(store: &dyn Store, id: &SessionId) -> Result<(Session, Past, Option<Error>)> {
    read_still(store, id, |session| async move {
        let mut past = Past::until(store, id, u32::MAX - 1).await?;
        if past.turns.len() != session.head.n_turns as usize {
            let n_turns = session.head.n_turns;
            return Err(Error::Damaged(format!("some of the {n_turns} turns of session {id} are missing")));
        }
        let (aside, lost) = match store.aside(id).await {
            Ok(aside) => (aside, None),
            Err(error @ Error::Damaged(_)) => {
                // The journal is in a table of its own.
                let journal = match store.hand(id).await {
                    Err(Error::Damaged(_)) => JournalEdits::default(),
                    journal => journal?,
                };
                past.turns.iter_mut().for_each(|stored| stored.turn.alternatives.clear());
                (SupersededRecords { journal, ..SupersededRecords::default() }, Some(error))
            }
            Err(error) => return Err(error),
        };
        Ok((session, Past { aside, ..past }, lost))
    })
    .await
}

impl Past {
    /// Everything that led to a session's game as it is.
    ///
    /// # Errors
    /// A record can't be read.
    pub async fn load(store: &dyn Store, id: &SessionId) -> Result<Self> {
        let past = Self::until(store, id, u32::MAX - 1).await?;
        Ok(Self { aside: store.aside(id).await?, ..past })
    }

    /// The history up to a turn with its interludes, without alternatives.
    ///
    /// # Errors
    /// A record can't be read.
    pub async fn until(store: &dyn Store, id: &SessionId, at: u32) -> Result<Self> {
        let start: Game = store.load_start(id).await?;
        let mut turns: Vec<StoredTurn> = Vec::new();
        loop {
            // Always from a position: pages before a turn are the last ones before it.
            let from = turns.last().map_or(0, |last| last.turn.seq);
            let page = store.turns(id, Some(from), Some(at + 1), PAGE).await?;
            if page.is_empty() {
                break;
            }
            turns.extend(page);
        }
        let mut interludes = store.interludes(id, 0).await?;
        interludes.retain(|interlude| interlude.after_seq <= at);
        Ok(Self { start, turns, interludes, checkpoints: Vec::new(), aside: SupersededRecords::default() })
    }

    /// The resulting game, and the game after every turn with a checkpoint.
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
        self.interludes.push(Interlude { session_id, after_seq, version, at: Timestamp::now(), changes, key: None });
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

    /// The commitments of its seeds in order. A seed that was left out of an imported history is in `shared`, the session's
    /// [`shared_seeds`](game::SessionHead::shared_seeds): those without another seed belong to the missing ones, in order.
    pub fn commitments(&self, shared: &[String]) -> Vec<String> {
        let known: Vec<Option<String>> =
            self.seeds().map(|cup| (!cup.seed.is_empty()).then(|| cup.commitment())).collect();
        let mut missing = shared.iter().filter(|told| !known.iter().flatten().any(|known| known == *told));
        known.iter().map(|known| known.as_ref().or_else(|| missing.next()).cloned().unwrap_or_default()).collect()
    }

    /// The newest version there is a record of; 1 where nothing has happened.
    pub fn last_version(&self) -> u64 {
        let told = self.turns.iter().chain(&self.aside.alternatives);
        let turns = told.map(|stored| stored.head_after.version);
        turns.chain(self.interludes.iter().map(|interlude| interlude.version)).max().unwrap_or(1)
    }
}

fn apply(game: &mut Game, changes: &[Change], place: impl Fn() -> String) -> Result<()> {
    game.apply_all(changes).map_err(|refusal| Error::Damaged(format!("{}: {refusal}", place())))
}
