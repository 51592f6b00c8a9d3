//! Tests that events of a story are recorded as facts, and that the storyteller relies on these and not on its own sentences.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use futures::{StreamExt, stream};
use model::{Block, Model, Reply, ReplyEvent, ReplyStream, Request, StopReason, Tokens, ToolCall};
use serde_json::{Value, json};
use storyteller::Storyteller;

use crate::support::Inn;

fn facts<'v>(kept: &'v Value, kind: &str) -> Vec<&'v Value> {
    let all = kept["story"]["facts"].as_array();
    all.into_iter().flatten().filter(|fact| fact["kind"] == kind).collect()
}

/// The name of the last thing in the hero's pack.
async fn last_thing(inn: &Inn, id: &str) -> String {
    let session = inn.session(id).await;
    let pack = session["characters"][0]["inventory"].as_array().unwrap();
    pack.last().unwrap()["name"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_is_left_at_a_place_is_a_fact_and_no_sentence() {
    let inn = Inn::open("left").await;
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.turn(&id, "look around").await;
    let place = inn.session(&id).await["story"]["currentLocation"].as_str().unwrap().to_owned();
    let thing = last_thing(&inn, &id).await;
    let turn = inn.turn(&id, &format!("drop the {thing}")).await;
    let noted: Vec<&Value> =
        turn["changes"].as_array().unwrap().iter().filter(|it| it["kind"] == "factNoted").collect();
    assert_eq!(noted.len(), 1, "{turn}");
    let kept = inn.kept(&id).await;
    let left = facts(&kept, "left");
    assert_eq!((left.len(), left[0]["thing"].as_str()), (1, Some(thing.as_str())), "{kept}");
    let low = left[0]["place"].as_str().unwrap().to_lowercase();
    assert!(place.to_lowercase().ends_with(low.trim_start_matches("the ")), "{left:?} {place}");
    assert!(!kept.to_string().contains("Left behind"), "nothing of it stands in the summary");
    inn.turn(&id, &format!("take the {thing}")).await;
    assert!(facts(&inn.kept(&id).await, "left").is_empty());
    let view = inn.session(&id).await;
    assert!(view["story"]["facts"].as_array().is_none_or(Vec::is_empty), "players read the sentences");
    inn.check_fold(&id).await;
}

/// The storyteller, at a table that another build of it has left with sentences alone.
struct AfterOldTurns {
    begun: AtomicBool,
    summary: String,
}

impl Model for AfterOldTurns {
    fn reply(&self, request: Request) -> ReplyStream {
        if self.begun.swap(true, Ordering::Relaxed) {
            return Storyteller::new().reply(request);
        }
        let input = json!({
            "campaign_summary_update": self.summary,
            "location_changed": "The Lantern and Eel",
            "set_current_poi": "The Lantern and Eel",
            "scene_update": "Rain drums on the shutters of a ferry inn.",
            "notable_event": "Brannoc Ashdown killed the gaunt wolf at the Lantern and Eel.",
            "milestone": "done: answer the light on the far bank",
        });
        let call = ToolCall { id: "call_1".into(), name: "update_game_state".into(), input: Ok(input.clone()) };
        let text = "It rains.";
        let blocks = vec![
            json!({"type": "text", "text": text}),
            json!({"type": "tool_use", "id": "call_1", "name": "update_game_state", "input": input}),
        ];
        let model = storyteller::NAME.to_owned();
        let calls = vec![call];
        let reply = Reply { model, blocks, calls, stop: StopReason::ToolUse, tokens: Tokens::default() };
        let events = vec![
            ReplyEvent::Text(text.into()),
            ReplyEvent::ToolStarted { id: "call_1".into(), name: "update_game_state".into() },
            ReplyEvent::Finished(reply),
        ];
        stream::iter(events.into_iter().map(Ok)).boxed()
    }
}

#[tokio::test]
async fn an_old_session_goes_on_by_what_its_sentences_say_and_its_facts_are_noted_once() {
    let summary = "The ferryman of Harrow's Reach set out last night to answer a light on the far bank and has not come \
        back. The river is rising, and the light burns there still. Left behind: the silver whistle at the Lantern and Eel. \
        No longer to be found: the small apple.";
    let model = AfterOldTurns { begun: AtomicBool::new(false), summary: summary.into() };
    let inn = Inn::with_model("old", Arc::new(model)).await;
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.turn(&id, "look").await;
    assert!(facts(&inn.kept(&id).await, "left").is_empty());
    // What lies there is seen, and the next turn finds it among the facts.
    let told = inn.say(&id, "look around").await;
    assert!(told.contains("silver whistle"), "{told}");
    assert_eq!(facts(&inn.kept(&id).await, "left").len(), 1);
    let taken = inn.turn(&id, "take the silver whistle").await;
    let pack = inn.session(&id).await["characters"][0]["inventory"].to_string();
    assert!(pack.contains("silver whistle"), "{taken}");
    let kept = inn.kept(&id).await;
    assert!(facts(&kept, "left").is_empty(), "{kept}");
    assert_eq!(facts(&kept, "gone").len(), 1);
    assert_eq!(facts(&kept, "fell")[0]["who"], "the gaunt wolf");
    assert_eq!(facts(&kept, "done")[0]["quest"], "answer the light on the far bank");
    assert!(!kept.to_string().contains("Left behind: the silver whistle"), "the summary says it no more");
    let n = kept["story"]["facts"].as_array().unwrap().len();
    inn.turn(&id, "look around").await;
    let kept = inn.kept(&id).await;
    let again = kept["story"]["facts"].as_array().unwrap().len();
    assert_eq!(n, again);
    inn.check_fold(&id).await;
}

/// Remote models are not asked for facts, and those of others reach them as lines of the table.
#[tokio::test]
async fn facts_stand_in_the_table_and_in_no_schema() {
    #[derive(Clone, Default)]
    struct Watching(Arc<Mutex<Vec<(String, String)>>>);
    impl Model for Watching {
        fn reply(&self, request: Request) -> ReplyStream {
            let texts = request.messages.iter().flat_map(|message| message.content.iter().filter_map(Block::as_text));
            let update = request.tools.iter().filter(|tool| tool.name == "update_game_state");
            let tools = update.map(|tool| tool.input_schema.to_string()).collect();
            self.0.lock().unwrap().push((texts.collect::<Vec<_>>().join("\n"), tools));
            Storyteller::new().reply(request)
        }
    }
    let watching = Watching::default();
    let inn = Inn::with_model("seen", Arc::new(watching.clone())).await;
    let id = inn.begin(json!({"character": "brannoc-ashdown"})).await;
    inn.turn(&id, "look around").await;
    let thing = last_thing(&inn, &id).await;
    inn.turn(&id, &format!("drop the {thing}")).await;
    inn.turn(&id, "look around").await;
    let seen = watching.0.lock().unwrap();
    let (prompt, tools) = seen.last().unwrap();
    assert!(prompt.contains(&format!("\nfact: left | {thing} | ")), "{prompt}");
    assert!(tools.contains("notable_event") && !tools.contains("\"facts\""), "{tools}");
}
