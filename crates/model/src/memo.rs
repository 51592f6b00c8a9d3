//! Caches values derived from shared data, for as long as the data is shared.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Size of the cache: enough for the agents' prompts of a few campaigns.
const MAX_KEPT: usize = 32;

/// A cache of derived values by identity of a shared value, such as the tools of an agent's requests.
pub struct Memo<K: ?Sized, V> {
    /// Those used last at the end.
    kept: Mutex<VecDeque<(Arc<K>, V)>>,
}

impl<K: ?Sized, V: Clone> Memo<K, V> {
    /// A memo of nothing yet.
    pub const fn new() -> Self {
        Self { kept: Mutex::new(VecDeque::new()) }
    }

    /// The value derived from this very `Arc`, or computes it.
    pub fn of(&self, value: &Arc<K>, make: impl FnOnce(&K) -> V) -> V {
        let known = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let at = kept.iter().position(|(known, _)| Arc::ptr_eq(known, value));
            at.and_then(|at| kept.remove(at)).map(|(known, made)| {
                kept.push_back((known, made.clone()));
                made
            })
        };
        known.unwrap_or_else(|| {
            let made = make(value);
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == MAX_KEPT {
                kept.pop_front();
            }
            kept.push_back((Arc::clone(value), made.clone()));
            made
        })
    }
}

impl<K: ?Sized, V: Clone> Default for Memo<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: ?Sized, V> fmt::Debug for Memo<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_made_once_and_what_is_only_alike_is_not() {
        let (memo, one) = (Memo::<str, usize>::new(), Arc::<str>::from("one"));
        assert_eq!(memo.of(&one, str::len), 3);
        assert_eq!(memo.of(&Arc::clone(&one), |_| 7), 3);
        assert_eq!(memo.of(&Arc::from("one"), |_| 7), 7);
    }

    #[test]
    fn only_what_was_used_last_is_kept() {
        let (memo, one) = (Memo::<str, usize>::new(), Arc::<str>::from("one"));
        memo.of(&one, str::len);
        for _ in 0..MAX_KEPT {
            memo.of(&Arc::from("another"), str::len);
        }
        assert_eq!(memo.of(&one, |_| 7), 7);
    }
}
