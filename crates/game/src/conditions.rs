//! Adds and removes conditions of heroes and creatures.

use std::sync::LazyLock;

use language::word_lists;

use super::{
    Change, State,
    character::{Character, Condition},
    combat::fighter::FighterRef,
    condition_kind::{ConditionKind, ConditionRules},
    creature::{self, Creature},
    id::CharacterId,
    refusal::{Refusal, listed},
    wording::{fold, name as named, same},
};

/// The rules of exhaustion, the condition that has levels (SRD 5.1, Exhaustion).
const EXHAUSTION: &ConditionRules = ConditionKind::Exhaustion.rules();
/// The level of exhaustion that is death.
pub const KILLS: u8 = EXHAUSTION.kills_from;

/// The changes that put a hero into a condition; none if that is so already (ignoring case) or nothing is named.
/// Exhaustion grows by a level, or to the one that is named, as in `exhaustion 3`, and brings what that level does.
///
/// # Errors
/// The hero is dead, or the name says that they die.
pub fn add(hero: &Character, name: &str) -> Result<Vec<Change>, Refusal> {
    FighterRef::Hero(hero).living()?;
    no_death(FighterRef::Hero(hero), name)?;
    if let Some(level) = level_of_exhaustion(&hero.conditions, name) {
        return Ok(exhaust(hero, level));
    }
    let condition = new(&hero.conditions, name);
    let added = condition.map(|condition| Change::ConditionAdded { character_id: hero.id.clone(), condition });
    Ok(added.into_iter().collect())
}

/// Changes that add a level of exhaustion, with the condition's duration (SRD 5.1, Exhaustion: effects of the same kind add up).
pub(super) fn exhaust_more(fighter: FighterRef<'_>, condition: Condition) -> Vec<Change> {
    let level = fighter.exhaustion().saturating_add(1).min(KILLS);
    let mut changes = match fighter {
        FighterRef::Hero(hero) => exhaust(hero, level),
        FighterRef::Creature(creature) => exhaust_creature(creature, level),
    };
    for change in &mut changes {
        if let Change::ConditionAdded { condition: added, .. }
        | Change::CreatureConditionAdded { condition: added, .. } = change
        {
            *added = Condition { level: Some(level), ..condition.clone() };
        }
    }
    changes
}

/// The changes that bring a hero's exhaustion to a level from 1 to 6: from the fourth on the most hit points are half, and
/// the sixth is death (SRD 5.1, Exhaustion). None if that is its level.
pub(super) fn exhaust(hero: &Character, level: u8) -> Vec<Change> {
    let id = &hero.id;
    let Some((before, condition)) = exhaustion(&hero.conditions, level) else { return Vec::new() };
    let ends = before.map(|name| Change::ConditionRemoved { character_id: id.clone(), name });
    let mut changes: Vec<Change> = ends.into_iter().collect();
    changes.push(Change::ConditionAdded { character_id: id.clone(), condition });
    let most = max_hp_at(level, hero.max_hp);
    if hero.current_hp > most {
        let delta = most - hero.current_hp;
        changes.push(Change::HpChanged { character_id: id.clone(), delta, temp_delta: 0 });
    }
    if level >= KILLS && !hero.dead {
        changes.push(Change::HeroDied { character_id: id.clone(), at: None });
    }
    changes
}

/// Words for death, which are not conditions, by section of their file.
struct DeathWords {
    dead: Vec<String>,
    dying: Vec<String>,
    stable: Vec<String>,
    before: Vec<String>,
    ends: Vec<String>,
}

static DEATH_WORDS: LazyLock<DeathWords> = LazyLock::new(|| {
    let section = |name: &str| word_lists::lines(include_str!("no_conditions.txt"), name).map(fold).collect();
    DeathWords {
        dead: section("dead"),
        dying: section("dying"),
        stable: section("stable"),
        before: section("before"),
        ends: section("ends"),
    }
});

/// A part of a name without filler words at its ends.
fn bare_phrase(part: &str) -> String {
    let words = &*DEATH_WORDS;
    let main = part.split_whitespace().skip_while(|word| words.before.iter().any(|it| it == word));
    main.take_while(|word| !words.ends.iter().any(|it| it == word)).collect::<Vec<_>>().join(" ")
}

