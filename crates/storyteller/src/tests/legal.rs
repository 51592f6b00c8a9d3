//! Replies as the loop must find them.

use super::{long::TEN, *};

#[test]
fn what_is_refused_is_mended_in_the_same_turn() {
    let table = Fake::after_a_turn();
    let words = Message::user(vec![Block::text(table.table_block().render()), Block::text("drop the torch")]);
    let first = reply_to(request(vec![words.clone()], &TOOLS));
    let results = first.calls.iter().map(|call| Block::ToolResult {
        tool_use_id: call.id.clone(),
        content: json!({"ok": false, "rejected": [{"field": "items_lost", "reason": "none"}]}).to_string(),
        is_error: true,
        facts: None,
    });
    let messages = vec![words, Message::assistant_replay(&first.blocks), Message::user(results.collect())];
    let second = reply_to(request(messages, &TOOLS));
    assert!(!second.text().is_empty());
    assert!(second.calls.iter().all(|call| first.calls.iter().all(|other| other.id != call.id)));
}

#[test]
fn the_same_table_words_and_dice_give_the_same_story() {
    let play = || {
        let mut table = Fake::new();
        TEN.iter().map(|words| table.play(words)).collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn a_pace_only_slows_the_telling_down() {
    let words = request(vec![Message::user_text("look")], &TOOLS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let paced = Storyteller::with_pace(std::time::Duration::from_micros(1)).reply(words.clone());
    let events: Vec<ReplyEvent> = runtime.block_on(paced.map(|event| event.unwrap()).collect());
    let Some(ReplyEvent::Finished(reply)) = events.last() else { panic!("no end") };
    assert_eq!(reply.text(), reply_to(words).text());
}

#[test]
fn without_tools_the_story_is_still_told() {
    let reply = reply_to(request(vec![Message::user_text("attack the goblin")], &[]));
    assert!(!reply.text().is_empty() && reply.calls.is_empty());
}
