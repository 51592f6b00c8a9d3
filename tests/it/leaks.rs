//! Tests that secrets reach everyone who may know them and no one else.

use std::{fs, path::Path};

use embertale::dm::npc::LeakScene;

#[test]
fn no_prompt_and_no_player_holds_what_is_not_theirs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/leaks/scenes.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let (mut rightful, mut denied, mut scenes) = (0, 0, 0);
    for line in text.lines() {
        let scene: LeakScene = serde_json::from_str(line).unwrap();
        let outcome = scene.play().unwrap();
        assert!(scene.kind != "message" || outcome.misjudged.is_empty(), "{}: {outcome:?}", scene.id);
        assert!(outcome.leaks.is_empty() && !outcome.player_leak, "{}: {outcome:?}", scene.id);
        rightful += outcome.rightful;
        denied += outcome.denied.len();
        scenes += 1;
    }
    assert_eq!(scenes, 324);
    assert!(rightful > 300 && denied * 20 < rightful, "{denied} of {rightful} don't know what they may");
}

#[tokio::test]
async fn nothing_players_read_of_a_table_holds_what_only_its_dungeon_master_knows() {
    let found = embertale::cli::walk_tables().await.unwrap();
    assert!(found.leaks.is_empty(), "{:#?}", found.leaks);
    assert!(found.faults.is_empty(), "{:#?}", found.faults);
    assert!(found.texts > 150 && found.secrets > 500, "{} texts, {} secrets", found.texts, found.secrets);
}
