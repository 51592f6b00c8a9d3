//! A round: everyone's actions become one turn.
//!
//! A round opens with the first part sent. It closes when no one is missing, when its time is up, or by the host; then its
//! actions are played, and it ends when their turn is saved. It is stored with the roster, so a restart loses nothing, and its
//! turn's key is derived from its id, so it is played only once by any server.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    id::{CharacterId, RoundId, SeatId},
    turn::HeroDeed,
};

use super::{Presence, Roster, SeatRole};

/// One person's part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundPart {
    /// Their seat.
    pub seat: SeatId,
    /// What their hero does; `None` if they pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<HeroDeed>,
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
    /// Whether it is being played and accepts no more parts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_closed: bool,
    /// How often it was closed. Each attempt has another idempotency key, because a failed turn is not a result.
    #[serde(default)]
    pub n_attempts: u32,
    /// Why its turn failed or couldn't begin. Only the host, or a new part, starts it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    parts: Vec<RoundPart>,
    /// How many parts were sent, with those that were replaced.
    #[serde(default)]
    pub n_sent: u32,
    /// The requests whose parts were replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    replaced: Vec<SentKey>,
}

/// A client's name for a request of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SentKey {
    seat: SeatId,
    key: String,
    /// The text of the message; empty in rosters of before it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    fingerprint: String,
}

/// How many requests of rounds that are over are remembered.
const MAX_ENDED: usize = 200;

/// The last requests of rounds that are over: sent again, they open no new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EndedRound {
    keys: Vec<SentKey>,
}

/// Why a round takes no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// It is being played.
    #[error("This round is being played. Say what you do in the next one.")]
    Closed,
    /// The key named other words before.
    #[error("This Idempotency-Key was used for another request. Use a new key for a new one.")]
    KeyMismatch,
}

impl RoundPart {
    fn sent_key(&self) -> Option<SentKey> {
        Some(SentKey { seat: self.seat.clone(), key: self.key.clone()?, fingerprint: self.fingerprint() })
    }

