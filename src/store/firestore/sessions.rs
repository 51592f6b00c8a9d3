//! The session documents: created, read, listed, renamed, deleted.

use std::future::Future;

use firestore::gcloud_sdk::google::firestore::v1::{Write, value::ValueType};
use game::{Session, SessionHead, id::SessionId};

use crate::store::{
    Claim, Error, NewSession, Page, Recorded, Result, SessionSummary,
    cursor::Cursor,
    json::{self, whose},
    limits::RecordKind,
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    failure::{CommitFailure, told},
    past::{PastWrites, window_of},
    place::{CREATE_KEYS, DocumentPath, session_id},
    queries::{ALL_BENEATH, ALL_SESSIONS, OF_OWNER},
    records::checkpoint,
    standing::{self, DocumentAfter, STANDING_AND_KEY, SessionDocument},
};

/// The fields of a session in a list.
const SHOWN: [&str; 6] = ["title", "updatedAt", "heroes", "location", "nTurns", "marks"];
/// The most documents that are deleted at once.
const SWEEP: u32 = 300;

impl FirestoreStore {
    async fn record(&self, id: &SessionId) -> Result<StoredDocument> {
        self.db.get(&DocumentPath::session(id)?, None, &whose(id)).await?.ok_or(Error::NotFound)
    }

    pub(super) async fn create_session(&self, new: NewSession) -> Result<Recorded<Session>> {
        let NewSession { session, past, create_key } = new;
        let id = &session.head.id;
        let place = DocumentPath::session(id)?;
        let key = create_key.as_deref().map(|key| (key, DocumentPath::create_key(&session.head.owner, key)));
        let window = window_of(&session.head, past.as_ref());
        let after = DocumentAfter::of(&session.head, &session.game, Some(&window))?;
        let start = after.state.clone();
        let commit_id = after.commit_id.clone();
        let fields = after.begun(&session.head, key.as_ref().map(|(key, _)| *key));
        if let Some(past) = &past {
            let past = PastWrites::of(&self.db, &place, past)?;
            if let Some(before) = self.created_before(id, key.as_ref().map(|(_, place)| place)).await? {
                return Ok(before);
            }
            self.bring_in(id, past).await?;
        }
        let mut writes = vec![self.db.put(&place, fields, WriteCondition::NotThere)];
        if past.is_none() {
            writes.push(self.db.put(&place.start(), checkpoint(0, &start), WriteCondition::Anything));
        }
        if let Some((_, key_place)) = &key {
            let fields = DocumentFields::default().text("session", id.as_str());
            writes.push(self.db.put(key_place, fields, WriteCondition::NotThere));
        }
        let key_place = key.as_ref().map(|(_, place)| place);
        match self.create_once(id, &commit_id, key_place, writes).await? {
            None => Ok(Recorded::Now(session)),
            Some(before) => Ok(before),
        }
    }

