//! Who plays, who waits, and who hears: the turns of each session, one after the other.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures::FutureExt;
use jiff::Timestamp;
use uuid::Uuid;

use crate::{
    campaign::Package,
    game::{
        Change, Game, Session,
        id::{SessionId, TurnId},
        session::SessionHead,
        view::{PlayerView, TurnView},
    },
    rules::Shelf,
    store::{self, Begun, Commit, Interlude, KeyUse, Store, StoredTurn, TurnKey, Until, fold, read_still},
};

use super::{
    feed::{Feed, Played},
    hints::Hints,
    integrity::{self, NarrationCheck},
    models::Models,
    play::{Scene, Stage},
    plot::Packages,
    purse::Purse,
    scene::acting,
    seat::{Entry, InLine, Place, Seat, Seats, lock, wait_for},
    seeds::Seeds,
    step::Drill,
    tally::Tally,
    words::{Ask, Heard, NotPlayed, PlayerWords},
};

/// How long a message waits for another instance's turn.
const WAIT_FOR_OTHERS: Duration = Duration::from_secs(30);
/// How often it looks whether that is over.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// How long the events of a turn that came to nothing stay readable.
const KEEP_FAILED: Duration = Duration::from_secs(600);
/// The most such turns that are kept.
const MAX_FAILED: usize = 500;

/// All sessions that are played in this process.
pub struct Tables {
    pub(super) stage: Stage,
    seeds: Seeds,
    seats: Arc<Seats>,
    failed: Mutex<Vec<(Instant, SessionId, Heard)>>,
    tally: Arc<Tally>,
}

impl Tables {
    /// Tables over a store, played by `models`, with the core of the rules.
    pub fn new(store: Arc<dyn Store>, models: Arc<Models>, seeds: Seeds, drill: Drill) -> Arc<Self> {
        Self::with_rules(store, models, seeds, drill, Shelf::core())
    }

    /// The same, with a rules library that may be filled while they are played at.
    pub fn with_rules(
        store: Arc<dyn Store>,
        models: Arc<Models>,
        seeds: Seeds,
        drill: Drill,
        rules: Arc<Shelf>,
    ) -> Arc<Self> {
        Self::with_hints(store, models, seeds, drill, rules, Hints::default())
    }

    /// The same, with hints of one's own choice.
    pub fn with_hints(
        store: Arc<dyn Store>,
        models: Arc<Models>,
        seeds: Seeds,
        drill: Drill,
        rules: Arc<Shelf>,
        hints: Hints,
    ) -> Arc<Self> {
        Self::with_purse(store, models, seeds, drill, (rules, hints), Purse::default())
    }

    /// The same, paid from a purse.
    pub fn with_purse(
        store: Arc<dyn Store>,
        models: Arc<Models>,
        seeds: Seeds,
        drill: Drill,
        (rules, hints): (Arc<Shelf>, Hints),
        purse: Purse,
    ) -> Arc<Self> {
        let stage = Stage::new(store, models, drill, rules, hints, purse);
        let tally = Arc::new(Tally::with(stage.summaries.n_scenes.clone()));
        Arc::new(Self { stage, seeds, seats: Arc::default(), failed: Mutex::default(), tally })
    }

    /// Makes whatever is made once and lasts, which takes a good part of a second of one processor: nobody's first turn
    /// has to wait for it then.
    pub fn warm_up(&self) {
        self.stage.hints.warm_up();
        if self.models().check() != NarrationCheck::Off {
            integrity::warm_up();
        }
    }

