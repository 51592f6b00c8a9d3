//! The timeout for the head of a request, separate from the idle timeout of a connection.
//!
//! Hyper has one timer for both. Proxies keep idle connections for a minute or more and answer 502 if the server closes one just as they
//! use it, but a client may not take that long to send a head.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Notify,
    time::{Instant, Sleep, sleep},
};

/// Time limit for the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// The requests of a connection.
#[derive(Debug, Clone, Default)]
pub(super) struct RequestCount(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    started: AtomicU64,
    ended: AtomicU64,
    wake: Notify,
}

impl RequestCount {
    /// Counts a request, whose head has arrived. It ends when the guard is dropped.
    pub(super) fn start(&self) -> RequestGuard {
        self.0.started.fetch_add(1, Relaxed);
        RequestGuard(Arc::clone(&self.0))
    }

    /// Waits until the connection must be polled although nothing arrives.
    pub(super) async fn woken(&self) {
        self.0.wake.notified().await;
    }
}

/// A request in progress.
pub(super) struct RequestGuard(Arc<Counts>);

impl RequestGuard {
    /// Lets the connection be polled. Hyper does not notice by itself that a body is dropped while it waits for more of it.
    pub(super) fn wake_connection(&self) {
        self.0.wake.notify_one();
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Relaxed);
    }
}

/// A connection whose reads fail if the head of a request takes too long. The first head must arrive within that time after the
/// connection is opened.
pub(super) struct HeadTimeout<S> {
    stream: S,
    requests: RequestCount,
    /// The number of requests before the one whose head is arriving, if one is.
    arriving: Option<u64>,
    deadline: Pin<Box<Sleep>>,
}

impl<S> HeadTimeout<S> {
    pub(super) fn new(stream: S, requests: RequestCount) -> Self {
        Self { stream, requests, arriving: Some(0), deadline: Box::pin(sleep(HEAD_TIMEOUT)) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HeadTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let started = this.requests.0.started.load(Relaxed);
        let is_idle = this.requests.0.ended.load(Relaxed) == started;
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if !is_idle || this.arriving != Some(started) {
            this.arriving = None;
        }
        if read.is_ready() {
            if is_idle && this.arriving.is_none() {
                this.arriving = Some(started);
                this.deadline.as_mut().reset(Instant::now() + HEAD_TIMEOUT);
            }
            return read;
        }
        match this.arriving {
            Some(_) => this.deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into())),
            None => Poll::Pending,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HeadTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
