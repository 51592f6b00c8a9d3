//! Computes numbers that the SRD 5.2 package leaves out: attack bonuses, damage, DCs.

use serde_json::Value;

use super::{
    facts::{DamageFacts, Monster},
    markup::TextSubject,
};

/// Weapons that are wielded with whichever of Strength and Dexterity is the better.
const FINESSE: [&str; 6] = ["dagger", "dart", "rapier", "scimitar", "shortsword", "whip"];
/// Weapons that shoot.
const SHOOTING: [&str; 8] = ["longbow", "shortbow", "crossbow", "sling", "blowgun", "bow", "musket", "pistol"];

/// A value as it is in a sentence, if there is one.
pub(super) fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An ability's modifier.
pub(super) fn modifier(ability: &str, monster: &Monster) -> Option<i64> {
    Some((i64::from(*monster.abilities.get(ability)?) - 10).div_euclid(2))
}

/// The number a saving throw against its spells has to reach.
pub(super) fn save_dc(ability: &str, monster: &Monster) -> Option<i64> {
    Some(8 + i64::from(monster.proficiency_bonus) + modifier(ability, monster)?)
}

/// Its Athletics bonus.
pub(super) fn athletics(monster: &Monster) -> i64 {
    let trained = monster.skills.get("athletics").copied().map(i64::from);
    trained.or_else(|| modifier("str", monster)).unwrap_or_default()
}

/// The number an activity's saving throw or check has to reach; `what` is `save` or `check`.
pub(super) fn difficulty(activity: &Value, what: &str, subject: &TextSubject<'_>) -> Option<i64> {
    let dc = &activity[what]["dc"];
    match dc["calculation"].as_str().unwrap_or_default() {
        "" => match plain(&dc["formula"])?.as_str() {
            "@skills.ath.passive" => Some(10 + athletics(subject.monster?)),
            formula => sum(formula, activity, subject),
        },
        "spellcasting" => save_dc(subject.casts_with, subject.monster?),
        ability => save_dc(ability, subject.monster?),
    }
}

/// The value of an engine formula with numbers and the creature's variables.
fn sum(formula: &str, activity: &Value, subject: &TextSubject<'_>) -> Option<i64> {
    let summand = |part: &str| match part.trim() {
        "@prof" => Some(i64::from(subject.monster?.proficiency_bonus)),
        "@mod" => own_modifier(activity, subject),
        part if part.starts_with("@abilities.") => modifier(part.split('.').nth(1)?, subject.monster?),
        number => number.parse().ok(),
    };
    formula.split('+').map(summand).sum()
}

/// The modifier an activity is made with. A saving throw that names no ability is against the creature's Constitution.
fn own_modifier(activity: &Value, subject: &TextSubject<'_>) -> Option<i64> {
    if activity["attack"].is_object() {
        return attack_modifier(activity, subject);
    }
    match activity["save"]["dc"]["calculation"].as_str().unwrap_or_default() {
        "" => modifier("con", subject.monster?),
        "spellcasting" => modifier(subject.casts_with, subject.monster?),
        ability => modifier(ability, subject.monster?),
    }
}

/// The modifier of the ability an attack is made with.
fn attack_modifier(activity: &Value, subject: &TextSubject<'_>) -> Option<i64> {
    let monster = subject.monster?;
    let attack = &activity["attack"];
    let name = subject.deed.to_lowercase();
    let is_one_of = |weapons: &[&str]| weapons.iter().any(|weapon| name.contains(weapon));
    let (str, dex) = (modifier("str", monster)?, modifier("dex", monster)?);
    match attack["ability"].as_str().unwrap_or_default() {
        "none" => Some(0),
        "spellcasting" => modifier(subject.casts_with, monster),
        "" if attack["type"]["classification"] == "spell" => modifier(subject.casts_with, monster),
        "" if is_one_of(&FINESSE) || monster.creature_type == "elemental" => Some(str.max(dex)),
        "" if is_one_of(&SHOOTING) || attack["type"]["value"] == "ranged" => Some(dex),
        "" => Some(str),
        named => modifier(named, monster),
    }
}

/// The attack bonus.
pub(super) fn attack_bonus(activity: &Value, subject: &TextSubject<'_>) -> Option<i64> {
    let attack = activity.get("attack").filter(|attack| attack.is_object())?;
    let extra = attack["bonus"].as_str().and_then(|bonus| bonus.trim().parse::<i64>().ok()).unwrap_or_default();
    match attack["flat"] == true {
        true => Some(extra),
        false => Some(attack_modifier(activity, subject)? + i64::from(subject.monster?.proficiency_bonus) + extra),
    }
}

