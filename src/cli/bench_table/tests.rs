//! The checker finds each kind of violation in a run that has none otherwise.

use super::{
    checker::{RecordedRun, SavedTurn, ViolationKind, check},
    history::{
        EventClock, EventPosition, Observation, Participant, Private, Recorder, StreamEvent, TurnRef, message_mark,
        secret_mark,
    },
    seeded::seed,
};

const FIRST_VERSION: u64 = 4;
const N_CLIENTS: usize = 3;
const N_TURNS: u64 = 9;

fn turn(seq: u64) -> TurnRef {
    TurnRef { id: format!("turn-{seq}"), seq }
}

fn hear(recorder: &Recorder, n: u64, event: StreamEvent) {
    let position = Some(EventPosition { log: "log".to_owned(), n });
    recorder.record(Observation::Heard { since: 0, position, event });
}

/// Three clients who play in turn, whisper to each other, and hear and read everything.
fn good_run() -> RecordedRun {
    let clock = EventClock::default();
    let recorders: Vec<Recorder> = (0..N_CLIENTS).map(|n| Recorder::new(Participant::Client(n), &clock)).collect();
    let mut turns = Vec::new();
    recorders.iter().for_each(|recorder| hear(recorder, 0, StreamEvent::View(FIRST_VERSION)));
    for seq in 1..=N_TURNS {
        let n = seq as usize;
        let (client, other) = (n % N_CLIENTS, (n + 1) % N_CLIENTS);
        let (mark, secret) = (message_mark(client, n), secret_mark(client, n));
        let readers = vec![Participant::Client(client), Participant::Client(other)];
        recorders[client].record(Observation::Confided { secret: secret.clone(), readers });
        let private = Private { secrets: [secret].into(), ..Private::default() };
        recorders[other].record(Observation::Received(private));
        recorders[client].record(Observation::Sent(mark.clone()));
        let narrative = format!("Rain falls on {mark}.");
        for recorder in &recorders {
            let id = || turn(seq).id;
            let (first, rest) = narrative.split_at(5);
            hear(recorder, seq * 4, StreamEvent::Began(id()));
            hear(recorder, seq * 4 + 1, StreamEvent::Text { turn: id(), delta: first.to_owned() });
            hear(recorder, seq * 4 + 2, StreamEvent::Text { turn: id(), delta: rest.to_owned() });
            hear(recorder, seq * 4 + 3, StreamEvent::Done(turn(seq)));
        }
        turns.push(SavedTurn { turn: turn(seq), message: format!("I look around: {mark}."), narrative });
        recorders[client].record(Observation::Answered { message: mark, turn: turn(seq) });
        let since = recorders[other].now();
        recorders[other].record(Observation::ReadSession { since, version: FIRST_VERSION + seq });
        recorders[other].record(Observation::ReadTurns { since, turns: (1..=seq).map(turn).collect() });
    }
    let histories = recorders.iter().map(Recorder::history).collect();
    RecordedRun { histories, turns, first_version: FIRST_VERSION }
}

fn kinds(run: &RecordedRun) -> Vec<ViolationKind> {
    let mut kinds: Vec<ViolationKind> = check(run).iter().map(|violation| violation.kind).collect();
    kinds.dedup();
    kinds
}

/// The run with what happened last to a client.
fn and_then(mut run: RecordedRun, client: usize, what: Observation) -> RecordedRun {
    let entries = &mut run.histories[client].entries;
    let mut entry = entries.last().expect("something happened").clone();
    (entry.at, entry.what) = (entry.at + 1_000, what);
    entries.push(entry);
    run
}

fn heard(n: u64, event: StreamEvent) -> Observation {
    Observation::Heard { since: 5_000, position: Some(EventPosition { log: "log".to_owned(), n }), event }
}

#[test]
fn a_good_run_has_no_violations_and_all_seeds_are_found_in_it() {
    let run = good_run();
    assert!(check(&run).is_empty(), "{:?}", check(&run));
    let seeding = seed(&run, &[]);
    assert_eq!((seeding.n_seeded, seeding.missed.as_slice()), (9, [].as_slice()));
}

#[test]
fn a_checker_that_finds_too_little_is_noticed() {
    let mut run = good_run();
    run.turns.remove(N_TURNS as usize / 2);
    let known = check(&run);
    assert!(!known.is_empty());
    let seeding = seed(&good_run(), &known);
    assert!(seeding.missed.iter().any(|missed| missed.contains("a saved turn is missing")), "{:?}", seeding.missed);
    let empty = RecordedRun { histories: Vec::new(), turns: Vec::new(), first_version: 0 };
    assert_eq!(seed(&empty, &[]).missed.len(), 9, "there is nothing to try it on");
}

