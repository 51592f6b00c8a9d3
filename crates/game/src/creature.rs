//! Creatures and people in the current scene.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State,
    character::{Condition, DeathSaves},
    clock::Clock,
    combat::{fighter::FighterRef, stat_block::StatBlock, timing::Lasting},
    condition_kind::ConditionKind,
    id::{NpcId, kebab, of_person, unique},
    naming, person,
    refusal::{Refusal, listed},
    wording::{fold, only_without_accents, same, shortened},
};

/// In characters.
pub const MAX_NAME: usize = 80;
/// Most creatures of one kind that enter at once.
pub const MAX_COUNT: u32 = 20;

/// A person or creature in the scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatureRecord)]
pub struct Creature {
    /// Unique in its session.
    pub id: NpcId,
    /// The displayed name; several of a kind have letters.
    pub name: String,
    /// Key of the stat block.
    pub slug: String,
    /// Attitude to the heroes.
    pub disposition: Disposition,
    /// 0 to `maxHp`; at 0 it is dead, unless it has death saves.
    pub hp: i32,
    /// At least 1.
    pub max_hp: i32,
    pub armor_class: u8,
    /// Experience for its defeat.
    pub xp: u32,
    /// Oldest first.
    pub conditions: Vec<Condition>,
    /// Whether it travels with the heroes.
    #[serde(default)]
    pub companion: bool,
    /// The supporting NPC this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supporting_npc_id: Option<NpcId>,
    /// Absent if only the numbers above are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<StatBlock>>,
    /// Lost before other hit points.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub temp_hp: i32,
    /// Temporary effects, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Lasting>,
    /// The spell of its concentration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concentrating_on: Option<String>,
    /// Uses of limited actions since the last reset, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<String, u8>,
    /// The death saving throws of a companion who lies at 0 hit points and isn't dead; three successes are stable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub death_saves: Option<DeathSaves>,
    /// Time of death, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died_at: Option<Clock>,
}

/// Attitude to the heroes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Disposition {
    /// Wants to hurt them.
    Hostile,
    /// Minds its own business.
    Neutral,
    /// Wishes them well.
    Friendly,
}

impl Creature {
    pub fn is_dead(&self) -> bool {
        self.hp == 0 && self.death_saves.is_none()
    }

    /// Whether it makes death saving throws at 0 hit points instead of dying at once: a supporting NPC who travels with the
    /// heroes (SRD 5.2, Dropping to 0 Hit Points: an important NPC).
    pub fn makes_death_saves(&self) -> bool {
        self.companion && self.supporting_npc_id.is_some()
    }

    /// The same as players may see it in a change: what [`CreatureView`](crate::view::CreatureView) shows, without kind and
    /// numbers. Required fields get a neutral value. A new field doesn't compile until it is decided whether players see it.
    pub(super) fn without_secrets(self) -> Self {
        let is_dead = self.is_dead();
        let Self {
            id,
            name,
            slug: _,
            disposition,
            hp: _,
            max_hp: _,
            armor_class: _,
            xp: _,
            conditions,
            companion,
            supporting_npc_id,
            stats: _,
            temp_hp: _,
            effects,
            concentrating_on: _,
            spent: _,
            death_saves: _,
            died_at,
        } = self;
        Self {
            id,
            name,
            slug: String::new(),
            disposition,
            hp: i32::from(!is_dead),
            max_hp: 1,
            armor_class: 0,
            xp: 0,
            conditions,
            companion,
            supporting_npc_id,
            stats: None,
            temp_hp: 0,
            effects,
            concentrating_on: None,
            spent: BTreeMap::new(),
            death_saves: None,
            died_at,
        }
    }

    /// A word for its apparent health.
    pub fn health_word(&self) -> &'static str {
        let most = FighterRef::Creature(self).max_hp();
        match self.hp * 4 {
            0 if self.is_dead() => "dead",
            n if n <= most => "near death",
            n if n <= most * 2 => "bloodied",
            n if n < most * 4 => "hurt",
            _ => "unhurt",
        }
    }
}

