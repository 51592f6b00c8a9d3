//! The start state of a case.

use std::sync::{Arc, LazyLock};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{
    super::{
        arms,
        bout::Spellbook,
        deed::CombatAction,
        fighter::FighterId,
        initiative::{FightOpening, begin},
        square::Square,
    },
    KINDS, SPELLS,
    case::{Case, FoeOf},
    play,
};
use crate::{
    Change, Game, State,
    armor::{self, Wear},
    character::{Character, Condition},
    creature::{self, Creature},
    hero::{NewHero, build},
    story::Story,
    weapons,
    wording::same,
};

/// The book of all cases: each spell as it is written, whatever the slot.
pub(super) struct Book(Vec<Arc<CombatAction>>);

impl Spellbook for Book {
    fn spell(&self, _: &Character, name: &str, _: u8) -> Option<Arc<CombatAction>> {
        self.0.iter().find(|deed| same(&deed.name, name)).cloned()
    }
}

/// The spells there are.
pub(super) fn book() -> Result<&'static Book, String> {
    static BOOK: LazyLock<Result<Book, String>> = LazyLock::new(|| {
        let deeds: Result<Vec<CombatAction>, _> = serde_json::from_str(SPELLS);
        deeds.map(|deeds| Book(deeds.into_iter().map(Arc::new).collect())).map_err(|error| error.to_string())
    });
    BOOK.as_ref().map_err(Clone::clone)
}

static KNOWN: LazyLock<Map<String, Value>> = LazyLock::new(|| serde_json::from_str(KINDS).unwrap_or_default());

/// The game of a case and the rolls of its start; the fight has begun if there are foes.
pub(super) fn set(case: &Case) -> Result<(Game, Vec<String>), String> {
    let game = seated(case)?;
    if case.foes.is_empty() {
        return Ok((game, Vec::new()));
    }
    let opening = FightOpening {
        ambush_by: case.opening.as_ref().and_then(|opening| opening.ambush_by),
        squares: squares(case, &game),
        terrain: case.terrain.clone(),
        ..FightOpening::default()
    };
    let dice = case.opening.as_ref().map_or(&[][..], |opening| &opening.dice);
    let begun = play::with_dice(&game, dice, |bout| begin(bout, &opening).map_err(|refusal| refusal.to_string()))?;
    let mut game = begun.game;
    if case.opening.is_none() {
        in_order(&mut game)?;
    }
    Ok((game, begun.thrown))
}

fn seated(case: &Case) -> Result<Game, String> {
    let mut heroes: Vec<Character> = Vec::new();
    for of in &case.heroes {
        let name = of.name.clone().unwrap_or_else(|| of.class.clone());
        let (class, race) = (of.class.clone(), of.race.clone());
        let new = NewHero { name, class, race, level: Some(of.level), abilities: None, background: None };
        let taken = |id: &str| heroes.iter().any(|hero| hero.id.as_str() == id);
        let mut hero = build(&new, taken).map_err(|faults| format!("{faults:?}"))?;
        if !of.weapons.is_empty() {
            let find = |name: &String| weapons::find(name).ok_or_else(|| format!("There is no weapon “{name}”."));
            hero.weapons = of.weapons.iter().map(find).collect::<Result<_, _>>()?;
            free_the_hands(&mut hero);
        }
        hero.conditions = of.conditions.iter().map(|words| condition(words)).collect();
        heroes.push(otherwise(&hero, &of.with)?);
    }
    let mut game = Game::new(State::start(Story { current_act: 1, ..Story::default() }, heroes, [7; 32]));
    for of in &case.foes {
        let creature = foe(&game, of)?;
        game.apply(&Change::CreatureEntered { creature }).map_err(|refusal| refusal.to_string())?;
    }
    Ok(game)
}

