//! Tests of servers whose protocol differs slightly from Claude's.

use model::{StopReason, Tokens};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::recording::Recording;
use super::{Outcome, ask, client, hear, n_requests, server};

async fn hear_json(body: Value) -> Outcome {
    let server = server(ResponseTemplate::new(200).set_body_json(body)).await;
    ask(&client(&server.uri())).await
}

#[tokio::test]
async fn no_ids_no_pings_no_usage_and_no_model_are_no_trouble() {
    let stream = Recording::bare()
        .event(json!({"type": "message_start", "message": {"role": "assistant"}}))
        .text(&["Hm."])
        .event(json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}))
        .event(json!({"type": "message_stop"}))
        .cut();
    let heard = hear(stream).await;
    assert_eq!(heard.text, "Hm.");
    assert_eq!(heard.reply().model, "claude-sonnet-5-5", "the one that was asked");
    assert_eq!(heard.reply().tokens, Tokens::default());
}

#[tokio::test]
async fn no_start_no_numbers_and_no_announced_text_are_no_trouble() {
    let heard = hear(concat!(
        "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"Hm\"}}\n\n",
        "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\".\"}}\n\n",
        "data: {\"type\":\"content_block_stop\"}\n\n",
        "data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"look\"}}\n\n",
        "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}\n\n",
        "data: {\"type\":\"content_block_stop\"}\n\n",
        "data: {\"type\":\"message_stop\"}\n\n",
    ))
    .await;
    assert_eq!(heard.reply().text(), "Hm.");
    assert_eq!(heard.reply().calls[0].name, "look");
    assert_eq!(heard.reply().stop, StopReason::ToolUse, "nothing was said, and a call waits");
}

#[tokio::test]
async fn the_name_of_the_event_stands_in_for_a_missing_type() {
    let heard = hear(concat!(
        "event: content_block_start\ndata: {\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"Hm.\"}}\n\n",
        "event: content_block_stop\ndata: {\"index\":0}\n\n",
        "event: message_stop\ndata: {}\n\n",
        "data: [DONE]\n\n",
    ))
    .await;
    assert_eq!(heard.text, "Hm.", "a text may begin full");
    assert_eq!(heard.reply().stop, StopReason::EndTurn);
}

