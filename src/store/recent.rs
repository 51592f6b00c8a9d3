//! The sessions played last, kept in memory from one turn to the next.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::game::{Session, id::SessionId, turn::Exchange};

/// Most sessions that are kept.
const MAX_KEPT: usize = 64;

/// The sessions that were played last, so that a turn need not read again what the turn before it wrote. No version
/// comes twice, so a session that is found at the version it was left at is the one that is kept here; one that was
/// changed in any way since is read from the store.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Those kept last at the end.
    kept: Mutex<VecDeque<Kept>>,
}

/// A session as the turn before left it.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) session: Session,
    pub(super) window: Vec<Exchange>,
}

impl Recent {
    /// Takes a session out.
    pub(super) fn take(&self, session: &SessionId) -> Option<Kept> {
        let mut kept = self.kept();
        let at = kept.iter().position(|kept| kept.session.head.id == *session)?;
        kept.remove(at)
    }

    /// Keeps a session as it was left.
    pub(super) fn keep(&self, left: Kept) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.session.head.id != left.session.head.id);
        if kept.len() == MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back(left);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
