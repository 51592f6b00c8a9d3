//! The judge's tools. They only record its decision; the rules roll the dice.

use game::{character::Ability, condition_kind::ConditionKind, d20::advantage::Sway, sense::NeededSense, skill::Skill};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput, Toolbox};

use super::{bench::Bench, ruling::MAX_REASON};

/// The judge's decision.
#[derive(Debug, Clone)]
pub(super) enum Decision {
    /// The table settles it.
    Rule(RulingCall),
    /// There is nothing to settle.
    NoCheck(MarkNoCheck),
}

/// The ruling that decides an action.
#[derive(Debug, Clone)]
pub(super) enum RulingCall {
    Attack(ResolveAttack),
    Check(ResolveSkillCheck),
    Save(ResolveSavingThrow),
    Impossible(MarkImpossible),
}

/// How hard something is, as a number to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Difficulty {
    /// 10.
    Easy,
    /// 13.
    Moderate,
    /// 15.
    Hard,
    /// 18.
    VeryHard,
    /// 20.
    Formidable,
}

impl Difficulty {
    /// The number to reach.
    pub(super) fn number(self) -> i32 {
        match self {
            Self::Easy => 10,
            Self::Moderate => 13,
            Self::Hard => 15,
            Self::VeryHard => 18,
            Self::Formidable => 20,
        }
    }
}

/// What a saving throw is made against, as far as somebody may be good at withstanding just that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Peril {
    /// Poison.
    Poison,
    /// A charm.
    Charm,
    /// Fear.
    Fear,
    /// Any other magic.
    Magic,
}

impl Peril {
    /// The conditions it brings.
    pub(super) fn conditions(self) -> &'static [ConditionKind] {
        match self {
            Self::Poison => &[ConditionKind::Poisoned],
            Self::Charm => &[ConditionKind::Charmed],
            Self::Fear => &[ConditionKind::Frightened],
            Self::Magic => &[],
        }
    }

    /// Whether it is magic.
    pub(super) fn is_magical(self) -> bool {
        matches!(self, Self::Charm | Self::Magic)
    }
}

/// The hero strikes at someone with a weapon or bare hands, near or far.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolveAttack {
    /// The id from the list of those in the scene, or what the player calls them.
    pub(super) target: String,
    /// The hero's weapon, if the player names one; "bare hands" for a punch, a kick or a slap.
    #[serde(default)]
    pub(super) weapon: Option<String>,
    /// Whether the target is within five feet of the hero, as far as the story says; it makes a shot harder.
    #[serde(default)]
    pub(super) close: bool,
    /// What the situation gives: "none", "advantage" or "disadvantage".
    #[serde(default)]
    pub(super) sway: Sway,
    /// Ids of those in the scene whom the player tells to stay out of it.
    #[serde(default)]
    pub(super) stay_out: Vec<String>,
}

/// A skill decides what becomes of the deed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolveSkillCheck {
    /// The skill.
    pub(super) skill: Skill,
    /// The sense it can't be done without; the table knows whether the hero has it.
    #[serde(default)]
    pub(super) sense: Option<NeededSense>,
    /// How hard it is.
    pub(super) difficulty: Difficulty,
    /// What it is for, in a few words the player reads: "past the watchman".
    #[schemars(length(max = MAX_REASON))]
    pub(super) reason: String,
    /// What the situation gives: "none", "advantage" or "disadvantage".
    #[serde(default)]
    pub(super) sway: Sway,
    /// With a `[plot]` block: whether the deed itself is what the block tests with this skill; false for any other deed.
    #[serde(default)]
    pub(super) of_scene: Option<bool>,
}

/// The hero has to withstand something.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolveSavingThrow {
    /// The ability it goes by.
    pub(super) ability: Ability,
    /// How hard it is.
    pub(super) difficulty: Difficulty,
    /// What is withstood, in a few words the player reads: "the poison".
    #[serde(default)]
    #[schemars(length(max = MAX_REASON))]
    pub(super) reason: String,
    /// What it is, where it is one of these.
    #[serde(default)]
    pub(super) against: Option<Peril>,
}

/// Nobody like this hero could do it here.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkImpossible {
    /// Why, in one sentence.
    #[schemars(length(max = MAX_REASON))]
    pub(super) reason: String,
}

/// There is nothing to throw for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkNoCheck {
    /// Why not, in a few words.
    #[serde(default)]
    #[schemars(length(max = MAX_REASON))]
    pub(super) reason: String,
}

/// The judge's toolbox.
pub(in crate::dm) fn toolbox() -> Toolbox<Bench> {
    Toolbox::empty()
        .with::<ResolveAttack>()
        .with::<ResolveSkillCheck>()
        .with::<ResolveSavingThrow>()
        .with::<MarkImpossible>()
        .with::<MarkNoCheck>()
}

const ROLLED: CallSummary = CallSummary::new("Weighing what is tried", "Let the dice decide");
const IMPOSSIBLE: CallSummary = CallSummary::new("Weighing what is tried", "Found that it can't be done");

/// Makes the decisions out of the tools: each is handed to the bench.
macro_rules! decides {
    ($($tool:ident = $name:literal, $summary:expr, $public:expr, $decision:expr;)+) => {$(
        impl Tool for $tool {
            const NAME: &'static str = $name;
            type Context = Bench;
            const SUMMARY: CallSummary = $summary;
            // The result contains a foe's statistics.
            const PUBLIC: PublicCall = PublicCall { input: &$public, result: PublicResult::Hidden };

            async fn run(self, bench: &mut Bench) -> Result<ToolOutput, ToolError> {
                let decision: fn(Self) -> Decision = $decision;
                bench.decide(decision(self))
            }
        }
    )+};
}

decides! {
    ResolveAttack = "resolve_attack", ROLLED, ["target", "weapon", "close", "sway"], |asked| Decision::Rule(RulingCall::Attack(asked));
    ResolveSkillCheck = "resolve_skill_check", ROLLED, ["skill", "sense", "difficulty", "reason", "sway"], |asked| Decision::Rule(RulingCall::Check(asked));
    ResolveSavingThrow = "resolve_saving_throw", ROLLED, ["ability", "difficulty", "reason"], |asked| Decision::Rule(RulingCall::Save(asked));
    MarkImpossible = "mark_impossible", IMPOSSIBLE, ["reason"], |asked| Decision::Rule(RulingCall::Impossible(asked));
    MarkNoCheck = "mark_no_check", CallSummary::DEFAULT, ["reason"], Decision::NoCheck;
}
