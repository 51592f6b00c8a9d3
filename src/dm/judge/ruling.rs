//! A decision carried out: dice fall, wounds are written down, and what came of it is put into lines.

use crate::{
    agent::Answer,
    campaign::Checks,
    dm::{Draft, prompt},
    game::{
        Refusal,
        character::{Ability, Character},
        combat::fighter::Fighter,
        contest::{self, Arm, Damage, Test},
        creature::{self, Creature},
        dice::{Goal, Outcome, Roll},
        two_dice,
        wording::cut,
    },
};

use super::tools::{Case, MarkImpossible, MarkNoCheck, ResolveAttack, ResolveSavingThrow, ResolveSkillCheck};

/// The longest name of what is tried, in characters.
const MAX_REASON: usize = 120;

/// What the Dungeon Master reads of a case, as lines of `key: value`.
#[derive(Default)]
pub(super) struct Ruling {
    lines: Vec<String>,
}

impl Ruling {
    /// Settles a case on the draft. What the table refuses is no ruling: nothing fell then.
    pub(super) fn of(case: Case, draft: &mut Draft) -> Answer {
        let ruling = match case {
            Case::Impossible(MarkImpossible { reason }) => Ok(impossible(&reason, draft)),
            Case::Check(asked) => check(asked, draft),
            Case::Save(asked) => save(asked, draft),
            Case::Attack(asked) => attack(asked, draft),
        };
        match ruling {
            Ok(ruling) => Answer::done(ruling.lines.join("\n")),
            Err(refusal) => {
                Answer { text: refusal.to_string(), must_be_read: false.into(), is_error: true, public: None }
            }
        }
    }

    fn line(&mut self, key: &str, value: &str) {
        self.lines.push(format!("{key}: {value}"));
    }

    /// Throws for the hero who acts, and says what came of it: the number to reach is told as `number_is`.
    fn throw(
        &mut self,
        test: &Test,
        what: &str,
        goal: fn(i32, &Roll) -> Goal,
        number_is: &str,
        draft: &mut Draft,
    ) -> Result<Outcome, Refusal> {
        let acting = draft.acting().clone();
        let goal = |roll: &Roll| goal(test.against, roll);
        let roll = draft.roll(&test.dice, what, |roll| (Some(acting.clone()), Some(goal(roll))))?;
        let used = contest::used_up(draft.game().hero(acting.as_str())?);
        draft.record_all(used)?;
        let outcome = goal(&roll).outcome;
        self.line(
            "thrown",
            &format!("{} = {} against {number_is}{}{}", roll.expression, roll.total, test.against, test.because),
        );
        self.line("outcome", outcome.as_str());
        Ok(outcome)
    }
}

/// What the Dungeon Master reads of a deed that the rules refused.
pub(super) fn refused(why: &str) -> String {
    format!("refused: {}\nthrown: nothing", prompt::plain(why))
}

/// What is kept of it where there is nothing to throw for.
pub(super) fn no_check(why: &MarkNoCheck) -> String {
    format!("no check: {}", one_line(&why.reason))
}

/// What the hero tries can't be done. It stands for the whole turn.
fn impossible(reason: &str, draft: &mut Draft) -> Ruling {
    let (mut ruling, reason) = (Ruling::default(), one_line(reason));
    ruling.line("impossible", &reason);
    draft.ruled_impossible(&reason);
    ruling
}

fn check(asked: ResolveSkillCheck, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let hero = acting(draft)?;
    if let Err(refusal) = contest::can_act(&hero) {
        return Ok(impossible(&refusal.to_string(), draft));
    }
    let ResolveSkillCheck { skill, difficulty, reason, sway } = asked;
    // A check that the campaign's scene defines uses the scene's difficulty.
    let of_the_scene = draft.scene_facts().and_then(|facts| facts.asks_of(skill));
    let number = of_the_scene.unwrap_or_else(|| difficulty.number());
    let (test, goal): (_, fn(i32, &Roll) -> Goal) = match draft.checks() {
        Checks::D20 => (contest::check_against(draft.game(), &hero, skill, number, sway), Goal::of_check),
        Checks::TwoDice => (two_dice::check(draft.game(), &hero, skill, number, sway), |_, roll| Goal::of_pair(roll)),
    };
    let what = what_for(&capitalised(skill.as_str()), &reason);
    let mut ruling = Ruling::default();
    ruling.line("check", &what);
    ruling.throw(&test, &what, goal, "", draft)?;
    draft.ruled_on(skill, |roll| goal(test.against, roll));
    match of_the_scene {
        Some(_) => ruling.line(
            "the scene's own test",
            "advance_plot (attempt, handle, look or search) takes this throw and makes no other",
        ),
        None if draft.scene_facts().is_some_and(|facts| facts.has_tests()) => {
            ruling.line(
                "the scene",
                "its tests are of other skills and wait for the player's next words; this throw is no test of it",
            );
        }
        None => {}
    }
    Ok(ruling)
}

