//! Stat blocks of SRD 5.2.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use super::{
    facts::{Damage, Deed, Monster, Save, Strike},
    markup::{Subject, cleaned},
    numbers::{attack_bonus, damage_parts, difficulty, experience},
    srd51::text,
    srd52::bonuses,
    stat_block::capitalised,
};

const NUMBERS: [(&str, u32); 6] = [("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6)];

/// What every stat block of the package says.
#[derive(Deserialize)]
struct Source {
    name: String,
    creature_type: String,
    creature_size: String,
    #[serde(default)]
    alignment: Option<String>,
    #[serde(default)]
    ac: Option<u32>,
    hp: u32,
    hp_dice: String,
    ability_scores: BTreeMap<String, u32>,
    movement: BTreeMap<String, Value>,
    senses: BTreeMap<String, Value>,
    cr: f64,
    proficiency_bonus: i32,
    #[serde(default)]
    spellcasting_ability: Option<String>,
    saving_throws: Value,
    skills: Value,
    damage_resistances: Vec<String>,
    damage_immunities: Vec<String>,
    damage_vulnerabilities: Vec<String>,
    condition_immunities: Vec<String>,
    languages: Vec<String>,
    actions: Vec<Value>,
    legendary_actions: Vec<Value>,
    lair_actions: Vec<Value>,
    special_abilities: Vec<Value>,
    #[serde(default)]
    legendary_resistance_uses: Option<u32>,
}

/// Reads a stat block.
pub(super) fn monster(data: &Value, names: &HashMap<String, String>) -> Result<Monster, String> {
    let source = Source::deserialize(data).map_err(|error| error.to_string())?;
    let dexterity = i64::from(source.ability_scores.get("dex").copied().ok_or("has no Dexterity")?);
    let feet = |map: &BTreeMap<String, Value>| {
        let known = map.iter().filter(|(what, value)| value.is_u64() && *what != "passive_perception");
        known.map(|(what, value)| (what.clone(), format!("{value} ft."))).collect::<BTreeMap<_, _>>()
    };
    let passive = source.senses.get("passive_perception").and_then(Value::as_u64);
    let mut monster = Monster {
        size: capitalised(&source.creature_size),
        creature_type: source.creature_type,
        alignment: source.alignment.unwrap_or_else(|| "unaligned".into()),
        // Without armour it is what Dexterity gives.
        armor_class: source.ac.unwrap_or(u32::try_from(10 + (dexterity - 10).div_euclid(2)).unwrap_or_default()),
        armor: None,
        hit_points: source.hp,
        hit_dice: source.hp_dice.replace(' ', ""),
        speed: feet(&source.movement),
        abilities: source.ability_scores,
        saving_throws: bonuses(&source.saving_throws),
        skills: bonuses(&source.skills),
        vulnerabilities: source.damage_vulnerabilities,
        resistances: source.damage_resistances,
        immunities: source.damage_immunities,
        condition_immunities: source.condition_immunities,
        senses: feet(&source.senses),
        passive_perception: passive.and_then(|value| u32::try_from(value).ok()).unwrap_or(10),
        languages: source.languages.join(", "),
        challenge_rating: source.cr,
        proficiency_bonus: source.proficiency_bonus,
        ..Monster::default()
    };
    let casts_with = source.spellcasting_ability.unwrap_or_default();
    let mut traits = Vec::new();
    let mut by_kind: BTreeMap<&str, Vec<Deed>> = BTreeMap::new();
    let all = [&source.actions, &source.legendary_actions, &source.lair_actions];
    for deed in all.into_iter().flatten() {
        let read = read_deed(deed, &source.name, &monster, &casts_with, names);
        by_kind.entry(text(deed, "kind")).or_default().push(read);
    }
    for deed in &source.special_abilities {
        let mut read = read_deed(deed, &source.name, &monster, &casts_with, names);
        if read.name == "Legendary Resistance" && read.usage.is_none() {
            read.usage = source.legendary_resistance_uses.map(|times| format!("{times} per day"));
        }
        traits.push(read);
    }
    monster.traits = traits;
    monster.bonus_actions = by_kind.remove("bonus_action").unwrap_or_default();
    monster.reactions = by_kind.remove("reaction").unwrap_or_default();
    monster.legendary_actions = by_kind.remove("legendary").unwrap_or_default();
    monster.actions = by_kind.into_values().flatten().collect();
    // Foremost is what is done most: the multiattack, as in print.
    monster.actions.sort_by_key(|deed| !deed.name.starts_with("Multiattack"));
    let is_harmless = monster.actions.iter().all(|deed| deed.damage.is_empty() && deed.attack_bonus.is_none());
    monster.xp = experience(monster.challenge_rating, is_harmless);
    Ok(monster)
}

fn read_deed(deed: &Value, name: &str, monster: &Monster, casts_with: &str, names: &HashMap<String, String>) -> Deed {
    let activities = deed["activities"].as_array().map(Vec::as_slice).unwrap_or_default();
    let title = text(deed, "name");
    let subject = Subject { name, deed: title, monster: Some(monster), casts_with, activities, names };
    let description = text(deed, "description");
    let attack = activities.iter().find(|activity| activity["kind"] == "attack");
    let save = activities.iter().find(|activity| activity["save"].is_object());
    let harmful = attack.or(save).or_else(|| activities.iter().find(|activity| activity["damage"].is_object()));
    let harm = harmful.map(|activity| damage_parts(activity, &subject)).unwrap_or_default();
    let usage = match (text(deed, "recharge"), deed["uses_per_day"].as_u64()) {
        ("", None) => None,
        ("", Some(times)) => Some(format!("{times} per day")),
        (recharge, _) => Some(format!("recharge {recharge}")),
    };
    Deed {
        name: title.to_owned(),
        text: cleaned(description, &subject),
        usage,
        attack_bonus: attack
            .and_then(|attack| attack_bonus(attack, &subject))
            .and_then(|(bonus, _)| i32::try_from(bonus).ok()),
        save: save.and_then(|activity| {
            let ability = activity["save"]["ability"][0].as_str()?.to_owned();
            let dc = difficulty(&activity["save"]["dc"], &subject).and_then(|dc| dc.parse().ok());
            let on_success = text(&activity["damage"], "on_save");
            let on_success = if on_success.is_empty() { "none" } else { on_success };
            Some(Save { ability, dc, on_success: on_success.to_owned() })
        }),
        damage: harm.into_iter().map(|(dice, damage_type, _)| Damage { dice, damage_type }).collect(),
        multiattack: if title.starts_with("Multiattack") { multiattack(description) } else { Vec::new() },
    }
}

/// The attacks a multiattack is made of, read from its sentence: a number, then the name of an action.
fn multiattack(description: &str) -> Vec<Vec<Strike>> {
    let mut strikes: Vec<Strike> = Vec::new();
    let mut count = 1;
    // Only the first sentence says what is done; the others say what may be done in its stead.
    let sentence = description.split(". ").next().unwrap_or_default();
    for (at, piece) in sentence.split("[[/item ").enumerate() {
        let words = match at {
            0 => piece,
            _ => {
                let (id, rest) = piece.split_once("]]").unwrap_or((piece, ""));
                let (name, rest) = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                    Some((label, rest)) => (label, rest),
                    None => (id, rest),
                };
                if !name.starts_with('.') {
                    strikes.push(Strike { name: name.to_owned(), count: count.to_string() });
                }
                count = 1;
                rest
            }
        };
        let words = words.to_lowercase();
        let last = words.split_whitespace().rev().find_map(|word| NUMBERS.iter().find(|(name, _)| *name == word));
        count = last.map_or(count, |(_, number)| *number);
    }
    if strikes.is_empty() { Vec::new() } else { vec![strikes] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiattack_is_read_from_its_sentence() {
        let text = "The [[lookup @name lowercase]]{monster} makes two [[/item .mmTentacle000000]]{Tentacle} attacks \
            and uses either [[/item .7g]]{Consume Memories} or [[/item .yi]]{Dominate Mind} if available.";
        let strikes = &multiattack(text)[0];
        let said: Vec<(&str, &str)> = strikes.iter().map(|s| (s.name.as_str(), s.count.as_str())).collect();
        assert_eq!(said, [("Tentacle", "2"), ("Consume Memories", "1"), ("Dominate Mind", "1")]);
        let rend = multiattack("It makes three [[/item Rend]] attacks. It can replace one attack with a use of x.");
        assert_eq!((rend[0][0].name.as_str(), rend[0][0].count.as_str()), ("Rend", "3"));
        assert!(multiattack("The swarm does nothing of the kind.").is_empty());
    }
}
