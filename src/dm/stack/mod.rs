//! The turn stack in a session: operations for tools, owed answers, and what survives an exchange.
//!
//! The rules are those of [`game::turn_stack`]. Here, an ended sub-turn is condensed by the utility model, and an exchange
//! leaves only waiting turns open.

mod closing;
mod condenser;
mod taking_down;

pub(super) use taking_down::{TakeDownResult, take_down};

use std::collections::BTreeSet;

use game::{
    Change, Game, Refusal,
    id::CharacterId,
    turn_stack::{Action, AwaitedAnswer, ExchangeOpening, Mode, Phase, ResponseType, StackedTurn, TurnStack},
};
use prompt::ContextBlock;

use super::{
    agents::CONDENSER,
    draft::Draft,
    prompt::{group_block, turn_log},
    tools::known,
};
use crate::rules::RuleKind;

/// Most rules in a reader's prompt.
const MAX_KNOWN_EFFECTS: usize = 12;

/// The exchange a draft is played in, as far as the stack needs to know it.
#[derive(Debug, Clone)]
pub(super) struct ExchangeContext {
    /// The exchange's sequence number, from 1.
    seq: u32,
    /// The player's words.
    words: String,
    /// Whether there was a fight when it began.
    fought: bool,
    /// The stack at the start: newer parts are not yet in the model's log.
    begun: TurnStack,
    /// Whether a model has narrated the turn.
    is_told: bool,
    /// Start of the current turn's text in the story, in bytes.
    told_from: usize,
}

impl ExchangeContext {
    /// The moment before anything happened in the exchange `seq`.
    pub(super) fn of(game: &Game, seq: u32, words: &str) -> Self {
        Self {
            seq,
            words: words.to_owned(),
            fought: game.encounter.is_some(),
            begun: game.turn_stack.clone(),
            is_told: false,
            told_from: 0,
        }
    }

    /// The exchange's sequence number.
    pub(super) fn seq(&self) -> u32 {
        self.seq
    }

    /// The player's words.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// Sets the first message.
    pub(super) fn begins_with(&mut self, words: &str) {
        words.clone_into(&mut self.words);
    }

    /// Cuts the story to its first `keep` bytes.
    pub(super) fn taken_back(&mut self, keep: usize) {
        self.told_from = self.told_from.min(keep);
    }

    /// Start of the current turn's text in the story, in bytes.
    pub(super) fn told_from(&self) -> usize {
        self.told_from
    }

    /// Whether a model has narrated the turn.
    pub(super) fn is_told(&self) -> bool {
        self.is_told
    }

    /// Marks the turn as narrated by a model.
    pub(super) fn was_told(&mut self) {
        self.is_told = true;
    }
}

impl Draft {
    /// The number of the turn that is played now.
    pub(super) fn turn_id(&self) -> String {
        let stack = &self.game().turn_stack;
        stack.current().map_or_else(|| stack.number(self.moment.seq).to_string(), |turn| turn.id.clone())
    }

