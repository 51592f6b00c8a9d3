//! Equipping and unequipping items (SRD 5.1, Armor; Getting Into and Out of Armor).

use super::{
    Change, Refusal, State,
    armor::{self, Wear},
    character::Character,
    combat::{fighter::FighterId, modifier::Modifier, timing::Lasting},
    conditions,
    id::{ItemId, kebab},
    inventory::Item,
    item_phrase,
    refusal::listed,
    wording::same,
};

/// The change of a hero who puts something on or takes it off by themselves.
///
/// # Errors
/// The hero can't act, or as [`equip`] and [`unequip`] say.
pub fn dressed(hero: &Character, name: &str, on: bool) -> Result<Change, Refusal> {
    conditions::can_act(hero)?;
    if on { equip(hero, name) } else { unequip(hero, name) }
}

/// Equips armour or a shield, with the resulting armour class and speed.
///
/// # Errors
/// The hero doesn't have the item, it isn't wearable, or it or another of its sort is worn already: no one wears two suits of
/// armour or two shields (SRD 5.1, Shields). The text says what to do instead.
pub fn equip(hero: &Character, name: &str) -> Result<Change, Refusal> {
    let item = item_phrase::find(hero, name)?.0;
    let wear = armor::wear(&item.name).ok_or_else(|| {
        let can = hero.inventory.iter().filter(|item| armor::is_armor(&item.name)).map(|item| item.name.as_str());
        Refusal::new(format!("{} is nothing to put on; there is {}.", item.name, listed(can)))
    })?;
    if item.equipped == Some(true) {
        return Err(Refusal::new(format!("{} has {} on already.", hero.name, item.name)));
    }
    let on = hero.inventory.iter().find(|it| it.equipped == Some(true) && armor::wear(&it.name) == Some(wear));
    if let Some(on) = on {
        let what = if wear == Wear::Shield { "bears" } else { "wears" };
        return Err(Refusal::new(format!("{} {what} {} already; take it off first.", hero.name, on.name)));
    }
    Ok(worn(hero, item, true))
}

/// The change for taking an item off. Sheets of earlier versions may have lost a suit of armour but kept its protection; such
/// armour can still be taken off.
///
/// # Errors
/// The hero has no such item, or doesn't wear it.
pub fn unequip(hero: &Character, name: &str) -> Result<Change, Refusal> {
    let gone = || armor::is_armor(name) && hero.armor_class > armor::armor_class(hero);
    let found = item_phrase::find(hero, name);
    let is_meant = found.as_ref().is_ok_and(|(item, _)| item.equipped == Some(true) || same(&item.name, name));
    if !is_meant && gone() {
        return Ok(without(hero, name.trim()));
    }
    let item = found?.0;
    if item.equipped != Some(true) {
        let on = hero.inventory.iter().filter(|item| item.equipped == Some(true)).map(|item| item.name.as_str());
        return Err(Refusal::new(format!("{} hasn't got {} on; there is {}.", hero.name, item.name, listed(on))));
    }
    Ok(worn(hero, item, false))
}

/// The changes that end effects such as Mage Armor when armour is put on (SRD 5.1, Mage Armor).
pub(super) fn ended(state: &State, change: &Change) -> Vec<Change> {
    let Change::ItemEquipped { character_id, name, equipped: true, .. } = change else { return Vec::new() };
    let who = FighterId::Hero(character_id.clone());
    let Some(fighter) = state.fighter(&who).filter(|_| armor::wear(name) == Some(Wear::Suit)) else {
        return Vec::new();
    };
    let instead = |effect: &&Lasting| effect.modifiers.iter().any(Modifier::is_instead_of_armor);
    let over = fighter.effects().iter().filter(instead);
    over.map(|effect| Change::EffectEnded { who: who.clone(), name: effect.name.clone() }).collect()
}

/// The change for putting an item of the pack on or taking it off.
pub(super) fn worn(hero: &Character, item: &Item, equipped: bool) -> Change {
    let mut after = hero.clone();
    if let Some(it) = after.inventory.iter_mut().find(|it| it.id == item.id) {
        it.equipped = Some(equipped);
    }
    Change::ItemEquipped {
        character_id: hero.id.clone(),
        item_id: item.id.clone(),
        name: item.name.clone(),
        equipped,
        armor_class: armor::armor_class(&after),
        speed: armor::speed(&after),
    }
}

/// The change that recomputes armour class and speed for a hero who no longer has an item.
fn without(hero: &Character, name: &str) -> Change {
    let item = Item { id: ItemId::from(kebab(name)), name: name.to_owned(), quantity: 1, equipped: Some(true) };
    worn(hero, &item, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hero::tests::table, inventory};

    // srd: rule/using-each-ability--armor-class
    #[test]
    fn armour_class_is_reckoned_anew_and_a_second_shield_is_refused() {
        let mut game = table();
        game.apply(&inventory::gain(&game.characters[0], "Shield", 1)).unwrap();
        let id = game.characters[0].id.clone();
        let worn: Vec<String> = game.characters[0]
            .inventory
            .iter()
            .filter(|it| it.equipped == Some(true))
            .map(|it| it.name.clone())
            .collect();
        for name in worn {
            game.apply(&unequip(&game.characters[0], &name).unwrap()).unwrap();
        }
        let bare = game.characters[0].armor_class;
        game.apply(&equip(&game.characters[0], "shield").unwrap()).unwrap();
        assert_eq!(game.characters[0].armor_class, bare + 2);
        assert!(equip(&game.characters[0], "Shield").unwrap_err().to_string().contains("already"));
        let item = inventory::gain(&game.characters[0], "Second Shield", 1);
        game.apply(&item).unwrap();
        assert!(equip(&game.characters[0], "Second Shield").is_err(), "it is no shield the rules know");
        game.apply(&unequip(&game.characters[0], "Shield").unwrap()).unwrap();
        assert_eq!(game.characters[0].armor_class, bare);
        assert!(equip(&game.characters[0], "spoon").unwrap_err().to_string().contains("has no"));
        assert_eq!(game.characters[0].id, id);
        game.apply(&equip(&game.characters[0], "Shield").unwrap()).unwrap();
        let item_id = game.characters[0].inventory.iter().find(|it| it.name == "Shield").unwrap().id.clone();
        let stolen = Change::ItemLost { character_id: id, item_id, name: "Shield".into(), quantity: 2 };
        game.apply(&stolen).unwrap();
        game.apply(&unequip(&game.characters[0], "Shield").unwrap()).unwrap();
        assert_eq!(game.characters[0].armor_class, bare, "what an earlier version left behind");
    }
}
