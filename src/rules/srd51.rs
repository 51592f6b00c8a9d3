//! SRD 5.1, from the rows of its package.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    entry::{Edition, Entry, Kind, Reference},
    facts::{Class, Damage, Facts, Feature, Item, Species, Spell},
    magic, sections, srd51_monsters, stat_block,
};

/// The package's tables, and what is in them.
pub(super) const TABLES: [(&str, Kind); 25] = [
    ("ability_scores", Kind::Ability),
    ("alignments", Kind::Alignment),
    ("backgrounds", Kind::Background),
    ("classes", Kind::Class),
    ("conditions", Kind::Condition),
    ("damage_types", Kind::DamageType),
    ("equipment", Kind::Item),
    ("equipment_categories", Kind::Category),
    ("feats", Kind::Feat),
    ("features", Kind::Feature),
    ("languages", Kind::Language),
    ("levels", Kind::Level),
    ("magic_items", Kind::Item),
    ("magic_schools", Kind::School),
    ("monsters", Kind::Monster),
    ("proficiencies", Kind::Proficiency),
    ("races", Kind::Species),
    ("rule_sections", Kind::Rule),
    ("rules", Kind::Rule),
    ("skills", Kind::Skill),
    ("spells", Kind::Spell),
    ("subclasses", Kind::Subclass),
    ("subraces", Kind::Species),
    ("traits", Kind::Trait),
    ("weapon_properties", Kind::WeaponProperty),
];

/// A row of the package.
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) data: Value,
}

/// Every entry the rows hold. A row that can't be read is an error that names it.
pub(super) fn entries(rows: &[Row]) -> Result<Vec<Entry>, String> {
    let by_url: HashMap<&str, (Kind, String)> =
        rows.iter().map(|row| (text(&row.data, "url"), (row.kind, slug(&row.data)))).collect();
    let mut entries = Vec::with_capacity(rows.len() + 300);
    for row in rows {
        let entry = entry(row, &by_url).map_err(|why| format!("{} {}: {why}", row.kind.as_str(), slug(&row.data)))?;
        match row.kind {
            Kind::Rule => entries.extend(chapters(entry)),
            _ => entries.push(entry),
        }
    }
    Ok(entries)
}

fn slug(row: &Value) -> String {
    text(row, "index").to_owned()
}

fn entry(row: &Row, by_url: &HashMap<&str, (Kind, String)>) -> Result<Entry, String> {
    let data = &row.data;
    let slug = slug(data);
    if slug.is_empty() {
        return Err("has no index".into());
    }
    let prose = paragraphs(&data["desc"]);
    let (text, facts) = match row.kind {
        Kind::Monster => {
            let monster = srd51_monsters::monster(data)?;
            let words = if prose.is_empty() { String::new() } else { format!("\n{prose}\n") };
            (format!("{}{words}", stat_block::monster(&monster)), Some(Facts::Monster(Box::new(monster))))
        }
        Kind::Spell => {
            let spell = spell(data)?;
            let higher = paragraphs(&data["higher_level"]);
            let higher = if higher.is_empty() { higher } else { format!("\n\n**At Higher Levels.** {higher}") };
            (format!("{}\n{prose}{higher}", stat_block::spell_head(&spell)), Some(Facts::Spell(Box::new(spell))))
        }
        Kind::Item => {
            let mut item = item(data);
            let prose = if item.rarity.is_some() { magic::told(&prose, &mut item).to_owned() } else { prose };
            let words = [prose, paragraphs(&data["special"]), contents(data)];
            let words = words.iter().filter(|words| !words.is_empty()).cloned().collect::<Vec<_>>().join("\n\n");
            (format!("{}\n{words}", stat_block::item_head(&item)).trim().to_owned(), Some(Facts::Item(item)))
        }
        Kind::Class => (class_text(data), Some(Facts::Class(class(data)))),
        Kind::Feature => {
            let source = [&data["subclass"], &data["class"]].into_iter().map(|of| text(of, "name"));
            let source = source.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned();
            let level = number(data, "level").and_then(|level| u32::try_from(level).ok());
            (prose, Some(Facts::Feature(Feature { source, level })))
        }
        Kind::Species => (species_text(data, &prose), Some(Facts::Species(species(data)))),
        _ if prose.is_empty() => (from_fields(data), None),
        _ => (prose, None),
    };
    // An ability's name is an abbreviation; a level has none.
    let name = text_or_none(data, "full_name").or_else(|| text_or_none(data, "name"));
    let name = name.map_or_else(|| level_name(data), str::to_owned);
    let mut references = Vec::new();
    point_to(data, by_url, &mut references);
    references.retain(|reference| !(reference.kind == row.kind && reference.slug == slug));
    Ok(Entry { kind: row.kind, slug, name, edition: Edition::Y2014, text, facts, references })
}