#[tokio::test]
async fn every_block_may_have_the_same_number() {
    let numberless = |mut event: Value| {
        event["index"] = 0.into();
        event
    };
    let stream = [
        json!({"type": "content_block_start", "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "One."}}),
        json!({"type": "content_block_stop"}),
        json!({"type": "content_block_start", "content_block": {"type": "text", "text": ""}}),
        json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Two."}}),
        json!({"type": "content_block_stop"}),
    ];
    let stream = stream.into_iter().map(numberless).fold(Recording::new(), Recording::event);
    let blocks = hear(stream.done("end_turn")).await.end.expect("a reply").blocks;
    assert_eq!(blocks, [json!({"type": "text", "text": "One."}), json!({"type": "text", "text": "Two."})]);
}

#[tokio::test]
async fn blocks_may_be_interleaved() {
    let delta = |index: u32, text: &str| json!({"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text}});
    let stop = |index: u32| json!({"type": "content_block_stop", "index": index});
    let stream = Recording::new()
        .open_text(&["a"])
        .open_text(&["b"])
        .event(delta(0, "A"))
        .event(delta(1, "B"))
        .event(stop(1))
        .event(stop(0));
    let blocks = hear(stream.done("end_turn")).await.end.expect("a reply").blocks;
    assert_eq!(blocks, [json!({"type": "text", "text": "aA"}), json!({"type": "text", "text": "bB"})]);
}

#[tokio::test]
async fn a_call_without_an_id_is_given_one_that_is_its_own() {
    let start = || json!({"type": "tool_use", "name": "look"});
    let empty = json!({"type": "tool_use", "name": "look", "id": ""});
    let heard = hear(Recording::new().block(start(), &[]).block(start(), &[]).block(empty, &[]).done("tool_use")).await;
    let reply = heard.reply();
    let ids: std::collections::BTreeSet<_> = reply.calls.iter().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 3);
    assert!(reply.calls.iter().zip(&reply.blocks).all(|(call, block)| block["id"] == call.id && !call.id.is_empty()));
}

#[tokio::test]
async fn a_call_may_bring_its_input_at_its_start() {
    let start = |input: Value| json!({"type": "tool_use", "id": "t", "name": "look", "input": input});
    for input in [json!({"at": "door"}), json!("{\"at\": \"door\"}")] {
        let heard = hear(Recording::new().block(start(input), &[]).done("tool_use")).await;
        assert_eq!(heard.reply().calls[0].input, Ok(json!({"at": "door"})));
        assert_eq!(heard.reply().blocks[0]["input"], json!({"at": "door"}));
    }
}

#[tokio::test]
async fn zeros_at_the_end_do_not_wipe_out_usage() {
    let zeros = json!({"input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 30});
    let stream = Recording::new()
        .event(json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": zeros}))
        .event(json!({"type": "message_stop"}))
        .cut();
    let tokens = hear(stream).await.reply().tokens;
    assert_eq!(tokens, Tokens { input: 12, cache_read: 40, cache_write: 3, output: 30, ..Tokens::default() });
}

#[tokio::test]
async fn a_message_that_is_not_streamed_is_understood() {
    let heard = hear_json(json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "local-model",
        "content": [
            {"type": "thinking", "thinking": "Hm", "signature": "s"},
            {"type": "text", "text": "You look."},
            {"type": "text", "text": ""},
            {"type": "tool_use", "id": "t1", "name": "look", "input": {"at": "door"}},
        ],
        "stop_reason": "tool_use", "usage": {"input_tokens": 5, "output_tokens": 6},
    }))
    .await;
    assert_eq!((heard.text.as_str(), heard.tools_started()), ("You look.", vec!["look"]));
    let reply = heard.reply();
    assert_eq!((reply.model.as_str(), &reply.stop, reply.blocks.len()), ("local-model", &StopReason::ToolUse, 3));
    assert_eq!(reply.calls[0].input, Ok(json!({"at": "door"})));
    assert_eq!(reply.tokens, Tokens { input: 5, output: 6, ..Tokens::default() });
}

#[tokio::test]
async fn a_message_that_is_not_streamed_may_be_cut_inside_a_tool_too() {
    let content = json!([{"type": "tool_use", "id": "t1", "name": "look", "input": {"at": "do"}}]);
    let heard = hear_json(json!({"content": content, "stop_reason": "max_tokens"})).await;
    assert!(heard.reply().calls.is_empty() && heard.reply().blocks.is_empty());
}

#[tokio::test]
async fn what_speaks_another_protocol_is_named_as_such_and_asked_once() {
    let chat = ResponseTemplate::new(200).set_body_json(json!({"choices": [{"message": {"content": "Hi"}}]}));
    let page = ResponseTemplate::new(200).set_body_raw("<h1>It works!</h1>", "text/html; charset=utf-8");
    for response in [chat, page] {
        let server = server(response).await;
        let heard = ask(&client(&server.uri())).await;
        assert!(heard.error().to_string().contains("ANTHROPIC_BASE_URL"), "{}", heard.error());
        assert!(!heard.error().is_retryable());
        assert_eq!(n_requests(&server).await, 1);
    }
}

#[tokio::test]
async fn a_delta_belongs_to_the_open_block_of_its_number_or_else_to_the_last_one() {
    let start = |index: Value| json!({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}});
    let delta = |index: Value, text: &str| json!({"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text}});
    for (starts, deltas, how) in [
        (Value::Null, Value::Null, "no numbers, no ends"),
        (json!(0), json!(0), "one number, no ends"),
        (Value::Null, json!(5), "numbers on deltas only"),
    ] {
        let stream = Recording::new()
            .event(start(starts.clone()))
            .event(delta(deltas.clone(), "One."))
            .event(start(starts))
            .event(delta(deltas, "Two."));
        let blocks = hear(stream.done("end_turn")).await.end.expect("a reply").blocks;
        assert_eq!(blocks, [json!({"type": "text", "text": "One."}), json!({"type": "text", "text": "Two."})], "{how}");
    }
}

#[tokio::test]
async fn a_signature_said_twice_is_kept_once() {
    let start = json!({"type": "thinking", "thinking": "", "signature": "Sig=="});
    let again = json!({"type": "signature_delta", "signature": "Sig=="});
    let heard = hear(Recording::new().block(start.clone(), &[again]).done("end_turn")).await;
    assert_eq!(heard.reply().blocks, [start]);
}
