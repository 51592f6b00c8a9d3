//! Finds, pays for and resolves a hero's spell or a creature's action by its name (SRD 5.1, Casting a Spell).

use std::sync::Arc;

use super::{
    action_resolution::{self, ActionTarget},
    bout::Bout,
    components, costs,
    deed::{ActionCost, ActionEffect, CombatAction, Reach, UsageLimit},
    dying,
    fighter::{FighterId, FighterRef},
    protection,
    square::Square,
    uses,
};
use crate::{
    Change, Refusal, RefusalReason,
    character::{Character, Spellcasting},
    class, conditions,
    refusal::listed,
    rest, spells,
    wording::same,
};

/// Mark a turn in which a spell was cast as a bonus action, and one in which a slot was spent on another spell.
const QUICK_SPELL: &str = "spell as a bonus action";
const SLOW_SPELL: &str = "spell with a slot";

/// Casts a spell or does a deed.
pub(super) fn cast(
    bout: &mut Bout,
    who: &FighterId,
    name: &str,
    targets: Vec<FighterId>,
    at: Option<Square>,
    slot: Option<u8>,
) -> Result<(), Refusal> {
    let (deed, level) = match bout.fighter(who)? {
        FighterRef::Hero(hero) => spell_of(bout, hero, name, slot)?,
        FighterRef::Creature(_) => (Arc::new(deed_of(bout, who, name)?), 0),
    };
    let aim = ActionTarget { targets, at };
    if who.is_hero() {
        can_cast(bout, who, &deed, level)?;
    }
    costs::can_pay(bout, who, deed.cost)?;
    action_resolution::can_aim(bout, who, &deed, &aim)?;
    let used_up = components::used_up(bout, who, &deed)?;

    costs::pay(bout, who, deed.cost)?;
    match bout.fighter(who)? {
        FighterRef::Hero(hero) => {
            let slot = spend_slot(hero, level);
            bout.make_all(slot.into_iter().chain(used_up))?;
            let mark = if deed.cost == ActionCost::BonusAction {
                Some(QUICK_SPELL)
            } else {
                (level > 0).then_some(SLOW_SPELL)
            };
            bout.spend(who, |economy| economy.once.extend(mark.map(str::to_owned)))?;
        }
        FighterRef::Creature(_) => uses::spend(bout, who, &deed)?,
    }
    action_resolution::carry_out(bout, who, &deed, &aim)?;
    let seen = bout.combatant(who).is_ok_and(|it| it.stance.hidden.is_some());
    match seen && !matches!(deed.effect, ActionEffect::Told { .. }) {
        true => bout.stand_as(who, |stance| stance.hidden = None),
        false => Ok(()),
    }
}

/// The target of a spell outside a fight.
pub(crate) struct Targets {
    pub(crate) someone: Vec<FighterId>,
    /// Why the second target is unknown; it may be a thing.
    pub(crate) unknown: Option<Refusal>,
}

/// Casts a spell outside a fight: it spends its slot and has the same effect as in a fight. Returns the level of the slot, 0
/// for a cantrip.
///
/// # Errors
/// There is a fight, the spell works only in a fight, the hero can't cast it, the target is invalid, or it takes minutes to cast
/// while someone is dying.
pub(crate) fn cast_at_peace(
    bout: &mut Bout,
    who: &FighterId,
    name: &str,
    Targets { someone: targets, unknown }: Targets,
    slot: Option<u8>,
) -> Result<u8, Refusal> {
    if bout.game().encounter.is_some() {
        return Err(Refusal::new("There is a fight, where spells are cast turn by turn."));
    }
    let FighterRef::Hero(hero) = bout.fighter(who)? else {
        return Err(Refusal::new("Only heroes cast outside of fights; tell what others cast."));
    };
    conditions::can_act(hero)?;
    if takes_minutes(bout, hero, name) {
        rest::nobody_is_dying(bout.game())?;
    }
    let (deed, level) = spell_of(bout, hero, name, slot)?;
    if let Some(refusal) = unknown.filter(|_| !matches!(deed.effect, ActionEffect::Told { .. })) {
        return Err(refusal);
    }
    let aim = aimed_at_peace(bout, who, &deed, targets)?;
    let used_up = components::used_up(bout, who, &deed)?;
    let spent = spend_slot(hero, level);
    bout.make_all(spent.into_iter().chain(used_up))?;
    action_resolution::carry_out(bout, who, &deed, &aim)?;
    Ok(level)
}

/// Whether the rules have numbers for a hero's spell, or it costs nothing. If not, the model says what it does.
pub(crate) fn has_numbers(bout: &Bout, who: &FighterId, name: &str, slot: Option<u8>) -> Result<bool, Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(false) };
    let (deed, level) = spell_of(bout, hero, name, slot)?;
    Ok(level == 0 || !matches!(deed.effect, ActionEffect::Told { .. }) || deed.rounds_in_mind().is_some())
}

