//! Cache of session histories in memory.

use std::{
    borrow::Cow,
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    time::{Duration, Instant},
};

use game::{
    Game, Session, Turn,
    id::{SessionId, TurnId},
    journal::{self, Circumstances},
    past::{Denial, PastDeed},
    session::SessionHead,
};
use tokio::time::timeout;

use crate::{
    rules::LibraryHandle,
    store::{self, Error, Interlude, Store, StoredTurn},
};

use super::{
    corrections::Corrections,
    remembered::{MemoryHit, PastQuery, Remembered, Untruth, name_of},
    wishes::PlayerWish,
};

/// Most sessions whose past is kept.
const MOST_SESSIONS: usize = 64;
/// Most passages that are kept for all of them together; the session asked last is kept whatever it has.
const MOST_PASSAGES: usize = 400_000;
/// Idle time after which a session leaves the cache.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How many turns are read from the store at once.
const PAGE: u32 = 100;
/// How often a past is read again that was changed meanwhile otherwise than by more turns.
const TRIES: u32 = 3;

/// The pasts of the sessions that are played.
#[derive(Default)]
pub(in crate::dm) struct MemoryCache {
    /// Those used last at the end.
    kept: Mutex<Vec<(SessionId, Instant, Arc<SessionPast>)>>,
}

/// The past of one session.
pub(super) struct SessionPast {
    past: Mutex<Remembered>,
    /// The version and number of turns of the session that it matches. The lock is held while the store is read.
    fits: tokio::sync::Mutex<Option<(u64, u32)>>,
    /// Held while the journal is edited.
    pub(super) writing: tokio::sync::Mutex<()>,
    /// Whether it is being read for its meaning.
    pub(super) is_read: AtomicBool,
}

/// A look into a session's past, as far as a turn may know it.
pub(in crate::dm) struct Looked {
    all: Arc<MemoryCache>,
    store: Arc<dyn Store>,
    rules: Arc<LibraryHandle>,
    session: Session,
}

impl Looked {
    /// The best answers within a time limit; none if the past can't be read in that time. Reading continues
    /// for the next query.
    pub(in crate::dm) async fn ask(&self, wanted: PastQuery, patience: Duration) -> Option<Vec<MemoryHit>> {
        let asked = self.all.ask(&self.store, &self.rules, &self.session, wanted, patience / 2);
        timeout(patience, asked)
            .await
            .ok()?
            .inspect_err(|error| tracing::warn!(%error, "the past was not searched"))
            .ok()
    }

    /// The player's edits; none if they, or the past that they are of, can't be read in time.
    pub(super) async fn corrections(&self, patience: Duration) -> Option<Corrections> {
        let read = async {
            let hand = self.store.hand(&self.session.head.id).await?;
            if hand.notes.is_empty() && hand.marks.is_empty() {
                return Ok(Corrections::default());
            }
            let here = self.all.up_to(&self.store, &self.session).await?;
            Ok::<_, Error>(Corrections::of(&here.past().journal, &hand))
        };
        let read = timeout(patience, read).await.ok()?;
        read.inspect_err(|error| tracing::warn!(%error, "what is written in the journal was not read")).ok()
    }

