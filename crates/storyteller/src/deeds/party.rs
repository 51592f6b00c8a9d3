//! The other heroes of the party, as people who are here.

use crate::{
    phrases::lines,
    play::{Play, significant},
    table::Hero,
};

/// The shortest part of a name that means someone.
const MIN_NAME_LETTERS: usize = 3;

/// The other hero of the party that words name, in full or by a part of the name.
pub(super) fn hero_named(play: &Play<'_>, words: &str) -> Option<Hero> {
    let words = words.to_lowercase();
    let said: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).collect();
    let is_said = |part: &String| part.chars().count() >= MIN_NAME_LETTERS && said.contains(&part.as_str());
    let mut others = play.table.heroes.iter().filter(|hero| hero.id != play.hero.id);
    others.find(|hero| significant(&hero.name).iter().any(is_said)).cloned()
}

/// Looks at another hero; returns whether one is meant.
pub(super) fn looked_at(play: &mut Play<'_>, at: &str) -> bool {
    let Some(hero) = hero_named(play, at) else { return false };
    let stock = match () {
        () if hero.dead => lines::LOOK_HERO_DEAD,
        () if hero.hp <= 0 => lines::LOOK_HERO_DOWN,
        () if hero.hp < hero.max_hp => lines::LOOK_HERO_HURT,
        () => lines::LOOK_HERO,
    };
    play.say(stock, &[("name", &hero.name)]);
    true
}
