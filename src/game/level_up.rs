//! A level that is earned, and what it brings when it is taken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, armor,
    character::{Abilities, Ability, Character, LevelChoice, PendingLevelUp},
    class::{self, IMPROVEMENT_POINTS, MAX_ABILITY},
    experience::{level_for, threshold},
    hero::{FieldError, name_of},
    hit_points,
    refusal::listed,
    wording::same,
};

/// What a player chooses for a level. What is left out is chosen as
/// [`LevelChoice`](super::character::LevelChoice) says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelUpChoices {
    /// How many points each ability gets, such as `{"str": 1, "con": 1}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_scores: Option<BTreeMap<Ability, u8>>,
    /// A subclass by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subclass: Option<String>,
}

/// The level a hero rises to next, with what is to choose for it. Nothing is to choose where every ability is as high
/// as it gets, or the subclass is chosen already.
pub fn pending(hero: &Character, to_level: u8) -> PendingLevelUp {
    let class = class::of(hero);
    let mut choices = Vec::new();
    if hero.subclass.is_none() && to_level >= class.path_level {
        let options = class.subclasses.iter().map(|subclass| subclass.name.to_owned()).collect();
        choices.push(LevelChoice::Subclass { options });
    }
    let room: u8 =
        Ability::ALL.into_iter().map(|ability| MAX_ABILITY.saturating_sub(hero.abilities.score(ability))).sum();
    if class.improves_at(to_level) && room > 0 {
        choices.push(LevelChoice::AbilityScores { points: IMPROVEMENT_POINTS.min(room) });
    }
    PendingLevelUp { to_level, choices }
}

/// The change of taking the level that waits (SRD 5.1, Beyond 1st Level): hit points by the average of the hit die, a
/// modifier of constitution that rises counting for the levels before as well; slots, features, armour class and speed
/// as they are at the new level; and the level after it, where experience suffices for that too.
///
/// # Errors
/// No level waits (field `choices`), or a choice can't be (fields `abilityScores` and `subclass`).
pub fn take(hero: &Character, choices: &LevelUpChoices) -> Result<Change, Vec<FieldError>> {
    let Some(waiting) = &hero.pending_level_up else {
        let next = threshold(hero.level.saturating_add(1));
        let next = next.map_or("the highest there is".to_owned(), |xp| format!("the next begins at {xp} XP"));
        let message = format!("{} has no level to take: level {} with {} XP, {next}.", hero.name, hero.level, hero.xp);
        return Err(vec![FieldError::new("choices", message)]);
    };
    let class = class::of(hero);
    let points = waiting.choices.iter().find_map(|choice| match choice {
        LevelChoice::AbilityScores { points } => Some(*points),
        LevelChoice::Subclass { .. } => None,
    });
    let options = waiting.choices.iter().find_map(|choice| match choice {
        LevelChoice::Subclass { options } => Some(options.as_slice()),
        LevelChoice::AbilityScores { .. } => None,
    });
    let abilities = raised(hero, points, choices.ability_scores.as_ref());
    let subclass = chosen(options, choices.subclass.as_deref());
    let (abilities, subclass) = match (abilities, subclass) {
        (Ok(abilities), Ok(subclass)) => (abilities, subclass),
        (abilities, subclass) => return Err(abilities.err().into_iter().chain(subclass.err()).collect()),
    };
    let level = waiting.to_level;
    let subclass = subclass.or_else(|| hero.subclass.clone());
    let mut features = class.features_at(level, subclass.as_deref());
    features.retain(|new| !hero.features.contains(new));

    let mut risen = hero.clone();
    risen.level = level;
    risen.abilities = abilities;
    risen.subclass.clone_from(&subclass);
    risen.features.extend(features.iter().cloned());
    risen.pending_level_up = None;
    let armor_class = shifted(hero.armor_class, armor::armor_class(hero), armor::armor_class(&risen));
    let speed = shifted(hero.speed, armor::speed(hero), armor::speed(&risen));
    Ok(Change::LevelGained {
        character_id: hero.id.clone(),
        level,
        hp: (hit_points::maximum(&risen) - hit_points::maximum(hero)).max(1),
        abilities,
        subclass: subclass.filter(|_| hero.subclass.is_none()),
        features,
        slots: class.slots(level),
        armor_class,
        speed,
        pending: (level_for(hero.xp) > level).then(|| pending(&risen, level + 1)),
    })
}

/// The abilities after the level: raised as chosen, or where the class needs it.
fn raised(
    hero: &Character,
    points: Option<u8>,
    scores: Option<&BTreeMap<Ability, u8>>,
) -> Result<Abilities, FieldError> {
    let fault = |message: String| Err(FieldError::new("abilityScores", message));
    let mut abilities = hero.abilities;
    let (points, scores) = match (points, scores) {
        (None, Some(scores)) if scores.values().any(|points| *points > 0) => {
            return fault("No ability scores are raised at this level.".to_owned());
        }
        (None, _) => return Ok(abilities),
        (Some(points), None) => {
            class::of(hero).raise(&mut abilities, points);
            return Ok(abilities);
        }
        (Some(points), Some(scores)) => (points, scores),
    };
    let given: u32 = scores.values().map(|points| u32::from(*points)).sum();
    if given != u32::from(points) {
        return fault(format!("There are {points} points to give, not {given}."));
    }
    for (ability, points) in scores {
        let score = abilities.score(*ability).saturating_add(*points);
        if *points > 0 && score > MAX_ABILITY {
            return fault(format!("{} would be {score}; {MAX_ABILITY} is the most.", name_of(*ability)));
        }
        *abilities.score_mut(*ability) = score;
    }
    Ok(abilities)
}

/// The subclass that is chosen, if one is to choose: the one named, or the first.
fn chosen(options: Option<&[String]>, name: Option<&str>) -> Result<Option<String>, FieldError> {
    let fault = |message: String| Err(FieldError::new("subclass", message));
    match (options, name) {
        (None, None) => Ok(None),
        (None, Some(_)) => fault("No subclass is chosen at this level.".to_owned()),
        (Some(options), None) => Ok(options.first().cloned()),
        (Some(options), Some(name)) => match options.iter().find(|option| same(option, name.trim())) {
            Some(option) => Ok(Some(option.clone())),
            None => fault(format!("There is {} to choose from.", listed(options.iter().map(String::as_str)))),
        },
    }
}

/// A number of the sheet after what the rules make of it went from `before` to `after`; none where that changed
/// nothing. What the story added to the number beside the rules stays added.
fn shifted<N>(now: N, before: N, after: N) -> Option<N>
where
    N: Copy + PartialEq + Into<i32> + TryFrom<i32>,
{
    (before != after).then(|| N::try_from(now.into() + after.into() - before.into()).unwrap_or(after))
}
