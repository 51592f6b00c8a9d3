//! Reads the rules in the background.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use super::packages::PackagesError;

/// Work in the background goes on once no one has played for so long.
const QUIET: Duration = Duration::from_millis(500);
/// It takes a step at least this often, so that it comes to its end on a server that is never quiet.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Counts turns in progress, so that background work pauses meanwhile.
#[derive(Debug, Default)]
pub struct Activity {
    turns: Mutex<TurnActivity>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct TurnActivity {
    n_playing: usize,
    last_ended: Option<Instant>,
}

/// A turn that is played until this is dropped.
#[derive(Debug)]
pub struct ActivityGuard(Arc<Activity>);

impl Activity {
    /// Notes that a turn is played.
    pub fn play(self: &Arc<Self>) -> ActivityGuard {
        self.turns().n_playing += 1;
        ActivityGuard(Arc::clone(self))
    }

    /// Waits on this thread until no one plays, for [`MAX_WAIT`] at most.
    pub(super) fn wait_until_quiet(&self) {
        let since = Instant::now();
        let mut turns = self.turns();
        loop {
            let left = turns.resume_at(since).saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            turns = self.ended.wait_timeout(turns, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn turns(&self) -> MutexGuard<'_, TurnActivity> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TurnActivity {
    /// When work goes on that has waited since then, if no other turn begins or ends before.
    fn resume_at(&self, since: Instant) -> Instant {
        let latest = since + MAX_WAIT;
        match (self.n_playing, self.last_ended) {
            (0, None) => since,
            (0, Some(ended)) => latest.min(ended + QUIET),
            _ => latest,
        }
    }
}

impl Drop for ActivityGuard {
    fn drop(&mut self) {
        let mut turns = self.0.turns();
        turns.n_playing = turns.n_playing.saturating_sub(1);
        turns.last_ended = Some(Instant::now());
        self.0.ended.notify_all();
    }
}

/// Does something slow on a thread of its own that any other work goes before. Its end is not waited for when the program
/// ends.
pub(super) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PackagesError> + Send + 'static,
) -> Result<T, PackagesError> {
    let (done, result) = oneshot::channel();
    let work = move || {
        lower_priority();
        let _ = done.send(work());
    };
    let spawned = thread::Builder::new().name("background".to_owned()).spawn(work);
    spawned.map_err(PackagesError::because("no thread can be started"))?;
    result.await.unwrap_or_else(|_| Err(PackagesError("its reading broke off".into())))
}

/// Lets all other threads go before this one. On Linux alone a priority is a thread's own.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), LOWEST_PRIORITY) {
        tracing::debug!(%error, "the priority of a thread can't be lowered");
    }
}

#[cfg(target_os = "linux")]
const LOWEST_PRIORITY: i32 = 19;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_in_the_background_goes_on_once_nobody_has_played_for_a_while() {
        let (activity, since) = (Arc::new(Activity::default()), Instant::now());
        assert_eq!(activity.turns().resume_at(since), since, "nobody has played yet");
        let (one, another) = (activity.play(), activity.play());
        drop(one);
        assert_eq!(activity.turns().resume_at(since), since + MAX_WAIT, "another turn is played");
        drop(another);
        let resumes = activity.turns().resume_at(since);
        assert!(resumes >= since + QUIET && resumes < since + MAX_WAIT);
    }

    #[test]
    fn work_in_the_background_waits_for_the_last_turn_and_no_longer() {
        let activity = Arc::new(Activity::default());
        let playing = activity.play();
        let (began, has_begun) = std::sync::mpsc::channel();
        let waiting = {
            let activity = Arc::clone(&activity);
            thread::spawn(move || {
                began.send(()).unwrap();
                activity.wait_until_quiet();
                Instant::now()
            })
        };
        has_begun.recv().unwrap();
        drop(playing);
        let ended = activity.turns().last_ended.unwrap();
        let resumed = waiting.join().unwrap();
        assert!(resumed >= ended + QUIET && resumed < ended + MAX_WAIT);
    }
}
