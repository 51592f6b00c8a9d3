//! Sessions in memory, for tests and temporary play. Records are stored as the same JSON as in other stores, so that a round
//! trip has the same effects.

mod kept;
mod shelf;
mod side_records;

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;

use game::{
    Game, Session, SessionHead,
    id::{SessionId, TurnId},
    turn::Exchange,
};

use super::{
    BeginOutcome, Claim, ClaimedSession, Commit, Error, Interlude, KeyUse, LiveTurns, NewSession, Page, Recorded,
    Result, Rewind, SessionSummary, SideRecords, Store, StoredTurn, SupersededRecords, Trace, TurnKey, TurnRecord,
    UndoneKey,
    claim::{CLAIM_TTL, Claims},
    cursor::{Cursor, time_key},
    json,
    limits::{RecordKind, check_key},
    record::PromptTurn,
};
use kept::{EncodedRecords, KeptSession, KeptTurn, decode};
use shelf::KeptShelf;

/// Keeps sessions for as long as the process lives.
#[derive(Debug)]
pub struct MemoryStore {
    kept: Mutex<MemoryRecords>,
    shelf: Mutex<KeptShelf>,
    claims: Claims,
}

#[derive(Debug, Default)]
struct MemoryRecords {
    sessions: HashMap<SessionId, KeptSession>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::with_claim_ttl(CLAIM_TTL)
    }

    /// An empty store whose claims hold for so long.
    pub fn with_claim_ttl(claim_ttl: Duration) -> Self {
        Self { kept: Mutex::default(), shelf: Mutex::default(), claims: Claims::new(claim_ttl) }
    }

    fn kept(&self) -> MutexGuard<'_, MemoryRecords> {
        // Every method validates first and then makes infallible changes, so data is consistent even after a panic.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf(&self) -> MutexGuard<'_, KeptShelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryRecords {
    fn session(&self, id: &SessionId) -> Result<&KeptSession> {
        self.sessions.get(id).ok_or(Error::NotFound)
    }

    fn session_mut(&mut self, id: &SessionId) -> Result<&mut KeptSession> {
        self.sessions.get_mut(id).ok_or(Error::NotFound)
    }
}

impl LiveTurns for MemoryStore {}

