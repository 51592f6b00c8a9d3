//! Input of the rules: the current scene.

use crate::dm::plot::SceneFacts;

/// Whose prompt a hint stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Who tells the story.
    DungeonMaster,
    /// The agent that plays fights.
    Combat,
    /// Somebody a hero speaks to.
    Npc,
}

/// What a rule may know of the table beside the player's words. Names are as they are written; what isn't known is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scene {
    /// Supporting NPCs and living creatures here, without heroes and companions.
    pub present: Vec<String>,
    /// Heroes and companions.
    pub party: Vec<String>,
    /// Those of the party who are heroes, and sent away by nobody.
    pub heroes: Vec<String>,
    /// Quests that were offered and not yet taken on, by name.
    pub offered: Vec<String>,
    /// Whether the last telling sounds as if somebody asked for help.
    pub is_asked: bool,
    /// Quests that were taken on and are still open.
    pub quests: Vec<String>,
    /// What the heroes have.
    pub items: Vec<String>,
    /// The spells the heroes know.
    pub spells: Vec<String>,
    /// Where the heroes are.
    pub location: String,
    /// The places they know.
    pub places: Vec<String>,
    /// How many foes still stand, while there is a fight.
    pub foes: Option<usize>,
    /// Whether the hero has spent the action in a fight.
    pub has_acted: bool,
    /// Whether the hero is unable to do anything.
    pub is_down: bool,
    /// Heroes and those in the scene who are dying.
    pub dying: Vec<Dying>,
    /// Dead creatures, by name.
    pub fallen: Vec<String>,
    /// People the story keeps who are elsewhere, or dead.
    pub absent: Vec<Absent>,
    /// The facts of the scene, if a campaign is played.
    pub plot: Option<SceneFacts>,
}

/// Somebody who is dying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dying {
    pub id: String,
    pub name: String,
}

/// Somebody who can't answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// Who.
    pub name: String,
    /// Where they were last; nothing for the dead.
    pub place: Option<String>,
}
