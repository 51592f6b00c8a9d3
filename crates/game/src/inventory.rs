//! A hero's items and coins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State,
    character::{Character, Weapon},
    coins::{self, is_coins},
    combat::fighter::FighterId,
    dice::Notation,
    equipment,
    id::{CharacterId, ItemId, kebab, unique},
    item_phrase,
    limits::MAX_WEAPONS,
    refusal::Refusal,
    weapons,
    wording::{same, visible},
};

/// A stack of identical items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Unique in its pack.
    pub id: ItemId,
    /// As it was first named.
    pub name: String,
    /// At least 1.
    pub quantity: u32,
    /// Worn or held; absent for other items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equipped: Option<bool>,
}

/// Coins. A change is computed in copper, and the result converted to the largest coins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Purse)]
pub struct Coins {
    /// Copper pieces.
    pub cp: u32,
    /// Silver pieces, ten copper each.
    pub sp: u32,
    /// Gold pieces, a hundred copper each.
    pub gp: u32,
}

impl Coins {
    /// The purse's worth in copper pieces.
    pub fn copper(self) -> i64 {
        i64::from(self.cp) + 10 * i64::from(self.sp) + 100 * i64::from(self.gp)
    }

    /// A purse of this value in copper pieces, in the largest coins; empty for a debt.
    pub fn of_copper(copper: i64) -> Self {
        let copper = copper.clamp(0, 100 * i64::from(u32::MAX));
        let part = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        Self { gp: part(copper / 100), sp: part(copper % 100 / 10), cp: part(copper % 10) }
    }
}

/// The most things of one name a pack holds: a bound that keeps a mistake of the model from becoming a number
/// the sheet can't show.
pub const MAX_QUANTITY: u32 = 1_000_000;

/// The highest magical bonus of a weapon.
pub const MAX_WEAPON_BONUS: u8 = 5;

/// The name of a healer's kit.
pub const HEALERS_KIT: &str = "Healer's Kit";
/// How often a healer's kit can be used (SRD 5.1, Equipment: Healer's Kit).
const KIT_USES: u8 = 10;

/// The change that puts things into a hero's pack: onto the stack of that name (ignoring case) if there is one.
pub fn gain(hero: &Character, name: &str, quantity: u32) -> Change {
    let quantity = quantity.clamp(1, MAX_QUANTITY);
    let name = visible(name.trim());
    let name = name.trim();
    let (item_id, name) = match hero.inventory.iter().find(|item| same(&item.name, name)) {
        Some(item) => (item.id.clone(), item.name.clone()),
        None => {
            let id = unique(kebab(name), |id| hero.inventory.iter().any(|item| item.id.as_str() == id));
            (ItemId::from(id), name.to_owned())
        }
    };
    Change::ItemGained { character_id: hero.id.clone(), item_id, name, quantity }
}

/// The changes by which a hero gains items: those of [`gain`], and for a weapon of the SRD also a new attack.
pub fn gain_thing(hero: &Character, name: &str, quantity: u32) -> Vec<Change> {
    let has_room = hero.weapons.len() < MAX_WEAPONS;
    let is_known = |weapon: &Weapon| hero.weapons.iter().any(|known| same(&known.name, &weapon.name));
    let weapon = weapons::find(name).filter(|weapon| has_room && !is_known(weapon));
    let armed = weapon.map(|weapon| Change::WeaponGained { character_id: hero.id.clone(), weapon });
    [gain(hero, name, quantity)].into_iter().chain(armed).collect()
}

