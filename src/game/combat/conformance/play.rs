//! A case, played.

use serde_json::Value;

use super::{
    super::{
        bout::Bout,
        d20::{Due, check, save},
        deed::Lasts,
        fighter::FighterId,
        perform::perform,
        riders, rounds, stances,
        timing::Timing,
        wound::{self, Damage},
    },
    case::{Case, Does, Step},
    reckoning, seen,
    setting::{self, named},
};
use crate::game::{
    Change, Game, Refusal,
    dice::{DiceCup, Proof, Roll},
    rest,
};

/// How far along the stream of dice throws are looked for.
const FURTHEST: u64 = 400_000;

/// The game after a step, what was changed, and what was thrown.
pub(super) struct Played {
    pub(super) game: Game,
    pub(super) changes: Vec<Change>,
    pub(super) thrown: Vec<String>,
}

/// Plays a case.
///
/// # Errors
/// What came otherwise than the case says, in words.
pub(super) fn play(case: &Case) -> Result<(), String> {
    if let Some(reckoning) = &case.reckon {
        return same("reckoned", &reckoning::reckon(reckoning)?, &case.is);
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
    game.check().map_err(|error| format!("The game isn't sound: {error:?}"))
}

fn same(what: &str, came: &Value, must: &Value) -> Result<(), String> {
    if came == must { Ok(()) } else { Err(format!("{what} is {came}, and must be {must}")) }
}

fn played(game: &Game, step: &Step) -> Result<Game, String> {
    let who = match (&step.who, game.encounter.as_deref().and_then(|encounter| encounter.current())) {
        (Some(name), _) => named(game, name)?,
        (None, Some(current)) => current.who.clone(),
        (None, None) => return Err("It is nobody's turn.".to_owned()),
    };
    let book = setting::book()?;
    let once = |game: &mut Game| {
        let mut bout = Bout::new(game, book);
        let done = done(&mut bout, &who, &step.does);
        let (changes, ..) = bout.finish();
        let as_said = match (done, &step.refused) {
            (Err(otherwise), _) => Err(otherwise),
            (Ok(Ok(())), None) => Ok(()),
            (Ok(Ok(())), Some(words)) => Err(format!("It must be refused with “{words}”.")),
            (Ok(Err(refusal)), None) => Err(format!("It is refused: {refusal}")),
            (Ok(Err(refusal)), Some(words)) if !refusal.to_string().contains(words.as_str()) => {
                Err(format!("It is refused with “{refusal}”, and not with “{words}”."))
            }
            (Ok(Err(_)), Some(_)) if !changes.is_empty() => Err(format!("It is refused, and changed: {changes:?}")),
            (Ok(Err(_)), Some(_)) => Ok(()),
        };
        (changes, as_said)
    };
    let played = with_dice(game, &step.dice, once)?;
    if let Some(thrown) = &step.thrown {
        same("thrown", &played.thrown.clone().into(), &thrown.clone().into())?;
    }
    let mut again = game.clone();
    again.apply_all(&played.changes).map_err(|refusal| format!("What was recorded can't be folded: {refusal}"))?;
    match again == played.game {
        true => Ok(played.game),
        false => Err("What was recorded doesn't come to the game.".to_owned()),
    }
}

/// Does something on a copy of the game, with dice that fall so: the stream is gone along until they do.
///
/// # Errors
/// It fails, or the dice don't fall so.
pub(super) fn with_dice(
    game: &Game,
    dice: &[Vec<u32>],
    once: impl Fn(&mut Game) -> (Vec<Change>, Result<(), String>),
) -> Result<Played, String> {
    let mut known: Vec<String> = Vec::new();
    for index in game.dice.next_index + 1..FURTHEST {
        while falls(&game.dice, index, &known, dice) {
            let (mut at, turned) = turned_to(game, index)?;
            let mut changes = vec![turned];
            let (made, as_said) = once(&mut at);
            let rolls: Vec<&Roll> = made.iter().filter_map(roll).collect();
            let as_wished = rolls.iter().zip(dice).take_while(|(roll, wish)| shows(roll, wish)).count();
            let thrown: Vec<String> = rolls.iter().map(|roll| roll.expression.clone()).collect();
            if as_wished == dice.len() {
                as_said?;
                changes.extend(made);
                return Ok(Played { game: at, changes, thrown });
            }
            if as_wished >= thrown.len() {
                as_said?;
                return Err(format!("Only {} throws fell, and {} must: {thrown:?}", thrown.len(), dice.len()));
            }
            if known.len() > as_wished {
                return Err("The same dice led to other throws.".to_owned());
            }
            if let Some((roll, wish)) = rolls.iter().zip(dice).nth(as_wished)
                && roll.dice.len() != wish.len()
            {
                as_said?;
                return Err(format!("{} is thrown where {} dice must fall.", roll.expression, wish.len()));
            }
            known = thrown[..=as_wished].to_vec();
        }
    }
    Err(format!("The dice never fall as {dice:?}; thrown are {known:?}."))
}

/// The game with the stream of dice at an index, as if one throw had been made before it.
fn turned_to(game: &Game, index: u64) -> Result<(Game, Change), String> {
    let roll = game.dice.throw("1d20", "").map_err(|refusal| refusal.to_string())?;
    let change = Change::DiceRolled { roll: Roll { proof: Proof { index: index - 1 }, ..roll } };
    let mut game = game.clone();
    game.apply(&change).map_err(|refusal| refusal.to_string())?;
    Ok((game, change))
}

/// Whether the throws that are known would fall as wished from an index on.
fn falls(cup: &DiceCup, index: u64, known: &[String], dice: &[Vec<u32>]) -> bool {
    (index..).zip(known).zip(dice).all(|((next_index, expression), wish)| {
        let cup = DiceCup { next_index, ..cup.clone() };
        cup.throw(expression, "").is_ok_and(|roll| shows(&roll, wish))
    })
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

/// Does it. What the case says of its outcome that isn't so is an error at once; a refusal is what may be expected.
fn done(bout: &mut Bout, who: &FighterId, does: &Does) -> Result<Result<(), Refusal>, String> {
    Ok(match does {
        Does::Act(act) => perform(bout, who, act).map(drop),
        Does::Hurt { parts, magical, critical } => {
            wound::hurt(bout, who, Damage { parts, magical: *magical, critical: *critical })
                .and_then(|_| super::super::ending::settle(bout))
                .map(drop)
        }
        Does::Heal(amount) => wound::heal(bout, who, *amount).map(drop),
        Does::Shield(amount) => wound::shield(bout, who, *amount),
        Does::Save { ability, dc, magical, against, made } => {
            let due = Due { ability: *ability, dc: *dc, magical: *magical, against };
            let came = save(bout, who, due, "").map_err(|refusal| refusal.to_string())?;
            same("made", &came.into(), &(*made).into())?;
            Ok(())
        }
        Does::Check { skill, total } => {
            let came = check(bout, who, *skill, "").map_err(|refusal| refusal.to_string())?;
            same("total", &came.into(), &(*total).into())?;
            Ok(())
        }
        Does::Suffer { condition, by } => {
            let timing = match by {
                Some(by) => Timing::of(Lasts::UntilEnded, &named(bout.game(), by)?, who, None),
                None => None,
            };
            riders::afflict(bout, who, *condition, timing)
        }
        Does::Trigger { target } => {
            let target = named(bout.game(), target)?;
            stances::trigger(bout, who, Some(target))
        }
        Does::EndTurns(n) => (0..*n).try_for_each(|_| rounds::end_turn(bout)),
        Does::ShortRest { hit_dice } => rested(bout, who, Some(*hit_dice)),
        Does::LongRest => rested(bout, who, None),
    })
}

fn rested(bout: &mut Bout, who: &FighterId, hit_dice: Option<u8>) -> Result<(), Refusal> {
    let super::super::fighter::Fighter::Hero(hero) = bout.fighter(who)? else {
        return Err(Refusal::new("Only heroes rest."));
    };
    let hero = hero.clone();
    let changes = match hit_dice {
        Some(n) => rest::short(bout.game(), &hero, n)?,
        None => rest::long(bout.game(), &hero)?,
    };
    bout.make_all(changes)
}
