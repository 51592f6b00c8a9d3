//! The warlock.

use super::{
    super::character::Ability::*, Casting, Class, Progression, SpellCount, Subclass, USUAL_IMPROVEMENTS, packs,
};

pub(super) const CLASS: Class = Class {
    name: "warlock",
    hit_die: 8,
    priorities: [Cha, Con, Dex, Wis, Int, Str],
    saves: [Wis, Cha],
    n_skills: 2,
    skills: &["arcana", "deception", "intimidation", "investigation", "religion", "history", "nature"],
    armor: &["light armor"],
    weapons: &["simple weapons"],
    tools: &[],
    languages: &[],
    kit: &[
        ("Light Crossbow", 1),
        ("Bolt", 20),
        ("Quarterstaff", 1),
        ("Dagger", 2),
        ("Leather Armor", 1),
        ("Component Pouch", 1),
    ],
    pack: packs::SCHOLAR,
    casting: Some(Casting {
        ability: Cha,
        progression: Progression::Pact,
        n_cantrips: 2,
        n_spells: SpellCount::Known([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15]),
        cantrips: &["Eldritch Blast", "Minor Illusion", "Prestidigitation", "Mage Hand"],
        spells: &[
            &["Hellish Rebuke", "Charm Person", "Protection from Evil and Good"],
            &["Misty Step", "Invisibility", "Hold Person", "Darkness"],
            &["Counterspell", "Hypnotic Pattern", "Fly", "Fear"],
            &["Banishment", "Dimension Door", "Blight"],
            &["Hold Monster", "Scrying", "Dream"],
        ],
    }),
    unarmored: None,
    features: &[
        (1, "Pact Magic"),
        (2, "Eldritch Invocations"),
        (3, "Pact Boon"),
        (11, "Mystic Arcanum"),
        (13, "Mystic Arcanum (7th level)"),
        (15, "Mystic Arcanum (8th level)"),
        (17, "Mystic Arcanum (9th level)"),
        (20, "Eldritch Master"),
    ],
    path: "Otherworldly Patron",
    path_level: 1,
    subclasses: &[Subclass {
        name: "The Fiend",
        armor: &[],
        features: &[
            (1, "Dark One's Blessing"),
            (6, "Dark One's Own Luck"),
            (10, "Fiendish Resilience"),
            (14, "Hurl Through Hell"),
        ],
    }],
    improvements: USUAL_IMPROVEMENTS,
};
