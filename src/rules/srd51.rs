//! Parses SRD 5.1 from the rows of its package.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    entry::{Edition, Reference, RuleEntry, RuleKind},
    facts::{ClassFacts, DamageFacts, Facts, FeatureFacts, Species, Spell},
    magic, sections, srd51_fields,
    srd51_items::{contents, item},
    srd51_monsters, stat_block,
};

/// The package's tables and their contents.
pub(super) const TABLES: [(&str, RuleKind); 25] = [
    ("ability_scores", RuleKind::Ability),
    ("alignments", RuleKind::Alignment),
    ("backgrounds", RuleKind::Background),
    ("classes", RuleKind::Class),
    ("conditions", RuleKind::Condition),
    ("damage_types", RuleKind::DamageType),
    ("equipment", RuleKind::Item),
    ("equipment_categories", RuleKind::Category),
    ("feats", RuleKind::Feat),
    ("features", RuleKind::Feature),
    ("languages", RuleKind::Language),
    ("levels", RuleKind::Level),
    ("magic_items", RuleKind::Item),
    ("magic_schools", RuleKind::School),
    ("monsters", RuleKind::Monster),
    ("proficiencies", RuleKind::Proficiency),
    ("races", RuleKind::Species),
    ("rule_sections", RuleKind::Rule),
    ("rules", RuleKind::Rule),
    ("skills", RuleKind::Skill),
    ("spells", RuleKind::Spell),
    ("subclasses", RuleKind::Subclass),
    ("subraces", RuleKind::Species),
    ("traits", RuleKind::Trait),
    ("weapon_properties", RuleKind::WeaponProperty),
];

/// A row of the package.
pub(super) struct PackageRow {
    pub(super) kind: RuleKind,
    pub(super) data: Value,
}

/// The rows by what the package points to them with.
type ByUrl<'a> = HashMap<&'a str, &'a PackageRow>;

/// Every entry the rows hold. A row that can't be read is an error that names it.
pub(super) fn entries(rows: &[PackageRow]) -> Result<Vec<RuleEntry>, String> {
    let by_url: ByUrl<'_> = rows.iter().map(|row| (text(&row.data, "url"), row)).collect();
    let mut entries = Vec::with_capacity(rows.len() + 300);
    for row in rows {
        let entry = entry(row, &by_url).map_err(|why| format!("{} {}: {why}", row.kind.as_str(), slug(&row.data)))?;
        match row.kind {
            RuleKind::Rule => entries.extend(chapters(entry)),
            _ => entries.push(entry),
        }
    }
    Ok(entries)
}

fn slug(row: &Value) -> String {
    text(row, "index").to_owned()
}

