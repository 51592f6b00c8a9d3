//! Carries out a ruling: rolls dice, records damage, and writes the result for the prompt.

use game::{
    Refusal,
    character::Character,
    combat::{
        arms, event,
        fighter::{FighterId, FighterRef},
        harm::DamageRoll,
        strike::{self, Striking},
    },
    command,
    condition_kind::SourceRule,
    conditions,
    creature::{self, Disposition},
    d20::{self, D20Roll, SaveReason, SavingThrow, advantage::RollAdvantage},
    dice::{RollKind, RollPurpose},
    skill::Skill,
    tending,
    wording::cut,
};

use crate::{
    agent::ToolOutput,
    dm::{Draft, draft::helpless::which_of, prompt},
};

use super::tools::{
    MarkImpossible, MarkNoCheck, Peril, ResolveAttack, ResolveSavingThrow, ResolveSkillCheck, RulingCall,
};

/// In characters.
pub(super) const MAX_REASON: usize = 120;

/// A ruling for the Dungeon Master, as lines of `key: value`.
#[derive(Default)]
pub(super) struct Ruling {
    lines: Vec<String>,
}

impl Ruling {
    /// Resolves a case on the draft. Refused cases are not rulings: no dice were rolled.
    pub(super) fn of(case: RulingCall, draft: &mut Draft) -> ToolOutput {
        let ruling = match case {
            RulingCall::Impossible(MarkImpossible { reason }) => Ok(impossible(&reason, draft)),
            RulingCall::Check(asked) => check(asked, draft),
            RulingCall::Save(asked) => save(asked, draft),
            RulingCall::Attack(asked) => attack(asked, draft),
        };
        match ruling {
            Ok(ruling) => ToolOutput::done(ruling.lines.join("\n")),
            Err(refusal) => {
                ToolOutput { text: refusal.to_string(), must_be_read: false.into(), is_error: true, public: None }
            }
        }
    }

    fn line(&mut self, key: &str, value: &str) {
        self.lines.push(format!("{key}: {value}"));
    }

    /// Adds the roll and its result; the target number has the key `number_is`.
    fn thrown(&mut self, tossed: &D20Roll, advantage: Option<&RollAdvantage>, number_is: &str) {
        let Some(goal) = tossed.goal else { return };
        let because = advantage.map(ToString::to_string).unwrap_or_default();
        let thrown = &tossed.roll.expression;
        self.line("thrown", &format!("{thrown} = {} against {number_is}{}{because}", tossed.total, goal.number));
        self.line("outcome", goal.outcome.as_str());
    }
}

/// The ruling on a refused action.
pub(super) fn refused(why: &str) -> String {
    format!("refused: {}\nthrown: nothing", prompt::plain(why))
}

/// The record of a ruling without a roll.
pub(super) fn no_check(why: &MarkNoCheck) -> String {
    format!("no check: {}", one_line(&why.reason))
}

/// The action is impossible, for the whole turn.
fn impossible(reason: &str, draft: &mut Draft) -> Ruling {
    let (mut ruling, reason) = (Ruling::default(), one_line(reason));
    ruling.line("impossible", &reason);
    draft.ruled_impossible(&reason);
    ruling
}

