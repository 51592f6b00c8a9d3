//! Seats: the people at a table, and the heroes that they act for.

use jiff::Timestamp;
use language::folding::fold;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{CharacterId, InvitationId, SeatId};

use super::{HOST, NotSeated, Roster, SecretHash};

/// The most seats that are remembered after their guests have left, so that old turns have names.
const MAX_GONE: usize = 100;

/// What a person may do at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SeatRole {
    /// Everything. A table has one host, the owner of its session.
    Host,
    /// Act for the heroes of their seat.
    Player,
    /// See the public story.
    Spectator,
}

/// Whether a person is at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Presence {
    /// At the table.
    Here,
    /// Away for a while.
    Away,
    /// Left, or removed. Their heroes are free.
    Gone,
}

/// A person at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Seat {
    /// Unique in its session, and never reused.
    pub id: SeatId,
    /// 1 to 40 characters; no two people at one table have the same.
    pub name: String,
    /// What they may do.
    pub role: SeatRole,
    /// The heroes they act for.
    pub character_ids: Vec<CharacterId>,
    /// Whether they are at the table.
    pub state: Presence,
    /// When the person joined.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
}

/// A guest's seat with the key to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuestSeat {
    #[serde(flatten)]
    pub(super) seat: Seat,
    /// The hash of the guest's secret; `None` once they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<SecretHash>,
    /// The invitation they came with.
    pub(super) invitation: InvitationId,
    /// Whether a new hero is on the way to the session with them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) brings_hero: bool,
    /// What their turns have cost the host, in pico-dollars.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) spent_pico_usd: u64,
}

fn is_zero(amount: &u64) -> bool {
    *amount == 0
}

impl GuestSeat {
    pub(super) fn leave(&mut self, now: Timestamp) {
        (self.secret, self.brings_hero) = (None, false);
        self.seat.character_ids.clear();
        (self.seat.state, self.seat.since) = (Presence::Gone, now);
    }
}

impl Roster {
    /// The guest who acts for a hero; `None` for the host.
    pub fn holder(&self, hero: &CharacterId) -> Option<&Seat> {
        self.present().find(|seat| seat.character_ids.contains(hero))
    }

    /// Seats the host, if they have no seat yet, and gives them a hero.
    pub fn seat_host(&mut self, owner: &str, name: &str, hero: Option<CharacterId>, now: Timestamp) {
        if self.host.is_none() {
            owner.clone_into(&mut self.owner);
            let (id, name) = (SeatId::from(HOST), self.free_name(name));
            let character_ids = hero.into_iter().collect();
            self.host = Some(Seat { id, name, role: SeatRole::Host, character_ids, state: Presence::Here, since: now });
        }
    }

    /// Whether a guest, or the host if there is none, may act for a hero. A guest acts for the heroes of their seat, and the host for
    /// those that no guest has, or whose guest is away.
    pub fn may_act(&self, guest: Option<&SeatId>, hero: &CharacterId) -> bool {
        let holder = self.holder(hero);
        match guest {
            Some(guest) => holder.is_some_and(|seat| seat.id == *guest && seat.role == SeatRole::Player),
            None => holder.is_none_or(|seat| seat.role == SeatRole::Host || seat.state == Presence::Away),
        }
    }

    /// Lets a guest leave, or removes them. Their secret opens nothing from now on, and their heroes are free.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`]: no guest who is present has this seat.
    pub fn leave(&mut self, seat: &SeatId, now: Timestamp) -> Result<(), NotSeated> {
        self.guest_mut(seat)?.leave(now);
        self.drop_stale_parts();
        Ok(())
    }

    /// Gives a person another name; one that someone at the table has gets a number.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`].
    pub fn rename(&mut self, seat: &SeatId, name: &str) -> Result<(), NotSeated> {
        if self.present_seat(seat)?.name != name {
            let name = self.free_name(name);
            self.present_seat(seat)?.name = name;
        }
        Ok(())
    }

    /// Notes that a person is away, or is back.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`].
    pub fn set_away(&mut self, seat: &SeatId, is_away: bool, now: Timestamp) -> Result<(), NotSeated> {
        let seat = self.present_seat(seat)?;
        let state = if is_away { Presence::Away } else { Presence::Here };
        if seat.state != state {
            (seat.state, seat.since) = (state, now);
        }
        self.drop_stale_parts();
        Ok(())
    }

    /// Gives heroes to a person: all that they act for from now on. What a guest is given the host gives up.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`], [`NotSeated::HeroTaken`], [`NotSeated::Spectator`].
    pub fn give_heroes(&mut self, seat: &SeatId, heroes: Vec<CharacterId>) -> Result<(), NotSeated> {
        let role = self.present_seat(seat)?.role;
        let is_taken = |holder: &Seat| holder.id != *seat && holder.role != SeatRole::Host;
        if heroes.iter().filter_map(|hero| self.holder(hero)).any(is_taken) {
            return Err(NotSeated::HeroTaken);
        }
        match role {
            SeatRole::Host => {}
            SeatRole::Player => self.host_gives_up(&heroes),
            SeatRole::Spectator if heroes.is_empty() => {}
            SeatRole::Spectator => return Err(NotSeated::Spectator),
        }
        let mut once: Vec<CharacterId> = Vec::new();
        heroes.into_iter().for_each(|hero| {
            if !once.contains(&hero) {
                once.push(hero);
            }
        });
        self.present_seat(seat)?.character_ids = once;
        self.guests.iter_mut().filter(|guest| guest.seat.id == *seat).for_each(|guest| guest.brings_hero = false);
        self.drop_stale_parts();
        Ok(())
    }

