//! Property tests: a player's search never returns the Dungeon Master's secrets.

use game::{Change, story::SupportingNpc, turn::Usage};
use jiff::Timestamp;
use proptest::prelude::*;

use super::*;

/// The texts of a turn: the player's words, the story, and a person with secrets of the Dungeon Master.
#[derive(Debug, Clone)]
struct Line {
    message: String,
    narrative: String,
    name: &'static str,
    secret: Option<String>,
}

fn words() -> impl Strategy<Value = String> {
    "(key|owl|gate|river|vampire|mill)( (key|owl|gate|duke|vampire|crypt|rain)){0,12}"
}

fn line() -> impl Strategy<Value = Line> {
    let name = prop_oneof![Just("Vex"), Just("Odalind"), Just("Mara Gate")];
    (words(), words(), name, proptest::option::of(words())).prop_map(|(message, narrative, name, secret)| Line {
        message,
        narrative,
        name,
        secret,
    })
}

fn turn(seq: u32, line: &Line, with_secret: bool) -> Turn {
    let secret = line.secret.clone().filter(|_| with_secret).unwrap_or_default();
    let npc = SupportingNpc { notes: secret.clone(), motivations: vec![secret], ..SupportingNpc::named(line.name) };
    let npc = SupportingNpc { motivations: npc.motivations.into_iter().filter(|it| !it.is_empty()).collect(), ..npc };
    Turn {
        id: format!("t{seq}").as_str().into(),
        seq,
        session_id: "s".into(),
        character_id: "mira".into(),
        seat: None,
        message: line.message.clone(),
        narrative: line.narrative.clone(),
        speakers: Vec::new(),
        tool_calls: Vec::new(),
        changes: vec![Change::SupportingNpcCreated { npc: Box::new(npc) }],
        combat_events: Vec::new(),
        alternatives: Vec::new(),
        deeds: Vec::new(),
        whispers: Vec::new(),
        usage: Usage::default(),
        model: "a-model".into(),
        started_at: Timestamp::UNIX_EPOCH,
        ended_at: Timestamp::UNIX_EPOCH,
    }
}

fn session(lines: &[Line], with_secrets: bool) -> Remembered {
    let mut past = Remembered::new();
    for (seq, line) in (1..).zip(lines) {
        let turn = turn(seq, line, with_secrets);
        past.add(&turn, true, &[("Mira".to_owned(), &turn.message)], &Circumstances::default());
    }
    past
}

/// A vector for a passage that depends on all that is read with it.
fn learn_all(past: &mut Remembered) {
    past.read_anew(2);
    for UnreadPassage { is_secret, passage } in past.unread(1_000, 1_000) {
        let n = (passage.before.len() + 3 * passage.text.len() + 7 * passage.after.len()) as f32;
        past.learn(is_secret, passage.ticket, &[n.cos(), n.sin()]);
    }
}

fn wanted(query: &str, with_secrets: bool) -> PastQuery {
    PastQuery { query: query.into(), limit: 20, with_secrets, ..PastQuery::default() }
}

proptest! {
    #[test]
    fn a_player_finds_the_same_with_and_without_secrets(
        lines in proptest::collection::vec(line(), 0..10), query in words(), kept in 0u32..10, by_meaning: bool,
    ) {
        let (mut with, mut without) = (session(&lines, true), session(&lines, false));
        with.keep(kept);
        without.keep(kept);
        if by_meaning {
            learn_all(&mut with);
            learn_all(&mut without);
        }
        let meaning = by_meaning.then_some(&[0.6f32, 0.8][..]);
        let ask = |past: &Remembered| past.ask(&wanted(&query, false), meaning, &Corrections::default());
        prop_assert_eq!(ask(&with), ask(&without));
        prop_assert_eq!(with.recall.gist(&query), without.recall.gist(&query));
    }
}

#[test]
fn the_dungeon_master_finds_a_secret_by_its_words_and_by_its_meaning() {
    let plain = |message: &str| Line { message: message.into(), narrative: "rain".into(), name: "Vex", secret: None };
    let hidden = Line { secret: Some("sleeps in the crypt".into()), ..plain("key") };
    let mut past = session(&[plain("owl"), hidden, plain("gate")], true);
    let none = Corrections::default();
    let found = past.ask(&wanted("crypt", true), None, &none);
    assert_eq!((found.len(), found[0].seq), (1, 2), "{found:?}");
    assert!(found[0].text.contains("sleeps in the crypt") && found[0].score > 0.2, "{found:?}");
    assert!(past.ask(&wanted("crypt", false), None, &none).is_empty());
    past.read_anew(2);
    for UnreadPassage { is_secret, passage } in past.unread(99, 99) {
        past.learn(is_secret, passage.ticket, if is_secret { &[1.0, 0.0] } else { &[0.0, 1.0] });
    }
    let found = past.ask(&wanted("undead", true), Some(&[1.0, 0.0]), &none);
    assert_eq!((found.len(), found[0].seq), (1, 2), "{found:?}");
    assert!(past.ask(&wanted("undead", false), Some(&[1.0, 0.0]), &none).is_empty());
}
