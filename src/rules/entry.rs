//! Entries of the library.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use game::edition::Edition;

use super::facts::Facts;

/// Declares the types of entries with the words they are called by; the first is the type's name.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal $(| $other:literal)*;)+) => {
        /// The type of an entry.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        #[schema(as = Kind)]
        pub enum RuleKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl RuleKind {
            /// All types.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The type's name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            fn other_names(self) -> &'static [&'static str] {
                match self {
                    $(Self::$kind => &[$($other,)*],)+
                }
            }
        }
    };
}

impl RuleKind {
    /// Types of entries that describe effects on creatures, in the order of precedence for an effect's name.
    pub const OF_EFFECTS: [Self; 5] = [Self::Spell, Self::Condition, Self::Feature, Self::Trait, Self::Feat];
}

kinds! {
    /// One of the six abilities.
    Ability = "ability" | "abilities" | "ability-score" | "ability-scores";
    /// What one may do in combat.
    Action = "action" | "actions";
    /// Good and evil, law and chaos.
    Alignment = "alignment" | "alignments";
    /// Where a hero comes from.
    Background = "background" | "backgrounds";
    /// A kind of equipment, with what belongs to it.
    Category = "category" | "categories" | "equipment-category" | "equipment-categories";
    /// A class.
    Class = "class" | "classes";
    /// A condition.
    Condition = "condition" | "conditions";
    /// A type of damage.
    DamageType = "damage-type" | "damage-types";
    /// A feat.
    Feat = "feat" | "feats";
    /// A feature that a class gives at a level.
    Feature = "feature" | "features";
    /// A thing one can own, magical or not.
    Item = "item" | "items" | "equipment" | "magic-item" | "magic-items" | "weapon" | "armor" | "armour";
    /// A language.
    Language = "language" | "languages";
    /// A level of a class.
    Level = "level" | "levels";
    /// A creature with a stat block.
    Monster = "monster" | "monsters" | "creature" | "creatures" | "stat-block" | "stat-blocks";
    /// What one can be proficient in.
    Proficiency = "proficiency" | "proficiencies";
    /// A section of the rules.
    Rule = "rule" | "rules" | "rule-section" | "rule-sections";
    /// A school of magic.
    School = "school" | "schools" | "magic-school" | "magic-schools";
    /// A skill.
    Skill = "skill" | "skills";
    /// A species or race.
    Species = "species" | "race" | "races" | "subrace" | "subraces";
    /// A spell.
    Spell = "spell" | "spells";
    /// A subclass.
    Subclass = "subclass" | "subclasses";
    /// What a species, or a monster, has by nature.
    Trait = "trait" | "traits";
    /// What is special about a weapon.
    WeaponProperty = "weapon-property" | "weapon-properties";
}

/// Types that are asked for by name, most frequent first.
const ASKED_FOR_BY_NAME: [RuleKind; 12] = [
    RuleKind::Spell,
    RuleKind::Monster,
    RuleKind::Item,
    RuleKind::Condition,
    RuleKind::Action,
    RuleKind::Rule,
    RuleKind::Class,
    RuleKind::Subclass,
    RuleKind::Species,
    RuleKind::Background,
    RuleKind::Feat,
    RuleKind::Skill,
];

impl RuleKind {
    /// The type a word means: its name, its plural, or what others call it.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase().replace(['_', ' '], "-");
        let means = |kind: &&Self| kind.as_str() == text || kind.other_names().contains(&text.as_str());
        Self::ALL.iter().find(means).copied()
    }

    /// Whether it has too many references, to or from it, for following them to be useful.
    pub fn is_hub(self) -> bool {
        matches!(
            self,
            Self::Ability
                | Self::Category
                | Self::Class
                | Self::DamageType
                | Self::Language
                | Self::Level
                | Self::Proficiency
                | Self::School
                | Self::Subclass
        )
    }

    /// Its rank among entries of one name: what a table asks for most comes first.
    pub fn place(self) -> usize {
        ASKED_FOR_BY_NAME.iter().position(|kind| *kind == self).unwrap_or(ASKED_FOR_BY_NAME.len())
    }

    /// Whether someone who says a name of this type alone is likely to mean it.
    pub fn is_asked_for_by_name(self) -> bool {
        ASKED_FOR_BY_NAME.contains(&self)
    }

    /// Whether it is found by search; tables of others' names are found by name, id and reference only.
    pub fn is_searched(self) -> bool {
        !matches!(self, Self::Category | Self::Level | Self::Proficiency)
    }
}

/// A reference to another entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The type of the other entry.
    #[serde(rename = "type")]
    pub kind: RuleKind,
    /// Its slug.
    pub slug: String,
    /// Its name.
    pub name: String,
}

/// An entry of the rules. Type, slug and edition together are its id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Entry)]
pub struct RuleEntry {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: RuleKind,
    /// Its name in ids.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// The rules it belongs to.
    pub edition: Edition,
    /// The rule in words, as Markdown.
    pub text: String,
    /// The rule in numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// Its references to other entries.
    #[serde(default)]
    pub references: Vec<Reference>,
}

impl RuleEntry {
    /// Its type and slug, to read it again.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind.as_str(), self.slug)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_by_all_its_names() {
        assert_eq!(RuleKind::read("Monsters"), Some(RuleKind::Monster));
        assert_eq!(RuleKind::read("magic items"), Some(RuleKind::Item));
        assert_eq!(RuleKind::read("rule_sections"), Some(RuleKind::Rule));
        assert_eq!(RuleKind::read("vehicle"), None);
        for kind in RuleKind::ALL {
            assert_eq!(RuleKind::read(kind.as_str()), Some(*kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
