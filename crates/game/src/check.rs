//! Validates a state from outside, such as an import, before play continues with it.
//!
//! Play itself never validates: the functions of the subject modules lead from one valid state to the next. A state from outside
//! may hold anything that its types allow; the rules rely on these bounds.

use std::collections::HashSet;

use super::{
    State,
    character::{Ability, Character, Condition, DeathSaves, LevelChoice, PendingLevelUp, Spellcasting, Weapon},
    combat,
    creature::Creature,
    dice::{DiceCup, is_hash},
    experience::MAX_LEVEL,
    hero::FieldError,
    inventory::Item,
    knowledge::{MAX_MEMORIES, MAX_TELLING, MAX_WITNESSES, Memory},
    limits::{
        MAX_BEATS, MAX_CONDITIONS, MAX_CREATURES, MAX_HEROES, MAX_ITEMS, MAX_PLACES, MAX_QUESTS, MAX_SPELLS,
        MAX_SUPPORTING_NPCS, MAX_WEAPONS,
    },
    place::{MAX_SECRETS, MAX_WAYS, Place},
    plot,
    quest::{MAX_CLOSED_QUESTS, MAX_REWARD_CP, MAX_REWARD_XP},
    scene_summary::{MAX_SCENE, MAX_SCENES},
    story::{MAX_IMPORTANT_EVENTS, MAX_MET_NPCS, MAX_MILESTONES, MAX_RECENT_EVENTS, Story, SupportingNpc},
    story_fact::MAX_FACTS,
    turn_stack,
    wording::{MAX_LINE, visible},
};

/// The most hit points anyone has.
const MAX_HP: i32 = 100_000;
/// The highest ability score there is (SRD 5.1, Ability Scores).
const MAX_SCORE: u8 = 30;
/// Largest bonus of a weapon, above what play can give.
const MAX_BONUS: u8 = 20;
/// The fastest anyone is, in feet.
const MAX_SPEED: u16 = 1_000;
/// The most spell slots of one level.
const MAX_SLOTS: u8 = 20;
/// The most points a level gives to abilities.
const MAX_POINTS: u8 = 12;
/// The most features of a hero, and entries of any list without a bound of its own.
const MAX_ENTRIES: usize = 300;
/// The longest text that is more than a line, in characters.
const MAX_TEXT: usize = 8_000;
/// The highest number of a throw that comes in. Play goes on from it, and there is room for more throws than anyone makes
/// below 2^53, up to which numbers are exact wherever JSON is read.
const MAX_THROWS: u64 = 1 << 52;

pub(crate) type Checked = Result<(), FieldError>;

impl State {
    /// Whether play can go on from here: numbers within their bounds, lists within theirs, ids that name one thing.
    ///
    /// # Errors
    /// The first field that can't be as it is, with a sentence.
    pub fn check(&self) -> Checked {
        let clock = self.clock;
        within("clock.day", clock.day, 1, u32::MAX)?;
        within("clock.hour", clock.hour, 0, 23)?;
        within("clock.minute", clock.minute, 0, 59)?;
        story(&self.story)?;
        lines("importantEvents", &self.important_events, MAX_IMPORTANT_EVENTS)?;
        list("supportingNPCs", &self.supporting_npcs, MAX_SUPPORTING_NPCS, supporting_npc)?;
        unique("supportingNPCs", self.supporting_npcs.iter().map(|npc| npc.id.as_str()))?;
        if self.characters.is_empty() {
            return fault("characters", "There is no hero at the table.");
        }
        list("characters", &self.characters, MAX_HEROES, hero)?;
        unique("characters", self.characters.iter().map(|hero| hero.id.as_str()))?;
        distinct_names(&self.characters)?;
        list("creatures", &self.creatures, MAX_CREATURES, creature)?;
        list("leftBehind", &self.left_behind, MAX_CREATURES, |at, left| {
            creature(&format!("{at}.creature"), &left.creature)
        })?;
        let left = self.left_behind.iter().map(|left| left.creature.id.as_str());
        unique("creatures", self.creatures.iter().map(|creature| creature.id.as_str()).chain(left))?;
        list("map", &self.map, MAX_PLACES, place)?;
        unique("map", self.map.iter().map(|place| place.id.as_str()))?;
        list("memories", &self.memories, MAX_MEMORIES, memory)?;
        list("scenes", &self.scenes, MAX_SCENES, |at, it| bounded(&format!("{at}.text"), &it.text, MAX_SCENE))?;
        if let Some(encounter) = &self.encounter {
            combat::check::encounter(self, encounter)?;
        }
        if let Some((field, message)) = self.plot.as_deref().and_then(plot::fault) {
            return fault(format!("plot.{field}"), message);
        }
        turn_stack::check(&self.turn_stack)?;
        dice(&self.dice)
    }
}

