//! Views of people at the table: the one place that removes what is not theirs.
//!
//! Whispered words are read by those that they are for alone; the host is one person among the others there. From guests is hidden
//! what only the host may see.
//! Hidden are money, inputs and results of tool calls (they may quote the host's journal notes), and messages about spending
//! caps. Journals, lines, debug records and settings are behind routes that are closed to guests.

use std::collections::BTreeMap;

use game::{
    id::SeatId,
    roster::HOST,
    turn::{Cost, Spent, ToolCallRecord, Turn, Usage},
    view::{PlayerView, TurnView},
    whisper::{Whisper, hide_in_change, hide_in_deeds, is_of_whisper},
};
use serde_json::json;

use super::{
    feed::{FailureCode, SPENDING_CAP_REACHED, TurnEvent, TurnFailure, TurnResult},
    table_stream::TableEvent,
};

/// The reader: a person with their seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    seat: SeatId,
}

/// A value of which guests may see only a part.
pub trait GuestView: Sized {
    /// The guest's version; `None` if it is the same.
    fn for_guests(&self) -> Option<Self>;

    /// The version of someone who may not read some whispers; `None` if it is the same.
    fn as_heard_by(&self, _: &Viewer) -> Option<Self> {
        None
    }
}

impl Viewer {
    /// The host.
    pub fn host() -> Self {
        Self { seat: HOST.into() }
    }

    /// A guest, playing or watching; the host if there is none.
    pub fn of(guest: Option<&SeatId>) -> Self {
        guest.map_or_else(Self::host, |seat| Self { seat: seat.clone() })
    }

    pub fn is_guest(&self) -> bool {
        self.seat.as_str() != HOST
    }

    /// What this viewer sees of it.
    pub fn sees<T: GuestView>(&self, whole: T) -> T {
        let heard = whole.as_heard_by(self);
        self.of_guest(&whole, heard).unwrap_or(whole)
    }

    /// An event of a turn with these whispers, as this viewer sees it; `None` if that is all of it.
    pub fn hears(&self, event: &TurnEvent, whispers: &[Whisper]) -> Option<TurnEvent> {
        let hidden: Vec<&Whisper> = whispers.iter().filter(|whisper| !self.may_read(whisper)).collect();
        let heard = if hidden.is_empty() { None } else { without_whispers(event, &hidden) };
        self.of_guest(event, heard)
    }

    /// A turn without the whispers that are not for this viewer.
    pub fn without_whispers(&self, turn: Turn) -> Turn {
        turn.without_whispers(|whisper| !self.may_read(whisper))
    }

    fn may_read(&self, whisper: &Whisper) -> bool {
        whisper.seats.contains(&self.seat)
    }

    /// The guest's version of what was received of the whole, if this is a guest.
    fn of_guest<T: GuestView>(&self, whole: &T, heard: Option<T>) -> Option<T> {
        let seen = if self.is_guest() { heard.as_ref().unwrap_or(whole).for_guests() } else { None };
        seen.or(heard)
    }
}

/// An event of a turn for someone who may not read these whispers; `None` if nothing of them is in it.
fn without_whispers(event: &TurnEvent, hidden: &[&Whisper]) -> Option<TurnEvent> {
    let is_answered_aside = hidden.iter().any(|whisper| whisper.is_answered_aside);
    match event {
        TurnEvent::Turn { turn_id, seq, seat, deeds, whispers } if !deeds.is_empty() => {
            let (mut deeds, whispers) = (deeds.clone(), whispers.clone());
            hide_in_deeds(&mut deeds, hidden);
            Some(TurnEvent::Turn { turn_id: turn_id.clone(), seq: *seq, seat: seat.clone(), deeds, whispers })
        }
        TurnEvent::Text { .. } if is_answered_aside => Some(TurnEvent::Text { delta: String::new() }),
        TurnEvent::Change { change } if is_of_whisper(change) => {
            let mut change = change.clone();
            hide_in_change(&mut change);
            Some(TurnEvent::Change { change })
        }
        TurnEvent::Done(played) => {
            let TurnView { turn, rolls } = played.turn.clone();
            let turn = turn.without_whispers(|whisper| hidden.contains(&whisper));
            let turn = TurnView { turn, rolls };
            Some(TurnEvent::Done(Box::new(TurnResult { turn, session: played.session.clone() })))
        }
        _ => None,
    }
}

/// What guests read instead of a message about a cap.
pub const CAP_REACHED: &str = "The host's limit for this game is reached. Ask your host.";
/// The codes of notices about money.
const MONEY_NOTICES: [&str; 2] = ["model_swapped", SPENDING_CAP_REACHED];

