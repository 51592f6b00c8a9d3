//! One session in memory, and the effect of each step.

use std::{
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
};

use game::{
    Game, SCHEMA, Session, SessionHead,
    id::{SessionId, TurnId},
};

use crate::store::{
    CHECKPOINT_EVERY, Commit, Error, Interlude, KeyUse, NewSession, Result, SessionSummary, SideKind, SideRecord,
    StoredTurn, TurnKey, TurnRecord, UndoneKey,
    json::{self, whose},
    limits::{RecordKind, check_summary},
    side_records,
};

#[derive(Debug)]
pub(super) struct KeptSession {
    pub(super) head: SessionHead,
    pub(super) create_key: Option<String>,
    pub(super) summary: SessionSummary,
    pub(super) start: String,
    pub(super) snapshot: String,
    pub(super) turns: BTreeMap<u32, KeptTurn>,
    /// By the turn they are narrations of, in the order they were put aside.
    pub(super) alternatives: Vec<(u32, KeptTurn)>,
    pub(super) undone: Vec<UndoneKey>,
    /// By version: the turn they follow, and their record.
    pub(super) interludes: BTreeMap<u64, (u32, String)>,
    pub(super) checkpoints: BTreeMap<u32, String>,
    /// Records apart from its turns.
    pub(super) side_records: HashMap<SideKind, SideRecord>,
    /// The use of each key: a turn, or an undone change.
    keys: HashMap<String, Option<TurnId>>,
}

#[derive(Debug)]
pub(super) struct KeptTurn {
    pub(super) id: TurnId,
    pub(super) key: TurnKey,
    pub(super) body: String,
    pub(super) trace: Option<String>,
}

impl KeptTurn {
    pub(super) fn of(told: &TurnRecord) -> Result<Self> {
        let trace = (!told.trace.is_empty()).then(|| json::encode(RecordKind::Trace, &told.trace)).transpose()?;
        Ok(Self { trace, ..Self::without_trace(&told.stored)? })
    }

    fn without_trace(stored: &StoredTurn) -> Result<Self> {
        let body = json::encode(RecordKind::Turn, stored)?;
        Ok(Self { id: stored.turn.id.clone(), key: stored.key.clone(), body, trace: None })
    }

    pub(super) fn read(&self, session: &SessionId) -> Result<StoredTurn> {
        decode(RecordKind::Turn, session, &self.body)
    }
}

/// A session's records after a commit, encoded.
pub(super) struct EncodedRecords {
    head: SessionHead,
    summary: SessionSummary,
    snapshot: String,
}

impl EncodedRecords {
    pub(super) fn of<T>(commit: &Commit<T>) -> Result<Self> {
        json::encode(RecordKind::Head, &commit.head)?;
        let summary = SessionSummary::of_parts(&commit.head, &commit.game);
        check_summary(&summary)?;
        Ok(Self { head: commit.head.clone(), summary, snapshot: json::encode(RecordKind::Snapshot, &commit.game)? })
    }
}

pub(super) fn decode<T: serde::de::DeserializeOwned>(part: RecordKind, id: &SessionId, json: &str) -> Result<T> {
    json::decode(part, &whose(id), SCHEMA.into(), json)
}

impl KeptSession {
    pub(super) fn new(new: NewSession) -> Result<Self> {
        let NewSession { session, past, create_key } = new;
        json::encode(RecordKind::Head, &session.head)?;
        check_summary(&SessionSummary::of(&session))?;
        let snapshot = json::encode(RecordKind::Snapshot, &session.game)?;
        let mut kept = Self {
            create_key,
            summary: SessionSummary::of(&session),
            start: snapshot.clone(),
            snapshot,
            head: session.head,
            turns: BTreeMap::new(),
            alternatives: Vec::new(),
            undone: Vec::new(),
            interludes: BTreeMap::new(),
            checkpoints: BTreeMap::new(),
            side_records: HashMap::new(),
            keys: HashMap::new(),
        };
        let Some(past) = past else { return Ok(kept) };
        kept.start = json::encode(RecordKind::Snapshot, &past.start)?;
        for stored in &past.turns {
            kept.use_key(&stored.key.key, Some(&stored.turn.id));
            kept.turns.insert(stored.turn.seq, KeptTurn::without_trace(stored)?);
        }
        for stored in &past.aside.alternatives {
            kept.use_key(&stored.key.key, Some(&stored.turn.id));
            kept.alternatives.push((stored.turn.seq, KeptTurn::without_trace(stored)?));
        }
        for undone in past.aside.undone {
            kept.undo(undone);
        }
        for interlude in &past.interludes {
            kept.insert_interlude(interlude, json::encode(RecordKind::Interlude, interlude)?);
        }
        if !past.aside.journal.is_empty() {
            kept.side_records.insert(SideKind::Hand, side_records::of_hand(&past.aside.journal)?);
        }
        for (seq, game) in &past.checkpoints {
            kept.checkpoints.insert(*seq, json::encode(RecordKind::Snapshot, game)?);
        }
        Ok(kept)
    }

