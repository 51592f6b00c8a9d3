//! The reasons for rolls, as facts; each audience words them in its own language.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{character::Ability, house_rules::HouseRule, language_tag::LanguageTag, skill::Skill};

/// The reason for a roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RollPurpose {
    pub kind: RollKind,
    /// Name of the roller.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// The target's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// The weapon, spell, feature or item, or the story's description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The skill of a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub skill: Option<Skill>,
    /// The ability of a saving throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<Ability>,
    /// The house rule that applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rule: Option<HouseRule>,
}

/// What a roll decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum RollKind {
    /// Something in the story's own words, see `name`.
    Story,
    /// Whether an attack hits.
    Attack,
    Damage,
    /// Additional effect of a critical hit.
    CriticalDamage,
    Healing,
    TemporaryHitPoints,
    /// How many hit points of creatures a spell reaches.
    HitPointsReached,
    /// How many attacks are made.
    HowMany,
    /// Effect of a feature.
    Feature,
    /// Whether an action recharges.
    Recharge,
    Initiative,
    /// A check of a skill.
    Check,
    /// A check of something improvised in a fight.
    Improvised,
    /// A check to counter a spell.
    Counterspell,
    Grapple,
    GrappleResisted,
    Shove,
    ShoveResisted,
    Escape,
    /// The grappler's side of an escape.
    EscapeResisted,
    /// A check to stabilise.
    FirstAid,
    /// A saving throw of the story's.
    Save,
    /// A saving throw to ward something off.
    SaveAgainst,
    /// A saving throw that ends something that lasts.
    SaveToEnd,
    /// A saving throw to keep concentration.
    SaveToKeep,
    DeathSave,
    HitDie,
    /// Hours until a stable creature wakes.
    HoursToWake,
    /// Coins of those who fell.
    Coins,
}

impl RollPurpose {
    /// A purpose without names.
    pub fn of(kind: RollKind) -> Self {
        let (who, target, name) = (String::new(), String::new(), String::new());
        Self { kind, who, target, name, skill: None, ability: None, house_rule: None }
    }

    /// In the words of the story.
    pub fn story(text: &str) -> Self {
        Self::of(RollKind::Story).with(text)
    }

    /// A check of a skill.
    pub fn check(skill: Skill) -> Self {
        Self { skill: Some(skill), ..Self::of(RollKind::Check) }
    }

    /// A saving throw with an ability.
    pub fn save(kind: RollKind, ability: Ability) -> Self {
        Self { ability: Some(ability), ..Self::of(kind) }
    }

    /// Sets the roller.
    #[must_use]
    pub fn by(self, who: impl Into<String>) -> Self {
        Self { who: who.into(), ..self }
    }

    /// Sets the target.
    #[must_use]
    pub fn at(self, target: impl Into<String>) -> Self {
        Self { target: target.into(), ..self }
    }

