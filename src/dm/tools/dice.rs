//! `roll_dice`: the only way dice fall in a turn.

use game::{
    Refusal,
    combat::fighter::Fighter,
    dice::{self, Goal, Roll},
    listed,
    sense::NeededSense,
    tending,
    wording::{self, fold},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::{
    agent::{Answer, CallSummary, PublicCall, PublicResult, Tool, ToolError},
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

    async fn run(self, draft: &mut Draft) -> Result<Answer, ToolError> {
        draft.by_hand("roll_dice")?;
        let pair = draft.checks() == Checks::TwoDice && is_pair(&self.dice);
        let is_check = pair || is_check(&self.dice);
        let hero = draft.game().hero(draft.acting().as_str())?;
        let is_own = is_check && !draft.names_another(&fold(&self.reason));
        let named = || NeededSense::of_reason(&self.reason).filter(|_| is_own);
        if let Some(sense) = self.sense.or_else(named).filter(|sense| Fighter::Hero(hero).lacks(*sense)) {
            let mut why = format!("{} {}: this fails without a roll.", hero.name, sense.lacking());
            if self.sense.is_none() {
                why.push_str(
                    " For somebody else's throw, or one that needs no such sense, call again with sense: none.",
                );
            }
            return Err(ToolError::Refused(why));
        }
        if is_check {
            no_help_to_the_dying(draft, &self.reason)?;
            // Whose throw it is the model says in words alone, a foe's or a hero's.
            draft.is_own_check(&self.reason)?;
        }
        let goal = |roll: &Roll| match self.dc {
            _ if pair => Some(Goal::of_pair(roll.total)),
            dc => dc.map(|dc| Goal::of_check(dc, roll.total)),
        };
        let roll = draft.roll(&self.dice, wording::visible(&self.reason).trim(), |roll| (None, goal(roll)))?;
        let kept: Vec<u32> = roll.dice.iter().filter(|die| die.kept).map(|die| die.value).collect();
        let mut answer = json!({
            "ok": true, "dice": roll.expression, "kept": kept, "modifier": roll.modifier, "total": roll.total,
        });
        if let Some(goal) = roll.goal {
            match pair {
                true => answer["outcome"] = json!(goal.outcome.as_str()),
                false => answer["dc"] = json!(goal.number),
            }
            answer["success"] = json!(goal.outcome.is_good());
        }
        Ok(Answer::found(answer.to_string()))
    }
}

/// Refuses a check that is to stabilise the dying: the rules throw for that themselves, and write down what comes of it.
fn no_help_to_the_dying(draft: &Draft, reason: &str) -> Result<(), Refusal> {
    let patients = tending::patients(draft.game(), reason, false);
    let Some(patient) = patients.first() else { return Ok(()) };
    let names = listed(patients.iter().map(|one| one.name()));
    Err(Refusal::new(format!(
        "Nothing was thrown: {names} is dying, and the rules throw for who tends the dying. Call apply_state_commands with \
         {{\"type\": \"death_save\", \"character\": \"{}\", \"result\": \"tend\"}}: a healer's kit needs no throw, else it is Medicine \
         against 10.",
        patient.id().as_str()
    )))
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
