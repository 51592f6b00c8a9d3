//! Costly spell components that a spell consumes (SRD 5.1, Spellcasting: Material (M)).

use std::cmp::Reverse;

use super::{
    bout::Bout,
    deed::{ActionEffect, CombatAction, Component},
    fighter::{FighterId, FighterRef},
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

/// Changes that remove a spell's consumed component from the caster's pack: the things of the least value that are enough.
///
/// # Errors
/// The caster doesn't have enough of it; the text says what there is.
pub(super) fn used_up(bout: &Bout, who: &FighterId, deed: &CombatAction) -> Result<Vec<Change>, Refusal> {
    let (ActionEffect::Revive { component: Some(component), .. }, FighterRef::Hero(hero)) =
        (&deed.effect, bout.fighter(who)?)
    else {
        return Ok(Vec::new());
    };
    let paid = payments(hero, component).ok_or_else(|| missing(hero, &deed.name, component))?;
    let lost = paid.into_iter().map(|payment| inventory::lose_of(hero, payment.item, payment.quantity));
    Ok(lost.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Maximum number of steps of the search for a payment. Packs with a few stacks need far fewer; beyond it the best payment so far counts.
const MAX_SEARCH_STEPS: u32 = 100_000;

/// The items a hero pays for a component: the cheapest set that is worth enough, with the fewest pieces. None
/// if all that the hero has is worth too little.
fn payments<'a>(hero: &'a Character, component: &Component) -> Option<Vec<Payment<'a>>> {
    let owed = u64::from(component.worth) * COPPER_PER_GOLD;
    let stack = |item: &'a Item| Some(PayableStack { item, each: value_of_one(item, component)? });
    let mut stacks: Vec<PayableStack<'a>> = hero.inventory.iter().filter_map(stack).collect();
    stacks.sort_by_key(|stack| Reverse(stack.each));
    let mut search = PaymentSearch { stacks, steps_left: MAX_SEARCH_STEPS, taken: Vec::new(), best: None };
    search.try_rest(owed, 0, 0);
    let PaymentSearch { stacks, best, .. } = search;
    let taken = stacks.iter().zip(best?.taken).filter(|(_, quantity)| *quantity > 0);
    Some(taken.map(|(stack, quantity)| Payment { item: stack.item, quantity }).collect())
}

/// A part of a stack.
struct Payment<'a> {
    item: &'a Item,
    quantity: u32,
}

/// A stack that a component can be paid with.
struct PayableStack<'a> {
    item: &'a Item,
    /// The value of one piece, in copper pieces; never 0.
    each: u64,
}

/// The search for the payment of the least value, by trying how many pieces to take of each stack.
struct PaymentSearch<'a> {
    /// The most valuable pieces first.
    stacks: Vec<PayableStack<'a>>,
    steps_left: u32,
    /// The number of pieces taken of each of the first stacks.
    taken: Vec<u32>,
    best: Option<PaymentPlan>,
}

/// How many pieces to take of each of the first stacks; none of the others.
struct PaymentPlan {
    /// In copper pieces.
    value: u64,
    pieces: u64,
    taken: Vec<u32>,
}

impl PaymentSearch<'_> {
    /// Tries all that the stacks which are not yet decided can add. `owed` is what is still to be paid; `value` and `pieces` are what has
    /// been taken.
    fn try_rest(&mut self, owed: u64, value: u64, pieces: u64) {
        if owed == 0 {
            let is_better = |best: &PaymentPlan| (value, pieces) < (best.value, best.pieces);
            if self.best.as_ref().is_none_or(is_better) {
                self.best = Some(PaymentPlan { value, pieces, taken: self.taken.clone() });
            }
            return;
        }
        let rest = self.stacks.get(self.taken.len()..).unwrap_or_default();
        let Some(&PayableStack { item, each }) = rest.first() else { return };
        let there = |stack: &PayableStack<'_>| u64::from(stack.item.quantity).saturating_mul(stack.each);
        let is_enough = rest.iter().fold(0_u64, |sum, stack| sum.saturating_add(there(stack))) >= owed;
        // No piece of the rest is worth more than one of its first stack.
        let at_best = (value.saturating_add(owed), pieces.saturating_add(owed.div_ceil(each)));
        let is_hopeless = self.best.as_ref().is_some_and(|best| at_best >= (best.value, best.pieces));
        if !is_enough || is_hopeless || self.steps_left == 0 {
            return;
        }
        self.steps_left -= 1;
        let most = u32::try_from(owed.div_ceil(each)).unwrap_or(u32::MAX).min(item.quantity);
        for quantity in (0..=most).rev() {
            if self.steps_left == 0 {
                break;
            }
            let paid = u64::from(quantity).saturating_mul(each);
            self.taken.push(quantity);
            self.try_rest(
                owed.saturating_sub(paid),
                value.saturating_add(paid),
                pieces.saturating_add(u64::from(quantity)),
            );
            self.taken.pop();
        }
    }
}