/// The default stat block for an unknown creature: a commoner (SRD 5.1, Nonplayer Characters), worth 10 XP.
pub(super) fn plain(state: &State, name: String, slug: &str, disposition: Disposition, taken: &[String]) -> Creature {
    let known = || state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature));
    // The id of a supporting NPC stays reserved, also after a rename.
    let own = person::find_coming(state, &name, slug).map(|npc| npc.id.as_str());
    let is_of_another = |id: &str| own != Some(id) && state.supporting_npcs.iter().any(|npc| npc.id.as_str() == id);
    let id = unique(of_person(&name), |id| {
        taken.iter().any(|t| t == id)
            || known().any(|c| c.id.as_str() == id)
            || state.is_id_of_a_hero(id)
            || is_of_another(id)
    });
    Creature {
        id: NpcId::from(id),
        name,
        slug: kebab(slug),
        disposition,
        hp: 4,
        max_hp: 4,
        armor_class: 10,
        xp: 10,
        conditions: Vec::new(),
        companion: false,
        supporting_npc_id: None,
        stats: None,
        temp_hp: 0,
        effects: Vec::new(),
        concentrating_on: None,
        spent: BTreeMap::new(),
        death_saves: None,
        died_at: None,
    }
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// The changes that bring `count` creatures of a kind into the scene. Several get the letters A, B, C …, continuing after
/// earlier creatures of that name, dead or alive, or after a hero of that name. A single one with the name of a living supporting
/// NPC is that person.
pub fn enter(state: &State, name: &str, slug: &str, disposition: Disposition, count: u32) -> Vec<Change> {
    let count = count.clamp(1, MAX_COUNT) as usize;
    let known = person::find_coming(state, name, slug).filter(|_| count == 1);
    let person = known.filter(|npc| !npc.dead && !state.creatures.iter().any(|one| person::is_of(one, npc)));
    let name = shortened(name, MAX_NAME);
    // A second "Goblin A" gets the next free letter.
    let kind = name.rsplit_once(' ').filter(|(_, end)| number(end).is_some() && is_there(state, &name));
    let kind = kind.map_or(name.as_str(), |(kind, _)| kind);
    let names: Vec<String> = match next_letter(state, kind) {
        // By name alone it would become the person of that name.
        None if count == 1 && known.is_none() => vec![name],
        _ if person.is_some() => vec![name],
        next => (next.unwrap_or(0)..).take(count).map(|i| format!("{kind} {}", letters(i))).collect(),
    };
    let mut taken = Vec::new();
    let come = names.into_iter().map(|name| {
        let mut creature = plain(state, name, slug, disposition, &taken);
        creature.supporting_npc_id = person.map(|npc| npc.id.clone());
        taken.push(creature.id.to_string());
        Change::CreatureEntered { creature }
    });
    come.collect()
}

/// Like [`enter`], but a supporting NPC who was left elsewhere arrives with their stored state.
///
/// # Errors
/// The supporting NPC, or another person of that name, is dead; or the person is already in the scene, also under a
/// name that differs only by a title.
pub fn arrive(
    state: &State,
    name: &str,
    slug: &str,
    disposition: Disposition,
    count: u32,
) -> Result<Vec<Change>, Refusal> {
    let Some(npc) = person::find_coming(state, name, slug).filter(|_| count <= 1) else {
        if count <= 1 {
            person::is_nobody_dead(state, &shortened(name, MAX_NAME), slug)?;
        }
        let is_another_form = |one: &&Creature| count <= 1 && !same(&one.name, name) && one.slug != kebab(name);
        return match called_with_title(state, name, Some(&kebab(slug))).filter(is_another_form) {
            Some(there) => Err(already_here(&there.name, there.id.as_str(), there.is_dead())),
            None => Ok(enter(state, name, slug, disposition, count)),
        };
    };
    let shown = npc.shown_name();
    let there = state.creatures.iter().find(|one| person::is_of(one, npc));
    let left = state.left_behind.iter().find(|left| person::is_of(&left.creature, npc));
    if npc.dead || there.or(left.map(|left| &left.creature)).is_some_and(Creature::is_dead) {
        return Err(person::is_dead(npc));
    }
    if let Some(there) = there {
        return Err(already_here(&shown, there.id.as_str(), false));
    }
    let Some(left) = left else { return Ok(enter(state, name, slug, disposition, count)) };
    let npc_id = left.creature.id.clone();
    let turned = (left.creature.disposition != disposition)
        .then(|| Change::CreatureTurned { npc_id: npc_id.clone(), disposition });
    Ok([Change::CreatureMet { npc_id }].into_iter().chain(turned).collect())
}

/// The refusal to add someone who is already in the scene.
pub(super) fn already_here(name: &str, id: &str, is_dead: bool) -> Refusal {
    let dead = if is_dead { ", dead" } else { "" };
    Refusal::new(format!(
        "{name} is in the scene already{dead}, with the id “{id}”. Use that id for them; somebody else needs another name."
    ))
}

