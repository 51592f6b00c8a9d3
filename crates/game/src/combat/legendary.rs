//! Legendary actions, taken at the end of others' turns (SRD 5.1, Legendary Creatures).

use super::{
    action_resolution, aiming,
    bout::Bout,
    deed::ActionCost,
    ending,
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    turning,
};
use crate::Refusal;

/// Lets every legendary creature act once after another's turn, as long as it has actions left; they come back with its
/// own turn.
pub(super) fn after(bout: &mut Bout, ended: &FighterId) -> Result<(), Refusal> {
    let order = &bout.encounter()?.order;
    let others = order.iter().filter(|it| it.who != *ended && !it.surprised && left(bout, &it.who).is_some());
    let may: Vec<FighterId> = others.map(|it| it.who.clone()).collect();
    for who in may {
        let Some(left) = left(bout, &who) else { continue };
        let deed = aiming::best_deed(
            bout,
            &who,
            |deed| matches!(deed.cost, ActionCost::Legendary { actions } if actions.max(1) <= left),
        );
        let Some((deed, aim)) = deed else { continue };
        let actions = match deed.cost {
            ActionCost::Legendary { actions } => actions.max(1),
            _ => continue,
        };
        bout.spend(&who, |economy| economy.legendary = economy.legendary.saturating_add(actions))?;
        bout.happened(|bout| CombatEvent::LegendaryAction { who: bout.actor(&who), what: deed.name.clone() });
        action_resolution::carry_out(bout, &who, &deed, &aim)?;
        if ending::settle(bout)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Number of remaining legendary actions; `None` for a creature that has none or can't act.
fn left(bout: &Bout, who: &FighterId) -> Option<u8> {
    let fighter = bout.game().fighter(who)?;
    let FighterRef::Creature(one) = fighter else { return None };
    let all = one.stat_block().legendary_actions;
    let spent = bout.combatant(who).ok()?.economy.legendary;
    let left = all.saturating_sub(spent);
    (left > 0 && fighter.acts() && !turning::is_turned(fighter)).then_some(left)
}
