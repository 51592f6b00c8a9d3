//! Tests of successful and nearly successful answers of Claude.

use model::{StopReason, Tokens, ToolCall};
use serde_json::{Value, json};

use super::hear;
use super::recording::Recording;

#[tokio::test]
async fn pieces_of_a_text_that_arrive_together_are_shown_together_and_kept_whole() {
    let heard = hear(Recording::new().text(&["The ", "door ", "", "creaks."]).done("end_turn")).await;
    assert_eq!(heard.events.len(), 2, "the first piece, and the others together: {:?}", heard.events);
    let empty = hear(Recording::new().text(&["", ""]).done("end_turn")).await;
    assert_eq!(empty.events.len(), 0, "an empty piece is no event");
    assert_eq!(heard.text, "The door creaks.");
    let reply = heard.reply();
    assert_eq!(reply.blocks, [json!({"type": "text", "text": "The door creaks."})]);
    assert_eq!(reply.text(), "The door creaks.");
    assert_eq!(reply.stop, StopReason::EndTurn);
    assert_eq!(reply.model, "claude-sonnet-5-5-20261001");
}

#[tokio::test]
async fn usage_is_cumulative_and_what_is_not_said_again_stays() {
    let more = |usage: Value| json!({"type": "message_delta", "delta": {}, "usage": usage});
    let stream = Recording::new()
        .text(&["Yes."])
        .event(more(json!({"output_tokens": 7})))
        .event(more(json!({"output_tokens": 19, "input_tokens": 14, "cache_read_input_tokens": null})))
        .done("end_turn");
    let tokens = hear(stream).await.reply().tokens;
    assert_eq!(tokens, Tokens { input: 14, cache_read: 40, cache_write: 3, output: 30, ..Tokens::default() });
}

#[tokio::test]
async fn what_was_asked_is_counted_at_the_beginning_and_what_is_not_shown_as_it_is_written() {
    let cut = Recording::new().thinking(&["She lies."], "s").text(&["Yes."]).open_tool("t1", "look", &["{\"at\"", ":"]);
    let heard = hear(cut.cut()).await;
    assert!(heard.end.is_err());
    assert_eq!(heard.counted.map(|tokens| (tokens.input, tokens.cache_read, tokens.prompt())), Some((12, 40, 55)));
    assert_eq!(heard.n_unshown, "She lies.".len() + "{\"at\":".len());
    let uncounted = hear(Recording::bare().text(&["Yes."]).done("end_turn")).await;
    assert_eq!((uncounted.counted, uncounted.n_unshown), (None, 0), "a server that counts nothing");
}

#[tokio::test]
async fn four_parallel_tools_come_in_order() {
    let stream = Recording::new()
        .text(&["I look around."])
        .tool("t1", "roll_dice", &["{\"expression\"", ": \"1d20\"}"])
        .tool("t2", "look", &["{\"at\":\"", "Türme", "\"}"])
        .tool("t3", "look", &["{\"at\":\"door\"}"])
        .tool("t4", "rest", &["", "{}"])
        .done("tool_use");
    let heard = hear(stream).await;
    assert_eq!(heard.tools_started(), ["roll_dice", "look", "look", "rest"]);
    let inputs = [json!({"expression": "1d20"}), json!({"at": "Türme"}), json!({"at": "door"}), json!({})];
    let names = ["roll_dice", "look", "look", "rest"];
    for (n, (call, (name, input))) in heard.reply().calls.iter().zip(names.into_iter().zip(inputs)).enumerate() {
        assert_eq!(*call, ToolCall { id: format!("t{}", n + 1), name: name.into(), input: Ok(input) });
    }
    assert_eq!(heard.reply().calls.len(), 4);
    assert_eq!(heard.reply().blocks.len(), 5);
    assert_eq!(heard.reply().stop, StopReason::ToolUse);
}

#[tokio::test]
async fn a_tool_without_arguments_gets_an_empty_object() {
    for pieces in [&[][..], &[""], &["", " "], &["null"], &["{}"]] {
        let heard = hear(Recording::new().tool("t1", "rest", pieces).done("tool_use")).await;
        assert_eq!(heard.reply().calls[0].input, Ok(json!({})), "{pieces:?}");
        assert_eq!(heard.reply().blocks[0]["input"], json!({}), "{pieces:?}");
    }
}

#[tokio::test]
async fn broken_json_is_reported_as_it_came_and_replayed_as_an_empty_object() {
    let deep = "[".repeat(500);
    for broken in ["{\"at\": ", "{\"at\": 1}}", "roll 1d20", deep.as_str()] {
        let heard = hear(Recording::new().tool("t1", "look", &[broken]).done("tool_use")).await;
        assert_eq!(heard.reply().calls[0].input, Err(broken.to_owned()));
        assert_eq!(heard.reply().blocks, [json!({"type": "tool_use", "id": "t1", "name": "look", "input": {}})]);
    }
}

