//! Durations of effects, and when they end.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    concentration::condition_ended,
    deed::{EffectDuration, Modifier},
    fighter::{FighterId, FighterRef},
};
use crate::{Change, State, character::Ability, condition_kind::ConditionKind};

/// Rounds in a minute (SRD 5.1, The Order of Combat).
pub const ROUNDS_PER_MINUTE: u32 = 10;

/// The end of an effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// How many times `edge` of `of`'s turn must pass; absent if it lasts until something ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds_left: Option<u32>,
    pub edge: TurnBoundary,
    /// The fighter whose turns are counted.
    pub of: FighterId,
    /// Who caused it.
    pub source: FighterId,
    /// Whether it ends with the source's concentration.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concentration: bool,
    /// Whether a short or long rest ends it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_rest: bool,
    /// The saving throw at the end of each of the bearer's turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<EndSave>,
    /// The condition that follows if that saving throw fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<ConditionKind>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_hurt: bool,
    /// DC to escape a grapple; 0 if it is contested by a Strength check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escape_dc: Option<i32>,
}

/// Start or end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Edge)]
pub enum TurnBoundary {
    Start,
    End,
}

/// A saving throw that ends an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndSave {
    pub ability: Ability,
    pub dc: i32,
}

/// A temporary effect on a fighter: a boon or a curse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lasting {
    /// The source, such as `Bless`. Effects of one name don't combine (SRD 5.1, Combining Magical Effects).
    pub name: String,
    pub modifiers: Vec<Modifier>,
    pub timing: Timing,
    /// Its description; empty if name and numbers suffice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The rules entry of the description, as `type/slug`; none if it comes from the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The rules text of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectDescription {
    pub text: String,
    /// The entry, as `type/slug`.
    pub source: String,
}

impl Lasting {
    /// An effect without a description.
    pub fn new(name: &str, modifiers: Vec<Modifier>, timing: Timing) -> Self {
        Self { name: name.to_owned(), modifiers, timing, description: String::new(), source: None }
    }

    /// Adds a description of the rules.
    pub fn described(self, by: Option<EffectDescription>) -> Self {
        match by {
            Some(EffectDescription { text, source }) => Self { description: text, source: Some(source), ..self },
            None => self,
        }
    }

    /// Bonus to the maximum hit points.
    pub fn maximum_hit_points(&self) -> i32 {
        let lent = |m: &Modifier| if let Modifier::MaximumHitPoints { by } = m { *by } else { 0 };
        self.modifiers.iter().map(lent).sum()
    }

    /// A short text for each modifier.
    pub fn changes(&self) -> Vec<String> {
        self.modifiers.iter().map(Modifier::to_string).collect()
    }
}

impl Timing {
    /// The timing of an effect of `source` on `bearer`, which begins in `whose` turn; none for effects without a duration or an
    /// end. The current turn doesn't count as the next one.
    pub fn of(
        lasts: EffectDuration,
        source: &FighterId,
        bearer: &FighterId,
        whose: Option<&FighterId>,
    ) -> Option<Self> {
        let at = |edge, of: &FighterId, rounds| Self {
            rounds_left: rounds,
            edge,
            of: of.clone(),
            source: source.clone(),
            concentration: false,
            until_rest: false,
            save: None,
            then: None,
            until_hurt: false,
            escape_dc: None,
        };
        let to_end = |of: &FighterId| at(TurnBoundary::End, of, Some(if whose == Some(of) { 2 } else { 1 }));
        Some(match lasts {
            EffectDuration::Instant => return None,
            EffectDuration::UntilEnded => at(TurnBoundary::Start, source, None),
            EffectDuration::UntilDoersTurn => at(TurnBoundary::Start, source, Some(1)),
            EffectDuration::UntilEndOfDoersTurn => to_end(source),
            EffectDuration::UntilEndOfTargetsTurn => to_end(bearer),
            EffectDuration::Rounds { rounds, concentration, .. } => {
                Self { concentration, ..at(TurnBoundary::Start, source, Some(rounds.max(1))) }
            }
        })
    }

