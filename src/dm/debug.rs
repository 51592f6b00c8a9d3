//! What can be seen of how a turn was told.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    game::{
        Change,
        dice::Roll,
        id::{SessionId, TurnId},
        view::JUDGED,
    },
    store::{AgentCall, Listed, StoredTurn, Trace},
};

use super::{Tables, words::NotPlayed};

/// What each agent of a turn saw and did.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnDebug {
    /// The turn.
    pub turn_id: TurnId,
    /// Its sequence number.
    pub seq: u32,
    /// Every question to a model, in the order they were answered. Empty where nothing is kept of it: no model was asked, the
    /// turn came from elsewhere, or another telling took its place.
    pub agents: Vec<AgentCall>,
    /// How many questions more there was no room for.
    pub n_agents_left_out: u32,
    /// What the rules judge ruled.
    pub checks: Vec<Check>,
}

/// A ruling of the rules judge.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The call's id.
    pub call_id: String,
    /// How it is settled: the name of the judge's tool.
    pub name: String,
    /// What the judge said.
    #[schema(value_type = Object)]
    pub input: Value,
    /// What came of it, as the Dungeon Master reads it.
    pub ruling: String,
    /// Whether it could not be settled so.
    pub is_error: bool,
    /// The dice it was settled by.
    pub rolls: Vec<Roll>,
}

impl Tables {
    /// What can be seen of how a turn was told: one that was saved, plays just now, or came to nothing a short while ago.
    ///
    /// # Errors
    /// There is no such turn in the session.
    pub async fn debug(&self, session: &SessionId, turn: &TurnId) -> Result<TurnDebug, NotPlayed> {
        let unsaved = self.unsaved(session, turn).and_then(|feed| feed.turn().zip(Some(feed.trace())));
        if let Some(((turn_id, seq), Trace { calls, n_left_out, .. })) = unsaved {
            return Ok(TurnDebug { turn_id, seq, agents: calls, n_agents_left_out: n_left_out, checks: Vec::new() });
        }
        let stored = self.turn_of(session, turn).await?;
        let Trace { calls, n_left_out, .. } = self.store().trace(session, turn).await?;
        let checks = checks(&stored);
        let StoredTurn { turn, .. } = stored;
        Ok(TurnDebug { turn_id: turn.id, seq: turn.seq, agents: calls, n_agents_left_out: n_left_out, checks })
    }
}

fn checks(stored: &StoredTurn) -> Vec<Check> {
    let judged = stored.turn.tool_calls.iter().filter(|call| JUDGED.contains(&call.name.as_str()));
    let check = |call: &crate::game::turn::ToolCallRecord| Check {
        call_id: call.call_id.clone(),
        name: call.name.clone(),
        input: call.input.clone(),
        ruling: call.result.clone(),
        is_error: call.is_error,
        rolls: rolls_of(&call.call_id, stored),
    };
    judged.map(check).collect()
}

/// The dice that fell between the beginning of a call and its answer.
fn rolls_of(call: &str, stored: &StoredTurn) -> Vec<Roll> {
    let of_call = |entry: &&Listed| matches!(entry, Listed::Tool { call_id, .. } if call_id == call);
    let mut entries = stored.log.iter().skip_while(|entry| !of_call(entry)).skip(1);
    let during = entries.by_ref().take_while(|entry| !of_call(entry));
    let thrown = during.filter_map(|entry| match entry {
        Listed::Roll { change } => stored.turn.changes.get(*change),
        _ => None,
    });
    let roll = |change: &Change| match change {
        Change::DiceRolled { roll } => Some(roll.clone()),
        _ => None,
    };
    thrown.filter_map(roll).collect()
}
