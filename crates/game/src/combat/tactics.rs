//! Tactics of fighters without a player: they choose the action with the highest expected damage, move to where they can use
//! it, and keep away from melee if they shoot. Unintelligent ones attack the nearest foe. Forecasts use the same tactics for
//! heroes.

use std::{cell::LazyCell, sync::Arc};

use super::{
    act::FighterAction,
    action_resolution::{self, ActionTarget},
    aiming::{aim_area, aim_from_here, best_deed, foes},
    arms, attack_advantage, attacking,
    bout::Bout,
    deed::{ActionCost, ActionEffect, Attack, CombatAction, Reach, Strike},
    encounter::{Combatant, FightSide},
    expected_value,
    fighter::{FighterId, FighterRef},
    footprint::Footprint,
    harm, movement, multiattack,
    orders::AllyOrder,
    perform,
    reaction::{PlannedDeed, Unit},
    repertoire::{self, ActionChoice, ActionSource, KnownAction},
    rounds,
    square::Square,
    terrain::TerrainMap,
    turning, uses,
    ways::Ways,
};
use crate::{
    Refusal, condition_kind::ConditionKind, creature::Creature, feature::FeatureId, hit_points, wording::same,
};

/// The highest Intelligence of creatures that attack the nearest foe.
const DULL: u8 = 5;
/// How far a touch reaches, in feet.
const TOUCH: u16 = 5;

/// Plays the current turn: moves, acts, and ends it. A fighter who can't act only ends it.
///
/// # Errors
/// There is no fight.
pub fn take_turn(bout: &mut Bout) -> Result<(), Refusal> {
    let Some(current) = bout.encounter()?.current() else { return rounds::end_turn(bout) };
    let (who, surprised, side) = (current.who.clone(), current.surprised, current.side);
    let fighter = bout.fighter(&who)?;
    if fighter.is_dying() {
        perform::perform(bout, &who, &FighterAction::DeathSave)?;
    } else if !surprised && fighter.acts() && side != FightSide::Neutral {
        fight(bout, &who)?;
    }
    end_own_turn(bout, &who)
}

/// Plays the rest of a turn from where the fighter has gone to.
pub(super) fn finish_turn(bout: &mut Bout, who: &FighterId, plan: &PlannedDeed) -> Result<(), Refusal> {
    if still_acts(bout, who) {
        let aim = ActionTarget { targets: plan.targets.clone(), at: plan.at };
        carry_out(bout, who, &plan.deed, &plan.by, &aim)?;
    }
    if still_acts(bout, who) {
        bonus(bout, who)?;
    }
    end_own_turn(bout, who)
}

fn end_own_turn(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let goes_on = bout.game().encounter.as_deref().and_then(|it| it.current()).is_some_and(|it| it.who == *who);
    if goes_on && bout.ended().is_none() { rounds::end_turn(bout) } else { Ok(()) }
}

/// Plays a fighter's turn. Actions that the rules refuse are skipped.
fn fight(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    if bout.fighter(who)?.is(ConditionKind::Prone) {
        let _ = movement::stand_up(bout, who);
    }
    if turning::is_turned(bout.fighter(who)?) {
        return turning::flee(bout, who);
    }
    prepare(bout, who)?;
    if !still_acts(bout, who) {
        // The undead it turned may have been the last of its foes.
        return Ok(());
    }
    let held = bout.fighter(who)?.is(ConditionKind::Grappled);
    let order = bout.take_order(who);
    let ordered = order.as_ref().and_then(|order| plan_for(bout, who, Some(order)));
    if order.is_some() && ordered.is_none() {
        bout.note_unheeded(who);
    }
    match ordered.or_else(|| plan(bout, who)) {
        Some(plan) => follow(bout, who, &plan)?,
        None if held => drop(perform::perform(bout, who, &FighterAction::Escape)),
        None => approach(bout, who)?,
    }
    if still_acts(bout, who) {
        bonus(bout, who)?;
    }
    Ok(())
}

