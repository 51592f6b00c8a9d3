//! Level-up: an earned level, its choices and their effects.

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

/// A player's choices for a level. Missing ones have the defaults of [`LevelChoice`].
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

/// A hero's next level with its choices. Without choices if every ability is at its maximum, or the subclass is chosen already.
pub fn pending(hero: &Character, to_level: u8) -> PendingLevelUp {
    let class = class::of(hero);
    let mut choices = Vec::new();
    if hero.subclass.is_none() && to_level >= class.path.level {
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

/// The change for taking the pending level (SRD 5.1, Beyond 1st Level). Hit points rise by the average of the hit die; a
/// higher constitution modifier counts for earlier levels too. Missing hit points stay missing, and a hero at 0 hit points
/// stays there. Slots, features, armour class and speed are those of the new level. If the experience suffices, the next
/// level is pending afterwards.
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
    let hp = (hit_points::maximum(&risen) - hit_points::maximum(hero)).max(1);
    risen.max_hp = hero.max_hp.saturating_add(hp);
    // Exhaustion may leave less room than the level brings.
    let healed = match hero.dead || hero.current_hp <= 0 {
        true => 0,
        false => (hit_points::most(&risen) - hero.current_hp).clamp(0, hp),
    };
    Ok(Change::LevelGained {
        character_id: hero.id.clone(),
        level,
        hp,
        healed: (healed < hp).then_some(healed),
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

/// A value of the sheet after its rule value changed from `before` to `after`; none if unchanged. Bonuses of the story are
/// preserved.
fn shifted<N>(now: N, before: N, after: N) -> Option<N>
where
    N: Copy + PartialEq + Into<i32> + TryFrom<i32>,
{
    (before != after).then(|| N::try_from(now.into() + after.into() - before.into()).unwrap_or(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, State, experience, hero::tests::hero, story::Story};

    /// A table with one hero who has just earned the level after `level`.
    fn earned(class: &str, level: u8) -> Game {
        let mut game = Game::new(State::start(Story::default(), vec![hero(class, level)], [7; 32]));
        let missing = threshold(level + 1).unwrap() - game.characters[0].xp;
        game.apply_all(&experience::gain(&game.characters[0], missing)).unwrap();
        assert!(game.characters[0].pending_level_up.is_some());
        game
    }

    fn taken(mut game: Game, choices: &LevelUpChoices) -> Character {
        let change = take(&game.characters[0], choices).unwrap();
        game.apply(&change).unwrap();
        game.characters[0].clone()
    }

    fn scores(json: &str) -> LevelUpChoices {
        serde_json::from_str(&format!(r#"{{"abilityScores":{json}}}"#)).unwrap()
    }

    fn fault(game: &Game, choices: &LevelUpChoices) -> (String, String) {
        let error = take(&game.characters[0], choices).unwrap_err().remove(0);
        (error.field, error.message)
    }

    #[test]
    fn a_level_brings_hit_points_and_ends_the_wait() {
        let game = earned("fighter", 1);
        let before = game.characters[0].clone();
        let after = taken(game, &LevelUpChoices::default());
        assert_eq!((after.level, after.hit_dice.total, &after.pending_level_up), (2, 2, &None));
        let con = before.abilities.modifier(Ability::Con);
        assert_eq!((after.max_hp - before.max_hp, after.current_hp - before.current_hp), (6 + con, 6 + con));
        assert!(after.features.iter().any(|feature| feature.name == "Action Surge"));
    }

    #[test]
    fn taking_levels_one_by_one_comes_to_what_is_built_at_once() {
        for class in class::ALL.iter() {
            let mut game = Game::new(State::start(Story::default(), vec![hero(class.name, 1)], [7; 32]));
            game.apply_all(&experience::gain(&game.characters[0], 355_000)).unwrap();
            while game.characters[0].pending_level_up.is_some() {
                let change = take(&game.characters[0], &LevelUpChoices::default()).unwrap();
                game.apply(&change).unwrap();
            }
            let (risen, built) = (&game.characters[0], hero(class.name, 20));
            assert_eq!(risen.level, 20, "{}", class.name);
            assert_eq!((risen.max_hp, risen.abilities), (built.max_hp, built.abilities), "{}", class.name);
            assert_eq!((risen.armor_class, risen.speed), (built.armor_class, built.speed), "{}", class.name);
            assert_eq!((&risen.features, &risen.subclass), (&built.features, &built.subclass), "{}", class.name);
            let slots = |hero: &Character| hero.spellcasting.clone().map(|casting| casting.slots);
            assert_eq!(slots(risen), slots(&built), "{}", class.name);
        }
    }

    #[test]
    fn points_go_where_they_are_wanted_or_else_where_the_class_needs_them() {
        let before = hero("wizard", 3).abilities;
        let after = taken(earned("wizard", 3), &scores(r#"{"dex":1,"con":1}"#)).abilities;
        assert_eq!(after, Abilities { dex: before.dex + 1, con: before.con + 1, ..before });
        let after = taken(earned("wizard", 3), &LevelUpChoices::default()).abilities;
        assert_eq!(after, Abilities { int: before.int + 2, ..before });
    }

    // srd: section/beyond-1st-level rule/ability-scores-and-modifiers
    #[test]
    fn points_must_be_as_many_as_there_are_and_no_ability_above_twenty() {
        let mut game = earned("wizard", 3);
        assert_eq!(fault(&game, &scores(r#"{"dex":1}"#)).0, "abilityScores");
        assert!(fault(&game, &scores(r#"{"dex":2,"con":1}"#)).1.contains("2 points"));
        assert!(fault(&game, &scores(r#"{"dex":255,"con":255}"#)).1.contains("not 510"));
        let mut state: State = serde_json::from_value(serde_json::to_value(&game).unwrap()).unwrap();
        state.characters[0].abilities.int = 19;
        game = Game::new(state);
        assert!(fault(&game, &scores(r#"{"int":2}"#)).1.contains("20 is the most"));
        assert_eq!(taken(game, &scores(r#"{"int":1,"cha":1}"#)).abilities.int, 20);
        assert_eq!(fault(&earned("wizard", 1), &scores(r#"{"int":2}"#)).0, "abilityScores");
    }

    #[test]
    fn a_constitution_that_rises_counts_for_earlier_levels() {
        let game = earned("fighter", 3);
        let before = game.characters[0].clone();
        assert_eq!(before.abilities.con, 15);
        let after = taken(game, &scores(r#"{"con":1,"str":1}"#));
        assert_eq!(after.max_hp - before.max_hp, 6 + 3 + 3, "the level's, and one for each of the three before");
    }

    #[test]
    fn a_subclass_is_chosen_by_name_or_the_first_taken() {
        let game = earned("fighter", 2);
        let choices = &game.characters[0].pending_level_up.as_ref().unwrap().choices;
        assert_eq!(choices, &[LevelChoice::Subclass { options: vec!["Champion".to_owned()] }]);
        let named = |name: &str| LevelUpChoices { subclass: Some(name.to_owned()), ..LevelUpChoices::default() };
        assert!(fault(&game, &named("Samurai")).1.contains("Champion"));
        let after = taken(game, &named("champion"));
        assert_eq!(after.subclass.as_deref(), Some("Champion"));
        assert!(after.features.iter().any(|feature| feature.name == "Improved Critical"));
        assert_eq!(taken(earned("fighter", 2), &LevelUpChoices::default()).subclass.as_deref(), Some("Champion"));
        assert_eq!(fault(&earned("fighter", 3), &named("Champion")).0, "subclass");
    }

    #[test]
    fn slots_follow_the_level_and_those_spent_stay_spent() {
        let mut game = earned("wizard", 4);
        let id = game.characters[0].id.clone();
        game.apply(&Change::SpellSlotsUsed { character_id: id, level: 1, used: 3 }).unwrap();
        let slots = taken(game, &LevelUpChoices::default()).spellcasting.unwrap().slots;
        let slots: Vec<(u8, u8)> = slots.values().map(|slots| (slots.max, slots.used)).collect();
        assert_eq!(slots, [(4, 3), (3, 0), (2, 0)]);
        let pact = taken(earned("warlock", 2), &LevelUpChoices::default()).spellcasting.unwrap().slots;
        assert_eq!(pact.keys().copied().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_ranger_learns_to_cast_at_the_second_level() {
        let slots = taken(earned("ranger", 1), &LevelUpChoices::default()).spellcasting.unwrap().slots;
        assert_eq!(slots[&1].max, 2);
    }

    #[test]
    fn experience_for_two_levels_leaves_the_second_waiting() {
        let mut game = Game::new(State::start(Story::default(), vec![hero("rogue", 1)], [7; 32]));
        game.apply_all(&experience::gain(&game.characters[0], 900)).unwrap();
        let after = taken(game, &LevelUpChoices::default());
        assert_eq!((after.level, after.pending_level_up.map(|pending| pending.to_level)), (2, Some(3)));
    }

    #[test]
    fn what_the_story_added_to_the_armour_class_stays_added() {
        let game = earned("rogue", 3);
        let mut state: State = serde_json::from_value(serde_json::to_value(&game).unwrap()).unwrap();
        state.characters[0].abilities.dex = 15;
        state.characters[0].armor_class = 15;
        let after = taken(Game::new(state), &scores(r#"{"dex":1,"int":1}"#));
        assert_eq!(after.armor_class, 16, "of leather and dexterity 13 before and 14 after, and 2 from elsewhere");
    }

    #[test]
    fn nothing_is_taken_where_nothing_waits() {
        let errors = take(&hero("monk", 1), &LevelUpChoices::default()).unwrap_err();
        assert_eq!(errors[0].field, "choices");
        assert!(errors[0].message.contains("300 XP"), "{errors:?}");
        assert!(take(&hero("monk", 20), &LevelUpChoices::default()).unwrap_err()[0].message.contains("highest"));
    }

    #[test]
    fn nothing_is_to_choose_where_every_ability_is_at_its_highest() {
        let mut hero = hero("fighter", 5);
        hero.abilities = Abilities { str: 20, dex: 20, con: 20, int: 20, wis: 20, cha: 19 };
        assert_eq!(pending(&hero, 6).choices, [LevelChoice::AbilityScores { points: 1 }]);
        hero.abilities.cha = 20;
        assert_eq!(pending(&hero, 6).choices, []);
    }
}
