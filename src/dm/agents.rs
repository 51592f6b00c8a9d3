//! Names of a turn's agents in usage and traces.

/// Narrates the story.
pub(super) const DUNGEON_MASTER: &str = "dungeonMaster";
/// Plays fights.
pub(super) const COMBAT: &str = "combat";
/// Speaks for one NPC with an agent of their own.
pub(super) const NPC: &str = "npc";
/// Speaks for all other NPCs.
pub(super) const PUPPETEER: &str = "puppeteer";
/// Rules on contested actions.
pub(super) const RULES_JUDGE: &str = "rulesJudge";
/// Writes a supporting NPC's profile.
pub(super) const NPC_PROFILE: &str = "npcProfile";
/// Writes stat blocks of unknown creatures.
pub(super) const NPC_STATS: &str = "npcStats";
/// Reviews the findings of the narration check.
pub(super) const NARRATION_REVIEWER: &str = "narrationReviewer";
/// Extracts hit points from a story.
pub(super) const HP_EXTRACTOR: &str = "hpExtractor";
/// Extracts conditions and temporary effects from a story.
pub(super) const EFFECT_EXTRACTOR: &str = "effectExtractor";
/// Extracts spell slots, hit dice and items from a story.
pub(super) const RESOURCE_EXTRACTOR: &str = "resourceExtractor";
/// Extracts death saving throws and rests from a story.
pub(super) const LIFECYCLE_EXTRACTOR: &str = "lifecycleExtractor";
/// Summarises turns that left the window.
pub(super) const SUMMARISER: &str = "summariser";
/// Translates players' messages and the server's sentences, and decides who hears a message.
pub(super) const INTERPRETER: &str = "interpreter";
/// Decides whether a paragraph crosses a line of the table.
pub(super) const SAFETY_READER: &str = "safetyReader";
/// Writes campaigns with a player.
pub(super) const AUTHOR: &str = "author";
/// Condenses a sub-turn to its result.
pub(super) const CONDENSER: &str = "condenser";
/// The agent that answers questions outside the game.
pub(super) const QUESTIONS: &str = "questions";
