//! The stream of a table: events of a session for every connected client.
//!
//! A session has a log of these events only while a client follows it, and for a quarter of an hour after the last one has left. An event
//! is encoded once for all clients. The log is bounded in time, events and bytes: a client that comes back later, or reads more slowly,
//! gets a `reset` with the whole view.

mod encoded;
mod log;

use std::{
    collections::HashMap,
    fmt,
    str::FromStr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use game::{
    Session,
    id::{SeatId, SessionId, TurnId},
    roster::{Roster, Seat, SeatRole},
    view::PlayerView,
};
use serde::Serialize;
use utoipa::ToSchema;

use encoded::Audible;
pub use encoded::EncodedEvent;
pub(super) use log::TableLog;

use super::{
    Tables,
    event_log::{EventReader, NextEvent},
    feed::{Feed, SessionView},
    rosters::TableTalk,
    rounds::{RoundView, TableView},
    session_queue::{SessionQueue, lock},
};

/// The most characters of a message that waits, as other clients see it.
const MAX_PREVIEW_CHARS: usize = 200;

/// An event of the table's stream that is not an event of a turn. Its data contains its name.
///
/// The events of a turn are those of `TurnEvent`, with `turnId`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum TableEvent {
    /// `hello`: the first event of a stream that does not resume another.
    #[serde(rename_all = "camelCase")]
    Hello {
        /// The seat of the person who follows the stream.
        seat: Seat,
        /// The session as its player sees it now.
        #[schema(value_type = PlayerView)]
        session: SessionView,
        /// The turn in progress; all its events follow, from its first one on.
        turn_id: Option<TurnId>,
        /// The settings of the table and the progress of its round.
        table: TableView,
    },
    /// `table`: the host has changed how the table is played.
    Table {
        /// The new settings.
        table: TableView,
    },
    /// `round`: a round began, someone sent a part, it is played, or it ended.
    Round {
        /// How far it is.
        round: RoundView,
    },
    /// `queued`: a message waits until the turns before it are over.
    #[serde(rename_all = "camelCase")]
    Queued {
        /// The id that its turn will have.
        turn_id: TurnId,
        /// Its first 200 characters; null for buttons and retries, and for words that some may not read.
        preview: Option<String>,
        /// The seat of the guest who sent it; absent for the host.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// `seat`: someone joined, left, is away or back, or changed name, role or hero.
    Seat {
        /// The seat as it is now.
        seat: Seat,
    },
    /// `talk`: chat between people, not part of the story. A whisper is sent only to its addressees.
    Talk(TableTalk),
    /// `session`: something other than a turn changed the session.
    Session {
        /// The session as its player sees it now.
        #[schema(value_type = PlayerView)]
        session: SessionView,
    },
    /// `reset`: the stream goes on here, and events before this one are not available any more.
    #[serde(rename_all = "camelCase")]
    Reset {
        /// The session as its player sees it now.
        #[schema(value_type = PlayerView)]
        session: SessionView,
        /// The turn in progress; all its events follow, from its first one on.
        turn_id: Option<TurnId>,
        /// The settings of the table and the progress of its round.
        table: TableView,
    },
}

impl TableEvent {
    /// A message that waits to become a turn.
    pub(super) fn queued(turn: &TurnId, guest: Option<&SeatId>, message: Option<&str>) -> Self {
        let preview = message.map(|message| message.chars().take(MAX_PREVIEW_CHARS).collect());
        Self::Queued { turn_id: turn.clone(), preview, seat: guest.cloned() }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Table { .. } => "table",
            Self::Round { .. } => "round",
            Self::Queued { .. } => "queued",
            Self::Seat { .. } => "seat",
            Self::Talk(_) => "talk",
            Self::Session { .. } => "session",
            Self::Reset { .. } => "reset",
        }
    }
}

/// A client's position in the table's stream, as an event id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TablePosition {
    /// Names the log, because positions of another one mean nothing in it.
    log: u64,
    n_heard: usize,
}

impl fmt::Display for TablePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}.{}", self.log, self.n_heard)
    }
}

impl FromStr for TablePosition {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (log, n_heard) = text.trim().split_once('.').unwrap_or_default();
        Ok(Self { log: u64::from_str_radix(log, 16)?, n_heard: n_heard.parse()? })
    }
}

/// The logs of all sessions that are or were followed.
#[derive(Debug, Default)]
pub(super) struct TableStreams {
    logs: Mutex<HashMap<SessionId, Arc<TableLog>>>,
    is_closed: AtomicBool,
}

