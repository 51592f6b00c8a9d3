//! Everything that can happen to a game, one kind per effect.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    after_fight::AfterFight,
    character::{Abilities, Character, Condition, DeathSaves, Feature, PendingLevelUp, Slots, Weapon},
    clock::Clock,
    combat::{
        encounter::{Combatant, Economy, Encounter, Ending, Stance},
        fighter::FighterId,
        reaction::{PendingReaction, ReactionAnswer},
        square::Square,
        timing::Lasting,
    },
    creature::{Creature, Disposition},
    dice::Roll,
    house_rules::HouseRules,
    id::{CharacterId, ItemId, NpcId, ObjectiveId, PlaceId, QuestId},
    knowledge::Memory,
    language_tag::LanguageTag,
    place::Place,
    plot::{ActNow, FlagValue, Reached},
    quest::Quest,
    so_far::SceneSummary,
    story::SupportingNpc,
    story_fact::StoryFact,
    turn_stack::{Awaited, Phase, QueuedTurn},
};

/// One effect, in the past tense: it has been checked, and the numbers in it are what really happened.
/// A session's state is the fold of its changes over its start, so a change that was ever stored must
/// load and apply for ever: kinds are added, never altered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Change {
    /// A hero came to the table.
    CharacterJoined { character: Box<Character> },
    /// A hero left it.
    #[schema(rename_all = "camelCase")]
    CharacterLeft { character_id: CharacterId },
    /// Hit points were lost (negative) or regained; `temp_delta` is the part that temporary hit points absorbed.
    #[schema(rename_all = "camelCase")]
    HpChanged {
        character_id: CharacterId,
        delta: i32,
        #[serde(default, skip_serializing_if = "is_zero")]
        temp_delta: i32,
    },
    /// Things came into a pack.
    #[schema(rename_all = "camelCase")]
    ItemGained { character_id: CharacterId, item_id: ItemId, name: String, quantity: u32 },
    /// Things went out of a pack.
    #[schema(rename_all = "camelCase")]
    ItemLost { character_id: CharacterId, item_id: ItemId, name: String, quantity: u32 },
    /// A weapon came to hand.
    #[schema(rename_all = "camelCase")]
    WeaponGained { character_id: CharacterId, weapon: Weapon },
    /// A weapon is no longer at hand.
    #[schema(rename_all = "camelCase")]
    WeaponLost { character_id: CharacterId, name: String },
    /// A condition set in.
    #[schema(rename_all = "camelCase")]
    ConditionAdded { character_id: CharacterId, condition: Condition },
    /// A condition ended.
    #[schema(rename_all = "camelCase")]
    ConditionRemoved { character_id: CharacterId, name: String },
    /// Coins came in or went out, counted in copper.
    #[schema(rename_all = "camelCase")]
    PurseChanged { character_id: CharacterId, delta_cp: i64 },
    /// Experience was earned.
    #[schema(rename_all = "camelCase")]
    XpGained { character_id: CharacterId, amount: u32 },
    /// Experience suffices for a level, which waits to be taken.
    #[schema(rename_all = "camelCase")]
    LevelUpEarned { character_id: CharacterId, pending: PendingLevelUp },
    /// A level was taken.
    #[schema(rename_all = "camelCase")]
    LevelGained {
        character_id: CharacterId,
        level: u8,
        hp: i32,
        /// By how much the hit points grow with their maximum; by all of `hp` where nothing is said. The fallen and the
        /// dead regain none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        healed: Option<i32>,
        abilities: Abilities,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subclass: Option<String>,
        features: Vec<Feature>,
        /// The slots of every spell level after the level, absent for those who cast no spells.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "super::by_level::read_some")]
        slots: Option<std::collections::BTreeMap<u8, u8>>,
        /// The armour class after the level, where abilities or features changed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        armor_class: Option<u8>,
        /// The speed after the level in feet, where it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<u16>,
        /// The next level, where experience suffices for that too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pending: Option<PendingLevelUp>,
    },
    /// An option of a feature was chosen.
    #[schema(rename_all = "camelCase")]
    FeatureChosen { character_id: CharacterId, feature: String, option: String },
    /// The number of spent slots of a spell level changed; `used` is the new number.
    #[schema(rename_all = "camelCase")]
    SpellSlotsUsed { character_id: CharacterId, level: u8, used: u8 },
    /// A spell was learned.
    #[schema(rename_all = "camelCase")]
    SpellLearned { character_id: CharacterId, name: String },
    /// A spell was forgotten.
    #[schema(rename_all = "camelCase")]
    SpellForgotten { character_id: CharacterId, name: String },
    /// A cantrip was learned.
    #[schema(rename_all = "camelCase")]
    CantripLearned { character_id: CharacterId, name: String },
    /// The heroes are somewhere else.
    LocationChanged { from: String, to: String },
    /// Something else is going on.
    #[schema(rename_all = "camelCase")]
    SceneChanged {
        scene: String,
        /// What a fight left, where the scene is that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_fight: Option<AfterFight>,
    },
    /// Something of what happened was noted as a fact.
    FactNoted { fact: StoryFact },
    /// Something happened that is worth a line.
    RecentEventNoted { text: String },
    /// Something happened that must not be forgotten; in lower case. Whom or what it is about, and which side of it: what is
    /// told later of the same side of the same takes its place.
    ImportantEventRecorded {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aspect: Option<String>,
    },
    /// A turning point; in lower case.
    MilestoneReached { text: String },
    /// The summary of the campaign was written anew.
    SummaryRewritten { text: String },
    /// A quest was taken on; the name in lower case, and as it was written where that is another.
    QuestAdded {
        name: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
    },
    /// A quest was done. Those that were done before quests had ids are without one.
    QuestCompleted {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<QuestId>,
    },
    /// A quest was taken on with all that is known of it, or more of it became known.
    QuestGiven { name: String, quest: Box<Quest> },
    /// A step towards a quest was done.
    #[schema(rename_all = "camelCase")]
    ObjectiveCompleted { quest_id: QuestId, objective_id: ObjectiveId, text: String },
    /// A quest failed or was given up.
    #[schema(rename_all = "camelCase")]
    QuestFailed { quest_id: QuestId, name: String },
    /// A person was met for the first time. The name is in lower case.
    NpcMet { name: String },
    /// Another act of the campaign began.
    ActAdvanced { act: u32 },
    /// A beat of the act was completed. Its name is in lower case.
    StoryBeatCompleted { name: String },
    /// A place nearby was found.
    PlaceRevealed { name: String },
    /// The heroes are at a place nearby.
    PlaceReached { name: String },
    /// A place was drawn on the map, or drawn anew; whether the heroes knew of it then.
    MapDrawn { place: Box<Place>, known: bool },
    /// The heroes are somewhere the map has not.
    MapLeft {},
    /// Something hidden at a place was found.
    #[schema(rename_all = "camelCase")]
    SecretFound { place_id: PlaceId, text: String },
    /// Someone of the scene stayed at a place when the heroes went on.
    #[schema(rename_all = "camelCase")]
    CreatureStayed { npc_id: NpcId, place_id: PlaceId },
    /// A creature that had stayed at a place joined the scene again.
    #[schema(rename_all = "camelCase")]
    CreatureMet { npc_id: NpcId },
    /// Time went by.
    TimePassed { minutes: u32, now: Clock },
    /// A supporting NPC was recorded.
    SupportingNpcCreated { npc: Box<SupportingNpc> },
    /// What is known of them was written anew.
    SupportingNpcUpdated { npc: Box<SupportingNpc> },
    /// Someone the story will come back to is somewhere else; in lower case.
    #[schema(rename_all = "camelCase")]
    NpcMoved { npc_id: NpcId, to: String },
    /// Something was perceived that is kept with those who did.
    Remembered { memory: Box<Memory> },
    /// Someone came into the scene.
    CreatureEntered { creature: Creature },
    /// Someone left the scene.
    #[schema(rename_all = "camelCase")]
    CreatureLeft { npc_id: NpcId },
    /// Hit points of someone in the scene changed.
    #[schema(rename_all = "camelCase")]
    CreatureHpChanged { npc_id: NpcId, delta: i32 },
    /// Someone in the scene died and lies there.
    #[schema(rename_all = "camelCase")]
    CreatureDied {
        npc_id: NpcId,
        /// When; unknown of those who died before this was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Clock>,
    },
    /// A condition of someone in the scene set in.
    #[schema(rename_all = "camelCase")]
    CreatureConditionAdded { npc_id: NpcId, condition: Condition },
    /// A condition of someone in the scene ended.
    #[schema(rename_all = "camelCase")]
    CreatureConditionRemoved { npc_id: NpcId, name: String },
    /// Someone in the scene stands otherwise to the heroes from now on.
    #[schema(rename_all = "camelCase")]
    CreatureTurned { npc_id: NpcId, disposition: Disposition },
    /// Someone in the scene is known by another name, or known to be a supporting NPC.
    #[schema(rename_all = "camelCase")]
    CreatureIdentified {
        npc_id: NpcId,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supporting_npc_id: Option<NpcId>,
    },
    /// Temporary hit points of someone in the scene were lent or lost.
    #[schema(rename_all = "camelCase")]
    CreatureTempHpChanged { npc_id: NpcId, delta: i32 },
    /// The most hit points someone can have sank.
    #[schema(rename_all = "camelCase")]
    MaxHpSank { who: FighterId, by: i32 },
    /// A long rest gave back the most hit points a hero can have.
    #[schema(rename_all = "camelCase")]
    MaxHpRestored { character_id: CharacterId },
    /// Death saving throws were counted, or are to be counted afresh.
    #[schema(rename_all = "camelCase")]
    DeathSavesChanged { character_id: CharacterId, saves: DeathSaves, stable: bool },
    /// The same of someone in the scene who does not die at once; three successes are stable.
    #[schema(rename_all = "camelCase")]
    CreatureDeathSavesChanged { npc_id: NpcId, saves: DeathSaves },
    /// A hero died.
    #[schema(rename_all = "camelCase")]
    HeroDied {
        character_id: CharacterId,
        /// When; unknown of those who died before this was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Clock>,
    },
    /// A dead hero lives again.
    #[schema(rename_all = "camelCase")]
    HeroRevived { character_id: CharacterId },
    /// So many hit dice are spent in all.
    #[schema(rename_all = "camelCase")]
    HitDiceUsed { character_id: CharacterId, used: u8 },
    /// A hero had a long rest, which ended at this time; the next one counts a day after this one began.
    #[schema(rename_all = "camelCase")]
    LongRestTaken { character_id: CharacterId, ended: Clock },
    /// A hero put a thing on or took it off; armour class and speed are as the sheet has them from now on.
    #[schema(rename_all = "camelCase")]
    ItemEquipped {
        character_id: CharacterId,
        item_id: ItemId,
        name: String,
        equipped: bool,
        armor_class: u8,
        speed: u16,
    },
    /// A boon or a curse began.
    EffectBegan { who: FighterId, effect: Lasting },
    /// A boon or a curse ended.
    EffectEnded { who: FighterId, name: String },
    /// A caster keeps a spell in mind.
    ConcentrationBegan { who: FighterId, on: String },
    /// A caster keeps it in mind no longer.
    ConcentrationEnded { who: FighterId, on: String },
    /// Something that can be done so often was done so often in all.
    UsesSpent { who: FighterId, name: String, spent: u8 },
    /// A fight began.
    EncounterBegan { encounter: Box<Encounter> },
    /// Someone joined the fight.
    CombatantJoined { combatant: Box<Combatant> },
    /// Someone is out of the fight.
    CombatantLeft { who: FighterId },
    /// Someone stands elsewhere; `feet` of the turn's speed were spent on it.
    CombatantMoved { who: FighterId, to: Square, feet: u16 },
    /// A fighter's turn began. Those who were `passed` over could have none.
    CombatTurnBegan {
        who: FighterId,
        round: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<FighterId>,
    },
    /// A fighter's turn ended.
    CombatTurnEnded { who: FighterId },
    /// What a fighter has spent of its turn.
    TurnSpent { who: FighterId, economy: Economy },
    /// A fighter holds itself otherwise.
    StanceTaken { who: FighterId, stance: Box<Stance> },
    /// The fight waits for a hero's reaction.
    ReactionAsked { pending: Box<PendingReaction> },
    /// The hero's player has answered.
    ReactionAnswered { answer: ReactionAnswer },
    /// A fall counts for so much experience once the fight is won.
    EncounterXpGathered { amount: u32 },
    /// The fight is over.
    EncounterEnded { id: String, ending: Ending },
    /// Something of an exchange's main turn has to be kept: it is on the stack from now on.
    MainTurnOpened {
        number: u32,
        speaker: CharacterId,
        words: String,
        #[serde(default, skip_serializing_if = "Phase::is_exploration")]
        phase: Phase,
    },
    /// Another exchange goes on with it.
    MainTurnCarriedOn {
        speaker: CharacterId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// Sub-turns of the current turn wait to be played.
    SubTurnsQueued {
        turns: Vec<QueuedTurn>,
        #[serde(default, skip_serializing_if = "Phase::is_exploration")]
        phase: Phase,
    },
    /// A step of the current turn is done.
    StepCompleted { turn: String },
    /// The current sub-turn is over; the summary says what came of it.
    SubTurnEnded { turn: String, summary: String },
    /// Rules were looked up in a turn that goes on in another exchange; `type/slug` each.
    RulesRemembered { turn: String, rules: Vec<String> },
    /// The table waits for answers of heroes.
    ResponsesAwaited { awaited: Awaited },
    /// A hero who owed an answer gave it.
    #[schema(rename_all = "camelCase")]
    ResponseGiven { character_id: CharacterId, words: String },
    /// What was answered was told to whoever tells the story.
    ResponsesHeard {},
    /// Nobody needs to answer any more.
    ResponsesWithdrawn {},
    /// The main turn is over.
    MainTurnEnded { number: u32 },
    /// Another act of the campaign the table plays began.
    ActBegan { act: ActNow },
    /// The heroes came to a node of the campaign.
    NodeReached { node: String, title: String },
    /// A beat of the node began.
    BeatBegan { beat: String },
    /// A beat was over, well or badly.
    BeatEnded { beat: String, well: bool },
    /// What a fight is fought for: the beat or encounter it belongs to, or nothing any more.
    PlotFightBegan {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The heroes found something out.
    FindingMade { id: String, text: String },
    /// Something was decided that the campaign will come back to.
    FlagSet { name: String, value: FlagValue },
    /// Something came whose time had come, a beat was told, or what is given once was given.
    HappeningCame { id: String },
    /// The doom clock went on; so many of its segments are full.
    DoomAdvanced { filled: u32 },
    /// Turns in a row in which nothing of the campaign moved.
    PlotStrayed { turns: u32 },
    /// The campaign came to an ending.
    EndingReached { ending: Box<Reached> },
    /// What prompts no longer show was put in few words, scene by scene.
    ScenesSummarised { scenes: Vec<SceneSummary> },
    /// Prompts show nothing any more of what was said up to this turn, neither word for word nor in few words.
    HistoryCleared { to: u32 },
    /// The story is told in another language from now on; without one, in that of the player's words.
    LanguageChosen {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        language: Option<LanguageTag>,
    },
    /// The table plays by these house rules from now on.
    HouseRulesChanged { rules: Box<HouseRules> },
    /// Dice were thrown.
    DiceRolled { roll: Roll },
    /// The dice fall from another seed from now on: 32 bytes in hex, a secret until it is revealed.
    DiceReseeded { seed: String },
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

impl Slots {
    /// Fresh slots.
    pub(super) fn fresh(max: u8) -> Self {
        Self { max, used: 0 }
    }
}
