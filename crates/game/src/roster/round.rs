//! A round: everyone at the table says what their hero does, and all of it is one turn.
//!
//! A round opens with the first part that is sent. It is closed when nobody is waited for any more, when its time is up, or by the host;
//! its deeds are played then, and it ends when their turn is saved. It is stored with the roster, so that a restart loses no part, and
//! the key of its turn comes from its id, so that its deeds are played once, whichever server plays them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    id::{CharacterId, RoundId, SeatId},
    turn::Deed,
};

use super::{Presence, Roster, SeatRole};

/// What one person has sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundPart {
    /// Their seat.
    pub seat: SeatId,
    /// What their hero does; `None` if they pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<Deed>,
    /// The client's name for the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A round that is not over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// Never reused.
    pub id: RoundId,
    /// When the first part was sent.
    pub opened_at: Timestamp,
    /// Whether it is played and takes no parts any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_closed: bool,
    /// How often it was begun to be played: a turn that failed is no part of its story, and is played under a new key.
    #[serde(default)]
    pub n_attempts: u32,
    parts: Vec<RoundPart>,
}

/// The keys of a round that is over, so that a request that is sent again opens no new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EndedRound {
    keys: Vec<String>,
}

/// Why a round takes no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// It is being played.
    #[error("This round is being played. Say what you do in the next one.")]
    Closed,
    /// The request was taken before.
    #[error("This was taken in a round that is over.")]
    TakenBefore,
}

impl Round {
    /// What people have sent, in the order it came.
    pub fn parts(&self) -> &[RoundPart] {
        &self.parts
    }

    /// What a person has sent.
    pub fn part_of(&self, seat: &SeatId) -> Option<&RoundPart> {
        self.parts.iter().find(|part| part.seat == *seat)
    }

    /// What the heroes do, in the order it came.
    pub fn deeds(&self) -> impl Iterator<Item = &Deed> {
        self.parts.iter().filter_map(|part| part.deed.as_ref())
    }

    /// The idempotency key of its turn.
    pub fn turn_key(&self) -> String {
        format!("round-{}-{}", self.id, self.n_attempts)
    }
}

impl Roster {
    /// The round that is not over.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// Takes a person's part of a round: the first opens one with the id `new`, and a later one of the same person takes the place of the
    /// earlier. Answers whether anything is new.
    ///
    /// # Errors
    /// See [`NotTaken`].
    pub fn take_part(&mut self, part: RoundPart, new: &RoundId, now: Timestamp) -> Result<bool, NotTaken> {
        let is_of_ended = |key: &String| self.ended_round.as_ref().is_some_and(|ended| ended.keys.contains(key));
        if part.key.as_ref().is_some_and(is_of_ended) {
            return Err(NotTaken::TakenBefore);
        }
        let round = self.round.get_or_insert_with(|| Round {
            id: new.clone(),
            opened_at: now,
            is_closed: false,
            n_attempts: 0,
            parts: Vec::new(),
        });
        let is_known = round.part_of(&part.seat).is_some_and(|before| *before == part && part.key.is_some());
        if is_known {
            return Ok(false);
        }
        if round.is_closed {
            return Err(NotTaken::Closed);
        }
        round.parts.retain(|before| before.seat != part.seat);
        round.parts.push(part);
        Ok(true)
    }

    /// The people whose part of a round is still to come: those who are here and act for one of these heroes. With no round open, that
    /// is everyone.
    pub fn waited_for<'r>(&'r self, heroes: &'r [CharacterId]) -> impl Iterator<Item = &'r SeatId> {
        let acts = |seat: &super::Seat| {
            let guest = (seat.role != SeatRole::Host).then_some(&seat.id);
            seat.role != SeatRole::Spectator && heroes.iter().any(|hero| self.may_act(guest, hero))
        };
        let has_sent = |seat: &SeatId| self.round.as_ref().is_some_and(|round| round.part_of(seat).is_some());
        let here = self.seats().filter(|seat| seat.state == Presence::Here);
        here.filter(move |seat| acts(seat) && !has_sent(&seat.id)).map(|seat| &seat.id)
    }

    /// Closes a round, so that it can be played. `None` if it is over, or closed already.
    pub fn close_round(&mut self, id: &RoundId) -> Option<&Round> {
        let round = self.round.as_mut().filter(|round| round.id == *id && !round.is_closed)?;
        round.is_closed = true;
        round.n_attempts += 1;
        Some(round)
    }