    /// The player's wishes that hold, of the turns after `after` and before `before`; none if the past can't be read in time.
    pub(super) async fn wishes(&self, after: u32, before: u32, patience: Duration) -> Vec<PlayerWish> {
        let read = async {
            let here = self.all.up_to(&self.store, &self.session).await?;
            Ok::<_, Error>(here.past().wishes.that_hold(after, before.min(self.session.head.n_turns + 1)))
        };
        match timeout(patience, read).await {
            Ok(Ok(wishes)) => wishes,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the player's wishes were not read");
                Vec::new()
            }
            Err(_) => Vec::new(),
        }
    }

    /// The deeds that answer a query, the oldest first, or what is denied to it where the heroes carry these things; none if the past
    /// can't be read in time.
    pub(super) async fn deeds(
        &self,
        wanted: PastQuery,
        carried: Vec<String>,
        patience: Duration,
    ) -> (Vec<PastDeed>, Option<Denial>) {
        let read = async {
            let hand = self.store.hand(&self.session.head.id).await?;
            let here = self.all.up_to(&self.store, &self.session).await?;
            let past = here.past();
            let corrections = Corrections::of(&past.journal, &hand);
            let (deeds, denial) = (past.deeds(&wanted, &corrections), past.denial(&wanted, &corrections, &carried));
            Ok::<_, Error>((deeds, denial))
        };
        match timeout(patience, read).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the deeds of the past were not read");
                Default::default()
            }
            Err(_) => Default::default(),
        }
    }

    /// Where the heroes were after a turn, or after the last one there is.
    pub(super) async fn place_after(&self, turn: u32, patience: Duration) -> Option<String> {
        let read = async {
            let here = self.all.up_to(&self.store, &self.session).await?;
            Ok::<_, Error>(here.past().place_after(turn.min(self.session.head.n_turns)).map(str::to_owned))
        };
        let read = timeout(patience, read).await.ok()?;
        read.inspect_err(|error| tracing::warn!(%error, "the past was not read")).ok()?
    }

    /// The untrue statements in the stories of the turns from `first` on; none if the past can't be read in time.
    pub(super) async fn untruths(&self, first: u32, patience: Duration) -> Vec<Untruth> {
        let read = async { Ok::<_, Error>(self.all.up_to(&self.store, &self.session).await?.past().untruths(first)) };
        match timeout(patience, read).await {
            Ok(Ok(untruths)) => untruths,
            Ok(Err(error)) => {
                tracing::warn!(%error, "what was told wrongly was not read");
                Vec::new()
            }
            Err(_) => Vec::new(),
        }
    }

    /// The requested journal entries as of a turn, and the last turn of the session.
    pub(super) async fn facts(
        &self,
        wanted: &journal::EntryFilter,
        patience: Duration,
    ) -> Option<(journal::MatchingEntries, u32)> {
        let read = async {
            let hand = self.store.hand(&self.session.head.id).await?;
            let here = self.all.up_to(&self.store, &self.session).await?;
            Ok::<_, Error>(here.past().journal.read(&hand, wanted))
        };
        let read = timeout(patience, read).await.ok()?;
        let found = read.inspect_err(|error| tracing::warn!(%error, "the journal was not read")).ok()?;
        Some((found, self.session.head.n_turns))
    }
}

impl MemoryCache {
    /// Looks into the past of a session as it is now.
    pub(in crate::dm) fn look(
        self: &Arc<Self>,
        store: &Arc<dyn Store>,
        rules: &Arc<LibraryHandle>,
        session: &Session,
    ) -> Looked {
        let (all, store, rules) = (Arc::clone(self), Arc::clone(store), Arc::clone(rules));
        Looked { all, store, rules, session: session.clone() }
    }

    /// The best answers in the past of a session of this state. The question is read for its meaning unless that takes
    /// longer than `patience`.
    pub(in crate::dm) async fn ask(
        &self,
        store: &Arc<dyn Store>,
        rules: &LibraryHandle,
        session: &Session,
        wanted: PastQuery,
        patience: Duration,
    ) -> store::Result<Vec<MemoryHit>> {
        let hand = store.hand(&session.head.id).await?;
        let here = self.up_to(store, session).await?;
        let mut meaning = None;
        if let Some(reader) = rules.reader() {
            here.read_on(reader.clone());
            let gist = here.past().recall.gist(&wanted.query);
            meaning = timeout(patience, reader.question(&gist)).await.ok().flatten();
        }
        let wanted =
            PastQuery { before: Some(wanted.before.unwrap_or(u32::MAX).min(session.head.n_turns + 1)), ..wanted };
        // A long history takes milliseconds, which must not block others.
        let asking = tokio::task::spawn_blocking(move || {
            let past = here.past();
            let corrections = Corrections::of(&past.journal, &hand);
            let corrections = if wanted.for_guests { corrections.for_guests() } else { corrections };
            past.ask(&wanted, meaning.as_deref(), &corrections)
        });
        asking.await.map_err(|error| Error::Damaged(error.to_string()))
    }

