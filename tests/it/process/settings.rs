//! Settings with bad values, given to the program from outside.

use std::{fs, process::Output};

use super::{server::Home, wire::Ask};

/// Words of the program's language and libraries, which say nothing to someone who sets a variable.
const INTERNAL: [&str; 13] = [
    "missing field",
    "expected value",
    "EOF while",
    "digit found",
    "invalid type",
    "expected struct",
    "f64",
    "u32",
    "serde",
    "4294967295",
    "parsing level filter",
    "exporter configuration",
    "panicked",
];

/// Sessions that can't be imported.
const WITHOUT_PARTS: &str = r#"{"format": "embertale-session", "version": 1, "schema": 1}"#;
const WITH_BAD_PARTS: &str = r#"{"format": "embertale-session", "version": 1, "schema": 1, "session": 7, "turns": [], "interludes": [], "aside": {}, "dice": {}}"#;

/// A setting, a bad value, and a part of what is said to be wanted.
const BAD: &[(&str, &str, &str)] = &[
    ("DATA_DIR", "/dev/null", "name a folder"),
    ("BACKUP_DIR", "/dev/null", "name a folder"),
    ("HOST", "x", "127.0.0.1"),
    ("PORT", "abc", "0 to 65535"),
    ("PORT", "65536", "0 to 65535"),
    ("ALLOWED_HOSTS", "https://a.example/", "play.example.org"),
    ("ALLOWED_ORIGINS", "a.example", "https://play.example.org"),
    ("TRUSTED_PROXIES", "proxy", "10.0.0.0/8"),
    ("BASE_PATH", "/a?b", "/embertale"),
    ("MAX_CONNECTIONS", "0", "at least 1"),
    ("MAX_CONNECTIONS", "many", "at least 1"),
    ("KEEP_ALIVE_S", "x", "1 to 3600"),
    ("KEEP_ALIVE_S", "0", "1 to 3600"),
    ("GRACE_S", "-1", "at least 0"),
    ("AUTH", "maybe", "none or token"),
    ("SHARE", "all", "off or lan"),
    ("STORE", "paper", "sqlite, firestore or memory"),
    ("NARRATION_CHECK", "x", "off, warn, repair or exact"),
    ("ENABLE_TOOL_SUGGESTIONS", "perhaps", "true or false"),
    ("TOOL_SUGGESTIONS_CONFIDENCE", "2", "from 0 to 1"),
    ("TOOL_SUGGESTIONS_MAX", "0", "1 to 10"),
    ("TOOL_SUGGESTIONS_SET_ASIDE", "10 %", "from 0 to 1"),
    ("WINDOW_TOKENS", "5", "1000 to 200000"),
    ("WINDOW_TURNS", "many", "2 to 200"),
    ("ENABLE_SUMMARIES", "perhaps", "true or false"),
    ("SUMMARY_CHARS", "1", "500 to 50000"),
    ("ENABLE_MEMORIES", "perhaps", "true or false"),
    ("BYPASS_ASSETS", "perhaps", "true or false"),
    ("DM_EFFORT", "little", "low, medium, high, xhigh or max"),
    ("AUTHOR_EFFORT", "1", "low, medium, high, xhigh or max"),
    ("AGENTS_FILE", "/nowhere/at/all", "can't be read"),
    ("TOOL_SUGGESTIONS_LOG", "/nowhere/at/all", "name a file"),
    ("MODEL_PRICES", "{", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("MODEL_PRICES", "[]", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("MODEL_PRICES", "3", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("MODEL_PRICES", "{\"a\": 3}", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("MODEL_PRICES", "{\"a\": {\"input\": \"x\"}}", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("MODEL_PRICES", "{\"a\": {\"input\": 3}}", "{\"my-model\": {\"input\": 3, \"output\": 15}}"),
    ("SESSION_CAP_USD", "x", "2.50"),
    ("DAY_CAP_USD", "-1", "2.50"),
    ("PLAYER_DAY_CAP_USD", "NaN", "2.50"),
    ("LIMIT_SIGN_INS", "x", "at least 0"),
    ("LIMIT_TURNS", "-1", "at least 0"),
    ("LIMIT_SESSIONS", "1.5", "at least 0"),
    ("LIMIT_IMPORTS", "x", "at least 0"),
    ("LIMIT_STREAMS", "x", "at least 0"),
    ("LIMIT_MODEL_CALLS", "99999999999", "at least 0"),
    ("BACKUP_DAILY", "25:00", "03:30"),
    ("BACKUP_DAILY", "noon", "03:30"),
    ("BACKUP_KEEP", "0", "at least 1"),
    ("RULES_FETCH", "x", "on or off"),
    ("RULES_URL", "mirror", "http"),
    ("RULES_EMBED_URL", "embeddings", "http"),
    ("IMAGE_BASE_URL", "pictures", "http"),
    ("ANTHROPIC_BASE_URL", "claude", "http://localhost:8080"),
    ("LOG", "loud", "info"),
    ("LOG", "embertale=a=b", "info"),
    ("LOG_FORMAT", "xml", "text or json"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector", "http://localhost:4318"),
    ("ANTHROPIC_API_KEY_FILE", "/nowhere/at/all", "can't be read"),
    ("AUTH_TOKENS_FILE", "/nowhere/at/all", "can't be read"),
    ("METRICS_TOKEN_FILE", "/nowhere/at/all", "can't be read"),
    ("RULES_EMBED_KEY_FILE", "/nowhere/at/all", "can't be read"),
    ("IMAGE_API_KEY_FILE", "/nowhere/at/all", "can't be read"),
];

/// The same for Firestore, beside a project that could be one.
const BAD_FOR_FIRESTORE: [(&str, &str, &str); 6] = [
    ("FIRESTORE_PROJECT_ID", "", "set it to the id of your Google Cloud project"),
    ("FIRESTORE_PROJECT_ID", "a b", "letters, digits and hyphens"),
    ("FIRESTORE_PROJECT_ID", "https://console.example", "letters, digits and hyphens"),
    ("FIRESTORE_EMULATOR_HOST", "localhost", "127.0.0.1:8080"),
    ("FIRESTORE_EMULATOR_HOST", "http://localhost:8080", "127.0.0.1:8080"),
    ("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere/at/all", "name the JSON file"),
];

/// What the program printed about a bad setting or file.
fn refusal(output: &Output, code: i32, name: &str) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    assert!(output.stdout.is_empty(), "{name}: nothing was served");
    assert_eq!(said.trim().lines().count(), 1, "{name}: {said}");
    for word in INTERNAL {
        assert!(!said.contains(word), "{name}: {word}: {said}");
    }
    said
}

#[test]
fn a_bad_setting_is_named_with_what_is_wanted() {
    let home = Home::new();
    for &(name, value, wanted) in BAD {
        // Without a key there is no client for the model.
        let key = (name != "ANTHROPIC_API_KEY_FILE").then_some(("ANTHROPIC_API_KEY", "k"));
        let settings: Vec<_> = key.into_iter().chain([(name, value)]).collect();
        let said = refusal(&home.run(&[], &settings), 2, name);
        assert!(said.contains(name) && said.contains(wanted), "{name}={value}: {said}");
    }
    for (name, value, wanted) in BAD_FOR_FIRESTORE {
        let settings = [("STORE", "firestore"), ("FIRESTORE_PROJECT_ID", "demo-table"), (name, value)];
        let said = refusal(&home.run(&[], &settings), 2, name);
        assert!(said.contains(name) && said.contains(wanted), "{name}={value}: {said}");
    }
    for flag in ["--port", "--keep-alive-s"] {
        let said = refusal(&home.run(&[flag, "abc"], &[]), 2, flag);
        assert!(said.contains(flag) && said.contains("“abc”"), "{flag}: {said}");
    }
}

#[test]
fn a_cut_or_missing_file_is_named_with_what_to_do() {
    let home = Home::new();
    let whole = home.work().join("whole.jsonl.gz");
    assert!(home.run(&["play"], &[]).status.success());
    assert!(home.run(&["backup", whole.to_str().unwrap()], &[]).status.success());
    let cut = home.work().join("cut.jsonl.gz");
    let bytes = fs::read(whole).unwrap();
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    for command in ["restore", "import"] {
        let said = refusal(&home.run(&[command, cut.to_str().unwrap()], &[]), 1, command);
        assert!(said.contains("cut.jsonl.gz: it is cut off") && said.contains("another copy"), "{said}");
        let said = refusal(&home.run(&[command, "/nowhere"], &[]), 1, command);
        assert!(said.contains("/nowhere") && said.contains("another file"), "{said}");
    }
    let wrong = home.work().join("wrong.json");
    let wrong = wrong.to_str().unwrap();
    for (text, wanted) in [
        ("{", "This is not valid JSON: line 1, column 1."),
        ("[]", "format: "),
        ("{\"format\": 7}", "format: "),
        (WITHOUT_PARTS, "session: This is required."),
        (WITH_BAD_PARTS, "session: Send an object with its fields by name."),
    ] {
        fs::write(wrong, text).unwrap();
        let said = refusal(&home.run(&["import", wrong], &[]), 1, text);
        assert!(said.contains(wanted), "{text}: {said}");
    }
    for text in ["{", "{}", "7", "{\"format\": \"embertale-campaign/1\", \"acts\": 7}"] {
        fs::write(wrong, text).unwrap();
        let output = home.run(&["campaign", "check", wrong], &[]);
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!output.status.success() && INTERNAL.iter().all(|word| !said.contains(word)), "{text}: {said}");
    }
    fs::write(home.data().join("players.json"), "{").unwrap();
    refusal(&home.run(&["players", "list"], &[]), 2, "players");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_stream_that_cannot_be_written_stops_no_work() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let home = Home::new();
    assert!(home.run(&["play"], &[]).status.success());
    let kept = home.work().join("kept.jsonl");
    for arguments in [&["players", "add", "anna"][..], &["verify"], &["backup", kept.to_str().unwrap()]] {
        let output = home.command(&[]).args(arguments).stderr(full()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
    let id = String::from_utf8(home.run(&["verify"], &[]).stdout).unwrap().split(':').next().unwrap().to_owned();
    for arguments in [&["backup", "-"][..], &["players", "export", "anna", "-"], &["export", &id]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = home.command(&[]).args(arguments).stdout(writer).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        // What is incomplete is a failure, unlike a list that someone has read enough of.
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("cannot write to standard output") && !said.contains("panicked"), "{said}");
    }
    let server = home.launch(home.shell("exec 2>/dev/full", &[]));
    for _ in 0..2 {
        server.send(Ask::get("/api/sessions/nothing")).await.problem(404, "unknown_session");
    }
}
