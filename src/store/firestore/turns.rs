//! Commits: turns, alternatives, rewinds, interludes.

use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::{
    Session,
    id::{SessionId, TurnId},
};

use crate::store::{
    CHECKPOINT_EVERY, Claim, Commit, Error, Interlude, Result, Rewind, TurnRecord, UndoneKey,
    json::{int, whose},
    limits::check_key,
    recent::RecentSession,
};

use super::{
    FirestoreStore,
    database::{MAX_WRITES, WriteCondition},
    document::StoredDocument,
    place::DocumentPath,
    queries::{BY_KEY, BY_KEY_OR_TURN, INTERLUDES_AFTER},
    records::{self, check_seq},
    standing::{DocumentAfter, HeldUntil, SessionDocument},
    steps::{CommitProof, Stepped},
};

/// Whether a session is as a commit expects it.
///
/// # Errors
/// [`Error::Conflict`]: it is of another version, or the claim is another's.
fn check<T>(standing: &SessionDocument, commit: &Commit<T>, claim: Option<&Claim>) -> Result<()> {
    let is_ours = match claim {
        Some(claim) => standing.is_claimed_for(&claim.turn),
        None => !standing.is_held_against(None),
    };
    if is_ours && standing.version == commit.expected_version { Ok(()) } else { Err(Error::Conflict) }
}

impl FirestoreStore {
    /// The write that moves a session's document on.
    fn advance(
        &self,
        place: &DocumentPath,
        after: &DocumentAfter,
        before: &SessionDocument,
        window: Window,
        leftovers: bool,
    ) -> Write {
        let (fields, names) = after.advanced(window == Window::Stays, leftovers);
        self.db.change(place, fields, names, WriteCondition::UnchangedSince(before.updated))
    }

    /// The game after a turn, where it is to be kept.
    fn checkpoint_after(
        &self,
        place: &DocumentPath,
        commit: &Commit<TurnRecord>,
        after: &DocumentAfter,
    ) -> Option<Write> {
        let seq = commit.what.stored.turn.seq;
        let put =
            || self.db.put(&place.checkpoint(seq), records::checkpoint(seq, &after.state), WriteCondition::Anything);
        seq.is_multiple_of(CHECKPOINT_EVERY).then(put)
    }

    /// Writes the trace of a turn's agents, if there is one.
    fn put_trace(&self, place: &DocumentPath, told: &TurnRecord) -> Result<Option<Write>> {
        if told.trace.is_empty() {
            return Ok(None);
        }
        let fields = records::trace(&told.trace)?;
        Ok(Some(self.db.put(&place.trace(&told.stored.turn.id)?, fields, WriteCondition::Anything)))
    }

    fn put_interlude(
        &self,
        place: &DocumentPath,
        interlude: &Interlude,
        commit_id: &str,
        given: WriteCondition,
    ) -> Result<Write> {
        let fields = records::interlude(interlude)?.text("commitId", commit_id);
        Ok(self.db.put(&place.interlude(interlude.version), fields, given))
    }

    pub(super) async fn save_turn(&self, claim: &Claim, commit: Commit<TurnRecord>) -> Result<()> {
        claim.covers(&commit)?;
        let TurnRecord { stored, window, .. } = &commit.what;
        check_key(&stored.key)?;
        let (id, seq) = (&claim.session, stored.turn.seq);
        let after = DocumentAfter::of(&commit.head, &commit.game, Some(window))?;
        let turn = records::turn(stored)?.text("commitId", after.commit_id.as_str());
        let place = DocumentPath::session(id)?;
        let trace = self.put_trace(&place, &commit.what)?;
        let stepped =
            self.step(id, self.held_for(id, &claim.turn), Some(proof(&after, &commit, place.turn(seq))), |now| {
                check(now, &commit, Some(claim))?;
                if now.n_turns + 1 != seq {
                    return Err(Error::Conflict);
                }
                let mut writes = vec![
                    self.advance(&place, &after, now, Window::Known, false),
                    self.db.put(&place.turn(seq), turn.clone(), WriteCondition::NotThere),
                ];
                writes.extend(self.checkpoint_after(&place, &commit, &after));
                writes.extend(trace.clone());
                Ok(Some(writes))
            });
        let stepped = stepped.await?;
        self.keep(commit, stepped);
        self.let_go(&claim.session, &claim.turn);
        Ok(())
    }

