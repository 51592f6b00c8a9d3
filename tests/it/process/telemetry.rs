//! Observability for operators: log lines, metrics, traces.

use std::{
    collections::BTreeSet,
    fmt,
    io::Write,
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use axum::{Router, body::Bytes, extract::State, routing::post};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value as AnyValue, trace::v1::Span,
};
use prost::Message;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Mutex};

use super::{
    listen::Listening,
    server::{Home, Server, until},
    table::{asking, chat, says, session, stub, told},
    wire::Ask,
};
use crate::{
    claude::{
        recording::Recording,
        stub::{Act, Stub, head},
    },
    support::missing::left_out,
};

/// Words that occur only in players' messages.
const WORDS: &str = "zanzibarquux";

/// JSON without duplicate keys.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Strict;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strict, A::Error> {
                let mut found = serde_json::Map::new();
                while let Some((key, Strict(value))) = map.next_entry::<String, _>()? {
                    if found.insert(key.clone(), value).is_some() {
                        return Err(serde::de::Error::custom(format!("{key} stands twice")));
                    }
                }
                Ok(Strict(found.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Strict, A::Error> {
                let mut found = Vec::new();
                while let Some(Strict(value)) = list.next_element()? {
                    found.push(value);
                }
                Ok(Strict(found.into()))
            }
            fn visit_str<E>(self, text: &str) -> Result<Strict, E> {
                Ok(Strict(text.into()))
            }
            fn visit_bool<E>(self, is: bool) -> Result<Strict, E> {
                Ok(Strict(is.into()))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Strict, E> {
                Ok(Strict(n.into()))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Strict, E> {
                Ok(Strict(n.into()))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Strict, E> {
                Ok(Strict(n.into()))
            }
            fn visit_unit<E>(self) -> Result<Strict, E> {
                Ok(Strict(Value::Null))
            }
        }
        from.deserialize_any(Any)
    }
}

/// The lines of a log in JSON.
fn lines(home: &Home) -> Vec<Value> {
    let line = |line: &str| match serde_json::from_str(line) {
        Ok(Strict(line)) => line,
        Err(error) => panic!("{error}: {line}"),
    };
    home.log().lines().map(line).collect()
}

/// The lines with this message.
fn saying(home: &Home, message: &str) -> Vec<Value> {
    lines(home).into_iter().filter(|line| line["fields"]["message"] == message).collect()
}

fn in_json(url: &str) -> Vec<(&str, &str)> {
    asking(url).into_iter().chain([("LOG_FORMAT", "json")]).collect()
}

fn refused() -> Vec<Act> {
    vec![Act::Send(b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}".to_vec())]
}

#[tokio::test]
async fn the_log_has_a_line_for_the_start_for_each_turn_and_for_each_refusal() {
    let stub = Stub::serve(vec![says(told("Rain.")), refused()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&in_json(&url));
    let id = session(&server).await;
    let turn = server.good(chat(&id, "I look up.")).await;
    let missing = server.send(Ask::get("/api/sessions/nowhere")).await.problem(404, "unknown_session");
    let failed = server.send(chat(&id, "I look down.")).await.problem(502, "model_failed");
    until("both turns are logged", || saying(&home, "a turn ended").len() == 2).await;

    let started = saying(&home, "Embertale started");
    let [started] = started.as_slice() else { panic!("{started:?}") };
    let address = server.address.as_str();
    for (field, value) in [("version", env!("CARGO_PKG_VERSION")), ("store", "sqlite"), ("auth", "none")] {
        assert_eq!(started["fields"][field], value, "{started}");
    }
    assert_eq!(
        (&started["fields"]["address"], &started["fields"]["model"]),
        (&json!(address), &json!("claude-sonnet-5-5"))
    );

    let turns = saying(&home, "a turn ended");
    let good = &turns[0];
    assert_eq!((&good["span"]["session"], &good["span"]["turn"]), (&json!(id), &turn["id"]), "{good}");
    assert_eq!((&good["span"]["player"], &good["fields"]["outcome"]), (&json!("local"), &json!("ok")), "{good}");
    assert_eq!((&good["fields"]["input_tokens"], &good["fields"]["output_tokens"]), (&json!(12), &json!(30)), "{good}");
    assert!(good["fields"]["usd"].as_f64().is_some_and(|usd| usd > 0.0), "{good}");
    assert!(good["fields"]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{good}");
    assert_eq!(turns[1]["fields"]["outcome"], "model_failed");
    assert_eq!(turns[1]["spans"][0]["request_id"], failed["requestId"], "a turn's lines name its request");

    let refusals = saying(&home, "a request was refused");
    let [refusal] = refusals.as_slice() else { panic!("{refusals:?}") };
    assert_eq!((&refusal["fields"]["code"], &refusal["fields"]["status"]), (&json!("unknown_session"), &json!(404)));
    assert_eq!(refusal["span"]["request_id"], missing["requestId"], "{refusal}");

    let errors: Vec<Value> = lines(&home).into_iter().filter(|line| line["level"] == "ERROR").collect();
    let [error] = errors.as_slice() else { panic!("a failure is logged once: {errors:?}") };
    assert_eq!(
        (&error["fields"]["code"], &error["span"]["request_id"]),
        (&json!("model_failed"), &failed["requestId"])
    );
    let cause = error["fields"]["cause"].as_str().unwrap();
    assert!(cause.contains("does not accept the key (401)"), "{error}");
    assert_eq!(error["fields"]["model_calls"], turns[1]["fields"]["calls"], "{error}");
    assert_eq!((&error["fields"]["model_calls"], &turns[1]["fields"]["cause"]), (&json!(1), &json!(cause)), "{error}");
}

#[tokio::test]
async fn promtool_has_nothing_to_say_about_the_metrics() {
    let stub = Stub::serve(vec![says(told("Rain.")), refused()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    server.good(chat(&id, "I look up.")).await;
    server.send(chat(&id, "I look down.")).await.problem(502, "model_failed");
    let metrics = server.send(Ask::get("/metrics")).await;
    assert!(metrics.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"), "{metrics:?}");
    assert!(metrics.text().contains("embertale_turns_total{outcome=\"ok\"} 1"), "{metrics:?}");
    assert!(metrics.text().contains("# TYPE embertale_build_info gauge"), "{metrics:?}");
    let open = server.send(Ask::get("/metrics").header("accept", "application/openmetrics-text;version=1.0.0")).await;
    assert!(open.header("content-type").unwrap().starts_with("application/openmetrics-text"), "{open:?}");
    assert!(open.text().contains("# TYPE embertale_turns counter") && open.text().ends_with("# EOF\n"), "{open:?}");
    let mut promtool = Command::new("promtool");
    promtool.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut checking) = promtool.spawn() else {
        return left_out("there is no promtool: apt-get install prometheus, or put it into PATH");
    };
    checking.stdin.take().unwrap().write_all(metrics.text().as_bytes()).unwrap();
    let checked = checking.wait_with_output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
    assert!(checked.stdout.is_empty() && checked.stderr.is_empty(), "{checked:?}");
}

#[tokio::test]
async fn a_client_cannot_choose_its_request_id() {
    let home = Home::new();
    let server = home.start(&[]);
    let problem = server.send(Ask::get("/api/sessions/nowhere").header("x-request-id", "mine-0")).await;
    assert_ne!(problem.header("x-request-id"), Some("mine-0"));
    assert!(!home.log().contains("mine-0"));
}

#[tokio::test]
async fn no_log_contains_players_words_and_no_json_line_repeats_a_key() {
    for format in ["json", "text"] {
        let gains = Recording::new()
            .tool("toolu_1", "update_game_state", &[r#"{"gold_delta": 5, "items_gained": ["1 x zanzibarquux"]}"#])
            .tool(
                "toolu_2",
                "apply_state_commands",
                &[r#"{"commands": [{"type": "zanzibarquux", "character_id": "zanzibarquux"}]}"#],
            )
            .done("tool_use");
        let stub = stub(vec![gains, told("Rain on zanzibarquux."), told("More zanzibarquux.")]).await;
        let (home, url) = (Home::new(), stub.url());
        let env: Vec<_> = asking(&url).into_iter().chain([("LOG", "trace"), ("LOG_FORMAT", format)]).collect();
        let server = home.start(&env);
        let id = session(&server).await;
        let at = |rest: &str| format!("/api/sessions/{id}{rest}");
        server.good(chat(&id, &format!("I shout {WORDS}."))).await;
        Listening::to(&server, chat(&id, &format!("I whisper {WORDS}."))).await.rest().await;
        let body = json!({"title": WORDS, "text": WORDS, "message": [WORDS]});
        for ask in [
            Ask::get(&at(&format!("/memory/search?q={WORDS}"))),
            Ask::get(&format!("/api/rules/search?q={WORDS}")),
            Ask::get(&at(&format!("/turns?limit={WORDS}"))),
            Ask::new("PATCH", &at("")).json(&json!({ "title": WORDS })),
            Ask::post(&at("/journal")).json(&json!({ "text": WORDS })),
            Ask::post(&at("/chat")).json(&body),
            Ask::post(&at("/chat")).body(format!("{{{WORDS}")),
            Ask::post("/api/sessions").json(&json!({ "heroes": [{ "name": WORDS }] })),
            Ask::post(&at("/chat")).json(&json!({"message": "I go.", "characterId": WORDS})),
            Ask::post(&at("/chat")).json(&json!({"message": "I go."})).key(WORDS),
        ] {
            server.send(ask).await;
        }
        let log = home.log();
        assert!(log.contains("Embertale started") && log.lines().count() > 20, "{log}");
        let said: Vec<&str> = log.lines().filter(|line| line.to_lowercase().contains(WORDS)).collect();
        assert!(said.is_empty(), "{}", said.join("\n"));
        if format == "json" {
            lines(&home);
        }
    }
}

/// The sum of a metric's values over all lines with this beginning.
fn metric(metrics: &str, begins: &str) -> f64 {
    let lines = metrics.lines().filter(|line| line.starts_with(begins));
    lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
}

/// The metrics as Prometheus asks for them.
async fn metrics(server: &Server) -> String {
    let accept = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.3,*/*;q=0.1";
    server.send(Ask::get("/metrics").header("accept", accept)).await.text()
}

#[tokio::test]
async fn metrics_cover_routes_turns_models_spending_the_store_and_the_process() {
    let partial =
        vec![head(), Act::Send(Recording::new().open_text(&["Rain falls and"]).cut().into_bytes()), Act::Stall];
    let stub = Stub::serve(vec![says(told("Rain.")), partial]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let id = session(&server).await;
    server.good(chat(&id, "I look up.")).await;
    server.send(Ask::get("/api/sessions/nowhere")).await;
    server.send(Ask::new("BREW", "/api/sessions")).await;
    for path in ["/", "/css/app.css", "/api/nothing", "/api/sessions/nowhere/nothing", "/nothing"] {
        server.send(Ask::get(path)).await;
    }
    let mut listening = Listening::to(&server, chat(&id, "I look down.")).await;
    while listening.next().await.expect("an event").name != "text" {}
    let during = metrics(&server).await;
    assert_eq!(metric(&during, "embertale_turns_in_flight "), 1.0, "{during}");
    assert_eq!(metric(&during, "embertale_event_streams "), 1.0, "{during}");
    assert_eq!(metric(&during, "embertale_model_calls_in_flight "), 1.0, "{during}");
    server.good(Ask::post(&format!("/api/sessions/{id}/cancel"))).await;
    listening.rest().await;
    let mut after = metrics(&server).await;
    let is_quiet = |text: &str| {
        let busy = ["embertale_turns_in_flight ", "embertale_event_streams ", "embertale_model_calls_in_flight "];
        busy.iter().all(|gauge| metric(text, gauge) == 0.0)
    };
    for _ in 0..400 {
        if is_quiet(&after) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        after = metrics(&server).await;
    }
    for (begins, wanted) in [
        ("embertale_http_requests_total{method=\"POST\",route=\"/api/sessions/{id}/chat\",status=\"200\"}", 2.0),
        ("embertale_http_requests_total{method=\"GET\",route=\"/api/sessions/{id}\",status=\"404\"}", 1.0),
        ("embertale_http_requests_total{method=\"other\"", 1.0),
        ("embertale_http_requests_total{method=\"GET\",route=\"page\",status=\"200\"}", 2.0),
        ("embertale_http_requests_total{method=\"GET\",route=\"page\"", 2.0),
        ("embertale_http_requests_total{method=\"GET\",route=\"unmatched\",status=\"404\"}", 3.0),
        ("embertale_http_request_duration_seconds_count{method=\"POST\",route=\"/api/sessions\"}", 1.0),
        ("embertale_turns_total{outcome=\"ok\"}", 1.0),
        ("embertale_turns_total{outcome=\"turn_cancelled\"}", 1.0),
        ("embertale_turns_in_flight ", 0.0),
        ("embertale_turns_waiting ", 0.0),
        ("embertale_event_streams ", 0.0),
        ("embertale_model_calls_total{model=\"claude-sonnet-5-5\",outcome=\"answered\"}", 1.0),
        ("embertale_model_calls_total{model=\"claude-sonnet-5-5\",outcome=\"cancelled\"}", 1.0),
        ("embertale_model_first_token_seconds_count", 2.0),
        ("embertale_model_calls_in_flight ", 0.0),
        // Cancelled calls are billed as well.
        ("embertale_tokens_total{agent=\"dungeonMaster\",kind=\"input\"}", 24.0),
        ("embertale_model_tokens_total{model=\"claude-sonnet-5-5\",kind=\"cache_read\"}", 80.0),
        ("embertale_store_operation_seconds_count{operation=\"commit_turn\"}", 1.0),
        ("embertale_store_operation_seconds_count{operation=\"begin_turn\"}", 2.0),
        ("embertale_sign_in_failures_total", 0.0),
    ] {
        assert_eq!(metric(&after, begins), wanted, "{begins}\n{after}");
    }
    for begins in [
        "embertale_spent_usd_total{model=\"claude-sonnet-5-5\"}",
        "embertale_build_info{version=\"",
        "process_cpu_seconds_total ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "process_max_fds ",
        "process_start_time_seconds ",
    ] {
        assert!(metric(&after, begins) > 0.0, "{begins}\n{after}");
    }
    let names: BTreeSet<&str> = after.lines().filter_map(|line| line.strip_prefix("# TYPE ")).collect();
    assert_eq!(names.len(), after.lines().filter(|line| line.starts_with("# TYPE ")).count(), "a name stands once");
    assert!(after.ends_with("# EOF\n"), "{after}");
    let known: BTreeSet<&str> = names.iter().filter_map(|line| line.split(' ').next()).collect();
    for file in ["deploy/prometheus/alerts.yaml", "deploy/grafana-dashboard.json", "docs/observability.md"] {
        let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        for word in words.filter(|word| word.starts_with("embertale_") || word.starts_with("process_")) {
            let is_known = ["", "_total", "_bucket", "_info"]
                .iter()
                .any(|end| word.strip_suffix(end).is_some_and(|name| known.contains(name)));
            // These have no series before the first event.
            let is_rare = ["embertale_store_errors_total", "embertale_scenes_summarised_total"].contains(&word);
            assert!(is_known || is_rare || word == "process_", "{file}: {word}");
        }
    }
}

#[tokio::test]
async fn failed_sign_ins_are_counted() {
    let home = Home::new();
    let server = home.start(&[("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-1815")]);
    server.send(Ask::get("/api/sessions")).await.problem(401, "unauthorized");
    server.send(Ask::get("/api/sessions").bearer("guessed")).await.problem(401, "unauthorized");
    let wrong = Ask::post("/api/sign-in").json(&json!({"secret": "guessed"}));
    server.send(wrong).await.problem(401, "unauthorized");
    let metrics = server.send(Ask::get("/metrics").bearer("lovelace-zephyr-1815")).await.text();
    assert_eq!(
        metric(&metrics, "embertale_sign_in_failures_total "),
        2.0,
        "who shows no secret guesses none\n{metrics}"
    );
}

/// The text of a span's attribute.
fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        AnyValue::StringValue(text) => Some(text.clone()),
        AnyValue::IntValue(n) => Some(n.to_string()),
        _ => None,
    }
}

#[tokio::test]
async fn a_collector_gets_the_spans_of_a_request_its_turn_and_its_calls_and_no_words_of_players() {
    let received: Arc<Mutex<Vec<Bytes>>> = Arc::default();
    let collect = async |State(received): State<Arc<Mutex<Vec<Bytes>>>>, body: Bytes| received.lock().await.push(body);
    let collector = Router::new().route("/v1/traces", post(collect)).with_state(Arc::clone(&received));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let collecting = tokio::spawn(async move { axum::serve(listener, collector).await });

    let stub = stub(vec![told("Rain.")]).await;
    let (home, url) = (Home::new(), stub.url());
    let env = [("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "60000")];
    let server = home.start(&asking(&url).into_iter().chain(env).collect::<Vec<_>>());
    let id = session(&server).await;
    let answer = server.send(chat(&id, &format!("I shout {WORDS}."))).await;
    let request_id = answer.header("x-request-id").expect("an id").to_owned();
    server.terminate();
    server.ended().await;

    let received = received.lock().await;
    let spans: Vec<Span> = received
        .iter()
        .map(|body| ExportTraceServiceRequest::decode(body.clone()).expect("the protocol"))
        .flat_map(|batch| batch.resource_spans)
        .flat_map(|resource| resource.scope_spans)
        .flat_map(|scope| scope.spans)
        .collect();
    let named = |name: &str| spans.iter().find(|span| span.name == name).unwrap_or_else(|| panic!("{name}: {spans:?}"));
    let (turn, call) = (named("turn"), named("model_call"));
    let request = spans.iter().find(|span| attribute(span, "request_id").as_ref() == Some(&request_id));
    let request = request.unwrap_or_else(|| panic!("{spans:?}"));
    assert_eq!((&turn.parent_span_id, &call.parent_span_id), (&request.span_id, &turn.span_id));
    assert_eq!(attribute(turn, "session").as_ref(), Some(&id));
    assert_eq!(attribute(call, "model").as_deref(), Some("claude-sonnet-5-5"));
    assert_eq!(attribute(call, "outcome").as_deref(), Some("answered"));
    assert_eq!(attribute(call, "output_tokens").as_deref(), Some("30"));
    assert!(!format!("{spans:?}").contains(WORDS));
    collecting.abort();
}

#[tokio::test]
async fn an_unavailable_collector_has_no_other_effect() {
    let home = Home::new();
    let server =
        home.start(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"), ("OTEL_BSP_SCHEDULE_DELAY", "50")]);
    let id = session(&server).await;
    server.good(chat(&id, "I wait.")).await;
    until("it is said", || home.log().contains("spans can't be sent")).await;
    server.terminate();
    assert!(server.ended().await.success());
}

#[tokio::test]
async fn a_health_check_succeeds_only_if_a_server_answers() {
    let home = Home::new();
    let server = home.start(&[]);
    let port = server.port().to_owned();
    assert!(home.run(&["health", "--port", &port], &[]).status.success());
    let players = [("HOST", "0.0.0.0"), ("AUTH", "token"), ("AUTH_TOKENS", "ada:lovelace-zephyr-1815")];
    assert!(
        home.run(&["health", "--port", &port], &players).status.success(),
        "asked on this machine, without a secret"
    );
    server.kill();
    let output = home.run(&["health", "--port", &port], &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains(&format!("no server answers at 127.0.0.1:{port}")), "{said}");
}
