//! Rounds: collects everyone's actions, and plays them as one turn.
//!
//! The round is part of the roster. Only one server closes it, and plays it. If that server stops before the turn is saved, the
//! closed round is continued when someone follows the session again.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use game::{
    Session,
    id::{CharacterId, RoundId, SeatId, SessionId},
    roster::{HOST, NotTaken, Roster, Round, RoundPart, TableMode},
    turn::{Cost, Exchange, HeroDeed},
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::store;

use super::{
    Tables,
    feed::{FailureCode, TurnFailure},
    session_queue::lock,
    words::{Ask, NotPlayed, PlayerWords},
};

/// How long a server waits until it plays a round that another one has closed, or tries again to play one.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// How often it tries. The claim of a server that has died is over by then.
const MAX_TRIES: u32 = 60;
/// How long a round is put off whose time is up during a fight.
const PUT_OFF_FOR: Duration = Duration::from_secs(30);
/// Why no round is played now.
pub(super) const FIGHT_FIRST: &str = "A fight is on; the round goes on after it.";

/// Whether a round accepts parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RoundState {
    /// It takes parts.
    Open,
    /// It is being played.
    Closed,
    /// It was played, or there is nothing left in it to play.
    Over,
}

/// The progress of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundView {
    /// Never reused.
    #[schema(value_type = String)]
    pub id: RoundId,
    /// Whether it accepts parts.
    pub state: RoundState,
    /// When its first part was sent.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    /// When it will be played without the missing parts; null while it is played, and with a `problem`.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closes_at: Option<Timestamp>,
    /// Grows with each part that is sent, also in the place of an earlier one.
    pub revision: u32,
    /// The seats of those who have sent their part.
    #[schema(value_type = Vec<String>)]
    pub ready: Vec<SeatId>,
    /// The seats of those whose part is missing.
    #[schema(value_type = Vec<String>)]
    pub waiting_for: Vec<SeatId>,
    /// The problem code of its failed turn; absent otherwise. Only the host, or a new part, starts it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub problem: Option<String>,
}

/// What people who only watch may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TalkRules {
    /// Whether spectators may talk to the others.
    pub spectators: bool,
}

/// The settings of a table and the progress of its round.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// The order in which messages are played.
    pub mode: TableMode,
    /// How long a round waits for those who send nothing, in seconds.
    pub away_after_s: i64,
    pub talk: TalkRules,
    /// The cap on the cost of each guest's messages, in US dollars; null for none.
    #[schema(value_type = Option<f64>)]
    pub cap_per_seat_usd: Cost,
    /// The round that is not over; null where there is none.
    pub round: Option<RoundView>,
}

impl TableView {
    /// The current table.
    pub fn of(roster: &Roster, session: &Session) -> Self {
        let rules = roster.rules();
        Self {
            mode: rules.mode,
            away_after_s: rules.away_after.as_secs(),
            talk: TalkRules { spectators: rules.spectators_talk },
            cap_per_seat_usd: Cost(rules.cap_per_seat_pico_usd),
            round: RoundView::of(roster, session),
        }
    }
}

impl RoundView {
    /// The round that is not over.
    pub fn of(roster: &Roster, session: &Session) -> Option<Self> {
        let round = roster.round()?;
        let heroes = heroes_who_can_act(session);
        let closes_at = deadline(roster, round);
        Some(Self {
            id: round.id.clone(),
            state: if round.is_closed { RoundState::Closed } else { RoundState::Open },
            since: round.opened_at,
            closes_at,
            revision: round.n_sent,
            ready: round.parts().iter().map(|part| part.seat.clone()).collect(),
            waiting_for: roster.waited_for(&heroes).filter(|_| !round.is_closed).cloned().collect(),
            problem: round.problem.clone(),
        })
    }

    fn is_complete(&self) -> bool {
        self.state == RoundState::Open && self.waiting_for.is_empty()
    }

    /// The event for a change of the round; none without a visible difference.
    pub(super) fn news(before: Option<Self>, after: Option<Self>) -> Option<Self> {
        match (before, after) {
            (before, Some(after)) => Some(after).filter(|after| before.as_ref() != Some(after)),
            (Some(before), None) => Some(Self { state: RoundState::Over, waiting_for: Vec::new(), ..before }),
            (None, None) => None,
        }
    }
}

