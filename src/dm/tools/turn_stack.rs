//! Tools of the turn stack: sub-turns, their steps, and owed answers.

use game::{
    Game, Refusal,
    combat::fighter::FighterRef,
    creature,
    id::CharacterId,
    person,
    turn_stack::{Action, Mode, Phase, ResponseType, StackedTurn},
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

/// Play something in the middle of this turn before it goes on: reactions to what was just done, or what several do at once,
/// one after the other. Each action becomes a sub-turn; play the first, end it with end_turn_and_get_next, play the next.
/// An ordinary turn, in which one hero acts and you tell what comes of it, needs none of this, and neither does a fight.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartAndQueueTurns {
    /// Who does what, in the order it is played.
    pub actions: Vec<QueuedAction>,
    /// What kind of moment it is; by how things stand if left out.
    #[serde(default)]
    pub phase: Option<Phase>,
}

/// Something somebody does.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueuedAction {
    /// The id of a hero or of somebody in the scene, or a name.
    pub speaker: String,
    /// What they say or do, in a sentence.
    #[schemars(length(max = wording::MAX_LINE))]
    pub content: String,
}

/// End the sub-turn that is played now, once what came of it is clear. The answer names the one that is played next, or the
/// turn it goes back to. Refused where no sub-turn is open: the turn itself ends with your telling.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndTurnAndGetNext {
    /// What came of it, in a sentence or two; later turns read it.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_LINE))]
    pub summary: Option<String>,
}

/// Say that the step of the turn that is played now is done, as the `step` line or an answer named it. The answer names the next
/// step; the last one ends the turn. Only for turns that take more than one answer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteStep {}

/// Wait for what other heroes say or do before the story goes on: a saving throw each, a choice all of them make. End your
/// telling where they have to answer. What each of them says is taken down until all have answered, and you read it together.
/// Not for the hero who just acted, who may speak next anyway, and not for those in the scene whom you play.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AwaitResponses {
    /// The ids of the heroes who are to answer.
    pub characters: Vec<String>,
    /// What they are asked for; none where nobody needs to answer any more.
    pub response_type: RequestKind,
    /// Whether one of them has to answer, all of them, or any who wants to.
    #[serde(default = "all")]
    pub mode: Mode,
    /// What they are asked, in a sentence the players read.
    #[serde(default)]
    #[schemars(length(max = wording::MAX_LINE))]
    pub prompt: Option<String>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// What they do.
    Action,
    /// Their place in the order of a fight.
    Initiative,
    /// How they withstand something.
    SavingThrow,
    /// Whether they react, and how.
    Reaction,
    /// Whatever they say.
    FreeForm,
    /// Nobody needs to answer any more.
    None,
}

fn all() -> Mode {
    Mode::All
}

/// The public fields of an answer about the turn stack.
const ENDED: [&str; 6] = ["ended", "return_to_parent", "next_pending", "turn_id", "step_needed", "note"];

impl Tool for StartAndQueueTurns {
    const NAME: &'static str = "start_and_queue_turns";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Seeing who acts in between", "Others act in between");
    const PUBLIC: PublicCall = PublicCall {
        input: &["actions.speaker", "actions.content", "phase"],
        result: PublicResult::FieldsAndRefusals(&["turn_ids", "next_to_process"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let of = |action: QueuedAction| -> Result<Action, Refusal> {
            Ok(Action { speaker: speaker(draft.game(), &action.speaker)?, content: action.content })
        };
        let actions: Vec<Action> = self.actions.into_iter().map(of).collect::<Result<_, Refusal>>()?;
        let ids = draft.queue_turns(&actions, self.phase)?;
        Ok(ToolOutput::found(json!({"turn_ids": ids, "next_to_process": current(draft)}).to_string()))
    }
}

impl Tool for EndTurnAndGetNext {
    const NAME: &'static str = "end_turn_and_get_next";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Seeing who comes next", "Goes on with what comes next");
    const PUBLIC: PublicCall = PublicCall { input: &["summary"], result: PublicResult::FieldsAndRefusals(&ENDED) };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        ended(draft, self.summary.as_deref().unwrap_or_default()).await
    }
}

impl Tool for CompleteStep {
    const NAME: &'static str = "complete_step";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Seeing who comes next", "Goes on with what comes next");
    const PUBLIC: PublicCall = PublicCall { input: &[], result: PublicResult::FieldsAndRefusals(&ENDED) };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        draft.complete_step()?;
        let stack = &draft.game().turn_stack;
        let (is_sub_turn, objective) = (stack.sub_turn().is_ok(), stack.current().and_then(StackedTurn::objective));
        match objective {
            Some(next) => Ok(ToolOutput::found(json!({"turn_id": draft.turn_id(), "step_needed": next}).to_string())),
            None if is_sub_turn => ended(draft, "").await,
            None => {
                let answer = json!({"ended": draft.turn_id(), "note": "The turn ends with your telling."});
                Ok(ToolOutput::done(answer.to_string()))
            }
        }
    }
}

