//! A turn's events, live and replayed.
//!
//! # Event ids
//!
//! An id is `s.o`: `s` is the number of events other than text up to and including this one, and the text since the last reset
//! ends at byte `o`. Text deltas between two other events differ only in `o`, so they can be merged when a turn is replayed from
//! the store, and any id identifies exactly what a reader has received.

mod event_id;
mod failure;
mod notice;
mod session_view;

pub use event_id::EventId;
pub use failure::{FailureCode, SPENDING_CAP_REACHED, TurnFailure};
pub(super) use notice::MODEL_WAITING;
pub use notice::NoticeCode;
pub use session_view::SessionView;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::Stream;
use game::{
    Change, Turn,
    dice::Roll,
    id::{SeatId, TurnId},
    turn::HeroDeed,
    view::{PlayerView, TurnView},
    whisper::Whisper,
};
use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::{Object, Type},
};

use crate::store::{AgentCall, AgentHints, InterpretationTrace, Listed, NarrationTrace, StoredTurn, Trace};

use super::{
    event_log::{EventLog, NextEvent},
    table_stream::TableLog,
};

/// The schema of a constant `true`.
pub fn only_true() -> Object {
    Object::builder().schema_type(Type::Boolean).enum_values(Some([true])).description(Some("Always true.")).build()
}

/// An event of a turn for the player's client. Its data contains its name, so that events can be distinguished without the
/// stream's framing.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "camelCase")]
pub enum TurnEvent {
    /// `turn`: the turn begins.
    #[serde(rename_all = "camelCase")]
    Turn {
        turn_id: TurnId,
        seq: u32,
        /// The seat of the player; absent if no guest was ever invited.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        /// Each hero's action, in a round with several; absent otherwise.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        deeds: Vec<HeroDeed>,
        /// Words that only some of the people at the table may read; absent if there are none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        whispers: Vec<Whisper>,
    },
    /// `text`: new text of the story.
    Text {
        /// The new text.
        delta: String,
    },
    /// `text`: all text so far is withdrawn.
    #[serde(rename = "text")]
    Reset {
        /// Always true.
        #[schema(schema_with = only_true)]
        reset: bool,
    },
    /// `tool`: a tool call changed its status.
    #[serde(rename_all = "camelCase")]
    Tool {
        call_id: String,
        name: String,
        status: ToolStatus,
        /// A short label for the player.
        summary: String,
    },
    /// `roll`: dice were rolled.
    Roll { roll: Roll },
    /// `change`: a change of the game; sent once the turn is saved.
    Change { change: Change },
    /// `notice`: information for the player about the turn.
    Notice {
        /// A stable code.
        #[schema(value_type = NoticeCode)]
        code: String,
        message: String,
    },
    /// `safety`: someone played the X card. `failed` follows at once, and all text is withdrawn.
    Safety { message: String },
    /// `state`: the player's view after the turn.
    State {
        #[schema(value_type = PlayerView)]
        session: SessionView,
    },
    /// `done`: last event of a saved turn.
    Done(Box<TurnResult>),
    /// `failed`: last event of a failed turn.
    Failed(TurnFailure),
}

/// Status of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ToolStatus {
    /// The call is streaming or running.
    Started,
    Done,
    Refused,
}

impl ToolStatus {
    fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }

    fn read(text: &str) -> Self {
        match text {
            "started" => Self::Started,
            "refused" => Self::Refused,
            _ => Self::Done,
        }
    }
}

/// A saved turn.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Played)]
pub struct TurnResult {
    pub turn: TurnView,
    #[schema(value_type = PlayerView)]
    pub session: SessionView,
}

impl TurnEvent {
    /// The event's name in the stream.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Turn { .. } => "turn",
            Self::Text { .. } | Self::Reset { .. } => "text",
            Self::Tool { .. } => "tool",
            Self::Roll { .. } => "roll",
            Self::Change { .. } => "change",
            Self::Notice { .. } => "notice",
            Self::Safety { .. } => "safety",
            Self::State { .. } => "state",
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
        }
    }

    fn is_last(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Failed(_))
    }
}

