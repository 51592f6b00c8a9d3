//! Writes and reads the records of a session: turns, alternatives, used keys, interludes, checkpoints.

use game::{Game, SCHEMA, turn::Exchange};

use crate::store::{
    Error, Interlude, KeyUse, Result, StoredTurn, Trace, TurnKey, UndoneKey,
    json::{self, int},
    limits::RecordKind,
    record::PromptTurn,
};

use super::document::{DocumentFields, StoredDocument};

fn keyed(key: &TurnKey) -> DocumentFields {
    DocumentFields::default().text("key", key.key.as_str()).text("fingerprint", key.fingerprint.as_str())
}

fn telling(stored: &StoredTurn) -> Result<DocumentFields> {
    let body = json::encode(RecordKind::Turn, stored)?;
    let fields = keyed(&stored.key).text("turnId", stored.turn.id.as_str());
    Ok(fields.int("schema", SCHEMA.into()).bytes("body", body))
}

/// A turn that counts.
pub(super) fn turn(stored: &StoredTurn) -> Result<DocumentFields> {
    Ok(telling(stored)?.int("seq", stored.turn.seq.into()))
}

/// An alternative of a turn; `order` is the order of creation.
pub(super) fn alternative(stored: &StoredTurn, order: i64) -> Result<DocumentFields> {
    Ok(telling(stored)?.int("ofSeq", stored.turn.seq.into()).int("order", order))
}

/// The same from the turn's own record, as it was written.
pub(super) fn put_aside(record: &StoredDocument, seq: u32, order: i64) -> Result<DocumentFields> {
    Ok(DocumentFields::default()
        .text("key", record.text("key")?)
        .text("fingerprint", record.text("fingerprint")?)
        .text("turnId", record.text("turnId")?)
        .int("schema", record.int("schema")?)
        .bytes("body", record.body("body")?)
        .int("ofSeq", seq.into())
        .int("order", order))
}

/// A used idempotency key; `when` and `n` order it among the others.
pub(super) fn undone(undone: &UndoneKey, when: i64, n: usize) -> DocumentFields {
    // Room for a million keys undone at once.
    let at = when.saturating_mul(1_000_000).saturating_add(i64::try_from(n).unwrap_or(i64::MAX));
    let fields = keyed(&undone.key).int("undoneAt", at);
    match &undone.turn_id {
        Some(turn) => fields.text("turnId", turn.as_str()),
        None => fields,
    }
}

/// The trace of a turn's agents.
pub(super) fn trace(trace: &Trace) -> Result<DocumentFields> {
    let body = json::encode(RecordKind::Trace, trace)?;
    Ok(DocumentFields::default().int("schema", SCHEMA.into()).bytes("body", body))
}

pub(super) fn interlude(interlude: &Interlude) -> Result<DocumentFields> {
    let body = json::encode(RecordKind::Interlude, interlude)?;
    let fields =
        DocumentFields::default().int("afterSeq", interlude.after_seq.into()).int("version", int(interlude.version));
    Ok(fields.int("schema", SCHEMA.into()).bytes("body", body))
}

/// The game after a turn, or at the start.
pub(super) fn checkpoint(seq: u32, state: &str) -> DocumentFields {
    DocumentFields::default().int("seq", seq.into()).int("schema", SCHEMA.into()).bytes("state", state)
}

pub(super) fn read_turn(record: &StoredDocument) -> Result<StoredTurn> {
    json::decode(RecordKind::Turn, &record.whose, record.int("schema")?, record.body("body")?)
}

pub(super) fn read_trace(record: &StoredDocument) -> Result<Trace> {
    json::decode(RecordKind::Trace, &record.whose, record.int("schema")?, record.body("body")?)
}

pub(super) fn read_shown(record: &StoredDocument) -> Result<Option<Exchange>> {
    let said: PromptTurn = json::decode(RecordKind::Turn, &record.whose, record.int("schema")?, record.body("body")?)?;
    Ok(said.shown())
}

pub(super) fn read_interlude(record: &StoredDocument) -> Result<Interlude> {
    json::decode(RecordKind::Interlude, &record.whose, record.int("schema")?, record.body("body")?)
}

pub(super) fn read_game(record: &StoredDocument) -> Result<Game> {
    json::decode(RecordKind::Snapshot, &record.whose, record.int("schema")?, record.body("state")?)
}

pub(super) fn read_undone(record: &StoredDocument) -> Result<UndoneKey> {
    let turn_id = match record.has("turnId") {
        true => Some(record.text("turnId")?.into()),
        false => None,
    };
    let key = TurnKey { key: record.text("key")?.to_owned(), fingerprint: record.text("fingerprint")?.to_owned() };
    Ok(UndoneKey { turn_id, key })
}

/// The record found for a key.
pub(super) enum KeyRecord {
    /// The use of a key.
    Use(KeyUse),
    /// A turn beyond the last one: created since, or undone.
    Beyond(UndoneKey),
}

/// The kind of a record by its key, in a session with this number of turns.
///
/// # Errors
/// [`Error::Damaged`]: the record is invalid.
pub(super) fn read_key_use(record: &StoredDocument, n_turns: u32) -> Result<KeyRecord> {
    if record.has("undoneAt") {
        return Ok(KeyRecord::Use(KeyUse::Undone(read_undone(record)?)));
    }
    let seq_field = if record.has("seq") { "seq" } else { "ofSeq" };
    match record.count::<u32>(seq_field)? > n_turns {
        true => Ok(KeyRecord::Beyond(read_undone(record)?)),
        false => Ok(KeyRecord::Use(KeyUse::Turn(Box::new(read_turn(record)?)))),
    }
}

/// Fails unless a record says the same turn as its place.
pub(super) fn check_seq(record: &StoredDocument, seq: u32) -> Result<()> {
    match record.count::<u32>("seq")? == seq {
        true => Ok(()),
        false => Err(Error::Damaged(format!("turn {seq} of {} is at another's place", record.whose))),
    }
}
