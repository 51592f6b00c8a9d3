//! Tests of the conversation with the author: what is saved when, what the model sees, and interruptions.

use embertale::{
    author::{
        AttachedPicture, AuthorSpeaker, BadPicture, CampaignDraft, Error, MAX_CALLS, MAX_PICTURE_BYTES, WritingEvent,
    },
    store,
};
use serde_json::{Value, json};

use super::{Room, calls, says, steps, written};

fn premise() -> (&'static str, Value) {
    steps(&crate::campaign::clean()).remove(0)
}

/// A text as base64; pictures are sent so.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let n = three.iter().fold(0u32, |n, byte| n << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(n >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= three.len() { letter } else { '=' });
        }
    }
    out
}

fn png(n_bytes: usize, colour: u8) -> String {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    bytes.resize(n_bytes, colour);
    format!("data:image/png;base64,{}", base64(&bytes))
}

#[tokio::test]
async fn the_draft_is_kept_after_the_words_and_after_every_tool() {
    let mut room = Room::new();
    let steps: Vec<_> = steps(&crate::campaign::clean()).into_iter().take(4).collect();
    room.says("Write.", [calls(steps), says("So far.")]).await.unwrap();
    let kept = room.kept();
    let drafts: Vec<CampaignDraft> =
        kept.drafts.iter().map(|draft| CampaignDraft::read(draft.clone()).unwrap()).collect();
    assert_eq!(drafts.len(), 6, "the words, four tools, and what the author said");
    assert_eq!(drafts[0].chat().last().unwrap().text, "Write.");
    let parts: Vec<(bool, usize, usize)> = drafts
        .iter()
        .map(|draft| (draft.has_premise(), draft.package().people.len(), draft.package().acts.len()))
        .collect();
    assert_eq!(parts, [(false, 0, 0), (true, 0, 0), (true, 1, 0), (true, 2, 0), (true, 2, 1), (true, 2, 1)]);
    let said = drafts[5].chat().last().unwrap();
    assert_eq!((said.by, said.text.as_str(), said.broke_off), (AuthorSpeaker::Author, "So far.", false));
    assert_eq!(said.did[0], "propose_premise The Salt Road");
}

#[tokio::test]
async fn an_outage_leaves_the_draft_as_it_was_after_the_last_tool() {
    let mut room = Room::new();
    let answers = [calls([premise()]), Err(model::Error::failed("The key is not valid."))];
    let error = room.says("Write.", answers).await.unwrap_err();
    assert!(matches!(&error, Error::Model(error) if error.to_string() == "The key is not valid."), "{error}");
    assert!(room.draft.has_premise());
    assert!(room.draft.chat().last().unwrap().broke_off);
    // The next message goes on from there.
    room.says("Go on.", [says("Where were we?")]).await.unwrap();
    let asked = room.asked();
    let block = asked["messages"].as_array().unwrap().last().unwrap()["content"].to_string();
    assert!(block.contains("title: The Salt Road"), "{block}");
}

#[tokio::test]
async fn a_draft_cut_off_in_the_middle_is_read_again_and_gone_on_with() {
    let room = written().await;
    // As the process left it: right after the third tool.
    let left = CampaignDraft::read(room.kept().drafts[3].clone()).unwrap();
    assert_eq!(left.chat().len(), 1, "nobody has answered yet");
    let mut again = Room::with(left);
    again.says("Go on, please.", [says("With pleasure.")]).await.unwrap();
    assert_eq!(again.words_of(0)[0], "Write it all.", "what was never answered is heard with what came after it");
    assert_eq!(again.words_of(0).last().unwrap(), "Go on, please.");
    let rest = steps(&crate::campaign::clean()).split_off(3);
    let mut answers: Vec<_> = rest.chunks(4).map(|some| calls(some.iter().cloned())).collect();
    answers.push(calls([("finalize_package", json!({}))]));
    again.says("All of it.", answers).await.unwrap();
    assert!(again.draft.is_complete());
}

#[tokio::test]
async fn a_store_that_is_away_ends_the_run_and_nothing_is_thought_written() {
    let mut room = Room::new();
    room.keeper.0.lock().unwrap().fails_after = Some(1);
    let error = room.says("Write.", [calls([premise()])]).await.unwrap_err();
    assert!(matches!(error, Error::Store(store::Error::Unavailable(_))), "{error}");
    assert!(!room.draft.has_premise());
    assert_eq!(room.kept().drafts.len(), 1);
}

#[tokio::test]
async fn an_author_that_stops_early_leaves_a_list_of_what_is_missing() {
    let mut room = Room::new();
    let steps: Vec<_> = steps(&crate::campaign::clean()).into_iter().take(6).collect();
    room.says("Write it all.", [calls(steps), says("That is enough for today.")]).await.unwrap();
    let gaps = room.draft.finalize().unwrap_err();
    let codes: Vec<_> = gaps.iter().map(|gap| gap.code.as_str()).collect();
    assert_eq!(codes[..3], ["unwritten-node", "unwritten-node", "unwritten-node"], "{gaps:?}");
    assert!(codes[3..].iter().all(|code| *code == "unwoven-node"), "{codes:?}");
    assert!(gaps.iter().all(|gap| !gap.place.is_empty() && !gap.remedy.is_empty()));
}

