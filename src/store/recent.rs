//! Cache of recently played sessions.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use game::{Session, id::SessionId, turn::Exchange};

/// Most sessions that are kept.
const MAX_KEPT: usize = 64;

/// A cache of the last played sessions, so that a turn need not read what the turn before it wrote. Versions are unique, so an
/// entry is valid if the session is still at its version; otherwise the store is read.
///
/// A store may put a mark on each, by which it knows whether it is still as it was left.
#[derive(Debug)]
pub(super) struct Recent<M = ()> {
    /// The most recently stored last.
    kept: Mutex<VecDeque<RecentSession<M>>>,
}

/// A session as the turn before left it.
#[derive(Debug, Clone)]
pub(super) struct RecentSession<M = ()> {
    pub(super) session: Session,
    pub(super) window: Vec<Exchange>,
    pub(super) mark: M,
}

impl<M> Default for Recent<M> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<M> Recent<M> {
    /// Looks at a session without taking it out.
    pub(super) fn look<T>(&self, session: &SessionId, look: impl FnOnce(&RecentSession<M>) -> T) -> Option<T> {
        self.kept().iter().find(|kept| kept.session.head.id == *session).map(look)
    }

    /// Takes a session out.
    pub(super) fn take(&self, session: &SessionId) -> Option<RecentSession<M>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|kept| kept.session.head.id == *session)?;
        kept.remove(at)
    }

    /// Keeps a session as it was left.
    pub(super) fn keep(&self, left: RecentSession<M>) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.session.head.id != left.session.head.id);
        if kept.len() == MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back(left);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<RecentSession<M>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
