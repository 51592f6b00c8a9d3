//! Commits: turns, alternatives, rewinds, interludes.

use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::{
    Session,
    id::{SessionId, TurnId},
};

use crate::store::{
    CHECKPOINT_EVERY, Claim, Commit, Error, Interlude, Result, Rewind, Told, Undone,
    json::{int, whose},
    limits::check_key,
    recent::Kept,
};

use super::{
    FirestoreStore,
    database::{Given, MAX_WRITES},
    document::Record,
    place::Place,
    queries::{BY_KEY, BY_KEY_OR_TURN, INTERLUDES_AFTER},
    records::{self, check_seq},
    standing::{After, HeldUntil, Standing},
    steps::{Proof, Stepped},
};

/// Whether a session is as a commit expects it.
///
/// # Errors
/// [`Error::Conflict`]: it is of another version, or the claim is another's.
fn check<T>(standing: &Standing, commit: &Commit<T>, claim: Option<&Claim>) -> Result<()> {
    let is_ours = match claim {
        Some(claim) => standing.is_claimed_for(&claim.turn),
        None => !standing.is_held_against(None),
    };
    if is_ours && standing.version == commit.expected_version { Ok(()) } else { Err(Error::Conflict) }
}

impl FirestoreStore {
    /// The write that moves a session's document on.
    fn advance(&self, place: &Place, after: &After, before: &Standing, window: Window, leftovers: bool) -> Write {
        let (fields, names) = after.advanced(window == Window::Stays, leftovers);
        self.db.change(place, fields, names, Given::UnchangedSince(before.updated))
    }

    /// The game after a turn, where it is to be kept.
    fn checkpoint_after(&self, place: &Place, commit: &Commit<Told>, after: &After) -> Option<Write> {
        let seq = commit.what.stored.turn.seq;
        let put = || self.db.put(&place.checkpoint(seq), records::checkpoint(seq, &after.state), Given::Anything);
        seq.is_multiple_of(CHECKPOINT_EVERY).then(put)
    }

    /// Writes the trace of a turn's agents, if there is one.
    fn put_trace(&self, place: &Place, told: &Told) -> Result<Option<Write>> {
        if told.trace.is_empty() {
            return Ok(None);
        }
        let fields = records::trace(&told.trace)?;
        Ok(Some(self.db.put(&place.trace(&told.stored.turn.id)?, fields, Given::Anything)))
    }

    fn put_interlude(&self, place: &Place, interlude: &Interlude, commit_id: &str, given: Given) -> Result<Write> {
        let fields = records::interlude(interlude)?.text("commitId", commit_id);
        Ok(self.db.put(&place.interlude(interlude.version), fields, given))
    }