impl TableStreams {
    /// Appends an event to the log of a session, if it has one.
    pub(super) fn publish(&self, session: &SessionId, event: impl FnOnce() -> TableEvent) {
        let Some(log) = self.log(session) else { return };
        let event = event();
        let mut state = lock(&log.state);
        state.has_guests |= matches!(&event, TableEvent::Seat { seat } if seat.role != SeatRole::Host);
        let encoded = EncodedEvent::of_table(&event, state.has_guests);
        log.append(&mut state, encoded.into_iter().collect());
    }

    /// Makes a turn part of its session's log, if there is one.
    pub(super) fn join(&self, session: &SessionId, turn: &TurnId, feed: &Feed) {
        if let Some(log) = self.log(session) {
            feed.join_table(&log, turn);
        }
    }

    /// Ends the stream of a session.
    pub(super) fn end(&self, session: &SessionId) {
        if let Some(log) = self.logs().remove(session) {
            log.events.close();
        }
    }

    fn end_all(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.logs().drain().for_each(|(_, log)| log.events.close());
    }

    /// Whether a session has followers.
    pub(super) fn is_followed(&self, session: &SessionId) -> bool {
        self.log(session).is_some_and(|log| lock(&log.state).n_readers > 0)
    }

    pub(super) fn log(&self, session: &SessionId) -> Option<Arc<TableLog>> {
        let mut logs = self.logs();
        if logs.get(session)?.is_left() {
            logs.remove(session);
        }
        logs.get(session).cloned()
    }

    /// The log of a session with one more reader.
    fn open(&self, session: &SessionId) -> Arc<TableLog> {
        let mut logs = self.logs();
        forget_left(&mut logs);
        let log = logs.entry(session.clone()).or_insert_with(|| Arc::new(TableLog::new()));
        lock(&log.state).n_readers += 1;
        if self.is_closed.load(Ordering::Relaxed) {
            log.events.close();
        }
        Arc::clone(log)
    }

    fn leave(&self, log: &TableLog) {
        let mut logs = self.logs();
        {
            let mut state = lock(&log.state);
            state.n_readers -= 1;
            state.left_at = Instant::now();
        }
        forget_left(&mut logs);
    }

    fn logs(&self) -> MutexGuard<'_, HashMap<SessionId, Arc<TableLog>>> {
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets logs of the past. This happens when clients come and go, so it needs no timer.
fn forget_left(logs: &mut HashMap<SessionId, Arc<TableLog>>) {
    logs.retain(|_, log| !log.is_left());
}

impl Tables {
    /// Follows a session after the event with this id, or from now on. The stream begins with [`TableFollower::begin`], and is
    /// filtered for the person on this seat.
    pub fn follow(self: &Arc<Self>, session: &SessionId, seat: Seat, after: Option<&str>) -> TableFollower {
        let log = self.streams.open(session);
        lock(&log.state).has_guests |= seat.role != SeatRole::Host;
        if let Some(playing) = self.queues.peek(session, SessionQueue::playing).flatten() {
            playing.feed.join_table(&log, &playing.turn);
        }
        let is_here = |after: &TablePosition| after.log == log.id && after.n_heard <= log.events.end();
        let resumes_at = after.and_then(|after| after.parse().ok()).filter(is_here);
        let reader = log.events.read(resumes_at.map_or(0, |after| after.n_heard));
        let start = match (resumes_at, after) {
            (Some(_), _) => StreamStart::Resumed,
            (None, Some(_)) => StreamStart::Reset(log.beginning()),
            (None, None) => StreamStart::New(log.beginning()),
        };
        TableFollower {
            tables: Arc::clone(self),
            session: session.clone(),
            seat,
            log,
            reader,
            has_view: false,
            start: Some(start),
        }
    }

    /// Tells those who follow a session that something other than a turn has changed it.
    pub fn session_changed(&self, session: &Session) {
        let head = &session.head;
        if let Some(log) = self.streams.log(&head.id) {
            let mut state = lock(&log.state);
            state.has_come_to(head.version, head.n_turns);
            state.is_last = false;
        }
        self.streams.publish(&head.id, || TableEvent::Session { session: self.players_view(session).into() });
    }

