//! The hero's weapons, as players call them: by their names, by their kind, or as "my weapon".

use super::{play::Play, play::best_match, table::Weapon};

/// Words for any weapon, and for the first of them.
const ANY: [&str; 5] = ["weapon", "weapons", "blade", "arms", "steel"];

/// The hero's weapon these words name. A shortbow is a bow, and a longsword a sword.
pub(super) fn named<'p>(play: &'p Play<'_>, words: &str) -> Option<&'p Weapon> {
    let weapons = &play.hero.weapons;
    let names: Vec<&str> = weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let said = || words.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    let of_kind = || weapons.iter().find(|weapon| said().any(|word| weapon.name.to_lowercase().ends_with(word)));
    let any = || weapons.first().filter(|_| said().any(|word| ANY.contains(&word)));
    best_match(words, &names).and_then(|i| weapons.get(i)).or_else(of_kind).or_else(any)
}
