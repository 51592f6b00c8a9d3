//! Claims, in the session's document so that every instance sees them. They expire by the clocks of the machines that hold
//! them.

use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::{
    Session,
    id::{SessionId, TurnId},
    turn::Exchange,
};
use jiff::Timestamp;

use crate::store::{
    BeginOutcome, Claim, ClaimedSession, Error, FailedTurn, KeyUse, Result, StopCause, TurnKey, claim::expiry,
    json::whose, limits::check_key, recent::RecentSession,
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    failure::{CommitFailure, told},
    place::DocumentPath,
    queries::BY_KEY_OR_TURN,
    records::{KeyRecord, read_key_use},
    standing::{self, CANCEL, CLAIM, FAILED, FAILED_CLAIM, HeldUntil, PROLONGED, SessionDocument, X_CARD},
};

/// A session that could be claimed.
enum ClaimCandidate {
    /// As the turn before left it here.
    Recent(Box<RecentSession<SessionDocument>>),
    /// As its document was read just now.
    Read(Box<(SessionDocument, StoredDocument)>),
}

/// The result of looking up a new turn's key.
enum KeyStatus {
    Unused,
    Used(KeyUse),
    /// Used by a turn we don't know of yet.
    News,
}

impl ClaimCandidate {
    fn standing(&self) -> &SessionDocument {
        match self {
            Self::Recent(kept) => &kept.mark,
            Self::Read(read) => &read.0,
        }
    }
}

impl FirestoreStore {
    pub(super) async fn claim(
        &self,
        owner: &str,
        id: &SessionId,
        key: &TurnKey,
        turn: &TurnId,
    ) -> Result<BeginOutcome> {
        check_key(key)?;
        let mut recent = self.recent.take(id);
        let mut tries = self.db.tries();
        loop {
            let candidate = match recent.take() {
                Some(kept) => ClaimCandidate::Recent(Box::new(kept)),
                None => self.read_candidate(id).await?,
            };
            let standing = candidate.standing();
            if standing.owner != owner {
                self.put_back(candidate);
                return Err(Error::NotFound);
            }
            if standing.leftovers {
                self.clear_leftovers(id).await?;
                if tries.at_once() { continue } else { return Ok(BeginOutcome::Busy) }
            }
            match self.look_up(id, key, turn, standing.n_turns).await? {
                KeyStatus::Unused => {}
                KeyStatus::Used(used) => {
                    self.put_back(candidate);
                    return Ok(used.answer(key));
                }
                KeyStatus::News if tries.at_once() => continue,
                KeyStatus::News => return Ok(BeginOutcome::Busy),
            }
            if standing.is_held_against(Some(turn)) {
                return Ok(BeginOutcome::Busy);
            }
            let mut standing = standing.clone();
            // Unreadable sessions aren't claimed.
            let (session, window) = self.scene(id, candidate).await?;
            let expires_at = expiry(Timestamp::now(), self.claim_ttl);
            match self.db.try_commit(vec![self.claiming(id, turn, expires_at, &CLAIM, &standing)?]).await {
                Ok(written) => {
                    standing.updated = written.first().copied().unwrap_or_default();
                    standing.claim = Some(HeldUntil { turn: turn.clone(), expires_at });
                    self.hold(id, turn, standing);
                    let claim = Claim { session: id.clone(), turn: turn.clone() };
                    return Ok(BeginOutcome::Claimed(Box::new(ClaimedSession { claim, session, window })));
                }
                // Whatever has become of it is read again: a claim for this turn is found to be one.
                Err(error) => match CommitFailure::of(&error) {
                    CommitFailure::Refused if tries.at_once() => {}
                    CommitFailure::Refused => return Ok(BeginOutcome::Busy),
                    CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                    _ => return Err(told(&error)),
                },
            }
        }
    }

    async fn read_candidate(&self, id: &SessionId) -> Result<ClaimCandidate> {
        let record = self.db.get(&DocumentPath::session(id)?, None, &whose(id)).await?.ok_or(Error::NotFound)?;
        Ok(ClaimCandidate::Read(Box::new((SessionDocument::of(&record)?, record))))
    }

    /// Returns an unused cache entry.
    fn put_back(&self, candidate: ClaimCandidate) {
        if let ClaimCandidate::Recent(kept) = candidate {
            self.recent.keep(*kept);
        }
    }

    /// One query finds whether a key or a turn's id is in use. It runs after the session was read, so its result is valid as
    /// long as the session is unchanged.
    async fn look_up(&self, id: &SessionId, key: &TurnKey, turn: &TurnId, n_turns: u32) -> Result<KeyStatus> {
        let session = DocumentPath::session(id)?;
        let query = self.db.ask(&BY_KEY_OR_TURN, Some(&session), &[&key.key, turn.as_str()]).limit(3);
        let found = self.db.find(query, &whose(id)).await?;
        for record in &found {
            if record.text("key")? == key.key {
                return Ok(match read_key_use(record, n_turns)? {
                    KeyRecord::Use(used) => KeyStatus::Used(used),
                    KeyRecord::Beyond(_) => KeyStatus::News,
                });
            }
        }
        // A turn's id is used once: a request with a used one is an error.
        if found.is_empty() { Ok(KeyStatus::Unused) } else { Err(Error::Conflict) }
    }

