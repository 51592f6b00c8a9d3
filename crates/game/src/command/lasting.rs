//! Commands on effects with a duration: conditions, boons and curses.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Done, DurationType, ModifierAmount, anybody, at_least_one};
use crate::{
    Change, Refusal,
    character::{Ability, Condition},
    combat::{
        bout::Bout,
        deed,
        fighter::{FighterId, FighterRef},
        harm::{self, DamageDice},
        modifier::Modifier,
        out_of_combat,
        timing::{Lasting, ROUNDS_PER_MINUTE, Timing},
    },
    condition_kind::ConditionKind,
    conditions::{self, KILLS},
    dice::Notation,
    listed, spells,
    wording::{line, name as named, same},
};

/// Most boons and curses a command lays on one bearer.
const MAX_BUFFS: usize = 30;
/// How far a modifier goes to either side.
const MAX_MODIFIER: i32 = 20;
/// How far a modifier of the speed goes to either side, in feet.
const MAX_FEET: i32 = 120;
/// The longest duration, in rounds: thirty days.
const MAX_ROUNDS: u32 = 30 * 24 * 60 * ROUNDS_PER_MINUTE;

/// The duration of an effect in a command.
#[derive(Clone, Copy)]
pub(super) struct RequestedDuration<'a> {
    pub(super) kind: Option<DurationType>,
    pub(super) n: Option<u32>,
    pub(super) source: Option<&'a str>,
}

impl RequestedDuration<'_> {
    /// The end of the effect, as timing and as text. For a concentration spell, `name` gives the maximum duration.
    fn timing(self, bout: &Bout, bearer: &FighterId, name: &str) -> Result<(Timing, String), Refusal> {
        let kind = self.kind.ok_or_else(|| {
            Refusal::new(
                "Say how long it lasts, by `duration_type`: rounds, minutes, hours, concentration, until_rest or permanent.",
            )
        })?;
        let source = self.source.map_or_else(|| Ok(bearer.clone()), |name| anybody(bout.game(), name))?;
        let lasting = |rounds, concentration| {
            let lasts = deed::EffectDuration::Rounds { rounds, concentration, save_at_end: false };
            Timing::of(lasts, &source, bearer, None)
        };
        let endless = || Timing::of(deed::EffectDuration::UntilEnded, &source, bearer, None);
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
                _ => match rounds_of_spell(bout, &source, name) {
                    Some(rounds) => {
                        let timing = lasting(rounds, true);
                        let words = timing.as_ref().map(Timing::in_words).unwrap_or_default();
                        (timing, words)
                    }
                    None => {
                        let timing = endless().map(|timing| Timing { concentration: true, ..timing });
                        (timing, "concentration".to_owned())
                    }
                },
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

/// Maximum duration in rounds of a concentration spell; none if the rules have no such spell.
fn rounds_of_spell(bout: &Bout, caster: &FighterId, name: &str) -> Option<u32> {
    let Ok(FighterRef::Hero(hero)) = bout.fighter(caster) else { return None };
    let written = (0..=9).find_map(|slot| bout.book().spell(hero, name, slot)?.rounds_in_mind());
    written.or_else(|| spells::rounds_in_mind(name))
}

/// A condition sets in: one of the rules, or one that only the story knows.
pub(super) fn set_in(bout: &mut Bout, who: &FighterId, which: &str, lasts: RequestedDuration) -> Result<Done, Refusal> {
    let kind = ConditionKind::meant(&named(which));
    let which = kind.map_or_else(|| named(which), |kind| kind.name().to_owned());
    if which.is_empty() {
        return Err(Refusal::new("A condition needs a name."));
    }
    conditions::no_death(bout.fighter(who)?, &which)?;
    let (timing, words) = lasts.timing(bout, who, &which)?;
    let fighter = bout.fighter(who)?;
    let grows = kind == Some(ConditionKind::Exhaustion);
    if !grows && fighter.conditions().iter().any(|condition| conditions::is_called(condition, &which)) {
        return Err(Refusal::new(format!("{} is {which} already.", fighter.name())));
    }
    let (name, mut details) = (fighter.name().to_owned(), told(&timing, &words));
    let condition =
        Condition { duration: Some(words.clone()), timing: Some(Box::new(timing)), ..Condition::new(&which) };
    out_of_combat::set_in(bout, who, kind, condition)?;
    let message = match grows {
        true => {
            let fighter = bout.fighter(who)?;
            let dies = if fighter.is_dead() { " and dies" } else { "" };
            details["level"] = json!(fighter.exhaustion());
            format!("{name} has exhaustion {} of {KILLS}{dies} ({words}).", fighter.exhaustion())
        }
        false => format!("{name} is {which} ({words})."),
    };
    if kind.is_some() {
        return Ok(Done { message, details });
    }
    details["only_in_story"] = json!(true);
    let message = format!("{message} “{which}” is not a rules condition: it affects the story only.");
    Ok(Done { message, details })
}

/// A condition ends.
pub(super) fn cure(bout: &mut Bout, who: &FighterId, which: &str) -> Result<Done, Refusal> {
    let fighter = bout.fighter(who)?;
    let name = fighter.name().to_owned();
    let there = fighter.conditions().iter().find(|condition| conditions::is_called(condition, which));
    let there = there.map(|condition| condition.name.clone()).ok_or_else(|| {
        let names = listed(fighter.conditions().iter().map(|condition| condition.name.as_str()));
        Refusal::new(format!("{name} isn't {}; there is {names} to end.", named(which)))
    })?;
    out_of_combat::end(bout, who, &there)?;
    Ok(Done { message: format!("{name} is no longer {}.", there.to_lowercase()), details: json!({}) })
}

/// A boon or a curse, as a command says it. One without `modifiers` changes no number.
#[derive(Clone, Copy)]
pub(super) struct Buff<'a> {
    pub(super) name: &'a str,
    pub(super) modifiers: Option<&'a BTreeMap<String, ModifierAmount>>,
    pub(super) description: Option<&'a str>,
}

