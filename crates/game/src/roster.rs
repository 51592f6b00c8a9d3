//! The roster of a session: seats, and invitations for guests.
//!
//! A roster is kept apart from the turns of its session, so that coming and going disturbs no turn. It knows secrets only as hashes.

mod round;
mod rules;

pub use round::{NotTaken, Round, RoundPart};
pub use rules::{Allowance, ROUND_WAITS_FOR, TableMode, TableRules};

use jiff::{SignedDuration, Timestamp};
use language::folding::fold;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::{
    id::{CharacterId, InvitationId, SeatId},
    room::MAX_HEROES,
};

/// The most characters of a seat's name.
pub const MAX_NAME: usize = 40;
/// The most spectators of a table.
pub const MAX_SPECTATORS: usize = 20;
/// The most invitations that are open at once.
pub const MAX_INVITATIONS: usize = 50;
/// The most guests that one invitation lets in.
pub const MAX_USES: u32 = 100;
/// The id of the host's seat.
pub const HOST: &str = "host";
/// How long an invitation is open if the host says nothing else.
pub const OPEN_FOR: SignedDuration = SignedDuration::from_hours(24);
/// The longest that an invitation may be open.
pub const MAX_OPEN_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);
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
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
}

/// A guest's seat with the key to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GuestSeat {
    #[serde(flatten)]
    seat: Seat,
    /// The hash of the guest's secret; `None` once they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<SecretHash>,
    /// The invitation they came with.
    invitation: InvitationId,
    /// Whether a new hero is on the way to the session with them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    brings_hero: bool,
    /// What their turns have cost the host, in pico-dollars.
    #[serde(default, skip_serializing_if = "is_zero")]
    spent_pico_usd: u64,
}

fn is_zero(amount: &u64) -> bool {
    *amount == 0
}

/// The SHA-256 of a secret, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretHash(String);

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// Unique in its session.
    pub id: InvitationId,
    /// What guests who come with it may do; never [`SeatRole::Host`].
    pub role: SeatRole,
    /// The hero it is for; any free one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_id: Option<CharacterId>,
    /// When it ends.
    pub expires_at: Timestamp,
    /// How many guests it lets in.
    pub uses: u32,
    /// How many came with it.
    #[serde(default)]
    pub used: u32,
    /// The hash of its secret.
    secret: SecretHash,
}

/// People and invitations of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Roster {
    /// How often it was saved.
    #[serde(default)]
    pub version: u64,
    /// The player who owns the session.
    #[serde(default)]
    owner: String,
    /// The host's seat, from the first invitation on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<Seat>,
    /// Guests, in the order they came.
    #[serde(default)]
    guests: Vec<GuestSeat>,
    /// Open invitations.
    #[serde(default)]
    invitations: Vec<Invitation>,
    /// How the table is played.
    #[serde(default, skip_serializing_if = "TableRules::is_default")]
    rules: TableRules,
    /// The round that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<Round>,
    /// The one before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended_round: Option<round::EndedRound>,
}

/// What a new invitation is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// Its id.
    pub id: InvitationId,
    /// [`SeatRole::Player`] or [`SeatRole::Spectator`].
    pub role: SeatRole,
    /// The hero it is for.
    pub character_id: Option<CharacterId>,
    /// How long it is open.
    pub open_for: SignedDuration,
    /// How many guests it lets in.
    pub uses: u32,
    /// The hash of its secret.
    pub secret: SecretHash,
}

/// Who comes to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The id of the seat.
    pub id: SeatId,
    /// The name they give.
    pub name: String,
    /// The hero they take; `None` for spectators, and for those who bring one.
    pub character_id: Option<CharacterId>,
    /// How many heroes the session has already; `None` if they bring none.
    pub n_heroes_before: Option<usize>,
    /// The hash of the secret that is theirs from now on.
    pub secret: SecretHash,
}

