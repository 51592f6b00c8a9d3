//! The hints' rules, against labelled messages.

use std::{fs, path::Path};

use embertale::dm::hints::{Labelled, Score};

fn messages() -> Vec<Labelled> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suggestions");
    let texts = ["utterances.jsonl", "fresh/heldout.jsonl"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    texts.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn f1<'a>(scores: impl Iterator<Item = &'a Score>) -> f64 {
    let (mut right, mut not) = (0, 0);
    for score in scores {
        right += score.right.len();
        not += score.wrong.len() + score.missed.len();
    }
    2.0 * right as f64 / (2 * right + not) as f64
}

#[test]
fn what_the_rules_find_is_mostly_what_is_due() {
    let messages = messages();
    assert!(messages.len() >= 300 && messages.iter().filter(|it| it.is_tempting()).count() * 2 >= messages.len());
    let scores: Vec<(&Labelled, Score)> = messages.iter().map(|it| (it, it.score())).collect();
    let all = f1(scores.iter().map(|(_, score)| score));
    let held_out = f1(scores.iter().filter(|(it, _)| it.is_held_out()).map(|(_, score)| score));
    assert!(all >= 0.94, "{all}");
    // Below this it has become worse.
    assert!(held_out >= 0.85, "{held_out}");
    let quiet = scores.iter().filter(|(it, score)| it.is_tempting() && score.wrong.is_empty()).count();
    let tempting = scores.iter().filter(|(it, _)| it.is_tempting()).count();
    assert!(quiet * 100 >= tempting * 90, "{quiet} of {tempting} are left in peace");
}

#[test]
fn no_message_breaks_a_rule() {
    // Rules are read on whatever a player may send.
    let strange = [
        "",
        " ",
        "\"",
        "*",
        "'s",
        "“",
        "I",
        "I take",
        "@",
        "and and and",
        "«»",
        "🐉 I take the 🐉",
        "I take the\u{0}",
        "1,000,",
        "-",
        "I give",
        "…",
    ];
    let line = |words: &str| {
        let message =
            serde_json::json!({"id": "x", "agent": "dm", "message": words, "state": {}, "expect": [], "split": "dev"});
        serde_json::from_value::<Labelled>(message).unwrap()
    };
    for words in strange {
        assert_eq!(line(words).score().n_broken, 0, "{words:?}");
        assert_eq!(line(&words.repeat(3_000)).score().n_broken, 0, "{words:?} again and again");
    }
    for message in messages() {
        // Every beginning of every message, as it is while somebody types, and every end.
        for (at, _) in message.message.match_indices(' ') {
            let (beginning, end) = message.message.split_at(at);
            assert_eq!(line(beginning).score().n_broken, 0, "{beginning}");
            assert_eq!(line(end).score().n_broken, 0, "{end}");
        }
    }
}
