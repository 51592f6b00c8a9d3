//! What players may see of a change.

use super::{Change, combat::fighter::FighterId, plot::FlagValue};

impl Change {
    /// The field of the player's view that it changes; empty if it changes none.
    pub fn field(&self) -> &'static str {
        match self {
            Self::CharacterJoined { .. }
            | Self::CharacterLeft { .. }
            | Self::HpChanged { .. }
            | Self::ItemGained { .. }
            | Self::ItemLost { .. }
            | Self::WeaponGained { .. }
            | Self::WeaponLost { .. }
            | Self::ConditionAdded { .. }
            | Self::ConditionRemoved { .. }
            | Self::PurseChanged { .. }
            | Self::XpGained { .. }
            | Self::LevelUpEarned { .. }
            | Self::LevelGained { .. }
            | Self::FeatureChosen { .. }
            | Self::SpellSlotsUsed { .. }
            | Self::SpellLearned { .. }
            | Self::SpellForgotten { .. }
            | Self::CantripLearned { .. }
            | Self::MaxHpRestored { .. }
            | Self::DeathSavesChanged { .. }
            | Self::HeroDied { .. }
            | Self::HeroRevived { .. }
            | Self::HitDiceUsed { .. }
            | Self::LongRestTaken { .. }
            | Self::ItemEquipped { .. } => "characters",
            Self::MaxHpSank { who, .. }
            | Self::EffectBegan { who, .. }
            | Self::EffectEnded { who, .. }
            | Self::ConcentrationBegan { who, .. }
            | Self::ConcentrationEnded { who, .. }
            | Self::UsesSpent { who, .. } => match who {
                FighterId::Hero(_) => "characters",
                FighterId::Creature(_) => "creatures",
            },
            Self::EncounterBegan { .. }
            | Self::CombatantJoined { .. }
            | Self::CombatantLeft { .. }
            | Self::CombatantMoved { .. }
            | Self::CombatTurnBegan { .. }
            | Self::CombatTurnEnded { .. }
            | Self::TurnSpent { .. }
            | Self::StanceTaken { .. }
            | Self::ReactionAsked { .. }
            | Self::ReactionAnswered { .. }
            | Self::EncounterXpGathered { .. }
            | Self::EncounterEnded { .. } => "encounter",
            Self::LocationChanged { .. }
            | Self::SceneChanged { .. }
            | Self::RecentEventNoted { .. }
            | Self::MilestoneReached { .. }
            | Self::SummaryRewritten { .. }
            | Self::QuestAdded { .. }
            | Self::QuestCompleted { .. }
            | Self::QuestGiven { .. }
            | Self::ObjectiveCompleted { .. }
            | Self::QuestFailed { .. }
            | Self::NpcMet { .. }
            | Self::ActAdvanced { .. }
            | Self::StoryBeatCompleted { .. }
            | Self::PlaceRevealed { .. }
            | Self::PlaceReached { .. }
            | Self::MapLeft {} => "story",
            Self::MapDrawn { .. } | Self::SecretFound { .. } => "places",
            Self::ActBegan { .. }
            | Self::NodeReached { .. }
            | Self::FindingMade { .. }
            | Self::DoomAdvanced { .. }
            | Self::EndingReached { .. } => "plot",
            Self::ImportantEventRecorded { .. } => "importantEvents",
            Self::TimePassed { .. } => "clock",
            Self::SupportingNpcCreated { .. } | Self::SupportingNpcUpdated { .. } | Self::NpcMoved { .. } => {
                "supportingNPCs"
            }
            Self::CreatureEntered { .. }
            | Self::CreatureLeft { .. }
            | Self::CreatureStayed { .. }
            | Self::CreatureMet { .. }
            | Self::CreatureHpChanged { .. }
            | Self::CreatureTurned { .. }
            | Self::CreatureIdentified { .. }
            | Self::CreatureTempHpChanged { .. }
            | Self::CreatureDied { .. }
            | Self::CreatureDeathSavesChanged { .. }
            | Self::CreatureConditionAdded { .. }
            | Self::CreatureConditionRemoved { .. } => "creatures",
            Self::DiceReseeded { .. } => "diceCommitment",
            Self::LanguageChosen { .. } => "language",
            Self::HouseRulesChanged { .. } => "houseRules",
            Self::ResponsesAwaited { .. }
            | Self::ResponseGiven { .. }
            | Self::ResponsesHeard {}
            | Self::ResponsesWithdrawn {} => "awaiting",
            Self::MainTurnOpened { .. }
            | Self::MainTurnCarriedOn { .. }
            | Self::SubTurnsQueued { .. }
            | Self::StepCompleted { .. }
            | Self::SubTurnEnded { .. }
            | Self::RulesRemembered { .. }
            | Self::MainTurnEnded { .. }
            | Self::BeatBegan { .. }
            | Self::BeatEnded { .. }
            | Self::PlotFightBegan { .. }
            | Self::FlagSet { .. }
            | Self::HappeningCame { .. }
            | Self::PlotStrayed { .. }
            | Self::FactNoted { .. }
            | Self::Remembered { .. }
            | Self::ScenesSummarised { .. }
            | Self::HistoryCleared { .. }
            | Self::DiceRolled { .. } => "",
        }
    }

    /// The change as players may see it: without unused seeds, the kind and numbers of new creatures, Stealth totals, what no
    /// hero perceived, rules look-ups, and the Dungeon Master's parts of map and campaign.
    pub fn without_secrets(mut self) -> Self {
        match &mut self {
            Self::DiceReseeded { seed } => seed.clear(),
            Self::CreatureEntered { creature } => *creature = creature.clone().without_secrets(),
            Self::Remembered { memory } => memory.without_secrets(),
            Self::MapDrawn { place, known } => place.without_secrets(*known),
            Self::BeatBegan { beat } | Self::BeatEnded { beat, .. } => beat.clear(),
            Self::PlotFightBegan { by } => *by = None,
            Self::HappeningCame { id } => id.clear(),
            Self::RulesRemembered { rules, .. } => rules.clear(),
            Self::FlagSet { name, value } => {
                name.clear();
                *value = FlagValue::Is(true);
            }
            Self::EncounterBegan { encounter } => {
                let foes = encounter.order.iter_mut().filter(|combatant| !combatant.who.is_hero());
                foes.for_each(|foe| foe.stance.without_secrets());
            }
            Self::CombatantJoined { combatant } if !combatant.who.is_hero() => combatant.stance.without_secrets(),
            Self::StanceTaken { who, stance } if !who.is_hero() => stance.without_secrets(),
            Self::SupportingNpcCreated { npc } | Self::SupportingNpcUpdated { npc } => {
                **npc = npc.as_players_see_them()
            }
            // Public as they are.
            Self::CombatantJoined { .. }
            | Self::StanceTaken { .. }
            | Self::CharacterJoined { .. }
            | Self::CharacterLeft { .. }
            | Self::HpChanged { .. }
            | Self::ItemGained { .. }
            | Self::ItemLost { .. }
            | Self::WeaponGained { .. }
            | Self::WeaponLost { .. }
            | Self::ConditionAdded { .. }
            | Self::ConditionRemoved { .. }
            | Self::PurseChanged { .. }
            | Self::XpGained { .. }
            | Self::LevelUpEarned { .. }
            | Self::LevelGained { .. }
            | Self::FeatureChosen { .. }
            | Self::SpellSlotsUsed { .. }
            | Self::SpellLearned { .. }
            | Self::SpellForgotten { .. }
            | Self::CantripLearned { .. }
            | Self::LocationChanged { .. }
            | Self::SceneChanged { .. }
            | Self::RecentEventNoted { .. }
            | Self::ImportantEventRecorded { .. }
            | Self::MilestoneReached { .. }
            | Self::SummaryRewritten { .. }
            | Self::QuestAdded { .. }
            | Self::QuestCompleted { .. }
            | Self::QuestGiven { .. }
            | Self::ObjectiveCompleted { .. }
            | Self::QuestFailed { .. }
            | Self::NpcMet { .. }
            | Self::ActAdvanced { .. }
            | Self::StoryBeatCompleted { .. }
            | Self::PlaceRevealed { .. }
            | Self::PlaceReached { .. }
            | Self::MapLeft { .. }
            | Self::SecretFound { .. }
            | Self::CreatureStayed { .. }
            | Self::CreatureMet { .. }
            | Self::TimePassed { .. }
            | Self::NpcMoved { .. }
            | Self::CreatureLeft { .. }
            | Self::CreatureHpChanged { .. }
            | Self::CreatureDied { .. }
            | Self::CreatureDeathSavesChanged { .. }
            | Self::CreatureIdentified { .. }
            | Self::LongRestTaken { .. }
            | Self::CreatureConditionAdded { .. }
            | Self::CreatureConditionRemoved { .. }
            | Self::CreatureTurned { .. }
            | Self::CreatureTempHpChanged { .. }
            | Self::MaxHpSank { .. }
            | Self::MaxHpRestored { .. }
            | Self::DeathSavesChanged { .. }
            | Self::HeroDied { .. }
            | Self::HeroRevived { .. }
            | Self::HitDiceUsed { .. }
            | Self::ItemEquipped { .. }
            | Self::EffectBegan { .. }
            | Self::EffectEnded { .. }
            | Self::ConcentrationBegan { .. }
            | Self::ConcentrationEnded { .. }
            | Self::UsesSpent { .. }
            | Self::CombatantLeft { .. }
            | Self::CombatantMoved { .. }
            | Self::CombatTurnBegan { .. }
            | Self::CombatTurnEnded { .. }
            | Self::TurnSpent { .. }
            | Self::ReactionAsked { .. }
            | Self::ReactionAnswered { .. }
            | Self::EncounterXpGathered { .. }
            | Self::EncounterEnded { .. }
            | Self::MainTurnOpened { .. }
            | Self::MainTurnCarriedOn { .. }
            | Self::SubTurnsQueued { .. }
            | Self::StepCompleted { .. }
            | Self::SubTurnEnded { .. }
            | Self::ResponsesAwaited { .. }
            | Self::ResponseGiven { .. }
            | Self::ResponsesHeard { .. }
            | Self::ResponsesWithdrawn { .. }
            | Self::MainTurnEnded { .. }
            | Self::ActBegan { .. }
            | Self::NodeReached { .. }
            | Self::FindingMade { .. }
            | Self::DoomAdvanced { .. }
            | Self::PlotStrayed { .. }
            | Self::FactNoted { .. }
            | Self::EndingReached { .. }
            | Self::ScenesSummarised { .. }
            | Self::LanguageChosen { .. }
            | Self::HouseRulesChanged { .. }
            | Self::HistoryCleared { .. }
            | Self::DiceRolled { .. } => {}
        }
        self
    }
}
