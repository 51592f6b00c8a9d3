//! A line to the server that breaks where a test says.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

/// Where the next stream of events breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    /// Before the first byte of the answer.
    Answer,
    /// After so many events.
    After(usize),
}

/// A proxy in front of a server.
pub(crate) struct Line {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    armed: Mutex<Option<Break>>,
    n_broken: AtomicUsize,
}

impl Line {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let line = Self { address: listener.local_addr().unwrap(), state: Arc::default() };
        let state = Arc::clone(&line.state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(server).await else { continue };
                let (client_read, client_write) = client.into_split();
                let (server_read, server_write) = server.into_split();
                let asking = tokio::spawn(ask(client_read, server_write));
                let state = Arc::clone(&state);
                tokio::spawn(async move {
                    answer(server_read, client_write, &state).await;
                    asking.abort();
                });
            }
        });
        line
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The next stream of events breaks here.
    pub(crate) fn arm(&self, at: Break) {
        *self.state.armed.lock().unwrap() = Some(at);
    }

    /// Takes back what is armed; whether it was still to come.
    pub(crate) fn disarm(&self) -> bool {
        self.state.armed.lock().unwrap().take().is_some()
    }

    /// How often it broke.
    pub(crate) fn n_broken(&self) -> usize {
        self.state.n_broken.load(Ordering::SeqCst)
    }
}

async fn ask(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let _ = tokio::io::copy(&mut from, &mut to).await;
}

const STREAM: &[u8] = b"content-type: text/event-stream";

async fn answer(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: &State) {
    let mut piece = vec![0; 1 << 16];
    // Events told so far, once this is known to be a stream of them.
    let mut n_told = None;
    let mut last = 0;
    loop {
        let Ok(n) = from.read(&mut piece).await else { return };
        let piece = &piece[..n];
        if n == 0 {
            return;
        }
        if piece.windows(STREAM.len()).any(|window| window == STREAM) {
            n_told = Some(0);
        }
        let end = n_told.as_mut().and_then(|n_told| {
            let at = *state.armed.lock().unwrap();
            broken_at(piece, &mut last, n_told, at?)
        });
        if let Some(end) = end {
            *state.armed.lock().unwrap() = None;
            state.n_broken.fetch_add(1, Ordering::SeqCst);
            let _ = to.write_all(&piece[..end]).await;
            return;
        }
        if to.write_all(piece).await.is_err() {
            return;
        }
    }
}

/// Where in this piece the line breaks, if it does.
fn broken_at(piece: &[u8], last: &mut u8, n_told: &mut usize, at: Break) -> Option<usize> {
    let head =
        piece.windows(4).position(|window| window == b"\r\n\r\n").filter(|_| *n_told == 0).map_or(0, |at| at + 4);
    match at {
        Break::Answer => return Some(0),
        Break::After(0) => return Some(head),
        Break::After(_) => {}
    }
    for (i, byte) in piece.iter().enumerate() {
        // An event ends with an empty line; the head's lines, and those between chunks, end otherwise.
        if *byte == b'\n' && *last == b'\n' {
            *n_told += 1;
            if Break::After(*n_told) == at {
                return Some(i + 1);
            }
        }
        *last = *byte;
    }
    None
}
