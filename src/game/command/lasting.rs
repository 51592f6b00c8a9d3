//! Commands about what lasts for a while: conditions, boons and curses.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Done, DurationType, anybody, at_least_one};
use crate::game::{
    Refusal,
    character::{Ability, Condition},
    combat::{
        bout::Bout,
        deed,
        fighter::FighterId,
        harm::Harm,
        laid,
        modifier::Modifier,
        timing::{Lasting, ROUNDS_PER_MINUTE, Timing},
    },
    condition_kind::ConditionKind,
    conditions::{self, KILLS},
    listed,
    wording::{name as named, same},
};

/// Most boons and curses a command lays on one bearer.
const MAX_BUFFS: usize = 30;
/// How far a modifier goes to either side.
const MAX_MODIFIER: i32 = 20;
/// How far a modifier of the speed goes to either side, in feet.
const MAX_FEET: i32 = 120;
/// The longest duration, in rounds: thirty days.
const MAX_ROUNDS: u32 = 30 * 24 * 60 * ROUNDS_PER_MINUTE;

/// How long something lasts, as a command says it.
#[derive(Clone, Copy)]
pub(super) struct Lasts<'a> {
    pub(super) kind: Option<DurationType>,
    pub(super) n: Option<u32>,
    pub(super) source: Option<&'a str>,
}

impl Lasts<'_> {
    /// When it ends, and that in words.
    fn timing(self, bout: &Bout, bearer: &FighterId) -> Result<(Timing, String), Refusal> {
        let kind = self.kind.ok_or_else(|| {
            Refusal::new(
                "Say how long it lasts, by `duration_type`: rounds, minutes, hours, concentration, until_rest or permanent.",
            )
        })?;
        let source = self.source.map_or_else(|| Ok(bearer.clone()), |name| anybody(bout.game(), name))?;
        let lasting = |rounds, concentration| {
            let lasts = deed::Lasts::Rounds { rounds, concentration, save_at_end: false };
            Timing::of(lasts, &source, bearer, None)
        };
        let endless = || Timing::of(deed::Lasts::UntilEnded, &source, bearer, None);
        let (timing, words) = match kind {
            DurationType::Rounds | DurationType::Minutes | DurationType::Hours => {
                let (unit, word) = match kind {
                    DurationType::Rounds => (1, "round"),
                    DurationType::Minutes => (ROUNDS_PER_MINUTE, "minute"),
                    _ => (60 * ROUNDS_PER_MINUTE, "hour"),
                };
                let n = self.n.ok_or_else(|| Refusal::new(format!("Say how many {word}s, by `duration`.")))?;
                at_least_one(n, "`duration`")?;
                let rounds = n.saturating_mul(unit).min(MAX_ROUNDS);
                (lasting(rounds, false), format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
            }
            DurationType::Concentration => match self.n {
                // Minutes, where the spell has an end of its own.
                Some(minutes) if minutes > 0 => {
                    let rounds = minutes.saturating_mul(ROUNDS_PER_MINUTE).min(MAX_ROUNDS);
                    (lasting(rounds, true), format!("concentration, up to {minutes} minutes"))
                }
                _ => {
                    let timing = endless().map(|timing| Timing { concentration: true, ..timing });
                    (timing, "concentration".to_owned())
                }
            },
            DurationType::UntilRest => {
                (endless().map(|timing| Timing { until_rest: true, ..timing }), "until the next rest".to_owned())
            }
            DurationType::Permanent => (endless(), "until it is ended".to_owned()),
        };
        let timing = timing.ok_or_else(|| Refusal::new("It would be over at once."))?;
        Ok((timing, words))
    }
}

/// A condition sets in.
pub(super) fn set_in(bout: &mut Bout, who: &FighterId, which: ConditionKind, lasts: Lasts) -> Result<Done, Refusal> {
    let (timing, words) = lasts.timing(bout, who)?;
    let fighter = bout.fighter(who)?;
    let grows = which == ConditionKind::Exhaustion;
    if !grows && fighter.conditions().iter().any(|condition| condition.is(which)) {
        return Err(Refusal::new(format!("{} is {} already.", fighter.name(), which.name())));
    }
    let (name, mut details) = (fighter.name().to_owned(), told(&timing, &words, Value::Null));
    let condition =
        Condition { duration: Some(words.clone()), timing: Some(Box::new(timing)), ..Condition::new(which.name()) };
    laid::set_in(bout, who, which, condition)?;
    let message = match grows {
        true => {
            let fighter = bout.fighter(who)?;
            let dies = if fighter.is_dead() { " and dies" } else { "" };
            details["level"] = json!(fighter.exhaustion());
            format!("{name} has exhaustion {} of {KILLS}{dies} ({words}).", fighter.exhaustion())
        }
        false => format!("{name} is {} ({words}).", which.name()),
    };
    Ok(Done { message, details })
}

