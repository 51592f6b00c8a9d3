//! Pauses for a reaction, and resumes with the answer (see [`reaction`](super::super::reaction)).

use super::{
    super::{
        event::CombatEvent,
        orders::AllyOrder,
        reaction::{InterruptedUnit, PendingReaction, Reaction, ReactionAnswer, ReactionQuestion, Reactions, Unit},
    },
    Bout, Ended, Unheeded,
};
use crate::{
    Change, Refusal,
    combat::fighter::FighterId,
    dice::{Proof, Roll, RollPurpose},
};

/// A unit while it is played.
pub(super) struct UnitInPlay {
    unit: Unit,
    start: UnitStart,
    answers: Vec<ReactionAnswer>,
    n_heard: usize,
    rolls: Vec<Roll>,
    /// The number of rolls made before the last question.
    n_recorded: usize,
    n_thrown: usize,
    question: Option<ReactionQuestion>,
}

/// State of a bout at the start of a unit.
struct UnitStart {
    n_changes: usize,
    n_causes: usize,
    n_events: usize,
    cause: Option<Proof>,
    ended: Option<Ended>,
    orders: Vec<AllyOrder>,
    unheeded: Unheeded,
}

impl UnitInPlay {
    fn new(unit: Unit, start: UnitStart, rolls: Vec<Roll>, answers: Vec<ReactionAnswer>) -> Self {
        let n_recorded = rolls.len();
        Self { unit, start, answers, n_heard: 0, rolls, n_recorded, n_thrown: 0, question: None }
    }

    /// The recorded roll at this point, if the dice and the reason are the same. If a manual change in between made them differ,
    /// the rest is rolled again.
    fn fallen(&mut self, expression: &str, purpose: &RollPurpose) -> Option<Roll> {
        match self.rolls.get(self.n_thrown) {
            Some(roll) if roll.expression == expression && roll.in_english() == purpose.in_english() => {
                self.n_thrown += 1;
                Some(roll.clone())
            }
            _ => {
                self.rolls.truncate(self.n_thrown);
                self.n_recorded = self.n_recorded.min(self.n_thrown);
                None
            }
        }
    }

    /// The answer that was given to this question.
    fn heard(&mut self, question: &ReactionQuestion) -> Option<Option<Reaction>> {
        let answer = self.answers.get(self.n_heard)?;
        let fits =
            answer.who == question.who.id && answer.takes.as_ref().is_none_or(|it| question.options.contains(it));
        match fits {
            true => {
                self.n_heard += 1;
                Some(answer.takes.clone())
            }
            false => {
                self.answers.truncate(self.n_heard);
                None
            }
        }
    }
}

