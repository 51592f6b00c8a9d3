//! Applies changes of a fight to the state.

use std::collections::BTreeMap;

use super::{
    encounter::{Combatant, Encounter},
    fighter::FighterId,
    timing::{Lasting, TurnBoundary, raise},
};
use crate::{Change, Refusal, State};

/// The effects, concentration and spent uses, which heroes and creatures have alike.
struct Burden<'a> {
    effects: &'a mut Vec<Lasting>,
    concentrating_on: &'a mut Option<String>,
    spent: &'a mut BTreeMap<String, u8>,
}

impl State {
    /// Applies a change of a fight or of a temporary effect.
    pub(crate) fn apply_in_combat(&mut self, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::MaxHpSank { who, by } => self.sink(who, *by)?,
            Change::EffectBegan { who, effect } => {
                self.end_effect(who, &effect.name)?;
                self.burden(who)?.effects.push(effect.clone());
                self.raise(who, effect.maximum_hit_points())?;
            }
            Change::EffectEnded { who, name } => self.end_effect(who, name)?,
            Change::ConcentrationBegan { who, on } => *self.burden(who)?.concentrating_on = Some(on.clone()),
            Change::ConcentrationEnded { who, .. } => *self.burden(who)?.concentrating_on = None,
            Change::UsesSpent { who, name, spent } => {
                let uses = self.burden(who)?.spent;
                match spent {
                    0 => drop(uses.remove(name)),
                    _ => drop(uses.insert(name.clone(), *spent)),
                }
            }
            Change::EncounterBegan { encounter } => {
                if encounter.order.is_empty() {
                    return Err(Refusal::new("Nobody takes part in that fight."));
                }
                self.encounter = Some(encounter.clone());
            }
            Change::CombatantJoined { combatant } => {
                let encounter = self.fight()?;
                let (place, current) = (encounter.place_of(combatant), encounter.turn_index);
                encounter.order.insert(place, (**combatant).clone());
                encounter.turn_index = if place <= current { current + 1 } else { current };
            }
            Change::CombatantLeft { who } => {
                self.combatant(who)?;
                self.out_of_the_fight(who);
            }
            Change::CombatantMoved { who, to, feet } => {
                let combatant = self.combatant(who)?;
                combatant.square = *to;
                combatant.economy.feet = combatant.economy.feet.saturating_add(*feet);
            }
            Change::CombatTurnBegan { who, round, passed } => {
                let encounter = self.fight()?;
                let index = encounter.order.iter().position(|combatant| combatant.who == *who);
                encounter.turn_index = index.ok_or_else(|| not_in_the_fight(who))?;
                encounter.round = *round;
                encounter.order[encounter.turn_index].begin_turn();
                for combatant in &mut encounter.order {
                    combatant.stance.helped.take_if(|helped| helped.by == *who);
                }
                for passed in passed {
                    self.tick(passed, TurnBoundary::Start);
                    self.tick(passed, TurnBoundary::End);
                }
                self.tick(who, TurnBoundary::Start);
            }
            Change::CombatTurnEnded { who } => {
                let combatant = self.combatant(who)?;
                combatant.surprised = false;
                combatant.acted = true;
                self.tick(who, TurnBoundary::End);
            }
            Change::TurnSpent { who, economy } => self.combatant(who)?.economy = economy.clone(),
            Change::StanceTaken { who, stance } => self.combatant(who)?.stance = (**stance).clone(),
            Change::ReactionAsked { pending } => self.fight()?.pending = Some(pending.clone()),
            Change::ReactionAnswered { .. } => self.fight()?.pending = None,
            Change::EncounterXpGathered { amount } => {
                let encounter = self.fight()?;
                encounter.xp = encounter.xp.saturating_add(*amount);
            }
            Change::EncounterEnded { .. } => {
                self.fight()?;
                self.encounter = None;
            }
            _ => {}
        }
        Ok(())
    }

    /// Removes a fighter from the fight, if there is one; a fight without fighters ends.
    pub(crate) fn out_of_the_fight(&mut self, who: &FighterId) {
        let Some(encounter) = &mut self.encounter else { return };
        encounter.remove(who);
        if encounter.order.is_empty() {
            self.encounter = None;
        }
        self.forget_turns_of(who);
    }

    fn end_effect(&mut self, who: &FighterId, name: &str) -> Result<(), Refusal> {
        let effects = self.burden(who)?.effects;
        let lent = effects.iter().filter(|effect| effect.name == *name).map(Lasting::maximum_hit_points).sum::<i32>();
        effects.retain(|effect| effect.name != *name);
        self.raise(who, -lent)
    }

    /// Changes the hit point maximum of a hero or creature.
    fn raise(&mut self, who: &FighterId, by: i32) -> Result<(), Refusal> {
        match who {
            FighterId::Hero(id) if by != 0 => {
                let hero = self.hero_mut(id)?;
                raise(&mut hero.current_hp, &mut hero.max_hp, by);
            }
            FighterId::Creature(id) if by != 0 => {
                let creature = self.creature_mut(id)?;
                raise(&mut creature.hp, &mut creature.max_hp, by);
            }
            FighterId::Hero(_) | FighterId::Creature(_) => {}
        }
        Ok(())
    }

    fn sink(&mut self, who: &FighterId, by: i32) -> Result<(), Refusal> {
        let by = by.max(0);
        match who {
            FighterId::Hero(id) => {
                let hero = self.hero_mut(id)?;
                let by = by.min(hero.max_hp.saturating_sub(1).max(0));
                hero.max_hp -= by;
                hero.sunk_hp = hero.sunk_hp.saturating_add(by);
                hero.current_hp = hero.current_hp.min(hero.max_hp);
            }
            FighterId::Creature(id) => {
                let creature = self.creature_mut(id)?;
                creature.max_hp = creature.max_hp.saturating_sub(by).max(1);
                creature.hp = creature.hp.min(creature.max_hp);
            }
        }
        Ok(())
    }

    fn burden(&mut self, who: &FighterId) -> Result<Burden<'_>, Refusal> {
        Ok(match who {
            FighterId::Hero(id) => {
                let hero = self.hero_mut(id)?;
                Burden {
                    effects: &mut hero.effects,
                    concentrating_on: &mut hero.concentrating_on,
                    spent: &mut hero.spent,
                }
            }
            FighterId::Creature(id) => {
                let creature = self.creature_mut(id)?;
                Burden {
                    effects: &mut creature.effects,
                    concentrating_on: &mut creature.concentrating_on,
                    spent: &mut creature.spent,
                }
            }
        })
    }

    fn fight(&mut self) -> Result<&mut Encounter, Refusal> {
        self.encounter.as_deref_mut().ok_or_else(|| Refusal::new("There is no fight."))
    }

    fn combatant(&mut self, who: &FighterId) -> Result<&mut Combatant, Refusal> {
        self.fight()?.combatant_mut(who).ok_or_else(|| not_in_the_fight(who))
    }
}

fn not_in_the_fight(who: &FighterId) -> Refusal {
    Refusal::new(format!("“{}” takes no part in the fight.", who.as_str()))
}
