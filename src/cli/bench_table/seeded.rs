//! Violations that are put into a copy of a run, to show that the checker finds them.

use super::{
    checker::{RecordedRun, SavedTurn, Violation, ViolationKind, check},
    history::{Observation, Participant, Private, StreamEvent, TimedObservation, TurnRef},
};

/// A fault that can be put into a run.
struct Seed {
    what: &'static str,
    kind: ViolationKind,
    /// `None` if the run has nothing to put it into.
    plant: fn(&mut RecordedRun) -> Option<()>,
}

const SEEDS: [Seed; 9] = [
    Seed { what: "a saved turn is missing", kind: ViolationKind::Lost, plant: lose_turn },
    Seed { what: "a client does not hear of a turn", kind: ViolationKind::Lost, plant: lose_event },
    Seed { what: "a client does not hear a piece of a story", kind: ViolationKind::Lost, plant: lose_text },
    Seed { what: "a message is played twice", kind: ViolationKind::Doubled, plant: double_turn },
    Seed { what: "an event is sent twice", kind: ViolationKind::Doubled, plant: double_event },
    Seed { what: "two messages change places", kind: ViolationKind::OutOfOrder, plant: swap_turns },
    Seed { what: "a session is read as it was before", kind: ViolationKind::BackInTime, plant: read_old_session },
    Seed { what: "a whisper reaches somebody else", kind: ViolationKind::Foreign, plant: leak_whisper },
    Seed { what: "a guest is shown a cost", kind: ViolationKind::Foreign, plant: leak_cost },
];

/// The result of all seeds.
pub(super) struct Seeding {
    pub(super) n_seeded: usize,
    /// Faults that the checker missed.
    pub(super) missed: Vec<String>,
}

/// Puts each fault into a copy of the run and looks whether the checker finds another violation of its kind than before.
pub(super) fn seed(run: &RecordedRun, violations: &[Violation]) -> Seeding {
    let is_found =
        |copy: &RecordedRun, kind| check(copy).iter().any(|found| found.kind == kind && !violations.contains(found));
    let mut missed = Vec::new();
    for Seed { what, kind, plant } in SEEDS {
        let mut copy = run.clone();
        match plant(&mut copy) {
            None => missed.push(format!("the run is too short to try whether {what}")),
            Some(()) if is_found(&copy, kind) => {}
            Some(()) => missed.push(format!("the checker does not find that {what}")),
        }
    }
    Seeding { n_seeded: SEEDS.len(), missed }
}

fn lose_turn(run: &mut RecordedRun) -> Option<()> {
    let middle = run.turns.len() / 2;
    (middle < run.turns.len()).then(|| drop(run.turns.remove(middle)))
}

/// The entries of a client, of the first for which this finds something.
fn in_entries<T>(run: &mut RecordedRun, mut find: impl FnMut(&mut Vec<TimedObservation>) -> Option<T>) -> Option<T> {
    run.histories.iter_mut().find_map(|history| find(&mut history.entries))
}

fn is_done(entry: &TimedObservation) -> bool {
    matches!(entry.what, Observation::Heard { event: StreamEvent::Done(_), .. })
}

fn is_view(entry: &TimedObservation) -> bool {
    matches!(entry.what, Observation::Heard { event: StreamEvent::View(_), .. })
}

/// Removes the first of two turns that were heard after each other, with no view of the session before the second.
fn lose_event(run: &mut RecordedRun) -> Option<()> {
    in_entries(run, |entries| {
        let ends = |from: usize| (from..entries.len()).find(|&at| is_done(&entries[at]) || is_view(&entries[at]));
        let first = (0..entries.len()).find(|&at| {
            let next = ends(at + 1).filter(|&next| is_done(&entries[next]));
            is_done(&entries[at]) && next.is_some()
        });
        first.map(|first| drop(entries.remove(first)))
    })
}

/// Removes a piece of a story from a turn that was heard from its beginning to its end.
fn lose_text(run: &mut RecordedRun) -> Option<()> {
    in_entries(run, |entries| {
        let (mut begun, mut text) = (None, None);
        for (at, entry) in entries.iter().enumerate() {
            let Observation::Heard { event, .. } = &entry.what else { continue };
            match event {
                StreamEvent::View(_) => (begun, text) = (None, None),
                StreamEvent::Began(turn) => (begun, text) = (Some(turn), None),
                StreamEvent::TextReset(_) => text = None,
                StreamEvent::Text { turn, .. } if begun == Some(turn) => text = Some(at),
                StreamEvent::Done(_) if text.is_some() => break,
                StreamEvent::Text { .. } | StreamEvent::Done(_) | StreamEvent::Other => {}
            }
        }
        text.map(|text| drop(entries.remove(text)))
    })
}

fn double_turn(run: &mut RecordedRun) -> Option<()> {
    let first = run.turns.first()?.clone();
    let seq = run.turns.len() as u64 + 1;
    run.turns.push(SavedTurn { turn: TurnRef { id: "doubled".to_owned(), seq }, ..first });
    Some(())
}

fn double_event(run: &mut RecordedRun) -> Option<()> {
    in_entries(run, |entries| {
        let at = entries.iter().position(is_done)?;
        entries.insert(at, entries[at].clone());
        Some(())
    })
}

/// Lets two messages of which one was answered before the other was sent change places.
fn swap_turns(run: &mut RecordedRun) -> Option<()> {
    let first = run.turns.first()?.clone();
    let answered = |entry: &TimedObservation| match &entry.what {
        Observation::Answered { turn, .. } if *turn == first.turn => Some(entry.at),
        _ => None,
    };
    let answered = run.entries().find_map(|(_, entry)| answered(entry))?;
    let later = run.turns.iter().position(|saved| {
        let sent = run.entries().find_map(|(_, entry)| match &entry.what {
            Observation::Sent(mark) if saved.message.contains(&format!("{mark}.")) => Some(entry.at),
            _ => None,
        });
        sent.is_some_and(|sent| sent > answered)
    })?;
    let seqs = (run.turns[0].turn.seq, run.turns[later].turn.seq);
    run.turns.swap(0, later);
    (run.turns[0].turn.seq, run.turns[later].turn.seq) = seqs;
    Some(())
}

fn read_old_session(run: &mut RecordedRun) -> Option<()> {
    let first_version = run.first_version;
    let versions = run.histories.iter_mut().flat_map(|history| history.entries.iter_mut().rev());
    let mut versions = versions.filter_map(|entry| match &mut entry.what {
        Observation::ReadSession { version, .. } => Some(version),
        _ => None,
    });
    *versions.find(|version| **version > first_version + 1)? = first_version;
    Some(())
}

fn leak_whisper(run: &mut RecordedRun) -> Option<()> {
    let whispers = run.entries().filter_map(|(_, entry)| match &entry.what {
        Observation::Confided { secret, readers } => Some((secret.clone(), readers.clone())),
        _ => None,
    });
    let (secret, readers) = whispers.last()?;
    let stranger = run.histories.iter_mut().find(|history| !readers.contains(&history.participant))?;
    let private = Private { secrets: [secret].into(), ..Private::default() };
    stranger.entries.push(TimedObservation { at: u64::MAX, what: Observation::Received(private) });
    Some(())
}

fn leak_cost(run: &mut RecordedRun) -> Option<()> {
    let guest = run.histories.iter_mut().find(|history| history.participant == Participant::Client(1))?;
    let private = Private { host_fields: ["costUsd"].into(), ..Private::default() };
    guest.entries.push(TimedObservation { at: u64::MAX, what: Observation::Received(private) });
    Some(())
}
