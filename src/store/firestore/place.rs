//! Paths of documents.
//!
//! ```text
//! sessions/{id}                              a session: what lists show, its head, its state, its claim
//! sessions/{id}/turns/{seq}                  a turn that counts
//! sessions/{id}/turns/alternative-{turn id}  another narration of one
//! sessions/{id}/turns/undone-{turn id}       the key of a turn that was taken back
//! sessions/{id}/turns/taking-back-{version}  the key that named the taking back
//! sessions/{id}/interludes/{version}         changes between turns
//! sessions/{id}/checkpoints/{seq}            the game after some turns
//! sessions/{id}/traces/{turn id}            what the agents of a turn saw and did
//! sessions/{id}/starts/start                 the game it began with
//! sessions/{id}/hands/hand                   what players wrote into its journal
//! sessions/{id}/table/roster                 who is at the table
//! sessions/{id}/table/turn                   the events so far of the turn in progress, for other servers
//! sessions/{id}/table/followers              which servers follow its turns, and until when
//! createKeys/{hash of owner and key}         which session was created with a key
//! packages/{digest}                          a campaign that sessions play by
//! shelf/{hash of owner and slug}             a campaign that an owner can choose
//! plans/{id}                                 a campaign that is being written
//! spending/{day}                             a day's spending
//! spending/{hash of day and player}          one player's spending on a day
//! ```

use data_encoding::HEXLOWER;
use game::id::{PlanId, SessionId, TurnId};
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::store::{Error, Result, SideKind};

pub(super) const SESSIONS: &str = "sessions";
pub(super) const TURNS: &str = "turns";
pub(super) const INTERLUDES: &str = "interludes";
pub(super) const CHECKPOINTS: &str = "checkpoints";
pub(super) const TRACES: &str = "traces";
pub(super) const STARTS: &str = "starts";
pub(super) const HANDS: &str = "hands";
pub(super) const TABLE: &str = "table";
pub(super) const CREATE_KEYS: &str = "createKeys";
pub(super) const PACKAGES: &str = "packages";
pub(super) const SHELF: &str = "shelf";
pub(super) const PLANS: &str = "plans";
pub(super) const SPENDING: &str = "spending";
/// Everything there may be beneath a session.
pub(super) const BENEATH: [&str; 7] = [TURNS, INTERLUDES, CHECKPOINTS, TRACES, STARTS, HANDS, TABLE];

/// Longest id of a document of ours, in bytes; Firestore takes 1,500.
const MAX_ID_BYTES: usize = 1_000;

/// The place of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentPath {
    /// The parent document, relative to the database; none for the top.
    pub(super) beneath: Option<String>,
    pub(super) collection: &'static str,
    pub(super) id: String,
}

impl DocumentPath {
    /// # Errors
    /// [`Error::NotFound`]: no document can have this id.
    pub(super) fn session(id: &SessionId) -> Result<Self> {
        Ok(Self { beneath: None, collection: SESSIONS, id: document_id(id.as_str())? })
    }

    pub(super) fn create_key(owner: &str, key: &str) -> Self {
        Self { beneath: None, collection: CREATE_KEYS, id: hash_of(owner, key) }
    }

    /// # Errors
    /// As [`DocumentPath::session`].
    pub(super) fn package(digest: &str) -> Result<Self> {
        Ok(Self { beneath: None, collection: PACKAGES, id: document_id(digest)? })
    }

    /// A campaign of a shelf, whatever the slug is.
    pub(super) fn shelved(owner: &str, slug: &str) -> Self {
        Self { beneath: None, collection: SHELF, id: hash_of(owner, slug) }
    }

    /// # Errors
    /// As [`DocumentPath::session`].
    pub(super) fn plan(id: &PlanId) -> Result<Self> {
        Ok(Self { beneath: None, collection: PLANS, id: document_id(id.as_str())? })
    }

    /// The document with the counter of a day, or of a player's day.
    pub(super) fn spending(day: Date, player: Option<&str>) -> Self {
        let id = player.map_or_else(|| day.to_string(), |player| hash_of(&day.to_string(), player));
        Self { beneath: None, collection: SPENDING, id }
    }

    /// A document beneath this one.
    pub(super) fn beneath(&self, collection: &'static str, id: String) -> Self {
        Self { beneath: Some(self.path()), collection, id }
    }

    pub(super) fn turn(&self, seq: u32) -> Self {
        self.beneath(TURNS, padded_seq(seq))
    }

