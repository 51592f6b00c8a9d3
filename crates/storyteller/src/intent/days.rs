//! Parses relative days: yesterday, two days ago, on the third day.

/// The day a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Day {
    /// Counted from the beginning of the story, which is 1.
    On(u32),
    Ago(u32),
}

const DAYS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const COUNTED: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The text without the day it speaks of, and the day.
pub(super) fn without_day(text: &str) -> (String, Option<Day>) {
    let padded = format!("{text} ");
    let cut = |phrase: &str| padded.replacen(phrase, " ", 1).trim().to_owned();
    for (phrase, ago) in
        [(" the day before yesterday ", 2), (" yesterday ", 1), (" last night ", 1), (" a day ago ", 1)]
    {
        if padded.contains(phrase) {
            return (cut(phrase), Some(Day::Ago(ago)));
        }
    }
    for (n, word) in (0..).zip(COUNTED) {
        for phrase in [format!(" {word} days ago "), format!(" {n} days ago ")] {
            if n > 1 && padded.contains(&phrase) {
                return (cut(&phrase), Some(Day::Ago(n)));
            }
        }
    }
    for (n, word) in (1..).zip(DAYS) {
        for phrase in [
            format!(" on the {word} day "),
            format!(" on day {n} "),
            format!(" on day {} ", COUNTED.get(n).unwrap_or(&"ten")),
        ] {
            if padded.contains(&phrase) {
                return (cut(&phrase), u32::try_from(n).ok().map(Day::On));
            }
        }
    }
    (text.to_owned(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_understood_however_it_is_counted() {
        for (text, rest, day) in [
            ("what happened yesterday", "what happened", Some(Day::Ago(1))),
            ("what happened on day 3", "what happened", Some(Day::On(3))),
            ("what did marta say on the second day", "what did marta say", Some(Day::On(2))),
            ("what did i do two days ago", "what did i do", Some(Day::Ago(2))),
            ("what did marta say", "what did marta say", None),
        ] {
            assert_eq!(without_day(text), (rest.to_owned(), day));
        }
    }
}
