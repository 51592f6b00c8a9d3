//! Advantage and disadvantage, and the reasons for each (SRD 5.1, Advantage and Disadvantage).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    State,
    combat::fighter::{FighterId, FighterRef},
    condition_kind::{ConditionRules, RollEffect},
};

/// Whether two dice are rolled instead of one, and which of them counts (SRD 5.1, Advantage and Disadvantage).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sway {
    /// One die.
    #[default]
    None,
    /// Two, of which the higher counts.
    Advantage,
    /// Two, of which the lower counts.
    Disadvantage,
}

impl Sway {
    /// The d20 as it is thrown.
    pub fn die(self) -> &'static str {
        match self {
            Self::None => "1d20",
            Self::Advantage => "2d20kh1",
            Self::Disadvantage => "2d20kl1",
        }
    }
}

/// Declares the reasons for advantage and disadvantage, each with its words.
macro_rules! reasons {
    ($($reason:ident = $words:literal),+ $(,)?) => {
        /// Reasons for advantage and disadvantage.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = AdvantageReason)]
        pub enum Reason {
            $($reason),+
        }

        impl Reason {
            const ALL: &[(Self, &'static str)] = &[$((Self::$reason, $words)),+];
        }
    };
}

reasons! {
    Blinded = "blinded",
    Poisoned = "poisoned",
    Prone = "prone",
    Restrained = "restrained",
    Frightened = "frightened",
    Exhausted = "exhausted",
    Unseen = "unseen",
    Effect = "an effect",
    Feature = "a feature",
    Dodging = "dodging",
    Raging = "raging",
    Helped = "helped",
    Reckless = "reckless",
    Ambush = "an ambush",
    PackTactics = "pack tactics",
    Flanking = "house rule: flanking",
    LongRange = "long range",
    FoeBeside = "a foe is beside",
    HeavyWeapon = "too heavy a weapon",
    TargetHelpless = "the target is helpless",
    TargetBlinded = "the target is blinded",
    TargetRestrained = "the target is restrained",
    TargetUnseen = "the target is unseen",
    TargetProne = "the target is prone",
    TargetEffect = "an effect on the target",
    TargetReckless = "the target is reckless",
    TargetDodges = "the target dodges",
    TargetGuarded = "the target is guarded",
}

/// The reasons for advantage and disadvantage on a roll. If there is at least one of each, they cancel out, whatever their
/// numbers (SRD 5.1, Advantage and Disadvantage).
#[derive(Debug, Clone, Copy, Default)]
pub struct AdvantageCount {
    up: u32,
    down: u32,
}

impl AdvantageCount {
    pub(crate) fn up(&mut self, reason: Reason, holds: bool) {
        self.up |= u32::from(holds) << reason as u32;
    }

    pub(crate) fn down(&mut self, reason: Reason, holds: bool) {
        self.down |= u32::from(holds) << reason as u32;
    }

    /// Takes every advantage away.
    pub(crate) fn never_up(&mut self) {
        self.up = 0;
    }

    pub(crate) fn add(&mut self, reason: Reason, sway: Sway) {
        self.up(reason, sway == Sway::Advantage);
        self.down(reason, sway == Sway::Disadvantage);
    }

    /// The combined result with one more.
    pub(crate) fn with(self, more: Sway) -> Sway {
        match (self.up != 0 || more == Sway::Advantage, self.down != 0 || more == Sway::Disadvantage) {
            (true, false) => Sway::Advantage,
            (false, true) => Sway::Disadvantage,
            _ => Sway::None,
        }
    }

    /// The result with its reasons; none for a normal roll.
    pub(crate) fn advantage(self) -> Option<RollAdvantage> {
        let (is_disadvantage, set) = match self.with(Sway::None) {
            Sway::None => return None,
            Sway::Advantage => (false, self.up),
            Sway::Disadvantage => (true, self.down),
        };
        let reasons = Reason::ALL.iter().map(|(reason, _)| *reason);
        let reasons = reasons.filter(|reason| set & (1 << *reason as u32) != 0).collect();
        Some(RollAdvantage { is_disadvantage, reasons })
    }
}

/// Advantage or disadvantage on a roll, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollAdvantage {
    /// Disadvantage, or else advantage.
    pub is_disadvantage: bool,
    /// The reasons, in the order of [`Reason`].
    pub reasons: Vec<Reason>,
}

impl fmt::Display for RollAdvantage {
    /// A suffix for a total: `, disadvantage: poisoned, prone`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words = self.reasons.iter().filter_map(|reason| Some(Reason::ALL.iter().find(|(it, _)| it == reason)?.1));
        let what = if self.is_disadvantage { "disadvantage" } else { "advantage" };
        write!(f, ", {what}: {}", words.collect::<Vec<_>>().join(", "))
    }
}

/// Advantages of a fighter's own roll from its conditions; `effect` is the one that is for rolls of this kind.
pub(crate) fn of_own_conditions(
    state: &State,
    fighter: FighterRef,
    effect: impl Fn(&ConditionRules) -> Option<RollEffect>,
) -> AdvantageCount {
    let mut odds = AdvantageCount::default();
    for active in fighter.active_conditions() {
        let Some(effect) = effect(active.rules()).filter(|effect| active.reaches(effect.from_level)) else { continue };
        if !effect.source_in_sight || active.source.is_none_or(|source| is_in_sight(state, source)) {
            odds.add(effect.reason, effect.sway);
        }
    }
    odds
}

/// Whether the source of a condition is present and visible.
fn is_in_sight(state: &State, source: &FighterId) -> bool {
    let hides = state
        .encounter
        .as_deref()
        .is_some_and(|encounter| encounter.combatant(source).is_none_or(|combatant| combatant.stance.hidden.is_some()));
    !hides && state.fighter(source).is_some_and(|fighter| !fighter.is_down())
}
