//! Known spells, spent slots, and chosen options of features.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    Change, State,
    character::{Character, Spellcasting},
    combat::{fighter::FighterRef, timing::ROUNDS_PER_MINUTE},
    conditions,
    refusal::{Refusal, listed},
    tending,
    wording::{FoldedWords, fold, line, name as named, same},
};

/// Maximum duration of concentration spells in minutes (SRD 5.1, Spell Descriptions), by folded name.
static KEPT_IN_MIND: LazyLock<HashMap<String, u32>> =
    LazyLock::new(|| minutes_by_name(include_str!("kept_in_mind.txt")));

/// How many minutes spells take to cast that take more than a turn (SRD 5.1, Spell Descriptions), by [`spell_key`].
static CAST_IN_MINUTES: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let by_name = minutes_by_name(include_str!("cast_in_minutes.txt"));
    by_name.into_iter().map(|(name, minutes)| (spell_key(&name), minutes)).collect()
});

/// The words of a name or text, folded and without the `s` of a plural.
pub(super) fn singular_words(text: &str) -> Vec<String> {
    let mut words = FoldedWords::of(text).words;
    for word in words.iter_mut().filter(|word| word.chars().count() > 3 && word.ends_with('s')) {
        word.pop();
    }
    words
}

/// The form in which spell names written by models are compared: without blanks, hyphens, apostrophes and plurals.
fn spell_key(name: &str) -> String {
    singular_words(name).concat()
}

/// Lines of minutes and names: `10 Fly|Levitate`.
fn minutes_by_name(lines: &str) -> HashMap<String, u32> {
    let lines = lines.lines().filter_map(|line| line.split_once(' '));
    let lines = lines.filter_map(|(minutes, names)| Some((minutes.parse::<u32>().ok()?, names)));
    lines.flat_map(|(minutes, names)| names.split('|').map(move |name| (fold(name), minutes))).collect()
}

/// Maximum duration in rounds of a concentration spell; none for other spells. Used if the rules library has no entry for it.
pub fn rounds_in_mind(name: &str) -> Option<u32> {
    KEPT_IN_MIND.get(&fold(name.trim())).map(|minutes| minutes * ROUNDS_PER_MINUTE)
}

/// How many minutes a spell takes to cast; none if it is cast within a turn. For where the library of rules has no entry of it.
pub fn minutes_to_cast(name: &str) -> Option<u32> {
    CAST_IN_MINUTES.get(&spell_key(name)).copied()
}

/// The folded names of the spells that take more than a turn to cast.
pub(super) fn names_of_slow_spells() -> impl Iterator<Item = String> {
    minutes_by_name(include_str!("cast_in_minutes.txt")).into_keys()
}

/// Refuses spending a slot without a spell's name while someone is dying: it may be a slow spell.
///
/// # Errors
/// Someone is dying.
pub fn slots_need_a_name(state: &State) -> Result<(), Refusal> {
    match tending::dying(state).next() {
        Some(one) => Err(Refusal::new(format!(
            "{} is dying, and some spells take minutes: say which it is, by cast_spell or by apply_state_commands (spell_slot with \
             `spell_name`).",
            one.name()
        ))),
        None => Ok(()),
    }
}

/// The change of learning a spell; none if it is known already (ignoring case).
///
/// # Errors
/// The hero is dead or casts no spells, or nothing is named.
pub fn learn(hero: &Character, name: &str) -> Result<Option<Change>, Refusal> {
    let new = unknown(&learner(hero)?.spells, name)?;
    Ok(new.map(|name| Change::SpellLearned { character_id: hero.id.clone(), name }))
}

/// The change of learning a cantrip; none if it is known already (ignoring case).
///
/// # Errors
/// The hero is dead or casts no spells, or nothing is named.
pub fn learn_cantrip(hero: &Character, name: &str) -> Result<Option<Change>, Refusal> {
    let new = unknown(&learner(hero)?.cantrips, name)?;
    Ok(new.map(|name| Change::CantripLearned { character_id: hero.id.clone(), name }))
}

/// The change of forgetting a spell, found ignoring case.
///
/// # Errors
/// The hero doesn't know it; the text names the spells there are.
pub fn forget(hero: &Character, name: &str) -> Result<Change, Refusal> {
    let casting = casting(hero)?;
    let name = named(name);
    match casting.spells.iter().find(|spell| same(spell, &name)) {
        Some(spell) => Ok(Change::SpellForgotten { character_id: hero.id.clone(), name: spell.clone() }),
        None if casting.cantrips.iter().any(|cantrip| same(cantrip, &name)) => {
            Err(Refusal::new(format!("“{name}” is a cantrip, and a cantrip once learned stays.")))
        }
        None => {
            let spells = listed(casting.spells.iter().map(String::as_str));
            Err(Refusal::new(format!("{} doesn't know “{name}”; there is {spells}.", hero.name)))
        }
    }
}

/// The change that sets how many slots of a spell level are spent in all, and whether the number was held between
/// 0 and as many as there are.
///
/// # Errors
/// The hero has no slots of that level, and the text names the levels there are; or slots are spent by a hero who can't act.
pub fn use_slots(hero: &Character, level: u8, used_total: i32) -> Result<(Change, bool), Refusal> {
    let casting = casting(hero)?;
    let slots = casting.slots.get(&level).ok_or_else(|| {
        let levels: Vec<String> =
            casting.slots.iter().map(|(level, slots)| format!("{level} ({})", slots.max)).collect();
        let levels = listed(levels.iter().map(String::as_str));
        Refusal::new(format!("{} has no spell slots of level {level}; by level there is {levels}.", hero.name))
    })?;
    let used = used_total.clamp(0, i32::from(slots.max));
    if used > i32::from(slots.used) {
        conditions::can_act(hero)?;
    }
    let change =
        Change::SpellSlotsUsed { character_id: hero.id.clone(), level, used: u8::try_from(used).unwrap_or(slots.max) };
    Ok((change, used != used_total))
}

