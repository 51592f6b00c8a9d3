//! Rounds of a table: taking people's parts, and playing them as one turn.
//!
//! The round itself is part of the roster. Whichever server closes it plays it, and it is closed once. A server that ends before the turn
//! is saved leaves a closed round behind, which is played on when somebody follows the session again.

use std::{collections::HashSet, sync::Arc, time::Duration};

use game::{
    Session,
    id::{CharacterId, RoundId, SeatId, SessionId},
    roster::{HOST, NotTaken, Roster, Round, RoundPart, TableMode},
    turn::{Cost, Deed},
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Tables,
    feed::FailureCode,
    rosters::seat_host,
    session_queue::lock,
    words::{Ask, NotPlayed, PlayerWords},
};

/// How long it is until a closed round is tried again that another server seems to play.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);
/// How often it is tried. The claim of a server that has died is over by then.
const MAX_TRIES: u32 = 60;
/// How long the time of a round is put off that would be up in a fight.
const PUT_OFF_FOR: Duration = Duration::from_secs(30);
/// Why a round stands still.
const FIGHT_FIRST: &str = "A fight is on, and has an order of its own. The round goes on after it.";

/// Whether a round takes parts.
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

/// How far a round is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundView {
    /// Never reused.
    #[schema(value_type = String)]
    pub id: RoundId,
    /// Whether it takes parts.
    pub state: RoundState,
    /// When its first part was sent.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    /// When it is played without those who have sent nothing; null if only the host closes it, because its turn failed once.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub closes_at: Option<Timestamp>,
    /// The seats of those who have sent their part.
    #[schema(value_type = Vec<String>)]
    pub ready: Vec<SeatId>,
    /// The seats of those whose part is still to come.
    #[schema(value_type = Vec<String>)]
    pub waiting_for: Vec<SeatId>,
}

/// What people who only watch may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TalkRules {
    /// Whether spectators may talk to the others.
    pub spectators: bool,
}

/// How a table is played, and how far its round is.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// In which order words are played.
    pub mode: TableMode,
    /// How long a round waits for those who send nothing, in seconds.
    pub away_after_s: i64,
    /// Who may talk.
    pub talk: TalkRules,
    /// The most that the words of each guest may cost, in US dollars; null for no bound.
    #[schema(value_type = Option<f64>)]
    pub cap_per_seat_usd: Cost,
    /// The round that is not over; null where there is none.
    pub round: Option<RoundView>,
}

impl TableView {
    /// The table as it stands.
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
            ready: round.parts().iter().map(|part| part.seat.clone()).collect(),
            waiting_for: roster.waited_for(&heroes).filter(|_| !round.is_closed).cloned().collect(),
        })
    }

    fn is_complete(&self) -> bool {
        self.state == RoundState::Open && self.waiting_for.is_empty()
    }

    /// What is told of a change from one round to the next: nothing where nobody would see a difference.
    pub(super) fn news(before: Option<Self>, after: Option<Self>) -> Option<Self> {
        match (before, after) {
            (before, Some(after)) => Some(after).filter(|after| before.as_ref() != Some(after)),
            (Some(before), None) => Some(Self { state: RoundState::Over, waiting_for: Vec::new(), ..before }),
            (None, None) => None,
        }
    }
}

fn heroes_who_can_act(session: &Session) -> Vec<CharacterId> {
    let heroes = session.game.characters.iter().filter(|hero| !hero.dead && hero.current_hp > 0);
    heroes.map(|hero| hero.id.clone()).collect()
}

/// When a round is played without those who have sent nothing. One whose turn has failed waits for the host, so that it does not fail
/// again and again.
fn deadline(roster: &Roster, round: &Round) -> Option<Timestamp> {
    let at = || round.opened_at.saturating_add(roster.rules().away_after).unwrap_or(Timestamp::MAX);
    (!round.is_closed && round.n_attempts == 0).then(at)
}

/// What a person sends as their part of a round.
#[derive(Debug, Clone)]
pub struct SentPart {
    /// The guest; `None` for the host.
    pub guest: Option<SeatId>,
    /// The hero who acts; the first of one's own if left out.
    pub character: Option<CharacterId>,
    /// What the hero does; `None` to pass.
    pub message: Option<String>,
    /// The client's name for the request.
    pub key: Option<String>,
}

