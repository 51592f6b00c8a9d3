//! The stack of one exchange as clients see it: open turns, played turns, results.

mod fights;

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    TurnStack,
    awaited::AwaitedView,
    frame::{Logged, StackedTurn},
    moves::ExchangeOpening,
    steps::Phase,
};
use crate::{Change, Game, Refusal};

/// The turn stack of an exchange, as it was when the exchange ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TurnStack)]
pub struct TurnStackView {
    /// The main turn's number.
    pub main_turn: u32,
    /// What kind of moment the exchange was.
    pub phase: Phase,
    /// Whether the main turn had begun in an earlier exchange.
    pub carried_on: bool,
    /// Whether it continues in the next exchange.
    pub held_open: bool,
    /// The turns that are still open, from the main one to the one that is played next.
    pub active: Vec<String>,
    /// The answers it waits for.
    pub awaiting: Option<AwaitedView>,
    /// The main turn, with its sub-turns.
    pub turn: StackedTurnView,
}

/// A turn of the stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StackedTurn)]
pub struct StackedTurnView {
    /// `7`, `7.1`, `7.1.2`.
    pub id: String,
    /// 0 for the main turn.
    pub level: u32,
    /// Whose turn it is.
    pub speaker: String,
    /// Words or an action.
    pub content: String,
    /// What kind of moment it is.
    pub phase: Phase,
    pub state: TurnState,
    /// How many of its steps are done.
    pub n_steps_done: u8,
    /// The next step; absent once all steps are done, and for turns played by the rules.
    pub objective: Option<String>,
    /// Present once it is over.
    pub summary: Option<String>,
    /// Whether the combat rules played it, without a model.
    pub by_rules: bool,
    /// Events in order; finished sub-turns appear as their summary.
    pub log: Vec<Logged>,
    /// The rules looked up in it, as `type/slug`.
    pub rules: Vec<String>,
    /// Sub-turns of this exchange, and open ones of earlier exchanges.
    #[schema(no_recursion)]
    pub turns: Vec<StackedTurnView>,
}

/// The state of a turn of the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TurnState {
    /// Others come before it.
    Pending,
    /// It is open, and one of its sub-turns is played.
    Open,
    /// It is played.
    Current,
    /// It is over.
    Ended,
}

impl TurnStackView {
    /// The stack of the exchange that made these changes on the game `before` it.
    ///
    /// # Errors
    /// The changes don't fit the game.
    pub fn of(before: &Game, opening: &ExchangeOpening, changes: &[Change]) -> Result<Self, Refusal> {
        let mut game = before.clone();
        let mut ended: HashMap<String, Vec<StackedTurnView>> = HashMap::new();
        let mut fights = fights::Watch::begin(before, &opening.speaker);
        let mut main = None;
        for change in changes {
            let stack = &game.turn_stack;
            match change {
                Change::SubTurnEnded { summary, .. } => {
                    let active = stack.active();
                    if let [.., parent, current] = active.as_slice() {
                        let mut over = seen(current, &mut ended, &Watched::over(active.len() - 1));
                        over.summary = Some(summary.clone());
                        ended.entry(parent.id.clone()).or_default().push(over);
                    }
                }
                Change::MainTurnEnded { .. } => main = stack.main.as_deref().cloned(),
                _ => {}
            }
            game.apply(change)?;
            fights.see(&game, change);
        }
        let stack = &game.turn_stack;
        let began = changes.iter().any(|change| matches!(change, Change::EncounterBegan { .. }));
        let fights_on = game.encounter.is_some();
        let phase = Phase::of(before.encounter.is_some() || (began && !fights_on), fights_on);
        let number = before.turn_stack.number(opening.seq);
        let main =
            stack.main.as_deref().cloned().or(main).unwrap_or_else(|| {
                StackedTurn::new(number.to_string(), opening.speaker.as_str(), &opening.words, phase)
            });
        let mut turn = seen(&main, &mut ended, &Watched::of(stack));
        turn.turns.extend(fights.finish(&main));
        Ok(Self {
            main_turn: number,
            phase,
            carried_on: before.turn_stack.main.is_some(),
            held_open: stack.main.is_some(),
            active: stack.active().iter().map(|turn| turn.id.clone()).collect(),
            awaiting: AwaitedView::of(&game),
            turn,
        })
    }
}

/// Which turns are open, while they are examined.
struct Watched<'a> {
    active: Vec<&'a str>,
    level: usize,
    over: bool,
}

impl<'a> Watched<'a> {
    fn of(stack: &'a TurnStack) -> Self {
        let active: Vec<&str> = stack.active().iter().map(|turn| turn.id.as_str()).collect();
        Self { over: active.is_empty(), active, level: 0 }
    }

    fn over(level: usize) -> Self {
        Self { active: Vec::new(), level, over: true }
    }

    fn below(&self) -> Self {
        Self { active: self.active.clone(), level: self.level + 1, over: self.over }
    }

    fn state(&self, turn: &StackedTurn) -> TurnState {
        match self.active.iter().position(|id| *id == turn.id) {
            _ if self.over => TurnState::Ended,
            None => TurnState::Pending,
            Some(i) if i + 1 == self.active.len() => TurnState::Current,
            Some(_) => TurnState::Open,
        }
    }
}

fn seen(turn: &StackedTurn, ended: &mut HashMap<String, Vec<StackedTurnView>>, watched: &Watched) -> StackedTurnView {
    let mut turns = ended.remove(&turn.id).unwrap_or_default();
    let below = watched.below();
    turns.extend(turn.queue.iter().map(|child| seen(child, ended, &below)));
    StackedTurnView {
        id: turn.id.clone(),
        level: u32::try_from(watched.level).unwrap_or(u32::MAX),
        speaker: turn.speaker.clone(),
        content: turn.content.clone(),
        phase: turn.phase,
        state: watched.state(turn),
        n_steps_done: turn.n_steps_done,
        objective: turn.objective().map(str::to_owned),
        summary: None,
        by_rules: false,
        log: turn.log.clone(),
        rules: turn.rules.clone(),
        turns,
    }
}
