//! SRD 5.2, from the JSON files of its package.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::{
    entry::{Edition, Entry, Kind, Reference},
    facts::{Class, Damage, Facts, Feature, Item, Species, Spell},
    lead_in, magic,
    markup::{Subject, cleaned},
    numbers::full_name,
    srd51::text,
    srd52_monsters, stat_block,
};

/// The package's folders, and what is in them.
pub(super) const FOLDERS: [(&str, Kind); 11] = [
    ("backgrounds", Kind::Background),
    ("classes", Kind::Class),
    ("conditions", Kind::Condition),
    ("feats", Kind::Feat),
    ("features", Kind::Feature),
    ("items", Kind::Item),
    ("monsters", Kind::Monster),
    ("species", Kind::Species),
    ("spells", Kind::Spell),
    ("subclasses", Kind::Subclass),
    ("traits", Kind::Trait),
];

/// A file of the package.
pub(super) struct File {
    pub(super) kind: Kind,
    pub(super) data: Value,
}

/// Every entry the files hold. A file that can't be read is an error that names it.
pub(super) fn entries(files: &[File]) -> Result<Vec<Entry>, String> {
    let mut names = HashMap::new();
    let mut titles = HashMap::new();
    for file in files {
        let name = text(&file.data, "name").to_owned();
        for id in [text(&file.data, "foundry_uuid"), text(&file.data, "foundry_id")] {
            let last = id.rsplit('.').next().unwrap_or_default();
            if !last.is_empty() {
                names.insert(last.to_owned(), name.clone());
            }
        }
        titles.insert((file.kind, text(&file.data, "slug").to_owned()), name);
    }
    let read = |file: &File| {
        entry(file, &names, &titles)
            .map_err(|why| format!("{} {}: {why}", file.kind.as_str(), text(&file.data, "slug")))
    };
    files.iter().map(read).collect()
}

fn entry(
    file: &File,
    names: &HashMap<String, String>,
    titles: &HashMap<(Kind, String), String>,
) -> Result<Entry, String> {
    let data = &file.data;
    let (slug, name) = (text(data, "slug").to_owned(), text(data, "name").to_owned());
    if slug.is_empty() || name.is_empty() {
        return Err("has no slug or no name".into());
    }
    let activities = data["activities"].as_array().map(Vec::as_slice).unwrap_or_default();
    let subject = Subject { name: &name, deed: "", monster: None, casts_with: "", activities, names };
    let prose = lead_in::set(&cleaned(text(data, "description"), &subject));
    let (text, facts) = match file.kind {
        Kind::Monster => {
            let monster = srd52_monsters::monster(data, names)?;
            let words = if prose.is_empty() { String::new() } else { format!("\n{prose}\n") };
            (format!("{}{words}", stat_block::monster(&monster)), Some(Facts::Monster(Box::new(monster))))
        }
        Kind::Spell => {
            let spell = spell(data)?;
            (format!("{}\n{prose}", stat_block::spell_head(&spell)), Some(Facts::Spell(Box::new(spell))))
        }
        Kind::Item => {
            let mut item = item(data);
            // Its first line would be taken for a heading.
            let words = prose.strip_prefix("### ").unwrap_or(&prose);
            let words = magic::told(words, &mut item);
            (format!("{}\n{words}", stat_block::item_head(&item)).trim().to_owned(), Some(Facts::Item(item)))
        }
        Kind::Class => {
            let hit_die = text(data, "hit_die").trim_start_matches('d').parse().unwrap_or_default();
            let class = Class { hit_die, saving_throws: strings(&data["saving_throws"]), proficiencies: Vec::new() };
            (prose, Some(Facts::Class(class)))
        }
        Kind::Feature => {
            let slug = text(data, "source_slug");
            let title = |kind| titles.get(&(kind, slug.to_owned())).cloned();
            let source = title(Kind::Class).or_else(|| title(Kind::Subclass));
            let source = source.unwrap_or_else(|| stat_block::capitalised(&slug.replace('-', " ")));
            (prose, Some(Facts::Feature(Feature { source, level: None })))
        }
        Kind::Species => {
            let speed = data["movement"]["walk"].as_u64().and_then(|feet| u32::try_from(feet).ok()).unwrap_or_default();
            let species = Species { size: text(data, "size").to_owned(), speed, ability_bonuses: Vec::new() };
            (prose, Some(Facts::Species(species)))
        }
        _ => (prose, None),
    };
    let mut references = Vec::new();
    granted(data, titles, &mut references);
    let name = name.split_once(", ").map(|(of, which)| format!("{which} {of}")).filter(|_| file.kind == Kind::Species);
    let name = name.unwrap_or_else(|| super::srd51::text(data, "name").to_owned());
    Ok(Entry { kind: file.kind, slug, name, edition: Edition::Y2024, text, facts, references })
}

