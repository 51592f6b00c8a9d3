//! Commands on resources: spell slots, hit dice, items.

use serde_json::json;

use super::{Done, ItemAction, SpendingKind, at_least_one};
use crate::{
    Change, Refusal,
    character::Character,
    combat::{bout::Bout, casting, fighter::FighterRef, potions},
    conditions, equipment, inventory, listed, rest, spells, tending,
    wording::name as named,
};

/// How to record that others use up something of a hero who can't act.
const USED_BY_OTHERS: &str = "If somebody else uses it up, take it with `remove`.";

/// Spell slots are spent or come back: never more than there are left, or than were spent. Only a hero who can act spends them.
pub(super) fn slots(
    bout: &mut Bout,
    hero: &Character,
    action: SpendingKind,
    level: u8,
    count: u8,
    spell: Option<&str>,
) -> Result<Done, Refusal> {
    at_least_one(count.into(), "`count`")?;
    if !(1..=9).contains(&level) {
        return Err(Refusal::new(format!("{level} is no level of spell slots; 1 to 9 are.")));
    }
    let name = &hero.name;
    let spell = spell.map(named).filter(|spell| !spell.is_empty());
    if action == SpendingKind::Use {
        match spell.as_deref() {
            Some(spell) if casting::takes_minutes(bout, hero, spell) => rest::nobody_is_dying(bout.game())?,
            Some(_) => {}
            None => {
                conditions::can_act(hero)?;
                spells::slots_need_a_name(bout.game())?;
            }
        }
    }
    let known = hero.spellcasting.as_ref().and_then(|casting| casting.slots.get(&level)).copied();
    // A hero without them gets the refusal below.
    let (used, max) = known.map_or((0, 0), |slots| (slots.used, slots.max));
    let left = max.saturating_sub(used);
    let total = match action {
        SpendingKind::Use if known.is_some() && count > left => {
            let left = if left == 0 { "no".to_owned() } else { format!("only {left}") };
            return Err(Refusal::new(format!("{name} has {left} spell slots of level {level} left.")));
        }
        SpendingKind::Restore if known.is_some() && used == 0 => {
            return Err(Refusal::new(format!("{name} has spent no spell slots of level {level}.")));
        }
        SpendingKind::Use => i32::from(used) + i32::from(count),
        SpendingKind::Restore => i32::from(used) - i32::from(count),
    };
    let (change, _) = spells::use_slots(hero, level, total)?;
    bout.make(change)?;
    let now = u8::try_from(total.max(0)).unwrap_or(max).min(max);
    let (left, moved) = (max - now, now.abs_diff(used));
    let what = match (action, spell) {
        (SpendingKind::Use, Some(spell)) => format!("spends {moved} of level {level} on {spell}"),
        (SpendingKind::Use, None) => format!("spends {moved} of level {level}"),
        (SpendingKind::Restore, _) => format!("regains {moved} of level {level}"),
    };
    let details = json!({ "level": level, "slots_left": left, "slots_max": max, "count": moved });
    Ok(Done { message: format!("{name} {what}; {left} of {max} slots are left."), details })
}

/// Hit dice are spent or come back, as many as there are.
pub(super) fn hit_dice(bout: &mut Bout, hero: &Character, action: SpendingKind, count: u8) -> Result<Done, Refusal> {
    at_least_one(count.into(), "`count`")?;
    FighterRef::Hero(hero).living()?;
    let (name, dice) = (&hero.name, hero.hit_dice);
    let left = dice.total.saturating_sub(dice.used);
    let (used, moved) = match action {
        SpendingKind::Use if left == 0 => return Err(Refusal::new(format!("{name} has no hit dice left."))),
        SpendingKind::Restore if dice.used == 0 => return Err(Refusal::new(format!("{name} has spent no hit dice."))),
        SpendingKind::Use => (dice.used.saturating_add(count.min(left)), count.min(left)),
        SpendingKind::Restore => (dice.used - count.min(dice.used), count.min(dice.used)),
    };
    bout.make(Change::HitDiceUsed { character_id: hero.id.clone(), used })?;
    let left = dice.total.saturating_sub(used);
    let how = if action == SpendingKind::Use { "spends" } else { "regains" };
    let message = format!("{name} {how} {moved} hit dice; {left} of {} are left.", dice.total);
    Ok(Done { message, details: json!({ "count": moved, "hit_dice_left": left, "hit_dice_total": dice.total }) })
}

