//! A server that is shared with friends in the host's own network.

use std::{fs, net::UdpSocket, os::unix::fs::PermissionsExt, path::PathBuf};

use serde_json::{Value, json};

use super::{
    server::{Home, Server},
    table::{chat, id_of},
    wire::{Ask, Client},
};

/// The address before the link's fragment, and the secret in it.
fn parts(link: &str) -> (&str, &str) {
    link.strip_prefix("http://").and_then(|link| link.split_once("/#/host/")).expect("a link with a secret")
}

fn secret_file(home: &Home) -> PathBuf {
    home.data().join("host-secret")
}

/// Starts a shared server, with the secret of its host.
fn shared(home: &Home) -> (Server, String) {
    let (server, link) = home.start_shared(&[]);
    let secret = parts(&link).1.to_owned();
    (server, secret)
}

/// A client of the same server at another of the machine's addresses.
fn client_at(address: &str, server: &Server) -> Client {
    let mut client = Client::clone(server);
    client.address = format!("{address}:{}", server.port());
    client
}

/// The address of this machine in its network, where it has one.
fn own_address() -> Option<String> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("198.51.100.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback()).then(|| address.to_string())
}

#[tokio::test]
async fn the_host_opens_the_printed_link_and_friends_come_by_invitation() {
    let home = Home::new();
    let (server, link) = home.start_shared(&[]);
    let (address, secret) = parts(&link);
    assert!(secret.len() >= 43, "256 bits: {secret}");
    assert_eq!(address.rsplit(':').next(), Some(server.port()));
    assert_eq!(fs::metadata(secret_file(&home)).unwrap().permissions().mode() & 0o777, 0o600);
    let info = server.read("/api/info").await;
    assert_eq!((&info["auth"], &info["share"]), (&json!("token"), &json!("lan")));

    let signed_in = server.send(Ask::post("/api/sign-in").json(&json!({ "secret": secret }))).await;
    assert_eq!(signed_in.status, 204);
    let set = signed_in.header("set-cookie").unwrap().to_owned();
    assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Strict"), "{set}");
    let cookie = set.split(';').next().unwrap().to_owned();
    let host = |ask: Ask| ask.header("cookie", &cookie);
    let session = id_of(&server.good(host(Ask::post("/api/sessions").json(&json!({})))).await);
    let at = |rest: &str| format!("/api/sessions/{session}{rest}");
    let invited = server.good(host(Ask::post(&at("/invitations")).json(&json!({"role": "player"})))).await;
    let url = invited["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("http://{address}/#/join/{session}.")), "friends can't use 127.0.0.1: {url}");
    let token = url.split_once("/#/join/").unwrap().1;
    let hero = json!({"name": "Aya", "class": "monk", "race": "human"});
    let body = json!({"token": token, "name": "Ana", "character": hero, "bearer": true});
    let joined = server.good(Ask::post("/api/join").json(&body)).await;
    let ana = joined["secret"].as_str().unwrap().to_owned();
    let turn = server.good(chat(&session, "I look around.").bearer(&ana)).await;
    assert_eq!(turn["seat"], joined["seat"]["id"]);
    assert_eq!(server.good(host(Ask::get(&at("/me")))).await["role"], "host");

    server.terminate();
    server.ended().await;
    let (server, again) = home.start_shared(&[]);
    assert_eq!(parts(&again).1, secret, "the link of yesterday still opens");
    assert_eq!(server.send(chat(&session, "I look around.").bearer(secret)).await.status, 200);
    assert_eq!(server.send(Ask::get(&at("")).bearer(&ana)).await.status, 200);
    assert!(!home.log().contains(secret), "the secret is in the log");
    drop(server);
    fs::remove_file(secret_file(&home)).unwrap();
    let (server, new) = home.start_shared(&[]);
    assert_ne!(parts(&new).1, secret);
    server.send(Ask::get(&at("")).bearer(secret)).await.problem(401, "unauthorized");
    assert_eq!(server.send(Ask::get(&at("")).bearer(parts(&new).1)).await.status, 200);
}

#[tokio::test]
async fn a_shared_server_answers_strangers_with_its_public_paths_alone() {
    let home = Home::new();
    let (server, secret) = shared(&home);
    let document = server.read("/api/openapi.json").await;
    let mut n_closed = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let real = path.replace(['{', '}'], "");
            let answer = server.send(Ask::new(&method.to_uppercase(), &real).json(&json!({}))).await;
            let is_public = operation["security"] == Value::Array(Vec::new());
            assert_eq!(is_public, answer.status != 401, "{method} {path}: {answer:?}");
            n_closed += usize::from(!is_public);
        }
    }
    assert!(n_closed > 60, "{n_closed}");
    assert_eq!(server.send(Ask::get("/")).await.status, 200);
    server.send(Ask::get("/api/sessions")).await.problem(401, "unauthorized");
    assert_eq!(server.send(Ask::get("/api/sessions").bearer(&secret)).await.status, 200);
}

#[tokio::test]
async fn a_shared_server_knows_only_private_addresses_of_its_machine() {
    let home = Home::new();
    let (server, secret) = shared(&home);
    let ask = |host: &str| Ask::get("/api/sessions").bearer(&secret).host(Some(host));
    for host in ["10.1.2.3", "192.168.77.5", "8.8.8.8", "0.0.0.0", "evil.example", "[fd00::77]"] {
        server.send(ask(&format!("{host}:{}", server.port()))).await.problem(403, "foreign_host");
    }
    let Some(own) = own_address() else { return };
    let elsewhere = client_at(&own, &server);
    assert_eq!(elsewhere.send(Ask::get("/api/sessions").bearer(&secret)).await.status, 200);
    elsewhere.send(ask("10.1.2.3")).await.problem(403, "foreign_host");
    elsewhere.send(Ask::get("/api/sessions")).await.problem(401, "unauthorized");
}

#[tokio::test]
async fn guesses_at_the_hosts_secret_are_limited() {
    let home = Home::new();
    let (server, secret) = shared(&home);
    let guess = |n: u32| Ask::post("/api/sign-in").json(&json!({"secret": format!("guess-{n}")}));
    let mut n_guesses = 0;
    while server.send(guess(n_guesses)).await.status == 401 {
        n_guesses += 1;
        assert!(n_guesses < 60, "guesses have a limit");
    }
    server.send(guess(n_guesses)).await.problem(429, "rate_limited");
    server.send(Ask::get("/api/sessions").bearer(&secret)).await.problem(429, "rate_limited");
    assert!(!home.log().contains("guess-"), "what was guessed is in the log");
}

#[test]
fn sharing_that_cannot_be_meant_is_refused_at_the_start() {
    let home = Home::new();
    let tokens = ("AUTH_TOKENS", "ada:lovelace-zephyr");
    for (env, wanted) in [
        (vec![("SHARE", "lan"), ("AUTH", "token"), tokens], "Unset one of them"),
        (vec![("SHARE", "lan"), ("HOST", "127.0.0.1")], "from this one alone"),
        (vec![("SHARE", "lan"), ("HOST", "8.8.8.8")], "public address"),
        (vec![("HOST", "0.0.0.0")], "SHARE=lan"),
    ] {
        let refused = home.run(&[], &env);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{env:?}: {said}");
        assert!(said.contains(wanted) && said.trim().lines().count() == 1, "{env:?}: {said}");
    }
    fs::create_dir_all(home.data()).unwrap();
    fs::write(secret_file(&home), "short").unwrap();
    let refused = home.run(&["--share"], &[]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("delete it"), "{said}");
    let doctor = home.run(&["doctor", "--share"], &[]);
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("delete it"), "{doctor:?}");
}