#[tokio::test]
async fn an_input_that_is_no_object_is_reported_and_replayed_as_an_empty_one() {
    let heard = hear(Recording::new().tool("t1", "look", &["[1, 2]"]).done("tool_use")).await;
    assert_eq!(heard.reply().calls[0].input, Ok(json!([1, 2])));
    assert_eq!(heard.reply().blocks[0]["input"], json!({}));
}

#[tokio::test]
async fn max_tokens_in_a_text_keeps_the_text() {
    for stream in [Recording::new().text(&["Half a sen"]), Recording::new().open_text(&["Half a sen"])] {
        let heard = hear(stream.done("max_tokens")).await;
        assert_eq!(heard.reply().stop, StopReason::MaxTokens);
        assert_eq!(heard.reply().blocks, [json!({"type": "text", "text": "Half a sen"})]);
    }
}

#[tokio::test]
async fn max_tokens_inside_a_tool_never_gives_that_call() {
    let begun = || Recording::new().text(&["So."]).tool("t1", "look", &["{}"]);
    for (cut, how) in [
        (begun().open_tool("t2", "attack", &["{\"target\": \"gob"]), "no end"),
        (begun().tool("t2", "attack", &["{\"target\": \"gob"]), "an end, half an input"),
        (begun().tool("t2", "attack", &["{\"target\": 1}"]), "an end, an input that looks whole"),
        (begun().tool("t2", "attack", &[""]), "an end, no input yet"),
    ] {
        let heard = hear(cut.done("max_tokens")).await;
        let ids: Vec<_> = heard.reply().calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["t1"], "{how}");
        assert_eq!(heard.reply().blocks.len(), 2, "{how}");
        assert_eq!(heard.tools_started(), ["look", "attack"]);
    }
}

#[tokio::test]
async fn a_tool_that_is_not_the_last_block_at_max_tokens_is_whole() {
    let stream = Recording::new().tool("t1", "look", &["{}"]).open_text(&["And th"]).done("max_tokens");
    assert_eq!(hear(stream).await.reply().calls.len(), 1);
}

#[tokio::test]
async fn a_block_without_its_end_is_left_out() {
    let stream = Recording::new().text(&["So."]).open_tool("t1", "look", &["{}"]).done("tool_use");
    let heard = hear(stream).await;
    assert!(heard.reply().calls.is_empty());
    assert_eq!(heard.reply().blocks.len(), 1);
    let stream = Recording::new().open(json!({"type": "thinking", "thinking": "Hm"}), &[]).done("max_tokens");
    assert!(hear(stream).await.reply().blocks.is_empty());
}

#[tokio::test]
async fn thinking_that_was_cut_before_its_signature_is_left_out() {
    let stream = Recording::new().thinking(&["Hm"], "").done("max_tokens");
    assert!(hear(stream).await.reply().blocks.is_empty());
}

#[tokio::test]
async fn a_refusal_at_once_and_midway_is_a_reply() {
    let at_once = hear(Recording::new().done("refusal")).await;
    assert_eq!((&at_once.reply().stop, at_once.reply().blocks.len()), (&StopReason::Refusal, 0));
    let midway = hear(Recording::new().open_text(&["You draw"]).done("refusal")).await;
    assert_eq!(midway.reply().stop, StopReason::Refusal);
    assert_eq!(midway.text, "You draw");
}

#[tokio::test]
async fn an_empty_end_of_turn_is_an_empty_reply() {
    let heard = hear(Recording::new().done("end_turn")).await;
    assert!(heard.events.is_empty());
    assert!(heard.reply().blocks.is_empty() && heard.reply().text().is_empty());
}

#[tokio::test]
async fn every_stop_reason_has_its_name_and_a_new_one_is_kept() {
    for (reason, expected) in [
        ("end_turn", StopReason::EndTurn),
        ("tool_use", StopReason::ToolUse),
        ("max_tokens", StopReason::MaxTokens),
        ("stop_sequence", StopReason::StopSequence),
        ("pause_turn", StopReason::PauseTurn),
        ("refusal", StopReason::Refusal),
        ("model_context_window_exceeded", StopReason::ContextWindowExceeded),
        ("coffee_break", StopReason::Other("coffee_break".into())),
    ] {
        assert_eq!(hear(Recording::new().text(&["So."]).done(reason)).await.reply().stop, expected);
    }
}

