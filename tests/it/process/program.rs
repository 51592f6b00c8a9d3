//! The program itself: how it starts, what it says when it can't, and how it stops.

use std::{
    fs,
    net::TcpListener,
    process::{Child, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{
    listen::Listening,
    server::{Home, PATIENCE, until},
    table::{asking, chat, says_behind, session, stub, told, turns},
    wire::{Ask, Client},
};
use crate::claude::stub::{Gate, Stub};

/// Starts a server that must not start, and gives what it says.
async fn refused(home: &Home, env: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = home.command(env);
    let mut child: Child =
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let since = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if since.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it starts all the same: {env:?}");
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let Output { status, stdout, stderr } = child.wait_with_output().expect("its output");
    let said = String::from_utf8(stderr).expect("UTF-8");
    assert!(!status.success() && stdout.is_empty(), "{env:?} {status} {said}");
    assert!(!said.contains("panicked") && !said.contains("Error {"), "{said}");
    said
}

#[tokio::test]
async fn it_listens_within_a_second_and_says_where_first() {
    let home = Home::new();
    let server = home.start(&[]);
    assert!(server.took < Duration::from_secs(1), "{:?}", server.took);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    assert_eq!(server.read("/healthz").await, json!({"status": "alive"}));
    assert_eq!(server.read("/readyz").await["model"]["lastOutcome"], "unknown");
    let info = server.read("/api/info").await;
    assert_eq!((&info["model"]["provider"], &info["store"]), (&json!("storyteller"), &json!("sqlite")));
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn benches_without_a_file_run_where_there_is_no_checkout() {
    let home = Home::new();
    assert_eq!(fs::read_dir(home.work()).unwrap().count(), 0, "the folder is empty");
    for (bench, figure) in [("leaks", "scenes"), ("prompt", "turns")] {
        let output = home.run(&["bench", bench], &[]);
        let (figures, words) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{bench}: {figures} {words}");
        let figures: serde_json::Value = serde_json::from_str(figures.lines().last().unwrap()).unwrap();
        assert!(figures[figure].as_u64() >= Some(200), "{bench}: {figures}");
        let refused = home.run(&["bench", bench, "nowhere.jsonl"], &[]);
        let words = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && words.contains("nowhere.jsonl can't be read"), "{words}");
    }
}

#[test]
fn the_proof_of_the_engine_says_when_it_fought_the_monsters_of_the_core_alone() {
    let home = Home::new();
    let output = home.run(&["conformance", "--seeds", "1", "--every", "400"], &[("RULES_FETCH", "off")]);
    let (figures, words) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(figures.contains("\"rules\":\"core\""), "{figures} {words}");
    assert!(words.contains("monsters of the core rules"), "{words}");
}

#[test]
fn commands_that_have_nothing_to_read_create_no_store() {
    let home = Home::new();
    let commands: [&[&str]; 7] = [
        &["import", "nowhere.json"],
        &["restore", "nowhere.jsonl"],
        &["export", "nobody", "session.json"],
        &["backup", "all.jsonl"],
        &["verify"],
        &["players", "export", "ada", "ada.jsonl"],
        &["campaign", "check", "nowhere.json"],
    ];
    for command in commands {
        let output = home.run(command, &[]);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && words.starts_with("embertale: "), "{command:?}: {words}");
        assert!(!home.data().join("embertale.db").exists(), "{command:?} made a store: {words}");
        assert_eq!(fs::read_dir(home.work()).unwrap().count(), 0, "{command:?}: {words}");
    }
}

#[test]
fn help_names_every_variable_and_shows_no_secret() {
    let home = Home::new();
    let output = home.run(&["--help"], &[("ANTHROPIC_API_KEY", "sk-hush"), ("AUTH_TOKENS", "ada:lovelace")]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let built = [
        ("HOST", "127.0.0.1"),
        ("PORT", "3000"),
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_ORIGINS", ""),
        ("AUTH", "none"),
        ("AUTH_TOKENS", ""),
        ("STORE", "sqlite"),
        ("DATA_DIR", "./data"),
        ("ANTHROPIC_API_KEY", ""),
        ("ANTHROPIC_BASE_URL", ""),
        ("DM_MODEL", "claude-sonnet-5-5"),
        ("UTILITY_MODEL", "claude-haiku-5-5"),
        ("RULES_FETCH", "on"),
        ("DICE_SEED", ""),
        ("FIRESTORE_PROJECT_ID", ""),
        ("FIRESTORE_DATABASE_ID", ""),
        ("FIRESTORE_EMULATOR_HOST", ""),
        ("GOOGLE_APPLICATION_CREDENTIALS", ""),
        ("LOG", "info"),
        ("LOG_FORMAT", "text"),
    ];
    for (variable, default) in built {
        let flag = format!("--{} ", variable.to_lowercase().replace('_', "-"));
        assert!(help.contains(&format!("[env: {variable}")) && help.contains(&flag), "{variable}: {help}");
        assert!(default.is_empty() || help.contains(&format!("[default: {default}]")), "{variable}: {help}");
    }
    assert!(!help.contains("hush") && !help.contains("lovelace"), "{help}");
    assert!(!help.to_lowercase().contains("crash"), "drills are nobody's business");
    let version = home.run(&["--version"], &[]);
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("embertale {}\n", env!("CARGO_PKG_VERSION")));
}

#[tokio::test]
async fn settings_that_cannot_be_are_told_in_a_sentence() {
    let home = Home::new();
    let file = home.work().join("a-file");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("HOST", "0.0.0.0")], "AUTH=token"),
        (&[("HOST", "::")], "AUTH=token"),
        (&[("HOST", "192.0.2.1")], "AUTH=token"),
        (&[("AUTH", "token")], "AUTH_TOKENS"),
        (&[("AUTH", "token"), ("AUTH_TOKENS", "lovelace")], "AUTH_TOKENS"),
        (&[("AUTH", "token"), ("AUTH_TOKENS", "ada:")], "AUTH_TOKENS"),
        (&[("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace,grace:lovelace")], "twice"),
        (&[("AUTH", "maybe")], "none"),
        (&[("PORT", "65536")], "65535"),
        (&[("STORE", "paper")], "sqlite"),
        (&[("STORE", "firestore")], "FIRESTORE_PROJECT_ID"),
        (
            &[
                ("STORE", "firestore"),
                ("FIRESTORE_PROJECT_ID", "the-real-one"),
                ("FIRESTORE_EMULATOR_HOST", "127.0.0.1:1"),
            ],
            "demo-",
        ),
        (&[("LOG", "a=b=c")], "LOG"),
        (&[("ANTHROPIC_API_KEY", "k"), ("AGENTS_FILE", "/nowhere.json")], "AGENTS_FILE"),
        (&[("NPC_EFFORT", "little")], "xhigh"),
        (&[("LOG_FORMAT", "xml")], "json"),
        (&[("MODEL_PRICES", "{")], "MODEL_PRICES"),
        (&[("SESSION_CAP_USD", "-1")], "2.50"),
        (&[("DAY_CAP_USD", "much")], "2.50"),
        // No one knows what would be spent.
        (&[("ANTHROPIC_API_KEY", "k"), ("DAY_CAP_USD", "1"), ("DM_MODEL", "one-of-ours")], "MODEL_PRICES"),
        (&[("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_BASE_URL", "nonsense")], "ANTHROPIC_BASE_URL"),
        (&[("ANTHROPIC_API_KEY", "k"), ("ANTHROPIC_BASE_URL", "ftp://x")], "ANTHROPIC_BASE_URL"),
        (&[("ANTHROPIC_API_KEY", "k\u{7}")], "ANTHROPIC_API_KEY"),
        (&[("DATA_DIR", file)], "DATA_DIR"),
        (&[("DATA_DIR", "/proc/nowhere")], "DATA_DIR"),
    ];
    for (env, expected) in cases {
        let said = refused(&home, env, &[]).await;
        assert!(said.contains(expected), "{env:?}: {said}");
        assert!(!said.contains("lovelace"), "{said}");
    }
    let said = refused(&home, &[], &["--nonsense"]).await;
    assert!(said.contains("--nonsense"), "{said}");
}

