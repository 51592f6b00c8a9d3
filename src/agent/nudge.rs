//! Messages to a model that returns no text, or that is about to reach its limit of calls.

/// The words of two nudges, as the agent's work has them.
#[derive(Debug, Clone, Copy)]
pub struct Nudges {
    /// To one that has said nothing.
    pub speak: &'static str,
    /// Before the last reply of a run.
    pub last_reply: &'static str,
    /// After a complete story whose last reply had a malformed call.
    pub call_again: &'static str,
}

impl Default for Nudges {
    /// At a table.
    fn default() -> Self {
        Self {
            speak: "Now tell the player what happens.",
            last_reply: "This is the last answer of the turn: tell the player what happens. What that leaves behind may be written down \
                         beside it; call nothing whose answer you would have to read.",
            call_again: "What you told stands. Send only the call that was not understood, mended, and no text.",
        }
    }
}
