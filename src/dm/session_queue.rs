//! The queue of a session: the running message and those that wait.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use futures::{
    FutureExt,
    future::{self, BoxFuture},
};
use game::id::{SeatId, SessionId, TurnId};
use tokio::sync::{Notify, OwnedMutexGuard, watch};
use uuid::Uuid;

use crate::store::TurnKey;

use super::{
    feed::Feed,
    table_stream::TableEvent,
    words::{NotPlayed, TurnHandle},
};

/// Maximum number of waiting messages per session.
const MAX_WAITING: usize = 8;
/// Maximum number of waiting messages per guest.
const MAX_OF_GUEST: usize = 2;

/// Progress of a message.
#[derive(Debug, Clone)]
enum MessageProgress {
    /// It was received.
    Received,
    /// It is valid for the current state and waits for earlier turns.
    Waits,
    /// Its turn has begun or was played before, or it was refused.
    Answered(Result<TurnHandle, NotPlayed>),
}

/// A received message.
#[derive(Debug, Clone)]
pub struct Pending {
    /// The id of its future turn.
    pub turn: TurnId,
    progress: watch::Receiver<MessageProgress>,
}

/// A message that begins or waits.
#[derive(Debug, Clone)]
pub enum TakenUp {
    /// Its turn has begun or was played before.
    Begun(TurnHandle),
    /// It waits for earlier turns.
    Waits(Pending),
}

impl TakenUp {
    /// Waits until the turn has begun.
    ///
    /// # Errors
    /// It was refused.
    pub async fn begun(self) -> Result<TurnHandle, NotPlayed> {
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
    pub async fn begun(mut self) -> Result<TurnHandle, NotPlayed> {
        match self.reach(|progress| matches!(progress, MessageProgress::Answered(_))).await {
            Some(MessageProgress::Answered(answer)) => answer,
            _ => Err(NotPlayed::InProgress),
        }
    }

    /// Waits until the message is answered or known to wait.
    pub(super) async fn taken_up(mut self) -> Result<TakenUp, NotPlayed> {
        match self.reach(|progress| !matches!(progress, MessageProgress::Received)).await {
            Some(MessageProgress::Answered(answer)) => answer.map(TakenUp::Begun),
            Some(_) => Ok(TakenUp::Waits(self)),
            None => Err(NotPlayed::InProgress),
        }
    }

    /// Waits until the message has come as far as is wanted. `None` if the turn's task panicked.
    async fn reach(&mut self, is_far_enough: impl FnMut(&MessageProgress) -> bool) -> Option<MessageProgress> {
        self.progress.wait_for(is_far_enough).await.ok().map(|progress| progress.clone())
    }
}

/// The queues of all active sessions.
#[derive(Default)]
pub(super) struct SessionQueues {
    all: Mutex<HashMap<SessionId, CountedQueue>>,
    closed: Notify,
}

#[derive(Default)]
struct CountedQueue {
    queue: Arc<SessionQueue>,
    n_handles: usize,
}

impl SessionQueues {
    pub(super) fn open(self: &Arc<Self>, session: &SessionId) -> QueueHandle {
        let mut all = lock(&self.all);
        let counted = all.entry(session.clone()).or_default();
        counted.n_handles += 1;
        QueueHandle { queues: Arc::clone(self), session: session.clone(), queue: Arc::clone(&counted.queue) }
    }

    pub(super) fn peek<T>(&self, session: &SessionId, read: impl FnOnce(&SessionQueue) -> T) -> Option<T> {
        lock(&self.all).get(session).map(|counted| read(&counted.queue))
    }