/// A thing comes into the pack, is used up or goes.
pub(super) fn item(
    bout: &mut Bout,
    hero: &Character,
    action: ItemAction,
    item: &str,
    quantity: Option<u32>,
) -> Result<Done, Refusal> {
    at_least_one(quantity.unwrap_or(1), "`quantity`")?;
    let item = named(item);
    if item.is_empty() {
        return Err(Refusal::new("A thing needs a name."));
    }
    let changes = match action {
        ItemAction::Equip | ItemAction::Unequip => return wear(bout, hero, &item, action == ItemAction::Equip),
        ItemAction::Add => inventory::take(hero, &item, quantity)?,
        ItemAction::Use if inventory::is_kit(hero, &item) => return kit(bout, hero),
        ItemAction::Use => {
            conditions::can_act(hero).map_err(|refusal| Refusal::new(format!("{refusal} {USED_BY_OTHERS}")))?;
            inventory::lose(hero, &item, quantity)?
        }
        ItemAction::Remove => inventory::lose(hero, &item, quantity)?,
    };
    let thing = changes.iter().find_map(|change| match change {
        Change::ItemGained { item_id, name, quantity, .. } | Change::ItemLost { item_id, name, quantity, .. } => {
            Some((item_id.clone(), name.clone(), *quantity))
        }
        _ => None,
    });
    let Some((id, thing, moved)) = thing else {
        return Err(Refusal::new(format!("There is no “{item}”; there is {}.", listed(pack(hero)))));
    };
    bout.make_all(changes)?;
    let there = bout.game().hero(hero.id.as_str())?.inventory.iter().find(|item| item.id == id);
    let left = there.map_or(0, |item| item.quantity);
    let how = match action {
        ItemAction::Use => "uses",
        ItemAction::Add => "gains",
        ItemAction::Remove | ItemAction::Equip | ItemAction::Unequip => "gives up",
    };
    let mut message = format!("{} {how} {moved} × {thing} and has {left}.", hero.name);
    if let Some(dice) = potions::healing(&thing).filter(|_| action == ItemAction::Use) {
        let given = match dice.parse::<u32>() {
            Ok(points) => format!("give back {points} hit points for each"),
            Err(_) => format!("throw {dice} for each and give the hit points back"),
        };
        message.push_str(&format!(" Nobody was healed by this command: {given}."));
    }
    Ok(Done { message, details: json!({ "item": thing, "count": moved, "quantity_left": left }) })
}

/// Uses a healer's kit on a creature that isn't dying.
fn kit(bout: &mut Bout, hero: &Character) -> Result<Done, Refusal> {
    conditions::can_act(hero)?;
    if let Some(patient) = tending::dying(bout.game()).next() {
        return Err(Refusal::new(format!(
            "{} is dying: tend them by the command death_save (`result`: tend), which uses the kit.",
            patient.name()
        )));
    }
    let (used, left) = inventory::use_kit(hero)?;
    bout.make_all(used)?;
    let message = format!("{} uses a healer's kit, of which {left} uses are left.", hero.name);
    Ok(Done { message, details: json!({ "item": inventory::HEALERS_KIT, "count": 1, "kit_uses_left": left }) })
}

/// A suit of armour or a shield is put on or taken off.
fn wear(bout: &mut Bout, hero: &Character, item: &str, on: bool) -> Result<Done, Refusal> {
    bout.make(equipment::dressed(hero, item, on)?)?;
    let armor_class = bout.game().hero(hero.id.as_str())?.armor_class;
    let how = if on { "puts on" } else { "takes off" };
    let message = format!("{} {how} {item}; armour class {armor_class}.", hero.name);
    Ok(Done { message, details: json!({ "item": item, "worn": on, "armor_class": armor_class }) })
}

fn pack(hero: &Character) -> impl Iterator<Item = &str> {
    hero.inventory.iter().map(|item| item.name.as_str())
}
