//! Encoded events of the table's stream: once for the host, and once for all guests if they see less.

use std::time::Instant;

use game::{
    id::{SeatId, TurnId},
    roster::{Seat, SeatRole},
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::dm::{feed::TurnEvent, guest_view::Viewer};

use super::TableEvent;

/// An event of a turn with the turn's id, and the seat of the person who acts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WithTurnId<'a> {
    #[serde(flatten)]
    event: &'a TurnEvent,
    turn_id: &'a TurnId,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a SeatId>,
}

/// An event as it is sent.
#[derive(Debug)]
pub struct EncodedEvent {
    /// Its name.
    pub name: &'static str,
    /// Its data, as the host reads it.
    data: Box<RawValue>,
    for_guests: ForGuests,
    /// The seats that hear it; all if `None`.
    only: Option<Vec<SeatId>>,
    pub(super) at: Instant,
}

/// What guests read of an event.
#[derive(Debug)]
enum ForGuests {
    /// The same as the host.
    Same,
    /// These data.
    Other(Box<RawValue>),
    /// It was told before the first guest came, and not encoded for guests.
    NotEncoded,
}

/// What a client hears of an event.
pub(super) enum Audible {
    Yes,
    /// It is not for this client.
    No,
    /// It can't be told any more.
    Lost,
}

impl EncodedEvent {
    /// `None` if an event has no JSON, which no type of these allows.
    fn new(name: &'static str, data: &impl Serialize, for_guests: ForGuests) -> Option<Self> {
        let data = encoded(name, data)?;
        Some(Self { name, data, for_guests, only: None, at: Instant::now() })
    }

    /// Its data as a client reads them.
    pub fn data(&self, viewer: Viewer) -> &RawValue {
        match (&self.for_guests, viewer) {
            (ForGuests::Other(data), Viewer::Guest) => data,
            _ => &self.data,
        }
    }

    pub(super) fn n_bytes(&self) -> usize {
        let for_guests = match &self.for_guests {
            ForGuests::Other(data) => data.get().len(),
            ForGuests::Same | ForGuests::NotEncoded => 0,
        };
        self.data.get().len() + for_guests
    }

    pub(super) fn is_audible(&self, seat: &Seat) -> Audible {
        if self.only.as_ref().is_some_and(|only| !only.contains(&seat.id)) {
            return Audible::No;
        }
        match &self.for_guests {
            ForGuests::NotEncoded if seat.role != SeatRole::Host => Audible::Lost,
            _ => Audible::Yes,
        }
    }

    /// An event of the table that is no turn's.
    pub(super) fn of_table(event: &TableEvent, has_guests: bool) -> Option<Self> {
        let only = match event {
            TableEvent::Talk(talk) => Some(talk.hearers.clone()),
            _ => None,
        };
        let name = event.name();
        let for_guests = match Viewer::Guest.differs(event) {
            None => ForGuests::Same,
            Some(_) if !has_guests => ForGuests::NotEncoded,
            Some(seen) => ForGuests::Other(encoded(name, &seen)?),
        };
        Some(Self { only, ..Self::new(name, event, for_guests)? })
    }

    pub(super) fn of_turn(turn: &TurnId, seat: Option<&SeatId>, event: &TurnEvent, has_guests: bool) -> Option<Self> {
        let name = event.name();
        // Its first event has the ids already.
        if let TurnEvent::Turn { .. } = event {
            return Self::new(name, event, ForGuests::Same);
        }
        let for_guests = match Viewer::Guest.differs(event) {
            None => ForGuests::Same,
            Some(_) if !has_guests => ForGuests::NotEncoded,
            Some(seen) => ForGuests::Other(encoded(name, &WithTurnId { event: &seen, turn_id: turn, seat })?),
        };
        Self::new(name, &WithTurnId { event, turn_id: turn, seat }, for_guests)
    }
}

fn encoded(name: &'static str, data: &impl Serialize) -> Option<Box<RawValue>> {
    to_raw_value(data).inspect_err(|error| tracing::error!(%error, name, "an event has no JSON")).ok()
}
