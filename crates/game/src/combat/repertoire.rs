//! Available actions of a fighter: a creature's actions, a hero's weapons and spells.

use std::{ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    arms::{self, Arm},
    attacking,
    bout::Bout,
    casting,
    deed::{ActionCost, ActionEffect, CombatAction, UsageLimit},
    encounter::Combatant,
    features,
    fighter::{FighterId, FighterRef},
    uses,
};
use crate::character::Character;

/// Something a fighter could do.
#[derive(Debug, Clone)]
pub(super) struct ActionChoice<'b> {
    /// As a deed.
    pub(super) deed: KnownAction<'b>,
    /// The source.
    pub(super) by: ActionSource,
    /// How often in one action.
    pub(super) times: u8,
}

/// An action, borrowed from a stat block or shared with the spell list, so that comparing all of them copies none.
#[derive(Debug, Clone)]
pub(super) enum KnownAction<'b> {
    Here(&'b CombatAction),
    Shared(Arc<CombatAction>),
}

impl Deref for KnownAction<'_> {
    type Target = CombatAction;

    fn deref(&self) -> &CombatAction {
        match self {
            Self::Here(deed) => deed,
            Self::Shared(deed) => deed,
        }
    }
}

impl KnownAction<'_> {
    /// The deed, to keep.
    pub(super) fn kept(self) -> Arc<CombatAction> {
        match self {
            Self::Here(deed) => Arc::new(deed.clone()),
            Self::Shared(deed) => deed,
        }
    }
}

/// The source of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = DeedSource)]
pub enum ActionSource {
    /// The stat block.
    Nature,
    /// A weapon, or the bare hand.
    Arm,
    /// A spell.
    Spell {
        /// The lowest level of slot it needs; 0 for a cantrip.
        slot: u8,
    },
}

/// Everything a fighter could do now, as far as uses, slots and ammunition are left; legendary deeds apart.
pub(super) fn of<'b>(bout: &'b Bout, who: &FighterId) -> Vec<ActionChoice<'b>> {
    match bout.game().fighter(who) {
        Some(FighterRef::Creature(one)) => {
            let deeds = one.stat_block().deeds.iter().filter(|deed| {
                !matches!(deed.cost, ActionCost::Legendary { .. } | ActionCost::TooLong) && uses::are_left(one, deed)
            });
            deeds
                .map(|deed| ActionChoice { deed: KnownAction::Here(deed), by: ActionSource::Nature, times: 1 })
                .collect()
        }
        Some(FighterRef::Hero(hero)) => {
            let mut all = bout.combatant(who).map(|own| of_arms(hero, own)).unwrap_or_default();
            all.extend(of_spells(bout, hero));
            all
        }
        None => Vec::new(),
    }
}

/// An arm as a deed.
pub(super) fn deed_of(arm: Arm) -> CombatAction {
    let effect = ActionEffect::Attack(arm.attack);
    CombatAction { name: arm.name, cost: ActionCost::Action, usage: UsageLimit::AtWill, effect, magical: arm.magical }
}

/// A hero's weapon attacks.
pub(super) fn of_arms<'b>(hero: &'b Character, own: &Combatant) -> Vec<ActionChoice<'b>> {
    let n = features::n_attacks(hero);
    let armed = arms::all(hero).into_iter().filter(|arm| attacking::is_ready(hero, own, arm));
    armed
        .map(|arm| {
            let times = if arm.loading { 1 } else { n };
            ActionChoice { deed: KnownAction::Shared(Arc::new(deed_of(arm))), by: ActionSource::Arm, times }
        })
        .collect()
}

fn of_spells<'b>(bout: &'b Bout, hero: &'b Character) -> Vec<ActionChoice<'b>> {
    let Some(casting) = &hero.spellcasting else { return Vec::new() };
    let cantrips = casting.cantrips.iter().filter_map(|name| Some((bout.book().spell(hero, name, 0)?, 0)));
    let free = casting::free_slots(casting);
    let spells = casting
        .spells
        .iter()
        .filter_map(|name| free.iter().find_map(|slot| Some((bout.book().spell(hero, name, *slot)?, *slot))));
    let all = cantrips.chain(spells).filter(|(deed, _)| !matches!(deed.cost, ActionCost::TooLong));
    all.map(|(deed, slot)| ActionChoice { deed: KnownAction::Shared(deed), by: ActionSource::Spell { slot }, times: 1 })
        .collect()
}
