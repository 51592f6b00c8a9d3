//! The log of one session's events.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use game::{
    id::{SeatId, TurnId},
    roster::Roster,
    whisper::Whisper,
};

use crate::{
    dm::{event_log::EventLog, feed::TurnEvent, session_queue::lock},
    store::SessionProgress,
};

use super::{
    Beginning, TablePosition,
    encoded::{EncodedEvent, TurnOfTable},
};

/// How long events are kept for clients that come back.
const KEEP_FOR: Duration = Duration::from_secs(15 * 60);
/// The most events of one session that are kept.
const MAX_EVENTS: usize = 4_000;
/// The most bytes of JSON that the events of one session may have.
const MAX_BYTES: usize = 8 << 20;
/// How many completed turns a log remembers.
const MAX_TOLD_TURNS: usize = 32;
/// How many published words a log remembers: more than are said while they stay published.
const MAX_TOLD_TALK: usize = 1_000;
/// The name of an event with text of the story.
const TEXT_EVENT: &str = "text";

/// The events of one session.
#[derive(Debug)]
pub(in crate::dm) struct TableLog {
    pub(super) id: u64,
    pub(super) events: EventLog<EncodedEvent>,
    pub(super) state: Mutex<LogState>,
    /// Held while turns of other servers are replayed.
    pub(in crate::dm) catching_up: tokio::sync::Mutex<()>,
}

/// Locked while events are appended, so that positions in it are those of the log.
#[derive(Debug)]
pub(super) struct LogState {
    pub(super) n_readers: usize,
    /// Whether a client that may read the session has followed it.
    pub(super) was_followed: bool,
    /// When the last reader left.
    pub(super) left_at: Instant,
    pub(super) n_bytes: usize,
    /// Whether guests may follow it.
    pub(super) has_guests: bool,
    /// The turn that plays.
    pub(super) playing: Option<PlayingTurn>,
    /// How far the session had come in the newest event; `None` until a client follows.
    pub(super) told: Option<SessionProgress>,
    /// The newest completed turns, at most [`MAX_TOLD_TURNS`].
    pub(super) told_turns: VecDeque<TurnId>,
    /// Whether the newest of them is still the session's last turn: nothing else has changed the session since.
    pub(super) is_last: bool,
    /// Whether a task looks for what other servers do.
    pub(super) is_watched: bool,
    /// The roster as last sent.
    pub(super) told_roster: Option<Roster>,
    /// The newest words of all servers that were sent, at most [`MAX_TOLD_TALK`].
    pub(super) told_talk: VecDeque<String>,
}

/// The current turn, as far as it was sent.
#[derive(Debug)]
pub(super) struct PlayingTurn {
    pub(super) id: TurnId,
    /// The position of its first event.
    pub(super) at: usize,
    pub(super) seat: Option<SeatId>,
    pub(super) whispers: Arc<[Whisper]>,
}

impl LogState {
    pub(super) fn has_come_to(&mut self, version: u64, n_turns: u32) {
        let told = self.told.get_or_insert_default();
        if version >= told.version {
            *told = SessionProgress { version, n_turns, claimed: None };
        }
    }
}