/// The change of choosing an option of a feature, found ignoring case.
///
/// # Errors
/// The hero has no such feature, or no option is named; the text names the features there are.
pub fn choose_feature(hero: &Character, feature: &str, option: &str) -> Result<Change, Refusal> {
    let (feature, option) = (line(feature), line(option));
    let known = hero.features.iter().find(|known| same(&known.name, &feature)).ok_or_else(|| {
        let names = listed(hero.features.iter().map(|known| known.name.as_str()));
        Refusal::new(format!("{} has no feature “{feature}”; there is {names}.", hero.name))
    })?;
    if option.is_empty() {
        return Err(Refusal::new(format!("Say which option of {} it shall be.", known.name)));
    }
    Ok(Change::FeatureChosen { character_id: hero.id.clone(), feature: known.name.clone(), option })
}

fn casting(hero: &Character) -> Result<&Spellcasting, Refusal> {
    let none = || Refusal::new(format!("{} is a {} and casts no spells.", hero.name, hero.class));
    hero.spellcasting.as_ref().ok_or_else(none)
}

/// The spellcasting of a hero who can learn.
fn learner(hero: &Character) -> Result<&Spellcasting, Refusal> {
    FighterRef::Hero(hero).living()?;
    casting(hero)
}

/// The name, unless it is among the known ones.
fn unknown(known: &[String], name: &str) -> Result<Option<String>, Refusal> {
    let name = named(name);
    if name.is_empty() {
        return Err(Refusal::new("Name the spell."));
    }
    Ok((!known.iter().any(|spell| same(spell, &name))).then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hero::tests::hero;

    #[test]
    fn a_spell_of_minutes_is_known_by_any_writing_of_its_name() {
        for name in
            ["prayer of healing", "Prayer-of-Healing", "PRAYERS OF HEALING", "prayer_of_healing", "Gebet der Heilung"]
        {
            assert!(minutes_to_cast(name).is_some(), "{name}");
        }
        assert!(minutes_to_cast("Heroes’ Feast").is_some() && minutes_to_cast("identify").is_some());
        assert!(minutes_to_cast("Cure Wounds").is_none());
    }

    #[test]
    fn a_spell_is_learned_once_and_forgotten_ignoring_case() {
        let wizard = hero("wizard", 1);
        assert!(
            matches!(learn(&wizard, " Identify ").unwrap(), Some(Change::SpellLearned { name, .. }) if name == "Identify")
        );
        assert_eq!(learn(&wizard, "magic missile").unwrap(), None);
        assert!(learn(&wizard, " ").is_err());
        assert!(
            matches!(forget(&wizard, "MAGIC MISSILE").unwrap(), Change::SpellForgotten { name, .. } if name == "Magic Missile")
        );
        let refusal = forget(&wizard, "wish").unwrap_err().to_string();
        assert!(refusal.contains("Magic Missile"), "{refusal}");
    }

    #[test]
    fn a_cantrip_is_learned_once_and_never_forgotten() {
        let wizard = hero("wizard", 1);
        assert!(matches!(learn_cantrip(&wizard, "Shocking Grasp"), Ok(Some(Change::CantripLearned { .. }))));
        assert_eq!(learn_cantrip(&wizard, "fire bolt"), Ok(None));
        assert!(forget(&wizard, "Fire Bolt").unwrap_err().to_string().contains("cantrip"));
    }

    #[test]
    fn the_dead_learn_nothing_and_spend_nothing() {
        let dead = Character { dead: true, current_hp: 0, ..hero("wizard", 5) };
        assert!(learn(&dead, "Identify").unwrap_err().to_string().contains("dead"));
        assert!(learn_cantrip(&dead, "Shocking Grasp").unwrap_err().to_string().contains("dead"));
        assert!(use_slots(&dead, 1, 1).unwrap_err().to_string().contains("dead"));
        assert!(use_slots(&dead, 1, 0).is_ok());
    }

    #[test]
    fn one_who_casts_no_spells_learns_none() {
        let refusal = learn(&hero("fighter", 1), "Shield").unwrap_err().to_string();
        assert!(refusal.contains("fighter and casts no spells"), "{refusal}");
    }

    // srd: rule/what-is-a-spell--spell-slots
    #[test]
    fn slots_are_set_to_a_total_and_held_within_what_there_is() {
        let used = |level, total| match use_slots(&hero("wizard", 5), level, total).unwrap() {
            (Change::SpellSlotsUsed { used, .. }, clamped) => (used, clamped),
            (other, _) => panic!("{other:?}"),
        };
        assert_eq!(used(1, 3), (3, false));
        assert_eq!(used(1, 9), (4, true));
        assert_eq!(used(1, -2), (0, true));
        assert_eq!(used(3, 0), (0, false));
        let refusal = use_slots(&hero("wizard", 5), 4, 1).unwrap_err().to_string();
        assert!(refusal.contains("1 (4), 2 (3) and 3 (2)"), "{refusal}");
    }

    #[test]
    fn a_feature_is_found_ignoring_case() {
        let fighter = hero("fighter", 1);
        let change = choose_feature(&fighter, "fighting style", " Archery ").unwrap();
        assert!(
            matches!(change, Change::FeatureChosen { feature, option, .. } if feature == "Fighting Style" && option == "Archery")
        );
        let refusal = choose_feature(&fighter, "rage", "yes").unwrap_err().to_string();
        assert!(refusal.contains("Second Wind"), "{refusal}");
        assert!(choose_feature(&fighter, "Fighting Style", "").is_err());
    }
}