    /// # Errors
    /// As [`DocumentPath::session`].
    pub(super) fn alternative(&self, turn: &TurnId) -> Result<Self> {
        Ok(self.beneath(TURNS, format!("alternative-{}", document_id(turn.as_str())?)))
    }

    /// The key of an undone turn.
    ///
    /// # Errors
    /// As [`DocumentPath::session`].
    pub(super) fn undone(&self, turn: &TurnId) -> Result<Self> {
        Ok(self.beneath(TURNS, format!("undone-{}", document_id(turn.as_str())?)))
    }

    /// The key of a taking back, by the version it led to; before all versions where it came with a past.
    pub(super) fn taking_back(&self, version: i64) -> Self {
        self.beneath(TURNS, format!("taking-back-{version:020}"))
    }

    /// # Errors
    /// As [`DocumentPath::session`].
    pub(super) fn trace(&self, turn: &TurnId) -> Result<Self> {
        Ok(self.beneath(TRACES, document_id(turn.as_str())?))
    }

    pub(super) fn interlude(&self, version: u64) -> Self {
        self.beneath(INTERLUDES, format!("{version:020}"))
    }

    pub(super) fn checkpoint(&self, seq: u32) -> Self {
        self.beneath(CHECKPOINTS, padded_seq(seq))
    }

    pub(super) fn start(&self) -> Self {
        self.beneath(STARTS, "start".to_owned())
    }

    pub(super) fn side_record(&self, kind: SideKind) -> Self {
        match kind {
            SideKind::Hand => self.beneath(HANDS, "hand".to_owned()),
            SideKind::Roster => self.beneath(TABLE, "roster".to_owned()),
        }
    }

    /// The events so far of the turn in progress.
    pub(super) fn live_turn(&self) -> Self {
        self.beneath(TABLE, "turn".to_owned())
    }

    /// Words among people at the table that other servers tell as well.
    pub(super) fn live_talk(&self) -> Self {
        self.beneath(TABLE, "talk".to_owned())
    }

    /// The servers that follow the session's turns.
    pub(super) fn followers(&self) -> Self {
        self.beneath(TABLE, "followers".to_owned())
    }

    /// From the database on.
    pub(super) fn path(&self) -> String {
        match &self.beneath {
            Some(beneath) => format!("{beneath}/{}/{}", self.collection, self.id),
            None => format!("{}/{}", self.collection, self.id),
        }
    }
}

fn padded_seq(seq: u32) -> String {
    format!("{seq:010}")
}

/// Names what an owner has under a key, neither run together with the other.
fn hash_of(owner: &str, key: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(u64::try_from(owner.len()).unwrap_or(u64::MAX).to_be_bytes());
    hash.update(owner);
    hash.update(key);
    HEXLOWER.encode(&hash.finalize())
}

/// An id as a document's: what Firestore would refuse or read as a path is written as `%` and two digits.
fn document_id(id: &str) -> Result<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let mut written = String::with_capacity(id.len());
    for (at, byte) in id.bytes().enumerate() {
        // Ids that begin with two underscores are Firestore's own.
        if plain(byte) && !(at == 0 && byte == b'_') {
            written.push(char::from(byte));
        } else {
            written.push_str(&format!("%{byte:02x}"));
        }
    }
    if written.is_empty() {
        written.push('%');
    }
    if written.len() > MAX_ID_BYTES { Err(Error::NotFound) } else { Ok(written) }
}

/// The session of a document's id; none for one that is not ours.
pub(super) fn session_id(document: &str) -> Option<SessionId> {
    if document == "%" {
        return Some(SessionId::from(String::new()));
    }
    let mut bytes = Vec::with_capacity(document.len());
    let mut rest = document.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok().map(SessionId::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_id_is_a_document_and_comes_back() {
        for id in ["", ".", "..", "__x__", "a/b", "0198c0de-7a11", "%", "%41", "ö 1", "_", "a_b"] {
            let document = document_id(id).unwrap();
            assert!(!document.contains('/') && !document.contains('.') && !document.starts_with('_'), "{document}");
            assert_eq!(session_id(&document), Some(SessionId::from(id)));
        }
        assert_eq!(document_id("0198c0de-7a11_x").unwrap(), "0198c0de-7a11_x");
        assert!(matches!(document_id(&"x".repeat(1_001)), Err(Error::NotFound)));
    }

    #[test]
    fn owner_and_key_are_not_run_together() {
        assert_ne!(DocumentPath::create_key("ab", "c"), DocumentPath::create_key("a", "bc"));
    }
}
