//! Starts a fight: initiative, surprise, and fighters who join later (SRD 5.1, The Order of Combat).

use std::collections::BTreeMap;

use super::{
    bout::Bout,
    concentration::condition_ended,
    deed::EffectDuration,
    encounter::{Combatant, CombatantStatus, Economy, Encounter, FightSide},
    event::{CombatEvent, Initiative},
    fighter::{FighterId, FighterRef},
    footprint::{Footprint, span_of},
    placement::{self, Placement},
    riders, rounds,
    square::Square,
    terrain::TerrainPatch,
    timing::Timing,
};
use crate::{
    Change, Game, Refusal, State,
    character::{Character, Condition},
    condition_kind::ConditionKind,
    creature::{Creature, Disposition},
    d20::{D20Test, check},
    dice::{RollKind, RollPurpose},
    id::{CharacterId, NpcId},
    skill::Skill,
};

/// How a fight opens, where it isn't with everyone ready and thirty feet apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FightOpening {
    /// The side that lies in wait: those of the other side whose passive Perception is below all its checks of Stealth
    /// are surprised.
    pub ambush_by: Option<FightSide>,
    /// Fighters who are always surprised.
    pub surprised: Vec<FighterId>,
    /// Fixed positions.
    pub squares: BTreeMap<FighterId, Square>,
    /// Bystanders of the scene who are in the middle of the fight.
    pub bystanders: Vec<NpcId>,
    /// People of the scene who stay out of the fight.
    pub stay_out: Vec<NpcId>,
    /// A hero and the fighters next to that hero.
    pub close: Option<(CharacterId, Vec<FighterId>)>,
    pub terrain: Vec<TerrainPatch>,
}

/// The experience value of a commoner; friends worth no more do not fight.
const NO_FIGHTERS_XP: u32 = 10;

/// Creatures that the story marked as grappled without naming a grappler.
pub fn held_without_holder(state: &State) -> Vec<NpcId> {
    let held = |one: &&Creature| one.conditions.iter().any(|it| it.is(ConditionKind::Grappled) && it.timing.is_none());
    let foes = state.creatures.iter().filter(|one| one.disposition == Disposition::Hostile && !one.is_dead());
    foes.filter(held).map(|one| one.id.clone()).collect()
}

/// Makes a fighter the grappler of a creature that has none; the escape difficulty comes from strength.
///
/// # Errors
/// The id is unknown.
pub fn hold(bout: &mut Bout, holder: &FighterId, held: &NpcId) -> Result<(), Refusal> {
    let who = FighterId::Creature(held.clone());
    let held = bout.fighter(&who)?.conditions().iter().find(|it| it.is(ConditionKind::Grappled) && it.timing.is_none());
    let Some(held) = held.cloned() else { return Ok(()) };
    let timing =
        Timing::of(EffectDuration::UntilEnded, holder, &who, None).map(|it| Timing { escape_dc: Some(0), ..it });
    bout.make(condition_ended(&who, &held.name))?;
    bout.make(riders::condition_began(&who, Condition { timing: timing.map(Box::new), ..held }))
}

/// Whether a creature of the scene joins a fight by itself: foes, companions, and friends who can fight.
pub fn takes_part(one: &Creature) -> bool {
    match one.disposition {
        Disposition::Hostile => true,
        Disposition::Friendly => one.companion || one.xp > NO_FIGHTERS_XP,
        Disposition::Neutral => false,
    }
}

/// Begins a fight between the heroes and all hostile creatures of the scene; allies join the heroes.
///
/// # Errors
/// There is a fight already, no creature is hostile, or no hero is able to fight.
pub fn begin(bout: &mut Bout, opening: &FightOpening) -> Result<(), Refusal> {
    if let Some(encounter) = &bout.game().encounter {
        return Err(Refusal::new(format!("A fight is going on already, in round {}.", encounter.round)));
    }
    let joining = those_who_fight(bout.game(), opening);
    let stands = |side: FightSide| joining.iter().any(|(who, of)| *of == side && stands(bout.game(), who));
    if !stands(FightSide::Foes) {
        return Err(Refusal::new("Nobody here is hostile: bring in whom to fight."));
    }
    if !stands(FightSide::Heroes) {
        return Err(Refusal::new("No hero stands who could fight."));
    }
    let mut order = Vec::new();
    let mut thrown: BTreeMap<(String, FightSide), i32> = BTreeMap::new();
    for (who, side) in joining {
        let span = span_of(bout.fighter(&who)?.size());
        let placement = Placement::of(&opening.terrain, &order, span);
        let space = opening.squares.get(&who).and_then(|square| placement.fit_at(*square));
        let space = space.or_else(|| beside(opening, &who, &order, placement).map(|square| Footprint { square, span }));
        let space = space.unwrap_or_else(|| placement.free_space(side));
        let combatant = combatant(bout, who, side, &mut thrown, space)?;
        order.push(combatant);
    }
    let surprised = surprised(bout, opening, &order)?;
    for combatant in &mut order {
        combatant.surprised = surprised.contains(&combatant.who);
    }
    // A stable sort keeps the order of entry among equals.
    order.sort_by_key(|it| std::cmp::Reverse((it.initiative, it.dexterity, it.who.is_hero())));
    let id = format!("encounter-{}", bout.game().dice.next_index);
    let first = order[0].who.clone();
    let terrain = opening.terrain.clone();
    let encounter = Encounter { id, round: 1, turn_index: 0, order, xp: 0, terrain, pending: None };
    bout.make(Change::EncounterBegan { encounter: Box::new(encounter) })?;
    bout.happened(|bout| {
        let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
        let order = order.map(|it| Initiative { who: bout.actor(&it.who), total: it.initiative }).collect();
        CombatEvent::FightBegan { order }
    });
    rounds::start_turn(bout, &first, 1, Vec::new())
}