/// Whether no hero's name looks like another's without being it. A ready-made hero may be there twice, by the same name.
fn distinct_names(heroes: &[Character]) -> Checked {
    for (at, hero) in heroes.iter().enumerate() {
        let is_double = |other: &Character| other.name != hero.name && visible(&other.name) == visible(&hero.name);
        if heroes[..at].iter().any(is_double) {
            return fault(format!("characters[{at}].name"), "Another hero's name looks just like this one.");
        }
    }
    Ok(())
}

fn story(story: &Story) -> Checked {
    line("story.currentLocation", &story.current_location)?;
    text("story.currentScene", &story.current_scene)?;
    if let Some(after) = &story.after_fight {
        lines("story.afterFight.fallen", &after.fallen, MAX_CREATURES)?;
    }
    text("story.background", &story.background)?;
    text("story.campaignSummary", &story.campaign_summary)?;
    list("story.activeQuests", &story.active_quests, MAX_QUESTS, |at, quest| {
        line(&format!("{at}.name"), &quest.name)?;
        line(&format!("{at}.title"), &quest.title)?;
        line(&format!("{at}.giver"), &quest.giver)?;
        within(&format!("{at}.reward.xp"), quest.reward.xp, 0, MAX_REWARD_XP)?;
        within(&format!("{at}.reward.cp"), quest.reward.cp, 0, MAX_REWARD_CP)?;
        lines(&format!("{at}.reward.items"), &quest.reward.items, MAX_ENTRIES)?;
        list(&format!("{at}.objectives"), &quest.objectives, MAX_ENTRIES, |at, objective| {
            id(&format!("{at}.id"), objective.id.as_str())?;
            line(&format!("{at}.text"), &objective.text)
        })
    })?;
    list("story.closedQuests", &story.closed_quests, MAX_CLOSED_QUESTS, |at, quest| {
        id(&format!("{at}.id"), quest.id.as_str())?;
        line(&format!("{at}.name"), &quest.name)
    })?;
    lines("story.metNPCs", &story.met_npcs, MAX_MET_NPCS)?;
    lines("story.milestones", &story.milestones, MAX_MILESTONES)?;
    lines("story.recentEvents", &story.recent_events, MAX_RECENT_EVENTS)?;
    lines("story.completedStoryBeats", &story.completed_story_beats, MAX_BEATS)?;
    list("story.facts", &story.facts, MAX_FACTS, |at, fact| {
        fact.parts().into_iter().try_for_each(|part| line(at, part))
    })?;
    lines("story.knownPlaces", &story.known_places, MAX_PLACES)?;
    line("story.currentPlace", story.current_place.as_deref().unwrap_or_default())
}

fn place(at: &str, place: &Place) -> Checked {
    id(&format!("{at}.id"), place.id.as_str())?;
    line(&format!("{at}.name"), &place.name)?;
    line(&format!("{at}.description"), &place.description)?;
    line(&format!("{at}.notes"), &place.notes)?;
    list(&format!("{at}.ways"), &place.ways, MAX_WAYS, |at, way| id(at, way.as_str()))?;
    list(&format!("{at}.secrets"), &place.secrets, MAX_SECRETS, |at, secret| line(&format!("{at}.text"), &secret.text))
}

fn memory(at: &str, memory: &Memory) -> Checked {
    line(&format!("{at}.at"), &memory.at)?;
    line(&format!("{at}.by"), memory.by.as_deref().unwrap_or_default())?;
    bounded(&format!("{at}.text"), &memory.text, MAX_TELLING)?;
    list(&format!("{at}.witnesses"), &memory.witnesses, MAX_WITNESSES, |_, _| Ok(()))
}

fn supporting_npc(at: &str, npc: &SupportingNpc) -> Checked {
    id(&format!("{at}.id"), npc.id.as_str())?;
    line(&format!("{at}.name"), &npc.name)?;
    line(&format!("{at}.displayName"), npc.display_name.as_deref().unwrap_or_default())?;
    text(&format!("{at}.appearance"), &npc.appearance)?;
    text(&format!("{at}.personality"), &npc.personality)?;
    lines(&format!("{at}.motivations"), &npc.motivations, MAX_ENTRIES)?;
    line(&format!("{at}.location"), &npc.location)?;
    text(&format!("{at}.notes"), &npc.notes)?;
    line(&format!("{at}.combatSlug"), npc.combat_slug.as_deref().unwrap_or_default())
}

