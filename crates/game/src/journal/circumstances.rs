//! The context of a fact in the journal: time, place, people present, their names, and the heroes' items. Read from a game, or updated
//! change by change.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use super::{folded, names};
use crate::{
    Change, Game, Turn,
    clock::Clock,
    creature::Creature,
    id::{CharacterId, ItemId, NpcId},
    knowledge::{Channel, Memory, Perceiver},
    language_tag::LanguageTag,
    own_words::OwnWords,
    place::names as names_of_places,
    wording::{fold, same, titled, titled_place},
};

/// The context of a turn's facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// The time in the world.
    pub clock: Clock,
    /// Where the heroes are.
    pub place: Arc<str>,
    /// The places the heroes know of, as they are written.
    places: Vec<Arc<str>>,
    /// The heroes at the table, and whether they live.
    heroes: Vec<(CharacterId, String, bool)>,
    /// Names of people, by all their ids and aliases.
    people: BTreeMap<NpcId, String>,
    /// The names of those the story comes back to.
    persons: Vec<String>,
    /// Those who travel with the heroes, and live.
    party: Vec<NpcId>,
    /// How many of each thing the heroes have.
    packs: HashMap<(CharacterId, ItemId), u32>,
    /// The language of the story.
    language: Option<LanguageTag>,
}

impl Circumstances {
    /// The context in a game.
    pub fn of(game: &Game) -> Self {
        let people = game.supporting_npcs.iter().map(|npc| (npc.id.clone(), npc.shown_name()));
        let creatures = game.creatures.iter().map(|one| (one.id.clone(), titled(&one.name)));
        let story = &game.story;
        let places = story.known_places.iter().chain(game.map.iter().map(|place| &place.name));
        let things = game
            .characters
            .iter()
            .flat_map(|hero| hero.inventory.iter().map(|item| ((hero.id.clone(), item.id.clone()), item.quantity)));
        Self {
            clock: game.clock,
            place: story.current_location.as_str().into(),
            places: std::iter::once(&story.current_location).chain(places).map(|name| name.as_str().into()).collect(),
            heroes: game.characters.iter().map(|hero| (hero.id.clone(), hero.name.clone(), !hero.dead)).collect(),
            people: people.chain(creatures).collect(),
            persons: game.supporting_npcs.iter().map(|npc| npc.shown_name()).collect(),
            party: game.companions().filter(|one| !one.is_dead()).map(|one| one.id.clone()).collect(),
            packs: things.collect(),
            language: game.language.clone(),
        }
    }