fn check(asked: ResolveSkillCheck, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let hero = acting(draft)?;
    if let Err(refusal) = conditions::can_act(&hero) {
        return Ok(impossible(&refusal.to_string(), draft));
    }
    let ResolveSkillCheck { skill, sense, difficulty, reason, sway, of_scene } = asked;
    let patients = tending::patients(draft.game(), &reason, true).into_iter().map(|it| it.id()).collect::<Vec<_>>();
    match patients.as_slice() {
        [patient] if skill == Skill::Medicine => return tends(draft, &hero, patient),
        [_, _, ..] if skill == Skill::Medicine => {
            let dying: Vec<FighterRef> = patients.iter().filter_map(|id| draft.game().fighter(id)).collect();
            return Err(which_of(&dying));
        }
        _ => {}
    }
    let purpose = RollPurpose::check(skill).with(one_line(&reason));
    let mut ruling = Ruling::default();
    ruling.line("check", &purpose.in_english());
    if let Some(sense) = FighterRef::Hero(&hero).lacks_for(sense, skill, &reason) {
        ruling.line("outcome", &format!("failure, as the hero {}", sense.lacking()));
        return Ok(ruling);
    }
    // A check that the campaign's scene defines uses the scene's difficulty. Calls of older sessions don't say whether it is one.
    let is_another = of_scene == Some(false);
    let of_the_scene = draft.scene_facts().filter(|_| !is_another).and_then(|facts| facts.asks_of(skill));
    let test = draft.check_of(&hero, skill, of_the_scene.unwrap_or_else(|| difficulty.number())).given(sway);
    let tossed = draft.resolve(|bout| test.toss(bout, &purpose))?;
    ruling.thrown(&tossed, test.advantage().as_ref(), "");
    draft.ruled_on(skill, tossed, is_another);
    match of_the_scene {
        Some(_) => ruling.line(
            "the scene's own test",
            "advance_plot (attempt, handle, look or search) takes this throw and makes no other",
        ),
        None if draft.scene_facts().is_some_and(|facts| facts.has_tests()) => {
            ruling.line(
                "the scene",
                "its tests are of other deeds and wait for the player's next words; this throw is no test of it",
            );
        }
        None => {}
    }
    Ok(ruling)
}

/// First aid for a dying creature, which has its own rule.
fn tends(draft: &mut Draft, hero: &Character, patient: &FighterId) -> Result<Ruling, Refusal> {
    draft.throws_once(patient, Some(&hero.id))?;
    let tended = draft.by_rules(|bout| command::tend(bout, hero.id.as_str(), patient));
    if tended.is_err() {
        draft.record.death_throws.pop();
    }
    let (done, events) = tended?;
    let mut ruling = Ruling::default();
    let lines = std::iter::once(done.message).chain(event::lines(&events)).collect::<Vec<_>>();
    ruling.line("help", &lines.join(" "));
    draft.ruled_by("Medicine");
    Ok(ruling)
}

fn save(asked: ResolveSavingThrow, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let ResolveSavingThrow { ability, difficulty, reason, against } = asked;
    let reason = one_line(&reason);
    let mut ruling = Ruling::default();
    ruling.line("saving throw", &RollPurpose::save(RollKind::Save, ability).with(reason.as_str()).in_english());
    let who = FighterId::Hero(draft.acting().clone());
    let due = SavingThrow {
        magical: against.is_some_and(Peril::is_magical),
        against: against.map_or(&[][..], Peril::conditions),
        ..SavingThrow::new(ability, difficulty.number())
    };
    match draft.resolve(|bout| d20::save(bout, &who, &due, &SaveReason::of_story(&reason)))?.thrown {
        Some((tossed, advantage)) => {
            ruling.thrown(&tossed, advantage.as_ref(), "");
            draft.ruled_by("a saving throw");
        }
        None => ruling.line("outcome", "failure, as the hero can't move"),
    }
    Ok(ruling)
}