    /// Adds the means: a weapon, a spell, a thing, or words of the story.
    #[must_use]
    pub fn with(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// By a house rule.
    #[must_use]
    pub fn ruled_by(self, house_rule: HouseRule) -> Self {
        Self { house_rule: Some(house_rule), ..self }
    }

    /// The text in a story of this language: a phrase in English, only names elsewhere; the facts have the rest.
    pub fn text(&self, language: Option<&LanguageTag>) -> String {
        match language.is_some_and(|language| !language.is_english()) {
            true => self.names(),
            false => self.in_english(),
        }
    }

    /// The names in it, with signs between them: `Grak → Mira · Scimitar`.
    fn names(&self) -> String {
        let join = |parts: &[&str], between: &str| {
            let said: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
            said.join(between)
        };
        join(&[&join(&[&self.who, &self.target], " → "), &self.name], " · ")
    }

    /// In English: `Grak attacks Mira: Scimitar`.
    pub fn in_english(&self) -> String {
        let phrase = self.phrase();
        match self.house_rule {
            Some(rule) => format!("{phrase} (house rule: {})", rule.name()),
            None => phrase,
        }
    }

    fn phrase(&self) -> String {
        let Self { who, target, name, .. } = self;
        let about = |what: &str, of: &str| if of.is_empty() { what.to_owned() } else { format!("{what}: {of}") };
        match self.kind {
            RollKind::Story | RollKind::Feature => name.clone(),
            RollKind::Attack if who.is_empty() => format!("Attack on {target}: {name}"),
            RollKind::Attack => format!("{who} attacks {target}: {name}"),
            RollKind::Damage => about("Damage", name),
            RollKind::CriticalDamage => about("Critical damage", name),
            RollKind::Healing => about("Healing", name),
            RollKind::TemporaryHitPoints => about("Temporary hit points", name),
            RollKind::HitPointsReached => about("Hit points reached", name),
            RollKind::HowMany => about("How many", name),
            RollKind::Recharge => about("Recharge", name),
            RollKind::Initiative => about("Initiative", who),
            RollKind::Check => {
                about(&self.skill.map(capitalised).unwrap_or_default(), if who.is_empty() { name } else { who })
            }
            RollKind::Improvised => about(name, who),
            RollKind::Counterspell => format!("Counterspell against {name}"),
            RollKind::Grapple => about("Grapple", who),
            RollKind::GrappleResisted => format!("Grapple: {who} resists"),
            RollKind::Shove => about("Shove", who),
            RollKind::ShoveResisted => format!("Shove: {who} resists"),
            RollKind::Escape => about("Escape", who),
            RollKind::EscapeResisted => format!("Escape: {who} holds on"),
            RollKind::FirstAid => format!("Medicine: {who} for {target}"),
            RollKind::Save => about(&format!("{} save", self.ability_name()), name),
            RollKind::SaveAgainst => format!("{} save against {name}", self.ability_name()),
            RollKind::SaveToEnd => format!("{} save to end {name}", self.ability_name()),
            RollKind::SaveToKeep => format!("{} save to keep {name}", self.ability_name()),
            RollKind::DeathSave => about("Death saving throw", who),
            RollKind::HitDie => about("Hit die", who),
            RollKind::HoursToWake => format!("Hours until {who} wakes"),
            RollKind::Coins => "Coins of the fallen".to_owned(),
        }
    }

    fn ability_name(&self) -> &'static str {
        self.ability.map_or("A", Ability::full_name)
    }
}

fn capitalised(skill: Skill) -> String {
    let mut name = skill.as_str().to_owned();
    name.get_mut(..1).unwrap_or_default().make_ascii_uppercase();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_is_a_phrase_in_english_and_names_alone_elsewhere() {
        let german = LanguageTag::read("de-AT");
        let attack = RollPurpose::of(RollKind::Attack).by("Grak").at("Mira").with("Scimitar");
        for (purpose, english, names) in [
            (
                attack.clone().ruled_by(HouseRule::Flanking),
                "Grak attacks Mira: Scimitar (house rule: flanking)",
                "Grak → Mira · Scimitar",
            ),
            (attack.by(""), "Attack on Mira: Scimitar", "Mira · Scimitar"),
            (RollPurpose::check(Skill::SleightOfHand).with("vorbei"), "Sleight of hand: vorbei", "vorbei"),
            (RollPurpose::check(Skill::Stealth), "Stealth", ""),
            (
                RollPurpose::save(RollKind::SaveToKeep, Ability::Con).with("Bless"),
                "Constitution save to keep Bless",
                "Bless",
            ),
            (RollPurpose::of(RollKind::Coins), "Coins of the fallen", ""),
        ] {
            assert_eq!(purpose.text(LanguageTag::read("en-GB").as_ref()), english);
            assert_eq!((purpose.text(None).as_str(), purpose.text(german.as_ref()).as_str()), (english, names));
        }
    }
}