/// An event and its id.
#[derive(Debug, Clone)]
pub struct FeedEvent {
    pub id: EventId,
    pub event: TurnEvent,
}

/// The event log of a turn: one writer, any number of readers with positions of their own.
#[derive(Debug, Clone, Default)]
pub struct Feed {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    log: EventLog<FeedEvent>,
    state: Mutex<FeedState>,
    trace: Mutex<Trace>,
    publishing: Arc<tokio::sync::Mutex<()>>,
}

/// Locked while events are appended, so that the ids and the table's stream have their order.
#[derive(Debug, Default)]
struct FeedState {
    /// The id of the last event.
    at: EventId,
    /// The speaker of the text, if it doesn't name them.
    speaker: Option<String>,
    /// The text up to the X card.
    stopped_at: Option<String>,
    /// The table's stream that these events are part of.
    table: Option<(Arc<TableLog>, TurnId)>,
}

impl Feed {
    /// An empty feed.
    pub fn new() -> Self {
        Self::default()
    }

    /// The feed of a turn that failed before it began.
    pub fn failed(failure: TurnFailure) -> Self {
        let feed = Self::new();
        feed.push(TurnEvent::Failed(failure));
        feed
    }

    /// Rebuilds the whole feed of a saved turn from its record and the session after it.
    pub fn retell(stored: &StoredTurn, played: TurnResult) -> Self {
        let feed = Self::new();
        let Turn { id, seq, seat, deeds, whispers, .. } = stored.turn.clone();
        feed.push(TurnEvent::Turn { turn_id: id, seq, seat, deeds, whispers });
        let mut told = 0;
        // Withdrawn text isn't replayed, but counts, so that the other events keep their ids.
        let standing = stored.log.iter().rposition(|entry| *entry == Listed::Reset).map_or(0, |reset| reset + 1);
        for (i, entry) in stored.log.iter().enumerate() {
            match entry {
                Listed::Text { to } if i < standing => feed.state().at.offset = *to,
                Listed::Text { to } => {
                    let delta = stored.turn.narrative.get(told..*to).unwrap_or_default().to_owned();
                    told = *to;
                    feed.push(TurnEvent::Text { delta });
                }
                Listed::Reset => {
                    told = 0;
                    feed.push(TurnEvent::Reset { reset: true });
                }
                Listed::Tool { call_id, name, status, summary } => feed.push(TurnEvent::Tool {
                    call_id: call_id.clone(),
                    name: name.clone(),
                    status: ToolStatus::read(status),
                    summary: summary.clone(),
                }),
                Listed::Roll { change, .. } => {
                    if let Some(Change::DiceRolled { roll }) = stored.turn.changes.get(*change) {
                        feed.push(TurnEvent::Roll { roll: roll.clone() });
                    }
                }
                Listed::Notice { code, message, .. } => {
                    feed.push(TurnEvent::Notice { code: code.clone(), message: message.clone() })
                }
            }
        }
        feed.push_ending(played);
        feed
    }

    /// Adds the changes of a saved turn, and `done`.
    pub fn push_ending(&self, played: TurnResult) {
        let changes = played.turn.turn.changes.iter().cloned();
        let mut events: Vec<_> = changes.map(|change| TurnEvent::Change { change }).collect();
        events.push(TurnEvent::State { session: played.session.clone() });
        events.push(TurnEvent::Done(Box::new(played)));
        self.push_all(events);
    }

    /// Adds an event.
    pub fn push(&self, event: TurnEvent) {
        self.push_all([event]);
    }

