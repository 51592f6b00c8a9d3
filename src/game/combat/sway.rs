//! What makes an attack easier or harder: everything about both sides that counts (SRD 5.1, Making an Attack; Conditions).

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    deed::{Modifier, Reach},
    encounter::Combatant,
    fighter::{Fighter, FighterId},
    stat_block::{Size, Trait},
};
use crate::game::{
    State,
    condition_kind::{ActiveCondition, ConditionKind, ConditionRules, RollEffect},
    contest::Sway,
    feature::FeatureId,
};

/// How an attack is made, as far as it sways the die.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    /// Its reach.
    pub(super) reach: Reach,
    /// Whether the weapon is too heavy for small folk.
    pub(super) heavy: bool,
    /// Whether it goes by Strength, as recklessness asks.
    pub(super) by_strength: bool,
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
pub(in crate::game) struct Odds {
    up: u32,
    down: u32,
}

impl Odds {
    pub(super) fn up(&mut self, reason: Reason, holds: bool) {
        self.up |= u32::from(holds) << reason as u32;
    }

    pub(super) fn down(&mut self, reason: Reason, holds: bool) {
        self.down |= u32::from(holds) << reason as u32;
    }

    fn add(&mut self, reason: Reason, sway: Sway) {
        self.up(reason, sway == Sway::Advantage);
        self.down(reason, sway == Sway::Disadvantage);
    }

    /// What they come to, with one more.
    pub(in crate::game) fn with(self, more: Sway) -> Sway {
        Sway::of([Sway::up(self.up != 0), Sway::down(self.down != 0), more])
    }

    /// The result with its reasons; none for a normal roll.
    pub(in crate::game) fn advantage(self) -> Option<RollAdvantage> {
        let (is_disadvantage, set) = match self.with(Sway::None) {
            Sway::None => return None,
            Sway::Advantage => (false, self.up),
            Sway::Disadvantage => (true, self.down),
        };
        let reasons = Reason::ALL.iter().map(|(reason, _)| *reason);
        let reasons = reasons.filter(|reason| set & (1 << *reason as u32) != 0).collect();
        Some(RollAdvantage { is_disadvantage, reasons })
    }

