//! Items of SRD 5.1.

use serde_json::Value;

use super::{
    facts::{DamageFacts, ItemFacts},
    srd51::{names, number, strings, text, text_or_none},
};

/// Reads a thing, magical or not.
pub(super) fn item(data: &Value) -> ItemFacts {
    let cost = number(&data["cost"], "quantity").map(|n| {
        let several = number(data, "quantity").filter(|several| *several > 1);
        let several = several.map(|several| format!(" for {several}")).unwrap_or_default();
        format!("{n} {}{several}", text(&data["cost"], "unit"))
    });
    let damage = |key: &str| {
        let dice = text_or_none(&data[key], "damage_dice")?.to_owned();
        Some(DamageFacts { dice, damage_type: text(&data[key]["damage_type"], "name").to_lowercase(), or: Vec::new() })
    };
    let armor = number(&data["armor_class"], "base").map(|base| {
        if text(data, "armor_category") == "Shield" {
            return format!("+{base}");
        }
        let dex = data["armor_class"]["dex_bonus"] == true;
        let most = number(&data["armor_class"], "max_bonus").map(|most| format!(" (max {most})")).unwrap_or_default();
        if dex { format!("{base} + Dex modifier{most}") } else { base.to_string() }
    });
    let reach = |key: &str| {
        let normal = number(&data[key], "normal")?;
        let long = number(&data[key], "long").map(|long| format!("/{long}")).unwrap_or_default();
        Some(format!("{normal}{long} ft."))
    };
    let shoots = text(data, "weapon_range") == "Ranged";
    let mut properties = names(&data["properties"]);
    if data["stealth_disadvantage"] == true {
        properties.push("Stealth disadvantage".into());
    }
    if let Some(least) = number(data, "str_minimum").filter(|least| *least > 0) {
        properties.push(format!("Strength {least}"));
    }
    if let Some(far) = data["speed"]["quantity"].as_f64() {
        properties.push(format!("speed {far} {}", text(&data["speed"], "unit")));
    }
    if let Some(most) = text_or_none(data, "capacity") {
        properties.push(format!("carries {most}"));
    }
    // The first line of a magic item says what kind it is and whether one must attune to it.
    let first = strings(&data["desc"]).into_iter().next().unwrap_or_default().to_lowercase();
    let rarity = text_or_none(&data["rarity"], "name").map(str::to_lowercase);
    let category = text_or_none(data, "category_range").map(|range| format!("{range} weapon"));
    let category = category.or_else(|| {
        Some(match text_or_none(data, "armor_category")? {
            "Shield" => "Shield".into(),
            armor => format!("{armor} armor"),
        })
    });
    ItemFacts {
        category: category.unwrap_or_else(|| text(&data["equipment_category"], "name").to_owned()),
        cost,
        weight_pounds: data["weight"].as_f64(),
        damage: damage("damage").into_iter().collect(),
        two_handed_damage: damage("two_handed_damage").map(|damage| damage.dice),
        armor_class: armor,
        range: reach("throw_range").or_else(|| reach("range").filter(|_| shoots)),
        properties,
        attunement: rarity.is_some() && first.contains("attunement"),
        rarity,
    }
}

/// The contents of a pack, as text.
pub(super) fn contents(data: &Value) -> String {
    let items = data["contents"].as_array().into_iter().flatten();
    let items: Vec<String> = items
        .map(|held| format!("{} × {}", number(held, "quantity").unwrap_or(1), text(&held["item"], "name")))
        .collect();
    if items.is_empty() { String::new() } else { format!("It holds: {}.", items.join(", ")) }
}
