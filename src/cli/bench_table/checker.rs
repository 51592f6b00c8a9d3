//! Compares the histories of all clients with the turns that are saved in the end. It has no other information about the
//! server.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::history::{
    EventPosition, History, Observation, Participant, StreamEvent, TimedObservation, TurnRef, messages_in,
};

/// A run, as the checker reads it.
#[derive(Debug, Clone)]
pub(super) struct RecordedRun {
    pub(super) histories: Vec<History>,
    /// The turns as they are saved in the end.
    pub(super) turns: Vec<SavedTurn>,
    /// The version of the session before its first turn. Each turn raises it by one.
    pub(super) first_version: u64,
}

impl RecordedRun {
    /// How many turns a session of this version has.
    fn n_turns_at(&self, version: u64) -> u64 {
        version.saturating_sub(self.first_version)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (Participant, &TimedObservation)> {
        self.histories.iter().flat_map(|history| history.entries.iter().map(|entry| (history.participant, entry)))
    }
}

/// A turn that is saved.
#[derive(Debug, Clone)]
pub(super) struct SavedTurn {
    pub(super) turn: TurnRef,
    pub(super) message: String,
    pub(super) narrative: String,
}

/// Violations of the guarantees of a shared table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ViolationKind {
    /// An answer, a saved turn or an event is missing.
    Lost,
    /// Something is there twice.
    Doubled,
    /// Something comes before what it must follow.
    OutOfOrder,
    /// A client reads less than it knew already.
    BackInTime,
    /// Someone receives what is not for them.
    Foreign,
}

impl ViolationKind {
    pub(super) const ALL: [Self; 5] = [Self::Lost, Self::Doubled, Self::OutOfOrder, Self::BackInTime, Self::Foreign];

    /// Its name in figures.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Doubled => "doubled",
            Self::OutOfOrder => "out_of_order",
            Self::BackInTime => "back_in_time",
            Self::Foreign => "foreign",
        }
    }
}

/// A promise that was broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    pub(super) kind: ViolationKind,
    /// Where, as one sentence.
    pub(super) what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.what)
    }
}

/// Everything that is wrong with a run.
pub(super) fn check(run: &RecordedRun) -> Vec<Violation> {
    let mut violations = Violations(Vec::new());
    let messages = Messages::of(run);
    check_turns(run, &messages, &mut violations);
    check_messages(run, &messages, &mut violations);
    for history in &run.histories {
        if let Participant::Client(client) = history.participant {
            StreamCheck::new(run, client, &mut violations).check(&history.entries);
            check_reads(run, client, &history.entries, &mut violations);
        }
    }
    check_secrets(run, &mut violations);
    violations.0
}

struct Violations(Vec<Violation>);

impl Violations {
    fn add(&mut self, kind: ViolationKind, what: String) {
        self.0.push(Violation { kind, what });
    }
}

/// A message on its way to its turn.
#[derive(Default)]
struct MessageTrace<'a> {
    sent_at: u64,
    /// When it was answered, and with which turn.
    answered: Option<(u64, &'a TurnRef)>,
}

/// All messages that were sent, by their marks.
struct Messages<'a>(BTreeMap<&'a str, MessageTrace<'a>>);

impl<'a> Messages<'a> {
    fn of(run: &'a RecordedRun) -> Self {
        let mut messages: BTreeMap<&str, MessageTrace<'_>> = BTreeMap::new();
        for (_, entry) in run.entries() {
            match &entry.what {
                Observation::Sent(message) => messages.entry(message).or_default().sent_at = entry.at,
                Observation::Answered { message, turn } => {
                    messages.entry(message).or_default().answered = Some((entry.at, turn));
                }
                _ => {}
            }
        }
        Self(messages)
    }

    /// The messages that a turn plays: one, or those of a round.
    fn of_turn(&self, turn: &SavedTurn) -> Vec<&MessageTrace<'a>> {
        messages_in(&turn.message).iter().filter_map(|mark| self.0.get(mark.as_str())).collect()
    }
}