    async fn scene(&self, id: &SessionId, candidate: ClaimCandidate) -> Result<(Session, Vec<Exchange>)> {
        match candidate {
            ClaimCandidate::Recent(kept) => Ok((kept.session, kept.window)),
            ClaimCandidate::Read(read) => {
                let session = standing::session(id, &read.1)?;
                let window = match standing::window(&read.1) {
                    Some(window) => window,
                    None => self.shown(id, session.head.window_from, session.head.n_turns).await?,
                };
                Ok((session, window))
            }
        }
    }

    fn claiming(
        &self,
        id: &SessionId,
        turn: &TurnId,
        expires_at: Timestamp,
        names: &[&str],
        standing: &SessionDocument,
    ) -> Result<Write> {
        let fields = DocumentFields::default().text("claimTurn", turn.as_str()).time("claimExpiresAt", expires_at);
        Ok(self.db.change(&DocumentPath::session(id)?, fields, names, WriteCondition::UnchangedSince(standing.updated)))
    }

    pub(super) async fn renew(&self, claim: &Claim) -> Result<()> {
        let Claim { session: id, turn } = claim;
        let expires_at = expiry(Timestamp::now(), self.claim_ttl);
        let renewed = self.step(id, self.held_for(id, turn), None, |standing| {
            if !standing.is_claimed_for(turn) {
                return Err(Error::Conflict);
            }
            Ok(Some(vec![self.claiming(id, turn, expires_at, &PROLONGED, standing)?]))
        });
        match renewed.await {
            Ok(stepped) => {
                let claim = Some(HeldUntil { turn: turn.clone(), expires_at });
                self.hold(id, turn, SessionDocument { claim, updated: stepped.updated, ..stepped.before });
                Ok(())
            }
            Err(error) => {
                if matches!(error, Error::Conflict | Error::NotFound) {
                    self.let_go(id, turn);
                }
                Err(error)
            }
        }
    }

    /// Writes a request to stop for the server that is playing a session's turn, and returns the turn. Cancelling a turn that the X
    /// card has stopped leaves it stopped by the X card.
    pub(super) async fn ask_to_stop(&self, id: &SessionId, reason: StopCause) -> Result<Option<TurnId>> {
        let place = DocumentPath::session(id)?;
        let mut asked = None;
        self.step(id, None, None, |standing| {
            asked = standing.held_by().cloned();
            Ok(asked.as_ref().map(|turn| {
                let cancel = DocumentFields::default().text(CANCEL, turn.as_str());
                let (fields, names) = match reason {
                    StopCause::Cancelled => (cancel, &[CANCEL][..]),
                    StopCause::Safety => (cancel.text(X_CARD, turn.as_str()), &[CANCEL, X_CARD][..]),
                };
                vec![self.db.change(&place, fields, names, WriteCondition::UnchangedSince(standing.updated))]
            }))
        })
        .await?;
        Ok(asked)
    }

    pub(super) async fn is_asked_to_stop(&self, claim: &Claim) -> Result<Option<StopCause>> {
        let place = DocumentPath::session(&claim.session)?;
        let record = self.db.get(&place, Some(&[CANCEL, X_CARD]), &whose(&claim.session)).await?;
        let record = record.ok_or(Error::NotFound)?;
        let is_asked = |field: &str| record.text(field).is_ok_and(|turn| turn == claim.turn.as_str());
        let reasons = [(X_CARD, StopCause::Safety), (CANCEL, StopCause::Cancelled)];
        Ok(reasons.into_iter().find(|(field, _)| is_asked(field)).map(|(_, reason)| reason))
    }

    /// The last turn that failed, if it can be read.
    pub(super) async fn load_failed_turn(&self, id: &SessionId) -> Result<Option<FailedTurn>> {
        let record =
            self.db.get(&DocumentPath::session(id)?, Some(&[FAILED]), &whose(id)).await?.ok_or(Error::NotFound)?;
        Ok(record.body(FAILED).ok().and_then(|failed| serde_json::from_str(failed).ok()))
    }

    /// Gives a claim back, and records why its turn failed.
    pub(super) async fn release(&self, claim: &Claim, failed: Option<&FailedTurn>) -> Result<()> {
        let Claim { session: id, turn } = claim;
        let session = match DocumentPath::session(id) {
            Ok(session) => session,
            Err(_) => return Ok(()),
        };
        let failed = failed.and_then(|failed| serde_json::to_vec(failed).ok());
        let (fields, names) = match failed {
            Some(failed) => (DocumentFields::default().bytes(FAILED, failed), &FAILED_CLAIM[..]),
            None => (DocumentFields::default(), &CLAIM[..]),
        };
        let released = self.step(id, self.held_for(id, turn), None, |standing| {
            let given = WriteCondition::UnchangedSince(standing.updated);
            let write = || self.db.change(&session, fields.clone(), names, given);
            Ok(standing.is_claimed_for(turn).then(|| vec![write()]))
        });
        match released.await {
            Ok(_) | Err(Error::NotFound) => {
                self.let_go(id, turn);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}
