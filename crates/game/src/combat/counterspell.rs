//! Counterspell: interrupts another spell (SRD 5.1, Spell Descriptions: Counterspell).

use super::{
    action_resolution,
    bout::Bout,
    casting,
    deed::CombatAction,
    event::CombatEvent,
    fighter::{FighterId, FighterRef},
    protection,
    reaction::{Reaction, ReactionQuestion, ReactionTrigger},
};
use crate::{
    Refusal, class,
    d20::{D20Test, TestKind, check_odds},
    dice::{RollKind, RollPurpose},
    wording::same,
};

const NAME: &str = "Counterspell";
/// The level of the spell.
const LEVEL: u8 = 3;
/// How far off the caster may be, in feet.
const RANGE: u16 = 60;

/// Whether a deed is that spell.
pub(super) fn is_it(deed: &CombatAction) -> bool {
    deed.magical && same(&deed.name, NAME)
}

/// Asks heroes who know the spell whether to counter a creature's spell. It never happens by default, since only players can
/// judge it.
pub(super) fn is_countered(bout: &mut Bout, caster: &FighterId, deed: &CombatAction) -> Result<bool, Refusal> {
    // Spells of a stat block are cast at their own level.
    let level = class::spell_level(&deed.name).filter(|_| deed.magical && !caster.is_hero());
    let Some(level) = level else { return Ok(false) };
    for who in able(bout, caster) {
        let options = options(bout, &who, level);
        if options.is_empty() {
            continue;
        }
        let question = |bout: &Bout| ReactionQuestion {
            who: bout.actor(&who),
            hp: bout.game().fighter(&who).map_or(0, FighterRef::hp),
            trigger: ReactionTrigger::Cast { caster: bout.actor(caster), spell: deed.name.clone(), level },
            options,
        };
        if let Some(Reaction::Counterspell { slot, dc }) = bout.decide(&who, None, question)?
            && cast(bout, &who, (caster, deed), slot, dc)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The heroes who can react to a caster they see within range, in the order of initiative.
fn able(bout: &Bout, caster: &FighterId) -> Vec<FighterId> {
    let (Ok(encounter), Ok(there)) = (bout.encounter(), bout.combatant(caster)) else { return Vec::new() };
    let unseen = bout.game().fighter(caster).is_none_or(FighterRef::is_unseen) || there.stance.hidden.is_some();
    let knows = |who: &FighterId| match bout.game().fighter(who) {
        Some(FighterRef::Hero(hero)) => {
            let known = hero.spellcasting.iter().flat_map(|casting| &casting.spells).any(|spell| same(spell, NAME));
            known && FighterRef::Hero(hero).sees() && !action_resolution::is_raging(FighterRef::Hero(hero))
        }
        _ => false,
    };
    let near = encounter.order.iter().filter(|it| {
        it.side.fights(there.side)
            && it.feet_to(there) <= RANGE
            && encounter.is_clear(it.footprint(), there.footprint())
    });
    let near = near.filter(|it| !unseen && knows(&it.who) && protection::can_react(bout, &it.who));
    near.map(|it| it.who.clone()).collect()
}

/// One for each level of slot that is left; below the other spell's level it takes a check.
fn options(bout: &Bout, who: &FighterId, level: u8) -> Vec<Reaction> {
    let Some(FighterRef::Hero(hero)) = bout.game().fighter(who) else { return Vec::new() };
    let free = hero.spellcasting.as_ref().map(casting::free_slots).unwrap_or_default();
    let dc = |slot: u8| (slot < level).then(|| 10 + i32::from(level));
    free.into_iter().filter(|slot| *slot >= LEVEL).map(|slot| Reaction::Counterspell { slot, dc: dc(slot) }).collect()
}

/// Casts it, and says whether the other spell ends.
fn cast(
    bout: &mut Bout,
    who: &FighterId,
    (caster, deed): (&FighterId, &CombatAction),
    slot: u8,
    dc: Option<i32>,
) -> Result<bool, Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(false) };
    let ability = hero.spellcasting.as_ref().map(|casting| casting.ability);
    let spent = casting::spend_slot(hero, slot);
    bout.make_all(spent)?;
    bout.spend(who, |economy| economy.reaction = true)?;
    let worked = match (dc, ability) {
        (Some(dc), Some(ability)) => {
            let fighter = bout.fighter(who)?;
            let odds = check_odds(bout.game(), fighter, None);
            let own = fighter.ability_bonus(ability);
            let test = D20Test::new(fighter, TestKind::Check(ability), own, odds).against(dc);
            test.toss(bout, &RollPurpose::of(RollKind::Counterspell).with(deed.name.as_str()))?.is_good()
        }
        _ => true,
    };
    bout.happened(|bout| CombatEvent::Countered {
        who: bout.actor(who),
        caster: bout.actor(caster),
        what: deed.name.clone(),
        worked,
    });
    Ok(worked)
}
