//! The session's document: its fields, and what a commit changes in it.

use firestore::gcloud_sdk::{google::firestore::v1::Document, prost::Message};
use game::{
    Game, SCHEMA, Session, SessionHead,
    id::{SessionId, TurnId},
    turn::Exchange,
};
use jiff::Timestamp;

use crate::store::{
    Error, Result, SessionSummary,
    cursor::time_key,
    json::{self, int},
    limits::{RecordKind, check_summary},
};

use super::{
    document::{DocumentFields, StoredDocument},
    native,
};

/// The fields of a session's document without its state.
pub(super) const STANDING: [&str; 8] =
    ["owner", "title", "version", "nTurns", "claimTurn", "claimExpiresAt", "commitId", "leftovers"];
/// Standing, and the key it was created with.
pub(super) const STANDING_AND_KEY: [&str; 9] =
    ["owner", "title", "version", "nTurns", "claimTurn", "claimExpiresAt", "commitId", "leftovers", "createKey"];
/// The fields of a claim.
pub(super) const CLAIM: [&str; 4] = ["claimTurn", "claimExpiresAt", CANCEL, X_CARD];
/// The fields that renew a claim; a request to stop stays in place.
pub(super) const PROLONGED: [&str; 2] = ["claimTurn", "claimExpiresAt"];
/// The turn that should be cancelled.
pub(super) const CANCEL: &str = "claimCancel";
/// The turn that an X card stops. It is cancelled, too, for servers of earlier versions.
pub(super) const X_CARD: &str = "claimXCard";
/// The last turn that failed. Commits of other turns leave it in place.
pub(super) const FAILED: &str = "failedTurn";
/// The fields that releasing a failed turn's claim changes.
pub(super) const FAILED_CLAIM: [&str; 5] = ["claimTurn", "claimExpiresAt", CANCEL, X_CARD, FAILED];
/// Fields that every commit changes; the title, the owner and the create key never change.
const ADVANCED: [&str; 18] = [
    "version",
    "schema",
    "updatedAt",
    "heroes",
    "location",
    "nTurns",
    "marks",
    "head",
    "importantEvents",
    "supportingNPCs",
    "state",
    "claimTurn",
    "claimExpiresAt",
    CANCEL,
    X_CARD,
    "commitId",
    "leftovers",
    "window",
];
/// As long as a document is within this it is written with its window: Firestore takes 1,048,576 bytes.
const MAX_WITH_WINDOW: usize = 1_000_000;

/// A session's document without its state.
#[derive(Debug, Clone)]
pub(super) struct SessionDocument {
    pub(super) owner: String,
    pub(super) title: String,
    pub(super) version: u64,
    pub(super) n_turns: u32,
    pub(super) claim: Option<HeldUntil>,
    /// The name the last commit gave itself.
    pub(super) commit_id: Option<String>,
    /// Whether records of undone turns must still be deleted.
    pub(super) leftovers: bool,
    /// When the document was last written: a commit that expects this finds all of it as it is here.
    pub(super) updated: Timestamp,
}

/// A claim in the document.
#[derive(Debug, Clone)]
pub(super) struct HeldUntil {
    pub(super) turn: TurnId,
    pub(super) expires_at: Timestamp,
}

impl SessionDocument {
    /// # Errors
    /// [`Error::Damaged`]: a field is invalid.
    pub(super) fn of(record: &StoredDocument) -> Result<Self> {
        let claim = match record.has("claimTurn") {
            true => Some(HeldUntil {
                turn: TurnId::from(record.text("claimTurn")?),
                expires_at: record.time("claimExpiresAt")?,
            }),
            false => None,
        };
        Ok(Self {
            owner: record.text("owner")?.to_owned(),
            title: record.text("title")?.to_owned(),
            version: record.count("version")?,
            n_turns: record.count("nTurns")?,
            claim,
            commit_id: record.text("commitId").ok().map(str::to_owned),
            leftovers: record.is_so("leftovers"),
            updated: record.updated,
        })
    }

    /// Whether another turn than this one holds the session now.
    pub(super) fn is_held_against(&self, turn: Option<&TurnId>) -> bool {
        let now = Timestamp::now();
        self.claim.as_ref().is_some_and(|held| Some(&held.turn) != turn && held.expires_at > now)
    }

    /// The turn that currently holds the session.
    pub(super) fn held_by(&self) -> Option<&TurnId> {
        let now = Timestamp::now();
        self.claim.as_ref().filter(|held| held.expires_at > now).map(|held| &held.turn)
    }

    pub(super) fn is_claimed_for(&self, turn: &TurnId) -> bool {
        self.claim.as_ref().is_some_and(|held| held.turn == *turn)
    }
}

