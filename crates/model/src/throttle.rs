//! Limits the number of concurrent requests to a model.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures::{FutureExt, StreamExt, future::BoxFuture, stream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Model, ReplyStream, Request};

/// A model with a limited number of slots for requests.
pub struct Throttled {
    model: Arc<dyn Model>,
    slots: Arc<Semaphore>,
    n_slots: usize,
    n_waiting: Arc<AtomicUsize>,
}

impl Throttled {
    /// Limits `model` to `n_slots` concurrent requests, at least one.
    pub fn new(model: Arc<dyn Model>, n_slots: usize) -> Self {
        let n_slots = n_slots.clamp(1, Semaphore::MAX_PERMITS);
        Self { model, slots: Arc::new(Semaphore::new(n_slots)), n_slots, n_waiting: Arc::default() }
    }
}

impl Model for Throttled {
    fn warm_up(&self) {
        self.model.warm_up();
    }

    fn reply(&self, request: Request) -> ReplyStream {
        let (model, slot) = (Arc::clone(&self.model), self.slot());
        stream::once(async move { slot.await.held_by(model.reply(request)) }).flatten().boxed()
    }

    fn slot(&self) -> BoxFuture<'static, RequestSlot> {
        let (slots, n_waiting) = (Arc::clone(&self.slots), Arc::clone(&self.n_waiting));
        async move {
            let _waiting = Waiting::begin(&n_waiting);
            // The semaphore is never closed, so this never fails.
            RequestSlot(slots.acquire_owned().await.ok())
        }
        .boxed()
    }

    fn reply_in_slot(&self, slot: RequestSlot, request: Request) -> ReplyStream {
        slot.held_by(self.model.reply(request))
    }

    fn is_crowded(&self) -> bool {
        self.n_waiting.load(Ordering::Relaxed) >= self.n_slots
    }
}

/// A model's permission for one request. Dropping it frees the slot.
#[derive(Debug, Default)]
pub struct RequestSlot(Option<OwnedSemaphorePermit>);

impl RequestSlot {
    /// Keeps the slot until the stream is dropped.
    pub(super) fn held_by(self, reply: ReplyStream) -> ReplyStream {
        match self.0 {
            None => reply,
            Some(permit) => reply
                .inspect(move |_| {
                    let _ = &permit;
                })
                .boxed(),
        }
    }
}

/// Counts a waiting request until dropped.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(n_waiting: &Arc<AtomicUsize>) -> Self {
        n_waiting.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(n_waiting))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the requests that reach it and never answers.
    #[derive(Default)]
    struct Silent(Arc<AtomicUsize>);

    impl Model for Silent {
        fn reply(&self, _: Request) -> ReplyStream {
            self.0.fetch_add(1, Ordering::Relaxed);
            stream::pending().boxed()
        }
    }

    fn request() -> Request {
        Request {
            model: "claude-haiku-5-5".into(),
            max_tokens: 100,
            system: Arc::default(),
            tools: Arc::default(),
            messages: Vec::new(),
            output_config: None,
        }
    }

    #[test]
    fn requests_beyond_the_slots_wait_however_they_are_sent() {
        let n_sent = Arc::new(AtomicUsize::new(0));
        let model = Throttled::new(Arc::new(Silent(Arc::clone(&n_sent))), 2);
        let sent = |reply: &mut ReplyStream| {
            assert!(reply.next().now_or_never().is_none());
            n_sent.load(Ordering::Relaxed)
        };
        let slot = model.slot().now_or_never().unwrap();
        let mut first = model.reply_in_slot(slot, request());
        let mut second = model.reply(request());
        assert_eq!((sent(&mut first), sent(&mut second)), (1, 2));
        let (mut third, mut fourth) = (model.reply(request()), model.reply(request()));
        assert_eq!((sent(&mut third), sent(&mut fourth), model.is_crowded()), (2, 2, true));
        drop(fourth);
        assert!(model.slot().now_or_never().is_none() && !model.is_crowded());
        drop(first);
        assert_eq!(sent(&mut third), 3);
    }
}
