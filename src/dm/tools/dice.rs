//! `roll_dice`: the only way for a model to roll dice.

use game::{
    Refusal,
    character::Ability,
    combat::fighter::FighterRef,
    d20::{D20Roll, D20Test},
    dice::{self, Goal, Roll, RollPurpose},
    listed,
    owned_throw::OwnedThrow,
    sense::{NeededSense, SenseInWords},
    skill::Skill,
    slow_casting, tending,
    wording::{self, FoldedWords},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    campaign::Checks,
    dm::Draft,
};

/// Roll dice, whenever what happens is uncertain and matters, and tell the outcome they gave.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollDice {
    /// The dice with all modifiers: "1d20+5", "2d20kh1+3" (advantage), "2d20kl1" (disadvantage), "4d6dl1", "2d6+3".
    pub dice: String,
    /// What it is for, as the player reads it.
    #[serde(default)]
    #[schemars(length(max = dice::MAX_REASON))]
    pub reason: String,
    /// For a check of the hero who acts: the sense it can't be done without.
    #[serde(default)]
    pub sense: Option<NeededSense>,
    /// The number to reach, if there is one: 10 easy, 13 moderate, 15 hard, 18 very hard.
    #[serde(default)]
    pub dc: Option<i32>,
    /// The check of the hero who acts, from a model in this process: the rules say what is thrown, not `dice`.
    #[serde(default)]
    #[schemars(skip)]
    pub check: Option<AbilityCheck>,
    /// The bonus to hit of an attack of the hero who acts, from a model in this process: the rules say what is thrown, not `dice`.
    #[serde(default)]
    #[schemars(skip)]
    pub attack: Option<i32>,
}

/// A check of an ability, with a skill if it is one of that skill.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityCheck {
    pub ability: Ability,
    #[serde(default)]
    pub skill: Option<Skill>,
}

