//! The wizard.

use super::{
    super::character::Ability::*, Casting, Class, Progression, SpellCount, Subclass, USUAL_IMPROVEMENTS, packs,
};

pub(super) const CLASS: Class = Class {
    name: "wizard",
    hit_die: 6,
    priorities: [Int, Con, Dex, Wis, Cha, Str],
    saves: [Int, Wis],
    n_skills: 2,
    skills: &["arcana", "investigation", "history", "insight", "medicine", "religion"],
    armor: &[],
    weapons: &["daggers", "darts", "slings", "quarterstaffs", "light crossbows"],
    tools: &[],
    languages: &[],
    kit: &[("Quarterstaff", 1), ("Dagger", 1), ("Component Pouch", 1), ("Spellbook", 1)],
    pack: packs::SCHOLAR,
    casting: Some(Casting {
        ability: Int,
        progression: Progression::Full,
        n_cantrips: 3,
        n_spells: SpellCount::Book,
        cantrips: &["Fire Bolt", "Mage Hand", "Light", "Prestidigitation", "Minor Illusion"],
        spells: &[
            &["Magic Missile", "Shield", "Sleep", "Mage Armor", "Detect Magic", "Burning Hands", "Find Familiar"],
            &["Misty Step", "Scorching Ray", "Web", "Invisibility", "Mirror Image", "Hold Person"],
            &["Fireball", "Counterspell", "Fly", "Dispel Magic", "Lightning Bolt"],
            &["Greater Invisibility", "Ice Storm", "Polymorph", "Dimension Door"],
            &["Wall of Force", "Cone of Cold", "Telekinesis", "Scrying"],
            &["Chain Lightning", "Disintegrate", "True Seeing", "Globe of Invulnerability"],
            &["Teleport", "Forcecage", "Finger of Death", "Plane Shift"],
            &["Maze", "Power Word Stun", "Sunburst", "Clone"],
            &["Wish", "Meteor Swarm", "Time Stop", "Foresight"],
        ],
    }),
    unarmored: None,
    features: &[(1, "Spellcasting"), (1, "Arcane Recovery"), (18, "Spell Mastery"), (20, "Signature Spells")],
    path: "Arcane Tradition",
    path_level: 2,
    subclasses: &[Subclass {
        name: "School of Evocation",
        armor: &[],
        features: &[
            (2, "Evocation Savant"),
            (2, "Sculpt Spells"),
            (6, "Potent Cantrip"),
            (10, "Empowered Evocation"),
            (14, "Overchannel"),
        ],
    }],
    improvements: USUAL_IMPROVEMENTS,
};
