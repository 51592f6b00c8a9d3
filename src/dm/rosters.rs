//! The people at a session: changes of its roster, their chat, and the streams of those who leave.

use std::{sync::Arc, time::Duration};

use game::{
    Session,
    id::{SeatId, SessionId},
    roster::{NotSeated, Presence, Roster, Seat},
    safety::Safety,
};
use jiff::Timestamp;
use serde::Serialize;
use tokio::{
    sync::broadcast::{self, error::RecvError},
    time::timeout,
};
use utoipa::ToSchema;

use crate::store::{self, Store};

use super::{
    NotPlayed, Tables,
    rounds::{RoundView, TableView},
    table_stream::{TableEvent, TableLog},
};

/// How often a change of a roster is tried that others change at the same time.
const MAX_TRIES: u32 = 20;
/// How many departures a stream can be behind.
const MAX_DEPARTURES: usize = 64;
/// How often the stream of a guest looks whether another server has removed them.
const LOOK_FOR_DEPARTURE_EVERY: Duration = Duration::from_secs(10);

/// A message between people at the table.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableTalk {
    /// The seat of the person who speaks.
    pub from: SeatId,
    /// The seats of those it is for; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<SeatId>>,
    /// The words.
    pub text: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// The seats that hear it: of those who were at the table when it was said.
    #[serde(skip)]
    pub(super) hearers: Vec<SeatId>,
}

/// Words to be said.
#[derive(Debug, Clone)]
pub struct TalkMessage {
    /// The speaker's seat.
    pub from: SeatId,
    /// The seats of those it is for; all if `None`.
    pub to: Option<Vec<SeatId>>,
    /// The words.
    pub text: String,
}

/// Seats whose people have left or were removed.
#[derive(Debug)]
pub(super) struct Departures(broadcast::Sender<(SessionId, SeatId)>);

impl Default for Departures {
    fn default() -> Self {
        Self(broadcast::Sender::new(MAX_DEPARTURES))
    }
}

/// A guest's departure from a table, to be waited for.
pub struct Departure {
    departures: broadcast::Receiver<(SessionId, SeatId)>,
    store: Arc<dyn Store>,
    session: SessionId,
}

impl Departure {
    /// Waits until the guest with this seat is gone.
    pub async fn of(mut self, seat: SeatId) {
        loop {
            match timeout(LOOK_FOR_DEPARTURE_EVERY, self.departures.recv()).await {
                Ok(Ok((session, gone))) if session == self.session && gone == seat => return,
                Ok(Ok(_)) => {}
                // After an overflow the missed departures are unknown.
                Ok(Err(RecvError::Lagged(_))) if self.is_gone(&seat).await => return,
                Ok(Err(RecvError::Lagged(_))) => {}
                Ok(Err(RecvError::Closed)) => return,
                Err(_) if self.store.is_shared() && self.is_gone(&seat).await => return,
                Err(_) => {}
            }
        }
    }

    async fn is_gone(&self, seat: &SeatId) -> bool {
        match self.store.roster(&self.session).await {
            Ok(roster) => roster.guest(seat).is_none(),
            Err(error) => matches!(error, store::Error::NotFound),
        }
    }
}

impl Tables {
    /// The roster of a session. It has the host from the start, with the first hero.
    ///
    /// # Errors
    /// There is no such session, or the store failed.
    pub async fn roster(&self, session: &Session) -> Result<Roster, store::Error> {
        let mut roster = self.store().roster(&session.head.id).await?;
        seat_host(&mut roster, session);
        Ok(roster)
    }

    /// Changes the people at a table, and notifies the followers of the session. `change` is called again if someone else has
    /// changed it meanwhile.
    ///
    /// # Errors
    /// The error of `change`, or of the store.
    pub async fn change_roster<T, E: From<store::Error>>(
        self: &Arc<Self>,
        session: &Session,
        mut change: impl FnMut(&mut Roster) -> Result<T, E>,
    ) -> Result<T, E> {
        self.change_roster_of(session, |roster, _| change(roster)).await
    }

