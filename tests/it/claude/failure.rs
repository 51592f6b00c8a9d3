//! Tests of the message that players see for each failure of Claude.

use std::time::Duration;

use model::Error;
use serde_json::json;
use wiremock::ResponseTemplate;

use super::recording::Recording;
use super::{ask, client, hear, n_requests, server};

fn problem(status: u16, kind: &str) -> ResponseTemplate {
    let body = json!({"type": "error", "error": {"type": kind, "message": "sk-leaked do not show"}, "request_id": "r"});
    ResponseTemplate::new(status).set_body_json(body).insert_header("request-id", "req_1")
}

fn error_event(kind: &str) -> serde_json::Value {
    json!({"type": "error", "error": {"type": kind, "message": "sk-leaked do not show"}})
}

fn failed(error: &Error) -> &str {
    assert!(!error.to_string().contains("sk-leaked"), "{error}");
    match error {
        Error::Failed { detail, .. } => detail,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_will_not_pass_is_tried_once_and_says_what_to_check() {
    for (status, kind, check) in [
        (400, "invalid_request_error", "DM_MODEL"),
        (401, "authentication_error", "ANTHROPIC_API_KEY"),
        (402, "billing_error", "credit"),
        (403, "permission_error", "allowed"),
        (404, "not_found_error", "UTILITY_MODEL"),
        (413, "request_too_large", "too large"),
        (422, "invalid_request_error", "422"),
    ] {
        let server = server(problem(status, kind)).await;
        let heard = ask(&client(&server.uri())).await;
        let detail = failed(heard.error());
        assert!(detail.contains(check) && detail.contains("Check"), "{status}: {detail}");
        assert!(!heard.error().is_retryable(), "{status}");
        assert_eq!(n_requests(&server).await, 1, "{status}");
        assert!(heard.events.is_empty());
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed_with_the_key() {
    let target = server(problem(500, "api_error")).await;
    let moved = ResponseTemplate::new(307).insert_header("location", format!("{}/v1/messages", target.uri()));
    let server = server(moved).await;
    let heard = ask(&client(&server.uri())).await;
    assert!(failed(heard.error()).contains("ANTHROPIC_BASE_URL"));
    assert_eq!((n_requests(&server).await, n_requests(&target).await), (1, 0));
}

#[tokio::test]
async fn failures_of_the_moment_may_be_sent_again_by_the_player() {
    for (response, n) in [
        (problem(500, "api_error"), 3),
        (ResponseTemplate::new(502).set_body_raw("<html><h1>Bad gateway sk-leaked</h1>", "text/html"), 3),
        (ResponseTemplate::new(503), 3),
        (problem(409, "conflict_error"), 3),
    ] {
        let server = server(response).await;
        let heard = ask(&client(&server.uri())).await;
        assert!(!failed(heard.error()).contains("html"));
        assert!(heard.error().is_retryable());
        assert_eq!(n_requests(&server).await, n);
    }
}

#[tokio::test]
async fn too_much_to_do_is_overloaded_with_the_wait_that_was_asked_for() {
    for status in [429, 529] {
        let server = server(problem(status, "overloaded_error").insert_header("retry-after-ms", "2")).await;
        let heard = ask(&client(&server.uri())).await;
        let Error::Overloaded { retry_after } = heard.error() else { panic!("{:?}", heard.error()) };
        assert_eq!(*retry_after, Some(Duration::from_millis(2)));
        assert_eq!(n_requests(&server).await, 3, "the first try and two more");
    }
}

#[tokio::test]
async fn a_gateway_that_waited_too_long_is_a_time_out() {
    for status in [504, 408] {
        let server = server(problem(status, "timeout_error")).await;
        let heard = ask(&client(&server.uri())).await;
        assert!(matches!(heard.error(), Error::TimedOut), "{status}: {:?}", heard.error());
        assert_eq!(n_requests(&server).await, 3);
    }
}

#[tokio::test]
async fn an_error_event_in_the_middle_ends_the_answer_for_good() {
    for (kind, is_right) in [
        ("overloaded_error", (|e| matches!(e, Error::Overloaded { retry_after: None })) as fn(&Error) -> bool),
        ("rate_limit_error", |e| matches!(e, Error::Overloaded { .. })),
        ("timeout_error", |e| matches!(e, Error::TimedOut)),
        ("api_error", |e| matches!(e, Error::Failed { retryable: true, .. })),
        ("never_heard_of", |e| matches!(e, Error::Failed { retryable: true, .. })),
        ("authentication_error", |e| matches!(e, Error::Failed { retryable: false, .. })),
    ] {
        let stream = Recording::new().open_text(&["The dragon "]).event(error_event(kind)).cut();
        let server = server(super::streamed(stream)).await;
        let heard = ask(&client(&server.uri())).await;
        assert!(is_right(heard.error()), "{kind}: {:?}", heard.error());
        assert_eq!(heard.text, "The dragon ");
        assert_eq!(n_requests(&server).await, 1, "what was shown is not begun again");
    }
}

#[tokio::test]
async fn an_error_body_with_a_good_status_is_an_error() {
    let server = server(ResponseTemplate::new(200).set_body_json(error_event("authentication_error"))).await;
    let heard = ask(&client(&server.uri())).await;
    assert!(failed(heard.error()).contains("ANTHROPIC_API_KEY"));
}

#[tokio::test]
async fn garbled_data_is_a_broken_answer() {
    let heard = hear(Recording::new().open_text(&["So"]).cut() + "data: {\"type\": oops}\n\n").await;
    assert!(failed(heard.error()).contains("broke off"));
    assert!(heard.error().is_retryable());
}

#[tokio::test]
async fn an_answer_without_an_end_is_given_up() {
    let server = server(super::streamed("data: ".to_owned() + &"x".repeat(65 << 20))).await;
    let heard = ask(&client(&server.uri())).await;
    assert!(failed(heard.error()).contains("too long"));
    assert_eq!(n_requests(&server).await, 1);
}