/// A condition ends.
pub(super) fn cure(bout: &mut Bout, who: &FighterId, which: ConditionKind) -> Result<Done, Refusal> {
    let fighter = bout.fighter(who)?;
    let name = fighter.name().to_owned();
    let there = fighter.conditions().iter().find(|condition| condition.is(which));
    let there = there.map(|condition| condition.name.clone()).ok_or_else(|| {
        let names = listed(fighter.conditions().iter().map(|condition| condition.name.as_str()));
        Refusal::new(format!("{name} isn't {}; there is {names} to end.", which.name()))
    })?;
    laid::end(bout, who, &there)?;
    Ok(Done { message: format!("{name} is no longer {}.", which.name()), details: json!({}) })
}

/// A boon or a curse begins. One without `modifiers` changes no number: its name says what it is.
pub(super) fn lay(
    bout: &mut Bout,
    who: &FighterId,
    buff: &str,
    modifiers: Option<&BTreeMap<String, i32>>,
    lasts: Lasts,
) -> Result<Done, Refusal> {
    let buff = named(buff);
    if buff.is_empty() {
        return Err(Refusal::new("A buff needs a name."));
    }
    let (timing, words) = lasts.timing(bout, who)?;
    if modifiers.is_some_and(BTreeMap::is_empty) {
        return Err(Refusal::new(format!(
            "Say what “{buff}” changes, by `modifiers`: {}; leave them out where it changes no number.",
            listed(STATS)
        )));
    }
    let numbers = modifiers.into_iter().flatten();
    let read: Vec<Modifier> = numbers.map(|(stat, by)| modifier(stat, *by)).collect::<Result<_, Refusal>>()?;
    let fighter = bout.fighter(who)?;
    conditions::no_death(fighter, &buff)?;
    let name = fighter.name().to_owned();
    if fighter.effects().iter().any(|effect| same(&effect.name, &buff)) {
        return Err(Refusal::new(format!("{name} is under “{buff}” already.")));
    }
    if fighter.effects().len() >= MAX_BUFFS {
        return Err(Refusal::new(format!("{name} is under too much already: end what is over first.")));
    }
    let details = told(&timing, &words, json!(modifiers));
    laid::lay(bout, who, Lasting { name: buff.clone(), modifiers: read, timing })?;
    let changed: Vec<String> = modifiers.into_iter().flatten().map(|(stat, by)| format!("{stat} {by:+}")).collect();
    let changed = if changed.is_empty() { String::new() } else { format!(": {}", changed.join(", ")) };
    Ok(Done { message: format!("{name} is under {buff}{changed} ({words})."), details })
}

/// A boon or a curse ends.
pub(super) fn lift(bout: &mut Bout, who: &FighterId, buff: &str) -> Result<Done, Refusal> {
    let fighter = bout.fighter(who)?;
    let (name, buff) = (fighter.name().to_owned(), named(buff));
    let there = fighter.effects().iter().find(|effect| same(&effect.name, &buff));
    let there = there.map(|effect| effect.name.clone()).ok_or_else(|| {
        let names = listed(fighter.effects().iter().map(|effect| effect.name.as_str()));
        Refusal::new(format!("{name} isn't under “{buff}”; there is {names} to end."))
    })?;
    laid::lift(bout, who, &there)?;
    Ok(Done { message: format!("{name} is no longer under {there}."), details: json!({}) })
}

fn told(timing: &Timing, words: &str, modifiers: Value) -> Value {
    let mut details = json!({ "duration": words, "rounds_left": timing.rounds_left });
    if !modifiers.is_null() {
        details["modifiers"] = modifiers;
    }
    details
}

/// What a modifier may change, beside the six abilities.
const STATS: [&str; 8] = [
    "armor_class",
    "unarmored_base",
    "attack",
    "damage",
    "saves",
    "speed",
    "ability_checks",
    "an ability such as strength",
];

/// A number of a command as the engine reckons with it.
fn modifier(stat: &str, by: i32) -> Result<Modifier, Refusal> {
    let name = stat.trim().to_lowercase().replace([' ', '-'], "_");
    let most = if name == "speed" { MAX_FEET } else { MAX_MODIFIER };
    if by == 0 || by.checked_abs().is_none_or(|by| by > most) {
        return Err(Refusal::new(format!("{stat} can be changed by 1 to {most}, up or down, and not by {by}.")));
    }
    let dice = by.to_string();
    Ok(match name.as_str() {
        "armor_class" | "ac" => Modifier::ArmorClass { by },
        "unarmored_base" => Modifier::UnarmoredBase { base: by },
        "attack" | "attacks" => Modifier::AttackDice { dice },
        "damage" => Modifier::DamageDice { harm: Harm { dice, damage_type: None } },
        "saves" | "saving_throws" => Modifier::SaveDice { dice },
        "speed" => Modifier::Speed { feet: by },
        "ability_checks" | "checks" => Modifier::CheckDice { dice },
        other => match ability(other) {
            Some(ability) => Modifier::AbilityDice { ability, dice },
            None => {
                return Err(Refusal::new(format!("“{stat}” can't be changed by a buff; there is {}.", listed(STATS))));
            }
        },
    })
}

fn ability(name: &str) -> Option<Ability> {
    const WHOLE: [&str; 6] = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
    let known = Ability::ALL.into_iter().zip(WHOLE);
    known.into_iter().find(|(ability, whole)| name == ability.as_str() || name == *whole).map(|(ability, _)| ability)
}
