//! Reads turns. The session's document has their number; records beyond it are leftovers of a rewind.

use game::{
    Game,
    id::{SessionId, TurnId},
    turn::Exchange,
};

use crate::store::{Error, Interlude, KeyUse, Result, SideRecords, StoredTurn, SupersededRecords, Trace, json::whose};

use super::{
    FirestoreStore,
    document::StoredDocument,
    place::DocumentPath,
    queries::{
        ALTERNATIVES, BY_KEY, BY_TURN, CHECKPOINTS_NEWEST_FIRST, INTERLUDES_AFTER, TOLD, TOLD_NEWEST_FIRST, UNDONE,
    },
    records::{KeyRecord, read_game, read_interlude, read_key_use, read_shown, read_trace, read_turn, read_undone},
};

impl FirestoreStore {
    pub(super) async fn load_turns(
        &self,
        id: &SessionId,
        after: Option<u32>,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredTurn>> {
        let n_turns = self.standing(id).await?.n_turns;
        let first = after.map_or(1, |after| after.saturating_add(1));
        let Some(last) = before.map_or(Some(n_turns), |before| before.checked_sub(1)) else { return Ok(Vec::new()) };
        let newest_first = after.is_none() && before.is_some();
        let mut records = self.told(id, (first, last.min(n_turns)), limit, newest_first).await?;
        if newest_first {
            records.reverse();
        }
        records.iter().map(read_turn).collect()
    }

    /// The records of the turns from the first to the last of these.
    async fn told(
        &self,
        id: &SessionId,
        (first, last): (u32, u32),
        limit: u32,
        newest_first: bool,
    ) -> Result<Vec<StoredDocument>> {
        if first > last || limit == 0 {
            return Ok(Vec::new());
        }
        let shape = if newest_first { &TOLD_NEWEST_FIRST } else { &TOLD };
        let query = self.db.ask(shape, Some(&DocumentPath::session(id)?), &[]).at_least(first).at_most(last);
        self.db.find(query.limit(limit), &whose(id)).await
    }

    pub(super) async fn load_window(&self, id: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>> {
        let n_turns = self.standing(id).await?.n_turns;
        self.shown(id, from, to.min(n_turns)).await
    }

    /// The texts of current turns, without those that the model refused.
    pub(super) async fn shown(&self, id: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>> {
        let records = self.told(id, (from, to), u32::MAX, false).await?;
        records.iter().filter_map(|record| read_shown(record).transpose()).collect()
    }

    pub(super) async fn load_turn(&self, id: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        let query = self.db.ask(&BY_TURN, Some(&DocumentPath::session(id)?), &[turn.as_str()]).limit(2);
        let found = self.db.find(query, &whose(id)).await?;
        let record = found.iter().find(|record| record.has("body")).ok_or(Error::NotFound)?;
        if record.has("seq") && record.count::<u32>("seq")? > self.standing(id).await?.n_turns {
            return Err(Error::NotFound);
        }
        read_turn(record)
    }

    pub(super) async fn load_trace(&self, id: &SessionId, turn: &TurnId) -> Result<Trace> {
        let kept = self.db.get(&DocumentPath::session(id)?.trace(turn)?, None, &whose(id)).await?;
        kept.map_or(Ok(Trace::default()), |record| read_trace(&record))
    }

    pub(super) async fn load_key_use(&self, id: &SessionId, key: &str) -> Result<Option<KeyUse>> {
        // If this process played the session last, it is known to exist.
        let known = self.recent.look(id, |kept| kept.mark.n_turns);
        let query = self.db.ask(&BY_KEY, Some(&DocumentPath::session(id)?), &[key]).limit(1);
        let found = self.db.find(query, &whose(id)).await?;
        let Some(record) = found.first() else {
            return match known {
                Some(_) => Ok(None),
                None => self.standing(id).await.map(|_| None),
            };
        };
        Ok(Some(match read_key_use(record, self.standing(id).await?.n_turns)? {
            KeyRecord::Use(used) => used,
            KeyRecord::Beyond(undone) => KeyUse::Undone(undone),
        }))
    }

    pub(super) async fn load_interludes(&self, id: &SessionId, from: u32) -> Result<Vec<Interlude>> {
        let n_turns = self.standing(id).await?.n_turns;
        if from > n_turns {
            return Ok(Vec::new());
        }
        let query =
            self.db.ask(&INTERLUDES_AFTER, Some(&DocumentPath::session(id)?), &[]).at_least(from).at_most(n_turns);
        let found = self.db.find(query, &whose(id)).await?;
        let mut interludes: Vec<Interlude> = found.iter().map(read_interlude).collect::<Result<_>>()?;
        interludes.sort_by_key(|interlude| interlude.version);
        Ok(interludes)
    }

    pub(super) async fn load_checkpoint(&self, id: &SessionId, until: u32) -> Result<(u32, Game)> {
        let until = until.min(self.standing(id).await?.n_turns);
        let query =
            self.db.ask(&CHECKPOINTS_NEWEST_FIRST, Some(&DocumentPath::session(id)?), &[]).at_most(until).limit(1);
        match self.db.find(query, &whose(id)).await?.first() {
            Some(record) => Ok((record.count("seq")?, read_game(record)?)),
            None => Ok((0, self.load_first_state(id).await?)),
        }
    }

    pub(super) async fn load_first_state(&self, id: &SessionId) -> Result<Game> {
        match self.db.get(&DocumentPath::session(id)?.start(), None, &whose(id)).await? {
            Some(record) => read_game(&record),
            None => match self.standing(id).await {
                Ok(_) => Err(Error::Damaged(format!("the start of session {id} is missing"))),
                Err(error) => Err(error),
            },
        }
    }

    pub(super) async fn load_aside(&self, id: &SessionId) -> Result<SupersededRecords> {
        let n_turns = self.standing(id).await?.n_turns;
        let place = DocumentPath::session(id)?;
        let query = self.db.ask(&ALTERNATIVES, Some(&place), &[]).at_most(n_turns);
        let mut alternatives = self.db.find(query, &whose(id)).await?;
        let order = |record: &StoredDocument| {
            (record.int("ofSeq").unwrap_or_default(), record.int("order").unwrap_or_default())
        };
        alternatives.sort_by_key(order);
        let undone = self.db.find(self.db.ask(&UNDONE, Some(&place), &[]), &whose(id)).await?;
        Ok(SupersededRecords {
            alternatives: alternatives.iter().map(read_turn).collect::<Result<_>>()?,
            undone: undone.iter().map(read_undone).collect::<Result<_>>()?,
            journal: self.hand(id).await?,
        })
    }
}
