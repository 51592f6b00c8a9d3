//! The game: pure state and the rules that change it.
//!
//! [`Game::apply`] is the only way to alter the state: everything that happens is a [`Change`], and a game is the replay of its
//! changes from its start. The functions of the subject modules read a state and return changes or a [`Refusal`]; they modify
//! nothing.
//!
//! Deliberately absent: async, I/O, a clock, entropy. Dice come from a seed in the state.

pub mod after_fight;
mod apply;
pub mod armor;
mod by_level;
mod change;
pub mod character;
mod check;
pub mod chronicle;
pub mod class;
pub mod clock;
mod coins;
pub mod combat;
pub mod command;
pub mod condition_kind;
pub mod conditions;
pub mod creature;
pub mod d20;
pub mod dice;
pub mod edition;
pub mod equipment;
pub mod experience;
pub mod feature;
pub mod hand_over;
pub mod hero;
pub mod hit_points;
pub mod house_rules;
pub mod id;
pub mod inventory;
pub mod item_phrase;
pub mod journal;
pub mod knowledge;
pub mod language_tag;
pub mod level_up;
pub mod limits;
pub mod looked_up;
pub mod loot;
pub mod naming;
pub mod numbers;
pub mod own_words;
pub mod owned_throw;
pub mod party;
pub mod past;
pub mod person;
pub mod place;
pub mod plot;
pub mod potion;
#[cfg(test)]
mod properties;
pub mod quest;
pub mod race;
pub mod ready_made;
mod refusal;
pub mod rest;
pub mod roster;
pub mod safety;
pub mod scene_summary;
pub mod sense;
pub mod session;
pub mod skill;
pub mod slow_casting;
pub mod spells;
pub mod story;
pub mod story_fact;
mod telling;
pub mod tending;
pub mod turn;
pub mod turn_stack;
pub mod two_dice;
pub mod view;
pub mod weapons;
pub mod whisper;
pub mod wording;

pub use change::Change;
pub use refusal::{Refusal, RefusalReason, listed};

pub use session::{Session, SessionHead};
pub use turn::Turn;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use character::Character;
use clock::Clock;
use combat::{encounter::Encounter, timing::ROUNDS_PER_MINUTE};
use creature::Creature;
use dice::DiceCup;
use edition::Edition;
use house_rules::HouseRules;
use knowledge::Memory;
use language_tag::LanguageTag;
use place::{LeftBehind, Place};
use plot::Plot;
use scene_summary::SceneSummary;
use story::{Story, SupportingNpc};
use turn_stack::TurnStack;
use wording::same;

/// Schema version of stored states and changes; raised when a kind is added.
pub const SCHEMA: u32 = 15;

/// A game. Derefs to its [`State`]; only [`Game::apply`] changes it. Clones share their state until one of them changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Game {
    state: Arc<State>,
}

impl std::ops::Deref for Game {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl Game {
    /// A game that starts from `state`.
    pub fn new(state: State) -> Self {
        Self { state: Arc::new(state) }
    }

    /// Applies one change.
    ///
    /// # Errors
    /// The change refers to something that doesn't exist; the game is unchanged.
    pub fn apply(&mut self, change: &Change) -> Result<(), Refusal> {
        Arc::make_mut(&mut self.state).apply(change)
    }

    /// Applies changes in order.
    ///
    /// # Errors
    /// As [`Game::apply`]; the changes before the failed one stay applied.
    pub fn apply_all<'a>(&mut self, changes: impl IntoIterator<Item = &'a Change>) -> Result<(), Refusal> {
        changes.into_iter().try_for_each(|change| self.apply(change))
    }
}

/// The complete state of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Game time.
    pub clock: Clock,
    pub story: Story,
    /// Important events in lower case, newest last.
    pub important_events: Vec<String>,
    #[serde(rename = "supportingNPCs")]
    pub supporting_npcs: Vec<SupportingNpc>,
    /// In order of joining.
    pub characters: Vec<Character>,
    /// Creatures in the scene, with companions.
    pub creatures: Vec<Creature>,
    /// Details of known places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<Place>,
    /// Creatures that stayed behind at places of the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_behind: Vec<LeftBehind>,
    /// Memories of people other than the heroes, and context lines at transitions; newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<Memory>,
    /// Summaries of scenes that left the window, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<SceneSummary>,
    /// Prompts show nothing up to this turn, at the player's request; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cleared_to: u32,
    /// The campaign and its progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Box<Plot>>,
    /// The current fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encounter: Option<Box<Encounter>>,
    /// Unfinished turns.
    #[serde(default, skip_serializing_if = "TurnStack::is_plain")]
    pub turn_stack: TurnStack,
    /// The session's dice.
    pub dice: DiceCup,
    /// The edition of the rules. States from before there was a choice use 2014.
    #[serde(default, skip_serializing_if = "Edition::is_default")]
    pub rules_edition: Edition,
    /// The language of the story; by default the campaign's, or that of the player's messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<LanguageTag>,
    #[serde(default, skip_serializing_if = "HouseRules::is_by_the_book")]
    pub house_rules: HouseRules,
}

