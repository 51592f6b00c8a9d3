//! Costly spell components that a spell consumes (SRD 5.1, Spellcasting: Material (M)).

use super::{
    bout::Bout,
    deed::{Component, Deed, Effect},
    fighter::{Fighter, FighterId},
};
use crate::{
    Change, Refusal, RefusalReason,
    character::Character,
    coins,
    inventory::{self, Item},
    refusal::listed,
    spells::singular_words,
};

const COPPER_PER_GOLD: u64 = 100;

/// Changes that remove a spell's consumed component from the caster's pack, from the cheapest sufficient stack.
///
/// # Errors
/// The caster doesn't have enough of it; the text says what there is.
pub(super) fn used_up(bout: &Bout, who: &FighterId, deed: &Deed) -> Result<Vec<Change>, Refusal> {
    let (Effect::Revive { component: Some(component), .. }, Fighter::Hero(hero)) = (&deed.effect, bout.fighter(who)?)
    else {
        return Ok(Vec::new());
    };
    let paid = payments(hero, component).ok_or_else(|| missing(hero, &deed.name, component))?;
    let lost = paid.into_iter().map(|payment| inventory::lose_of(hero, payment.item, payment.quantity));
    Ok(lost.collect::<Result<Vec<_>, _>>()?.concat())
}

/// What a hero pays a component with: the cheapest stack that is enough, or several that are enough together, the most valuable things
/// first; none if all of them are not.
fn payments<'a>(hero: &'a Character, component: &Component) -> Option<Vec<Payment<'a>>> {
    let single = hero.inventory.iter().filter_map(|item| payment(item, component)).min_by_key(|payment| payment.value);
    if let Some(payment) = single {
        return Some(vec![payment]);
    }
    let each = |item: &Item| coins::price(&item.name).filter(|each| *each > 0 && is_named(item, component));
    let mut stacks: Vec<(&Item, u64)> = hero.inventory.iter().filter_map(|item| Some((item, each(item)?))).collect();
    stacks.sort_by_key(|(_, each)| std::cmp::Reverse(*each));
    let worth =
        |stacks: &[(&Item, u64)]| stacks.iter().map(|(item, each)| u64::from(item.quantity) * each).sum::<u64>();
    let (mut owed, mut paid) = (u64::from(component.worth) * COPPER_PER_GOLD, Vec::new());
    for (at, &(item, each)) in stacks.iter().enumerate() {
        let there = u64::from(item.quantity);
        let whole = (owed / each).min(there);
        let is_short = worth(&stacks[at + 1..]) < owed - whole * each && whole < there;
        let value = (whole + u64::from(is_short)) * each;
        if value > 0 {
            let quantity = u32::try_from(value / each).unwrap_or(item.quantity);
            paid.push(Payment { item, quantity, value });
            owed = owed.saturating_sub(value);
        }
    }
    (owed == 0).then_some(paid)
}

/// A part of a stack.
struct Payment<'a> {
    item: &'a Item,
    quantity: u32,
    /// In copper pieces.
    value: u64,
}

/// The value of a stack as the component; none if it is another item or worth too little. An item without a price in its name is
/// worth just enough if its whole name is the component's: “Diamond” is, “Oil (flask)” is no rare oil.
fn payment<'a>(item: &'a Item, component: &Component) -> Option<Payment<'a>> {
    let needed = u64::from(component.worth) * COPPER_PER_GOLD;
    let words = singular_words(&item.name);
    let is_whole_name = || component.names.iter().any(|name| singular_words(name) == words);
    let (n, value) = match coins::price(&item.name) {
        Some(each) if each > 0 && is_named(item, component) => {
            let n = needed.div_ceil(each);
            (n, n.saturating_mul(each))
        }
        None if is_whole_name() => (1, needed),
        _ => return None,
    };
    let quantity = u32::try_from(n).ok().filter(|n| *n <= item.quantity)?;
    Some(Payment { item, quantity, value })
}

/// Whether a name has all words of one of a component's names.
fn is_named(item: &Item, component: &Component) -> bool {
    let words = singular_words(&item.name);
    let mut names = component.names.iter().chain(&component.priced_names);
    names.any(|name| singular_words(name).iter().all(|word| words.contains(word)))
}