/// A chapter's sections, each an entry of its own; the first keeps the chapter's slug and references.
fn chapters(chapter: Entry) -> Vec<Entry> {
    let sections = sections::split(&chapter.name, &chapter.text);
    if sections.is_empty() {
        // Only a table of contents: its references are all it says.
        let named = chapter.references.iter().map(|reference| format!("- {}", reference.name));
        let text = named.collect::<Vec<_>>().join("\n");
        return vec![Entry { text, ..chapter }];
    }
    let mut taken: Vec<String> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for (at, section) in sections.into_iter().enumerate() {
        let slug = match at {
            0 => chapter.slug.clone(),
            _ => {
                let mut slug = format!("{}--{}", chapter.slug, kebab(&section.heading));
                while taken.contains(&slug) {
                    slug.push_str("-more");
                }
                slug
            }
        };
        taken.push(slug.clone());
        let parent = Reference { kind: Kind::Rule, slug: chapter.slug.clone(), name: chapter.name.clone() };
        let references = if at == 0 { chapter.references.clone() } else { vec![parent] };
        entries.push(Entry {
            kind: Kind::Rule,
            slug,
            name: section.heading,
            edition: chapter.edition,
            text: section.text,
            facts: None,
            references,
        });
    }
    entries
}

/// A name as ids have it.
pub(super) fn kebab(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().replace(['\'', '’'], "")).collect::<Vec<_>>().join("-")
}

/// Everything a value points to, in its order, each once. What no row has the address of keeps the last parts of it.
fn point_to(value: &Value, by_url: &HashMap<&str, (Kind, String)>, found: &mut Vec<Reference>) {
    match value {
        Value::Object(map) => {
            if let (Some(url), Some(name)) = (map.get("url").and_then(Value::as_str), map.get("name")) {
                let guess = || {
                    let mut parts = url.rsplit('/');
                    let slug = parts.next().unwrap_or_default().to_owned();
                    Some((Kind::read(parts.next().unwrap_or_default())?, slug))
                };
                if let Some((kind, slug)) = by_url.get(url).cloned().or_else(guess) {
                    let name = name.as_str().unwrap_or_default().to_owned();
                    if !found.iter().any(|known| known.kind == kind && known.slug == slug) {
                        found.push(Reference { kind, slug, name });
                    }
                }
            }
            map.values().for_each(|value| point_to(value, by_url, found));
        }
        Value::Array(values) => values.iter().for_each(|value| point_to(value, by_url, found)),
        _ => {}
    }
}

fn spell(data: &Value) -> Result<Spell, String> {
    let level = number(data, "level").and_then(|level| u8::try_from(level).ok()).ok_or("has no level")?;
    let dice = ["damage_at_slot_level", "damage_at_character_level"]
        .iter()
        .find_map(|by| data["damage"][*by].as_object()?.values().next()?.as_str());
    let damage = dice.map(|dice| Damage {
        dice: dice.to_owned(),
        damage_type: text(&data["damage"]["damage_type"], "name").to_lowercase(),
    });
    let spell = Spell {
        level,
        school: text(&data["school"], "name").to_lowercase(),
        casting_time: text(data, "casting_time").to_owned(),
        range: text(data, "range").to_owned(),
        components: strings(&data["components"]),
        material: text_or_none(data, "material").map(str::to_owned),
        duration: text(data, "duration").to_owned(),
        concentration: data["concentration"] == true,
        ritual: data["ritual"] == true,
        classes: names(&data["classes"]),
        save: text_or_none(&data["dc"]["dc_type"], "index").map(str::to_owned),
        damage: damage.into_iter().collect(),
    };
    match [&spell.school, &spell.casting_time, &spell.range, &spell.duration].iter().any(|field| field.is_empty()) {
        true => Err("lacks its school, casting time, range or duration".into()),
        false => Ok(spell),
    }
}

