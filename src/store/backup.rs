//! A store's contents as lines of JSON: a header, one line for each package, campaign, plan and session, and a trailer that
//! reveals truncated and altered files.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use game::{Game, SCHEMA, Session, SessionHead, id::SessionId};

use super::{
    BundleError, CampaignPlan, Error, Interlude, KeptPackage, NewSession, Past, Recorded, Result, Shelved, Store,
    StoredTurn, SupersededRecords,
    bundle::{UnreadHistory, from_text, typed},
    load_readable,
};

const FORMAT: &str = "embertale-backup";
/// The second has campaigns and plans.
const VERSION: u32 = 2;

/// How the line of a session begins.
const SESSION: &str = "{\"head\":";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BackupHeader {
    format: String,
    version: u32,
    schema: u32,
    at: Timestamp,
}

/// The last line of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trailer {
    /// How many lines there are between the header and this one. Once all of them were sessions.
    #[serde(alias = "sessions")]
    pub records: u64,
    /// SHA-256 of everything before this line, in hex.
    pub sha256: String,
}

/// Counts a backup up to its trailer.
#[derive(Debug, Default)]
pub struct Summing {
    digest: Sha256,
    n_lines: u64,
}

impl Summing {
    /// Takes a line in, without its line break.
    pub fn add(&mut self, line: &str) {
        self.digest.update(line);
        self.digest.update("\n");
        self.n_lines += 1;
    }

    /// The trailer for the records read.
    pub fn trailer(self) -> Trailer {
        let sha256 = HEXLOWER.encode(&self.digest.finalize());
        // The first line is the header.
        Trailer { records: self.n_lines.saturating_sub(1), sha256 }
    }
}

/// The first line of a backup.
///
/// # Errors
/// None that can be met: it is plain text.
pub fn header(at: Timestamp) -> Result<String> {
    line(&BackupHeader { format: FORMAT.to_owned(), version: VERSION, schema: SCHEMA, at })
}

/// Whether a line begins a backup that can be read.
///
/// # Errors
/// It doesn't, or a newer version wrote it; a sentence.
pub fn read_header(line: &str) -> std::result::Result<(), String> {
    match serde_json::from_str::<BackupHeader>(line) {
        Ok(header) if header.format != FORMAT => Err("it is no backup of Embertale".to_owned()),
        Ok(header) if header.version > VERSION || header.schema > SCHEMA => {
            Err("it was written by a newer version of Embertale; update Embertale, then restore it".to_owned())
        }
        Ok(_) => Ok(()),
        Err(_) => Err("it is no backup of Embertale".to_owned()),
    }
}

/// A line of a backup.
#[derive(Debug, Clone, PartialEq)]
pub enum BackedUp {
    /// A session.
    Session(Box<Saved>),
    /// A record other than a session.
    Campaign(SavedCampaign),
}

/// A record of campaigns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SavedCampaign {
    /// The JSON of a package.
    Package(String),
    /// A campaign on a shelf.
    Shelved {
        /// The player it belongs to.
        owner: String,
        campaign: Shelved,
    },
    /// A plan.
    Plan(CampaignPlan),
}

impl BackedUp {
    /// Reads a line.
    ///
    /// # Errors
    /// The unreadable part.
    pub fn read(line: &str) -> std::result::Result<Self, BundleError> {
        match line.starts_with(SESSION) {
            true => Saved::read(line).map(|saved| Self::Session(Box::new(saved))),
            false => from_text(line).map(Self::Campaign),
        }
    }
}

impl SavedCampaign {
    /// As a line, without its line break.
    ///
    /// # Errors
    /// [`Error::Damaged`]: it can't be written.
    pub fn write(&self) -> Result<String> {
        line(self)
    }

    /// Restores it, unless it exists.
    ///
    /// # Errors
    /// The store could not.
    pub async fn restore(self, store: &dyn Store) -> Result<Recorded<()>> {
        match self {
            Self::Package(json) => {
                let package = KeptPackage::of(json);
                let there = is_there(store.kept_package(package.digest()).await)?;
                if !there {
                    store.keep_package(&package).await?;
                }
                Ok(recorded(there))
            }
            Self::Shelved { owner, campaign } => {
                let there = is_there(store.shelved(&owner, &campaign.slug).await)?;
                if !there {
                    store.shelve(&owner, &campaign).await?;
                }
                Ok(recorded(there))
            }
            Self::Plan(plan) => match store.create_plan(&plan).await {
                Err(Error::Conflict) => Ok(Recorded::Before(())),
                done => done.map(Recorded::Now),
            },
        }
    }
}

fn is_there<T>(found: Result<T>) -> Result<bool> {
    match found {
        Ok(_) => Ok(true),
        Err(Error::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

fn recorded(there: bool) -> Recorded<()> {
    if there { Recorded::Before(()) } else { Recorded::Now(()) }
}

/// A session with everything that is kept of it, secrets included.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    /// The session.
    pub session: Session,
    /// The key it was created with.
    pub create_key: Option<String>,
    /// All that led to it.
    pub past: Past,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BackupSession<'a> {
    head: &'a SessionHead,
    create_key: &'a Option<String>,
    start: &'a Game,
    state: &'a Game,
    turns: &'a [StoredTurn],
    interludes: &'a [Interlude],
    aside: &'a SupersededRecords,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BackupRecord<'a> {
    #[serde(borrow)]
    head: &'a RawValue,
    create_key: Option<String>,
    #[serde(borrow)]
    start: &'a RawValue,
    #[serde(borrow)]
    state: &'a RawValue,
    #[serde(borrow)]
    turns: &'a RawValue,
    #[serde(borrow)]
    interludes: &'a RawValue,
    #[serde(borrow)]
    aside: &'a RawValue,
}

impl Saved {
    /// Reads a session with everything that is kept of it, also while it is played. Other narrations, undone turns and the journal are
    /// left out if they can't be read; then the error says why.
    ///
    /// # Errors
    /// It is gone, or its turns can't be read.
    pub async fn load(store: &dyn Store, id: &SessionId) -> Result<(Self, Option<Error>)> {
        let (session, past, lost) = load_readable(store, id).await?;
        Ok((Self { session, create_key: store.create_key(id).await?, past }, lost))
    }

    /// The session as a line, without its line break.
    ///
    /// # Errors
    /// [`Error::Damaged`]: a record can't be written.
    pub fn write(&self) -> Result<String> {
        line(&BackupSession {
            head: &self.session.head,
            create_key: &self.create_key,
            start: &self.past.start,
            state: &self.session.game,
            turns: &self.past.turns,
            interludes: &self.past.interludes,
            aside: &self.past.aside,
        })
    }

    /// Reads a session from its line.
    ///
    /// # Errors
    /// The unreadable part.
    pub fn read(line: &str) -> std::result::Result<Self, BundleError> {
        let BackupRecord { head, create_key, start, state, turns, interludes, aside } = from_text(line)?;
        let session = Session { head: typed(head, "head")?, game: typed(state, "state")? };
        let past = UnreadHistory { turns, interludes, aside }.read(typed(start, "start")?)?;
        Ok(Self { session, create_key, past })
    }

    /// The session to be created as it was. Where its turns do not come to a game, it comes back as damaged as it was.
    pub fn again(self) -> NewSession {
        let Self { session, create_key, mut past } = self;
        past.checkpoints = past.fold().map(|(_, checkpoints)| checkpoints).unwrap_or_default();
        NewSession { session, past: Some(past), create_key }
    }
}

fn line(record: &impl Serialize) -> Result<String> {
    serde_json::to_string(record).map_err(|error| Error::Damaged(format!("a line can't be written: {error}")))
}
