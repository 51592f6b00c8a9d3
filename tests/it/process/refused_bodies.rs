//! Requests that are refused before their body is read, sent by clients that write everything before they read.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::{
    server::{Home, PATIENCE, Server},
    wire::Ask,
};

const SECRET: &str = "lovelace-zephyr-and-more";
const MIB: usize = 1 << 20;

fn with_players(home: &Home) -> Server {
    let tokens = format!("ada:{SECRET}");
    home.start(&[("AUTH", "token"), ("AUTH_TOKENS", &tokens), ("LIMIT_IMPORTS", "1")])
}

/// Opens a connection and sends the head of a request that announces so many bytes.
async fn begun(server: &Server, request: &str, headers: &str, n_bytes: usize) -> TcpStream {
    let mut socket = TcpStream::connect(&server.address).await.unwrap();
    let head = format!(
        "{request} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {n_bytes}\r\n{headers}\r\n",
        server.address
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket
}

/// Sends a body.
async fn write(socket: &mut TcpStream, n_bytes: usize) {
    let piece = vec![b'a'; 64 * 1024];
    for from in (0..n_bytes).step_by(piece.len()) {
        let n = piece.len().min(n_bytes - from);
        let written = timeout(PATIENCE, socket.write_all(&piece[..n])).await.expect("the server reads on");
        written.unwrap_or_else(|error| panic!("{error} after {from} bytes"));
    }
}

/// Reads one response: its head in small letters, and its body.
async fn read(socket: &mut TcpStream) -> (String, String) {
    let mut raw = Vec::new();
    loop {
        if let Some(at) = raw.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(raw[..at].to_vec()).unwrap().to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
            if raw.len() >= at + 4 + length.parse::<usize>().unwrap() {
                return (head, String::from_utf8(raw[at + 4..].to_vec()).unwrap());
            }
        }
        let n = timeout(PATIENCE, socket.read_buf(&mut raw)).await.expect("a response").expect("no reset");
        assert!(n > 0, "the response broke off: {}", String::from_utf8_lossy(&raw));
    }
}

#[tokio::test]
async fn a_refused_request_gets_its_response_and_keeps_its_connection() {
    let home = Home::new();
    let server = with_players(&home);
    let signed_in = format!("authorization: Bearer {SECRET}\r\n");
    let first = Ask::post("/api/sessions/import").body("{}").bearer(SECRET);
    assert!(server.send(first).await.status < 429, "it uses up the limit");
    let cases = [
        ("POST /api/campaigns", "", 8 * MIB, "413"),
        ("POST /api/campaigns", &signed_in, 8 * MIB, "413"),
        ("POST /api/sessions/import", "", 20 * MIB, "401"),
        ("POST /api/sessions/import", &signed_in, 20 * MIB, "429"),
        ("POST /api/sessions/import", "origin: http://evil.example\r\n", 20 * MIB, "403"),
        ("POST /api/nothing", "", 8 * MIB, "413"),
        ("POST /nothing", "", 60 * 1024, "404"),
    ];
    for (request, headers, n_bytes, status) in cases {
        let mut socket = begun(&server, request, headers, n_bytes).await;
        write(&mut socket, n_bytes).await;
        let (head, body) = read(&mut socket).await;
        assert!(head.starts_with(&format!("http/1.1 {status} ")), "{request}: {head}");
        assert!(
            head.contains("application/problem+json") && body.contains("\"requestId\""),
            "{request}: {head} {body}"
        );
        socket
            .write_all(format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address).as_bytes())
            .await
            .unwrap();
        let (head, _) = read(&mut socket).await;
        assert!(head.starts_with("http/1.1 200 "), "{request}: the connection goes on: {head}");
    }
}

#[tokio::test]
async fn a_body_without_end_is_read_up_to_a_limit_and_its_connection_closed() {
    let home = Home::new();
    let server = with_players(&home);
    let mut socket = begun(&server, "POST /api/campaigns", "", 1 << 40).await;
    write(&mut socket, 8 * MIB).await;
    let (head, _) = read(&mut socket).await;
    assert!(head.starts_with("http/1.1 413 ") && head.contains("\r\nconnection: close"), "{head}");
    let piece = vec![b'a'; MIB];
    let mut n_written = 8;
    while n_written < 200 && timeout(PATIENCE, socket.write_all(&piece)).await.expect("it is closed").is_ok() {
        n_written += 1;
    }
    assert!((24..100).contains(&n_written), "{n_written} MiB were read");
}

#[tokio::test]
async fn a_refused_body_that_does_not_arrive_is_not_waited_for_long() {
    let home = Home::new();
    let server = with_players(&home);
    let mut socket = begun(&server, "POST /api/campaigns", "", 8 * MIB).await;
    let since = Instant::now();
    let (head, _) = read(&mut socket).await;
    assert!(head.starts_with("http/1.1 413 ") && since.elapsed() < Duration::from_secs(5), "{head}");
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, socket.read_to_end(&mut rest)).await.expect("it is closed");
    assert!((Duration::from_secs(13)..Duration::from_secs(19)).contains(&since.elapsed()), "{:?}", since.elapsed());
}

#[tokio::test]
async fn a_refused_body_is_not_asked_for() {
    let home = Home::new();
    let server = with_players(&home);
    let mut socket = begun(&server, "POST /api/sessions/import", "expect: 100-continue\r\n", 20 * MIB).await;
    let (head, _) = read(&mut socket).await;
    assert!(head.starts_with("http/1.1 401 "), "{head}");
}
