//! A public server: players, proxies, limits, and shutdown.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

use super::{
    listen::Listening,
    server::{Home, Server, until},
    table::{asking, chat, id_of, says, says_behind, session, told, turns},
    wire::Ask,
};
use crate::claude::{
    recording::Recording,
    stub::{Act, Gate, Stub, head},
};

const SECRET: &str = "lovelace-zephyr-and-more";
const TOKENS: [(&str, &str); 2] = [("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more")];

/// Resident memory of a process, in KiB.
fn resident(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn an_idle_connection_costs_little() {
    const N: u64 = 500;
    let home = Home::new();
    let server = home.start(&[]);
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    let open = async || {
        let mut socket = TcpStream::connect(&server.address).await.unwrap();
        socket.write_all(ask.as_bytes()).await.unwrap();
        let mut answer = [0; 64];
        assert!(socket.read(&mut answer).await.unwrap() > 0);
        socket
    };
    let first = open().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = resident(&server);
    let mut sockets = vec![first];
    for _ in 0..N {
        sockets.push(open().await);
    }
    let bytes = (resident(&server).saturating_sub(before)) * 1024 / N;
    eprintln!("an idle connection costs {bytes} bytes");
    assert!(bytes <= 40 * 1024, "{bytes} bytes a connection");
}

#[tokio::test]
async fn incomplete_requests_are_closed() {
    let home = Home::new();
    let server = home.start(&[]);
    let host = &server.address;
    let heads = format!("GET /healthz HTTP/1.1\r\nhost: {host}\r\nx-slow: ");
    let bodies = format!(
        "POST /api/sessions HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{{\"ti"
    );
    let mut waiting = JoinSet::new();
    for n in 0..40 {
        let mut socket = TcpStream::connect(host).await.unwrap();
        socket.write_all(if n % 2 == 0 { heads.as_bytes() } else { bodies.as_bytes() }).await.unwrap();
        waiting.spawn(async move {
            let since = Instant::now();
            let mut rest = Vec::new();
            let _ = socket.read_to_end(&mut rest).await;
            if n % 2 == 1 {
                let answer = String::from_utf8(rest).unwrap();
                let (head, body) = answer.split_once("\r\n\r\n").unwrap();
                assert!(head.starts_with("HTTP/1.1 408 "), "{answer}");
                let head = head.to_lowercase();
                assert!(head.contains("\r\nconnection: close"), "{answer}");
                assert!(head.contains("\r\ncontent-type: application/problem+json"), "{answer}");
                let problem: Value = serde_json::from_str(body).unwrap();
                assert_eq!((&problem["code"], &problem["status"]), (&json!("request_timeout"), &json!(408)));
            }
            since.elapsed()
        });
    }
    let within = tokio::time::timeout(Duration::from_secs(25), waiting.join_all()).await.expect("they are closed");
    let longest = within.iter().max().unwrap();
    eprintln!("the last half-sent request was closed after {:.1} s", longest.as_secs_f64());
    assert!(*longest < Duration::from_secs(20), "{longest:?}");
}

/// Opens a connection and sends a request on it.
async fn kept(server: &Server) -> TcpStream {
    let mut socket = TcpStream::connect(&server.address).await.unwrap();
    asks_again(server, &mut socket).await;
    socket
}

/// Sends a request on a connection that is open.
async fn asks_again(server: &Server, socket: &mut TcpStream) {
    let ask = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    socket.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4_096];
    let n = socket.read(&mut answer).await.unwrap();
    assert!(answer[..n].starts_with(b"HTTP/1.1 200"), "{n} bytes");
}

/// How long it takes until the server closes a connection.
async fn closed_after(mut socket: TcpStream) -> Duration {
    let since = Instant::now();
    let _ =
        tokio::time::timeout(Duration::from_secs(25), socket.read_to_end(&mut Vec::new())).await.expect("it is closed");
    since.elapsed()
}

