//! What players wrote into journals, in Firestore: a document beneath the session's, written only if it is as it was when its
//! version was compared.

use async_trait::async_trait;
use game::{id::SessionId, journal::Hand};
use uuid::Uuid;

use crate::store::{
    Error, Hands, Result, hands,
    json::{int, whose},
};

use super::{
    FirestoreStore,
    database::Given,
    document::{Fields, Record},
    failure::{CommitFailure, told},
    place::Place,
};

/// The fields of a hand's document.
pub(super) fn fields(hand: &Hand) -> Result<Fields> {
    let body = hands::packed(hand)?;
    Ok(Fields::default().int("version", int(hand.version)).int("schema", hands::schema()).bytes("body", body))
}

impl FirestoreStore {
    /// The document of what was written, if anything ever was.
    async fn hand_record(&self, session: &SessionId) -> Result<Option<Record>> {
        self.db.get(&Place::session(session)?.hand(), None, &whose(session)).await
    }
}

#[async_trait]
impl Hands for FirestoreStore {
    async fn hand(&self, session: &SessionId) -> Result<Hand> {
        match self.hand_record(session).await? {
            Some(record) => hands::unpacked(session, record.int("schema")?, record.bytes("body")?),
            // Where this process played the session last it is known to be there.
            None if self.recent.look(session, |_| ()).is_some() => Ok(Hand::default()),
            None => self.standing(session).await.map(|_| Hand::default()),
        }
    }

    async fn save_hand(&self, session: &SessionId, hand: &Hand, expected_version: u64) -> Result<()> {
        let place = Place::session(session)?.hand();
        let commit_id = Uuid::now_v7().to_string();
        let fields = || Ok::<_, Error>(fields(hand)?.text("commitId", commit_id.as_str()));
        fields()?;
        let before = self.hand_record(session).await?;
        if before.is_none() {
            self.standing(session).await?;
        }
        let version = before.as_ref().map_or(Ok(0), |record| record.count("version"))?;
        hands::check_follows(hand, version, expected_version)?;
        let given = before.as_ref().map_or(Given::NotThere, |record| Given::UnchangedSince(record.updated));
        let mut tries = self.db.tries();
        loop {
            let write = self.db.put(&place, fields()?, given);
            let Err(error) = self.db.try_commit(vec![write]).await else { break };
            match CommitFailure::of(&error) {
                // Where an answer was lost, the name the write leaves tells whether it was this one.
                CommitFailure::Refused => {
                    let there = self.hand_record(session).await?;
                    match there.is_some_and(|it| it.text("commitId").is_ok_and(|id| id == commit_id)) {
                        true => break,
                        false => return Err(Error::Conflict),
                    }
                }
                CommitFailure::NotNow | CommitFailure::Unknown if tries.again().await => {}
                _ => return Err(told(&error)),
            }
        }
        // Whoever deleted the session meanwhile may have been through with what stood beneath it.
        if let Err(Error::NotFound) = self.standing(session).await {
            self.db.commit_again_and_again(vec![self.db.delete(self.db.name(&place), Given::Anything)]).await?;
            return Err(Error::NotFound);
        }
        Ok(())
    }
}
