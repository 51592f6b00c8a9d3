//! Tests of tool results: they name the invalid input, and only what the call changed.

use serde_json::{Value, json};

use crate::support::{Table, calls, says};

/// What the model read of its last call, and whether as an error.
fn read(table: &Table) -> (String, bool) {
    let asked = table.claude().last_asked();
    let (text, is_error) = asked.results()[0];
    (text.to_owned(), is_error)
}

async fn answer(table: &Table, tool: &str, input: Value) -> (String, bool) {
    table.play("Go on.", [calls(tool, input), says("So it goes.")]).await;
    read(table)
}

#[tokio::test]
async fn a_wrong_input_is_named_with_its_place() {
    let table = Table::new().await;
    let rat = json!({"name": "Rat", "slug": "rat", "disposition": "hostile"});
    for (tool, input, place) in [
        ("update_game_state", json!({"npcs_to_create": [rat, {"name": "Ogg"}]}), "npcs_to_create[1].slug: missing"),
        ("update_game_state", json!({"weapons_gained": [{"name": "Hook", "dice": 4}]}), "weapons_gained[0].dice: "),
        ("update_game_state", json!({"companions_to_add": [{"nmae": "Ogg"}]}), "companions_to_add[0]"),
        ("start_combat", json!({"enemies": [{"name": "Rat"}]}), "enemies"),
        ("apply_state_commands", json!({"commands": [{"type": "dance"}]}), "unknown variant `dance`"),
    ] {
        let (text, is_error) = answer(&table, tool, input).await;
        assert!(is_error && text.contains(place), "{tool}: {text}");
    }
    let (text, _) = answer(&table, "roll_dice", json!({"reason": "luck"})).await;
    assert!(text.starts_with("Nothing was done: missing field `dice`"), "{text}");
}

#[tokio::test]
async fn update_npc_answers_only_what_changed() {
    let table = Table::new().await;
    table.update(json!({"npcs_to_create": [{"slug": "bandit", "name": "Ogg", "disposition": "neutral"}]})).await;
    let (text, _) = answer(&table, "update_npc", json!({"id": "ogg", "learns": ["The mill is shut."]})).await;
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!({"ok": true, "id": "ogg"}));
    let (text, _) = answer(&table, "update_npc", json!({"id": "ogg", "hp_delta": -1})).await;
    assert!(text.contains("newHp"), "{text}");
}

#[tokio::test]
async fn a_kind_the_rules_do_not_know_is_said_and_nobody_is_paid_for_who_is_refused() {
    let table = Table::new().await;
    let helper = json!({"appearance": "Grey.", "personality": "Dry.", "motivations": [], "notes": ""});
    table.claude().helper_will([says(helper.to_string())]);
    let sir = json!({"name": "Sir Bron", "role": "ally", "context": "A knight.", "combat_slug": "moon-knight"});
    let (text, is_error) = answer(&table, "create_supporting_npc", sir).await;
    assert!(!is_error && text.contains("The rules know no moon-knight"), "{text}");
    let n_asked = table.claude().helper_asked().len();
    for input in [
        json!({"companions_to_add": [{"slug": "moon-hound", "supporting_npc_id": "nobody"}]}),
        json!({"npcs_to_create": [{"slug": "moon-hound", "name": " ", "disposition": "neutral"}]}),
    ] {
        let turn = table.refused_update(input.clone()).await;
        assert!(turn.result(0).0.contains("rejected"), "{input}: {}", turn.result(0).0);
    }
    assert_eq!(table.claude().helper_asked().len(), n_asked, "no numbers are written for those who don't come");
}
