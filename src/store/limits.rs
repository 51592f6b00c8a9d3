//! Size limits of records. Every store enforces the same limits before it writes anything, so that a session can move from one
//! store to any other. The numbers leave room below a Firestore document's 1 MiB.

use game::Game;

use super::{Error, Result, SessionSummary, StoredTurn, TurnKey, json};

/// Most bytes of a game as JSON.
pub const MAX_SNAPSHOT_BYTES: usize = 900_000;
/// Most bytes of one turn's record, or of one interlude's, as JSON.
pub const MAX_TURN_BYTES: usize = 900_000;
/// Most bytes of a session's head as JSON; in practice a bound for its title.
pub const MAX_HEAD_BYTES: usize = 50_000;
/// Maximum size of a session's list entry besides its title: heroes' names and location, which stores duplicate beside the game.
pub const MAX_SUMMARY_BYTES: usize = 20_000;
/// Maximum size of a key in bytes: an index couldn't distinguish longer ones.
pub const MAX_KEY_BYTES: usize = 1_400;
/// Most bytes of a campaign's package, or of a plan's body, as JSON.
pub const MAX_PACKAGE_BYTES: usize = 4 * 1024 * 1024;
/// Maximum size of either after compression. Prose compresses to a third or less, so only a rare text below
/// [`MAX_PACKAGE_BYTES`] exceeds it: some three megabytes with little repetition.
pub const MAX_PACKED_BYTES: usize = 900_000;
/// Most bytes of what lists show of a campaign on a shelf, as JSON, or of a plan's title.
pub const MAX_CARD_BYTES: usize = 30_000;
/// Deepest nesting of arrays and objects: deeper values could be written, but never read.
pub const MAX_DEPTH: usize = 127;

/// A kind of record, for its limit and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordKind {
    Head,
    Snapshot,
    Turn,
    Interlude,
    Trace,
    Package,
    Card,
    Plan,
    PlanTitle,
    Hand,
    Roster,
}

impl RecordKind {
    /// Its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Head => "the session's title and head",
            Self::Snapshot => "the state of the game",
            Self::Turn => "the record of the turn",
            Self::Interlude => "the record of the changes",
            Self::Trace => "the trace of the turn",
            Self::Package => "the campaign",
            Self::Card => "what lists show of the campaign",
            Self::Plan => "the plan",
            Self::PlanTitle => "the plan's title",
            Self::Hand => "what was written into the journal",
            Self::Roster => "the list of who is at the table",
        }
    }

    fn max_bytes(self) -> usize {
        match self {
            Self::Head => MAX_HEAD_BYTES,
            Self::Snapshot => MAX_SNAPSHOT_BYTES,
            // A trace is bounded as it is made; what goes beyond that is our mistake, and not the turn's.
            Self::Turn | Self::Interlude | Self::Trace => MAX_TURN_BYTES,
            Self::Package | Self::Plan | Self::Hand | Self::Roster => MAX_PACKAGE_BYTES,
            Self::Card | Self::PlanTitle => MAX_CARD_BYTES,
        }
    }
}

/// Whether a turn's record can be saved.
///
/// # Errors
/// [`Error::TooLarge`] with the part and its excess.
pub fn check_turn(turn: &StoredTurn) -> Result<()> {
    json::encode(RecordKind::Turn, turn).map(drop)
}

/// Whether a game can be saved.
///
/// # Errors
/// [`Error::TooLarge`] with the part and its excess.
pub fn check_snapshot(game: &Game) -> Result<()> {
    json::encode(RecordKind::Snapshot, game).map(drop)
}

/// Whether a list can show a session.
pub(super) fn check_summary(summary: &SessionSummary) -> Result<()> {
    let bytes = summary.heroes.iter().map(String::len).sum::<usize>() + summary.location.len();
    at_most("the list's line of the session, its heroes' names and their place,", bytes, MAX_SUMMARY_BYTES)
}

/// Whether a key can be kept.
pub(super) fn check_key(key: &TurnKey) -> Result<()> {
    at_most("the idempotency key", key.key.len() + key.fingerprint.len(), MAX_KEY_BYTES)
}

fn at_most(name: &str, bytes: usize, most: usize) -> Result<()> {
    match bytes > most {
        true => {
            Err(Error::TooLarge(format!("{name} is too large to be saved: {bytes} bytes, at most {most} are kept")))
        }
        false => Ok(()),
    }
}

/// Whether a record's JSON can be saved and read again.
pub(super) fn check_json(part: RecordKind, json: &str) -> Result<()> {
    let name = part.name();
    at_most(name, json.len(), part.max_bytes())?;
    // These contain foreign JSON: a model's tool calls, or a stranger's file.
    let is_foreign = matches!(part, RecordKind::Turn | RecordKind::Package | RecordKind::Plan | RecordKind::Card);
    let depth = if is_foreign { depth(json) } else { 0 };
    if depth > MAX_DEPTH {
        return Err(Error::TooLarge(format!(
            "{name} is nested too deeply to be saved: {depth} levels, at most {MAX_DEPTH} are kept"
        )));
    }
    Ok(())
}

/// Checks the compressed size of a record.
pub(super) fn check_packed(part: RecordKind, bytes: usize) -> Result<()> {
    at_most(&format!("{}, compressed,", part.name()), bytes, MAX_PACKED_BYTES)
}

/// How deeply arrays and objects are nested in valid JSON.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_text, mut escaped) = (0usize, 0, false, false);
    for byte in json.bytes() {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_text_are_no_depth() {
        assert_eq!(depth(r#"{"a":"[[[\"[[{","b":[1,[2]]}"#), 3);
        assert_eq!(depth("1"), 0);
    }

    #[test]
    fn what_is_as_deep_as_allowed_can_be_read_again_and_one_level_more_cannot() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(serde_json::from_str::<serde_json::Value>(&nested(MAX_DEPTH)).is_ok());
        assert!(serde_json::from_str::<serde_json::Value>(&nested(MAX_DEPTH + 1)).is_err());
        assert!(check_json(RecordKind::Turn, &nested(MAX_DEPTH)).is_ok());
        assert!(check_json(RecordKind::Turn, &nested(MAX_DEPTH + 1)).is_err());
    }
}