#[tokio::test]
async fn unknown_events_deltas_and_blocks_do_no_harm() {
    let new_block = json!({"type": "hologram", "beam": 1});
    let stream = Recording::new()
        .event(json!({"type": "mood", "mood": "good"}))
        .event(json!(["not", "an", "object"]))
        .event(json!({"type": "content_block_delta", "index": 99, "delta": {"type": "beam_delta"}}))
        .event(json!({"type": "content_block_stop", "index": 98}))
        .block(new_block.clone(), &[])
        .block(json!({"type": "hologram"}), &[json!({"type": "beam_delta", "beam": 2})])
        .block(
            json!({"type": "text", "text": ""}),
            &[json!({"type": "colour_delta"}), json!({"type": "text_delta", "text": "Still here."})],
        )
        .done("end_turn");
    let heard = hear(stream).await;
    assert_eq!(heard.text, "Still here.");
    let expected = [new_block, json!({"type": "text", "text": "Still here."})];
    assert_eq!(heard.reply().blocks, expected, "a block that lost a delta can't be sent back");
}

#[tokio::test]
async fn a_call_with_an_unknown_delta_is_still_a_call() {
    let start = json!({"type": "tool_use", "id": "t1", "name": "look", "input": {}});
    let heard = hear(Recording::new().block(start.clone(), &[json!({"type": "mood_delta"})]).done("tool_use")).await;
    assert_eq!(heard.reply().calls.len(), 1);
    assert_eq!(heard.reply().blocks, [start]);
}

#[tokio::test]
async fn thinking_is_kept_to_the_byte_and_never_shown() {
    let stream = Recording::new()
        .thinking(&["First, ", "the \"dragon\"\n"], "Sig+/natur==")
        .thinking(&[], "EmptyButSigned==")
        .block(json!({"type": "redacted_thinking", "data": "b3BhcXVl"}), &[])
        .text(&["It wakes."])
        .done("end_turn");
    let heard = hear(stream).await;
    assert_eq!(heard.text, "It wakes.");
    let kept: Vec<_> = heard.reply().blocks.iter().map(Value::to_string).collect();
    assert_eq!(
        kept,
        [
            r#"{"type":"thinking","thinking":"First, the \"dragon\"\n","signature":"Sig+/natur=="}"#,
            r#"{"type":"thinking","thinking":"","signature":"EmptyButSigned=="}"#,
            r#"{"type":"redacted_thinking","data":"b3BhcXVl"}"#,
            r#"{"type":"text","text":"It wakes."}"#,
        ]
    );
}

#[tokio::test]
async fn citations_are_gathered_in_their_text() {
    let cite = |n: u32| json!({"type": "citations_delta", "citation": {"n": n}});
    let text = json!({"type": "text_delta", "text": "As written."});
    let stream =
        Recording::new().block(json!({"type": "text", "text": "", "citations": null}), &[cite(1), text, cite(2)]);
    let heard = hear(stream.done("end_turn")).await;
    let expected = json!({"type": "text", "text": "As written.", "citations": [{"n": 1}, {"n": 2}]});
    assert_eq!(heard.reply().blocks, [expected]);
}

#[tokio::test]
async fn a_blank_text_is_not_kept_as_it_could_not_be_sent_back() {
    let stream = Recording::new().text(&[]).text(&["\n", " "]).tool("t1", "look", &["{}"]).done("tool_use");
    let heard = hear(stream).await;
    assert_eq!(heard.reply().blocks.len(), 1);
    assert_eq!(heard.reply().blocks[0]["type"], "tool_use");
}

#[tokio::test]
async fn the_tools_of_the_server_are_no_calls_of_ours_but_are_sent_back() {
    let start = json!({"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}});
    let query = json!({"type": "input_json_delta", "partial_json": "{\"query\":\"owlbear\"}"});
    let result = json!({"type": "web_search_tool_result", "tool_use_id": "s1", "content": []});
    let heard = hear(Recording::new().block(start, &[query]).block(result.clone(), &[]).done("pause_turn")).await;
    assert!(heard.reply().calls.is_empty() && heard.events.is_empty());
    assert_eq!(heard.reply().stop, StopReason::PauseTurn);
    let sent = json!({"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "owlbear"}});
    assert_eq!(heard.reply().blocks, [sent, result]);
}

#[tokio::test]
async fn what_follows_the_end_of_the_message_is_not_read() {
    let stream = Recording::new().text(&["All."]).done("end_turn") + "data: {\"type\":\"error\"}\n\ndata: {oops\n\n";
    assert_eq!(hear(stream).await.reply().text(), "All.");
}

#[tokio::test]
async fn a_huge_text_comes_through() {
    let piece = "The corridor goes on. ".repeat(2_000);
    let heard = hear(Recording::new().text(&[piece.as_str(); 50]).done("end_turn")).await;
    assert_eq!(heard.text.len(), piece.len() * 50);
    assert_eq!(heard.reply().text(), heard.text);
}