/// Refuses a condition or effect that claims someone's death.
///
/// # Errors
/// The name says so; the text says what to do.
pub(super) fn no_death(who: FighterRef<'_>, name: &str) -> Result<(), Refusal> {
    let words = &*DEATH_WORDS;
    let folded = fold(&named(name));
    let phrases: Vec<String> = folded.split(['(', ')', '[', ']', ',', ':', ';', '–', '—']).map(bare_phrase).collect();
    let whole = folded.trim();
    let says = |of: &[String]| of.iter().any(|it| it == whole || phrases.contains(it));
    let what_to_do = match who {
        _ if says(&words.stable) => {
            "use the action stabilise of take_action in a fight, else the command death_save (tend); hp_delta of update_npc or \
             update_game_state heals"
        }
        _ if !says(&words.dead) && !says(&words.dying) => return Ok(()),
        FighterRef::Hero(_) => {
            "a hero falls and dies by hit points and death saves: give what was lost as hp_delta of update_game_state; as much \
             below 0 as the hero has at most is death"
        }
        FighterRef::Creature(_) if says(&words.dead) => {
            "say it by update_npc: `dead: true`, or hp_delta for the wound; in a fight the wound kills"
        }
        FighterRef::Creature(_) => {
            "give the wound as hp_delta of update_npc; at 0 a creature is dead, and a person of the party lies dying"
        }
    };
    Err(Refusal::new(format!("“{}” is no condition of {}: {what_to_do}.", named(name), who.name())))
}

/// The change that ends a hero's condition, found ignoring case.
///
/// # Errors
/// The hero isn't in it; the text names the conditions there are.
pub fn remove(hero: &Character, name: &str) -> Result<Change, Refusal> {
    let name = find(&hero.conditions, name, &hero.name)?;
    Ok(Change::ConditionRemoved { character_id: hero.id.clone(), name })
}

/// The changes that put a creature into a condition, as [`add`] does with a hero.
///
/// # Errors
/// The creature is dead, or the name says that it dies.
pub fn add_to_creature(creature: &Creature, name: &str) -> Result<Vec<Change>, Refusal> {
    FighterRef::Creature(creature).living()?;
    no_death(FighterRef::Creature(creature), name)?;
    if let Some(level) = level_of_exhaustion(&creature.conditions, name) {
        return Ok(exhaust_creature(creature, level));
    }
    let condition = new(&creature.conditions, name);
    let npc_id = creature.id.clone();
    Ok(condition.map(|condition| Change::CreatureConditionAdded { npc_id, condition }).into_iter().collect())
}

/// The changes that bring a creature's exhaustion to a level, as [`exhaust`] does with a hero.
pub(super) fn exhaust_creature(creature: &Creature, level: u8) -> Vec<Change> {
    let id = &creature.id;
    let Some((before, condition)) = exhaustion(&creature.conditions, level) else { return Vec::new() };
    let ends = before.map(|name| Change::CreatureConditionRemoved { npc_id: id.clone(), name });
    let mut changes: Vec<Change> = ends.into_iter().collect();
    changes.push(Change::CreatureConditionAdded { npc_id: id.clone(), condition });
    let most = max_hp_at(level, creature.max_hp);
    if level >= KILLS && !creature.is_dead() {
        changes.extend(creature::kill(creature));
    } else if creature.hp > most {
        let lost = creature::hurt_or_heal(creature, most - creature.hp);
        changes.extend(lost.into_iter().flat_map(|(changes, _)| changes));
    }
    changes
}

/// The maximum hit points at a level of exhaustion; `max_hp` is the maximum without it (SRD 5.1, Exhaustion).
pub(super) fn max_hp_at(level: u8, max_hp: i32) -> i32 {
    if level >= EXHAUSTION.halves_hp_from { (max_hp / 2).max(1) } else { max_hp }
}

