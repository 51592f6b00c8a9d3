//! The session service: runs the turns of each session one after the other, with queues and events.

use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures::FutureExt;
use game::{
    Change, Game, Session,
    id::{SeatId, SessionId, TurnId},
    session::SessionHead,
    view::PlayerView,
};
use jiff::Timestamp;
use prometheus_client::registry::Registry;
use tokio::sync::watch;
use tracing::Instrument;
use uuid::Uuid;

use crate::{
    campaign::CampaignPackage,
    config::PastSettings,
    rules::LibraryHandle,
    store::{
        self, BeginOutcome, Commit, Interlude, KeyUse, ReplayUntil, StopCause, Store, StoredTurn, TurnKey, fold,
        read_still,
    },
};

use super::{
    budget::Budget,
    feed::{FailureCode, Feed, TurnFailure, TurnResult},
    hints::Hints,
    models::Models,
    narration_check::{self, NarrationCheck},
    play::{TurnInput, TurnRunner},
    players_view::turn_view,
    plot::Packages,
    questions::QuestionLines,
    rosters::Departures,
    rounds::{RoundTasks, takes_messages},
    scene::acting_at,
    seeds::Seeds,
    session_queue::{Enqueued, Pending, QueueTicket, QueuedMessage, SessionQueues, TakenUp, TurnGuard, lock},
    step::Drill,
    store_metrics::StoreMetrics,
    table_stream::TableStreams,
    tally::TurnMetrics,
    words::{Ask, NotPlayed, PlayerWords, TurnHandle},
};

/// How long a message waits for another server's turn.
const WAIT_FOR_OTHERS: Duration = Duration::from_secs(30);
/// Polling interval for that.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// How long the events of a failed turn stay readable.
pub(super) const KEEP_FAILED: Duration = Duration::from_secs(600);
/// For how many turns the key of a request between turns is remembered.
const KEYS_LAST: u32 = 50;
/// Maximum number of failed turns in memory.
const MAX_FAILED: usize = 500;

/// Options besides models and dice.
pub struct TableOptions {
    /// The rules library, which may still be loading.
    pub rules: Arc<LibraryHandle>,
    pub hints: Hints,
    /// Spending caps and records.
    pub budget: Budget,
    /// How much history prompts show.
    pub past: PastSettings,
}

impl Default for TableOptions {
    /// Core rules, all hints, no caps.
    fn default() -> Self {
        Self {
            rules: LibraryHandle::core(),
            hints: Hints::default(),
            budget: Budget::default(),
            past: PastSettings::default(),
        }
    }
}

/// Plays all sessions of this process.
pub struct Tables {
    pub(super) stage: TurnRunner,
    seeds: Seeds,
    pub(super) queues: Arc<SessionQueues>,
    pub(super) streams: TableStreams,
    pub(super) departures: Departures,
    pub(super) rounds: RoundTasks,
    pub(super) questions: QuestionLines,
    /// Turns that other servers play and this one follows.
    pub(super) mirrors: Mutex<HashMap<(SessionId, TurnId), Feed>>,
    pub(super) failed: Mutex<Vec<(Instant, SessionId, TurnHandle)>>,
    tally: Arc<TurnMetrics>,
    /// Stops all turns.
    pub(super) stops: watch::Sender<bool>,
}

impl Tables {
    /// A service with default options.
    pub fn new(store: Arc<dyn Store>, models: Arc<Models>, seeds: Seeds, drill: Drill) -> Arc<Self> {
        Self::with_options(store, models, seeds, drill, TableOptions::default())
    }

    /// A service with options.
    pub fn with_options(
        store: Arc<dyn Store>,
        models: Arc<Models>,
        seeds: Seeds,
        drill: Drill,
        options: TableOptions,
    ) -> Arc<Self> {
        let stage = TurnRunner::new(store, models, drill, options);
        let tally = Arc::new(TurnMetrics::with(stage.summaries.n_scenes.clone()));
        let stops = watch::Sender::new(false);
        let (queues, streams, departures, rounds, questions, mirrors, failed) = Default::default();
        Arc::new(Self { stage, seeds, queues, streams, departures, rounds, questions, mirrors, failed, tally, stops })
    }

