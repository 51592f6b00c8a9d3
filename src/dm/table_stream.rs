//! The stream of a table: events of a session for every connected client.
//!
//! A session has a log of these events only while a client follows it, and for a quarter of an hour after the last one has left. An event
//! is encoded once for all clients. The log is bounded in time, events and bytes: a client that comes back later, or reads more slowly,
//! gets a `reset` with the whole view.

mod encoded;

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    str::FromStr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use game::{
    Session,
    id::{SeatId, SessionId, TurnId},
    roster::{Roster, Seat, SeatRole},
    view::PlayerView,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::SessionProgress;

use encoded::Audible;
pub use encoded::EncodedEvent;

use super::{
    Tables,
    event_log::{EventLog, EventReader, NextEvent},
    feed::{Feed, SessionView, TurnEvent},
    rosters::TableTalk,
    rounds::{RoundView, TableView},
    session_queue::{SessionQueue, lock},
};

/// How long events are kept for clients that come back.
const KEEP_FOR: Duration = Duration::from_secs(15 * 60);
/// The most events of one session that are kept.
const MAX_EVENTS: usize = 4_000;
/// The most bytes of JSON that the events of one session may have.
const MAX_BYTES: usize = 8 << 20;
/// How many completed turns a log remembers.
const MAX_TOLD_TURNS: usize = 32;
/// The most characters of a message that waits, as other clients see it.
const MAX_PREVIEW_CHARS: usize = 200;
/// The name of an event with text of the story.
const TEXT_EVENT: &str = "text";

/// An event of the table's stream that is no event of a turn. The data of each event names it, too.
///
/// The events of a turn are those of `TurnEvent`, with `turnId`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum TableEvent {
    /// `hello`: the first event of a stream that does not resume another.
    #[serde(rename_all = "camelCase")]
    Hello {
        /// The seat of the one who follows.
        seat: Seat,
        /// The session as its player sees it now.
        #[schema(value_type = PlayerView)]
        session: SessionView,
        /// The turn that plays; its events follow from its first one on.
        turn_id: Option<TurnId>,
        /// How the table is played, and how far its round is.
        table: TableView,
    },
    /// `table`: the host has changed how the table is played.
    Table {
        /// How it is played now.
        table: TableView,
    },
    /// `round`: a round began, somebody sent a part, it is played, or it ended.
    Round {
        /// How far it is.
        round: RoundView,
    },
    /// `queued`: a message waits until the turns before it are over.
    #[serde(rename_all = "camelCase")]
    Queued {
        /// The id that its turn will have.
        turn_id: TurnId,
        /// Its first 200 characters; null for buttons and retries.
        preview: Option<String>,
        /// The seat of the guest who sent it; absent for the host.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// `seat`: somebody joined, left, is away or back, or changed name, role or hero.
    Seat {
        /// The seat as it is now.
        seat: Seat,
    },
    /// `talk`: chat between people, not part of the story. A whisper is sent only to its addressees.
    Talk(TableTalk),
    /// `session`: something other than a turn has changed the session.
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
        /// The turn that plays; its events follow from its first one on.
        turn_id: Option<TurnId>,
        /// How the table is played, and how far its round is.
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

/// The events of one session.
#[derive(Debug)]
pub(super) struct TableLog {
    id: u64,
    events: EventLog<EncodedEvent>,
    state: Mutex<LogState>,
    /// Held while turns of other servers are replayed.
    pub(super) catching_up: tokio::sync::Mutex<()>,
}

/// Locked while events are appended, so that positions in it are those of the log.
#[derive(Debug)]
struct LogState {
    n_readers: usize,
    /// Whether a client that may read the session has followed it.
    was_followed: bool,
    /// When the last reader left.
    left_at: Instant,
    n_bytes: usize,
    /// Whether guests may follow it.
    has_guests: bool,
    /// The turn that plays.
    playing: Option<PlayingTurn>,
    /// How far the session had come in the newest event; `None` until a client follows.
    told: Option<SessionProgress>,
    /// The newest completed turns, at most [`MAX_TOLD_TURNS`].
    told_turns: VecDeque<TurnId>,
    /// Whether the newest of them is still the session's last turn: nothing else has changed the session since.
    is_last: bool,
    /// Whether a task looks for what other servers do.
    is_watched: bool,
    /// The roster as last sent.
    told_roster: Option<Roster>,
}

/// The current turn, as far as it was sent.
#[derive(Debug)]
struct PlayingTurn {
    id: TurnId,
    /// The position of its first event.
    at: usize,
    seat: Option<SeatId>,
}

impl LogState {
    fn has_come_to(&mut self, version: u64, n_turns: u32) {
        let told = self.told.get_or_insert_default();
        if version >= told.version {
            *told = SessionProgress { version, n_turns, claimed: None };
        }
    }
}

impl TableLog {
    fn new() -> Self {
        let state = LogState {
            n_readers: 0,
            was_followed: false,
            left_at: Instant::now(),
            n_bytes: 0,
            has_guests: false,
            playing: None,
            told: None,
            told_turns: VecDeque::new(),
            is_last: false,
            is_watched: false,
            told_roster: None,
        };
        Self {
            id: rand::random(),
            events: EventLog::default(),
            state: Mutex::new(state),
            catching_up: Default::default(),
        }
    }

    /// Appends events of a turn.
    pub(super) fn append_turn<'a>(&self, turn: &TurnId, events: impl IntoIterator<Item = &'a TurnEvent>) {
        let mut state = lock(&self.state);
        let (mut encoded, from) = (Vec::new(), self.events.end());
        for event in events {
            match event {
                TurnEvent::Turn { seat, .. } => {
                    let (id, at, seat) = (turn.clone(), from + encoded.len(), seat.clone());
                    state.playing = Some(PlayingTurn { id, at, seat });
                }
                TurnEvent::Safety { .. } => self.withdraw_text(&mut state, turn),
                _ => {}
            }
            let playing = state.playing.as_ref().filter(|playing| playing.id == *turn);
            let seat = playing.and_then(|playing| playing.seat.clone());
            if matches!(event, TurnEvent::Done(_) | TurnEvent::Failed(_)) {
                state.playing.take_if(|playing| playing.id == *turn);
            }
            if let TurnEvent::Done(played) = event {
                state.has_come_to(played.session.version, played.turn.turn.seq);
                state.told_turns.push_back(turn.clone());
                if state.told_turns.len() > MAX_TOLD_TURNS {
                    state.told_turns.pop_front();
                }
                state.is_last = true;
            }
            encoded.extend(EncodedEvent::of_turn(turn, seat.as_ref(), event, state.has_guests));
        }
        self.append(&mut state, encoded);
    }

    /// Withdraws the text of the turn in progress from later readers, after an X card.
    fn withdraw_text(&self, state: &mut LogState, turn: &TurnId) {
        let Some(playing) = state.playing.as_ref().filter(|playing| playing.id == *turn) else { return };
        for at in playing.at..self.events.end() {
            if let Some(text) = self.events.get(at).filter(|event| event.name == TEXT_EVENT) {
                state.n_bytes -= text.n_bytes();
                self.events.withdraw(at);
            }
        }
    }

    fn append(&self, state: &mut LogState, encoded: Vec<EncodedEvent>) {
        state.n_bytes += encoded.iter().map(EncodedEvent::n_bytes).sum::<usize>();
        self.events.append(encoded);
        self.events.drop_oldest(|n_events, oldest| {
            let is_surplus = n_events > MAX_EVENTS || state.n_bytes > MAX_BYTES || oldest.at.elapsed() > KEEP_FOR;
            if is_surplus {
                state.n_bytes -= oldest.n_bytes();
            }
            is_surplus
        });
    }

    /// Where a client begins that has heard nothing: at the first event of the turn that plays, if one does, else at the end.
    fn beginning(&self) -> Beginning {
        match &lock(&self.state).playing {
            Some(playing) => (playing.at.max(self.events.first()), Some(playing.id.clone())),
            None => (self.events.end(), None),
        }
    }

    /// Whether a roster is newer than the one last sent.
    pub(super) fn is_behind_roster(&self, roster: &Roster) -> bool {
        lock(&self.state).told_roster.as_ref().is_some_and(|told| told.version < roster.version)
    }

    /// Marks a roster as sent. Returns the previous one; none if that is as new, because another task was faster, or if there
    /// are no followers.
    pub(super) fn tells_roster(&self, roster: &Roster) -> Option<Roster> {
        let told = &mut lock(&self.state).told_roster;
        told.as_mut().filter(|told| told.version < roster.version).map(|told| std::mem::replace(told, roster.clone()))
    }

    /// Whether guests may follow it.
    pub(super) fn has_guests(&self) -> bool {
        lock(&self.state).has_guests
    }

    /// Whether this turn was recently completed.
    pub(super) fn has_told(&self, turn: &TurnId) -> bool {
        lock(&self.state).told_turns.contains(turn)
    }

    /// Whether a session has come further than the events tell.
    pub(super) fn is_behind(&self, progress: &SessionProgress) -> bool {
        lock(&self.state).told.as_ref().is_some_and(|told| told.version < progress.version)
    }

    /// The number of turns before the first unsent one, if a session has `n_turns` turns now.
    pub(super) fn first_missed(&self, n_turns: u32) -> u32 {
        let state = lock(&self.state);
        match state.told.as_ref().map_or(n_turns, |told| told.n_turns) {
            n_told if n_told < n_turns => n_told,
            // The last turn may have been replaced.
            n_told if n_told == n_turns && state.is_last => n_turns.saturating_sub(1),
            _ => n_turns,
        }
    }

    /// Whether the task that watches other servers must go on; otherwise the next client starts another.
    pub(super) fn is_watched_on(&self) -> bool {
        let mut state = lock(&self.state);
        state.is_watched = state.n_readers > 0 && !self.events.is_closed();
        state.is_watched
    }

    /// Whether it has no followers and can't be resumed.
    fn is_left(&self) -> bool {
        let state = lock(&self.state);
        state.n_readers == 0 && (!state.was_followed || state.left_at.elapsed() > KEEP_FOR)
    }

    fn position(&self, n_heard: usize) -> TablePosition {
        TablePosition { log: self.id, n_heard }
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
            (Some(_), _) => Start::Resumed,
            (None, Some(_)) => Start::Reset(log.beginning()),
            (None, None) => Start::New(log.beginning()),
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

    /// Ends all streams of tables, and those that are opened later, because the server stops.
    pub fn end_streams(&self) {
        self.streams.end_all();
    }

    fn players_view(&self, session: &Session) -> PlayerView {
        PlayerView::of(session, &self.models().agents.dm.id)
    }
}

/// Where a client begins that has heard nothing, and the turn whose events begin there.
type Beginning = (usize, Option<TurnId>);

enum Start {
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
    start: Option<Start>,
}

impl TableFollower {
    /// The first event, unless the stream resumes. `session` was read after [`Tables::follow`], so no event falls in between, and `roster`
    /// before it.
    pub fn begin(&mut self, session: &Session, roster: &Roster) -> Option<(TablePosition, Arc<EncodedEvent>)> {
        {
            let mut state = lock(&self.log.state);
            state.was_followed = true;
            state.told_roster.get_or_insert_with(|| roster.clone());
            if state.told.is_none() {
                state.has_come_to(session.head.version, session.head.n_turns);
            }
            if self.tables.store().is_shared() && !std::mem::replace(&mut state.is_watched, true) {
                tokio::spawn(Arc::clone(&self.tables).watch(self.session.clone(), Arc::clone(&self.log)));
            }
        }
        match self.start.take()? {
            Start::Resumed => None,
            Start::New(at) => {
                let (seat, table) = (self.seat.clone(), TableView::of(roster, session));
                self.whole_view(at, session, |session, turn_id| TableEvent::Hello { seat, session, turn_id, table })
            }
            Start::Reset(at) => self.reset(at, session, roster),
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