/// The parts of an activity's damage. To the first of an attack's the modifier of its ability is added, if the package
/// says so.
pub(super) fn damage_parts(activity: &Value, subject: &TextSubject<'_>) -> Vec<DamageFacts> {
    let adds = activity["damage"]["include_base"] == true && activity["attack"]["flat"] != true;
    let added = if adds { attack_modifier(activity, subject) } else { None };
    let parts = activity["damage"]["parts"].as_array().into_iter().flatten().enumerate();
    let parts = parts.filter_map(|(at, part)| {
        let dice = dice(part, added.filter(|_| at == 0), activity, subject)?;
        let types = part["types"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>();
        Some(DamageFacts { dice, damage_type: types.join(" or "), or: Vec::new() })
    });
    parts.collect()
}

/// Dice with their bonus; `None` if the package has neither, or only what its own engine computes.
fn dice(part: &Value, added: Option<i64>, activity: &Value, subject: &TextSubject<'_>) -> Option<String> {
    let custom = plain(&part["custom"]["formula"]).filter(|_| part["custom"]["enabled"] == true);
    if let Some(flat) = custom.and_then(|formula| sum(&formula, activity, subject)) {
        return Some(flat.to_string());
    }
    let formula = plain(&part["bonus"]).unwrap_or_default();
    let dice = match (part["number"].as_u64(), part["denomination"].as_u64().unwrap_or_default()) {
        (Some(number), sides) if sides > 0 => format!("{number}d{sides}"),
        _ if formula.is_empty() => return None,
        _ => String::new(),
    };
    let bonus = match added {
        // If the modifier is added automatically, a written one is the same modifier.
        Some(added) if formula.is_empty() || formula.contains('@') => Some(added),
        added => sum(&formula, activity, subject).map(|bonus| bonus + added.unwrap_or_default()),
    };
    match bonus {
        None if formula == "@mod" && !dice.is_empty() => Some(format!("{dice}+mod")),
        None | Some(0) => Some(dice).filter(|dice| !dice.is_empty()),
        Some(flat) if dice.is_empty() => Some(flat.to_string()),
        Some(bonus) => Some(format!("{dice}{bonus:+}")),
    }
}

/// Dice as stat blocks have them: `2d6+3` is `10 (2d6+3)`. Anything else stays as it is.
pub(super) fn with_average(dice: &str) -> String {
    let average = || {
        let (number, rest) = dice.split_once('d')?;
        let (sides, bonus) = rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len()));
        let (number, sides) = (number.parse::<i64>().ok()?, sides.parse::<i64>().ok()?);
        Some(number * (sides + 1) / 2 + if bonus.is_empty() { 0 } else { bonus.parse::<i64>().ok()? })
    };
    average().map_or_else(|| dice.to_owned(), |average| format!("{average} ({dice})"))
}

/// The healing of an activity, and the kind of hit points it gives.
pub(super) fn healing(activity: &Value, subject: &TextSubject<'_>) -> Option<String> {
    let healed = dice(&activity["healing"], None, activity, subject)?;
    let temporary = if activity["healing"]["types"][0] == "temphp" { "Temporary " } else { "" };
    Some(format!("{} {temporary}Hit Points", with_average(&healed)))
}

const ABILITIES: [(&str, &str); 6] = [
    ("str", "Strength"),
    ("dex", "Dexterity"),
    ("con", "Constitution"),
    ("int", "Intelligence"),
    ("wis", "Wisdom"),
    ("cha", "Charisma"),
];

/// Skills with the ability each belongs to, and the one tool checks are asked for with.
const SKILLS: [(&str, &str, &str); 19] = [
    ("acr", "Acrobatics", "dex"),
    ("ani", "Animal Handling", "wis"),
    ("arc", "Arcana", "int"),
    ("ath", "Athletics", "str"),
    ("dec", "Deception", "cha"),
    ("his", "History", "int"),
    ("ins", "Insight", "wis"),
    ("itm", "Intimidation", "cha"),
    ("inv", "Investigation", "int"),
    ("med", "Medicine", "wis"),
    ("nat", "Nature", "int"),
    ("prc", "Perception", "wis"),
    ("prf", "Performance", "cha"),
    ("per", "Persuasion", "cha"),
    ("rel", "Religion", "int"),
    ("slt", "Sleight of Hand", "dex"),
    ("ste", "Stealth", "dex"),
    ("sur", "Survival", "wis"),
    ("thief", "Thieves' Tools", "dex"),
];

/// The name of an ability or skill the package abbreviates.
pub(super) fn full_name(short: &str) -> String {
    let skills = SKILLS.iter().map(|(abbreviation, name, _)| (*abbreviation, *name));
    let found = ABILITIES.into_iter().chain(skills).find(|(abbreviation, _)| abbreviation.eq_ignore_ascii_case(short));
    found.map_or_else(|| short.to_owned(), |(_, name)| name.to_owned())
}

/// The full names of a roll's ability and skill: `["prc"]` is Wisdom (Perception), `["thief", "dex"]` Dexterity (Thieves' Tools).
/// Other values are left out.
pub(super) fn made_with(short: &[&str]) -> String {
    let is_ability = |name: &&&str| ABILITIES.iter().any(|(ability, _)| ability == *name);
    let skills = || short.iter().filter_map(|name| SKILLS.iter().find(|(skill, ..)| skill == name));
    let abilities: Vec<String> = match short.iter().filter(is_ability).map(|name| full_name(name)).collect::<Vec<_>>() {
        none if none.is_empty() => skills().take(1).map(|(.., ability)| full_name(ability)).collect(),
        named => named,
    };
    let abilities = abilities.join(" or ");
    match skills().map(|(_, name, _)| *name).collect::<Vec<_>>().join(" or ") {
        skills if skills.is_empty() => abilities,
        skills => format!("{abilities} ({skills})"),
    }
}
