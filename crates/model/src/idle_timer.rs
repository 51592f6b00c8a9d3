//! An idle timer that is reset often and rarely expires.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::time::{Instant, Sleep, sleep};

/// Measures how long nothing has happened. Restarting it costs no more than reading the clock: the runtime's timer is moved only
/// when it fires, so that waiting for each piece of a stream does not register and remove a timer of its own.
pub struct IdleTimer {
    period: Duration,
    since: Instant,
    sleep: Pin<Box<Sleep>>,
}

impl IdleTimer {
    /// Starts a timer.
    pub fn new(period: Duration) -> Self {
        Self { period, since: Instant::now(), sleep: Box::pin(sleep(period)) }
    }

    /// Restarts it.
    pub fn restart(&mut self) {
        self.since = Instant::now();
    }

    /// Ready when nothing has happened for the period. Poll it only while the awaited event is pending, and restart it afterwards.
    pub fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.sleep.as_mut().poll(context));
            let until = self.since + self.period;
            if until <= Instant::now() {
                return Poll::Ready(());
            }
            self.sleep.as_mut().reset(until);
        }
    }
}

impl fmt::Debug for IdleTimer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdleTimer").field("period", &self.period).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn it_fires_a_whole_period_after_the_last_restart_and_again_after_the_next() {
        let period = Duration::from_millis(60);
        let mut timer = IdleTimer::new(period);
        let mut last = Instant::now();
        for _ in 0..3 {
            let early = tokio::time::timeout(period / 3, poll_fn(|context| timer.poll_idle(context))).await;
            assert!(early.is_err() || last.elapsed() >= period);
            last = Instant::now();
            timer.restart();
        }
        for _ in 0..2 {
            poll_fn(|context| timer.poll_idle(context)).await;
            assert!(last.elapsed() >= period);
            last = Instant::now();
            timer.restart();
        }
    }
}
