//! Serializes records as JSON within their limits, with readable errors.

use game::{SCHEMA, id::SessionId};
use serde::{Serialize, de::DeserializeOwned};

use crate::json_errors;

use super::{
    Error, Result,
    limits::{RecordKind, check_json},
};

/// A session's name in sentences.
pub(super) fn whose(id: &SessionId) -> String {
    format!("session {id}")
}

/// A version as databases keep numbers.
pub(super) fn int(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// A record as JSON, if it is within its limits.
pub(super) fn encode<T: Serialize>(part: RecordKind, record: &T) -> Result<String> {
    let json = serde_json::to_string(record)
        .map_err(|error| Error::Damaged(format!("{} cannot be written as JSON: {error}", part.name())))?;
    check_json(part, &json)?;
    Ok(json)
}

/// A record from its JSON; `whose` names it in the sentence where it can't be read.
pub(super) fn decode<T: DeserializeOwned>(part: RecordKind, whose: &str, schema: i64, json: &str) -> Result<T> {
    if schema > i64::from(SCHEMA) {
        return Err(Error::Damaged(format!(
            "{} of {whose} was written by a newer version of Embertale (its schema is {schema}, this version knows \
             {SCHEMA}); update Embertale to go on with it",
            part.name()
        )));
    }
    serde_json::from_str(json).map_err(|error| {
        Error::Damaged(format!("{} of {whose} is not what was saved ({})", part.name(), json_errors::said(&error)))
    })
}