/// A hero's preparations: rage, and Second Wind when hurt.
fn prepare(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(()) };
    let hurt = hero.current_hp * 2 <= hit_points::most(hero);
    let turns = hero.has_feature(FeatureId::ChannelDivinityTurnUndead) && turning::is_worth_it(bout, who);
    let powers = [
        (FeatureId::Rage, true),
        (FeatureId::SecondWind, hurt),
        (FeatureId::StunningStrike, true),
        (FeatureId::ChannelDivinityTurnUndead, turns),
    ];
    for (feature, now) in powers {
        if now && bout.fighter(who)?.has_feature(feature) {
            let act = FighterAction::Use { feature: feature.name().to_owned(), target: None, amount: None };
            let _ = perform::perform(bout, who, &act);
        }
    }
    Ok(())
}

fn still_acts(bout: &Bout, who: &FighterId) -> bool {
    let can = bout.game().fighter(who).is_some_and(|fighter| fighter.acts());
    can && bout.combatant(who).is_ok()
}

/// A plan of a fighter: a deed, its targets, and the square it is done from.
pub(super) struct TacticalPlan {
    pub(super) deed: Arc<CombatAction>,
    by: ActionSource,
    pub(super) aim: ActionTarget,
    pub(super) from: Position,
}

/// Goes where the plan is from and carries it out.
fn follow(bout: &mut Bout, who: &FighterId, plan: &TacticalPlan) -> Result<(), Refusal> {
    let TacticalPlan { deed, by, aim, from } = plan;
    if let Position::At(to) = *from {
        // A frightened fighter may be refused the way.
        if movement::go(bout, who, to).is_err() || !still_acts(bout, who) {
            return Ok(());
        }
        bout.keep_so_far(|| {
            let (deed, by, ActionTarget { targets, at }) = ((**deed).clone(), by.clone(), aim.clone());
            Unit::Rest { who: who.clone(), plan: Box::new(PlannedDeed { deed, by, targets, at }) }
        });
    }
    carry_out(bout, who, deed, by, aim)
}

fn carry_out(
    bout: &mut Bout,
    who: &FighterId,
    deed: &CombatAction,
    by: &ActionSource,
    aim: &ActionTarget,
) -> Result<(), Refusal> {
    if bout.combatant(who)?.economy.action {
        return Ok(());
    }
    match by {
        ActionSource::Arm => strike_on(bout, who, &deed.name),
        ActionSource::Spell { slot } => {
            let targets = aim.targets.iter().map(|it| it.as_str().to_owned()).collect();
            let act = FighterAction::Do { deed: deed.name.clone(), targets, at: aim.at, slot: Some(*slot) };
            let _ = perform::perform(bout, who, &act);
            Ok(())
        }
        ActionSource::Nature => {
            let aim = match deed.effect {
                ActionEffect::Multiattack { .. } => multiattack::aim(aim.targets.first().cloned()),
                _ => aim.clone(),
            };
            if action_resolution::can_aim(bout, who, deed, &aim).is_ok() {
                bout.spend(who, |economy| economy.action = true)?;
                uses::spend(bout, who, deed)?;
                action_resolution::carry_out(bout, who, deed, &aim)?;
            }
            Ok(())
        }
    }
}

/// Strikes with a weapon as often as an action allows, each time at the best target in reach.
fn strike_on(bout: &mut Bout, who: &FighterId, with: &str) -> Result<(), Refusal> {
    // No hero has more than four attacks in an action.
    for _ in 0..4 {
        if !still_acts(bout, who) {
            return Ok(());
        }
        let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(()) };
        let Ok(arm) = arms::find(hero, Some(with)) else { return Ok(()) };
        if !attacking::is_ready(hero, bout.combatant(who)?, &arm) {
            return Ok(());
        }
        let Some((_, aim)) = aim_from_here(bout, who, &repertoire::deed_of(arm), None) else { return Ok(()) };
        let Some(target) = aim.targets.first() else { return Ok(()) };
        let target = target.as_str().to_owned();
        let act = FighterAction::Attack {
            target,
            with: Some(with.to_owned()),
            second_hand: false,
            smite: None,
            knock_out: false,
        };
        if perform::perform(bout, who, &act).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn bonus(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    if bout.combatant(who)?.economy.bonus_action {
        return Ok(());
    }
    if who.is_hero() {
        return second_hand(bout, who);
    }
    let Some((deed, aim)) = best_deed(bout, who, |deed| deed.cost == ActionCost::BonusAction) else { return Ok(()) };
    bout.spend(who, |economy| economy.bonus_action = true)?;
    uses::spend(bout, who, &deed)?;
    action_resolution::carry_out(bout, who, &deed, &aim)
}

/// A hero's second hand strikes with whatever the rules let it strike with.
fn second_hand(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    if bout.combatant(who)?.economy.struck_with.is_none() {
        return Ok(());
    }
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(()) };
    let armed: Vec<Arc<CombatAction>> =
        repertoire::of_arms(hero, bout.combatant(who)?).into_iter().map(|choice| choice.deed.kept()).collect();
    for deed in armed {
        let Some((_, aim)) = aim_from_here(bout, who, &deed, None) else { continue };
        let Some(target) = aim.targets.first().map(|it| it.as_str().to_owned()) else { continue };
        let with = Some(deed.name.clone());
        if perform::perform(
            bout,
            who,
            &FighterAction::Attack { target, with, second_hand: true, smite: None, knock_out: false },
        )
        .is_ok()
        {
            return Ok(());
        }
    }
    Ok(())
}

