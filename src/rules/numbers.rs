//! The numbers of SRD 5.2 that its package leaves to be worked out: attack rolls, damage, what a saving throw has to reach.

use serde_json::Value;

use super::{facts::Monster, markup::Subject};

/// Weapons that are wielded with whichever of Strength and Dexterity is the better.
const FINESSE: [&str; 6] = ["dagger", "dart", "rapier", "scimitar", "shortsword", "whip"];
/// Weapons that shoot.
const SHOOTING: [&str; 8] = ["longbow", "shortbow", "crossbow", "sling", "blowgun", "bow", "musket", "pistol"];

/// What a creature of challenge 1, 2, … 30 is worth (SRD 5.2, “Experience Points by Challenge Rating”).
const WORTH: [u32; 30] = [
    200, 450, 700, 1_100, 1_800, 2_300, 2_900, 3_900, 5_000, 5_900, 7_200, 8_400, 10_000, 11_500, 13_000, 15_000,
    18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000, 105_000, 120_000, 135_000, 155_000,
];

/// What defeating a creature is worth, in experience points. One of challenge 0 that can do no harm is worth nothing.
pub(super) fn experience(challenge_rating: f64, is_harmless: bool) -> Option<u32> {
    let fractions = [(0.0, if is_harmless { 0 } else { 10 }), (0.125, 25), (0.25, 50), (0.5, 100)];
    let worth = WORTH.iter().zip(1u32..).map(|(worth, rating)| (f64::from(rating), *worth));
    fractions.into_iter().chain(worth).find(|(rating, _)| *rating == challenge_rating).map(|(_, worth)| worth)
}

/// A value as it stands in a sentence, if there is one.
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

/// What it adds to Athletics checks.
pub(super) fn athletics(monster: &Monster) -> i64 {
    let trained = monster.skills.get("athletics").copied().map(i64::from);
    trained.or_else(|| modifier("str", monster)).unwrap_or_default()
}

/// The number a saving throw or check has to reach.
pub(super) fn difficulty(dc: &Value, subject: &Subject<'_>) -> Option<String> {
    match dc["calculation"].as_str().unwrap_or_default() {
        "" => match plain(&dc["formula"])? {
            passive if passive == "@skills.ath.passive" => Some((10 + athletics(subject.monster?)).to_string()),
            sum => {
                sum.split('+').map(|part| summand(part.trim(), subject)).sum::<Option<i64>>().map(|dc| dc.to_string())
            }
        },
        "spellcasting" => save_dc(subject.casts_with, subject.monster?).map(|dc| dc.to_string()),
        ability => save_dc(ability, subject.monster?).map(|dc| dc.to_string()),
    }
}

/// A part of a sum: a number, or something of the creature's.
fn summand(part: &str, subject: &Subject<'_>) -> Option<i64> {
    match part {
        "@prof" => Some(i64::from(subject.monster?.proficiency_bonus)),
        part if part.starts_with("@abilities.") => modifier(part.split('.').nth(1)?, subject.monster?),
        number => number.parse().ok(),
    }
}

/// What is added to the attack roll, and to the damage of its first dice.
pub(super) fn attack_bonus(activity: &Value, subject: &Subject<'_>) -> Option<(i64, i64)> {
    let monster = subject.monster?;
    let attack = activity.get("attack").filter(|attack| attack.is_object())?;
    let extra = attack["bonus"].as_str().and_then(|bonus| bonus.trim().parse::<i64>().ok()).unwrap_or_default();
    if attack["flat"] == true {
        return Some((extra, 0));
    }
    let name = subject.deed.to_lowercase();
    let is_one_of = |weapons: &[&str]| weapons.iter().any(|weapon| name.contains(weapon));
    let (str, dex) = (modifier("str", monster)?, modifier("dex", monster)?);
    let spell = attack["type"]["classification"] == "spell";
    let ability = match attack["ability"].as_str().unwrap_or_default() {
        "none" => 0,
        "spellcasting" => modifier(subject.casts_with, monster)?,
        "" if spell => modifier(subject.casts_with, monster)?,
        "" if is_one_of(&FINESSE) => str.max(dex),
        "" if is_one_of(&SHOOTING) || attack["type"]["value"] == "ranged" => dex,
        "" => str,
        named => modifier(named, monster)?,
    };
    Some((ability + i64::from(monster.proficiency_bonus) + extra, if spell { 0 } else { ability }))
}

/// The parts of an activity's damage: dice, what is added to them, type, and their average.
pub(super) fn damage_parts(activity: &Value, subject: &Subject<'_>) -> Vec<(String, String, i64)> {
    let added = attack_bonus(activity, subject).map(|(_, added)| added).unwrap_or_default();
    let parts = activity["damage"]["parts"].as_array().into_iter().flatten().enumerate();
    let parts = parts.filter_map(|(at, part)| {
        let (number, sides) = (part["number"].as_i64().unwrap_or_default(), part["denomination"].as_i64().unwrap_or(0));
        let bonus = part["bonus"].as_str().and_then(|bonus| bonus.trim().parse::<i64>().ok()).unwrap_or_default();
        let bonus = bonus + if at == 0 { added } else { 0 };
        let dice = match (number > 0 && sides > 0, bonus) {
            (false, 0) => return None,
            (false, flat) => flat.to_string(),
            (true, 0) => format!("{number}d{sides}"),
            (true, bonus) => format!("{number}d{sides}{bonus:+}"),
        };
        let types = part["types"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>();
        let average = number * (sides + 1) / 2 + bonus;
        Some((dice, types.join(" or "), average))
    });
    parts.collect()
}

/// The name of an ability or skill the package abbreviates.
pub(super) fn full_name(short: &str) -> String {
    let names = [
        ("str", "Strength"),
        ("dex", "Dexterity"),
        ("con", "Constitution"),
        ("int", "Intelligence"),
        ("wis", "Wisdom"),
        ("cha", "Charisma"),
        ("acr", "Acrobatics"),
        ("ani", "Animal Handling"),
        ("arc", "Arcana"),
        ("ath", "Athletics"),
        ("dec", "Deception"),
        ("his", "History"),
        ("ins", "Insight"),
        ("itm", "Intimidation"),
        ("inv", "Investigation"),
        ("med", "Medicine"),
        ("nat", "Nature"),
        ("prc", "Perception"),
        ("prf", "Performance"),
        ("per", "Persuasion"),
        ("rel", "Religion"),
        ("slt", "Sleight of Hand"),
        ("ste", "Stealth"),
        ("sur", "Survival"),
    ];
    let found = names.iter().find(|(abbreviation, _)| abbreviation.eq_ignore_ascii_case(short));
    found.map_or_else(|| short.to_owned(), |(_, name)| (*name).to_owned())
}
