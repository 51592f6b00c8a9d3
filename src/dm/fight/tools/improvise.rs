//! `improvise`: actions without a rule of their own.

use game::{
    Refusal,
    combat::{
        act::FighterAction,
        bout::Bout,
        encounter::FightEnding,
        ending,
        fighter::FighterId,
        harm::DamageType,
        improvise::{Attempt, AttemptEffect, Dose, attempt, bring},
        perform,
    },
    condition_kind::ConditionKind,
    sense::NeededSense,
    skill::Skill,
    wording,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::Draft,
};

use super::{
    super::step::{hero_of, to_a_hero},
    check_turn,
    company::{Leaves, leaves},
    happened, outcome,
};

/// Let the hero who acts try what take_action has no deed for: sand in the eyes, a lamp swung on, a threat, a bargain. It
/// takes the action; a check of the skill decides, and only if it succeeds what you name as the effect comes about.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Improvise {
    /// What is tried, in a few words the player reads: "Sand in its eyes".
    #[schemars(length(max = wording::MAX_LINE))]
    pub what: String,
    /// The skill that decides.
    pub skill: Skill,
    /// The sense it can't be done without.
    #[serde(default)]
    pub sense: Option<NeededSense>,
    /// The number to reach: 10 easy, 13 moderate, 15 hard, 18 very hard.
    pub dc: i32,
    /// What success brings.
    pub effect: ImprovisedEffect,
    /// The id of whom it is aimed at; left out only where everybody is meant.
    #[serde(default)]
    pub target: Option<String>,
    /// For harm: light (a stone), solid (burning oil, a shelf brought down) or heavy (acid).
    #[serde(default)]
    pub harm: Option<HarmLevel>,
    /// For harm: of what type.
    #[serde(default)]
    pub damage_type: Option<HarmType>,
    /// As in take_action; models use it here as well, so it is read and not offered.
    #[serde(default)]
    #[schemars(skip)]
    pub ends_turn: Option<bool>,
}

/// What success brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImprovisedEffect {
    /// The hero's next attack on the target has advantage.
    Advantage,
    /// The target's attacks have disadvantage until its next turn is over.
    Hindered,
    /// The target lies on the ground.
    Prone,
    /// The target sees nothing until the end of the hero's next turn.
    Blinded,
    /// The target is tied, or stuck, until it tears itself free.
    Restrained,
    /// The target is afraid until the end of the hero's next turn.
    Frightened,
    /// The target takes harm.
    Harm,
    /// The target runs.
    Flees,
    /// The target gives up.
    Yields,
    /// Everybody puts up their weapons, and nobody is hostile any more.
    Settled,
    /// The heroes get away.
    Fled,
}

/// How much harm it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HarmLevel {
    /// 1d4.
    Light,
    /// 1d6.
    Solid,
    /// 2d6.
    Heavy,
}

/// Harm of what type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HarmType {
    Acid,
    Bludgeoning,
    Cold,
    Fire,
    Lightning,
    Piercing,
    Poison,
    Radiant,
    Slashing,
}

impl Improvise {
    fn gain(&self) -> Option<AttemptEffect> {
        Some(match self.effect {
            ImprovisedEffect::Advantage => AttemptEffect::Opening,
            ImprovisedEffect::Hindered => AttemptEffect::Hindrance,
            ImprovisedEffect::Prone => AttemptEffect::Condition(ConditionKind::Prone),
            ImprovisedEffect::Blinded => AttemptEffect::Condition(ConditionKind::Blinded),
            ImprovisedEffect::Restrained => AttemptEffect::Condition(ConditionKind::Restrained),
            ImprovisedEffect::Frightened => AttemptEffect::Condition(ConditionKind::Frightened),
            ImprovisedEffect::Harm => AttemptEffect::Harm(self.dose(), self.kind()),
            ImprovisedEffect::Flees | ImprovisedEffect::Yields | ImprovisedEffect::Settled | ImprovisedEffect::Fled => {
                return None;
            }
        })
    }

    fn dose(&self) -> Dose {
        match self.harm.unwrap_or(HarmLevel::Light) {
            HarmLevel::Light => Dose::Light,
            HarmLevel::Solid => Dose::Solid,
            HarmLevel::Heavy => Dose::Heavy,
        }
    }

    fn kind(&self) -> DamageType {
        match self.damage_type.unwrap_or(HarmType::Bludgeoning) {
            HarmType::Acid => DamageType::Acid,
            HarmType::Bludgeoning => DamageType::Bludgeoning,
            HarmType::Cold => DamageType::Cold,
            HarmType::Fire => DamageType::Fire,
            HarmType::Lightning => DamageType::Lightning,
            HarmType::Piercing => DamageType::Piercing,
            HarmType::Poison => DamageType::Poison,
            HarmType::Radiant => DamageType::Radiant,
            HarmType::Slashing => DamageType::Slashing,
        }
    }

    fn carry_out(&self, bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
        let find = |bout: &Bout, id: &String| perform::find(bout.game(), who, id);
        let target = self.target.as_ref().map(|id| find(bout, id)).transpose()?;
        let aimed = self.gain().is_some() || matches!(self.effect, ImprovisedEffect::Flees | ImprovisedEffect::Yields);
        let Some(target) = target.or_else(|| (!aimed).then(|| who.clone())) else {
            return Err(Refusal::new("Say target as well: this effect needs it."));
        };
        let aim = (target != *who).then(|| target.clone());
        let tried = Attempt { what: self.what.clone(), skill: self.skill, sense: self.sense, dc: self.dc, target: aim };
        let Some(worked) = attempt(bout, who, &tried)? else { return Ok(()) };
        match (self.gain(), &target, self.effect) {
            (Some(gain), _, _) => bring(bout, who, &target, &tried, worked, gain),
            (None, FighterId::Creature(id), ImprovisedEffect::Flees) => leaves(bout, id.clone(), Leaves::Flees),
            (None, FighterId::Creature(id), ImprovisedEffect::Yields) => leaves(bout, id.clone(), Leaves::Yields),
            (None, _, ImprovisedEffect::Fled) => ending::end(bout, FightEnding::Fled),
            (None, _, ImprovisedEffect::Settled) => ending::end(bout, FightEnding::Settled),
            (None, ..) => Ok(()),
        }
    }
}

impl Tool for Improvise {
    const NAME: &'static str = "improvise";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("In the thick of it", "It is done");
    const PUBLIC: PublicCall = PublicCall {
        input: &["what", "skill", "sense", "dc", "effect", "target", "harm", "damage_type"],
        result: PublicResult::FieldsAndRefusals(&["ok", "happened", "fight", "round", "turn"]),
    };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        check_turn(draft)?;
        let (who, from) = (hero_of(draft.acting()), draft.n_events());
        draft.fight(|bout| {
            to_a_hero(bout)?;
            self.carry_out(bout, &who)?;
            let on = bout.game().encounter.as_deref().and_then(|it| it.current()).is_some_and(|it| it.who == who);
            if on && self.ends_turn.unwrap_or(true) {
                perform::perform(bout, &who, &FighterAction::EndTurn)?;
            }
            to_a_hero(bout)
        })?;
        let answer = happened(draft, from);
        outcome(draft, answer).await
    }
}