/// Checks that a request under a key that was used before is the same request. In a fight, the hero that one acts for by default is
/// another than when it was sent.
fn is_repetition(roster: &Roster, session: &Session, sent: &SentPart) -> Result<(), NotPlayed> {
    let seat = sent.guest.clone().unwrap_or_else(|| SeatId::from(HOST));
    let is_of = |hero: &&CharacterId| match &sent.character {
        Some(named) => *hero == named,
        None => roster.may_act(sent.guest.as_ref(), hero),
    };
    let heroes = session.game.characters.iter().map(|hero| &hero.id).filter(is_of);
    let deeds: Vec<Option<HeroDeed>> = match &sent.message {
        Some(message) => {
            let deed = |hero: &CharacterId| HeroDeed {
                seat: Some(seat.clone()),
                character_id: hero.clone(),
                message: message.clone(),
            };
            heroes.map(|hero| Some(deed(hero))).collect()
        }
        None => vec![None],
    };
    let is_known = |deed: Option<HeroDeed>| {
        let part = RoundPart { seat: seat.clone(), deed, key: sent.key.clone() };
        roster.clone().take_part(part, &RoundId::from("unused"), Timestamp::now()).is_ok()
    };
    if deeds.into_iter().any(is_known) { Ok(()) } else { Err(NotTaken::KeyMismatch.into()) }
}

fn heroes_who_can_act(session: &Session) -> Vec<CharacterId> {
    let heroes = session.game.characters.iter().filter(|hero| !hero.dead && hero.current_hp > 0);
    heroes.map(|hero| hero.id.clone()).collect()
}

/// When a round is played without those who have sent nothing. One with a problem waits for the host, so that it does not fail again
/// and again.
fn deadline(roster: &Roster, round: &Round) -> Option<Timestamp> {
    let at = || round.opened_at.saturating_add(roster.rules().away_after).unwrap_or(Timestamp::MAX);
    (!round.is_closed && round.problem.is_none()).then(at)
}

/// A person's part of a round.
#[derive(Debug, Clone)]
pub struct SentPart {
    /// The guest; `None` for the host.
    pub guest: Option<SeatId>,
    /// The acting hero; default: the first of the person's own.
    pub character: Option<CharacterId>,
    /// The hero's action; `None` to pass.
    pub message: Option<String>,
    /// The client's name for the request.
    pub key: Option<String>,
}

/// The rounds that this server waits for or plays.
#[derive(Debug, Default)]
pub(super) struct RoundTasks {
    running: Arc<Mutex<HashSet<(RoundTask, RoundId)>>>,
    /// Wakes the tasks that wait for the time of a round when it may have changed.
    time_changed: Notify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RoundTask {
    WaitsForItsTime,
    Plays,
}

/// A task that runs; it is over when this is dropped.
struct Running {
    running: Arc<Mutex<HashSet<(RoundTask, RoundId)>>>,
    task: (RoundTask, RoundId),
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.running).remove(&self.task);
    }
}

impl RoundTasks {
    /// Begins a task, unless it runs already.
    fn begin(&self, task: RoundTask, round: &RoundId) -> Option<Running> {
        let task = (task, round.clone());
        let is_new = lock(&self.running).insert(task.clone());
        is_new.then(|| Running { running: Arc::clone(&self.running), task })
    }
}

