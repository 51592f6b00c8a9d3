//! Spells whose worth in a fight their sentences say in a way of their own: blessings, curses, armour of magic.

use crate::game::{
    character::Ability,
    combat::{
        affliction::Affliction,
        deed::{Area, Brings, Effect, Lasts, Modifier, Reach, Rider, Save},
        harm::{DamageType, Harm},
    },
};

use super::spells::Cast;

/// The effect of such a spell, by its name (SRD 5.1 and 5.2, Spell Descriptions); none for the others.
pub(super) fn known(name: &str, cast: &Cast<'_>) -> Option<Effect> {
    let die = |dice: &str| dice.to_owned();
    let own_damage = |dice: &str, damage_type| {
        boon(cast, Reach::Oneself, 1, vec![Modifier::DamageDice { harm: Harm { dice: die(dice), damage_type } }])
    };
    Some(match name.to_lowercase().as_str() {
        "bless" => {
            let modifiers = vec![Modifier::AttackDice { dice: die("1d4") }, Modifier::SaveDice { dice: die("1d4") }];
            boon(cast, cast.reach(), 3 + cast.growth.targets, modifiers)
        }
        "bane" => {
            let modifiers = vec![Modifier::AttackDice { dice: die("-1d4") }, Modifier::SaveDice { dice: die("-1d4") }];
            curse(cast, Ability::Cha, None, 3 + cast.growth.targets, vec![lasting(cast, modifiers, false)])
        }
        "haste" => boon(cast, cast.reach(), 1, vec![Modifier::ArmorClass { by: 2 }, Modifier::Speed { feet: 30 }]),
        "shield of faith" => boon(cast, cast.reach(), 1, vec![Modifier::ArmorClass { by: 2 }]),
        // 13 and Dexterity is 3 more than nothing worn.
        "mage armor" => boon(cast, cast.reach(), 1, vec![Modifier::ArmorClass { by: 3 }]),
        "shield" => Effect::Boon {
            reach: Reach::Oneself,
            targets: 1,
            modifiers: vec![Modifier::ArmorClass { by: 5 }],
            lasts: Lasts::UntilDoersTurn,
        },
        "blur" => boon(cast, Reach::Oneself, 1, vec![Modifier::HardToHit]),
        "longstrider" => boon(cast, cast.reach(), 1 + cast.growth.targets, vec![Modifier::Speed { feet: 10 }]),
        "divine favor" => own_damage("1d4", Some(DamageType::Radiant)),
        "hex" => own_damage("1d6", Some(DamageType::Necrotic)),
        // The older edition's is of the weapon's own type.
        "hunter's mark" => own_damage("1d6", cast.body.contains("Force").then_some(DamageType::Force)),
        "faerie fire" => {
            let riders = vec![lasting(cast, vec![Modifier::EasyToHit], false)];
            curse(cast, Ability::Dex, Some(Area::Cube { feet: 20 }), 1, riders)
        }
        "slow" => {
            let modifiers = vec![Modifier::ArmorClass { by: -2 }, Modifier::Speed { feet: -15 }];
            curse(cast, Ability::Wis, Some(Area::Cube { feet: 40 }), 1, vec![lasting(cast, modifiers, true)])
        }
        // Of its words, the one that has numbers: grovel.
        "command" => {
            let of = |affliction, lasts| Rider {
                save: None,
                brings: Brings::Affliction { affliction, escape_dc: None },
                lasts,
            };
            let riders = vec![
                of(Affliction::Prone, Lasts::UntilEnded),
                of(Affliction::Incapacitated, Lasts::UntilEndOfTargetsTurn),
            ];
            curse(cast, Ability::Wis, None, 1 + cast.growth.targets, riders)
        }
        "web" => {
            let brings = Brings::Affliction { affliction: Affliction::Restrained, escape_dc: Some(cast.caster.dc) };
            let riders = vec![Rider { save: None, brings, lasts: cast.duration(false) }];
            curse(cast, Ability::Dex, Some(Area::Cube { feet: 20 }), 1, riders)
        }
        "blindness/deafness" => {
            // Of the two, the one that counts for more in a fight.
            let brings = Brings::Affliction { affliction: Affliction::Blinded, escape_dc: None };
            let riders = vec![Rider { save: None, brings, lasts: cast.duration(true) }];
            curse(cast, Ability::Con, None, 1 + cast.growth.targets, riders)
        }
        "eyebite" => {
            let brings = Brings::Affliction { affliction: Affliction::Unconscious, escape_dc: None };
            curse(cast, Ability::Wis, None, 1, vec![Rider { save: None, brings, lasts: cast.duration(false) }])
        }
        // SRD 5.1 has no throw against these two.
        "sleep" | "color spray" if !cast.body.to_lowercase().contains("saving throw") => pool(name, cast),
        "sleep" => {
            let brings = Brings::Worsening { affliction: Affliction::Incapacitated, then: Affliction::Unconscious };
            let riders = vec![Rider { save: None, brings, lasts: cast.duration(true) }];
            curse(cast, Ability::Wis, Some(Area::Sphere { radius: 5 }), 1, riders)
        }
        // The smite is added to a hit that has been made; it needs no roll of its own.
        "divine smite" => {
            let dice = cast.growth.dice(&Harm { dice: die("2d8"), damage_type: None }, 0);
            let harm = vec![Harm { dice, damage_type: Some(DamageType::Radiant) }];
            Effect::Sure { reach: Reach::Melee { feet: 5 }, times: 1, harm }
        }
        "revivify" | "raise dead" => Effect::Revive { reach: cast.reach(), whole: false },
        "resurrection" | "true resurrection" | "reincarnate" => Effect::Revive { reach: cast.reach(), whole: true },
        // What these do hangs on what somebody does later, on a choice, or on a throw of its own table.
        "antipathy/sympathy"
        | "calm emotions"
        | "contact other plane"
        | "control water"
        | "divine word"
        | "dream"
        | "enhance ability"
        | "enthrall"
        | "geas"
        | "glyph of warding"
        | "hallow"
        | "holy aura"
        | "imprisonment"
        | "magic circle"
        | "magic jar"
        | "modify memory"
        | "prismatic wall"
        | "symbol" => cast.told(),
        "prismatic spray" if cast.spell.damage.is_empty() => cast.told(),
        _ => return None,
    })
}