fn attack(asked: ResolveAttack, draft: &mut Draft) -> Result<Ruling, Refusal> {
    let hero = acting(draft)?;
    if let Err(refusal) = conditions::can_act(&hero) {
        return Ok(impossible(&refusal.to_string(), draft));
    }
    let ResolveAttack { target: name, weapon, close, sway, stay_out: _ } = asked;
    let name = one_line(&name);
    let target = creature::find_foe(draft.game(), &name).cloned();
    if let Some(dead) = target.as_ref().filter(|target| target.is_dead()) {
        return Ok(impossible(&format!("{} is dead already.", dead.name), draft));
    }
    if let Some(elsewhere) = draft.is_elsewhere(&name).filter(|_| target.is_none()) {
        return Ok(impossible(&elsewhere, draft));
    }
    let mut arm = arms::in_hand(&hero, weapon.as_deref())?;
    let ammunition = arms::ammunition(&hero, &arm)?;
    if hero.weapons.iter().all(|weapon| weapon.name != arm.name) {
        arm.name = "bare hands".to_owned();
    }
    let called = target.as_ref().map_or(name.as_str(), |target| target.name.as_str());
    let mut ruling = Ruling::default();
    let id = target.as_ref().map_or_else(|| "not in the scene".to_owned(), |target| target.id.to_string());
    ruling.line("attack", &format!("{} on {called} ({id})", arm.name));
    let purpose = RollPurpose::of(RollKind::Attack).at(called).with(arm.name.as_str());
    let (who, whom) = (FighterId::Hero(hero.id), target.map(|target| FighterId::Creature(target.id)));
    let is_close = close || whom.as_ref().is_some_and(|whom| hold_each_other(draft, &who, whom));
    let striking = Striking::with_arm(arm).close(is_close);
    let struck = draft.resolve(|bout| {
        bout.make_all(ammunition)?;
        strike::strike_at(bout, &who, whom.as_ref(), &striking, sway, &purpose)
    })?;
    ruling.thrown(&struck.roll, struck.test.advantage().as_ref(), "armour class ");
    draft.struck = true;
    draft.ruled_by("an attack");
    if let Some((fell, felt)) = struck.hit {
        ruling.line("damage", &in_words(&fell, felt));
        let lies = whom.as_ref().and_then(|whom| draft.game().fighter(whom)).map(written_down);
        let lies = lies.unwrap_or_else(|| "nothing, as nobody of that name is in the scene".to_owned());
        ruling.line("written down", &lies);
    }
    Ok(ruling)
}

/// Adds a person who is present without a creature to the scene, so that effects on them can be recorded. A part of the name
/// suffices.
pub(super) async fn brings_in(target: &mut String, draft: &mut Draft) {
    if creature::find_foe(draft.game(), target).is_some() {
        return;
    }
    let Some((name, slug)) = draft.without_a_body(target) else { return };
    let numbers = draft.numbers_of(&name, &slug).await;
    let come = creature::arrive(draft.game(), &name, &slug, Disposition::Neutral, 1);
    let recorded = come.and_then(|mut come| {
        come.iter_mut().for_each(|change| numbers.dress_those_of(change));
        draft.record_all(come)
    });
    match recorded {
        Ok(()) => *target = name,
        Err(refusal) => tracing::warn!(%refusal, "somebody who is struck could not come into the scene"),
    }
}

/// Whether one of two has hold of the other.
fn hold_each_other(draft: &Draft, one: &FighterId, other: &FighterId) -> bool {
    let holds = |holder: &FighterId, held: &FighterId| {
        draft.game().fighter(held).is_some_and(|held| held.is_bound(SourceRule::Dragged, holder))
    };
    holds(one, other) || holds(other, one)
}

/// Damage with its types and its throws: `3 slashing (1d8+3 = 7)`.
fn in_words(fell: &DamageRoll, felt: i32) -> String {
    let mut kinds: Vec<&str> = fell.parts.iter().filter_map(|(kind, _)| Some(kind.as_ref()?.name())).collect();
    kinds.dedup();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" {}", kinds.join(" and ")) };
    let rolls = fell.rolls.iter().map(|roll| format!("{} = {}", roll.expression, roll.total));
    let rolls = rolls.collect::<Vec<_>>().join(", ");
    let rolls = if rolls.is_empty() { rolls } else { format!(" ({rolls})") };
    format!("{felt}{kinds}{rolls}")
}

/// The state of the target after the attack.
fn written_down(struck: FighterRef) -> String {
    let downed = struck.downed_state().map(|state| format!("is {state}"));
    let left = downed.unwrap_or_else(|| format!("has hp {}/{}", struck.hp(), struck.max_hp()));
    format!("{} {left}", struck.id().as_str())
}

fn acting(draft: &Draft) -> Result<Character, Refusal> {
    draft.game().hero(draft.acting().as_str()).cloned()
}

/// A model's words as part of a line, which they can't forge.
fn one_line(text: &str) -> String {
    cut(&prompt::plain(text), MAX_REASON).to_owned()
}