/// Changes for a hero who gains what a phrase names, such as “2 torches”; a `quantity` above 1 replaces the phrase's number.
///
/// # Errors
/// The phrase names coins, or nothing.
pub fn take(hero: &Character, phrase: &str, quantity: Option<u32>) -> Result<Vec<Change>, Refusal> {
    let gained = item_phrase::gained(hero, phrase)?;
    // One crown may be worn, and twenty are money.
    let counted = quantity.filter(|n| *n > 1).map(|n| format!("{n} {}", gained.name));
    if let Some(counted) = counted.filter(|counted| is_coins(counted))
        && !hero.inventory.iter().any(|item| same(&item.name, &gained.name))
    {
        return Err(coins::refused(&counted));
    }
    Ok(gain_thing(hero, &gained.name, quantity.filter(|n| *n > 1).unwrap_or(gained.quantity)))
}

/// The changes that take a thing out of a hero's pack: the [one](item_phrase::find) that the phrase means, as many as the phrase
/// says; `quantity` if that is above 1 or the phrase leaves it open. A stack that runs out takes its weapon entry with it, and
/// armour that was worn its protection.
///
/// # Errors
/// No item fits, several do, there are too few, or the number is unclear; the text lists the candidates.
pub fn lose(hero: &Character, phrase: &str, quantity: Option<u32>) -> Result<Vec<Change>, Refusal> {
    let (item, amount) = item_phrase::find(hero, phrase)?;
    let said = amount.of_stack(item.quantity).filter(|_| quantity.is_none_or(|n| n <= 1));
    let n = said.or(quantity.map(|n| n.max(1))).ok_or_else(|| {
        let (owner, name, n) = (&hero.name, &item.name, item.quantity);
        Refusal::new(format!("{owner} has {n} × {name}: say how many, as “{} x {name}” or “all {name}”.", n.min(2)))
    })?;
    lose_of(hero, item, n)
}

/// The changes of one use of a healer's kit, and how many uses are left of all the hero has. The sheet counts the uses of the kit that
/// was begun; a kit without uses is gone.
///
/// # Errors
/// The hero has no healer's kit.
pub fn use_kit(hero: &Character) -> Result<(Vec<Change>, u32), Refusal> {
    let (item, _) = item_phrase::find(hero, HEALERS_KIT)?;
    let spent = hero.spent.get(HEALERS_KIT).copied().unwrap_or(0).saturating_add(1);
    let left = item.quantity.saturating_mul(KIT_USES.into()).saturating_sub(spent.into());
    if spent < KIT_USES {
        return Ok((vec![kit_spent(hero, spent)], left));
    }
    let mut changes = vec![kit_spent(hero, 0)];
    changes.extend(lose_of(hero, item, 1)?.into_iter().filter(|change| !matches!(change, Change::UsesSpent { .. })));
    Ok((changes, left))
}

/// The change that keeps the spent uses of a healer's kit that `changes` move from one hero to another; `before` is the state
/// before them.
pub fn kit_handed_over(before: &State, changes: &[Change]) -> Option<Change> {
    let begun = before.characters.iter().filter_map(|hero| Some((&hero.id, *hero.spent.get(HEALERS_KIT)?)));
    let mut spent: BTreeMap<&CharacterId, u8> = begun.collect();
    let (mut lost, mut gained) = (None, None);
    for (at, change) in changes.iter().enumerate() {
        match change {
            Change::UsesSpent { who: FighterId::Hero(hero), name, spent: n } if same(name, HEALERS_KIT) => {
                let last = spent.insert(hero, *n);
                // A kit that is used up goes after its uses; one that is handed over goes before them.
                let before = at.checked_sub(1).and_then(|before| changes.get(before));
                let is_gone = matches!(before, Some(Change::ItemLost { character_id, .. }) if character_id == hero);
                lost = last.filter(|_| is_gone && *n == 0).map(|last| (hero, last)).or(lost);
            }
            Change::ItemGained { character_id, name, .. } if same(name, HEALERS_KIT) => gained = Some(character_id),
            _ => {}
        }
    }
    let ((from, n), to) = (lost?, gained?);
    let is_new = spent.get(to).copied().unwrap_or(0) == 0;
    (from != to && is_new).then(|| Change::UsesSpent {
        who: FighterId::Hero(to.clone()),
        name: HEALERS_KIT.to_owned(),
        spent: n,
    })
}

