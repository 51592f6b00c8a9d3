//! Parses SRD 5.2 from the JSON files of its package.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    entry::{Edition, Reference, RuleEntry, RuleKind},
    facts::{ClassFacts, DamageFacts, Facts, FeatureFacts, ItemFacts, Species, Spell},
    magic,
    markup::{TextSubject, cleaned},
    numbers::damage_parts,
    srd51::{text, text_or_none},
    srd52_markup, srd52_monsters, stat_block,
};

/// The package's folders and their contents.
pub(super) const FOLDERS: [(&str, RuleKind); 11] = [
    ("backgrounds", RuleKind::Background),
    ("classes", RuleKind::Class),
    ("conditions", RuleKind::Condition),
    ("feats", RuleKind::Feat),
    ("features", RuleKind::Feature),
    ("items", RuleKind::Item),
    ("monsters", RuleKind::Monster),
    ("species", RuleKind::Species),
    ("spells", RuleKind::Spell),
    ("subclasses", RuleKind::Subclass),
    ("traits", RuleKind::Trait),
];

/// A file of the package.
pub(super) struct File {
    pub(super) kind: RuleKind,
    pub(super) data: Value,
}

/// References between the files.
struct CrossReferences<'a> {
    /// Names by the last part of the engine's ids.
    names: HashMap<String, String>,
    /// Types and slugs by the same.
    ids: HashMap<&'a str, (RuleKind, &'a str)>,
    titles: HashMap<(RuleKind, &'a str), &'a str>,
    levels: FeatureLevels<'a>,
}

impl<'a> CrossReferences<'a> {
    fn of(files: &'a [File]) -> Self {
        let (mut names, mut ids, mut titles) = (HashMap::new(), HashMap::new(), HashMap::new());
        for file in files {
            let (slug, name) = (text(&file.data, "slug"), text(&file.data, "name"));
            for id in [text(&file.data, "foundry_uuid"), text(&file.data, "foundry_id")].map(last) {
                if !id.is_empty() {
                    names.insert(id.to_owned(), name.to_owned());
                    ids.insert(id, (file.kind, slug));
                }
            }
            titles.insert((file.kind, slug), name);
        }
        let mut casts = Vec::new();
        files.iter().for_each(|file| spells_cast(&file.data, &mut casts));
        for (id, spell) in casts {
            if let Some(name) = names.get(spell).cloned() {
                names.insert(id.to_owned(), name);
            }
        }
        Self { names, ids, titles, levels: levels(files) }
    }

    fn reference(&self, kind: RuleKind, slug: &str) -> Reference {
        let name = self.titles.get(&(kind, slug)).copied().unwrap_or(slug);
        Reference { kind, slug: slug.to_owned(), name: name.to_owned() }
    }
}

/// The last part of an address of the engine: an id.
fn last(address: &str) -> &str {
    address.rsplit('.').next().unwrap_or_default()
}

/// Every entry the files hold. A file that can't be read is an error that names it.
pub(super) fn entries(files: &[File]) -> Result<Vec<RuleEntry>, String> {
    let known = CrossReferences::of(files);
    let read = |file: &File| {
        entry(file, &known).map_err(|why| format!("{} {}: {why}", file.kind.as_str(), text(&file.data, "slug")))
    };
    files.iter().map(read).collect()
}

/// By the slug of a feature: who gives it, at which level.
type FeatureLevels<'a> = HashMap<&'a str, Vec<(&'a str, u32)>>;

fn levels(files: &[File]) -> FeatureLevels<'_> {
    let mut levels = FeatureLevels::new();
    for file in files {
        for granted in file.data["granted_features"].as_array().into_iter().flatten() {
            let level = granted["level"].as_u64().and_then(|level| u32::try_from(level).ok());
            if let Some(level) = level.filter(|level| *level > 0) {
                levels.entry(text(granted, "slug")).or_default().push((text(&file.data, "slug"), level));
            }
        }
    }
    levels
}