    /// The first 64 bits of the SHA-256 of what was sent, in hex.
    fn fingerprint(&self) -> String {
        let deed = self.deed.as_ref().map(|deed| format!("{}\0{}", deed.character_id, deed.message));
        let digest = Sha256::digest(deed.unwrap_or_default());
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl SentKey {
    fn is_of(&self, seat: &SeatId, key: &str) -> bool {
        self.seat == *seat && self.key == key
    }
}

impl Round {
    /// The parts of the round, in order of arrival.
    pub fn parts(&self) -> &[RoundPart] {
        &self.parts
    }

    pub fn part_of(&self, seat: &SeatId) -> Option<&RoundPart> {
        self.parts.iter().find(|part| part.seat == *seat)
    }

    /// The heroes' actions, in order of arrival.
    pub fn deeds(&self) -> impl Iterator<Item = &HeroDeed> {
        self.parts.iter().filter_map(|part| part.deed.as_ref())
    }

    /// Whether it is this round, closed as often.
    pub fn is_attempt(&self, id: &RoundId, attempt: u32) -> bool {
        self.id == *id && self.n_attempts == attempt
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

    /// Whether a request of this person was taken for this round or an earlier one.
    pub fn has_taken(&self, seat: &SeatId, key: &str) -> bool {
        let is_part = |round: &Round| round.part_of(seat).is_some_and(|part| part.key.as_deref() == Some(key));
        self.taken_before(seat, key).is_some() || self.round().is_some_and(is_part)
    }

    /// An earlier request of this person, whose part was replaced.
    fn taken_before(&self, seat: &SeatId, key: &str) -> Option<&SentKey> {
        let ended = self.ended_round.iter().flat_map(|ended| &ended.keys);
        let replaced = self.round.iter().flat_map(|round| &round.replaced);
        ended.chain(replaced).find(|sent| sent.is_of(seat, key))
    }

    /// Takes a person's part of a round: the first opens one with the id `new`, and a later one of the same person takes the place of the
    /// earlier. A request that was taken before changes nothing.
    ///
    /// # Errors
    /// See [`NotTaken`].
    pub fn take_part(&mut self, part: RoundPart, new: &RoundId, now: Timestamp) -> Result<(), NotTaken> {
        if let Some(before) = part.key.as_ref().and_then(|key| self.taken_before(&part.seat, key)) {
            let is_same = before.fingerprint.is_empty() || before.fingerprint == part.fingerprint();
            return if is_same { Ok(()) } else { Err(NotTaken::KeyMismatch) };
        }
        let round = self.round.get_or_insert_with(|| Round {
            id: new.clone(),
            opened_at: now,
            is_closed: false,
            n_attempts: 0,
            problem: None,
            parts: Vec::new(),
            n_sent: 0,
            replaced: Vec::new(),
        });
        let before = round.part_of(&part.seat);
        match before.filter(|before| before.key.is_some() && before.key == part.key) {
            Some(before) if *before == part => return Ok(()),
            Some(_) => return Err(NotTaken::KeyMismatch),
            None if round.is_closed => return Err(NotTaken::Closed),
            None => {}
        }
        let replaced = before.and_then(RoundPart::sent_key);
        round.replaced.extend(replaced);
        let hero = part.deed.as_ref().map(|deed| &deed.character_id);
        let is_same_hero = |before: &RoundPart| before.deed.as_ref().map(|deed| &deed.character_id) == hero;
        round.parts.retain(|before| before.seat != part.seat && !(hero.is_some() && is_same_hero(before)));
        round.parts.push(part);
        round.n_sent += 1;
        Ok(())
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

    /// Opens a round again that was closed for this attempt and could not be played, with all that can be played of it.
    pub fn reopen_round(&mut self, id: &RoundId, attempt: u32, problem: Option<String>) {
        let round = self.round.iter_mut().filter(|round| round.is_closed && round.is_attempt(id, attempt));
        for round in round {
            (round.is_closed, round.problem) = (false, problem.clone());
        }
        self.drop_stale_parts();
    }

    /// Ends a round whose turn of this attempt is saved.
    pub fn end_round(&mut self, id: &RoundId, attempt: u32) {
        if let Some(round) = self.round.take_if(|round| round.is_attempt(id, attempt)) {
            self.forget_round(round);
        }
    }

    /// Ends an open round: the table no longer plays in rounds, or the scene was stopped.
    pub fn end_open_round(&mut self) {
        if let Some(round) = self.round.take_if(|round| !round.is_closed) {
            self.forget_round(round);
        }
    }

    fn forget_round(&mut self, Round { parts, replaced, .. }: Round) {
        let mut keys = self.ended_round.take().map(|ended| ended.keys).unwrap_or_default();
        keys.extend(replaced.into_iter().chain(parts.iter().filter_map(RoundPart::sent_key)));
        keys.drain(..keys.len().saturating_sub(MAX_ENDED));
        self.ended_round = Some(EndedRound { keys });
    }

    /// Forgets deeds in an open round of heroes who are no longer in the session.
    pub(super) fn drop_parts_of(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        for round in self.round.iter_mut().filter(|round| !round.is_closed) {
            round.parts.retain(|part| part.deed.as_ref().is_none_or(|deed| !is_gone(&deed.character_id)));
        }
        self.round.take_if(|round| round.parts.is_empty());
    }

    /// Drops unplayable parts of an open round: of people who left, and of heroes that someone else controls now.
    pub(super) fn drop_stale_parts(&mut self) {
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
        let deed = HeroDeed { seat: Some(seat.clone()), character_id: hero.into(), message: words.to_owned() };
        RoundPart { seat: seat.clone(), deed: Some(deed), key: Some(format!("{seat} {words}")) }
    }

    fn take(roster: &mut Roster, part: RoundPart) -> Result<(), NotTaken> {
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
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I listen.")), Ok(()));
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
        for again in ["I knock.", "I listen."] {
            assert_eq!(take(&mut roster, deed(&ana, "mira", again)), Ok(()), "the same request again");
        }
        let mut other = deed(&ana, "mira", "I run.");
        other.key = Some(format!("{ana} I knock."));
        assert_eq!(take(&mut roster, other), Err(NotTaken::KeyMismatch));
        let key = roster.close_round(&"one".into()).unwrap().turn_key();
        assert_eq!(roster.close_round(&"one".into()), None);
        assert_eq!(take(&mut roster, deed(&ana, "mira", "I run.")), Err(NotTaken::Closed));

        roster.reopen_round(&"one".into(), 2, None);
        assert!(roster.round().unwrap().is_closed, "of another attempt");
        roster.reopen_round(&"one".into(), 1, Some("model_failed".into()));
        let again = roster.close_round(&"one".into()).unwrap();
        assert_eq!(again.deeds().map(|deed| deed.message.as_str()).collect::<Vec<_>>(), ["I knock."]);
        assert_ne!(again.turn_key(), key, "the turn that failed is no answer");

        roster.end_round(&"one".into(), 1);
        assert!(roster.round().is_some(), "of another attempt");
        roster.end_round(&"one".into(), 2);
        roster.take_part(deed(&ana, "mira", "I wait."), &"two".into(), NOW).unwrap();
        roster.end_open_round();
        for again in ["I knock.", "I listen.", "I wait."] {
            assert_eq!(take(&mut roster, deed(&ana, "mira", again)), Ok(()), "also of the round before the last");
            assert!(roster.has_taken(&ana, &format!("{ana} {again}")));
        }
        assert_eq!(roster.round(), None);
        assert!(
            !roster.has_taken(&ana, "another")
                && !roster.has_taken(&super::super::HOST.into(), &format!("{ana} I wait."))
        );
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
    fn a_hero_acts_once_in_a_round() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        take(&mut roster, deed(&ana, "mira", "I listen.")).unwrap();
        roster.set_away(&ana, true, NOW).unwrap();
        take(&mut roster, deed(&super::super::HOST.into(), "mira", "I knock.")).unwrap();
        assert_eq!(roster.round().unwrap().deeds().map(|deed| deed.message.as_str()).collect::<Vec<_>>(), ["I knock."]);
    }

    #[test]
    fn what_somebody_has_sent_who_left_while_it_was_played_is_not_played_again() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        take(&mut roster, deed(&ana, "mira", "I listen.")).unwrap();
        take(&mut roster, RoundPart { seat: super::super::HOST.into(), deed: None, key: None }).unwrap();
        roster.close_round(&"one".into()).unwrap();
        roster.leave(&ana, NOW).unwrap();
        assert_eq!(roster.round().unwrap().deeds().count(), 1, "it is being played");
        roster.reopen_round(&"one".into(), 1, None);
        assert_eq!(roster.round().unwrap().deeds().count(), 0);
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
