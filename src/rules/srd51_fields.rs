//! Sentences for SRD 5.1 entries that the package has only as fields: levels, backgrounds, languages, prerequisites.

use serde_json::Value;

use super::{
    srd51::{paragraphs, text, text_or_none},
    stat_block::capitalised,
};

/// Fields for names, references and object types.
const SILENT: [&str; 7] = ["index", "name", "url", "desc", "image", "option_type", "option_set_type"];

/// A line for each field that says something.
pub(super) fn words(data: &Value) -> String {
    lines(data).map(|(field, said)| format!("**{}** {said}", capitalised(&field))).collect::<Vec<_>>().join("\n\n")
}

fn lines(data: &Value) -> impl Iterator<Item = (String, String)> + '_ {
    let fields = data.as_object().into_iter().flatten().filter(|(field, _)| !SILENT.contains(&field.as_str()));
    fields.map(|(field, value)| (field.replace('_', " "), said(value))).filter(|(_, said)| !said.is_empty())
}

fn said(value: &Value) -> String {
    match value {
        Value::String(said) if said.starts_with("/api/") => String::new(),
        Value::String(said) => said.clone(),
        // Zero values are not shown.
        Value::Number(number) if number.as_f64() == Some(0.0) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Array(values) => {
            let said: Vec<String> = values.iter().map(said).filter(|said| !said.is_empty()).collect();
            let long = said.iter().any(|said| said.contains([',', '.']));
            said.join(if long { "; " } else { ", " })
        }
        Value::Object(_) => of_object(value),
        _ => String::new(),
    }
}

fn of_object(value: &Value) -> String {
    if let Some(from) = value.get("from") {
        let options = match (text_or_none(from, "resource_list_url"), from["equipment_category"]["name"].as_str()) {
            (Some(list), _) => list.rsplit('/').next().unwrap_or_default().to_owned(),
            (None, Some(category)) => category.to_owned(),
            (None, None) => said(&from["options"]),
        };
        return format!("{} of: {options}", said(&value["choose"]));
    }
    let desc = paragraphs(&value["desc"]);
    match (text(value, "name"), value["quantity"].as_i64()) {
        ("", None) if desc.is_empty() => {
            let lines: Vec<(String, String)> = lines(value).collect();
            match lines.as_slice() {
                // Only a wrapper, as the options of a choice have it.
                [(field, said)] if ["string", "item"].contains(&field.as_str()) => said.clone(),
                lines => lines.iter().map(|(field, said)| format!("{field}: {said}")).collect::<Vec<_>>().join(", "),
            }
        }
        ("", None) => desc,
        ("", Some(n)) => {
            let of = [&value["equipment"], &value["item"], &value["of"]].into_iter().find(|of| of.is_object());
            match of {
                Some(of) => format!("{n} × {}", text(of, "name")),
                None => format!("{n} {}", text(value, "unit")),
            }
        }
        (name, _) if desc.is_empty() => name.to_owned(),
        (name, _) => format!("{name}. {desc}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_field_that_says_something_is_told() {
        let level = json!({"class": {"name": "Wizard", "url": "/api/y"}, "index": "x-1", "level": 3, "spellcasting":
            {"cantrips_known": 3, "spell_slots_level_1": 4, "spell_slots_level_2": 0}, "url": "/api/x"});
        assert_eq!(
            words(&level),
            "**Class** Wizard\n\n**Level** 3\n\n**Spellcasting** cantrips known: 3, spell slots level 1: 4"
        );
        let background = json!({"feature": {"name": "Shelter", "desc": ["You find it."]}, "flaws": {"choose": 1, "from":
            {"options": [{"option_type": "string", "string": "I judge."}, {"option_type": "string", "string": "I trust."}]}},
            "starting_equipment": [{"equipment": {"name": "Pouch"}, "quantity": 2}],
            "starting_gold": {"quantity": 15, "unit": "gp"}});
        assert_eq!(
            words(&background),
            "**Feature** Shelter. You find it.\n\n**Flaws** 1 of: I judge.; I trust.\n\n\
             **Starting equipment** 2 × Pouch\n\n**Starting gold** 15 gp"
        );
    }
}