impl Tool for RollDice {
    const NAME: &'static str = "roll_dice";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Reaching for the dice", "Rolled the dice");
    const PUBLIC: PublicCall = PublicCall {
        input: &["dice", "reason", "sense", "dc"],
        result: PublicResult::FieldsAndRefusals(&[
            "ok", "dice", "kept", "modifier", "total", "outcome", "dc", "success",
        ]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        draft.by_hand("roll_dice")?;
        let pair = draft.checks() == Checks::TwoDice && is_pair(&self.dice);
        let is_check = pair || is_check(&self.dice);
        belongs_to_no_rule(draft, &self.reason, is_check)?;
        if is_check {
            self.has_its_sense(draft)?;
            // Whose throw it is the model says in words alone, a foe's or a hero's.
            draft.is_own_check(&self.reason)?;
        }
        let goal = |roll: &Roll| match self.dc {
            _ if pair => Some(Goal::of_pair(roll.total)),
            dc => dc.map(|dc| Goal::of_check(dc, roll.total)),
        };
        let reason = wording::visible(&self.reason).trim().to_owned();
        let thrown = match (self.check, self.attack) {
            (Some(check), _) => Some(check.throw(draft, self.dc, &reason)?),
            (None, Some(to_hit)) => Some(throw_attack(draft, to_hit, self.dc, &reason)?),
            (None, None) => None,
        };
        let (roll, total, goal) = match thrown {
            Some(thrown) => (thrown.roll, thrown.total, thrown.goal),
            None => {
                let roll = draft.roll(&self.dice, &reason, |roll| (None, goal(roll)))?;
                let (total, goal) = (roll.total, roll.goal);
                (roll, total, goal)
            }
        };
        let kept: Vec<u32> = roll.dice.iter().filter(|die| die.kept).map(|die| die.value).collect();
        let mut answer = json!({
            "ok": true, "dice": roll.expression, "kept": kept, "modifier": roll.modifier, "total": total,
        });
        if let Some(goal) = goal {
            match pair {
                true => answer["outcome"] = json!(goal.outcome.as_str()),
                false => answer["dc"] = json!(goal.number),
            }
            answer["success"] = json!(goal.outcome.is_good());
        }
        Ok(ToolOutput::found(answer.to_string()))
    }
}

impl AbilityCheck {
    /// Throws the check by the rules, with all that helps and hampers the hero.
    fn throw(self, draft: &mut Draft, dc: Option<i32>, reason: &str) -> Result<D20Roll, Refusal> {
        let hero = draft.game().hero(draft.acting().as_str())?;
        let test = D20Test::ability_check(draft.game(), hero, self.ability, self.skill);
        let test = dc.into_iter().fold(test, D20Test::against);
        draft.resolve(|bout| test.toss(bout, &RollPurpose::story(reason)))
    }
}

/// Throws an attack outside fights by the rules, with what the hero's conditions do to it.
fn throw_attack(draft: &mut Draft, to_hit: i32, armor_class: Option<i32>, reason: &str) -> Result<D20Roll, Refusal> {
    let hero = draft.game().hero(draft.acting().as_str())?;
    let test = D20Test::story_attack(draft.game(), hero, to_hit);
    let test = armor_class.into_iter().fold(test, D20Test::against);
    draft.resolve(|bout| test.toss(bout, &RollPurpose::story(reason)))
}

impl RollDice {
    /// Refuses a check that needs a sense which the hero who acts lacks. A sense that isn't given is read from the reason. Another person's
    /// throw doesn't depend on the hero's senses.
    fn has_its_sense(&self, draft: &Draft) -> Result<(), Refusal> {
        let hero = draft.game().hero(draft.acting().as_str())?;
        let lacks = |sense| FighterRef::Hero(hero).lacks(sense);
        let lacking = [NeededSense::Hearing, NeededSense::Sight].into_iter().find(|sense| lacks(*sense));
        let Some(lacking) = lacking.filter(|_| !draft.is_thrown_by_another(&self.reason)) else { return Ok(()) };
        let needed = self.sense.map_or_else(|| SenseInWords::of_reason(&self.reason), SenseInWords::Named);
        match needed {
            SenseInWords::Named(sense) if lacks(sense) => Err(Refusal::new(format!(
                "{} {}: this fails without a roll. For somebody else's throw, or one that needs no such sense, call again with \
                 sense: none.",
                hero.name,
                sense.lacking()
            ))),
            SenseInWords::Unnamed => Err(Refusal::new(format!(
                "{} {}. Say by `sense` what this check can't be done without: hearing, sight or none.",
                hero.name,
                lacking.lacking()
            ))),
            SenseInWords::Named(_) | SenseInWords::NotNeeded => Ok(()),
        }
    }
}

/// Refuses a throw that a rule makes by itself, and names the call that makes it. A throw by hand would count for nothing.
fn belongs_to_no_rule(draft: &Draft, reason: &str, is_check: bool) -> Result<(), Refusal> {
    let fights = draft.game().encounter.is_some();
    if !fights && let Some(spell) = slow_casting::cast_by_throw(reason, is_check) {
        slow_casting::waits_for_the_dying(draft.game(), spell)?;
    }
    let instead = match OwnedThrow::of_reason(draft.game(), reason) {
        Some(OwnedThrow::DeathSave) => by_the_dying(draft, reason, fights),
        Some(OwnedThrow::FirstAid) if is_check => for_the_dying(draft, reason, fights),
        Some(OwnedThrow::Initiative) if fights => "the fight has thrown for initiative.".to_owned(),
        Some(OwnedThrow::Initiative) => "start_combat throws for initiative.".to_owned(),
        Some(OwnedThrow::HitDie) if fights => "hit dice are spent in a short rest, after the fight.".to_owned(),
        Some(OwnedThrow::HitDie) => {
            "hit dice are spent in a short rest, which throws them. Call apply_state_commands with \
                                     {\"type\": \"rest\", \"rest_type\": \"short\", \"hit_dice_spent\": 1}."
                .to_owned()
        }
        Some(OwnedThrow::FirstAid) | None if is_check => match tended_already(draft, reason) {
            Some(why) => why,
            None => return Ok(()),
        },
        Some(OwnedThrow::FirstAid) | None => return Ok(()),
    };
    Err(Refusal::new(format!("Nothing was thrown: {instead}")))
}

/// Reasons that mean a death saving throw.
fn by_the_dying(draft: &Draft, reason: &str, fights: bool) -> String {
    if fights {
        return "in a fight, whoever is dying throws in their own turn by take_action (deathSave).".to_owned();
    }
    let words = FoldedWords::of(reason).words;
    let dying: Vec<FighterRef> = tending::dying(draft.game()).collect();
    match dying.iter().find(|one| tending::is_named(one, &words)).or(dying.first()) {
        Some(one) => format!(
            "the rules throw and count for {}. Call apply_state_commands with {}.",
            listed(dying.iter().map(|one| one.name())),
            save_command(one, "roll")
        ),
        None => "nobody here is dying, so no death saving throw counts.".to_owned(),
    }
}

/// The refusal of a check for a patient who is stable.
fn tended_already(draft: &Draft, reason: &str) -> Option<String> {
    let stable = tending::stable_patients(draft.game(), reason);
    let names = listed(stable.iter().map(|one| one.name()));
    (!stable.is_empty()).then(|| format!("{names} is stable, and needs no throw. Tell that."))
}

/// Reasons that mean a check to stabilise the dying.
fn for_the_dying(draft: &Draft, reason: &str, fights: bool) -> String {
    let patients = tending::patients(draft.game(), reason, false);
    let names = listed(patients.iter().map(|one| one.name()));
    let Some(patient) = patients.first() else { return String::new() };
    if fights {
        return format!("{names} is dying. Use take_action (stabilise) instead; it rolls the check.");
    }
    let which = if patients.len() > 1 { "; `character` is the one who is tended" } else { "" };
    format!(
        "{names} is dying, and the rules roll for the healer. Call apply_state_commands with {}: a healer's kit needs no \
         throw, else it is Medicine against 10{which}.",
        save_command(patient, "tend")
    )
}

fn save_command(one: &FighterRef, result: &str) -> String {
    format!("{{\"type\": \"death_save\", \"character\": \"{}\", \"result\": \"{result}\"}}", one.id().as_str())
}

/// Whether these are the dice of a check: one die of twenty that counts.
fn is_check(dice: &str) -> bool {
    let dice = dice.trim();
    ["d20", "1d20", "2d20k"].iter().any(|d20| dice.starts_with(d20))
}

/// Whether these are two dice of six that count, of whatever number.
fn is_pair(dice: &str) -> bool {
    let dice = dice.trim();
    ["2d6", "3d6kh2", "3d6kl2"]
        .iter()
        .any(|pair| dice.strip_prefix(pair).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric())))
}