impl Buff<'_> {
    /// The effect: as the rule of that name describes it, or else as the command does.
    fn effect(self, bout: &Bout, name: &str, modifiers: Vec<Modifier>, timing: Timing) -> Lasting {
        let description = self.description.map(line).unwrap_or_default();
        Lasting { description, ..Lasting::new(name, modifiers, timing) }.described(bout.book().effect(name))
    }
}

/// A boon or a curse begins.
pub(super) fn lay(bout: &mut Bout, who: &FighterId, buff: Buff, lasts: RequestedDuration) -> Result<Done, Refusal> {
    let (command, modifiers, buff) = (buff, buff.modifiers, named(buff.name));
    if buff.is_empty() {
        return Err(Refusal::new("A buff needs a name."));
    }
    let (timing, words) = lasts.timing(bout, who, &buff)?;
    if modifiers.is_some_and(BTreeMap::is_empty) {
        return Err(Refusal::new(format!(
            "Say what “{buff}” changes, by `modifiers`: {}; leave them out where it changes no number.",
            listed(STATS)
        )));
    }
    let numbers = modifiers.into_iter().flatten();
    let read: Vec<Modifier> = numbers.map(|(stat, by)| modifier(stat, by)).collect::<Result<_, Refusal>>()?;
    let fighter = bout.fighter(who)?;
    conditions::no_death(fighter, &buff)?;
    let name = fighter.name().to_owned();
    if let Some(there) = fighter.effects().iter().find(|effect| same(&effect.name, &buff)).cloned() {
        // The text of a spell's effect is stored with its duration.
        let is_of_this_spell = there.modifiers.is_empty() && there.timing.concentration && timing.concentration;
        if !is_of_this_spell {
            return Err(Refusal::new(format!("{name} is under “{buff}” already.")));
        }
        let words = there.timing.in_words();
        let effect = match command.effect(bout, &there.name, read, there.timing.clone()) {
            bare if bare.description.is_empty() => {
                Lasting { description: there.description.clone(), source: there.source.clone(), ..bare }
            }
            described => described,
        };
        let details = told_of(&effect, &words, modifiers);
        if effect != there {
            bout.make(Change::EffectEnded { who: who.clone(), name: there.name })?;
            bout.make(Change::EffectBegan { who: who.clone(), effect })?;
        }
        return Ok(Done { message: format!("{name} is under {buff}{} ({words}).", changed(modifiers)), details });
    }
    if fighter.effects().len() >= MAX_BUFFS {
        return Err(Refusal::new(format!("{name} is under too much already: end what is over first.")));
    }
    let effect = command.effect(bout, &buff, read, timing);
    let details = told_of(&effect, &words, modifiers);
    out_of_combat::lay(bout, who, effect)?;
    Ok(Done { message: format!("{name} is under {buff}{} ({words}).", changed(modifiers)), details })
}