fn hero(at: &str, hero: &Character) -> Checked {
    let at = |field: &str| format!("{at}.{field}");
    id(&at("id"), hero.id.as_str())?;
    line(&at("name"), &hero.name)?;
    line(&at("class"), &hero.class)?;
    line(&at("subclass"), hero.subclass.as_deref().unwrap_or_default())?;
    line(&at("race"), &hero.race)?;
    line(&at("background"), hero.background.as_deref().unwrap_or_default())?;
    within(&at("level"), hero.level, 1, MAX_LEVEL)?;
    if let Some(pending) = &hero.pending_level_up {
        pending_level(&at("pendingLevelUp"), hero.level, pending)?;
    }
    for ability in Ability::ALL {
        within(&at("abilities"), hero.abilities.score(ability), 1, MAX_SCORE)?;
    }
    within(&at("maxHP"), hero.max_hp, 1, MAX_HP)?;
    within(&at("currentHP"), hero.current_hp, 0, hero.max_hp)?;
    within(&at("tempHP"), hero.temp_hp, 0, i32::MAX)?;
    within(&at("speed"), hero.speed, 0, MAX_SPEED)?;
    if ![6, 8, 10, 12].contains(&hero.hit_dice.sides) {
        return fault(at("hitDice.sides"), "Hit dice have 6, 8, 10 or 12 sides.");
    }
    within(&at("hitDice.total"), hero.hit_dice.total, 0, MAX_LEVEL)?;
    within(&at("hitDice.used"), hero.hit_dice.used, 0, hero.hit_dice.total)?;
    within(&at("deathSaves.successes"), hero.death_saves.successes, 0, 3)?;
    within(&at("deathSaves.failures"), hero.death_saves.failures, 0, 3)?;
    let trained = &hero.proficiencies;
    list(&at("proficiencies.saves"), &trained.saves, MAX_ENTRIES, |_, _| Ok(()))?;
    for (field, names) in [
        ("proficiencies.skills", &trained.skills),
        ("proficiencies.weapons", &trained.weapons),
        ("proficiencies.armor", &trained.armor),
        ("proficiencies.tools", &trained.tools),
        ("proficiencies.languages", &trained.languages),
    ] {
        lines(&at(field), names, MAX_ENTRIES)?;
    }
    list(&at("conditions"), &hero.conditions, MAX_CONDITIONS, condition)?;
    list(&at("inventory"), &hero.inventory, MAX_ITEMS, item)?;
    unique(&at("inventory"), hero.inventory.iter().map(|item| item.id.as_str()))?;
    list(&at("weapons"), &hero.weapons, MAX_WEAPONS, weapon)?;
    list(&at("features"), &hero.features, MAX_ENTRIES, |at, feature| {
        line(&format!("{at}.name"), &feature.name)?;
        line(&format!("{at}.chosenOption"), feature.chosen_option.as_deref().unwrap_or_default())
    })?;
    within(&at("sunkHP"), hero.sunk_hp, 0, MAX_HP)?;
    let place = at("");
    let place = place.trim_end_matches('.');
    combat::check::burden(place, &hero.effects, hero.spent.keys(), hero.concentrating_on.as_deref())?;
    hero.spellcasting.as_ref().map_or(Ok(()), |casting| spellcasting(&at("spellcasting"), casting))
}

fn pending_level(at: &str, level: u8, pending: &PendingLevelUp) -> Checked {
    // Levels are taken one by one.
    within(&format!("{at}.toLevel"), pending.to_level, level.saturating_add(1), (level + 1).min(MAX_LEVEL))?;
    list(&format!("{at}.choices"), &pending.choices, MAX_ENTRIES, |at, choice| match choice {
        LevelChoice::AbilityScores { points } => within(&format!("{at}.points"), *points, 0, MAX_POINTS),
        LevelChoice::Subclass { options } => lines(&format!("{at}.options"), options, MAX_ENTRIES),
    })
}

fn item(at: &str, item: &Item) -> Checked {
    id(&format!("{at}.id"), item.id.as_str())?;
    line(&format!("{at}.name"), &item.name)?;
    within(&format!("{at}.quantity"), item.quantity, 1, u32::MAX)
}

