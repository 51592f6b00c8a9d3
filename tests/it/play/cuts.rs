//! Tests that no tool cuts a text silently.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

/// A text longer than any name or line, of words that differ.
fn long(what: &str) -> String {
    (0..900).map(|n| format!("{what}{n} ")).collect::<String>().trim_end().to_owned()
}

/// What a tool's answer says it cut, by field.
async fn cut(table: &Table, tool: &str, input: Value) -> Vec<String> {
    table.play("Go on.", [calls(tool, input), says("So it goes.")]).await;
    let asked = table.claude().last_asked();
    let (text, is_error) = asked.results()[0];
    assert!(!is_error, "{tool}: {text}");
    let report: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{tool}: {text}"));
    let texts = report["cut"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let fields = texts.map(|text| text.split(':').next().unwrap().to_owned());
    let clamped = report["clamped"].as_array().into_iter().flatten();
    let clamped = clamped.filter(|it| it["reason"].as_str().is_some_and(|reason| reason.starts_with("Cut to")));
    fields.chain(clamped.map(|it| it["field"].as_str().unwrap().to_owned())).collect()
}

#[tokio::test]
async fn every_tool_says_which_texts_it_has_cut() {
    let command = |command: Value| json!({"commands": [command]});
    let buff = json!({"type": "buff", "action": "add", "buff_name": long("b"), "duration_type": "permanent",
        "modifiers": {"attack": 1}});
    let weapon = json!({"name": "Hook", "dice": "1d4", "stat": "str", "damage_type": long("d"), "range": long("r")});
    for (tool, input, fields) in [
        ("travel", json!({"to": long("t")}), vec!["to"]),
        ("apply_state_commands", command(buff), vec!["buff_name"]),
        (
            "apply_state_commands",
            command(json!({"type": "item", "action": "add", "item_name": long("i")})),
            vec!["item_name"],
        ),
        ("roll_dice", json!({"dice": "1d6", "reason": long("r")}), vec!["reason"]),
        (
            "update_quest",
            json!({"action": "give", "quest": long("q"), "giver": long("g"), "objectives": [long("o"), "find it", " "]}),
            vec!["giver", "objectives", "objectives", "quest"],
        ),
        (
            "update_location",
            json!({"place": "The Mill", "description": long("d"), "ways_to": [long("w")], "no_way_to": [long("n")],
                "secrets": [long("s")], "notes": long("m")}),
            vec!["description", "no_way_to", "notes", "secrets", "ways_to"],
        ),
        (
            "update_game_state",
            json!({"location_changed": long("l"), "scene_update": long("s"), "campaign_summary_update": long("u"),
                "npcs_to_create": [{"name": long("n"), "slug": "commoner", "disposition": "neutral"}],
                "weapons_gained": [weapon], "quests_added": [long("q")], "npcs_met": [long("m")]}),
            vec![
                "campaign_summary_update",
                "damage_type",
                "location_changed",
                "npcs_met",
                "npcs_to_create",
                "quests_added",
                "range",
                "scene_update",
            ],
        ),
    ] {
        let table = Table::new().await;
        let mut said = cut(&table, tool, input).await;
        said.sort_unstable();
        assert_eq!(said, fields, "{tool}");
    }
}

#[tokio::test]
async fn a_cut_names_the_bound_of_the_schema() {
    let table = Table::new().await;
    let quest = json!({"action": "give", "quest": long("quest"), "objectives": [long("objective")]});
    table.play("Go on.", [calls("update_quest", quest), says("So it goes.")]).await;
    let report = table.claude().last_asked().results()[0].0.to_owned();
    assert!(report.contains("quest: Cut to 120 of ") && report.contains("objectives: Cut to 500 of "), "{report}");
    let things: Vec<String> = (0..21).map(|n| format!("thing {n}")).collect();
    let quest = json!({"action": "give", "quest": "The Mill", "reward": {"items": things}});
    table.play("Go on.", [calls("update_quest", quest), says("So it goes.")]).await;
    let asked = table.claude().last_asked();
    assert!(asked.results()[0].0.contains("A reward has at most 20 things."), "{:?}", asked.results());
}

#[tokio::test]
async fn what_fits_is_not_reported() {
    let table = Table::new().await;
    let named = "The Long Row behind the Counting House of Saltmarrow";
    assert!(cut(&table, "travel", json!({"to": named})).await.is_empty());
    assert!(cut(&table, "roll_dice", json!({"dice": "1d6", "reason": named})).await.is_empty());
}

#[tokio::test]
async fn a_text_of_which_few_words_are_kept_is_reported() {
    let table = Table::new().await;
    let word = "x".repeat(900);
    assert_eq!(cut(&table, "travel", json!({"to": format!("The Mill {word}")})).await, ["to"]);
    let reason = format!("Luck {word}");
    assert_eq!(cut(&table, "roll_dice", json!({"dice": "1d6", "reason": reason})).await, ["reason"]);
}