/// The target of a spell outside a fight, where everyone in the scene is within range.
fn aimed_at_peace(
    bout: &Bout,
    who: &FighterId,
    deed: &CombatAction,
    mut targets: Vec<FighterId>,
) -> Result<ActionTarget, Refusal> {
    let reach = match &deed.effect {
        ActionEffect::Attack(_) | ActionEffect::Sure { .. } | ActionEffect::Multiattack { .. } => {
            return Err(for_a_fight(deed));
        }
        ActionEffect::Save(save) if save.area.is_some() || !save.harm.is_empty() => return Err(for_a_fight(deed)),
        ActionEffect::Save(save) => save.reach,
        ActionEffect::Heal { reach, .. }
        | ActionEffect::Boon { reach, .. }
        | ActionEffect::Shield { reach, .. }
        | ActionEffect::Stabilise { reach }
        | ActionEffect::Cure { reach, .. }
        | ActionEffect::Revive { reach, .. } => *reach,
        ActionEffect::Conjure { .. } => return Ok(ActionTarget::default()),
        ActionEffect::Pool { .. } if targets.is_empty() => {
            return Err(Refusal::new(format!("Say by `targets` who is where {} takes hold.", deed.name)));
        }
        ActionEffect::Pool { .. } | ActionEffect::Told { .. } => return Ok(ActionTarget { targets, at: None }),
    };
    // A helpful touch spell without a target is cast on oneself.
    let helps = matches!(
        deed.effect,
        ActionEffect::Heal { .. } | ActionEffect::Boon { .. } | ActionEffect::Shield { .. } | ActionEffect::Cure { .. }
    );
    let is_own = targets.is_empty() && helps && matches!(reach, Reach::Melee { .. });
    if reach == Reach::Oneself || is_own {
        targets = vec![who.clone()];
    }
    let most = action_resolution::most_targets(deed);
    if targets.is_empty() || targets.len() > most {
        return Err(Refusal::new(format!("Say at whom {} is aimed by `targets`, {most} at the most.", deed.name)));
    }
    for target in &targets {
        let fighter = bout.fighter(target)?;
        match &deed.effect {
            ActionEffect::Revive { .. } => action_resolution::can_be_raised(bout, target, deed)?,
            ActionEffect::Stabilise { .. } => dying::can_be_tended(bout, target)?,
            _ => fighter.living()?,
        }
        action_resolution::takes_hold(bout, target, deed)?;
    }
    Ok(ActionTarget { targets, at: None })
}

fn for_a_fight(deed: &CombatAction) -> Refusal {
    Refusal::new(format!("{} is cast in a fight: begin one with start_combat.", deed.name))
}

/// A spell a hero knows, with the slot that is named or the lowest one that will do; level 0 for a cantrip. A spell without
/// numbers takes its slot, too.
fn spell_of(bout: &Bout, hero: &Character, name: &str, slot: Option<u8>) -> Result<(Arc<CombatAction>, u8), Refusal> {
    let name = name.trim();
    let none = || Refusal::new(format!("{} is a {} and casts no spells.", hero.name, hero.class));
    let casting = hero.spellcasting.as_ref().ok_or_else(none)?;
    if let Some(cantrip) = casting.cantrips.iter().find(|known| same(known, name)) {
        let deed = bout.book().spell(hero, cantrip, 0);
        return Ok((deed.unwrap_or_else(|| unwritten(cantrip)), 0));
    }
    let Some(spell) = casting.spells.iter().find(|known| same(known, name)) else {
        let known = listed(casting.cantrips.iter().chain(&casting.spells).map(String::as_str));
        return Err(Refusal::new(format!("{} doesn't know “{name}”; there is {known}.", hero.name)));
    };
    let free = free_slots(casting);
    let levels: Vec<u8> = match slot {
        Some(level) if free.contains(&level) => vec![level],
        Some(level) => return Err(no_slot(hero, &free, level)),
        None => free.clone(),
    };
    if let Some(found) = levels.iter().find_map(|level| Some((bout.book().spell(hero, spell, *level)?, *level))) {
        return Ok(found);
    }
    let is_written = (1..=9).any(|level| bout.book().spell(hero, spell, level).is_some());
    if is_written || free.is_empty() {
        return Err(no_slot(hero, &free, slot.unwrap_or(0)));
    }
    let lowest = match (class::spell_level(spell), slot) {
        (Some(lowest), _) => lowest,
        (None, Some(_)) => 1,
        (None, None) => return Err(unknown_level(spell)),
    };
    match levels.into_iter().find(|level| *level >= lowest) {
        Some(level) => Ok((unwritten(spell), level)),
        None => Err(no_slot(hero, &free, slot.unwrap_or(0))),
    }
}