/// Everything that is granted by reference, each once; a name nobody has is kept, so that it is found to dangle.
fn granted(data: &Value, titles: &HashMap<(Kind, String), String>, found: &mut Vec<Reference>) {
    match data {
        Value::Object(map) => {
            if let (Some(of), Some(slug)) = (map.get("ref_type").and_then(Value::as_str), map.get("slug"))
                && let (Some(kind), Some(slug)) = (Kind::read(of), slug.as_str())
            {
                let name = titles.get(&(kind, slug.to_owned())).cloned().unwrap_or_else(|| slug.to_owned());
                if !found.iter().any(|known| known.kind == kind && known.slug == slug) {
                    found.push(Reference { kind, slug: slug.to_owned(), name });
                }
            }
            map.values().for_each(|value| granted(value, titles, found));
        }
        Value::Array(values) => values.iter().for_each(|value| granted(value, titles, found)),
        _ => {}
    }
}

fn spell(data: &Value) -> Result<Spell, String> {
    let level = data["level"].as_u64().and_then(|level| u8::try_from(level).ok()).ok_or("has no level")?;
    let school = match text(data, "school") {
        "abj" => "abjuration",
        "con" => "conjuration",
        "div" => "divination",
        "enc" => "enchantment",
        "evo" => "evocation",
        "ill" => "illusion",
        "nec" => "necromancy",
        "trs" => "transmutation",
        other => return Err(format!("is of no school we know: {other}")),
    };
    let components = strings(&data["components"]);
    let order = ["V", "S", "M"].iter().filter(|letter| components.iter().any(|own| own == **letter));
    let material = &data["materials"];
    let activities = || data["activities"].as_array().into_iter().flatten();
    let damage = activities().find(|activity| activity["damage"]["parts"].as_array().is_some_and(|p| !p.is_empty()));
    let parts = damage.into_iter().flat_map(|activity| activity["damage"]["parts"].as_array().into_iter().flatten());
    let damage = parts.filter_map(|part| {
        let (number, sides) = (part["number"].as_u64()?, part["denomination"].as_u64()?);
        let damage_type = strings(&part["types"]).join(" or ");
        Some(Damage { dice: format!("{number}d{sides}"), damage_type })
    });
    let save = activities().find_map(|activity| activity["save"]["ability"][0].as_str());
    Ok(Spell {
        level,
        school: school.to_owned(),
        casting_time: casting_time(&data["casting_time"]),
        range: range(&data["range"]),
        components: order.map(|letter| (*letter).to_owned()).collect(),
        material: Some(text(material, "value").to_owned()).filter(|material| !material.is_empty()),
        duration: duration(&data["duration"]),
        concentration: data["concentration"] == true,
        ritual: data["ritual"] == true,
        classes: Vec::new(),
        save: save.map(str::to_owned),
        damage: damage.collect(),
    })
}

fn casting_time(time: &Value) -> String {
    let n = time["value"].as_u64().unwrap_or(1).max(1);
    let condition = text(time, "condition");
    let condition = if condition.is_empty() { String::new() } else { format!(", {condition}") };
    match text(time, "unit") {
        "action" if n == 1 => format!("Action{condition}"),
        "bonus" => format!("Bonus Action{condition}"),
        "reaction" => format!("Reaction{condition}"),
        unit => format!("{n} {unit}{}{condition}", if n == 1 { "" } else { "s" }),
    }
}