    /// Opens a round again whose turn failed, with all that was sent.
    pub fn reopen_round(&mut self, id: &RoundId) {
        self.round.iter_mut().filter(|round| round.id == *id).for_each(|round| round.is_closed = false);
    }

    /// Ends a round.
    pub fn end_round(&mut self, id: &RoundId) {
        if let Some(Round { parts, .. }) = self.round.take_if(|round| round.id == *id) {
            self.ended_round = Some(EndedRound { keys: parts.into_iter().filter_map(|part| part.key).collect() });
        }
    }

    /// Forgets what those who left have sent, and deeds of heroes that somebody else acts for by now.
    pub(super) fn keep_round_fair(&mut self) {
        let Some(mut round) = self.round.take_if(|round| !round.is_closed) else { return };
        round.parts.retain(|part| {
            let guest = (part.seat.as_str() != super::HOST).then_some(&part.seat);
            let is_present = self.present().any(|seat| seat.id == part.seat && seat.role != SeatRole::Spectator);
            is_present && part.deed.as_ref().is_none_or(|deed| self.may_act(guest, &deed.character_id))
        });
        self.round = Some(round).filter(|round| !round.parts.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{ROUND_WAITS_FOR, TableMode, tests::*},
        *,
    };

    fn deed(seat: &SeatId, hero: &str, words: &str) -> RoundPart {
        let deed = Deed { seat: Some(seat.clone()), character_id: hero.into(), message: words.to_owned() };
        RoundPart { seat: seat.clone(), deed: Some(deed), key: Some(format!("{seat} {words}")) }
    }

    fn take(roster: &mut Roster, part: RoundPart) -> Result<bool, NotTaken> {
        roster.take_part(part, &"one".into(), NOW)
    }

    fn waited_for(roster: &Roster) -> Vec<String> {
        roster.waited_for(&["brakka".into(), "mira".into()]).map(ToString::to_string).collect()
    }

    #[test]
    fn a_round_waits_for_everyone_who_is_here_and_acts_for_a_hero() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        roster.join("watch", guest("Ben", None), NOW).unwrap();
        let host = SeatId::from(super::super::HOST);
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I listen.")), Ok(true));
        assert_eq!(waited_for(&roster), ["host"]);
        roster.set_away(&host, true, NOW).unwrap();
        assert!(waited_for(&roster).is_empty());
        roster.set_away(&host, false, NOW).unwrap();
        take(&mut roster, RoundPart { seat: host, deed: None, key: None }).unwrap();
        assert!(waited_for(&roster).is_empty());
        assert_eq!(roster.round().unwrap().deeds().count(), 1);
    }

    #[test]
    fn words_can_be_changed_until_the_round_is_played_and_a_request_counts_once() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        take(&mut roster, deed(&ana, "mira", "I listen.")).unwrap();
        take(&mut roster, deed(&ana, "mira", "I knock.")).unwrap();
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I knock.")), Ok(false), "the same request again");
        let key = roster.close_round(&"one".into()).unwrap().turn_key();
        assert_eq!(roster.close_round(&"one".into()), None);
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I run.")), Err(NotTaken::Closed));

        roster.reopen_round(&"one".into());
        let again = roster.close_round(&"one".into()).unwrap();
        assert_eq!(again.deeds().map(|deed| deed.message.as_str()).collect::<Vec<_>>(), ["I knock."]);
        assert_ne!(again.turn_key(), key, "the turn that failed is no answer");

        roster.end_round(&"one".into());
        assert_eq!(roster.round(), None);
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I knock.")), Err(NotTaken::TakenBefore));
    }

    #[test]
    fn what_those_have_sent_who_leave_or_give_up_their_hero_is_not_played() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        take(&mut roster, deed(&ana, "mira", "I listen.")).unwrap();
        roster.give_heroes(&ana, Vec::new()).unwrap();
        assert_eq!(roster.round(), None);
        roster.give_heroes(&ana, vec!["mira".into()]).unwrap();
        take(&mut roster, deed(&ana, "mira", "I listen.")).unwrap();
        roster.leave(&ana, NOW).unwrap();
        assert_eq!(roster.round(), None);
    }

    #[test]
    fn a_roster_of_before_rounds_loads() {
        let old = serde_json::json!({"version": 3, "owner": "local", "guests": [], "invitations": [], "rules": {"spectatorsTalk": true}});
        let roster: Roster = serde_json::from_value(old).unwrap();
        let rules = roster.rules();
        assert!(rules.spectators_talk && roster.round().is_none());
        assert_eq!((rules.mode, rules.away_after), (TableMode::Free, ROUND_WAITS_FOR));
    }
}
