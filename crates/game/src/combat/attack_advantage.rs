//! Advantage and disadvantage on attacks, from both sides (SRD 5.1, Making an Attack; Conditions).

use super::{
    deed::{Modifier, Reach},
    encounter::Combatant,
    fighter::FighterRef,
    stat_block::{Size, Trait},
    strike::Striking,
};
use crate::{
    State,
    condition_kind::{ActiveCondition, ConditionKind},
    d20::advantage::{AdvantageCount, Reason, of_own_conditions},
    feature::FeatureId,
    house_rules::Flanking,
};

/// Advantages of an attack from conditions and effects of both sides; `beside` says whether they are within 5 feet of
/// each other. An unknown target contributes nothing.
pub(super) fn of_conditions(
    state: &State,
    attacker: FighterRef,
    target: Option<FighterRef>,
    beside: bool,
) -> AdvantageCount {
    let lent = |fighter: FighterRef, wanted: &Modifier| fighter.modifiers().any(|m| m == wanted);
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

/// The two sides of an attack. Nothing is known of a target without numbers, and only those in a fight have places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides<'a> {
    pub(super) striker: FighterRef<'a>,
    pub(super) struck: Option<FighterRef<'a>>,
    pub(super) places: Option<(&'a Combatant, &'a Combatant)>,
}

impl Sides<'_> {
    /// How far it is from one to the other. Outside a fight they are as near as the attack wants, unless they are close.
    pub(super) fn feet(self, with: &Striking) -> u16 {
        match (self.places, with.attack.reach) {
            (Some((own, theirs)), _) => own.feet_to(theirs),
            (None, Reach::Ranged { normal, .. }) if !with.is_close => normal,
            (None, _) => 5,
        }
    }
}

/// Advantages of an attack; `guarded` says whether an ally protects the target with a shield.
pub(super) fn of_attack(state: &State, sides: Sides, with: &Striking, guarded: bool) -> AdvantageCount {
    let Sides { striker, struck, places } = sides;
    let reach = with.attack.reach;
    let feet = sides.feet(with);
    let from_afar = shoots(reach, feet);
    let mut odds = of_conditions(state, striker, struck, feet <= 5);
    odds.down(Reason::HeavyWeapon, with.is_heavy() && striker.size() <= Size::Small);
    odds.down(Reason::LongRange, from_afar && feet > good_range(reach));
    odds.down(Reason::TargetGuarded, guarded);
    odds.up(Reason::Reckless, !from_afar && striker.traits().contains(&Trait::Reckless));
    odds.up(Reason::TargetReckless, struck.is_some_and(|it| it.traits().contains(&Trait::Reckless)));
    if let Some((own, theirs)) = places {
        let has = |wanted: Trait| striker.traits().contains(&wanted);
        let round = state.encounter.as_deref().map_or(0, |encounter| encounter.round);
        odds.up(Reason::Unseen, own.stance.hidden.is_some());
        odds.down(Reason::TargetUnseen, theirs.stance.hidden.is_some());
        odds.up(Reason::Helped, own.stance.helped.as_ref().is_some_and(|helped| helped.against == theirs.who));
        odds.up(Reason::Reckless, own.stance.reckless && with.is_by_strength() && !from_afar);
        odds.up(Reason::TargetReckless, theirs.stance.reckless);
        odds.up(Reason::Ambush, has(Trait::Ambusher) && round == 1 && !theirs.acted);
        odds.up(Reason::PackTactics, has(Trait::PackTactics) && friend_beside(state, own, theirs));
        odds.up(Reason::Flanking, !from_afar && flanks(state, own, theirs));
        odds.down(Reason::FoeBeside, from_afar && foe_beside(state, own));
        let dodges = theirs.stance.dodging && struck.is_some_and(|it| it.acts() && it.speed() > 0);
        odds.down(Reason::TargetDodges, dodges);
    }
    if places.is_none() && with.is_close {
        let hinders = struck.is_some_and(|it| it.acts() && it.sees()) && !striker.is_unseen();
        odds.down(Reason::FoeBeside, from_afar && hinders);
    }
    if struck.is_some_and(|it| it.has_feature(FeatureId::Elusive) && it.acts()) {
        odds.never_up();
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

/// The range of an attack without disadvantage.
pub(super) fn good_range(reach: Reach) -> u16 {
    match reach {
        Reach::Ranged { normal, .. } | Reach::Either { normal, .. } => normal,
        Reach::Melee { feet } => feet,
        Reach::Oneself => 0,
    }
}

/// The longest range of an attack.
pub(super) fn furthest(reach: Reach) -> u16 {
    match reach {
        Reach::Ranged { normal, long } => normal.max(long),
        Reach::Either { feet, normal, long } => feet.max(normal).max(long),
        Reach::Melee { feet } => feet,
        Reach::Oneself => 0,
    }
}

/// Whether another enemy of the target is adjacent to it and able to act.
pub(super) fn friend_beside(state: &State, attacker: &Combatant, target: &Combatant) -> bool {
    beside(state, target).any(|it| it.side == attacker.side && it.who != attacker.who)
}

/// Whether house rules allow flanking, and an able ally is on the opposite side of the target.
fn flanks(state: &State, attacker: &Combatant, target: &Combatant) -> bool {
    let (own, theirs) = (attacker.footprint(), target.footprint());
    let is_ally = |it: &Combatant| it.side == attacker.side && it.who != attacker.who;
    state.house_rules.flanking == Flanking::Advantage
        && attacker.is_beside(target)
        && beside(state, target).any(|it| is_ally(it) && theirs.is_between(own, it.footprint()))
}

/// Whether an enemy who can act and see is adjacent, which hampers ranged attacks and hiding (SRD 5.1, Ranged Attacks in Close
/// Combat; Hiding).
pub(super) fn foe_beside(state: &State, fighter: &Combatant) -> bool {
    let invisible = || state.fighter(&fighter.who).is_some_and(FighterRef::is_unseen);
    let sees = |it: &Combatant| state.fighter(&it.who).is_some_and(FighterRef::sees);
    let unseen = fighter.stance.hidden.is_some() || invisible();
    !unseen && beside(state, fighter).any(|it| it.side.fights(fighter.side) && sees(it))
}

fn beside<'a>(state: &'a State, one: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| it.is_beside(one)).filter(|it| state.fighter(&it.who).is_some_and(FighterRef::acts))
}
