//! Builds a new hero: from name, class and race to a complete sheet.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    armor,
    character::{Abilities, Ability, Character, DeathSaves, Feature, HitDice, Proficiencies},
    class::{self, Class, IMPROVEMENT_POINTS, MAX_ABILITY},
    experience::{MAX_LEVEL, threshold},
    feature::FeatureId,
    hit_points,
    id::{CharacterId, ItemId, kebab, unique},
    inventory::{Coins, Item},
    race::{self, Race},
    refusal::listed,
    weapons, wording,
};

/// A player's choices for a new hero; rules fill in the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewHero {
    /// 1 to 60 characters.
    pub name: String,
    /// One of the twelve SRD classes.
    pub class: String,
    /// One of the SRD races.
    pub race: String,
    /// 1 to 20; default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// 1 to 20 each; default: the standard array, placed as the class needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abilities: Option<Abilities>,
    /// Where the hero comes from, at most 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
}

/// An invalid field, and why it is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field as it is written in JSON, such as `abilities.str`.
    pub field: String,
    /// The problem, for the author of the input.
    pub message: String,
}

impl FieldError {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// The longest name, in characters.
pub const MAX_NAME: usize = 60;
/// The longest background, in characters.
pub const MAX_BACKGROUND: usize = 60;
/// The scores a hero begins with, placed as the class needs them (SRD 5.1, Ability Scores: the standard set).
pub const STANDARD_ARRAY: [u8; 6] = [15, 14, 13, 12, 10, 8];
/// Skills a background trains one in.
const BACKGROUND_SKILLS: usize = 2;
/// The purse of a new hero.
const PURSE: Coins = Coins { cp: 0, sp: 0, gp: 15 };

/// A new hero's sheet, its id being the first of its name that is not `taken`.
///
/// # Errors
/// Every field that can't be as it is.
pub fn build(new: &NewHero, taken: impl Fn(&str) -> bool) -> Result<Character, Vec<FieldError>> {
    let mut errors = Vec::new();
    let name = wording::visible(new.name.trim());
    let name = name.trim();
    match !name.is_empty() && wording::is_blank(name) {
        true => errors.push(FieldError::new("name", "A name has at least one character that is seen.")),
        false => words(&mut errors, "name", "A name", name, 1..=MAX_NAME),
    }
    let background = new.background.as_deref().map(str::trim).filter(|background| !background.is_empty());
    words(&mut errors, "background", "A background", background.unwrap_or_default(), 0..=MAX_BACKGROUND);
    let level = new.level.unwrap_or(1);
    if !(1..=MAX_LEVEL).contains(&level) {
        errors.push(FieldError::new("level", format!("A hero's level is 1 to {MAX_LEVEL}, not {level}.")));
    }
    for ability in new.abilities.iter().flat_map(|_| Ability::ALL) {
        let score = new.abilities.map_or(10, |abilities| abilities.score(ability));
        if !(1..=MAX_ABILITY).contains(&score) {
            let field = format!("abilities.{}", name_of(ability));
            errors.push(FieldError::new(field, format!("An ability score is 1 to {MAX_ABILITY}, not {score}.")));
        }
    }
    let class = class::find(&new.class);
    if class.is_none() {
        let names = listed(class::ALL.iter().map(|class| class.name));
        errors.push(FieldError::new("class", format!("The classes to choose from are {names}.")));
    }
    let race = race::find(&new.race);
    if race.is_none() {
        let names = listed(race::main_ones().iter().map(|race| race.name));
        errors.push(FieldError::new("race", format!("The races to choose from are {names}.")));
    }
    match (class, race) {
        (Some(class), Some(race)) if errors.is_empty() => {
            let id = CharacterId::from(unique(kebab(name), taken));
            let abilities = new.abilities.unwrap_or_else(|| placed(class, race, level));
            Ok(sheet(id, name, background, class, race, level, abilities))
        }
        _ => Err(errors),
    }
}

/// Checks a text's length and characters.
fn words(errors: &mut Vec<FieldError>, field: &str, what: &str, text: &str, lengths: RangeInclusive<usize>) {
    if !lengths.contains(&text.chars().count()) {
        let (least, most) = lengths.into_inner();
        let bounds = if least == 0 { format!("at most {most}") } else { format!("{least} to {most}") };
        errors.push(FieldError::new(field, format!("{what} has {bounds} characters.")));
    } else if text.chars().any(char::is_control) {
        errors.push(FieldError::new(field, format!("{what} has no control characters.")));
    }
}

/// The default scores: the standard array by the class's priorities, racial bonuses, and improvements of earlier levels.
fn placed(class: &Class, race: &Race, level: u8) -> Abilities {
    let mut abilities = Abilities { str: 0, dex: 0, con: 0, int: 0, wis: 0, cha: 0 };
    for (ability, score) in class.priorities.into_iter().zip(STANDARD_ARRAY) {
        *abilities.score_mut(ability) = score;
    }
    race.raise(&mut abilities, class);
    for _ in class.improvements.iter().filter(|at| **at <= level) {
        class.raise(&mut abilities, IMPROVEMENT_POINTS);
    }
    abilities
}

fn sheet(
    id: CharacterId,
    name: &str,
    background: Option<&str>,
    class: &Class,
    race: &Race,
    level: u8,
    abilities: Abilities,
) -> Character {
    let subclass = class.subclasses.first().filter(|_| level >= class.path.level).map(|s| s.name.to_owned());
    let mut hero = Character {
        id,
        name: name.to_owned(),
        class: class.name.to_owned(),
        race: race.name.to_owned(),
        background: background.map(str::to_owned),
        level,
        xp: threshold(level).unwrap_or(0),
        pending_level_up: None,
        abilities,
        current_hp: 0,
        max_hp: 0,
        temp_hp: 0,
        armor_class: 0,
        speed: 0,
        hit_dice: HitDice { sides: class.hit_die, total: level, used: 0 },
        death_saves: DeathSaves::default(),
        proficiencies: proficiencies(class, race, background.is_some(), subclass.as_deref()),
        conditions: Vec::new(),
        inventory: Vec::new(),
        purse: PURSE,
        weapons: Vec::new(),
        features: features(class, race, level, subclass.as_deref()),
        spellcasting: class.spellcasting(level, &abilities),
        subclass,
        dead: false,
        stable: false,
        effects: Vec::new(),
        concentrating_on: None,
        spent: Default::default(),
        rested: None,
        died_at: None,
        sunk_hp: 0,
    };
    for supply in class.equipment() {
        equip(&mut hero, supply.name, supply.count);
    }
    if hero.has_feature(FeatureId::MartialArts) {
        hero.weapons.push(weapons::martial_arts(level));
    }
    hero.max_hp = hit_points::maximum(&hero);
    hero.current_hp = hero.max_hp;
    hero.armor_class = armor::armor_class(&hero);
    hero.speed = armor::speed(&hero);
    hero
}

/// Puts things into a new hero's pack: armour on, weapons at hand.
pub(super) fn equip(hero: &mut Character, name: &str, quantity: u32) {
    if let Some(item) = hero.inventory.iter_mut().find(|item| item.name == name) {
        item.quantity += quantity;
        return;
    }
    let id = unique(kebab(name), |id| hero.inventory.iter().any(|item| item.id.as_str() == id));
    let equipped = armor::is_armor(name).then_some(true);
    hero.inventory.push(Item { id: ItemId::from(id), name: name.to_owned(), quantity, equipped });
    hero.weapons.extend(weapons::find(name));
}

/// Traits of the race and features of the class up to a level, each once.
fn features(class: &Class, race: &Race, level: u8, subclass: Option<&str>) -> Vec<Feature> {
    let traits = race.traits.iter().map(|name| Feature { name: (*name).to_owned(), chosen_option: None });
    traits.chain((1..=level).flat_map(|level| class.features_at(level, subclass))).collect()
}

fn proficiencies(class: &Class, race: &Race, background: bool, subclass: Option<&str>) -> Proficiencies {
    let owned = |names: &mut dyn Iterator<Item = &'static str>| {
        let mut all: Vec<String> = Vec::new();
        for name in names {
            if !all.iter().any(|known| known == name) {
                all.push(name.to_owned());
            }
        }
        all
    };
    let of_background = if background { BACKGROUND_SKILLS } else { 0 };
    let n_chosen = class.n_skills + race.free_skills + of_background;
    let chosen = class.skills.iter().copied().filter(|skill| !race.skills.contains(skill)).take(n_chosen);
    let path = class.subclasses.iter().find(|path| subclass == Some(path.name));
    let of_path = path.map_or(&[][..], |path| &path.armor);
    Proficiencies {
        saves: class.saves.to_vec(),
        skills: owned(&mut race.skills.iter().copied().chain(chosen)),
        weapons: owned(&mut class.weapons.iter().chain(race.weapons).copied()),
        armor: owned(&mut class.armor.iter().chain(of_path).copied()),
        tools: owned(&mut class.tools.iter().chain(race.tools).copied()),
        languages: owned(&mut race.languages.iter().chain(&class.languages).copied()),
    }
}

