//! Converts a creature of the rules library into a fighter.

use std::collections::BTreeMap;

use game::{
    character::Abilities,
    combat::{
        deed::{ActionCost, ActionEffect, CombatAction, Strike},
        stat_block::{Size, StatBlock, Trait},
    },
};

use crate::rules::{self, Edition, Facts, Library, Monster, RuleEntry};

use super::{
    deeds, defences, repertoire, together, traits,
    words::{self, patterns},
};

patterns! {
    FEET = r"(\d+) ft";
}

/// How long a text may be that says which other deeds are done, in bytes.
const MAX_SHORT: usize = 260;

/// A creature with its numbers.
#[derive(Debug, Clone)]
pub struct GeneratedCreature {
    /// Its hit points, at least 1.
    pub hp: i32,
    pub armor_class: u8,
    /// Experience points for its defeat.
    pub xp: u32,
    /// The rest.
    pub stats: StatBlock,
}

/// The numbers of an entry of the library; none if it is no monster.
pub fn made_of(entry: &RuleEntry, library: &Library) -> Option<GeneratedCreature> {
    let Some(Facts::Monster(monster)) = &entry.facts else { return None };
    Some(GeneratedCreature {
        hp: i32::try_from(monster.hit_points).unwrap_or(i32::MAX).max(1),
        armor_class: u8::try_from(monster.armor_class).unwrap_or(u8::MAX),
        xp: monster.xp.unwrap_or_default(),
        stats: block(monster, entry, library),
    })
}

fn block(monster: &Monster, entry: &RuleEntry, library: &Library) -> StatBlock {
    let traits: Vec<Trait> = monster.traits.iter().chain(&monster.bonus_actions).filter_map(traits::read).collect();
    let (speed, flies) = speed(&monster.speed);
    let legendary_actions = match (monster.legendary_actions.is_empty(), monster.legendary_action_uses) {
        (true, _) => 0,
        // Where the package doesn't say, it is three, as with each of them (SRD 5.1, Legendary Creatures).
        (false, uses) => uses.and_then(|uses| u8::try_from(uses).ok()).unwrap_or(3),
    };
    StatBlock {
        slug: Some(entry.slug.clone()),
        creature_type: together::plain(&monster.creature_type).to_lowercase(),
        size: size(&monster.size),
        abilities: abilities(&monster.abilities),
        proficiency_bonus: monster.proficiency_bonus,
        saves: monster.saving_throws.iter().filter_map(|(name, bonus)| Some((words::ability(name)?, *bonus))).collect(),
        skills: monster.skills.iter().map(|(name, bonus)| (name.to_lowercase(), *bonus)).collect(),
        passive_perception: i32::try_from(monster.passive_perception).unwrap_or(10),
        speed,
        flies,
        defences: defences::read(monster),
        unaffected_by: defences::unaffected(monster),
        deeds: all_deeds(monster, traits.contains(&Trait::MagicWeapons), Some((library, entry.edition))),
        traits,
        legendary_actions,
    }
}

