//! Caches generated assets up to a limit in bytes, and generates at most two at once.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use tokio::sync::Semaphore;

/// Bytes that are kept: a dozen pieces of music, or a thousand pictures.
const CAPACITY: usize = 32 << 20;
/// How much is made at once: a player who asks for all of a campaign leaves processors to those who play.
const HANDS: usize = 2;

/// A cache of recent assets.
pub(in crate::http) struct Gallery {
    kept: Mutex<CachedAssets>,
    hands: Semaphore,
    room: usize,
}

#[derive(Default)]
struct CachedAssets {
    /// By name, with when it was last asked for.
    by_key: HashMap<String, (Bytes, u64)>,
    n_bytes: usize,
    n_asked: u64,
}

impl Gallery {
    /// An empty one.
    pub(in crate::http) fn new() -> Self {
        Self::with_capacity(CAPACITY)
    }

    fn with_capacity(room: usize) -> Self {
        Self { kept: Mutex::default(), hands: Semaphore::new(HANDS), room }
    }

    /// The asset with this key: cached, or generated now, in the background. None if the generator panicked.
    pub(super) async fn ask(&self, key: String, make: impl FnOnce() -> Bytes + Send + 'static) -> Option<Bytes> {
        if let Some(kept) = self.kept().find(&key) {
            return Some(kept);
        }
        let _hand = self.hands.acquire().await.ok()?;
        // Another request may have generated it meanwhile.
        if let Some(kept) = self.kept().find(&key) {
            return Some(kept);
        }
        let made = tokio::task::spawn_blocking(make).await.ok()?;
        self.kept().put(key, made.clone(), self.room);
        Some(made)
    }

    fn kept(&self) -> MutexGuard<'_, CachedAssets> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedAssets {
    fn find(&mut self, key: &str) -> Option<Bytes> {
        self.n_asked += 1;
        let (bytes, asked) = self.by_key.get_mut(key)?;
        *asked = self.n_asked;
        Some(bytes.clone())
    }

    /// Caches it, and evicts the least recently used until it fits.
    fn put(&mut self, key: String, bytes: Bytes, room: usize) {
        self.n_bytes += bytes.len();
        if let Some((before, _)) = self.by_key.insert(key, (bytes, self.n_asked)) {
            self.n_bytes -= before.len();
        }
        while self.n_bytes > room {
            let oldest = self.by_key.iter().min_by_key(|(_, (_, asked))| *asked).map(|(key, _)| key.clone());
            let Some((gone, _)) = oldest.and_then(|key| self.by_key.remove(&key)) else { break };
            self.n_bytes -= gone.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    #[tokio::test]
    async fn what_was_asked_for_longest_ago_goes_first() {
        let gallery = Gallery::with_capacity(100);
        let made = Arc::new(AtomicUsize::new(0));
        let ask = async |key: &str| {
            let made = Arc::clone(&made);
            let make = move || {
                made.fetch_add(1, Ordering::Relaxed);
                Bytes::from(vec![0; 40])
            };
            gallery.ask(key.to_owned(), make).await.unwrap().len()
        };
        for key in ["a", "b", "a", "c", "a"] {
            assert_eq!(ask(key).await, 40);
        }
        assert_eq!(made.load(Ordering::Relaxed), 3, "a was kept");
        ask("b").await;
        assert_eq!(made.load(Ordering::Relaxed), 4, "b had to go");
        assert!(gallery.kept().n_bytes <= 100);
    }

    #[tokio::test]
    async fn what_is_larger_than_the_room_is_made_and_not_kept() {
        let gallery = Gallery::with_capacity(10);
        assert_eq!(gallery.ask("a".to_owned(), || Bytes::from(vec![0; 40])).await.unwrap().len(), 40);
        let kept = gallery.kept();
        assert_eq!((kept.n_bytes, kept.by_key.len()), (0, 0));
    }

    #[tokio::test]
    async fn many_who_ask_for_the_same_wait_for_one() {
        let gallery = Gallery::with_capacity(100);
        let made = Arc::new(AtomicUsize::new(0));
        let asked = (0..20).map(|_| {
            let made = Arc::clone(&made);
            gallery.ask("a".to_owned(), move || {
                made.fetch_add(1, Ordering::Relaxed);
                Bytes::from_static(b"it")
            })
        });
        let got = futures::future::join_all(asked).await;
        assert!(got.iter().all(|got| got.as_deref() == Some(b"it")));
        assert!(made.load(Ordering::Relaxed) <= HANDS);
    }
}
