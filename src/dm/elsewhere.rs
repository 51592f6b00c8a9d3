//! Several servers on one store: turns in progress on other servers, and other changes made there.
//!
//! A server that follows a session notes it in the store. The server that plays a turn then writes the events so far into one document,
//! at most twice a second, and the others read it as often. The end of a turn is read from the session itself. A server that follows
//! nothing reads and writes nothing for it.

use std::{
    convert::Infallible,
    future::pending,
    sync::Arc,
    time::{Duration, Instant},
};

use game::{
    dice::Roll,
    id::{SeatId, SessionId, TurnId},
    turn::HeroDeed,
    whisper::Whisper,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};

use crate::store::{self, Claim, FailedTurn, LiveTurn, SessionProgress};

use super::{
    NotPlayed, Tables,
    feed::{FailureCode, Feed, ToolStatus, TurnEvent, TurnFailure},
    play::TurnRunner,
    session_queue::lock,
    table_stream::TableLog,
    tables::KEEP_FAILED,
    words::TurnHandle,
};

/// Shortest time between two writes of a turn's events, and between two reads of them.
const PUBLISH_EVERY: Duration = Duration::from_millis(500);
/// How often a server that plays a turn looks for followers elsewhere; each look reads one document.
const LOOK_FOR_FOLLOWERS_EVERY: Duration = Duration::from_secs(1);
/// How often a server looks at a session that it follows while no other server plays; each look reads one document.
pub(super) const WATCH_EVERY: Duration = Duration::from_secs(1);
/// How long a server's note holds that it follows a session.
const FOLLOW_FOR: Duration = Duration::from_secs(60);
/// How often it is renewed.
const RENEW_EVERY: Duration = Duration::from_secs(25);
/// Maximum time that a turn waits for another server's turn to be replayed.
const MAX_CATCHING_UP: Duration = Duration::from_secs(10);
/// How long one write of a turn's events may take. It holds the lock that a withdrawal after the X card waits for, and a newer write
/// follows soon.
const MAX_PUBLISHING: Duration = Duration::from_secs(5);
/// Maximum time for withdrawing published events, longer than a store's own retries (10 seconds). The end of the turn waits for
/// it.
pub(super) const MAX_WITHDRAWING: Duration = Duration::from_secs(15);
/// Maximum size of published events in bytes. Later ones are read with the saved turn.
const MAX_LIVE_BYTES: usize = 700_000;
/// Maximum number of another server's turns that are replayed at once. After more, followers read the whole view.
const MAX_MISSED_TURNS: u32 = 20;

/// An event of a turn that is not over.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase")]
enum LiveEvent {
    Turn {
        turn: TurnId,
        seq: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        deeds: Vec<HeroDeed>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        whispers: Vec<Whisper>,
    },
    Text {
        delta: String,
    },
    Reset,
    Tool {
        call: String,
        name: String,
        status: ToolStatus,
        summary: String,
    },
    Roll {
        roll: Roll,
    },
    Notice {
        code: String,
        message: String,
    },
}

impl LiveEvent {
    /// `None` for the events that come with the end of a turn.
    fn of(event: &TurnEvent) -> Option<Self> {
        Some(match event.clone() {
            TurnEvent::Turn { turn_id, seq, seat, deeds, whispers } => {
                Self::Turn { turn: turn_id, seq, seat, deeds, whispers }
            }
            TurnEvent::Text { delta } => Self::Text { delta },
            TurnEvent::Reset { .. } => Self::Reset,
            TurnEvent::Tool { call_id, name, status, summary } => Self::Tool { call: call_id, name, status, summary },
            TurnEvent::Roll { roll } => Self::Roll { roll },
            TurnEvent::Notice { code, message } => Self::Notice { code, message },
            TurnEvent::Safety { .. }
            | TurnEvent::Change { .. }
            | TurnEvent::State { .. }
            | TurnEvent::Done(_)
            | TurnEvent::Failed(_) => return None,
        })
    }
}

impl From<LiveEvent> for TurnEvent {
    fn from(event: LiveEvent) -> Self {
        match event {
            LiveEvent::Turn { turn, seq, seat, deeds, whispers } => {
                Self::Turn { turn_id: turn, seq, seat, deeds, whispers }
            }
            LiveEvent::Text { delta } => Self::Text { delta },
            LiveEvent::Reset => Self::Reset { reset: true },
            LiveEvent::Tool { call, name, status, summary } => Self::Tool { call_id: call, name, status, summary },
            LiveEvent::Roll { roll } => Self::Roll { roll },
            LiveEvent::Notice { code, message } => Self::Notice { code, message },
        }
    }
}

