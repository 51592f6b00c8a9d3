//! The only access to Firestore: reads and atomic commits, with their costs counted.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use firestore::{
    FirestoreDb, FirestoreTransaction, FirestoreTransactionData,
    errors::FirestoreError,
    gcloud_sdk::{
        google::firestore::v1::{
            Document, DocumentMask, Precondition, Write, precondition::ConditionType, write::Operation,
        },
        prost::Message,
    },
};
use jiff::Timestamp;

use crate::store::Result;

use super::{
    document::{DocumentFields, StoredDocument, proto_time},
    failure::{CommitFailure, told},
    place::DocumentPath,
    queries::{DocumentQuery, QueryShape},
};

/// Most times a commit is tried.
pub(super) const MAX_TRIES: u32 = 5;
/// Most writes of one commit; more are saved in several.
pub(super) const MAX_WRITES: usize = 400;
/// Most bytes of one commit; Firestore takes 10 MiB, its emulator 4 MiB.
pub(super) const MAX_COMMIT_BYTES: usize = 3_500_000;

/// Firestore operations so far, in billed units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Billed {
    /// Documents read; a question that finds nothing counts as one.
    pub reads: u64,
    /// Documents written.
    pub writes: u64,
    /// Documents deleted.
    pub deletes: u64,
}

/// A Firestore database.
pub(super) struct Database {
    db: FirestoreDb,
    /// No try begins when a step has taken so long.
    patience: Duration,
    reads: AtomicU64,
    writes: AtomicU64,
    deletes: AtomicU64,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Database").field(self.db.get_database_path()).finish()
    }
}

/// The precondition of a document for a commit.
#[derive(Debug, Clone, Copy)]
pub(super) enum WriteCondition {
    Anything,
    There,
    NotThere,
    /// Unchanged since then.
    UnchangedSince(Timestamp),
}

