//! `embertale bench table`: a short run with a server that is killed.

use serde_json::{Value, json};

use super::server::Home;

#[test]
fn a_table_whose_server_is_killed_keeps_its_promises() {
    let output = Home::new().run(&["bench", "table", "--clients", "3", "--turns", "12", "--kill-every", "6"], &[]);
    let (printed, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed} {notes}");
    let figures: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    assert_eq!((&figures["clients"], &figures["firestore"]), (&json!(3), &json!(null)), "{figures}");
    let counted = ["turns", "messages", "kills", "seeded", "seeded_found"].map(|name| figures["sqlite"][name].clone());
    assert_eq!(counted, [12, 12, 1, 9, 9].map(Value::from), "{figures}");
    for kind in ["lost", "doubled", "out_of_order", "back_in_time", "foreign"] {
        assert_eq!(figures["sqlite"][kind], 0, "{figures}");
    }
    assert!(figures["sqlite"]["events"].as_u64() > Some(100), "{figures}");
    assert!(notes.contains("FIRESTORE_EMULATOR_HOST is not set"), "{notes}");
}

#[test]
fn a_table_that_plays_in_rounds_keeps_its_promises() {
    let run = ["bench", "table", "--rounds", "--clients", "4", "--turns", "12", "--kill-every", "5"];
    let output = Home::new().run(&run, &[]);
    let (printed, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed} {notes}");
    let figures: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    let sqlite = &figures["sqlite"];
    assert_eq!((&sqlite["messages"], &sqlite["kills"]), (&json!(12), &json!(2)), "{figures}");
    // The words of a round are one turn.
    assert!(sqlite["turns"].as_u64().is_some_and(|n| (3..12).contains(&n)), "{figures}");
    for kind in ["lost", "doubled", "out_of_order", "back_in_time", "foreign"] {
        assert_eq!(sqlite[kind], 0, "{figures}");
    }
    assert_eq!(sqlite["seeded"], sqlite["seeded_found"], "{figures}");
}