/// The rounds that this server waits for or plays.
#[derive(Debug, Default)]
pub(super) struct RoundTasks(std::sync::Mutex<HashSet<(RoundTask, RoundId)>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RoundTask {
    WaitsForItsTime,
    Plays,
}

impl RoundTasks {
    /// Whether this is new. If so it is to be ended with [`RoundTasks::end`].
    fn begin(&self, task: RoundTask, round: &RoundId) -> bool {
        lock(&self.0).insert((task, round.clone()))
    }

    fn end(&self, task: RoundTask, round: &RoundId) {
        lock(&self.0).remove(&(task, round.clone()));
    }
}

impl Tables {
    /// Takes a person's part of a round, and plays the round if it was the last one.
    ///
    /// # Errors
    /// The table plays in no rounds, a fight is on, the person acts for no such hero, or the round is being played.
    pub async fn take_part(self: &Arc<Self>, session: &Session, sent: SentPart) -> Result<TableView, NotPlayed> {
        let roster = self.roster(session).await?;
        if roster.rules().mode != TableMode::Rounds {
            return Err(NotPlayed::NoRound("This table plays words in the order they come: send yours as a message."));
        }
        if session.game.encounter.is_some() {
            return Err(NotPlayed::NoRound(FIGHT_FIRST));
        }
        let SentPart { guest, character, message, key } = sent;
        let seat = guest.clone().unwrap_or_else(|| SeatId::from(HOST));
        let deed = match message {
            Some(message) => {
                let acting = self.acting(session, guest.as_ref(), character.as_ref()).await?;
                self.may_spend(session, acting.allowance).await?;
                Some(Deed { seat: Some(seat.clone()), character_id: acting.hero, message })
            }
            None => None,
        };
        let (part, id) = (RoundPart { seat, deed, key }, RoundId::from(Uuid::now_v7().to_string()));
        let now = Timestamp::now();
        let taken = self.change_roster_of(session, |roster, session| {
            match roster.take_part(part.clone(), &id, now) {
                Ok(_) | Err(NotTaken::TakenBefore) => {}
                Err(not_taken) => return Err(NotPlayed::from(not_taken)),
            }
            Ok(TableView::of(roster, session))
        });
        let view = taken.await?;
        match &view.round {
            // Sent again after its turn failed, it changes nothing and is to be played all the same.
            Some(round) if round.is_complete() => self.close_round(session).await,
            _ => Ok(view),
        }
    }

    /// Closes the round, also if not all have sent their part, and plays it.
    ///
    /// # Errors
    /// There is no round, or a fight is on.
    pub async fn close_round(self: &Arc<Self>, session: &Session) -> Result<TableView, NotPlayed> {
        let id = &session.head.id;
        let now = self.store().load(id).await?;
        if now.game.encounter.is_some() {
            return Err(NotPlayed::NoRound(FIGHT_FIRST));
        }
        let closed = self.change_roster_of(&now, |roster, session| {
            let round = roster.round().ok_or(NotPlayed::NoRound("Nobody has said yet what they do."))?.id.clone();
            roster.close_round(&round);
            Ok::<_, NotPlayed>((roster.round().cloned(), TableView::of(roster, session)))
        });
        let (round, view) = closed.await?;
        if let Some(round) = round {
            self.play_on(id, round);
        }
        Ok(view)
    }

    /// Goes on with a round that a server has left closed, or that waits for its time.
    pub fn resume_round(self: &Arc<Self>, session: &SessionId, roster: &Roster) {
        match roster.round() {
            Some(round) if round.is_closed => self.play_on(session, round.clone()),
            Some(round) => self.close_in_time(session, roster, round),
            None => {}
        }
    }

    /// Closes rounds that nobody is waited for any more because somebody has left, and those whose time is up.
    pub(super) fn round_changed(
        self: &Arc<Self>,
        session: &Session,
        before: Option<&RoundView>,
        after: (&Roster, Option<&RoundView>),
    ) {
        let (roster, Some(view)) = after else { return };
        let Some(round) = roster.round().filter(|round| !round.is_closed) else { return };
        let was_waiting = before.is_some_and(|before| before.id == view.id && !before.waiting_for.is_empty());
        if view.is_complete() && was_waiting {
            let (tables, session) = (Arc::clone(self), session.clone());
            tokio::spawn(async move {
                if let Err(error) = tables.close_round(&session).await {
                    tracing::debug!(session = %session.head.id, %error, "a round was not closed");
                }
            });
        } else {
            self.close_in_time(&session.head.id, roster, round);
        }
    }

    fn close_in_time(self: &Arc<Self>, session: &SessionId, roster: &Roster, round: &Round) {
        let Some(at) = deadline(roster, round) else { return };
        if !self.rounds.begin(RoundTask::WaitsForItsTime, &round.id) {
            return;
        }
        let (tables, session, id) = (Arc::clone(self), session.clone(), round.id.clone());
        tokio::spawn(async move {
            let mut at = at;
            loop {
                let left = at.duration_since(Timestamp::now()).max(SignedDuration::ZERO);
                tokio::time::sleep(left.unsigned_abs()).await;
                match tables.time_is_up(&session, &id).await {
                    Ok(Some(later)) => at = later,
                    Ok(None) => break,
                    Err(error) => {
                        tracing::debug!(%session, %error, "the time of a round is up, but it was not closed");
                        at = Timestamp::now().saturating_add(PUT_OFF_FOR).unwrap_or(Timestamp::MAX);
                    }
                }
            }
            tables.rounds.end(RoundTask::WaitsForItsTime, &id);
        });
    }

    /// Closes a round whose time is up. Answers when to look again, if the host gives it more time by now or a fight is on.
    async fn time_is_up(self: &Arc<Self>, session: &SessionId, id: &RoundId) -> Result<Option<Timestamp>, NotPlayed> {
        let session = match self.store().load(session).await {
            Err(crate::store::Error::NotFound) => return Ok(None),
            loaded => loaded?,
        };
        let roster = self.store().roster(&session.head.id).await?;
        let at = roster.round().filter(|round| round.id == *id).and_then(|round| deadline(&roster, round));
        match at {
            None => Ok(None),
            Some(at) if at > Timestamp::now() => Ok(Some(at)),
            Some(_) if session.game.encounter.is_some() => {
                Ok(Some(Timestamp::now().saturating_add(PUT_OFF_FOR).unwrap_or(Timestamp::MAX)))
            }
            Some(_) => self.close_round(&session).await.map(|_| None),
        }
    }

    /// Plays a closed round, unless this server does already.
    fn play_on(self: &Arc<Self>, session: &SessionId, round: Round) {
        if !self.rounds.begin(RoundTask::Plays, &round.id) {
            return;
        }
        let (tables, session) = (Arc::clone(self), session.clone());
        tokio::spawn(async move {
            let played = tables.play_round(&session, &round).await;
            // Before the round opens again: it may be closed at once, and is to be played then.
            tables.rounds.end(RoundTask::Plays, &round.id);
            if let Err(error) = tables.settle_round(&session, &round.id, played).await {
                tracing::warn!(%session, %error, "a round that was played stays closed until somebody follows the session");
            }
        });
    }

    async fn play_round(self: &Arc<Self>, session: &SessionId, round: &Round) -> PlayedRound {
        let deeds: Vec<Deed> = round.deeds().cloned().collect();
        if deeds.is_empty() {
            return PlayedRound::Over;
        }
        for _ in 0..MAX_TRIES {
            let owner = match self.store().load(session).await {
                Ok(session) => session.head.owner,
                Err(_) => return PlayedRound::Unknown,
            };
            let (ask, key) = (Ask::Round(deeds.clone()), Some(round.turn_key()));
            let words = PlayerWords { session: session.clone(), owner, guest: None, ask, key };
            match self.play(words).await {
                Ok(heard) => {
                    return match heard.feed.ending().await {
                        Ok(_) => PlayedRound::Over,
                        Err(failure) if failure.code == FailureCode::StoppedForSafety => PlayedRound::Over,
                        Err(_) if self.stops() => PlayedRound::Unknown,
                        Err(_) => PlayedRound::Failed,
                    };
                }
                Err(NotPlayed::InProgress | NotPlayed::TooMany | NotPlayed::Store(_)) => {
                    tokio::time::sleep(TRY_AGAIN_AFTER).await;
                }
                Err(NotPlayed::StoppedForSafety | NotPlayed::Undone) => return PlayedRound::Over,
                Err(error) => {
                    tracing::info!(%session, %error, "a round was not played");
                    return PlayedRound::Failed;
                }
            }
        }
        PlayedRound::Failed
    }

    async fn settle_round(
        self: &Arc<Self>,
        session: &SessionId,
        id: &RoundId,
        played: PlayedRound,
    ) -> Result<(), NotPlayed> {
        let session = self.store().load(session).await?;
        let settled = self.change_roster(&session, |roster| {
            match played {
                PlayedRound::Over => roster.end_round(id),
                PlayedRound::Failed => roster.reopen_round(id),
                PlayedRound::Unknown => {}
            }
            Ok::<_, NotPlayed>(())
        });
        settled.await
    }

    /// Checks that messages are played in the order they come, or in a fight.
    pub(super) async fn takes_messages(&self, session: &Session) -> Result<(), NotPlayed> {
        let mut roster = self.store().roster(&session.head.id).await?;
        seat_host(&mut roster, session);
        match roster.rules().mode {
            TableMode::Rounds if session.game.encounter.is_none() => Err(NotPlayed::PlaysInRounds),
            _ => Ok(()),
        }
    }
}

/// What became of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlayedRound {
    /// Its turn was saved, the X card took it back, or there was nothing to play.
    Over,
    /// Its turn failed.
    Failed,
    /// The server stops, and plays it when it is back.
    Unknown,
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
            ready: vec!["host".into()],
            waiting_for: waiting_for.iter().map(|&seat| seat.into()).collect(),
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