impl Tables {
    /// Takes a person's part of a round, and plays the round if it was the last one.
    ///
    /// # Errors
    /// The table plays in no rounds, a fight is on, the person acts for no such hero, or the round is being played.
    pub async fn take_part(self: &Arc<Self>, session: &Session, sent: SentPart) -> Result<TableView, NotPlayed> {
        let roster = self.roster(session).await?;
        let SentPart { guest, character, message, key } = sent;
        let seat = guest.clone().unwrap_or_else(|| SeatId::from(HOST));
        let is_repeated = key.as_ref().is_some_and(|key| roster.has_taken(&seat, key));
        if !is_repeated && roster.rules().mode != TableMode::Rounds {
            return Err(NotPlayed::NoRound("This table plays in no rounds: send a message."));
        }
        if session.game.encounter.is_some() {
            let sent = SentPart { guest, character, message, key };
            return match is_repeated {
                true => is_repetition(&roster, session, &sent).map(|()| TableView::of(&roster, session)),
                false => Err(NotPlayed::NoRound(FIGHT_FIRST)),
            };
        }
        let deed = match message {
            Some(message) => {
                let acting = self.acting(session, guest.as_ref(), character.as_ref()).await?;
                self.may_spend(session, acting.allowance).await?;
                self.spoken_to(&message, &session.game, &acting.hero, &self.last_told(session).await?).await?;
                Some(HeroDeed { seat: Some(seat.clone()), character_id: acting.hero, message })
            }
            None => None,
        };
        let (part, id) = (RoundPart { seat, deed, key }, RoundId::from(Uuid::now_v7().to_string()));
        let now = Timestamp::now();
        let taken = self.change_roster_of(session, |roster, session| {
            roster.take_part(part.clone(), &id, now)?;
            Ok::<_, NotPlayed>(TableView::of(roster, session))
        });
        let view = taken.await?;
        match &view.round {
            Some(round) if round.is_complete() => self.close_round(session, &round.id).await,
            _ => Ok(view),
        }
    }

    /// Closes the round that is open, also if not all have sent their part, and plays it.
    ///
    /// # Errors
    /// There is no round, or a fight is on.
    pub async fn close_open_round(self: &Arc<Self>, session: &Session) -> Result<TableView, NotPlayed> {
        let roster = self.store().roster(&session.head.id).await?;
        let round = roster.round().ok_or(NotPlayed::NoRound("No one has sent an action for this round yet."))?;
        self.close_round(session, &round.id).await
    }

    /// Goes on with a round that waited for the end of a fight, if the fight is over by now.
    pub(super) fn fight_may_be_over(self: &Arc<Self>, session: &SessionId) {
        let (tables, session) = (Arc::clone(self), session.clone());
        tokio::spawn(async move {
            if let Err(error) = tables.play_what_waited(&session).await {
                tracing::debug!(%session, %error, "a round that waited for the end of a fight was not closed");
            }
        });
    }

    /// Plays a round for which everyone has sent their part, unless there is a fight.
    async fn play_what_waited(self: &Arc<Self>, session: &SessionId) -> Result<(), NotPlayed> {
        let session = self.store().load(session).await?;
        let roster = self.roster(&session).await?;
        let waits = |round: &&Round| !round.is_closed && round.problem.is_none();
        if let Some(round) = roster.round().filter(waits)
            && RoundView::of(&roster, &session).is_some_and(|view| view.is_complete())
            && session.game.encounter.is_none()
        {
            self.close_round(&session, &round.id).await?;
        }
        Ok(())
    }

    /// The last turn, as prompts show it.
    async fn last_told(&self, session: &Session) -> Result<Vec<Exchange>, NotPlayed> {
        let n = session.head.n_turns;
        Ok(self.store().window(&session.head.id, n, n).await?)
    }

    /// Closes a round and plays it. One that is closed already or over stays as it is.
    ///
    /// # Errors
    /// A fight is on.
    async fn close_round(self: &Arc<Self>, session: &Session, round: &RoundId) -> Result<TableView, NotPlayed> {
        let id = &session.head.id;
        let now = self.store().load(id).await?;
        let closed = self.change_roster_of(&now, |roster, session| {
            let is_to_be_closed = roster.round().is_some_and(|open| open.id == *round && !open.is_closed);
            if is_to_be_closed && session.game.encounter.is_some() {
                return Err(NotPlayed::NoRound(FIGHT_FIRST));
            }
            Ok((roster.close_round(round).cloned(), TableView::of(roster, session)))
        });
        let (round, view) = closed.await?;
        if let Some(round) = round {
            self.play_on(id, round, ClosedBy::ThisServer);
        }
        Ok(view)
    }

    /// Goes on with a round that a server has left closed, or that waits for its time.
    pub fn resume_round(self: &Arc<Self>, session: &SessionId, roster: &Roster) {
        match roster.round() {
            Some(round) if round.is_closed => self.play_on(session, round.clone(), ClosedBy::Somebody),
            Some(round) => self.close_in_time(session, roster, round),
            None => {}
        }
    }

