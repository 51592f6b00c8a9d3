//! The fighter.

use super::{super::character::Ability::*, Class, Subclass, packs};

pub(super) const CLASS: Class = Class {
    name: "fighter",
    hit_die: 10,
    priorities: [Str, Con, Dex, Wis, Cha, Int],
    saves: [Str, Con],
    n_skills: 2,
    skills: &[
        "athletics",
        "perception",
        "intimidation",
        "survival",
        "acrobatics",
        "insight",
        "history",
        "animal handling",
    ],
    armor: &["light armor", "medium armor", "heavy armor", "shields"],
    weapons: &["simple weapons", "martial weapons"],
    tools: &[],
    kit: &[("Longsword", 1), ("Light Crossbow", 1), ("Bolt", 20), ("Chain Mail", 1), ("Shield", 1)],
    pack: packs::DUNGEONEER,
    casting: None,
    unarmored: None,
    features: &[
        (1, "Fighting Style"),
        (1, "Second Wind"),
        (2, "Action Surge"),
        (5, "Extra Attack"),
        (9, "Indomitable"),
        (11, "Extra Attack (2)"),
        (13, "Indomitable (two uses)"),
        (17, "Action Surge (two uses)"),
        (17, "Indomitable (three uses)"),
        (20, "Extra Attack (3)"),
    ],
    path: "Martial Archetype",
    path_level: 3,
    subclasses: &[Subclass {
        name: "Champion",
        features: &[
            (3, "Improved Critical"),
            (7, "Remarkable Athlete"),
            (10, "Additional Fighting Style"),
            (15, "Superior Critical"),
            (18, "Survivor"),
        ],
    }],
    improvements: &[4, 6, 8, 12, 14, 16, 19],
};
