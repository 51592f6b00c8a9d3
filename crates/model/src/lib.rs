//! One narrow trait, [`Model`], and the Messages wire types.
//!
//! The crate knows nothing of the game: a [`Request`] goes in, a stream of [`ReplyEvent`]s comes out and
//! ends with one [`Reply`] or one [`Error`]. Deliberately absent: state between requests, tools that
//! run, and any idea of a session.

mod caching;
mod choice;
mod claude;
mod error;
mod idle_timer;
mod memo;
mod pricing;
mod retry;
mod throttle;
mod wire;

pub use caching::{
    CacheControl, LOOK_BACK, MOST_MARKS, Piece, estimate_tokens, keep_for_minutes, keep_for_the_turn, least_tokens,
};
pub use choice::{Effort, ModelChoice};
pub use claude::{ApiKey, Claude, ClaudeConfig, NO_CLIENT, http_client};
pub use error::Error;
pub use idle_timer::IdleTimer;
pub use memo::Memo;
pub use pricing::{PicoUsd, Prices};
pub use retry::RetryPolicy;
pub use throttle::{RequestSlot, Throttled};
pub use wire::{
    Block, Message, MessageRole, OutputConfig, Reply, ReplyEvent, Request, StopReason, SystemBlock, Tokens, ToolCall,
    ToolSpec,
};

use futures::{FutureExt, future::BoxFuture, stream::BoxStream};

/// The events of one reply, in order. A good one ends with [`ReplyEvent::Finished`], a bad one with an
/// [`Error`]; nothing follows either. Dropping the stream cancels the request.
pub type ReplyStream = BoxStream<'static, Result<ReplyEvent, Error>>;

/// Anything that can answer a Messages request: Claude, a server that speaks its protocol, the
/// built-in storyteller, a script in a test.
pub trait Model: Send + Sync + 'static {
    /// Initialises what the first request would otherwise wait for. May be slow, and may be called at any time.
    fn warm_up(&self) {}

    /// Starts answering `request`. Nothing is sent before the stream is first polled.
    fn reply(&self, request: Request) -> ReplyStream;

    /// Waits for a free slot, to be used with [`Model::reply_in_slot`] or dropped. Callers that pay for requests take a slot
    /// first, so that a waiting request costs nothing. For all others [`Model::reply`] waits.
    fn slot(&self) -> BoxFuture<'static, RequestSlot> {
        std::future::ready(RequestSlot::default()).boxed()
    }

    /// As [`Model::reply`], without waiting for another slot.
    fn reply_in_slot(&self, slot: RequestSlot, request: Request) -> ReplyStream {
        slot.held_by(self.reply(request))
    }

    /// Whether too many requests are already waiting to start new work.
    fn is_crowded(&self) -> bool {
        false
    }
}
