//! One session's place: who plays, and who waits.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, watch};

use crate::{
    game::id::{SessionId, TurnId},
    store::TurnKey,
};

use super::{
    feed::Feed,
    words::{Heard, NotPlayed},
};

/// Most messages that wait for one session while another plays.
const MAX_WAITING: usize = 8;

/// What became of a message, once that is known.
pub(super) type Answered = Option<Result<Heard, NotPlayed>>;

/// The places of all sessions that are played or changed just now.
#[derive(Default)]
pub(super) struct Seats {
    all: Mutex<HashMap<SessionId, Visited>>,
    left: Notify,
}

#[derive(Default)]
struct Visited {
    seat: Arc<Seat>,
    n_visits: usize,
}

impl Seats {
    /// Goes to a session's place.
    pub(super) fn visit(self: &Arc<Self>, session: &SessionId) -> Visit {
        let mut all = lock(&self.all);
        let visited = all.entry(session.clone()).or_default();
        visited.n_visits += 1;
        Visit { seats: Arc::clone(self), session: session.clone(), seat: Arc::clone(&visited.seat) }
    }

    /// Looks at a session's place, if anyone is there.
    pub(super) fn look<T>(&self, session: &SessionId, look: impl FnOnce(&Seat) -> T) -> Option<T> {
        lock(&self.all).get(session).map(|visited| look(&visited.seat))
    }

    /// Waits until nobody is anywhere.
    pub(super) async fn all_left(&self) {
        loop {
            let left = self.left.notified();
            if lock(&self.all).is_empty() {
                return;
            }
            left.await;
        }
    }
}

/// Someone at a session's place. When the last one goes, nothing of it stays in memory.
pub(super) struct Visit {
    seats: Arc<Seats>,
    session: SessionId,
    pub(super) seat: Arc<Seat>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut all = lock(&self.seats.all);
        let Some(visited) = all.get_mut(&self.session) else { return };
        visited.n_visits -= 1;
        if visited.n_visits == 0 {
            all.remove(&self.session);
            self.seats.left.notify_waiters();
        }
    }
}

/// One session's place: whoever holds the turnstile plays.
#[derive(Default)]
pub(super) struct Seat {
    /// Lets one through at a time, in the order they came.
    pub(super) turnstile: Arc<tokio::sync::Mutex<()>>,
    /// Messages that play or wait, by key.
    entered: Mutex<HashMap<String, Entered>>,
    playing: Mutex<Option<Playing>>,
}

struct Entered {
    fingerprint: String,
    answered: watch::Receiver<Answered>,
}

impl Entered {
    /// The answer to come, if the key says the same thing as it did here.
    fn answered_to(&self, key: &TurnKey) -> Result<watch::Receiver<Answered>, NotPlayed> {
        if self.fingerprint == key.fingerprint { Ok(self.answered.clone()) } else { Err(NotPlayed::KeyMismatch) }
    }
}

struct Playing {
    /// The key of the place it belongs to.
    key: String,
    heard: Heard,
    stop: Arc<Notify>,
}

/// How a message came in.
pub(super) enum Entry {
    /// The same message plays or waits already; this is its answer to come.
    Joined(watch::Receiver<Answered>),
    /// It has a place of its own.
    Placed(Place, watch::Receiver<Answered>),
}

/// A message's place. Dropping it gives it up, also when the turn panics.
pub(super) struct Place {
    seat: Arc<Seat>,
    key: String,
    answer: watch::Sender<Answered>,
}

impl Seat {
    /// Gives a message a place, or joins it to the same one that came before.
    pub(super) fn enter(self: &Arc<Self>, key: &TurnKey) -> Result<Entry, NotPlayed> {
        let mut entered = lock(&self.entered);
        if let Some(same) = entered.get(&key.key) {
            return same.answered_to(key).map(Entry::Joined);
        }
        if entered.len() > MAX_WAITING {
            return Err(NotPlayed::TooMany);
        }
        let (answer, answered) = watch::channel(None);
        let fingerprint = key.fingerprint.clone();
        entered.insert(key.key.clone(), Entered { fingerprint, answered: answered.clone() });
        Ok(Entry::Placed(Place { seat: Arc::clone(self), key: key.key.clone(), answer }, answered))
    }

    /// The feed of the turn that plays, if it is this one.
    pub(super) fn feed_of(&self, turn: &TurnId) -> Option<Feed> {
        lock(&self.playing)
            .as_ref()
            .filter(|playing| playing.heard.turn == *turn)
            .map(|playing| playing.heard.feed.clone())
    }

    /// Stops the turn that plays.
    pub(super) fn stop(&self) -> Result<TurnId, NotPlayed> {
        let playing = lock(&self.playing);
        let playing = playing.as_ref().ok_or(NotPlayed::NothingPlaying)?;
        playing.stop.notify_one();
        Ok(playing.heard.turn.clone())
    }
}

impl Place {
    /// Answers the message.
    pub(super) fn answer(&self, answer: Result<Heard, NotPlayed>) {
        self.answer.send_replace(Some(answer));
    }

    /// Says that this message's turn plays from now on, and answers what stops it.
    pub(super) fn plays(&self, heard: &Heard) -> Arc<Notify> {
        let stop = Arc::new(Notify::new());
        *lock(&self.seat.playing) =
            Some(Playing { key: self.key.clone(), heard: heard.clone(), stop: Arc::clone(&stop) });
        self.answer(Ok(heard.clone()));
        stop
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.seat.entered).remove(&self.key);
        // One that waits may be given up while another plays.
        lock(&self.seat.playing).take_if(|playing| playing.key == self.key);
    }
}

/// Waits until a message is answered.
pub(super) async fn wait_for(mut answered: watch::Receiver<Answered>) -> Result<Heard, NotPlayed> {
    match answered.wait_for(Option::is_some).await {
        Ok(answer) => answer.clone().unwrap_or(Err(NotPlayed::InProgress)),
        // Whoever was to answer is gone; that can only have been a panic.
        Err(_) => Err(NotPlayed::InProgress),
    }
}

/// Locks a mutex. A panic of whoever held it leaves nothing half done that these locks guard.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
