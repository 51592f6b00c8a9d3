//! Applies each kind of change to the state.

use super::{
    Change, Refusal, State,
    character::{Character, LevelSlots},
    combat::fighter::FighterId,
    creature::Creature,
    id::{CharacterId, NpcId},
    inventory::{Coins, Item},
    knowledge, scene_summary,
    story::{MAX_IMPORTANT_EVENTS, MAX_MET_NPCS, MAX_MILESTONES, MAX_RECENT_EVENTS},
    story_fact,
};

impl State {
    pub(super) fn apply(&mut self, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::CharacterJoined { character } => self.characters.push((**character).clone()),
            Change::CharacterLeft { character_id } => {
                self.hero_mut(character_id)?;
                self.out_of_the_fight(&FighterId::Hero(character_id.clone()));
                self.turn_stack.forget(character_id);
                self.characters.retain(|hero| hero.id != *character_id);
            }
            Change::HpChanged { character_id, delta, temp_delta } => {
                let hero = self.hero_mut(character_id)?;
                hero.current_hp = moved(hero.current_hp, *delta, hero.max_hp);
                hero.temp_hp = moved(hero.temp_hp, *temp_delta, i32::MAX);
            }
            Change::ItemGained { character_id, item_id, name, quantity } => {
                let pack = &mut self.hero_mut(character_id)?.inventory;
                match pack.iter_mut().find(|item| item.id == *item_id) {
                    Some(item) => item.quantity = item.quantity.saturating_add(*quantity),
                    None => {
                        pack.push(Item { id: item_id.clone(), name: name.clone(), quantity: *quantity, equipped: None })
                    }
                }
            }
            Change::ItemLost { character_id, item_id, name, quantity } => {
                let pack = &mut self.hero_mut(character_id)?.inventory;
                let item = pack.iter_mut().find(|item| item.id == *item_id);
                let item = item.ok_or_else(|| Refusal::new(format!("There is no “{name}” to lose.")))?;
                item.quantity = item.quantity.saturating_sub(*quantity);
                pack.retain(|item| item.quantity > 0);
            }
            Change::WeaponGained { character_id, weapon } => {
                let weapons = &mut self.hero_mut(character_id)?.weapons;
                match weapons.iter_mut().find(|have| have.name.eq_ignore_ascii_case(&weapon.name)) {
                    Some(have) => *have = weapon.clone(),
                    None => weapons.push(weapon.clone()),
                }
            }
            Change::WeaponLost { character_id, name } => {
                self.hero_mut(character_id)?.weapons.retain(|weapon| weapon.name != *name);
            }
            Change::ConditionAdded { character_id, condition } => {
                self.hero_mut(character_id)?.conditions.push(condition.clone());
            }
            Change::ConditionRemoved { character_id, name } => {
                self.hero_mut(character_id)?.conditions.retain(|condition| condition.name != *name);
            }
            Change::PurseChanged { character_id, delta_cp } => {
                let hero = self.hero_mut(character_id)?;
                hero.purse = Coins::of_copper(hero.purse.copper().saturating_add(*delta_cp));
            }
            Change::XpGained { character_id, amount } => {
                let hero = self.hero_mut(character_id)?;
                hero.xp = hero.xp.saturating_add(*amount);
            }
            Change::LevelUpEarned { character_id, pending } => {
                self.hero_mut(character_id)?.pending_level_up = Some(pending.clone());
            }
            Change::LevelGained {
                character_id,
                level,
                hp,
                healed,
                abilities,
                subclass,
                features,
                slots,
                armor_class,
                speed,
                pending,
            } => {
                let hero = self.hero_mut(character_id)?;
                hero.level = *level;
                hero.max_hp = hero.max_hp.saturating_add(*hp);
                hero.current_hp = hero.current_hp.saturating_add(healed.unwrap_or(*hp));
                hero.hit_dice.total = *level;
                hero.abilities = *abilities;
                hero.armor_class = armor_class.unwrap_or(hero.armor_class);
                hero.speed = speed.unwrap_or(hero.speed);
                hero.pending_level_up = pending.clone();
                hero.features.extend(features.iter().cloned());
                if subclass.is_some() {
                    hero.subclass.clone_from(subclass);
                }
                if let (Some(casting), Some(slots)) = (&mut hero.spellcasting, slots) {
                    casting.slots.retain(|level, _| slots.contains_key(level));
                    for (level, max) in slots {
                        let slot = casting.slots.entry(*level).or_insert(LevelSlots::fresh(*max));
                        slot.max = *max;
                        slot.used = slot.used.min(*max);
                    }
                }
            }
            Change::FeatureChosen { character_id, feature, option } => {
                let hero = self.hero_mut(character_id)?;
                let known = hero.features.iter_mut().find(|known| known.name == *feature);
                known.ok_or_else(|| Refusal::new(format!("There is no feature “{feature}”.")))?.chosen_option =
                    Some(option.clone());
            }
            Change::SpellSlotsUsed { character_id, level, used } => {
                let slots = self.hero_mut(character_id)?.spellcasting.as_mut().and_then(|s| s.slots.get_mut(level));
                let slots =
                    slots.ok_or_else(|| Refusal::new(format!("{character_id} has no level {level} spell slots.")))?;
                slots.used = (*used).min(slots.max);
            }
            Change::SpellLearned { character_id, name } => {
                if let Some(casting) = &mut self.hero_mut(character_id)?.spellcasting {
                    casting.spells.push(name.clone());
                }
            }
            Change::SpellForgotten { character_id, name } => {
                if let Some(casting) = &mut self.hero_mut(character_id)?.spellcasting {
                    casting.spells.retain(|spell| spell != name);
                }
            }
            Change::CantripLearned { character_id, name } => {
                if let Some(casting) = &mut self.hero_mut(character_id)?.spellcasting {
                    casting.cantrips.push(name.clone());
                }
            }
            Change::LocationChanged { to, .. } => self.story.current_location.clone_from(to),
            Change::SceneChanged { scene, after_fight } => {
                self.story.current_scene.clone_from(scene);
                self.story.after_fight.clone_from(after_fight);
            }
            Change::FactNoted { fact } => story_fact::note(&mut self.story.facts, fact.clone()),
            Change::RecentEventNoted { text } => keep_newest(&mut self.story.recent_events, text, MAX_RECENT_EVENTS),
            Change::ImportantEventRecorded { text, .. } => {
                keep_newest(&mut self.important_events, text, MAX_IMPORTANT_EVENTS);
            }
            Change::MilestoneReached { text } => keep_newest(&mut self.story.milestones, text, MAX_MILESTONES),
            Change::SummaryRewritten { text } => self.story.campaign_summary.clone_from(text),
            Change::QuestAdded { .. }
            | Change::QuestGiven { .. }
            | Change::ObjectiveCompleted { .. }
            | Change::QuestCompleted { .. }
            | Change::QuestFailed { .. } => self.apply_to_quests(change)?,
            Change::NpcMet { name } => keep_newest(&mut self.story.met_npcs, name, MAX_MET_NPCS),
            Change::ActAdvanced { act } => {
                self.story.current_act = *act;
                self.story.completed_story_beats.clear();
            }
            Change::StoryBeatCompleted { name } => self.story.completed_story_beats.push(name.clone()),
            Change::PlaceRevealed { .. }
            | Change::PlaceReached { .. }
            | Change::MapDrawn { .. }
            | Change::MapLeft {}
            | Change::SecretFound { .. }
            | Change::CreatureStayed { .. }
            | Change::CreatureMet { .. } => self.apply_to_the_map(change)?,
            Change::TimePassed { minutes, now } => {
                self.clock = *now;
                self.outlast(*minutes);
            }
            Change::SupportingNpcCreated { npc } => self.supporting_npcs.push((**npc).clone()),
            Change::SupportingNpcUpdated { npc } => {
                let known = self.supporting_npcs.iter_mut().find(|known| known.id == npc.id);
                *known.ok_or_else(|| Refusal::new(format!("There is no supporting NPC “{}”.", npc.id)))? =
                    (**npc).clone();
            }
            Change::NpcMoved { npc_id, to } => {
                let known = self.supporting_npcs.iter_mut().find(|known| known.id == *npc_id);
                let known = known.ok_or_else(|| Refusal::new(format!("There is no supporting NPC “{npc_id}”.")))?;
                known.location.clone_from(to);
            }
            Change::ScenesSummarised { scenes } => scene_summary::keep(&mut self.scenes, scenes),
            Change::HistoryCleared { to } => self.cleared_to = *to,
            Change::HouseRulesChanged { rules } => self.house_rules.clone_from(rules),
            Change::LanguageChosen { language } => self.language.clone_from(language),
            Change::Remembered { memory } => knowledge::keep(&mut self.memories, memory),
            Change::CreatureEntered { creature } => self.creatures.push(creature.clone()),
            Change::CreatureLeft { npc_id } => {
                self.creature_mut(npc_id)?;
                self.out_of_the_fight(&FighterId::Creature(npc_id.clone()));
                self.creatures.retain(|creature| creature.id != *npc_id);
            }
            Change::CreatureIdentified { npc_id, name, supporting_npc_id } => {
                let creature = self.creature_mut(npc_id)?;
                creature.name.clone_from(name);
                creature.supporting_npc_id.clone_from(supporting_npc_id);
            }
            Change::CreatureTurned { npc_id, disposition } => self.creature_mut(npc_id)?.disposition = *disposition,
            Change::ItemEquipped { character_id, item_id, equipped, armor_class, speed, .. } => {
                let hero = self.hero_mut(character_id)?;
                if let Some(item) = hero.inventory.iter_mut().find(|item| item.id == *item_id) {
                    item.equipped = Some(*equipped);
                }
                (hero.armor_class, hero.speed) = (*armor_class, *speed);
            }
            Change::CreatureHpChanged { npc_id, delta } => {
                let creature = self.body_mut(npc_id)?;
                creature.hp = moved(creature.hp, *delta, creature.max_hp);
                creature.death_saves = creature.death_saves.filter(|_| creature.hp == 0);
                creature.died_at = creature.died_at.filter(|_| creature.hp == 0);
            }
            Change::CreatureDied { npc_id, at } => {
                let creature = self.body_mut(npc_id)?;
                (creature.hp, creature.death_saves, creature.died_at) = (0, None, *at);
            }
            Change::CreatureDeathSavesChanged { npc_id, saves } => {
                let creature = self.body_mut(npc_id)?;
                creature.death_saves = (creature.hp == 0).then_some(*saves);
            }
            Change::CreatureConditionAdded { npc_id, condition } => {
                self.creature_mut(npc_id)?.conditions.push(condition.clone());
            }
            Change::CreatureConditionRemoved { npc_id, name } => {
                self.body_mut(npc_id)?.conditions.retain(|condition| condition.name != *name);
            }
            Change::CreatureTempHpChanged { npc_id, delta } => {
                let creature = self.creature_mut(npc_id)?;
                creature.temp_hp = moved(creature.temp_hp, *delta, i32::MAX);
            }
            Change::DeathSavesChanged { character_id, saves, stable } => {
                let hero = self.hero_mut(character_id)?;
                (hero.death_saves, hero.stable) = (*saves, *stable);
            }
            Change::HeroDied { character_id, at } => {
                let hero = self.hero_mut(character_id)?;
                (hero.dead, hero.stable, hero.current_hp, hero.died_at) = (true, false, 0, *at);
            }
            Change::HeroRevived { character_id } => {
                let hero = self.hero_mut(character_id)?;
                (hero.dead, hero.died_at) = (false, None);
            }
            Change::HitDiceUsed { character_id, used } => {
                let dice = &mut self.hero_mut(character_id)?.hit_dice;
                dice.used = (*used).min(dice.total);
            }
            Change::LongRestTaken { character_id, ended } => self.hero_mut(character_id)?.rested = Some(*ended),
            Change::MaxHpRestored { character_id } => {
                let hero = self.hero_mut(character_id)?;
                hero.max_hp = hero.max_hp.saturating_add(std::mem::take(&mut hero.sunk_hp));
            }
            Change::MaxHpSank { .. }
            | Change::EffectBegan { .. }
            | Change::EffectEnded { .. }
            | Change::ConcentrationBegan { .. }
            | Change::ConcentrationEnded { .. }
            | Change::UsesSpent { .. }
            | Change::EncounterBegan { .. }
            | Change::CombatantJoined { .. }
            | Change::CombatantLeft { .. }
            | Change::CombatantMoved { .. }
            | Change::CombatTurnBegan { .. }
            | Change::CombatTurnEnded { .. }
            | Change::TurnSpent { .. }
            | Change::StanceTaken { .. }
            | Change::ReactionAsked { .. }
            | Change::ReactionAnswered { .. }
            | Change::EncounterXpGathered { .. }
            | Change::EncounterEnded { .. } => self.apply_in_combat(change)?,
            Change::MainTurnOpened { .. }
            | Change::MainTurnCarriedOn { .. }
            | Change::SubTurnsQueued { .. }
            | Change::StepCompleted { .. }
            | Change::SubTurnEnded { .. }
            | Change::RulesRemembered { .. }
            | Change::ResponsesAwaited { .. }
            | Change::ResponseGiven { .. }
            | Change::ResponsesHeard {}
            | Change::ResponsesWithdrawn {}
            | Change::MainTurnEnded { .. } => self.apply_to_the_stack(change)?,
            Change::ActBegan { .. }
            | Change::NodeReached { .. }
            | Change::BeatBegan { .. }
            | Change::BeatEnded { .. }
            | Change::PlotFightBegan { .. }
            | Change::FindingMade { .. }
            | Change::FlagSet { .. }
            | Change::HappeningCame { .. }
            | Change::DoomAdvanced { .. }
            | Change::PlotStrayed { .. }
            | Change::EndingReached { .. } => self.apply_to_the_plot(change)?,
            Change::DiceRolled { roll } => self.dice.next_index = roll.proof.index.saturating_add(1),
            Change::DiceReseeded { seed } => self.dice.seed.clone_from(seed),
        }
        Ok(())
    }

    pub(super) fn hero_mut(&mut self, id: &CharacterId) -> Result<&mut Character, Refusal> {
        let hero = self.characters.iter_mut().find(|hero| hero.id == *id);
        hero.ok_or_else(|| Refusal::new(format!("There is no hero “{id}” here.")))
    }

    /// The creature with this id in the scene or left behind elsewhere, since people can die or be raised where no hero is.
    fn body_mut(&mut self, id: &NpcId) -> Result<&mut Creature, Refusal> {
        let left = self.left_behind.iter_mut().map(|left| &mut left.creature);
        let body = self.creatures.iter_mut().chain(left).find(|creature| creature.id == *id);
        body.ok_or_else(|| Refusal::new(format!("There is no one “{id}” in the scene or left behind elsewhere.")))
    }

    pub(super) fn creature_mut(&mut self, id: &NpcId) -> Result<&mut Creature, Refusal> {
        let creature = self.creatures.iter_mut().find(|creature| creature.id == *id);
        creature.ok_or_else(|| Refusal::new(format!("There is no one “{id}” in the scene.")))
    }
}

/// A number moved, between 0 and `most`. Changes that come from elsewhere are applied before anyone knows whether they
/// are sound: whatever numbers they hold, this is one.
fn moved(from: i32, by: i32, most: i32) -> i32 {
    from.saturating_add(by).clamp(0, most.max(0))
}

/// Puts a line at the end of a list that keeps only its newest `most` lines.
fn keep_newest(lines: &mut Vec<String>, line: &str, most: usize) {
    lines.push(line.to_owned());
    let surplus = lines.len().saturating_sub(most);
    lines.drain(..surplus);
}
