//! Game time.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A time of day on a day of the campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// From 1.
    pub day: u32,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
}

impl Default for Clock {
    /// Eight in the morning of the first day.
    fn default() -> Self {
        Self { day: 1, hour: 8, minute: 0 }
    }
}

impl Clock {
    /// Minutes since the first day began.
    pub fn minutes(self) -> u64 {
        (u64::from(self.day).saturating_sub(1) * 24 + u64::from(self.hour)) * 60 + u64::from(self.minute)
    }

    /// The time a number of minutes later.
    #[must_use]
    pub fn after(self, minutes: u32) -> Self {
        let total = u64::from(self.hour) * 60 + u64::from(self.minute) + u64::from(minutes);
        let day = u64::from(self.day) + total / (24 * 60);
        let of_day = total % (24 * 60);
        Self {
            day: u32::try_from(day).unwrap_or(u32::MAX),
            hour: u8::try_from(of_day / 60).unwrap_or(0),
            minute: u8::try_from(of_day % 60).unwrap_or(0),
        }
    }
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "day {}, {:02}:{:02}", self.day, self.hour, self.minute)
    }
}

/// A span of whole years, days or minutes in words: “1 minute”, “10 days”.
pub fn span_in_words(minutes: u32) -> String {
    const DAY: u32 = 24 * 60;
    const YEAR: u32 = 365 * DAY;
    let (n, unit) = match minutes {
        of if of >= YEAR && of % YEAR == 0 => (of / YEAR, "year"),
        of if of >= DAY && of % DAY == 0 => (of / DAY, "day"),
        of => (of, "minute"),
    };
    if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_past_half_past_eleven_at_night_is_the_next_day() {
        assert_eq!(Clock { day: 1, hour: 23, minute: 30 }.after(60), Clock { day: 2, hour: 0, minute: 30 });
    }
}
