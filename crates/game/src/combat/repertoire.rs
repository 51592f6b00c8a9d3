//! Available actions of a fighter: a creature's actions, a hero's weapons and spells.

use std::{ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    arms::{self, Arm},
    attacking,
    bout::Bout,
    casting,
    deed::{Cost, Deed, Effect, Usage},
    encounter::Combatant,
    features,
    fighter::{Fighter, FighterId},
    uses,
};
use crate::character::Character;

/// Something a fighter could do.
#[derive(Debug, Clone)]
pub(super) struct Choice<'b> {
    /// As a deed.
    pub(super) deed: Known<'b>,
    /// By what.
    pub(super) by: By,
    /// How often in one action.
    pub(super) times: u8,
}

/// An action, borrowed from a stat block or shared with the spell list, so that comparing all of them copies none.
#[derive(Debug, Clone)]
pub(super) enum Known<'b> {
    Here(&'b Deed),
    Shared(Arc<Deed>),
}

impl Deref for Known<'_> {
    type Target = Deed;

    fn deref(&self) -> &Deed {
        match self {
            Self::Here(deed) => deed,
            Self::Shared(deed) => deed,
        }
    }
}

impl Known<'_> {
    /// The deed, to keep.
    pub(super) fn kept(self) -> Arc<Deed> {
        match self {
            Self::Here(deed) => Arc::new(deed.clone()),
            Self::Shared(deed) => deed,
        }
    }
}

/// By what something is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schema(as = DeedSource)]
pub enum By {
    /// The stat block.
    Nature,
    /// A weapon, or the bare hand.
    Arm,
    /// A spell.
    Spell {
        /// The lowest slot that will do; 0 for a cantrip.
        slot: u8,
    },
}

/// Everything a fighter could do now, as far as uses, slots and ammunition are left; legendary deeds apart.
pub(super) fn of<'b>(bout: &'b Bout, who: &FighterId) -> Vec<Choice<'b>> {
    match bout.game().fighter(who) {
        Some(Fighter::Creature(one)) => {
            let deeds = one.stat_block().deeds.iter().filter(|deed| {
                !matches!(deed.cost, Cost::Legendary { .. } | Cost::TooLong) && uses::are_left(one, deed)
            });
            deeds.map(|deed| Choice { deed: Known::Here(deed), by: By::Nature, times: 1 }).collect()
        }
        Some(Fighter::Hero(hero)) => {
            let mut all = bout.combatant(who).map(|own| of_arms(hero, own)).unwrap_or_default();
            all.extend(of_spells(bout, hero));
            all
        }
        None => Vec::new(),
    }
}

/// An arm as a deed.
pub(super) fn deed_of(arm: Arm) -> Deed {
    let effect = Effect::Attack(arm.attack);
    Deed { name: arm.name, cost: Cost::Action, usage: Usage::AtWill, effect, magical: arm.magical }
}

/// A hero's weapon attacks.
pub(super) fn of_arms<'b>(hero: &'b Character, own: &Combatant) -> Vec<Choice<'b>> {
    let n = features::n_attacks(hero);
    let armed = arms::all(hero).into_iter().filter(|arm| attacking::is_ready(hero, own, arm));
    armed
        .map(|arm| {
            let times = if arm.loading { 1 } else { n };
            Choice { deed: Known::Shared(Arc::new(deed_of(arm))), by: By::Arm, times }
        })
        .collect()
}

fn of_spells<'b>(bout: &'b Bout, hero: &'b Character) -> Vec<Choice<'b>> {
    let Some(casting) = &hero.spellcasting else { return Vec::new() };
    let cantrips = casting.cantrips.iter().filter_map(|name| Some((bout.book().spell(hero, name, 0)?, 0)));
    let free = casting::free_slots(casting);
    let spells = casting
        .spells
        .iter()
        .filter_map(|name| free.iter().find_map(|slot| Some((bout.book().spell(hero, name, *slot)?, *slot))));
    let all = cantrips.chain(spells).filter(|(deed, _)| !matches!(deed.cost, Cost::TooLong));
    all.map(|(deed, slot)| Choice { deed: Known::Shared(deed), by: By::Spell { slot }, times: 1 }).collect()
}
