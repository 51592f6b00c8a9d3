//! `query_character_ability`: a hero's abilities with their rules.

use game::{
    character::{Character, Weapon},
    combat::{arms, fighter::FighterRef},
    looked_up::RulePage,
    skill::Skill,
    wording::same,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    agent::{CallSummary, PublicCall, PublicResult, Tool, ToolError, ToolOutput},
    dm::{Draft, lookup_cache::CachedLookup},
    rules::{Library, RuleKind, told_of},
};

const SECTIONS: [&str; 7] = ["summary", "skills", "attacks", "features", "spells", "equipment", "full"];

/// Look at what a hero can do: a section of the sheet, or one spell, feature, weapon or thing in detail with what the
/// rules say of it. Call it before you tell how a hero's spell or feature works.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryCharacterAbility {
    /// "summary", "attacks", "features", "spells", "equipment" or "full".
    pub section: String,
    /// The spell, feature, weapon or thing to tell in detail.
    #[serde(default)]
    pub ability_name: Option<String>,
    /// A hero; left out, the one who acts.
    #[serde(default, alias = "character_id")]
    pub character: Option<String>,
}

impl Tool for QueryCharacterAbility {
    const NAME: &'static str = "query_character_ability";
    type Context = Draft;
    const SUMMARY: CallSummary = CallSummary::new("Looking at what the hero can do", "Looked at what the hero can do");
    const PUBLIC: PublicCall =
        PublicCall { input: &["section", "ability_name", "character"], result: PublicResult::Whole };

    async fn run(self, draft: &mut Draft) -> Result<ToolOutput, ToolError> {
        let id = self.character.unwrap_or_else(|| draft.acting().to_string());
        let hero = draft.game().hero(id.trim())?.clone();
        let section = match self.section.trim().to_lowercase().as_str() {
            "inventory" => "equipment".to_owned(),
            section => section.to_owned(),
        };
        if !SECTIONS.contains(&section.as_str()) {
            let sections = SECTIONS.join(", ");
            return Err(ToolError::Refused(format!("There is no section “{section}”. Use one of: {sections}.")));
        }
        let whole = json!({"character": hero.name, "section": section, "has": section_of(&hero, &section)});
        let Some(name) = self.ability_name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()) else {
            return Ok(ToolOutput::found(whole.to_string()));
        };
        let Some((own, kinds)) = one_of(&hero, &name) else {
            let note = format!("{} has nothing called “{name}”; this is the whole section.", hero.name);
            let mut whole = whole;
            whole["note"] = json!(note);
            return Ok(ToolOutput::found(whole.to_string()));
        };
        let edition = draft.game().rules_edition;
        let of = [&hero.class, hero.subclass.as_deref().unwrap_or_default()].join(" ");
        let question = format!("ability {} {kinds:?} {of} {}", name.to_lowercase(), hero.level);
        let told = |library: &Library| match told_of(library, edition, &hero, &name, kinds) {
            Some(entry) => CachedLookup {
                rules: vec![entry.id()],
                text: entry.text.clone(),
                page: Some(RulePage { name: entry.name.clone(), text: entry.text.clone() }),
                near: Vec::new(),
            },
            None => CachedLookup::default(),
        };
        let found = draft.look_ups().found(question, told);
        draft.looked_up = found.facts();
        let said = found.text;
        let rules = if said.is_empty() { json!("The rules we have say nothing of it.") } else { json!(said) };
        let detail = json!({"character": hero.name, "ability": own, "rules": rules});
        Ok(ToolOutput::found(detail.to_string()))
    }
}

fn section_of(hero: &Character, section: &str) -> Value {
    let summary = json!({
        "class": hero.class, "subclass": hero.subclass, "race": hero.race, "level": hero.level,
        "proficiency_bonus": hero.proficiency_bonus(), "abilities": hero.abilities,
        "proficiencies": hero.proficiencies, "armor_class": hero.armor_class, "speed": hero.speed,
        "hp": [hero.current_hp, FighterRef::Hero(hero).max_hp()], "conditions": hero.conditions,
    });
    match section {
        "skills" => {
            Skill::ALL.iter().map(|skill| (skill.as_str().to_owned(), json!(hero.skill_bonus(*skill)))).collect()
        }
        "attacks" => hero.weapons.iter().map(|weapon| attack(hero, weapon)).collect(),
        "features" => json!(hero.features),
        "spells" => json!(hero.spellcasting),
        "equipment" => json!(hero.inventory),
        "full" => json!({
            "summary": summary, "attacks": section_of(hero, "attacks"), "features": hero.features, "spells": hero.spellcasting,
            "equipment": hero.inventory,
        }),
        _ => summary,
    }
}

/// A weapon of the sheet, with what is thrown with it.
fn attack(hero: &Character, weapon: &Weapon) -> Value {
    let arm = arms::of(hero, weapon);
    let mut shown = json!(weapon);
    shown["to_hit"] = json!(format!("1d20{:+}", arm.attack.to_hit));
    shown["damage"] = json!(arm.damage());
    shown
}

/// A hero's ability of this name, and its possible types in the rules.
fn one_of(hero: &Character, name: &str) -> Option<(Value, &'static [RuleKind])> {
    let is_it = |own: &str| same(own, name);
    let spells = hero.spellcasting.iter().flat_map(|casting| casting.cantrips.iter().chain(&casting.spells));
    if let Some(spell) = spells.into_iter().find(|spell| is_it(spell)) {
        return Some((json!({"spell": spell}), &[RuleKind::Spell]));
    }
    if let Some(feature) = hero.features.iter().find(|feature| is_it(&feature.name)) {
        return Some((json!({"feature": feature}), &[RuleKind::Feature, RuleKind::Trait, RuleKind::Feat]));
    }
    if let Some(weapon) = hero.weapons.iter().find(|weapon| is_it(&weapon.name)) {
        return Some((json!({"attack": attack(hero, weapon)}), &[RuleKind::Item]));
    }
    let item = hero.inventory.iter().find(|item| is_it(&item.name))?;
    Some((json!({"item": item}), &[RuleKind::Item]))
}
