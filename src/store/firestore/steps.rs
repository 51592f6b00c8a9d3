//! One step: a commit that succeeds only if the session's document is unchanged since the step was decided.
//!
//! Steps use optimistic concurrency: on a conflict the step reads again and decides again. A new title or a renewed claim is no
//! reason to fail, another version or claim is. If the answer to a commit was lost, the document tells whether it was written.

use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::id::{SessionId, TurnId};
use jiff::Timestamp;

use crate::store::{Error, Result, json::whose};

use super::{
    FirestoreStore, HeldSession,
    failure::{CommitFailure, told},
    place::DocumentPath,
    standing::{STANDING, SessionDocument},
};

/// Proof that a commit was written.
pub(super) struct CommitProof<'a> {
    /// The name the commit gave itself.
    pub(super) commit_id: &'a str,
    /// The version it leads to.
    pub(super) version: u64,
    /// A record that bears the name as well, should others have gone on since.
    pub(super) record: Option<DocumentPath>,
}

/// The result of a step.
pub(super) struct Stepped {
    /// The session as it stood before.
    pub(super) before: SessionDocument,
    /// When its document was written.
    pub(super) updated: Timestamp,
}

impl FirestoreStore {
    /// # Errors
    /// [`Error::NotFound`]: there is no such session.
    pub(super) async fn standing(&self, id: &SessionId) -> Result<SessionDocument> {
        let record = self.db.get(&DocumentPath::session(id)?, Some(&STANDING), &whose(id)).await?;
        SessionDocument::of(&record.ok_or(Error::NotFound)?)
    }

    /// Takes a step. `known` is the session as this process left it. `decide` is asked for the writes, that of the
    /// session's document first; for none if there is nothing to do; or for why it can't be.
    pub(super) async fn step(
        &self,
        id: &SessionId,
        mut known: Option<SessionDocument>,
        proof: Option<CommitProof<'_>>,
        mut decide: impl FnMut(&SessionDocument) -> Result<Option<Vec<Write>>> + Send,
    ) -> Result<Stepped> {
        let mut tries = self.db.tries();
        let (mut is_unknown, mut refused) = (false, None);
        loop {
            let before = match known.take() {
                Some(known) => known,
                None => match self.standing(id).await {
                    Err(Error::Unavailable(_)) if is_unknown && tries.again().await => continue,
                    found => found?,
                },
            };
            if is_unknown && self.is_written(id, &before, proof.as_ref()).await? {
                return Ok(Stepped { updated: before.updated, before });
            }
            if refused == Some(before.updated) {
                // The session is unchanged, so another document of the commit conflicts.
                return Err(Error::Conflict);
            }
            let Some(writes) = decide(&before)? else { return Ok(Stepped { updated: before.updated, before }) };
            let error = match self.db.try_commit(writes).await {
                Ok(written) => return Ok(Stepped { updated: written.first().copied().unwrap_or_default(), before }),
                Err(error) => error,
            };
            match CommitFailure::of(&error) {
                CommitFailure::Refused if tries.at_once() => refused = Some(before.updated),
                CommitFailure::Refused => return Err(Error::Conflict),
                CommitFailure::NotNow if tries.again().await => known = Some(before),
                CommitFailure::Unknown if tries.again().await => is_unknown = true,
                CommitFailure::NotNow | CommitFailure::Unknown | CommitFailure::Never => return Err(told(&error)),
            }
        }
    }

    async fn is_written(&self, id: &SessionId, now: &SessionDocument, proof: Option<&CommitProof<'_>>) -> Result<bool> {
        let Some(proof) = proof else { return Ok(false) };
        if now.commit_id.as_deref() == Some(proof.commit_id) {
            return Ok(true);
        }
        let Some(place) = proof.record.as_ref().filter(|_| now.version >= proof.version) else { return Ok(false) };
        let record = self.db.get(place, Some(&["commitId"]), &whose(id)).await?;
        Ok(record.is_some_and(|record| record.text("commitId").is_ok_and(|id| id == proof.commit_id)))
    }

    /// The session as it stood when a turn claimed it here.
    pub(super) fn held_for(&self, id: &SessionId, turn: &TurnId) -> Option<SessionDocument> {
        self.held().get(id).filter(|held| held.turn == *turn).map(|held| held.standing.clone())
    }

    /// Caches the document of a session that was claimed here.
    pub(super) fn hold(&self, id: &SessionId, turn: &TurnId, standing: SessionDocument) {
        self.held().insert(id.clone(), HeldSession { turn: turn.clone(), standing });
    }

    /// Forgets a claim that is over.
    pub(super) fn let_go(&self, id: &SessionId, turn: &TurnId) {
        let mut held = self.held();
        if held.get(id).is_some_and(|held| held.turn == *turn) {
            held.remove(id);
        }
    }
}