impl Database {
    pub(super) fn new(db: FirestoreDb, patience: Duration) -> Self {
        let [reads, writes, deletes] = [AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)];
        Self { db, patience, reads, writes, deletes }
    }

    pub(super) fn billed(&self) -> Billed {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Billed { reads: count(&self.reads), writes: count(&self.writes), deletes: count(&self.deletes) }
    }

    /// The full name of a place.
    pub(super) fn name(&self, place: &DocumentPath) -> String {
        format!("{}/{}", self.db.get_documents_path(), place.path())
    }

    /// Reads a document, or only some of its fields. `whose` names it in sentences.
    pub(super) async fn get(
        &self,
        place: &DocumentPath,
        fields: Option<&[&str]>,
        whose: &str,
    ) -> Result<Option<StoredDocument>> {
        let mut select = self.db.fluent().select();
        if let Some(fields) = fields {
            select = select.fields(fields);
        }
        let mut select = select.by_id_in(place.collection);
        if let Some(beneath) = &place.beneath {
            select = select.parent(format!("{}/{beneath}", self.db.get_documents_path()));
        }
        self.reads.fetch_add(1, Ordering::Relaxed);
        let found = select.one(&place.id).await.map_err(|error| told(&error))?;
        Ok(found.map(|document| StoredDocument::of(document, whose)))
    }

    /// Runs a query of a shape beneath a place or at the top.
    pub(super) fn ask(&self, shape: &QueryShape, beneath: Option<&DocumentPath>, values: &[&str]) -> DocumentQuery {
        shape.ask(beneath.map(|place| self.name(place)), values)
    }

    pub(super) async fn find(&self, query: DocumentQuery, whose: &str) -> Result<Vec<StoredDocument>> {
        let found = query.put(&self.db).await;
        let n = found.as_ref().map_or(1, |found| found.len().max(1));
        self.reads.fetch_add(u64::try_from(n).unwrap_or(u64::MAX), Ordering::Relaxed);
        let found = found.map_err(|error| told(&error))?;
        Ok(found.into_iter().map(|document| StoredDocument::of(document, whose)).collect())
    }

    /// A write that makes a document be just these fields.
    pub(super) fn put(&self, place: &DocumentPath, fields: DocumentFields, given: WriteCondition) -> Write {
        self.write(place, fields, None, given)
    }

    /// A write that changes only the named fields; those among them that are not given are taken away.
    pub(super) fn change(
        &self,
        place: &DocumentPath,
        fields: DocumentFields,
        names: &[&str],
        given: WriteCondition,
    ) -> Write {
        self.write(place, fields, Some(names), given)
    }

    fn write(
        &self,
        place: &DocumentPath,
        fields: DocumentFields,
        names: Option<&[&str]>,
        given: WriteCondition,
    ) -> Write {
        let document = Document { name: self.name(place), fields: fields.0, create_time: None, update_time: None };
        let mask = names.map(|names| DocumentMask { field_paths: names.iter().map(|&name| name.to_owned()).collect() });
        Write {
            operation: Some(Operation::Update(document)),
            update_mask: mask,
            update_transforms: Vec::new(),
            current_document: given.precondition(),
        }
    }

    pub(super) fn delete(&self, name: String, given: WriteCondition) -> Write {
        Write {
            operation: Some(Operation::Delete(name)),
            update_mask: None,
            update_transforms: Vec::new(),
            current_document: given.precondition(),
        }
    }

    /// Makes one atomic write attempt and returns the time each document was written.
    pub(super) async fn try_commit(&self, writes: Vec<Write>) -> std::result::Result<Vec<Timestamp>, FirestoreError> {
        for write in &writes {
            let counter =
                if matches!(write.operation, Some(Operation::Delete(_))) { &self.deletes } else { &self.writes };
            counter.fetch_add(1, Ordering::Relaxed);
        }
        // With no transaction's id this is one atomic Commit: nothing is locked, and nothing must be begun.
        let documents = self.db.get_documents_path().clone();
        let data = FirestoreTransactionData::new(Vec::new(), documents, tracing::Span::none(), writes);
        let done = FirestoreTransaction::from_data(&self.db, data).commit().await?;
        // The crate's timestamps use an older major version of jiff.
        let time = |at: i128| Timestamp::from_nanosecond(at).unwrap_or_default();
        let at = done.write_results.into_iter().map(|it| it.update_time.unwrap_or_default().as_nanosecond());
        Ok(at.map(time).collect())
    }

    /// Performs a write that can safely be repeated.
    pub(super) async fn commit_again_and_again(&self, writes: Vec<Write>) -> Result<()> {
        let mut tries = self.tries();
        loop {
            let Err(error) = self.try_commit(writes.clone()).await else { return Ok(()) };
            match CommitFailure::of(&error) {
                CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                _ => return Err(told(&error)),
            }
        }
    }

    /// Writes as much at once as goes, and then the rest; each part is whole or nothing.
    pub(super) async fn commit_in_parts(&self, writes: impl IntoIterator<Item = Write>) -> Result<()> {
        let (mut part, mut bytes) = (Vec::new(), 0);
        for write in writes {
            let more = write.encoded_len();
            if part.len() == MAX_WRITES || (!part.is_empty() && bytes + more > MAX_COMMIT_BYTES) {
                self.commit_again_and_again(std::mem::take(&mut part)).await?;
                bytes = 0;
            }
            bytes += more;
            part.push(write);
        }
        if part.is_empty() { Ok(()) } else { self.commit_again_and_again(part).await }
    }

    pub(super) fn tries(&self) -> Tries {
        Tries { since: Instant::now(), patience: self.patience, n: 1 }
    }
}

impl WriteCondition {
    fn precondition(self) -> Option<Precondition> {
        let condition = match self {
            Self::Anything => return None,
            Self::There => ConditionType::Exists(true),
            Self::NotThere => ConditionType::Exists(false),
            Self::UnchangedSince(time) => ConditionType::UpdateTime(proto_time(time)),
        };
        Some(Precondition { condition_type: Some(condition) })
    }
}

/// How often something was tried.
pub(super) struct Tries {
    since: Instant,
    patience: Duration,
    n: u32,
}

impl Tries {
    /// Waits before the next try; `false` when there should be none.
    pub(super) async fn again(&mut self) -> bool {
        if !self.at_once() {
            return false;
        }
        // Full jitter: those who met once should not meet again.
        let most = 25_u64 << self.n.min(6);
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..=most))).await;
        true
    }

    /// Whether there may be another try, without waiting for it.
    pub(super) fn at_once(&mut self) -> bool {
        self.n += 1;
        self.n <= MAX_TRIES && self.since.elapsed() < self.patience
    }
}