    /// Asks players about their heroes' reactions from now on. Until then a rule decides, as no one may be there to answer.
    pub fn ask_for_reactions(&self) {
        self.stage.ask_for_reactions();
    }

    /// Initialises lazy data, which takes a good part of a second of CPU time, so that the first turn doesn't wait for it.
    pub fn warm_up(&self) {
        self.stage.hints.warm_up();
        if self.models().check() != NarrationCheck::Off {
            narration_check::warm_up();
        }
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.stage.store
    }

    pub fn store_metrics(&self) -> &StoreMetrics {
        &self.stage.store_metrics
    }

    /// Checks the store's file for damage, and logs it.
    pub async fn check_store(&self) {
        match self.store().check_quickly().await {
            Ok(damage) => {
                for damage in damage {
                    self.store_metrics().found_damage();
                    tracing::error!("{damage}");
                }
            }
            Err(error) => {
                tracing::warn!(%error, source = ?std::error::Error::source(&error), "the database file could not be checked")
            }
        }
    }

    /// Registers the metrics of turns, models and the store.
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.tally.register(registry);
        self.stage.budget.register(registry);
        self.stage.store_metrics.register(registry);
    }

    pub fn models(&self) -> &Arc<Models> {
        &self.stage.models
    }

    pub fn budget(&self) -> &Budget {
        &self.stage.budget
    }

    pub(super) fn packages(&self) -> &Packages {
        &self.stage.packages
    }

    pub fn rules(&self) -> &Arc<LibraryHandle> {
        &self.stage.rules
    }

    pub fn seeds(&self) -> &Seeds {
        &self.seeds
    }

    /// The campaign with this digest, as its sessions play it, independent of shelves.
    ///
    /// # Errors
    /// It isn't stored, or the store failed.
    pub async fn campaign(&self, digest: &str) -> Result<Arc<CampaignPackage>, store::Error> {
        self.stage.packages.by_digest(&*self.stage.store, digest).await
    }

    pub fn hints(&self) -> &Hints {
        &self.stage.hints
    }

    pub fn tally(&self) -> &Arc<TurnMetrics> {
        &self.tally
    }

    /// Queues and plays a player's message. Returns once the turn has begun, or the turn already recorded under the same key.
    /// The turn then plays on, even without listeners.
    ///
    /// # Errors
    /// See [`NotPlayed`].
    pub async fn play(self: &Arc<Self>, words: PlayerWords) -> Result<TurnHandle, NotPlayed> {
        self.take_up(words).await?.begun().await
    }

    /// Like [`Tables::play`], but doesn't wait for earlier turns. Requests that can already be refused are refused at once.
    ///
    /// # Errors
    /// See [`NotPlayed`].
    pub async fn take_up(self: &Arc<Self>, words: PlayerWords) -> Result<TakenUp, NotPlayed> {
        let key = TurnKey {
            key: words.key.clone().unwrap_or_else(|| Uuid::now_v7().to_string()),
            fingerprint: words.fingerprint(),
        };
        let handle = self.queues.open(&words.session);
        let (message, pending) = match handle.queue.enqueue(&key, words.guest.as_ref()) {
            Ok(Enqueued::Added(message, pending)) => (message, pending),
            Ok(Enqueued::Joined(pending)) => {
                // Check the owner before anything else about the session.
                self.load_for(&words).await?;
                return pending.taken_up().await;
            }
            Err(NotPlayed::TooMany) => {
                return self.before_waiting(&words, &key).await?.map(TakenUp::Begun).ok_or(NotPlayed::TooMany);
            }
            Err(not_queued) => return self.load_for(&words).await.and(Err(not_queued)),
        };
        // The first poll, below, takes the position in the queue, so that messages play in order of arrival.
        let mut turnstile = Box::pin(Arc::clone(&handle.queue.turnstile).lock_owned());
        let at_once = turnstile.as_mut().now_or_never();
        let tables = Arc::clone(self);
        let play = async move {
            let waiting = tables.tally.waits();
            let known = match at_once {
                Some(_) => None,
                None => tables.before_waiting(&words, &key).await.transpose(),
            };
            if let Some(known) = known {
                message.answer(known);
                drop(message);
            } else {
                let turnstile = match at_once {
                    Some(turnstile) => turnstile,
                    None => {
                        message.waits();
                        tables.streams.publish(&words.session, || message.queued(words.ask.preview()));
                        turnstile.await
                    }
                };
                drop(waiting);
                tables.play_in_turn(&message, words, &key).await;
                drop((message, turnstile));
            }
            drop(handle);
        };
        tokio::spawn(play.in_current_span());
        pending.taken_up().await
    }

    /// The waiting message of this turn.
    pub fn waiting(&self, session: &SessionId, turn: &TurnId) -> Option<Pending> {
        self.queues.peek(session, |queue| queue.waiting(turn)).flatten()
    }

    /// Cancels the current turn, on this or another server of the store. Guests can only cancel their own.
    ///
    /// # Errors
    /// No turn is in progress.
    pub async fn cancel(&self, session: &SessionId, guest: Option<&SeatId>) -> Result<TurnId, NotPlayed> {
        match self.queues.peek(session, |queue| queue.stop(guest)) {
            Some(Ok(turn)) => Ok(turn),
            // Guests can only cancel turns on this server: the player of another server's turn is unknown here.
            Some(Err(_)) | None if guest.is_some() => Err(NotPlayed::NothingPlaying),
            Some(Err(_)) | None => {
                let asked = self.store().request_stop(session, StopCause::Cancelled).await?;
                asked.ok_or(NotPlayed::NothingPlaying)
            }
        }
    }

    /// The events of a turn that is in progress, was saved, or failed recently.
    ///
    /// # Errors
    /// There is no such turn in the session.
    pub async fn events(&self, session: &SessionId, turn: &TurnId) -> Result<Feed, NotPlayed> {
        match self.unsaved(session, turn) {
            Some(feed) => Ok(feed),
            None => self.retell(self.turn_of(session, turn).await?).await,
        }
    }

    /// The events of a turn in progress or recently failed.
    pub(super) fn unsaved(&self, session: &SessionId, turn: &TurnId) -> Option<Feed> {
        let playing = self.queues.peek(session, |queue| queue.feed_of(turn)).flatten();
        playing.or_else(|| {
            let failed = lock(&self.failed);
            let heard = failed.iter().find(|(_, s, heard)| s == session && heard.turn == *turn);
            heard.map(|(_, _, heard)| heard.feed.clone())
        })
    }

    /// Immediately takes a position in a session's queue for a request other than a message.
    pub fn line_up(&self, session: &SessionId) -> QueueTicket {
        QueueTicket::behind(self.queues.open(session))
    }

    /// Waits for earlier requests, and as long as a message does for another server's turn.
    ///
    /// # Errors
    /// No such session, or another server still plays.
    pub(super) async fn turn_between(&self, line: QueueTicket) -> Result<TurnGuard, NotPlayed> {
        let turn = line.admitted().await;
        let waited = Instant::now();
        while self.store().claimed_turn(turn.session()).await?.is_some() {
            if waited.elapsed() >= WAIT_FOR_OTHERS {
                return Err(NotPlayed::InProgress);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        self.catch_up(turn.session()).await;
        Ok(turn)
    }

    /// Changes a session between two turns: `decide` reads it and returns the changes. Waits in the queue like a message.
    ///
    /// # Errors
    /// The error of `decide`, or why saving failed.
    pub async fn between_turns<T, E: From<NotPlayed>>(
        &self,
        line: QueueTicket,
        decide: impl FnOnce(&Session) -> Result<(Vec<Change>, T), E>,
    ) -> Result<(Session, T), E> {
        let turn = self.turn_between(line).await?;
        self.decide_and_save(turn.session(), None, decide).await
    }

    /// As [`Tables::between_turns`], for idempotent requests: if the key was used before, the earlier changes are returned.
    ///
    /// # Errors
    /// As there, or the key was used for another request.
    pub async fn once_between_turns<E: From<NotPlayed>>(
        &self,
        line: QueueTicket,
        key: Option<TurnKey>,
        decide: impl FnOnce(&Session) -> Result<Vec<Change>, E>,
    ) -> Result<(Session, Vec<Change>), E> {
        let turn = self.turn_between(line).await?;
        if let Some(key) = &key
            && let Some(before) = self.changed_before(turn.session(), key).await?
        {
            return Ok(before);
        }
        let decide = |session: &Session| decide(session).map(|changes| (changes.clone(), changes));
        self.decide_and_save(turn.session(), key, decide).await
    }

    /// The current session and the changes made under this key, if it was used.
    async fn changed_before(&self, id: &SessionId, key: &TurnKey) -> Result<Option<(Session, Vec<Change>)>, NotPlayed> {
        if self.store().key_use(id, &key.key).await?.is_some() {
            return Err(NotPlayed::KeyMismatch);
        }
        let session = self.store().load(id).await?;
        let from = session.head.n_turns.saturating_sub(KEYS_LAST);
        let interludes = self.store().interludes(id, from).await?;
        let same = |other: &TurnKey| other.key == key.key;
        match interludes.into_iter().find(|interlude| interlude.key.as_ref().is_some_and(same)) {
            Some(interlude) if interlude.key.as_ref() == Some(key) => Ok(Some((session, interlude.changes))),
            Some(_) => Err(NotPlayed::KeyMismatch),
            None => Ok(None),
        }
    }

    /// Stops every turn, also waiting ones. The cost of their models is recorded.
    pub fn stop(&self) {
        self.stops.send_replace(true);
    }

    pub(super) fn stops(&self) -> bool {
        *self.stops.borrow()
    }

    /// Waits until no turn or change is in progress.
    pub async fn at_rest(&self) {
        self.queues.all_closed().await;
    }

    /// Runs something while no turn of the session plays in this process.
    pub async fn while_nobody_plays<T>(&self, line: QueueTicket, act: impl Future<Output = T>) -> T {
        let _turn = line.admitted().await;
        act.await
    }

    /// As [`Tables::between_turns`], with the queue position already reached.
    pub(super) async fn decide_and_save<T, E: From<NotPlayed>>(
        &self,
        session: &SessionId,
        key: Option<TurnKey>,
        decide: impl FnOnce(&Session) -> Result<(Vec<Change>, T), E>,
    ) -> Result<(Session, T), E> {
        let Session { head, mut game } = self.store().load(session).await.map_err(NotPlayed::from)?;
        let (changes, answer) = decide(&Session { head: head.clone(), game: game.clone() })?;
        game.apply_all(&changes).map_err(NotPlayed::from)?;
        let now = Timestamp::now();
        let after = SessionHead { version: head.version + 1, updated_at: now, ..head.clone() };
        let what = Interlude {
            session_id: head.id.clone(),
            after_seq: head.n_turns,
            version: after.version,
            at: now,
            changes,
            key,
        };
        let commit = Commit { expected_version: head.version, head: after.clone(), game: game.clone(), what };
        let saved = self.store().commit_interlude(commit);
        self.stage.store_metrics.time("commit_interlude", saved).await.map_err(NotPlayed::from)?;
        let session = Session { head: after, game };
        self.session_changed(&session);
        Ok((session, answer))
    }

    /// Refusals that don't need to wait for earlier turns.
    async fn before_waiting(&self, words: &PlayerWords, key: &TurnKey) -> Result<Option<TurnHandle>, NotPlayed> {
        let session = self.load_for(words).await?;
        match self.store().key_use(&words.session, &key.key).await? {
            Some(KeyUse::Turn(stored)) if stored.key == *key => self.heard(*stored).await.map(Some),
            Some(KeyUse::Undone(undone)) if undone.key == *key => Err(NotPlayed::Undone),
            Some(_) => Err(NotPlayed::KeyMismatch),
            None => match &words.ask {
                Ask::Message { character, .. } | Ask::Order { character, .. } => {
                    let roster = self.store().roster(&session.head.id).await?;
                    if words.ask.message().is_some() {
                        takes_messages(&session, &roster)?;
                    }
                    acting_at(&roster, &session, words.guest.as_ref(), character.as_ref()).map(|_| None)
                }
                Ask::Round { .. } | Ask::Retry => Ok(None),
            },
        }
    }

    async fn play_in_turn(self: &Arc<Self>, message: &QueuedMessage, words: PlayerWords, key: &TurnKey) {
        let begun = match message.is_stopped() {
            true => Err(NotPlayed::StoppedForSafety),
            false => self.begin(&words, key, message.turn()).await,
        };
        let scene = match begun {
            Ok(Start::Claimed(scene)) => *scene,
            Ok(Start::Played(heard)) => return message.answer(Ok(heard)),
            Err(not_played) if !message.has_waited() => return message.answer(Err(not_played)),
            Err(not_played) => {
                // A client that knows the turn's address can read there why it was refused.
                let feed = Feed::failed(not_played.clone().into());
                let heard = TurnHandle { turn: message.turn().clone(), feed };
                self.streams.join(&words.session, &heard.turn, &heard.feed);
                self.keep_failed(heard, words.session);
                return message.answer(Err(not_played));
            }
        };
        let (claim, guest) = (scene.claim.clone(), scene.words.guest());
        let is_in_fight = scene.session.game.encounter.is_some();
        let heard = TurnHandle { turn: claim.turn.clone(), feed: Feed::new() };
        self.catch_up(&claim.session).await;
        let stop = message.plays(&heard, guest);
        self.streams.join(&claim.session, &claim.turn, &heard.feed);
        // The X card may have been played since the message was checked.
        if message.is_stopped() {
            heard.feed.stop_for_safety();
            stop.notify_one();
        }
        let span = tracing::error_span!("turn", session = %claim.session, turn = %claim.turn, player = words.owner);
        let playing = async {
            let _playing = self.rules().activity().play();
            let (_plays, since) = (self.tally.plays(), Instant::now());
            let mut stops = self.stops.subscribe();
            let stopped = async {
                tokio::select! {
                    () = stop.notified() => match heard.feed.is_stopped_for_safety() {
                        true => TurnFailure::stopped_for_safety(),
                        false => TurnFailure::cancelled(),
                    },
                    Ok(_) = stops.wait_for(|stops| *stops) => TurnFailure::server_stops(),
                }
            };
            let turn = self.stage.play(scene, &heard.feed, stopped);
            if AssertUnwindSafe(turn).catch_unwind().await.is_err() {
                self.stage.fail(claim, &heard.feed).await;
            }
            let ending = heard.feed.ending().await;
            if heard.feed.is_stopped_for_safety() {
                message.refuse_waiting();
            }
            self.tally.count(ending.as_deref(), &heard.feed.trace(), since.elapsed());
            ending.is_err()
        };
        if playing.instrument(span).await {
            self.keep_failed(heard, words.session);
        } else if is_in_fight {
            self.fight_may_be_over(&words.session);
        }
    }

    /// Claims the session for a turn, or finds the turn already played. A turn that waited for another server isn't played if
    /// the X card ended that one.
    async fn begin(&self, words: &PlayerWords, key: &TurnKey, turn: &TurnId) -> Result<Start, NotPlayed> {
        let waited = Instant::now();
        let mut waits_for = None;
        loop {
            let begun = self.store().begin_turn(&words.owner, &words.session, key, turn);
            match self.stage.store_metrics.time("begin_turn", begun).await? {
                BeginOutcome::Claimed(claimed) => {
                    let claim = claimed.claim.clone();
                    if let Some(before) = &waits_for
                        && self.was_stopped_for_safety(&words.session, before).await
                    {
                        self.stage.give_back(claim, None).await;
                        return Err(NotPlayed::StoppedForSafety);
                    }
                    return match self.set_scene(*claimed, words, key).await {
                        Ok(scene) => Ok(Start::Claimed(Box::new(scene))),
                        Err(not_played) => {
                            self.stage.give_back(claim, None).await;
                            Err(not_played)
                        }
                    };
                }
                BeginOutcome::Played(stored) => return self.heard(*stored).await.map(Start::Played),
                BeginOutcome::Undone => return Err(NotPlayed::Undone),
                BeginOutcome::KeyMismatch => return Err(NotPlayed::KeyMismatch),
                BeginOutcome::Busy if waited.elapsed() >= WAIT_FOR_OTHERS => return Err(NotPlayed::InProgress),
                BeginOutcome::Busy => {
                    waits_for = self.store().claimed_turn(&words.session).await?.or(waits_for);
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
    }

    /// Whether the X card ended a turn on another server.
    async fn was_stopped_for_safety(&self, session: &SessionId, turn: &TurnId) -> bool {
        let failed = self.failed_elsewhere(session, turn).await.ok().flatten();
        failed.is_some_and(|failed| TurnFailure::from(failed).code == FailureCode::StoppedForSafety)
    }

    async fn heard(&self, stored: StoredTurn) -> Result<TurnHandle, NotPlayed> {
        let turn = stored.turn.id.clone();
        Ok(TurnHandle { turn, feed: self.retell(stored).await? })
    }

    async fn load_for(&self, words: &PlayerWords) -> Result<Session, NotPlayed> {
        let session = self.stage.store_metrics.time("load", self.store().load(&words.session)).await?;
        if session.head.owner == words.owner { Ok(session) } else { Err(NotPlayed::UnknownSession) }
    }

    pub(super) async fn retell(&self, stored: StoredTurn) -> Result<Feed, NotPlayed> {
        let store = &**self.store();
        let now = store.load(&stored.turn.session_id).await?;
        if now.head.version == stored.head_after.version {
            return Ok(self.feed_of(&stored, now.game));
        }
        let (session, turn) = (&stored.turn.session_id, &stored.turn.id);
        read_still(store, session, |_| async move {
            // Reads it again, as it may have been undone meanwhile. Alternatives of a turn start from the same state.
            let stored = self.turn_of(session, turn).await?;
            let mut game = fold(store, session, ReplayUntil::Next(stored.turn.seq.saturating_sub(1))).await?;
            game.apply_all(&stored.turn.changes)?;
            Ok(self.feed_of(&stored, game))
        })
        .await
    }

    fn feed_of(&self, stored: &StoredTurn, game: Game) -> Feed {
        let session = Session { head: stored.head_after.clone(), game };
        let session = PlayerView::of(&session, &self.models().agents.dm.id);
        Feed::retell(stored, TurnResult { turn: turn_view(stored.turn.clone()), session: session.into() })
    }

    pub(super) fn keep_failed(&self, heard: TurnHandle, session: SessionId) {
        let mut failed = lock(&self.failed);
        let surplus = failed.len().saturating_sub(MAX_FAILED - 1);
        failed.drain(..surplus);
        failed.retain(|(at, _, _)| at.elapsed() < KEEP_FAILED);
        failed.push((Instant::now(), session, heard));
    }
}

enum Start {
    Claimed(Box<TurnInput>),
    Played(TurnHandle),
}
