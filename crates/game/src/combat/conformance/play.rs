//! Plays a conformance case.

use serde_json::Value;

use super::{
    super::{
        arms,
        bout::Bout,
        deed::EffectDuration,
        fighter::{FighterId, FighterRef},
        perform::perform,
        riders, rounds, stances,
        strike::{self, Striking},
        timing::Timing,
        wound::{self, IncomingDamage},
    },
    case::{Case, CaseAction, CaseStep},
    formula, seen,
    setting::{self, named},
};
use crate::{
    Change, Game, Refusal,
    character::Character,
    command::Batch,
    d20::{SaveReason, SavingThrow, check, save},
    dice::{DiceCup, Proof, Roll, RollPurpose},
    rest,
};

/// The game after a step, its changes, and its rolls.
pub(super) struct StepResult {
    pub(super) game: Game,
    pub(super) changes: Vec<Change>,
    pub(super) thrown: Vec<String>,
}

/// Plays a case.
///
/// # Errors
/// The differences from the case's expectations, in words.
pub(super) fn play(case: &Case) -> Result<(), String> {
    if let Some(formula) = &case.reckon {
        return same("reckoned", &formula::reckon(formula)?, &case.is);
    }
    let (mut game, opened) = setting::set(case)?;
    if let Some(thrown) = case.opening.as_ref().and_then(|opening| opening.thrown.as_ref()) {
        same("thrown", &opened.into(), &thrown.clone().into())?;
    }
    for (n, step) in (1..).zip(&case.steps) {
        game = played(&game, step).map_err(|why| format!("step {n}: {why}"))?;
    }
    for (what, must) in &case.expect {
        same(what, &seen::seen(&game, what)?, must)?;
    }
    game.check().map_err(|error| format!("The game is invalid: {error:?}"))
}

fn same(what: &str, came: &Value, must: &Value) -> Result<(), String> {
    if came == must { Ok(()) } else { Err(format!("{what} is {came}, and must be {must}")) }
}

fn played(game: &Game, step: &CaseStep) -> Result<Game, String> {
    let who = match (&step.who, game.encounter.as_deref().and_then(|encounter| encounter.current())) {
        (Some(name), _) => named(game, name)?,
        (None, Some(current)) => current.who.clone(),
        (None, None) => return Err("It is nobody's turn.".to_owned()),
    };
    let once = |bout: &mut Bout| match (done(bout, &who, &step.does)?, &step.refused) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(words)) => Err(format!("It must be refused with “{words}”.")),
        (Err(refusal), None) => Err(format!("It is refused: {refusal}")),
        (Err(refusal), Some(words)) if !refusal.to_string().contains(words.as_str()) => {
            Err(format!("It is refused with “{refusal}”, and not with “{words}”."))
        }
        (Err(_), Some(_)) if !bout.changes().is_empty() => {
            Err(format!("It is refused, and changed: {:?}", bout.changes()))
        }
        (Err(_), Some(_)) => Ok(()),
    };
    let (mut start, mut dice) = (game.clone(), &step.dice[..]);
    // The dice of a rest fall apart from the fight's: the stream is gone along to where the first falls so.
    if let (CaseAction::ShortRest { .. }, [first, ..]) = (&step.does, dice) {
        turn_to(&mut start, &who, first)?;
        dice = &[];
    }
    let played = with_dice(&start, dice, once)?;
    if let Some(thrown) = &step.thrown {
        same("thrown", &played.thrown.clone().into(), &thrown.clone().into())?;
    }
    let mut again = start;
    again.apply_all(&played.changes).map_err(|refusal| format!("What was recorded can't be folded: {refusal}"))?;
    match again == played.game {
        true => Ok(played.game),
        false => Err("What was recorded doesn't come to the game.".to_owned()),
    }
}

/// Does something on a copy of the game, with dice that fall so.
///
/// # Errors
/// It fails, or other dice are thrown than those.
pub(super) fn with_dice(
    game: &Game,
    dice: &[Vec<u32>],
    once: impl Fn(&mut Bout) -> Result<(), String>,
) -> Result<StepResult, String> {
    let mut after = game.clone();
    let mut bout = Bout::new(&mut after, setting::book()?).with_laid(dice);
    let as_said = once(&mut bout);
    let (changes, ..) = bout.finish();
    let rolls: Vec<&Roll> = changes.iter().filter_map(roll).collect();
    let thrown: Vec<String> = rolls.iter().map(|roll| roll.expression.clone()).collect();
    as_said.map_err(|why| format!("{why} Thrown: {thrown:?}"))?;
    if thrown.len() < dice.len() {
        return Err(format!("Only {} throws fell, and {} must: {thrown:?}", thrown.len(), dice.len()));
    }
    if let Some((roll, wish)) = rolls.iter().zip(dice).find(|(roll, wish)| !shows(roll, wish)) {
        return Err(format!("{} is thrown where {wish:?} must fall; thrown are {thrown:?}.", roll.expression));
    }
    Ok(StepResult { game: after, changes, thrown })
}