/// Brings someone into the fight that is going on, with a throw for initiative; whose turn it is stays so.
///
/// # Errors
/// There is no fight, the fighter is dead or in it already, or no fighter has this id.
pub fn join(bout: &mut Bout, who: &FighterId, side: Option<FightSide>, square: Option<Square>) -> Result<(), Refusal> {
    if bout.encounter()?.combatant(who).is_some() {
        return Err(Refusal::new(format!("{} is in the fight already.", bout.name(who))));
    }
    if bout.fighter(who)?.is_dead() {
        return Err(Refusal::new(format!("{} is dead, and can't fight.", bout.name(who))));
    }
    let side = side.unwrap_or_else(|| side_of(bout.game(), who));
    let (encounter, span) = (bout.encounter()?, span_of(bout.fighter(who)?.size()));
    let placement = Placement::of(&encounter.terrain, &encounter.order, span);
    let square = square.filter(|square| placement.is_free(*square));
    let space = square.map_or_else(|| placement.free_space(side), |square| Footprint { square, span });
    let combatant = combatant(bout, who.clone(), side, &mut BTreeMap::new(), space)?;
    bout.make(Change::CombatantJoined { combatant: Box::new(combatant) })?;
    bout.happened(|bout| CombatEvent::Joined { who: bout.actor(who) });
    Ok(())
}

/// Surprises someone in a fight that has just begun. Returns whether they had no turn yet; else it is too late.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub fn surprise(bout: &mut Bout, who: &FighterId) -> Result<bool, Refusal> {
    match yet_to_act(bout, who)? {
        Some(before) => replace(bout, Combatant { surprised: true, ..before }).map(|()| true),
        None => Ok(false),
    }
}

/// Puts someone next to another, where there is room, in a fight that has just begun. Returns whether they had no turn yet; else it
/// is too late.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub fn come_beside(bout: &mut Bout, who: &FighterId, other: &FighterId) -> Result<bool, Refusal> {
    let Some(before) = yet_to_act(bout, who)? else { return Ok(false) };
    let is_beside = bout.combatant(other).is_ok_and(|other| other.is_beside(&before));
    match placement::free_beside(bout.game(), other, who).filter(|_| !is_beside && who != other) {
        Some(square) => replace(bout, Combatant { square, ..before }).map(|()| true),
        None => Ok(true),
    }
}

fn yet_to_act(bout: &Bout, who: &FighterId) -> Result<Option<Combatant>, Refusal> {
    let is_current = bout.encounter()?.current().is_some_and(|current| current.who == *who);
    let there = bout.combatant(who)?;
    Ok((!there.acted && !is_current).then(|| there.clone()))
}

fn replace(bout: &mut Bout, combatant: Combatant) -> Result<(), Refusal> {
    bout.make(Change::CombatantLeft { who: combatant.who.clone() })?;
    bout.make(Change::CombatantJoined { combatant: Box::new(combatant) })
}

/// The changes for a new hero, who also joins the current fight. A hero who `returns` gets no second long rest in 24 hours: the
/// sheet went with them, so the others' last one counts.
///
/// # Errors
/// The party is full.
pub fn come_to_the_table(game: &Game, hero: Character, returns: bool) -> Result<Vec<Change>, Refusal> {
    let last = || game.characters.iter().filter_map(|other| other.rested).max_by_key(|it| it.minutes());
    let hero = match returns {
        true => Character { rested: last(), ..hero },
        false => hero,
    };
    let mut game = game.clone();
    let mut bout = Bout::new(&mut game, &());
    let (who, can_fight) = (FighterId::Hero(hero.id.clone()), !hero.dead);
    bout.make(Change::CharacterJoined { character: Box::new(hero) })?;
    if can_fight && bout.game().encounter.is_some() {
        join(&mut bout, &who, Some(FightSide::Heroes), None)?;
    }
    Ok(bout.finish().0)
}

