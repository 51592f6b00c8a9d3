//! The tools of a fight.

pub mod company;
pub mod ending;
pub mod improvise;
pub mod start;
pub mod take_action;
pub mod update;

pub use start::StartCombat;

use game::{
    Refusal,
    character::Character,
    combat::{
        encounter::FightEnding,
        event::{self, CombatEvent},
        fighter::{FighterId, FighterRef},
        orders::Unheeded,
        rounds,
    },
};
use serde_json::{Value, json};

use super::{opening::goes_on, step::hero_of};
use crate::{
    agent::{ToolError, ToolOutput, Toolbox},
    dm::{
        Draft,
        tools::{QueryRules, RollDice},
    },
};

/// The combat agent's toolbox.
pub(in crate::dm) fn toolbox() -> Toolbox<Draft> {
    Toolbox::empty()
        .with::<take_action::TakeAction>()
        .with::<ending::EndTurn>()
        .with::<improvise::Improvise>()
        .with::<RollDice>()
        .with::<update::UpdateInFight>()
        .with::<QueryRules>()
        .with::<ending::EndCombat>()
        .with::<company::AddCombatant>()
        .with::<company::RemoveCombatant>()
        .kept_for_minutes()
}

/// What is left to do after a spell that the rules have no numbers for.
const TO_APPLY: &str = "The rules have changed nothing by this spell but slot and action. Apply what its text does now: who leaves \
                        or gives up by remove_combatant; conditions and things of heroes by update_game_state; then end_turn.";

/// Refuses a second turn of the hero who acts: the player has not said what they do in it.
///
/// # Errors
/// The hero's turn of this message is over.
fn check_turn(draft: &mut Draft) -> Result<(), Refusal> {
    if !draft.has_ended_turn() {
        return Ok(());
    }
    let hero = draft.game().hero(draft.acting().as_str())?;
    let refusal = Refusal::new(format!(
        "{name}'s turn is over, and there was no time for this. Tell what happened so far; {name} acts again when the player has said \
         what they do next.",
        name = hero.name
    ));
    draft.note_refusal(&refusal);
    Err(refusal)
}

/// What a tool of the fight answers: the events after the first `from`, and the current state of the fight.
fn happened(draft: &Draft, from: usize) -> Value {
    happened_after_orders(draft, from, &Unheeded::default())
}

/// The same after orders to friends. Lists those that came to nothing: `not_yet` where the friend's turn comes after the next
/// hero's, `not_followed` where the friend could not do it and did something else.
fn happened_after_orders(draft: &Draft, from: usize, unheeded: &Unheeded) -> Value {
    let game = draft.game();
    let mut answer = json!({"ok": true, "happened": event::lines(draft.events_since(from))});
    match &game.encounter {
        None => {
            answer["fight"] = json!("over");
            add_fallen(draft, from, &mut answer);
        }
        Some(_) => add_standing(draft, &mut answer),
    }
    let lists = [("not_yet", &unheeded.not_yet), ("not_followed", &unheeded.impossible)];
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        answer[key] = json!(list.iter().map(FighterId::as_str).collect::<Vec<_>>());
    }
    answer
}

/// The answer of a tool that may have ended the fight, with what the campaign tells of that, for the model to tell.
async fn outcome(draft: &mut Draft, mut answer: Value) -> Result<ToolOutput, ToolError> {
    let told = draft.plot_after_fight().await?;
    if !told.is_empty() {
        answer["told"] = json!(told);
    }
    Ok(ToolOutput::found(answer.to_string()))
}

/// What becomes of the heroes who lie there once a fight is lost.
const AFTER_DEFEAT: &str = "No one is left to fight for the heroes. Tell what becomes of those who lie there. update_game_state brings \
                            one who is not dead round by hp_delta 1; the others stay as they are.";

/// Adds how a fight is to an answer: its round, whose turn it is, and where the narration ends.
fn add_standing(draft: &Draft, answer: &mut Value) {
    let game = draft.game();
    let Some(encounter) = &game.encounter else { return };
    answer["round"] = json!(encounter.round);
    answer["turn"] = json!(rounds::waits_for(game).map(FighterId::as_str));
    if let Some(next) = goes_on(draft).filter(|_| !draft.fights()) {
        answer["next"] = json!(next);
    }
}

/// Adds how a fight is that has begun, with how many feet each fighter is from the hero who acts.
pub(in crate::dm) fn add_opening(draft: &Draft, answer: &mut Value) {
    add_standing(draft, answer);
    let Some(encounter) = &draft.game().encounter else { return };
    let Some(own) = encounter.combatant(&hero_of(draft.acting())) else { return };
    let others = encounter.order.iter().filter(|it| it.who != own.who);
    let feet: serde_json::Map<String, Value> =
        others.map(|it| (it.who.as_str().to_owned(), json!(own.feet_to(it)))).collect();
    answer["feet_from_hero"] = json!(feet);
}

/// Adds the heroes who lie at 0 hit points after a fight, and what to do after a defeat.
fn add_fallen(draft: &Draft, from: usize, answer: &mut Value) {
    let state = |hero: &Character| Some(format!("{}: {}", hero.id, FighterRef::Hero(hero).downed_state()?));
    let fallen: Vec<String> = draft.game().characters.iter().filter_map(state).collect();
    if !fallen.is_empty() {
        answer["fallen"] = json!(fallen);
    }
    let is_defeat = |event: &CombatEvent| matches!(event, CombatEvent::FightEnded { ending: FightEnding::Defeat, .. });
    if draft.events_since(from).iter().any(is_defeat) {
        answer["next"] = json!(AFTER_DEFEAT);
    }
}
