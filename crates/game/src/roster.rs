//! The roster of a session: seats, and invitations for guests.
//!
//! A roster is kept apart from the turns of its session, so that coming and going disturbs no turn. It knows secrets only as hashes.

mod invitation;
mod round;
mod rules;
mod seat;

use invitation::MAX_INVITATIONS;
pub use invitation::{Guest, Invitation, Invite, MAX_OPEN_FOR, MAX_USES, OPEN_FOR, SecretHash};
pub use round::{NotTaken, Round, RoundPart};
pub use rules::{Allowance, ROUND_WAITS_FOR, TableMode, TableRules};
use seat::GuestSeat;
pub use seat::{Presence, Seat, SeatRole};

use serde::{Deserialize, Serialize};

use crate::id::SeatId;

/// The most characters of a seat's name.
pub const MAX_NAME: usize = 40;
/// The id of the host's seat.
pub const HOST: &str = "host";

/// People and invitations of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Roster {
    /// Number of times it was saved.
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

impl Roster {
    /// Everyone who is or was at the table, the host first.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.host.iter().chain(self.guests.iter().map(|guest| &guest.seat))
    }

    /// Everyone who has not left.
    pub fn present(&self) -> impl Iterator<Item = &Seat> {
        self.seats().filter(|seat| seat.state != Presence::Gone)
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

    /// The seat that a secret opens.
    pub fn seat_of(&self, secret: &str) -> Option<&Seat> {
        // Hashes are compared, so the time that a comparison takes says nothing about the secret.
        let hash = SecretHash::of(secret);
        self.guests.iter().find(|guest| guest.secret.as_ref() == Some(&hash)).map(|guest| &guest.seat)
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::*;
    use crate::id::CharacterId;

    pub(super) const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    pub(super) fn later(hours: i64) -> Timestamp {
        NOW + SignedDuration::from_hours(hours)
    }

    pub(super) fn invite(id: &str, role: SeatRole, hero: Option<&str>, uses: u32) -> Invite {
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
}
