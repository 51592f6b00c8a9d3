//! Names of a turn's agents in usage and traces.

/// Who tells the story.
pub(super) const DUNGEON_MASTER: &str = "dungeonMaster";
/// Who plays while there is a fight.
pub(super) const COMBAT: &str = "combat";
/// Who speaks for somebody with a head of their own.
pub(super) const NPC: &str = "npc";
/// Who speaks for all others.
pub(super) const PUPPETEER: &str = "puppeteer";
/// Who says what settles a deed.
pub(super) const RULES_JUDGE: &str = "rulesJudge";
/// Who writes a supporting NPC's profile.
pub(super) const NPC_PROFILE: &str = "npcProfile";
/// Who writes the numbers of a creature no book has.
pub(super) const NPC_STATS: &str = "npcStats";
/// Reviews what the narration check found.
pub(super) const NARRATION_REVIEWER: &str = "narrationReviewer";
/// Who reads hit points out of a telling.
pub(super) const HP_EXTRACTOR: &str = "hpExtractor";
/// Who reads conditions, boons and curses out of it.
pub(super) const EFFECT_EXTRACTOR: &str = "effectExtractor";
/// Who reads slots, hit dice and things out of it.
pub(super) const RESOURCE_EXTRACTOR: &str = "resourceExtractor";
/// Who reads throws for life and rests out of it.
pub(super) const LIFECYCLE_EXTRACTOR: &str = "lifecycleExtractor";
/// Who puts in few words what prompts no longer show.
pub(super) const SUMMARISER: &str = "summariser";
/// Who reads players' words in other languages than English or who hears them, and translates the server's own.
pub(super) const INTERPRETER: &str = "interpreter";
/// Who says whether a paragraph crosses a line of the table.
pub(super) const SAFETY_READER: &str = "safetyReader";
/// Who writes campaigns with a player.
pub(super) const AUTHOR: &str = "author";
/// Who condenses a sub-turn to what came of it.
pub(super) const CONDENSER: &str = "condenser";