    pub(super) async fn save_retelling(&self, claim: Option<&Claim>, commit: Commit<TurnRecord>) -> Result<()> {
        commit.retells(claim)?;
        let TurnRecord { stored, window, interlude, .. } = &commit.what;
        check_key(&stored.key)?;
        let (id, seq) = (&stored.turn.session_id, stored.turn.seq);
        let place = DocumentPath::session(id)?;
        let after = DocumentAfter::of(&commit.head, &commit.game, Some(window))?;
        let turn = records::turn(stored)?.text("commitId", after.commit_id.as_str());
        let known = match claim.and_then(|claim| self.held_for(id, &claim.turn)) {
            Some(known) => known,
            None => self.standing(id).await?,
        };
        check(&known, &commit, claim)?;
        if known.n_turns != seq {
            return Err(Error::Conflict);
        }
        // Reads from here on are valid while the session is at its version.
        let mut beside = Vec::new();
        let old = self.db.get(&place.turn(seq), None, &whose(id)).await?;
        let old = old.ok_or_else(|| Error::Damaged(format!("turn {seq} is missing")))?;
        check_seq(&old, seq)?;
        let old_turn = TurnId::from(old.text("turnId")?);
        let aside = records::put_aside(&old, seq, int(commit.head.version))?;
        beside.push(self.db.put(&place.alternative(&old_turn)?, aside, WriteCondition::NotThere));
        beside.push(self.db.delete(self.db.name(&place.trace(&old_turn)?), WriteCondition::Anything));
        let new = place.alternative(&stored.turn.id)?;
        for record in self.used(id, &stored.key.key, &stored.turn.id).await? {
            if record.id != new.id {
                return Err(Error::Conflict);
            }
            beside.push(self.db.delete(record.name, WriteCondition::There));
        }
        for record in self.interludes_after(id, seq).await? {
            beside.push(self.db.delete(record, WriteCondition::Anything));
        }
        if let Some(interlude) = interlude {
            beside.push(self.put_interlude(&place, interlude, &after.commit_id, WriteCondition::Anything)?);
        }
        beside.push(self.db.put(&place.turn(seq), turn, WriteCondition::There));
        beside.extend(self.put_trace(&place, &commit.what)?);
        beside.extend(self.checkpoint_after(&place, &commit, &after));
        let stepped = self.step(id, Some(known), Some(proof(&after, &commit, place.turn(seq))), |now| {
            check(now, &commit, claim)?;
            let mut writes = vec![self.advance(&place, &after, now, Window::Known, now.leftovers)];
            writes.extend_from_slice(&beside);
            Ok(Some(writes))
        });
        let stepped = stepped.await?;
        self.keep(commit.clone(), stepped);
        if let Some(claim) = claim {
            self.let_go(id, &claim.turn);
        }
        Ok(())
    }

