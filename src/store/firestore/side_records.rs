//! Records apart from the turns, in Firestore: documents beneath the session's, each written only if it is unchanged since its
//! version was compared.

use async_trait::async_trait;
use game::id::SessionId;
use uuid::Uuid;

use crate::store::{
    Error, Result, SideKind, SideRecord, SideRecords,
    json::{int, whose},
};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    failure::{CommitFailure, told},
    place::DocumentPath,
};

/// The fields of a record's document.
pub(super) fn fields(record: &SideRecord) -> DocumentFields {
    DocumentFields::default()
        .int("version", int(record.version))
        .int("schema", record.schema)
        .bytes("body", record.body.clone())
}

impl FirestoreStore {
    async fn side_document(&self, session: &SessionId, kind: SideKind) -> Result<Option<StoredDocument>> {
        self.db.get(&DocumentPath::session(session)?.side_record(kind), None, &whose(session)).await
    }
}

#[async_trait]
impl SideRecords for FirestoreStore {
    async fn side_record(&self, session: &SessionId, kind: SideKind) -> Result<Option<SideRecord>> {
        let Some(document) = self.side_document(session, kind).await? else {
            // A session that this process played last is known to exist.
            if self.recent.look(session, |_| ()).is_none() {
                self.standing(session).await?;
            }
            return Ok(None);
        };
        let (version, schema) = (document.count("version")?, document.int("schema")?);
        Ok(Some(SideRecord { version, schema, body: document.bytes("body")?.to_vec() }))
    }

    async fn save_side_record(
        &self,
        session: &SessionId,
        kind: SideKind,
        record: &SideRecord,
        expected_version: u64,
    ) -> Result<()> {
        let place = DocumentPath::session(session)?.side_record(kind);
        let commit_id = Uuid::now_v7().to_string();
        let before = self.side_document(session, kind).await?;
        if before.is_none() {
            self.standing(session).await?;
        }
        let version = before.as_ref().map_or(Ok(0), |record| record.count("version"))?;
        record.check_follows(version, expected_version)?;
        let given =
            before.as_ref().map_or(WriteCondition::NotThere, |record| WriteCondition::UnchangedSince(record.updated));
        let mut tries = self.db.tries();
        loop {
            let fields = fields(record).text("commitId", commit_id.as_str());
            let Err(error) = self.db.try_commit(vec![self.db.put(&place, fields, given)]).await else { break };
            match CommitFailure::of(&error) {
                // Where a response was lost, the id of the write shows whether it was this one.
                CommitFailure::Refused => {
                    let there = self.side_document(session, kind).await?;
                    match there.is_some_and(|it| it.text("commitId").is_ok_and(|id| id == commit_id)) {
                        true => break,
                        false => return Err(Error::Conflict),
                    }
                }
                CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                _ => return Err(told(&error)),
            }
        }
        // A deletion of the session at the same time may have passed this document already.
        if let Err(Error::NotFound) = self.standing(session).await {
            self.db
                .commit_again_and_again(vec![self.db.delete(self.db.name(&place), WriteCondition::Anything)])
                .await?;
            return Err(Error::NotFound);
        }
        Ok(())
    }
}
