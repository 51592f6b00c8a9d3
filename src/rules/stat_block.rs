//! Formats stat blocks, spells and items as text.

use std::{collections::BTreeMap, fmt::Display, fmt::Write};

use super::{
    facts::{ItemFacts, Monster, Spell, StatBlockEntry},
    numbers::full_name,
};

const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// A creature as it is printed.
pub(super) fn monster(monster: &Monster) -> String {
    let mut text = format!("*{} {}, {}*\n", monster.size, monster.creature_type, monster.alignment);
    let armor = monster.armor.as_ref().map(|armor| format!(" ({armor})")).unwrap_or_default();
    line(&mut text, "Armor Class", format!("{}{armor}", monster.armor_class));
    line(&mut text, "Hit Points", format!("{} ({})", monster.hit_points, monster.hit_dice));
    line(&mut text, "Speed", pairs(&monster.speed));
    let scores = ABILITIES.iter().filter_map(|ability| {
        let score = i64::from(*monster.abilities.get(*ability)?);
        Some(format!("{} {score} ({:+})", ability.to_uppercase(), (score - 10).div_euclid(2)))
    });
    line(&mut text, "Abilities", scores.collect::<Vec<_>>().join(", "));
    let saves = monster.saving_throws.iter().map(|(ability, bonus)| (full_name(ability), *bonus)).collect();
    line(&mut text, "Saving Throws", bonuses(&saves));
    line(&mut text, "Skills", bonuses(&monster.skills));
    line(&mut text, "Vulnerabilities", monster.vulnerabilities.join(", "));
    line(&mut text, "Resistances", monster.resistances.join(", "));
    line(&mut text, "Immunities", monster.immunities.join(", "));
    line(&mut text, "Condition Immunities", monster.condition_immunities.join(", "));
    let passive = format!("passive Perception {}", monster.passive_perception);
    let senses = if monster.senses.is_empty() { passive } else { format!("{}, {passive}", pairs(&monster.senses)) };
    line(&mut text, "Senses", senses);
    line(&mut text, "Languages", if monster.languages.is_empty() { "none" } else { &monster.languages });
    let xp = monster.xp.map(|xp| format!(" ({xp} XP)")).unwrap_or_default();
    line(&mut text, "Challenge", format!("{}{xp}", challenge(monster.challenge_rating)));
    line(&mut text, "Proficiency Bonus", format!("{:+}", monster.proficiency_bonus));
    let parts = [
        ("Traits", &monster.traits),
        ("Actions", &monster.actions),
        ("Bonus Actions", &monster.bonus_actions),
        ("Reactions", &monster.reactions),
        ("Legendary Actions", &monster.legendary_actions),
    ];
    for (heading, deeds) in parts.iter().filter(|(_, deeds)| !deeds.is_empty()) {
        let _ = write!(text, "\n### {heading}\n");
        if let Some(uses) = monster.legendary_action_uses.filter(|_| *heading == "Legendary Actions") {
            line(&mut text, "Uses", format!("{uses} a round"));
        }
        deeds.iter().for_each(|deed| told(&mut text, deed));
    }
    text
}

fn told(text: &mut String, deed: &StatBlockEntry) {
    let usage = deed.usage.as_ref().map(|usage| format!(" ({usage})")).unwrap_or_default();
    let _ = write!(text, "\n**{}{usage}.** {}\n", deed.name, deed.text);
}

/// With a capital at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A spell's level and school.
pub(super) fn spell_kind(spell: &Spell) -> String {
    let ritual = if spell.ritual { " (ritual)" } else { "" };
    match spell.level {
        0 => capitalised(&format!("{} cantrip{ritual}", spell.school)),
        n => format!("Level {n} {}{ritual}", spell.school),
    }
}

/// The lines above a spell's text.
pub(super) fn spell_head(spell: &Spell) -> String {
    let mut text = format!("*{}*\n", spell_kind(spell));
    line(&mut text, "Casting Time", &spell.casting_time);
    line(&mut text, "Range", &spell.range);
    let material = spell.material.as_ref().map(|material| format!(" ({material})")).unwrap_or_default();
    line(&mut text, "Components", format!("{}{material}", spell.components.join(", ")));
    let concentration = spell.concentration && !spell.duration.to_lowercase().contains("concentration");
    line(&mut text, "Duration", format!("{}{}", if concentration { "Concentration, " } else { "" }, spell.duration));
    line(&mut text, "Classes", spell.classes.join(", "));
    text
}

/// The lines above a thing's text, or instead of it.
pub(super) fn item_head(item: &ItemFacts) -> String {
    let rarity = item.rarity.as_ref().map(|rarity| format!(", {rarity}")).unwrap_or_default();
    let attunement = if item.attunement { " (requires attunement)" } else { "" };
    let mut text = format!("*{}{rarity}{attunement}*\n", item.category);
    line(&mut text, "Cost", item.cost.as_deref().unwrap_or_default());
    line(&mut text, "Weight", item.weight_pounds.map(|weight| format!("{weight} lb.")).unwrap_or_default());
    let damage = item.damage.iter().map(|damage| format!("{} {}", damage.dice, damage.damage_type));
    line(&mut text, "Damage", damage.collect::<Vec<_>>().join(" plus "));
    line(&mut text, "Two-Handed Damage", item.two_handed_damage.as_deref().unwrap_or_default());
    line(&mut text, "Armor Class", item.armor_class.as_deref().unwrap_or_default());
    line(&mut text, "Range", item.range.as_deref().unwrap_or_default());
    line(&mut text, "Properties", item.properties.join(", "));
    text
}

/// Adds a line, unless there is nothing to say.
fn line(text: &mut String, what: &str, value: impl Display) {
    let value = value.to_string();
    if !value.is_empty() {
        let _ = writeln!(text, "\n**{what}** {value}");
    }
}

fn pairs(map: &BTreeMap<String, String>) -> String {
    map.iter().map(|(what, value)| format!("{what} {value}")).collect::<Vec<_>>().join(", ")
}

fn bonuses(map: &BTreeMap<String, i32>) -> String {
    map.iter().map(|(what, bonus)| format!("{what} {bonus:+}")).collect::<Vec<_>>().join(", ")
}

/// A challenge rating as it is written.
pub(super) fn challenge(rating: f64) -> String {
    match rating {
        0.125 => "1/8".into(),
        0.25 => "1/4".into(),
        0.5 => "1/2".into(),
        whole => whole.to_string(),
    }
}
