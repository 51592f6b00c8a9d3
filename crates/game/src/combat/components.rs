//! Costly things that spells use up (SRD 5.1, Spellcasting: Material (M)).

use super::{
    bout::Bout,
    deed::{Component, Deed, Effect},
    fighter::{Fighter, FighterId},
};
use crate::{
    Change, Refusal, RefusalReason,
    inventory::{self, Item},
    spells::singular_words,
};

/// The changes that take what a spell uses up out of its caster's pack.
///
/// # Errors
/// The caster has no such thing, or not enough of it.
pub(super) fn used_up(bout: &Bout, who: &FighterId, deed: &Deed) -> Result<Vec<Change>, Refusal> {
    let (Effect::Revive { component: Some(component), .. }, Fighter::Hero(hero)) = (&deed.effect, bout.fighter(who)?)
    else {
        return Ok(Vec::new());
    };
    let found = hero.inventory.iter().find_map(|item| Some((item, needed(item, component)?)));
    let Some((item, n)) = found else {
        let (thing, worth) = (component.names.first().map_or("", String::as_str), component.worth);
        let thing = format!("{thing} worth {worth} gp");
        let words = format!("{} uses up {thing}, and {} carries none; nothing was spent.", deed.name, hero.name);
        return Err(Refusal::because(RefusalReason::NoComponent { thing }, words));
    };
    inventory::lose(hero, &item.name, Some(n))
}

/// How many of a stack are used up; none if they are something else or worth too little. A thing without a price in its name is
/// worth enough.
fn needed(item: &Item, component: &Component) -> Option<u32> {
    let words = singular_words(&item.name);
    let is_named = component.names.iter().any(|name| singular_words(name).iter().all(|word| words.contains(word)));
    let n = match worth(&item.name) {
        Some(0) => return None,
        Some(each) => component.worth.div_ceil(each),
        None => 1,
    };
    (is_named && n <= item.quantity).then_some(n)
}

/// The price in gold pieces that a name says: “Diamond (300 gp)”.
fn worth(name: &str) -> Option<u32> {
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric() && c != ',').filter(|word| !word.is_empty()).collect();
    let is_gold = |word: &str| ["gp", "gm", "gold"].contains(&word.to_lowercase().as_str());
    words.iter().enumerate().find_map(|(at, word)| {
        let (digits, unit) = word.split_at(word.find(|c: char| c.is_alphabetic()).unwrap_or(word.len()));
        let unit = if unit.is_empty() { words.get(at + 1).copied().unwrap_or_default() } else { unit };
        digits.replace(',', "").parse::<u32>().ok().filter(|_| is_gold(unit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_worth_what_its_name_says() {
        let diamond = Component { names: vec!["diamond".into(), "diamant".into()], worth: 300 };
        let n = |name: &str, quantity: u32| {
            needed(&Item { id: "it".into(), name: name.into(), quantity, equipped: None }, &diamond)
        };
        assert_eq!(n("Diamond (300 gp)", 1), Some(1));
        assert_eq!(n("Diamonds worth 1,000 gp", 1), Some(1));
        assert_eq!(n("300gp diamond", 1), Some(1));
        assert_eq!(n("diamond worth 100 gold", 3), Some(3));
        assert_eq!(n("Diamond (100 gp)", 2), None);
        assert_eq!(n("Diamant (300 GM)", 1), Some(1));
        assert_eq!(n("Diamond", 1), Some(1));
        assert_eq!(n("Ruby (500 gp)", 1), None);
    }
}
