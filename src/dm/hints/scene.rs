//! Input of the rules: the current scene.

use crate::dm::plot::SceneFacts;

/// The reader of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintReader {
    /// The narrator.
    DungeonMaster,
    /// The agent that plays fights.
    Combat,
    /// An NPC in conversation.
    Npc,
}

/// The context of a message. Names are as written; unknown fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HintScene {
    /// Supporting NPCs and living creatures here, without heroes and companions.
    pub present: Vec<String>,
    /// Heroes and companions.
    pub party: Vec<String>,
    /// Heroes of the party who haven't been sent away.
    pub heroes: Vec<String>,
    /// Quests that were offered and not yet taken on, by name.
    pub offered: Vec<String>,
    /// Whether someone seems to have asked for help in the last story.
    pub is_asked: bool,
    /// Quests that were taken on and are still open.
    pub quests: Vec<String>,
    pub items: Vec<String>,
    /// The spells the heroes know.
    pub spells: Vec<String>,
    /// Where the heroes are.
    pub location: String,
    /// The places they know.
    pub places: Vec<String>,
    /// Number of active foes, during a fight.
    pub foes: Option<usize>,
    /// Whether the hero has spent the action in a fight.
    pub has_acted: bool,
    /// Whether the hero is unable to do anything.
    pub is_down: bool,
    /// Heroes and those in the scene who are dying.
    pub dying: Vec<Dying>,
    /// Dead creatures, by name.
    pub fallen: Vec<String>,
    /// Supporting NPCs who are elsewhere, or dead.
    pub absent: Vec<Absent>,
    /// The facts of the scene, if a campaign is played.
    pub plot: Option<SceneFacts>,
}

/// A dying creature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dying {
    pub id: String,
    pub name: String,
}

/// A person who can't answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    pub name: String,
    /// Where they were last; empty for the dead.
    pub place: Option<String>,
}
