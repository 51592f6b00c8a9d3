//! Settings of a table by its host, and the spending of guests.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::SeatId;

use super::Roster;

/// How long a round waits for those who say nothing, if the host sets nothing else.
pub const ROUND_WAITS_FOR: SignedDuration = SignedDuration::from_mins(2);

/// The order in which messages are played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TableMode {
    /// In the order they come.
    #[default]
    Free,
    /// Everyone sends what their hero does, and all of it is one turn.
    Rounds,
}

/// How a table is played, as its host sets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableRules {
    /// Whether spectators may talk to the others.
    pub spectators_talk: bool,
    /// The cap on each guest's cost to the host, in pico-dollars; none if there is no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_per_seat_pico_usd: Option<u64>,
    /// The order in which messages are played.
    #[serde(default)]
    pub mode: TableMode,
    /// How long a round waits for those who say nothing.
    #[serde(default = "round_waits_for", with = "seconds")]
    pub away_after: SignedDuration,
}

impl Default for TableRules {
    fn default() -> Self {
        Self { spectators_talk: false, cap_per_seat_pico_usd: None, mode: TableMode::Free, away_after: ROUND_WAITS_FOR }
    }
}

impl TableRules {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

fn round_waits_for() -> SignedDuration {
    ROUND_WAITS_FOR
}

mod seconds {
    use jiff::SignedDuration;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &SignedDuration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(time.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(value: D) -> Result<SignedDuration, D::Error> {
        i64::deserialize(value).map(SignedDuration::from_secs)
    }
}

/// A guest's cap and spending, in pico-dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The cap.
    pub cap: u64,
    pub spent: u64,
}

impl Allowance {
    /// Whether nothing is left of it.
    pub fn is_used_up(&self) -> bool {
        self.spent >= self.cap
    }
}

impl Roster {
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

    /// A guest's spending cap and spending; `None` without a cap.
    pub fn allowance(&self, guest: &SeatId) -> Option<Allowance> {
        let cap = self.rules.cap_per_seat_pico_usd?;
        Some(Allowance { cap, spent: self.spent(guest) })
    }

    /// The cost of a guest's turns.
    pub fn spent(&self, guest: &SeatId) -> u64 {
        self.guests.iter().find(|other| other.seat.id == *guest).map_or(0, |guest| guest.spent_pico_usd)
    }

    /// Counts what a guest's turn has cost.
    pub fn charge(&mut self, guest: &SeatId, cost: u64) {
        let guest = self.guests.iter_mut().find(|other| other.seat.id == *guest);
        guest.into_iter().for_each(|guest| guest.spent_pico_usd = guest.spent_pico_usd.saturating_add(cost));
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{NOW, guest, roster},
        *,
    };

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
}
