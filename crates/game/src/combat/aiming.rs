//! Finds the best targets of an action from a fighter's square.

use super::{
    action_resolution::{self, ActionTarget},
    area::PlacedArea,
    attack_advantage,
    bout::Bout,
    deed::{ActionEffect, CombatAction, Reach, SavingThrowEffect},
    encounter::Combatant,
    expected_value::{self, CONDITION, HELP},
    fighter::{FighterId, FighterRef},
    footprint::Footprint,
    harm, multiattack, uses,
};

/// The creature's action of `which` with the highest expected value from its square.
pub(super) fn best_deed(
    bout: &Bout,
    who: &FighterId,
    which: impl Fn(&CombatAction) -> bool,
) -> Option<(CombatAction, ActionTarget)> {
    let Some(FighterRef::Creature(one)) = bout.game().fighter(who) else { return None };
    let deeds = one.stat_block().deeds.iter().filter(|deed| which(deed) && uses::are_left(one, deed));
    let aimed = deeds.filter_map(|deed| aim_from_here(bout, who, deed, None).map(|(worth, aim)| (worth, deed, aim)));
    let best = aimed.max_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    Some((best.1.clone(), best.2))
}

/// The best target of an action from the current square, and its expected value; the wanted target if possible.
pub(super) fn aim_from_here(
    bout: &Bout,
    who: &FighterId,
    deed: &CombatAction,
    wanted: Option<&FighterId>,
) -> Option<(f64, ActionTarget)> {
    let own = bout.combatant(who).ok()?;
    let encounter = bout.encounter().ok()?;
    let is_open = |it: &Combatant| encounter.is_clear(own.footprint(), it.footprint());
    let best_of = |feet: u16, worth: &dyn Fn(&Combatant, FighterRef) -> f64| {
        let near = foes(bout, own).filter(|(it, _)| own.feet_to(it) <= feet && is_open(it));
        let near = near.map(|(it, fighter)| (worth(it, fighter), it));
        let best = near.max_by(|(a, x), (b, y)| {
            let is_wanted = |it: &Combatant| wanted == Some(&it.who);
            is_wanted(x).cmp(&is_wanted(y)).then(a.total_cmp(b))
        });
        best.map(|(worth, it)| (worth, ActionTarget::at(it.who.clone())))
    };
    match &deed.effect {
        ActionEffect::Attack(attack) => best_of(attack_advantage::furthest(attack.reach), &|it, fighter| {
            expected_value::of_attack(bout.game(), (own, it), fighter, attack)
        }),
        ActionEffect::Save(save) if save.area.is_some() => aim_area(bout, own, own.footprint(), save),
        ActionEffect::Save(save) => {
            best_of(attack_advantage::furthest(save.reach), &|_, fighter| expected_value::of_save(fighter, save))
        }
        ActionEffect::Sure { reach, times, harm } => {
            let sum = expected_value::mean(harm) * f64::from(*times);
            best_of(attack_advantage::furthest(*reach), &|_, _| sum)
        }
        ActionEffect::Heal { reach, dice, .. } => {
            let (lacks, it) = patients(bout, own, *reach).max_by(|(a, _), (b, _)| a.total_cmp(b))?;
            Some((lacks.min(harm::mean(dice)) * HELP, ActionTarget::at(it.who.clone())))
        }
        ActionEffect::Shield { dice, .. } => {
            let fighter = bout.game().fighter(who)?;
            let worth = harm::mean(dice) - f64::from(fighter.temp_hp());
            (worth > 0.0).then(|| (worth * HELP, ActionTarget::at(who.clone())))
        }
        ActionEffect::Boon { .. } => {
            let fighter = bout.game().fighter(who)?;
            let early = bout.encounter().is_ok_and(|it| it.round <= 2);
            let free = !action_resolution::concentrates(deed) || fighter.concentrating_on().is_none();
            (early && free && !action_resolution::is_wasted(fighter, deed))
                .then(|| (CONDITION, ActionTarget::at(who.clone())))
        }
        ActionEffect::Multiattack { ways } => {
            let way = multiattack::choose(bout, who, ways, wanted)?;
            Some((f64::from(u8::try_from(way.len()).unwrap_or(u8::MAX)), multiattack::aim(wanted.cloned())))
        }
        ActionEffect::Pool { .. }
        | ActionEffect::Stabilise { .. }
        | ActionEffect::Revive { .. }
        | ActionEffect::Cure { .. }
        | ActionEffect::Conjure { .. }
        | ActionEffect::Told { .. } => None,
    }
    .filter(|(worth, _)| *worth > 0.0)
}