/// The option with the highest expected value, from here or from a square within reach of its speed.
pub(super) fn plan(bout: &Bout, who: &FighterId) -> Option<TacticalPlan> {
    plan_for(bout, who, None)
}

/// The same among what an order asks for.
fn plan_for<'b>(bout: &'b Bout, who: &FighterId, order: Option<&AllyOrder>) -> Option<TacticalPlan> {
    let own = bout.combatant(who).ok()?;
    let fighter = bout.game().fighter(who)?;
    // With an enemy in reach no movement is needed.
    let ways = LazyCell::new(|| Ways::around_hazards(bout.game(), own));
    let dull = fighter.abilities().int <= DULL;
    let mut best: Option<(f64, ActionChoice, ActionTarget, Position)> = None;
    let named = order.and_then(|order| order.deed.as_deref());
    // An ally ordered to use one weapon uses it as often as its multiattack allows.
    let meant = |choice: ActionChoice<'b>| match named {
        _ if choice.deed.cost != ActionCost::Action => None,
        Some(name) if !same(&choice.deed.name, name) => {
            let deed = multiattack::with_part(&choice.deed, name)?;
            Some(ActionChoice { deed: KnownAction::Shared(Arc::new(deed)), ..choice })
        }
        _ => Some(choice),
    };
    let target = order.and_then(|order| order.target.as_ref());
    for choice in repertoire::of(bout, who).into_iter().filter_map(meant) {
        let offered = match target {
            Some(target) if helps(&choice.deed) => help_for(bout, own, &choice.deed, target),
            _ => offers(bout, who, own, &choice, dull),
        };
        let Some((feet, mut worths)) = offered else { continue };
        worths.retain(|(_, it)| target.is_none_or(|target| target == *it));
        let mut found: Option<(f64, ActionTarget, Position)> = None;
        for (worth, target) in worths {
            let better = found.as_ref().map(|(worth, ..)| *worth).or(best.as_ref().map(|(worth, ..)| *worth));
            if better.is_some_and(|better| better >= worth) {
                continue;
            }
            let effect = &choice.deed.effect;
            let Some(from) = place_for(bout, own, target, feet, effect, &ways) else {
                continue;
            };
            let aim = match effect {
                ActionEffect::Save(save) if save.area.is_some() => {
                    aim_area(bout, own, own.footprint().at(from.square(own.square)), save).map(|(_, aim)| aim)
                }
                _ => Some(ActionTarget::at(target.clone())),
            };
            found = aim.map(|aim| (worth, aim, from)).or(found);
        }
        if let Some((worth, aim, from)) = found {
            best = Some((worth, choice, aim, from));
        }
    }
    best.map(|(_, ActionChoice { deed, by, .. }, aim, from)| TacticalPlan { deed: deed.kept(), by, aim, from })
}

/// Whether a deed is done for friends.
fn helps(deed: &CombatAction) -> bool {
    matches!(deed.effect, ActionEffect::Heal { .. } | ActionEffect::Boon { .. } | ActionEffect::Shield { .. })
}