#[async_trait]
impl Store for MemoryStore {
    fn name(&self) -> &'static str {
        "memory"
    }

    async fn ping(&self) -> Result<()> {
        Ok(())
    }

    async fn create(&self, new: NewSession) -> Result<Recorded<Session>> {
        let session = new.session.clone();
        let new = KeptSession::new(new)?;
        let mut kept = self.kept();
        if new.create_key.is_some() {
            let same = |it: &&KeptSession| it.head.owner == new.head.owner && it.create_key == new.create_key;
            if let Some(before) = kept.sessions.values().find(same) {
                return before.read().map(Recorded::Before);
            }
        }
        if kept.sessions.contains_key(&new.head.id) {
            return Err(Error::Conflict);
        }
        kept.sessions.insert(new.head.id.clone(), new);
        Ok(Recorded::Now(session))
    }

    async fn load(&self, id: &SessionId) -> Result<Session> {
        self.kept().session(id)?.read()
    }

    async fn load_start(&self, id: &SessionId) -> Result<Game> {
        decode(RecordKind::Snapshot, id, &self.kept().session(id)?.start)
    }

    async fn checkpoint(&self, id: &SessionId, until: u32) -> Result<(u32, Game)> {
        let kept = self.kept();
        let session = kept.session(id)?;
        let (seq, json) = session.checkpoints.range(..=until).next_back().unwrap_or((&0, &session.start));
        Ok((*seq, decode(RecordKind::Snapshot, id, json)?))
    }

    async fn raw_snapshot(&self, id: &SessionId) -> Result<Vec<u8>> {
        Ok(self.kept().session(id)?.snapshot.clone().into_bytes())
    }

    async fn list(&self, owner: &str, limit: u32, cursor: Option<&str>) -> Result<Page<SessionSummary>> {
        let from = cursor.map(Cursor::read).transpose()?;
        let kept = self.kept();
        let mine = kept.sessions.values().filter(|it| it.head.owner == owner).map(|it| &it.summary);
        let mut found: Vec<(String, &SessionSummary)> = mine.map(|it| (time_key(it.updated_at), it)).collect();
        found.retain(|(key, it)| from.as_ref().is_none_or(|from| (key, &it.id) < (&from.updated_at, &from.id)));
        found.sort_by(|(a_key, a), (b_key, b)| (b_key, &b.id).cmp(&(a_key, &a.id)));
        Ok(Page::cut(found.into_iter().map(|(_, it)| it.clone()), limit))
    }

    async fn rename(&self, id: &SessionId, title: &str) -> Result<SessionHead> {
        let mut kept = self.kept();
        let session = kept.session_mut(id)?;
        let head = SessionHead { title: title.to_owned(), ..session.head.clone() };
        json::encode(RecordKind::Head, &head)?;
        session.summary.title.clone_from(&head.title);
        session.head = head.clone();
        Ok(head)
    }

    async fn delete(&self, id: &SessionId) -> Result<()> {
        self.kept().sessions.remove(id).ok_or(Error::NotFound)?;
        self.claims.forget(id);
        Ok(())
    }

    async fn begin_turn(&self, owner: &str, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<BeginOutcome> {
        check_key(key)?;
        let kept = self.kept();
        let kept = kept.session(session)?;
        if kept.head.owner != owner {
            return Err(Error::NotFound);
        }
        if let Some(used) = kept.key_use(&key.key)? {
            return Ok(used.answer(key));
        }
        if !self.claims.take(session, turn) {
            return Ok(BeginOutcome::Busy);
        }
        let claim = Claim { session: session.clone(), turn: turn.clone() };
        let read = || {
            let window = kept.range(kept.head.window_from..=kept.head.n_turns).map(|turn| shown(session, turn));
            let window = window.filter_map(Result::transpose).collect::<Result<_>>()?;
            Ok(BeginOutcome::Claimed(Box::new(ClaimedSession { claim: claim.clone(), session: kept.read()?, window })))
        };
        read().inspect_err(|_| self.claims.release(&claim))
    }

    async fn renew_claim(&self, claim: &Claim) -> Result<()> {
        self.kept().session(&claim.session)?;
        self.claims.renew(claim)
    }

    async fn record_spending(&self, claim: &Claim, pico_usd: u64) -> Result<()> {
        let mut kept = self.kept();
        let session = kept.session_mut(&claim.session)?;
        self.claims.check(claim)?;
        session.head.spent_pico_usd = session.head.spent_pico_usd.max(pico_usd);
        Ok(())
    }

    async fn release_claim(&self, claim: &Claim) -> Result<()> {
        self.claims.release(claim);
        Ok(())
    }

    async fn commit_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()> {
        claim.covers(&commit)?;
        let turn = KeptTurn::of(&commit.what)?;
        let seq = commit.what.stored.turn.seq;
        let after = EncodedRecords::of(&commit)?;
        let mut kept = self.kept();
        let session = kept.session_mut(&claim.session)?;
        self.claims.check(claim)?;
        session.at(commit.expected_version)?;
        session.check_new(&turn)?;
        if session.turns.contains_key(&seq) {
            return Err(Error::Conflict);
        }
        session.advance(after);
        session.insert_turn(seq, turn);
        self.claims.release(claim);
        Ok(())
    }

    async fn commit_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()> {
        let stored = &commit.what.stored;
        commit.retells(claim)?;
        let (id, seq) = (&stored.turn.session_id, stored.turn.seq);
        let turn = KeptTurn::of(&commit.what)?;
        let interlude = encoded(commit.what.interlude.as_ref())?;
        let after = EncodedRecords::of(&commit)?;
        let mut kept = self.kept();
        let session = kept.session_mut(id)?;
        let _between = match claim {
            Some(claim) => self.claims.check(claim).map(|()| None)?,
            None => Some(self.claims.between_turns(id)?),
        };
        session.at(commit.expected_version)?;
        if session.turns.last_key_value().is_none_or(|(last, _)| *last != seq) {
            return Err(Error::Conflict);
        }
        match session.alternatives.iter().any(|(_, alternative)| alternative.id == turn.id) {
            true => {}
            false => session.check_new(&turn)?,
        }
        session.advance(after);
        session.retell(seq, turn);
        if let Some((interlude, body)) = interlude {
            session.insert_interlude(interlude, body);
        }
        if let Some(claim) = claim {
            self.claims.release(claim);
        }
        Ok(())
    }

    async fn commit_rewind(&self, commit: Commit<Rewind>) -> Result<()> {
        let id = &commit.head.id;
        commit.leads_on(id)?;
        let Rewind { to, key, interlude } = &commit.what;
        let interlude = encoded(interlude.as_ref())?;
        let after = EncodedRecords::of(&commit)?;
        let mut kept = self.kept();
        let session = kept.session_mut(id)?;
        session.at(commit.expected_version)?;
        let _between = self.claims.between_turns(id)?;
        if key.as_ref().is_some_and(|key| session.key_use(&key.key).is_ok_and(|used| used.is_some())) {
            return Err(Error::Conflict);
        }
        session.advance(after);
        session.rewind(*to);
        if let Some((interlude, body)) = interlude {
            session.insert_interlude(interlude, body);
        }
        if let Some(key) = key {
            session.undo(UndoneKey { turn_id: None, key: key.clone() });
        }
        Ok(())
    }

    async fn commit_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        let interlude = &commit.what;
        commit.leads_on(&interlude.session_id)?;
        let body = json::encode(RecordKind::Interlude, interlude)?;
        let after = EncodedRecords::of(&commit)?;
        let mut kept = self.kept();
        let session = kept.session_mut(&interlude.session_id)?;
        session.at(commit.expected_version)?;
        let _between = self.claims.between_turns(&interlude.session_id)?;
        if session.interludes.contains_key(&interlude.version) {
            return Err(Error::Conflict);
        }
        session.advance(after);
        session.insert_interlude(interlude, body);
        Ok(())
    }

    async fn turns(
        &self,
        session: &SessionId,
        after: Option<u32>,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredTurn>> {
        let kept = self.kept();
        let kept = kept.session(session)?;
        let n = usize::try_from(limit).unwrap_or(usize::MAX);
        let between = kept
            .turns
            .iter()
            .filter(|(seq, _)| after.is_none_or(|after| **seq > after) && before.is_none_or(|before| **seq < before));
        let surplus = match (after, before) {
            (None, Some(_)) => between.clone().count().saturating_sub(n),
            _ => 0,
        };
        between.skip(surplus).take(n).map(|(_, turn)| turn.read(session)).collect()
    }

    async fn window(&self, session: &SessionId, from: u32, to: u32) -> Result<Vec<Exchange>> {
        let kept = self.kept();
        let turns = kept.session(session)?.range(from..=to).map(|turn| shown(session, turn));
        turns.filter_map(Result::transpose).collect()
    }

    async fn turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        self.kept().session(session)?.find(turn).ok_or(Error::NotFound)?.read(session)
    }

    async fn trace(&self, session: &SessionId, turn: &TurnId) -> Result<Trace> {
        let kept = self.kept();
        let turn = kept.sessions.get(session).and_then(|kept| kept.find(turn));
        turn.and_then(|turn| turn.trace.as_deref())
            .map_or(Ok(Trace::default()), |json| decode(RecordKind::Trace, session, json))
    }

    async fn key_use(&self, session: &SessionId, key: &str) -> Result<Option<KeyUse>> {
        self.kept().session(session)?.key_use(key)
    }

    async fn interludes(&self, session: &SessionId, from: u32) -> Result<Vec<Interlude>> {
        let kept = self.kept();
        let kept = kept.session(session)?.interludes.values().filter(|(after, _)| *after >= from);
        kept.map(|(_, body)| decode(RecordKind::Interlude, session, body)).collect()
    }

    async fn create_key(&self, session: &SessionId) -> Result<Option<String>> {
        Ok(self.kept().session(session)?.create_key.clone())
    }

    async fn aside(&self, session: &SessionId) -> Result<SupersededRecords> {
        let journal = self.hand(session).await?;
        let kept = self.kept();
        let kept = kept.session(session)?;
        let mut alternatives: Vec<_> = kept.alternatives.iter().collect();
        alternatives.sort_by_key(|(seq, _)| *seq);
        let alternatives = alternatives.into_iter().map(|(_, turn)| turn.read(session)).collect::<Result<_>>()?;
        Ok(SupersededRecords { alternatives, undone: kept.undone.clone(), journal })
    }

    async fn all_ids(&self) -> Result<Vec<SessionId>> {
        Ok(self.kept().sessions.keys().cloned().collect())
    }
}

fn encoded(interlude: Option<&Interlude>) -> Result<Option<(&Interlude, String)>> {
    interlude.map(|it| Ok((it, json::encode(RecordKind::Interlude, it)?))).transpose()
}

fn shown(session: &SessionId, turn: &KeptTurn) -> Result<Option<Exchange>> {
    Ok(decode::<PromptTurn>(RecordKind::Turn, session, &turn.body)?.shown())
}