    /// Removes heroes who are no longer in the session from the seats that acted for them.
    pub fn forget_heroes(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        let guests = self.guests.iter_mut().map(|guest| &mut guest.seat);
        self.host.iter_mut().chain(guests).for_each(|seat| seat.character_ids.retain(|id| !is_gone(id)));
        self.drop_parts_of(is_gone);
    }

    /// Makes a guest a player or a spectator, who acts for no hero.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`].
    pub fn set_role(&mut self, seat: &SeatId, role: SeatRole) -> Result<(), NotSeated> {
        let guest = self.guest_mut(seat)?;
        guest.seat.role = role;
        if role == SeatRole::Spectator {
            guest.seat.character_ids.clear();
            self.drop_stale_parts();
        }
        Ok(())
    }

    pub(super) fn host_gives_up(&mut self, heroes: &[CharacterId]) {
        if let Some(host) = &mut self.host {
            host.character_ids.retain(|hero| !heroes.contains(hero));
        }
    }

    fn present_seat(&mut self, id: &SeatId) -> Result<&mut Seat, NotSeated> {
        let guests = self.guests.iter_mut().map(|guest| &mut guest.seat);
        let mut present = self.host.iter_mut().chain(guests).filter(|seat| seat.state != Presence::Gone);
        present.find(|seat| seat.id == *id).ok_or(NotSeated::Unknown)
    }

    fn guest_mut(&mut self, id: &SeatId) -> Result<&mut GuestSeat, NotSeated> {
        let mut present = self.guests.iter_mut().filter(|guest| guest.seat.state != Presence::Gone);
        present.find(|guest| guest.seat.id == *id).ok_or(NotSeated::Unknown)
    }

    /// A name that no one at the table has: this one, or with a number.
    pub(super) fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| self.present().any(|seat| fold(&seat.name) == fold(name));
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_else(|| name.to_owned())
    }

    pub(super) fn forget_long_gone(&mut self) {
        let n_gone = self.guests.iter().filter(|guest| guest.seat.state == Presence::Gone).count();
        let mut n_surplus = n_gone.saturating_sub(MAX_GONE);
        self.guests.retain(|guest| {
            let is_forgotten = n_surplus > 0 && guest.seat.state == Presence::Gone;
            n_surplus -= usize::from(is_forgotten);
            !is_forgotten
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{NOW, guest, later, roster},
        *,
    };

    #[test]
    fn a_guest_acts_for_the_hero_they_took_until_they_leave() {
        let mut roster = roster();
        let seat = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().clone();
        assert_eq!(roster.holder(&"mira".into()), Some(&seat));
        assert_eq!(roster.seat_of("secret of Ana"), Some(&seat));

        assert_eq!(roster.join("players", guest("Ben", Some("mira")), NOW), Err(NotSeated::HeroTaken));
        roster.leave(&seat.id, later(1)).unwrap();

        assert_eq!((roster.seat_of("secret of Ana"), roster.holder(&"mira".into())), (None, None));
        assert_eq!(roster.leave(&seat.id, later(1)), Err(NotSeated::Unknown));
        roster.join("players", guest("Ben", Some("mira")), NOW).unwrap();
    }

    #[test]
    fn each_hero_is_acted_for_by_its_guest_and_otherwise_by_the_host() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", Some("mira")), NOW).unwrap().id.clone();
        let ben = roster.join("watch", guest("Ben", None), NOW).unwrap().id.clone();
        let may = |roster: &Roster, guest: Option<&SeatId>, hero: &str| roster.may_act(guest, &hero.into());
        let rights = |roster: &Roster, hero: &str| [Some(&ana), Some(&ben), None].map(|who| may(roster, who, hero));
        assert_eq!(rights(&roster, "mira"), [true, false, false]);
        assert_eq!(rights(&roster, "brakka"), [false, false, true]);
        assert_eq!(rights(&roster, "nobodys"), [false, false, true]);

        roster.set_away(&ana, true, NOW).unwrap();
        assert_eq!(rights(&roster, "mira"), [true, false, true]);
        roster.leave(&ana, NOW).unwrap();
        assert_eq!(rights(&roster, "mira"), [false, false, true]);

        assert_eq!(roster.give_heroes(&ben, vec!["mira".into()]), Err(NotSeated::Spectator));
        roster.set_role(&ben, SeatRole::Player).unwrap();
        roster.give_heroes(&ben, vec!["brakka".into()]).unwrap();
        assert_eq!(rights(&roster, "brakka"), [false, true, false], "the host handed it over");
    }

    #[test]
    fn a_spectator_takes_no_hero_and_a_name_is_one_persons() {
        let mut roster = roster();
        let spectator = roster.join("watch", guest("host", Some("mira")), NOW).unwrap();
        assert_eq!((spectator.name.as_str(), spectator.character_ids.len()), ("host 2", 0));
        let id = roster.join("players", guest("Ana", None), NOW).unwrap().id.clone();
        roster.rename(&id, "HOST").unwrap();
        assert_eq!(roster.seat_of("secret of Ana").unwrap().name, "HOST 3");
    }
}