/// The range of an action for allies, if the ally needs it.
fn help_for<'b>(bout: &'b Bout, own: &Combatant, deed: &CombatAction, target: &FighterId) -> Option<TargetValues<'b>> {
    let (ActionEffect::Heal { reach, .. } | ActionEffect::Boon { reach, .. } | ActionEffect::Shield { reach, .. }) =
        &deed.effect
    else {
        return None;
    };
    let (it, fighter) = (bout.combatant(target).ok()?, bout.game().fighter(target)?);
    let needs = match &deed.effect {
        ActionEffect::Heal { .. } => fighter.hp() < fighter.max_hp(),
        _ => !action_resolution::is_wasted(fighter, deed),
    };
    let can = it.side == own.side && !fighter.is_dead() && (*reach != Reach::Oneself || it.who == own.who);
    (can && needs).then(|| (attack_advantage::furthest(*reach).max(TOUCH), vec![(1.0, &it.who)]))
}

/// The range of a deed, and its value against each possible target.
type TargetValues<'b> = (u16, Vec<(f64, &'b FighterId)>);

/// The range of a deed, and its value against each possible target.
fn offers<'b>(
    bout: &'b Bout,
    who: &FighterId,
    own: &'b Combatant,
    choice: &ActionChoice,
    dull: bool,
) -> Option<TargetValues<'b>> {
    let nearest = |target: &Combatant| if dull { f64::from(own.feet_to(target)) * 10.0 } else { 0.0 };
    let each = |worth: &dyn Fn(&Combatant, FighterRef) -> f64| {
        foes(bout, own).map(|(it, fighter)| (worth(it, fighter) - nearest(it), &it.who)).collect::<Vec<_>>()
    };
    let only = |aim: ActionTarget| bout.combatant(aim.targets.first()?).ok().map(|it| &it.who);
    match &choice.deed.effect {
        ActionEffect::Attack(attack) => {
            let n = f64::from(choice.times);
            Some((
                attack_advantage::good_range(attack.reach),
                each(&|it, fighter| n * expected_value::of_attack(bout.game(), (own, it), fighter, attack)),
            ))
        }
        ActionEffect::Save(save) if save.area.is_some() => {
            let (worth, aim) = aim_area(bout, own, own.footprint(), save)?;
            Some((expected_value::area_range(save), vec![(worth, only(aim)?)]))
        }
        ActionEffect::Save(save) => {
            Some((attack_advantage::furthest(save.reach), each(&|_, fighter| expected_value::of_save(fighter, save))))
        }
        ActionEffect::Sure { reach, times, harm, .. } => {
            let sum = expected_value::mean(harm) * f64::from(*times);
            Some((attack_advantage::furthest(*reach), each(&|_, _| sum)))
        }
        ActionEffect::Multiattack { ways } => {
            let Some(FighterRef::Creature(one)) = bout.game().fighter(who) else { return None };
            best_way(bout, own, one, ways, each)
        }
        // Other actions are used from the fighter's own square, if at all.
        _ => {
            let (worth, aim) = aim_from_here(bout, who, &choice.deed, None)?;
            Some((u16::MAX, vec![(worth, only(aim)?)]))
        }
    }
}

/// The best way of a multiattack: only its attacks count.
fn best_way<'b>(
    bout: &'b Bout,
    own: &Combatant,
    one: &Creature,
    ways: &[Vec<Strike>],
    each: impl Fn(&dyn Fn(&Combatant, FighterRef) -> f64) -> Vec<(f64, &'b FighterId)>,
) -> Option<TargetValues<'b>> {
    let deeds = &one.stat_block().deeds;
    let part = |name: &str| deeds.iter().find(|deed| same(&deed.name, name));
    let mut best: Option<TargetValues<'b>> = None;
    for way in ways {
        let attack = |name: &str| match &part(name)?.effect {
            ActionEffect::Attack(attack) => Some(attack),
            _ => None,
        };
        let parts = way.iter().filter_map(|it| Some((attack(&it.deed)?, harm::mean(&it.count))));
        let parts: Vec<(&Attack, f64)> = parts.collect();
        let Some(feet) = parts.iter().map(|(attack, _)| attack_advantage::good_range(attack.reach)).min() else {
            continue;
        };
        let worths = each(&|it, fighter| {
            parts.iter().map(|(attack, n)| expected_value::of_attack(bout.game(), (own, it), fighter, attack) * n).sum()
        });
        let most = |worths: &[(f64, &FighterId)]| worths.iter().map(|(worth, _)| *worth).fold(f64::MIN, f64::max);
        if best.as_ref().is_none_or(|(_, there)| most(there) < most(&worths)) {
            best = Some((feet, worths));
        }
    }
    best
}

/// From where a fighter acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// From the current square.
    Here,
    /// From a square that it goes to.
    At(Square),
}

