//! The end of a page of a list: the time when its last session was saved, and the session's id, for sessions saved at the same
//! time. New sessions come before it, so further pages show each session once.

use jiff::Timestamp;

use game::id::SessionId;

use super::{Error, Result};

/// A place in a list of sessions, newest first. Opaque to clients: hex of its two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cursor {
    /// [`time_key`] of the last session shown.
    pub(super) updated_at: String,
    /// Its id.
    pub(super) id: SessionId,
}

/// A time as text whose order is the order in time: always nine decimals.
pub(super) fn time_key(time: Timestamp) -> String {
    format!("{time:.9}")
}

impl Cursor {
    /// The place right after a session.
    pub(super) fn after(updated_at: Timestamp, id: &SessionId) -> Self {
        Self { updated_at: time_key(updated_at), id: id.clone() }
    }

    /// As clients get it.
    pub(super) fn write(&self) -> String {
        format!("{} {}", self.updated_at, self.id).bytes().map(|byte| format!("{byte:02x}")).collect()
    }

    /// As clients give it back.
    ///
    /// # Errors
    /// [`Error::BadCursor`] if no list of ours ended there.
    pub(super) fn read(text: &str) -> Result<Self> {
        Self::parse(text).ok_or(Error::BadCursor)
    }

    fn parse(text: &str) -> Option<Self> {
        let digits: Vec<u8> =
            text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect::<Option<_>>()?;
        if !digits.len().is_multiple_of(2) {
            return None;
        }
        let bytes = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let text = String::from_utf8(bytes).ok()?;
        let (time, id) = text.split_once(' ')?;
        let cursor = Self::after(time.parse().ok()?, &SessionId::from(id));
        (cursor.updated_at == time).then_some(cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_as_it_went() {
        let cursor = Cursor::after("2026-01-02T03:04:05.5Z".parse().unwrap(), &SessionId::from("ö 1"));
        assert_eq!(Cursor::read(&cursor.write()).unwrap(), cursor);
    }

    #[test]
    fn a_cursor_nobody_made_is_refused() {
        for made_up in ["", "0", "zz", "ü", "00ff", "20", "323032362d30312d303220610a"] {
            assert!(matches!(Cursor::read(made_up), Err(Error::BadCursor)), "{made_up}");
        }
    }

    #[test]
    fn the_order_of_time_keys_is_the_order_in_time() {
        let key = |text: &str| time_key(text.parse().unwrap());
        assert!(key("2026-01-02T03:04:05Z") < key("2026-01-02T03:04:05.000000001Z"));
        assert!(key("2026-01-02T03:04:05.9Z") < key("2026-01-02T03:04:06Z"));
    }
}
