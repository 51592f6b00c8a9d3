//! What the agents of a turn are called in usage and traces.

/// Who tells the story.
pub(super) const DUNGEON_MASTER: &str = "dungeonMaster";
/// Who plays while there is a fight.
pub(super) const COMBAT: &str = "combat";
/// Who says what settles a deed.
pub(super) const RULES_JUDGE: &str = "rulesJudge";
/// Who writes a supporting NPC's profile.
pub(super) const NPC_PROFILE: &str = "npcProfile";
/// Who writes the numbers of a creature no book has.
pub(super) const NPC_STATS: &str = "npcStats";
/// Who condenses a sub-turn to what came of it.
pub(super) const CONDENSER: &str = "condenser";