impl TurnRunner {
    /// Publishes a turn's events while other servers follow its session. Never ends by itself.
    pub(super) async fn publish(&self, claim: &Claim, feed: &Feed) -> Infallible {
        if !self.store.is_shared() {
            return pending().await;
        }
        let (mut is_followed, mut looked_at, mut n_published) = (false, None, 0);
        loop {
            if !is_followed && looked_at.is_none_or(|at: Instant| at.elapsed() >= LOOK_FOR_FOLLOWERS_EVERY) {
                looked_at = Some(Instant::now());
                is_followed = self.store.is_followed_elsewhere(&claim.session).await.unwrap_or(false);
            }
            if is_followed {
                let events: Vec<LiveEvent> =
                    feed.events().iter().filter_map(|told| LiveEvent::of(&told.event)).collect();
                let text = serde_json::to_string(&events).unwrap_or_default();
                if events.len() > n_published && text.len() <= MAX_LIVE_BYTES {
                    let live = LiveTurn { turn: claim.turn.clone(), events: text };
                    if self.write_live(claim, feed, live).await {
                        n_published = events.len();
                    }
                }
            }
            sleep(PUBLISH_EVERY).await;
        }
    }
}

impl TurnRunner {
    /// Publishes a turn's events; returns whether that succeeded. In a task of its own, as the turn may be stopped, and a write
    /// that is cut off may still arrive after the withdrawal.
    async fn write_live(&self, claim: &Claim, feed: &Feed, live: LiveTurn) -> bool {
        let (store, session, writing) = (Arc::clone(&self.store), claim.session.clone(), feed.publishing());
        let (feed, writing) = (feed.clone(), writing.lock_owned().await);
        let write = tokio::spawn(async move {
            let _writing = writing;
            if feed.is_stopped_for_safety() {
                return false;
            }
            match within(MAX_PUBLISHING, store.publish_turn(&session, &live)).await {
                Ok(()) => true,
                Err(error) => {
                    tracing::debug!(%session, %error, "a turn was not published");
                    false
                }
            }
        });
        write.await.unwrap_or(false)
    }
}

/// Gives up a write to the store after a time limit.
///
/// # Errors
/// The write failed, or took too long. One that took too long may still arrive.
pub(super) async fn within(limit: Duration, write: impl Future<Output = store::Result<()>>) -> store::Result<()> {
    timeout(limit, write).await.unwrap_or_else(|elapsed| Err(store::Error::Unavailable(elapsed.into())))
}

/// The note in the store that this server follows a session.
#[derive(Default)]
struct FollowNote {
    written_at: Option<Instant>,
}

impl FollowNote {
    async fn renew(&mut self, tables: &Tables, session: &SessionId) {
        if self.written_at.is_some_and(|at| at.elapsed() < RENEW_EVERY) {
            return;
        }
        let until = Timestamp::now().saturating_add(FOLLOW_FOR).unwrap_or(Timestamp::MAX);
        match tables.store().follow_turns(session, until).await {
            Ok(()) => self.written_at = Some(Instant::now()),
            Err(error) => tracing::debug!(%session, %error, "other servers don't know that this one follows"),
        }
    }
}

impl Tables {
    /// The events of a turn that another server plays, as they come, or of one that it played; or why it failed there recently.
    ///
    /// # Errors
    /// There is no such turn.
    pub async fn events_from_elsewhere(
        self: &Arc<Self>,
        session: &SessionId,
        turn: &TurnId,
    ) -> Result<Result<Feed, TurnFailure>, NotPlayed> {
        if self.store().claimed_turn(session).await?.as_ref() == Some(turn) {
            return Ok(Ok(self.mirror(session, turn)));
        }
        match self.failed_elsewhere(session, turn).await? {
            Some(failed) => Ok(Err(failed.into())),
            // It may have been saved in the meantime.
            None => self.retell(self.turn_of(session, turn).await?).await.map(Ok),
        }
    }

    /// Why a turn failed on another server, as long as its events stay readable there.
    pub(super) async fn failed_elsewhere(
        &self,
        session: &SessionId,
        turn: &TurnId,
    ) -> Result<Option<FailedTurn>, NotPlayed> {
        let failed = self.store().failed_turn(session).await?.filter(|failed| failed.turn == *turn);
        let is_recent =
            |failed: &FailedTurn| failed.at.saturating_add(KEEP_FAILED).is_ok_and(|until| until > Timestamp::now());
        Ok(failed.filter(is_recent))
    }