/// The modifiers of a boon or a curse, in words.
fn changed(modifiers: Option<&BTreeMap<String, ModifierAmount>>) -> String {
    let changed: Vec<String> = modifiers.into_iter().flatten().map(|(stat, by)| format!("{stat} {by}")).collect();
    if changed.is_empty() { String::new() } else { format!(": {}", changed.join(", ")) }
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
    out_of_combat::lift(bout, who, &there)?;
    Ok(Done { message: format!("{name} is no longer under {there}."), details: json!({}) })
}

fn told(timing: &Timing, words: &str) -> Value {
    json!({ "duration": words, "rounds_left": timing.rounds_left })
}

/// The same for a temporary effect, with its modifiers.
fn told_of(effect: &Lasting, words: &str, modifiers: Option<&BTreeMap<String, ModifierAmount>>) -> Value {
    let mut details = told(&effect.timing, words);
    if let Some(modifiers) = modifiers {
        details["modifiers"] = json!(modifiers);
    }
    if !effect.description.is_empty() {
        details["description"] = json!(effect.description);
    }
    if let Some(source) = &effect.source {
        details["source"] = json!(source);
    }
    details
}

/// The values a modifier may change, beside the six abilities.
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

/// Parses a number of a command.
fn modifier(stat: &str, by: &ModifierAmount) -> Result<Modifier, Refusal> {
    let name = stat.trim().to_lowercase().replace([' ', '-'], "_");
    let most = if name == "speed" { MAX_FEET } else { MAX_MODIFIER };
    let by = match by {
        ModifierAmount::Number(by) => *by,
        ModifierAmount::Dice(dice) => match dice.trim().trim_start_matches('+').parse() {
            Ok(by) => by,
            Err(_) => return dice_modifier(stat, &name, dice.trim().trim_start_matches('+')),
        },
    };
    if by == 0 || by.checked_abs().is_none_or(|by| by > most) {
        return Err(Refusal::new(format!("{stat} can be changed by 1 to {most}, up or down, and not by {by}.")));
    }
    of_stat(stat, &name, by.to_string(), Some(by))
}

/// Dice, such as a blessing's d4.
fn dice_modifier(stat: &str, name: &str, dice: &str) -> Result<Modifier, Refusal> {
    let thrown = dice.trim_start_matches('-');
    Notation::parse(thrown)?;
    if harm::mean(thrown) > f64::from(MAX_MODIFIER) {
        return Err(Refusal::new(format!(
            "{stat} can be changed by dice of {MAX_MODIFIER} at the most, and not by {dice}."
        )));
    }
    of_stat(stat, name, dice.to_owned(), None)
}

/// The modifier of a stat by dice, which may be a number.
fn of_stat(stat: &str, name: &str, dice: String, number: Option<i32>) -> Result<Modifier, Refusal> {
    let number = || number.ok_or_else(|| Refusal::new(format!("{stat} is changed by a number, and not by {dice}.")));
    Ok(match name {
        "armor_class" | "ac" => Modifier::ArmorClass { by: number()? },
        "unarmored_base" => Modifier::UnarmoredBase { base: number()? },
        "attack" | "attacks" => Modifier::AttackDice { dice },
        "damage" => Modifier::DamageDice { harm: DamageDice { dice, damage_type: None } },
        "saves" | "saving_throws" => Modifier::SaveDice { dice },
        "speed" => Modifier::Speed { feet: number()? },
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