/// The level of exhaustion that words bring, 1 to 6; without a number it is one more than there is. None if they name
/// something else.
fn level_of_exhaustion(there: &[Condition], name: &str) -> Option<u8> {
    let name = named(name).to_lowercase();
    let rest = ConditionKind::Exhaustion.words().find_map(|word| name.strip_prefix(word))?;
    let number = rest.trim_matches(|c: char| !c.is_ascii_digit());
    let level = there.iter().find(|it| it.is(ConditionKind::Exhaustion)).map_or(0, |it| it.level.unwrap_or(1));
    match number.is_empty() {
        true => Some(level.saturating_add(1).min(KILLS)),
        false => number.parse().ok().filter(|level| (1..=KILLS).contains(level)),
    }
}

/// Exhaustion of a level, with the name of the one that ends by it; none if that is its level.
fn exhaustion(there: &[Condition], level: u8) -> Option<(Option<String>, Condition)> {
    let level = level.clamp(1, KILLS);
    let before = there.iter().find(|it| it.is(ConditionKind::Exhaustion));
    if before.is_some_and(|it| it.level.unwrap_or(1) == level) {
        return None;
    }
    let condition = Condition { level: Some(level), ..Condition::new(ConditionKind::Exhaustion.name()) };
    Some((before.map(|it| it.name.clone()), condition))
}

/// The change that ends a creature's condition, found ignoring case.
///
/// # Errors
/// The creature isn't in it; the text names the conditions there are.
pub fn remove_from_creature(creature: &Creature, name: &str) -> Result<Change, Refusal> {
    let name = find(&creature.conditions, name, &creature.name)?;
    Ok(Change::CreatureConditionRemoved { npc_id: creature.id.clone(), name })
}

/// A condition that isn't there yet, under the name the rules have for it.
fn new(there: &[Condition], name: &str) -> Option<Condition> {
    let condition = by_rule(named(name));
    let known = there.iter().any(|other| same(&other.name, &condition.name));
    (!known && !condition.name.is_empty()).then_some(condition)
}

/// Separators between a condition's name and its duration or source.
const ADDITIONS: [&str; 8] = [" (", ", ", ": ", " for ", " until ", " of ", " by ", " from "];

/// The rules condition that words name, and the rest of them: "poisoned (1 hour)", "frightened of the ogre".
fn meant(words: &str) -> Option<(ConditionKind, &str, &str)> {
    let ends = ADDITIONS.iter().filter_map(|addition| words.find(addition)).min().unwrap_or(words.len());
    let (name, addition) = words.split_at(ends);
    Some((ConditionKind::meant(name)?, name, addition))
}

/// A condition with its name in the rules, and the rest of the words as its duration; other names are unchanged.
fn by_rule(words: String) -> Condition {
    let Some((kind, name, addition)) = meant(&words) else { return Condition::new(words) };
    let name = ConditionKind::read(name).map_or(kind.name(), |_| name);
    let addition = addition.trim_start_matches([' ', ',', ':']);
    let inner = addition.strip_prefix('(').map_or(addition, |inner| inner.strip_suffix(')').unwrap_or(inner));
    let duration = (!inner.trim().is_empty()).then(|| inner.trim().to_owned());
    Condition { duration, ..Condition::new(name) }
}

/// Whether a condition has this name or a synonym, ignoring case and additions.
pub fn is_called(condition: &Condition, name: &str) -> bool {
    let name = named(name);
    let kind = |words: &str| meant(words).map(|(kind, ..)| kind);
    same(&condition.name, &name) || kind(&name).is_some_and(|it| kind(&condition.name) == Some(it))
}

/// A condition's name as it is written on the sheet, found ignoring case.
///
/// # Errors
/// The person isn't in it; the text names the conditions there are.
pub fn find(there: &[Condition], name: &str, who: &str) -> Result<String, Refusal> {
    let name = named(name);
    let found = there.iter().find(|condition| is_called(condition, &name));
    found.map(|condition| condition.name.clone()).ok_or_else(|| {
        let names = listed(there.iter().map(|condition| condition.name.as_str()));
        Refusal::new(format!("{who} isn't “{name}”; there is {names} to end."))
    })
}

/// Whether a hero can act at all.
///
/// # Errors
/// A condition forbids it, or the hero is dead or lies at 0 hit points; the text says so.
pub fn can_act(hero: &Character) -> Result<(), Refusal> {
    if hero.dead {
        return Err(Refusal::new(format!("{} is dead and can't act.", hero.name)));
    }
    match hero.conditions.iter().find(|condition| condition.incapacitates()) {
        Some(condition) => {
            Err(Refusal::new(format!("{} is {} and can't act.", hero.name, condition.name.to_lowercase())))
        }
        None if hero.current_hp <= 0 => Err(Refusal::new(format!("{} lies at 0 hit points and can't act.", hero.name))),
        None => Ok(()),
    }
}