fn save(asked: ResolveSavingThrow, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let hero = acting(draft)?;
    let ResolveSavingThrow { ability, difficulty, reason, against } = asked;
    let what = what_for(&format!("{} save", full(ability)), &reason);
    let mut ruling = Ruling::default();
    ruling.line("saving throw", &what);
    match contest::save(draft.game(), &hero, ability, difficulty, against) {
        Some(test) => {
            ruling.throw(&test, &what, Goal::of_check, "", draft)?;
            draft.ruled_by("a saving throw");
        }
        None => ruling.line("outcome", "failure, as the hero can't move"),
    }
    Ok(ruling)
}

fn attack(asked: ResolveAttack, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let hero = acting(draft)?;
    if let Err(refusal) = contest::can_act(&hero) {
        return Ok(impossible(&refusal.to_string(), draft));
    }
    let ResolveAttack { target: name, weapon, sway, stay_out: _ } = asked;
    let name = one_line(&name);
    let target = creature::find_foe(draft.game(), &name).cloned();
    if let Some(dead) = target.as_ref().filter(|target| target.is_dead()) {
        return Ok(impossible(&format!("{} is dead already.", dead.name), draft));
    }
    let arm = contest::arm(&hero, weapon.as_deref())?;
    let test = contest::attack(draft.game(), &hero, &arm, target.as_ref(), sway);
    let called = target.as_ref().map_or(name.as_str(), |target| target.name.as_str());
    let mut ruling = Ruling::default();
    let id = target.as_ref().map_or_else(|| "not in the scene".to_owned(), |target| target.id.to_string());
    ruling.line("attack", &format!("{} on {called} ({id})", arm.name));
    let what = format!("Attack on {called}: {}", arm.name);
    let outcome = ruling.throw(&test, &what, Goal::of_attack, "armour class ", draft)?;
    draft.struck = true;
    draft.ruled_by("an attack");
    if outcome.is_good() {
        let dealt = damage(&arm, outcome == Outcome::CriticalHit, draft, &mut ruling)?;
        wound(target.as_ref(), dealt, draft, &mut ruling)?;
    }
    Ok(ruling)
}

/// Throws the damage of a blow that landed.
fn damage(arm: &Arm, is_critical: bool, draft: &mut Draft, ruling: &mut Ruling) -> Result<i32, Refusal> {
    let kind = arm.damage_type.as_deref().map(|kind| format!(" {kind}")).unwrap_or_default();
    let (dealt, how) = match arm.damage(is_critical) {
        Damage::Fixed(n) => (n, String::new()),
        Damage::Thrown(dice) => {
            let acting = draft.acting().clone();
            let roll = draft.roll(&dice, &format!("Damage: {}", arm.name), |_| (Some(acting), None))?;
            // A wound is never less than none, however weak the arm.
            (roll.total.max(0), format!(" ({} = {})", roll.expression, roll.total))
        }
    };
    ruling.line("damage", &format!("{dealt}{kind}{how}"));
    Ok(dealt)
}

/// Writes a wound down where the one who has it is in the scene.
fn wound(target: Option<&Creature>, dealt: i32, draft: &mut Draft, ruling: &mut Ruling) -> Result<(), Refusal> {
    let Some(target) = target else {
        ruling.line("written down", "nothing, as nobody of that name is in the scene");
        return Ok(());
    };
    if dealt > 0 {
        draft.record_all(creature::hurt_or_heal(target, -dealt)?.0)?;
    }
    let now = creature::find(draft.game(), target.id.as_str())?;
    let downed = Fighter::Creature(now).downed_state().map(|state| format!("is {state}"));
    let left = downed.unwrap_or_else(|| format!("has hp {}/{}", now.hp, now.max_hp));
    ruling.line("written down", &format!("{} {left}", now.id));
    Ok(())
}

fn acting(draft: &Draft) -> Result<Character, Refusal> {
    draft.game().hero(draft.acting().as_str()).cloned()
}

fn what_for(what: &str, reason: &str) -> String {
    let reason = one_line(reason);
    if reason.is_empty() { what.to_owned() } else { format!("{what}: {reason}") }
}

/// A model's words as part of a line, which they can't forge.
fn one_line(text: &str) -> String {
    cut(&prompt::plain(text), MAX_REASON).to_owned()
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn full(ability: Ability) -> &'static str {
    match ability {
        Ability::Str => "Strength",
        Ability::Dex => "Dexterity",
        Ability::Con => "Constitution",
        Ability::Int => "Intelligence",
        Ability::Wis => "Wisdom",
        Ability::Cha => "Charisma",
    }
}
