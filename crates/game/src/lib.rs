//! The game: pure state and the rules that change it.
//!
//! [`Game::apply`] is the only door to the state: everything that happens is a [`Change`], and a game is
//! the fold of its changes over its start. Functions of the subject modules look at a state and answer
//! with the changes an intent comes to, or with a [`Refusal`]; they change nothing themselves.
//!
//! Deliberately absent: async, I/O, a clock, entropy. Dice fall from a seed the state carries.

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
pub mod draught;
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
pub mod looked_up;
pub mod loot;
pub mod naming;
pub mod numbers;
pub mod own_words;
pub mod owned_throw;
pub mod party;
pub mod person;
pub mod place;
pub mod plot;
#[cfg(test)]
mod properties;
pub mod quest;
pub mod race;
pub mod ready_made;
mod refusal;
pub mod rest;
pub mod room;
pub mod roster;
pub mod safety;
pub mod sense;
pub mod session;
pub mod skill;
pub mod slow_casting;
pub mod so_far;
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
use so_far::SceneSummary;
use story::{Story, SupportingNpc};
use turn_stack::TurnStack;
use wording::same;

/// The number that stored states and changes carry; raised when a kind is added.
pub const SCHEMA: u32 = 15;

/// A game. Reads like its [`State`]; changes only by [`Game::apply`]. Clones share their state until one of them changes.
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

    /// Applies one change: the only way a game ever changes.
    ///
    /// # Errors
    /// The change names someone or something that isn't there; the game is as it was.
    pub fn apply(&mut self, change: &Change) -> Result<(), Refusal> {
        Arc::make_mut(&mut self.state).apply(change)
    }

    /// Applies changes in order.
    ///
    /// # Errors
    /// As [`Game::apply`]; those before the one that failed stay applied.
    pub fn apply_all<'a>(&mut self, changes: impl IntoIterator<Item = &'a Change>) -> Result<(), Refusal> {
        changes.into_iter().try_for_each(|change| self.apply(change))
    }
}

/// Everything that is the case at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Time in the world.
    pub clock: Clock,
    /// Where the story stands.
    pub story: Story,
    /// What must not be forgotten, in lower case, the newest last.
    pub important_events: Vec<String>,
    /// Those the story will come back to.
    #[serde(rename = "supportingNPCs")]
    pub supporting_npcs: Vec<SupportingNpc>,
    /// The heroes, in the order they came.
    pub characters: Vec<Character>,
    /// Who is in the scene, companions included.
    pub creatures: Vec<Creature>,
    /// What the table knows of places beyond their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<Place>,
    /// Who stayed at places of the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_behind: Vec<LeftBehind>,
    /// What others than the heroes have perceived, and what was handed over; the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<Memory>,
    /// What came before the turns a prompt still shows, in few words; the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<SceneSummary>,
    /// The last turn prompts show nothing of any more, because the player wanted them to begin anew; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cleared_to: u32,
    /// The campaign the table plays, and how far it has come in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Box<Plot>>,
    /// The fight that is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encounter: Option<Box<Encounter>>,
    /// What is still to be played before the table goes on to something else.
    #[serde(default, skip_serializing_if = "TurnStack::is_plain")]
    pub turn_stack: TurnStack,
    /// The session's dice.
    pub dice: DiceCup,
    /// The rules the table plays by. States stored before there was a choice are of 2014.
    #[serde(default, skip_serializing_if = "Edition::is_default")]
    pub rules_edition: Edition,
    /// The language the story is told in; without one, that of its campaign, or else of the player's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<LanguageTag>,
    /// What it plays otherwise than the rules say.
    #[serde(default, skip_serializing_if = "HouseRules::is_by_the_book")]
    pub house_rules: HouseRules,
}

/// What is chosen for a table when it begins.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableSettings {
    /// The rules it plays by.
    pub edition: Edition,
    /// The language the story is told in.
    pub language: Option<LanguageTag>,
    /// What it plays otherwise than the rules say.
    pub house_rules: HouseRules,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
pub(crate) fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl State {
    /// The language the story is told in, if one was chosen.
    pub fn told_in(&self) -> Option<&LanguageTag> {
        self.language.as_ref().filter(|language| !language.is_undetermined())
    }

    /// The kinds of the creatures in the scene.
    pub fn kinds(&self) -> impl Iterator<Item = &str> + Clone {
        self.creatures.iter().map(|one| one.slug.as_str())
    }

    /// A table where nothing has happened yet.
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

    /// The same table with these settings.
    #[must_use]
    pub fn with_settings(self, settings: TableSettings) -> Self {
        let TableSettings { edition, language, house_rules } = settings;
        Self { rules_edition: edition, language, house_rules, ..self }
    }

    /// Those who travel with the heroes.
    pub fn companions(&self) -> impl Iterator<Item = &Creature> {
        self.creatures.iter().filter(|creature| creature.companion)
    }

    /// Whether a hero has this id. Nobody else who comes into the story gets it.
    pub fn is_id_of_a_hero(&self, id: &str) -> bool {
        self.characters.iter().any(|hero| hero.id.as_str() == id)
    }

    /// The time of day, in a fight with the minutes that its rounds have taken so far.
    pub fn moment(&self) -> Clock {
        let rounds = self.encounter.as_ref().map_or(0, |encounter| encounter.round.saturating_sub(1));
        self.clock.after(rounds / ROUNDS_PER_MINUTE)
    }

    /// Whether this id is taken by somebody at the table or in the story: a hero, a creature or a supporting NPC.
    pub fn is_id_taken(&self, id: &str) -> bool {
        let left = self.left_behind.iter().map(|left| &left.creature);
        self.is_id_of_a_hero(id)
            || self.creatures.iter().chain(left).any(|one| one.id.as_str() == id)
            || self.supporting_npcs.iter().any(|npc| npc.id.as_str() == id)
    }

    /// The hero of this id, or else of this name (ignoring case).
    ///
    /// # Errors
    /// There is none; the text names those there are.
    pub fn hero(&self, id_or_name: &str) -> Result<&Character, Refusal> {
        let by_id = self.characters.iter().find(|hero| hero.id.as_str() == id_or_name);
        let by_name = || self.characters.iter().find(|hero| same(&hero.name, id_or_name));
        by_id.or_else(by_name).or_else(|| self.hero_by_part(id_or_name)).ok_or_else(|| {
            let names = listed(self.characters.iter().map(|hero| hero.id.as_str()));
            Refusal::new(format!("No hero here is “{id_or_name}”; there is {names}."))
        })
    }

    /// The only hero who may be called so, such as by the first name, where nobody else has that name.
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