/// Why a roster stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSeated {
    /// No invitation has this secret, or it has expired, was revoked, or has let in as many as it may.
    #[error("This invitation is over. Ask your host for a new one.")]
    InvitationOver,
    /// Someone else acts for this hero.
    #[error("Someone else plays this hero already. Choose another one, or make your own.")]
    HeroTaken,
    /// The invitation is for another hero.
    #[error("This invitation is for another hero.")]
    OtherHero,
    /// There is no room.
    #[error("This table is full.")]
    TableFull,
    /// Too many invitations are open.
    #[error("{MAX_INVITATIONS} invitations are open. Revoke one first.")]
    TooManyInvitations,
    /// A spectator acts for no hero.
    #[error("A spectator plays no hero. Make them a player first.")]
    Spectator,
    /// There is no such seat or invitation.
    #[error("There is no such seat or invitation at this table.")]
    Unknown,
}

impl SecretHash {
    /// The hash of a secret.
    pub fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Hashes of secrets stay out of logs.
impl std::fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

impl Invitation {
    fn is_open(&self, now: Timestamp) -> bool {
        now < self.expires_at && self.used < self.uses
    }
}

impl Roster {
    /// Everyone who is or was at the table, the host first.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.host.iter().chain(self.guests.iter().map(|guest| &guest.seat))
    }

    /// Everyone who has not left.
    pub fn present(&self) -> impl Iterator<Item = &Seat> {
        self.seats().filter(|seat| seat.state != Presence::Gone)
    }

    /// The seat that a secret opens.
    pub fn seat_of(&self, secret: &str) -> Option<&Seat> {
        // Hashes are compared, so the time that a comparison takes says nothing about the secret.
        let hash = SecretHash::of(secret);
        self.guests.iter().find(|guest| guest.secret.as_ref() == Some(&hash)).map(|guest| &guest.seat)
    }

    /// Who acts for a hero; `None` means that the host does.
    pub fn holder(&self, hero: &CharacterId) -> Option<&Seat> {
        self.present().find(|seat| seat.character_ids.contains(hero))
    }

