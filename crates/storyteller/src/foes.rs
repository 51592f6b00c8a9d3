//! Foes that match the heroes' strength: kinds that the rules know even before their packages are there, weighed
//! against the hit points of those who stand. How much a kind weighs is our own reckoning: about as many hit points as a
//! hero alone should have to get through a fight with one of it.

use super::table::Table;

/// A sort of foe, whose kinds grow stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ilk {
    Dead,
    Folk,
    Beast,
}

/// Kinds of an ilk, each with its weight, the weakest first.
fn kinds(ilk: Ilk) -> &'static [(&'static str, i32)] {
    match ilk {
        Ilk::Dead => &[("commoner", 4), ("zombie", 10), ("skeleton", 12), ("ogre", 45)],
        Ilk::Folk => &[("commoner", 4), ("bandit", 8), ("goblin", 10), ("orc", 18), ("ogre", 45)],
        Ilk::Beast => &[("giant-rat", 6), ("wolf", 11), ("giant-spider", 26), ("brown-bear", 34)],
    }
}

/// What ilk a kind is of, as the threads name them.
pub(super) fn ilk(kind: &str) -> Ilk {
    let is = |all: &[&str]| all.iter().any(|word| kind.contains(word));
    match () {
        () if is(&["zombie", "skeleton", "wight", "shadow", "ghost", "ghoul"]) => Ilk::Dead,
        () if is(&["wolf", "rat", "spider", "boar", "bear", "snake"]) => Ilk::Beast,
        () => Ilk::Folk,
    }
}

/// Whether someone of this kind can be spoken with.
pub(super) fn speaks(kind: &str) -> bool {
    ilk(kind) == Ilk::Folk || kind == "wight"
}

/// The strength of the heroes who are up: their hit points, but at least half of their maximum.
pub(super) fn might(table: &Table) -> i32 {
    table.heroes.iter().filter(|hero| hero.hp > 0).map(|hero| hero.hp.max(hero.max_hp / 2)).sum::<i32>().max(6)
}

/// The strongest kind of an ilk that weighs no more than this, or the weakest there is; and what it weighs.
pub(super) fn strongest(ilk: Ilk, most: i32) -> (&'static str, i32) {
    let all = kinds(ilk);
    all.iter().rev().find(|(_, weight)| *weight <= most).or(all.first()).copied().unwrap_or(("commoner", 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt::{Bracketed, table::TableBlock};

    #[test]
    fn whoever_is_hurt_meets_weaker_foes() {
        let might_of = |hp: &str| {
            let block = format!("[table]\nhero: h1 | Bram | human fighter 1 | hp {hp}/12 | ac 16\n[/table]");
            might(&Table::of(&TableBlock::parse(&block).unwrap(), None))
        };
        assert_eq!([might_of("12"), might_of("8"), might_of("2")], [12, 8, 6]);
    }

    #[test]
    fn nobody_meets_what_would_eat_them() {
        assert_eq!(strongest(Ilk::Beast, 8), ("giant-rat", 6));
        assert_eq!(strongest(Ilk::Dead, 1).0, "commoner", "somebody there is always");
        assert_eq!(strongest(Ilk::Folk, 15).0, "goblin");
        assert!(
            [("wight", Ilk::Dead), ("giant rat", Ilk::Beast), ("cult fanatic", Ilk::Folk)]
                .into_iter()
                .all(|(kind, of)| ilk(kind) == of)
        );
    }
}
