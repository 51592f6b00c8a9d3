//! The journal of a session, read and edited by its players.

use std::sync::Arc;

use game::{
    Session,
    id::SessionId,
    journal::{
        EntryFilter, Journal, JournalEdits, JournalEntry, MatchingEntries, NotWritten, Note, Revision, SupersededEvent,
        superseded_events,
    },
};
use uuid::Uuid;

use crate::{
    dm::{NotPlayed, Tables, play::TurnRunner, words::fingerprint},
    store::{self, Error, Store},
};

use super::{
    cache::{MemoryCache, SessionPast},
    then::LOOKED_AT,
};

/// The number of attempts to write when others write at the same time.
const TRIES: u32 = 20;

impl MemoryCache {
    /// The history of a session, up to date. Reading continues if the caller times out.
    pub(super) async fn up_to(&self, store: &Arc<dyn Store>, session: &Session) -> store::Result<Arc<SessionPast>> {
        let here = self.of(&session.head.id);
        let reading = tokio::spawn(Arc::clone(&here).keep_up(Arc::clone(store), session.clone()));
        reading.await.map_err(|error| Error::Damaged(error.to_string()))??;
        Ok(here)
    }
}

impl Tables {
    /// The entries of a session's journal.
    ///
    /// # Errors
    /// The past could not be read.
    pub async fn journal(&self, session: &Session, wanted: &EntryFilter) -> Result<MatchingEntries, NotPlayed> {
        let TurnRunner { store, memories, .. } = &self.stage;
        let hand = store.hand(&session.head.id).await?;
        let here = memories.up_to(store, session).await?;
        Ok(here.past().journal.read(&hand, wanted))
    }

    /// Important events that no longer hold, each with the turn that ended it.
    ///
    /// # Errors
    /// The past could not be read.
    pub async fn superseded_events(&self, session: &Session) -> Result<Vec<SupersededEvent>, NotPlayed> {
        let wanted = EntryFilter { limit: LOOKED_AT, ..EntryFilter::default() };
        let found = self.journal(session, &wanted).await?;
        Ok(superseded_events(&session.game.important_events, &found.items))
    }

    /// Writes a note into a session's journal, beside its last turn; under one key, only once.
    ///
    /// # Errors
    /// There are enough of them, the key has written another, or the store could not.
    pub async fn note(
        &self,
        session: &Session,
        text: String,
        pinned: bool,
        key: Option<&str>,
    ) -> Result<JournalEntry, NotPlayed> {
        let name = key.map_or_else(|| Uuid::now_v7().to_string(), |key| fingerprint(&["note", key]));
        let id = format!("note-{name}");
        let write = |hand: &mut JournalEdits, journal: &Journal| {
            let (id, text, since) = (id.clone(), text.clone(), journal.since(journal.n_turns()));
            hand.write(journal, Note { id, text, since, pinned, forgotten: false })
        };
        self.written(session, &id, write).await?.ok_or_else(|| NotWritten::Unknown.into())
    }

    /// Alters an entry of a session's journal.
    ///
    /// # Errors
    /// There is no such entry or no room, or the store failed.
    pub async fn revise(&self, session: &Session, id: &str, revision: &Revision) -> Result<JournalEntry, NotPlayed> {
        let revise = |hand: &mut JournalEdits, journal: &Journal| hand.revise(journal, id, revision);
        self.written(session, id, revise).await?.ok_or_else(|| NotWritten::Unknown.into())
    }

    /// Deletes a note from a session's journal, or has a fact forgotten.
    ///
    /// # Errors
    /// There is no such entry, or the store failed.
    pub async fn take_out(&self, session: &Session, id: &str) -> Result<(), NotPlayed> {
        self.written(session, id, |hand, journal| hand.take_out(journal, id)).await.map(drop)
    }

    /// Edits a session's journal, and returns the entry. Concurrent edits are preserved.
    async fn written(
        &self,
        session: &Session,
        entry: &str,
        write: impl Fn(&mut JournalEdits, &Journal) -> Result<(), NotWritten>,
    ) -> Result<Option<JournalEntry>, NotPlayed> {
        let TurnRunner { store, memories, .. } = &self.stage;
        let id: &SessionId = &session.head.id;
        let alone = memories.up_to(store, session).await?;
        let _alone = alone.writing.lock().await;
        for _ in 0..TRIES {
            let before = store.hand(id).await?;
            // Read afterwards, so that only edits of undone turns are dropped.
            let here = memories.up_to(store, &store.load(id).await?).await?;
            let (hand, entry) = {
                let past = here.past();
                let mut hand = before.clone();
                write(&mut hand, &past.journal)?;
                let entry = past.journal.one(&hand, entry);
                (hand, entry)
            };
            if hand == before {
                return Ok(entry);
            }
            match store.save_hand(id, &JournalEdits { version: before.version + 1, ..hand }, before.version).await {
                Err(Error::Conflict) => {}
                done => return Ok(done.map(|()| entry)?),
            }
        }
        Err(Error::Conflict.into())
    }
}