    /// The events of a turn that another server plays, read by one task for all who listen here.
    fn mirror(self: &Arc<Self>, session: &SessionId, turn: &TurnId) -> Feed {
        let key = (session.clone(), turn.clone());
        let mut mirrors = lock(&self.mirrors);
        if let Some(feed) = mirrors.get(&key) {
            return feed.clone();
        }
        let feed = Feed::new();
        mirrors.insert(key.clone(), feed.clone());
        let (tables, copy) = (Arc::clone(self), feed.clone());
        tokio::spawn(async move {
            tables.read_to_the_end(&key.0, &key.1, &copy).await;
            lock(&tables.mirrors).remove(&key);
        });
        feed
    }

    async fn read_to_the_end(self: &Arc<Self>, session: &SessionId, turn: &TurnId, feed: &Feed) {
        let (mut note, mut n_told) = (FollowNote::default(), 0);
        loop {
            note.renew(self, session).await;
            if let Ok(Some(live)) = self.store().live_turn(session).await
                && live.turn == *turn
            {
                let events: Vec<LiveEvent> = serde_json::from_str(&live.events).unwrap_or_default();
                let n_events = events.len();
                feed.push_all(events.into_iter().skip(n_told).map(TurnEvent::from));
                n_told = n_events.max(n_told);
            }
            // Before the turn is looked for: saving it and releasing its claim is one step.
            let plays_on = match self.store().claimed_turn(session).await {
                Ok(claimed) => claimed.as_ref() == Some(turn),
                Err(error) => !matches!(error, store::Error::NotFound),
            };
            if !plays_on {
                let saved = match self.turn_of(session, turn).await {
                    Ok(stored) => self.retell(stored).await,
                    Err(error) => Err(error),
                };
                match saved {
                    Ok(whole) => return feed.push_rest_of(&whole),
                    Err(NotPlayed::UnknownTurn | NotPlayed::UnknownSession) => {
                        let failed = self.failed_elsewhere(session, turn).await.ok().flatten();
                        if let Some(seq) = failed.as_ref().map(|failed| failed.seq).filter(|_| feed.turn().is_none()) {
                            // Readers who have heard it on the other server must not take `failed` for it.
                            let (turn_id, deeds, whispers) = (turn.clone(), Vec::new(), Vec::new());
                            feed.push(TurnEvent::Turn { turn_id, seq, seat: None, deeds, whispers });
                        }
                        let failure = failed.map_or_else(TurnFailure::over_elsewhere, TurnFailure::from);
                        if failure.code == FailureCode::StoppedForSafety {
                            feed.push(TurnEvent::Safety { message: failure.message.clone() });
                        }
                        feed.push(TurnEvent::Failed(failure));
                        return self
                            .keep_failed(TurnHandle { turn: turn.clone(), feed: feed.clone() }, session.clone());
                    }
                    // The store is temporarily unavailable.
                    Err(_) => {}
                }
            }
            sleep(PUBLISH_EVERY).await;
        }
    }

    /// Tells those who follow a session here what other servers do to it, as long as anyone does.
    pub(super) async fn watch(self: Arc<Self>, session: SessionId, log: Arc<TableLog>) {
        // Messages are published while a turn of another server is followed.
        tokio::select! {
            () = self.watch_session(&session, &log) => {}
            never = self.watch_talk(&session, &log) => match never {},
        }
    }

    async fn watch_session(self: &Arc<Self>, session: &SessionId, log: &Arc<TableLog>) {
        let mut note = FollowNote::default();
        while log.is_watched_on() {
            note.renew(self, session).await;
            match self.tell_what_is_new(session, log).await {
                Ok(()) => {}
                Err(NotPlayed::UnknownSession) => {
                    self.streams.end(session);
                    // The note may have been written after the deletion.
                    let _ = self.store().withdraw_live(session).await;
                    return;
                }
                Err(error) => tracing::debug!(%session, %error, "a followed session can't be read"),
            }
            sleep(WATCH_EVERY).await;
        }
    }

    /// Tells what other servers have done. A round begins before its turn, and is over after it.
    async fn tell_what_is_new(self: &Arc<Self>, session: &SessionId, log: &Arc<TableLog>) -> Result<(), NotPlayed> {
        // Read before the progress: when this roster has no round any more, the turn of that round is saved.
        let roster = match log.has_guests() {
            true => Some(self.store().roster(session).await?),
            false => None,
        };
        let progress = self.store().progress(session).await?;
        let ends_round = roster.as_ref().is_some_and(|roster| log.tells_of_other_round(roster));
        if let Some(roster) = roster.as_ref().filter(|_| !ends_round) {
            self.tell_roster_of_others(session, log, roster).await?;
        }
        self.tell_progress(session, log, progress).await?;
        match roster.filter(|_| ends_round) {
            Some(roster) => self.tell_roster_of_others(session, log, &roster).await,
            None => Ok(()),
        }
    }

