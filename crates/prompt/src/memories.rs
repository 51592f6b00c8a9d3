//! The block `[memories]`: pinned journal entries, and passages of turns older than the window that match the player's message.
//!
//! ```text
//! pinned, turn 9 (day 2, 08:00): what was noted          (what the player pinned, a line each, the newest first)
//! turn 4 (day 1, 09:10), the player's wish: call me captain     (a line each, the oldest first, of turns the prompt shows no more)
//! before the first turn, the player's note: what was written   (a line each, the oldest first)
//! turn 12 (day 3, 14:30), Mira: what was said
//! turn 40 (day 5, 09:00), told: the narration
//! turn 41 (day 5, 09:30), written down: what was written down beside a narration: events, people, places, things, quests
//! turn 41 (day 5, 09:30), not so: “the wrong narration”: the correction
//! turn 42 (day 5, 10:00, until turn 50), as the player puts it: the same, where the player put it in other words
//! ```
//!
//! Search results use the same lines. Those that are in the block already are only referenced there.

use game::clock::Clock;

use super::lines::{LineText, LineValue, PartText, list_block};

list_block! {
    /// Matching and pinned memories.
    MemoriesBlock = "memories" of CitedLine;
}

const PINNED: &str = "pinned, ";
const BEFORE_THE_FIRST: &str = "before the first turn";
/// Replaces the text of a line that is in the block already.
const AS_IT_STANDS: &str = ": as it stands in the memories.";

/// The time of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitedTime {
    BeforeTheFirstTurn,
    Turn {
        seq: u32,
        at: Clock,
        /// The turn from which on it no longer held.
        until: Option<u32>,
    },
}

impl LineValue for CitedTime {
    fn write(&self, to: &mut String) {
        match self {
            Self::BeforeTheFirstTurn => to.push_str(BEFORE_THE_FIRST),
            Self::Turn { seq, at, until } => {
                let until = until.map(|until| format!(", until turn {until}")).unwrap_or_default();
                to.push_str(&format!("turn {seq} ({at}{until})"));
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        if text == BEFORE_THE_FIRST {
            return Some(Self::BeforeTheFirstTurn);
        }
        let (seq, at) = text.strip_prefix("turn ")?.strip_suffix(')')?.split_once(" (")?;
        let (at, until) = at.split_once(", until turn ").map_or((at, None), |(at, until)| (at, Some(until)));
        let until = until.map(str::parse).transpose().ok()?;
        Some(Self::Turn { seq: seq.parse().ok()?, at: Clock::read(at)?, until })
    }
}

/// The source of a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CitedSource {
    /// The story's, of something that was pinned.
    Story,
    Told,
    /// A record beside narration.
    Written,
    Note,
    Wish,
    /// A mistake in a story, with its correction.
    NotSo,
    /// A player's edit of a record.
    Edited,
    Said(PartText),
}

impl CitedSource {
    const LABELED: [Self; 6] = [Self::Told, Self::Written, Self::Note, Self::Wish, Self::NotSo, Self::Edited];
}

impl LineValue for CitedSource {
    fn write(&self, to: &mut String) {
        to.push_str(match self {
            Self::Story => "",
            Self::Told => "told",
            Self::Written => "written down",
            Self::Note => "the player's note",
            Self::Wish => "the player's wish",
            Self::NotSo => "not so",
            Self::Edited => "as the player puts it",
            Self::Said(name) => name.as_str(),
        });
    }

    fn read(text: &str) -> Option<Self> {
        let labeled = Self::LABELED.into_iter().find(|source| source.written() == text);
        let said = || Some(if text.is_empty() { Self::Story } else { Self::Said(PartText::read(text)?) });
        labeled.or_else(said)
    }
}

/// The kind of a record, for records whose sentences begin alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenKind {
    Remembered,
    TurningPoint,
    Happened,
    FoundOut,
    /// The heroes came to a place of the map. Listed before [`CameTo`](Self::CameTo), which begins with the same words.
    ReachedPlace,
    CameTo,
}

impl WrittenKind {
    pub const ALL: [Self; 6] =
        [Self::Remembered, Self::TurningPoint, Self::Happened, Self::FoundOut, Self::ReachedPlace, Self::CameTo];

    fn beginning(self) -> &'static str {
        match self {
            Self::Remembered => "To be remembered: ",
            Self::TurningPoint => "A turning point: ",
            Self::Happened => "It happened: ",
            Self::FoundOut => "The heroes found out: ",
            Self::ReachedPlace => "The heroes came to the place ",
            Self::CameTo => "The heroes came to ",
        }
    }
}

/// A recorded sentence: `To be remembered: the bell rang.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenSentence {
    pub kind: WrittenKind,
    /// Without a full stop.
    pub text: String,
}

impl LineValue for WrittenSentence {
    fn write(&self, to: &mut String) {
        to.extend([self.kind.beginning(), &self.text, "."]);
    }

    fn read(text: &str) -> Option<Self> {
        WrittenKind::ALL.into_iter().find_map(|kind| {
            let text = text.strip_prefix(kind.beginning())?.trim_end_matches('.').to_owned();
            Some(Self { kind, text })
        })
    }
}

/// Speech, narration or a record, with its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedLine {
    pub is_pinned: bool,
    pub when: CitedTime,
    pub source: CitedSource,
    /// The last field, so it may contain separators.
    pub text: LineText,
}

impl LineValue for CitedLine {
    fn write(&self, to: &mut String) {
        to.push_str(if self.is_pinned { PINNED } else { "" });
        self.when.write(to);
        if self.source != CitedSource::Story || self.when == CitedTime::BeforeTheFirstTurn {
            to.push_str(", ");
            self.source.write(to);
        }
        to.push_str(": ");
        to.push_str(self.text.as_str());
    }

    fn read(text: &str) -> Option<Self> {
        let (text, is_pinned) = text.strip_prefix(PINNED).map_or((text, false), |text| (text, true));
        let at = if text.starts_with(BEFORE_THE_FIRST) { BEFORE_THE_FIRST.len() } else { text.find(')')? + 1 };
        let (when, rest) = text.split_at(at);
        let (source, text) = match rest.strip_prefix(", ") {
            Some(rest) => rest.split_once(": ")?,
            None => ("", rest.strip_prefix(": ")?),
        };
        let when = CitedTime::read(when)?;
        let source = match rest.starts_with(", : ") && when != CitedTime::BeforeTheFirstTurn {
            true => CitedSource::Said(PartText::default()),
            false => CitedSource::read(source)?,
        };
        Some(Self { is_pinned, when, source, text: LineText::read(text)? })
    }
}

/// A line of search results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecalledLine {
    Cited(CitedLine),
    /// The passage is in the block of memories already.
    InTheMemories(CitedTime),
}

impl LineValue for RecalledLine {
    fn write(&self, to: &mut String) {
        match self {
            Self::Cited(line) => line.write(to),
            Self::InTheMemories(when) => {
                when.write(to);
                to.push_str(AS_IT_STANDS);
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.strip_suffix(AS_IT_STANDS).and_then(CitedTime::read) {
            Some(when) => Some(Self::InTheMemories(when)),
            None => CitedLine::read(text).map(Self::Cited),
        }
    }
}
