//! `apply_state_commands`: single exact effects in a fixed format.

use game::{
    Refusal,
    combat::fighter::FighterId,
    command::{self, CommandResult, DeathSaveKind, StateCommand, id_of},
    id::CharacterId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, MustRead, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

/// The most commands of one call.
const MAX_COMMANDS: usize = 20;

/// Exact changes, one thing each: for what lasts a while or is counted (a boon, a condition with a duration, slots, death
/// saves, rests), to put armour on or take it off (`item`, `equip`), and to raise the dead (`revive`); for the rest use
/// update_game_state. `character` is a hero, the one who acts if left out; conditions, buffs and `revive` take someone in the
/// scene, too. A command that is impossible fails with its reason and stops no other.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyStateCommands {
    /// The commands, in order.
    #[schemars(with = "Vec<StateCommand>", length(min = 1, max = MAX_COMMANDS))]
    pub commands: Vec<Value>,
}

/// The answer of a call, kept with the turn.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::dm) struct CommandReport {
    pub(in crate::dm) results: Vec<CommandResult>,
    successful: usize,
    failed: usize,
}

impl CommandReport {
    /// Of the commands' results, in order.
    pub(in crate::dm) fn of(results: Vec<CommandResult>) -> Self {
        let successful = results.iter().filter(|result| result.success).count();
        Self { failed: results.len() - successful, successful, results }
    }

    /// Whether none was carried out.
    pub(in crate::dm) fn is_error(&self) -> bool {
        self.successful == 0
    }
}

impl Tool for ApplyStateCommands {
    const NAME: &'static str = "apply_state_commands";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Writing down what changed", "Wrote down what changed");
    const PUBLIC: PublicCall = PublicCall {
        input: &["commands.*"],
        result: PublicResult::FieldsAndRefusals(&["results", "successful", "failed"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        draft.by_hand(Self::NAME)?;
        let n = self.commands.len();
        if !(1..=MAX_COMMANDS).contains(&n) {
            let words = format!("{n} commands in one call can't be, so nothing was done. Send 1 to {MAX_COMMANDS}.");
            return Err(ToolError::Refused(words));
        }
        let results: Vec<CommandResult> =
            self.commands.into_iter().map(|command| carried_out(draft, command)).collect();
        // A rest says what came back and how late it is, which a narration that is still to come needs.
        let rested = results.iter().any(|result| result.success && result.command_type == "rest");
        let report = CommandReport::of(results);
        let must_be_read = match report.failed {
            0 if rested => MustRead::UnlessTold,
            0 => MustRead::No,
            _ => MustRead::Rejected,
        };
        let text = serde_json::to_string(&report).unwrap_or_default();
        Ok(ToolOutput { text, must_be_read, is_error: report.is_error(), public: None })
    }
}

/// Carries a command out, or finds why it can't be.
pub(in crate::dm) fn carried_out(draft: &mut Draft, mut raw: Value) -> CommandResult {
    let is_death_save = raw.get("type") == Some(&json!("death_save"));
    let is_unnamed = ["character", "character_id"].iter().all(|key| raw.get(*key).is_none_or(Value::is_null));
    let mut unclear = None;
    if let Some(fields) = raw.as_object_mut().filter(|_| is_unnamed) {
        // Without a name the acting hero is meant, or the one who is dying.
        let meant = match is_death_save {
            true => draft.the_one_who_is_dying(fields.get("result") == Some(&json!("tend"))),
            false => Ok(draft.acting().to_string()),
        };
        fields.remove("character_id");
        match meant {
            Ok(id) => drop(fields.insert("character".to_owned(), json!(id))),
            Err(refusal) => unclear = Some(refusal.to_string()),
        }
    }
    if let Some(fields) = raw.as_object_mut().filter(|_| is_death_save) {
        fields.entry("by").or_insert_with(|| json!(draft.acting()));
    }
    let said = |key: &str| raw[key].as_str().unwrap_or_default().to_owned();
    let (kind, name) = (said("type"), said("character") + &said("character_id"));
    let read = match unclear {
        Some(refusal) => Err(refusal),
        None => serde_json::from_value::<StateCommand>(raw).map_err(|error| error.to_string()),
    };
    let outcome = read.and_then(|command| {
        if let StateCommand::HpChange { change, .. } = &command {
            draft
                .heals_in_seconds(&FighterId::Hero(id_of(draft.game(), &name).into()), *change)
                .map_err(|it| it.to_string())?;
        }
        let (n_throws, n_failures) = (draft.record.death_throws.len(), draft.record.failures_by_hand.len());
        is_first_of_turn(draft, &command).map_err(|refusal| refusal.to_string())?;
        let mut batch = std::mem::take(&mut draft.batch);
        let step = draft.by_rules(|bout| command.carry_out(bout, &mut batch));
        draft.batch = batch;
        if step.is_err() {
            draft.record.death_throws.truncate(n_throws);
            draft.record.failures_by_hand.truncate(n_failures);
        }
        let (mut done, events) = step.map_err(|refusal| refusal.to_string())?;
        // The consequences are in the answer, for the Dungeon Master to narrate.
        for event in events {
            done.message.push(' ');
            done.message.push_str(&event.line());
        }
        Ok(done)
    });
    let character_id = id_of(draft.game(), &name);
    let (success, message, details) = match outcome {
        Ok(done) => (true, done.message, done.details),
        Err(reason) => (false, reason, json!({})),
    };
    // The message quotes names and words of the story, which must not be logged.
    tracing::debug!(success, "a state command");
    CommandResult { success, command_type: kind, character_id, message, details }
}

/// Refuses a second death saving throw of one turn, whether it is thrown or counted by hand, and a second try of one hero to help
/// the same one.
fn is_first_of_turn(draft: &mut Draft, command: &StateCommand) -> Result<(), Refusal> {
    let StateCommand::DeathSave { character, result, by, .. } = command else { return Ok(()) };
    let Some(patient) = command::fighter(draft.game(), character).filter(|one| one.is_dying()).map(|one| one.id())
    else {
        return Ok(());
    };
    match result {
        DeathSaveKind::Roll | DeathSaveKind::Success => draft.throws_once(&patient, None),
        // It may be one by damage, beside which the throw of the turn is still due.
        DeathSaveKind::Failure => draft.fails_by_hand(&patient),
        DeathSaveKind::Tend => {
            let by = CharacterId::from(id_of(draft.game(), by));
            draft.throws_once(&patient, Some(&by))
        }
        DeathSaveKind::Reset => Ok(()),
    }
}
