//! The eighteen skills, and what a hero adds to a check (SRD 5.1 and 5.2, Ability Checks).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{
    character::{Ability, Character},
    feature::FeatureId,
    wording::same,
};

/// Declares the skills with their names and abilities.
macro_rules! skills {
    ($($skill:ident = $name:literal, $ability:ident;)+) => {
        /// A skill.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Skill {
            $(
                #[doc = concat!("The skill of that name: ", $name, ".")]
                #[serde(rename = $name)]
                $skill,
            )+
        }

        impl Skill {
            /// All eighteen, in the order of the alphabet.
            pub const ALL: [Self; 18] = [$(Self::$skill),+];

            /// Its name in lower case, as it is among a hero's proficiencies.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$skill => $name,)+
                }
            }

            /// Its ability.
            pub fn ability(self) -> Ability {
                match self {
                    $(Self::$skill => Ability::$ability,)+
                }
            }
        }
    };
}

skills! {
    Acrobatics = "acrobatics", Dex;
    AnimalHandling = "animal handling", Wis;
    Arcana = "arcana", Int;
    Athletics = "athletics", Str;
    Deception = "deception", Cha;
    History = "history", Int;
    Insight = "insight", Wis;
    Intimidation = "intimidation", Cha;
    Investigation = "investigation", Int;
    Medicine = "medicine", Wis;
    Nature = "nature", Int;
    Perception = "perception", Wis;
    Performance = "performance", Cha;
    Persuasion = "persuasion", Cha;
    Religion = "religion", Int;
    SleightOfHand = "sleight of hand", Dex;
    Stealth = "stealth", Dex;
    Survival = "survival", Wis;
}

/// The names alone: a description of each would tell a model nothing it doesn't know.
impl JsonSchema for Skill {
    fn schema_name() -> Cow<'static, str> {
        "Skill".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": Self::ALL.map(Self::as_str)})
    }
}

impl Character {
    /// Whether this hero is trained in a skill.
    pub fn is_trained(&self, skill: Skill) -> bool {
        self.proficiencies.skills.iter().any(|known| same(known, skill.as_str()))
    }

    /// What this hero adds to a check of a skill: the ability's modifier, and the proficiency bonus for those trained in
    /// it, twice for experts (SRD 5.1, Rogue and Bard: Expertise).
    pub fn skill_bonus(&self, skill: Skill) -> i32 {
        self.check_bonus(skill.ability(), skill)
    }

    /// The same for a check with another ability than the skill's own.
    pub fn check_bonus(&self, ability: Ability, skill: Skill) -> i32 {
        let trained = |times| self.abilities.modifier(ability) + times * self.proficiency_bonus();
        match self.is_trained(skill) {
            true if self.is_expert(skill) => trained(2),
            true => trained(1),
            false => self.ability_bonus(ability),
        }
    }

    /// What this hero adds to a check without training: the ability's modifier, and half of the proficiency bonus, rounded
    /// down, for a bard's Jack of All Trades, or up for a Champion's Remarkable Athlete in checks of the body.
    pub fn ability_bonus(&self, ability: Ability) -> i32 {
        let is_of_body = matches!(ability, Ability::Str | Ability::Dex | Ability::Con);
        let half = match () {
            () if is_of_body && self.has_feature(FeatureId::RemarkableAthlete) => (self.proficiency_bonus() + 1) / 2,
            () if self.has_feature(FeatureId::JackOfAllTrades) => self.proficiency_bonus() / 2,
            () => 0,
        };
        self.abilities.modifier(ability) + half
    }

    /// What this hero adds to a saving throw: the ability's modifier, and the proficiency bonus where the hero has it
    /// (SRD 5.1, Saving Throws).
    pub fn save_bonus(&self, ability: Ability) -> i32 {
        let trained = self.is_trained_to_save(ability);
        self.abilities.modifier(ability) + if trained { self.proficiency_bonus() } else { 0 }
    }

    /// The abilities with which the hero is proficient in saving throws, those of the class first.
    pub fn trained_saves(&self) -> impl Iterator<Item = Ability> {
        let own = &self.proficiencies.saves;
        let more = Ability::ALL.into_iter().filter(|it| !own.contains(it) && self.is_trained_to_save(*it));
        own.iter().copied().chain(more)
    }

    /// Whether the hero is proficient in saving throws with an ability: by class, as a monk by Diamond Soul, or with Wisdom as a
    /// rogue by Slippery Mind.
    pub fn is_trained_to_save(&self, ability: Ability) -> bool {
        self.proficiencies.saves.contains(&ability)
            || self.has_feature(FeatureId::DiamondSoul)
            || ability == Ability::Wis && self.has_feature(FeatureId::SlipperyMind)
    }

    /// Whether the hero has a feature. Sheets name features; the name is compared ignoring case.
    pub fn has_feature(&self, feature: FeatureId) -> bool {
        self.features.iter().any(|it| same(&it.name, feature.name()))
    }

    /// The hero's choices for a feature in any of its forms.
    pub(crate) fn options_of(&self, feature: FeatureId) -> impl Iterator<Item = &str> {
        self.features
            .iter()
            .filter(move |it| feature.is_named_in(&it.name))
            .filter_map(|it| it.chosen_option.as_deref())
    }

