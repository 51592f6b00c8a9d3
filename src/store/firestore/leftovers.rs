//! Leftovers of rewinds: records too numerous for one commit are deleted afterwards. Meanwhile they are ignored, since they are
//! beyond the session's last turn, and no turn begins before they are gone.

use firestore::gcloud_sdk::google::firestore::v1::{Write, write::Operation};
use game::id::{SessionId, TurnId};

use crate::store::{
    Error, Result,
    json::{int, whose},
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    place::DocumentPath,
    queries::{ALTERNATIVES, CHECKPOINTS_AFTER, INTERLUDES_AFTER, QueryShape, TOLD},
    records::{read_undone, undone},
    turns::Beyond,
};

/// The fields of a turn that its used key keeps.
const KEY: [&str; 3] = ["key", "fingerprint", "turnId"];

impl FirestoreStore {
    /// Everything beyond a turn, and how to take it away: of turns and other narrations the keys stay. `when` is the
    /// version that takes it away.
    pub(super) async fn beyond(&self, id: &SessionId, to: u32, when: i64) -> Result<Beyond> {
        let place = DocumentPath::session(id)?;
        let after = async |shape: &QueryShape, fields: &[&str]| -> Result<Vec<StoredDocument>> {
            let query = self.db.ask(shape, Some(&place), &[]).at_least(to.saturating_add(1));
            self.db.find(query.fields(fields), &whose(id)).await
        };
        let mut writes = Vec::new();
        for shape in [&INTERLUDES_AFTER, &CHECKPOINTS_AFTER] {
            let gone = after(shape, &["__name__"]).await?.into_iter();
            writes
                .extend(gone.map(|record| self.db.delete(record.name, WriteCondition::UnchangedSince(record.updated))));
        }
        let told = after(&TOLD, &KEY).await?;
        let mut others = after(&ALTERNATIVES, &["key", "fingerprint", "turnId", "order"]).await?;
        others.sort_by_key(|record| record.int("order").unwrap_or_default());
        let n_undone = told.len() + others.len();
        for (n, record) in told.iter().chain(&others).enumerate() {
            let key = read_undone(record)?;
            let turn = TurnId::from(record.text("turnId")?);
            writes.push(self.db.put(&place.undone(&turn)?, undone(&key, when, n), WriteCondition::Anything));
            if n < told.len() {
                writes.push(self.db.delete(self.db.name(&place.trace(&turn)?), WriteCondition::Anything));
            }
            // If another server has deleted it and gone on, a newer record must not be deleted here.
            writes.push(self.db.delete(record.name.clone(), WriteCondition::UnchangedSince(record.updated)));
        }
        Ok(Beyond { writes, n_undone })
    }

    /// Deletes records beyond a session's last turn in batches; concurrent deletions are harmless.
    pub(super) async fn clear_leftovers(&self, id: &SessionId) -> Result<()> {
        let mut tries = self.db.tries();
        loop {
            match self.clear(id).await {
                Err(Error::Conflict | Error::Unavailable(_)) if tries.again().await => {}
                done => return done,
            }
        }
    }

    async fn clear(&self, id: &SessionId) -> Result<()> {
        let now = self.standing(id).await?;
        if !now.leftovers {
            return Ok(());
        }
        let place = DocumentPath::session(id)?;
        let writes = self.beyond(id, now.n_turns, int(now.version)).await?.writes;
        let written = writes.iter().filter_map(written_name).collect::<Vec<_>>();
        self.db.commit_in_parts(writes).await?;
        let done = self.step(id, Some(now.clone()), None, |standing| {
            let given = WriteCondition::UnchangedSince(standing.updated);
            let write = || self.db.change(&place, DocumentFields::default(), &["leftovers"], given);
            match standing.version == now.version {
                true => Ok(standing.leftovers.then(|| vec![write()])),
                false => Err(Error::Conflict),
            }
        });
        match done.await {
            Err(Error::NotFound) => {
                // Another server deleted the session, and may not have seen these records.
                let deletes = written.into_iter().map(|name| self.db.delete(name, WriteCondition::Anything));
                self.db.commit_in_parts(deletes).await?;
                Err(Error::NotFound)
            }
            done => done.map(drop),
        }
    }
}

/// The document that a write makes or changes.
fn written_name(write: &Write) -> Option<String> {
    match write.operation.as_ref()? {
        Operation::Update(document) => Some(document.name.clone()),
        _ => None,
    }
}