    /// The words of the rules' own sentences.
    pub fn own_words(&self) -> &'static OwnWords {
        OwnWords::of(self.language.as_ref())
    }

    /// The same, including the names of people who have left since.
    #[must_use]
    pub fn knowing(mut self, before: &Self) -> Self {
        for (id, name) in &before.people {
            self.people.entry(id.clone()).or_insert_with(|| name.clone());
        }
        self
    }

    /// Follows these changes.
    pub fn after(&mut self, changes: &[Change]) {
        for change in changes {
            self.follow(change);
        }
    }

    fn follow(&mut self, change: &Change) {
        match change {
            Change::TimePassed { now, .. } => self.clock = *now,
            Change::LanguageChosen { language } => self.language.clone_from(language),
            Change::LocationChanged { to, .. } => {
                self.place = to.as_str().into();
                self.places.push(Arc::clone(&self.place));
            }
            Change::PlaceRevealed { name } | Change::PlaceReached { name } => self.places.push(name.as_str().into()),
            Change::MapDrawn { place, .. } => self.places.push(place.name.as_str().into()),
            Change::CharacterJoined { character } => {
                self.heroes.push((character.id.clone(), character.name.clone(), !character.dead));
                let things = character.inventory.iter();
                self.packs.extend(things.map(|it| ((character.id.clone(), it.id.clone()), it.quantity)));
            }
            Change::CharacterLeft { character_id } => {
                self.heroes.retain(|(id, ..)| id != character_id);
                self.packs.retain(|(whose, _), _| whose != character_id);
            }
            Change::HeroDied { character_id, .. } => self.lives(character_id, false),
            Change::HeroRevived { character_id } => self.lives(character_id, true),
            Change::ItemGained { character_id, item_id, quantity, .. } => {
                let has = self.packs.entry((character_id.clone(), item_id.clone())).or_default();
                *has = has.saturating_add(*quantity);
            }
            Change::ItemLost { character_id, item_id, quantity, .. } => {
                let whose = (character_id.clone(), item_id.clone());
                let left = self.packs.get(&whose).map_or(0, |has| has.saturating_sub(*quantity));
                match left {
                    0 => drop(self.packs.remove(&whose)),
                    left => drop(self.packs.insert(whose, left)),
                }
            }
            Change::SupportingNpcCreated { npc } | Change::SupportingNpcUpdated { npc } => {
                let name = npc.shown_name();
                if !self.persons.contains(&name) {
                    self.persons.push(name.clone());
                }
                self.people.insert(npc.id.clone(), name);
            }
            Change::CreatureEntered { creature } => self.enters(creature),
            Change::CreatureIdentified { npc_id, name, .. } => drop(self.people.insert(npc_id.clone(), titled(name))),
            Change::CreatureLeft { npc_id }
            | Change::CreatureStayed { npc_id, .. }
            | Change::CreatureDied { npc_id, .. } => self.party.retain(|id| id != npc_id),
            _ => {}
        }
    }

    fn enters(&mut self, creature: &Creature) {
        self.people.insert(creature.id.clone(), titled(&creature.name));
        if creature.companion && !creature.is_dead() && !self.party.contains(&creature.id) {
            self.party.push(creature.id.clone());
        }
    }

    fn lives(&mut self, hero: &CharacterId, lives: bool) {
        for (.., is_alive) in self.heroes.iter_mut().filter(|(id, ..)| id == hero) {
            *is_alive = lives;
        }
    }

    /// A hero's name; derived from the id if the hero has left.
    pub(crate) fn hero(&self, id: &CharacterId) -> String {
        let name = self.heroes.iter().find(|(hero, ..)| hero == id).map(|(_, name, _)| name.clone());
        name.unwrap_or_else(|| titled(&id.as_str().replace('-', " ")))
    }

    /// The names of the heroes who live, but for those that a dead hero at the table has as well.
    pub(super) fn living_heroes(&self) -> impl Iterator<Item = &str> {
        let is_dead = |name: &str| self.heroes.iter().any(|(_, other, lives)| !lives && same(other, name));
        self.heroes.iter().filter(move |(_, name, lives)| *lives && !is_dead(name)).map(|(_, name, _)| name.as_str())
    }

    pub(crate) fn npc(&self, id: &NpcId) -> String {
        self.people.get(id).cloned().unwrap_or_else(|| titled(&id.as_str().replace('-', " ")))
    }

    /// A place's name as it is written, whatever became of the case.
    pub(crate) fn place_named(&self, name: &str) -> String {
        let known = names_of_places::of_name(self.places.iter().rev(), |place| place, name);
        known.map_or_else(|| titled_place(name), |place| place.to_string())
    }

    /// How many of a thing a hero has.
    pub(super) fn has(&self, hero: &CharacterId, item: &ItemId) -> u32 {
        self.packs.get(&(hero.clone(), item.clone())).copied().unwrap_or_default()
    }

    /// The full name of the person with this name, if there is one.
    pub(super) fn somebody(&self, called: &str) -> Option<&str> {
        let heroes = self.heroes.iter().map(|(_, name, _)| name);
        heroes.chain(self.people.values()).find(|name| same(name, called)).map(String::as_str)
    }

    /// A sentence with known names restored to their spelling, whatever the case in the text.
    pub(super) fn with_names(&self, text: &str) -> String {
        let mut said = text.to_owned();
        let first_names = self.heroes.iter().filter_map(|(_, name, _)| name.split_whitespace().next());
        let names = self.heroes.iter().map(|(_, name, _)| name.as_str()).chain(self.persons.iter().map(String::as_str));
        for name in names.chain(first_names).filter(|name| name.chars().count() > 2) {
            let (low, wanted) = (said.to_lowercase(), name.to_lowercase());
            // If letters change their length with their case, positions differ.
            let is_it = |at: &usize| said.get(*at..at + name.len()).is_some_and(|it| it.to_lowercase() == wanted);
            let places: Vec<usize> =
                names::places(&low, &wanted, |word| self.is_surely(word)).into_iter().filter(is_it).collect();
            places.into_iter().for_each(|at| said.replace_range(at..at + name.len(), name));
        }
        said
    }

    /// Whether a lower-case word is surely a name.
    fn is_surely(&self, word: &str) -> bool {
        let heroes = self.heroes.iter().map(|(_, name, _)| name.split_whitespace().next().unwrap_or_default());
        !names::is_common(word) && heroes.chain(self.persons.iter().map(String::as_str)).any(|name| same(name, word))
    }

    /// The person a sentence is about, if it names exactly one.
    pub(super) fn named_in(&self, text: &str) -> Option<String> {
        let low = fold(text);
        let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let spaced = format!(" {} ", words.join(" "));
        let is_named = |name: &&String| {
            let name: String = fold(name).replace(|c: char| !c.is_alphanumeric(), " ");
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            match names::is_common(&name) {
                true => !names::places(&low, &name, |word| self.is_surely(word)).is_empty(),
                false => !name.is_empty() && spaced.contains(&format!(" {name} ")),
            }
        };
        let mut found = self.heroes.iter().map(|(_, name, _)| name).chain(self.people.values()).filter(is_named);
        let first = found.next()?;
        found.all(|other| folded(other) == folded(first)).then(|| first.clone())
    }

    /// Names of those present in a turn that ends in this context: those who remember it, if it was recorded for them; else the
    /// party. Eavesdroppers are left out.
    pub(super) fn seen_by(&self, turn: &Turn) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut note = |name: String| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        let told: Vec<&Memory> = turn.changes.iter().filter_map(told).collect();
        for who in told.iter().flat_map(|memory| &memory.witnesses) {
            note(match who {
                Perceiver::Hero(id) => self.hero(id),
                Perceiver::Npc(id) => self.npc(id),
            });
        }
        if told.is_empty() {
            self.heroes.iter().filter(|(.., lives)| *lives).for_each(|(_, name, _)| note(name.clone()));
            self.party.iter().for_each(|id| note(self.npc(id)));
        }
        turn.speakers.iter().for_each(|speaker| note(titled(&speaker.name)));
        names
    }
}

/// A memory of what was narrated openly.
fn told(change: &Change) -> Option<&Memory> {
    match change {
        Change::Remembered { memory } if memory.manner == Channel::Narration && memory.is_known_to_heroes() => {
            Some(memory)
        }
        _ => None,
    }
}