    /// Whether one of the hero's features of expertise names the skill.
    fn is_expert(&self, skill: Skill) -> bool {
        self.options_of(FeatureId::Expertise).any(|names| names.to_lowercase().contains(skill.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{character::Feature, ready_made};

    fn hero(id: &str) -> Character {
        ready_made::by_id(id).unwrap().clone()
    }

    // srd: rule/ability-checks--skills rule/ability-scores-and-modifiers
    #[test]
    fn a_check_adds_the_ability_and_the_training() {
        let mut hero = hero(ready_made::ready_made()[0].id.as_str());
        hero.level = 5;
        hero.features.clear();
        hero.abilities.dex = 15;
        hero.proficiencies.skills = vec!["stealth".into()];
        assert_eq!(hero.skill_bonus(Skill::Stealth), 2 + 3);
        assert_eq!(hero.skill_bonus(Skill::Acrobatics), 2);
        hero.abilities.dex = 7;
        assert_eq!(hero.skill_bonus(Skill::Acrobatics), -2);
    }

    #[test]
    fn experts_add_their_training_twice_and_jacks_of_all_trades_half_of_it() {
        let mut hero = hero(ready_made::ready_made()[0].id.as_str());
        hero.level = 5;
        hero.abilities.dex = 10;
        hero.proficiencies.skills = vec!["stealth".into()];
        let feature =
            |name: &str, chosen: Option<&str>| Feature { name: name.into(), chosen_option: chosen.map(Into::into) };
        hero.features =
            vec![feature("Expertise", Some("Stealth and Thieves' Tools")), feature("Jack of All Trades", None)];
        assert_eq!(hero.skill_bonus(Skill::Stealth), 6);
        assert_eq!(hero.skill_bonus(Skill::SleightOfHand), 1);
        hero.proficiencies.skills.clear();
        assert_eq!(hero.skill_bonus(Skill::Stealth), 1, "nobody is an expert in what they aren't trained in");
    }

    // srd: rule/saving-throws rule/proficiency-bonus
    #[test]
    fn a_saving_throw_adds_the_training_where_there_is_one() {
        let mut hero = hero(ready_made::ready_made()[0].id.as_str());
        (hero.level, hero.abilities.con) = (9, 14);
        hero.proficiencies.saves = vec![Ability::Con];
        assert_eq!(hero.save_bonus(Ability::Con), 2 + 4);
        hero.proficiencies.saves.clear();
        assert_eq!(hero.save_bonus(Ability::Con), 2);
    }

    // srd: ability/str ability/dex ability/con ability/int ability/wis ability/cha
    #[test]
    fn each_ability_counts_for_what_goes_by_it() {
        for ability in Ability::ALL {
            let mut hero = hero(ready_made::ready_made()[0].id.as_str());
            hero.proficiencies.saves.clear();
            hero.proficiencies.skills.clear();
            hero.features.clear();
            Ability::ALL.iter().for_each(|other| *hero.abilities.score_mut(*other) = 10);
            *hero.abilities.score_mut(ability) = 18;
            for other in Ability::ALL {
                assert_eq!(hero.save_bonus(other), if other == ability { 4 } else { 0 });
            }
            for skill in Skill::ALL {
                assert_eq!(hero.skill_bonus(skill), if skill.ability() == ability { 4 } else { 0 });
            }
        }
    }

    // srd: skill/acrobatics skill/animal-handling skill/arcana skill/athletics skill/deception skill/history
    // srd: skill/insight skill/intimidation skill/investigation skill/medicine skill/nature skill/perception
    // srd: skill/performance skill/persuasion skill/religion skill/sleight-of-hand skill/stealth skill/survival
    #[test]
    fn skills_go_by_their_abilities() {
        let of = |ability| Skill::ALL.into_iter().filter(move |skill| skill.ability() == ability).map(Skill::as_str);
        let names = |ability| of(ability).collect::<Vec<_>>();
        assert_eq!(names(Ability::Str), ["athletics"]);
        assert_eq!(names(Ability::Dex), ["acrobatics", "sleight of hand", "stealth"]);
        assert!(names(Ability::Con).is_empty());
        assert_eq!(names(Ability::Int), ["arcana", "history", "investigation", "nature", "religion"]);
        assert_eq!(names(Ability::Wis), ["animal handling", "insight", "medicine", "perception", "survival"]);
        assert_eq!(names(Ability::Cha), ["deception", "intimidation", "performance", "persuasion"]);
    }

    #[test]
    fn features_of_classes_train_for_saving_throws_and_checks() {
        let feature = |name: &str| Feature { name: name.into(), chosen_option: None };
        let with = |name: &str| {
            let mut hero = crate::hero::tests::hero("wizard", 9);
            hero.abilities = crate::character::Abilities { str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10 };
            hero.proficiencies.saves.clear();
            hero.features = vec![feature(name)];
            hero
        };
        let saves = |name: &str| with(name).trained_saves().collect::<Vec<_>>();
        assert_eq!(saves("Diamond Soul"), Ability::ALL);
        assert_eq!((saves("Slippery Mind"), saves("Evasion")), (vec![Ability::Wis], vec![]));
        assert_eq!(with("Slippery Mind").save_bonus(Ability::Wis), 4);
        assert_eq!(with("Slippery Mind").save_bonus(Ability::Cha), 0);
        let checks = |name: &str| Ability::ALL.map(|ability| with(name).ability_bonus(ability));
        assert_eq!(checks("Remarkable Athlete"), [2, 2, 2, 0, 0, 0]);
        let mut both = with("Remarkable Athlete");
        both.level = 5;
        both.features.push(feature("Jack of All Trades"));
        assert_eq!(Ability::ALL.map(|ability| both.ability_bonus(ability)), [2, 2, 2, 1, 1, 1], "3 halved, up or down");
        both.proficiencies.skills = vec!["athletics".into()];
        assert_eq!(both.skill_bonus(Skill::Athletics), 3, "who is trained adds the whole of it");
    }

    #[test]
    fn every_skill_is_called_as_the_sheets_call_it() {
        for hero in ready_made::ready_made() {
            for skill in &hero.proficiencies.skills {
                assert!(Skill::ALL.iter().any(|known| known.as_str() == skill), "{skill}");
            }
        }
    }
}
