//! Conditions of lines: a line that requires another time or place is left out.

use super::{hours::DayPart, play::Play};

impl Play<'_> {
    /// What is so where the hero is now: the surroundings, the time of day, the weather, whether anybody lives here.
    pub(super) fn facts(&self) -> Vec<&'static str> {
        const WET: [&str; 8] = ["rain", "snow", "storm", "fog", "mist", "frost", "thaw", "drizzle"];
        let mut facts = self.world.kind(&self.table.location).surroundings().to_vec();
        facts.push(DayPart::of_minute(self.minute_of_day()).fact());
        let told = format!("{} {}", self.table.background, self.reading.table.scene).to_lowercase();
        facts.push(if WET.iter().any(|word| told.contains(word)) { "wet" } else { "dry" });
        let alone = self.world.people(&self.table.location).is_empty();
        facts.push(if alone { "alone" } else { "people" });
        facts
    }

    /// The minutes that have gone by in this turn: those to be written down, and those of rests.
    pub(super) fn minutes_gone(&self) -> u32 {
        self.effects.minutes + self.rested
    }

    /// The time by what has gone by in this turn, in minutes since midnight.
    pub(super) fn minute_of_day(&self) -> u32 {
        (self.table.hour * 60 + self.table.minute + self.minutes_gone()) % (24 * 60)
    }
}
