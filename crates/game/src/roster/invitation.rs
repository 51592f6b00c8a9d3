//! Invitations, and the guests who come with them.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    id::{CharacterId, InvitationId, SeatId},
    limits::MAX_HEROES,
};

use super::{
    NotSeated, Roster, Seat,
    seat::{GuestSeat, Presence, SeatRole},
};

/// The most spectators of a table.
const MAX_SPECTATORS: usize = 20;
/// The most invitations that are open at once.
pub(super) const MAX_INVITATIONS: usize = 50;
/// The most guests that one invitation lets in.
pub const MAX_USES: u32 = 100;
/// How long an invitation is open if the host says nothing else.
pub const OPEN_FOR: SignedDuration = SignedDuration::from_hours(24);
/// The longest that an invitation may be open.
pub const MAX_OPEN_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);

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
    /// The role of guests who join with it; never [`SeatRole::Host`].
    pub role: SeatRole,
    /// The hero it is for; any free one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_id: Option<CharacterId>,
    /// When it expires.
    pub expires_at: Timestamp,
    /// Maximum number of guests.
    pub uses: u32,
    /// How many came with it.
    #[serde(default)]
    pub used: u32,
    /// The hash of its secret.
    secret: SecretHash,
}

/// The settings of a new invitation.
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
    /// Maximum number of guests.
    pub uses: u32,
    /// The hash of its secret.
    pub secret: SecretHash,
}

/// A guest who joins a table.
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
    /// The invitations that let guests in at this time.
    pub fn open_invitations(&self, now: Timestamp) -> impl Iterator<Item = &Invitation> {
        self.invitations.iter().filter(move |invitation| invitation.is_open(now))
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

    /// The invitation with this secret, also if it has ended, as long as it is stored.
    pub fn any_invitation_of(&self, secret: &str) -> Option<&Invitation> {
        let hash = SecretHash::of(secret);
        self.invitations.iter().find(|invitation| invitation.secret == hash)
    }

    /// The invitation with this secret, if it lets someone in.
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
        // A guest who leaves and joins again by the same link must not get the cap again.
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

    /// Undoes the joining of a guest: the invitation no longer counts them.
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
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{NOW, guest, invite, later, roster},
        *,
    };

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
    fn the_hero_of_the_host_is_taken_until_the_host_invites_someone_for_it() {
        let mut roster = roster();
        assert_eq!(roster.join("players", guest("Ana", Some("brakka")), NOW), Err(NotSeated::HeroTaken));
        roster.invite(invite("brakka", SeatRole::Player, Some("brakka"), 1), NOW).unwrap();
        roster.join("brakka", guest("Ana", Some("brakka")), NOW).unwrap();
        assert_eq!(roster.invite(invite("again", SeatRole::Player, Some("brakka"), 1), NOW), Err(NotSeated::HeroTaken));
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