    pub(super) fn read(&self) -> Result<Session> {
        let game: Game = decode(RecordKind::Snapshot, &self.head.id, &self.snapshot)?;
        Ok(Session { head: self.head.clone(), game })
    }

    pub(super) fn at(&self, version: u64) -> Result<()> {
        if self.head.version == version { Ok(()) } else { Err(Error::Conflict) }
    }

    pub(super) fn find(&self, turn: &TurnId) -> Option<&KeptTurn> {
        let told = self.turns.values().chain(self.alternatives.iter().map(|(_, turn)| turn));
        told.into_iter().find(|kept| kept.id == *turn)
    }

    pub(super) fn key_use(&self, key: &str) -> Result<Option<KeyUse>> {
        Ok(match self.keys.get(key) {
            None => None,
            Some(Some(turn)) => match self.find(turn) {
                Some(turn) => Some(KeyUse::Turn(Box::new(turn.read(&self.head.id)?))),
                None => None,
            },
            Some(None) => self.undone.iter().find(|undone| undone.key.key == key).cloned().map(KeyUse::Undone),
        })
    }

    /// Whether a turn can be added.
    pub(super) fn check_new(&self, turn: &KeptTurn) -> Result<()> {
        if self.find(&turn.id).is_some() || self.keys.contains_key(&turn.key.key) {
            return Err(Error::Conflict);
        }
        Ok(())
    }

    pub(super) fn insert_turn(&mut self, seq: u32, turn: KeptTurn) {
        self.use_key(&turn.key.key, Some(&turn.id));
        self.turns.insert(seq, turn);
        if seq.is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.insert(seq, self.snapshot.clone());
        }
    }

    pub(super) fn insert_interlude(&mut self, interlude: &Interlude, body: String) {
        self.interludes.insert(interlude.version, (interlude.after_seq, body));
    }

    /// Replaces the last turn.
    pub(super) fn retell(&mut self, seq: u32, turn: KeptTurn) {
        self.interludes.retain(|_, (after, _)| *after < seq);
        self.alternatives.retain(|(_, alternative)| alternative.id != turn.id);
        if let Some(before) = self.turns.remove(&seq) {
            self.alternatives.push((seq, KeptTurn { trace: None, ..before }));
        }
        self.insert_turn(seq, turn);
    }

    /// Undoes every turn after `to`, and what followed it.
    pub(super) fn rewind(&mut self, to: u32) {
        let gone = self.turns.split_off(&(to + 1)).into_values();
        let others = self.alternatives.extract_if(.., |(seq, _)| *seq > to).map(|(_, turn)| turn);
        let gone: Vec<KeptTurn> = gone.chain(others).collect();
        for turn in gone {
            self.undo(UndoneKey { turn_id: Some(turn.id), key: turn.key });
        }
        self.interludes.retain(|_, (after, _)| *after <= to);
        self.checkpoints.retain(|seq, _| *seq <= to);
    }

    pub(super) fn undo(&mut self, undone: UndoneKey) {
        self.use_key(&undone.key.key, None);
        self.undone.push(undone);
    }

    fn use_key(&mut self, key: &str, turn: Option<&TurnId>) {
        self.keys.insert(key.to_owned(), turn.cloned());
    }

    /// Applies the result of a commit. The title stays: only renaming changes it.
    pub(super) fn advance(&mut self, after: EncodedRecords) {
        self.head = SessionHead { title: std::mem::take(&mut self.head.title), ..after.head };
        self.summary = SessionSummary { title: self.head.title.clone(), ..after.summary };
        self.snapshot = after.snapshot;
    }

    /// The turns of a range that are to be shown to the next prompt.
    pub(super) fn range(&self, range: RangeInclusive<u32>) -> impl Iterator<Item = &KeptTurn> {
        let (from, to) = range.into_inner();
        self.turns.range(from..=to.max(from)).filter(move |(seq, _)| **seq <= to).map(|(_, turn)| turn)
    }
}