/// Goes along the stream of dice to where a hero's hit die shows what it must.
fn turn_to(game: &mut Game, who: &FighterId, shown: &[u32]) -> Result<(), String> {
    let Some(FighterRef::Hero(hero)) = game.fighter(who) else { return Err("Only heroes rest.".to_owned()) };
    let die = format!("1d{}", hero.hit_dice.sides);
    let falls = |next_index: &u64| {
        let cup = DiceCup { next_index: *next_index, ..game.dice.clone() };
        cup.throw(&die, "").is_ok_and(|roll| shows(&roll, shown))
    };
    let found = (game.dice.next_index + 1..10_000).find(falls);
    let index = found.ok_or_else(|| format!("{die} never shows {shown:?}."))?;
    let any = game.dice.throw(&die, "").map_err(|refusal| refusal.to_string())?;
    let roll = Roll { proof: Proof { index: index - 1 }, ..any };
    game.apply(&Change::DiceRolled { roll }).map_err(|refusal| refusal.to_string())
}

fn shows(roll: &Roll, wish: &[u32]) -> bool {
    roll.dice.len() == wish.len() && roll.dice.iter().zip(wish).all(|(die, wish)| *wish == 0 || die.value == *wish)
}

fn roll(change: &Change) -> Option<&Roll> {
    match change {
        Change::DiceRolled { roll } => Some(roll),
        _ => None,
    }
}

/// Performs the step. A wrong outcome is an error at once; a refusal may be the expected outcome.
fn done(bout: &mut Bout, who: &FighterId, does: &CaseAction) -> Result<Result<(), Refusal>, String> {
    Ok(match does {
        CaseAction::Act(act) => perform(bout, who, act).map(drop),
        CaseAction::Hurt { parts, magical, critical } => {
            wound::hurt(bout, who, IncomingDamage { critical: *critical, ..IncomingDamage::new(parts, None, *magical) })
                .and_then(|_| super::super::ending::settle(bout))
                .map(drop)
        }
        CaseAction::Heal(amount) => wound::heal(bout, who, *amount).map(drop),
        CaseAction::Shield(amount) => wound::shield(bout, who, *amount),
        CaseAction::Save { ability, dc, magical, against, made } => {
            let due = SavingThrow { magical: *magical, against, ..SavingThrow::new(*ability, *dc) };
            let came =
                save(bout, who, &due, &SaveReason::against("the case")).map_err(|refusal| refusal.to_string())?;
            same("made", &came.made.into(), &made.unwrap_or(came.made).into())?;
            Ok(())
        }
        CaseAction::Check { skill, total } => {
            let came = check(bout, who, *skill, &RollPurpose::check(*skill)).map_err(|refusal| refusal.to_string())?;
            same("total", &came.total.into(), &total.unwrap_or(came.total).into())?;
            Ok(())
        }
        CaseAction::Suffer { condition, by } => {
            let timing = match by {
                Some(by) => Timing::of(EffectDuration::UntilEnded, &named(bout.game(), by)?, who, None),
                None => None,
            };
            riders::afflict(bout, who, *condition, timing)
        }
        CaseAction::Trigger { target } => {
            let target = named(bout.game(), target)?;
            stances::trigger(bout, who, Some(target))
        }
        CaseAction::EndTurns(n) => (0..*n).try_for_each(|_| rounds::end_turn(bout)),
        CaseAction::ShortRest { hit_dice } => rested(bout, who, Some(*hit_dice)),
        CaseAction::LongRest => rested(bout, who, None),
        CaseAction::Command(command) => command.carry_out(bout, &mut Batch::default()).map(drop),
        CaseAction::Strike { with, foe, sway, dice, felt } => {
            let foe = setting::foe(bout.game(), foe)?;
            let hero = hero(bout, who)?;
            let arm = arms::find(hero, Some(with)).map_err(|refusal| refusal.to_string())?;
            let test = strike::test_outside(bout.game(), hero, Some(&foe), arm.clone()).given(*sway);
            same("dice", &test.expression().into(), &dice.clone().into())?;
            let Some(felt) = felt else { return Ok(Ok(())) };
            let whom = FighterId::Creature(foe.id.clone());
            bout.make(Change::CreatureEntered { creature: foe }).map_err(|refusal| refusal.to_string())?;
            let struck =
                strike::strike_at(bout, who, Some(&whom), &Striking::with_arm(arm), *sway, &RollPurpose::story(""));
            let came = struck.map_err(|refusal| refusal.to_string())?.hit.map_or(0, |(_, felt)| felt);
            same("felt", &came.into(), &(*felt).into())?;
            Ok(())
        }
    })
}

fn hero<'b>(bout: &'b Bout, who: &FighterId) -> Result<&'b Character, String> {
    bout.game().hero(who.as_str()).map_err(|refusal| refusal.to_string())
}

fn rested(bout: &mut Bout, who: &FighterId, hit_dice: Option<u8>) -> Result<(), Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else {
        return Err(Refusal::new("Only heroes rest."));
    };
    let hero = hero.clone();
    let changes = match hit_dice {
        Some(n) => rest::short(bout.game(), &hero, n)?,
        None => rest::long(bout.game(), &hero)?,
    };
    bout.make_all(changes)
}