fn entry(row: &PackageRow, by_url: &ByUrl<'_>) -> Result<RuleEntry, String> {
    let data = &row.data;
    let slug = slug(data);
    if slug.is_empty() {
        return Err("has no index".into());
    }
    let prose = paragraphs(&data["desc"]);
    let (text, facts) = match row.kind {
        RuleKind::Monster => {
            let monster = srd51_monsters::monster(data)?;
            let words = if prose.is_empty() { String::new() } else { format!("\n{prose}\n") };
            (format!("{}{words}", stat_block::monster(&monster)), Some(Facts::Monster(Box::new(monster))))
        }
        RuleKind::Spell => {
            let spell = spell(data)?;
            let higher = paragraphs(&data["higher_level"]);
            let higher = if higher.is_empty() { higher } else { format!("\n\n**At Higher Levels.** {higher}") };
            (format!("{}\n{prose}{higher}", stat_block::spell_head(&spell)), Some(Facts::Spell(Box::new(spell))))
        }
        RuleKind::Item => {
            let mut item = item(data);
            let prose = if item.rarity.is_some() { magic::told(&prose, &mut item).to_owned() } else { prose };
            let words = [prose, paragraphs(&data["special"]), contents(data)];
            let words = words.iter().filter(|words| !words.is_empty()).cloned().collect::<Vec<_>>().join("\n\n");
            (format!("{}\n{words}", stat_block::item_head(&item)).trim().to_owned(), Some(Facts::Item(item)))
        }
        RuleKind::Class => (class_text(data), Some(Facts::Class(class(data)))),
        RuleKind::Feature => {
            let source = [&data["subclass"], &data["class"]].into_iter().map(|of| text(of, "name"));
            let source = source.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned();
            let level = number(data, "level").and_then(|level| u32::try_from(level).ok());
            (prose, Some(Facts::Feature(FeatureFacts { source, level })))
        }
        RuleKind::Species => {
            let species = species(data, by_url);
            (species_text(data, &prose, &species), Some(Facts::Species(species)))
        }
        RuleKind::Feat if data["prerequisites"][0].is_object() => {
            let asked = data["prerequisites"].as_array().into_iter().flatten().map(|asked| {
                format!("{} {}", text(&asked["ability_score"], "name"), number(asked, "minimum_score").unwrap_or(1))
            });
            (format!("**Prerequisite** {}\n\n{prose}", asked.collect::<Vec<_>>().join(", ")), None)
        }
        RuleKind::Language if !prose.is_empty() => (format!("{prose}\n\n{}", srd51_fields::words(data)), None),
        _ if prose.is_empty() => (srd51_fields::words(data), None),
        _ => (prose, None),
    };
    // An ability's name is an abbreviation; a level has none.
    let name = text_or_none(data, "full_name").or_else(|| text_or_none(data, "name"));
    let name = name.map_or_else(|| level_name(data), str::to_owned);
    let mut references = Vec::new();
    point_to(data, by_url, &mut references)?;
    references.retain(|reference| !(reference.kind == row.kind && reference.slug == slug));
    Ok(RuleEntry { kind: row.kind, slug, name, edition: Edition::Y2014, text, facts, references })
}