/// Removes a fighter from the fight: fled, dismissed, gone. If it was its turn, the turn ends first.
///
/// # Errors
/// There is no fight, or that one takes no part.
pub fn leave(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    bout.combatant(who)?;
    if bout.encounter()?.current().is_some_and(|current| current.who == *who) {
        rounds::end_turn(bout)?;
    }
    if bout.game().encounter.as_ref().is_some_and(|encounter| encounter.combatant(who).is_some()) {
        super::riders::let_go(bout, who)?;
        bout.make(Change::CombatantLeft { who: who.clone() })?;
        bout.happened(|bout| CombatEvent::Left { who: bout.actor(who) });
        super::ending::settle(bout)?;
    }
    Ok(())
}

fn those_who_fight(state: &State, opening: &FightOpening) -> Vec<(FighterId, FightSide)> {
    let heroes = state.characters.iter().filter(|hero| !hero.dead);
    let heroes = heroes.map(|hero| (FighterId::Hero(hero.id.clone()), FightSide::Heroes));
    let joins = |one: &Creature| takes_part(one) || opening.bystanders.contains(&one.id);
    // A foe who lies at 0 hit points was overcome before.
    let is_overcome = |one: &Creature| one.hp == 0 && one.disposition == Disposition::Hostile;
    let living = state.creatures.iter().filter(|one| !one.is_dead() && !is_overcome(one));
    let creatures = living.filter(|one| joins(one) && !opening.stay_out.contains(&one.id));
    let creatures = creatures.map(|one| (FighterId::Creature(one.id.clone()), side_for(one.disposition)));
    heroes.chain(creatures).collect()
}

fn side_for(disposition: Disposition) -> FightSide {
    match disposition {
        Disposition::Hostile => FightSide::Foes,
        Disposition::Friendly => FightSide::Heroes,
        Disposition::Neutral => FightSide::Neutral,
    }
}

fn side_of(state: &State, who: &FighterId) -> FightSide {
    match state.fighter(who) {
        Some(FighterRef::Creature(one)) => side_for(one.disposition),
        _ => FightSide::Heroes,
    }
}

fn stands(state: &State, who: &FighterId) -> bool {
    state.fighter(who).is_some_and(|fighter| !fighter.is_down())
}

/// A fighter with its throw for initiative. Creatures of a kind throw once for all of them (SRD 5.1, Initiative).
fn combatant(
    bout: &mut Bout,
    who: FighterId,
    side: FightSide,
    thrown: &mut BTreeMap<(String, FightSide), i32>,
    Footprint { square, span }: Footprint,
) -> Result<Combatant, Refusal> {
    let fighter = bout.fighter(&who)?;
    let dexterity = fighter.abilities().dex;
    let kind = match fighter {
        FighterRef::Creature(one) => Some((one.slug.clone(), side)),
        FighterRef::Hero(_) => None,
    };
    let initiative = match kind.as_ref().and_then(|kind| thrown.get(kind)) {
        Some(known) => *known,
        None => {
            let purpose = RollPurpose::of(RollKind::Initiative).by(fighter.name());
            D20Test::initiative(bout.game(), fighter).toss(bout, &purpose)?.total
        }
    };
    if let Some(kind) = kind {
        thrown.insert(kind, initiative);
    }
    let (economy, stance) = (Economy::default(), CombatantStatus::default());
    Ok(Combatant { who, side, initiative, dexterity, square, span, economy, stance, surprised: false, acted: false })
}

/// A free square next to the hero of a close opening, preferably on the foes' side.
fn beside(opening: &FightOpening, who: &FighterId, there: &[Combatant], placement: Placement) -> Option<Square> {
    let (hero, close) = opening.close.as_ref()?;
    let hero = there.iter().find(|it| close.contains(who) && it.who.as_str() == hero.as_str())?;
    placement.free_around(hero.footprint())
}

/// The surprised: those who notice none of the ambushers (SRD 5.1, Surprise).
fn surprised(bout: &mut Bout, opening: &FightOpening, order: &[Combatant]) -> Result<Vec<FighterId>, Refusal> {
    let mut surprised = opening.surprised.clone();
    if let Some(side) = opening.ambush_by {
        let mut least = None;
        for hidden in order.iter().filter(|it| it.side == side) {
            let purpose = RollPurpose::check(Skill::Stealth).by(bout.name(&hidden.who));
            let total = check(bout, &hidden.who, Skill::Stealth, &purpose)?.total;
            least = Some(least.map_or(total, |least: i32| least.min(total)));
        }
        for it in order.iter().filter(|it| it.side.fights(side)) {
            if least.is_some_and(|least| bout.fighter(&it.who).is_ok_and(|it| it.passive_perception() < least)) {
                surprised.push(it.who.clone());
            }
        }
    }
    let never = |who: &FighterId| {
        bout.game()
            .fighter(who)
            .is_some_and(|fighter| fighter.traits().contains(&super::stat_block::Trait::NeverSurprised))
    };
    surprised.retain(|who| !never(who));
    Ok(surprised)
}
