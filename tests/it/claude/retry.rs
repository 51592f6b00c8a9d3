//! Tests of retries.

use std::time::{Duration, SystemTime};

use futures::StreamExt;
use model::{Claude, ClaudeConfig, Error, Model, ReplyEvent, RetryPolicy};
use serde_json::json;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::recording::Recording;
use super::{ask, client, config, n_requests, request, server, streamed};

/// A server that answers with these, one after the other, then well.
async fn server_after(responses: Vec<ResponseTemplate>) -> MockServer {
    let server = MockServer::start().await;
    for response in responses {
        Mock::given(any()).respond_with(response).up_to_n_times(1).mount(&server).await;
    }
    Mock::given(any()).respond_with(streamed(Recording::new().text(&["Well."]).done("end_turn"))).mount(&server).await;
    server
}

fn status(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status)
}

/// The first thing the reader hears, and nothing is waited for.
async fn first_event(response: ResponseTemplate) -> ReplyEvent {
    let server = server(response).await;
    client(&server.uri()).reply(request()).next().await.expect("an event").expect("no error yet")
}

#[tokio::test]
async fn what_passes_by_itself_is_tried_again() {
    for code in [408, 409, 429, 500, 502, 503, 504, 529] {
        let server = server_after(vec![status(code), status(code)]).await;
        let heard = ask(&client(&server.uri())).await;
        assert_eq!(heard.reply().text(), "Well.", "{code}");
        assert_eq!(heard.events.len(), 1, "a short wait is not announced");
        let requests = server.received_requests().await.expect("recording");
        assert_eq!(requests.len(), 3, "{code}");
        assert!(requests.iter().all(|again| again.body == requests[0].body), "the same request each time");
    }
}

#[tokio::test]
async fn the_server_may_ask_for_a_retry_or_forbid_it() {
    let asked = server_after(vec![status(400).insert_header("x-should-retry", "true")]).await;
    assert_eq!(ask(&client(&asked.uri())).await.text, "Well.");
    let forbidden = server_after(vec![status(429).insert_header("x-should-retry", "false")]).await;
    assert!(matches!(ask(&client(&forbidden.uri())).await.error(), Error::Overloaded { .. }));
    assert_eq!(n_requests(&forbidden).await, 1);
}

#[tokio::test]
async fn a_long_wait_is_announced_as_long_as_it_is() {
    for (header, value, expected) in
        [("retry-after-ms", "1500", 1_500), ("retry-after", "7", 7_000), ("retry-after", "3600", 60_000)]
    {
        let event = first_event(status(429).insert_header(header, value)).await;
        assert!(
            matches!(event, ReplyEvent::Waiting { delay_ms } if delay_ms == expected),
            "{header} {value}: {event:?}"
        );
    }
}

#[tokio::test]
async fn a_wait_until_a_date_is_announced() {
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(20));
    let event = first_event(status(529).insert_header("retry-after", date)).await;
    assert!(matches!(event, ReplyEvent::Waiting { delay_ms: 15_000..=20_000 }), "{event:?}");
}

#[tokio::test]
async fn an_announced_wait_ends_in_the_answer() {
    let server = server_after(vec![status(429).insert_header("retry-after-ms", "1001")]).await;
    let heard = ask(&client(&server.uri())).await;
    assert!(
        matches!(heard.events[..], [ReplyEvent::Waiting { delay_ms: 1_001 }, ReplyEvent::Text(_)]),
        "{:?}",
        heard.events
    );
}

#[tokio::test]
async fn a_wait_that_would_outlast_the_total_time_is_not_begun() {
    let server = server_after(vec![status(429).insert_header("retry-after", "30")]).await;
    let total_timeout = Duration::from_secs(10);
    let claude = Claude::new(ClaudeConfig { total_timeout, ..config(&server.uri()) }).expect("a client");
    let heard = ask(&claude).await;
    let Error::Overloaded { retry_after } = heard.error() else { panic!("{:?}", heard.error()) };
    assert_eq!(*retry_after, Some(Duration::from_secs(30)));
    assert!(heard.events.is_empty());
}

#[tokio::test]
async fn an_error_event_before_anything_was_shown_is_tried_again() {
    let overloaded = json!({"type": "error", "error": {"type": "overloaded_error"}});
    for begun in [Recording::bare(), Recording::new(), Recording::new().thinking(&["Hm"], "s")] {
        let server = server_after(vec![streamed(begun.event(overloaded.clone()).cut())]).await;
        assert_eq!(ask(&client(&server.uri())).await.text, "Well.");
        assert_eq!(n_requests(&server).await, 2);
    }
}

#[tokio::test]
async fn an_error_event_that_will_not_pass_is_not_tried_again() {
    let invalid = json!({"type": "error", "error": {"type": "invalid_request_error"}});
    let server = server_after(vec![streamed(Recording::bare().event(invalid).cut())]).await;
    assert!(!ask(&client(&server.uri())).await.error().is_retryable());
    assert_eq!(n_requests(&server).await, 1);
}

#[tokio::test]
async fn an_answer_that_began_with_a_tool_is_not_begun_again() {
    let overloaded = json!({"type": "error", "error": {"type": "overloaded_error"}});
    let begun = Recording::new().open_tool("t1", "look", &[]).event(overloaded).cut();
    let server = server_after(vec![streamed(begun)]).await;
    assert!(ask(&client(&server.uri())).await.end.is_err());
    assert_eq!(n_requests(&server).await, 1);
}

#[tokio::test]
async fn without_retries_there_is_one_try() {
    let server = server(status(500)).await;
    let retry = RetryPolicy { max_retries: 0, ..RetryPolicy::default() };
    let claude = Claude::new(ClaudeConfig { retry, ..config(&server.uri()) }).expect("a client");
    assert!(ask(&claude).await.end.is_err());
    assert_eq!(n_requests(&server).await, 1);
}