/// An unknown usage.
fn unknown_usage() -> Usage {
    Usage { total: Spent { cost_usd: Cost(None), ..Spent::default() }, by_agent: BTreeMap::new() }
}

impl GuestView for PlayerView {
    fn for_guests(&self) -> Option<Self> {
        // Every field is named: a new one does not compile until it is decided whether guests read it.
        let Self {
            id: _,
            title: _,
            version: _,
            created_at: _,
            updated_at: _,
            model: _,
            campaign: _,
            rules_edition: _,
            language: _,
            house_rules: _,
            clock: _,
            story: _,
            important_events: _,
            supporting_npcs: _,
            characters: _,
            party: _,
            creatures: _,
            places: _,
            plot: _,
            encounter: _,
            awaiting: _,
            dice_commitment: _,
            usage: _,
        } = self;
        Some(Self { usage: unknown_usage(), ..self.clone() })
    }
}

impl GuestView for TurnView {
    fn as_heard_by(&self, viewer: &Viewer) -> Option<Self> {
        let is_whole = self.turn.whispers.iter().all(|whisper| viewer.may_read(whisper));
        let heard = || Self { turn: viewer.without_whispers(self.turn.clone()), rolls: self.rolls.clone() };
        (!is_whole).then(heard)
    }

    fn for_guests(&self) -> Option<Self> {
        let Self { turn, rolls } = self.clone();
        let shown = |call: ToolCallRecord| {
            let ToolCallRecord { call_id, name, input: _, result: _, is_error, public_result: _ } = call;
            ToolCallRecord { call_id, name, input: json!({}), result: String::new(), is_error, public_result: None }
        };
        // Every field is named, as above.
        let Turn {
            id: _,
            seq: _,
            session_id: _,
            character_id: _,
            seat: _,
            message: _,
            deeds: _,
            whispers: _,
            narrative: _,
            speakers: _,
            tool_calls: _,
            changes: _,
            combat_events: _,
            alternatives: _,
            model: _,
            started_at: _,
            ended_at: _,
            usage: _,
        } = &turn;
        let tool_calls = turn.tool_calls.iter().cloned().map(shown).collect();
        Some(Self { turn: Turn { tool_calls, usage: unknown_usage(), ..turn }, rolls })
    }
}

impl GuestView for TurnEvent {
    fn for_guests(&self) -> Option<Self> {
        match self {
            Self::State { session } => Some(Self::State { session: session.for_guests()?.into() }),
            Self::Done(played) => {
                let TurnResult { turn, session } = &**played;
                let (turn, session) = (turn.for_guests()?, session.for_guests()?.into());
                Some(Self::Done(Box::new(TurnResult { turn, session })))
            }
            Self::Notice { code, .. } if MONEY_NOTICES.contains(&code.as_str()) => {
                Some(Self::Notice { code: code.clone(), message: CAP_REACHED.to_owned() })
            }
            Self::Failed(failure) => failure.for_guests().map(Self::Failed),
            Self::Turn { .. }
            | Self::Text { .. }
            | Self::Reset { .. }
            | Self::Tool { .. }
            | Self::Roll { .. }
            | Self::Change { .. }
            | Self::Notice { .. }
            | Self::Safety { .. } => None,
        }
    }
}

impl GuestView for TurnFailure {
    fn for_guests(&self) -> Option<Self> {
        match self.code {
            FailureCode::SpendingCapReached | FailureCode::ModelWithoutPrice => {
                Some(Self { message: CAP_REACHED.to_owned(), ..self.clone() })
            }
            _ => None,
        }
    }
}