    /// Waits until no queue is open.
    pub(super) async fn all_closed(&self) {
        loop {
            let closed = self.closed.notified();
            if lock(&self.all).is_empty() {
                return;
            }
            closed.await;
        }
    }
}

/// An open session queue. Dropping the last handle removes the queue from memory.
pub(super) struct QueueHandle {
    queues: Arc<SessionQueues>,
    session: SessionId,
    pub(super) queue: Arc<SessionQueue>,
}

impl Drop for QueueHandle {
    fn drop(&mut self) {
        let mut all = lock(&self.queues.all);
        let Some(counted) = all.get_mut(&self.session) else { return };
        counted.n_handles -= 1;
        if counted.n_handles == 0 {
            all.remove(&self.session);
            self.queues.closed.notify_waiters();
        }
    }
}

/// A position in a session's queue for a request other than a message. Dropping it releases the position.
pub struct QueueTicket {
    turnstile: BoxFuture<'static, OwnedMutexGuard<()>>,
    handle: QueueHandle,
}

/// Excludes other turns and changes of the session in this process. Dropping it admits the next in the queue.
pub(super) struct TurnGuard {
    _turnstile: OwnedMutexGuard<()>,
    handle: QueueHandle,
}

impl QueueTicket {
    /// A position behind all requests so far.
    pub(super) fn behind(handle: QueueHandle) -> Self {
        let mut turnstile = Arc::clone(&handle.queue.turnstile).lock_owned().boxed();
        // The first poll takes the position.
        let turnstile = match turnstile.as_mut().now_or_never() {
            Some(turnstile) => future::ready(turnstile).boxed(),
            None => turnstile,
        };
        Self { turnstile, handle }
    }

    /// Waits for all requests before this one.
    pub(super) async fn admitted(self) -> TurnGuard {
        TurnGuard { _turnstile: self.turnstile.await, handle: self.handle }
    }
}

impl TurnGuard {
    pub(super) fn session(&self) -> &SessionId {
        &self.handle.session
    }
}

/// The queue of one session: the holder of the turnstile plays.
#[derive(Default)]
pub(super) struct SessionQueue {
    /// Admits one request at a time, in order of arrival.
    pub(super) turnstile: Arc<tokio::sync::Mutex<()>>,
    /// Current and waiting messages, by key.
    queued: Mutex<HashMap<String, QueuedRequest>>,
    playing: Mutex<Option<TurnInProgress>>,
    /// Number of X cards in progress. Messages that wait meanwhile are refused.
    n_stopping: AtomicUsize,
    /// Time of the last X card here. Messages that wait since before then are refused.
    stopped_at: Mutex<Option<Instant>>,
}

/// An X card in progress.
pub(super) struct Stopping(Arc<SessionQueue>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.n_stopping.fetch_sub(1, Ordering::SeqCst);
    }
}

struct QueuedRequest {
    fingerprint: String,
    /// The guest who sent it; `None` for the host.
    guest: Option<SeatId>,
    pending: Pending,
}

impl QueuedRequest {
    /// The pending answer, if the request under this key is the same.
    fn answered_to(&self, key: &TurnKey) -> Result<Pending, NotPlayed> {
        if self.fingerprint == key.fingerprint { Ok(self.pending.clone()) } else { Err(NotPlayed::KeyMismatch) }
    }
}

struct TurnInProgress {
    key: String,
    /// The guest whose turn it is; `None` for the owner's, and for one of several people.
    guest: Option<SeatId>,
    heard: TurnHandle,
    stop: Arc<Notify>,
}

/// The result of adding a message to the queue.
pub(super) enum Enqueued {
    /// The same message is already there; this is its pending answer.
    Joined(Pending),
    Added(QueuedMessage, Pending),
}

/// A message in the queue. Dropping it, also by a panic, removes it.
pub(super) struct QueuedMessage {
    queue: Arc<SessionQueue>,
    key: String,
    turn: TurnId,
    /// The guest who sent it; `None` for the owner.
    guest: Option<SeatId>,
    since: Instant,
    progress: watch::Sender<MessageProgress>,
}

impl SessionQueue {
    /// Adds a message, or joins an identical earlier one.
    pub(super) fn enqueue(self: &Arc<Self>, key: &TurnKey, guest: Option<&SeatId>) -> Result<Enqueued, NotPlayed> {
        let mut queued = lock(&self.queued);
        if let Some(same) = queued.get(&key.key) {
            return same.answered_to(key).map(Enqueued::Joined);
        }
        let n_of_guest = queued.values().filter(|queued| guest.is_some() && queued.guest.as_ref() == guest).count();
        if queued.len() > MAX_WAITING || n_of_guest > MAX_OF_GUEST {
            return Err(NotPlayed::TooMany);
        }
        let (sender, progress) = watch::channel(MessageProgress::Received);
        let turn = TurnId::from(Uuid::now_v7().to_string());
        let pending = Pending { turn: turn.clone(), progress };
        let fingerprint = key.fingerprint.clone();
        queued.insert(key.key.clone(), QueuedRequest { fingerprint, guest: guest.cloned(), pending: pending.clone() });
        let (key, guest, since) = (key.key.clone(), guest.cloned(), Instant::now());
        let message = QueuedMessage { queue: Arc::clone(self), key, turn, guest, since, progress: sender };
        Ok(Enqueued::Added(message, pending))
    }

