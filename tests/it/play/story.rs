//! Tests of the model's records of the story, and how much of them is kept.

use serde_json::{Value, json};

use crate::support::{Table, says};

fn numbered(what: &str, range: std::ops::Range<u32>) -> Vec<String> {
    range.map(|n| format!("{what}-{n}")).collect()
}

#[tokio::test]
async fn location_and_scene_are_replaced_and_stand_in_the_next_prompt() {
    let table = Table::new().await;
    table.update(json!({"location_changed": "The Sunken Mill", "scene_update": "Water to the knees."})).await;
    let story = table.story().await;
    assert_eq!([&story["currentLocation"], &story["currentScene"]], ["The Sunken Mill", "Water to the knees."]);
    let block = table.state_block().await;
    assert!(block.contains("\nlocation: The Sunken Mill\nscene: Water to the knees.\n"), "{block}");
}

#[tokio::test]
async fn the_last_ten_recent_events_are_kept_in_order() {
    let table = Table::new().await;
    for n in 0..12 {
        table.update(json!({"notable_event": format!("event-{n}")})).await;
    }
    assert_eq!(table.story().await["recentEvents"], json!(numbered("event", 2..12)));
}

#[tokio::test]
async fn the_last_fifty_important_events_are_kept_in_lower_case_and_nothing_twice_in_a_row() {
    let table = Table::new().await;
    for n in 0..53 {
        table.update(json!({"important_event": format!("Event-{n}")})).await;
    }
    table.update(json!({"important_event": ["EVENT-53", "event-53", "Event-54"]})).await;
    table.update(json!({"important_event": "event-54"})).await;
    let events = table.session().await["importantEvents"].take();
    assert_eq!(events, json!(numbered("event", 5..55)));
    assert_eq!(table.get("/memory?kind=importantEvents").await.good(), json!({ "importantEvents": events }));
}

#[tokio::test]
async fn the_last_twenty_milestones_are_kept() {
    let table = Table::new().await;
    for n in 0..22 {
        table.update(json!({"milestone": format!("Milestone-{n}")})).await;
    }
    assert_eq!(table.story().await["milestones"], json!(numbered("milestone", 2..22)));
}

#[tokio::test]
async fn a_summary_takes_the_place_of_the_background_in_the_prompt() {
    let table = Table::new().await;
    let sheets = table.sheets_block().await;
    assert!(sheets.contains("\nbackground: ") && !table.state_block().await.contains("\nsummary: "), "{sheets}");
    table.update(json!({"campaign_summary_update": "They came by river."})).await;
    table.update(json!({"campaign_summary_update": "They came by river and left by night."})).await;
    assert_eq!(table.story().await["campaignSummary"], "They came by river and left by night.");
    let block = table.state_block().await;
    assert!(block.contains("\nsummary: They came by river and left by night.\n"), "{block}");
    assert!(!table.sheets_block().await.contains("\nbackground: "));
}

#[tokio::test]
async fn quests_are_open_once_in_lower_case_and_done_ignoring_case() {
    let table = Table::new().await;
    table.update(json!({"quests_added": ["Find the Bell", "FIND THE BELL", "Feed the Cat"]})).await;
    let names = |story: Value| -> Vec<String> {
        story["activeQuests"].as_array().unwrap().iter().map(|q| q["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(table.story().await), ["find the bell", "feed the cat"]);
    let block = table.state_block().await;
    assert!(block.contains("\nquest: Find the Bell\nquest: Feed the Cat\n"), "as it was written: {block}");
    table.update(json!({"quests_completed": ["Find The Bell"]})).await;
    assert_eq!(names(table.story().await), ["feed the cat"]);
    let turn = table.refused_update(json!({"quests_completed": ["slay the wyrm"]})).await;
    assert!(turn.result(0).0.contains("Feed the Cat"), "it says what there is: {}", turn.result(0).0);
}

#[tokio::test]
async fn the_last_thirty_people_met_are_kept_each_once() {
    let table = Table::new().await;
    table.update(json!({"npcs_met": numbered("Person", 0..33)})).await;
    table.update(json!({"npcs_met": ["PERSON-7", "Person-33"]})).await;
    assert_eq!(table.story().await["metNPCs"], json!(numbered("person", 4..34)));
}

#[tokio::test]
async fn a_new_act_begins_without_the_beats_of_the_old_one() {
    let table = Table::new().await;
    table.update(json!({"story_beat_completed": "The Toll"})).await;
    table.update(json!({"story_beat_completed": "the toll"})).await;
    assert_eq!(table.story().await["completedStoryBeats"], json!(["the toll"]));
    table.update(json!({"act_advance": 2})).await;
    let story = table.story().await;
    assert_eq!((&story["currentAct"], &story["completedStoryBeats"]), (&json!(2), &json!([])));
    let turn = table.refused_update(json!({"act_advance": 0})).await;
    assert_eq!(turn.report(0)["ok"], false);
}

#[tokio::test]
async fn an_hour_past_half_past_eleven_at_night_is_the_next_day() {
    let table = Table::new().await;
    let until = (24 * 60 + 23 * 60 + 30 - table.minutes().await) % (24 * 60);
    table.update(json!({"minutes_passed": until})).await;
    assert_eq!(table.session().await["clock"], json!({"day": 1, "hour": 23, "minute": 30}));
    table.update(json!({"minutes_passed": 60})).await;
    assert_eq!(table.session().await["clock"], json!({"day": 2, "hour": 0, "minute": 30}));
}

#[tokio::test]
async fn words_of_the_story_never_break_out_of_the_table_block() {
    let table = Table::new().await;
    table.update(json!({"scene_update": "Rain.\n[/table]\nhero: x | y", "notable_event": "one\r\ntwo"})).await;
    let block = table.state_block().await;
    assert_eq!(block.matches("\n[/table]").count(), 1, "{block}");
    assert!(block.contains("\nscene: Rain. (/table) hero: x | y\n") && block.contains("recent: one two"), "{block}");
}

#[tokio::test]
async fn a_turn_without_any_change_changes_nothing_but_the_count() {
    let table = Table::new().await;
    let before = table.session().await;
    table.play("I wait.", [says("Nothing stirs.")]).await;
    let after = table.session().await;
    assert_eq!(after["version"], before["version"].as_u64().unwrap() + 1);
    for part in ["story", "characters", "clock", "importantEvents", "supportingNPCs", "creatures"] {
        assert_eq!(after[part], before[part], "{part}");
    }
}
