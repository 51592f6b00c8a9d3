//! Writes a whole history: branches, imports, restored sessions. It is written before its session's document, so that the
//! session appears with all of it or not at all.

use firestore::gcloud_sdk::google::firestore::v1::Write;
use game::{SessionHead, turn::Exchange};

use crate::store::{Past, Result, SideKind, json, limits::RecordKind, side_records::of_hand};

use super::{
    database::{Database, WriteCondition},
    place::DocumentPath,
    records,
    side_records::fields,
};

/// A past, encoded before anything is written.
pub(super) struct PastWrites(pub(super) Vec<Write>);

/// The window of a new session's next prompt.
pub(super) fn window_of(head: &SessionHead, past: Option<&Past>) -> Vec<Exchange> {
    let turns = past.iter().flat_map(|past| &past.turns);
    let shown = turns.filter(|stored| stored.turn.seq >= head.window_from && stored.is_shown());
    shown.map(|stored| stored.turn.exchange()).collect()
}

impl PastWrites {
    /// Encodes a past, within the limits.
    pub(super) fn of(db: &Database, place: &DocumentPath, past: &Past) -> Result<Self> {
        let mut writes = Vec::new();
        let mut put = |place: &DocumentPath, fields| writes.push(db.put(place, fields, WriteCondition::Anything));
        put(&place.start(), records::checkpoint(0, &json::encode(RecordKind::Snapshot, &past.start)?));
        for stored in &past.turns {
            put(&place.turn(stored.turn.seq), records::turn(stored)?);
        }
        // Whatever is put aside later comes behind these.
        let before = |n: usize, of: usize| i64::try_from(n).unwrap_or_default() - i64::try_from(of).unwrap_or_default();
        let alternatives = &past.aside.alternatives;
        for (n, stored) in alternatives.iter().enumerate() {
            put(&place.alternative(&stored.turn.id)?, records::alternative(stored, before(n, alternatives.len()))?);
        }
        let undone = &past.aside.undone;
        for (n, it) in undone.iter().enumerate() {
            let order = before(n, undone.len());
            let at = match &it.turn_id {
                Some(turn) => place.undone(turn)?,
                None => place.taking_back(order),
            };
            put(&at, records::undone(it, order, 0));
        }
        for interlude in &past.interludes {
            put(&place.interlude(interlude.version), records::interlude(interlude)?);
        }
        if !past.aside.journal.is_empty() {
            put(&place.side_record(SideKind::Hand), fields(&of_hand(&past.aside.journal)?));
        }
        for (seq, game) in &past.checkpoints {
            put(&place.checkpoint(*seq), records::checkpoint(*seq, &json::encode(RecordKind::Snapshot, game)?));
        }
        Ok(Self(writes))
    }
}