#[tokio::test]
async fn each_agent_asks_its_own_model_with_its_own_effort() {
    let stub = stub(vec![told("I can't say."), told("The lock holds.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let table = home.work().join("agents.json");
    fs::write(&table, r#"{"dm": {"model": "claude-opus-5-5", "effort": "xhigh"}, "utility": {"effort": "low"}}"#)
        .unwrap();
    let mut env = asking(&url);
    env.extend([("AGENTS_FILE", table.to_str().unwrap()), ("DM_EFFORT", "high")]);
    let server = home.start(&env);
    let session = session(&server).await;
    server.good(chat(&session, "I pick the lock of the gate.")).await;
    let asked: Vec<Value> =
        stub.requests().iter().map(|request| serde_json::from_slice(&request.body).unwrap()).collect();
    let asked: Vec<_> = asked.iter().map(|body| (&body["model"], &body["output_config"]["effort"])).collect();
    assert_eq!(
        asked,
        [(&json!("claude-haiku-5-5"), &json!("low")), (&json!("claude-opus-5-5"), &json!("high"))],
        "the rules judge, then the Dungeon Master"
    );
    assert_eq!(server.read("/api/info").await["model"]["combat"], "claude-opus-5-5");
}

#[tokio::test]
async fn no_cap_is_set_on_a_model_nobody_knows_the_price_of() {
    let home = Home::new();
    let server = home.start(&[("ANTHROPIC_API_KEY", "k"), ("DM_MODEL", "one-of-ours")]);
    let spending = format!("/api/sessions/{}/spending", session(&server).await);
    let refused = server.send(Ask::new("PUT", &spending).json(&json!({"capUsd": 1}))).await;
    refused.problem(409, "model_without_price");
    assert!(refused.json()["detail"].as_str().is_some_and(|said| said.contains("one-of-ours")), "{refused:?}");
    // To take a cap away is fine: there is none.
    assert_eq!(server.send(Ask::new("PUT", &spending).json(&json!({"capUsd": null}))).await.status, 200);
}

#[tokio::test]
async fn a_host_others_can_reach_is_served_with_players_only() {
    let home = Home::new();
    let server = home.start(&[("HOST", "0.0.0.0"), ("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace")]);
    assert!(server.address.starts_with("0.0.0.0:"));
    let client = Client { address: format!("127.0.0.1:{}", server.port()), ..Client::default() };
    client.send(Ask::get("/api/sessions")).await.problem(401, "unauthorized");
    assert_eq!(client.send(Ask::get("/api/sessions").bearer("lovelace")).await.status, 200);
}

#[tokio::test]
async fn a_second_server_on_the_same_data_is_told_what_to_do() {
    let home = Home::new();
    let server = home.start(&[]);
    let session = session(&server).await;
    let said = refused(&home, &[], &[]).await;
    assert!(said.contains("another Embertale") && said.contains("DATA_DIR"), "{said}");
    server.good(chat(&session, "I look around.")).await;
    assert!(home.verify().contains("clean, 1 turns"), "reading beside a server is fine");
}

#[tokio::test]
async fn a_port_in_use_is_told_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let home = Home::new();
    let said = refused(&home, &[("PORT", &port)], &[]).await;
    assert!(said.contains(&format!("127.0.0.1:{port}")) && said.contains("PORT"), "{said}");
}

#[tokio::test]
async fn a_dot_env_file_is_read_and_the_environment_outweighs_it() {
    let home = Home::new();
    let dot_env = "# a comment\nDM_MODEL=from-the-file\nUTILITY_MODEL='also from it'\nANTHROPIC_API_KEY=\"k\"\nANTHROPIC_BASE_URL=http://127.0.0.1:9\n";
    fs::write(home.work().join(".env"), dot_env).unwrap();
    let server = home.start(&[("UTILITY_MODEL", "from-the-environment")]);
    let expected = json!({
        "provider": "anthropic",
        "dm": "from-the-file",
        "combat": "from-the-file",
        "npc": "from-the-file",
        "author": "from-the-file",
        "utility": "from-the-environment",
    });
    assert_eq!(server.read("/api/info").await["model"], expected);
    drop(server);
    fs::write(home.work().join(".env"), "PORT=\"3000\nHOST=x").unwrap();
    let said = refused(&home, &[], &[]).await;
    assert!(said.contains(".env"), "{said}");
}

#[tokio::test]
async fn blank_variables_count_as_unset() {
    let home = Home::new();
    for blank in ["", " "] {
        let variables = [
            "HOST",
            "ALLOWED_HOSTS",
            "ALLOWED_ORIGINS",
            "AUTH",
            "AUTH_TOKENS",
            "STORE",
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_BASE_URL",
            "DM_MODEL",
            "UTILITY_MODEL",
            "NARRATION_CHECK",
            "ENABLE_TOOL_SUGGESTIONS",
            "TOOL_SUGGESTIONS_LOG",
            "MODEL_PRICES",
            "DICE_SEED",
            "LOG",
            "LOG_FORMAT",
            "CRASH_AT",
            "DATA_DIR",
        ];
        let env = variables.map(|variable| (variable, blank));
        let server = home.start(&env);
        let info = server.read("/api/info").await;
        assert_eq!(info["model"]["provider"], "storyteller");
        assert_eq!((&info["store"], &info["auth"]), (&json!("sqlite"), &json!("none")));
        session(&server).await;
        assert!(home.work().join("data/embertale.db").exists(), "the default folder");
        drop(server);
        let server = home.start(&[("ANTHROPIC_API_KEY", "k"), ("DM_MODEL", blank), ("UTILITY_MODEL", blank)]);
        let model = server.read("/api/info").await["model"].clone();
        assert_eq!((&model["dm"], &model["utility"]), (&json!("claude-sonnet-5-5"), &json!("claude-haiku-5-5")));
    }
    let said = refused(&home, &[("HOST", "0.0.0.0"), ("AUTH", "")], &[]).await;
    assert!(said.contains("AUTH=token"), "{said}");
}

#[tokio::test]
async fn told_to_stop_it_lets_the_turn_that_plays_come_to_its_end() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("The end."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = Listening::to(&server, chat(&session, "I finish.")).await;
    listening.expect("turn").await;
    until("the model is asked", || stub.requests().len() == 1).await;
    server.terminate();
    until("it stops listening", || std::net::TcpStream::connect(&server.address).is_err()).await;
    gate.open();
    assert_eq!(listening.rest().await.last().unwrap().name, "done");
    assert!(server.ended().await.success());
    let server = home.start(&[]);
    assert_eq!(turns(&server, &session).await[0]["narrative"], "The end.");
    assert!(!home.data().join("embertale.db-wal").exists() || home.verify().contains("clean, 1 turns"));
}

#[tokio::test]
async fn told_to_stop_it_ends_the_turn_of_a_closed_tab_too() {
    let gate = Gate::closed();
    let stub = Stub::serve(vec![says_behind(&gate, told("The end."))]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let session = session(&server).await;
    let mut listening = Listening::to(&server, chat(&session, "I finish.")).await;
    listening.expect("turn").await;
    drop(listening);
    until("the model is asked", || stub.requests().len() == 1).await;
    server.terminate();
    until("it stops listening", || std::net::TcpStream::connect(&server.address).is_err()).await;
    gate.open();
    assert!(server.ended().await.success());
    let server = home.start(&[]);
    assert_eq!(turns(&server, &session).await[0]["narrative"], "The end.");
}

#[tokio::test]
async fn with_nobody_playing_it_stops_at_once() {
    for signal in ["TERM", "INT"] {
        let home = Home::new();
        let server = home.start(&[]);
        let session = session(&server).await;
        server.good(chat(&session, "I look around.")).await;
        // A browser keeps its connection open, with nothing on it.
        let mut idle = TcpStream::connect(&server.address).await.unwrap();
        let ask = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        idle.write_all(ask.as_bytes()).await.unwrap();
        let mut answer = [0; 1];
        idle.read_exact(&mut answer).await.unwrap();
        let since = Instant::now();
        server.signal(signal);
        assert!(server.ended().await.success(), "{signal}");
        assert!(since.elapsed() < Duration::from_secs(2), "{signal} {:?}", since.elapsed());
        assert!(home.verify().contains("clean, 1 turns"));
        drop(idle);
    }
}