    /// Takes in a turn that was just saved and led to this session, if its past is kept.
    pub(in crate::dm) fn told(&self, rules: &LibraryHandle, stored: &StoredTurn, game: &Game) {
        let session = &stored.turn.session_id;
        let mut kept = self.kept();
        let Some(at) = kept.iter().position(|(id, ..)| id == session) else { return };
        // A session in play is not idle.
        let here = kept.remove(at).2;
        kept.push((session.clone(), Instant::now(), Arc::clone(&here)));
        drop(kept);
        // Anyone who holds the lock will read this, too.
        let Ok(mut fits) = here.fits.try_lock() else { return };
        let before = stored.turn.seq - 1;
        if fits.is_none_or(|(version, n)| n < before || version + 1 != stored.head_after.version) {
            return;
        }
        {
            let mut past = here.past();
            past.keep(before);
            let mut then = Circumstances::of(game);
            if let Some(before) = past.now() {
                then = then.knowing(before);
            }
            let turn = for_all(&stored.turn);
            past.add(&turn, stored.is_shown(), &said_by_heroes(game, &turn), &then);
            past.note_untruths(stored.untruths());
        }
        *fits = Some((stored.head_after.version, stored.turn.seq));
        drop(fits);
        if let Some(reader) = rules.reader() {
            here.read_on(reader);
        }
    }

    /// Forgets a session.
    pub(in crate::dm) fn forget(&self, session: &SessionId) {
        self.kept().retain(|(id, ..)| id != session);
    }