    /// Where the sessions are kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.stage.store
    }

    /// Who plays.
    pub fn models(&self) -> &Arc<Models> {
        &self.stage.models
    }

    /// What they are paid from.
    pub fn purse(&self) -> &Purse {
        &self.stage.purse
    }

    /// The campaigns that are played.
    pub(super) fn packages(&self) -> &Packages {
        &self.stage.packages
    }

    /// What the rules say.
    pub fn rules(&self) -> &Arc<Shelf> {
        &self.stage.rules
    }

    /// Where the seeds of their dice come from.
    pub fn seeds(&self) -> &Seeds {
        &self.seeds
    }

    /// The campaign of that digest, as those who play it play it, whatever stands on a shelf by now.
    ///
    /// # Errors
    /// The store hasn't got it, or could not say.
    pub async fn campaign(&self, digest: &str) -> Result<Arc<Package>, store::Error> {
        self.stage.packages.by_digest(&*self.stage.store, digest).await
    }

    /// Which tools players' words seemed to make due.
    pub fn hints(&self) -> &Hints {
        &self.stage.hints
    }

    /// What was counted.
    pub fn tally(&self) -> &Arc<Tally> {
        &self.tally
    }

    /// Takes up a player's message, after those that came before it. Answers once the turn has begun, or as it was
    /// recorded under the same key; from then on it plays by itself, whether anyone listens or not.
    ///
    /// # Errors
    /// See [`NotPlayed`].
    pub async fn play(self: &Arc<Self>, words: PlayerWords) -> Result<Heard, NotPlayed> {
        let key = TurnKey {
            key: words.key.clone().unwrap_or_else(|| Uuid::now_v7().to_string()),
            fingerprint: words.ask.fingerprint(),
        };
        let visit = self.seats.visit(&words.session);
        let (place, answered) = match visit.seat.enter(&key) {
            Ok(Entry::Placed(place, answered)) => (place, answered),
            Ok(Entry::Joined(answered)) => {
                // Whose session it is comes before anything its messages tell.
                self.load_for(&words).await?;
                return wait_for(answered).await;
            }
            Err(NotPlayed::TooMany) => {
                return self.before_waiting(&words, &key).await?.ok_or(NotPlayed::TooMany);
            }
            Err(not_placed) => return self.load_for(&words).await.and(Err(not_placed)),
        };
        // The place in the line is taken here and now, so that messages play in the order they came.
        let mut turnstile = Box::pin(Arc::clone(&visit.seat.turnstile).lock_owned());
        let at_once = turnstile.as_mut().now_or_never();
        let tables = Arc::clone(self);
        tokio::spawn(async move {
            let known = match at_once {
                Some(_) => None,
                None => tables.before_waiting(&words, &key).await.transpose(),
            };
            if let Some(known) = known {
                place.answer(known);
                drop(place);
            } else {
                let turnstile = match at_once {
                    Some(turnstile) => turnstile,
                    None => turnstile.await,
                };
                tables.play_in_turn(&place, words, &key).await;
                drop((place, turnstile));
            }
            drop(visit);
        });
        wait_for(answered).await
    }

    /// Stops the turn that plays.
    ///
    /// # Errors
    /// None plays.
    pub fn cancel(&self, session: &SessionId) -> Result<TurnId, NotPlayed> {
        self.seats.look(session, Seat::stop).unwrap_or(Err(NotPlayed::NothingPlaying))
    }

    /// The events of a turn that plays, was played, or came to nothing a short while ago.
    ///
    /// # Errors
    /// There is no such turn in the session.
    pub async fn events(&self, session: &SessionId, turn: &TurnId) -> Result<Feed, NotPlayed> {
        match self.unsaved(session, turn) {
            Some(feed) => Ok(feed),
            None => self.retell(self.turn_of(session, turn).await?).await,
        }
    }

    /// The events of a turn that plays, or came to nothing a short while ago.
    pub(super) fn unsaved(&self, session: &SessionId, turn: &TurnId) -> Option<Feed> {
        let playing = self.seats.look(session, |seat| seat.feed_of(turn)).flatten();
        playing.or_else(|| {
            let failed = lock(&self.failed);
            let heard = failed.iter().find(|(_, s, heard)| s == session && heard.turn == *turn);
            heard.map(|(_, _, heard)| heard.feed.clone())
        })
    }

    /// Takes a place in a session's line for something that is no message, as soon as it comes in.
    pub fn line_up(&self, session: &SessionId) -> InLine {
        InLine::behind(self.seats.visit(session))
    }

    /// Changes a session between two turns: `decide` looks at it and says what changes. Waits its turn like a message.
    ///
    /// # Errors
    /// What `decide` answers, or why the changes could not be saved.
    pub async fn between_turns<T, E: From<NotPlayed>>(
        &self,
        line: InLine,
        decide: impl FnOnce(&Session) -> Result<(Vec<Change>, T), E>,
    ) -> Result<(Session, T), E> {
        let turn = line.my_turn().await;
        self.decide_and_save(turn.session(), decide).await
    }

    /// Waits until nothing is played or changed any more.
    pub async fn at_rest(&self) {
        self.seats.all_left().await;
    }

    /// Does something to a session while no turn of it plays.
    pub async fn while_nobody_plays<T>(&self, line: InLine, act: impl Future<Output = T>) -> T {
        let _turn = line.my_turn().await;
        act.await
    }

    /// As [`Tables::between_turns`], for one whose turn it is.
    pub(super) async fn decide_and_save<T, E: From<NotPlayed>>(
        &self,
        session: &SessionId,
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
        };
        let commit = Commit { expected_version: head.version, head: after.clone(), game: game.clone(), what };
        self.store().commit_interlude(commit).await.map_err(NotPlayed::from)?;
        Ok((Session { head: after, game }, answer))
    }

    /// What can be answered without waiting for the turns that came before.
    async fn before_waiting(&self, words: &PlayerWords, key: &TurnKey) -> Result<Option<Heard>, NotPlayed> {
        let session = self.load_for(words).await?;
        match self.store().key_use(&words.session, &key.key).await? {
            Some(KeyUse::Turn(stored)) if stored.key == *key => self.heard(*stored).await.map(Some),
            Some(KeyUse::Undone(undone)) if undone.key == *key => Err(NotPlayed::Undone),
            Some(_) => Err(NotPlayed::KeyMismatch),
            None => match &words.ask {
                Ask::Message { character, .. } | Ask::Order { character, .. } => {
                    acting(&session, character.as_ref()).map(|_| None)
                }
                Ask::Retry => Ok(None),
            },
        }
    }

    async fn play_in_turn(&self, place: &Place, words: PlayerWords, key: &TurnKey) {
        let scene = match self.begin(&words, key).await {
            Ok(Start::Claimed(scene)) => *scene,
            Ok(Start::Played(heard)) => return place.answer(Ok(heard)),
            Err(not_played) => return place.answer(Err(not_played)),
        };
        let claim = scene.claim.clone();
        let heard = Heard { turn: claim.turn.clone(), feed: Feed::new() };
        let stop = place.plays(&heard);
        let turn = self.stage.play(scene, &heard.feed, stop.notified());
        if AssertUnwindSafe(turn).catch_unwind().await.is_err() {
            self.stage.fail(claim, &heard.feed).await;
        }
        let ending = heard.feed.ending().await;
        self.tally.weigh(&heard.feed.trace());
        match ending {
            Ok(played) => self.tally.count(Ok(&played)),
            Err(failure) => {
                self.tally.count(Err(&failure));
                self.keep_failed(heard, words.session);
            }
        }
    }

    /// Claims the session for a turn, or finds the turn as it was played before.
    async fn begin(&self, words: &PlayerWords, key: &TurnKey) -> Result<Start, NotPlayed> {
        let turn = TurnId::from(Uuid::now_v7().to_string());
        let waited = Instant::now();
        loop {
            match self.store().begin_turn(&words.owner, &words.session, key, &turn).await? {
                Begun::Claimed(seat) => {
                    let claim = seat.claim.clone();
                    return match self.set_scene(*seat, words, key).await {
                        Ok(scene) => Ok(Start::Claimed(Box::new(scene))),
                        Err(not_played) => {
                            self.stage.give_back(claim).await;
                            Err(not_played)
                        }
                    };
                }
                Begun::Played(stored) => return self.heard(*stored).await.map(Start::Played),
                Begun::Undone => return Err(NotPlayed::Undone),
                Begun::KeyMismatch => return Err(NotPlayed::KeyMismatch),
                Begun::Busy if waited.elapsed() >= WAIT_FOR_OTHERS => return Err(NotPlayed::InProgress),
                Begun::Busy => tokio::time::sleep(LOOK_EVERY).await,
            }
        }
    }

    async fn heard(&self, stored: StoredTurn) -> Result<Heard, NotPlayed> {
        let turn = stored.turn.id.clone();
        Ok(Heard { turn, feed: self.retell(stored).await? })
    }

    async fn load_for(&self, words: &PlayerWords) -> Result<Session, NotPlayed> {
        let session = self.store().load(&words.session).await?;
        if session.head.owner == words.owner { Ok(session) } else { Err(NotPlayed::UnknownSession) }
    }

    async fn retell(&self, stored: StoredTurn) -> Result<Feed, NotPlayed> {
        let store = &**self.store();
        let now = store.load(&stored.turn.session_id).await?;
        if now.head.version == stored.head_after.version {
            return Ok(self.feed_of(&stored, now.game));
        }
        let (session, turn) = (&stored.turn.session_id, &stored.turn.id);
        read_still(store, session, |_| async move {
            // Read once more, as it may have been taken back meanwhile. Other tellings of a turn begin where it begins.
            let stored = self.turn_of(session, turn).await?;
            let mut game = fold(store, session, Until::Next(stored.turn.seq.saturating_sub(1))).await?;
            game.apply_all(&stored.turn.changes)?;
            Ok(self.feed_of(&stored, game))
        })
        .await
    }

    fn feed_of(&self, stored: &StoredTurn, game: Game) -> Feed {
        let session = Session { head: stored.head_after.clone(), game };
        let session = PlayerView::of(&session, &self.models().dm);
        Feed::retell(stored, Played { turn: TurnView::of(stored.turn.clone()), session })
    }

    fn keep_failed(&self, heard: Heard, session: SessionId) {
        let mut failed = lock(&self.failed);
        let surplus = failed.len().saturating_sub(MAX_FAILED - 1);
        failed.drain(..surplus);
        failed.retain(|(at, _, _)| at.elapsed() < KEEP_FAILED);
        failed.push((Instant::now(), session, heard));
    }
}

enum Start {
    Claimed(Box<Scene>),
    Played(Heard),
}