/// A chapter's sections, each an entry of its own; the first keeps the chapter's slug and references.
fn chapters(chapter: RuleEntry) -> Vec<RuleEntry> {
    let sections = sections::split(&chapter.name, &chapter.text);
    if sections.is_empty() {
        // Only a table of contents: it has nothing but references.
        let named = chapter.references.iter().map(|reference| format!("- {}", reference.name));
        let text = named.collect::<Vec<_>>().join("\n");
        return vec![RuleEntry { text, ..chapter }];
    }
    let mut taken: Vec<String> = Vec::new();
    let mut entries: Vec<RuleEntry> = Vec::new();
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
        let parent = Reference { kind: RuleKind::Rule, slug: chapter.slug.clone(), name: chapter.name.clone() };
        let references = if at == 0 { chapter.references.clone() } else { vec![parent] };
        entries.push(RuleEntry {
            kind: RuleKind::Rule,
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
/// Immunities are left out: they explain nothing about a creature.
fn point_to(value: &Value, by_url: &ByUrl<'_>, found: &mut Vec<Reference>) -> Result<(), String> {
    match value {
        Value::Object(map) => {
            if let (Some(url), Some(name)) = (map.get("url").and_then(Value::as_str), map.get("name")) {
                let unknown = || {
                    let mut parts = url.rsplit('/');
                    let slug = parts.next().unwrap_or_default().to_owned();
                    Some((RuleKind::read(parts.next().unwrap_or_default())?, slug))
                };
                let known = by_url.get(url).map(|row| (row.kind, slug(&row.data)));
                let (kind, slug) =
                    known.or_else(unknown).ok_or_else(|| format!("points to {url}, which is of no type we know"))?;
                let name = name.as_str().unwrap_or_default().to_owned();
                if !found.iter().any(|known| known.kind == kind && known.slug == slug) {
                    found.push(Reference { kind, slug, name });
                }
            }
            let mut values = map.iter().filter(|(field, _)| *field != "condition_immunities").map(|(_, value)| value);
            values.try_for_each(|value| point_to(value, by_url, found))
        }
        Value::Array(values) => values.iter().try_for_each(|value| point_to(value, by_url, found)),
        _ => Ok(()),
    }
}

fn spell(data: &Value) -> Result<Spell, String> {
    let level = number(data, "level").and_then(|level| u8::try_from(level).ok()).ok_or("has no level")?;
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
        damage: spell_damage(data),
    };
    match [&spell.school, &spell.casting_time, &spell.range, &spell.duration].iter().any(|field| field.is_empty()) {
        true => Err("lacks its school, casting time, range or duration".into()),
        false => Ok(spell),
    }
}

/// The damage of a spell at its lowest level. For two kinds of damage, the package has the type of the first
/// only; the others are in its text.
fn spell_damage(data: &Value) -> Vec<DamageFacts> {
    let by_level = ["damage_at_slot_level", "damage_at_character_level"];
    let dice = by_level.iter().find_map(|by| data["damage"][*by].as_object()?.values().next()?.as_str());
    let known = text(&data["damage"]["damage_type"], "name").to_lowercase();
    let words = paragraphs(&data["desc"]);
    let mut damages: Vec<DamageFacts> = Vec::new();
    // Dice that do no damage of any type, such as how many hit points fall asleep, are none.
    for part in dice.filter(|_| !known.is_empty()).into_iter().flat_map(|dice| dice.split(" + ")) {
        match damages.last_mut() {
            Some(last) if !part.contains('d') => last.dice = format!("{}+{}", last.dice, part.to_lowercase()),
            Some(_) => {
                let said = |(at, _): (usize, &str)| words[at..].split_whitespace().nth(1).map(str::to_owned);
                let again = format!("{part} ");
                let damage_type = words.match_indices(&again).filter_map(said).find(|other| *other != known);
                let damage_type = damage_type.unwrap_or_else(|| known.clone());
                damages.push(DamageFacts { dice: part.to_owned(), damage_type, or: Vec::new() });
            }
            None => damages.push(DamageFacts { dice: part.to_owned(), damage_type: known.clone(), or: Vec::new() }),
        }
    }
    damages
}

fn class(data: &Value) -> ClassFacts {
    ClassFacts {
        hit_die: number(data, "hit_die").and_then(|sides| u32::try_from(sides).ok()).unwrap_or_default(),
        saving_throws: names(&data["saving_throws"]).iter().map(|name| name.to_lowercase()).collect(),
        proficiencies: names(&data["proficiencies"]),
    }
}

fn class_text(data: &Value) -> String {
    let class = class(data);
    let mut lines = vec![
        format!("**Hit Die** d{}", class.hit_die),
        format!("**Saving Throws** {}", names(&data["saving_throws"]).join(", ")),
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

/// A species; one that is a kind of another has its size and speed.
fn species(data: &Value, by_url: &ByUrl<'_>) -> Species {
    let of = by_url.get(text(&data["race"], "url")).map_or(data, |row| &row.data);
    let bonuses = data["ability_bonuses"].as_array().into_iter().flatten().map(|bonus| {
        format!("{} {:+}", text(&bonus["ability_score"], "name"), number(bonus, "bonus").unwrap_or_default())
    });
    let free = &data["ability_bonus_options"];
    let free = number(free, "choose").map(|n| {
        let bonus = number(&free["from"]["options"][0], "bonus").unwrap_or_default();
        format!("{n} others {bonus:+}")
    });
    Species {
        size: text(of, "size").to_owned(),
        speed: number(of, "speed").and_then(|feet| u32::try_from(feet).ok()).unwrap_or_default(),
        ability_bonuses: bonuses.chain(free).collect(),
    }
}

fn species_text(data: &Value, prose: &str, facts: &Species) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in [prose, text(data, "age"), text(data, "alignment"), text(data, "size_description")] {
        if !part.is_empty() {
            lines.push(part.to_owned());
        }
    }
    lines.push(format!("**Speed** {} ft.", facts.speed));
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

/// A field's text, or nothing.
pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

pub(super) fn text_or_none<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value[key].as_str().filter(|text| !text.is_empty())
}

pub(super) fn number(value: &Value, key: &str) -> Option<i64> {
    value[key].as_i64()
}

pub(super) fn strings(value: &Value) -> Vec<String> {
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
