//! Tests with bytes that are hardly HTTP: the server still answers the next request.

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::{
    server::{Home, PATIENCE, Server},
    table::{chat, session, turns},
    wire::Ask,
};

/// Sends bytes and nothing more, and gives the status line of what comes back; empty if the server hangs up.
async fn shout(server: &Server, bytes: &[u8]) -> String {
    let mut socket = TcpStream::connect(&server.address).await.expect("the server listens");
    let _ = socket.write_all(bytes).await;
    let _ = socket.shutdown().await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, socket.read_to_end(&mut answer)).await.expect("an answer, or none, but not for ever");
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn noise_on_the_wire_harms_nobody() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let host = format!("host: {}\r\n", server.address);
    let path = format!("/api/sessions/{session}/chat");
    let head = |more: &str| format!("POST {path} HTTP/1.1\r\n{host}content-type: application/json\r\n{more}\r\n");
    let broken_off = head("content-length: 100\r\n") + r#"{"message": "I lo"#;
    let no_last_chunk = head("transfer-encoding: chunked\r\n") + "5\r\n{\"mes\r\n";
    let odd_chunk = head("transfer-encoding: chunked\r\n") + "zz\r\n{}\r\n0\r\n\r\n";
    let two_lengths = head("content-length: 2\r\ncontent-length: 3\r\n") + "{} ";
    let both = head("content-length: 4\r\ntransfer-encoding: chunked\r\n") + "0\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    let minus = head("content-length: -1\r\n");
    let long_header = format!("GET / HTTP/1.1\r\n{host}x: {}\r\n\r\n", "x".repeat(1_000_000));
    let many_headers = format!("GET / HTTP/1.1\r\n{host}{}\r\n", "x: y\r\n".repeat(5_000));
    let long_path = format!("GET /{} HTTP/1.1\r\n{host}\r\n", "x".repeat(200_000));
    let shouts: Vec<Vec<u8>> = [
        "",
        "\r\n\r\n",
        "hello",
        "GET",
        "GET / HTTP/9.9\r\n\r\n",
        "\0\0\0\0",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nhost\r\n\r\n",
        "GET nowhere HTTP/1.1\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\n\r\n",
        "\u{16}\u{3}\u{1}",
        &broken_off,
        &no_last_chunk,
        &odd_chunk,
        &two_lengths,
        &both,
        &minus,
        &long_header,
        &many_headers,
        &long_path,
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    for bytes in shouts {
        let answered = shout(&server, &bytes).await;
        let is_refused = answered.contains(" 4") || answered.contains(" 505 ");
        let is_well = is_refused || !answered.starts_with("HTTP/1");
        assert!(is_well, "{answered} to {:.100}", String::from_utf8_lossy(&bytes));
        assert_eq!(server.send(Ask::get("/healthz")).await.status, 200);
    }
    assert!(turns(&server, &session).await.is_empty(), "nothing of this was played");
    assert_eq!(server.good(chat(&session, "I look around.")).await["seq"], 1);
    let wide = Ask::post("/api/sessions")
        .json(&json!({"character": {"name": "Ada", "class": "bard", "race": "elf", "background": "a\tb"}}));
    server.send(wide).await.invalid("character.background");
}
