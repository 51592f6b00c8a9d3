//! Records of a session apart from its turns, one of each kind, with versions of their own. Writing one never conflicts with a turn.

use async_trait::async_trait;
use serde::{Serialize, de::DeserializeOwned};

use game::{SCHEMA, id::SessionId, journal::JournalEdits, roster::Roster};

use super::{
    Error, Result,
    json::{self, whose},
    limits::RecordKind,
    packed::{pack, unpack},
};

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SideKind {
    /// Players' journal edits.
    Hand,
    /// The people at the session.
    Roster,
}

/// A record as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideRecord {
    /// Number of times it was saved.
    pub version: u64,
    /// The number of its JSON's form.
    pub schema: i64,
    /// Its JSON, compressed.
    pub body: Vec<u8>,
}

/// Where these records are kept. Every method is one atomic step.
#[async_trait]
pub trait SideRecords {
    /// A record of a session; `None` where none was ever saved. [`Error::NotFound`] if there is no such session.
    async fn side_record(&self, session: &SessionId, kind: SideKind) -> Result<Option<SideRecord>>;

    /// Replaces a record. [`Error::Conflict`] if it is no longer at `expected_version`, or if its own version isn't the next
    /// one; [`Error::NotFound`] if there is no such session. The session's version stays, and a concurrent turn isn't affected.
    async fn save_side_record(
        &self,
        session: &SessionId,
        kind: SideKind,
        record: &SideRecord,
        expected_version: u64,
    ) -> Result<()>;

    /// The journal edits of a session; empty if there are none. [`Error::NotFound`] if there is no such session.
    async fn hand(&self, session: &SessionId) -> Result<JournalEdits> {
        read(session, SideKind::Hand, self.side_record(session, SideKind::Hand).await?)
    }

    /// Saves journal edits, as [`SideRecords::save_side_record`]; [`Error::TooLarge`] beyond the limits of a record.
    async fn save_hand(&self, session: &SessionId, hand: &JournalEdits, expected_version: u64) -> Result<()> {
        self.save_side_record(session, SideKind::Hand, &of_hand(hand)?, expected_version).await
    }

    /// The roster of a session; empty if no one was ever invited. [`Error::NotFound`] if there is no such session.
    async fn roster(&self, session: &SessionId) -> Result<Roster> {
        read(session, SideKind::Roster, self.side_record(session, SideKind::Roster).await?)
    }

    /// Saves who is at a table, as [`SideRecords::save_side_record`]; [`Error::TooLarge`] beyond the bounds of a record.
    async fn save_roster(&self, session: &SessionId, roster: &Roster, expected_version: u64) -> Result<()> {
        let record = packed(SideKind::Roster, roster.version, roster)?;
        self.save_side_record(session, SideKind::Roster, &record, expected_version).await
    }
}

impl SideKind {
    fn part(self) -> RecordKind {
        match self {
            Self::Hand => RecordKind::Hand,
            Self::Roster => RecordKind::Roster,
        }
    }
}

impl SideRecord {
    /// Checks that a record at `version` can become this.
    ///
    /// # Errors
    /// [`Error::Conflict`]: another writer saved it first, or this isn't what follows.
    pub(super) fn check_follows(&self, version: u64, expected_version: u64) -> Result<()> {
        let follows = version == expected_version && Some(self.version) == expected_version.checked_add(1);
        if follows { Ok(()) } else { Err(Error::Conflict) }
    }
}

/// A hand as it is kept, if it is within its limits.
pub(super) fn of_hand(hand: &JournalEdits) -> Result<SideRecord> {
    packed(SideKind::Hand, hand.version, hand)
}

fn packed<T: Serialize>(kind: SideKind, version: u64, record: &T) -> Result<SideRecord> {
    let body = pack(kind.part(), &json::encode(kind.part(), record)?)?;
    Ok(SideRecord { version, schema: SCHEMA.into(), body })
}

fn read<T: Default + DeserializeOwned>(session: &SessionId, kind: SideKind, record: Option<SideRecord>) -> Result<T> {
    let Some(SideRecord { schema, body, .. }) = record else { return Ok(T::default()) };
    let json = unpack(kind.part(), &whose(session), &body)?;
    json::decode(kind.part(), &whose(session), schema, &json)
}
