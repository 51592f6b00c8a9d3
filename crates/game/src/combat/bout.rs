//! The transaction of a fight: rolls dice, applies changes, records both.

mod asking;

use std::{collections::VecDeque, sync::Arc};

use super::{
    deed::CombatAction,
    encounter::{Combatant, CombatantStatus, Economy, Encounter, FightEnding},
    event::{Actor, CombatEvent, PlainAction},
    fighter::{FighterId, FighterRef},
    orders::{AllyOrder, Unheeded},
    reaction::ReactionAnswer,
    timing::EffectDescription,
};
use crate::{
    Change, Game, Refusal,
    character::Character,
    dice::{Goal, Proof, Roll, RollPurpose},
    limits,
};

/// Looks up spells in the rules library.
pub trait Spellbook {
    /// The action of casting a spell with a slot of a level, 0 for a cantrip; none if the spell is unknown or the slot is too
    /// low.
    fn spell(&self, hero: &Character, name: &str, slot: u8) -> Option<Arc<CombatAction>>;

    /// The rules text of an effect, if they have it.
    fn effect(&self, _name: &str) -> Option<EffectDescription> {
        None
    }
}

/// An amount, and its roll if dice were rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThrownAmount {
    pub n: i32,
    pub thrown: Option<Proof>,
}

impl ThrownAmount {
    /// The amount of a roll.
    pub fn of(roll: &Roll) -> Self {
        Self { n: roll.total, thrown: Some(roll.proof) }
    }
}

impl From<i32> for ThrownAmount {
    fn from(n: i32) -> Self {
        Self { n, thrown: None }
    }
}

/// No spells.
impl Spellbook for () {
    fn spell(&self, _: &Character, _: &str, _: u8) -> Option<Arc<CombatAction>> {
        None
    }
}

/// A step of a fight: a game with recorded changes and events.
pub struct Bout<'a> {
    game: &'a mut Game,
    book: &'a dyn Spellbook,
    changes: Vec<Change>,
    causes: Vec<(usize, Proof)>,
    cause: Option<Proof>,
    is_heard: bool,
    is_ruling: bool,
    events: Vec<CombatEvent>,
    ended: Option<Ended>,
    laid: VecDeque<Vec<u32>>,
    orders: Vec<AllyOrder>,
    unheeded: Unheeded,
    /// The game before this step, if players are asked about reactions.
    origin: Option<Game>,
    /// The current unit, if players are asked.
    attempt: Option<Box<asking::UnitInPlay>>,
    /// Rolls and answers of a unit that is replayed.
    again: Option<(Vec<Roll>, Vec<ReactionAnswer>)>,
}

/// A finished fight, for experience and loot. Occurs once per fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub id: String,
    pub ending: FightEnding,
    /// Experience of each hero who took part.
    pub xp_each: u32,
    /// Defeated creatures, for their loot.
    pub fallen: Vec<FighterId>,
}

impl<'a> Bout<'a> {
    /// A step on a game; `book` has the heroes' spells.
    pub fn new(game: &'a mut Game, book: &'a dyn Spellbook) -> Self {
        let (changes, causes, events, laid) = (Vec::new(), Vec::new(), Vec::new(), VecDeque::new());
        let (cause, ended, is_heard, is_ruling) = (None, None, true, false);
        let (orders, unheeded) = (Vec::new(), Unheeded::default());
        let (origin, attempt, again) = (None, None, None);
        Self {
            game,
            book,
            changes,
            causes,
            cause,
            is_heard,
            is_ruling,
            events,
            ended,
            laid,
            orders,
            unheeded,
            origin,
            attempt,
            again,
        }
    }

    /// Predetermined dice, one list per roll, for conformance cases.
    pub(crate) fn with_laid(self, dice: &[Vec<u32>]) -> Self {
        Self { laid: dice.iter().cloned().collect(), ..self }
    }

    /// A step without recording, for simulations.
    pub fn unheard(game: &'a mut Game, book: &'a dyn Spellbook) -> Self {
        Self { is_heard: false, ..Self::new(game, book) }
    }

    /// Makes it a ruling, whose throws for heroes say whose they are and what they had to reach.
    pub fn rule(&mut self) {
        self.is_ruling = true;
    }

