//! What makes an attack easier or harder: everything about both sides that counts (SRD 5.1, Making an Attack; Conditions).

use super::{
    affliction::Affliction,
    d20::source_of,
    deed::{Modifier, Reach},
    encounter::{Combatant, Encounter},
    fighter::{Fighter, FighterId},
    square::Square,
    stat_block::{Size, Trait},
};
use crate::game::{State, contest::Sway};

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

/// What was found so far that sways a throw. However much there is of either, one of each cancels out (SRD 5.1, Advantage
/// and Disadvantage).
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::game) struct Odds {
    up: bool,
    down: bool,
}

impl Odds {
    fn up(&mut self, holds: bool) {
        self.up |= holds;
    }

    fn down(&mut self, holds: bool) {
        self.down |= holds;
    }

    /// What they come to, with one more.
    pub(in crate::game) fn with(self, more: Sway) -> Sway {
        Sway::of([Sway::up(self.up), Sway::down(self.down), more])
    }
}

/// What conditions and effects of both come to, apart from where anybody stands: `beside` says whether they are within
/// five feet of each other, `sees_fear` whether the attacker sees what it fears.
///
/// Blinded, frightened, poisoned, prone, restrained and exhausted attackers are worse off, invisible ones better; who is
/// blinded, paralysed, petrified, restrained, stunned or unconscious is struck more easily, who is invisible less; who
/// lies prone is struck more easily from beside and less easily from afar (SRD 5.1, Conditions).
/// Of somebody nothing is known of nothing counts.
pub(in crate::game) fn of_conditions(
    attacker: Fighter,
    target: Option<Fighter>,
    beside: bool,
    sees_fear: bool,
) -> Odds {
    use Affliction::{Blinded, Frightened, Invisible, Poisoned, Prone, Restrained};
    let lent = |fighter: Fighter, wanted: &Modifier| fighter.modifiers().any(|m| m == wanted);
    let mut odds = Odds::default();
    odds.down([Blinded, Poisoned, Prone, Restrained].into_iter().any(|it| attacker.is(it)));
    odds.down(sees_fear && attacker.is(Frightened));
    odds.down(attacker.exhaustion() >= 3);
    odds.up(attacker.is(Invisible));
    odds.up(lent(attacker, &Modifier::AttackAdvantage));
    odds.down(lent(attacker, &Modifier::AttackDisadvantage));
    let Some(target) = target else { return odds };
    odds.up(target.is_helpless() || target.is(Blinded) || target.is(Restrained));
    odds.down(target.is(Invisible));
    let lies = target.is(Prone) || target.is_down();
    odds.up(lies && beside);
    odds.down(lies && !beside);
    odds.up(lent(target, &Modifier::EasyToHit));
    odds.down(lent(target, &Modifier::HardToHit));
    odds
}

/// The sway of an attack in a fight.
pub(super) fn of_attack(state: &State, attacker: &Combatant, target: &Combatant, manner: Manner) -> Sway {
    let Some(encounter) = state.encounter.as_deref() else { return Sway::None };
    let (Some(striker), Some(struck)) = (state.fighter(&attacker.who), state.fighter(&target.who)) else {
        return Sway::None;
    };
    let feet = attacker.square.feet_to(target.square);
    let from_afar = shoots(manner.reach, feet);
    let mut odds = of_conditions(striker, Some(struck), feet <= 5, sees_its_fear(encounter, state, striker));
    odds.up(attacker.stance.hidden.is_some());
    odds.down(target.stance.hidden.is_some());
    odds.up(attacker.stance.helped.as_ref().is_some_and(|helped| helped.against == target.who));
    odds.up(attacker.stance.reckless && manner.by_strength && !from_afar);
    odds.up(target.stance.reckless);
    for it in striker.traits() {
        match it {
            Trait::Reckless => odds.up(!from_afar),
            Trait::Ambusher => odds.up(encounter.round == 1 && !target.acted),
            Trait::PackTactics => odds.up(friend_beside(state, attacker, target)),
            _ => {}
        }
    }
    odds.up(struck.traits().contains(&Trait::Reckless));
    odds.down(target.stance.dodging && !struck.is(Affliction::Incapacitated) && struck.speed() > 0);
    odds.down(from_afar && (feet > normal_range(manner.reach) || foe_beside(state, attacker)));
    odds.down(manner.heavy && striker.size() <= Size::Small);
    odds.up &= !struck.has_feature("Elusive") || struck.is(Affliction::Incapacitated);
    odds.with(Sway::None)
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

/// Whether whoever it fears is there to be seen; a fear without a known source always counts.
fn sees_its_fear(encounter: &Encounter, state: &State, fighter: Fighter) -> bool {
    let source = source_of(fighter.conditions(), Affliction::Frightened);
    let there = |who: &FighterId| {
        encounter.combatant(who).is_some_and(|it| it.stance.hidden.is_none())
            && state.fighter(who).is_some_and(|it| !it.is_down())
    };
    source.is_none_or(there)
}

/// Whether someone of the target's foes stands beside it who can act, apart from the attacker.
pub(super) fn friend_beside(state: &State, attacker: &Combatant, target: &Combatant) -> bool {
    beside(state, target.square).any(|it| it.side == attacker.side && it.who != attacker.who)
}

/// Whether a foe who can act and sees it stands beside a fighter, which spoils shooting and hiding (SRD 5.1, Ranged Attacks
/// in Close Combat; Hiding).
pub(super) fn foe_beside(state: &State, fighter: &Combatant) -> bool {
    let invisible = || state.fighter(&fighter.who).is_some_and(|it| it.is(Affliction::Invisible));
    let sees = |it: &Combatant| state.fighter(&it.who).is_some_and(|it| !it.is(Affliction::Blinded));
    let unseen = fighter.stance.hidden.is_some() || invisible();
    !unseen && beside(state, fighter.square).any(|it| it.side.fights(fighter.side) && sees(it))
}

fn beside(state: &State, square: Square) -> impl Iterator<Item = &Combatant> {
    let order = state.encounter.iter().flat_map(|encounter| &encounter.order);
    order
        .filter(move |it| it.square.is_beside(square))
        .filter(|it| state.fighter(&it.who).is_some_and(|fighter| !fighter.is(Affliction::Incapacitated)))
}