/// The saved turns: numbered without gaps, each with one message that was sent and a story that answers it, in an order that
/// respects time: a message that was answered before another one was sent comes before it.
fn check_turns(run: &RecordedRun, messages: &Messages<'_>, violations: &mut Violations) {
    let mut answered_before = u64::MAX;
    for (at, saved) in run.turns.iter().enumerate().rev() {
        let (n, seq) = (at as u64 + 1, saved.turn.seq);
        if seq != n {
            violations.add(ViolationKind::OutOfOrder, format!("turn {n} of the list has the number {seq}"));
        }
        let played = messages.of_turn(saved);
        if played.is_empty() {
            violations
                .add(ViolationKind::Doubled, format!("turn {seq} plays “{}”, which no client sent", saved.message));
            continue;
        }
        if played.iter().any(|message| message.sent_at > answered_before) {
            let what = format!("turn {seq} was sent after a later turn had been answered");
            violations.add(ViolationKind::OutOfOrder, what);
        }
        let answered = played.iter().filter_map(|message| message.answered).map(|(at, _)| at);
        answered_before = answered.min().map_or(answered_before, |at| answered_before.min(at));
        let (own, told) = (messages_in(&saved.message), messages_in(&saved.narrative));
        if told.difference(&own).next().is_some() {
            violations.add(ViolationKind::Foreign, format!("turn {seq} tells of another message: {}", saved.narrative));
        } else if told != own {
            violations
                .add(ViolationKind::Lost, format!("turn {seq} does not tell of its message: {}", saved.narrative));
        }
    }
}

/// Every message is answered once, with the one turn that plays it.
fn check_messages(run: &RecordedRun, messages: &Messages<'_>, violations: &mut Violations) {
    let mut turns: BTreeMap<String, Vec<&TurnRef>> = BTreeMap::new();
    for saved in &run.turns {
        for mark in messages_in(&saved.message) {
            turns.entry(mark).or_default().push(&saved.turn);
        }
    }
    for (mark, message) in &messages.0 {
        let turns = turns.get(*mark).map_or(&[][..], Vec::as_slice);
        match (message.answered, turns) {
            (None, _) => violations.add(ViolationKind::Lost, format!("{mark} was never answered")),
            (_, []) => violations.add(ViolationKind::Lost, format!("{mark} was answered and is in no turn")),
            (Some((_, answer)), turns) if !turns.contains(&answer) => {
                violations.add(ViolationKind::Lost, format!("{mark} was answered with {answer:?} and is in {turns:?}"));
            }
            _ => {}
        }
        if turns.len() > 1 {
            violations.add(ViolationKind::Doubled, format!("{mark} is in {} turns", turns.len()));
        }
    }
}

/// Follows the stream of one client: each turn is heard once, in order and whole, and events come once.
struct StreamCheck<'a> {
    run: &'a RecordedRun,
    client: usize,
    violations: &'a mut Violations,
    /// How many turns the client knows of; `None` before its first event.
    n_known: Option<u64>,
    heard: BTreeSet<u64>,
    position: Option<EventPosition>,
    /// A turn that was heard from its beginning, and its story so far.
    telling: Option<(String, String)>,
}

impl<'a> StreamCheck<'a> {
    fn new(run: &'a RecordedRun, client: usize, violations: &'a mut Violations) -> Self {
        Self { run, client, violations, n_known: None, heard: BTreeSet::new(), position: None, telling: None }
    }

    fn add(&mut self, kind: ViolationKind, what: &str) {
        self.violations.add(kind, format!("client {} {what}", self.client));
    }

    fn check(mut self, entries: &[TimedObservation]) {
        for entry in entries {
            if let Observation::Heard { position, event, .. } = &entry.what {
                self.check_position(position.as_ref(), event);
                self.check_event(event);
            }
        }
        let n_known = self.n_known.unwrap_or_default();
        if n_known < self.run.turns.len() as u64 {
            self.add(ViolationKind::Lost, &format!("heard nothing of the turns after {n_known}"));
        }
    }

    fn check_position(&mut self, position: Option<&EventPosition>, event: &StreamEvent) {
        let goes_on = !matches!(event, StreamEvent::View(_));
        if let (Some(last), Some(now)) = (&self.position, position)
            && goes_on
            && last.log == now.log
            && last.n >= now.n
        {
            let what = format!("heard event {} after event {} of one log", now.n, last.n);
            self.add(ViolationKind::Doubled, &what);
        }
        self.position = position.cloned();
    }

    fn check_event(&mut self, event: &StreamEvent) {
        match event {
            StreamEvent::View(version) => {
                self.n_known = Some(self.run.n_turns_at(*version));
                self.telling = None;
            }
            StreamEvent::Began(turn) => self.telling = Some((turn.clone(), String::new())),
            StreamEvent::Text { turn, delta } => {
                if let Some((_, text)) = self.telling.as_mut().filter(|(telling, _)| telling == turn) {
                    text.push_str(delta);
                }
            }
            StreamEvent::TextReset(turn) => {
                if let Some((_, text)) = self.telling.as_mut().filter(|(telling, _)| telling == turn) {
                    text.clear();
                }
            }
            StreamEvent::Done(turn) => self.check_done(turn),
            StreamEvent::Other => {}
        }
    }

