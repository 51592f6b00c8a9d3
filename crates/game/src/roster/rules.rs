//! Settings of a table by its host, and the spending of guests.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How long a round waits for those who say nothing, if the host sets nothing else.
pub const ROUND_WAITS_FOR: SignedDuration = SignedDuration::from_mins(2);

/// In which order words are played.
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
    /// The most that the words of each guest may cost the host, in pico-dollars; none is no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_per_seat_pico_usd: Option<u64>,
    /// In which order words are played.
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
