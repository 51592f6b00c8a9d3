//! A TCP proxy that fails on command: it delays, cuts a request before it arrives, or cuts the response after the server has
//! acted.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// A proxy in front of a server. Faults that are armed strike once each, at the next bytes of their kind.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    /// Where to connect instead of to the server.
    pub(crate) host: String,
    faults: Arc<Faults>,
}

#[derive(Debug)]
struct Faults {
    delay_ms: AtomicU64,
    /// How many requests are lost before they arrive.
    before: AtomicUsize,
    /// How many answers are lost.
    after: AtomicUsize,
    struck: AtomicUsize,
    is_down: AtomicBool,
    /// Changes when every connection is to be cut.
    cut: watch::Sender<()>,
}

/// Smallest piece of HTTP/2 that is taken for a request or its answer; less is housekeeping.
const MESSAGE_BYTES: usize = 60;

impl Fault {
    /// A proxy in front of the server at `upstream`.
    pub(crate) async fn before(upstream: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let faults = Arc::new(Faults {
            delay_ms: AtomicU64::new(0),
            before: AtomicUsize::new(0),
            after: AtomicUsize::new(0),
            struck: AtomicUsize::new(0),
            is_down: AtomicBool::new(false),
            cut: watch::channel(()).0,
        });
        let fault = Self { host: listener.local_addr().unwrap().to_string(), faults: Arc::clone(&faults) };
        let upstream = upstream.to_owned();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if faults.is_down.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(&upstream).await else { continue };
                let (client_read, client_write) = client.into_split();
                let (server_read, server_write) = server.into_split();
                tokio::spawn(pump(client_read, server_write, Arc::clone(&faults), false));
                tokio::spawn(pump(server_read, client_write, Arc::clone(&faults), true));
            }
        });
        fault
    }

    /// From now on everything takes so much longer, each way.
    pub(crate) fn delay(&self, by: Duration) {
        self.faults.delay_ms.store(u64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// The next `n` requests are cut off before the server has seen them.
    pub(crate) fn lose_requests(&self, n: usize) {
        self.faults.before.store(n, Ordering::SeqCst);
    }

    /// The next `n` answers are cut off after the server has done its part.
    pub(crate) fn lose_answers(&self, n: usize) {
        self.faults.after.store(n, Ordering::SeqCst);
    }

    /// From now on nothing goes through, and every connection is cut; or all is well again.
    pub(crate) fn go_down(&self, is_down: bool) {
        self.faults.is_down.store(is_down, Ordering::SeqCst);
        if is_down {
            self.faults.cut.send_replace(());
        }
    }

    /// How many faults have struck.
    pub(crate) fn n_struck(&self) -> usize {
        self.faults.struck.load(Ordering::SeqCst)
    }
}

impl Faults {
    /// Whether a fault strikes this piece.
    fn strikes(&self, bytes: usize, is_answer: bool) -> bool {
        let armed = if is_answer { &self.after } else { &self.before };
        let take = |n: usize| n.checked_sub(1);
        let strikes = bytes >= MESSAGE_BYTES && armed.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).is_ok();
        if strikes {
            self.struck.fetch_add(1, Ordering::SeqCst);
            self.cut.send_replace(());
        }
        strikes
    }
}

async fn pump(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, faults: Arc<Faults>, is_answer: bool) {
    let mut cut = faults.cut.subscribe();
    let mut piece = vec![0; 1 << 16];
    loop {
        let n = tokio::select! {
            read = from.read(&mut piece) => match read {
                Ok(0) | Err(_) => break,
                Ok(n) => n,
            },
            _ = cut.changed() => break,
        };
        if faults.strikes(n, is_answer) {
            break;
        }
        let delay_ms = faults.delay_ms.load(Ordering::SeqCst);
        if delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(delay_ms)).await;
        }
        if to.write_all(&piece[..n]).await.is_err() {
            break;
        }
    }
}