    /// Tells the followers of a session to read it again, because more has happened than the events can say.
    pub(super) fn reset_followers(&self, session: &Session, roster: &Roster) {
        let head = &session.head;
        if let Some(log) = self.streams.log(&head.id) {
            let mut state = lock(&log.state);
            state.has_come_to(head.version, head.n_turns);
            state.is_last = false;
        }
        let (view, table) = (self.players_view(session).into(), TableView::of(roster, session));
        self.streams.publish(&head.id, || TableEvent::Reset { session: view, turn_id: None, table });
    }

    /// Ends all streams of tables, and those that are opened later, because the server stops.
    pub fn end_streams(&self) {
        self.streams.end_all();
    }

    fn players_view(&self, session: &Session) -> PlayerView {
        PlayerView::of(session, &self.models().agents.dm.id)
    }
}

/// Where a new client begins, and the turn whose events begin there.
type Beginning = (usize, Option<TurnId>);

enum StreamStart {
    New(Beginning),
    Reset(Beginning),
    Resumed,
}

/// A client that follows a session. It holds a position and no events.
pub struct TableFollower {
    tables: Arc<Tables>,
    session: SessionId,
    seat: Seat,
    log: Arc<TableLog>,
    reader: EventReader<EncodedEvent>,
    /// Whether it was sent the whole view.
    has_view: bool,
    /// Taken when it begins.
    start: Option<StreamStart>,
}

impl TableFollower {
    /// The first event, unless the stream resumes. `session` was read after [`Tables::follow`], so no event falls in between, and `roster`
    /// before it.
    pub fn begin(&mut self, session: &Session, roster: &Roster) -> Option<(TablePosition, Arc<EncodedEvent>)> {
        {
            let mut state = lock(&self.log.state);
            state.was_followed = true;
            state.told_roster.get_or_insert_with(|| roster.clone());
            // They may follow on another server.
            state.has_guests |= roster.seats().any(|seat| seat.role != SeatRole::Host);
            if state.told.is_none() {
                state.has_come_to(session.head.version, session.head.n_turns);
            }
            if self.tables.store().is_shared() && !std::mem::replace(&mut state.is_watched, true) {
                tokio::spawn(Arc::clone(&self.tables).watch(self.session.clone(), Arc::clone(&self.log)));
            }
        }
        match self.start.take()? {
            StreamStart::Resumed => None,
            StreamStart::New(at) => {
                let (seat, table) = (self.seat.clone(), TableView::of(roster, session));
                self.whole_view(at, session, |session, turn_id| TableEvent::Hello { seat, session, turn_id, table })
            }
            StreamStart::Reset(at) => self.reset(at, session, roster),
        }
    }

    /// The next event with the position after it. `None` at the end of the stream: the session was deleted, or it can't be read.
    pub async fn next(&mut self) -> Option<(TablePosition, Arc<EncodedEvent>)> {
        loop {
            match self.reader.next().await {
                NextEvent::Event(at, event) => match event.is_audible(&self.seat) {
                    Audible::Yes => return Some((self.log.position(at + 1), event)),
                    Audible::No => {}
                    // It was sent before the first guest came, so the view has it.
                    Audible::Lost if self.has_view => {}
                    Audible::Lost => break,
                },
                NextEvent::Closed => return None,
                NextEvent::Dropped => break,
            }
        }
        let at = self.log.beginning();
        let session = self.tables.store().load(&self.session).await.ok()?;
        let roster = self.tables.roster(&session).await.ok()?;
        self.reset(at, &session, &roster)
    }

    fn reset(
        &mut self,
        at: Beginning,
        session: &Session,
        roster: &Roster,
    ) -> Option<(TablePosition, Arc<EncodedEvent>)> {
        let table = TableView::of(roster, session);
        self.whole_view(at, session, |session, turn_id| TableEvent::Reset { session, turn_id, table })
    }

    /// An event with the whole view, after which the stream goes on with the turn that plays.
    fn whole_view(
        &mut self,
        (at, turn): Beginning,
        session: &Session,
        event: impl FnOnce(SessionView, Option<TurnId>) -> TableEvent,
    ) -> Option<(TablePosition, Arc<EncodedEvent>)> {
        self.reader.move_to(at);
        self.has_view = true;
        let event = event(self.tables.players_view(session).into(), turn);
        Some((self.log.position(at), Arc::new(EncodedEvent::of_table(&event, true)?)))
    }
}

impl Drop for TableFollower {
    fn drop(&mut self) {
        self.tables.streams.leave(&self.log);
    }
}
