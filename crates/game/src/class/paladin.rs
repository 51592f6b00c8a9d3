//! The paladin.

use super::{
    super::character::Ability::*, Casting, Class, Progression, SpellCount, Subclass, USUAL_IMPROVEMENTS, packs,
};

pub(super) const CLASS: Class = Class {
    name: "paladin",
    hit_die: 10,
    priorities: [Str, Cha, Con, Wis, Dex, Int],
    saves: [Wis, Cha],
    n_skills: 2,
    skills: &["athletics", "persuasion", "religion", "insight", "medicine", "intimidation"],
    armor: &["light armor", "medium armor", "heavy armor", "shields"],
    weapons: &["simple weapons", "martial weapons"],
    tools: &[],
    languages: &[],
    kit: &[("Longsword", 1), ("Javelin", 5), ("Chain Mail", 1), ("Shield", 1), ("Holy Symbol", 1)],
    pack: packs::PRIEST,
    casting: Some(Casting {
        ability: Cha,
        progression: Progression::Half,
        n_cantrips: 0,
        n_spells: SpellCount::HalfPrepared,
        cantrips: &[],
        spells: &[
            &["Bless", "Cure Wounds", "Shield of Faith", "Command", "Divine Favor", "Protection from Evil and Good"],
            &["Lesser Restoration", "Aid", "Find Steed", "Magic Weapon"],
            &["Revivify", "Dispel Magic", "Daylight"],
            &["Banishment", "Death Ward"],
            &["Dispel Evil and Good", "Raise Dead"],
        ],
    }),
    unarmored: None,
    features: &[
        (1, "Divine Sense"),
        (1, "Lay on Hands"),
        (2, "Fighting Style"),
        (2, "Spellcasting"),
        (2, "Divine Smite"),
        (3, "Divine Health"),
        (5, "Extra Attack"),
        (6, "Aura of Protection"),
        (10, "Aura of Courage"),
        (11, "Improved Divine Smite"),
        (14, "Cleansing Touch"),
        (18, "Aura Improvements"),
    ],
    path: "Sacred Oath",
    path_level: 3,
    subclasses: &[Subclass {
        name: "Oath of Devotion",
        armor: &[],
        features: &[
            (3, "Channel Divinity: Sacred Weapon"),
            (3, "Channel Divinity: Turn the Unholy"),
            (7, "Aura of Devotion"),
            (15, "Purity of Spirit"),
            (20, "Holy Nimbus"),
        ],
    }],
    improvements: USUAL_IMPROVEMENTS,
};
