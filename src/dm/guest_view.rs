//! What guests are shown: the one place where what is the host's alone is left out.
//!
//! That is money, the input and answers of tool calls (they may quote the host's journal notes), and what the server says of caps on
//! spending. Journals, lines of safety, debug records and settings are behind routes that are closed to guests.

use std::collections::BTreeMap;

use game::{
    turn::{Cost, Spent, ToolCallRecord, Turn, Usage},
    view::{PlayerView, TurnView},
};
use serde_json::json;

use super::{
    feed::{Failure, FailureCode, Played, SPENDING_CAP_REACHED, TurnEvent},
    table_stream::TableEvent,
};

/// Who is shown something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The host: everything that players may see.
    Host,
    /// A guest, playing or watching.
    Guest,
}

/// What guests may see a part of.
pub trait GuestView: Sized {
    /// What a guest sees of it; `None` if that is all.
    fn for_guests(&self) -> Option<Self>;
}

impl Viewer {
    /// What this viewer sees of it.
    pub fn sees<T: GuestView>(self, whole: T) -> T {
        self.differs(&whole).unwrap_or(whole)
    }

    /// The same; `None` if that is all of it.
    pub fn differs<T: GuestView>(self, whole: &T) -> Option<T> {
        match self {
            Self::Host => None,
            Self::Guest => whole.for_guests(),
        }
    }
}

/// What guests read in the place of a message about a cap.
pub const CAP_REACHED: &str = "The host's limit for this game is reached. Ask your host.";
/// The codes of notices about money.
const MONEY_NOTICES: [&str; 2] = ["model_swapped", SPENDING_CAP_REACHED];

/// A usage of which nothing is known.
fn unknown_usage() -> Usage {
    Usage { total: Spent { cost_usd: Cost(None), ..Spent::default() }, by_agent: BTreeMap::new() }
}

impl GuestView for PlayerView {
    fn for_guests(&self) -> Option<Self> {
        // Field by field: a new one does not compile until somebody decides whether guests read it.
        let Self {
            id,
            title,
            version,
            created_at,
            updated_at,
            model,
            campaign,
            rules_edition,
            language,
            house_rules,
            clock,
            story,
            important_events,
            supporting_npcs,
            characters,
            party,
            creatures,
            places,
            plot,
            encounter,
            awaiting,
            dice_commitment,
            usage: _,
        } = self.clone();
        Some(Self {
            id,
            title,
            version,
            created_at,
            updated_at,
            model,
            campaign,
            rules_edition,
            language,
            house_rules,
            clock,
            story,
            important_events,
            supporting_npcs,
            characters,
            party,
            creatures,
            places,
            plot,
            encounter,
            awaiting,
            dice_commitment,
            usage: unknown_usage(),
        })
    }
}

impl GuestView for TurnView {
    fn for_guests(&self) -> Option<Self> {
        let Self { turn, rolls } = self.clone();
        let shown = |call: ToolCallRecord| {
            let ToolCallRecord { call_id, name, input: _, result: _, is_error, public_result: _ } = call;
            ToolCallRecord { call_id, name, input: json!({}), result: String::new(), is_error, public_result: None }
        };
        // Field by field, as above.
        let Turn {
            id,
            seq,
            session_id,
            character_id,
            seat,
            message,
            narrative,
            speakers,
            tool_calls,
            changes,
            combat_events,
            alternatives,
            usage: _,
            model,
            started_at,
            ended_at,
        } = turn;
        let turn = Turn {
            id,
            seq,
            session_id,
            character_id,
            seat,
            message,
            narrative,
            speakers,
            tool_calls: tool_calls.into_iter().map(shown).collect(),
            changes,
            combat_events,
            alternatives,
            usage: unknown_usage(),
            model,
            started_at,
            ended_at,
        };
        Some(Self { turn, rolls })
    }
}

impl GuestView for TurnEvent {
    fn for_guests(&self) -> Option<Self> {
        match self {
            Self::State { session } => Some(Self::State { session: session.for_guests()?.into() }),
            Self::Done(played) => {
                let Played { turn, session } = &**played;
                let (turn, session) = (turn.for_guests()?, session.for_guests()?.into());
                Some(Self::Done(Box::new(Played { turn, session })))
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

impl GuestView for Failure {
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
            Self::Hello { seat, session, turn_id } => {
                let session = session.for_guests()?.into();
                Some(Self::Hello { seat: seat.clone(), session, turn_id: turn_id.clone() })
            }
            Self::Session { session } => Some(Self::Session { session: session.for_guests()?.into() }),
            Self::Reset { session, turn_id } => {
                Some(Self::Reset { session: session.for_guests()?.into(), turn_id: turn_id.clone() })
            }
            Self::Queued { .. } | Self::Seat { .. } | Self::Talk(_) => None,
        }
    }
}
