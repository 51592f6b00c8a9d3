//! Stops the author between events, never inside a tool call, so that all finished work is saved.

use std::sync::Arc;

use futures::{StreamExt, stream};
use tokio::sync::watch;

use model::{self, Model, ReplyStream, Request};

/// A request to stop an answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// Says so.
    pub(super) fn say(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was said.
    pub(super) fn is_said(&self) -> bool {
        *self.0.borrow()
    }

    async fn said(&self) {
        // The sender lives as long as this does.
        let _ = self.0.subscribe().wait_for(|said| *said).await;
    }
}

/// A model that stops when requested.
pub(super) struct Stoppable {
    pub(super) model: Arc<dyn Model>,
    pub(super) stop: Stop,
}

impl Model for Stoppable {
    fn reply(&self, request: Request) -> ReplyStream {
        let reply = (self.model.reply(request), self.stop.clone(), false);
        let next = async |(mut reply, stop, over): (ReplyStream, Stop, bool)| {
            if over {
                return None;
            }
            tokio::select! {
                biased;
                () = stop.said() => Some((Err(model::Error::broke_off("It was stopped.")), (reply, stop, true))),
                event = reply.next() => event.map(|event| (event, (reply, stop, false))),
            }
        };
        stream::unfold(reply, next).boxed()
    }
}
