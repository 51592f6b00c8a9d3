//! The entry point for everything a fighter does in its turn.

use super::{
    act::FighterAction,
    activated_features, attack_advantage,
    attacking::{self, AttackOptions},
    bout::{Bout, Ended},
    casting, dying, ending,
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    manoeuvres, movement, potions,
    reaction::{Reaction, ReactionQuestion, Unit},
    rounds,
    square::Square,
    stances, tactics, turning,
};
use crate::{Refusal, RefusalReason, State, condition_kind::ConditionKind, refusal::listed, wording::same};

/// The result of an action.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActOutcome {
    /// The events, in order.
    pub events: Vec<CombatEvent>,
    /// The end of the fight, where it came by this.
    pub ended: Option<Ended>,
}

/// Takes an action in a fighter's turn. Ending a turn passes it to the next fighter; others' turns are played by
/// [`rounds::run`].
///
/// # Errors
/// It is impossible: another's turn, an invalid target, out of reach, the action is spent. The text lists alternatives, and
/// nothing was spent.
pub fn perform(bout: &mut Bout, who: &FighterId, act: &FighterAction) -> Result<ActOutcome, Refusal> {
    let from = bout.n_events();
    match act {
        FighterAction::React { reaction } => answer(bout, who, Some(reaction))?,
        FighterAction::Pass => answer(bout, who, None)?,
        _ => {
            its_turn(bout, who)?;
            able(bout, who, act)?;
            let unit = || Unit::Act { who: who.clone(), act: Box::new(act.clone()) };
            bout.attempt(unit, |bout| {
                do_it(bout, who, act)?;
                if bout.game().encounter.is_some() { ending::settle(bout).map(drop) } else { Ok(()) }
            })?;
        }
    }
    Ok(ActOutcome { events: bout.events_since(from), ended: bout.ended().cloned() })
}

/// Answers the question the fight waits for.
fn answer(bout: &mut Bout, who: &FighterId, reaction: Option<&str>) -> Result<(), Refusal> {
    bout.encounter()?;
    let Some(pending) = bout.pending() else { return Err(Refusal::new("No reaction is asked for.")) };
    let question = &pending.question;
    if question.who.id != *who {
        return Err(unanswered(question));
    }
    let takes = match reaction {
        Some(wanted) => Some(question.option(wanted).cloned().ok_or_else(|| unanswered(question))?),
        None => None,
    };
    bout.answer(takes)
}

/// The refusal while a question is open.
fn unanswered(question: &ReactionQuestion) -> Refusal {
    let options: Vec<String> = question.options.iter().map(Reaction::id).collect();
    let words = format!(
        "The fight waits for a reaction of {}: {} Answer by react ({}) or pass.",
        question.who.name,
        question.sentence().for_log(),
        listed(options.iter().map(String::as_str))
    );
    Refusal::because(RefusalReason::ReactionPending, words)
}

/// Answers by a rule, for fighters without a player to ask.
///
/// # Errors
/// The engine can't go on.
pub(super) fn answer_by_rule(bout: &mut Bout) -> Result<(), Refusal> {
    let Some(pending) = bout.pending() else { return Ok(()) };
    let takes = pending.question.options.first().filter(|it| it.is_taken_by_rule()).cloned();
    bout.answer(takes)
}

/// Plays a unit that a question stopped.
pub(super) fn again(bout: &mut Bout, unit: &Unit) -> Result<(), Refusal> {
    match unit {
        Unit::Turn { who } | Unit::Rest { who, .. } if bout.encounter()?.current().is_none_or(|it| it.who != *who) => {
            Ok(())
        }
        Unit::Turn { .. } => bout.attempt(|| unit.clone(), tactics::take_turn),
        Unit::Rest { who, plan } => bout.attempt(|| unit.clone(), |bout| tactics::finish_turn(bout, who, plan)),
        // Manual changes in the meantime may have made it impossible.
        Unit::Act { who, act } => perform(bout, who, act).map(drop).or(Ok(())),
    }
}

/// Whether nothing is asked that must be answered first.
///
/// # Errors
/// The fight waits for a reaction.
pub fn unasked(bout: &Bout) -> Result<(), Refusal> {
    bout.pending().map_or(Ok(()), |pending| Err(unanswered(&pending.question)))
}

/// Whether it is a fighter's turn, and it can do more than end it.
///
/// # Errors
/// It isn't, or it can't; the text says why.
pub(super) fn can_act(bout: &Bout, who: &FighterId) -> Result<(), Refusal> {
    its_turn(bout, who)?;
    able(bout, who, &FighterAction::Dodge)
}

