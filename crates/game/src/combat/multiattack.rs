//! Multiattack: several actions in one, as the stat block counts them (SRD 5.1, Monsters: Multiattack).

use super::{
    action_resolution::{self, ActionTarget},
    aiming,
    bout::Bout,
    deed::{ActionEffect, CombatAction, Strike},
    fighter::{FighterId, FighterRef},
    harm, uses,
};
use crate::{
    Refusal,
    dice::{RollKind, RollPurpose},
    wording::same,
};

/// A multiattack limited to the ways that include this action; none if no way does.
pub(super) fn with_part(deed: &CombatAction, part: &str) -> Option<CombatAction> {
    let ActionEffect::Multiattack { ways } = &deed.effect else { return None };
    let ways: Vec<Vec<Strike>> =
        ways.iter().filter(|way| way.iter().any(|strike| same(&strike.deed, part))).cloned().collect();
    (!ways.is_empty()).then(|| CombatAction { effect: ActionEffect::Multiattack { ways }, ..deed.clone() })
}

/// The way with the highest expected value that is at least partly possible from here.
pub(super) fn choose<'w>(
    bout: &Bout,
    doer: &FighterId,
    ways: &'w [Vec<Strike>],
    wanted: Option<&FighterId>,
) -> Option<&'w [Strike]> {
    let worth = |way: &&'w Vec<Strike>| way.iter().map(|part| promise(bout, doer, part, wanted)).sum::<f64>();
    let best = ways.iter().map(|way| (worth(&way), way)).filter(|(worth, _)| *worth > 0.0);
    best.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, way)| way.as_slice())
}

/// The expected value of a part of a multiattack from here.
fn promise(bout: &Bout, doer: &FighterId, part: &Strike, wanted: Option<&FighterId>) -> f64 {
    let Some(deed) = deed_of(bout, doer, &part.deed) else { return 0.0 };
    let once = aiming::aim_from_here(bout, doer, deed, wanted).map_or(0.0, |(worth, _)| worth);
    once * harm::mean(&part.count)
}

/// A deed of a creature's by name, as far as it can be done again.
fn deed_of<'b>(bout: &'b Bout, doer: &FighterId, name: &str) -> Option<&'b CombatAction> {
    let Some(FighterRef::Creature(one)) = bout.game().fighter(doer) else { return None };
    let deeds = &one.stat_block().deeds;
    let deed = deeds.iter().find(|deed| same(&deed.name, name))?;
    let nested = matches!(deed.effect, ActionEffect::Multiattack { .. });
    (!nested && uses::are_left(one, deed)).then_some(deed)
}

/// Carries out the best way: each part as often as listed, at the wanted target while it is up, then at others in reach.
pub(super) fn carry_out(
    bout: &mut Bout,
    doer: &FighterId,
    ways: &[Vec<Strike>],
    wanted: Option<&FighterId>,
) -> Result<(), Refusal> {
    let Some(way) = choose(bout, doer, ways, wanted) else { return Ok(()) };
    for part in way {
        let count =
            bout.amount(&part.count, &RollPurpose::of(RollKind::HowMany).with(part.deed.as_str())).n.clamp(0, 20);
        for _ in 0..count {
            if bout.game().encounter.is_none() || bout.fighter(doer)?.is_down() {
                return Ok(());
            }
            let Some(deed) = deed_of(bout, doer, &part.deed).cloned() else { break };
            let standing = wanted.filter(|who| bout.game().fighter(who).is_some_and(|it| !it.is_down()));
            let aimed = match deed.effect {
                // Parts without numbers are narrated, whatever their target.
                ActionEffect::Told { .. } => Some(aim(standing.cloned())),
                _ => aiming::aim_from_here(bout, doer, &deed, standing).map(|(_, aim)| aim),
            };
            let Some(aim) = aimed else { break };
            uses::spend(bout, doer, &deed)?;
            action_resolution::carry_out(bout, doer, &deed, &aim)?;
        }
    }
    Ok(())
}

/// An empty aim: the targets are chosen per part.
pub(super) fn aim(wanted: Option<FighterId>) -> ActionTarget {
    ActionTarget { targets: wanted.into_iter().collect(), at: None }
}
