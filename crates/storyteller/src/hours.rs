//! Parts of the day by the hour, for all texts about light and dark.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayPart {
    SmallHours,
    Morning,
    Forenoon,
    Afternoon,
    Evening,
    Night,
}

/// The hours at which the parts of a day begin, the last first.
const BEGINNINGS: [(u32, DayPart); 6] = [
    (21, DayPart::Night),
    (17, DayPart::Evening),
    (12, DayPart::Afternoon),
    (9, DayPart::Forenoon),
    (5, DayPart::Morning),
    (0, DayPart::SmallHours),
];

impl DayPart {
    pub(super) fn of_hour(hour: u32) -> Self {
        BEGINNINGS.iter().find(|(from, _)| *from <= hour % 24).map_or(Self::SmallHours, |(_, part)| *part)
    }

    /// The part of a time in minutes since midnight.
    pub(super) fn of_minute(minute: u32) -> Self {
        Self::of_hour(minute / 60)
    }

    /// The light of it, as lines ask for it.
    pub(super) fn fact(self) -> &'static str {
        match self {
            Self::Morning => "morning",
            Self::Forenoon | Self::Afternoon => "day",
            Self::Evening => "evening",
            Self::Night | Self::SmallHours => "night",
        }
    }

    pub(super) fn is_dark(self) -> bool {
        matches!(self, Self::Night | Self::SmallHours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hour_has_one_light() {
        let facts: Vec<&str> = (0..24).map(|hour| DayPart::of_hour(hour).fact()).collect();
        assert_eq!(
            (facts[4], facts[5], facts[6], facts[9], facts[17], facts[21]),
            ("night", "morning", "morning", "day", "evening", "night")
        );
        for hour in 0..24 {
            let part = DayPart::of_minute(hour * 60 + 59);
            assert_eq!(part.is_dark(), part.fact() == "night", "{hour}");
        }
    }
}