    fn check_done(&mut self, turn: &TurnRef) {
        let seq = turn.seq;
        match self.heard.last().copied() {
            Some(_) if self.heard.contains(&seq) => {
                self.add(ViolationKind::Doubled, &format!("heard turn {seq} twice"))
            }
            Some(last) if seq < last => {
                self.add(ViolationKind::OutOfOrder, &format!("heard turn {seq} after turn {last}"))
            }
            _ => {}
        }
        if let Some(n_known) = self.n_known.filter(|n_known| seq > n_known + 1) {
            self.add(ViolationKind::Lost, &format!("heard turn {seq} after turn {n_known}, and none between"));
        }
        self.heard.insert(seq);
        self.n_known = self.n_known.max(Some(seq));
        let telling = self.telling.take().filter(|(told, _)| *told == turn.id);
        let Some(saved) = self.run.turns.iter().find(|saved| saved.turn == *turn) else {
            return self.add(ViolationKind::Lost, &format!("heard the end of {turn:?}, which is not saved"));
        };
        if let Some((_, text)) = telling.filter(|(_, text)| *text != saved.narrative) {
            self.add(ViolationKind::Lost, &format!("heard “{text}” of turn {seq}, which is “{}”", saved.narrative));
        }
    }
}

/// Checks that a client's reads are never older than its knowledge when it asked, and stay valid.
fn check_reads(run: &RecordedRun, client: usize, entries: &[TimedObservation], violations: &mut Violations) {
    // How many turns the client knew of, by time.
    let mut known: Vec<(u64, u64)> = Vec::new();
    for entry in entries {
        let last = |turns: &[TurnRef]| turns.last().map_or(0, |turn| turn.seq);
        let (since, n_turns, what) = match &entry.what {
            Observation::Answered { turn, .. } => (None, turn.seq, ""),
            Observation::Heard { event: StreamEvent::Done(turn), .. } => (None, turn.seq, ""),
            Observation::Heard { since, event: StreamEvent::View(version), .. } => {
                (Some(*since), run.n_turns_at(*version), "the stream begins with a session")
            }
            Observation::ReadSession { since, version } => (Some(*since), run.n_turns_at(*version), "read a session"),
            Observation::ReadTurns { since, turns } => (Some(*since), last(turns), "read a list"),
            _ => continue,
        };
        let n_before = since.map_or(0, |since| match known.partition_point(|(at, _)| *at < since) {
            0 => 0,
            n => known[n - 1].1,
        });
        if since.is_some() && n_turns < n_before {
            let what = format!("client {client}: {what} of {n_turns} turns, and it knew of {n_before}");
            violations.add(ViolationKind::BackInTime, what);
        }
        if let Observation::ReadTurns { turns, .. } = &entry.what {
            let is_saved = |turn: &&TurnRef| run.turns.iter().any(|saved| saved.turn == **turn);
            for turn in turns.iter().filter(|turn| !is_saved(turn)) {
                violations.add(ViolationKind::Lost, format!("client {client} read {turn:?}, which is not saved"));
            }
        }
        let n_known = known.last().map_or(0, |(_, n)| *n).max(n_turns);
        known.push((entry.at, n_known));
    }
}

/// A text for some is received by these alone, and what is the host's by the host alone.
fn check_secrets(run: &RecordedRun, violations: &mut Violations) {
    let mut readers: BTreeMap<&str, &[Participant]> = BTreeMap::new();
    for (_, entry) in run.entries() {
        if let Observation::Confided { secret, readers: of } = &entry.what {
            readers.insert(secret, of);
        }
    }
    for (participant, entry) in run.entries() {
        let Observation::Received(private) = &entry.what else { continue };
        for secret in &private.secrets {
            if !readers.get(secret.as_str()).is_some_and(|readers| readers.contains(&participant)) {
                violations.add(ViolationKind::Foreign, format!("{participant:?} received {secret}"));
            }
        }
        let is_guest = !matches!(participant, Participant::Client(0) | Participant::Model);
        for field in private.host_fields.iter().filter(|_| is_guest) {
            violations.add(ViolationKind::Foreign, format!("{participant:?} received {field}, which is the host's"));
        }
    }
}
