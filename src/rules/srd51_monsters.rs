//! Stat blocks of SRD 5.1.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    facts::{DamageFacts, Monster, SaveFacts, StatBlockEntry, StrikeFacts},
    srd51::{names, text},
};

/// The fields of every stat block in the package.
#[derive(Deserialize)]
struct Srd51Monster {
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
    let source = Srd51Monster::deserialize(data).map_err(|error| error.to_string())?;
    let armor_class = armor_class(&source.armor_class).ok_or("has no armour")?;
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
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let passive = source.senses.get("passive_perception").and_then(Value::as_u64).unwrap_or_default();
    let saving_throws = proficient("Saving Throw:");
    let skills = proficient("Skill:");
    Ok(Monster {
        size: source.size,
        creature_type: format!("{}{subtype}", source.creature_type),
        alignment: source.alignment,
        armor_class: u32::try_from(armor_class).map_err(|error| error.to_string())?,
        armor: armor(&source.armor_class),
        hit_points: source.hit_points,
        hit_dice: source.hit_points_roll,
        speed: speed(&source.speed),
        abilities: abilities.into_iter().map(|(name, score)| (name.to_owned(), score)).collect(),
        saving_throws,
        skills,
        vulnerabilities: source.damage_vulnerabilities,
        resistances: source.damage_resistances,
        immunities: source.damage_immunities,
        condition_immunities: names(&source.condition_immunities).iter().map(|name| name.to_lowercase()).collect(),
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
        legendary_action_uses: None,
    })
}

/// Its armour class as it goes about: with the last thing it wears or is, and no spell or condition.
fn armor_class(ways: &[Value]) -> Option<u64> {
    ways.iter().rev().find(|way| !is_passing(way)).and_then(|way| way["value"].as_u64())
}

fn is_passing(way: &Value) -> bool {
    matches!(text(way, "type"), "spell" | "condition")
}

fn armor(ways: &[Value]) -> Option<String> {
    let words = |way: &Value| {
        let (value, worn) = (way["value"].as_u64().unwrap_or_default(), names(&way["armor"]));
        let with = |what: &str| text(&way[what], "name").to_lowercase();
        match text(way, "type") {
            "spell" => Some(format!("{value} with {}", with("spell"))),
            "condition" => Some(format!("{value} while {}", with("condition"))),
            _ if !worn.is_empty() => Some(worn.join(", ").to_lowercase()),
            "natural" => Some("natural armor".into()),
            _ => Some(text(way, "desc").to_owned()).filter(|desc| !desc.is_empty()),
        }
    };
    let words: Vec<String> = ways.iter().filter_map(words).collect();
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

/// How far it gets; what hovers is said of flying.
fn speed(source: &BTreeMap<String, Value>) -> BTreeMap<String, String> {
    let hovers = source.get("hover").is_some_and(|hovers| hovers == true);
    let far = source.iter().filter_map(|(how, far)| {
        let hover = if hovers && how == "fly" { " (hover)" } else { "" };
        Some((how.clone(), format!("{}{hover}", far.as_str()?)))
    });
    far.collect()
}

fn read_deed(deed: &Value) -> StatBlockEntry {
    let desc = text(deed, "desc").trim();
    let options = deed["options"]["from"]["options"].as_array().or(deed["attacks"].as_array()).into_iter().flatten();
    // One of several, each under its name.
    let options = options.map(|option| {
        let begins = format!("{}. ", text(option, "name"));
        let said = desc.lines().find_map(|line| line.strip_prefix(&begins)).unwrap_or_default();
        StatBlockEntry { text: said.trim().to_owned(), ..read_deed(option) }
    });
    let options: Vec<StatBlockEntry> = options.collect();
    let damage = || deed["damage"].as_array().into_iter().flatten();
    let mut harm: Vec<DamageFacts> = damage().filter_map(read_damage).collect();
    let known = save(&deed["dc"]).or_else(|| damage().find_map(|damage| save(&damage["dc"])));
    let said = if options.is_empty() && known.is_none() { save_in(desc) } else { None };
    if let Some(more) = said.as_ref().and_then(|_| harm_in(desc)).filter(|more| !harm.contains(more)) {
        harm.push(more);
    }
    StatBlockEntry {
        name: text(deed, "name").to_owned(),
        text: desc.to_owned(),
        usage: usage(&deed["usage"]),
        attack_bonus: deed["attack_bonus"].as_i64().and_then(|bonus| i32::try_from(bonus).ok()),
        save: known.or(said),
        damage: harm,
        multiattack: multiattack(deed),
        options,
    }
}

/// The first saving throw a text asks for: `DC 11 Constitution saving throw`.
fn save_in(desc: &str) -> Option<SaveFacts> {
    let asked = |(at, _): (usize, &str)| {
        let mut words = desc[..at].rsplit(' ');
        let (ability, dc, mark) = (words.next()?.to_lowercase(), words.next()?.parse().ok()?, words.next()?);
        let on_success = if desc[at..].contains("half as much damage") { "half" } else { "none" };
        let ability = ability.get(..3).filter(|_| mark == "DC")?.to_owned();
        Some(SaveFacts { ability, dc: Some(dc), on_success: on_success.to_owned() })
    };
    desc.match_indices(" saving throw").find_map(asked)
}

/// The damage of a failed save: `saving throw, taking 9 (2d8) poison damage`.
fn harm_in(desc: &str) -> Option<DamageFacts> {
    let (_, taken) = desc.split_once(" saving throw, taking ")?;
    let (average, rest) = taken.split_once(" (")?;
    let (dice, rest) = rest.split_once(") ")?;
    let (damage_type, _) = rest.split_once(" damage").filter(|_| average.parse::<u32>().is_ok())?;
    Some(DamageFacts { dice: dice.replace(' ', ""), damage_type: damage_type.to_owned(), or: Vec::new() })
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

fn save(dc: &Value) -> Option<SaveFacts> {
    let ability = dc["dc_type"]["index"].as_str()?.to_owned();
    let number = dc["dc_value"].as_u64().and_then(|number| u32::try_from(number).ok());
    Some(SaveFacts { ability, dc: number, on_success: text(dc, "success_type").to_owned() })
}

/// The damage of a hit; for a choice, the first option with its alternatives.
fn read_damage(damage: &Value) -> Option<DamageFacts> {
    let Some(dice) = damage["damage_dice"].as_str() else {
        let mut choices = damage["from"]["options"].as_array()?.iter().filter_map(read_damage);
        let first = choices.next()?;
        return Some(DamageFacts { or: choices.collect(), ..first });
    };
    let damage_type = text(&damage["damage_type"], "name").to_lowercase();
    Some(DamageFacts { dice: dice.to_owned(), damage_type, or: Vec::new() })
}

/// The ways to make a multiattack; a list of actions is the only way.
fn multiattack(deed: &Value) -> Vec<Vec<StrikeFacts>> {
    let strike = |strike: &Value| {
        let count = match &strike["count"] {
            Value::String(dice) => dice.clone(),
            number => number.as_i64().unwrap_or(1).to_string(),
        };
        StrikeFacts { name: text(strike, "action_name").to_owned(), count }
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