/// The only creature of the scene that is no supporting NPC and whose name differs from this one only by a title or an epithet.
/// Names of kinds, such as `slug`, don't count.
pub fn called_with_title<'s>(state: &'s State, name: &str, slug: Option<&str>) -> Option<&'s Creature> {
    let kinds = || state.kinds().chain(slug);
    let is_it = |one: &&Creature| {
        one.supporting_npc_id.is_none() && naming::differ_by_title(&one.name, &shortened(name, MAX_NAME), kinds())
    };
    let mut near = state.creatures.iter().filter(is_it);
    near.next().filter(|_| near.next().is_none())
}

/// The change that names a creature and links its supporting NPC.
///
/// # Errors
/// Another creature in the scene, a hero or a dead person has the name.
pub fn identified(
    state: &State,
    creature: &Creature,
    name: String,
    supporting_npc_id: Option<NpcId>,
) -> Result<Change, Refusal> {
    let other = state.creatures.iter().find(|one| one.id != creature.id && same(&one.name, &name));
    let hero = state.characters.iter().find(|hero| same(&hero.name, &name)).map(|hero| hero.id.as_str());
    match other.map(|other| other.id.as_str()).or(hero) {
        Some(id) => return Err(already_here(&name, id, false)),
        None if supporting_npc_id.is_none() && !creature.is_dead() => {
            person::is_nobody_dead(state, &name, &creature.slug)?;
        }
        None => {}
    }
    Ok(Change::CreatureIdentified { npc_id: creature.id.clone(), name, supporting_npc_id })
}

/// The next free letter for a name, counted from 0; `None` if no creature has or had the name.
fn next_letter(state: &State, name: &str) -> Option<usize> {
    let known = state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature));
    let lettered = known.filter_map(|one| number_among(one, name));
    lettered.max().or_else(|| is_there(state, name).then_some(0)).map(|last| last + 1)
}

/// The index, from 0, of the letter that distinguishes a creature from others of its name (“Goblin B”).
pub(super) fn number_among(one: &Creature, name: &str) -> Option<usize> {
    let (before, end) = one.name.rsplit_once(' ')?;
    same(before, name).then(|| number(end)).flatten()
}

fn is_there(state: &State, name: &str) -> bool {
    let is_hero = state.characters.iter().any(|hero| same(&hero.name, name));
    is_hero || state.creatures.iter().any(|one| same(&one.name, name))
}

/// Converts a number to letters: A to Z, then AA, AB …
fn letters(number: usize) -> String {
    let last = char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// Converts letters back to a number; `None` for other text.
fn number(letters: &str) -> Option<usize> {
    let digits = letters.bytes().map(|c| c.is_ascii_uppercase().then(|| usize::from(c - b'A') + 1));
    let counted = digits.take(3).try_fold(0, |sum, digit| Some(sum * 26 + digit?))?;
    (letters.len() <= 2).then(|| counted.checked_sub(1)).flatten()
}

/// Finds a creature by id, by the id of its supporting NPC, or by name.
///
/// # Errors
/// There is none; the text names those there are.
pub fn find<'a>(state: &'a State, id: &str) -> Result<&'a Creature, Refusal> {
    let all = &state.creatures;
    let is_person = |one: &&Creature| one.supporting_npc_id.as_ref().is_some_and(|npc| npc.as_str() == id);
    let found = all.iter().find(|one| one.id.as_str() == id).or_else(|| all.iter().find(is_person));
    let by_name = || all.iter().find(|one| same(&one.name, id));
    let of_person = || person::find(state, id).and_then(|npc| all.iter().find(|one| person::is_of(one, npc)));
    let with_title = || called_with_title(state, id, None);
    let nearly = || only_without_accents(all.iter(), |one| &one.name, id);
    found.or_else(by_name).or_else(of_person).or_else(with_title).or_else(nearly).ok_or_else(|| {
        match person::find(state, id) {
            Some(npc) => Refusal::new(format!(
                "{} is not in the scene. If they are here, bring them in first: update_game_state, npcs_to_create.",
                npc.shown_name()
            )),
            None => {
                let ids = listed(all.iter().map(|one| one.id.as_str()));
                Refusal::new(format!("No one in the scene has the id “{id}”; there is {ids}."))
            }
        }
    })
}

/// Finds the only living creature whose name has all words of another name, such as “guard” for “Silent Guard”.
pub fn find_by_words<'a>(state: &'a State, name: &str) -> Option<&'a Creature> {
    let words = |text: &str| fold(text).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let asked = words(name);
    let has_all = |one: &&Creature| {
        let own = words(&one.name);
        !one.is_dead() && !asked.is_empty() && asked.iter().all(|word| own.contains(word))
    };
    let mut found = state.creatures.iter().filter(has_all);
    found.next().filter(|_| found.next().is_none())
}

