//! Requests that are refused before their body is read, sent by clients that write everything before they read.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
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

/// Opens a connection and sends the head of a request that announces this number of bytes.
async fn begun(server: &Server, request: &str, headers: &str, n_bytes: usize) -> TcpStream {
    begun_from("127.0.0.1", server, request, headers, n_bytes).await
}

/// The same from an address of the loopback network.
async fn begun_from(address: &str, server: &Server, request: &str, headers: &str, n_bytes: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
    let mut socket = socket.connect(server.address.parse().unwrap()).await.unwrap();
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

/// Sends requests that are refused and whose bodies never arrive, as many as all clients together may leave unread.
async fn use_up(address: &str, server: &Server, headers: impl Fn(usize) -> String) -> Vec<TcpStream> {
    let mut sockets = Vec::new();
    for n in 0..256 {
        let mut socket = begun_from(address, server, "POST /api/sessions/import", &headers(n), 20 * MIB).await;
        assert!(read(&mut socket).await.0.starts_with("http/1.1 401 "));
        sockets.push(socket);
    }
    sockets
}

/// Whether a refused body is read to its end, so that its connection goes on.
async fn is_read(address: &str, server: &Server, headers: &str) -> bool {
    let mut socket = begun_from(address, server, "POST /api/sessions/import", headers, 20 * MIB).await;
    let piece = vec![b'a'; MIB];
    for _ in 0..20 {
        if timeout(PATIENCE, socket.write_all(&piece)).await.expect("it is read or closed").is_err() {
            return false;
        }
    }
    let (head, _) = read(&mut socket).await;
    assert!(head.starts_with("http/1.1 401 "), "{head}");
    let again = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    socket.write_all(again.as_bytes()).await.is_ok() && read(&mut socket).await.0.starts_with("http/1.1 200 ")
}

#[tokio::test]
async fn one_address_can_not_keep_the_refused_bodies_of_others_from_being_read() {
    let home = Home::new();
    let server = with_players(&home);
    let sockets = use_up("127.0.0.1", &server, |_| String::new()).await;
    assert!(!is_read("127.0.0.1", &server, "").await, "beyond the limit the connection is closed");
    assert!(is_read("127.0.0.2", &server, "").await);
    drop(sockets);
}

#[tokio::test]
async fn behind_a_proxy_refused_bodies_count_for_its_clients_and_an_ipv6_network_is_one() {
    let home = Home::new();
    let tokens = format!("ada:{SECRET}");
    let server = home.start(&[
        ("AUTH", "token"),
        ("AUTH_TOKENS", &tokens),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("LIMIT_SIGN_INS", "0"),
    ]);
    let sockets = use_up("127.0.0.1", &server, |n| format!("x-forwarded-for: 2001:db8:1:2::{n:x}\r\n")).await;
    assert!(!is_read("127.0.0.1", &server, "x-forwarded-for: 2001:db8:1:2::ffff\r\n").await);
    assert!(is_read("127.0.0.1", &server, "x-forwarded-for: 2001:db8:1:3::1\r\n").await);
    drop(sockets);
}

/// The largest body of a path.
fn most(path: &str) -> usize {
    match path {
        "/api/sessions/import" => 32 * MIB,
        "/api/campaigns" => 4 * MIB,
        "/api/plans/nobody/chat" => MIB,
        _ => 64 * 1024,
    }
}

/// A route that needs a sign-in, with ids of nothing that exists.
struct Operation {
    method: String,
    path: String,
    reads_body: bool,
}

/// Every such route of the API, and a path that is no route.
async fn operations(server: &Server) -> Vec<Operation> {
    const PUBLIC: [&str; 7] =
        ["/api/info", "/api/openapi.json", "/api/docs", "/api/sign-in", "/api/sign-out", "/api/join", "/api/join/look"];
    let document = server.read("/api/openapi.json").await;
    let mut all = vec![Operation { method: "POST".into(), path: "/api/nothing".into(), reads_body: false }];
    for (template, item) in document["paths"].as_object().unwrap() {
        let path = template.split('/').map(|part| if part.starts_with('{') { "nobody" } else { part });
        let path = path.collect::<Vec<_>>().join("/");
        if !path.starts_with("/api/") || PUBLIC.contains(&path.as_str()) {
            continue;
        }
        for method in ["get", "post", "put", "patch", "delete"] {
            let Some(operation) = item.get(method) else { continue };
            let reads_body = operation.get("requestBody").is_some();
            all.push(Operation { method: method.to_uppercase(), path: path.clone(), reads_body });
        }
    }
    assert!(all.len() > 50 && all.iter().filter(|operation| operation.reads_body).count() > 15);
    all
}

#[tokio::test]
async fn every_route_checks_the_size_then_the_host_and_origin_then_the_player_and_then_what_is_there() {
    let home = Home::new();
    let tokens = format!("ada:{SECRET}");
    let limits = ["LIMIT_TURNS", "LIMIT_SESSIONS", "LIMIT_IMPORTS"].map(|name| (name, "0"));
    let server = home.start(&[&[("AUTH", "token"), ("AUTH_TOKENS", &tokens)][..], &limits].concat());
    let (nobody, player) = (String::new(), format!("authorization: Bearer {SECRET}\r\n"));
    let foreign = "origin: http://evil.example\r\n".to_owned();
    for Operation { method, path, reads_body } in operations(&server).await {
        let request = format!("{method} {path}");
        let announced = [
            (&foreign, most(&path) + 1, 413, "too_large"),
            (&nobody, most(&path) + 1, 413, "too_large"),
            (&player, most(&path) + 1, 413, "too_large"),
            (&foreign, most(&path), 403, "foreign_origin"),
            (&nobody, most(&path), 401, "unauthorized"),
        ];
        for (headers, n_bytes, status, code) in announced {
            let mut socket = begun(&server, &request, headers, n_bytes).await;
            let (head, body) = read(&mut socket).await;
            assert!(
                head.starts_with(&format!("http/1.1 {status} ")) && body.contains(code),
                "{request}: {head} {body}"
            );
        }
        // A body without an announced size is too large only once it is read.
        let ask = || Ask::new(&method, &path).header("content-type", "application/json");
        if reads_body {
            let unannounced = || ask().bytes(vec![b' '; most(&path) + 1]).chunked();
            // Of the body of a refused request no more than 32 MiB are read.
            if most(&path) < 32 * MIB {
                server.send(unannounced()).await.problem(401, "unauthorized");
            }
            server.send(unannounced().bearer(SECRET)).await.problem(413, "too_large");
        }
        let answer = server.send(ask().bytes("{}").bearer(SECRET)).await;
        assert!(![401, 403, 413].contains(&answer.status), "{request}: {answer:?}");
        if path == "/api/nothing" {
            answer.problem(404, "unknown_route");
        }
    }
}