    pub(super) async fn save_turn(&self, claim: &Claim, commit: Commit<Told>) -> Result<()> {
        claim.covers(&commit)?;
        let Told { stored, window, .. } = &commit.what;
        check_key(&stored.key)?;
        let (id, seq) = (&claim.session, stored.turn.seq);
        let after = After::of(&commit.head, &commit.game, Some(window))?;
        let turn = records::turn(stored)?.text("commitId", after.commit_id.as_str());
        let place = Place::session(id)?;
        let trace = self.put_trace(&place, &commit.what)?;
        let stepped =
            self.step(id, self.held_for(id, &claim.turn), Some(proof(&after, &commit, place.turn(seq))), |now| {
                check(now, &commit, Some(claim))?;
                if now.n_turns + 1 != seq {
                    return Err(Error::Conflict);
                }
                let mut writes = vec![
                    self.advance(&place, &after, now, Window::Known, false),
                    self.db.put(&place.turn(seq), turn.clone(), Given::NotThere),
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

    pub(super) async fn save_retelling(&self, claim: Option<&Claim>, commit: Commit<Told>) -> Result<()> {
        commit.retells(claim)?;
        let Told { stored, window, interlude, .. } = &commit.what;
        check_key(&stored.key)?;
        let (id, seq) = (&stored.turn.session_id, stored.turn.seq);
        let place = Place::session(id)?;
        let after = After::of(&commit.head, &commit.game, Some(window))?;
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
        beside.push(self.db.put(&place.alternative(&old_turn)?, aside, Given::NotThere));
        beside.push(self.db.delete(self.db.name(&place.trace(&old_turn)?), Given::Anything));
        let new = place.alternative(&stored.turn.id)?;
        for record in self.used(id, &stored.key.key, &stored.turn.id).await? {
            if record.id != new.id {
                return Err(Error::Conflict);
            }
            beside.push(self.db.delete(record.name, Given::There));
        }
        for record in self.interludes_after(id, seq).await? {
            beside.push(self.db.delete(record, Given::Anything));
        }
        if let Some(interlude) = interlude {
            beside.push(self.put_interlude(&place, interlude, &after.commit_id, Given::Anything)?);
        }
        beside.push(self.db.put(&place.turn(seq), turn, Given::There));
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
        let after = After::of(&commit.head, &commit.game, None)?;
        let place = Place::session(id)?;
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
            beside.push(self.put_interlude(&place, interlude, &after.commit_id, Given::Anything)?);
        }
        if let Some(key) = key {
            let undone = Undone { turn_id: None, key: key.clone() };
            let fields = records::undone(&undone, when, gone.n_undone);
            beside.push(self.db.put(&place.taking_back(when), fields, Given::Anything));
        }
        // More than one commit takes is cleared away afterwards; until then the number of turns says what counts.
        let at_once = beside.len() + gone.writes.len() < MAX_WRITES;
        if at_once {
            beside.extend(gone.writes);
        }
        let record = interlude.as_ref().map(|interlude| place.interlude(interlude.version));
        let proof = Proof { commit_id: &after.commit_id, version: commit.head.version, record };
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
        let after = After::of(&commit.head, &commit.game, None)?;
        let place = Place::session(id)?;
        let put = self.put_interlude(&place, interlude, &after.commit_id, Given::NotThere)?;
        let proof = proof(&after, &commit, place.interlude(interlude.version));
        let stepped = self.step(id, None, Some(proof), |now| {
            check(now, &commit, None)?;
            Ok(Some(vec![self.advance(&place, &after, now, Window::Stays, now.leftovers), put.clone()]))
        });
        stepped.await.map(drop)
    }

    /// The names of interludes that follow a turn or later ones.
    async fn interludes_after(&self, id: &SessionId, seq: u32) -> Result<Vec<String>> {
        let place = Place::session(id)?;
        let query = self.db.ask(&INTERLUDES_AFTER, Some(&place), &[]).at_least(seq).names();
        Ok(self.db.find(query, &whose(id)).await?.into_iter().map(|record| record.name).collect())
    }

    /// The records that have a key or a turn's id.
    async fn used(&self, id: &SessionId, key: &str, turn: &TurnId) -> Result<Vec<Record>> {
        let place = Place::session(id)?;
        let query = self.db.ask(&BY_KEY_OR_TURN, Some(&place), &[key, turn.as_str()]).limit(3).names();
        self.db.find(query, &whose(id)).await
    }

    /// Caches the next turn's input.
    fn keep(&self, commit: Commit<Told>, stepped: Stepped) {
        let Commit { expected_version, mut head, game, what } = commit;
        let Stepped { before, updated } = stepped;
        if before.version != expected_version {
            // The result was found by reading, and others may have written since: the next turn reads it, too.
            return;
        }
        head.title.clone_from(&before.title);
        let claim: Option<HeldUntil> = None;
        let (version, n_turns) = (head.version, head.n_turns);
        let mark = Standing { version, n_turns, claim, commit_id: None, leftovers: false, updated, ..before };
        self.recent.keep(Kept { session: Session { head, game }, window: what.window, mark });
    }
}

/// What becomes of the window that is kept with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Window {
    /// It is written with the commit.
    Known,
    /// It is read from the turns when it is needed.
    Gone,
    /// It is as it was.
    Stays,
}

fn proof<'a, T>(after: &'a After, commit: &Commit<T>, record: Place) -> Proof<'a> {
    Proof { commit_id: &after.commit_id, version: commit.head.version, record: Some(record) }
}

/// Records beyond a session's last turn, and the writes that delete them.
pub(super) struct Beyond {
    pub(super) writes: Vec<Write>,
    /// How many keys are among it.
    pub(super) n_undone: usize,
}