#[tokio::test]
async fn idle_connections_stay_open_longer_than_incomplete_requests() {
    let home = Home::new();
    let server = home.start(&[]);
    let (mut idle, mut half) = (kept(&server).await, kept(&server).await);
    half.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").await.unwrap();
    let silent = TcpStream::connect(&server.address).await.unwrap();
    let (half, silent) = tokio::join!(closed_after(half), closed_after(silent));
    for waited in [half, silent] {
        assert!((Duration::from_secs(13)..Duration::from_secs(20)).contains(&waited), "{waited:?}");
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    asks_again(&server, &mut idle).await;
}

#[tokio::test]
async fn the_idle_time_of_connections_is_configurable() {
    let home = Home::new();
    let server = home.start(&[("KEEP_ALIVE_S", "1")]);
    let waited = closed_after(kept(&server).await).await;
    assert!(waited < Duration::from_secs(8), "{waited:?}");
    let refused = home.run(&[], &[("KEEP_ALIVE_S", "0")]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("keep-alive"), "{refused:?}");
}

#[tokio::test]
async fn probes_may_use_the_servers_address() {
    let home = Home::new();
    let server = home.start(&[]);
    for path in ["/healthz", "/readyz", "/metrics"] {
        for host in [Some("10.0.0.5:3201"), Some("[fd00::5]"), None] {
            let ask = Ask::get(path).host(host);
            // Only HTTP/1.0 allows requests without a Host, but they are answered as HTTP/1.1 too.
            assert_eq!(server.send(ask).await.status, 200, "{path} {host:?}");
        }
        server.send(Ask::get(path).host(Some("evil.example"))).await.problem(403, "foreign_host");
    }
    server.send(Ask::get("/api/info").host(Some("10.0.0.5:3201"))).await.problem(403, "foreign_host");
}

#[cfg(unix)]
#[tokio::test]
async fn stored_files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    // The folder already exists, like a volume or a StateDirectory.
    fs::create_dir(home.data()).unwrap();
    fs::set_permissions(home.data(), fs::Permissions::from_mode(0o755)).unwrap();
    let stub = Stub::serve(vec![says(told("The door holds."))]).await;
    let url = stub.url();
    let added = home.run(&["players", "add", "grace"], &[]);
    assert!(added.status.success());
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    server.good(chat(&id, "I look.")).await;
    for entry in fs::read_dir(home.data()).unwrap().flatten().filter(|entry| entry.path().is_file()) {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
    }
}

