//! Parses bundles from JSON. Each record is parsed by itself: an error names its path, a record may be nested as deeply as in a
//! store, and a record over the size limit is never held in memory.

use game::{Game, SCHEMA, journal::JournalEdits, safety::Safety, turn::Usage};
use jiff::Timestamp;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{error::Category, value::RawValue};

use crate::{
    json_errors,
    store::{
        KeptPackage, MAX_PACKAGE_BYTES, MAX_TURN_BYTES, Past, StoredTurn, SupersededRecords, UndoneKey,
        limits::RecordKind, packed::pack,
    },
};

use super::{About, BUNDLE_FORMAT, BUNDLE_VERSION, Bundle, BundleError, BundledSeed, check};

/// Maximum size of one record as written, in bytes; it may contain white space.
const MAX_WRITTEN: usize = 4 * MAX_TURN_BYTES;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BundleHeader<'a> {
    #[serde(borrow, default)]
    format: Option<&'a RawValue>,
    #[serde(borrow, default)]
    version: Option<&'a RawValue>,
    #[serde(borrow, default)]
    schema: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    session: &'a RawValue,
    #[serde(borrow)]
    turns: &'a RawValue,
    #[serde(borrow)]
    interludes: &'a RawValue,
    #[serde(borrow)]
    aside: &'a RawValue,
    #[serde(borrow)]
    dice: &'a RawValue,
    #[serde(borrow, default)]
    campaign: Option<&'a RawValue>,
}

/// The history of a game, not parsed yet.
pub(in crate::store) struct UnreadHistory<'a> {
    pub(in crate::store) turns: &'a RawValue,
    pub(in crate::store) interludes: &'a RawValue,
    pub(in crate::store) aside: &'a RawValue,
}

#[derive(Deserialize)]
struct UnreadAside<'a> {
    #[serde(borrow)]
    alternatives: &'a RawValue,
    undone: Vec<UndoneKey>,
    #[serde(borrow, default)]
    journal: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionPart {
    title: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    usage: Usage,
    window_from: u32,
    #[serde(default)]
    safety: Safety,
    start: Game,
    state: Game,
}

#[derive(Deserialize)]
struct DicePart {
    seeds: Vec<BundledSeed>,
}

impl Bundle {
    /// Reads a bundle and checks everything about it.
    ///
    /// # Errors
    /// The problem, with the field.
    pub fn read(text: &str) -> Result<Self, BundleError> {
        check_header(&from_text::<BundleHeader<'_>>(text)?)?;
        let Document { session, turns, interludes, aside, dice, campaign } = from_text(text)?;
        let SessionPart { title, created_at, updated_at, usage, window_from, safety, start, state } =
            typed(session, "session")?;
        if !safety.is_bounded() {
            let why = "This has too many lines or veils, or some that are too long or no words.".to_owned();
            return Err(BundleError::at("session.safety", why));
        }
        let DicePart { seeds } = typed(dice, "dice")?;
        let past = UnreadHistory { turns, interludes, aside }.read(start)?;
        let about = About { title, created_at, updated_at, usage, window_from, safety };
        let campaign = campaign.map(package).transpose()?;
        let mut bundle = Self { about, state, past, seeds, campaign };
        bundle.past.checkpoints = check::checked(&bundle)?;
        Ok(bundle)
    }
}

/// A campaign's package. White space is ignored, since the digest is of the compact form.
fn package(raw: &RawValue) -> Result<KeptPackage, BundleError> {
    if raw.get().len() > 2 * MAX_PACKAGE_BYTES {
        return Err(BundleError::at("campaign", format!("This is too large to be saved: {} bytes.", raw.get().len())));
    }
    let value: serde_json::Value = serde_json::from_str(raw.get()).map_err(|error| invalid(&error, "campaign"))?;
    let package = KeptPackage::of(value.to_string());
    pack(RecordKind::Package, package.json()).map_err(|error| BundleError::at("campaign", format!("{error}.")))?;
    Ok(package)
}

impl UnreadHistory<'_> {
    /// Reads it all.
    pub(in crate::store) fn read(&self, start: Game) -> Result<Past, BundleError> {
        let UnreadAside { alternatives, undone, journal } =
            serde_json::from_str(self.aside.get()).map_err(|error| invalid(&error, "aside"))?;
        Ok(Past {
            start,
            turns: each(self.turns, "turns")?,
            interludes: each(self.interludes, "interludes")?,
            checkpoints: Vec::new(),
            aside: SupersededRecords {
                alternatives: each::<StoredTurn>(alternatives, "aside.alternatives")?,
                undone,
                journal: journal.map_or(Ok(JournalEdits::default()), |raw| typed(raw, "aside.journal"))?,
            },
        })
    }
}

fn check_header(header: &BundleHeader<'_>) -> Result<(), BundleError> {
    let number = |field: &str, value: Option<&RawValue>| match value.map(|value| value.get().parse::<u64>()) {
        Some(Ok(n)) if n > 0 => Ok(n),
        _ => Err(BundleError::at(field, "This says no version of a bundle: a number from 1 is needed.")),
    };
    let format = header.format.and_then(|format| serde_json::from_str::<String>(format.get()).ok());
    if format.as_deref() != Some(BUNDLE_FORMAT) {
        return Err(BundleError::at(
            "format",
            format!("This is no session that was exported: it would say {BUNDLE_FORMAT:?}."),
        ));
    }
    for (field, found, known) in [
        ("version", number("version", header.version)?, BUNDLE_VERSION),
        ("schema", number("schema", header.schema)?, SCHEMA),
    ] {
        if found > u64::from(known) {
            return Err(BundleError::at(
                field,
                format!(
                    "This was exported by a newer version of Embertale (its {field} is {found}, this one knows {known}). Update Embertale, then import it again."
                ),
            ));
        }
    }
    Ok(())
}

pub(in crate::store) fn from_text<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, BundleError> {
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => invalid(&error, ""),
        Category::Syntax | Category::Eof | Category::Io => BundleError::NotJson(json_errors::not_json(&error)),
    })
}

/// Each entry of a list.
fn each<T: DeserializeOwned>(raw: &RawValue, at: &str) -> Result<Vec<T>, BundleError> {
    let entries: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(|error| invalid(&error, at))?;
    entries.into_iter().enumerate().map(|(i, entry)| typed(entry, &format!("{at}[{i}]"))).collect()
}

/// One record.
pub(in crate::store) fn typed<T: DeserializeOwned>(raw: &RawValue, at: &str) -> Result<T, BundleError> {
    if raw.get().len() > MAX_WRITTEN {
        return Err(BundleError::at(at, format!("This is too large to be saved: {} bytes.", raw.get().len())));
    }
    if raw.get().starts_with('[') {
        // Serde would take a list for the fields in their order.
        return Err(BundleError::at(at, "This is a list; an object with its fields by name is needed."));
    }
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
        .map_err(|error| BundleError::Invalid(json_errors::in_field(at, &error.path().to_string(), error.inner())))
}

fn invalid(error: &serde_json::Error, at: &str) -> BundleError {
    BundleError::Invalid(json_errors::in_field(at, "", error))
}