fn boon(cast: &Cast<'_>, reach: Reach, targets: u8, modifiers: Vec<Modifier>) -> Effect {
    Effect::Boon { reach, targets, modifiers, lasts: cast.duration(false) }
}

/// Sleep and Color Spray of SRD 5.1.
fn pool(name: &str, cast: &Cast<'_>) -> Effect {
    let (dice, area, affliction) = match name.eq_ignore_ascii_case("sleep") {
        true => (cast.growth.more("5d8"), Area::Sphere { radius: 20 }, Affliction::Unconscious),
        false => (cast.growth.more("6d10"), Area::Cone { feet: 15 }, Affliction::Blinded),
    };
    let lasts = match affliction {
        Affliction::Blinded => Lasts::UntilEndOfDoersTurn,
        _ => cast.duration(false),
    };
    Effect::Pool { reach: cast.reach(), area, dice, affliction, lasts }
}

fn curse(cast: &Cast<'_>, ability: Ability, area: Option<Area>, targets: u8, riders: Vec<Rider>) -> Effect {
    let dc = cast.caster.dc;
    Effect::Save(Save { ability, dc, reach: cast.reach(), area, targets, harm: Vec::new(), half: false, riders })
}

fn lasting(cast: &Cast<'_>, modifiers: Vec<Modifier>, save_at_end: bool) -> Rider {
    Rider { save: None, brings: Brings::Modifiers { modifiers }, lasts: cast.duration(save_at_end) }
}
