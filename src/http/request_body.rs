//! Request bodies: their minimum rate, and what happens to a body that no one reads to its end.
//!
//! Closing a connection that has unread bytes resets it: a client that sends its whole request before it reads loses the
//! response, and a proxy counts a failure of the server. The rest of a refused body is therefore read and discarded, within
//! limits, while the response is sent. Beyond the limits the connection is closed at once.

use std::{
    future::poll_fn,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, LazyLock},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    http::{HeaderMap, HeaderValue, Response, header},
};
use http_body::Frame;
use hyper::body::Incoming;
use tokio::{
    runtime::Handle,
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, Sleep, sleep, timeout_at},
};

use super::{
    bundles::MAX_BUNDLE,
    head_timeout::RequestGuard,
    limits::{Concurrency, InProgress, network},
};

/// How long a body may take before the minimum rate applies, and how long the rest of a refused body is read.
const BODY_GRACE: Duration = Duration::from_secs(15);
/// Minimum rate of a body, in bytes per second.
const BODY_RATE: u64 = 8 * 1024;
/// The most bytes that are read of the rest of a refused body: as many as the largest body has that is accepted anywhere.
const MAX_DISCARDED: u64 = MAX_BUNDLE as u64;
/// The most refused bodies that are read at the same time, of all clients.
static DISCARDING: Semaphore = Semaphore::const_new(256);
/// The same of one address, or of one IPv6 network, so that one client does not use up the limit of all.
const MAX_DISCARDING: u32 = 32;
static DISCARDING_OF: LazyLock<Concurrency<Option<IpAddr>>> = LazyLock::new(|| Concurrency::new(MAX_DISCARDING));

/// A body arrived too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the body arrived too slowly")]
pub(super) struct TooSlow;

/// A body with a minimum rate. Dropping it before its end reads on in the background.
pub(super) struct RequestBody {
    body: Body,
    since: Instant,
    n_bytes: u64,
    deadline: Pin<Box<Sleep>>,
    /// Whether the client sends the body only once it is asked for it.
    is_withheld: bool,
    /// The client's address.
    client: IpAddr,
    /// Keeps the request in progress until its body is read.
    guard: Arc<RequestGuard>,
}

impl RequestBody {
    /// The body of a request.
    pub(super) fn of(body: Incoming, headers: &HeaderMap, client: IpAddr, guard: &Arc<RequestGuard>) -> Body {
        if body.is_end_stream() {
            return Body::empty();
        }
        Body::new(Self {
            body: Body::new(body),
            since: Instant::now(),
            n_bytes: 0,
            deadline: Box::pin(sleep(BODY_GRACE)),
            is_withheld: headers.contains_key(header::EXPECT),
            client,
            guard: Arc::clone(guard),
        })
    }

    /// When the body is too slow unless more of it has arrived: it falls behind its rate, or nothing arrives for a while.
    fn due(&self) -> Instant {
        let at_its_rate = self.since + BODY_GRACE + Duration::from_secs(self.n_bytes / BODY_RATE);
        at_its_rate.min(Instant::now() + BODY_GRACE)
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.is_withheld = false;
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                self.n_bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
                let due = self.due();
                self.deadline.as_mut().reset(due);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Some(Err(TooSlow.into()))),
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let now = Instant::now();
        let until = self.due().min(now + BODY_GRACE);
        if self.body.is_end_stream() || self.is_withheld || until <= now {
            return;
        }
        let (Ok(runtime), Some(permit)) = (Handle::try_current(), Permit::of(self.client)) else { return };
        runtime.spawn(discard(std::mem::take(&mut self.body), until, Arc::clone(&self.guard), permit));
    }
}

/// Permission to read the rest of a refused body.
struct Permit {
    _of_client: InProgress<Option<IpAddr>>,
    _of_all: SemaphorePermit<'static>,
}

impl Permit {
    fn of(client: IpAddr) -> Option<Self> {
        let of_client = DISCARDING_OF.begin(&network(Some(client)))?;
        Some(Self { _of_client: of_client, _of_all: DISCARDING.try_acquire().ok()? })
    }
}

/// Reads a body to its end or to a limit.
async fn discard(mut body: Body, until: Instant, guard: Arc<RequestGuard>, permit: Permit) {
    let mut n_left = MAX_DISCARDED;
    let to_its_end = async {
        while n_left > 0
            && let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
        {
            n_left = n_left.saturating_sub(frame.data_ref().map_or(0, |data| data.len() as u64));
        }
    };
    let _ = timeout_at(until, to_its_end).await;
    drop(body);
    guard.wake_connection();
    drop((guard, permit));
}

/// Whether a request announces more than is ever read of it.
pub(super) fn is_endless(headers: &HeaderMap) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.is_some_and(|length| length.parse::<u64>().is_ok_and(|length| length > MAX_DISCARDED))
}

/// Announces that the connection ends with this response.
pub(super) fn close_after<B>(response: &mut Response<B>) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}
