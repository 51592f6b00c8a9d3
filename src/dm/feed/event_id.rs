//! The position of an event in its turn.

/// The position of an event in its turn; see the [module](super).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventId {
    pub(super) others: usize,
    pub(super) offset: usize,
}

impl EventId {
    /// Reads an id as it was sent.
    pub fn read(text: &str) -> Option<Self> {
        let (others, offset) = text.trim().split_once('.')?;
        Some(Self { others: others.parse().ok()?, offset: offset.parse().ok()? })
    }
}

impl std::fmt::Display for EventId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.others, self.offset)
    }
}
