//! The debug view of a turn.

use game::{
    Change, Game,
    command::CommandResult,
    dice::Roll,
    id::{SessionId, TurnId},
    turn::ToolCallRecord,
    turn_stack::{ExchangeOpening, Phase, TurnStackView},
    view::JUDGED,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    agent::Tool,
    store::{
        AgentCall, AgentHints, InterpretationTrace, Listed, NarrationTrace, ReplayUntil, StoredTurn, Trace, fold,
        read_still,
    },
};

use super::{
    Tables,
    feed::TurnFailure,
    redaction::redact,
    tools::{ApplyStateCommands, CommandReport},
    words::NotPlayed,
};

/// What each agent of a turn saw and did.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnDebug {
    /// The turn.
    pub turn_id: TurnId,
    /// Its sequence number.
    pub seq: u32,
    /// All model calls in order of completion. Empty if nothing is stored: no model was called, the turn was imported, or
    /// another version replaced it.
    pub agents: Vec<AgentCall>,
    /// Number of further model calls that exceeded the size limit.
    pub n_agents_left_out: u32,
    /// The rules judge's rulings. The narration check is in `narration`.
    pub rulings: Vec<JudgeCheck>,
    /// The former name of `rulings`, with the same contents.
    #[schema(deprecated)]
    pub checks: Vec<JudgeCheck>,
    /// State commands of the Dungeon Master and the extractors in order, with their results.
    pub commands: Vec<CommandRecord>,
    /// The result of the narration check; null if it found nothing or wasn't run.
    #[schema(required)]
    pub narration: Option<NarrationTrace>,
    /// How the player's words were read in a session whose language is not English; null in others.
    #[schema(required)]
    pub interpretation: Option<InterpretationTrace>,
    /// Suggested tools per agent, and which of them were used.
    pub hints: Vec<AgentHints>,
    /// The turn stack of the turn; null while it is in progress or if it failed.
    #[schema(required)]
    pub turn_stack: Option<TurnStackView>,
    /// Why the turn failed; null if it is in progress or was saved.
    #[schema(required)]
    pub failure: Option<TurnFailure>,
}

/// A state command and its result.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Command)]
pub struct CommandRecord {
    /// The id of the tool call that contained it.
    pub call_id: String,
    /// The command as the model wrote it.
    #[schema(value_type = Object)]
    pub command: Value,
    /// Whether it was carried out.
    pub success: bool,
    /// Its kind.
    pub command_type: String,
    pub character_id: String,
    /// What happened, or why it failed.
    pub message: String,
    /// The numbers after it.
    #[schema(value_type = Object)]
    pub details: Value,
}

/// A ruling of the rules judge.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Check)]
pub struct JudgeCheck {
    /// The call's id.
    pub call_id: String,
    /// How it is settled: the name of the judge's tool.
    pub name: String,
    #[schema(value_type = Object)]
    pub input: Value,
    /// As the Dungeon Master reads it.
    pub ruling: String,
    /// Whether the call failed.
    pub is_error: bool,
    /// The dice of the ruling.
    pub rolls: Vec<Roll>,
}

impl TurnDebug {
    /// As it is shown: texts that look like a secret are removed, especially from players' words.
    pub fn into_json(self) -> Value {
        let mut json = serde_json::to_value(self).unwrap_or_default();
        redact(&mut json);
        json
    }
}

impl Tables {
    /// The known data of a turn that failed on another server, without its agents.
    async fn failed_on_another_server(
        &self,
        session: &SessionId,
        turn: &TurnId,
    ) -> Result<Option<((TurnId, u32), Trace, Option<TurnFailure>)>, NotPlayed> {
        let failed = self.failed_elsewhere(session, turn).await?;
        Ok(failed.map(|failed| ((failed.turn.clone(), failed.seq), Trace::default(), Some(failed.into()))))
    }

    /// The debug view of a turn: saved, in progress, or recently failed.
    ///
    /// # Errors
    /// There is no such turn in the session.
    pub async fn debug(&self, session: &SessionId, turn: &TurnId) -> Result<TurnDebug, NotPlayed> {
        let unsaved = self.unsaved(session, turn);
        let unsaved = unsaved.and_then(|feed| Some((feed.turn()?, feed.trace(), feed.failure())));
        let unsaved = match unsaved {
            None => self.failed_on_another_server(session, turn).await?,
            unsaved => unsaved,
        };
        if let Some(((turn_id, seq), Trace { calls, n_left_out, narration, interpretation, hints, .. }, failure)) =
            unsaved
        {
            return Ok(TurnDebug {
                turn_id,
                seq,
                agents: calls,
                n_agents_left_out: n_left_out,
                rulings: Vec::new(),
                checks: Vec::new(),
                commands: Vec::new(),
                narration,
                interpretation,
                hints,
                turn_stack: None,
                failure,
            });
        }
        let store = &**self.store();
        read_still(store, session, |_| async move {
            let stored = self.turn_of(session, turn).await?;
            let Trace { calls, n_left_out, narration, interpretation, hints, .. } = store.trace(session, turn).await?;
            let before = fold(store, session, ReplayUntil::Next(stored.turn.seq.saturating_sub(1))).await?;
            Ok(TurnDebug {
                turn_id: stored.turn.id.clone(),
                seq: stored.turn.seq,
                agents: calls,
                n_agents_left_out: n_left_out,
                rulings: checks(&stored),
                checks: checks(&stored),
                commands: commands(&stored),
                narration,
                interpretation,
                hints,
                turn_stack: Some(turn_stack(&stored, &before)?),
                failure: None,
            })
        })
        .await
    }
}

fn turn_stack(stored: &StoredTurn, before: &Game) -> Result<TurnStackView, NotPlayed> {
    let turn = &stored.turn;
    let fought = before.encounter.is_some();
    let opening = ExchangeOpening {
        seq: turn.seq,
        speaker: turn.character_id.clone(),
        words: turn.message.clone(),
        phase: Phase::of(fought, fought),
    };
    Ok(TurnStackView::of(before, &opening, &turn.changes)?)
}

/// The commands of a turn with their results, as its calls have them.
fn commands(stored: &StoredTurn) -> Vec<CommandRecord> {
    let calls = stored.turn.tool_calls.iter().filter(|call| call.name == ApplyStateCommands::NAME);
    let of_call = |call: &ToolCallRecord| -> Vec<CommandRecord> {
        let Ok(CommandReport { results, .. }) = serde_json::from_str(&call.result) else { return Vec::new() };
        let given = call.input["commands"].as_array().cloned().unwrap_or_default();
        let command = |(command, result): (Value, CommandResult)| {
            let CommandResult { success, command_type, character_id, message, details } = result;
            CommandRecord {
                call_id: call.call_id.clone(),
                command,
                success,
                command_type,
                character_id,
                message,
                details,
            }
        };
        given.into_iter().zip(results).map(command).collect()
    };
    calls.flat_map(of_call).collect()
}

fn checks(stored: &StoredTurn) -> Vec<JudgeCheck> {
    let judged = stored.turn.tool_calls.iter().filter(|call| JUDGED.contains(&call.name.as_str()));
    let check = |call: &ToolCallRecord| JudgeCheck {
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
        Listed::Roll { change, .. } => stored.turn.changes.get(*change),
        _ => None,
    });
    let roll = |change: &Change| match change {
        Change::DiceRolled { roll } => Some(roll.clone()),
        _ => None,
    };
    thrown.filter_map(roll).collect()
}