/// Whether the party can go on: the hero who acts can, or another one.
///
/// # Errors
/// No hero can act; the text says why the hero `acting` can't.
pub fn can_any_act(state: &State, acting: &CharacterId) -> Result<(), Refusal> {
    match state.characters.iter().any(|hero| can_act(hero).is_ok()) {
        true => Ok(()),
        false => can_act(state.hero(acting.as_str())?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        creature::{Disposition, enter},
        experience,
        hero::tests::{hero, table},
        level_up,
        view::CharacterView,
    };

    #[test]
    fn a_condition_sets_in_once() {
        let mut hero = hero("rogue", 1);
        let [Change::ConditionAdded { condition, .. }] = &add(&hero, " Poisoned ").unwrap()[..] else {
            panic!("none set in")
        };
        assert_eq!(condition.name, "Poisoned");
        hero.conditions.push(condition.clone());
        assert_eq!(add(&hero, "poisoned").unwrap(), []);
        assert_eq!(add(&hero, "  ").unwrap(), []);
    }

    #[test]
    fn a_synonym_is_the_condition_of_the_rules() {
        let mut game = table();
        for (said, name) in [("paralysed", "paralyzed"), ("Poison", "poisoned"), ("deaf", "deafened"), ("damp", "damp")]
        {
            game.apply_all(&add(&game.characters[0], said).unwrap()).unwrap();
            assert_eq!(game.characters[0].conditions.last().unwrap().name, name);
            assert_eq!(add(&game.characters[0], name).unwrap(), [], "{said} is {name}");
            game.apply(&remove(&game.characters[0], said).unwrap()).unwrap();
            assert!(game.characters[0].conditions.is_empty());
        }
    }

    #[test]
    fn what_stands_beside_the_name_of_a_condition_is_its_duration() {
        for (words, name, duration) in [
            ("Poisoned (1 hour)", "Poisoned", Some("1 hour")),
            ("poisoned for an hour", "poisoned", Some("for an hour")),
            ("frightened of the ogre", "frightened", Some("of the ogre")),
            ("Stunned until her next turn", "Stunned", Some("until her next turn")),
            ("sick with worry", "sick with worry", None),
            ("Hunted (by the guild)", "Hunted (by the guild)", None),
        ] {
            let mut hero = hero("rogue", 1);
            let changes = add(&hero, words).unwrap();
            let [Change::ConditionAdded { condition, .. }] = &changes[..] else { panic!("{changes:?}") };
            assert_eq!((condition.name.as_str(), condition.duration.as_deref()), (name, duration), "{words}");
            hero.conditions.push(condition.clone());
            assert_eq!(condition.kind().is_some(), duration.is_some(), "{words}");
            assert!(add(&hero, words).unwrap().is_empty(), "{words}: it sets in once");
            assert_eq!(find(&hero.conditions, words, "Ada").unwrap(), name);
        }
        // Sessions of before have it in the name.
        let before = [Condition::new("Poisoned (1 hour)")];
        assert_eq!(find(&before, "poisoned", "Ada").unwrap(), "Poisoned (1 hour)");
    }

    // srd: condition/exhaustion
    #[test]
    fn exhaustion_grows_halves_and_kills() {
        let mut game = table();
        let tire = |game: &mut crate::Game, words: &str| {
            let changes = add(&game.characters[0], words).unwrap();
            game.apply_all(&changes).unwrap();
            let hero = &game.characters[0];
            (hero.conditions.iter().filter(|it| it.is(ConditionKind::Exhaustion)).count(), hero.current_hp, hero.dead)
        };
        let whole = game.characters[0].max_hp;
        assert_eq!(tire(&mut game, "exhaustion"), (1, whole, false));
        assert_eq!(game.characters[0].conditions[0].level, Some(1));
        assert_eq!(tire(&mut game, "Exhausted"), (1, whole, false), "it is the same condition");
        assert_eq!(game.characters[0].conditions[0].level, Some(2), "each adds a level");
        assert_eq!(tire(&mut game, "Exhaustion (level 4)"), (1, whole / 2, false));
        assert_eq!(tire(&mut game, "exhaustion 5"), (1, whole / 2, false));
        assert_eq!(
            remove(&game.characters[0], "EXHAUSTED").unwrap(),
            remove(&game.characters[0], "exhaustion").unwrap()
        );
        assert_eq!(tire(&mut game, "exhaustion"), (1, 0, true), "the sixth kills");
        assert!(add(&game.characters[0], "prone").unwrap_err().to_string().contains("is dead"));
        game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
        let changes = add_to_creature(&game.creatures[0], "exhaustion 6").unwrap();
        game.apply_all(&changes).unwrap();
        assert!(game.creatures[0].is_dead());
    }

    // srd: condition/exhaustion
    #[test]
    fn nobody_heals_beyond_the_maximum_that_exhaustion_leaves() {
        let mut game = table();
        let whole = game.characters[0].max_hp;
        game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
        game.apply_all(&add(&game.characters[0], "exhaustion 4").unwrap()).unwrap();
        game.apply_all(&add_to_creature(&game.creatures[0], "exhaustion 4").unwrap()).unwrap();
        assert_eq!(CharacterView::of(game.characters[0].clone()).sheet.max_hp, whole / 2);
        let (goblin, half) = (game.creatures[0].clone(), game.creatures[0].max_hp / 2);
        assert_eq!((goblin.hp, goblin.health_word()), (half, "unhurt"));
        assert_eq!(creature::hurt_or_heal(&goblin, 99).unwrap(), (Vec::new(), true));
        game.apply_all(&creature::kill(&goblin)).unwrap();
        game.apply_all(&creature::revive(&game, &game.creatures[0], 99)).unwrap();
        assert_eq!(game.creatures[0].hp, half);
        game.apply_all(&experience::gain(&game.characters[0], 355_000)).unwrap();
        let level = level_up::take(&game.characters[0], &level_up::LevelUpChoices::default()).unwrap();
        game.apply(&level).unwrap();
        let hero = FighterRef::Hero(&game.characters[0]);
        assert!(hero.max_hp() > whole / 2);
        assert_eq!(hero.hp(), hero.max_hp(), "the level brings what there is room for");
    }

    #[test]
    fn a_condition_ends_ignoring_case() {
        let mut hero = hero("rogue", 1);
        hero.conditions.push(Condition::new("Poisoned"));
        assert!(
            matches!(remove(&hero, "POISONED").unwrap(), Change::ConditionRemoved { name, .. } if name == "Poisoned")
        );
        let refusal = remove(&hero, "prone").unwrap_err().to_string();
        assert!(refusal.contains("“prone”") && refusal.contains("Poisoned"), "{refusal}");
    }

    #[test]
    fn the_remedy_for_stable_kills_nobody() {
        let mut game = table();
        game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
        let goblin = &game.creatures[0];
        for word in ["stable", "unconscious (stabilised)"] {
            let refusal = add_to_creature(goblin, word).unwrap_err().to_string();
            assert!(refusal.contains("stabilise of take_action") && !refusal.contains("is dead"), "{refusal}");
        }
        assert!(add_to_creature(goblin, "dying").unwrap_err().to_string().contains("at 0 a creature is dead"));
        assert!(add_to_creature(goblin, "is no more").is_err());
        assert_eq!(add_to_creature(goblin, "Cursed, no more").unwrap().len(), 1);
    }

    #[test]
    fn creatures_suffer_as_heroes_do() {
        let mut game = table();
        game.apply_all(&enter(&game, "Goblin", "goblin", Disposition::Hostile, 1)).unwrap();
        let changes = add_to_creature(&game.creatures[0], "prone").unwrap();
        game.apply_all(&changes).unwrap();
        assert_eq!(add_to_creature(&game.creatures[0], "Prone").unwrap(), []);
        let change = remove_from_creature(&game.creatures[0], "PRONE").unwrap();
        game.apply(&change).unwrap();
        assert!(game.creatures[0].conditions.is_empty());
        assert!(remove_from_creature(&game.creatures[0], "prone").is_err());
    }
}