impl TableLog {
    pub(super) fn new() -> Self {
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
            told_talk: VecDeque::new(),
        };
        Self {
            id: rand::random(),
            events: EventLog::default(),
            state: Mutex::new(state),
            catching_up: Default::default(),
        }
    }

    /// Appends events of a turn.
    pub(in crate::dm) fn append_turn<'a>(&self, turn: &TurnId, events: impl IntoIterator<Item = &'a TurnEvent>) {
        let mut state = lock(&self.state);
        let (mut encoded, from) = (Vec::new(), self.events.end());
        for event in events {
            match event {
                TurnEvent::Turn { seat, whispers, .. } => {
                    let (id, at, seat) = (turn.clone(), from + encoded.len(), seat.clone());
                    state.playing = Some(PlayingTurn { id, at, seat, whispers: whispers.clone().into() });
                }
                TurnEvent::Safety { .. } => self.withdraw_text(&mut state, turn),
                _ => {}
            }
            let playing = state.playing.as_ref().filter(|playing| playing.id == *turn);
            let seat = playing.and_then(|playing| playing.seat.clone());
            let whispers = playing.map(|playing| Arc::clone(&playing.whispers)).unwrap_or_default();
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
            let of = TurnOfTable { id: turn, seat: seat.as_ref(), whispers: &whispers };
            encoded.extend(EncodedEvent::of_turn(&of, event, state.has_guests));
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

    pub(super) fn append(&self, state: &mut LogState, encoded: Vec<EncodedEvent>) {
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

    /// Where a new client begins: at the first event of the turn in progress, if there is one, else at the end.
    pub(super) fn beginning(&self) -> Beginning {
        match &lock(&self.state).playing {
            Some(playing) => (playing.at.max(self.events.first()), Some(playing.id.clone())),
            None => (self.events.end(), None),
        }
    }

    /// Whether a roster is newer than the one last sent.
    pub(in crate::dm) fn is_behind_roster(&self, roster: &Roster) -> bool {
        lock(&self.state).told_roster.as_ref().is_some_and(|told| told.version < roster.version)
    }

    /// Whether the round that was sent is over in a roster.
    pub(in crate::dm) fn tells_of_other_round(&self, roster: &Roster) -> bool {
        let state = lock(&self.state);
        let told = state.told_roster.as_ref().and_then(Roster::round);
        told.is_some_and(|told| roster.round().is_none_or(|round| round.id != told.id))
    }

    /// Marks a roster as sent. Returns the previous one; none if that is as new, because another task was faster, or if there
    /// are no followers.
    pub(in crate::dm) fn tells_roster(&self, roster: &Roster) -> Option<Roster> {
        let told = &mut lock(&self.state).told_roster;
        told.as_mut().filter(|told| told.version < roster.version).map(|told| std::mem::replace(told, roster.clone()))
    }

    /// Marks words as sent. False if they were already.
    pub(in crate::dm) fn tells_talk(&self, id: &str) -> bool {
        let told = &mut lock(&self.state).told_talk;
        let is_new = !told.iter().any(|other| other == id);
        if is_new {
            told.truncate(MAX_TOLD_TALK - 1);
            told.push_front(id.to_owned());
        }
        is_new
    }

    /// Whether guests may follow it.
    pub(in crate::dm) fn has_guests(&self) -> bool {
        lock(&self.state).has_guests
    }

    /// Whether this turn was recently completed.
    pub(in crate::dm) fn has_told(&self, turn: &TurnId) -> bool {
        lock(&self.state).told_turns.contains(turn)
    }

    /// Whether a session has come further than the events tell.
    pub(in crate::dm) fn is_behind(&self, progress: &SessionProgress) -> bool {
        lock(&self.state).told.as_ref().is_some_and(|told| told.version < progress.version)
    }

    /// The number of turns before the first unsent one, if a session has `n_turns` turns now.
    pub(in crate::dm) fn first_missed(&self, n_turns: u32) -> u32 {
        let state = lock(&self.state);
        match state.told.as_ref().map_or(n_turns, |told| told.n_turns) {
            n_told if n_told < n_turns => n_told,
            // The last turn may have been replaced.
            n_told if n_told == n_turns && state.is_last => n_turns.saturating_sub(1),
            _ => n_turns,
        }
    }

    /// Whether the task that watches other servers must go on; otherwise the next client starts another.
    pub(in crate::dm) fn is_watched_on(&self) -> bool {
        let mut state = lock(&self.state);
        state.is_watched = state.n_readers > 0 && !self.events.is_closed();
        state.is_watched
    }

    /// Whether it has no followers and can't be resumed.
    pub(super) fn is_left(&self) -> bool {
        let state = lock(&self.state);
        state.n_readers == 0 && (!state.was_followed || state.left_at.elapsed() > KEEP_FOR)
    }

    pub(super) fn position(&self, n_heard: usize) -> TablePosition {
        TablePosition { log: self.id, n_heard }
    }
}
