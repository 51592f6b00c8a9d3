//! Stat blocks of SRD 5.2.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use game::experience;

use super::{
    facts::{Monster, SaveFacts, StatBlockEntry},
    markup::{TextSubject, cleaned},
    multiattack::multiattack,
    numbers::{attack_bonus, damage_parts, difficulty, full_name},
    srd51::text,
    stat_block::capitalised,
};

/// The fields of every stat block in the package.
#[derive(Deserialize)]
struct Srd52Monster {
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
    #[serde(default)]
    legendary_action_uses: Option<u32>,
}

/// Reads a stat block.
pub(super) fn monster(data: &Value, names: &HashMap<String, String>) -> Result<Monster, String> {
    let source = Srd52Monster::deserialize(data).map_err(|error| error.to_string())?;
    let mut monster = numbers(&source)?;
    add_deeds(&mut monster, source, names);
    let is_harmless = monster.actions.iter().all(|deed| deed.damage.is_empty() && deed.attack_bonus.is_none());
    monster.xp = experience::worth(monster.challenge_rating, is_harmless);
    Ok(monster)
}

fn numbers(source: &Srd52Monster) -> Result<Monster, String> {
    let dexterity = i64::from(source.ability_scores.get("dex").copied().ok_or("has no Dexterity")?);
    let feet = |map: &BTreeMap<String, Value>| {
        let known = map.iter().filter(|(what, value)| value.is_u64() && *what != "passive_perception");
        known.map(|(what, value)| (what.clone(), format!("{value} ft."))).collect::<BTreeMap<_, _>>()
    };
    let mut speed = feet(&source.movement);
    if let Some(far) =
        speed.get_mut("fly").filter(|_| source.movement.get("hover").is_some_and(|hovers| *hovers == true))
    {
        far.push_str(" (hover)");
    }
    let passive = source.senses.get("passive_perception").and_then(Value::as_u64);
    Ok(Monster {
        size: capitalised(&source.creature_size),
        creature_type: source.creature_type.clone(),
        alignment: source.alignment.clone().unwrap_or_else(|| "unaligned".into()),
        // Without armour it is what Dexterity gives.
        armor_class: source.ac.unwrap_or(u32::try_from(10 + (dexterity - 10).div_euclid(2)).unwrap_or_default()),
        armor: None,
        hit_points: source.hp,
        hit_dice: source.hp_dice.replace(' ', ""),
        speed,
        abilities: source.ability_scores.clone(),
        saving_throws: bonuses(&source.saving_throws, str::to_owned),
        skills: bonuses(&source.skills, |skill| full_name(skill).replace('_', " ").to_lowercase()),
        vulnerabilities: source.damage_vulnerabilities.clone(),
        resistances: source.damage_resistances.clone(),
        immunities: source.damage_immunities.clone(),
        condition_immunities: source.condition_immunities.clone(),
        senses: feet(&source.senses),
        passive_perception: passive.and_then(|value| u32::try_from(value).ok()).unwrap_or(10),
        languages: source.languages.join(", "),
        challenge_rating: source.cr,
        proficiency_bonus: source.proficiency_bonus,
        legendary_action_uses: source.legendary_action_uses,
        ..Monster::default()
    })
}

/// Adds the traits and the actions of a stat block.
fn add_deeds(monster: &mut Monster, source: Srd52Monster, names: &HashMap<String, String>) {
    let said = |deed| ability_before(text(deed, "description"), " as the spellcasting ability");
    let casts_with = source.spellcasting_ability.or_else(|| source.actions.iter().find_map(said)).unwrap_or_default();
    let mut traits = Vec::new();
    let mut by_kind: BTreeMap<&str, Vec<StatBlockEntry>> = BTreeMap::new();
    let all = [&source.actions, &source.legendary_actions, &source.lair_actions];
    for deed in all.into_iter().flatten() {
        let read = read_deed(deed, &source.name, monster, &casts_with, names);
        by_kind.entry(text(deed, "kind")).or_default().push(read);
    }
    for deed in &source.special_abilities {
        let mut read = read_deed(deed, &source.name, monster, &casts_with, names);
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
    // The multiattack comes first, as in print.
    monster.actions.sort_by_key(|deed| !deed.name.starts_with("Multiattack"));
}

/// The numbers of a map, those that aren't there left out.
fn bonuses(value: &Value, name: impl Fn(&str) -> String) -> BTreeMap<String, i32> {
    let numbers = value.as_object().into_iter().flatten();
    numbers.filter_map(|(key, value)| Some((name(key), i32::try_from(value.as_i64()?).ok()?))).collect()
}

fn read_deed(
    deed: &Value,
    name: &str,
    monster: &Monster,
    casts_with: &str,
    names: &HashMap<String, String>,
) -> StatBlockEntry {
    let activities = deed["activities"].as_array().map(Vec::as_slice).unwrap_or_default();
    let title = text(deed, "name");
    let subject = TextSubject { name, deed: title, monster: Some(monster), casts_with, activities, names };
    let description = text(deed, "description");
    let attack = activities.iter().find(|activity| activity["kind"] == "attack");
    let save = activities.iter().find(|activity| activity["save"].is_object());
    let foremost = [attack, save].into_iter().flatten().chain(activities);
    let harm = foremost.map(|activity| damage_parts(activity, &subject)).find(|parts| !parts.is_empty());
    let usage = match (text(deed, "recharge"), deed["uses_per_day"].as_u64()) {
        ("", None) => None,
        ("", Some(times)) => Some(format!("{times} per day")),
        (recharge, _) => Some(format!("recharge {recharge}")),
    };
    let words = cleaned(description, &subject);
    // A summoned creature uses its summoner's numbers.
    let is_borrowed = words.contains("your spell");
    StatBlockEntry {
        name: title.to_owned(),
        usage,
        attack_bonus: attack
            .filter(|_| !is_borrowed)
            .and_then(|attack| attack_bonus(attack, &subject))
            .and_then(|bonus| i32::try_from(bonus).ok()),
        save: save.and_then(|activity| {
            let ability = activity["save"]["ability"][0].as_str().map(str::to_owned);
            let ability = ability.or_else(|| ability_before(description, " Saving Throw"))?;
            let dc = difficulty(activity, "save", &subject).filter(|_| !is_borrowed);
            let on_success = text(&activity["damage"], "on_save");
            let on_success = if on_success.is_empty() { "none" } else { on_success };
            Some(SaveFacts { ability, dc: dc.and_then(|dc| u32::try_from(dc).ok()), on_success: on_success.to_owned() })
        }),
        damage: harm.filter(|_| !is_borrowed).unwrap_or_default(),
        options: Vec::new(),
        multiattack: if title.starts_with("Multiattack") { multiattack(description, &subject) } else { Vec::new() },
        text: words,
    }
}

/// The ability that a text names before these words, as in “using Wisdom as the spellcasting ability”.
fn ability_before(description: &str, words: &str) -> Option<String> {
    let name = description.split_once(words)?.0.rsplit(|c: char| !c.is_alphabetic()).next()?.to_lowercase();
    name.get(..3).map(str::to_owned)
}