    /// Adds events, and wakes each reader once. The last event of a turn ends the feed, and nothing follows it.
    pub(super) fn push_all(&self, events: impl IntoIterator<Item = TurnEvent>) {
        let mut state = self.state();
        if self.inner.log.is_closed() {
            return;
        }
        let with_id = |event: TurnEvent| {
            match &event {
                TurnEvent::Text { delta } => state.at.offset += delta.len(),
                TurnEvent::Reset { .. } => state.at = EventId { others: state.at.others + 1, offset: 0 },
                _ => state.at.others += 1,
            }
            FeedEvent { id: state.at, event }
        };
        let events: Vec<FeedEvent> = events.into_iter().map(with_id).collect();
        let is_over = events.iter().any(|event| event.event.is_last());
        if let Some((table, turn)) = &state.table {
            table.append_turn(turn, events.iter().map(|event| &event.event));
        }
        self.inner.log.append(events);
        if is_over {
            self.inner.log.close();
        }
    }

    /// The events so far.
    pub(super) fn events(&self) -> Vec<Arc<FeedEvent>> {
        (0..self.inner.log.end()).filter_map(|at| self.inner.log.get(at)).collect()
    }

    /// Adds the events of another feed of the same turn that this one lacks.
    pub(super) fn push_rest_of(&self, whole: &Self) {
        let after = self.last_id().unwrap_or_default();
        let rest = whole.events().into_iter().filter_map(|told| unheard(told, after));
        self.push_all(rest.map(|told| told.event.clone()));
    }

    /// Adds this turn's events, past and future, to the table's stream.
    pub(super) fn join_table(&self, table: &Arc<TableLog>, turn: &TurnId) {
        let mut state = self.state();
        if state.table.as_ref().is_some_and(|(joined, _)| Arc::ptr_eq(joined, table)) {
            return;
        }
        table.append_turn(turn, self.events().iter().map(|event| &event.event));
        state.table = Some((Arc::clone(table), turn.clone()));
    }

    /// Ends the feed because someone played the X card, and withdraws its text from future readers. Returns the text so far;
    /// none if the feed has ended.
    pub(super) fn stop_for_safety(&self) -> Option<String> {
        let failure = TurnFailure::stopped_for_safety();
        let before = self.inner.log.end();
        self.push_all([TurnEvent::Safety { message: failure.message.clone() }, TurnEvent::Failed(failure)]);
        let events = self.events();
        let is_card = |event: &Arc<FeedEvent>| matches!(event.event, TurnEvent::Safety { .. });
        if !events.iter().skip(before).any(is_card) {
            return None;
        }
        let reset = |event: &Arc<FeedEvent>| matches!(event.event, TurnEvent::Reset { .. });
        let from = events.iter().rposition(reset).map_or(0, |at| at + 1);
        let texts = |from: usize| {
            events.iter().enumerate().skip(from).filter_map(|(at, event)| match &event.event {
                TurnEvent::Text { delta } => Some((at, delta.as_str())),
                _ => None,
            })
        };
        texts(0).for_each(|(at, _)| self.inner.log.withdraw(at));
        let told: String = texts(from).map(|(_, delta)| delta).collect();
        self.state().stopped_at = Some(told.clone());
        Some(told)
    }

    pub(super) fn is_stopped_for_safety(&self) -> bool {
        self.state().stopped_at.is_some()
    }

    /// The text up to the X card; empty for other turns.
    pub(super) fn stopped_at(&self) -> String {
        self.state().stopped_at.clone().unwrap_or_default()
    }