fn its_turn(bout: &Bout, who: &FighterId) -> Result<(), Refusal> {
    let encounter = bout.encounter()?;
    unasked(bout)?;
    bout.combatant(who)?;
    match encounter.current() {
        Some(current) if current.who == *who => Ok(()),
        Some(current) => {
            Err(Refusal::new(format!("It is {}'s turn, not {}'s.", bout.name(&current.who), bout.name(who))))
        }
        None => Err(Refusal::new("It is nobody's turn.")),
    }
}

fn able(bout: &Bout, who: &FighterId, act: &FighterAction) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    let name = fighter.name();
    match act {
        FighterAction::EndTurn | FighterAction::DeathSave => Ok(()),
        act if turning::is_turned(fighter) && !turning::may(act) => {
            Err(Refusal::new(format!("{name} is turned, and can only get away.")))
        }
        _ if fighter.is_dying() => Err(Refusal::new(format!("{name} is dying, and can only throw for life."))),
        _ if bout.combatant(who)?.surprised => {
            let words = format!("{name} is surprised, and can only end the turn.");
            Err(Refusal::because(RefusalReason::Surprised, words))
        }
        _ if !fighter.acts() => {
            let why = fighter.conditions().iter().find(|condition| condition.incapacitates());
            let why = why.map_or(ConditionKind::Unconscious.name(), |condition| condition.name.as_str());
            Err(Refusal::new(format!("{name} is {}, and can only end the turn.", why.to_lowercase())))
        }
        _ => Ok(()),
    }
}

fn do_it(bout: &mut Bout, who: &FighterId, act: &FighterAction) -> Result<(), Refusal> {
    match act {
        FighterAction::Attack { target, with, second_hand, smite, knock_out } => {
            let target = find(bout.game(), who, target)?;
            let manner = AttackOptions { second_hand: *second_hand, smite: *smite, knock_out: *knock_out };
            attacking::attack(bout, who, &target, with.as_deref(), manner)
        }
        FighterAction::Do { deed, targets, at, slot } => {
            let aimed = |target: &String| {
                find(bout.game(), who, target).or_else(|no| dead_outside(bout.game(), target).ok_or(no))
            };
            let targets = targets.iter().map(aimed).collect::<Result<_, _>>()?;
            casting::cast(bout, who, deed, targets, *at, *slot)
        }
        FighterAction::Use { feature, target, amount } => {
            let target = target.as_deref().map(|target| find(bout.game(), who, target)).transpose()?;
            activated_features::use_power(bout, who, feature, target, *amount)
        }
        FighterAction::UseItem { item, target } => {
            let target = target.as_deref().map(|target| find(bout.game(), who, target)).transpose()?;
            potions::drink(bout, who, item, target)
        }
        FighterAction::Move { to } => movement::go(bout, who, *to),
        FighterAction::StandUp => movement::stand_up(bout, who),
        FighterAction::Grapple { target } => {
            let target = find(bout.game(), who, target)?;
            manoeuvres::grapple(bout, who, &target)
        }
        FighterAction::Shove { target, away } => {
            let target = find(bout.game(), who, target)?;
            manoeuvres::shove(bout, who, &target, *away)
        }
        FighterAction::Escape => manoeuvres::escape(bout, who),
        FighterAction::Dodge => stances::dodge(bout, who),
        FighterAction::Dash { bonus } => stances::dash(bout, who, *bonus),
        FighterAction::Disengage { bonus } => stances::disengage(bout, who, *bonus),
        FighterAction::Hide { bonus } => stances::hide(bout, who, *bonus),
        FighterAction::Help { friend, target } => {
            let (friend, target) = (find(bout.game(), who, friend)?, find(bout.game(), who, target)?);
            stances::help(bout, who, &friend, &target)
        }
        FighterAction::Ready { deed, trigger, target } => {
            let target = target.as_deref().map(|target| find(bout.game(), who, target)).transpose()?;
            stances::ready(bout, who, deed, trigger, target)
        }
        FighterAction::Stabilise { target } => {
            let target = find(bout.game(), who, target)?;
            stances::tend(bout, who, &target)
        }
        FighterAction::DeathSave => {
            dying::throw(bout, who)?;
            match bout.fighter(who)?.is_down() {
                true => rounds::end_turn(bout),
                false => Ok(()),
            }
        }
        FighterAction::EndTurn => {
            if dying::owes_throw(bout, who) {
                dying::throw(bout, who)?;
            }
            rounds::end_turn(bout)
        }
        FighterAction::React { .. } | FighterAction::Pass => Err(Refusal::new("No reaction is asked for.")),
    }
}