/// A creature of a case, as it comes into the scene.
pub(super) fn foe(game: &Game, of: &FoeOf) -> Result<Creature, String> {
    let kind = KNOWN.get(&of.like).ok_or_else(|| format!("There is no kind “{}”.", of.like))?;
    let name = of.name.as_deref().unwrap_or(&of.like);
    let entered = creature::enter(game, name, name, of.disposition, 1).into_iter().find_map(|change| match change {
        Change::CreatureEntered { creature } => Some(creature),
        _ => None,
    });
    let entered = entered.ok_or_else(|| format!("“{name}” can't come into the scene."))?;
    let plain: Creature = otherwise(&entered, kind)?;
    let mut creature: Creature = otherwise(&plain, &of.with)?;
    creature.conditions.extend(of.conditions.iter().map(|words| condition(words)));
    Ok(creature)
}

/// Puts the shield of a class's kit aside, where a case's weapons need both hands, or are one for each.
fn free_the_hands(hero: &mut Character) {
    let both = hero.weapons.len() > 1 || arms::all(hero).iter().any(|arm| arm.two_handed);
    for item in hero.inventory.iter_mut().filter(|item| both && armor::wear(&item.name) == Some(Wear::Shield)) {
        item.equipped = None;
    }
    hero.armor_class = armor::armor_class(hero);
}

/// A condition in words: `prone`, `exhaustion 3`.
fn condition(words: &str) -> Condition {
    let (name, level) = words.split_once(' ').map_or((words, None), |(name, level)| (name, level.parse().ok()));
    Condition { level, ..Condition::new(name) }
}

/// Something with parts of its record otherwise.
fn otherwise<T: Serialize + DeserializeOwned>(of: &T, with: &Value) -> Result<T, String> {
    let mut value = serde_json::to_value(of).map_err(|error| error.to_string())?;
    lay_over(&mut value, with);
    serde_json::from_value(value).map_err(|error| format!("A record can't be so: {error}"))
}

fn lay_over(value: &mut Value, with: &Value) {
    match (value, with) {
        (_, Value::Null) => {}
        (Value::Object(whole), Value::Object(parts)) => {
            for (key, part) in parts {
                lay_over(whole.entry(key.clone()).or_insert(Value::Null), part);
            }
        }
        (value, with) => *value = with.clone(),
    }
}

fn squares(case: &Case, game: &Game) -> std::collections::BTreeMap<FighterId, Square> {
    let heroes = game.characters.iter().map(|hero| FighterId::Hero(hero.id.clone()));
    let creatures = game.creatures.iter().map(|one| FighterId::Creature(one.id.clone()));
    let at = case.heroes.iter().map(|of| of.at).chain(case.foes.iter().map(|of| of.at));
    let placed = heroes.chain(creatures).zip(at);
    placed.filter_map(|(who, at)| Some((who, at.map(|(x, y)| Square { x, y })?))).collect()
}

/// Everyone in the order they are written in, heroes first, whatever was thrown.
fn in_order(game: &mut Game) -> Result<(), String> {
    let mut encounter = game.encounter.clone().ok_or("There is no fight.")?;
    let place = |who: &FighterId| match who {
        FighterId::Hero(id) => game.characters.iter().position(|hero| hero.id == *id),
        FighterId::Creature(id) => {
            game.creatures.iter().position(|one| one.id == *id).map(|at| at + game.characters.len())
        }
    };
    encounter.order.sort_by_key(|it| place(&it.who));
    for (it, initiative) in encounter.order.iter_mut().zip((0..=40).rev()) {
        it.initiative = initiative;
    }
    encounter.turn_index = 0;
    game.apply(&Change::EncounterBegan { encounter }).map_err(|refusal| refusal.to_string())
}

/// Anyone who is named so.
pub(super) fn named(game: &Game, name: &str) -> Result<FighterId, String> {
    if game.characters.iter().any(|hero| hero.id.as_str() == name) {
        return Ok(FighterId::Hero(name.into()));
    }
    match game.creatures.iter().any(|one| one.id.as_str() == name) {
        true => Ok(FighterId::Creature(name.into())),
        false => Err(format!("Nobody here is “{name}”.")),
    }
}