impl Tool for AwaitResponses {
    const NAME: &'static str = "await_responses";
    type Context = Draft;
    const SUMMARY: CallSummary =
        CallSummary::new("Turning to the others at the table", "Turned to the others at the table");
    const PUBLIC: PublicCall = PublicCall {
        input: &["characters", "response_type", "mode", "prompt"],
        result: PublicResult::FieldsAndRefusals(&["ok", "withdrawn", "awaiting", "note", "mode", "yours", "unknown"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let what = match self.response_type {
            RequestKind::None => {
                let waited = draft.withdraw()?;
                return Ok(ToolOutput::done(json!({"ok": true, "withdrawn": waited}).to_string()));
            }
            RequestKind::Action => ResponseType::Action,
            RequestKind::Initiative => ResponseType::Initiative,
            RequestKind::SavingThrow => ResponseType::SavingThrow,
            RequestKind::Reaction => ResponseType::Reaction,
            RequestKind::FreeForm => ResponseType::FreeForm,
        };
        draft.by_hand(Self::NAME)?;
        let game = draft.game();
        let (mut asked, mut yours, mut unknown) = (Vec::<CharacterId>::new(), Vec::new(), Vec::new());
        for name in &self.characters {
            match (game.hero(name.trim()), creature::find(game, name.trim())) {
                (Ok(hero), _) if asked.contains(&hero.id) => {}
                (Ok(hero), _) => asked.push(hero.id.clone()),
                (_, Ok(one)) => yours.push(one.id.to_string()),
                _ => unknown.push(name.clone()),
            }
        }
        if asked.is_empty() && self.response_type == RequestKind::Initiative {
            let note = "Initiative is thrown by the table: call start_combat.";
            return Ok(ToolOutput::found(json!({"ok": true, "awaiting": [], "note": note}).to_string()));
        }
        if asked.is_empty() {
            let heroes = game::listed(game.characters.iter().map(|hero| hero.id.as_str()));
            let words = format!("None of these is a hero whose player could answer; there is {heroes}. Ask again.");
            return Err(ToolError::Refused(words));
        }
        for id in &asked {
            is_up(FighterRef::Hero(game.hero(id.as_str())?))?;
        }
        let ids: Vec<String> = asked.iter().map(CharacterId::to_string).collect();
        draft.await_responses(asked, what, self.mode, self.prompt.as_deref().unwrap_or_default())?;
        let mut answer = json!({"ok": true, "awaiting": ids, "mode": self.mode.as_str()});
        if !yours.is_empty() {
            answer["yours"] = json!(yours);
        }
        if !unknown.is_empty() {
            answer["unknown"] = json!(unknown);
        }
        Ok(ToolOutput::partly_rejected(answer.to_string(), !unknown.is_empty()))
    }
}

/// Ends the current sub-turn and says where the play goes on.
async fn ended(draft: &mut Draft, came_of_it: &str) -> Result<ToolOutput, ToolError> {
    let parents = draft.game().turn_stack.active().len();
    let ended = draft.end_sub_turn(came_of_it).await?;
    let next = match draft.game().turn_stack.active().len() < parents {
        true => "return_to_parent",
        false => "next_pending",
    };
    Ok(ToolOutput::found(json!({"ended": ended, next: current(draft)}).to_string()))
}

/// The turn that is played now.
fn current(draft: &Draft) -> Value {
    let turn = draft.game().turn_stack.current();
    turn.map_or(
        Value::Null,
        |turn| json!({"turn_id": turn.id, "speaker": turn.speaker, "step_needed": Draft::step_needed(turn)}),
    )
}

/// A speaker by the id the table knows them by, or else by the name that was given.
///
/// # Errors
/// They are dead, or lie at 0 hit points.
fn speaker(game: &Game, name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    if let Ok(hero) = game.hero(name) {
        is_up(FighterRef::Hero(hero))?;
        return Ok(hero.id.to_string());
    }
    if let Ok(one) = creature::find(game, name) {
        is_up(FighterRef::Creature(one))?;
        return Ok(one.id.to_string());
    }
    match person::find(game, name).filter(|npc| npc.dead) {
        Some(npc) => Err(Refusal::new(format!("{} is dead and does nothing.", npc.shown_name()))),
        None => Ok(name.to_owned()),
    }
}

/// Checks that someone can do or say anything at all.
///
/// # Errors
/// They are dead, or lie at 0 hit points.
fn is_up(fighter: FighterRef) -> Result<(), Refusal> {
    match fighter.downed_state() {
        Some(state) => Err(Refusal::new(format!("{} is {state} and does nothing. Leave them out.", fighter.name()))),
        None => Ok(()),
    }
}