    /// Makes the document appear; answers the session that was there before under the same key.
    async fn create_once(
        &self,
        id: &SessionId,
        commit_id: &str,
        key: Option<&DocumentPath>,
        writes: Vec<Write>,
    ) -> Result<Option<Recorded<Session>>> {
        let mut tries = self.db.tries();
        loop {
            let Err(error) = self.db.try_commit(writes.clone()).await else { return Ok(None) };
            let outcome = CommitFailure::of(&error);
            if matches!(outcome, CommitFailure::Refused | CommitFailure::Unknown) {
                match self.standing(id).await {
                    Ok(standing) if standing.commit_id.as_deref() == Some(commit_id) => return Ok(None),
                    Ok(_) | Err(Error::NotFound | Error::Unavailable(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            match outcome {
                CommitFailure::Refused => {
                    if let Some(before) = self.created_before(id, key).await? {
                        return Ok(Some(before));
                    }
                    // The key was let go meanwhile.
                    if !tries.at_once() {
                        return Err(Error::Conflict);
                    }
                }
                CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                _ => return Err(told(&error)),
            }
        }
    }

    /// The session that was created with a key before, if there is one.
    ///
    /// # Errors
    /// [`Error::Conflict`]: there is none, and the id is taken.
    async fn created_before(&self, id: &SessionId, key: Option<&DocumentPath>) -> Result<Option<Recorded<Session>>> {
        if let Some(key) = key
            && let Some(record) = self.db.get(key, None, CREATE_KEYS).await?
        {
            match self.load_session(&SessionId::from(record.text("session")?)).await {
                // Its session was deleted by a hand that did not know of it.
                Err(Error::NotFound) => {
                    let stale = self.db.delete(record.name, WriteCondition::UnchangedSince(record.updated));
                    self.db.commit_again_and_again(vec![stale]).await?;
                }
                before => return before.map(|session| Some(Recorded::Before(session))),
            }
        }
        match self.standing(id).await {
            Ok(_) | Err(Error::Damaged(_)) => Err(Error::Conflict),
            Err(Error::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes a past beneath a session that is not there yet.
    async fn bring_in(&self, id: &SessionId, past: PastWrites) -> Result<()> {
        // Remains of an earlier attempt would be taken for a part of it.
        self.sweep(id).await?;
        self.db.commit_in_parts(past.0).await
    }

    pub(super) async fn load_session(&self, id: &SessionId) -> Result<Session> {
        standing::session(id, &self.record(id).await?)
    }

    pub(super) async fn load_raw_state(&self, id: &SessionId) -> Result<Vec<u8>> {
        standing::snapshot(&self.record(id).await?).map(String::into_bytes)
    }

    pub(super) async fn list_sessions(
        &self,
        owner: &str,
        limit: u32,
        cursor: Option<&str>,
    ) -> Result<Page<SessionSummary>> {
        let from = cursor.map(Cursor::read).transpose()?;
        if limit == 0 {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        }
        // One more than asked for tells whether there is another page.
        let mut query = self.db.ask(&OF_OWNER, None, &[owner]).limit(limit.saturating_add(1)).fields(&SHOWN);
        if let Some(Cursor { updated_at, id }) = from {
            let name = self.db.name(&DocumentPath::session(&id)?);
            query = query.after(vec![ValueType::StringValue(updated_at), ValueType::ReferenceValue(name)]);
        }
        let found = self.db.find(query, "a list").await?;
        let summaries = found.iter().filter_map(|record| Some(standing::summary(session_id(&record.id)?, record)));
        Ok(Page::cut(summaries, limit))
    }

    pub(super) async fn rename_session(&self, id: &SessionId, title: &str) -> Result<SessionHead> {
        let place = DocumentPath::session(id)?;
        let fields = self.db.get(&place, Some(&["title", "version", "schema", "head"]), &whose(id)).await?;
        let head = standing::head(id, &fields.ok_or(Error::NotFound)?)?;
        let head = SessionHead { title: title.to_owned(), ..head };
        json::encode(RecordKind::Head, &head)?;
        let renamed =
            self.db.change(&place, DocumentFields::default().text("title", title), &["title"], WriteCondition::There);
        or_not_found(self.db.commit_again_and_again(vec![renamed]), self.standing(id)).await?;
        Ok(head)
    }

    pub(super) async fn record_session_spending(&self, claim: &Claim, pico_usd: u64) -> Result<()> {
        let Claim { session: id, turn } = claim;
        let place = DocumentPath::session(id)?;
        let fields = self.db.get(&place, Some(&["title", "version", "schema", "head"]), &whose(id)).await?;
        // While a claim holds, only its turn changes the head.
        let head = standing::head(id, &fields.ok_or(Error::NotFound)?)?;
        let spent_pico_usd = head.spent_pico_usd.max(pico_usd);
        let after = json::encode(RecordKind::Head, &SessionHead { title: String::new(), spent_pico_usd, ..head })?;
        let recorded = self.step(id, self.held_for(id, turn), None, |standing| {
            if !standing.is_claimed_for(turn) || standing.version != head.version {
                return Err(Error::Conflict);
            }
            let fields = DocumentFields::default().bytes("head", after.as_str());
            Ok(Some(vec![self.db.change(&place, fields, &["head"], WriteCondition::UnchangedSince(standing.updated))]))
        });
        let stepped = recorded.await?;
        self.hold(id, turn, SessionDocument { updated: stepped.updated, ..stepped.before });
        self.recent.take(id);
        Ok(())
    }

    pub(super) async fn delete_session(&self, id: &SessionId) -> Result<()> {
        let place = DocumentPath::session(id)?;
        let record = self.db.get(&place, Some(&STANDING_AND_KEY), &whose(id)).await?.ok_or(Error::NotFound)?;
        let mut writes = vec![self.db.delete(self.db.name(&place), WriteCondition::There)];
        if let (Ok(owner), Ok(key)) = (record.text("owner"), record.text("createKey")) {
            writes.push(self.db.delete(self.db.name(&DocumentPath::create_key(owner, key)), WriteCondition::Anything));
        }
        or_not_found(self.db.commit_again_and_again(writes), self.standing(id)).await.or_else(|error| match error {
            // Deleted by this step, whose answer was lost, or by another one.
            Error::NotFound => Ok(()),
            error => Err(error),
        })?;
        self.held().remove(id);
        self.recent.take(id);
        if let Err(error) = self.sweep(id).await {
            tracing::warn!(session = %id, %error, "a session was deleted; some of its records are left in Firestore");
        }
        Ok(())
    }

    /// Deletes everything beneath a session's document.
    async fn sweep(&self, id: &SessionId) -> Result<()> {
        let place = DocumentPath::session(id)?;
        for shape in &ALL_BENEATH {
            loop {
                let query = self.db.ask(shape, Some(&place), &[]).limit(SWEEP).names();
                let found = self.db.find(query, &whose(id)).await?;
                let n = found.len();
                let deletes = found.into_iter().map(|record| self.db.delete(record.name, WriteCondition::Anything));
                self.db.commit_in_parts(deletes).await?;
                if n < SWEEP as usize {
                    break;
                }
            }
        }
        Ok(())
    }

    pub(super) async fn load_create_key(&self, id: &SessionId) -> Result<Option<String>> {
        let place = DocumentPath::session(id)?;
        let record = self.db.get(&place, Some(&STANDING_AND_KEY), &whose(id)).await?.ok_or(Error::NotFound)?;
        record.has("createKey").then(|| record.text("createKey").map(str::to_owned)).transpose()
    }

    pub(super) async fn load_ids(&self) -> Result<Vec<SessionId>> {
        let found = self.db.find(self.db.ask(&ALL_SESSIONS, None, &[]).names(), "a list").await?;
        Ok(found.iter().filter_map(|record| session_id(&record.id)).collect())
    }

    /// Asks for one document, for want of anything cheaper that needs the database to be there.
    pub(super) async fn look(&self) -> Result<()> {
        self.db.find(self.db.ask(&ALL_SESSIONS, None, &[]).limit(1).names(), "a list").await.map(drop)
    }
}

/// Tells what went wrong with a step, unless it is that the session is gone.
async fn or_not_found<T>(step: impl Future<Output = Result<()>>, look: impl Future<Output = Result<T>>) -> Result<()> {
    match step.await {
        Err(error) => match look.await {
            Err(Error::NotFound) => Err(Error::NotFound),
            _ => Err(error),
        },
        Ok(()) => Ok(()),
    }
}
