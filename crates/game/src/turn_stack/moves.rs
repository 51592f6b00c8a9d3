//! Operations on the stack: each returns changes or a refusal.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    MAX_DEPTH, MAX_OPEN, TurnStack,
    awaited::{Awaited, Mode, ResponseType},
    frame::StackedTurn,
    steps::Phase,
};
use crate::{
    Change, Refusal, State,
    id::CharacterId,
    wording::{MAX_LINE, MAX_NAME, cut},
};

/// The exchange that is being played, from which a main turn is opened where something of it must be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExchangeOpening {
    /// The exchange's sequence number, from 1.
    pub seq: u32,
    /// The hero who acts.
    pub speaker: CharacterId,
    /// The player's words.
    pub words: String,
    /// The phase.
    pub phase: Phase,
}

/// One person's part of a sub-turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// A hero's or creature's id, or a name.
    pub speaker: String,
    /// Words or an action.
    pub content: String,
}

/// A sub-turn that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QueuedTurn {
    /// Its number.
    pub id: String,
    /// Whose turn it is.
    pub speaker: String,
    /// Words or an action.
    pub content: String,
}

impl TurnStack {
    /// Opens the exchange's main turn; nothing if one is open.
    fn opened(&self, opening: &ExchangeOpening) -> Option<Change> {
        let ExchangeOpening { speaker, words, phase, .. } = opening;
        self.main.is_none().then(|| Change::MainTurnOpened {
            number: self.number(opening.seq),
            speaker: speaker.clone(),
            words: cut(words, MAX_LINE).to_owned(),
            phase: *phase,
        })
    }

    /// The turn that is current once the main turn is open.
    fn current_in(&self, opening: &ExchangeOpening) -> StackedTurn {
        self.current().cloned().unwrap_or_else(|| {
            let number = self.number(opening.seq).to_string();
            StackedTurn::new(number, opening.speaker.as_str(), &opening.words, opening.phase)
        })
    }

    /// Another exchange goes on with the main turn that is open; nothing if none is. The words of a hero who owes an answer
    /// are noted as that answer, and not here.
    pub fn carry_on(&self, opening: &ExchangeOpening) -> Option<Change> {
        let owes = self.awaited.as_ref().is_some_and(|awaited| awaited.owes(&opening.speaker));
        let words = if owes { "" } else { cut(&opening.words, MAX_LINE) }.to_owned();
        self.main.as_ref().map(|_| Change::MainTurnCarriedOn { speaker: opening.speaker.clone(), words })
    }

    /// Puts sub-turns of the current turn on the stack, to be played one after the other.
    ///
    /// # Errors
    /// No main turn is open, an action has no speaker or no content, or too many are open.
    pub fn queue(&self, opening: &ExchangeOpening, actions: &[Action], phase: Phase) -> Result<Vec<Change>, Refusal> {
        if actions.is_empty() {
            return Err(Refusal::new("Name at least one action, with who does it and what they do."));
        }
        let said = |action: &Action| {
            let (speaker, content) = (cut(&action.speaker, MAX_NAME), cut(&action.content, MAX_LINE));
            (!speaker.is_empty() && !content.is_empty()).then(|| (speaker.to_owned(), content.to_owned()))
        };
        let said: Option<Vec<(String, String)>> = actions.iter().map(said).collect();
        let said = said.ok_or_else(|| Refusal::new("Each action needs a speaker and what they say or do."))?;
        if self.n_open().max(1) + said.len() > MAX_OPEN {
            return Err(Refusal::new(format!("At most {MAX_OPEN} turns are open at once: end some of them first.")));
        }
        if self.active().len().max(1) >= MAX_DEPTH {
            return Err(Refusal::new(format!("Turns nest {MAX_DEPTH} deep at the most: end this one first.")));
        }
        let ids = self.current_in(opening).next_ids(said.len());
        let turns = ids.into_iter().zip(said).map(|(id, (speaker, content))| QueuedTurn { id, speaker, content });
        let queued = Change::SubTurnsQueued { turns: turns.collect(), phase };
        Ok(self.opened(opening).into_iter().chain([queued]).collect())
    }

    /// The sub-turn that is played now.
    ///
    /// # Errors
    /// None is.
    pub fn sub_turn(&self) -> Result<&StackedTurn, Refusal> {
        let none = || Refusal::new("No sub-turn is open; the exchange itself ends with your telling.");
        self.active().into_iter().skip(1).last().ok_or_else(none)
    }

    /// Ends the current sub-turn with its result.
    ///
    /// # Errors
    /// None is.
    pub fn end(&self, summary: &str) -> Result<Change, Refusal> {
        let turn = self.sub_turn()?.id.clone();
        Ok(Change::SubTurnEnded { turn, summary: cut(summary, MAX_LINE).to_owned() })
    }

    /// The current turn's step is done.
    ///
    /// # Errors
    /// All of them were done before.
    pub fn complete_step(&self, opening: &ExchangeOpening) -> Result<Vec<Change>, Refusal> {
        let current = self.current_in(opening);
        if current.objective().is_none() {
            let id = &current.id;
            return Err(Refusal::new(format!("All steps of turn {id} are done: tell the story, and it ends with it.")));
        }
        let step = Change::StepCompleted { turn: current.id };
        Ok(self.opened(opening).into_iter().chain([step]).collect())
    }

    /// The table waits for answers of these heroes. Those it waited for before need not answer any more.
    ///
    /// # Errors
    /// No one is named.
    pub fn await_responses(
        &self,
        opening: &ExchangeOpening,
        asked: Vec<CharacterId>,
        response_type: ResponseType,
        mode: Mode,
        prompt: &str,
    ) -> Result<Vec<Change>, Refusal> {
        if asked.is_empty() {
            return Err(Refusal::new("Name at least one hero who is to answer."));
        }
        let prompt = cut(prompt, MAX_LINE).to_owned();
        let awaited = Awaited { response_type, mode, prompt, asked, given: Vec::new() };
        let changes = [self.opened(opening), self.withdraw(), Some(Change::ResponsesAwaited { awaited })];
        Ok(changes.into_iter().flatten().collect())
    }

    /// Stops waiting for answers; none if no one owed one.
    pub fn withdraw(&self) -> Option<Change> {
        self.awaited.as_ref().map(|_| Change::ResponsesWithdrawn {})
    }

    /// A hero who owes an answer gives it; nothing if that hero owes none.
    pub fn give(&self, who: &CharacterId, words: &str) -> Option<Change> {
        let owes = self.awaited.as_ref().is_some_and(|awaited| awaited.owes(who));
        owes.then(|| Change::ResponseGiven { character_id: who.clone(), words: words.to_owned() })
    }

    /// Ends the wait once enough heroes have answered; heroes at 0 hit points are not waited for.
    pub fn hear(&self, state: &State) -> Option<Change> {
        let awaited = self.awaited.as_ref()?;
        let is_over = awaited.is_complete() || awaited.owed_in(state).next().is_none();
        is_over.then_some(match awaited.given.is_empty() {
            true => Change::ResponsesWithdrawn {},
            false => Change::ResponsesHeard {},
        })
    }

    /// The main turn is over; nothing if none is open, or something in it is.
    pub fn close(&self) -> Option<Change> {
        let main = self.main.as_ref().filter(|_| !self.is_held_open())?;
        main.id.parse().ok().map(|number| Change::MainTurnEnded { number })
    }
}

pub(super) fn same_turn(turn: &StackedTurn, id: &str) -> Result<(), Refusal> {
    match turn.id == id {
        true => Ok(()),
        false => Err(Refusal::new(format!("It is turn {} that is played now, not {id}.", turn.id))),
    }
}
