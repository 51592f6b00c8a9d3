//! Tests of the requests that are sent to Claude.

use std::sync::Arc;

use model::{
    ApiKey, Block, CacheControl, Claude, ClaudeConfig, Effort, Message, Model, ModelChoice, OutputConfig, Request,
    SystemBlock, ToolSpec,
};
use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer};

use super::recording::Recording;
use super::{KEY, ask, ask_with, client, config, request, streamed};

async fn open_server() -> MockServer {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(streamed(Recording::new().text(&["Well."]).done("end_turn"))).mount(&server).await;
    server
}

async fn only_request(server: &MockServer) -> wiremock::Request {
    let mut requests = server.received_requests().await.expect("recording");
    assert_eq!(requests.len(), 1);
    requests.remove(0)
}

async fn body_of(request: Request) -> Value {
    let server = open_server().await;
    ask_with(&client(&server.uri()), request).await;
    only_request(&server).await.body_json().expect("JSON")
}

#[tokio::test]
async fn a_request_carries_the_version_and_the_type_and_one_authorisation() {
    let server = open_server().await;
    ask(&client(&server.uri())).await;
    let request = only_request(&server).await;
    let header = |name: &str| {
        let values: Vec<_> = request.headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
        values.join(" + ")
    };
    assert_eq!(request.method.as_str(), "POST");
    assert_eq!(header("anthropic-version"), "2026-10-21");
    assert_eq!(header("content-type"), "application/json");
    assert_eq!(header("x-api-key"), KEY);
    assert_eq!(header("authorization"), "");
    assert!(header("user-agent").starts_with("embertale/"));
}

#[tokio::test]
async fn the_body_asks_for_a_stream_and_holds_nothing_that_the_provider_rejects() {
    let body = body_of(request()).await;
    let fields: Vec<_> = body.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(fields, ["model", "max_tokens", "messages", "stream"]);
    assert_eq!(body["stream"], true);
    for gone in ["temperature", "top_p", "top_k", "thinking", "tool_choice"] {
        assert!(body.get(gone).is_none(), "{gone}");
    }
}

#[tokio::test]
async fn a_base_url_works_with_and_without_slash_prefix_and_version() {
    for (suffix, expected) in [
        ("", "/v1/messages"),
        ("/", "/v1/messages"),
        ("//", "/v1/messages"),
        ("/v1", "/v1/messages"),
        ("/v1/", "/v1/messages"),
        ("/claude", "/claude/v1/messages"),
        ("/claude/", "/claude/v1/messages"),
        ("/a/b/v1/", "/a/b/v1/messages"),
        (" ", "/v1/messages"),
    ] {
        let server = open_server().await;
        ask(&client(&format!("{}{suffix}", server.uri()))).await.reply();
        assert_eq!(only_request(&server).await.url.path(), expected, "{suffix}");
    }
}

#[test]
fn an_address_that_is_none_is_refused_at_once() {
    for bad in ["", "localhost:8080", "ftp://localhost", "file:///tmp", "http://", "http://me:secret@localhost"] {
        let error = Claude::new(config(bad)).expect_err(bad);
        assert!(error.to_string().contains("ANTHROPIC_BASE_URL"), "{bad}: {error}");
        assert!(!error.to_string().contains("secret"));
    }
}

#[test]
fn without_a_usable_key_there_is_no_client() {
    for bad in ["", "  \n", "sk-two\nlines", "sk-\u{0}"] {
        let bad_config = ClaudeConfig::new(ApiKey::new(bad));
        let error = Claude::new(bad_config).expect_err(bad);
        assert!(error.to_string().contains("ANTHROPIC_API_KEY") && !error.to_string().contains("sk-"), "{error}");
    }
}

#[test]
fn the_key_is_never_shown() {
    let config = config("http://localhost:1");
    assert!(!format!("{config:?}").contains("secret"));
    assert!(!format!("{:?}", Claude::new(config).expect("a client")).contains("secret"));
}

#[tokio::test]
async fn a_copied_key_loses_the_white_space_around_it() {
    let server = open_server().await;
    let config = ClaudeConfig { api_key: ApiKey::new(" sk-copied\n"), ..config(&server.uri()) };
    ask(&Claude::new(config).expect("a client")).await;
    assert_eq!(only_request(&server).await.headers["x-api-key"], "sk-copied");
}

#[tokio::test]
async fn nothing_is_sent_before_the_stream_is_polled() {
    let server = open_server().await;
    drop(client(&server.uri()).reply(request()));
    assert_eq!(server.received_requests().await.expect("recording").len(), 0);
}