#[test]
fn a_message_that_is_unanswered_or_in_another_turn_is_lost() {
    let unanswered = and_then(good_run(), 0, Observation::Sent(message_mark(0, 99)));
    assert_eq!(kinds(&unanswered), [ViolationKind::Lost]);
    let answered = Observation::Answered { message: message_mark(1, 1), turn: turn(2) };
    assert_eq!(kinds(&and_then(good_run(), 1, answered)), [ViolationKind::Lost]);
}

#[test]
fn a_turn_that_no_client_sent_is_doubled_and_one_of_another_message_is_foreign() {
    let mut run = good_run();
    run.turns[3].message = "I look around.".to_owned();
    assert!(kinds(&run).contains(&ViolationKind::Doubled));
    let mut run = good_run();
    run.turns[3].narrative = run.turns[4].narrative.clone();
    assert!(kinds(&run).contains(&ViolationKind::Foreign));
}

#[test]
fn a_turn_that_is_played_before_one_that_was_over_is_out_of_order() {
    let mut run = good_run();
    run.turns.swap(2, 6);
    assert!(kinds(&run).contains(&ViolationKind::OutOfOrder));
}

#[test]
fn a_stream_that_begins_anew_may_tell_a_turn_again_but_not_its_end() {
    let view = and_then(good_run(), 1, heard(36, StreamEvent::View(FIRST_VERSION + N_TURNS)));
    assert!(check(&view).is_empty(), "{:?}", check(&view));
    let told = and_then(view, 1, heard(36, StreamEvent::Other));
    assert_eq!(kinds(&told), [ViolationKind::Doubled], "an event comes twice");
    let again = and_then(good_run(), 1, heard(40, StreamEvent::Done(turn(N_TURNS))));
    assert_eq!(kinds(&again), [ViolationKind::Doubled]);
    let older = and_then(good_run(), 1, heard(40, StreamEvent::View(FIRST_VERSION + 3)));
    assert_eq!(kinds(&older), [ViolationKind::Lost, ViolationKind::BackInTime]);
    let unsaved = and_then(good_run(), 1, heard(40, StreamEvent::Done(TurnRef { id: "other".to_owned(), seq: 10 })));
    assert_eq!(kinds(&unsaved), [ViolationKind::Lost]);
}

#[test]
fn a_read_may_be_old_only_if_it_began_before_the_client_knew_more() {
    let read = |since| Observation::ReadSession { since, version: FIRST_VERSION };
    assert!(kinds(&and_then(good_run(), 1, read(0))).is_empty());
    assert_eq!(kinds(&and_then(good_run(), 1, read(5_000))), [ViolationKind::BackInTime]);
    let list = Observation::ReadTurns { since: 5_000, turns: vec![turn(1), turn(2)] };
    assert_eq!(kinds(&and_then(good_run(), 1, list)), [ViolationKind::BackInTime]);
    let gone = Observation::ReadTurns { since: 0, turns: vec![TurnRef { id: "gone".to_owned(), seq: 3 }] };
    assert_eq!(kinds(&and_then(good_run(), 1, gone)), [ViolationKind::Lost]);
}

#[test]
fn what_is_private_is_found_in_what_was_received() {
    let text =
        r#"{"text":"Between us: secret-1-2.","usage":{"costUsd":null,"outputTokens":0},"toolCalls":[{"input":{}}]}"#;
    let private = Private::of(text, &serde_json::from_str(text).unwrap());
    assert_eq!((private.secrets, private.host_fields.len()), ([secret_mark(1, 2)].into(), 0));
    let of_host = serde_json::json!({"turn": {
        "usage": {"costUsd": 0.1, "outputTokens": 3}, "toolCalls": [{"input": {"dice": "1d20"}, "result": null}],
    }});
    let private = Private::of(&of_host.to_string(), &of_host);
    assert_eq!(private.host_fields, ["costUsd", "outputTokens", "toolCalls"].into());
    let received = |client| and_then(good_run(), client, Observation::Received(private.clone()));
    assert!(kinds(&received(0)).is_empty(), "it is the host's");
    assert_eq!(kinds(&received(2)), [ViolationKind::Foreign]);
}
