//! `embertale bench memory`, from outside: what it counts, and what it says to files that are none.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use super::server::Home;

/// A file with this in it.
fn file(home: &Home, content: &str) -> PathBuf {
    let path = home.work().join("questions.json");
    fs::write(&path, content).expect("a file");
    path
}

/// The figures of questions about twelve utterances.
fn figures(home: &Home, qa: &Value) -> Value {
    let talk = [
        ("Nan", "The mill burned down yesterday."),
        ("Tom", "Was anybody hurt?"),
        ("Nan", "Nobody. The cat came out on the roof."),
        ("Tom", "I have been mending nets all week."),
        ("Nan", "The herring are late."),
        ("Tom", "They always are. Shall we share some bread?"),
        ("Nan", "Gladly. There is honey too."),
        ("Tom", "My sister keeps bees up on the heath."),
        ("Nan", "Is she the one who plays the fiddle?"),
        ("Tom", "No, that would be our cousin."),
        ("Nan", "I should like to hear it."),
        ("Tom", "Then come to the harvest dance."),
    ];
    let utterances: Vec<Value> = (1..)
        .zip(talk)
        .map(|(n, (speaker, text))| json!({"speaker": speaker, "dia_id": format!("D1:{n}"), "text": text}))
        .collect();
    let conversation = json!({"session_1": utterances, "session_1_date_time": "6:00 pm on 3 May, 2021"});
    let path = file(home, &json!([{"conversation": conversation, "qa": qa}]).to_string());
    let output = home.run(&["bench", "memory", "--words", path.to_str().expect("UTF-8")], &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(said.lines().count(), 1, "figures alone: {said}");
    serde_json::from_str(&said).expect("one line of JSON")
}

#[test]
fn a_chat_nobody_dated_is_asked_all_the_same() {
    let home = Home::new();
    let utterances = json!([
        {"speaker": "Tom", "dia_id": "D1:1", "text": "The mill burned down."},
        {"speaker": "Nan", "dia_id": "D1:2", "text": "I was there. 火事だった。"},
    ]);
    let qa = json!([{"question": "What burned down, and when?", "evidence": ["D1:1"]}]);
    let path = file(&home, &json!([{"conversation": {"session_1": utterances}, "qa": qa}]).to_string());
    let output = home.run(&["bench", "memory", "--words", path.to_str().expect("UTF-8")], &[]);
    let figures: Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    assert_eq!((&figures["n"], &figures["any@5"]), (&json!(1), &json!(1.0)));
}

#[test]
fn questions_are_counted_by_the_utterances_that_answer_them() {
    let home = Home::new();
    let figures = figures(
        &home,
        &json!([
            {"question": "When did the mill burn?", "evidence": ["D1:1"], "category": 2},
            {"question": "What does Tom's sister keep?", "evidence": ["D1:8; D1:1"], "category": 1},
            {"question": "Who can sail a longship to Thule?", "evidence": ["D1:5"]},
            {"question": "Who is the miller?", "evidence": []},
            {"question": "Where is the heath?", "evidence": ["D9:9"]},
        ]),
    );
    assert_eq!(figures["n"], 3, "those without evidence are no questions");
    assert_eq!((&figures["any@5"], &figures["any@10"]), (&json!(0.6667), &json!(0.6667)));
    assert_eq!(figures["all@10"], json!(0.3333), "two ids in one string are two: the second shares no word");
    assert!(figures["p95_ms"].is_f64());
}

#[test]
fn a_file_that_is_none_is_told_in_a_sentence() {
    let home = Home::new();
    for (content, says) in
        [("{", "questions.json"), ("[]", "no questions with evidence"), ("[{\"qa\": []}]", "conversation")]
    {
        let path = file(&home, content);
        let output = home.run(&["bench", "memory", "--words", path.to_str().expect("UTF-8")], &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(says) && !said.contains("panicked"), "{content}: {said}");
    }
    let output = home.run(&["bench", "memory", "--words", "nowhere.json"], &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.json can't be read"));
}
