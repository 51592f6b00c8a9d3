//! Tests of the connection to Claude: cuts, stalls, slow bytes, a reader who disconnects.

use std::time::Duration;

use futures::{FutureExt, StreamExt};
use model::{Claude, ClaudeConfig, Error, Model, ReplyEvent, ReplyStream};
use serde_json::json;
use tokio::net::TcpListener;

use super::recording::Recording;
use super::stub::{Act, Gate, Stub, chunk, chunked_head, head, last_chunk};
use super::{ask, client, config, impatient, request};

fn send(text: impl Into<String>) -> Act {
    Act::Send(text.into().into_bytes())
}

fn good() -> Vec<Act> {
    vec![head(), send(Recording::new().text(&["Well."]).done("end_turn"))]
}

fn is_broken_off(error: &Error) -> bool {
    matches!(error, Error::Failed { retryable: true, detail } if detail.contains("broke off"))
}

#[tokio::test]
async fn a_cut_before_the_first_byte_is_tried_again() {
    for first in [vec![], vec![send("HTTP/1.1 200")], vec![head()], vec![chunked_head()]] {
        let stub = Stub::serve(vec![first, vec![], good()]).await;
        assert_eq!(ask(&client(&stub.url())).await.text, "Well.");
        let requests = stub.requests();
        assert_eq!(requests.len(), 3);
        for again in &requests {
            assert_eq!(again.body, requests[0].body);
            assert_eq!(again.head.matches("x-api-key: ").count(), 1, "{}", again.head);
        }
    }
}

#[tokio::test]
async fn a_connection_that_is_always_cut_is_tried_three_times() {
    let stub = Stub::serve(vec![]).await;
    let heard = ask(&client(&stub.url())).await;
    assert!(
        matches!(heard.error(), Error::Failed { retryable: true, detail } if detail.contains("ANTHROPIC_BASE_URL"))
    );
    assert_eq!(stub.requests().len(), 3);
}

#[tokio::test]
async fn a_cut_in_the_middle_of_a_text_ends_the_answer() {
    let text = || Recording::new().open_text(&["The dragon "]).cut();
    let inside = text() + "event: content_block_delta\ndata: {\"type\":\"content_bl";
    for script in [vec![head(), send(text())], vec![chunked_head(), chunk(&text())], vec![head(), send(inside)]] {
        let stub = Stub::serve(vec![script, good()]).await;
        let heard = ask(&client(&stub.url())).await;
        assert!(is_broken_off(heard.error()), "{:?}", heard.error());
        assert_eq!(heard.text, "The dragon ");
        assert_eq!(stub.requests().len(), 1, "what was shown is not begun again");
    }
}

#[tokio::test]
async fn a_cut_in_the_middle_of_a_tool_ends_the_answer() {
    let begun = Recording::new().open_tool("t1", "attack", &["{\"target\": \"gob"]).cut();
    let stub = Stub::serve(vec![vec![head(), send(begun)], good()]).await;
    let heard = ask(&client(&stub.url())).await;
    assert!(is_broken_off(heard.error()));
    assert_eq!(heard.tools_started(), ["attack"]);
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test]
async fn an_end_without_message_stop_is_no_answer() {
    let delta = json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}});
    let stream = Recording::new().text(&["All told."]).event(delta).cut();
    let stub = Stub::serve(vec![vec![head(), send(stream)], good()]).await;
    assert!(is_broken_off(ask(&client(&stub.url())).await.error()));
}

#[tokio::test]
async fn an_end_without_its_blank_line_is_an_answer() {
    let stream = Recording::new().text(&["All told."]).done("end_turn");
    let stub = Stub::serve(vec![vec![head(), send(stream.trim_end())]]).await;
    assert_eq!(ask(&client(&stub.url())).await.reply().text(), "All told.");
}

#[tokio::test]
async fn a_cut_while_nothing_was_shown_is_tried_again() {
    let thinking = Recording::new().thinking(&["Hm"], "s").cut();
    let stub = Stub::serve(vec![vec![chunked_head(), chunk(&thinking)], good()]).await;
    assert_eq!(ask(&client(&stub.url())).await.text, "Well.");
}

