//! The barbarian.

use super::{super::character::Ability::*, Class, Subclass, USUAL_IMPROVEMENTS, Unarmored, packs};

pub(super) const CLASS: Class = Class {
    name: "barbarian",
    hit_die: 12,
    priorities: [Str, Con, Dex, Wis, Cha, Int],
    saves: [Str, Con],
    n_skills: 2,
    skills: &["athletics", "survival", "perception", "intimidation", "nature", "animal handling"],
    armor: &["light armor", "medium armor", "shields"],
    weapons: &["simple weapons", "martial weapons"],
    tools: &[],
    languages: &[],
    kit: &[("Greataxe", 1), ("Handaxe", 2), ("Javelin", 4)],
    pack: packs::EXPLORER,
    casting: None,
    unarmored: Some(Unarmored { ability: Con, with_shield: true }),
    features: &[
        (1, "Rage"),
        (1, "Unarmored Defense"),
        (2, "Reckless Attack"),
        (2, "Danger Sense"),
        (5, "Extra Attack"),
        (5, "Fast Movement"),
        (7, "Feral Instinct"),
        (9, "Brutal Critical"),
        (11, "Relentless Rage"),
        (13, "Brutal Critical (2 dice)"),
        (15, "Persistent Rage"),
        (17, "Brutal Critical (3 dice)"),
        (18, "Indomitable Might"),
        (20, "Primal Champion"),
    ],
    path: "Primal Path",
    path_level: 3,
    subclasses: &[Subclass {
        name: "Path of the Berserker",
        armor: &[],
        features: &[(3, "Frenzy"), (6, "Mindless Rage"), (10, "Intimidating Presence"), (14, "Retaliation")],
    }],
    improvements: USUAL_IMPROVEMENTS,
};