    /// The invitations that let guests in at this time.
    pub fn open_invitations(&self, now: Timestamp) -> impl Iterator<Item = &Invitation> {
        self.invitations.iter().filter(move |invitation| invitation.is_open(now))
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

    /// The player who owns the session; empty until the host has a seat.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The host's seat.
    pub fn host(&self) -> Option<&Seat> {
        self.host.as_ref()
    }

    /// The guest who has this seat now.
    pub fn guest(&self, id: &SeatId) -> Option<&Seat> {
        self.present().find(|seat| seat.id == *id && seat.role != SeatRole::Host)
    }

    /// How the table is played.
    pub fn rules(&self) -> &TableRules {
        &self.rules
    }

    /// Sets how the table is played.
    pub fn set_rules(&mut self, rules: TableRules) {
        if rules.mode != TableMode::Rounds {
            self.end_open_round();
        }
        self.rules = rules;
    }

    /// What a guest's words may cost and have cost; `None` without a cap.
    pub fn allowance(&self, guest: &SeatId) -> Option<Allowance> {
        let cap = self.rules.cap_per_seat_pico_usd?;
        Some(Allowance { cap, spent: self.spent(guest) })
    }

    /// What the turns of a guest have cost.
    pub fn spent(&self, guest: &SeatId) -> u64 {
        self.guests.iter().find(|other| other.seat.id == *guest).map_or(0, |guest| guest.spent_pico_usd)
    }

    /// Counts what a guest's turn has cost.
    pub fn charge(&mut self, guest: &SeatId, cost: u64) {
        let guest = self.guests.iter_mut().find(|other| other.seat.id == *guest);
        guest.into_iter().for_each(|guest| guest.spent_pico_usd = guest.spent_pico_usd.saturating_add(cost));
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

    /// Adds an invitation. Those that are over are forgotten. The host gives up the hero that it is for.
    ///
    /// # Errors
    /// [`NotSeated::HeroTaken`], [`NotSeated::TooManyInvitations`].
    pub fn invite(&mut self, invite: Invite, now: Timestamp) -> Result<&Invitation, NotSeated> {
        let Invite { id, role, character_id, open_for, uses, secret } = invite;
        if character_id.as_ref().and_then(|hero| self.holder(hero)).is_some_and(|seat| seat.role != SeatRole::Host) {
            return Err(NotSeated::HeroTaken);
        }
        self.invitations.retain(|invitation| invitation.is_open(now));
        if self.invitations.len() >= MAX_INVITATIONS {
            return Err(NotSeated::TooManyInvitations);
        }
        let expires_at = now.saturating_add(open_for.min(MAX_OPEN_FOR)).unwrap_or(Timestamp::MAX);
        let uses = uses.clamp(1, MAX_USES);
        self.host_gives_up(character_id.as_slice());
        self.invitations.push(Invitation { id, role, character_id, expires_at, uses, used: 0, secret });
        self.invitations.last().ok_or(NotSeated::Unknown)
    }

    /// Ends an invitation, and removes those who came with it if `with_guests`. Answers their seats.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`].
    pub fn revoke(&mut self, id: &InvitationId, with_guests: bool, now: Timestamp) -> Result<Vec<SeatId>, NotSeated> {
        let before = self.invitations.len();
        self.invitations.retain(|invitation| invitation.id != *id);
        let is_known = self.invitations.len() < before;
        let is_removed =
            |guest: &&mut GuestSeat| with_guests && guest.invitation == *id && guest.seat.state != Presence::Gone;
        let mut removed = Vec::new();
        for guest in self.guests.iter_mut().filter(is_removed) {
            guest.leave(now);
            removed.push(guest.seat.id.clone());
        }
        self.drop_stale_parts();
        if is_known || !removed.is_empty() { Ok(removed) } else { Err(NotSeated::Unknown) }
    }

    /// The invitation with this secret, also if it lets nobody in any more, as long as it is remembered.
    pub fn any_invitation_of(&self, secret: &str) -> Option<&Invitation> {
        let hash = SecretHash::of(secret);
        self.invitations.iter().find(|invitation| invitation.secret == hash)
    }

    /// The invitation with this secret, if it lets somebody in.
    ///
    /// # Errors
    /// [`NotSeated::InvitationOver`].
    pub fn invitation_of(&self, secret: &str, now: Timestamp) -> Result<&Invitation, NotSeated> {
        let found = self.any_invitation_of(secret).filter(|invitation| invitation.is_open(now));
        found.ok_or(NotSeated::InvitationOver)
    }

    /// Seats a guest who came with an invitation. A name that someone at the table has gets a number.
    ///
    /// # Errors
    /// [`NotSeated::InvitationOver`], [`NotSeated::HeroTaken`], [`NotSeated::OtherHero`], [`NotSeated::TableFull`].
    pub fn join(&mut self, invitation: &str, guest: Guest, now: Timestamp) -> Result<&Seat, NotSeated> {
        let Invitation { id: invitation, role, character_id: meant, .. } = self.invitation_of(invitation, now)?.clone();
        let Guest { id, name, character_id, n_heroes_before, secret } = guest;
        let character_id = match role {
            SeatRole::Spectator => None,
            SeatRole::Host | SeatRole::Player => character_id,
        };
        if let (Some(meant), Some(hero)) = (&meant, &character_id)
            && meant != hero
        {
            return Err(NotSeated::OtherHero);
        }
        if character_id.as_ref().is_some_and(|hero| self.holder(hero).is_some()) {
            return Err(NotSeated::HeroTaken);
        }
        // New heroes join only after the turn that plays; until then they count here, so that no seat is given without room for its hero.
        let n_coming = self.guests.iter().filter(|guest| guest.brings_hero).count();
        if n_heroes_before.is_some_and(|n_heroes| n_heroes + n_coming >= MAX_HEROES) {
            return Err(NotSeated::TableFull);
        }
        let most = if role == SeatRole::Spectator { MAX_SPECTATORS } else { MAX_HEROES };
        if self.present().filter(|seat| (seat.role == SeatRole::Spectator) == (role == SeatRole::Spectator)).count()
            >= most
        {
            return Err(NotSeated::TableFull);
        }
        if let Some(used) = self.invitations.iter_mut().find(|other| other.id == invitation) {
            used.used = used.used.saturating_add(1);
        }
        let (name, character_ids) = (self.free_name(&name), character_id.into_iter().collect());
        let seat = Seat { id, name, role, character_ids, state: Presence::Here, since: now };
        // A guest who leaves and joins again by the same link must not get the cap anew.
        let gone = self.guests.iter().filter(|guest| guest.invitation == invitation && guest.secret.is_none());
        let spent_pico_usd = gone.map(|guest| guest.spent_pico_usd).max().unwrap_or_default();
        self.forget_long_gone();
        self.guests.push(GuestSeat {
            seat,
            secret: Some(secret),
            invitation,
            brings_hero: n_heroes_before.is_some(),
            spent_pico_usd,
        });
        self.guests.last().map(|guest| &guest.seat).ok_or(NotSeated::Unknown)
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

    /// Takes heroes who are no longer in the session from those who acted for them.
    pub fn forget_heroes(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        let guests = self.guests.iter_mut().map(|guest| &mut guest.seat);
        self.host.iter_mut().chain(guests).for_each(|seat| seat.character_ids.retain(|id| !is_gone(id)));
        self.drop_parts_of(is_gone);
    }

    /// Takes back that a guest has joined: the invitation counts them no more.
    ///
    /// # Errors
    /// [`NotSeated::Unknown`].
    pub fn take_back(&mut self, seat: &SeatId) -> Result<(), NotSeated> {
        let at = self.guests.iter().position(|guest| guest.seat.id == *seat).ok_or(NotSeated::Unknown)?;
        let GuestSeat { invitation, .. } = self.guests.remove(at);
        let used = self.invitations.iter_mut().find(|other| other.id == invitation);
        used.into_iter().for_each(|invitation| invitation.used = invitation.used.saturating_sub(1));
        Ok(())
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

    fn host_gives_up(&mut self, heroes: &[CharacterId]) {
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
    fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| self.present().any(|seat| fold(&seat.name) == fold(name));
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_else(|| name.to_owned())
    }

    fn forget_long_gone(&mut self) {
        let n_gone = self.guests.iter().filter(|guest| guest.seat.state == Presence::Gone).count();
        let mut n_surplus = n_gone.saturating_sub(MAX_GONE);
        self.guests.retain(|guest| {
            let is_forgotten = n_surplus > 0 && guest.seat.state == Presence::Gone;
            n_surplus -= usize::from(is_forgotten);
            !is_forgotten
        });
    }
}

impl GuestSeat {
    fn leave(&mut self, now: Timestamp) {
        (self.secret, self.brings_hero) = (None, false);
        self.seat.character_ids.clear();
        (self.seat.state, self.seat.since) = (Presence::Gone, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn later(hours: i64) -> Timestamp {
        NOW + SignedDuration::from_hours(hours)
    }

    fn invite(id: &str, role: SeatRole, hero: Option<&str>, uses: u32) -> Invite {
        let character_id = hero.map(CharacterId::from);
        Invite { id: id.into(), role, character_id, open_for: OPEN_FOR, uses, secret: SecretHash::of(id) }
    }

    pub(super) fn guest(name: &str, hero: Option<&str>) -> Guest {
        let secret = SecretHash::of(&format!("secret of {name}"));
        Guest {
            id: format!("seat-{name}").into(),
            name: name.to_owned(),
            character_id: hero.map(CharacterId::from),
            n_heroes_before: None,
            secret,
        }
    }

    pub(super) fn roster() -> Roster {
        let mut roster = Roster::default();
        roster.seat_host("local", "Host", Some("brakka".into()), NOW);
        roster.invite(invite("players", SeatRole::Player, None, 10), NOW).unwrap();
        roster.invite(invite("watch", SeatRole::Spectator, None, 1), NOW).unwrap();
        roster
    }

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
    fn the_hero_of_the_host_is_taken_until_the_host_invites_someone_for_it() {
        let mut roster = roster();
        assert_eq!(roster.join("players", guest("Ana", Some("brakka")), NOW), Err(NotSeated::HeroTaken));
        roster.invite(invite("brakka", SeatRole::Player, Some("brakka"), 1), NOW).unwrap();
        roster.join("brakka", guest("Ana", Some("brakka")), NOW).unwrap();
        assert_eq!(roster.invite(invite("again", SeatRole::Player, Some("brakka"), 1), NOW), Err(NotSeated::HeroTaken));
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
    fn an_invitation_ends_by_time_by_use_and_by_the_host() {
        let mut roster = roster();
        let over = Err(NotSeated::InvitationOver);
        assert_eq!(roster.join("players", guest("Ana", None), later(24)), over);
        roster.join("watch", guest("Ben", None), NOW).unwrap();
        assert_eq!(roster.join("watch", guest("Cleo", None), NOW), over);
        assert_eq!(roster.join("guessed", guest("Dan", None), NOW), over);

        roster.join("players", guest("Ana", None), NOW).unwrap();
        roster.revoke(&"players".into(), false, NOW).unwrap();

        assert_eq!(roster.join("players", guest("Eli", None), NOW), over);
        assert!(roster.seat_of("secret of Ana").is_some());
        roster.revoke(&"players".into(), true, NOW).unwrap();
        assert_eq!(roster.seat_of("secret of Ana"), None);
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

    #[test]
    fn a_table_has_six_players_at_most() {
        let mut roster = roster();
        let names = ["Ana", "Ben", "Cleo", "Dan", "Eli"];
        for name in names {
            roster.join("players", guest(name, None), NOW).unwrap();
        }
        assert_eq!(roster.join("players", guest("Fay", None), NOW), Err(NotSeated::TableFull));
        roster.join("watch", guest("Fay", None), NOW).unwrap();
    }

    #[test]
    fn what_a_guest_costs_is_counted_against_the_cap() {
        let mut roster = roster();
        let ana = roster.join("players", guest("Ana", None), NOW).unwrap().id.clone();
        roster.charge(&ana, 30);
        assert_eq!(roster.allowance(&ana), None);
        let before: Roster = serde_json::from_value(serde_json::to_value(&roster).unwrap()).unwrap();
        assert_eq!(before, roster);
        roster.set_rules(TableRules { cap_per_seat_pico_usd: Some(50), ..TableRules::default() });
        roster.charge(&ana, 12);
        assert_eq!(roster.allowance(&ana), Some(Allowance { cap: 50, spent: 42 }));
    }

    #[test]
    fn a_hero_on_the_way_takes_the_room_of_another_one() {
        let mut roster = roster();
        let bringing = |name: &str, n_heroes: usize| Guest { n_heroes_before: Some(n_heroes), ..guest(name, None) };
        let ana = roster.join("players", bringing("Ana", 5), NOW).unwrap().id.clone();
        assert_eq!(roster.join("players", bringing("Ben", 5), NOW), Err(NotSeated::TableFull));
        roster.join("players", guest("Cleo", Some("mira")), NOW).unwrap();
        roster.give_heroes(&ana, vec!["aya".into()]).unwrap();
        roster.join("players", bringing("Ben", 5), NOW).unwrap();
    }

    #[test]
    fn an_invitation_for_one_hero_is_for_no_other() {
        let mut roster = roster();
        roster.invite(invite("mira", SeatRole::Player, Some("mira"), 1), NOW).unwrap();
        assert_eq!(roster.join("mira", guest("Ana", Some("tam")), NOW), Err(NotSeated::OtherHero));
        roster.join("mira", guest("Ana", Some("mira")), NOW).unwrap();
    }

    #[test]
    fn a_roster_loads_as_it_was_saved_and_shows_no_hash_in_logs() {
        let mut roster = roster();
        roster.join("players", guest("Ana", Some("mira")), NOW).unwrap();
        let json = serde_json::to_string(&roster).unwrap();
        assert_eq!(serde_json::from_str::<Roster>(&json).unwrap(), roster);
        assert!(json.contains(&SecretHash::of("secret of Ana").0) && !json.contains("secret of Ana"));
        assert!(!format!("{roster:?}").contains(&SecretHash::of("players").0));
    }
}