fn range(range: &Value) -> String {
    let value = range["value"].as_u64().map(|value| value.to_string()).unwrap_or_default();
    match text(range, "units") {
        "self" => "Self".into(),
        "touch" => "Touch".into(),
        "ft" => format!("{value} feet"),
        "mi" if value == "1" => "1 mile".into(),
        "mi" => format!("{value} miles"),
        "any" => "Unlimited".into(),
        _ => Some(text(range, "special")).filter(|special| !special.is_empty()).unwrap_or("Special").to_owned(),
    }
}

fn duration(duration: &Value) -> String {
    let n = duration["value"].as_u64().unwrap_or(1);
    match text(duration, "units") {
        "inst" => "Instantaneous".into(),
        "disp" => "Until dispelled".into(),
        "dstr" => "Until destroyed".into(),
        "perm" => "Until dispelled or triggered".into(),
        unit @ ("round" | "minute" | "hour" | "day") => {
            format!("Up to {n} {unit}{}", if n == 1 { "" } else { "s" })
        }
        _ => "Special".into(),
    }
}

fn item(data: &Value) -> Item {
    let kind = match text(data, "item_kind") {
        "item" => "Gear".into(),
        kind => stat_block::capitalised(&kind.replace('_', " ")),
    };
    let category = match (text(data, "weapon_category"), text(data, "armor_category")) {
        ("", "") => kind,
        ("", "shield") => "Shield".into(),
        ("", armor) => stat_block::capitalised(&format!("{armor} armor")),
        (weapon, _) => stat_block::capitalised(&format!("{} weapon", weapon.replace('_', " "))),
    };
    let damage = data["damage_parts"].as_array().into_iter().flatten();
    let damage = damage
        .map(|part| Damage { dice: text(part, "dice").to_owned(), damage_type: text(part, "damage_type").to_owned() });
    let magical = data["item_kind"] == "magic_item" || data["magical"] == true || data["requires_attunement"] == true;
    let mut properties: Vec<String> =
        strings(&data["properties"]).iter().map(|property| property.replace('_', " ")).collect();
    if !text(data, "mastery").is_empty() {
        properties.push(format!("mastery: {}", text(data, "mastery")));
    }
    if data["stealth_disadvantage"] == true {
        properties.push("Stealth disadvantage".into());
    }
    let reach = &data["range"];
    let flies = text(reach, "kind") == "ranged" || reach["long"].is_u64();
    let range = reach["value"].as_u64().filter(|_| flies).map(|normal| {
        let long = reach["long"].as_u64().map(|long| format!("/{long}")).unwrap_or_default();
        format!("{normal}{long} ft.")
    });
    if let Some(least) = data["strength_min"].as_u64().filter(|least| *least > 0) {
        properties.push(format!("Strength {least}"));
    }
    let armor = data["base_ac"].as_u64().filter(|_| !magical).map(|base| {
        match (text(data, "armor_category"), data["dex_bonus_max"].as_u64()) {
            ("shield", _) => format!("+{base}"),
            ("heavy", _) => base.to_string(),
            (_, Some(most)) => format!("{base} + Dex modifier (max {most})"),
            _ => format!("{base} + Dex modifier"),
        }
    });
    Item {
        category,
        cost: data["cost_gp"].as_f64().filter(|cost| *cost > 0.0).map(|cost| format!("{cost} gp")),
        weight_pounds: data["weight"].as_f64().filter(|weight| *weight > 0.0),
        damage: damage.filter(|damage| !damage.dice.is_empty()).collect(),
        two_handed_damage: Some(text(data, "versatile_damage").to_owned()).filter(|dice| !dice.is_empty()),
        armor_class: armor,
        range,
        properties,
        rarity: Some(text(data, "rarity").replace('_', " ")).filter(|rarity| magical && !rarity.is_empty()),
        attunement: data["requires_attunement"] == true,
    }
}

/// A list's texts.
pub(super) fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The numbers of a map, those that aren't there left out, under full names.
pub(super) fn bonuses(value: &Value) -> BTreeMap<String, i32> {
    let numbers = value.as_object().into_iter().flatten();
    let numbers = numbers.filter_map(|(key, value)| {
        let bonus = i32::try_from(value.as_i64()?).ok()?;
        Some((full_name(key).replace('_', " ").to_lowercase(), bonus))
    });
    numbers.collect()
}