    /// The game as it is.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// The changes made so far, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The changes made, what happened, and the end of the fight where it came.
    pub fn finish(self) -> (Vec<Change>, Vec<CombatEvent>, Option<Ended>) {
        (self.changes, self.events, self.ended)
    }

    /// The events after the first `from`.
    pub(super) fn events_since(&self, from: usize) -> Vec<CombatEvent> {
        self.events.get(from..).unwrap_or_default().to_vec()
    }

    /// The number of events so far.
    pub(super) fn n_events(&self) -> usize {
        self.events.len()
    }

    /// Keeps an order for the friend's next turn; it takes the place of an earlier one.
    pub(super) fn order(&mut self, order: AllyOrder) {
        self.orders.retain(|other| other.who != order.who);
        self.orders.push(order);
    }

    /// Takes the order of a fighter whose turn has come.
    pub(super) fn take_order(&mut self, who: &FighterId) -> Option<AllyOrder> {
        let at = self.orders.iter().position(|order| order.who == *who)?;
        Some(self.orders.remove(at))
    }

    /// Notes that a fighter could not follow an order.
    pub(super) fn note_unheeded(&mut self, who: &FighterId) {
        self.unheeded.impossible.push(who.clone());
    }

    /// The orders of this step that came to nothing.
    pub fn unheeded(&self) -> Unheeded {
        let not_yet = self.orders.iter().map(|order| order.who.clone()).collect();
        Unheeded { not_yet, ..self.unheeded.clone() }
    }