#[tokio::test]
async fn players_are_added_and_removed_while_the_server_runs() {
    let home = Home::new();
    let none = home.run(&[], &[("AUTH", "token")]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("players add"), "{none:?}");
    let add = |name: &str| {
        let added = home.run(&["players", "add", name], &[("AUTH", "token")]);
        assert!(added.status.success(), "{added:?}");
        String::from_utf8(added.stdout).unwrap().trim().to_owned()
    };
    let ada = add("ada");
    let server = home.start(&[("AUTH", "token")]);
    let asks = async |secret: &str| server.send(Ask::get("/api/sessions").bearer(secret)).await.status;
    assert_eq!(asks(&ada).await, 200);
    let grace = add("grace");
    assert_eq!(asks(&grace).await, 200, "added while it runs");
    let listed = home.run(&["players", "list"], &[("AUTH", "token"), ("AUTH_TOKENS", "max:secret-of-max-and-more")]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(
        ["ada,", "grace,", "max,"].iter().all(|name| listed.contains(name)) && !listed.contains("secret-of"),
        "{listed}"
    );
    assert!(home.run(&["players", "remove", "ada"], &[]).status.success());
    assert_eq!((asks(&ada).await, asks(&grace).await), (401, 200), "at once");
    assert!(!home.run(&["players", "remove", "ada"], &[]).status.success());
}

#[tokio::test]
async fn the_metrics_token_gives_access_to_the_metrics_only() {
    let home = Home::new();
    let server = home.start(&[TOKENS[0], TOKENS[1], ("METRICS_TOKEN", "prometheus-and-more")]);
    let asks = async |path: &str| server.send(Ask::get(path).bearer("prometheus-and-more")).await.status;
    assert_eq!((asks("/metrics").await, asks("/api/sessions").await), (200, 401));
    server.send(Ask::get("/metrics")).await.problem(401, "unauthorized");
}

#[tokio::test]
async fn secrets_can_be_read_from_files() {
    let home = Home::new();
    let file = home.work().join("tokens");
    fs::write(&file, format!("ada:{SECRET}\ngrace:hopper-1906-and-more\n")).unwrap();
    let file = file.to_str().unwrap();
    let server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS_FILE", file)]);
    for secret in [SECRET, "hopper-1906-and-more"] {
        assert_eq!(server.send(Ask::get("/api/sessions").bearer(secret)).await.status, 200);
    }
    drop(server);
    // As in a copy of .env.example.
    let server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS", ""), ("AUTH_TOKENS_FILE", file)]);
    assert_eq!(server.send(Ask::get("/api/sessions").bearer(SECRET)).await.status, 200);
    let help = home.run(&["--help"], &[("AUTH_TOKENS_FILE", file)]);
    assert!(!String::from_utf8_lossy(&help.stdout).contains(SECRET));
    let both = home.run(&[], &[("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_API_KEY_FILE", file)]);
    assert!(String::from_utf8_lossy(&both.stderr).contains("Both ANTHROPIC_API_KEY"), "{both:?}");
    let missing = home.run(&[], &[("ANTHROPIC_API_KEY_FILE", "/no/such/file")]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such/file"), "{missing:?}");
    let blank = home.work().join("blank");
    fs::write(&blank, " \n").unwrap();
    for name in ["ANTHROPIC_API_KEY_FILE", "AUTH_TOKENS_FILE", "METRICS_TOKEN_FILE"] {
        let refused = home.run(&[], &[(name, blank.to_str().unwrap())]);
        let words = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && words.contains(&format!("{name}: ")), "{words}");
    }
}

#[tokio::test]
async fn guessing_secrets_is_rate_limited_and_logged() {
    let home = Home::new();
    let server = home.start(&[TOKENS[0], TOKENS[1], ("LIMIT_SIGN_INS", "10")]);
    assert_eq!(server.send(Ask::get("/api/sessions").bearer(SECRET)).await.status, 200);
    let guess = |n: u32| Ask::post("/api/sign-in").json(&json!({ "secret": format!("guess-number-{n}") }));
    for n in 0..10 {
        server.send(guess(n)).await.problem(401, "unauthorized");
    }
    server.send(guess(10)).await.problem(429, "rate_limited");
    server.send(Ask::get("/api/sessions").bearer("another")).await.problem(429, "rate_limited");
    assert_eq!(server.send(Ask::get("/api/sessions").bearer(SECRET)).await.status, 200, "whoever was in stays in");
    assert_eq!(server.send(Ask::get("/api/info")).await.status, 200);
    let log = home.log();
    assert!(log.contains("a sign-in failed") && log.contains("127.0.0.1") && !log.contains("guess-number"), "{log}");
}

#[tokio::test]
async fn rate_limits_apply_to_each_player_separately() {
    let stub = Stub::serve((0..4).map(|_| says(told("The door holds."))).collect()).await;
    let (home, url) = (Home::new(), stub.url());
    let mut env = asking(&url);
    let tokens = ("AUTH_TOKENS", "ada:lovelace-zephyr-and-more,grace:hopper-1906-and-more");
    env.extend([("AUTH", "token"), tokens, ("LIMIT_TURNS", "2"), ("LIMIT_SESSIONS", "2"), ("LIMIT_IMPORTS", "1")]);
    let server = home.start(&env);
    let (ada, grace) = (|ask: Ask| ask.bearer(SECRET), |ask: Ask| ask.bearer("hopper-1906-and-more"));
    let create = || Ask::post("/api/sessions").json(&json!({}));
    let id = id_of(&server.good(ada(create())).await);
    server.good(ada(create())).await;
    server.send(ada(create())).await.problem(429, "rate_limited");
    let other = id_of(&server.good(grace(create())).await);
    for _ in 0..2 {
        server.good(ada(chat(&id, "I go on."))).await;
    }
    server.send(ada(chat(&id, "And on."))).await.problem(429, "rate_limited");
    server.send(ada(chat(&id, "And on.").events())).await.problem(429, "rate_limited");
    server.good(grace(chat(&other, "I go on."))).await;
    let import = || Ask::post("/api/sessions/import").json(&json!({}));
    assert_eq!(server.send(ada(import())).await.status, 422);
    server.send(ada(import())).await.problem(429, "rate_limited");
    assert_eq!(server.send(ada(Ask::get(&format!("/api/sessions/{id}")))).await.status, 200, "reading is free");
}

#[tokio::test]
async fn open_streams_and_model_requests_are_limited() {
    let gate = Gate::closed();
    let scripts = vec![says_behind(&gate, told("One.")), says_behind(&gate, told("Two."))];
    let stub = Stub::serve(scripts).await;
    let (home, url) = (Home::new(), stub.url());
    let mut env = asking(&url);
    env.extend([("LIMIT_STREAMS", "2"), ("LIMIT_MODEL_CALLS", "1")]);
    let server = home.start(&env);
    let (one, two, three) = (session(&server).await, session(&server).await, session(&server).await);
    let first = Listening::to(&server, chat(&one, "I go.")).await;
    until("the model is asked", || stub.requests().len() == 1).await;
    let second = Listening::to(&server, chat(&two, "I go.")).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(stub.requests().len(), 1, "the second waits for the first");
    server.send(chat(&three, "I go.").events()).await.problem(429, "rate_limited");
    server.send(chat(&three, "I go.")).await.problem(429, "rate_limited");
    gate.open();
    for listening in [first, second] {
        assert_eq!(listening.rest().await.last().unwrap().name, "done");
    }
    assert_eq!(stub.requests().len(), 2);
}

#[tokio::test]
async fn forwarded_headers_are_trusted_from_configured_proxies_only() {
    let home = Home::new();
    let mut env = TOKENS.to_vec();
    env.extend([("ALLOWED_HOSTS", "play.example.org"), ("TRUSTED_PROXIES", "127.0.0.1")]);
    let server = home.start(&env);
    let forwarded = |ask: Ask| {
        ask.header("x-forwarded-for", "198.51.100.7")
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-host", "play.example.org")
    };
    let sign_in = |secret: &str| Ask::post("/api/sign-in").json(&json!({ "secret": secret }));
    let answer = server.send(forwarded(sign_in(SECRET)).header("origin", "https://play.example.org")).await;
    assert!(answer.header("set-cookie").unwrap().contains("; Secure"), "{answer:?}");
    server.send(forwarded(sign_in("wrong"))).await.problem(401, "unauthorized");
    assert!(home.log().contains("198.51.100.7"));
    drop(server);
    env.push(("ALLOWED_ORIGINS", "https://front.example.net"));
    let server = home.start(&env);
    let cookie = async |ask: Ask, origin: &str| {
        server.send(ask.header("origin", origin)).await.header("set-cookie").unwrap().to_owned()
    };
    let own = cookie(forwarded(sign_in(SECRET)), "https://play.example.org").await;
    assert!(own.ends_with("; SameSite=Strict; Secure"), "{own}");
    let other = cookie(forwarded(sign_in(SECRET)), "https://front.example.net").await;
    assert!(other.ends_with("; SameSite=None; Secure; Partitioned"), "{other}");
    let out = cookie(forwarded(Ask::post("/api/sign-out")), "https://front.example.net").await;
    assert!(out.contains("Max-Age=0") && out.ends_with("; SameSite=None; Secure; Partitioned"), "{out}");
    let stranger = forwarded(sign_in(SECRET)).header("origin", "https://evil.example");
    server.send(stranger).await.problem(403, "foreign_origin");
    drop(server);
    let server = home.start(&TOKENS);
    let answer = server.send(forwarded(sign_in(SECRET)).header("origin", "https://play.example.org")).await;
    answer.problem(403, "foreign_origin");
    assert!(!server.send(forwarded(sign_in(SECRET))).await.header("set-cookie").unwrap().contains("Secure"));
    server.send(forwarded(sign_in("wrong"))).await.problem(401, "unauthorized");
    assert_eq!(home.log().matches("198.51.100.7").count(), 1);
    drop(server);
    let mut env = TOKENS.to_vec();
    env.push(("ALLOWED_HOSTS", "play.example.org"));
    let server = home.start(&env);
    let without_host = server.send(sign_in(SECRET).header("origin", "https://play.example.org")).await;
    assert!(without_host.text().contains("let it pass on the `Host` header"), "{without_host:?}");
}

#[tokio::test]
async fn addresses_in_responses_have_the_base_path() {
    let home = Home::new();
    let mut env = TOKENS.to_vec();
    env.push(("BASE_PATH", "/embertale/"));
    let server = home.start(&env);
    let page = server.send(Ask::get("/embertale/")).await.text();
    assert!(
        page.contains("src=\"/embertale/js/main.js\"") && page.contains("href=\"/embertale/css/app.css\""),
        "{page}"
    );
    assert!(!page.contains("\"/js/") && !page.contains("\"/css/") && !page.contains("\"/app"), "{page}");
    let script = server.send(Ask::get("/embertale/js/api.js")).await.text();
    assert!(script.contains("/embertale/api/sessions") && !script.contains("`/api/"), "{script}");
    let document = server.send(Ask::get("/embertale/api/openapi.json")).await.json();
    assert_eq!(document["servers"][0]["url"], "/embertale");
    let sign_in = server.send(Ask::post("/embertale/api/sign-in").json(&json!({ "secret": SECRET }))).await;
    assert!(sign_in.header("set-cookie").unwrap().contains("; Path=/embertale/;"), "{sign_in:?}");
    let created = server.send(Ask::post("/embertale/api/sessions").json(&json!({})).bearer(SECRET)).await;
    assert!(created.header("location").unwrap().starts_with("/embertale/api/sessions/"), "{created:?}");
    let id = id_of(&created.json());
    // A proxy may remove the path prefix.
    let turn = server.send(chat(&id, "I look around.").bearer(SECRET)).await;
    let events = turn.header("content-location").unwrap().to_owned();
    assert!(events.starts_with("/embertale/api/sessions/"), "{events}");
    assert_eq!(server.send(Ask::get(&events).bearer(SECRET)).await.status, 200);
}

#[tokio::test]
async fn a_turn_has_the_configured_grace_period_and_a_second_signal_ends_it() {
    for (grace, signals) in [("1", 1), ("60", 2)] {
        let begun = Recording::new().open_text(&["Rain falls and"]).cut().into_bytes();
        let stub = Stub::serve(vec![vec![head(), Act::Send(begun), Act::Stall]]).await;
        let (home, url) = (Home::new(), stub.url());
        let mut env = asking(&url);
        env.push(("GRACE_S", grace));
        let server = home.start(&env);
        let id = session(&server).await;
        let mut listening = Listening::to(&server, chat(&id, "I wait.")).await;
        while listening.next().await.expect("an event").name != "text" {}
        let since = Instant::now();
        server.terminate();
        until("it stops listening", || std::net::TcpStream::connect(&server.address).is_err()).await;
        if signals == 2 {
            server.terminate();
        }
        assert!(server.ended().await.success());
        assert!(!home.data().join("embertale.db-wal").exists(), "the database holds everything");
        assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
        let failed = listening.expect("failed").await;
        assert_eq!((&failed.data["code"], &failed.data["retryable"]), (&json!("turn_cancelled"), &json!(true)));
        // What was paid counts for the day and for the session, whatever became of the turn.
        let again = home.start(&env);
        let spending = again.read(&format!("/api/sessions/{id}/spending")).await;
        assert!(spending["spentUsd"].as_f64().is_some_and(|usd| usd > 0.0), "{spending}");
        assert_eq!(spending["spentUsd"], spending["today"]["spentUsd"], "{spending}");
        assert!(home.verify().contains("clean, 0 turns"), "{}", home.verify());
    }
}

#[tokio::test]
async fn two_servers_with_one_store_share_daily_caps() {
    if crate::support::emulator::is_missing() {
        return;
    }
    // Each reply costs a few thousandths of a cent; the helpers' model may play instead.
    let reply = || says(told("So it goes."));
    let (one, two) = (Stub::serve(vec![reply(), reply()]).await, Stub::serve(vec![reply(), reply()]).await);
    let (home, urls) = (Home::on_firestore(), [one.url(), two.url()]);
    let env = |url| {
        let mut env = asking(url);
        env.push(("DAY_CAP_USD", "0.00001"));
        env
    };
    let (here, there) = (home.start(&env(&urls[0])), home.start(&env(&urls[1])));
    let (a, b) = (session(&here).await, session(&there).await);
    here.good(chat(&a, "I go.")).await;
    let path = format!("/api/sessions/{b}/spending");
    let mut spent = 0.0;
    for _ in 0..100 {
        spent = there.read(&path).await["today"]["spentUsd"].as_f64().unwrap();
        if spent > 0.0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(spent > 0.00001, "{spent}");
    there.send(chat(&b, "I go.")).await.problem(402, "spending_cap_reached");
    assert_eq!(two.requests().len(), 0, "nobody is asked on the other server");
}

#[tokio::test]
async fn a_turn_on_another_server_can_be_cancelled_and_followed() {
    if crate::support::emulator::is_missing() {
        return;
    }
    let (first, second) = (Gate::closed(), Gate::closed());
    let stub = Stub::serve(vec![says_behind(&first, told("Never.")), says_behind(&second, told("The end."))]).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    there.send(Ask::post(&format!("/api/sessions/{id}/cancel"))).await.problem(409, "nothing_playing");
    let mut stopped = Listening::to(&here, chat(&id, "I wait.")).await;
    let turn = stopped.expect("turn").await.data["turnId"].clone();
    until("the model is asked", || stub.requests().len() == 1).await;
    let mut elsewhere = Listening::resume(&there, &stopped.location(), None).await;
    elsewhere.expect("turn").await;
    let cancelled = there.send(Ask::post(&format!("/api/sessions/{id}/cancel"))).await;
    assert_eq!((cancelled.status, &cancelled.json()["turnId"]), (202, &turn));
    assert_eq!(stopped.rest().await.last().unwrap().data["code"], "turn_cancelled");
    let heard = elsewhere.rest().await;
    assert_eq!(heard.iter().map(|event| event.name.as_str()).collect::<Vec<_>>(), ["failed"]);
    assert_eq!(heard[0].data["code"], "turn_cancelled");

    let mut played = Listening::to(&here, chat(&id, "I go on.")).await;
    played.expect("turn").await;
    until("the model is asked again", || stub.requests().len() == 2).await;
    let elsewhere = Listening::resume(&there, &played.location(), None).await;
    second.open();
    let played = played.rest().await;
    let heard = elsewhere.rest().await;
    assert_eq!(heard[0].name, "turn");
    assert_eq!(heard.last(), played.last(), "the same ending, under the same id");
    assert_eq!(turns(&there, &id).await.len(), 1);
    let nobody = there.send(Ask::get(&format!("/api/sessions/{id}/turns/nonsense/events"))).await;
    nobody.problem(404, "unknown_turn");
}

#[tokio::test]
async fn changes_wait_for_the_turn_of_another_server() {
    if crate::support::emulator::is_missing() {
        return;
    }
    let gates = [Gate::closed(), Gate::closed()];
    let stub = Stub::serve(gates.iter().map(|gate| says_behind(gate, told("On."))).collect()).await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let path = |what: &str| format!("/api/sessions/{id}/{what}");
    let changes =
        [Ask::post(&path("rolls")).json(&json!({"expression": "1d6"})), Ask::post(&path("undo")).json(&json!({}))];
    for (n, (gate, change)) in gates.iter().zip(changes).enumerate() {
        let mut playing = Listening::to(&here, chat(&id, "I wait.")).await;
        playing.expect("turn").await;
        until("the model is asked", || stub.requests().len() == n + 1).await;
        let changed = there.send(change);
        let opened = async {
            tokio::time::sleep(Duration::from_millis(700)).await;
            gate.open();
            assert_eq!(playing.rest().await.last().unwrap().name, "done");
        };
        let (changed, ()) = tokio::join!(changed, opened);
        assert!(changed.status < 300, "{changed:?}");
        assert_eq!(turns(&there, &id).await.len(), 1, "what was played is changed, not overtaken");
    }
}

#[tokio::test]
async fn why_a_turn_failed_can_be_read_on_another_server() {
    if crate::support::emulator::is_missing() {
        return;
    }
    let refusal = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{}";
    let never = Gate::closed();
    let stub = Stub::serve(vec![
        vec![Act::Send(refusal.into())],
        says_behind(&never, told("Never.")),
        says(told("So it goes.")),
    ]);
    let stub = stub.await;
    let (home, url) = (Home::on_firestore(), stub.url());
    let (here, there) = (home.start(&asking(&url)), home.start(&asking(&url)));
    let id = session(&here).await;
    let failed = Listening::to(&here, chat(&id, "I wait.").key("one")).await;
    let location = failed.location();
    let last = failed.rest().await.pop().unwrap();
    assert_eq!(last.data["code"], "model_failed");
    // After its `turn`, and from the beginning.
    for after in [None, Some("1.0")] {
        let heard = Listening::resume(&there, &location, after).await.rest().await;
        assert_eq!(heard.len(), 1, "{heard:?}");
        assert_eq!((&heard[0].name, &heard[0].data), (&last.name, &last.data));
    }
    let debug = Ask::get(&location.replace("/events", "/debug"));
    let (played_here, seen_there) = (here.good(debug.clone()).await, there.good(debug).await);
    for of in [&played_here, &seen_there] {
        assert_eq!((&of["failure"]["code"], &of["seq"]), (&json!("model_failed"), &json!(1)), "{of}");
    }
    assert_eq!(played_here["failure"], seen_there["failure"]);
    assert_eq!(seen_there["agents"], json!([]));

    let mut stopped = Listening::to(&here, chat(&id, "I wait.").key("one")).await;
    stopped.expect("turn").await;
    until("the model is asked", || stub.requests().len() == 2).await;
    here.send(Ask::post(&format!("/api/sessions/{id}/cancel"))).await;
    let again = stopped.location();
    let last = stopped.rest().await.pop().unwrap();
    let heard = Listening::resume(&there, &again, None).await.rest().await;
    assert_eq!((heard.len(), &heard[0].data), (1, &last.data));
    assert_eq!(heard[0].data["code"], "turn_cancelled");

    // A failed turn does not use its key up, on no server.
    let played = there.good(chat(&id, "I wait.").key("one")).await;
    assert_eq!(played["narrative"], "So it goes.");
    assert_eq!(Listening::resume(&there, &again, None).await.rest().await, heard, "it stays readable");
    // As ten minutes later, nothing is known of it there.
    let console = home.console().unwrap();
    console.change(&format!("sessions/{id}"), "failedTurn", None).await;
    there.send(Ask::get(&again)).await.problem(404, "unknown_turn");
}
