//! One session's place: who plays, and who waits.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures::{
    FutureExt,
    future::{self, BoxFuture},
};
use game::id::{SessionId, TurnId};
use tokio::sync::{Notify, OwnedMutexGuard, watch};
use uuid::Uuid;

use crate::store::TurnKey;

use super::{
    feed::Feed,
    words::{Heard, NotPlayed},
};

/// Most messages that wait for one session while another plays.
const MAX_WAITING: usize = 8;

/// How far a message has come.
#[derive(Debug, Clone)]
enum Progress {
    /// It was received.
    Received,
    /// It could be played as the session is now, and waits for the turns before it.
    Waits,
    /// Its turn has begun, was played before, or was refused.
    Answered(Result<Heard, NotPlayed>),
}

/// A message that was taken up.
#[derive(Debug, Clone)]
pub struct Pending {
    /// The id its turn will have.
    pub turn: TurnId,
    progress: watch::Receiver<Progress>,
}

/// A message that begins or waits.
#[derive(Debug, Clone)]
pub enum TakenUp {
    /// Its turn has begun or was played before.
    Begun(Heard),
    /// Other turns come first.
    Waits(Pending),
}

impl TakenUp {
    /// Waits until the turn has begun.
    ///
    /// # Errors
    /// It was refused.
    pub async fn begun(self) -> Result<Heard, NotPlayed> {
        match self {
            Self::Begun(heard) => Ok(heard),
            Self::Waits(pending) => pending.begun().await,
        }
    }
}

impl Pending {
    /// Waits until the turn has begun.
    ///
    /// # Errors
    /// It was refused.
    pub async fn begun(mut self) -> Result<Heard, NotPlayed> {
        match self.reach(|progress| matches!(progress, Progress::Answered(_))).await {
            Some(Progress::Answered(answer)) => answer,
            _ => Err(NotPlayed::InProgress),
        }
    }

    /// Waits until the message is answered, or it is known that it waits.
    pub(super) async fn taken_up(mut self) -> Result<TakenUp, NotPlayed> {
        match self.reach(|progress| !matches!(progress, Progress::Received)).await {
            Some(Progress::Answered(answer)) => answer.map(TakenUp::Begun),
            Some(_) => Ok(TakenUp::Waits(self)),
            None => Err(NotPlayed::InProgress),
        }
    }

    /// Waits for some progress. `None` if the task of the turn panicked.
    async fn reach(&mut self, is_far_enough: impl FnMut(&Progress) -> bool) -> Option<Progress> {
        self.progress.wait_for(is_far_enough).await.ok().map(|progress| progress.clone())
    }
}

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

/// A place in a session's line. Dropping it gives it up.
pub struct InLine {
    turnstile: BoxFuture<'static, OwnedMutexGuard<()>>,
    visit: Visit,
}

/// The turn of one who stood in line. Dropping it lets the next one through.
pub(super) struct MyTurn {
    _turnstile: OwnedMutexGuard<()>,
    visit: Visit,
}

impl InLine {
    /// The place behind all who came before, from here and now on.
    pub(super) fn behind(visit: Visit) -> Self {
        let mut turnstile = Arc::clone(&visit.seat.turnstile).lock_owned().boxed();
        // Asking for the first time is what takes the place.
        let turnstile = match turnstile.as_mut().now_or_never() {
            Some(turnstile) => future::ready(turnstile).boxed(),
            None => turnstile,
        };
        Self { turnstile, visit }
    }

    /// Waits until all who came before are through.
    pub(super) async fn my_turn(self) -> MyTurn {
        MyTurn { _turnstile: self.turnstile.await, visit: self.visit }
    }
}

impl MyTurn {
    /// Whose line it was.
    pub(super) fn session(&self) -> &SessionId {
        &self.visit.session
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
    /// How many X cards are being carried out. What waits meanwhile is not played.
    n_stopping: AtomicUsize,
}

/// An X card that is being carried out.
pub(super) struct Stopping(Arc<Seat>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.n_stopping.fetch_sub(1, Ordering::SeqCst);
    }
}

struct Entered {
    fingerprint: String,
    pending: Pending,
}

impl Entered {
    /// The answer to come, if the key says the same thing as it did here.
    fn answered_to(&self, key: &TurnKey) -> Result<Pending, NotPlayed> {
        if self.fingerprint == key.fingerprint { Ok(self.pending.clone()) } else { Err(NotPlayed::KeyMismatch) }
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
    Joined(Pending),
    /// It has a place of its own.
    Placed(Place, Pending),
}

/// A message's place. Dropping it gives it up, also when the turn panics.
pub(super) struct Place {
    seat: Arc<Seat>,
    key: String,
    turn: TurnId,
    progress: watch::Sender<Progress>,
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
        let (sender, progress) = watch::channel(Progress::Received);
        let turn = TurnId::from(Uuid::now_v7().to_string());
        let pending = Pending { turn: turn.clone(), progress };
        let fingerprint = key.fingerprint.clone();
        entered.insert(key.key.clone(), Entered { fingerprint, pending: pending.clone() });
        Ok(Entry::Placed(Place { seat: Arc::clone(self), key: key.key.clone(), turn, progress: sender }, pending))
    }

    /// The message that waits to become this turn.
    pub(super) fn waiting(&self, turn: &TurnId) -> Option<Pending> {
        let entered = lock(&self.entered);
        let pending = entered.values().map(|entered| &entered.pending).find(|pending| pending.turn == *turn)?;
        let waits = matches!(*pending.progress.borrow(), Progress::Waits);
        waits.then(|| pending.clone())
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

impl Seat {
    /// Silences and stops the turn that plays, and lets no message play until the X card is carried out. Answers the turn and
    /// what was told of it, if one was being told.
    pub(super) fn stop_for_safety(self: &Arc<Self>) -> (Stopping, Option<(TurnId, String)>) {
        self.n_stopping.fetch_add(1, Ordering::SeqCst);
        let stopping = Stopping(Arc::clone(self));
        let playing = lock(&self.playing);
        let stopped = playing.as_ref().and_then(|playing| {
            let told = playing.heard.feed.stop_for_safety()?;
            playing.stop.notify_one();
            Some((playing.heard.turn.clone(), told))
        });
        drop(playing);
        (stopping, stopped)
    }

    /// Whether an X card is being carried out.
    pub(super) fn is_stopping(&self) -> bool {
        self.n_stopping.load(Ordering::SeqCst) > 0
    }
}

impl Place {
    /// Whether the X card was played while the message waited.
    pub(super) fn is_stopped(&self) -> bool {
        self.seat.is_stopping()
    }

    /// The id of the message's turn.
    pub(super) fn turn(&self) -> &TurnId {
        &self.turn
    }

    /// Says that the message waits.
    pub(super) fn waits(&self) {
        self.progress.send_replace(Progress::Waits);
    }

    /// Whether its client may have been told that it waits.
    pub(super) fn has_waited(&self) -> bool {
        matches!(*self.progress.borrow(), Progress::Waits)
    }

    /// Answers the message.
    pub(super) fn answer(&self, answer: Result<Heard, NotPlayed>) {
        self.progress.send_replace(Progress::Answered(answer));
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

/// Locks a mutex. A panic of whoever held it leaves nothing half done that these locks guard.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