    async fn tell_progress(
        self: &Arc<Self>,
        session: &SessionId,
        log: &Arc<TableLog>,
        progress: SessionProgress,
    ) -> Result<(), NotPlayed> {
        if let Some(turn) = &progress.claimed {
            let alone = log.catching_up.lock().await;
            if !self.is_played_here(session, turn) && !log.has_told(turn) {
                // Turns that were saved before it began come first.
                self.tell_saved(session, log, &progress).await?;
                if !log.has_told(turn) {
                    let feed = self.mirror(session, turn);
                    feed.join_table(log, turn);
                    drop(alone);
                    let _ = feed.ending().await;
                }
                return Ok(());
            }
        }
        // Turns of this server are sent as they happen.
        match self.queues.peek(session, |_| ()) {
            Some(()) => Ok(()),
            None => self.tell_missed(session, log, &progress).await,
        }
    }

    /// Tells those who follow a session what other servers have done to it, before this one does something. For shared stores.
    pub(super) async fn catch_up(&self, session: &SessionId) {
        let Some(log) = self.streams.log(session).filter(|_| self.store().is_shared()) else { return };
        let mirrors: Vec<Feed> =
            lock(&self.mirrors).iter().filter(|((of, _), _)| of == session).map(|(_, feed)| feed.clone()).collect();
        for feed in mirrors {
            let _ = timeout(MAX_CATCHING_UP, feed.ending()).await;
        }
        let told = match self.store().progress(session).await {
            Ok(progress) => self.tell_missed(session, &log, &progress).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = told {
            tracing::debug!(%session, %error, "what other servers did was not told");
        }
    }

    async fn tell_missed(
        &self,
        session: &SessionId,
        log: &Arc<TableLog>,
        progress: &SessionProgress,
    ) -> Result<(), NotPlayed> {
        let _alone = log.catching_up.lock().await;
        self.tell_saved(session, log, progress).await
    }

    /// Publishes saved turns that were not published yet, in order, and other changes. The caller holds [`TableLog::catching_up`].
    async fn tell_saved(
        &self,
        session: &SessionId,
        log: &Arc<TableLog>,
        progress: &SessionProgress,
    ) -> Result<(), NotPlayed> {
        if !log.is_behind(progress) {
            return Ok(());
        }
        let now = self.store().load(session).await?;
        let from = log.first_missed(now.head.n_turns);
        if now.head.n_turns.saturating_sub(from) > MAX_MISSED_TURNS {
            let roster = self.roster(&now).await?;
            self.reset_followers(&now, &roster);
            return Ok(());
        }
        for stored in self.store().turns(session, Some(from), None, MAX_MISSED_TURNS).await? {
            let turn = stored.turn.id.clone();
            if log.has_told(&turn) {
                continue;
            }
            match self.unfinished_feed(session, &turn) {
                // It is saved, so its end is near.
                Some(feed) => {
                    feed.join_table(log, &turn);
                    let _ = timeout(MAX_CATCHING_UP, feed.ending()).await;
                }
                None => self.retell(stored).await?.join_table(log, &turn),
            }
        }
        if log.is_behind(&SessionProgress { version: now.head.version, ..SessionProgress::default() }) {
            self.session_changed(&now);
        }
        Ok(())
    }

    /// The feed of a turn that this server still tells: its own turn, or a mirror.
    fn unfinished_feed(&self, session: &SessionId, turn: &TurnId) -> Option<Feed> {
        let mirror = lock(&self.mirrors).get(&(session.clone(), turn.clone())).cloned();
        mirror.or_else(|| self.queues.peek(session, |queue| queue.feed_of(turn)).flatten())
    }

    fn is_played_here(&self, session: &SessionId, turn: &TurnId) -> bool {
        self.queues.peek(session, |queue| queue.has(turn)).unwrap_or(false) || self.unsaved(session, turn).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_write_that_never_ends_is_given_up() {
        let given_up = within(Duration::from_millis(1), pending()).await;
        assert!(matches!(given_up, Err(store::Error::Unavailable(_))));
        assert!(within(MAX_PUBLISHING, async { Ok(()) }).await.is_ok());
    }
}