impl Bout<'_> {
    /// Lets the players of heroes be asked, or a rule decide.
    #[must_use]
    pub fn with_reactions(self, reactions: Reactions) -> Self {
        let origin = (reactions == Reactions::Ask).then(|| self.game.clone());
        Self { origin, ..self }
    }

    /// Whether the players of heroes are asked.
    pub(in crate::combat) fn asks(&self) -> bool {
        self.origin.is_some()
    }

    /// The question the fight waits for.
    pub fn pending(&self) -> Option<&PendingReaction> {
        self.game.encounter.as_deref()?.pending.as_deref()
    }

    /// Whether a question has stopped the current unit: nothing changes until it is rolled back.
    pub(super) fn is_stopped(&self) -> bool {
        self.attempt.as_ref().is_some_and(|it| it.question.is_some())
    }

    /// The roll of an interrupted unit that is played again.
    pub(super) fn fallen(&mut self, expression: &str, purpose: &RollPurpose) -> Option<Roll> {
        self.attempt.as_mut()?.fallen(expression, purpose)
    }

    /// Keeps a roll for the unit that is played.
    pub(super) fn fell(&mut self, roll: &Roll) {
        if let Some(attempt) = &mut self.attempt {
            attempt.rolls.push(roll.clone());
            attempt.n_thrown = attempt.rolls.len();
        }
    }

    /// Plays a unit. A question in it takes it back, and leaves the fight waiting for the answer. A unit in another is a part of
    /// that one.
    pub(in crate::combat) fn attempt(
        &mut self,
        unit: impl FnOnce() -> Unit,
        play: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let again = self.again.take();
        if self.attempt.is_some() || (self.origin.is_none() && again.is_none()) {
            return play(self);
        }
        let (rolls, answers) = again.unwrap_or_default();
        self.attempt = Some(Box::new(UnitInPlay::new(unit(), self.start(), rolls, answers)));
        let played = play(self);
        match self.attempt.take().map(|it| *it) {
            Some(UnitInPlay { unit, start, answers, rolls, n_recorded, question: Some(question), .. }) => {
                self.take_back(start)?;
                for roll in rolls.iter().skip(n_recorded) {
                    self.make(Change::DiceRolled { roll: roll.clone() })?;
                }
                let orders = self.orders.clone();
                let interrupted = InterruptedUnit { unit, rolls, answers, orders };
                self.happened(|_| CombatEvent::ReactionAsked { question: question.clone() });
                self.make(Change::ReactionAsked { pending: Box::new(PendingReaction { question, interrupted }) })
            }
            _ => played,
        }
    }

    /// Commits the turn up to this point, whatever is asked later in it.
    pub(in crate::combat) fn keep_so_far(&mut self, rest: impl FnOnce() -> Unit) {
        let is_turn = |it: &UnitInPlay| matches!(it.unit, Unit::Turn { .. }) && it.question.is_none();
        if self.attempt.as_deref().is_some_and(is_turn) {
            self.attempt = Some(Box::new(UnitInPlay::new(rest(), self.start(), Vec::new(), Vec::new())));
        }
    }

    fn start(&self) -> UnitStart {
        UnitStart {
            n_changes: self.changes.len(),
            n_causes: self.causes.len(),
            n_events: self.events.len(),
            cause: self.cause,
            ended: self.ended.clone(),
            orders: self.orders.clone(),
            unheeded: self.unheeded.clone(),
        }
    }

    fn take_back(&mut self, start: UnitStart) -> Result<(), Refusal> {
        if let Some(origin) = &self.origin {
            *self.game = origin.clone();
        }
        self.changes.truncate(start.n_changes);
        for change in &self.changes {
            self.game.apply(change)?;
        }
        self.causes.truncate(start.n_causes);
        self.events.truncate(start.n_events);
        (self.cause, self.ended) = (start.cause, start.ended);
        (self.orders, self.unheeded) = (start.orders, start.unheeded);
        Ok(())
    }

    /// A hero's decision on a reaction: the player's answer, or the rule's default.
    ///
    /// # Errors
    /// The player must be asked first; what is being resolved stops there.
    pub(crate) fn decide(
        &mut self,
        who: &FighterId,
        by_rule: Option<Reaction>,
        question: impl FnOnce(&Self) -> ReactionQuestion,
    ) -> Result<Option<Reaction>, Refusal> {
        if self.attempt.is_none() || !who.is_hero() {
            return Ok(by_rule);
        }
        if self.is_stopped() {
            return Err(Self::stopped());
        }
        let question = question(self);
        let asks = self.asks();
        let Some(attempt) = &mut self.attempt else { return Ok(by_rule) };
        match attempt.heard(&question) {
            Some(takes) => Ok(takes),
            None if asks => {
                attempt.question = Some(question);
                Err(Self::stopped())
            }
            None => Ok(by_rule),
        }
    }

    pub(super) fn stopped() -> Refusal {
        Refusal::new("The fight waits for a reaction.")
    }

    /// Resumes the stopped unit with this answer. A hero's action that has become impossible is skipped.
    ///
    /// # Errors
    /// Nothing is asked, or the engine can't go on.
    pub(in crate::combat) fn answer(&mut self, takes: Option<Reaction>) -> Result<(), Refusal> {
        let Some(pending) = self.pending().cloned() else { return Err(Refusal::new("No reaction is asked for.")) };
        let PendingReaction { question, interrupted: InterruptedUnit { unit, rolls, mut answers, orders } } = pending;
        let answer = ReactionAnswer { who: question.who.id, takes };
        self.make(Change::ReactionAnswered { answer: answer.clone() })?;
        answers.push(answer);
        orders.into_iter().for_each(|order| self.order(order));
        self.again = Some((rolls, answers));
        super::super::perform::again(self, &unit)
    }
}
