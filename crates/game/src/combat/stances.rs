//! Actions that are no attack: dodge, dash, disengage, hide, help, ready, stabilise (SRD 5.1, Actions in Combat).

use super::{
    action_resolution::can_reach,
    arms, attack_advantage, attacking,
    bout::Bout,
    costs,
    deed::ActionCost,
    dying,
    encounter::{Helped, Readied},
    event::PlainAction,
    fighter::{FighterId, FighterRef},
    protection,
    stat_block::Trait,
    strike::{Striking, strike},
};
use crate::{
    Refusal,
    d20::check,
    dice::RollPurpose,
    feature::FeatureId,
    refusal::listed,
    skill::Skill,
    wording::{line, same},
};

/// Dodges until its next turn begins.
pub(super) fn dodge(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    act(bout, who, ActionCost::Action, PlainAction::Dodge)?;
    bout.stand_as(who, |stance| stance.dodging = true)
}

/// Goes as far again as its speed.
pub(super) fn dash(bout: &mut Bout, who: &FighterId, bonus: bool) -> Result<(), Refusal> {
    let cost = cost(bout, who, bonus, Cunning::Dash)?;
    act(bout, who, cost, PlainAction::Dash)?;
    let speed = bout.fighter(who)?.speed();
    bout.spend(who, |economy| economy.dashed = economy.dashed.saturating_add(speed))
}

/// Provokes no opportunity attacks for the rest of the turn.
pub(super) fn disengage(bout: &mut Bout, who: &FighterId, bonus: bool) -> Result<(), Refusal> {
    let cost = cost(bout, who, bonus, Cunning::Disengage)?;
    act(bout, who, cost, PlainAction::Disengage)?;
    bout.stand_as(who, |stance| stance.disengaged = true)
}

/// Hides: Stealth against the passive Perception of all enemies who can act (SRD 5.1, Hiding). Impossible with an adjacent
/// enemy.
pub(super) fn hide(bout: &mut Bout, who: &FighterId, bonus: bool) -> Result<(), Refusal> {
    let cost = cost(bout, who, bonus, Cunning::Hide)?;
    if attack_advantage::foe_beside(bout.game(), bout.combatant(who)?) {
        return Err(Refusal::new(format!("{} can't hide with a foe beside.", bout.name(who))));
    }
    act(bout, who, cost, PlainAction::Hide)?;
    let purpose = RollPurpose::check(Skill::Stealth).by(bout.name(who));
    let tossed = check(bout, who, Skill::Stealth, &purpose)?;
    let side = bout.combatant(who)?.side;
    let watchers = bout.encounter()?.order.iter().filter(|it| it.side.fights(side));
    let watchers = watchers.filter_map(|it| bout.game().fighter(&it.who)).filter(|fighter| !fighter.is_helpless());
    let noticed = watchers.map(FighterRef::passive_perception).max().is_some_and(|passive| passive >= tossed.total);
    bout.did(who, if noticed { PlainAction::Seen } else { PlainAction::Hidden });
    let hidden = (!noticed).then_some(tossed.total);
    bout.because(Some(tossed.roll.proof), |bout| bout.stand_as(who, |stance| stance.hidden = hidden))
}

/// Gives advantage on an ally's next attack against an adjacent enemy.
pub(super) fn help(bout: &mut Bout, who: &FighterId, friend: &FighterId, target: &FighterId) -> Result<(), Refusal> {
    can_reach(bout, who, target, 5, true)?;
    let (own, theirs) = (bout.combatant(who)?, bout.combatant(friend)?);
    if who == friend || own.side != theirs.side || bout.fighter(friend)?.is_down() {
        return Err(Refusal::new(format!("{} can't be helped so.", bout.name(friend))));
    }
    act(bout, who, ActionCost::Action, PlainAction::Help)?;
    let helped = Helped { by: who.clone(), against: target.clone() };
    bout.stand_as(friend, |stance| stance.helped = Some(helped))
}

/// Waits for a moment to strike; the blow is a reaction.
pub(super) fn ready(
    bout: &mut Bout,
    who: &FighterId,
    deed: &str,
    trigger: &str,
    target: Option<FighterId>,
) -> Result<(), Refusal> {
    let with = striking(bout, who, deed)?;
    if line(trigger).is_empty() {
        return Err(Refusal::new("Say what it waits for."));
    }
    act(bout, who, ActionCost::Action, PlainAction::Ready)?;
    let readied = Readied { deed: with.name, trigger: line(trigger), target };
    bout.stand_as(who, |stance| stance.readied = Some(readied))
}