/// The refusal of a spell whose component is missing.
fn missing(hero: &Character, spell: &str, component: &Component) -> Refusal {
    let (thing, worth) = (component.names.first().map_or("", String::as_str), component.worth);
    let thing = format!("{thing} worth {worth} gp");
    let named = hero.inventory.iter().filter(|item| is_named(item, component));
    let named: Vec<String> = named.map(|item| format!("{} × {}", item.quantity, item.name)).collect();
    let there = if named.is_empty() { String::new() } else { listed(named.iter().map(String::as_str)) };
    let has = match named.is_empty() {
        true => "carries none".to_owned(),
        false => format!("has only {there}, which is not enough"),
    };
    let words = format!("{spell} uses up {thing}, and {} {has}; nothing was spent.", hero.name);
    Refusal::because(RefusalReason::NoComponent { thing, there }, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::table;

    fn component(names: &[&str], priced_names: &[&str], worth: u32) -> Component {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Component { names: owned(names), priced_names: owned(priced_names), worth }
    }

    fn stack(name: &str, quantity: u32) -> Item {
        Item { id: name.into(), name: name.into(), quantity, equipped: None }
    }

    #[test]
    fn a_thing_is_worth_what_its_name_says() {
        let diamond = component(&["diamond", "diamant"], &[], 300);
        let n = |name: &str, quantity: u32| payment(&stack(name, quantity), &diamond).map(|payment| payment.quantity);
        assert_eq!(n("Diamond (300 gp)", 1), Some(1));
        assert_eq!(n("Diamonds worth 1,000 gp", 1), Some(1));
        assert_eq!(n("Diamant (1.000 GM)", 1), Some(1));
        assert_eq!(n("300gp diamond", 1), Some(1));
        assert_eq!(n("diamond worth 100 gold", 3), Some(3));
        assert_eq!(n("Diamond (100 gp)", 2), None);
        assert_eq!(n("Diamond (3,000 sp)", 1), Some(1));
        assert_eq!(n("Diamond (300 sp)", 9), None);
        assert_eq!(n("Diamond (0 gp)", 9), None);
        assert_eq!(n("Diamant (300 GM)", 1), Some(1));
        assert_eq!(n("Diamond", 1), Some(1));
        assert_eq!(n("Diamond ring", 1), None);
        assert_eq!(n("Ruby (500 gp)", 1), None);
    }

    #[test]
    fn several_stacks_are_enough_together() {
        let hero = &mut table().characters[0].clone();
        let diamond = component(&["diamond"], &[], 300);
        let mut paid = |stacks: &[(&str, u32)]| -> Option<Vec<(String, u32)>> {
            hero.inventory = stacks.iter().map(|(name, n)| stack(name, *n)).collect();
            let paid = payments(hero, &diamond)?;
            Some(paid.iter().map(|payment| (payment.item.name.clone(), payment.quantity)).collect())
        };
        let one = |name: &str, n: u32| (name.to_owned(), n);
        assert_eq!(
            paid(&[("Diamond (100 gp)", 1), ("Cut diamond (100 gp)", 1), ("Diamond (50 gp)", 5), ("Ruby (900 gp)", 1)]),
            Some(vec![one("Diamond (100 gp)", 1), one("Cut diamond (100 gp)", 1), one("Diamond (50 gp)", 2)])
        );
        assert_eq!(
            paid(&[("Diamond (200 gp)", 1), ("Diamond (120 gp)", 2)]),
            Some(vec![one("Diamond (200 gp)", 1), one("Diamond (120 gp)", 1)])
        );
        assert_eq!(paid(&[("Diamond (200 gp)", 1), ("Diamond (90 gp)", 1)]), None);
    }

    #[test]
    fn lamp_oil_is_no_rare_oil() {
        let oils = component(&["rare oils and unguents"], &["oil", "unguent"], 1000);
        let is_enough = |name: &str| payment(&stack(name, 1), &oils).is_some();
        assert!(is_enough("Rare Oils and Unguents") && is_enough("Scented oil (1,000 gp)"));
        assert!(!is_enough("Oil (flask)") && !is_enough("Oil") && !is_enough("Oil (1 sp)"));
    }

    #[test]
    fn the_cheapest_stack_that_is_enough_goes_first_and_a_refusal_says_what_is_there() {
        let hero = &mut table().characters[0].clone();
        let diamond = component(&["diamond"], &[], 300);
        let paid = |hero: &Character| {
            let payments = hero.inventory.iter().filter_map(|item| payment(item, &diamond));
            payments.min_by_key(|payment| payment.value).map(|payment| payment.item.name.clone())
        };
        hero.inventory =
            vec![stack("Diamond (5,000 gp)", 1), stack("Diamond (50 gp)", 5), stack("Diamond (300 gp)", 1)];
        assert_eq!(paid(hero).as_deref(), Some("Diamond (300 gp)"));
        hero.inventory = vec![stack("Diamond (100 gp)", 2), stack("Ruby (900 gp)", 1)];
        assert_eq!(paid(hero), None);
        let refusal = missing(hero, "Revivify", &diamond).to_string();
        assert!(refusal.contains("has only 2 × Diamond (100 gp)"), "{refusal}");
        hero.inventory.clear();
        let refusal = missing(hero, "Revivify", &diamond).to_string();
        assert!(refusal.contains("carries none"), "{refusal}");
    }
}