/// Settings chosen when a session begins.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GameSettings {
    /// The edition of the rules.
    pub edition: Edition,
    /// The language of the story.
    pub language: Option<LanguageTag>,
    pub house_rules: HouseRules,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
pub(crate) fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl State {
    /// The chosen language of the story, if any.
    pub fn told_in(&self) -> Option<&LanguageTag> {
        self.language.as_ref().filter(|language| !language.is_undetermined())
    }

    /// Stat block keys of the creatures in the scene.
    pub fn kinds(&self) -> impl Iterator<Item = &str> + Clone {
        self.creatures.iter().map(|one| one.slug.as_str())
    }

    /// A new game.
    pub fn start(story: Story, characters: Vec<Character>, seed: [u8; 32]) -> Self {
        Self {
            clock: Clock::default(),
            story,
            important_events: Vec::new(),
            supporting_npcs: Vec::new(),
            characters,
            creatures: Vec::new(),
            map: Vec::new(),
            left_behind: Vec::new(),
            memories: Vec::new(),
            scenes: Vec::new(),
            cleared_to: 0,
            plot: None,
            encounter: None,
            turn_stack: TurnStack::default(),
            dice: DiceCup::new(seed),
            rules_edition: Edition::default(),
            language: None,
            house_rules: HouseRules::default(),
        }
    }

    #[must_use]
    pub fn with_settings(self, settings: GameSettings) -> Self {
        let GameSettings { edition, language, house_rules } = settings;
        Self { rules_edition: edition, language, house_rules, ..self }
    }

    pub fn companions(&self) -> impl Iterator<Item = &Creature> {
        self.creatures.iter().filter(|creature| creature.companion)
    }

    /// Whether a hero has this id. No other person gets it.
    pub fn is_id_of_a_hero(&self, id: &str) -> bool {
        self.characters.iter().any(|hero| hero.id.as_str() == id)
    }

    /// The time of day, including the rounds of the current fight.
    pub fn moment(&self) -> Clock {
        let rounds = self.encounter.as_ref().map_or(0, |encounter| encounter.round.saturating_sub(1));
        self.clock.after(rounds / ROUNDS_PER_MINUTE)
    }

    /// Whether a hero, a creature or a supporting NPC has this id.
    pub fn is_id_taken(&self, id: &str) -> bool {
        let left = self.left_behind.iter().map(|left| &left.creature);
        self.is_id_of_a_hero(id)
            || self.creatures.iter().chain(left).any(|one| one.id.as_str() == id)
            || self.supporting_npcs.iter().any(|npc| npc.id.as_str() == id)
    }

    /// The hero with this id or name (ignoring case).
    ///
    /// # Errors
    /// There is no such hero; the text lists the heroes.
    pub fn hero(&self, id_or_name: &str) -> Result<&Character, Refusal> {
        let by_id = self.characters.iter().find(|hero| hero.id.as_str() == id_or_name);
        let by_name = || self.characters.iter().find(|hero| same(&hero.name, id_or_name));
        by_id.or_else(by_name).or_else(|| self.hero_by_part(id_or_name)).ok_or_else(|| {
            let names = listed(self.characters.iter().map(|hero| hero.id.as_str()));
            Refusal::new(format!("No hero here is “{id_or_name}”; there is {names}."))
        })
    }

    /// The only hero who matches a part of a name, such as the first name, if no one else has that name.
    fn hero_by_part(&self, name: &str) -> Option<&Character> {
        let of_scene = self.creatures.iter().map(|one| (one.id.as_str(), &one.name));
        let mut others = of_scene.chain(self.supporting_npcs.iter().map(|npc| (npc.id.as_str(), &npc.name)));
        if others.any(|(id, own)| id == name || same(own, name)) {
            return None;
        }
        let mut near = self.characters.iter().filter(|hero| naming::may_be_one_person(&hero.name, name));
        near.next().filter(|_| near.next().is_none())
    }
}
