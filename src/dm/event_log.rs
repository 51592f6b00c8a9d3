//! An ordered event log: one writer, and any number of readers with positions of their own.
//!
//! Positions count from 0 over the whole life of a log. A reader holds a position and no events, so a slow one costs no memory:
//! it falls behind, and learns if events were dropped meanwhile.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

/// A log of events; clones are the same log.
pub struct EventLog<E>(Arc<SharedLog<E>>);

struct SharedLog<E> {
    entries: Mutex<LogEntries<E>>,
    /// Wakes all readers.
    changed: watch::Sender<()>,
}

struct LogEntries<E> {
    /// Position of the first event that was not dropped.
    first: usize,
    /// Events from `first` on; `None` if one was withdrawn.
    kept: VecDeque<Option<Arc<E>>>,
    is_closed: bool,
}

impl<E> LogEntries<E> {
    fn end(&self) -> usize {
        self.first + self.kept.len()
    }
}

impl<E> Default for EventLog<E> {
    fn default() -> Self {
        let entries = LogEntries { first: 0, kept: VecDeque::new(), is_closed: false };
        Self(Arc::new(SharedLog { entries: Mutex::new(entries), changed: watch::Sender::default() }))
    }
}

impl<E> Clone for EventLog<E> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<E> fmt::Debug for EventLog<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries();
        f.debug_struct("EventLog").field("first", &entries.first).field("end", &entries.end()).finish_non_exhaustive()
    }
}

impl<E> EventLog<E> {
    /// Appends events, and wakes each reader once. A closed log takes none.
    pub fn append(&self, events: impl IntoIterator<Item = E>) {
        {
            let mut entries = self.entries();
            if entries.is_closed {
                return;
            }
            entries.kept.extend(events.into_iter().map(|event| Some(Arc::new(event))));
        }
        self.0.changed.send_replace(());
    }

    /// Ends the log: readers end after its last event.
    pub fn close(&self) {
        self.entries().is_closed = true;
        self.0.changed.send_replace(());
    }

    /// Whether no event can follow.
    pub fn is_closed(&self) -> bool {
        self.entries().is_closed
    }

    /// Withdraws the event at a position, which readers then pass over.
    pub fn withdraw(&self, at: usize) {
        let mut entries = self.entries();
        let first = entries.first;
        if let Some(event) = at.checked_sub(first).and_then(|i| entries.kept.get_mut(i)) {
            *event = None;
        }
    }

    /// Drops the oldest events as long as `is_surplus` says so of the number of events kept and the oldest of them.
    pub fn drop_oldest(&self, mut is_surplus: impl FnMut(usize, &E) -> bool) {
        let mut entries = self.entries();
        while let Some(oldest) = entries.kept.front()
            && oldest.as_ref().is_none_or(|oldest| is_surplus(entries.kept.len(), oldest))
        {
            entries.kept.pop_front();
            entries.first += 1;
        }
    }

    /// The event at a position.
    pub fn get(&self, at: usize) -> Option<Arc<E>> {
        let entries = self.entries();
        at.checked_sub(entries.first).and_then(|i| entries.kept.get(i).cloned()).flatten()
    }

    /// The newest event.
    pub fn last(&self) -> Option<Arc<E>> {
        self.entries().kept.back().cloned().flatten()
    }

    /// The position of the oldest event that is kept.
    pub fn first(&self) -> usize {
        self.entries().first
    }

    /// The position of the next event.
    pub fn end(&self) -> usize {
        self.entries().end()
    }

    /// Reads the log from a position on.
    pub fn read(&self, from: usize) -> EventReader<E> {
        EventReader { log: self.clone(), changed: self.0.changed.subscribe(), next: from }
    }

    /// Waits until the log is closed, and answers its last event.
    pub async fn ending(&self) -> Option<Arc<E>> {
        let mut changed = self.0.changed.subscribe();
        loop {
            changed.mark_unchanged();
            if self.is_closed() {
                return self.last();
            }
            // The sender lives as long as this log, so waiting ends only with a change.
            let _ = changed.changed().await;
        }
    }

    fn entries(&self) -> MutexGuard<'_, LogEntries<E>> {
        self.0.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader of a log.
#[derive(Debug)]
pub struct EventReader<E> {
    log: EventLog<E>,
    changed: watch::Receiver<()>,
    next: usize,
}

/// The result of a read.
#[derive(Debug)]
pub enum NextEvent<E> {
    /// An event and its position.
    Event(usize, Arc<E>),
    /// The reader was too slow: events it had not read were dropped. It stays where it is until it is moved.
    Dropped,
    /// The log is closed, and everything was read.
    Closed,
}

impl<E> EventReader<E> {
    /// The next event, as soon as there is one.
    pub async fn next(&mut self) -> NextEvent<E> {
        loop {
            self.changed.mark_unchanged();
            if let Some(found) = self.find() {
                return found;
            }
            // The sender lives as long as the reader's log.
            let _ = self.changed.changed().await;
        }
    }

    /// Goes on reading at another position.
    pub fn move_to(&mut self, next: usize) {
        self.next = next;
    }

    fn find(&mut self) -> Option<NextEvent<E>> {
        let entries = self.log.entries();
        loop {
            let Some(i) = self.next.checked_sub(entries.first) else { return Some(NextEvent::Dropped) };
            match entries.kept.get(i) {
                Some(event) => {
                    self.next += 1;
                    if let Some(event) = event {
                        return Some(NextEvent::Event(self.next - 1, Arc::clone(event)));
                    }
                }
                None => return entries.is_closed.then_some(NextEvent::Closed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(log: &EventLog<u32>, from: usize) -> Vec<(usize, u32)> {
        let mut reader = log.read(from);
        std::iter::from_fn(|| match reader.find() {
            Some(NextEvent::Event(at, event)) => Some((at, *event)),
            _ => None,
        })
        .collect()
    }

    #[tokio::test]
    async fn readers_follow_from_any_position_until_the_log_is_closed() {
        let log = EventLog::default();
        let live = tokio::spawn({
            let mut reader = log.read(0);
            async move {
                let mut heard = Vec::new();
                while let NextEvent::Event(at, event) = reader.next().await {
                    heard.push((at, *event));
                }
                heard
            }
        });
        for event in [10, 11, 12] {
            log.append([event]);
            tokio::task::yield_now().await;
        }
        assert_eq!(read_all(&log, 1), [(1, 11), (2, 12)]);
        assert_eq!(read_all(&log, 3), []);
        log.close();
        log.append([13]);
        assert_eq!(live.await.unwrap(), [(0, 10), (1, 11), (2, 12)]);
        assert_eq!(log.ending().await.as_deref(), Some(&12));
        assert!(matches!(log.read(9).next().await, NextEvent::Closed));
    }

    #[tokio::test]
    async fn a_reader_learns_that_it_was_too_slow_and_passes_over_withdrawn_events() {
        let log = EventLog::default();
        log.append(0..6);
        let mut slow = log.read(0);
        log.drop_oldest(|n, _| n > 4);
        assert!(matches!(slow.next().await, NextEvent::Dropped));
        log.withdraw(3);
        log.withdraw(0);
        slow.move_to(2);
        assert!(matches!(slow.next().await, NextEvent::Event(2, event) if *event == 2));
        assert!(matches!(slow.next().await, NextEvent::Event(4, event) if *event == 4));
        assert_eq!((log.end(), log.get(1), log.get(3), log.get(5).as_deref()), (6, None, None, Some(&5)));
    }
}