/// The ids of activities that cast a spell, each with the spell's.
fn spells_cast<'a>(data: &'a Value, found: &mut Vec<(&'a str, &'a str)>) {
    match data {
        Value::Object(map) => {
            if let Some(address) = data["spell"]["uuid"].as_str() {
                found.push((text(data, "id"), last(address)));
            }
            map.values().for_each(|value| spells_cast(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| spells_cast(value, found)),
        _ => {}
    }
}

fn entry(file: &File, known: &CrossReferences<'_>) -> Result<RuleEntry, String> {
    let (data, names) = (&file.data, &known.names);
    let (slug, name) = (text(data, "slug").to_owned(), text(data, "name").to_owned());
    if slug.is_empty() || name.is_empty() {
        return Err("has no slug or no name".into());
    }
    let activities = data["activities"].as_array().map(Vec::as_slice).unwrap_or_default();
    let subject = TextSubject { name: &name, deed: "", monster: None, casts_with: "", activities, names };
    let prose = srd52_markup::add_markup(&cleaned(text(data, "description"), &subject));
    let (text, facts) = match file.kind {
        RuleKind::Monster => {
            let monster = srd52_monsters::monster(data, names)?;
            let words = if prose.is_empty() { String::new() } else { format!("\n{prose}\n") };
            (format!("{}{words}", stat_block::monster(&monster)), Some(Facts::Monster(Box::new(monster))))
        }
        RuleKind::Spell => {
            let spell = spell(data, &subject)?;
            (format!("{}\n{prose}", stat_block::spell_head(&spell)), Some(Facts::Spell(Box::new(spell))))
        }
        RuleKind::Item => {
            let mut item = item(data);
            // Its first line would be taken for a heading.
            let words = prose.strip_prefix("### ").unwrap_or(&prose);
            let words = magic::told(words, &mut item);
            (format!("{}\n{words}", stat_block::item_head(&item)).trim().to_owned(), Some(Facts::Item(item)))
        }
        RuleKind::Class => {
            let hit_die = text(data, "hit_die").trim_start_matches('d').parse().unwrap_or_default();
            let class = ClassFacts {
                hit_die,
                saving_throws: strings(&data["saving_throws"]),
                proficiencies: proficiencies(data),
            };
            (prose, Some(Facts::Class(class)))
        }
        RuleKind::Feature => (prose, Some(Facts::Feature(feature(data, known)))),
        RuleKind::Species => {
            let speed = data["movement"]["walk"].as_u64().and_then(|feet| u32::try_from(feet).ok()).unwrap_or_default();
            let species =
                Species { size: stat_block::capitalised(text(data, "size")), speed, ability_bonuses: Vec::new() };
            (prose, Some(Facts::Species(species)))
        }
        RuleKind::Feat => (format!("{}{prose}", feat_head(data)), None),
        RuleKind::Trait if activities.is_empty() && prose.contains('…') => {
            (format!("{prose}\n\nWhere … stands, each monster has its own."), None)
        }
        _ => (prose, None),
    };
    let mut references = Vec::new();
    granted(data, known, &mut references)?;
    let name =
        name.split_once(", ").map(|(of, which)| format!("{which} {of}")).filter(|_| file.kind == RuleKind::Species);
    let name = name.unwrap_or_else(|| super::srd51::text(data, "name").to_owned());
    Ok(RuleEntry { kind: file.kind, slug, name, edition: Edition::Y2024, text, facts, references })
}

/// Which class or subclass gives a feature, and at which level.
fn feature(data: &Value, known: &CrossReferences<'_>) -> FeatureFacts {
    let slug = text(data, "source_slug");
    let title = |kind| known.titles.get(&(kind, slug)).map(|title| (*title).to_owned());
    let source = title(RuleKind::Class).or_else(|| title(RuleKind::Subclass));
    let source = source.unwrap_or_else(|| stat_block::capitalised(&slug.replace('-', " ")));
    // Some subclasses have another name in the feature.
    let given = known.levels.get(text(data, "slug")).map(Vec::as_slice).unwrap_or_default();
    let own = given.iter().find(|(by, _)| *by == slug);
    let level = own.or(given.first()).map(|(_, level)| *level);
    FeatureFacts { source, level }
}

/// Everything that is granted by reference, and the spells that are cast, each once; a name no one has is kept, so that
/// it is found to dangle.
fn granted(data: &Value, known: &CrossReferences<'_>, found: &mut Vec<Reference>) -> Result<(), String> {
    let mut point_to = |kind: RuleKind, slug: &str| {
        if !found.iter().any(|known| known.kind == kind && known.slug == slug) {
            found.push(known.reference(kind, slug));
        }
    };
    match data {
        Value::Object(map) => {
            if let (Some(of), Some(slug)) = (data["ref_type"].as_str(), data["slug"].as_str()) {
                let kind =
                    RuleKind::read(of).ok_or_else(|| format!("points to a {of}, which is of no type we know"))?;
                point_to(kind, slug);
            }
            // Some cast spells that are not in the SRD.
            if let Some((kind, slug)) = data["spell"]["uuid"].as_str().and_then(|address| known.ids.get(last(address)))
            {
                point_to(*kind, slug);
            }
            map.values().try_for_each(|value| granted(value, known, found))
        }
        Value::Array(values) => values.iter().try_for_each(|value| granted(value, known, found)),
        _ => Ok(()),
    }
}

/// Proficiencies of a class at its first level.
fn proficiencies(class: &Value) -> Vec<String> {
    let first = class["advancement"].as_array().into_iter().flatten().filter(|step| {
        step["type"] == "Trait" && step["level"].as_u64() <= Some(1) && step["class_restriction"] != "secondary"
    });
    let granted = first.flat_map(|step| strings(&step["configuration"]["grants"]));
    let named = granted.filter_map(|grant| {
        Some(match grant.as_str() {
            "armor:lgt" => "Light armor".into(),
            "armor:med" => "Medium armor".into(),
            "armor:hvy" => "Heavy armor".into(),
            "armor:shl" => "Shields".into(),
            "weapon:sim" => "Simple weapons".into(),
            "weapon:mar" => "Martial weapons".into(),
            "weapon:mar:handcrossbow" => "Hand crossbow".into(),
            "tool:herb" => "Herbalism kit".into(),
            "tool:thief" => "Thieves' tools".into(),
            weapon => stat_block::capitalised(weapon.strip_prefix("weapon:mar:")?),
        })
    });
    named.collect()
}

/// The category and prerequisites of a feat, unless its text has them.
fn feat_head(data: &Value) -> String {
    let category = text(data, "category").replace('_', " ");
    let asked = data["prerequisites"].as_array().into_iter().flatten().flat_map(|asked| {
        let level = asked["level"].as_u64().map(|level| format!("level {level}+"));
        level.into_iter().chain(text_or_none(asked, "requirement").map(str::to_owned))
    });
    let asked: Vec<String> = asked.filter(|_| !text(data, "description").contains("Prerequisite")).collect();
    let asked = if asked.is_empty() { String::new() } else { format!(" (prerequisite: {})", asked.join(", ")) };
    format!("*{} feat{asked}*\n\n", stat_block::capitalised(&category))
}

fn spell(data: &Value, subject: &TextSubject<'_>) -> Result<Spell, String> {
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
    let damage = activities().map(|activity| damage_parts(activity, subject)).find(|parts| !parts.is_empty());
    let damage = damage.into_iter().flatten().filter(|damage| !["", "healing"].contains(&damage.damage_type.as_str()));
    let save = activities().find_map(|activity| activity["save"]["ability"][0].as_str());
    Ok(Spell {
        level,
        school: school.to_owned(),
        casting_time: casting_time(&data["casting_time"]),
        range: range(&data["range"]),
        components: order.map(|letter| (*letter).to_owned()).collect(),
        material: Some(text(material, "value").to_owned()).filter(|material| !material.is_empty()),
        duration: duration(&data["duration"], data["concentration"] == true),
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
        "special" => "Special".into(),
        unit => format!("{n} {unit}{}{condition}", if n == 1 { "" } else { "s" }),
    }
}

fn range(range: &Value) -> String {
    match (text(range, "units"), range["value"].as_u64()) {
        ("self", _) => "Self".into(),
        ("touch", _) => "Touch".into(),
        ("ft", Some(feet)) => format!("{feet} feet"),
        ("mi", Some(1)) => "1 mile".into(),
        ("mi", Some(miles)) => format!("{miles} miles"),
        ("any", _) => "Unlimited".into(),
        _ => Some(text(range, "special")).filter(|special| !special.is_empty()).unwrap_or("Special").to_owned(),
    }
}

/// The duration of a spell; for concentration, the maximum. Some of the package's durations lack their number.
fn duration(duration: &Value, concentration: bool) -> String {
    let up_to = if concentration { "Up to " } else { "" };
    match (text(duration, "units"), duration["value"].as_u64()) {
        ("inst", _) => "Instantaneous".into(),
        ("disp", _) => "Until dispelled".into(),
        ("dstr", _) => "Until dispelled or triggered".into(),
        ("perm", _) => "Permanent".into(),
        (unit @ ("round" | "minute" | "hour" | "day"), Some(n)) => {
            format!("{up_to}{n} {unit}{}", if n == 1 { "" } else { "s" })
        }
        _ => "Special".into(),
    }
}

fn item(data: &Value) -> ItemFacts {
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
    let damage = damage.map(|part| DamageFacts {
        dice: text(part, "dice").to_owned(),
        damage_type: text(part, "damage_type").to_owned(),
        or: Vec::new(),
    });
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
    if let Some(bonus) = data["magical_bonus"].as_u64().filter(|bonus| *bonus > 0) {
        properties.push(format!("+{bonus}"));
    }
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
    ItemFacts {
        category,
        cost: data["cost_gp"].as_f64().filter(|cost| *cost > 0.0).map(|cost| format!("{cost} gp")),
        weight_pounds: data["weight"].as_f64().filter(|weight| *weight > 0.0),
        damage: damage.filter(|damage| !damage.dice.is_empty()).collect(),
        two_handed_damage: text_or_none(&data["versatile_damage"], "dice").map(str::to_owned),
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
