//! Stat blocks of SRD 5.1.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    facts::{Damage, Deed, Monster, Save, Strike},
    srd51::{names, text},
};

/// What every stat block of the package says.
#[derive(Deserialize)]
struct Source {
    size: String,
    #[serde(rename = "type")]
    creature_type: String,
    #[serde(default)]
    subtype: Option<String>,
    alignment: String,
    armor_class: Vec<Value>,
    hit_points: u32,
    hit_points_roll: String,
    speed: BTreeMap<String, Value>,
    strength: u32,
    dexterity: u32,
    constitution: u32,
    intelligence: u32,
    wisdom: u32,
    charisma: u32,
    proficiencies: Vec<Proficiency>,
    damage_vulnerabilities: Vec<String>,
    damage_resistances: Vec<String>,
    damage_immunities: Vec<String>,
    condition_immunities: Value,
    senses: BTreeMap<String, Value>,
    languages: String,
    challenge_rating: f64,
    #[serde(default)]
    proficiency_bonus: Option<i32>,
    xp: u32,
    #[serde(default)]
    special_abilities: Option<Vec<Value>>,
    #[serde(default)]
    actions: Option<Vec<Value>>,
    #[serde(default)]
    legendary_actions: Option<Vec<Value>>,
    #[serde(default)]
    reactions: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Proficiency {
    value: i32,
    proficiency: Value,
}

/// Reads a stat block.
pub(super) fn monster(data: &Value) -> Result<Monster, String> {
    let source = Source::deserialize(data).map_err(|error| error.to_string())?;
    let armor_class = source.armor_class.first().and_then(|armor| armor["value"].as_u64()).ok_or("has no armour")?;
    let subtype = source.subtype.map(|subtype| format!(" ({subtype})")).unwrap_or_default();
    let abilities = [
        ("str", source.strength),
        ("dex", source.dexterity),
        ("con", source.constitution),
        ("int", source.intelligence),
        ("wis", source.wisdom),
        ("cha", source.charisma),
    ];
    let proficient = |prefix: &str| {
        let of = source.proficiencies.iter().filter_map(|proficiency| {
            let name = text(&proficiency.proficiency, "name").strip_prefix(prefix)?.trim().to_lowercase();
            Some((name, proficiency.value))
        });
        of.collect::<BTreeMap<String, i32>>()
    };
    let deeds = |source: Option<Vec<Value>>| source.into_iter().flatten().map(|deed| read_deed(&deed)).collect();
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Bool(_) => String::new(),
        other => other.to_string(),
    };
    let passive = source.senses.get("passive_perception").and_then(Value::as_u64).unwrap_or_default();
    let saving_throws = proficient("Saving Throw:");
    let skills = proficient("Skill:");
    Ok(Monster {
        size: source.size,
        creature_type: format!("{}{subtype}", source.creature_type),
        alignment: source.alignment,
        armor_class: u32::try_from(armor_class).map_err(|error| error.to_string())?,
        armor: armor(&source.armor_class[0]),
        hit_points: source.hit_points,
        hit_dice: source.hit_points_roll,
        speed: source.speed.iter().map(|(how, far)| (how.clone(), plain(far))).collect(),
        abilities: abilities.into_iter().map(|(name, score)| (name.to_owned(), score)).collect(),
        saving_throws,
        skills,
        vulnerabilities: source.damage_vulnerabilities,
        resistances: source.damage_resistances,
        immunities: source.damage_immunities,
        condition_immunities: names(&source.condition_immunities),
        senses: source
            .senses
            .iter()
            .filter(|(sense, _)| *sense != "passive_perception")
            .map(|(sense, value)| (sense.clone(), plain(value)))
            .collect(),
        passive_perception: u32::try_from(passive).unwrap_or_default(),
        languages: source.languages,
        challenge_rating: source.challenge_rating,
        xp: Some(source.xp),
        proficiency_bonus: source.proficiency_bonus.unwrap_or(2),
        traits: deeds(source.special_abilities),
        actions: deeds(source.actions),
        bonus_actions: Vec::new(),
        reactions: deeds(source.reactions),
        legendary_actions: deeds(source.legendary_actions),
    })
}

fn armor(armor: &Value) -> Option<String> {
    let worn = names(&armor["armor"]);
    let spell = text(&armor["spell"], "name");
    match text(armor, "type") {
        _ if !worn.is_empty() => Some(worn.join(", ").to_lowercase()),
        "natural" => Some("natural armor".into()),
        "spell" if !spell.is_empty() => Some(format!("with {}", spell.to_lowercase())),
        _ => None,
    }
}

fn read_deed(deed: &Value) -> Deed {
    Deed {
        name: text(deed, "name").to_owned(),
        text: text(deed, "desc").trim().to_owned(),
        usage: usage(&deed["usage"]),
        attack_bonus: deed["attack_bonus"].as_i64().and_then(|bonus| i32::try_from(bonus).ok()),
        save: save(&deed["dc"]),
        damage: deed["damage"].as_array().into_iter().flatten().flat_map(damages).collect(),
        multiattack: multiattack(deed),
    }
}

fn usage(usage: &Value) -> Option<String> {
    let times = usage["times"].as_i64().unwrap_or(1);
    match text(usage, "type") {
        "" => None,
        "recharge on roll" => match usage["min_value"].as_i64() {
            Some(6) | None => Some("recharge 6".into()),
            Some(least) => Some(format!("recharge {least}-6")),
        },
        "recharge after rest" => Some("recharges after a rest".into()),
        "per day" => Some(format!("{times} per day")),
        other => Some(other.to_owned()),
    }
}

fn save(dc: &Value) -> Option<Save> {
    let ability = dc["dc_type"]["index"].as_str()?.to_owned();
    let number = dc["dc_value"].as_u64().and_then(|number| u32::try_from(number).ok());
    Some(Save { ability, dc: number, on_success: text(dc, "success_type").to_owned() })
}

/// What a hit does; where one may choose, each of the choices.
fn damages(damage: &Value) -> Vec<Damage> {
    match damage["damage_dice"].as_str() {
        Some(dice) => {
            let damage_type = text(&damage["damage_type"], "name").to_lowercase();
            vec![Damage { dice: dice.to_owned(), damage_type }]
        }
        None => damage["from"]["options"].as_array().into_iter().flatten().flat_map(damages).collect(),
    }
}

/// The ways to make a multiattack; a list of actions is the only way.
fn multiattack(deed: &Value) -> Vec<Vec<Strike>> {
    let strike = |strike: &Value| {
        let count = match &strike["count"] {
            Value::String(dice) => dice.clone(),
            number => number.as_i64().unwrap_or(1).to_string(),
        };
        Strike { name: text(strike, "action_name").to_owned(), count }
    };
    if let Some(strikes) = deed["actions"].as_array().filter(|strikes| !strikes.is_empty()) {
        return vec![strikes.iter().map(strike).collect()];
    }
    let options = deed["action_options"]["from"]["options"].as_array().into_iter().flatten();
    let ways = options.map(|option| match option["items"].as_array() {
        Some(strikes) => strikes.iter().map(strike).collect(),
        None => vec![strike(option)],
    });
    ways.collect()
}
