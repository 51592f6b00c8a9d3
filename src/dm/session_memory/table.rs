//! Operations on the memory of a session: search, recap, forgetting.

use std::time::Duration;

use game::{Session, id::SessionId, safety::TextCheck};

use crate::dm::{NotPlayed, Tables, play::TurnRunner};

use super::{MemoryHit, PastQuery, Recapped};

/// How long a question to a session's past waits for its meaning to be read.
const QUESTION_PATIENCE: Duration = Duration::from_millis(1_500);
impl Tables {
    /// The best matches in a session's past, best first.
    ///
    /// # Errors
    /// The past could not be read.
    pub async fn recall(&self, session: &Session, wanted: PastQuery) -> Result<Vec<MemoryHit>, NotPlayed> {
        let TurnRunner { store, rules, memories, .. } = &self.stage;
        Ok(memories.ask(store, rules, session, wanted, QUESTION_PATIENCE).await?)
    }

    /// Drops a deleted session from memory, and ends its stream.
    pub fn forget(&self, session: &SessionId) {
        self.streams.end(session);
        self.stage.memories.forget(session);
        self.stage.summaries.forget(session);
    }

    /// A recap of a session in a few lines, without content that crosses a line of the table.
    ///
    /// # Errors
    /// The past could not be read.
    pub async fn recap(&self, session: &Session) -> Result<Vec<Recapped>, NotPlayed> {
        let mut lines = self.stage.memories.recap(&self.stage.store, session).await?;
        let check = TextCheck::of(&session.head.safety.in_force().lines);
        if !check.is_empty() {
            lines.iter_mut().for_each(|line| line.text = check.without_crossing(&line.text));
            lines.retain(|line| !line.text.is_empty());
        }
        Ok(lines)
    }

    /// Drops the summaries under way of a session that was rewound.
    pub(in crate::dm) fn turned_back(&self, session: &SessionId) {
        self.stage.summaries.forget(session);
    }
}