    pub(super) async fn save_rewind(&self, commit: Commit<Rewind>) -> Result<()> {
        let id = &commit.head.id;
        commit.leads_on(id)?;
        let Rewind { to, key, interlude } = &commit.what;
        if let Some(key) = key {
            check_key(key)?;
        }
        let after = DocumentAfter::of(&commit.head, &commit.game, None)?;
        let place = DocumentPath::session(id)?;
        let known = self.standing(id).await?;
        check(&known, &commit, None)?;
        if known.leftovers {
            self.clear_leftovers(id).await?;
        }
        if let Some(key) = key {
            let query = self.db.ask(&BY_KEY, Some(&place), &[&key.key]).limit(1).names();
            if !self.db.find(query, &whose(id)).await?.is_empty() {
                return Err(Error::Conflict);
            }
        }
        let when = int(commit.head.version);
        let gone = self.beyond(id, *to, when).await?;
        let mut beside = Vec::new();
        if let Some(interlude) = interlude {
            beside.push(self.put_interlude(&place, interlude, &after.commit_id, WriteCondition::Anything)?);
        }
        if let Some(key) = key {
            let undone = UndoneKey { turn_id: None, key: key.clone() };
            let fields = records::undone(&undone, when, gone.n_undone);
            beside.push(self.db.put(&place.taking_back(when), fields, WriteCondition::Anything));
        }
        // If there is too much for one commit, the rest is deleted afterwards; until then the number of turns says which
        // records count.
        let at_once = beside.len() + gone.writes.len() < MAX_WRITES;
        if at_once {
            beside.extend(gone.writes);
        }
        let record = interlude.as_ref().map(|interlude| place.interlude(interlude.version));
        let proof = CommitProof { commit_id: &after.commit_id, version: commit.head.version, record };
        let stepped = self.step(id, None, Some(proof), |now| {
            check(now, &commit, None)?;
            let mut writes = vec![self.advance(&place, &after, now, Window::Gone, !at_once)];
            writes.extend_from_slice(&beside);
            Ok(Some(writes))
        });
        stepped.await?;
        if !at_once && let Err(error) = self.clear_leftovers(id).await {
            // Done by the next turn that begins.
            tracing::warn!(session = %id, %error, "turns that were taken back are still to be cleared away");
        }
        Ok(())
    }

    pub(super) async fn save_interlude(&self, commit: Commit<Interlude>) -> Result<()> {
        let interlude = &commit.what;
        let id = &interlude.session_id;
        commit.leads_on(id)?;
        let after = DocumentAfter::of(&commit.head, &commit.game, None)?;
        let place = DocumentPath::session(id)?;
        let put = self.put_interlude(&place, interlude, &after.commit_id, WriteCondition::NotThere)?;
        let proof = proof(&after, &commit, place.interlude(interlude.version));
        let stepped = self.step(id, None, Some(proof), |now| {
            check(now, &commit, None)?;
            Ok(Some(vec![self.advance(&place, &after, now, Window::Stays, now.leftovers), put.clone()]))
        });
        stepped.await.map(drop)
    }

    /// The names of interludes that follow a turn or later ones.
    async fn interludes_after(&self, id: &SessionId, seq: u32) -> Result<Vec<String>> {
        let place = DocumentPath::session(id)?;
        let query = self.db.ask(&INTERLUDES_AFTER, Some(&place), &[]).at_least(seq).names();
        Ok(self.db.find(query, &whose(id)).await?.into_iter().map(|record| record.name).collect())
    }

    /// The records that have a key or a turn's id.
    async fn used(&self, id: &SessionId, key: &str, turn: &TurnId) -> Result<Vec<StoredDocument>> {
        let place = DocumentPath::session(id)?;
        let query = self.db.ask(&BY_KEY_OR_TURN, Some(&place), &[key, turn.as_str()]).limit(3).names();
        self.db.find(query, &whose(id)).await
    }

    /// Caches the next turn's input.
    fn keep(&self, commit: Commit<TurnRecord>, stepped: Stepped) {
        let Commit { expected_version, mut head, game, what } = commit;
        let Stepped { before, updated } = stepped;
        if before.version != expected_version {
            // The result was found by reading, and others may have written since: the next turn reads it, too.
            return;
        }
        head.title.clone_from(&before.title);
        let claim: Option<HeldUntil> = None;
        let (version, n_turns) = (head.version, head.n_turns);
        let mark = SessionDocument { version, n_turns, claim, commit_id: None, leftovers: false, updated, ..before };
        self.recent.keep(RecentSession { session: Session { head, game }, window: what.window, mark });
    }
}

/// How a commit changes the window that is stored with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Window {
    /// It is written with the commit.
    Known,
    /// It is read from the turns when it is needed.
    Gone,
    /// It is as it was.
    Stays,
}

fn proof<'a, T>(after: &'a DocumentAfter, commit: &Commit<T>, record: DocumentPath) -> CommitProof<'a> {
    CommitProof { commit_id: &after.commit_id, version: commit.head.version, record: Some(record) }
}

/// Records beyond a session's last turn, and the writes that delete them.
pub(super) struct Beyond {
    pub(super) writes: Vec<Write>,
    /// How many keys are among it.
    pub(super) n_undone: usize,
}