/// Finds the target of an attack by id or name, preferring the living among creatures that share a name or a kind. [`find`] has
/// no such preference, because bodies are referred to as well.
pub fn find_foe<'a>(state: &'a State, id: &str) -> Option<&'a Creature> {
    let is_person = |one: &Creature| one.supporting_npc_id.as_ref().is_some_and(|npc| npc.as_str() == id);
    let is_called = |one: &Creature| same(&one.name, id) || is_person(one);
    // “Goblin” also means “Goblin B” if the goblin without a letter is dead.
    let is_lettered = |one: &Creature| {
        one.name.rsplit_once(' ').is_some_and(|(kind, letter)| number(letter).is_some() && same(kind, id))
    };
    let meant = || state.creatures.iter().filter(|one| is_called(one) || is_lettered(one));
    let by_name = || meant().min_by_key(|one| (one.is_dead(), !is_called(one)));
    let by_id = state.creatures.iter().find(|one| one.id.as_str() == id);
    by_id.or_else(by_name).or_else(|| called_with_title(state, id, None))
}

/// Changes of a creature's hit points by `delta`, clamped to 0 and its maximum, with death or death saving throws if they
/// follow; and whether it was clamped.
///
/// # Errors
/// It is dead already.
pub fn hurt_or_heal(creature: &Creature, delta: i32) -> Result<(Vec<Change>, bool), Refusal> {
    if creature.is_dead() {
        return Err(Refusal::new(format!(
            "{} is dead already; leave it be, raise it (command `revive`), or remove it from the scene.",
            creature.name
        )));
    }
    let to = creature.hp.saturating_add(delta).clamp(0, FighterRef::Creature(creature).max_hp());
    let mut changes = Vec::new();
    if to != creature.hp {
        changes.push(Change::CreatureHpChanged { npc_id: creature.id.clone(), delta: to - creature.hp });
    }
    if to > creature.hp {
        changes.extend(wakes(creature));
    }
    let beyond = to.saturating_sub(creature.hp.saturating_add(delta));
    if to == 0 && delta < 0 {
        changes.push(match dying(creature, beyond, 1) {
            Some(saves) => Change::CreatureDeathSavesChanged { npc_id: creature.id.clone(), saves },
            None => Change::CreatureDied { npc_id: creature.id.clone(), at: None },
        });
    }
    Ok((changes, to - creature.hp != delta))
}

/// Unconsciousness without a duration.
pub(super) fn unconscious(creature: &Creature) -> Option<&Condition> {
    creature.conditions.iter().find(|it| it.is(ConditionKind::Unconscious) && it.timing.is_none())
}

/// The change that wakes a knocked-out creature; none for others.
pub(super) fn wakes(creature: &Creature) -> Option<Change> {
    let condition = unconscious(creature).filter(|_| FighterRef::Creature(creature).is_knocked_out())?;
    Some(Change::CreatureConditionRemoved { npc_id: creature.id.clone(), name: condition.name.clone() })
}

/// The death saving throws of a creature that drops to 0 hit points or is already there, where the damage counts as `failures`;
/// `None` if it dies, as most do (SRD 5.1, Instant Death; Damage at 0 Hit Points). `beyond` is the damage left over at 0.
pub(super) fn dying(creature: &Creature, beyond: i32, failures: u8) -> Option<DeathSaves> {
    if !creature.makes_death_saves() && creature.death_saves.is_none()
        || beyond >= FighterRef::Creature(creature).max_hp()
    {
        return None;
    }
    match creature.death_saves {
        Some(before) => {
            // A stable creature starts counting again.
            let before = if before.is_stable() { DeathSaves::default() } else { before };
            let failures = before.failures.saturating_add(failures);
            (failures < DeathSaves::NEEDED).then_some(DeathSaves { failures, ..before })
        }
        None => Some(DeathSaves::default()),
    }
}

/// The changes that kill a creature.
pub fn kill(creature: &Creature) -> Vec<Change> {
    let npc_id = creature.id.clone();
    let lost = (creature.hp > 0).then(|| Change::CreatureHpChanged { npc_id: npc_id.clone(), delta: -creature.hp });
    lost.into_iter().chain([Change::CreatureDied { npc_id, at: None }]).collect()
}

/// Revives a dead creature and its supporting NPC with the given hit points.
pub fn revive(state: &State, dead: &Creature, hp: i32) -> Vec<Change> {
    let delta = hp.clamp(1, FighterRef::Creature(dead).max_hp().max(1));
    let person = person::of(state, dead).and_then(|npc| person::lives(npc, true));
    std::iter::once(Change::CreatureHpChanged { npc_id: dead.id.clone(), delta }).chain(person).collect()
}
