//! A server that does what a mock of HTTP can't: it sends raw bytes, slowly, in pieces, stalls and cuts.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What a connection does after it has read its request.
pub(crate) enum Act {
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Sends these bytes one at a time, each in its own packet as far as the machine allows.
    Trickle(Vec<u8>),
    /// Does nothing for so long.
    Pause(Duration),
    /// Does nothing until the client goes away.
    Stall,
    /// Does nothing until the gate is opened.
    Hold(Gate),
    /// Reads a further request on the same connection.
    NextRequest,
}

/// What a script waits at. Once opened it stays open.
#[derive(Debug, Clone)]
pub(crate) struct Gate(watch::Sender<bool>);

impl Gate {
    /// A closed one.
    pub(crate) fn closed() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Lets waiting clients through.
    pub(crate) fn open(&self) {
        self.0.send_replace(true);
    }
}

/// A request as it came in.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    /// Request line and headers.
    pub(crate) head: String,
    /// The body.
    pub(crate) body: Vec<u8>,
}

/// The server. Each connection reads a request, then plays the next script and is closed; one without a script
/// is closed after its request.
pub(crate) struct Stub {
    address: String,
    requests: Arc<Mutex<Vec<Recorded>>>,
    n_gone: watch::Receiver<usize>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Stub {
    /// Listens on a free port of the loopback.
    pub(crate) async fn serve(scripts: Vec<Vec<Act>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let requests: Arc<Mutex<Vec<Recorded>>> = Arc::default();
        let (gone, n_gone) = watch::channel(0);
        let recorded = requests.clone();
        let task = tokio::spawn(async move {
            for script in scripts.into_iter().map(Some).chain(std::iter::repeat_with(|| None)) {
                let Ok((socket, _)) = listener.accept().await else { return };
                tokio::spawn(play(socket, script, recorded.clone(), gone.clone()));
            }
        });
        Self { address, requests, n_gone, task }
    }

    /// Its address as a base URL.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests so far, in the order in which they were read whole.
    pub(crate) fn requests(&self) -> Vec<Recorded> {
        self.requests.lock().expect("no panic while recording").clone()
    }

    /// Waits until a client has left a stalled connection.
    pub(crate) async fn client_left(&mut self) {
        self.n_gone.wait_for(|n| *n > 0).await.expect("the server lives");
    }
}

async fn play(
    mut socket: TcpStream,
    script: Option<Vec<Act>>,
    requests: Arc<Mutex<Vec<Recorded>>>,
    gone: watch::Sender<usize>,
) {
    let _ = socket.set_nodelay(true);
    let Some(recorded) = read_request(&mut socket).await else { return };
    requests.lock().expect("no panic while recording").push(recorded);
    for act in script.unwrap_or_default() {
        let sent = match act {
            Act::Send(bytes) => socket.write_all(&bytes).await,
            Act::Trickle(bytes) => trickle(&mut socket, &bytes).await,
            Act::Pause(time) => {
                tokio::time::sleep(time).await;
                Ok(())
            }
            Act::Hold(gate) => {
                let _ = gate.0.subscribe().wait_for(|open| *open).await;
                Ok(())
            }
            Act::NextRequest => {
                let Some(recorded) = read_request(&mut socket).await else { return };
                requests.lock().expect("no panic while recording").push(recorded);
                Ok(())
            }
            Act::Stall => {
                while matches!(socket.read(&mut [0; 64]).await, Ok(n) if n > 0) {}
                gone.send_modify(|n| *n += 1);
                return;
            }
        };
        if sent.is_err() {
            gone.send_modify(|n| *n += 1);
            return;
        }
    }
    let _ = socket.shutdown().await;
}

async fn trickle(socket: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    for byte in bytes {
        socket.write_all(&[*byte]).await?;
        // Lets the client read what there is before the next byte joins it.
        tokio::task::yield_now().await;
    }
    Ok(())
}

async fn read_request(socket: &mut TcpStream) -> Option<Recorded> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let head_end = bytes.windows(4).position(|w| w == b"\r\n\r\n").map(|at| at + 4);
        if let Some(head_end) = head_end {
            let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
            if bytes.len() >= head_end + content_length(&head) {
                return Some(Recorded { head, body: bytes.split_off(head_end) });
            }
        }
        match socket.read(&mut piece).await {
            Ok(n) if n > 0 => bytes.extend_from_slice(&piece[..n]),
            _ => return None,
        }
    }
}

fn content_length(head: &str) -> usize {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.and_then(|(_, n)| n.trim().parse().ok()).unwrap_or(0)
}

/// The head of a good answer whose body ends with the connection.
pub(crate) fn head() -> Act {
    Act::Send(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".to_vec())
}

/// The head of a good answer whose body says where it ends, so that a cut is one for HTTP too.
pub(crate) fn chunked_head() -> Act {
    Act::Send(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n".to_vec())
}

/// One chunk of such a body.
pub(crate) fn chunk(text: &str) -> Act {
    Act::Send(format!("{:x}\r\n{text}\r\n", text.len()).into_bytes())
}

/// The end of such a body.
pub(crate) fn last_chunk() -> Act {
    Act::Send(b"0\r\n\r\n".to_vec())
}