#[tokio::test]
async fn a_first_turn_is_written_as_the_protocol_wants_it() {
    let tool = ToolSpec {
        name: "roll_dice".into(),
        description: "Roll.".into(),
        input_schema: json!({"type": "object", "properties": {"expression": {"type": "string"}}}),
        cache_control: Some(CacheControl::Ephemeral),
    };
    let system = [
        SystemBlock { text: "You lead the game.".into(), cache_control: None },
        SystemBlock { text: "Act one.".into(), cache_control: Some(CacheControl::Ephemeral) },
    ];
    let body = body_of(Request { system: Arc::from(system), tools: Arc::from([tool]), ..request() }).await;
    let expected = json!({
        "model": "claude-sonnet-5-5",
        "max_tokens": 1024,
        "system": [
            {"type": "text", "text": "You lead the game."},
            {"type": "text", "text": "Act one.", "cache_control": {"type": "ephemeral"}},
        ],
        "tools": [{
            "name": "roll_dice",
            "description": "Roll.",
            "input_schema": {"type": "object", "properties": {"expression": {"type": "string"}}},
            "cache_control": {"type": "ephemeral"},
        }],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "I open the door."}]}],
        "stream": true,
    });
    assert_eq!(body.to_string(), expected.to_string(), "order included");
}

#[tokio::test]
async fn a_tool_turn_replays_the_answer_byte_for_byte_and_answers_every_call() {
    let stream = Recording::new()
        .thinking(&[], "EqQBCkYIB/+aZ==")
        .block(json!({"type": "redacted_thinking", "data": "c2VjcmV0+/="}), &[])
        .text(&["Grüße ", "\"龍\" \\ \u{7f} </p>"])
        .tool("toolu_1", "roll_dice", &["{\"z\": 1, \"a\": [1.5, ", "\"ü\"], \"m\": {}}"])
        .tool("toolu_2", "open_door", &[])
        .done("tool_use");
    let reply = super::hear(stream).await.end.expect("a reply");
    let result = |id: &str, content: &str, is_error| Block::ToolResult {
        tool_use_id: id.into(),
        content: content.into(),
        is_error,
        facts: Some(json!({"events": []})),
    };
    let answers = vec![result("toolu_1", "7", false), result("toolu_2", "It is locked.", true)];
    let messages = vec![Message::user_text("Go on."), Message::assistant_replay(&reply.blocks), Message::user(answers)];
    let body = body_of(Request { messages, ..request() }).await;
    let replay = json!({"role": "assistant", "content": [
        {"type": "thinking", "thinking": "", "signature": "EqQBCkYIB/+aZ=="},
        {"type": "redacted_thinking", "data": "c2VjcmV0+/="},
        {"type": "text", "text": "Grüße \"龍\" \\ \u{7f} </p>"},
        {"type": "tool_use", "id": "toolu_1", "name": "roll_dice", "input": {"z": 1, "a": [1.5, "ü"], "m": {}}},
        {"type": "tool_use", "id": "toolu_2", "name": "open_door", "input": {}},
    ]});
    assert_eq!(body["messages"][1].to_string(), replay.to_string(), "order included");
    let answered = json!({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "7"},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "It is locked.", "is_error": true},
    ]});
    assert_eq!(body["messages"][2].to_string(), answered.to_string());
}

#[tokio::test]
async fn a_single_shot_request_asks_for_its_shape() {
    let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let output_config = Some(OutputConfig::json_schema(schema.clone()));
    let body = body_of(Request { output_config, ..request() }).await;
    assert_eq!(body["output_config"], json!({"format": {"type": "json_schema", "schema": schema}}));
}

#[tokio::test]
async fn the_same_request_is_the_same_bytes_every_time() {
    let server = open_server().await;
    let claude = client(&server.uri());
    ask(&claude).await;
    ask(&claude).await;
    let requests = server.received_requests().await.expect("recording");
    assert_eq!(requests[0].body, requests[1].body);
}

#[tokio::test]
async fn another_model_is_asked_with_its_own_effort() {
    let high = ModelChoice { id: "a".into(), effort: Some(Effort::High) };
    let mut asked = Request { output_config: OutputConfig::of(&high), ..request() };
    assert_eq!(body_of(asked.clone()).await["output_config"], json!({"effort": "high"}));
    asked.ask_instead(&"b".into());
    let body = body_of(asked).await;
    assert_eq!((&body["model"], body.get("output_config")), (&json!("b"), None));
}
