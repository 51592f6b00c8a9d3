//! Parses fights on the command line: heroes by class or name and level, foes by kind and number.

use game::{
    Change, Game, GameSettings, Refusal, State,
    character::Character,
    creature::{self, Creature, Disposition},
    hero::{NewHero, build},
    id::kebab,
    ready_made::ready_made,
    story::Story,
};

use crate::{
    dm::stat_blocks::{GeneratedCreature, made_of},
    rules::{Edition, Library, RuleKind},
};

use super::CommandError;

/// Heroes written as `fighter:3,mira:5`: a class, or a ready-made hero by the first part of the name, and a level.
///
/// # Errors
/// There is no such class or hero, or no such level; the text names those there are.
pub(super) fn party(written: &str) -> Result<Vec<Character>, CommandError> {
    let mut heroes: Vec<Character> = Vec::new();
    for one in written.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        let (name, level) = one.split_once(':').unwrap_or((one, "1"));
        let level = level.parse().map_err(|_| format!("“{one}” has no level: write it as fighter:3"))?;
        heroes.push(hero(name.trim(), level, &heroes)?);
    }
    match heroes.is_empty() {
        true => Err("no hero is named: write --heroes fighter:3,cleric:3".into()),
        false => Ok(heroes),
    }
}

/// A hero of a class, or one of the ready-made ones, at a level.
pub(super) fn hero(name: &str, level: u8, there: &[Character]) -> Result<Character, CommandError> {
    let known = ready_made().iter().find(|it| it.id.as_str().split('-').next() == Some(&kebab(name)));
    let (class, race) = known.map_or((name, "human"), |it| (it.class.as_str(), it.race.as_str()));
    let new = NewHero {
        name: known.map_or(name, |it| it.name.as_str()).to_owned(),
        class: class.to_owned(),
        race: race.to_owned(),
        level: Some(level),
        abilities: None,
        background: None,
    };
    build(&new, |id| there.iter().any(|it| it.id.as_str() == id)).map_err(|faults| {
        let why: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        let names: Vec<&str> = ready_made().iter().filter_map(|it| it.id.as_str().split('-').next()).collect();
        format!("{name}: {} Ready-made heroes are {}.", why.join(" "), names.join(", ")).into()
    })
}

/// Foes written as `goblin:6,ogre`: a kind of the library and how many of it.
///
/// # Errors
/// The library has no such kind.
pub(super) fn foes(
    written: &str,
    library: &Library,
    edition: Edition,
) -> Result<Vec<(String, GeneratedCreature, u32)>, CommandError> {
    let each = written.split(',').map(str::trim).filter(|one| !one.is_empty()).map(|one| {
        let (kind, n) = one.split_once(':').unwrap_or((one, "1"));
        let n = n.parse().map_err(|_| format!("“{one}” has no number: write it as goblin:6"))?;
        let slug = kebab(kind);
        let entry = [edition, edition.other()].into_iter().find_map(|edition| {
            let named = || library.named(edition, kind).find(|entry| entry.kind == RuleKind::Monster);
            library.get(edition, RuleKind::Monster, &slug).or_else(named)
        });
        let made = entry.and_then(|entry| Some((entry.name.clone(), made_of(entry, library)?)));
        let (name, made) = made.ok_or_else(|| format!("the rules know no “{kind}”; `embertale setup` fetches them"))?;
        Ok::<_, CommandError>((name, made, n))
    });
    each.collect()
}

/// A table with these heroes, and dice of a seed.
pub(super) fn table(heroes: Vec<Character>, edition: Edition, seed: [u8; 32]) -> Game {
    Game::new(
        State::start(Story::default(), heroes, seed).with_settings(GameSettings { edition, ..GameSettings::default() }),
    )
}

/// Adds a number of creatures of a kind to the fight.
///
/// # Errors
/// There is no room for them.
pub(super) fn bring(game: &mut Game, name: &str, made: &GeneratedCreature, n: u32) -> Result<(), Refusal> {
    for change in creature::enter(game, name, name, Disposition::Hostile, n) {
        let Change::CreatureEntered { creature } = change else { continue };
        let (hp, stats) = (made.hp, Some(Box::new(made.stats.clone())));
        let creature = Creature { hp, max_hp: hp, armor_class: made.armor_class, xp: made.xp, stats, ..creature };
        game.apply(&Change::CreatureEntered { creature })?;
    }
    Ok(())
}