/// Triggers a readied attack, as a reaction, at its own target or `target` (SRD 5.1, Ready). In another's turn.
///
/// # Errors
/// Nothing is readied, the reaction is spent, or the target is out of reach.
pub fn trigger(bout: &mut Bout, who: &FighterId, target: Option<FighterId>) -> Result<(), Refusal> {
    let waits = bout.combatant(who)?.stance.readied.clone();
    let Some(Readied { deed, target: meant, .. }) = waits else {
        return Err(Refusal::new(format!("{} waits for nothing.", bout.name(who))));
    };
    let Some(target) = target.or(meant) else { return Err(Refusal::new("Say whom the blow is meant for.")) };
    if !protection::can_react(bout, who) {
        return Err(Refusal::new(format!("{} can't react now.", bout.name(who))));
    }
    let with = striking(bout, who, &deed)?;
    can_reach(bout, who, &target, attack_advantage::furthest(with.attack.reach), true)?;
    bout.spend(who, |economy| economy.reaction = true)?;
    bout.stand_as(who, |stance| stance.readied = None)?;
    bout.did(who, PlainAction::Triggered);
    strike(bout, who, &target, &with)?;
    super::ending::settle(bout).map(drop)
}

/// Triggers readied attacks against a foe at the first opportunity: when it comes into reach, or ends its turn there. Those who
/// can't reach it or react keep waiting.
pub(super) fn spring(bout: &mut Bout, foe: &FighterId) -> Result<(), Refusal> {
    let side = bout.combatant(foe)?.side;
    let waits_for_it = |readied: &Readied| readied.target.as_ref().is_none_or(|target| target == foe);
    let order = bout.encounter()?.order.iter().filter(|it| it.side.fights(side));
    let waiting: Vec<(FighterId, String)> = order
        .filter_map(|it| Some((it.who.clone(), it.stance.readied.as_ref().filter(|it| waits_for_it(it))?.deed.clone())))
        .collect();
    for (who, deed) in waiting {
        if bout.game().encounter.is_none() || bout.fighter(foe)?.is_down() {
            return Ok(());
        }
        let reach = striking(bout, &who, &deed).map(|with| attack_advantage::furthest(with.attack.reach));
        if protection::can_react(bout, &who) && reach.is_ok_and(|feet| can_reach(bout, &who, foe, feet, true).is_ok()) {
            trigger(bout, &who, Some(foe.clone()))?;
        }
    }
    Ok(())
}

/// Tends a dying creature.
pub(super) fn tend(bout: &mut Bout, who: &FighterId, patient: &FighterId) -> Result<(), Refusal> {
    can_reach(bout, who, patient, 5, false)?;
    dying::can_be_tended(bout, patient)?;
    act(bout, who, ActionCost::Action, PlainAction::Tend)?;
    dying::tend(bout, who, patient).map(drop)
}

/// The name of a fighter's weapon.
fn striking(bout: &Bout, who: &FighterId, deed: &str) -> Result<Striking, Refusal> {
    match bout.fighter(who)? {
        FighterRef::Hero(hero) => {
            let arm = arms::find(hero, Some(deed))?;
            match attacking::is_ready(hero, bout.combatant(who)?, &arm) {
                true => Ok(Striking::with_arm(arm)),
                false => Err(Refusal::new(format!("{} can't strike with the {} now.", hero.name, arm.name))),
            }
        }
        FighterRef::Creature(one) => {
            let mut attacks = one.stat_block().deeds.iter().filter_map(Striking::of_deed);
            attacks.find(|with| same(&with.name, deed.trim())).ok_or_else(|| {
                let names = listed(one.stat_block().deeds.iter().map(|deed| deed.name.as_str()));
                Refusal::new(format!("{} has no attack “{deed}”; there is {names}.", one.name))
            })
        }
    }
}

/// Bonus actions of Cunning Action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cunning {
    Dash,
    Disengage,
    Hide,
}

/// The cost: an action, or a bonus action with Cunning Action or Nimble Escape (SRD 5.1, Rogue: Cunning Action; Goblin: Nimble
/// Escape).
pub(super) fn cost(bout: &Bout, who: &FighterId, bonus: bool, what: Cunning) -> Result<ActionCost, Refusal> {
    if !bonus {
        return Ok(ActionCost::Action);
    }
    let fighter = bout.fighter(who)?;
    let nimble = what != Cunning::Dash && fighter.traits().contains(&Trait::NimbleEscape);
    let vanishes = what == Cunning::Hide && fighter.has_feature(FeatureId::Vanish);
    let cunning = fighter.has_feature(FeatureId::CunningAction) || fighter.traits().contains(&Trait::CunningAction);
    match cunning || nimble || vanishes {
        true => Ok(ActionCost::BonusAction),
        false => Err(Refusal::new(format!("{} isn't quick enough to do that beside the action.", fighter.name()))),
    }
}

fn act(bout: &mut Bout, who: &FighterId, cost: ActionCost, action: PlainAction) -> Result<(), Refusal> {
    costs::can_pay(bout, who, cost)?;
    costs::pay(bout, who, cost)?;
    bout.did(who, action);
    Ok(())
}