fn item(data: &Value) -> Item {
    let cost = number(&data["cost"], "quantity").map(|n| format!("{n} {}", text(&data["cost"], "unit")));
    let damage = |key: &str| {
        let dice = text_or_none(&data[key], "damage_dice")?.to_owned();
        Some(Damage { dice, damage_type: text(&data[key]["damage_type"], "name").to_lowercase() })
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
    let mut properties = names(&data["properties"]);
    if data["stealth_disadvantage"] == true {
        properties.push("Stealth disadvantage".into());
    }
    if let Some(least) = number(data, "str_minimum").filter(|least| *least > 0) {
        properties.push(format!("Strength {least}"));
    }
    let rarity = text_or_none(&data["rarity"], "name").map(str::to_lowercase);
    Item {
        category: match text_or_none(data, "category_range") {
            Some(range) => format!("{range} weapon"),
            None => text(&data["equipment_category"], "name").to_owned(),
        },
        cost,
        weight_pounds: data["weight"].as_f64(),
        damage: damage("damage").into_iter().collect(),
        two_handed_damage: damage("two_handed_damage").map(|damage| damage.dice),
        armor_class: armor,
        range: reach("throw_range").or_else(|| reach("range")),
        properties,
        attunement: false,
        rarity,
    }
}

fn contents(data: &Value) -> String {
    let items = data["contents"].as_array().into_iter().flatten();
    let items: Vec<String> = items
        .map(|held| format!("{} × {}", number(held, "quantity").unwrap_or(1), text(&held["item"], "name")))
        .collect();
    if items.is_empty() { String::new() } else { format!("It holds: {}.", items.join(", ")) }
}

fn class(data: &Value) -> Class {
    Class {
        hit_die: number(data, "hit_die").and_then(|sides| u32::try_from(sides).ok()).unwrap_or_default(),
        saving_throws: names(&data["saving_throws"]),
        proficiencies: names(&data["proficiencies"]),
    }
}

fn class_text(data: &Value) -> String {
    let class = class(data);
    let mut lines = vec![
        format!("**Hit Die** d{}", class.hit_die),
        format!("**Saving Throws** {}", class.saving_throws.join(", ")),
        format!("**Proficiencies** {}", class.proficiencies.join(", ")),
    ];
    let choices = data["proficiency_choices"].as_array().into_iter().flatten();
    lines.extend(choices.map(|choice| text(choice, "desc").to_owned()).filter(|line| !line.is_empty()));
    let subclasses = names(&data["subclasses"]);
    if !subclasses.is_empty() {
        lines.push(format!("**Subclasses** {}", subclasses.join(", ")));
    }
    for info in data["spellcasting"]["info"].as_array().into_iter().flatten() {
        lines.push(format!("**{}.** {}", text(info, "name"), paragraphs(&info["desc"])));
    }
    lines.join("\n\n")
}

fn species(data: &Value) -> Species {
    let bonuses = data["ability_bonuses"].as_array().into_iter().flatten();
    Species {
        size: text(data, "size").to_owned(),
        speed: number(data, "speed").and_then(|feet| u32::try_from(feet).ok()).unwrap_or_default(),
        ability_bonuses: bonuses
            .map(|bonus| {
                format!("{} {:+}", text(&bonus["ability_score"], "name"), number(bonus, "bonus").unwrap_or_default())
            })
            .collect(),
    }
}

fn species_text(data: &Value, prose: &str) -> String {
    let facts = species(data);
    let mut lines: Vec<String> = Vec::new();
    for part in [prose, text(data, "age"), text(data, "alignment"), text(data, "size_description")] {
        if !part.is_empty() {
            lines.push(part.to_owned());
        }
    }
    if facts.speed > 0 {
        lines.push(format!("**Speed** {} ft.", facts.speed));
    }
    lines.push(format!("**Ability Scores** {}", facts.ability_bonuses.join(", ")));
    lines.push(text(data, "language_desc").to_owned());
    let traits = [names(&data["traits"]), names(&data["racial_traits"])].concat();
    if !traits.is_empty() {
        lines.push(format!("**Traits** {}", traits.join(", ")));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n\n")
}

fn level_name(data: &Value) -> String {
    let of = [&data["subclass"], &data["class"]].into_iter().map(|of| text(of, "name")).find(|name| !name.is_empty());
    format!("{} level {}", of.unwrap_or_default(), number(data, "level").unwrap_or_default())
}

/// Words for what has none: its plain fields and the names of what it points to.
fn from_fields(data: &Value) -> String {
    let mut lines = Vec::new();
    for (field, value) in data.as_object().into_iter().flatten() {
        if ["index", "name", "url", "desc", "image"].contains(&field.as_str()) {
            continue;
        }
        let said = match value {
            Value::String(said) if !said.starts_with("/api/") => said.clone(),
            Value::Number(number) => number.to_string(),
            Value::Object(_) => text(value, "name").to_owned(),
            Value::Array(values) => {
                let named = values.iter().map(|value| value.as_str().unwrap_or_else(|| text(value, "name")));
                named.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        };
        if !said.is_empty() {
            let field = field.replace('_', " ");
            lines.push(format!("**{}{}** {said}", field[..1].to_uppercase(), &field[1..]));
        }
    }
    lines.join("\n\n")
}

/// A field's text, or nothing.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn text_or_none<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value[key].as_str().filter(|text| !text.is_empty())
}

fn number(value: &Value, key: &str) -> Option<i64> {
    value[key].as_i64()
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The names of what a list points to.
pub(super) fn names(value: &Value) -> Vec<String> {
    let named = value.as_array().into_iter().flatten().map(|value| text(value, "name"));
    named.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Text that is one string or several paragraphs.
pub(super) fn paragraphs(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Array(_) => {
            let mut text = String::new();
            for part in strings(value) {
                // Points of a list and rows of a table stand close together.
                let close =
                    part.starts_with(['-', '|']) && text.lines().last().is_some_and(|l| l.starts_with(['-', '|']));
                text.push_str(if text.is_empty() {
                    ""
                } else if close {
                    "\n"
                } else {
                    "\n\n"
                });
                text.push_str(part.trim());
            }
            text
        }
        _ => String::new(),
    }
}
