//! What the next prompts show of the turns before, kept from one turn to the next.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::game::{id::SessionId, turn::Exchange};

/// Most sessions whose window is kept: those played last.
const MAX_KEPT: usize = 64;

/// The windows of the sessions that were played last, so that a turn need not read again what the turn before it read
/// and wrote. Each is kept under the version its session was left at. No version comes twice, so a session that is
/// found at that version has that window; one that was changed in any way since is read from the store.
#[derive(Default)]
pub(super) struct Windows {
    /// Those kept last at the end.
    kept: Mutex<VecDeque<Kept>>,
}

struct Kept {
    session: SessionId,
    version: u64,
    window: Vec<Exchange>,
}

impl Windows {
    /// Takes out the window of a session that is at this version.
    pub(super) fn take(&self, session: &SessionId, version: u64) -> Option<Vec<Exchange>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|kept| kept.session == *session)?;
        kept.remove(at).filter(|kept| kept.version == version).map(|kept| kept.window)
    }

    /// Keeps the window of a session that was left at this version.
    pub(super) fn keep(&self, session: &SessionId, version: u64, window: Vec<Exchange>) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.session != *session);
        if kept.len() == MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back(Kept { session: session.clone(), version, window });
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(seq: u32) -> Vec<Exchange> {
        vec![Exchange { seq, message: "I knock.".into(), narrative: "No one comes.".into() }]
    }

    #[test]
    fn a_window_is_found_only_at_the_version_it_was_kept_under() {
        let windows = Windows::default();
        let id = SessionId::from("a");
        windows.keep(&id, 2, window(1));
        windows.keep(&id, 3, window(2));
        assert_eq!(windows.take(&id, 3), Some(window(2)));
        windows.keep(&id, 4, window(3));
        assert_eq!(windows.take(&id, 5), None);
        assert_eq!(windows.take(&id, 4), None, "it was of no use any more");
    }

    #[test]
    fn the_window_kept_first_makes_room() {
        let windows = Windows::default();
        let id = |n: usize| SessionId::from(n.to_string());
        (0..=MAX_KEPT).for_each(|n| windows.keep(&id(n), 2, window(1)));
        assert_eq!(windows.take(&id(0), 2), None);
        assert_eq!(windows.take(&id(1), 2), Some(window(1)));
        assert_eq!(windows.take(&id(MAX_KEPT), 2), Some(window(1)));
    }
}