    /// The history of a session, empty if it isn't cached; evicts idle ones.
    pub(super) fn of(&self, session: &SessionId) -> Arc<SessionPast> {
        let mut kept = self.kept();
        let here = match kept.iter().position(|(id, ..)| id == session) {
            Some(at) => kept.remove(at).2,
            None => Arc::new(SessionPast {
                past: Mutex::new(Remembered::new()),
                fits: tokio::sync::Mutex::default(),
                writing: tokio::sync::Mutex::default(),
                is_read: AtomicBool::new(false),
            }),
        };
        kept.retain(|(_, used, _)| used.elapsed() < IDLE);
        // One that is being searched or read just now is not waited for, and not counted.
        let weigh = |past: &SessionPast| past.past.try_lock().map_or(0, |past| past.n_passages());
        let mut sizes: VecDeque<usize> = kept.iter().map(|(.., past)| weigh(past)).collect();
        while kept.len() >= MOST_SESSIONS || (sizes.iter().sum::<usize>() > MOST_PASSAGES && !kept.is_empty()) {
            kept.remove(0);
            sizes.pop_front();
        }
        kept.push((session.clone(), Instant::now(), Arc::clone(&here)));
        here
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(SessionId, Instant, Arc<SessionPast>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionPast {
    pub(super) fn past(&self) -> MutexGuard<'_, Remembered> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings the past up to a session as it is.
    pub(super) async fn keep_up(self: Arc<Self>, store: Arc<dyn Store>, mut session: Session) -> store::Result<()> {
        let id = session.head.id.clone();
        let mut fits = self.fits.lock().await;
        let mut n_tries = 0;
        while n_tries < TRIES {
            let is = (session.head.version, session.head.n_turns);
            if *fits == Some(is) {
                return Ok(());
            }
            *fits = None;
            let kept = self.still_there(&*store, &id, session.head.n_turns).await?;
            self.past().keep(kept);
            let read = self.read_from(&*store, &session, kept).await;
            // Pages are consistent only if the session didn't change.
            let now = store.load(&id).await?;
            let is_changed = now.head.version != session.head.version;
            match read {
                // Turns that are undone meanwhile are missing.
                Err(Error::Damaged(_)) if is_changed => {}
                read => read?,
            }
            if !is_changed {
                *fits = Some(is);
                let n_left_out = self.past().n_left_out();
                tracing::debug!(session = %id, n_turns = is.1, n_left_out, "the past is ready to be searched");
                return Ok(());
            }
            // The result stays valid if only turns were added; otherwise a long past would never be ready while the table plays
            // on.
            if !has_only_more_turns(&session.head, &now.head) {
                self.past().keep(kept);
                n_tries += 1;
            }
            session = now;
        }
        Err(Error::Conflict)
    }

    /// The number of remembered turns that still belong to the session. If a turn does, all before it do.
    async fn still_there(&self, store: &dyn Store, id: &SessionId, n_turns: u32) -> store::Result<u32> {
        let (mut same, mut unknown) = (0, self.past().n_turns().min(n_turns));
        // The last one first: usually nothing was undone.
        let mut look_at = unknown;
        while same < unknown {
            let known: Option<TurnId> = self.past().id_of(look_at).cloned();
            let found = store.turns(id, Some(look_at - 1), None, 1).await?.pop();
            let is_same = found.is_some_and(|it| it.turn.seq == look_at && Some(it.turn.id) == known);
            if is_same {
                same = look_at
            } else {
                unknown = look_at - 1
            }
            look_at = same + (unknown - same).div_ceil(2);
        }
        Ok(same)
    }

    /// Reads turns after the first `from`.
    async fn read_from(&self, store: &dyn Store, session: &Session, from: u32) -> store::Result<()> {
        let (id, end) = (&session.head.id, session.head.n_turns);
        if from >= end {
            return Ok(());
        }
        // If the state after that turn is unknown, it is replayed from the last snapshot before it.
        let now = self.past().now().cloned();
        let (mut at, mut then) = match now {
            Some(now) => (from, now),
            None => {
                let (at, game) = store.checkpoint(id, from).await?;
                (at, Circumstances::of(&game))
            }
        };
        let interludes: Vec<Interlude> = store.interludes(id, at).await?;
        while at < end {
            let page = store.turns(id, Some(at), Some(end + 1), PAGE).await?;
            if page.is_empty() {
                return Err(Error::Damaged(format!("turn {} of session {id} is missing", at + 1)));
            }
            let mut past = self.past();
            for stored in &page {
                at = stored.turn.seq;
                for interlude in interludes.iter().filter(|it| it.after_seq + 1 == at) {
                    then.after(&interlude.changes);
                }
                then.after(&stored.turn.changes);
                if at > from {
                    let turn = for_all(&stored.turn);
                    past.add(&turn, stored.is_shown(), &said_by_heroes(&session.game, &turn), &then);
                    past.note_untruths(stored.untruths());
                }
            }
        }
        Ok(())
    }
}

/// Whether nothing but turns was added to a session since `before`: each raises the version by one.
fn has_only_more_turns(before: &SessionHead, now: &SessionHead) -> bool {
    let n_more = now.n_turns.checked_sub(before.n_turns).map(u64::from);
    n_more.is_some_and(|n_more| now.version == before.version.saturating_add(n_more))
}

/// A turn without the words that only some of the people at the table may read. Results of look-ups reach all of them.
fn for_all(turn: &Turn) -> Cow<'_, Turn> {
    match turn.whispers.is_empty() {
        true => Cow::Borrowed(turn),
        false => Cow::Owned(turn.clone().without_whispers(|_| true)),
    }
}

/// The words of each hero in a turn, with the hero's name.
fn said_by_heroes<'t>(game: &Game, turn: &'t Turn) -> Vec<(String, &'t str)> {
    match turn.deeds.as_slice() {
        [] => vec![(name_of(game, &turn.character_id), turn.message.as_str())],
        deeds => deeds.iter().map(|deed| (name_of(game, &deed.character_id), deed.message.as_str())).collect(),
    }
}