    /// The ending of the fight, if it ended in this step.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    pub(super) fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    pub(crate) fn book(&self) -> &'a dyn Spellbook {
        self.book
    }

    /// Makes a change.
    ///
    /// # Errors
    /// It doesn't fit the game, or there is no room for it.
    pub fn make(&mut self, change: Change) -> Result<(), Refusal> {
        if self.is_stopped() {
            return Err(Self::stopped());
        }
        let made = limits::make(self.game, change)?;
        if self.is_heard {
            let from = self.changes.len();
            self.changes.extend(made);
            self.causes
                .extend(self.cause.into_iter().flat_map(|it| (from..self.changes.len()).map(move |at| (at, it))));
        }
        Ok(())
    }

    /// Marks the changes made in `make` as caused by a roll. Changes caused by an inner roll keep that one.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn because<T>(
        &mut self,
        thrown: Option<Proof>,
        make: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let before = self.cause;
        self.cause = thrown.or(before);
        let made = make(self);
        self.cause = before;
        made
    }

    /// Changes caused by rolls: index of the change, and the roll.
    pub fn causes(&self) -> &[(usize, Proof)] {
        &self.causes
    }

    /// Applies changes in order. Changes of hit points after a roll among them are caused by it.
    ///
    /// # Errors
    /// As [`Bout::make`].
    pub fn make_all(&mut self, changes: impl IntoIterator<Item = Change>) -> Result<(), Refusal> {
        let mut fell = None;
        for change in changes {
            let cause = match &change {
                Change::DiceRolled { roll } => {
                    fell = Some(roll.proof);
                    None
                }
                Change::HpChanged { .. } | Change::CreatureHpChanged { .. } => fell,
                _ => None,
            };
            self.because(cause, |bout| bout.make(change))?;
        }
        Ok(())
    }

    /// Rolls dice.
    ///
    /// # Errors
    /// The expression is invalid.
    pub fn throw(&mut self, expression: &str, purpose: &RollPurpose) -> Result<Roll, Refusal> {
        self.throw_for(None, expression, purpose, |_| None)
    }

    /// Rolls dice for a fighter; in a ruling with the hero and the result.
    ///
    /// # Errors
    /// As [`Bout::throw`].
    pub(crate) fn throw_for(
        &mut self,
        who: Option<&FighterId>,
        expression: &str,
        purpose: &RollPurpose,
        goal: impl FnOnce(&Roll) -> Option<Goal>,
    ) -> Result<Roll, Refusal> {
        if self.is_stopped() {
            return Err(Self::stopped());
        }
        if let Some(roll) = self.fallen(expression, purpose) {
            return Ok(roll);
        }
        let mut roll = match self.laid.pop_front() {
            Some(shown) => self.game.dice.lay(expression, &purpose.in_english(), &shown)?.thrown_for(purpose),
            None => self.game.dice.throw_for(expression, purpose, self.game.told_in())?,
        };
        if self.is_ruling {
            roll.goal = goal(&roll);
            roll.character_id = if let Some(FighterId::Hero(id)) = who { Some(id.clone()) } else { None };
        }
        if self.is_heard {
            // A roll itself has no cause.
            let cause = self.cause.take();
            let made = self.make(Change::DiceRolled { roll: roll.clone() });
            self.cause = cause;
            self.fell(&roll);
            return made.map(|()| roll);
        }
        let change = Change::DiceRolled { roll };
        self.game.apply(&change)?;
        match change {
            Change::DiceRolled { roll } => Ok(roll),
            _ => unreachable!("it is the roll that was put in"),
        }
    }

    /// The total of dice or of a plain number; 0 for other texts.
    pub(super) fn amount(&mut self, dice: &str, purpose: &RollPurpose) -> ThrownAmount {
        match dice.trim().parse::<i32>() {
            Ok(number) => number.into(),
            Err(_) => self.throw(dice, purpose).map_or(0.into(), |roll| ThrownAmount::of(&roll)),
        }
    }

    /// Records an event.
    pub fn happened(&mut self, event: impl FnOnce(&Self) -> CombatEvent) {
        if self.is_heard {
            let event = event(self);
            self.events.push(event);
        }
    }

    /// Inserts an event before those from `at`.
    pub(super) fn happened_before(&mut self, at: usize, event: impl FnOnce(&Self) -> CombatEvent) {
        if self.is_heard {
            let event = event(self);
            self.events.insert(at.min(self.events.len()), event);
        }
    }

    pub fn actor(&self, who: &FighterId) -> Actor {
        Actor { id: who.clone(), name: self.name(who).to_owned() }
    }

    /// Records an action without a target or a number.
    pub(crate) fn did(&mut self, who: &FighterId, action: PlainAction) {
        self.happened(|bout| CombatEvent::Did { who: bout.actor(who), action });
    }

    pub(super) fn name<'s>(&'s self, who: &'s FighterId) -> &'s str {
        self.game.fighter(who).map_or(who.as_str(), FighterRef::name)
    }

    /// # Errors
    /// There is no fighter with this id.
    pub(crate) fn fighter(&self, who: &FighterId) -> Result<FighterRef<'_>, Refusal> {
        self.game.fighter(who).ok_or_else(|| Refusal::new(format!("There is no “{}” here.", who.as_str())))
    }

    /// The current fight.
    ///
    /// # Errors
    /// There is no fight.
    pub(super) fn encounter(&self) -> Result<&Encounter, Refusal> {
        self.game.encounter.as_deref().ok_or_else(|| Refusal::new("There is no fight going on."))
    }

    /// The entry of a fighter in the fight.
    ///
    /// # Errors
    /// There is no fight, or the fighter takes no part in it.
    pub(crate) fn combatant(&self, who: &FighterId) -> Result<&Combatant, Refusal> {
        let found = self.encounter()?.combatant(who);
        found.ok_or_else(|| Refusal::new(format!("{} takes no part in the fight.", self.name(who))))
    }

    /// Spends part of a fighter's turn.
    pub(super) fn spend(&mut self, who: &FighterId, on: impl FnOnce(&mut Economy)) -> Result<(), Refusal> {
        let before = &self.combatant(who)?.economy;
        let mut economy = before.clone();
        on(&mut economy);
        match economy == *before {
            true => Ok(()),
            false => self.make(Change::TurnSpent { who: who.clone(), economy }),
        }
    }

    /// Sets a fighter's stance.
    pub(super) fn stand_as(&mut self, who: &FighterId, how: impl FnOnce(&mut CombatantStatus)) -> Result<(), Refusal> {
        let before = &self.combatant(who)?.stance;
        let mut stance = before.clone();
        how(&mut stance);
        match stance == *before {
            true => Ok(()),
            false => self.make(Change::StanceTaken { who: who.clone(), stance: Box::new(stance) }),
        }
    }

    /// Counts a use of a limited action.
    pub(crate) fn use_once(&mut self, who: &FighterId, name: &str) -> Result<(), Refusal> {
        let spent = self.fighter(who)?.spent(name).saturating_add(1);
        self.make(Change::UsesSpent { who: who.clone(), name: name.to_owned(), spent })
    }
}