    /// Closes a round if no one is missing after someone left, or when its time is up.
    pub(super) fn round_changed(
        self: &Arc<Self>,
        session: &Session,
        before: Option<&RoundView>,
        after: (&Roster, Option<&RoundView>),
    ) {
        self.rounds.time_changed.notify_waiters();
        let (roster, Some(view)) = after else { return };
        let Some(round) = roster.round().filter(|round| !round.is_closed) else { return };
        let was_waiting = before.is_some_and(|before| before.id == view.id && !before.waiting_for.is_empty());
        if view.is_complete() && was_waiting {
            let (tables, session, id) = (Arc::clone(self), session.clone(), round.id.clone());
            tokio::spawn(async move {
                if let Err(error) = tables.close_round(&session, &id).await {
                    tracing::debug!(session = %session.head.id, %error, "a round was not closed");
                }
            });
        } else {
            self.close_in_time(&session.head.id, roster, round);
        }
    }

    fn close_in_time(self: &Arc<Self>, session: &SessionId, roster: &Roster, round: &Round) {
        let Some(at) = deadline(roster, round) else { return };
        let Some(running) = self.rounds.begin(RoundTask::WaitsForItsTime, &round.id) else { return };
        let (tables, session, id) = (Arc::clone(self), session.clone(), round.id.clone());
        tokio::spawn(async move {
            let (_running, mut at) = (running, at);
            let mut changed = Box::pin(tables.rounds.time_changed.notified());
            loop {
                let left = at.duration_since(Timestamp::now()).max(SignedDuration::ZERO);
                tokio::select! {
                    () = tokio::time::sleep(left.unsigned_abs()) => {}
                    () = &mut changed => {}
                }
                // From here on, so that no change is missed that comes while the time is read.
                changed.set(tables.rounds.time_changed.notified());
                changed.as_mut().enable();
                match tables.time_is_up(&session, &id).await {
                    Ok(Some(later)) => at = later,
                    Ok(None) => return,
                    Err(error) => {
                        tracing::debug!(%session, %error, "the time of a round is up, but it was not closed");
                        // A later follower continues the round.
                        if !tables.streams.is_followed(&session) {
                            return;
                        }
                        at = Timestamp::now().saturating_add(PUT_OFF_FOR).unwrap_or(Timestamp::MAX);
                    }
                }
            }
        });
    }

    /// Closes a round whose time is up. Answers its time where that is still to come.
    async fn time_is_up(self: &Arc<Self>, session: &SessionId, id: &RoundId) -> Result<Option<Timestamp>, NotPlayed> {
        let roster = match self.store().roster(session).await {
            Err(store::Error::NotFound) => return Ok(None),
            read => read?,
        };
        match roster.round().filter(|round| round.id == *id).and_then(|round| deadline(&roster, round)) {
            None => Ok(None),
            Some(at) if at > Timestamp::now() => Ok(Some(at)),
            Some(_) => {
                let session = self.store().load(session).await?;
                self.close_round(&session, id).await.map(|_| None)
            }
        }
    }

    /// Plays a closed round, unless this server does already.
    fn play_on(self: &Arc<Self>, session: &SessionId, round: Round, closed_by: ClosedBy) {
        let Some(running) = self.rounds.begin(RoundTask::Plays, &round.id) else { return };
        let (tables, session) = (Arc::clone(self), session.clone());
        tokio::spawn(async move {
            if closed_by == ClosedBy::Somebody && !tables.is_left_closed(&session, &round).await {
                return;
            }
            let played = tables.play_round(&session, &round).await;
            // Before the round opens again, because it may be closed at once and must be played then.
            drop(running);
            if let Err(error) = tables.settle_round(&session, &round, played).await {
                tracing::warn!(%session, %error, "a round that was played stays closed until somebody follows the session");
            }
        });
    }

    /// Waits until no other server plays a closed round. True if it is still closed then, because the server that closed it has died.
    async fn is_left_closed(&self, session: &SessionId, round: &Round) -> bool {
        if !self.store().is_shared() {
            return true;
        }
        for _ in 0..MAX_TRIES {
            tokio::time::sleep(TRY_AGAIN_AFTER).await;
            let roster = match self.store().roster(session).await {
                Ok(roster) => roster,
                Err(store::Error::NotFound) => return false,
                Err(_) => continue,
            };
            if !roster.round().is_some_and(|now| now.is_closed && now.is_attempt(&round.id, round.n_attempts)) {
                return false;
            }
            if let Ok(None) = self.store().claimed_turn(session).await {
                return true;
            }
        }
        false
    }

