//! Words for how long ago something was.

use super::{hours::DayPart, prose::capitalised, table::Table};

/// A day as one speaks of it.
pub(super) fn day(table: &Table, day: u32) -> String {
    match table.day.saturating_sub(day) {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        n => format!("{} days ago", capitalised(&number(n))),
    }
}

/// The time of the event, relative to now.
pub(super) fn when(table: &Table, (day, hour, minute): (u32, u32, u32)) -> String {
    let (now, then) = (table.hour * 60 + table.minute, hour * 60 + minute);
    let part = match (hour, DayPart::of_hour(hour)) {
        (11..=13, _) => "midday",
        (_, DayPart::SmallHours) => "small hours",
        (_, DayPart::Morning | DayPart::Forenoon) => "morning",
        (_, DayPart::Afternoon) => "afternoon",
        (_, DayPart::Evening) => "evening",
        (_, DayPart::Night) => "night",
    };
    match (table.day.saturating_sub(day), now.saturating_sub(then), part) {
        (0, 0..=20, _) => "Only just now".to_owned(),
        (0, 21..=75, _) => "Within the hour".to_owned(),
        (0, 76..=240, _) => "A few hours ago".to_owned(),
        (0, _, "midday") => "About midday today".to_owned(),
        (0, _, "small hours") => "In the small hours of today".to_owned(),
        (0, ..) => format!("This {part}"),
        (1, _, "midday") => "Yesterday about midday".to_owned(),
        (1, _, "night") => "Last night".to_owned(),
        (1, _, "small hours") => "In the small hours of yesterday".to_owned(),
        (1, ..) => format!("Yesterday {part}"),
        (n, ..) => format!("{} days ago", capitalised(&number(n))),
    }
}

fn number(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_said_from_where_the_hero_stands() {
        let now = Table { day: 4, hour: 20, minute: 0, ..Table::default() };
        for (then, said) in [
            ((4, 19, 50), "Only just now"),
            ((4, 18, 30), "A few hours ago"),
            ((4, 9, 0), "This morning"),
            ((3, 9, 0), "Yesterday morning"),
            ((3, 23, 0), "Last night"),
            ((2, 9, 0), "Two days ago"),
        ] {
            assert_eq!(when(&now, then), said);
        }
        assert_eq!(
            (day(&now, 4), day(&now, 3), day(&now, 1)),
            ("Today".into(), "Yesterday".into(), "Three days ago".into())
        );
    }
}