/// An ability as it is written in JSON.
pub(super) fn name_of(ability: Ability) -> &'static str {
    match ability {
        Ability::Str => "str",
        Ability::Dex => "dex",
        Ability::Con => "con",
        Ability::Int => "int",
        Ability::Wis => "wis",
        Ability::Cha => "cha",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{Game, State, story::Story};

    fn new(name: &str, class: &str, race: &str) -> NewHero {
        let (name, class, race) = (name.to_owned(), class.to_owned(), race.to_owned());
        NewHero { name, class, race, level: None, abilities: None, background: None }
    }

    /// A human of a class and level.
    pub(crate) fn hero(class: &str, level: u8) -> Character {
        build(&NewHero { level: Some(level), ..new("Ada", class, "human") }, |_| false).unwrap()
    }

    /// A table with one hero, where nothing has happened yet.
    pub(crate) fn table() -> Game {
        Game::new(State::start(Story { current_act: 1, ..Story::default() }, vec![hero("fighter", 1)], [7; 32]))
    }

    fn faults(new: &NewHero) -> Vec<(String, String)> {
        let errors = build(new, |_| false).unwrap_err();
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn three_words_make_a_whole_sheet() {
        let hero = build(&new("  Émile the Bold ", "FIGHTER", "Dwarf"), |id| id == "émile-the-bold").unwrap();
        assert_eq!((hero.id.as_str(), hero.name.as_str()), ("émile-the-bold-2", "Émile the Bold"));
        assert_eq!((hero.class.as_str(), hero.race.as_str(), hero.level, hero.xp), ("fighter", "dwarf", 1, 0));
        assert_eq!(hero.abilities, Abilities { str: 15, dex: 13, con: 16, int: 8, wis: 12, cha: 10 });
        assert_eq!((hero.current_hp, hero.max_hp, hero.armor_class, hero.speed), (13, 13, 18, 25));
        assert_eq!(hero.hit_dice, HitDice { sides: 10, total: 1, used: 0 });
        assert_eq!(hero.proficiencies.saves, [Ability::Str, Ability::Con]);
        assert_eq!(hero.proficiencies.skills, ["athletics", "perception"]);
        assert_eq!(hero.proficiencies.languages, ["common", "dwarvish"]);
        assert_eq!(hero.weapons.iter().map(|w| w.name.as_str()).collect::<Vec<_>>(), ["Longsword", "Light Crossbow"]);
        assert!(
            hero.features.iter().any(|f| f.name == "Second Wind")
                && hero.features.iter().any(|f| f.name == "Stonecunning")
        );
        assert!(hero.inventory.iter().any(|item| item.name == "Chain Mail" && item.equipped == Some(true)));
        assert_eq!((hero.purse.gp, &hero.spellcasting, &hero.subclass), (15, &None, &None));
    }

    #[test]
    fn scores_that_are_given_are_final() {
        let abilities = Abilities { str: 8, dex: 14, con: 12, int: 17, wis: 10, cha: 10 };
        let hero = build(&NewHero { abilities: Some(abilities), ..new("Ivo", "wizard", "gnome") }, |_| false).unwrap();
        assert_eq!((hero.abilities, hero.max_hp, hero.armor_class), (abilities, 7, 12));
    }

    #[test]
    fn a_hero_of_a_higher_level_has_what_the_levels_bring() {
        let wizard = hero("wizard", 5);
        assert_eq!((wizard.xp, wizard.hit_dice.total), (6_500, 5));
        assert_eq!(wizard.abilities.int, 18, "15, one for being human, two for level 4");
        assert_eq!(wizard.max_hp, 8 + 4 * 6);
        assert_eq!(wizard.subclass.as_deref(), Some("School of Evocation"));
        let slots: Vec<u8> = wizard.spellcasting.unwrap().slots.values().map(|slots| slots.max).collect();
        assert_eq!(slots, [4, 3, 2]);
    }

    #[test]
    fn every_class_of_every_race_at_every_level_can_be_built() {
        for (class, race) in class::ALL.iter().flat_map(|class| race::ALL.iter().map(move |race| (class, race))) {
            for level in 1..=20 {
                let hero =
                    build(&NewHero { level: Some(level), ..new("Ada", class.name, race.name) }, |_| false).unwrap();
                assert!(Ability::ALL.into_iter().all(|a| (1..=20).contains(&hero.abilities.score(a))), "{hero:?}");
                assert!(hero.max_hp >= i32::from(level) && hero.armor_class >= 10, "{hero:?}");
                let mut names: Vec<&str> = hero.features.iter().map(|feature| feature.name.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), hero.features.len(), "{} {} has a feature twice", race.name, class.name);
                let json = serde_json::to_string(&hero).unwrap();
                assert_eq!(serde_json::from_str::<Character>(&json).unwrap(), hero);
            }
        }
    }

    #[test]
    fn a_background_trains_two_more_skills() {
        let hero = build(&NewHero { background: Some(" Smith ".into()), ..new("Ada", "fighter", "human") }, |_| false)
            .unwrap();
        assert_eq!(hero.background.as_deref(), Some("Smith"));
        assert_eq!(hero.proficiencies.skills.len(), 4);
    }

    #[test]
    fn every_fault_is_named_with_its_field() {
        let bad = NewHero {
            level: Some(21),
            abilities: Some(Abilities { str: 0, dex: 21, con: 10, int: 10, wis: 10, cha: 10 }),
            background: Some("x".repeat(61)),
            ..new("  ", "necromancer", "goblin")
        };
        let fields: Vec<String> = faults(&bad).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["name", "background", "level", "abilities.str", "abilities.dex", "class", "race"]);
        let messages = faults(&new("Ada", "necromancer", "goblin"));
        assert!(
            messages[0].1.contains("barbarian, bard") && messages[1].1.contains("human and tiefling"),
            "{messages:?}"
        );
    }

    #[test]
    fn a_name_is_one_to_sixty_characters_of_writing() {
        assert!(build(&new(&"é".repeat(60), "bard", "elf"), |_| false).is_ok());
        assert_eq!(faults(&new(&"é".repeat(61), "bard", "elf"))[0].1, "A name has 1 to 60 characters.");
        assert_eq!(faults(&new("A\u{7}da", "bard", "elf"))[0].0, "name");
    }

    #[test]
    fn a_new_hero_is_read_from_three_fields_and_no_unknown_one() {
        let read = serde_json::from_str::<NewHero>(r#"{"name":"Ada","class":"bard","race":"elf"}"#).unwrap();
        assert_eq!(read, new("Ada", "bard", "elf"));
        assert!(serde_json::from_str::<NewHero>(r#"{"name":"Ada","class":"bard","race":"elf","gold":9}"#).is_err());
    }
}