impl Position {
    /// The square, for a fighter on `here`.
    fn square(self, here: Square) -> Square {
        match self {
            Self::Here => here,
            Self::At(square) => square,
        }
    }
}

/// Where to act with this reach from; `None` if no reachable square will do. Prefers a square outside hazards to staying in
/// one.
fn place_for(
    bout: &Bout,
    own: &Combatant,
    target: &FighterId,
    feet: u16,
    effect: &ActionEffect,
    ways: &LazyCell<Ways, impl FnOnce() -> Ways>,
) -> Option<Position> {
    let theirs = bout.combatant(target).ok()?.footprint();
    let there = own.footprint();
    let shoots = matches!(effect, ActionEffect::Attack(Attack { reach: Reach::Ranged { .. }, .. }));
    let terrain = TerrainMap::for_fighter(bout.game(), &own.who);
    // Actions on oneself or an ally are evaluated from the current square.
    let is_clear = |from: Footprint| feet == u16::MAX || terrain.is_clear(from, theirs);
    let here = there.feet_to(theirs) <= feet && is_clear(there);
    let stays = !terrain.hazards.meets(there.set());
    let pressed = shoots && attack_advantage::foe_beside(bout.game(), own);
    if here && stays {
        return Some(Position::Here);
    }
    if pressed || !movement::can_step(bout.game(), own) {
        return here.then_some(Position::Here);
    }
    let left = movement::feet_left(bout.game(), own);
    let good = Square::all().filter(|square| there.at(*square).feet_to(theirs) <= feet).filter_map(|square| {
        let n = ways.feet_to(square).filter(|n| *n <= left && *n > 0)?;
        let safe = !shoots || foes(bout, own).all(|(foe, _)| !foe.footprint().is_beside(there.at(square)));
        (safe && is_clear(there.at(square))).then_some((n, square))
    });
    let best = good.min_by_key(|(n, square)| (*n, std::cmp::Reverse(there.at(*square).feet_to(theirs))));
    best.map(|(_, square)| Position::At(square)).or(here.then_some(Position::Here))
}

/// If nothing can be done within reach, dash towards the nearest foe (SRD 5.1, Dash).
fn approach(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let own = bout.combatant(who)?;
    let nearest = foes(bout, own).map(|(foe, _)| foe.footprint()).min_by_key(|foe| foe.feet_to(own.footprint()));
    let Some(nearest) = nearest else {
        return Ok(());
    };
    if bout.fighter(who)?.speed() == 0 {
        return Ok(());
    }
    let far = own.footprint().feet_to(nearest) > movement::feet_left(bout.game(), own).saturating_add(5);
    if far && !own.economy.action {
        perform::perform(bout, who, &FighterAction::Dash { bonus: false })?;
    }
    let own = bout.combatant(who)?;
    let around = Ways::around_hazards(bout.game(), own);
    let through = || around.avoids_hazards.then(|| nearer(bout, own, nearest, &Ways::of(bout.game(), own))).flatten();
    match nearer(bout, own, nearest, &around).or_else(through) {
        // A frightened creature may be refused the way, and stays.
        Some(to) => movement::go(bout, who, to).or(Ok(())),
        None => Ok(()),
    }
}

/// The reachable square nearest to the foe; with walls, the furthest square on the shortest path to it. `None` if that is the
/// current square.
fn nearer(bout: &Bout, own: &Combatant, foe: Footprint, ways: &Ways) -> Option<Square> {
    let left = movement::feet_left(bout.game(), own);
    let near = |square: &Square| own.footprint().at(*square).feet_to(foe);
    let key = |square: &Square| (near(square), ways.feet_to(*square));
    if TerrainMap::for_fighter(bout.game(), &own.who).blocked.is_empty() {
        let reachable = Square::all().filter(|square| ways.feet_to(*square).is_some_and(|n| n <= left));
        return reachable.min_by_key(key).filter(|to| near(to) < near(&own.square));
    }
    let goal = Square::all().filter(|square| ways.feet_to(*square).is_some()).min_by_key(key)?;
    let on_the_way = ways.path_to(goal).into_iter().filter_map(|step| Some((ways.feet_to(step.to)?, step.to)));
    on_the_way.take_while(|(feet, _)| *feet <= left).last().map(|(_, to)| to)
}