#[tokio::test]
async fn a_model_that_never_stops_is_stopped_and_says_so() {
    let mut room = Room::new();
    let look = || calls([("update_element", json!({"kind": "premise"}))]);
    let answers = (0..MAX_CALLS).map(|_| look());
    let text = room.says("Write.", answers).await.unwrap();
    assert!(text.contains("say “go on”"), "{text}");
    let events = room.events.lock().unwrap();
    let notice = |event: &WritingEvent| matches!(event, WritingEvent::Notice { code, .. } if code == "budget_reached");
    assert!(events.iter().any(notice));
}

#[tokio::test]
async fn a_silent_model_is_nudged_once() {
    let mut room = Room::new();
    let nothing = || Ok(Vec::new());
    let text = room.says("Write.", [nothing(), nothing()]).await.unwrap();
    assert!(text.contains("nothing to add"), "{text}");
    assert!(room.asked()["messages"].to_string().contains("Now say in a few words"));
}

#[tokio::test]
async fn the_language_stands_in_prompt_and_package() {
    let mut room = Room::with(CampaignDraft::new("de-CH"));
    room.says("Schreib etwas.", [calls([premise()]), says("Gern.")]).await.unwrap();
    assert!(room.words_of(0)[0].contains("language: de-CH"));
    assert_eq!(room.draft.package().language, "de-CH");
    let mut other = premise().1;
    other["language"] = json!("fr");
    room.call("propose_premise", other.clone()).await;
    assert_eq!(room.draft.language(), "fr");
    other["language"] = json!("not a language");
    let (answer, is_error) = room.call("propose_premise", other).await;
    assert!(is_error && answer.as_str().unwrap().contains("BCP 47"), "{answer}");
    assert_eq!(room.draft.language(), "fr");
}

#[tokio::test]
async fn pictures_are_kept_as_references_and_shown_with_their_words() {
    let mut room = Room::new();
    let picture = AttachedPicture::read("mill.png", &png(300, 7)).unwrap();
    assert_eq!((picture.media_type.as_str(), picture.size), ("image/png", 300));
    room.brings("Like this one.", vec![picture.clone()], [says("A fine mill.")]).await.unwrap();
    let asked = room.asked();
    let content = asked["messages"][0]["content"].as_array().unwrap().clone();
    assert_eq!(content[1]["source"]["media_type"], "image/png");
    assert_eq!(content[1]["source"]["data"], json!(picture.data));
    assert_eq!(content[2]["text"], "Like this one.");
    assert_eq!(room.draft.pictures(), std::slice::from_ref(&picture));
    assert_eq!(room.draft.chat()[0].pictures, std::slice::from_ref(&picture.sha256));
    // Later it is a reference, and not sent again.
    room.says("And now?", [says("Now I write.")]).await.unwrap();
    let again = room.asked().to_string();
    assert!(again.contains("picture kept for reference: mill.png") && !again.contains("\"image\""), "{again}");
}

#[tokio::test]
async fn of_many_pictures_the_newest_are_kept_whole() {
    let mut room = Room::new();
    for colour in 0..5 {
        let picture = AttachedPicture::read("one", &png(100 * 1024, colour)).unwrap();
        room.brings("Look.", vec![picture], [says("I see.")]).await.unwrap();
    }
    let whole: Vec<bool> = room.draft.pictures().iter().map(|picture| picture.data.is_some()).collect();
    assert_eq!(whole, [false, false, true, true, true]);
}

#[test]
fn what_is_no_picture_or_too_large_is_refused() {
    assert!(matches!(AttachedPicture::read("x", "data:text/html;base64,PGI+"), Err(BadPicture::Unknown(_))));
    assert!(matches!(AttachedPicture::read("x", "https://example.org/x.png"), Err(BadPicture::Unknown(_))));
    assert!(matches!(AttachedPicture::read("x", "data:image/png;base64,????"), Err(BadPicture::Unknown(_))));
    assert!(matches!(AttachedPicture::read("x", &png(MAX_PICTURE_BYTES + 1, 0)), Err(BadPicture::TooLarge { .. })));
    assert!(matches!(AttachedPicture::read("x", &png(MAX_PICTURE_BYTES * 4, 0)), Err(BadPicture::TooLarge { .. })));
    assert!(AttachedPicture::read("x", &png(MAX_PICTURE_BYTES, 0)).is_ok());
}

#[tokio::test]
async fn a_long_talk_shows_its_end_and_the_prefix_moves_rarely() {
    let mut room = Room::new();
    let (mut heads, long) = (std::collections::BTreeSet::new(), "word ".repeat(600));
    for n in 0..40 {
        room.says(&format!("{n}: {long}"), [says(&format!("Answer {n}."))]).await.unwrap();
        let asked = room.asked();
        heads.insert(asked["messages"][0]["content"][0]["text"].as_str().unwrap()[..3].to_owned());
        let size = asked["messages"].to_string().len();
        assert!(size < 60_000, "{size}");
    }
    assert!(heads.len() <= 6, "{heads:?}");
    assert_eq!(room.draft.chat().len(), 80);
}

#[tokio::test]
async fn what_it_has_cost_is_counted() {
    let room = written().await;
    assert_eq!(room.draft.usage().by_agent["author"].output_tokens, 10);
}

#[test]
fn what_is_no_draft_is_not_read() {
    assert!(CampaignDraft::read(json!({"format": "embertale.plan/1"})).is_err());
    let mut other = CampaignDraft::new("en").kept();
    other["format"] = json!("embertale.plan/9");
    assert!(CampaignDraft::read(other).unwrap_err().to_string().contains("embertale.plan/9"));
}
