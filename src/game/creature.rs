//! People and creatures that are in the scene right now.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, State,
    character::Condition,
    combat::{stat_block::StatBlock, timing::Lasting},
    id::{NpcId, kebab, unique},
    refusal::{Refusal, listed},
    story::SupportingNpc,
    wording::cut,
};

/// The longest name kept, in characters.
const MAX_NAME: usize = 80;
/// Most creatures of one kind that enter at once.
pub const MAX_COUNT: u32 = 20;

/// A person or creature in the scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatureRecord)]
pub struct Creature {
    /// Unique in its session.
    pub id: NpcId,
    /// As the story calls it; several of a kind have letters.
    pub name: String,
    /// The kind, for its stat block.
    pub slug: String,
    /// How it stands to the heroes.
    pub disposition: Disposition,
    /// 0 to `maxHp`; at 0 it is dead.
    pub hp: i32,
    /// At least 1.
    pub max_hp: i32,
    /// What an attack must reach.
    pub armor_class: u8,
    /// Earned by its defeat.
    pub xp: u32,
    /// In the order they came.
    pub conditions: Vec<Condition>,
    /// Travels with the heroes.
    #[serde(default)]
    pub companion: bool,
    /// The supporting NPC this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supporting_npc_id: Option<NpcId>,
    /// What it is made of; absent where nothing is known but the numbers above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<StatBlock>>,
    /// Points that damage takes first.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub temp_hp: i32,
    /// Boons and curses, in the order they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Lasting>,
    /// The spell it keeps in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concentrating_on: Option<String>,
    /// How often deeds were done since they could last be done afresh, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<String, u8>,
}

/// How someone stands to the heroes.
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
    /// Whether it is dead.
    pub fn is_dead(&self) -> bool {
        self.hp == 0
    }

    /// How hurt it looks, in a word.
    pub fn health_word(&self) -> &'static str {
        match self.hp * 4 {
            0 => "dead",
            n if n <= self.max_hp => "near death",
            n if n <= self.max_hp * 2 => "bloodied",
            n if n < self.max_hp * 4 => "hurt",
            _ => "unhurt",
        }
    }
}

/// The numbers of a creature nothing is known about: those of a commoner (SRD 5.1, Nonplayer Characters), worth 10 XP.
pub(super) fn plain(state: &State, name: String, slug: &str, disposition: Disposition, taken: &[String]) -> Creature {
    let known = || state.creatures.iter().chain(state.left_behind.iter().map(|left| &left.creature));
    let id = unique(kebab(&name), |id| taken.iter().any(|t| t == id) || known().any(|c| c.id.as_str() == id));
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
    }
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// The changes that bring `count` creatures of a kind into the scene; more than one get the letters A, B, C …
pub fn enter(state: &State, name: &str, slug: &str, disposition: Disposition, count: u32) -> Vec<Change> {
    let name = cut(name, MAX_NAME);
    let count = count.clamp(1, MAX_COUNT);
    let mut taken = Vec::new();
    let names = (0..count).map(|i| match count {
        1 => name.to_owned(),
        _ => format!("{name} {}", char::from(b'A' + u8::try_from(i).unwrap_or(0))),
    });
    names
        .map(|name| {
            let creature = plain(state, name, slug, disposition, &taken);
            taken.push(creature.id.to_string());
            Change::CreatureEntered { creature }
        })
        .collect()
}

/// Finds a creature by id, or by its name where the name is given instead.
///
/// # Errors
/// There is none; the text names those there are.
pub fn find<'a>(state: &'a State, id: &str) -> Result<&'a Creature, Refusal> {
    let found = state.creatures.iter().find(|c| c.id.as_str() == id);
    found.or_else(|| state.creatures.iter().find(|c| c.name.eq_ignore_ascii_case(id))).ok_or_else(|| {
        let ids = listed(state.creatures.iter().map(|c| c.id.as_str()));
        Refusal::new(format!("No one in the scene has the id “{id}”; there is {ids}."))
    })
}

/// Whom a blow at this id or name is meant for: of several who share a name, one who lives. `find` doesn't choose so, as
/// a body is spoken of, too.
pub fn find_foe<'a>(state: &'a State, id: &str) -> Option<&'a Creature> {
    let of_name = || state.creatures.iter().filter(|c| c.name.eq_ignore_ascii_case(id));
    state.creatures.iter().find(|c| c.id.as_str() == id).or_else(|| of_name().min_by_key(|c| c.is_dead()))
}

/// The changes of a creature's hit points by `delta`, held between 0 and its maximum, with its death if it comes to that;
/// and whether the number was held.
///
/// # Errors
/// It is dead already.
pub fn hurt_or_heal(creature: &Creature, delta: i32) -> Result<(Vec<Change>, bool), Refusal> {
    if creature.is_dead() {
        return Err(Refusal::new(format!(
            "{} is dead already; leave it be, or remove it from the scene.",
            creature.name
        )));
    }
    let to = creature.hp.saturating_add(delta).clamp(0, creature.max_hp);
    let mut changes = vec![Change::CreatureHpChanged { npc_id: creature.id.clone(), delta: to - creature.hp }];
    if to == 0 {
        changes.push(Change::CreatureDied { npc_id: creature.id.clone() });
    }
    Ok((changes, to - creature.hp != delta))
}

/// The change that writes the death of somebody of the scene down with the supporting NPC who that was; none where a change
/// is no such death.
pub(super) fn mourned(state: &State, change: &Change) -> Option<Change> {
    let Change::CreatureDied { npc_id } = change else { return None };
    let dead = state.creatures.iter().find(|one| one.id == *npc_id)?;
    let npc = state.supporting_npcs.iter().find(|npc| Some(&npc.id) == dead.supporting_npc_id.as_ref() && !npc.dead)?;
    Some(Change::SupportingNpcUpdated { npc: Box::new(SupportingNpc { dead: true, ..npc.clone() }) })
}