    async fn play_round(self: &Arc<Self>, session: &SessionId, round: &Round) -> PlayedRound {
        if round.deeds().next().is_none() {
            return PlayedRound::Over;
        }
        for _ in 0..MAX_TRIES {
            let owner = match self.store().load(session).await {
                Ok(session) => session.head.owner,
                Err(store::Error::NotFound) => return PlayedRound::NotHere,
                Err(_) => {
                    tokio::time::sleep(TRY_AGAIN_AFTER).await;
                    continue;
                }
            };
            let ask = Ask::Round { id: round.id.clone(), attempt: round.n_attempts };
            let words = PlayerWords { session: session.clone(), owner, guest: None, ask, key: Some(round.turn_key()) };
            match self.play(words).await {
                Ok(heard) => {
                    return match heard.feed.ending().await {
                        Ok(_) => PlayedRound::Over,
                        Err(failure) if failure.code == FailureCode::StoppedForSafety => PlayedRound::Over,
                        Err(_) if self.stops() => PlayedRound::NotHere,
                        Err(failure) => PlayedRound::Failed(Some(failure.code.as_str().to_owned())),
                    };
                }
                Err(NotPlayed::InProgress | NotPlayed::TooMany | NotPlayed::Store(_)) => {
                    tokio::time::sleep(TRY_AGAIN_AFTER).await;
                }
                Err(NotPlayed::StoppedForSafety | NotPlayed::Undone) => return PlayedRound::Over,
                Err(NotPlayed::RoundOver) => return PlayedRound::NotHere,
                // It waits until the fight is over.
                Err(NotPlayed::NoRound(_)) => return PlayedRound::Failed(None),
                Err(error) => {
                    tracing::info!(%session, %error, "a round was not played");
                    return PlayedRound::Failed(Some(TurnFailure::from(error).code.as_str().to_owned()));
                }
            }
        }
        PlayedRound::NotHere
    }

    async fn settle_round(
        self: &Arc<Self>,
        session: &SessionId,
        round: &Round,
        played: PlayedRound,
    ) -> Result<(), NotPlayed> {
        let session = self.store().load(session).await?;
        let settled = self.change_roster(&session, |roster| {
            match &played {
                PlayedRound::Over => roster.end_round(&round.id, round.n_attempts),
                PlayedRound::Failed(problem) => roster.reopen_round(&round.id, round.n_attempts, problem.clone()),
                PlayedRound::NotHere => {}
            }
            Ok::<_, NotPlayed>(())
        });
        settled.await
    }
}

/// Checks that messages are played in the order they come, or in a fight.
pub(super) fn takes_messages(session: &Session, roster: &Roster) -> Result<(), NotPlayed> {
    match roster.rules().mode {
        TableMode::Rounds if session.game.encounter.is_none() => Err(NotPlayed::PlaysInRounds),
        _ => Ok(()),
    }
}

/// Who closed a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClosedBy {
    /// This server, just now.
    ThisServer,
    /// This server before a restart, or another one, which may be playing it.
    Somebody,
}

/// The result of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PlayedRound {
    /// Its turn was saved, the X card took it back, or there was nothing to play.
    Over,
    /// Its turn failed or could not begin, for this problem; none if it only has to wait.
    Failed(Option<String>),
    /// Another server has played it or will, or this one when it is back.
    NotHere,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(state: RoundState, waiting_for: &[&str]) -> RoundView {
        RoundView {
            id: "one".into(),
            state,
            since: Timestamp::UNIX_EPOCH,
            closes_at: None,
            revision: 1,
            ready: vec!["host".into()],
            waiting_for: waiting_for.iter().map(|&seat| seat.into()).collect(),
            problem: None,
        }
    }

    #[test]
    fn only_what_is_new_of_a_round_is_told() {
        let (waits, complete) = (view(RoundState::Open, &["ana"]), view(RoundState::Open, &[]));
        assert_eq!(RoundView::news(None, None), None);
        assert_eq!(RoundView::news(Some(waits.clone()), Some(waits.clone())), None);
        assert_eq!(RoundView::news(Some(waits), Some(complete.clone())), Some(complete.clone()));
        let over = RoundView::news(Some(complete), None).unwrap();
        assert_eq!(over.state, RoundState::Over);
    }
}