    /// Held while the turn's events are written to the store, so that a withdrawal comes after them.
    pub(super) fn publishing(&self) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(&self.inner.publishing)
    }

    /// The events after `after`, from the start without one; ends with the turn.
    pub fn read(&self, after: Option<EventId>) -> impl Stream<Item = Arc<FeedEvent>> + Send + use<> {
        // No event of this turn has an id beyond its last: such an id is another turn's or made up.
        let after = after.filter(|after| self.last_id().is_some_and(|last| *after <= last)).unwrap_or_default();
        futures::stream::unfold(self.inner.log.read(0), move |mut reader| async move {
            while let NextEvent::Event(_, event) = reader.next().await {
                if let Some(event) = unheard(event, after) {
                    return Some((event, reader));
                }
            }
            None
        })
    }

    /// Waits for the turn's last event.
    pub async fn ending(&self) -> Result<Box<TurnResult>, TurnFailure> {
        match self.inner.log.ending().await.as_ref().map(|last| &last.event) {
            Some(TurnEvent::Done(played)) => Ok(played.clone()),
            Some(TurnEvent::Failed(failure)) => Err(failure.clone()),
            // A feed ends with one of these.
            _ => Err(TurnFailure::internal()),
        }
    }

    /// Notes whose words the text is from now on.
    pub(super) fn speaks(&self, name: &str) {
        self.state().speaker = Some(name.to_owned());
    }

    /// The speaker of the text, if an NPC answers alone.
    pub fn speaker(&self) -> Option<String> {
        self.state().speaker.clone()
    }

    /// Notes what an agent was asked and answered; it stays as readable as the turn's events are.
    pub(super) fn note(&self, call: AgentCall) {
        self.inner.trace.lock().unwrap_or_else(PoisonError::into_inner).add(call);
    }

    /// Notes what the check of the turn's narration has come to.
    pub(super) fn note_check(&self, check: NarrationTrace) {
        self.inner.trace.lock().unwrap_or_else(PoisonError::into_inner).narration = Some(check);
    }

    /// Notes how the player's words were read.
    pub(super) fn note_interpretation(&self, interpretation: Option<InterpretationTrace>) {
        self.inner.trace.lock().unwrap_or_else(PoisonError::into_inner).interpretation = interpretation;
    }

    /// Records the hints in an agent's prompt.
    pub(super) fn note_hints(&self, hints: AgentHints) {
        self.inner.trace.lock().unwrap_or_else(PoisonError::into_inner).hints.push(hints);
    }

    /// The text so far.
    pub(super) fn trace(&self) -> Trace {
        self.inner.trace.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why the turn failed, once it has.
    pub(super) fn failure(&self) -> Option<TurnFailure> {
        match &self.inner.log.last()?.event {
            TurnEvent::Failed(failure) => Some(failure.clone()),
            _ => None,
        }
    }

    /// The turn's id and sequence number, from its first event on.
    pub(super) fn turn(&self) -> Option<(TurnId, u32)> {
        match &self.inner.log.get(0)?.event {
            TurnEvent::Turn { turn_id, seq, .. } => Some((turn_id.clone(), *seq)),
            _ => None,
        }
    }

    /// The words that only some may read.
    pub fn whispers(&self) -> Vec<Whisper> {
        match self.inner.log.get(0).map(|first| first.event.clone()) {
            Some(TurnEvent::Turn { whispers, .. }) => whispers,
            _ => Vec::new(),
        }
    }

    /// The turn's sequence number; 0 before its first event.
    pub(super) fn seq(&self) -> u32 {
        self.turn().map_or(0, |(_, seq)| seq)
    }

    /// The id of the last event so far.
    fn last_id(&self) -> Option<EventId> {
        Some(self.inner.log.last()?.id)
    }

    fn state(&self) -> MutexGuard<'_, FeedState> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of an event that a reader has not received, who has received everything up to `after`.
fn unheard(found: Arc<FeedEvent>, after: EventId) -> Option<Arc<FeedEvent>> {
    if found.id <= after {
        return None;
    }
    let TurnEvent::Text { delta } = &found.event else { return Some(found) };
    let from = found.id.offset - delta.len();
    if found.id.others != after.others || after.offset <= from {
        return Some(found);
    }
    let rest = delta.get(after.offset - from..).unwrap_or(delta).to_owned();
    Some(Arc::new(FeedEvent { id: found.id, event: TurnEvent::Text { delta: rest } }))
}

impl ToolStatus {
    /// The log's line of a tool event.
    pub fn listed(self, call_id: &str, name: &str, summary: &str) -> Listed {
        Listed::Tool {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            status: self.as_str().to_owned(),
            summary: summary.to_owned(),
        }
    }
}