fn weapon(at: &str, weapon: &Weapon) -> Checked {
    for (field, value) in [
        ("name", Some(&weapon.name)),
        ("dice", Some(&weapon.dice)),
        ("damageType", weapon.damage_type.as_ref()),
        ("range", weapon.range.as_ref()),
    ] {
        line(&format!("{at}.{field}"), value.map(String::as_str).unwrap_or_default())?;
    }
    within(&format!("{at}.bonus"), weapon.bonus.unsigned_abs(), 0, MAX_BONUS)
}

fn condition(at: &str, condition: &Condition) -> Checked {
    line(&format!("{at}.name"), &condition.name)?;
    line(&format!("{at}.duration"), condition.duration.as_deref().unwrap_or_default())?;
    combat::check::condition(at, condition)
}

fn spellcasting(at: &str, casting: &Spellcasting) -> Checked {
    lines(&format!("{at}.cantrips"), &casting.cantrips, MAX_SPELLS)?;
    lines(&format!("{at}.spells"), &casting.spells, MAX_SPELLS)?;
    for (level, slots) in &casting.slots {
        within(&format!("{at}.slots"), *level, 1, 9)?;
        within(&format!("{at}.slots.{level}.max"), slots.max, 0, MAX_SLOTS)?;
        within(&format!("{at}.slots.{level}.used"), slots.used, 0, slots.max)?;
    }
    Ok(())
}

fn creature(at: &str, creature: &Creature) -> Checked {
    id(&format!("{at}.id"), creature.id.as_str())?;
    line(&format!("{at}.name"), &creature.name)?;
    line(&format!("{at}.slug"), &creature.slug)?;
    within(&format!("{at}.maxHp"), creature.max_hp, 1, MAX_HP)?;
    within(&format!("{at}.hp"), creature.hp, 0, creature.max_hp)?;
    let saves = creature.death_saves.unwrap_or_default();
    within(&format!("{at}.deathSaves.successes"), saves.successes, 0, DeathSaves::NEEDED)?;
    within(&format!("{at}.deathSaves.failures"), saves.failures, 0, DeathSaves::NEEDED)?;
    within(&format!("{at}.tempHp"), creature.temp_hp, 0, i32::MAX)?;
    combat::check::burden(at, &creature.effects, creature.spent.keys(), creature.concentrating_on.as_deref())?;
    list(&format!("{at}.conditions"), &creature.conditions, MAX_CONDITIONS, condition)?;
    line(&format!("{at}.supportingNpcId"), creature.supporting_npc_id.as_ref().map_or("", |id| id.as_str()))
}

fn dice(cup: &DiceCup) -> Checked {
    if !cup.seed.is_empty() && !is_hash(&cup.seed) {
        return fault("dice.seed", "A seed is 64 hexadecimal digits in lower case; a secret one is left empty.");
    }
    within("dice.nextIndex", cup.next_index, 0, MAX_THROWS)
}

fn fault(field: impl Into<String>, message: impl Into<String>) -> Checked {
    Err(FieldError::new(field, message))
}

fn within<N: PartialOrd + std::fmt::Display>(field: &str, n: N, least: N, most: N) -> Checked {
    if least <= n && n <= most {
        return Ok(());
    }
    fault(field, format!("This is {n}; it may be {least} to {most}."))
}

fn id(field: &str, value: &str) -> Checked {
    if value.is_empty() {
        return fault(field, "An id may not be empty.");
    }
    line(field, value)
}

fn line(field: &str, value: &str) -> Checked {
    bounded(field, value, MAX_LINE)
}

fn text(field: &str, value: &str) -> Checked {
    bounded(field, value, MAX_TEXT)
}

fn bounded(field: &str, value: &str, most: usize) -> Checked {
    // A text has at most as many characters as bytes.
    if value.len() <= most {
        return Ok(());
    }
    match value.chars().count() {
        n if n > most => fault(field, format!("At most {most} characters fit here; these are {n}.")),
        _ => Ok(()),
    }
}

fn list<T>(field: &str, entries: &[T], most: usize, check: impl Fn(&str, &T) -> Checked) -> Checked {
    if entries.len() > most {
        return fault(field, format!("At most {most} fit here; these are {}.", entries.len()));
    }
    entries.iter().enumerate().try_for_each(|(i, entry)| check(&format!("{field}[{i}]"), entry))
}

fn lines(field: &str, entries: &[String], most: usize) -> Checked {
    list(field, entries, most, |at, entry| line(at, entry))
}

