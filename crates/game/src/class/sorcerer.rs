//! The sorcerer.

use super::{
    super::character::Ability::*, Casting, Class, Progression, SpellCount, Subclass, USUAL_IMPROVEMENTS, packs,
};

pub(super) const CLASS: Class = Class {
    name: "sorcerer",
    hit_die: 6,
    priorities: [Cha, Con, Dex, Wis, Int, Str],
    saves: [Con, Cha],
    n_skills: 2,
    skills: &["arcana", "persuasion", "deception", "insight", "intimidation", "religion"],
    armor: &[],
    weapons: &["daggers", "darts", "slings", "quarterstaffs", "light crossbows"],
    tools: &[],
    languages: &[],
    kit: &[("Light Crossbow", 1), ("Bolt", 20), ("Dagger", 2), ("Arcane Focus", 1)],
    pack: packs::DUNGEONEER,
    casting: Some(Casting {
        ability: Cha,
        progression: Progression::Full,
        n_cantrips: 4,
        n_spells: SpellCount::Known([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15, 15]),
        cantrips: &["Fire Bolt", "Ray of Frost", "Light", "Mage Hand", "Prestidigitation", "Minor Illusion"],
        spells: &[
            &["Magic Missile", "Shield", "Burning Hands", "Charm Person"],
            &["Scorching Ray", "Misty Step", "Mirror Image"],
            &["Fireball", "Counterspell", "Fly"],
            &["Greater Invisibility", "Polymorph"],
            &["Cone of Cold", "Hold Monster", "Telekinesis"],
            &["Chain Lightning", "Disintegrate"],
            &["Teleport", "Delayed Blast Fireball"],
            &["Sunburst", "Incendiary Cloud"],
            &["Wish", "Meteor Swarm"],
        ],
    }),
    unarmored: None,
    features: &[
        (1, "Spellcasting"),
        (2, "Font of Magic"),
        (3, "Metamagic"),
        (10, "Metamagic (a third)"),
        (17, "Metamagic (a fourth)"),
        (20, "Sorcerous Restoration"),
    ],
    path: "Sorcerous Origin",
    path_level: 1,
    subclasses: &[Subclass {
        name: "Draconic Bloodline",
        armor: &[],
        features: &[
            (1, "Dragon Ancestor"),
            (1, "Draconic Resilience"),
            (6, "Elemental Affinity"),
            (14, "Dragon Wings"),
            (18, "Draconic Presence"),
        ],
    }],
    improvements: USUAL_IMPROVEMENTS,
};
