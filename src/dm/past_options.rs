//! How much of a session's past its prompts show.

use super::prompt::WindowBounds;

/// How much of a session's past its prompts show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastOptions {
    /// How many earlier turns they show word for word.
    pub window: WindowBounds,
    /// Whether the turns before those are summarised.
    pub summaries: bool,
    /// The most characters of all summaries; beyond it they are put in fewer words.
    pub summary_chars: usize,
    /// Whether earlier turns that the player's words bring to mind are shown. Pinned entries of the journal always are, and the
    /// Dungeon Master can always look things up.
    pub memories: bool,
}

impl Default for PastOptions {
    fn default() -> Self {
        Self { window: WindowBounds::default(), summaries: true, summary_chars: 3_600, memories: true }
    }
}
