//! Indexes a session's history for semantic search, in the background.

use std::sync::{Arc, Weak, atomic::Ordering};

use crate::rules::Embedder;

use super::{cache::SessionPast, remembered::UnreadPassage};

/// Number of newest passages in the semantic index; older ones are found by keywords.
const MOST_READ: usize = 6_000;
/// How many are taken at a time.
const BATCH: usize = 16;

impl SessionPast {
    /// Starts indexing new passages with this model, unless that is under way.
    pub(super) fn read_on(self: &Arc<Self>, reader: Embedder) {
        {
            let mut past = self.past();
            if !past.reader.as_ref().is_some_and(|known| known.is_same(&reader)) {
                // The first vector tells the number of dimensions.
                past.read_anew(0);
                past.reader = Some(reader.clone());
            }
            if past.unread(MOST_READ, 1).is_empty() {
                return;
            }
        }
        if !self.is_read.swap(true, Ordering::AcqRel) {
            tokio::spawn(read(Arc::downgrade(self), reader));
        }
    }
}

/// Indexes until nothing is left, the model fails, or the session leaves memory.
async fn read(of: Weak<SessionPast>, reader: Embedder) {
    let mut n_dimensions = 0;
    loop {
        let unread = match of.upgrade() {
            Some(here) => here.past().unread(MOST_READ, BATCH),
            None => return,
        };
        if unread.is_empty() {
            break;
        }
        let mut n_learnt = 0;
        for UnreadPassage { is_secret, passage } in unread {
            let vector = reader.passage(passage.before, passage.text, passage.after).await;
            let (Some(here), Some(vector)) = (of.upgrade(), vector) else { break };
            let mut past = here.past();
            if !past.reader.as_ref().is_some_and(|known| known.is_same(&reader)) {
                break;
            }
            if n_dimensions != vector.len() {
                n_dimensions = vector.len();
                if !past.recall.has_vectors_of(n_dimensions) {
                    past.read_anew(n_dimensions);
                    // Passages taken with the old stamp are requested again.
                    n_learnt += 1;
                    break;
                }
            }
            n_learnt += usize::from(past.learn(is_secret, passage.ticket, &vector));
        }
        // A failing model is retried with the next question or turn.
        if n_learnt == 0 {
            break;
        }
    }
    if let Some(here) = of.upgrade() {
        here.is_read.store(false, Ordering::Release);
    }
}