/// All actions, attacks before composite ones.
fn all_deeds(monster: &Monster, is_magical: bool, spells: Option<(&Library, Edition)>) -> Vec<CombatAction> {
    let is_multiattack = |deed: &&rules::StatBlockEntry| deed.name.starts_with("Multiattack");
    let lists = monster.traits.iter().filter(|known| known.name.contains("pellcasting"));
    let of_kind = [
        (&monster.actions, ActionCost::Action),
        (&monster.bonus_actions, ActionCost::BonusAction),
        (&monster.reactions, ActionCost::Reaction),
        (&monster.legendary_actions, ActionCost::Legendary { actions: 1 }),
    ];
    let mut all: Vec<CombatAction> = Vec::new();
    for (deeds, cost) in of_kind {
        for deed in deeds.iter().filter(|deed| !is_multiattack(deed)) {
            for read in deeds::read(deed, cost, is_magical) {
                let name = match all.iter().any(|known| known.name == read.name) {
                    true => format!("{} ({})", read.name, in_words(cost)),
                    false => read.name,
                };
                all.push(CombatAction { name, ..read });
            }
        }
    }
    all.extend(lists.flat_map(|deed| deeds::read(deed, ActionCost::Action, true)));
    if let Some((library, edition)) = spells {
        for deed in &mut all {
            if let ActionEffect::Told { text, .. } = &deed.effect
                && let Some(effect) = repertoire::cast_in(text, monster, library, edition)
            {
                (deed.effect, deed.magical) = (effect, true);
            }
        }
        all.extend(repertoire::of(monster, library, edition));
    }
    let names: Vec<String> = all.iter().map(|deed| deed.name.clone()).collect();
    for deed in &mut all {
        let done = match &deed.effect {
            // Long texts describe other things; references to other actions are short.
            ActionEffect::Told { text, .. } if text.len() < MAX_SHORT => {
                let others: Vec<String> = names.iter().filter(|name| **name != deed.name).cloned().collect();
                together::done_in(text, &others)
            }
            _ => Vec::new(),
        };
        if !done.is_empty() {
            deed.effect = ActionEffect::Multiattack { ways: done };
        }
    }
    let multiattacks = monster.actions.iter().filter(is_multiattack);
    let mut made: Vec<CombatAction> =
        multiattacks.map(|deed| deeds::multiattack(deed, &names, &monster.traits)).collect();
    made.append(&mut all);
    made
}

/// A suffix that distinguishes an action from another of its name.
fn in_words(cost: ActionCost) -> &'static str {
    match cost {
        ActionCost::Legendary { .. } => "legendary",
        ActionCost::Reaction => "reaction",
        ActionCost::BonusAction => "bonus action",
        _ => "otherwise",
    }
}

/// The strikes of a block's multiattacks that name no deed of it, and so are left out.
pub fn unresolved(entry: &RuleEntry) -> Vec<String> {
    let Some(Facts::Monster(monster)) = &entry.facts else { return Vec::new() };
    let names: Vec<String> = all_deeds(monster, false, None).into_iter().map(|deed| deed.name).collect();
    monster.actions.iter().flat_map(|deed| together::ways(deed, &names, &monster.traits).1).collect()
}

/// Every strike of a multiattack.
pub fn strikes(deed: &CombatAction) -> Vec<&Strike> {
    match &deed.effect {
        ActionEffect::Multiattack { ways } => ways.iter().flatten().collect(),
        _ => Vec::new(),
    }
}

/// Of walking and flying the faster.
fn speed(by_way: &BTreeMap<String, String>) -> (u16, bool) {
    let feet = |way: &str| by_way.get(way).and_then(|text| words::number(&FEET, text)).unwrap_or(0);
    let (walking, flying) = (feet("walk"), feet("fly"));
    // A creature that only swims moves at that speed.
    let other = ["swim", "climb", "burrow"].into_iter().map(feet).max().unwrap_or(0);
    match flying > walking {
        true => (flying, true),
        false if walking < 10 => (walking.max(other), false),
        false => (walking, false),
    }
}

/// A size by its name; default Medium.
pub(super) fn size(name: &str) -> Size {
    match together::plain(name).split(' ').next_back().unwrap_or_default().to_lowercase().as_str() {
        "tiny" => Size::Tiny,
        "small" => Size::Small,
        "large" => Size::Large,
        "huge" => Size::Huge,
        "gargantuan" => Size::Gargantuan,
        _ => Size::Medium,
    }
}

fn abilities(scores: &BTreeMap<String, u32>) -> Abilities {
    let mut abilities = Abilities { str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10 };
    for (name, score) in scores {
        if let Some(ability) = words::ability(name) {
            *abilities.score_mut(ability) = u8::try_from(*score).unwrap_or(u8::MAX);
        }
    }
    abilities
}