/// The value of one piece of a stack as the component, in copper pieces; none if it is another item or has no value. An item without a
/// price in its name is worth just enough if its whole name is the component's: “Diamond” is, “Oil (flask)” is no rare oil.
fn value_of_one(item: &Item, component: &Component) -> Option<u64> {
    let words = singular_words(&item.name);
    let is_whole_name = || component.names.iter().any(|name| singular_words(name) == words);
    let value = match coins::price(&item.name) {
        Some(each) if is_named(item, component) => each,
        None if is_whole_name() => u64::from(component.worth) * COPPER_PER_GOLD,
        _ => 0,
    };
    (value > 0).then_some(value)
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

    fn one(name: &str, n: u32) -> (String, u32) {
        (name.to_owned(), n)
    }

    /// The stacks and quantities that a hero with these stacks pays for a diamond worth 300 gp.
    fn paid(stacks: &[(&str, u32)]) -> Option<Vec<(String, u32)>> {
        let mut hero = table().characters[0].clone();
        hero.inventory = stacks.iter().map(|(name, n)| stack(name, *n)).collect();
        let paid = payments(&hero, &component(&["diamond"], &[], 300))?;
        Some(paid.iter().map(|payment| (payment.item.name.clone(), payment.quantity)).collect())
    }

    #[test]
    fn a_thing_is_worth_what_its_name_says() {
        let diamond = component(&["diamond", "diamant"], &[], 300);
        let hero = &mut table().characters[0].clone();
        let mut n = |name: &str, quantity: u32| -> Option<u32> {
            hero.inventory = vec![stack(name, quantity)];
            payments(hero, &diamond).map(|paid| paid.iter().map(|payment| payment.quantity).sum())
        };
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
    fn the_least_value_that_is_enough_is_paid_in_the_fewest_pieces() {
        assert_eq!(paid(&[("Diamond (200 gp)", 1), ("Diamond (150 gp)", 2)]), Some(vec![one("Diamond (150 gp)", 2)]));
        assert_eq!(
            paid(&[("Diamond (1,000 gp)", 1), ("Diamond (200 gp)", 1), ("Diamond (120 gp)", 1)]),
            Some(vec![one("Diamond (200 gp)", 1), one("Diamond (120 gp)", 1)])
        );
        assert_eq!(paid(&[("Diamond (100 gp)", 3), ("Diamond (300 gp)", 1)]), Some(vec![one("Diamond (300 gp)", 1)]));
        let many: Vec<String> = (1..40).map(|each| format!("Diamond ({each} sp)")).collect();
        let many: Vec<(&str, u32)> = many.iter().map(|name| (name.as_str(), 1_000)).collect();
        assert!(paid(&many).is_some());
    }

    #[test]
    fn lamp_oil_is_no_rare_oil() {
        let oils = component(&["rare oils and unguents"], &["oil", "unguent"], 1000);
        let hero = &mut table().characters[0].clone();
        let mut is_enough = |name: &str| {
            hero.inventory = vec![stack(name, 1)];
            payments(hero, &oils).is_some()
        };
        assert!(is_enough("Rare Oils and Unguents") && is_enough("Scented oil (1,000 gp)"));
        assert!(!is_enough("Oil (flask)") && !is_enough("Oil") && !is_enough("Oil (1 sp)"));
    }

    #[test]
    fn the_cheapest_stack_that_is_enough_goes_first_and_a_refusal_says_what_is_there() {
        let hero = &mut table().characters[0].clone();
        let diamond = component(&["diamond"], &[], 300);
        let paid = |hero: &Character| {
            let paid = payments(hero, &diamond)?;
            paid.first().map(|payment| payment.item.name.clone())
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