    /// The result with its reasons, as a suffix for a total: `, disadvantage: poisoned, prone`; empty for a normal roll.
    pub(in crate::game) fn in_words(self) -> String {
        self.advantage().as_ref().map(ToString::to_string).unwrap_or_default()
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

/// Advantages of an attack from conditions and effects of both sides; `beside` says whether they are within five feet of
/// each other. An unknown target contributes nothing.
pub(in crate::game) fn of_conditions(state: &State, attacker: Fighter, target: Option<Fighter>, beside: bool) -> Odds {
    let lent = |fighter: Fighter, wanted: &Modifier| fighter.modifiers().any(|m| m == wanted);
    let mut odds = of_own_conditions(state, attacker, |rules| rules.attacks);
    odds.up(Reason::Effect, lent(attacker, &Modifier::AttackAdvantage));
    odds.down(Reason::Effect, lent(attacker, &Modifier::AttackDisadvantage));
    let Some(target) = target else { return odds };
    // A target at 0 hit points lies on the ground, whatever its sheet says.
    let lies = target.is_down().then(|| ActiveCondition::implied(ConditionKind::Prone));
    for effect in target.active_conditions().chain(lies).filter_map(|it| it.rules().attacked) {
        odds.add(effect.reason, if beside { effect.beside } else { effect.farther });
    }
    odds.up(Reason::TargetEffect, lent(target, &Modifier::EasyToHit));
    odds.down(Reason::TargetEffect, lent(target, &Modifier::HardToHit));
    odds
}

/// Advantages of a fighter's own roll from its conditions; `effect` is the one that is for rolls of this kind.
pub(super) fn of_own_conditions(
    state: &State,
    fighter: Fighter,
    effect: impl Fn(&ConditionRules) -> Option<RollEffect>,
) -> Odds {
    let mut odds = Odds::default();
    for active in fighter.active_conditions() {
        let Some(effect) = effect(active.rules()).filter(|effect| active.reaches(effect.from_level)) else { continue };
        if !effect.source_in_sight || active.source.is_none_or(|source| is_in_sight(state, source)) {
            odds.add(effect.reason, effect.sway);
        }
    }
    odds
}

/// Disadvantage on attacks with a weapon that is too heavy for its bearer (SRD 5.1, Weapons: Heavy).
pub(in crate::game) fn of_weight(mut odds: Odds, attacker: Fighter, heavy: bool) -> Odds {
    odds.down(Reason::HeavyWeapon, heavy && attacker.size() <= Size::Small);
    odds
}

/// Modifiers and advantages of an attack in a fight; `guarded` says whether an ally protects the target with a shield.
pub(super) fn of_attack(
    state: &State,
    attacker: &Combatant,
    target: &Combatant,
    manner: Manner,
    guarded: bool,
) -> Odds {
    let (Some(striker), Some(struck)) = (state.fighter(&attacker.who), state.fighter(&target.who)) else {
        return Odds::default();
    };
    let feet = attacker.feet_to(target);
    let from_afar = shoots(manner.reach, feet);
    let odds = of_conditions(state, striker, Some(struck), feet <= 5);
    let mut odds = of_weight(odds, striker, manner.heavy);
    odds.up(Reason::Unseen, attacker.stance.hidden.is_some());
    odds.down(Reason::TargetUnseen, target.stance.hidden.is_some());
    odds.up(Reason::Helped, attacker.stance.helped.as_ref().is_some_and(|helped| helped.against == target.who));
    odds.up(Reason::Reckless, attacker.stance.reckless && manner.by_strength && !from_afar);
    odds.up(Reason::TargetReckless, target.stance.reckless);
    let round = state.encounter.as_deref().map_or(0, |encounter| encounter.round);
    for it in striker.traits() {
        match it {
            Trait::Reckless => odds.up(Reason::Reckless, !from_afar),
            Trait::Ambusher => odds.up(Reason::Ambush, round == 1 && !target.acted),
            Trait::PackTactics => odds.up(Reason::PackTactics, friend_beside(state, attacker, target)),
            _ => {}
        }
    }
    odds.up(Reason::TargetReckless, struck.traits().contains(&Trait::Reckless));
    let dodges = target.stance.dodging && struck.acts() && struck.speed() > 0;
    odds.down(Reason::TargetDodges, dodges);
    odds.down(Reason::LongRange, from_afar && feet > normal_range(manner.reach));
    odds.down(Reason::FoeBeside, from_afar && foe_beside(state, attacker));
    odds.down(Reason::TargetGuarded, guarded);
    if struck.has_feature(FeatureId::Elusive) && struck.acts() {
        odds.up = 0;
    }
    odds
}

/// Whether the attack is one from afar: a weapon for shooting, or one that is thrown as hands don't reach.
pub(super) fn shoots(reach: Reach, feet: u16) -> bool {
    match reach {
        Reach::Ranged { .. } => true,
        Reach::Either { feet: hand, .. } => feet > hand,
        Reach::Melee { .. } | Reach::Oneself => false,
    }
}

fn normal_range(reach: Reach) -> u16 {
    match reach {
        Reach::Ranged { normal, .. } | Reach::Either { normal, .. } => normal,
        Reach::Melee { feet } => feet,
        Reach::Oneself => 0,
    }
}

/// How far an attack gets at the most.
pub(super) fn furthest(reach: Reach) -> u16 {
    match reach {
        Reach::Ranged { normal, long } => normal.max(long),
        Reach::Either { feet, normal, long } => feet.max(normal).max(long),
        Reach::Melee { feet } => feet,
        Reach::Oneself => 0,
    }
}

/// Whether the source of a condition is there and can be seen.
fn is_in_sight(state: &State, source: &FighterId) -> bool {
    let hides = state
        .encounter
        .as_deref()
        .is_some_and(|encounter| encounter.combatant(source).is_none_or(|combatant| combatant.stance.hidden.is_some()));
    !hides && state.fighter(source).is_some_and(|fighter| !fighter.is_down())
}

/// Whether someone of the target's foes stands beside it who can act, apart from the attacker.
pub(super) fn friend_beside(state: &State, attacker: &Combatant, target: &Combatant) -> bool {
    beside(state, target).any(|it| it.side == attacker.side && it.who != attacker.who)
}

/// Whether a foe who can act and sees it stands beside a fighter, which spoils shooting and hiding (SRD 5.1, Ranged Attacks
/// in Close Combat; Hiding).
pub(super) fn foe_beside(state: &State, fighter: &Combatant) -> bool {
    let invisible = || state.fighter(&fighter.who).is_some_and(Fighter::is_unseen);
    let sees = |it: &Combatant| state.fighter(&it.who).is_some_and(Fighter::sees);
    let unseen = fighter.stance.hidden.is_some() || invisible();
    !unseen && beside(state, fighter).any(|it| it.side.fights(fighter.side) && sees(it))
}

fn beside<'a>(state: &'a State, one: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| it.is_beside(one)).filter(|it| state.fighter(&it.who).is_some_and(Fighter::acts))
}