/// The square that brings a fighter nearest to another in this turn: beside it where speed allows.
///
/// # Errors
/// The target isn't in the fight, they are adjacent already, or no path leads nearer.
pub fn square_towards(bout: &Bout, who: &FighterId, target: &str) -> Result<Square, Refusal> {
    let target = find(bout.game(), who, target)?;
    let (own, other) = (bout.combatant(who)?, bout.combatant(&target)?);
    movement::towards(bout.game(), own, other.footprint()).ok_or_else(|| {
        let (name, own_name) = (bout.name(&target), bout.name(who));
        Refusal::new(match own.is_beside(other) {
            true => format!("{own_name} is beside {name} already."),
            false => format!("{own_name} can get no nearer to {name} in this turn."),
        })
    })
}

/// Attacks. If the target is out of reach or behind total cover, the fighter moves next to it first, if its speed allows and no
/// adjacent foe would get an opportunity attack.
///
/// # Errors
/// The attack can't be made, as [`perform`] says.
pub fn go_and_attack(bout: &mut Bout, who: &FighterId, target: &str, attack: &FighterAction) -> Result<(), Refusal> {
    let refusal = match perform(bout, who, attack) {
        Err(refusal) if matches!(refusal.reason(), Some(RefusalReason::OutOfReach | RefusalReason::TotalCover)) => {
            refusal
        }
        outcome => return outcome.map(drop),
    };
    let (own, other) =
        (bout.combatant(who)?.footprint(), bout.combatant(&find(bout.game(), who, target)?)?.footprint());
    let to = square_towards(bout, who, target).ok().filter(|to| own.at(*to).is_beside(other));
    let Some(to) = to.filter(|_| bout.combatant(who).is_ok_and(|own| !attack_advantage::foe_beside(bout.game(), own)))
    else {
        return Err(refusal);
    };
    let before = bout.n_events();
    if perform(bout, who, &FighterAction::Move { to }).is_err() {
        return Err(refusal);
    }
    if bout.pending().is_some() {
        return Ok(());
    }
    match perform(bout, who, attack) {
        // An opportunity attack on the way prevented its own attack.
        Err(_) if bout.n_events() > before => Ok(()),
        outcome => outcome.map(drop).map_err(|_| refusal),
    }
}

/// Finds a combatant by id or by name, ignoring case. Among several of a name, the living come before the dead, and enemies of
/// `who` before allies.
///
/// # Errors
/// There is none; the text names those there are.
pub fn find(state: &State, who: &FighterId, wanted: &str) -> Result<FighterId, Refusal> {
    let Some(encounter) = state.encounter.as_deref() else { return Err(Refusal::new("There is no fight going on.")) };
    let side = encounter.combatant(who).map(|it| it.side);
    let wanted = wanted.trim();
    let named = encounter.order.iter().filter(|it| {
        it.who.as_str() == wanted || state.fighter(&it.who).is_some_and(|fighter| same(fighter.name(), wanted))
    });
    let best = named.max_by_key(|it| {
        let alive = state.fighter(&it.who).is_some_and(|fighter| !fighter.is_dead());
        (it.who.as_str() == wanted, alive, side.is_some_and(|side| side.fights(it.side)))
    });
    best.map(|it| it.who.clone()).ok_or_else(|| {
        let living = encounter.order.iter().filter(|it| state.fighter(&it.who).is_some_and(|it| !it.is_dead()));
        let names = listed(living.map(|it| it.who.as_str()));
        Refusal::new(format!("Nobody in the fight is “{wanted}”; there is {names}."))
    })
}

/// The hero or companion of this id or name who was dead before the fight began, and takes no part.
fn dead_outside(state: &State, wanted: &str) -> Option<FighterId> {
    let wanted = wanted.trim();
    let encounter = state.encounter.as_deref()?;
    dead_of_the_party(state).find(|who| {
        let is_called = state.fighter(who).is_some_and(|fighter| same(fighter.name(), wanted));
        (who.as_str() == wanted || is_called) && encounter.combatant(who).is_none()
    })
}

/// The dead among the heroes and their companions.
pub(super) fn dead_of_the_party(state: &State) -> impl Iterator<Item = FighterId> {
    let heroes = state.characters.iter().filter(|hero| hero.dead).map(|hero| FighterId::Hero(hero.id.clone()));
    let companions = state.companions().filter(|one| one.is_dead()).map(|one| FighterId::Creature(one.id.clone()));
    heroes.chain(companions)
}

/// A hero who takes part.
///
/// # Errors
/// It is a creature, which has no such thing.
pub(super) fn hero<'b>(
    bout: &'b Bout,
    who: &FighterId,
    lacks: &str,
) -> Result<&'b crate::character::Character, Refusal> {
    match bout.fighter(who)? {
        FighterRef::Hero(hero) => Ok(hero),
        FighterRef::Creature(one) => Err(Refusal::new(format!("{} has no {lacks}.", one.name))),
    }
}
