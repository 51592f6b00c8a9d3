//! Sessions in memory, for tests and for play that leaves nothing behind. Records are kept as the same JSON the other
//! stores keep, so that whatever a round trip does to them it does here too.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;

use crate::game::{
    Game, SCHEMA, Session, SessionHead,
    id::{SessionId, TurnId},
};

use super::{
    Begun, Claim, Commit, Error, Interlude, NewSession, Page, Recorded, Result, SessionSummary, Store, StoredTurn,
    TurnKey,
    claim::{CLAIM_TTL, expiry},
    cursor::{Cursor, time_key},
    json,
    limits::Part,
};

/// Keeps sessions for as long as the process lives.
#[derive(Debug)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
    claim_ttl: Duration,
}

#[derive(Debug, Default)]
struct Kept {
    sessions: HashMap<SessionId, KeptSession>,
    seq_of_turn: HashMap<TurnId, (SessionId, u32)>,
}

#[derive(Debug)]
struct KeptSession {
    head: SessionHead,
    create_key: Option<String>,
    summary: SessionSummary,
    start: String,
    snapshot: String,
    turns: BTreeMap<u32, KeptTurn>,
    seq_of_key: HashMap<String, u32>,
    interludes: BTreeMap<u64, String>,
    claim: Option<KeptClaim>,
}

#[derive(Debug)]
struct KeptTurn {
    id: TurnId,
    key: TurnKey,
    body: String,
}

#[derive(Debug)]
struct KeptClaim {
    turn: TurnId,
    expires_at: Timestamp,
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
        Self { kept: Mutex::default(), claim_ttl }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Every method checks first and then changes without a way to fail, so what a panic leaves is whole.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn session(&self, id: &SessionId) -> Result<&KeptSession> {
        self.sessions.get(id).ok_or(Error::NotFound)
    }

    fn session_mut(&mut self, id: &SessionId) -> Result<&mut KeptSession> {
        self.sessions.get_mut(id).ok_or(Error::NotFound)
    }
}

impl KeptSession {
    fn read(&self) -> Result<Session> {
        let game = decode(Part::Snapshot, &self.head.id, &self.snapshot)?;
        Ok(Session { head: self.head.clone(), game })
    }

    fn at(&self, version: u64) -> Result<()> {
        if self.head.version == version { Ok(()) } else { Err(Error::Conflict) }
    }

    fn held_by(&self, turn: &TurnId) -> Result<()> {
        if self.claim.as_ref().is_some_and(|claim| claim.turn == *turn) { Ok(()) } else { Err(Error::Conflict) }
    }

    /// Takes over what a commit leads to. The title stays: it is changed by renaming only.
    fn advance(&mut self, head: SessionHead, game: &Game, snapshot: String) {
        self.head = SessionHead { title: std::mem::take(&mut self.head.title), ..head };
        self.summary = SessionSummary::of_parts(&self.head, game);
        self.snapshot = snapshot;
    }
}

fn decode<T: serde::de::DeserializeOwned>(part: Part, id: &SessionId, json: &str) -> Result<T> {
    json::decode(part, &format!("session {id}"), SCHEMA.into(), json)
}