/// Whether a hero's thing of this name is a healer's kit.
pub fn is_kit(hero: &Character, phrase: &str) -> bool {
    item_phrase::find(hero, phrase).is_ok_and(|(item, _)| same(&item.name, HEALERS_KIT))
}

fn kit_spent(hero: &Character, spent: u8) -> Change {
    Change::UsesSpent { who: FighterId::Hero(hero.id.clone()), name: HEALERS_KIT.to_owned(), spent }
}

/// Changes that remove a number of items of a stack.
///
/// # Errors
/// The stack has fewer.
pub(super) fn lose_of(hero: &Character, item: &Item, quantity: u32) -> Result<Vec<Change>, Refusal> {
    if quantity > item.quantity {
        return Err(Refusal::new(format!("{} has only {} × {}.", hero.name, item.quantity, item.name)));
    }
    let all = quantity == item.quantity;
    // A worn item is taken off first and no longer protects.
    let taken_off = (all && item.equipped == Some(true)).then(|| equipment::worn(hero, item, false));
    let mut changes: Vec<Change> = taken_off.into_iter().collect();
    changes.push(Change::ItemLost {
        character_id: hero.id.clone(),
        item_id: item.id.clone(),
        name: item.name.clone(),
        quantity,
    });
    if all && same(&item.name, HEALERS_KIT) && hero.spent.contains_key(HEALERS_KIT) {
        changes.push(kit_spent(hero, 0));
    }
    if all {
        let gone = hero.weapons.iter().filter(|weapon| same(&weapon.name, &item.name));
        changes
            .extend(gone.map(|weapon| Change::WeaponLost { character_id: hero.id.clone(), name: weapon.name.clone() }));
    }
    Ok(changes)
}

/// Changes that give a hero a weapon: the attack and the item. An item of the pack without usable or current attack numbers is
/// the same weapon; `has_come` says that it was added to the pack before.
///
/// # Errors
/// Its damage can't be thrown, or its bonus is beyond any magic ([`MAX_WEAPON_BONUS`]).
pub fn gain_weapon(hero: &Character, mut weapon: Weapon, has_come: bool) -> Result<Vec<Change>, Refusal> {
    Notation::parse(&weapon.dice)?;
    if weapon.bonus.unsigned_abs() > MAX_WEAPON_BONUS {
        return Err(Refusal::new(format!("A weapon's bonus is at most +{MAX_WEAPON_BONUS}.")));
    }
    weapon.name = visible(&weapon.name).into_owned();
    // An item that is already in the pack keeps its name: replaying stored changes compares these names ignoring ASCII case only.
    if let Some(known) = hero.weapons.iter().find(|known| same(&known.name, &weapon.name)) {
        weapon.name.clone_from(&known.name);
    }
    let mut changes = Vec::new();
    let is_carried = hero.inventory.iter().any(|item| same(&item.name, &weapon.name));
    let is_another = hero.weapons.iter().any(|known| is_like(known, &weapon));
    if !is_carried || (is_another && !has_come) {
        changes.push(gain(hero, &weapon.name, 1));
    }
    changes.push(Change::WeaponGained { character_id: hero.id.clone(), weapon });
    Ok(changes)
}

/// Whether two weapons are of a kind.
fn is_like(one: &Weapon, other: &Weapon) -> bool {
    same(&one.name, &other.name) && one.dice == other.dice && one.bonus == other.bonus
}

/// The change of a hero's purse by a number of copper pieces, never below zero, and whether it was limited to zero.
pub fn pay(hero: &Character, delta_cp: i64) -> (Change, bool) {
    let before = hero.purse.copper();
    let after = Coins::of_copper(before.saturating_add(delta_cp)).copper();
    let change = Change::PurseChanged { character_id: hero.id.clone(), delta_cp: after - before };
    (change, after - before != delta_cp)
}