    /// The waiting message of this turn.
    pub(super) fn waiting(&self, turn: &TurnId) -> Option<Pending> {
        let queued = lock(&self.queued);
        let pending = queued.values().map(|queued| &queued.pending).find(|pending| pending.turn == *turn)?;
        let waits = matches!(*pending.progress.borrow(), MessageProgress::Waits);
        waits.then(|| pending.clone())
    }

    /// The feed of the current turn, if it is this one.
    pub(super) fn feed_of(&self, turn: &TurnId) -> Option<Feed> {
        self.playing().filter(|playing| playing.turn == *turn).map(|playing| playing.feed)
    }

    /// Whether the message of this turn plays or waits here.
    pub(super) fn has(&self, turn: &TurnId) -> bool {
        lock(&self.queued).values().any(|queued| queued.pending.turn == *turn)
    }

    pub(super) fn playing(&self) -> Option<TurnHandle> {
        lock(&self.playing).as_ref().map(|playing| playing.heard.clone())
    }

    /// Stops the current turn; a guest only their own.
    pub(super) fn stop(&self, guest: Option<&SeatId>) -> Result<TurnId, NotPlayed> {
        let playing = lock(&self.playing);
        let is_own = |playing: &&TurnInProgress| guest.is_none() || playing.guest.as_ref() == guest;
        let playing = playing.as_ref().filter(is_own).ok_or(NotPlayed::NothingPlaying)?;
        playing.stop.notify_one();
        Ok(playing.heard.turn.clone())
    }
}

impl SessionQueue {
    /// Silences and stops the current turn, and blocks all messages until the X card is complete. Returns the turn and its text
    /// so far, if one was in progress.
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

    pub(super) fn is_stopping(&self) -> bool {
        self.n_stopping.load(Ordering::SeqCst) > 0
    }
}

impl QueuedMessage {
    /// Whether the X card was played while the message waited.
    pub(super) fn is_stopped(&self) -> bool {
        self.queue.is_stopping() || lock(&self.queue.stopped_at).is_some_and(|at| at > self.since)
    }

    /// Refuses all waiting messages, because the X card ended this one's turn, possibly on another server.
    pub(super) fn refuse_waiting(&self) {
        *lock(&self.queue.stopped_at) = Some(Instant::now());
    }

    pub(super) fn turn(&self) -> &TurnId {
        &self.turn
    }

    /// The event of the table's stream that the message waits.
    pub(super) fn queued(&self, words: Option<&str>) -> TableEvent {
        TableEvent::queued(&self.turn, self.guest.as_ref(), words)
    }

    /// Marks the message as waiting.
    pub(super) fn waits(&self) {
        self.progress.send_replace(MessageProgress::Waits);
    }

    /// Whether its client may know that it waits.
    pub(super) fn has_waited(&self) -> bool {
        matches!(*self.progress.borrow(), MessageProgress::Waits)
    }

    pub(super) fn answer(&self, answer: Result<TurnHandle, NotPlayed>) {
        self.progress.send_replace(MessageProgress::Answered(answer));
    }

    /// Marks the message's turn as current, and returns its stop signal.
    pub(super) fn plays(&self, heard: &TurnHandle, guest: Option<SeatId>) -> Arc<Notify> {
        let (stop, key) = (Arc::new(Notify::new()), self.key.clone());
        *lock(&self.queue.playing) = Some(TurnInProgress { key, guest, heard: heard.clone(), stop: Arc::clone(&stop) });
        self.answer(Ok(heard.clone()));
        stop
    }
}

impl Drop for QueuedMessage {
    fn drop(&mut self) {
        lock(&self.queue.queued).remove(&self.key);
        // A waiting message may be dropped while another plays.
        lock(&self.queue.playing).take_if(|playing| playing.key == self.key);
    }
}

/// Locks a mutex, also after a panic of its holder: no change under these locks can be half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