#[async_trait]
impl Store for MemoryStore {
    fn name(&self) -> &'static str {
        "memory"
    }

    async fn ping(&self) -> Result<()> {
        Ok(())
    }

    async fn create(&self, new: NewSession) -> Result<Recorded<Session>> {
        let NewSession { session, create_key } = new;
        json::encode(Part::Head, &session.head)?;
        let start = json::encode(Part::Snapshot, &session.game)?;
        let mut kept = self.kept();
        if create_key.is_some() {
            let same = |it: &&KeptSession| it.head.owner == session.head.owner && it.create_key == create_key;
            if let Some(before) = kept.sessions.values().find(same) {
                return before.read().map(Recorded::Before);
            }
        }
        if kept.sessions.contains_key(&session.head.id) {
            return Err(Error::Conflict);
        }
        let new = KeptSession {
            head: session.head.clone(),
            create_key,
            summary: SessionSummary::of(&session),
            snapshot: start.clone(),
            start,
            turns: BTreeMap::new(),
            seq_of_key: HashMap::new(),
            interludes: BTreeMap::new(),
            claim: None,
        };
        kept.sessions.insert(session.head.id.clone(), new);
        Ok(Recorded::Now(session))
    }

    async fn load(&self, id: &SessionId) -> Result<Session> {
        self.kept().session(id)?.read()
    }

    async fn load_start(&self, id: &SessionId) -> Result<Game> {
        decode(Part::Snapshot, id, &self.kept().session(id)?.start)
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
        json::encode(Part::Head, &head)?;
        session.summary.title.clone_from(&head.title);
        session.head = head.clone();
        Ok(head)
    }

    async fn delete(&self, id: &SessionId) -> Result<()> {
        let mut kept = self.kept();
        let gone = kept.sessions.remove(id).ok_or(Error::NotFound)?;
        for turn in gone.turns.values() {
            kept.seq_of_turn.remove(&turn.id);
        }
        Ok(())
    }

    async fn begin_turn(&self, session: &SessionId, key: &TurnKey, turn: &TurnId) -> Result<Begun> {
        let now = Timestamp::now();
        let mut kept = self.kept();
        let kept = kept.session_mut(session)?;
        if let Some(played) = kept.seq_of_key.get(&key.key).and_then(|seq| kept.turns.get(seq)) {
            return Ok(match played.key == *key {
                true => Begun::Played(Box::new(decode(Part::Turn, session, &played.body)?)),
                false => Begun::KeyMismatch,
            });
        }
        if kept.claim.as_ref().is_some_and(|claim| claim.turn != *turn && claim.expires_at > now) {
            return Ok(Begun::Busy);
        }
        kept.claim = Some(KeptClaim { turn: turn.clone(), expires_at: expiry(now, self.claim_ttl) });
        Ok(Begun::Claimed(Claim { session: session.clone(), turn: turn.clone() }))
    }

    async fn renew_claim(&self, claim: &Claim) -> Result<()> {
        let mut kept = self.kept();
        let session = kept.session_mut(&claim.session)?;
        session.held_by(&claim.turn)?;
        let expires_at = expiry(Timestamp::now(), self.claim_ttl);
        session.claim = Some(KeptClaim { turn: claim.turn.clone(), expires_at });
        Ok(())
    }

    async fn release_claim(&self, claim: &Claim) -> Result<()> {
        if let Ok(session) = self.kept().session_mut(&claim.session) {
            session.claim.take_if(|held| held.turn == claim.turn);
        }
        Ok(())
    }

    async fn commit_turn(&self, claim: &Claim, commit: Commit<StoredTurn>) -> Result<()> {
        claim.covers(&commit)?;
        let Commit { expected_version, head, game, what: stored } = commit;
        let body = json::encode(Part::Turn, &stored)?;
        let snapshot = json::encode(Part::Snapshot, &game)?;
        json::encode(Part::Head, &head)?;
        let mut kept = self.kept();
        let taken = kept.seq_of_turn.contains_key(&stored.turn.id);
        let session = kept.session_mut(&claim.session)?;
        session.held_by(&claim.turn)?;
        session.at(expected_version)?;
        if taken || session.turns.contains_key(&stored.turn.seq) || session.seq_of_key.contains_key(&stored.key.key) {
            return Err(Error::Conflict);
        }
        session.claim = None;
        session.advance(head, &game, snapshot);
        let (id, seq) = (stored.turn.id, stored.turn.seq);
        session.seq_of_key.insert(stored.key.key.clone(), seq);
        session.turns.insert(seq, KeptTurn { id: id.clone(), key: stored.key, body });
        kept.seq_of_turn.insert(id, (claim.session.clone(), seq));
        Ok(())
    }

    async fn commit_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        commit.leads_on(&commit.what.session_id)?;
        let Commit { expected_version, head, game, what: interlude } = commit;
        let body = json::encode(Part::Interlude, &interlude)?;
        let snapshot = json::encode(Part::Snapshot, &game)?;
        json::encode(Part::Head, &head)?;
        let now = Timestamp::now();
        let mut kept = self.kept();
        let session = kept.session_mut(&interlude.session_id)?;
        session.at(expected_version)?;
        if session.claim.as_ref().is_some_and(|claim| claim.expires_at > now)
            || session.interludes.contains_key(&interlude.version)
        {
            return Err(Error::Conflict);
        }
        session.advance(head, &game, snapshot);
        session.interludes.insert(interlude.version, body);
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
        between.skip(surplus).take(n).map(|(_, turn)| decode(Part::Turn, session, &turn.body)).collect()
    }

    async fn turn(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn> {
        let kept = self.kept();
        let (of, seq) = kept.seq_of_turn.get(turn).ok_or(Error::NotFound)?;
        let found = kept.session(session)?.turns.get(seq).filter(|_| of == session).ok_or(Error::NotFound)?;
        decode(Part::Turn, session, &found.body)
    }

    async fn turn_by_key(&self, session: &SessionId, key: &str) -> Result<Option<StoredTurn>> {
        let kept = self.kept();
        let found = kept.session(session)?.turns.values().find(|it| it.key.key == key);
        found.map(|it| decode(Part::Turn, session, &it.body)).transpose()
    }

    async fn interludes(&self, session: &SessionId) -> Result<Vec<Interlude>> {
        let kept = self.kept();
        let bodies = kept.session(session)?.interludes.values();
        bodies.map(|body| decode(Part::Interlude, session, body)).collect()
    }

    async fn all_ids(&self) -> Result<Vec<SessionId>> {
        Ok(self.kept().sessions.keys().cloned().collect())
    }
}