#[tokio::test]
async fn a_stall_anywhere_is_a_time_out() {
    let begun = || Recording::new().open_text(&["The dragon "]).cut();
    for script in [
        vec![Act::Stall],
        vec![head(), Act::Stall],
        vec![head(), send(begun()), Act::Stall],
        vec![send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"), Act::Stall],
    ] {
        let mut stub = Stub::serve(vec![script, good()]).await;
        let heard = ask(&impatient(&stub.url())).await;
        assert!(matches!(heard.error(), Error::TimedOut), "{:?}", heard.error());
        stub.client_left().await;
        assert_eq!(stub.requests().len(), 1, "the player is asked before we wait once more");
    }
}

#[tokio::test]
async fn an_error_body_that_stalls_does_not_hold_up_its_error() {
    let refusal = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 99\r\n\r\n{";
    let stub = Stub::serve(vec![vec![send(refusal), Act::Stall]]).await;
    let heard = ask(&impatient(&stub.url())).await;
    assert!(heard.error().to_string().contains("ANTHROPIC_API_KEY"));
}

#[tokio::test]
async fn every_byte_starts_the_idle_clock_anew() {
    let pause = || Act::Pause(Duration::from_millis(40));
    let ping = || send(": still thinking\n\n");
    let mut script = vec![head()];
    for _ in 0..5 {
        script.extend([pause(), ping()]);
    }
    script.push(send(Recording::new().text(&["Well."]).done("end_turn")));
    let stub = Stub::serve(vec![script]).await;
    assert_eq!(ask(&impatient(&stub.url())).await.text, "Well.", "200 ms in all, 150 ms allowed between bytes");
}

#[tokio::test]
async fn the_total_time_ends_an_answer_that_never_stalls() {
    let mut script = vec![head(), send(Recording::new().open_text(&["On "]).cut())];
    for _ in 0..200 {
        script.extend([Act::Pause(Duration::from_millis(20)), send("data: {\"type\":\"ping\"}\n\n")]);
    }
    let mut stub = Stub::serve(vec![script]).await;
    let total_timeout = Duration::from_millis(300);
    let claude = Claude::new(ClaudeConfig { total_timeout, ..config(&stub.url()) }).expect("a client");
    let heard = ask(&claude).await;
    assert!(matches!(heard.error(), Error::TimedOut));
    assert_eq!(heard.text, "On ");
    stub.client_left().await;
}

#[tokio::test]
async fn a_refused_connection_says_what_to_check() {
    let port = TcpListener::bind("127.0.0.1:0").await.and_then(|l| l.local_addr()).expect("a port").port();
    let heard = ask(&client(&format!("http://127.0.0.1:{port}"))).await;
    assert!(heard.error().to_string().contains("ANTHROPIC_BASE_URL"), "{}", heard.error());
    assert!(heard.error().is_retryable());
}

#[tokio::test]
async fn a_server_that_comes_up_late_is_reached_by_a_retry() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let claude = client(&format!("http://{address}"));
    let mut stream = claude.reply(request());
    assert!(stream.next().now_or_never().is_none(), "the first try is on its way");
    let server = wiremock::MockServer::builder().listener(std::net::TcpListener::bind(address).expect("the port"));
    let server = server.start().await;
    let answer = super::streamed(Recording::new().text(&["Well."]).done("end_turn"));
    wiremock::Mock::given(wiremock::matchers::any()).respond_with(answer).mount(&server).await;
    let first = first_shown(&mut stream).await;
    assert!(matches!(first, ReplyEvent::Text(text) if text == "Well."));
}

#[tokio::test]
async fn slow_bytes_that_split_characters_read_the_same() {
    let tale = ["Grüße, ", "龍 und 🐉", " – ‚wach‘."];
    for ending in ["\n", "\r\n", "\r"] {
        let stream = Recording::new().text(&tale).tool("t1", "look", &["{\"at\":\"Tür", "me\"}"]).done("tool_use");
        let stream = format!("\u{feff}: hello\n\n{stream}").replace('\n', ending);
        let stub = Stub::serve(vec![vec![head(), Act::Trickle(stream.into_bytes())]]).await;
        let heard = ask(&client(&stub.url())).await;
        assert_eq!(heard.text, tale.concat());
        assert_eq!(heard.reply().calls[0].input, Ok(json!({"at": "Türme"})));
    }
}

/// The first event a reader sees something of.
async fn first_shown(stream: &mut ReplyStream) -> ReplyEvent {
    loop {
        match stream.next().await.expect("an event").expect("no error") {
            ReplyEvent::Counted(_) => {}
            shown => return shown,
        }
    }
}

#[tokio::test]
async fn text_is_shown_while_the_answer_is_still_coming() {
    let creaks = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "creaks."}});
    let second = Gate::closed();
    let begun = Recording::new().open_text(&["The door "]).cut();
    let more = Recording::bare().event(creaks).cut();
    let script = vec![chunked_head(), chunk(&begun), Act::Hold(second.clone()), chunk(&more), Act::Stall];
    let mut stub = Stub::serve(vec![script]).await;
    let mut stream = client(&stub.url()).reply(request());
    let shown = first_shown(&mut stream).await;
    assert!(matches!(shown, ReplyEvent::Text(text) if text == "The door "));
    second.open();
    let shown = first_shown(&mut stream).await;
    assert!(matches!(shown, ReplyEvent::Text(text) if text == "creaks."));
    drop(stream);
    stub.client_left().await;
}