fn unique<'a>(field: &str, ids: impl Iterator<Item = &'a str>) -> Checked {
    let mut seen = HashSet::new();
    for id in ids {
        if !seen.insert(id) {
            return fault(field, format!("The id “{id}” stands here twice."));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Game, experience, hero::tests::hero, ready_made::ready_made, story::Story};

    fn sound() -> State {
        State::start(Story::default(), vec![hero("wizard", 5)], [7; 32])
    }

    /// The error for a valid state in which one value is replaced.
    fn fault_of(pointer: &str, value: Value) -> Option<String> {
        let mut json = serde_json::to_value(sound()).unwrap();
        *json.pointer_mut(pointer).unwrap() = value;
        let state: State = serde_json::from_value(json).unwrap();
        state.check().err().map(|error| error.field)
    }

    #[test]
    fn two_heroes_have_no_names_that_look_alike() {
        let [one, other] = [hero("wizard", 1), hero("fighter", 1)];
        let field = |name: String| {
            let other = Character { id: "other".into(), name, ..other.clone() };
            State::start(Story::default(), vec![one.clone(), other], [7; 32]).check().err().map(|error| error.field)
        };
        assert_eq!(field(format!("{}\u{200b}", one.name)).as_deref(), Some("characters[1].name"));
        assert_eq!((field(one.name.clone()), field("Somebody else".into())), (None, None));
    }

    #[test]
    fn every_hero_that_can_be_made_is_sound() {
        for ready in ready_made() {
            State::start(Story::default(), vec![ready.clone()], [1; 32]).check().unwrap();
        }
        for level in 1..=MAX_LEVEL {
            for class in ["barbarian", "wizard", "warlock", "monk", "paladin"] {
                let mut game = Game::new(State::start(Story::default(), vec![hero(class, level)], [1; 32]));
                game.check().unwrap();
                game.apply_all(&experience::gain(&game.characters[0], 400_000)).unwrap();
                game.check().unwrap();
            }
        }
    }

    #[test]
    fn a_number_out_of_bounds_is_named_with_its_field() {
        let cases = [
            ("/clock/hour", json!(24), "clock.hour"),
            ("/characters/0/level", json!(21), "characters[0].level"),
            ("/characters/0/level", json!(0), "characters[0].level"),
            ("/characters/0/maxHP", json!(0), "characters[0].maxHP"),
            ("/characters/0/maxHP", json!(i32::MAX), "characters[0].maxHP"),
            ("/characters/0/currentHP", json!(-1), "characters[0].currentHP"),
            ("/characters/0/currentHP", json!(1_000), "characters[0].currentHP"),
            ("/characters/0/tempHP", json!(i32::MIN), "characters[0].tempHP"),
            ("/characters/0/abilities/str", json!(31), "characters[0].abilities"),
            ("/characters/0/hitDice/sides", json!(7), "characters[0].hitDice.sides"),
            ("/characters/0/inventory/0/quantity", json!(0), "characters[0].inventory[0].quantity"),
            ("/characters/0/spellcasting/slots/1/used", json!(5), "characters[0].spellcasting.slots.1.used"),
            ("/characters/0/name", json!("x".repeat(501)), "characters[0].name"),
            ("/characters", json!([]), "characters"),
            ("/importantEvents", json!(vec!["so it was"; 51]), "importantEvents"),
            ("/dice/seed", json!("0".repeat(63)), "dice.seed"),
            ("/dice/seed", json!("Z".repeat(64)), "dice.seed"),
            ("/dice/nextIndex", json!(u64::MAX), "dice.nextIndex"),
        ];
        for (pointer, value, field) in cases {
            assert_eq!(fault_of(pointer, value.clone()).as_deref(), Some(field), "{value}");
        }
        assert_eq!(fault_of("/dice/seed", json!("")), None, "a secret seed is left out");
    }

    #[test]
    fn ids_that_name_two_things_are_refused() {
        let mut state = sound();
        state.characters.push(state.characters[0].clone());
        assert_eq!(state.check().unwrap_err().field, "characters");
        let mut state = sound();
        let item = state.characters[0].inventory[0].clone();
        state.characters[0].inventory.push(item);
        assert_eq!(state.check().unwrap_err().field, "characters[0].inventory");
    }

    #[test]
    fn a_level_that_waits_is_the_next_one() {
        let mut state = sound();
        state.characters[0].pending_level_up = Some(PendingLevelUp { to_level: 7, choices: Vec::new() });
        assert_eq!(state.check().unwrap_err().field, "characters[0].pendingLevelUp.toLevel");
        state.characters[0].level = 20;
        state.characters[0].pending_level_up = Some(PendingLevelUp { to_level: 21, choices: Vec::new() });
        assert!(state.check().is_err());
    }
}