/// Friends in reach who lack half of their hit points or more, each with how many it lacks.
fn patients<'b>(bout: &'b Bout, own: &'b Combatant, reach: Reach) -> impl Iterator<Item = (f64, &'b Combatant)> {
    let encounter = bout.game().encounter.as_deref();
    let is_near = move |it: &Combatant| {
        let feet = attack_advantage::furthest(reach).max(if it.who == own.who { 0 } else { 5 });
        let open = encounter.is_some_and(|all| all.is_clear(own.footprint(), it.footprint()));
        open && own.feet_to(it) <= feet && (reach != Reach::Oneself || it.who == own.who)
    };
    let order = encounter.into_iter().flat_map(|encounter| &encounter.order);
    order.filter(move |it| it.side == own.side && is_near(it)).filter_map(|it| {
        let fighter = bout.game().fighter(&it.who)?;
        let lacks = fighter.max_hp() - fighter.hp();
        (!fighter.is_dead() && lacks * 2 >= fighter.max_hp()).then_some((f64::from(lacks), it))
    })
}

/// The best place for a shape from somewhere: where it catches most harm's worth of foes and fewest friends.
pub(super) fn aim_area(
    bout: &Bout,
    own: &Combatant,
    from: Footprint,
    save: &SavingThrowEffect,
) -> Option<(f64, ActionTarget)> {
    let shape = save.area?;
    let from_oneself = save.reach == Reach::Oneself;
    let reach = if from_oneself { u16::MAX } else { attack_advantage::furthest(save.reach) };
    let encounter = bout.encounter().ok()?;
    let terrain = encounter.terrain_map();
    let places = foes(bout, own).map(|(foe, _)| foe).filter(|foe| from.feet_to(foe.footprint()) <= reach);
    let places = places.filter(|foe| from_oneself || terrain.is_clear(from, Footprint::of(foe.square)));
    let value = |at: &Combatant| {
        let placed = PlacedArea { shape, source: from, at: at.square, from_oneself };
        let caught = encounter.order.iter().filter(|it| it.who != own.who && placed.catches(it.footprint()));
        let worth = caught.filter(|it| placed.is_clear(&terrain, it.footprint())).filter_map(|it| {
            let fighter = bout.game().fighter(&it.who).filter(|fighter| !fighter.is_down())?;
            let sign = if it.side.fights(own.side) { 1.0 } else { -1.5 };
            Some(sign * expected_value::of_save(fighter, save))
        });
        worth.sum::<f64>()
    };
    let best = places.map(|at| (value(at), at)).filter(|(worth, _)| *worth > 0.0);
    let (worth, at) = best.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some((worth, ActionTarget { targets: vec![at.who.clone()], at: Some(at.square) }))
}

/// Living visible foes, each with its index.
pub(super) fn foes<'b>(bout: &'b Bout, own: &'b Combatant) -> impl Iterator<Item = (&'b Combatant, FighterRef<'b>)> {
    let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
    order
        .filter(|it| it.side.fights(own.side) && it.stance.hidden.is_none())
        .filter_map(|it| Some((it, bout.game().fighter(&it.who).filter(|fighter| !fighter.is_down())?)))
}
