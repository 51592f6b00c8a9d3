//! A proxy to the server whose connection breaks or falls silent where a test says.

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
    sync::{Notify, Semaphore},
};

use crate::tab::PATIENCE;

/// Where the next stream of events breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    /// Before the first byte of the answer.
    Answer,
    /// After this number of events.
    After(usize),
    /// Where it is silent, when it is let go on.
    Here,
}

/// Where the next stream of events, or the one that is silent now, falls silent until it is let go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Before the first byte of the answer.
    Answer,
    /// Behind the next event of this name.
    Behind(&'static str),
}

/// A proxy in front of a server.
pub(crate) struct Line {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    armed: Mutex<Option<Break>>,
    n_broken: AtomicUsize,
    silence: Mutex<Option<Silence>>,
    /// A permit for each stream that is silent.
    silent: Semaphore,
    go_on: Notify,
}

impl State {
    fn new() -> Self {
        Self {
            armed: Mutex::default(),
            n_broken: AtomicUsize::default(),
            silence: Mutex::default(),
            silent: Semaphore::new(0),
            go_on: Notify::new(),
        }
    }

    /// Whether it is to break here; it does so once.
    fn is_armed(&self, at: Break) -> bool {
        self.armed.lock().unwrap().take_if(|armed| *armed == at).is_some()
    }
}

impl Line {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let line = Self { address: listener.local_addr().unwrap(), state: Arc::new(State::new()) };
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

    /// The next stream of events falls silent here.
    pub(crate) fn fall_silent(&self, at: Silence) {
        *self.state.silence.lock().unwrap() = Some(at);
    }

    /// Lets the stream that is silent go on; waits for it to fall silent first.
    pub(crate) async fn go_on(&self) {
        self.is_silent().await;
        self.state.go_on.notify_one();
    }

    /// Lets the stream that is silent go on until it falls silent here.
    pub(crate) async fn go_on_until(&self, at: Silence) {
        // Before it is silent, this would take the place of the silence that is still to come.
        self.is_silent().await;
        self.fall_silent(at);
        self.state.go_on.notify_one();
    }

    async fn is_silent(&self) {
        let silent = self.state.silent.acquire();
        tokio::time::timeout(PATIENCE, silent).await.expect("a stream falls silent").unwrap().forget();
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
    // Once this is known to be a stream of events.
    let mut stream = None;
    loop {
        let Ok(n) = from.read(&mut piece).await else { return };
        if n == 0 {
            return;
        }
        let mut rest = &piece[..n];
        if rest.windows(STREAM.len()).any(|window| window == STREAM) {
            stream = Some(Events::default());
        }
        while let Some(events) = &mut stream {
            let Some((at, stop)) = events.next_stop(rest, state) else { break };
            let (before, after) = rest.split_at(at);
            let _ = to.write_all(before).await;
            rest = after;
            if matches!(stop, Stop::Silence) {
                state.silent.add_permits(1);
                state.go_on.notified().await;
                if !state.is_armed(Break::Here) {
                    continue;
                }
            }
            state.n_broken.fetch_add(1, Ordering::SeqCst);
            return;
        }
        if to.write_all(rest).await.is_err() {
            return;
        }
    }
}

enum Stop {
    Break,
    Silence,
}

/// How far a stream of events has been read.
#[derive(Default)]
struct Events {
    is_begun: bool,
    n_told: usize,
    /// What came since the last event ended.
    event: Vec<u8>,
}

impl Events {
    /// Where the line stops next in this piece, if it does. The rest is examined when it is read.
    fn next_stop(&mut self, piece: &[u8], state: &State) -> Option<(usize, Stop)> {
        if !self.is_begun {
            self.is_begun = true;
            let head = piece.windows(4).position(|window| window == b"\r\n\r\n").map_or(0, |at| at + 4);
            for (at, when) in [(0, Break::Answer), (head, Break::After(0))] {
                if state.is_armed(when) {
                    return Some((at, Stop::Break));
                }
            }
            if state.silence.lock().unwrap().take_if(|silence| *silence == Silence::Answer).is_some() {
                return Some((0, Stop::Silence));
            }
        }
        for (i, byte) in piece.iter().enumerate() {
            self.event.push(*byte);
            // An event ends with an empty line; the head's lines, and those between chunks, end otherwise.
            if !self.event.ends_with(b"\n\n") {
                continue;
            }
            self.n_told += 1;
            let told = String::from_utf8_lossy(&self.event).into_owned();
            self.event.clear();
            if state.is_armed(Break::After(self.n_told)) {
                return Some((i + 1, Stop::Break));
            }
            let is_it = |silence: &mut Silence| matches!(silence, Silence::Behind(name) if told.contains(&format!("event: {name}\n")));
            if state.silence.lock().unwrap().take_if(is_it).is_some() {
                return Some((i + 1, Stop::Silence));
            }
        }
        None
    }
}
