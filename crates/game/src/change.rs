//! Everything that can happen to a game, one kind per effect.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    after_fight::AfterFight,
    character::{Abilities, Character, Condition, DeathSaves, Feature, LevelSlots, PendingLevelUp, Weapon},
    clock::Clock,
    combat::{
        encounter::{Combatant, CombatantStatus, Economy, Encounter, FightEnding},
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
    plot::{ActNow, FlagValue, ReachedEnding},
    quest::Quest,
    scene_summary::SceneSummary,
    story::SupportingNpc,
    story_fact::StoryFact,
    turn_stack::{Awaited, Phase, QueuedTurn},
};

/// One effect, in the past tense: already validated, with the numbers that really applied. A session's state is the replay of
/// its changes from its start, so a stored change must load and apply for ever: kinds are added, never altered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Change {
    /// A hero joined.
    CharacterJoined { character: Box<Character> },
    /// A hero left.
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
    /// A hero got items.
    #[schema(rename_all = "camelCase")]
    ItemGained { character_id: CharacterId, item_id: ItemId, name: String, quantity: u32 },
    /// A hero lost items.
    #[schema(rename_all = "camelCase")]
    ItemLost { character_id: CharacterId, item_id: ItemId, name: String, quantity: u32 },
    /// A hero got a weapon.
    #[schema(rename_all = "camelCase")]
    WeaponGained { character_id: CharacterId, weapon: Weapon },
    /// A hero lost a weapon.
    #[schema(rename_all = "camelCase")]
    WeaponLost { character_id: CharacterId, name: String },
    /// A condition began.
    #[schema(rename_all = "camelCase")]
    ConditionAdded { character_id: CharacterId, condition: Condition },
    /// A condition ended.
    #[schema(rename_all = "camelCase")]
    ConditionRemoved { character_id: CharacterId, name: String },
    /// Coins were gained or lost, in copper pieces.
    #[schema(rename_all = "camelCase")]
    PurseChanged { character_id: CharacterId, delta_cp: i64 },
    /// Experience was earned.
    #[schema(rename_all = "camelCase")]
    XpGained { character_id: CharacterId, amount: u32 },
    /// A hero has enough experience for a level, which is pending until the player takes it.
    #[schema(rename_all = "camelCase")]
    LevelUpEarned { character_id: CharacterId, pending: PendingLevelUp },
    /// A level was taken.
    #[schema(rename_all = "camelCase")]
    LevelGained {
        character_id: CharacterId,
        level: u8,
        hp: i32,
        /// Hit points gained, if other than `hp`: the dying and the dead gain none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        healed: Option<i32>,
        abilities: Abilities,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subclass: Option<String>,
        features: Vec<Feature>,
        /// Slots by spell level after the level; absent for those who cast no spells.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "super::by_level::read_some")]
        slots: Option<std::collections::BTreeMap<u8, u8>>,
        /// Armour class after the level, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        armor_class: Option<u8>,
        /// Speed in feet after the level, if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<u16>,
        /// The next level, if the experience is enough for that too.
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
    /// The heroes moved to another place.
    LocationChanged { from: String, to: String },
    /// The scene changed.
    #[schema(rename_all = "camelCase")]
    SceneChanged {
        scene: String,
        /// What a fight left, if the scene follows one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after_fight: Option<AfterFight>,
    },
    /// An event was recorded as a fact.
    FactNoted { fact: StoryFact },
    /// A recent event was recorded.
    RecentEventNoted { text: String },
    /// An important event, in lower case. An event with the same subject and aspect replaces an earlier one.
    ImportantEventRecorded {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aspect: Option<String>,
    },
    /// A turning point of the story, in lower case.
    MilestoneReached { text: String },
    /// The summary of the campaign was rewritten.
    SummaryRewritten { text: String },
    /// A quest was taken on. The name is in lower case, with the original spelling if it differs.
    QuestAdded {
        name: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
    },
    /// A quest was completed. Quests from before ids were stored have none.
    QuestCompleted {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<QuestId>,
    },
    /// A quest was taken on with its details, or its details changed.
    QuestGiven { name: String, quest: Box<Quest> },
    /// An objective of a quest was completed.
    #[schema(rename_all = "camelCase")]
    ObjectiveCompleted { quest_id: QuestId, objective_id: ObjectiveId, text: String },
    /// A quest failed or was abandoned.
    #[schema(rename_all = "camelCase")]
    QuestFailed { quest_id: QuestId, name: String },
    /// A person was met for the first time. The name is in lower case.
    NpcMet { name: String },
    /// Another act of the campaign began.
    ActAdvanced { act: u32 },
    /// A beat of the act was completed. Its name is in lower case.
    StoryBeatCompleted { name: String },
    /// A place nearby was revealed.
    PlaceRevealed { name: String },
    /// The heroes reached a place nearby.
    PlaceReached { name: String },
    /// A place was drawn or redrawn on the map; `known` says whether the heroes know it.
    MapDrawn { place: Box<Place>, known: bool },
    /// The heroes left the map.
    MapLeft {},
    /// A secret of a place was found.
    #[schema(rename_all = "camelCase")]
    SecretFound { place_id: PlaceId, text: String },
    /// A creature stayed behind when the heroes left.
    #[schema(rename_all = "camelCase")]
    CreatureStayed { npc_id: NpcId, place_id: PlaceId },
    /// A creature that had stayed behind rejoined the scene.
    #[schema(rename_all = "camelCase")]
    CreatureMet { npc_id: NpcId },
    /// Time passed.
    TimePassed { minutes: u32, now: Clock },
    /// A supporting NPC was recorded.
    SupportingNpcCreated { npc: Box<SupportingNpc> },
    /// The record of a supporting NPC was replaced.
    SupportingNpcUpdated { npc: Box<SupportingNpc> },
    /// A supporting NPC moved; the place is in lower case.
    #[schema(rename_all = "camelCase")]
    NpcMoved { npc_id: NpcId, to: String },
    /// A hero or an NPC perceived an event and remembers it.
    Remembered { memory: Box<Memory> },
    /// A creature entered the scene.
    CreatureEntered { creature: Creature },
    /// A creature left the scene.
    #[schema(rename_all = "camelCase")]
    CreatureLeft { npc_id: NpcId },
    /// A creature's hit points changed.
    #[schema(rename_all = "camelCase")]
    CreatureHpChanged { npc_id: NpcId, delta: i32 },
    /// A creature died; its body stays in the scene.
    #[schema(rename_all = "camelCase")]
    CreatureDied {
        npc_id: NpcId,
        /// Absent in changes from before this was stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Clock>,
    },
    /// A creature's condition began.
    #[schema(rename_all = "camelCase")]
    CreatureConditionAdded { npc_id: NpcId, condition: Condition },
    /// A creature's condition ended.
    #[schema(rename_all = "camelCase")]
    CreatureConditionRemoved { npc_id: NpcId, name: String },
    /// A creature's attitude to the heroes changed.
    #[schema(rename_all = "camelCase")]
    CreatureTurned { npc_id: NpcId, disposition: Disposition },
    /// A creature got another name, or is now known as a supporting NPC.
    #[schema(rename_all = "camelCase")]
    CreatureIdentified {
        npc_id: NpcId,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supporting_npc_id: Option<NpcId>,
    },
    /// A creature's temporary hit points changed.
    #[schema(rename_all = "camelCase")]
    CreatureTempHpChanged { npc_id: NpcId, delta: i32 },
    /// The maximum hit points of a hero or a creature were reduced.
    #[schema(rename_all = "camelCase")]
    MaxHpSank { who: FighterId, by: i32 },
    /// A long rest restored a hero's maximum hit points.
    #[schema(rename_all = "camelCase")]
    MaxHpRestored { character_id: CharacterId },
    /// A hero's death saving throws changed; both zero resets them.
    #[schema(rename_all = "camelCase")]
    DeathSavesChanged { character_id: CharacterId, saves: DeathSaves, stable: bool },
    /// A creature's death saving throws changed; three successes make it stable.
    #[schema(rename_all = "camelCase")]
    CreatureDeathSavesChanged { npc_id: NpcId, saves: DeathSaves },
    /// A hero died.
    #[schema(rename_all = "camelCase")]
    HeroDied {
        character_id: CharacterId,
        /// Absent in changes from before this was stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Clock>,
    },
    /// A hero was raised from the dead.
    #[schema(rename_all = "camelCase")]
    HeroRevived { character_id: CharacterId },
    /// Total number of spent hit dice.
    #[schema(rename_all = "camelCase")]
    HitDiceUsed { character_id: CharacterId, used: u8 },
    /// A hero finished a long rest at this time. The next one is possible a day after this one began.
    #[schema(rename_all = "camelCase")]
    LongRestTaken { character_id: CharacterId, ended: Clock },
    /// A hero equipped or unequipped an item; with the resulting armour class and speed.
    #[schema(rename_all = "camelCase")]
    ItemEquipped {
        character_id: CharacterId,
        item_id: ItemId,
        name: String,
        equipped: bool,
        armor_class: u8,
        speed: u16,
    },
    /// A temporary effect began.
    EffectBegan { who: FighterId, effect: Lasting },
    /// A temporary effect ended.
    EffectEnded { who: FighterId, name: String },
    /// A caster began to concentrate on a spell.
    ConcentrationBegan { who: FighterId, on: String },
    /// A caster's concentration ended.
    ConcentrationEnded { who: FighterId, on: String },
    /// Total number of used uses of a limited action.
    UsesSpent { who: FighterId, name: String, spent: u8 },
    /// A fight began.
    EncounterBegan { encounter: Box<Encounter> },
    /// A fighter joined the fight.
    CombatantJoined { combatant: Box<Combatant> },
    /// A fighter left the fight.
    CombatantLeft { who: FighterId },
    /// A fighter moved; `feet` of its speed were spent.
    CombatantMoved { who: FighterId, to: Square, feet: u16 },
    /// A fighter's turn began. `passed` fighters before it had none.
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
    /// A fighter's stance changed.
    StanceTaken { who: FighterId, stance: Box<CombatantStatus> },
    /// The fight waits for a hero's reaction.
    ReactionAsked { pending: Box<PendingReaction> },
    /// The player answered the reaction.
    ReactionAnswered { answer: ReactionAnswer },
    /// A defeated foe adds this experience to the fight.
    EncounterXpGathered { amount: u32 },
    /// The fight is over.
    EncounterEnded { id: String, ending: FightEnding },
    /// A main turn stays open beyond its exchange: it is on the stack now.
    MainTurnOpened {
        number: u32,
        speaker: CharacterId,
        words: String,
        #[serde(default, skip_serializing_if = "Phase::is_exploration")]
        phase: Phase,
    },
    /// Another exchange continues the main turn.
    MainTurnCarriedOn {
        speaker: CharacterId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// Sub-turns were added to the current turn's queue.
    SubTurnsQueued {
        turns: Vec<QueuedTurn>,
        #[serde(default, skip_serializing_if = "Phase::is_exploration")]
        phase: Phase,
    },
    /// A step of the current turn is done.
    StepCompleted { turn: String },
    /// The current sub-turn ended; `summary` is its result.
    SubTurnEnded { turn: String, summary: String },
    /// Rules were looked up in a turn that continues in another exchange; each is `type/slug`.
    RulesRemembered { turn: String, rules: Vec<String> },
    /// The turn waits for answers of heroes.
    ResponsesAwaited { awaited: Awaited },
    /// A hero who owed an answer gave it.
    #[schema(rename_all = "camelCase")]
    ResponseGiven { character_id: CharacterId, words: String },
    /// The Dungeon Master was shown the answers.
    ResponsesHeard {},
    /// No more answers are needed.
    ResponsesWithdrawn {},
    /// The main turn ended.
    MainTurnEnded { number: u32 },
    /// Another act of the campaign began.
    ActBegan { act: ActNow },
    /// The heroes reached a node of the campaign.
    NodeReached { node: String, title: String },
    /// A beat of the node began.
    BeatBegan { beat: String },
    /// A beat ended, well or badly.
    BeatEnded { beat: String, well: bool },
    /// The beat or encounter that the current fight belongs to; none when it is over.
    PlotFightBegan {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The heroes made a finding.
    FindingMade { id: String, text: String },
    /// A flag of the campaign was set.
    FlagSet { name: String, value: FlagValue },
    /// A scheduled event happened, a beat was narrated, or a one-time reward was given.
    HappeningCame { id: String },
    /// The doom clock advanced to this number of filled segments.
    DoomAdvanced { filled: u32 },
    /// Consecutive turns without progress in the campaign.
    PlotStrayed { turns: u32 },
    /// The campaign reached an ending.
    EndingReached { ending: Box<ReachedEnding> },
    /// Turns that left the window were summarised, scene by scene.
    ScenesSummarised { scenes: Vec<SceneSummary> },
    /// Prompts no longer show anything up to this turn, neither verbatim nor summarised.
    HistoryCleared { to: u32 },
    /// The language of the story; absent for the language of the player's messages.
    LanguageChosen {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        language: Option<LanguageTag>,
    },
    /// House rules were set.
    HouseRulesChanged { rules: Box<HouseRules> },
    /// Dice were thrown.
    DiceRolled { roll: Roll },
    /// The dice use another seed from now on: 32 bytes in hex, secret until it is revealed.
    DiceReseeded { seed: String },
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

impl LevelSlots {
    /// Fresh slots.
    pub(super) fn fresh(max: u8) -> Self {
        Self { max, used: 0 }
    }
}
