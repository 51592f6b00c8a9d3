//! The X card: any player can stop the scene at once; the last turn is undone.

use std::{sync::Arc, time::Duration};

use game::{
    Session, SessionHead,
    id::{SessionId, TurnId},
    safety::{MAX_ENTRIES, StoppedScene},
};
use jiff::Timestamp;

use crate::{
    dm::{
        Tables,
        earlier::{Earlier, turn_at},
        feed::FailureCode,
        session_queue::lock,
        words::{NotPlayed, TurnHandle},
    },
    store::{Commit, Rewind, StopCause},
};

/// How long after a turn was cancelled the card still means that turn.
const JUST_NOW: Duration = Duration::from_secs(10);

/// Which turn the card means.
enum CardTurn {
    /// The turn in progress.
    Told(TurnId),
    /// The last one, unless that is gone already.
    Last(bool),
}

impl Tables {
    /// Stops the turn in progress and undoes it; without one, undoes the last turn. If a scene was stopped already and nothing
    /// played since, no further turn is undone, so that its topic can be added later. `about` becomes a line. The
    /// parts of an open round are dropped.
    ///
    /// A turn on another server stops as soon as that server reads the request, within two seconds.
    ///
    /// # Errors
    /// There is no such session, or the store failed.
    pub async fn play_x_card(
        self: &Arc<Self>,
        session: &SessionId,
        about: Option<String>,
    ) -> Result<Session, NotPlayed> {
        let handle = self.queues.open(session);
        let (stopping, stopped) = handle.queue.stop_for_safety();
        let line = self.line_up(session);
        let is_here = stopped.is_some();
        let mut stopped = match stopped {
            Some(stopped) => Some(stopped),
            None => self.stop_elsewhere(session).await?,
        };
        let turn = self.turn_between(line).await?;
        // A server without listeners has heard nothing of it; the one that played it knows where it was stopped.
        if let Some((turn, told)) = stopped.as_mut().filter(|(_, told)| !is_here && told.is_empty())
            && let Some(failed) = self.failed_elsewhere(session, turn).await?
        {
            *told = failed.stopped_at;
        }
        let (stopped, told) = stopped.unzip();
        // Cancelling a turn and playing the card at once means that turn, which is gone already.
        let before = self.store().load(session).await?.head;
        let is_gone = stopped.is_none() && self.was_just_cancelled(session, before.n_turns);
        let is_more_about_it = stopped.is_none() && before.safety.stopped.is_some();
        let after = self
            .take_scene_back(
                session,
                stopped.map_or(CardTurn::Last(is_gone), CardTurn::Told),
                told.unwrap_or_default(),
                about,
            )
            .await?;
        // A card that only says more about a scene that was stopped before takes nothing back.
        if !is_more_about_it || after.head.n_turns < before.n_turns {
            self.drop_open_round(&after).await;
        }
        drop((stopping, turn));
        Ok(after)
    }

    /// Drops the parts of an open round: they belong to the scene that was stopped.
    async fn drop_open_round(self: &Arc<Self>, session: &Session) {
        let dropped = async {
            let roster = self.store().roster(&session.head.id).await?;
            if roster.round().is_some_and(|round| !round.is_closed) {
                self.change_roster(session, |roster| {
                    roster.end_open_round();
                    Ok::<_, NotPlayed>(())
                })
                .await?;
            }
            Ok::<_, NotPlayed>(())
        };
        if let Err(error) = dropped.await {
            tracing::warn!(session = %session.head.id, %error, "a round of a scene that was stopped stays open");
        }
    }

    /// Stops another server's turn, and silences it here. Returns the turn and the text its followers here have seen.
    async fn stop_elsewhere(&self, session: &SessionId) -> Result<Option<(TurnId, String)>, NotPlayed> {
        let Some(turn) = self.store().request_stop(session, StopCause::Safety).await? else { return Ok(None) };
        let mirror = lock(&self.mirrors).get(&(session.clone(), turn.clone())).cloned();
        let told = mirror.and_then(|feed| feed.stop_for_safety()).unwrap_or_default();
        Ok(Some((turn, told)))
    }

    /// Whether the turn that was to come after these has been cancelled a moment ago.
    fn was_just_cancelled(&self, session: &SessionId, n_turns: u32) -> bool {
        let is_cancelled = |heard: &TurnHandle| {
            heard.feed.failure().is_some_and(|it| it.code == FailureCode::TurnCancelled) && heard.feed.seq() > n_turns
        };
        let failed = lock(&self.failed);
        failed.iter().any(|(at, id, heard)| id == session && at.elapsed() < JUST_NOW && is_cancelled(heard))
    }

    async fn take_scene_back(
        &self,
        session: &SessionId,
        meant: CardTurn,
        told: String,
        about: Option<String>,
    ) -> Result<Session, NotPlayed> {
        let store = &**self.store();
        let now = store.load(session).await?;
        let last = turn_at(store, &now, now.head.n_turns).await?.map(|last| last.turn);
        let undone = last.filter(|last| match &meant {
            // It may have been saved before it could be stopped.
            CardTurn::Told(stopped) => last.id == *stopped,
            CardTurn::Last(is_gone) => {
                !is_gone && now.head.safety.stopped.as_ref().is_none_or(|it| it.after_turn < now.head.n_turns)
            }
        });
        let mut safety = now.head.safety.clone();
        let told = undone.as_ref().map_or(told, |turn| turn.narrative.clone());
        let before = safety.stopped.take().unwrap_or_default();
        let mut scene =
            if told.is_empty() { before } else { StoppedScene { about: before.about, ..StoppedScene::after(&told) } };
        if let Some(about) = &about {
            safety.host.add_line(about);
            if !scene.about.contains(about) && scene.about.len() < MAX_ENTRIES {
                scene.about.push(about.clone());
            }
        }
        scene.after_turn = now.head.n_turns - u32::from(undone.is_some());
        safety.stopped = Some(scene);
        if undone.is_none() {
            return self.save_head(session, |head| head.safety = safety).await;
        }
        let to = now.head.n_turns - 1;
        let Earlier { head, game, interlude } = Earlier::find(store, self.seeds(), &now, to).await?;
        let expected_version = head.version;
        let head = SessionHead { version: expected_version + 1, updated_at: Timestamp::now(), safety, ..head };
        let what = Rewind { to, key: None, interlude };
        store.commit_rewind(Commit { expected_version, head: head.clone(), game: game.clone(), what }).await?;
        self.turned_back(session);
        let session = Session { head, game };
        self.session_changed(&session);
        Ok(session)
    }
}