    /// Remaining duration as text: `3 rounds`, `concentration, 1 minute`, `about 8 hours`, `until it is ended`. Rounds are
    /// counted up to one minute.
    pub fn in_words(&self) -> String {
        const HOUR: u32 = 60 * ROUNDS_PER_MINUTE;
        let of = |n: u32, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
        let left = self.rounds_left.map(|left| match left {
            left if left > 0 && left % HOUR == 0 => of(left / HOUR, "hour"),
            left if left > 2 * HOUR => format!("about {}", of((left + HOUR / 2) / HOUR, "hour")),
            left if left > 0 && left % ROUNDS_PER_MINUTE == 0 => of(left / ROUNDS_PER_MINUTE, "minute"),
            left if left > ROUNDS_PER_MINUTE => {
                format!("about {}", of((left + ROUNDS_PER_MINUTE / 2) / ROUNDS_PER_MINUTE, "minute"))
            }
            left => of(left, "round"),
        });
        match (self.concentration, left) {
            (true, Some(left)) => format!("concentration, {left}"),
            (true, None) => "concentration".to_owned(),
            (false, Some(left)) => left,
            (false, None) if self.until_rest => "until the next rest".to_owned(),
            (false, None) => "until it is ended".to_owned(),
        }
    }

    pub fn is_over(&self) -> bool {
        self.rounds_left == Some(0)
    }

    fn pass(&mut self, rounds: u32) {
        self.rounds_left = self.rounds_left.map(|left| left.saturating_sub(rounds));
    }

    /// Whether it ends with this caster's concentration.
    pub fn hangs_on(&self, caster: &FighterId) -> bool {
        self.concentration && self.source == *caster
    }
}

/// Total bonus of effects to the maximum hit points.
fn lent(effects: impl Iterator<Item = Lasting>) -> i32 {
    effects.map(|effect| effect.maximum_hit_points()).sum()
}

/// Changes a maximum of hit points, and lowers the hit points to it if they exceed it.
pub(super) fn raise(hp: &mut i32, max_hp: &mut i32, by: i32) {
    if by != 0 {
        *max_hp = max_hp.saturating_add(by).max(1);
        *hp = (*hp).min(*max_hp);
    }
}

fn ended(who: FighterId, effect: &str) -> Change {
    Change::EffectEnded { who, name: effect.to_owned() }
}

impl State {
    /// All timings.
    fn timings(&mut self) -> impl Iterator<Item = &mut Timing> {
        let of_heroes = self.characters.iter_mut().map(|hero| (&mut hero.conditions, &mut hero.effects));
        let of_creatures = self.creatures.iter_mut().map(|one| (&mut one.conditions, &mut one.effects));
        of_heroes.chain(of_creatures).flat_map(|(conditions, effects)| {
            let of_conditions = conditions.iter_mut().filter_map(|condition| condition.timing.as_deref_mut());
            of_conditions.chain(effects.iter_mut().map(|effect| &mut effect.timing))
        })
    }

    /// Changes that end effects lasting until a rest.
    pub(crate) fn rested(&self, who: &FighterId) -> Vec<Change> {
        let Some(fighter) = self.fighter(who) else { return Vec::new() };
        let conditions = fighter.conditions().iter().filter(|it| it.timing.as_deref().is_some_and(|it| it.until_rest));
        let conditions = conditions.map(|it| condition_ended(who, &it.name));
        let effects = fighter.effects().iter().filter(|it| it.timing.until_rest);
        conditions.chain(effects.map(|it| ended(who.clone(), &it.name))).collect()
    }

    /// Changes that would end each condition and effect of everyone.
    pub(crate) fn endings(&self) -> Vec<Change> {
        let heroes = self.characters.iter().map(FighterRef::Hero);
        let all = heroes.chain(self.creatures.iter().map(FighterRef::Creature));
        let endings = all.flat_map(|fighter| {
            let conditions = fighter.conditions().iter().map(move |it| condition_ended(&fighter.id(), &it.name));
            conditions.chain(fighter.effects().iter().map(move |it| ended(fighter.id(), &it.name)))
        });
        endings.collect()
    }

