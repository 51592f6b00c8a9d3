//! Attacks that the player describes as unarmed. Without a weapon, an attack is made with the hero's first one; a punch must not be.

use game::character::Weapon;

use super::{
    gate::{among, sentences, stemmed},
    tools::ResolveAttack,
};

/// The weapon name of such an attack.
const BARE_HANDS: &str = "bare hands";
/// Stems of verbs that mean an unarmed strike.
const STRIKES: &str = "punch kick slap headbutt elbow knee cuff backhand";
/// Words for a part of the body that strikes.
const LIMBS: &str = "fist fists knuckles knuckle palm elbow knee forehead barehanded unarmed";
/// Stems of verbs that mean a weapon.
const ARMED: &str = "stab slash shoot shot hack cleav impal skewer slice thrust attack";
/// Weapons, and the parts of weapons one strikes with.
const WEAPONS: &str = "weapon weapons sword shortsword longsword greatsword blade rapier scimitar dagger knife axe handaxe greataxe \
    mace hammer warhammer maul flail club greatclub staff quarterstaff spear javelin trident pike halberd glaive whip bow shortbow \
    longbow crossbow arrow bolt sling dart sickle lance morningstar pommel hilt shield";

/// Sets the weapon of an attack to bare hands if the model named none and the player's words describe an unarmed strike.
pub(super) fn read(asked: &mut ResolveAttack, words: &str, weapons: &[Weapon]) {
    let is_named = asked.weapon.as_deref().is_some_and(|name| !name.trim().is_empty());
    if !is_named && is_unarmed(words, weapons) {
        asked.weapon = Some(BARE_HANDS.to_owned());
    }
}

/// Whether the words describe an unarmed strike and name no weapon, neither one of the hero's nor any other.
fn is_unarmed(words: &str, weapons: &[Weapon]) -> bool {
    let told: Vec<String> = sentences(words).into_iter().flat_map(|sentence| sentence.words).collect();
    let own: Vec<String> = weapons
        .iter()
        .filter(|weapon| !weapon.name.to_lowercase().contains("unarmed"))
        .flat_map(|weapon| weapon.name.to_lowercase().split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| word.chars().count() > 3)
        .collect();
    let bare = told.windows(2).any(|pair| pair[0] == "bare" && among("hand hands fists", &pair[1]));
    let strikes = bare || told.iter().any(|word| among(LIMBS, word) || among(STRIKES, &stemmed(word)));
    // “I attack him with my fists” is unarmed, “I kick the table over and attack him” is not.
    let with_a_limb = bare || told.iter().any(|word| among(LIMBS, word));
    let armed = told
        .iter()
        .any(|word| among(WEAPONS, word) || own.contains(word) || (!with_a_limb && among(ARMED, &stemmed(word))));
    strikes && !armed
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::weapons;

    #[test]
    fn a_punch_is_made_with_bare_hands_unless_a_weapon_is_named() {
        let own: Vec<Weapon> = ["Rapier", "Shortbow"].iter().filter_map(|name| weapons::find(name)).collect();
        for words in [
            "I punch Colin on the shoulder, friendly-like",
            "I slap him.",
            "I'm kicking the goblin in the shin",
            "I hit him with my fist",
            "I attack her with my bare hands",
            "I headbutt the guard!",
            "I elbow him in the ribs",
            "I drive my knee into his belly",
        ] {
            assert!(is_unarmed(words, &own), "{words}");
        }
        for words in [
            "I attack the goblin",
            "I hit him",
            "I punch him with the pommel of my rapier",
            "I kick the table over and stab him",
            "I kick the door in and attack",
            "I slap him with my shortbow",
            "I say \"I will punch you\" and shoot him",
            "I swing at him",
        ] {
            assert!(!is_unarmed(words, &own), "{words}");
        }
    }

    #[test]
    fn a_weapon_the_model_names_is_kept() {
        let (target, weapon) = ("colin".into(), Some("Rapier".into()));
        let mut asked = ResolveAttack { target, weapon, close: false, sway: Default::default(), stay_out: Vec::new() };
        read(&mut asked, "I punch him", &[]);
        assert_eq!(asked.weapon.as_deref(), Some("Rapier"));
        asked.weapon = Some(" ".into());
        read(&mut asked, "I punch him", &[]);
        assert_eq!(asked.weapon.as_deref(), Some(BARE_HANDS));
    }
}