    /// As [`Tables::change_roster`], where the change depends on the session as it is now.
    ///
    /// # Errors
    /// As there.
    pub async fn change_roster_of<T, E: From<store::Error>>(
        self: &Arc<Self>,
        session: &Session,
        mut change: impl FnMut(&mut Roster, &Session) -> Result<T, E>,
    ) -> Result<T, E> {
        let id = &session.head.id;
        let mut n_tries = 1;
        loop {
            let before = self.store().roster(id).await?;
            let mut after = before.clone();
            seat_host(&mut after, session);
            // Read after the roster, so that it has every hero who was given a seat.
            let now = self.store().load(id).await?;
            after.forget_heroes(|id| now.game.characters.iter().all(|hero| hero.id != *id));
            let answer = change(&mut after, &now)?;
            if after == before {
                return Ok(answer);
            }
            after.version += 1;
            match self.store().save_roster(id, &after, before.version).await {
                Ok(()) => {
                    self.tell_roster(&now, &before, &after);
                    return Ok(answer);
                }
                Err(store::Error::Conflict) if n_tries < MAX_TRIES => n_tries += 1,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Publishes what this server has changed about a table, ends the streams of those who have left, and continues its round.
    fn tell_roster(self: &Arc<Self>, session: &Session, before: &Roster, after: &Roster) {
        let id = &session.head.id;
        if let Some(told) = self.streams.log(id).and_then(|log| log.tells_roster(after)) {
            self.tell_table(session, &told, after);
        }
        self.end_streams_of_gone(id, before, after);
        let (round_before, round) = (RoundView::of(before, session), RoundView::of(after, session));
        self.round_changed(session, round_before.as_ref(), (after, round.as_ref()));
    }

    /// Tells those who follow a session here what other servers have changed about its table.
    ///
    /// # Errors
    /// The store could not.
    pub(super) async fn tell_roster_of_others(
        self: &Arc<Self>,
        session: &SessionId,
        log: &TableLog,
        roster: &Roster,
    ) -> Result<(), NotPlayed> {
        if !log.is_behind_roster(roster) {
            return Ok(());
        }
        let now = self.store().load(session).await?;
        if let Some(told) = log.tells_roster(roster) {
            self.tell_table(&now, &told, roster);
            self.end_streams_of_gone(session, &told, roster);
            self.resume_round(session, roster);
        }
        Ok(())
    }

    /// Sends changes of a table to its followers.
    fn tell_table(&self, session: &Session, before: &Roster, after: &Roster) {
        let id = &session.head.id;
        for seat in changed_seats(before, after) {
            self.streams.publish(id, || TableEvent::Seat { seat: seat.clone() });
        }
        if before.rules() != after.rules() {
            self.streams.publish(id, || TableEvent::Table { table: TableView::of(after, session) });
        }
        if let Some(round) = RoundView::news(RoundView::of(before, session), RoundView::of(after, session)) {
            self.streams.publish(id, || TableEvent::Round { round });
        }
    }

    fn end_streams_of_gone(&self, session: &SessionId, before: &Roster, after: &Roster) {
        for seat in changed_seats(before, after) {
            if seat.state == Presence::Gone {
                // Without a receiver there is no stream to end.
                let _ = self.departures.0.send((session.clone(), seat.id.clone()));
            }
        }
    }

    /// Begins to listen for the departure of a guest, before their seat is looked up.
    pub fn departure(&self, session: &SessionId) -> Departure {
        let (departures, store) = (self.departures.0.subscribe(), Arc::clone(self.store()));
        Departure { departures, store, session: session.clone() }
    }

    /// Says something to the people at a table. Nothing of it is stored, and no agent reads it.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`]: someone it is for is not at the table.
    pub async fn talk(&self, session: &SessionId, roster: &Roster, words: TalkMessage) -> Result<TableTalk, NotSeated> {
        let TalkMessage { from, to, text } = words;
        let is_here = |seat: &SeatId| roster.present().any(|other| other.id == *seat);
        if to.iter().flatten().any(|seat| !is_here(seat)) {
            return Err(NotSeated::Unknown);
        }
        let hearers = match &to {
            Some(to) => to.iter().chain([&from]).cloned().collect(),
            None => roster.present().map(|seat| seat.id.clone()).collect(),
        };
        let talk = TableTalk { from, to, text, at: Timestamp::now(), hearers };
        self.streams.publish(session, || TableEvent::Talk(talk.clone()));
        self.tell_talk_elsewhere(session, talk.clone()).await;
        Ok(talk)
    }

    /// Forgets what guests who are gone have set for the table's safety. Waits its turn like a message.
    ///
    /// # Errors
    /// The store could not.
    pub async fn forget_safety_of(&self, session: &SessionId, gone: &[SeatId]) -> Result<(), NotPlayed> {
        let now = self.store().load(session).await?;
        for guest in gone.iter().filter(|guest| now.head.safety.guests.contains_key(guest)) {
            self.set_safety(self.line_up(session), Some(guest), Safety::default()).await?;
        }
        Ok(())
    }
}

/// The seats that are new or have changed.
fn changed_seats<'r>(before: &'r Roster, after: &'r Roster) -> impl Iterator<Item = &'r Seat> {
    after.seats().filter(|seat| !before.seats().any(|other| other == *seat))
}

/// Adds the cost of a guest's turn.
///
/// # Errors
/// The store could not.
pub(super) async fn charge(store: &dyn Store, id: &SessionId, guest: &SeatId, cost: u64) -> Result<(), store::Error> {
    let mut n_tries = 1;
    loop {
        let mut roster = store.roster(id).await?;
        let before = roster.version;
        roster.charge(guest, cost);
        roster.version += 1;
        match store.save_roster(id, &roster, before).await {
            Err(store::Error::Conflict) if n_tries < MAX_TRIES => n_tries += 1,
            saved => return saved,
        }
    }
}

pub(super) fn seat_host(roster: &mut Roster, session: &Session) {
    let name = if session.head.owner == LOCAL { "Host" } else { &session.head.owner };
    let hero = session.game.characters.first().map(|hero| hero.id.clone());
    roster.seat_host(&session.head.owner, name, hero, session.head.created_at);
}

/// The owner of sessions when sign-in is off.
pub const LOCAL: &str = "local";

/// A seat with those of its heroes who are still in the session.
pub fn seat_now(seat: &Seat, session: &Session) -> Seat {
    let mut seat = seat.clone();
    seat.character_ids.retain(|id| session.game.characters.iter().any(|hero| hero.id == *id));
    seat
}