#[tokio::test]
async fn a_reader_who_goes_away_ends_the_request() {
    let mut stub = Stub::serve(vec![vec![head(), Act::Stall]]).await;
    let mut stream = client(&stub.url()).reply(request());
    tokio::select! {
        _ = stream.next() => panic!("nothing was sent"),
        () = async { while stub.requests().is_empty() { tokio::task::yield_now().await; } } => {}
    }
    drop(stream);
    stub.client_left().await;
}

#[tokio::test]
async fn a_slow_reader_is_not_a_stall() {
    let stub = Stub::serve(vec![vec![head(), send(Recording::new().text(&["a", "b", "c"]).done("end_turn"))]]).await;
    let mut stream = impatient(&stub.url()).reply(request());
    stream.next().await.expect("an event").expect("a text");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let rest: Vec<_> = stream.collect().await;
    assert!(matches!(rest.last(), Some(Ok(ReplyEvent::Finished(_)))), "{rest:?}");
}

#[tokio::test]
async fn two_answers_at_once_do_not_mix() {
    let tale = |word: &str| {
        let begun = Recording::new().open_text(&[word]).cut();
        let rest = Recording::bare().event(json!({"type": "content_block_delta", "index": 0,
                                                  "delta": {"type": "text_delta", "text": word}}));
        vec![head(), send(begun), Act::Pause(Duration::from_millis(20)), send(rest.done("end_turn"))]
    };
    let stub = Stub::serve(vec![tale("ha"), tale("ho")]).await;
    let claude = client(&stub.url());
    let (one, two) = tokio::join!(ask(&claude), ask(&claude));
    let mut texts = [one.reply().text(), two.reply().text()];
    texts.sort();
    assert_eq!(texts, ["haha", "hoho"]);
}

#[tokio::test]
async fn one_connection_serves_answer_after_answer() {
    let answer = || [chunked_head(), chunk(&Recording::new().text(&["Well."]).done("end_turn")), last_chunk()];
    let mut script: Vec<_> = answer().into();
    for _ in 0..5 {
        script.push(Act::NextRequest);
        script.extend(answer());
    }
    let stub = Stub::serve(vec![script]).await;
    let claude = client(&stub.url());
    for n in 1..=6 {
        assert_eq!(ask(&claude).await.text, "Well.");
        assert_eq!(stub.requests().len(), n);
    }
}