/// Asks for the slot of a spell whose level neither the rules library nor the class lists know.
fn unknown_level(spell: &str) -> Refusal {
    Refusal::new(format!("The level of {spell} is not known here. Say by `slot` which level it takes."))
}

/// The message for a spell or action that the rules have no numbers for.
const UNWRITTEN: &str = "The rules have no numbers for it: tell what it does.";

/// Whether a spell takes minutes or more to cast.
pub(crate) fn takes_minutes(bout: &Bout, hero: &Character, spell: &str) -> bool {
    let written = (0..=9).find_map(|slot| bout.book().spell(hero, spell, slot));
    written.map_or_else(|| spells::minutes_to_cast(spell).is_some(), |deed| deed.cost == ActionCost::TooLong)
}

/// A spell without numbers; the Dungeon Master narrates its effect.
fn unwritten(spell: &str) -> Arc<CombatAction> {
    let rounds = spells::rounds_in_mind(spell);
    let effect = ActionEffect::Told { text: UNWRITTEN.to_owned(), concentration: rounds.is_some(), rounds };
    let cost = if spells::minutes_to_cast(spell).is_some() { ActionCost::TooLong } else { ActionCost::Action };
    Arc::new(CombatAction { name: spell.to_owned(), cost, usage: UsageLimit::AtWill, effect, magical: true })
}

fn no_slot(hero: &Character, free: &[u8], level: u8) -> Refusal {
    let free: Vec<String> = free.iter().map(u8::to_string).collect();
    let free = listed(free.iter().map(String::as_str));
    let wanted = if level == 0 { "that is high enough".to_owned() } else { format!("of level {level} that will do") };
    let words = format!("{} has no slot {wanted}; of levels there is {free}.", hero.name);
    Refusal::because(RefusalReason::NoSlot, words)
}

/// Spell levels with a free slot, lowest first.
pub(super) fn free_slots(casting: &Spellcasting) -> Vec<u8> {
    casting.slots.iter().filter(|(_, slots)| slots.used < slots.max).map(|(level, _)| *level).collect()
}

/// A spell a hero knows by its name, with the lowest slot that is left and will do.
pub(super) fn lowest(bout: &Bout, hero: &Character, name: &str) -> Option<(Arc<CombatAction>, u8)> {
    let casting = hero.spellcasting.as_ref()?;
    let known = casting.spells.iter().find(|known| same(known, name))?;
    free_slots(casting).into_iter().find_map(|level| Some((bout.book().spell(hero, known, level)?, level)))
}

pub(super) fn spend_slot(hero: &Character, level: u8) -> Option<Change> {
    let slots = hero.spellcasting.as_ref()?.slots.get(&level)?;
    Some(Change::SpellSlotsUsed { character_id: hero.id.clone(), level, used: slots.used.saturating_add(1) })
}

/// Whether a hero can cast this now: not in a rage, and after a spell cast as a bonus action only cantrips (SRD 5.1, Bonus
/// Action; Barbarian: Rage).
pub(super) fn can_cast(bout: &Bout, who: &FighterId, deed: &CombatAction, level: u8) -> Result<(), Refusal> {
    let economy = &bout.combatant(who)?.economy;
    if protection::is_asked_for(deed) {
        let moment = match protection::turns_aside(deed) {
            true => "when an attack hits that it can turn aside",
            false => "when a foe casts a spell within its range",
        };
        return Err(Refusal::new(format!(
            "{} is a reaction: the fight asks for it by itself {moment}, as long as {} has a slot and the reaction left. Nothing \
             was spent; there is still the turn to use.",
            deed.name,
            bout.name(who)
        )));
    }
    if action_resolution::is_raging(bout.fighter(who)?) {
        return Err(Refusal::new(format!("{} is in a rage and casts nothing.", bout.name(who))));
    }
    let quick = deed.cost == ActionCost::BonusAction;
    match (quick && economy.did(SLOW_SPELL)) || (!quick && level > 0 && economy.did(QUICK_SPELL)) {
        true => Err(Refusal::new("Beside a spell cast as a bonus action there is only a cantrip in the same turn.")),
        false => Ok(()),
    }
}

/// A deed of a creature's that can be done again.
fn deed_of(bout: &Bout, who: &FighterId, name: &str) -> Result<CombatAction, Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Err(Refusal::new(UNWRITTEN)) };
    let deeds = &one.stat_block().deeds;
    let Some(deed) = deeds.iter().find(|deed| same(&deed.name, name.trim())) else {
        let names = listed(deeds.iter().map(|deed| deed.name.as_str()));
        return Err(Refusal::new(format!("{} has no “{name}”; there is {names}.", one.name)));
    };
    match uses::are_left(one, deed) {
        true => Ok(deed.clone()),
        false => Err(Refusal::new(format!("{} can't do {} again yet.", one.name, deed.name))),
    }
}