/// A session from its document.
///
/// # Errors
/// [`Error::Damaged`]: the record is invalid or of a newer version.
pub(super) fn session(id: &SessionId, record: &StoredDocument) -> Result<Session> {
    let schema = record.int("schema")?;
    Ok(Session {
        head: head(id, record)?,
        game: json::decode(RecordKind::Snapshot, &record.whose, schema, &snapshot(record)?)?,
    })
}

/// A session's head from its document.
///
/// # Errors
/// As [`session`].
pub(super) fn head(id: &SessionId, record: &StoredDocument) -> Result<SessionHead> {
    let head: SessionHead = json::decode(RecordKind::Head, &record.whose, record.int("schema")?, record.body("head")?)?;
    let version: u64 = record.count("version")?;
    if head.id != *id || head.version != version {
        return Err(Error::Damaged(format!("the head of {} does not belong to its version {version}", record.whose)));
    }
    Ok(SessionHead { title: record.text("title")?.to_owned(), ..head })
}

/// The game's JSON from a session's document.
///
/// # Errors
/// [`Error::Damaged`]: there is none.
pub(super) fn snapshot(record: &StoredDocument) -> Result<String> {
    Ok(native::put_back(record.body("state")?, record))
}

/// The window in a session's document, if it is stored there.
pub(super) fn window(record: &StoredDocument) -> Option<Vec<Exchange>> {
    serde_json::from_str(record.body("window").ok()?).ok()
}

/// A session in a list: damaged fields are empty instead of failing the list.
pub(super) fn summary(id: SessionId, record: &StoredDocument) -> SessionSummary {
    let heroes = record.json("heroes", &[]).and_then(|heroes| serde_json::from_value(heroes).ok());
    SessionSummary {
        id,
        title: record.text("title").unwrap_or_default().to_owned(),
        updated_at: record.text("updatedAt").ok().and_then(|time| time.parse().ok()).unwrap_or_default(),
        heroes: heroes.unwrap_or_default(),
        location: record.text("location").unwrap_or_default().to_owned(),
        turns: record.count("nTurns").unwrap_or_default(),
        marks: record.body("marks").ok().and_then(|marks| serde_json::from_str(marks).ok()).unwrap_or_default(),
    }
}

/// The fields of a session's document after a commit, encoded within the limits.
#[derive(Debug, Clone)]
pub(super) struct DocumentAfter {
    fields: DocumentFields,
    /// The whole game as JSON, as checkpoints keep it.
    pub(super) state: String,
    pub(super) commit_id: String,
}

impl DocumentAfter {
    /// Encodes a head and a game. `window` is the next prompt's, if known.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub(super) fn of(head: &SessionHead, game: &Game, window: Option<&[Exchange]>) -> Result<Self> {
        json::encode(RecordKind::Head, head)?;
        let summary = SessionSummary::of_parts(head, game);
        check_summary(&summary)?;
        let state = json::encode(RecordKind::Snapshot, game)?;
        let commit_id = uuid::Uuid::now_v7().to_string();
        // The title has a field of its own, which no commit touches.
        let untitled = SessionHead { title: String::new(), ..head.clone() };
        let fields = DocumentFields::default()
            .int("version", int(head.version))
            .int("schema", SCHEMA.into())
            .text("updatedAt", time_key(head.updated_at))
            .json("heroes", &summary.heroes.into())
            .text("location", summary.location)
            .int("nTurns", head.n_turns.into())
            .bytes("marks", json::encode(RecordKind::Snapshot, &summary.marks)?)
            .bytes("head", json::encode(RecordKind::Head, &untitled)?)
            .bytes("state", native::taken_out(&state))
            .text("commitId", commit_id.clone());
        let mut fields = native::write(fields, game)?;
        if let Some(window) = window {
            let window = serde_json::to_vec(window).map_err(|error| Error::Damaged(error.to_string()))?;
            let document = Document { fields: fields.0, ..Document::default() };
            // A window that finds no room is read from its turns again.
            let fits = document.encoded_len() + head.title.len() + window.len() <= MAX_WITH_WINDOW;
            fields = DocumentFields(document.fields);
            if fits {
                fields = fields.bytes("window", window);
            }
        }
        Ok(Self { fields, state, commit_id })
    }

    /// The fields of a new document.
    pub(super) fn begun(self, head: &SessionHead, create_key: Option<&str>) -> DocumentFields {
        let fields = self.fields.text("owner", head.owner.as_str()).text("title", head.title.as_str());
        match create_key {
            Some(key) => fields.text("createKey", key),
            None => fields,
        }
    }

    /// The changed fields of an existing document, and their names. The claim is removed.
    pub(super) fn advanced(
        &self,
        keeps_window: bool,
        leaves_leftovers: bool,
    ) -> (DocumentFields, &'static [&'static str]) {
        let fields = self.fields.clone();
        let fields = if leaves_leftovers { fields.flag("leftovers", true) } else { fields };
        let n = if keeps_window { ADVANCED.len() - 1 } else { ADVANCED.len() };
        (fields, &ADVANCED[..n])
    }
}