impl GuestView for TableEvent {
    fn for_guests(&self) -> Option<Self> {
        match self {
            Self::Hello { seat, session, turn_id, table } => {
                let session = session.for_guests()?.into();
                Some(Self::Hello { seat: seat.clone(), session, turn_id: turn_id.clone(), table: table.clone() })
            }
            Self::Session { session } => Some(Self::Session { session: session.for_guests()?.into() }),
            Self::Reset { session, turn_id, table } => {
                let session = session.for_guests()?.into();
                Some(Self::Reset { session, turn_id: turn_id.clone(), table: table.clone() })
            }
            Self::Queued { .. } | Self::Seat { .. } | Self::Talk(_) | Self::Table { .. } | Self::Round { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Session, SessionHead, State, ready_made::ready_made, roster::Roster, story::Story};
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use crate::dm::rounds::TableView;

    /// A word that marks the host's texts in tests.
    const MARK: &str = "quetzal";

    fn marked(rest: &str) -> String {
        format!("{rest} {MARK}")
    }

    fn usage(tokens: u64) -> Usage {
        let mut usage = Usage::default();
        usage.count(MARK, Spent { input_tokens: tokens, cost_usd: Some(0.25).into(), ..Spent::default() });
        usage
    }

    fn session(n_heroes: usize, tokens: u64) -> Session {
        let mut head = SessionHead::begin("s".into(), marked("owner"), "A tale".into(), jiff::Timestamp::UNIX_EPOCH);
        head.usage = usage(tokens);
        head.safety.host.lines = vec![marked("line")];
        head.safety.guests.insert("ana".into(), head.safety.host.clone());
        head.cap_pico_usd = Some(tokens);
        let game = Game::new(State::start(Story::default(), ready_made()[..n_heroes].to_vec(), [7; 32]));
        Session { head, game }
    }

    fn view(n_heroes: usize, tokens: u64) -> PlayerView {
        PlayerView::of(&session(n_heroes, tokens), "a model")
    }

    fn turn(calls: &[(String, Value)], tokens: u64) -> TurnView {
        let calls: Vec<Value> = calls.iter().enumerate().map(|(n, (name, input))| {
            json!({"callId": format!("c{n}"), "name": name, "input": input, "result": marked("found"), "isError": false,
                   "publicResult": marked("public")})
        }).collect();
        let at = "2026-11-24T19:00:00Z";
        let turn = json!({"id": "t", "seq": 1, "sessionId": "s", "characterId": "mira", "seat": "ana", "message": "I look.",
                          "narrative": "You see.", "toolCalls": calls, "changes": [], "usage": usage(tokens), "model": "a model",
                          "startedAt": at, "endedAt": at});
        TurnView { turn: serde_json::from_value(turn).unwrap(), rolls: Vec::new() }
    }

    /// A value with the mark somewhere in it.
    fn input() -> impl Strategy<Value = Value> {
        let leaf = "[a-z]{0,8}".prop_map(|text| Value::String(marked(&text)));
        leaf.prop_recursive(3, 12, 3, |inner| {
            let list = prop::collection::vec(inner.clone(), 1..3).prop_map(Value::Array);
            let object = prop::collection::btree_map("[a-z]{1,6}", inner, 1..3);
            prop_oneof![list, object.prop_map(|fields| json!(fields))]
        })
    }

    /// The guest's JSON.
    fn read<T: GuestView + serde::Serialize>(whole: T) -> String {
        let before = serde_json::to_string(&whole).unwrap();
        assert!(before.contains(MARK) || before.contains("costUsd"), "{before}");
        serde_json::to_string(&Viewer::of(Some(&"ana".into())).sees(whole)).unwrap()
    }

    proptest! {
        #[test]
        fn nothing_of_the_hosts_is_in_what_a_guest_reads(
            calls in prop::collection::vec(("[a-z_]{1,12}", input()), 0..6),
            n_heroes in 1usize..=6,
            tokens in 1u64..1_000_000,
        ) {
            let (view, turn) = (view(n_heroes, tokens), turn(&calls, tokens));
            let played = TurnResult { turn: turn.clone(), session: view.clone().into() };
            let notice = |code: &str| TurnEvent::Notice { code: code.into(), message: marked("0.25 dollars") };
            let failed = |code| TurnEvent::Failed(TurnFailure::new(code, marked("0.25 dollars"), false));
            let rules = TableView::of(&Roster::default(), &session(n_heroes, tokens));
            let table = |session: PlayerView| {
                TableEvent::Reset { session: session.into(), turn_id: None, table: rules.clone() }
            };
            let texts = [
                read(view.clone()),
                read(turn),
                read(TurnEvent::State { session: view.clone().into() }),
                read(TurnEvent::Done(Box::new(played))),
                read(notice("model_swapped")),
                read(notice(SPENDING_CAP_REACHED)),
                read(failed(FailureCode::SpendingCapReached)),
                read(failed(FailureCode::ModelWithoutPrice)),
                read(table(view.clone())),
                read(TableEvent::Session { session: view.into() }),
            ];
            for text in texts {
                prop_assert!(!text.contains(MARK) && !text.contains("0.25"), "{}", text);
            }
        }
    }

    #[test]
    fn a_host_reads_everything() {
        let whole = turn(&[("roll_dice".into(), json!({"dice": "1d20"}))], 7);
        assert_eq!(Viewer::host().sees(whole.clone()), whole);
    }
}
