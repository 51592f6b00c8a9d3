//! Encoded events of the table's stream: once for the host, and once for all guests if they see less.

use std::{borrow::Cow, sync::Arc, time::Instant};

use game::{
    id::{SeatId, TurnId},
    roster::{Seat, SeatRole},
    whisper::Whisper,
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::dm::{
    feed::TurnEvent,
    guest_view::{GuestView, Viewer},
};

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
    /// The event itself, if not all who hear it may read all of it.
    whispered: Option<Box<WhisperedEvent>>,
    /// The seats that hear it; all if `None`.
    only: Option<Vec<SeatId>>,
    pub(super) at: Instant,
}

/// An event of a turn with whispers, which is encoded for each of those who hear it.
#[derive(Debug)]
struct WhisperedEvent {
    event: TurnEvent,
    turn: TurnId,
    seat: Option<SeatId>,
    whispers: Arc<[Whisper]>,
}

impl WhisperedEvent {
    fn of(turn: &TurnOfTable<'_>, event: &TurnEvent) -> Option<Box<Self>> {
        let TurnOfTable { id, seat, whispers } = *turn;
        let is_of_words = match event {
            TurnEvent::Turn { .. } | TurnEvent::Change { .. } | TurnEvent::Done(_) => !whispers.is_empty(),
            TurnEvent::Text { .. } => whispers.iter().any(|whisper| whisper.is_answered_aside),
            _ => false,
        };
        let of =
            || Self { event: event.clone(), turn: id.clone(), seat: seat.cloned(), whispers: Arc::clone(whispers) };
        is_of_words.then(|| Box::new(of()))
    }

    /// The data for someone who may not read all of it; `None` for others.
    fn for_others(&self, name: &'static str, viewer: &Viewer) -> Option<Box<RawValue>> {
        let seen = viewer.hears(&self.event, &self.whispers)?;
        let data = match &seen {
            TurnEvent::Turn { .. } => encoded(name, &seen),
            _ => encoded(name, &WithTurnId { event: &seen, turn_id: &self.turn, seat: self.seat.as_ref() }),
        };
        Some(data.unwrap_or_else(|| RawValue::NULL.to_owned()))
    }
}

/// The turn that an event belongs to.
#[derive(Clone, Copy)]
pub(super) struct TurnOfTable<'a> {
    pub(super) id: &'a TurnId,
    /// The seat of the person who acts.
    pub(super) seat: Option<&'a SeatId>,
    pub(super) whispers: &'a Arc<[Whisper]>,
}

/// The version of an event for guests.
#[derive(Debug)]
enum ForGuests {
    /// The same as the host.
    Same,
    /// These data.
    Other(Box<RawValue>),
    /// It was sent before the first guest came, and not encoded for guests.
    NotEncoded,
}

/// The version of an event for one client.
pub(super) enum Audible {
    Yes,
    /// It is not for this client.
    No,
    /// It can't be sent any more.
    Lost,
}

impl EncodedEvent {
    /// `None` if an event has no JSON, which no type of these allows.
    fn new(name: &'static str, data: &impl Serialize, for_guests: ForGuests) -> Option<Self> {
        let data = encoded(name, data)?;
        Some(Self { name, data, for_guests, whispered: None, only: None, at: Instant::now() })
    }

    /// Its data as a client reads them.
    pub fn data(&self, viewer: &Viewer) -> Cow<'_, RawValue> {
        if let Some(data) = self.whispered.as_ref().and_then(|event| event.for_others(self.name, viewer)) {
            return Cow::Owned(data);
        }
        match &self.for_guests {
            ForGuests::Other(data) if viewer.is_guest() => Cow::Borrowed(data),
            _ => Cow::Borrowed(&self.data),
        }
    }

    pub(super) fn n_bytes(&self) -> usize {
        let for_guests = match &self.for_guests {
            ForGuests::Other(data) => data.get().len(),
            ForGuests::Same | ForGuests::NotEncoded => 0,
        };
        let whispered = if self.whispered.is_some() { self.data.get().len() } else { 0 };
        self.data.get().len() + for_guests + whispered
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

    /// An event of the table outside turns.
    pub(super) fn of_table(event: &TableEvent, has_guests: bool) -> Option<Self> {
        let only = match event {
            TableEvent::Talk(talk) => Some(talk.hearers.clone()),
            _ => None,
        };
        let name = event.name();
        let for_guests = match event.for_guests() {
            None => ForGuests::Same,
            Some(_) if !has_guests => ForGuests::NotEncoded,
            Some(seen) => ForGuests::Other(encoded(name, &seen)?),
        };
        Some(Self { only, ..Self::new(name, event, for_guests)? })
    }

    pub(super) fn of_turn(turn: &TurnOfTable<'_>, event: &TurnEvent, has_guests: bool) -> Option<Self> {
        let (name, whispered) = (event.name(), WhisperedEvent::of(turn, event));
        let TurnOfTable { id: turn_id, seat, .. } = *turn;
        // Its first event has the ids already.
        if let TurnEvent::Turn { .. } = event {
            return Some(Self { whispered, ..Self::new(name, event, ForGuests::Same)? });
        }
        let for_guests = match event.for_guests() {
            None => ForGuests::Same,
            Some(_) if !has_guests => ForGuests::NotEncoded,
            Some(seen) => ForGuests::Other(encoded(name, &WithTurnId { event: &seen, turn_id, seat })?),
        };
        Some(Self { whispered, ..Self::new(name, &WithTurnId { event, turn_id, seat }, for_guests)? })
    }
}

fn encoded(name: &'static str, data: &impl Serialize) -> Option<Box<RawValue>> {
    to_raw_value(data).inspect_err(|error| tracing::error!(%error, name, "an event has no JSON")).ok()
}