    /// Changes that end the effects of someone who dies.
    pub(crate) fn ended_by_death(&self, change: &Change) -> Vec<Change> {
        let who = match change {
            Change::CreatureDied { npc_id, .. } => FighterId::Creature(npc_id.clone()),
            Change::HeroDied { character_id, .. } => FighterId::Hero(character_id.clone()),
            _ => return Vec::new(),
        };
        let Some(fighter) = self.fighter(&who) else { return Vec::new() };
        fighter.effects().iter().map(|effect| ended(who.clone(), &effect.name)).collect()
    }

    /// Counts the start or end of a fighter's turn. Expired effects stay until the fight removes them.
    pub(super) fn tick(&mut self, who: &FighterId, edge: TurnBoundary) {
        self.timings().filter(|timing| timing.edge == edge && timing.of == *who).for_each(|timing| timing.pass(1));
    }

    /// Counts effects by the bearer's turns instead of the turns of a fighter who has left.
    pub(super) fn forget_turns_of(&mut self, who: &FighterId) {
        let heroes = self
            .characters
            .iter_mut()
            .map(|hero| (FighterId::Hero(hero.id.clone()), &mut hero.conditions, &mut hero.effects));
        let creatures = self
            .creatures
            .iter_mut()
            .map(|one| (FighterId::Creature(one.id.clone()), &mut one.conditions, &mut one.effects));
        for (bearer, conditions, effects) in heroes.chain(creatures) {
            let of_conditions = conditions.iter_mut().filter_map(|condition| condition.timing.as_deref_mut());
            let all = of_conditions.chain(effects.iter_mut().map(|effect| &mut effect.timing));
            all.filter(|timing| timing.of == *who).for_each(|timing| timing.of = bearer.clone());
        }
    }

    /// Ends effects that don't outlast the minutes that have passed, with their concentration.
    pub(crate) fn outlast(&mut self, minutes: u32) {
        let rounds = minutes.saturating_mul(ROUNDS_PER_MINUTE);
        if rounds == 0 {
            return;
        }
        self.timings().for_each(|timing| timing.pass(rounds));
        let stays = |timing: Option<&Timing>| !timing.is_some_and(Timing::is_over);
        for hero in &mut self.characters {
            hero.conditions.retain(|condition| stays(condition.timing.as_deref()));
            let over = hero.effects.extract_if(.., |effect| effect.timing.is_over());
            raise(&mut hero.current_hp, &mut hero.max_hp, -lent(over));
        }
        for creature in &mut self.creatures {
            creature.conditions.retain(|condition| stays(condition.timing.as_deref()));
            let over = creature.effects.extract_if(.., |effect| effect.timing.is_over());
            raise(&mut creature.hp, &mut creature.max_hp, -lent(over));
        }
        let held: Vec<FighterId> =
            self.timings().filter(|timing| timing.concentration).map(|timing| timing.source.clone()).collect();
        for hero in &mut self.characters {
            hero.concentrating_on.take_if(|_| !held.contains(&FighterId::Hero(hero.id.clone())));
        }
        for creature in &mut self.creatures {
            creature.concentrating_on.take_if(|_| !held.contains(&FighterId::Creature(creature.id.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_long_is_told_in_hours() {
        let mage = FighterId::Hero("ilvara".into());
        let lasts = |rounds| {
            let lasts = EffectDuration::Rounds { rounds, concentration: false, save_at_end: false };
            Timing::of(lasts, &mage, &mage, None).unwrap().in_words()
        };
        let told = [1, 3, 10, 11, 56, 600, 610, 4_647, 4_650, 4_800].map(lasts);
        let expected = [
            "1 round",
            "3 rounds",
            "1 minute",
            "about 1 minute",
            "about 6 minutes",
            "1 hour",
            "61 minutes",
            "about 8 hours",
            "about 8 hours",
            "8 hours",
        ];
        assert_eq!(told, expected);
    }
}