    /// The next step of the current turn.
    pub(super) fn step_needed(turn: &StackedTurn) -> &'static str {
        turn.objective().unwrap_or("Tell what came of it; the turn ends with that.")
    }

    /// The phase of the turn.
    pub(super) fn phase(&self) -> Phase {
        let fights = self.game().encounter.is_some();
        Phase::of(self.moment.fought || (self.has_fought() && !fights), fights)
    }

    /// Whether any of the exchange was a fight.
    fn has_fought(&self) -> bool {
        let began = self.record.changes.iter().any(|change| matches!(change, Change::EncounterBegan { .. }));
        self.moment.fought || began
    }

    fn opening(&self) -> ExchangeOpening {
        let (seq, words) = (self.moment.seq, self.moment.words.clone());
        ExchangeOpening { seq, speaker: self.acting().clone(), words, phase: self.phase() }
    }

    /// The exchange goes on with the main turn of an earlier one, if that is open.
    ///
    /// # Errors
    /// The turn stack is invalid.
    pub(super) fn carry_on(&mut self) -> Result<(), Refusal> {
        let on = self.game().turn_stack.carry_on(&self.opening());
        on.map_or(Ok(()), |change| self.record(change))
    }

    /// Puts sub-turns of the current turn on the stack and answers their numbers.
    ///
    /// # Errors
    /// No main turn is open, an action has no speaker or no content, or too many are open.
    pub(super) fn queue_turns(&mut self, actions: &[Action], phase: Option<Phase>) -> Result<Vec<String>, Refusal> {
        let changes = self.game().turn_stack.queue(&self.opening(), actions, phase.unwrap_or_else(|| self.phase()))?;
        self.record_all(changes)?;
        self.moment.told_from = self.record.narrative.len();
        let queue = |turn: &StackedTurn| turn.queue.iter().map(|turn| turn.id.clone()).collect();
        Ok(self.parent().map(queue).unwrap_or_default())
    }

    /// Ends the current sub-turn: condenses it into its parent's log. Returns its number.
    ///
    /// # Errors
    /// No sub-turn is open; then nothing was changed.
    pub(super) async fn end_sub_turn(&mut self, came_of_it: &str) -> Result<String, Refusal> {
        let turn = self.game().turn_stack.sub_turn()?.clone();
        let told = self.told_in_turn().to_owned();
        let (summary, spent) = condenser::condense(&self.models_for(CONDENSER, &[]), &turn, came_of_it, &told).await;
        if let Some((model, tokens)) = spent {
            self.count(CONDENSER, &model, &tokens);
        }
        self.end_with(&summary)?;
        Ok(turn.id)
    }

    /// Ends the current sub-turn with these words.
    fn end_with(&mut self, summary: &str) -> Result<(), Refusal> {
        let end = self.game().turn_stack.end(summary)?;
        self.record(end)?;
        self.moment.told_from = self.record.narrative.len();
        Ok(())
    }

    /// The story of this exchange in the current turn.
    pub(super) fn told_in_turn(&self) -> &str {
        self.record.narrative.get(self.moment.told_from..).unwrap_or_default()
    }

    /// The current turn's step is done.
    ///
    /// # Errors
    /// All of them were done before.
    pub(super) fn complete_step(&mut self) -> Result<(), Refusal> {
        let changes = self.game().turn_stack.complete_step(&self.opening())?;
        self.record_all(changes)
    }

    /// The table waits for these heroes.
    ///
    /// # Errors
    /// No one is named.
    pub(super) fn await_responses(
        &mut self,
        asked: Vec<CharacterId>,
        response_type: ResponseType,
        mode: Mode,
        prompt: &str,
    ) -> Result<(), Refusal> {
        let changes = self.game().turn_stack.await_responses(&self.opening(), asked, response_type, mode, prompt)?;
        self.record_all(changes)
    }

    /// Stops waiting for answers. False if no one owed one.
    ///
    /// # Errors
    /// The turn stack is invalid.
    pub(super) fn withdraw(&mut self) -> Result<bool, Refusal> {
        let withdrawn = self.game().turn_stack.withdraw();
        let waited = withdrawn.is_some();
        withdrawn.map_or(Ok(()), |change| self.record(change))?;
        Ok(waited)
    }

    /// The turn whose sub-turn is played now.
    fn parent(&self) -> Option<&StackedTurn> {
        self.game().turn_stack.active().into_iter().rev().nth(1)
    }

    /// Rules of possible effects that were looked up in the current turn and its parents, one per line, by type.
    pub(super) fn known_effects(&mut self) -> Vec<String> {
        let stacked = self.game().turn_stack.active().into_iter().flat_map(|turn| turn.rules.iter().cloned());
        let mut ids: BTreeSet<String> = stacked.collect();
        let look_ups = self.look_ups();
        ids.extend(look_ups.rules_known());
        let library = look_ups.library();
        let edition = self.game().rules_edition;
        let can_lie = |id: &&String| {
            let kind = id.split_once('/').and_then(|(kind, _)| RuleKind::read(kind));
            kind.is_some_and(|kind| RuleKind::OF_EFFECTS.contains(&kind))
        };
        let lines = ids.iter().filter(can_lie).filter_map(|id| known(&library, edition, id));
        lines.take(MAX_KNOWN_EFFECTS).collect()
    }

    /// Prompt blocks of the stack: the log of an open main turn, and answers of others.
    pub(super) fn stack_blocks(&mut self, group: &[AwaitedAnswer]) -> Vec<ContextBlock> {
        let awaited = self.game().turn_stack.awaited.clone();
        let begun = TurnStack { awaited, ..self.moment.begun.clone() };
        let ids: BTreeSet<&String> = begun.active().into_iter().flat_map(|turn| &turn.rules).collect();
        let (library, edition) = (self.look_ups().library(), self.game().rules_edition);
        let rules: Vec<String> = ids.into_iter().filter_map(|id| known(&library, edition, id)).collect();
        let (log, group) = (turn_log(&begun, &rules), group_block(group));
        log.map(ContextBlock::from).into_iter().chain(group.map(ContextBlock::from)).collect()
    }
}
