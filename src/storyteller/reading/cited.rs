//! Lines that cite the past: `turn 12 (day 3, 14:30), told: what was told`.

/// Something that was said or told in a turn of the past.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::storyteller) struct Line {
    pub(in crate::storyteller) turn: u32,
    pub(in crate::storyteller) day: u32,
    pub(in crate::storyteller) hour: u32,
    pub(in crate::storyteller) minute: u32,
    /// Who said it; empty where it was told.
    pub(in crate::storyteller) who: String,
    /// Whether it was written down beside a telling.
    pub(in crate::storyteller) is_written: bool,
    /// The turn that told otherwise; none where it still holds.
    pub(in crate::storyteller) until: Option<u32>,
    pub(in crate::storyteller) text: String,
}

/// What stands before a note that was made before anything was played.
const AT_FIRST: &str = "before the first turn";
/// Labels of lines that nobody says.
const NOBODYS: [&str; 5] = ["told", "written down", "the player's note", "the player's wish", "as the player puts it"];

/// Reads a line; none where it cites nothing, or only says that it stands elsewhere. What was before the first turn is of turn 0.
pub(in crate::storyteller) fn read(line: &str) -> Option<Line> {
    let line = line.strip_prefix("pinned, ").map_or((line, false), |rest| (rest, true));
    let (line, is_pinned) = line;
    let (turn, [day, hour, minute], until, rest) = match line.strip_prefix(AT_FIRST) {
        Some(rest) => (0, [1, 0, 0], None, rest),
        None => {
            let (_, rest) = line.split_once(" (day ")?;
            let (at, rest) = rest.split_once(')')?;
            let mut numbers = at.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
            let until = at.split_once("until turn ").and_then(|(_, turn)| turn.parse().ok());
            (turn_of(line)?, [numbers.next()?, numbers.next()?, numbers.next()?], until, rest)
        }
    };
    let (who, text) = match rest.strip_prefix(", ") {
        Some(rest) => rest.split_once(": ")?,
        // What was pinned has no speaker.
        None if is_pinned => ("", rest.strip_prefix(": ")?),
        None => return None,
    };
    let is_written = who == "written down";
    let who = if NOBODYS.contains(&who) { String::new() } else { who.to_owned() };
    Some(Line { turn, day, hour, minute, who, is_written, until, text: text.trim().to_owned() })
}

/// The number of the turn a line is of.
pub(in crate::storyteller) fn turn_of(line: &str) -> Option<u32> {
    let rest = line.strip_prefix("turn ")?;
    rest.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_with_its_turn_its_time_and_whoever_speaks() {
        let line = read("turn 12 (day 3, 14:30), told: The key: it is cold.").unwrap();
        assert_eq!((line.turn, line.day, line.hour, line.minute), (12, 3, 14, 30));
        assert_eq!((line.who.as_str(), line.text.as_str()), ("", "The key: it is cold."));
        assert_eq!(line.until, None);
        let over = read("turn 4 (day 1, 10:05, until turn 5), written down: The seal is in the chapel.").unwrap();
        assert_eq!((over.turn, over.minute, over.until, over.is_written), (4, 5, Some(5), true));
        assert_eq!(read("turn 2 (day 1, 08:05), Old Marta: Go home.").unwrap().who, "Old Marta");
        assert_eq!(read("pinned, turn 9 (day 2, 08:00): the bell is cracked").unwrap().text, "the bell is cracked");
        for label in ["written down", "the player's note", "as the player puts it"] {
            let line = read(&format!("turn 7 (day 2, 08:00), {label}: the bell rang")).unwrap();
            assert_eq!((line.turn, line.who.as_str(), line.text.as_str()), (7, "", "the bell rang"));
        }
        let note = read("before the first turn, the player's note: trust nobody").unwrap();
        assert_eq!((note.turn, note.who.as_str(), note.text.as_str()), (0, "", "trust nobody"));
        for line in ["FROM EARLIER TURNS, on “x”:", "turn 4 (day 1, 09:00): as it stands in the memories.", "turn x"]
        {
            assert_eq!(read(line), None);
        }
        assert_eq!(turn_of("turn 4 (day 1, 09:00): as it stands in the memories."), Some(4));
    }
}
